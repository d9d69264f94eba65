"""See that the locks still fit pyproject.toml: every package asked for is there, with hashes."""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

# With which dependency groups and extras.
LOCKS = {
    "requirements.lock": ("build", "lab"),
    "requirements-server.lock": ("postgres",),
    "requirements-dev.lock": ("dev", "envs", "postgres"),
    "requirements-cluster.lock": ("cluster",),
}


def problems(pyproject: dict[str, Any], groups: Iterable[str], lock: str) -> Iterator[str]:
    """What is wrong with the text of one lock."""
    entries = list(packages(lock))
    locked = {name for name, _ in entries}
    for name in wanted(pyproject, groups):
        if name not in locked:
            yield f"lacks {name}"
    for name, entry in entries:
        if "--hash=sha256:" not in entry:
            yield f"has no hash for {name}"


def wanted(pyproject: dict[str, Any], groups: Iterable[str]) -> list[str]:
    """The packages that pyproject.toml asks for, by name."""
    requirements = list(pyproject["project"]["dependencies"])
    for group in groups:
        requirements += members(pyproject, group)
    return sorted({plain_name(requirement) for requirement in requirements})


def members(pyproject: dict[str, Any], group: str) -> Iterator[str]:
    """The requirements of a dependency group and of the groups it includes, or of an extra."""
    named = {
        **pyproject["project"].get("optional-dependencies", {}),
        **pyproject["dependency-groups"],
    }
    for member in named[group]:
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
        for path, groups in LOCKS.items()
        for problem in problems(pyproject, groups, Path(path).read_text())
    ]
    for sentence in found:
        print(sentence)
    if found:
        print("`make lock` writes them again.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
