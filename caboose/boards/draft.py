"""A board file read entry by entry: which keys there are, and what each may hold."""

import tomllib
from dataclasses import dataclass, field
from typing import Any

from caboose.boards import limits
from caboose.boards.edition import TIE_BREAKS
from caboose.boards.problem import Problem, did_you_mean
from caboose.boards.toml_fields import (
    Field,
    as_id,
    identifier,
    list_of,
    missing,
    number_or_id,
    one_of,
    read_table,
    real,
    shown,
    table_of,
    text,
    whole,
    yes_no,
)

_POINTS = whole(0, limits.MAX_POINTS)
_REWARD = whole(1, limits.MAX_POINTS)
_PAIR = list_of(identifier, 2, 2, "city ids")

CITY = {
    "id": Field(identifier, '"harbor"'),
    "name": Field(text, '"Harbor"'),
    "lat": Field(real(-90, 90), "47.5"),
    "lon": Field(real(-180, 180), "-12.25"),
    "attraction": Field(_POINTS, "1", required=False),
    "big_city": Field(yes_no, "true", required=False),
}
ROUTE = {
    "cities": Field(_PAIR, '["harbor", "lighthouse"]'),
    "length": Field(whole(1, limits.MAX_LENGTH), "3"),
    "colors": Field(list_of(identifier, 1, 2, "colors (two make a double route)"), '["red"]'),
}
TICKET = {
    "cities": Field(_PAIR, '["harbor", "lighthouse"]'),
    "points": Field(_REWARD, "7"),
    "set": Field(list_of(identifier, 1, 16, "names of ticket sets"), '["classic"]', required=False),
}
DISTRICT = {
    "id": Field(number_or_id, "1"),
    "points": Field(_REWARD, "3"),
    "color": Field(identifier, '"green"', required=False),
    "cities": Field(
        list_of(identifier, 2, limits.MAX_CITIES, "city ids"), '["harbor", "lighthouse"]'
    ),
}
WORDS = {
    word: Field(text, f'"{word}"', required=False)
    for word in ("train", "trains", "locomotive", "locomotives")
}
_SEATS = whole(2, limits.MAX_SEATS)
_OFFER = whole(1, limits.MAX_OFFER)
RULES = {
    "min_seats": Field(_SEATS, "2"),
    "max_seats": Field(_SEATS, "4"),
    "trains": Field(whole(1, limits.MAX_TRAINS), "20"),
    "starting_hand": Field(whole(0, limits.MAX_CARDS_PER_COLOR), "4"),
    "colors": Field(list_of(identifier, 1, limits.MAX_COLORS, "colors"), '["red", "blue"]'),
    "cards_per_color": Field(whole(1, limits.MAX_CARDS_PER_COLOR), "12"),
    "locomotives": Field(whole(0, limits.MAX_LOCOMOTIVES), "14"),
    "route_points": Field(
        list_of(_POINTS, 1, limits.MAX_LENGTH, "numbers, for length 1, 2, 3 and so on"),
        "[1, 2, 4, 7]",
    ),
    "doubles_open_from": Field(whole(1, limits.MAX_SEATS + 1), "4"),
    "first_offer": Field(_OFFER, "3"),
    "first_keep": Field(_OFFER, "2"),
    "offer": Field(_OFFER, "3"),
    "keep": Field(_OFFER, "1"),
    "final_trains": Field(whole(0, limits.MAX_TRAINS), "2", required=False),
    "face_up": Field(whole(5, 5), "5", required=False),
    "sweep": Field(whole(3, 3), "3", required=False),
    "returned_first_tickets_leave": Field(yes_no, "false", required=False),
    "longest_path": Field(_POINTS, "10", required=False),
    "globetrotter": Field(_POINTS, "15", required=False),
    "districts": Field(yes_no, "true", required=False),
    "attractions": Field(yes_no, "true", required=False),
    "tie_break": Field(
        list_of(one_of(*TIE_BREAKS), 0, len(TIE_BREAKS), "tie-breaks"),
        '["completed_tickets"]',
        required=False,
    ),
    "ticket_set": Field(identifier, '"classic"', required=False),
    "words": Field(table_of(WORDS), '{ train = "ship", trains = "ships" }', required=False),
}
EDITION = {"id": Field(identifier, '"classic"'), "name": Field(text, '"Classic"', required=False)}
FILE = ("name", "city", "route", "ticket", "district", "rules", "edition")

# Any rule may stand in [rules] or in an edition, so neither table needs all of them.
_LOOSE_RULES = {key: Field(rule.read, rule.example, required=False) for key, rule in RULES.items()}

_MAX_DOTS = 300  # on one line; all cities of the largest board need 128


@dataclass(slots=True)
class Entry:
    """One table of the file, with those of its values that could be read."""

    label: str
    values: dict[str, Any]
    written: set[str] = field(default_factory=set)  # its keys, readable or not


@dataclass(slots=True)
class Draft:
    """A whole file, not yet a board: its entries may still contradict each other."""

    name: str = "Board"
    cities: list[Entry] = field(default_factory=list)
    routes: list[Entry] = field(default_factory=list)
    tickets: list[Entry] = field(default_factory=list)
    districts: list[Entry] = field(default_factory=list)
    editions: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, entry: str, sentence: str) -> None:
        self.problems.append(Problem(entry, sentence))


def read_draft(toml: str) -> Draft:
    draft = Draft()
    try:
        _refuse_deep_keys(toml)
        raw = tomllib.loads(toml)
    except RecursionError:
        draft.add("file", "is nested too deeply; a board needs no lists within lists.")
        return draft
    except ValueError as error:
        draft.add("file", f"is not valid TOML: {error}. Correct that place first.")
        return draft
    for key in raw:
        if key not in FILE:
            hint = did_you_mean(key, FILE) or "; remove it."
            draft.add("file", f"{shown(key)} is no part of a board file{hint}")
    _read_entries(raw, draft)
    _read_editions(raw, draft)
    return draft


def _refuse_deep_keys(toml: str) -> None:
    # Reading a.b.c. ... takes time by the square of the dots: minutes for a file of allowed size.
    if any(line.count(".") > _MAX_DOTS for line in toml.splitlines()):
        raise RecursionError


def _read_entries(raw: dict[str, Any], draft: Draft) -> None:
    draft.name = _read_name(raw, draft)
    draft.cities = _read_list(raw, "city", CITY, draft)
    draft.routes = _read_list(raw, "route", ROUTE, draft)
    draft.tickets = _read_list(raw, "ticket", TICKET, draft)
    if "district" in raw:
        draft.districts = _read_list(raw, "district", DISTRICT, draft)


def _read_name(raw: dict[str, Any], draft: Draft) -> str:
    field_ = {"name": Field(text, '"My island"')}
    table = {key: value for key, value in raw.items() if key == "name"}
    return str(read_table(table, field_, "file", draft.problems).get("name", draft.name))


def _read_list(
    raw: dict[str, Any], key: str, fields: dict[str, Field], draft: Draft
) -> list[Entry]:
    tables = raw.get(key)
    if not isinstance(tables, list) or not tables:
        wrong = "is missing" if key not in raw else f"is {shown(tables)}"
        wrong = "is empty" if tables == [] else wrong
        draft.add(key, f"{wrong}; write {key} = [ ... ] with one table for each {key}.")
        return []
    entries = []
    for place, table in enumerate(tables, 1):
        entries.append(_read_entry(table, fields, _label(key, place, table), draft))
    return entries


def _read_entry(table: object, fields: dict[str, Field], label: str, draft: Draft) -> Entry:
    written = set(table) if isinstance(table, dict) else set()
    return Entry(label, read_table(table, fields, label, draft.problems), written)


def _label(key: str, place: int, table: object) -> str:
    """Where an entry is, in words: "route 3 (denver-omaha)"."""
    if not isinstance(table, dict):
        return f"{key} {place}"
    cities = table.get("cities") if key in ("route", "ticket") else None
    name = table.get("id")
    if isinstance(cities, list) and len(cities) == 2:
        name = "-".join(city for city in cities if isinstance(city, str))
    if isinstance(name, bool) or not isinstance(name, str | int) or name == "":
        return f"{key} {place}"
    return f"{key} {place} ({shown(name).strip(chr(34))})"


def _read_editions(raw: dict[str, Any], draft: Draft) -> None:
    """Every edition, with the shared [rules] filled in."""
    shared = _read_entry(raw.get("rules", {}), _LOOSE_RULES, "rules", draft)
    if "edition" in raw:
        draft.editions = _read_list(raw, "edition", EDITION | _LOOSE_RULES, draft)
    else:
        draft.editions = [Entry("rules", {"id": as_id(draft.name) or "board"})]
    for edition in draft.editions:
        edition.values = {"name": draft.name} | shared.values | edition.values
        edition.written |= shared.written
    for key in (key for key, rule in RULES.items() if rule.required):
        lacking = [edition.label for edition in draft.editions if key not in edition.written]
        labels = ["rules"] if lacking and len(lacking) == len(draft.editions) else lacking
        for label in labels:
            draft.add(label, missing(key, RULES))
