"""Every kind of leak, planted, is found; what only looks like one is not.

Leaks are put together from pieces, so that this file holds none.
"""

import subprocess
from pathlib import Path

import pytest

from checks import leaks

HOST = "host" + ".example"

PLANTED = {
    "a registry in pip's words": ("setup.cfg", "index" + f"-url = https://{HOST}/"),
    "a registry on a command line": (
        "docs/a.md",
        "pip install --extra-ind" + f"ex-url https://{HOST}",
    ),
    "a registry in uv's words": ("pyproject.toml", "[[tool.uv" + ".index]]"),
    "a registry in npm's words": (".npmrc", "registry" + f"=https://{HOST}/"),
    "a registry in the environment": ("Makefile", "export PIP_IN" + f"DEX_URL := https://{HOST}"),
    "uv's registry in the environment": (".ci/run", "UV_IN" + f"DEX=https://{HOST} make"),
    "a folder of packages": ("notes.md", "pip install --find" + "-links wheels"),
    "a public registry": ("README.md", "https://py" + "pi.org/project/caboose"),
    "a file of a public registry": ("notes.md", "files.python" + "hosted.org/packages/ab"),
    "an unknown registry": ("notes.md", f"see https://{HOST}/mirror/" + "simple/numpy"),
    "one machine's address": ("docs/a.md", "open http:/" + "/192.168.0.7:8000"),
    "root's folder": ("docs/a.md", "cd /ro" + "ot/caboose"),
    "a working folder": ("caboose/a.py", 'PLACE = "/wo' + 'rk/main"'),
    "a temporary folder": ("caboose/a.py", 'open("/t' + 'mp/log")'),
    "a person's folder": ("docs/a.md", "File /ho" + "me/ann/caboose/cli.py, line 3"),
    "a person's folder on a Mac": ("docs/a.md", "in /Us" + "ers/ann/caboose"),
    "a person's folder on Windows": ("docs/a.md", "in C:\\Us" + "ers\\ann"),
    "a password in an address": ("docs/a.md", "postgresql://ann:pass" + f"word@{HOST}/games"),
    "a private key": ("notes.md", "-----BEGIN OPENSSH PRIV" + "ATE KEY-----"),
    "an access key": ("notes.md", "AKIA" + "ABCDEFGHIJKLMNOP"),
    "a token of a forge": ("notes.md", "ghp_" + "a1" * 18),
    "a token of a chat": ("notes.md", "xoxb-" + "1234567890"),
    "a token of npm": (".npmrc", "//x/:_auth" + "Token=${TOKEN}"),
    "a token in a header": ("notes.md", "Authorization: Bea" + "rer " + "a1b2" * 8),
    "a secret in the code": ("caboose/a.py", "api_" + 'key = "a1b2c3d4e5f6a7b8"'),
    "an address in a lock": ("requirements.lock", "numpy @ https" + f"://{HOST}/numpy.whl"),
    "an address in a lock further down": ("web/x.lock", "from http" + "://a"),
    "a version of one machine": ("requirements.lock", "torch==2.13.0" + "+cpu"),
    "an address in npm's lock": ("web/package-lock.json", ' "resol' + 'ved": "somewhere"'),
    "an address in npm's other lock": ("web/npm-shrinkwrap.json", '"resol' + 'ved": "x"'),
    "an unfinished merge": ("caboose/a.py", "<" * 7 + " HEAD"),
    "a space at the end": ("caboose/a.py", "x = 1 "),
    "a line end of Windows": ("caboose/a.py", "x = 1\r"),
}

INNOCENT = {
    "the server at home": ("docs/a.md", "open http://127.0.0.1:8000 or http://localhost:8000"),
    "another site": ("docs/a.md", "see https://www.rfc-editor.org/rfc/rfc8439"),
    "a path of the project": ("docs/a.md", "in `tests/work/` and docs/home/page.md and ~/tmp/x"),
    "the root of a page": ("docs/a.md", "the page / and /rooted and /temples"),
    "a fixture": ("tests/a.py", "def test_a(tmp_path): (tmp_path / 'root').mkdir()"),
    "a key of a game": ("tests/a.txt", "key: " + "0f" * 32),
    "an index": ("caboose/a.py", "index = urls.index(url)"),
    "a table of bots": ("caboose/a.py", 'registry = {"random": Random}'),
    "a token of a parser": ("caboose/a.py", "token = next(words)"),
    "a lock": ("requirements.lock", "numpy==2.4.6 ; python_full_version < '3.12' \\"),
    "a sum": ("caboose/a.py", "a ==b+c"),
}

UNWANTED = [
    "uv.lock",
    "sub/pylock.toml",
    "pylock.dev.toml",
    "poetry.lock",
    "pip.conf",
    "uv.toml",
    ".pypirc",
    ".env",
    ".env.local",
    "cert.pem",
    "id_ed25519",
]


def plant(root: Path, path: str, content: str | bytes) -> list[leaks.Leak]:
    """Write one file and look for leaks in it."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(leaks.leaks(root, [path]))


@pytest.mark.parametrize(("path", "line"), PLANTED.values(), ids=PLANTED)
def test_a_planted_leak_is_found_on_its_line(tmp_path, path, line):
    found = plant(tmp_path, path, f"first line\n{line}\nlast line\n")
    assert found
    assert {(leak.path, leak.line) for leak in found} == {(path, 2)}


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [(kind, pattern) for kind, patterns in leaks.LINES.items() for pattern in patterns],
)
def test_without_any_one_pattern_a_planted_leak_is_missed(monkeypatch, kind, pattern):
    others = [other for other in leaks.LINES[kind] if other != pattern]
    monkeypatch.setitem(leaks.LINES, kind, others)
    assert not all(any(leaks.leaks_in_text(path, f"{line}\n")) for path, line in PLANTED.values())


@pytest.mark.parametrize(("path", "line"), INNOCENT.values(), ids=INNOCENT)
def test_an_innocent_line_is_left_alone(tmp_path, path, line):
    assert plant(tmp_path, path, f"{line}\n") == []


@pytest.mark.parametrize("path", UNWANTED)
def test_an_unwanted_file_is_found_by_its_name(tmp_path, path):
    assert [leak.line for leak in plant(tmp_path, path, "x\n")] == [0]


def test_a_large_file_is_found(tmp_path):
    assert plant(tmp_path, "a.txt", b"x" * (leaks.LARGE - 1) + b"\n") == []
    (leak,) = plant(tmp_path, "a.txt", b"x" * leaks.LARGE + b"\n")
    assert "bytes" in str(leak)


@pytest.mark.parametrize("content", [b"\0\n", b"\xff\xfe\n"])
def test_a_binary_file_is_found_unless_its_kind_is_allowed_there(tmp_path, content):
    (leak,) = plant(tmp_path, "caboose/a.bin", content)
    assert "binary" in str(leak)
    assert plant(tmp_path, "docs/pictures/board.png", content) == []
    assert len(plant(tmp_path, "caboose/board.png", content)) == 1


def test_a_missing_line_end_is_found(tmp_path):
    assert len(plant(tmp_path, "a.txt", "x")) == 1
    assert plant(tmp_path, "empty.txt", "") == []


def test_a_link_is_judged_by_where_it_points(tmp_path):
    (tmp_path / "boards").symlink_to("/ro" + "ot/boards")
    (leak,) = leaks.leaks(tmp_path, ["boards"])
    assert "path of one machine" in str(leak)


def test_all_that_is_or_would_be_committed_is_looked_at(tmp_path):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    plant(tmp_path, ".gitignore", "dist/\n")
    for path in ("dist/forced.txt", "dist/made.txt", "gone.txt", "new.txt"):
        plant(tmp_path, path, "x\n")
    subprocess.run(["git", "add", "-f", "dist/forced.txt", "gone.txt"], cwd=tmp_path, check=True)
    (tmp_path / "gone.txt").unlink()
    assert leaks.files(tmp_path) == [".gitignore", "dist/forced.txt", "new.txt"]


def test_without_git_everything_but_what_was_made_is_looked_at(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    for path in ("a.txt", "sub/b.txt", ".venv/c.txt", ".mypy_cache/d.txt"):
        plant(tmp_path, path, "x\n")
    (tmp_path / ".venv" / "python").symlink_to("nowhere")
    assert leaks.files(tmp_path) == ["a.txt", "sub/b.txt"]


def test_the_command_fails_and_says_where(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    plant(tmp_path, "a.txt", "fine\n")
    assert leaks.main() == 0
    plant(tmp_path, "b.txt", "x \n")
    assert leaks.main() == 1
    assert capsys.readouterr().out.startswith("b.txt:1: ")
