"""See that the locks still fit pyproject.toml: every package asked for is there, with hashes."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LOCKS = {"requirements.lock": "build", "requirements-dev.lock": "dev"}  # with which group


def problems(pyproject: dict[str, Any], group: str, lock: str) -> Iterator[str]:
    """What is wrong with the text of one lock."""
    entries = list(packages(lock))
    locked = {name for name, _ in entries}
    for name in wanted(pyproject, group):
        if name not in locked:
            yield f"lacks {name}"
    for name, entry in entries:
        if "--hash=sha256:" not in entry:
            yield f"has no hash for {name}"


def wanted(pyproject: dict[str, Any], group: str) -> list[str]:
    """The packages that pyproject.toml asks for, by name."""
    requirements = [*pyproject["project"]["dependencies"], *members(pyproject, group)]
    return sorted({plain_name(requirement) for requirement in requirements})


def members(pyproject: dict[str, Any], group: str) -> Iterator[str]:
    """The requirements of a dependency group and of the groups it includes."""
    for member in pyproject["dependency-groups"][group]:
        if isinstance(member, str):
            yield member
        else:
            yield from members(pyproject, member["include-group"])


def packages(lock: str) -> Iterator[tuple[str, str]]:
    """Name and text of each entry of a lock."""
    for entry in re.split(r"\n(?=\w)", lock):
        if re.match(r"\w", entry):
            yield plain_name(entry), entry


def plain_name(requirement: str) -> str:
    """`Foo_Bar[baz]>=1` is `foo-bar`."""
    name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> int:
    """Print what is wrong; 1 if anything is."""
    pyproject = tomllib.loads(Path("pyproject.toml").read_text())
    found = [
        f"{path} {problem}."
        for path, group in LOCKS.items()
        for problem in problems(pyproject, group, Path(path).read_text())
    ]
    for sentence in found:
        print(sentence)
    if found:
        print("`make lock` writes both anew.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
