"""Write docs/api.md, the page of the whole Python interface, from signatures and docstrings.

With `--check` nothing is written, and a page that is not fresh is an error.
"""

import importlib
import inspect
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, get_args

FILE = Path(__file__).parent.parent / "docs" / "api.md"
MODULES = (
    "caboose",
    "caboose.players",
    "caboose.envs",
    "caboose.envs.cleanrl",
    "caboose.envs.dataset",
    "caboose.envs.game_rows",
    "caboose.envs.sb3",
    "caboose.envs.aec",
    "caboose.envs.openspiel",
    "caboose.boards",
    "caboose.analysis",
    "caboose.lab.match",
    "caboose.lab.placing",
    "caboose.lab.rating",
    "caboose.lab.sprt",
    "caboose.lab.luck_adjusted",
)
HEAD = """# The Python interface

All that `import caboose` and its rooms offer, made from the code by `python -m checks.api_page`.
Whatever is not here may change without notice. How environments are used stands in
[environments](envs.md), how bots are written in [players](players.md).
"""


def public_names(module: Any) -> list[str]:
    """What a module offers: `__all__`, or what it defines itself without an underscore."""
    if hasattr(module, "__all__"):
        return sorted(module.__all__, key=str.lower)
    return [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(thing) or inspect.isfunction(thing))
        and thing.__module__ == module.__name__
    ]


def signature(thing: Any) -> str:
    """A call as one writes it, without the types' modules."""
    try:
        told = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return ""
    told = re.sub(r"<function <lambda> at 0x[0-9a-f]+>", "...", told)
    told = re.sub(r"\b(caboose|np|numpy|pathlib|typing)\.([a-z_]+\.)*", "", told)
    return (
        told.replace("'", "")
        .replace("ndarray[Any, Any]", "Array")
        .replace("(self, ", "(")
        .replace("(self)", "()")
    )


def words(thing: Any) -> str:
    """A docstring as a paragraph, its example as code."""
    return inspect.cleandoc(inspect.getdoc(thing) or "")


def describe(name: str, thing: Any) -> Iterator[str]:
    """The lines of one name."""
    if inspect.isclass(thing):
        is_error = issubclass(thing, Exception)
        call = "" if is_error else signature(thing)
        yield f"### `{name}{call}`\n\n{own_words(thing)}\n"
        yield from members(thing)
    elif callable(thing):
        yield f"### `{name}{signature(thing)}`\n\n{words(thing)}\n"
    else:
        yield f"### `{name}`\n\n{constant(thing)}\n"


def constant(thing: Any) -> str:
    """What a name that is no call stands for."""
    if isinstance(thing, UnionType):
        kinds = (each.__name__ for each in get_args(thing))
        return f"Any of these types: {', '.join(f'`{kind}`' for kind in kinds)}."
    if isinstance(thing, str | int | float):
        return f"A constant: `{thing!r}`."
    return f"A constant: {len(thing)} entries."


def own_words(thing: type) -> str:
    """A class's own docstring; a data class writes a signature there if it has none."""
    told = vars(thing).get("__doc__") or ""
    return inspect.cleandoc(told)


def members(thing: type) -> Iterator[str]:
    """The public methods and properties that a class defines itself."""
    rows = []
    for name, raw in vars(thing).items():
        member = raw.__func__ if isinstance(raw, classmethod | staticmethod) else raw
        told = words(member.fget if isinstance(member, property) else member)
        if name.startswith("_") or not (inspect.isfunction(member) or isinstance(member, property)):
            continue
        call = "" if isinstance(member, property) else signature(member).replace("(cls, ", "(")
        first = told.split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
        rows.append(f"| `{name}{call.replace('|', chr(92) + '|')}` | {first} |")
    if rows:
        yield "\n".join(["| | |", "|---|---|", *rows]) + "\n"


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name in MODULES:
        module = importlib.import_module(name)
        parts.append(f"## `{name}`\n")
        for each in public_names(module):
            parts += describe(each, getattr(module, each))
    return "\n".join(parts)


def main() -> None:
    """Write the page, or only look whether it is fresh."""
    try:
        fresh = page()
    except ModuleNotFoundError as error:
        if "CABOOSE_WITHOUT_TORCH" not in os.environ:
            raise
        print(f"docs/api.md was not looked at: {error}")
        return
    if "--check" not in sys.argv:
        FILE.write_text(fresh, "utf-8")
    elif FILE.read_text("utf-8") != fresh:
        sys.exit("docs/api.md is not as the code has it; run `python -m checks.api_page`.")


if __name__ == "__main__":
    main()
