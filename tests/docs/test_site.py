"""The site: every page is in its menu, and no link leads nowhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from checks.docs_site import PAGES, SITE, BadPages, belongs, build, dead_links, lay_out

ROOT = Path(__file__).parents[2]
CONFIG = "zensical.toml"


@pytest.fixture(name="project")
def _project(tmp_path: Path) -> Path:
    """A project of one page, and the settings of the real one without its menu."""
    pages = tmp_path / PAGES
    pages.mkdir(parents=True)
    (pages / "README.md").write_text("# R1 · A page\n")
    settings = (ROOT / CONFIG).read_text("utf-8")
    (tmp_path / CONFIG).write_text(re.sub(r"nav = \[.*?\n\]\n", "", settings, flags=re.DOTALL))
    return tmp_path


def say(project: Path, text: str) -> None:
    (project / PAGES / "README.md").write_text(f"# R1 · A page\n\n{text}\n")


def test_every_page_to_be_read_is_in_the_menu() -> None:
    menu = tomllib.loads((ROOT / CONFIG).read_text("utf-8"))["project"]["nav"]
    named = re.findall(r"[\w./]+\.md", str(menu))
    folders = (ROOT, ROOT / "docs", ROOT / "docs/rules")
    there = {page.relative_to(ROOT).as_posix() for f in folders for page in f.glob("*.md")}
    assert there <= set(named)
    assert all((ROOT / name).is_file() for name in named)
    assert len(named) == len(set(named))


def test_pages_pictures_and_examples_belong_to_the_site_but_no_games_or_code() -> None:
    assert all(map(belongs, ("README.md", "docs/a.md", "results/a.png", "examples/a.py")))
    assert not any(map(belongs, ("results/a.parquet", "caboose/a.py", "pyproject.toml")))


def test_the_pages_are_laid_out_as_they_lie(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("a")
    (tmp_path / "Makefile").write_text("b")
    lay_out(tmp_path, tmp_path / PAGES)
    laid = [path.relative_to(tmp_path / PAGES) for path in (tmp_path / PAGES).rglob("*.*")]
    assert laid == [Path("docs/a.md")]


def test_a_whole_page_becomes_a_site(project: Path) -> None:
    say(project, "See [above](#r1--a-page) and [R1].\n\n[R1]: https://caboose.example/x")
    build(project)
    assert "A page" in (project / SITE / "index.html").read_text("utf-8")
    assert "A page" in (project / SITE / "search.json").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[x](missing.md)", "missing.md is no file of the site"),
        ("![x](missing.png)", "missing.png is no file of the site"),
        ("[x](missing.md#there)", "missing.md is no file of the site"),
        ("[x](#missing)", "anchor does not exist"),
        ("[x](README.md#missing)", "anchor does not exist"),
        ("See [x].\n\n[x]: README.md#missing", "anchor does not exist"),
        ("See [R99].", "unresolved"),
    ],
)
def test_a_link_that_leads_nowhere_is_refused(project: Path, text: str, wrong: str) -> None:
    say(project, text)
    with pytest.raises(BadPages, match=wrong):
        build(project)


def test_links_in_code_and_to_other_hosts_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[x](https://caboose.example/a)\n```\n[y](missing.md)\n```\n")
    assert list(dead_links(tmp_path)) == []


def test_no_page_asks_another_host_for_anything(project: Path) -> None:
    say(project, "Text.")
    build(project)
    page = (project / SITE / "index.html").read_text("utf-8")
    assert not re.findall(r'(?:src|<link[^>]+href)="?https?://', page)
