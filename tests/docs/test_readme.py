"""The README runs, and no page points nowhere."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = [page for folder in ("", "docs/**/", "results/**/") for page in ROOT.glob(f"{folder}*.md")]


def test_the_session_in_the_readme_runs() -> None:
    [session] = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted > 5
    assert result.failed == 0


def test_every_page_of_the_docs_can_be_found_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    pages = {page.relative_to(ROOT).as_posix() for page in ROOT.glob("docs/*.md")}
    assert {page for page in pages if f"({page}" not in readme} == set()


def test_every_kind_of_result_is_told_of() -> None:
    told = (ROOT / "results" / "README.md").read_text("utf-8")
    kinds = {path.name for path in (ROOT / "results").iterdir()} - {"README.md"}
    rows = re.findall(r"^\| (.+?) \|", told, re.MULTILINE)
    assert {
        kind for kind in kinds if not any(kind.partition(".")[0] in row for row in rows)
    } == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    targets = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text)]
    local = [target for target in targets if target and "://" not in target]
    missing = [target for target in local if not (page.parent / target).exists()]
    assert not missing
