"""Reading single values and tables of a board file, and saying what is wrong with them."""

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from caboose.boards.limits import MAX_TEXT
from caboose.boards.problem import Problem, did_you_mean

Read: TypeAlias = Callable[[object], Any]


class WrongValueError(Exception):
    """A value that cannot be read; the text goes on after the value's name."""


@dataclass(frozen=True, slots=True)
class Field:
    read: Read
    example: str  # shown when the key is missing
    required: bool = True


def read_table(
    value: object, fields: dict[str, Field], entry: str, problems: list[Problem]
) -> dict[str, Any]:
    """The values that can be read; each other key becomes a problem."""
    if not isinstance(value, dict):
        problems.append(Problem(entry, f"is {shown(value)}; write a table of keys and values."))
        return {}
    good = {}
    for key, item in value.items():
        if key not in fields:
            hint = did_you_mean(key, fields) or "; remove it."
            problems.append(Problem(entry, f"{shown(key)} is no key that belongs here{hint}"))
            continue
        try:
            good[key] = fields[key].read(item)
        except WrongValueError as wrong:
            problems.append(Problem(entry, f"{key} {wrong}"))
    problems += [
        Problem(entry, missing(key, fields)) for key in fields if is_missing(key, fields, value)
    ]
    return good


def is_missing(key: str, fields: dict[str, Field], table: dict[str, Any]) -> bool:
    return fields[key].required and key not in table


def missing(key: str, fields: dict[str, Field]) -> str:
    return f"{key} is missing; add for example {key} = {fields[key].example}."


def whole(low: int, high: int) -> Read:
    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            only = str(low) if low == high else f"a whole number from {low} to {high}"
            raise WrongValueError(f"is {shown(value)}; write {only}{_unquoted(value)}.")
        return value

    return read


def real(low: float, high: float) -> Read:
    def read(value: object) -> float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not low <= value <= high:  # type: ignore[operator]
            raise WrongValueError(
                f"is {shown(value)}; write a number from {low:g} to {high:g}{_unquoted(value)}."
            )
        return float(value)  # type: ignore[arg-type]

    return read


def yes_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise WrongValueError(f"is {shown(value)}; write true or false{_unquoted(value)}.")
    return value


def text(value: object) -> str:
    if not isinstance(value, str):
        raise WrongValueError(f"is {shown(value)}; write text in quotes.")
    if not value.strip() or not value.isprintable() or len(value) > MAX_TEXT:
        raise WrongValueError(f"is {shown(value)}; write 1 to {MAX_TEXT} visible characters.")
    return value


def identifier(value: object) -> str:
    if not isinstance(value, str):
        raise WrongValueError(f"is {shown(value)}; write an id in quotes.")
    if not re.fullmatch(r"[a-z0-9_]+", value) or len(value) > MAX_TEXT:
        example = f', for example "{as_id(value)}"' if as_id(value) else ""
        raise WrongValueError(
            f"is {shown(value)}; an id has 1 to {MAX_TEXT} lowercase letters, digits and "
            f"underscores{example}."
        )
    return value


def as_id(name: str) -> str:
    """A name turned into an id: "St. Paul's" becomes st_paul_s."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:MAX_TEXT]


def number_or_id(value: object) -> int | str:
    if isinstance(value, int) and not isinstance(value, bool):
        return int(whole(0, 999)(value))
    return identifier(value)


def one_of(*words: str) -> Read:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            near = did_you_mean(value, words) if isinstance(value, str) else ""
            raise WrongValueError(f"is {shown(value)}; write one of {quoted(words)}{near or '.'}")
        return value

    return read


def list_of(read: Read, low: int, high: int, things: str) -> Read:
    count = str(low) if low == high else f"{low} to {high}"

    def read_list(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise WrongValueError(f"is {shown(value)}; write a list of {count} {things}.")
        if not low <= len(value) <= high:
            raise WrongValueError(f"has {len(value)} entries; write {count} {things}.")
        return tuple(_read_place(read, place, item) for place, item in enumerate(value, 1))

    return read_list


def _read_place(read: Read, place: int, item: object) -> Any:
    try:
        return read(item)
    except WrongValueError as wrong:
        raise WrongValueError(f"entry {place} {wrong}") from None


def table_of(fields: dict[str, Field]) -> Read:
    def read(value: object) -> dict[str, Any]:
        problems: list[Problem] = []
        good = read_table(value, fields, "", problems)
        if problems:
            raise WrongValueError(f"cannot be read: {problems[0].sentence}")
        return good

    return read


def quoted(words: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)


def shown(value: object) -> str:
    """A value as it stands in the file, cut short."""
    match value:
        case bool():
            said = "true" if value else "false"
        case str():
            said = json.dumps(value if len(value) <= 40 else value[:40] + "...", ensure_ascii=False)
        case int():
            said = str(value) if abs(value) < 10**12 else "a very large number"
        case float():
            said = str(value) if math.isfinite(value) else "no finite number"
        case list():
            said = "a list"
        case dict():
            said = "a table"
        case _:
            said = "a date or time"
    return said


def _unquoted(value: object) -> str:
    return " without quotes" if isinstance(value, str) else ""
