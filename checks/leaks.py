"""Find what must never be committed: registries, machine paths, secrets, binary or large files.

Patterns are written so that they do not match themselves; no file is exempt, not even this one.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

LARGE = 512 * 1024  # bytes
# What may be.
BINARY = ["docs/*.png", "web/public/*.png", "results/*.png", "results/*.parquet"]
MADE = {".git", ".venv", ".coverage", ".hypothesis", "__pycache__", "dist", "node_modules"}


@dataclass(frozen=True)
class Leak:
    """One thing found, and where."""

    path: str
    line: int  # 0: the file as a whole
    sentence: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.sentence}"


UNWANTED_FILES = {
    "uv.lock": "names the registry it came from; `make lock` writes locks that do not",
    "pylock*.toml": "names the registry it came from; `make lock` writes locks that do not",
    "poetry.lock": "is a second lock beside requirements.lock",
    "pip.conf": "is the setting of one machine",
    "uv.toml": "is the setting of one machine",
    ".pypirc": "holds passwords",
    ".netrc": "holds passwords",
    ".env": "holds secrets",
    ".env.*": "holds secrets",
    "*.pem": "holds keys",
    "id_rsa*": "holds keys",
    "id_ed25519*": "holds keys",
}

# name of the file -> (pattern, what is wrong)
LINES = {
    "*": [
        (
            r"(?i)index[-_]url|(extra|default)[-_]index\b|find[-_]links|trusted[-_]host|tool\.uv\.[i]ndex",
            "sets a registry",
        ),
        (r"(?i)\b(PIP|UV)_\w*INDEX\w*\s*[:?]?=", "sets a registry"),
        (r"(?i)registry\s*[=:]\s*[\"']?(https?:)?//", "sets a registry"),
        (
            r"(?i)(pythonhosted|npmjs|pypi|artifactory|devpi|yarnpkg|jsdelivr|unpkg)\.(org|com|net|io)\b",
            "is the address of a registry",
        ),
        (r"://[^\s/]+(/[^\s/]+)*/[s]imple\b", "is the address of a registry"),
        (
            r"://(?!127\.0\.0\.1\b|0\.0\.0\.0\b)\d+\.\d+\.\d+\.\d+",
            "is the address of one machine",
        ),
        (
            r"(?<![\w.~}*/-])/(root|tmp|work|home/\w+|Users/\w+|var/folders)(/|\b(?![\w.-]))",
            "is a path of one machine",
        ),
        (r"(?i)\b[A-Z]:\\(Users|Temp)\\", "is a path of one machine"),
        (r"://[^\s/@:]+:[^\s/@]+@", "is an address with a password"),
        (r"-{5}BEGIN [A-Z ]*PRIVATE KEY-{5}", "is a private key"),
        (r"\b(AKIA[0-9A-Z]{16}|AIza[\w-]{35}|sk-[\w-]{20,}|hf_\w{30,})", "is a secret token"),
        (r"\b(gh[pousr]_\w{30,}|github_pat_\w{22,}|glpat-[\w-]{20,})", "is a secret token"),
        (r"\b(xox[abprs]-[\w-]{10,}|npm_\w{30,}|pypi-AgE\w{16,})", "is a secret token"),
        (r"(?i)_authToken\s*=|\bBearer [\w.-]{20,}", "is a secret token"),
        (
            r"(?i)(password|passwd|secret|(api|access)_?key|token)[\"']?\s*[:=]\s*[\"'][\w+/=.-]{16,}[\"']",
            "looks like a secret",
        ),
        (r"^(<{7}|>{7}|\|{7}) ", "is a merge that was not finished"),
        (r"[ \t]+$|\r", "ends in white space"),
    ],
    "*.lock": [
        (r"://", "is an address in a lock"),
        (r"==[\w.]+\+\w", "is a version that only one machine has"),
    ],
    "package-lock.json": [(r"\"resolved\"", "is an address in a lock")],
    "npm-shrinkwrap.json": [(r"\"resolved\"", "is an address in a lock")],
}


def leaks(root: Path, paths: Iterable[str]) -> Iterator[Leak]:
    """Everything unwanted in these files, given by their paths below root."""
    for path in paths:
        yield from leaks_in_name(path)
        yield from leaks_in_content(path, content(root / path))


def leaks_in_name(path: str) -> Iterator[Leak]:
    name = Path(path).name
    for pattern, sentence in UNWANTED_FILES.items():
        if fnmatch(name, pattern):
            yield Leak(path, 0, f"{sentence}.")


def leaks_in_content(path: str, data: bytes) -> Iterator[Leak]:
    if len(data) > LARGE:
        yield Leak(path, 0, f"has {len(data):,} bytes; {LARGE:,} are allowed.")
    text = as_text(data)
    if text is not None:
        yield from leaks_in_text(path, text)
    elif not any(fnmatch(path, allowed) for allowed in BINARY):
        yield Leak(path, 0, f"is binary; only {' and '.join(BINARY)} may be.")


def leaks_in_text(path: str, text: str) -> Iterator[Leak]:
    if text and not text.endswith("\n"):
        yield Leak(path, 0, "does not end with a line end.")
    patterns = [
        (re.compile(pattern), sentence)
        for name, lines in LINES.items()
        if fnmatch(Path(path).name, name)
        for pattern, sentence in lines
    ]
    for number, line in enumerate(text.split("\n"), start=1):
        for pattern, sentence in patterns:
            if match := pattern.search(line):
                yield Leak(path, number, f"{match.group().strip()!r} {sentence}.")


def as_text(data: bytes) -> str | None:
    """The text of a file, or None if it is none."""
    try:
        return None if b"\0" in data else data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def content(file: Path) -> bytes:
    """What git would store: of a link, the place it points to."""
    if file.is_symlink():
        return f"{file.readlink()}\n".encode()
    return file.read_bytes()


def files(root: Path) -> list[str]:
    """What is committed or would be; without git, everything that was not made here."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=False,
    )
    if listing.returncode == 0:
        names = set(listing.stdout.decode().split("\0"))
    else:
        names = {path.relative_to(root).as_posix() for path in root.rglob("*")}
        names = {name for name in names if not any(map(was_made, name.split("/")))}
    return sorted(name for name in names if is_kept(root / name))


def was_made(part: str) -> bool:
    return part in MADE or part.endswith("_cache")


def is_kept(path: Path) -> bool:
    """Whether git keeps such a thing: not folders, nor what is deleted but still listed."""
    return path.is_file() or path.is_symlink()


def main() -> int:
    """Print what was found; 1 if there was anything."""
    found = list(leaks(Path(), files(Path())))
    for leak in found:
        print(leak)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
