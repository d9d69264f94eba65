"""What a single entry cannot show: entries that contradict or miss each other."""

from collections.abc import Iterator
from typing import Any

from caboose.boards import limits
from caboose.boards.board import GRAY, LOCOMOTIVE
from caboose.boards.draft import Draft, Entry
from caboose.boards.paths import Roads
from caboose.boards.problem import Problem, did_you_mean
from caboose.boards.toml_fields import quoted

FACE_UP = 5
_NO_COLORS = (GRAY, LOCOMOTIVE, "deck")  # words that actions and routes need for themselves


def find_problems(draft: Draft) -> list[Problem]:
    """Everything wrong with a draft: first what its reading found, then this file's checks."""
    checks = [_sizes, _cities, _routes, _tickets, _districts, _editions]
    problems = [*draft.problems, *(problem for check in checks for problem in check(draft))]
    roads_are_known = not any(problem.entry.startswith(("city", "route")) for problem in problems)
    if roads_are_known:
        problems += [p for check in (_isolated, _reach, _linkable) for p in check(draft)]
    return list(dict.fromkeys(problems))


def _sizes(draft: Draft) -> Iterator[Problem]:
    routes = sum(len(route.values.get("colors", ("",))) for route in draft.routes)
    for key, count, most in (
        ("city", len(draft.cities), limits.MAX_CITIES),
        ("route", routes, limits.MAX_ROUTES),
        ("district", len(draft.districts), limits.MAX_DISTRICTS),
        ("edition", len(draft.editions), limits.MAX_EDITIONS),
    ):
        if count > most:
            note = " (a double route counts twice)" if key == "route" else ""
            yield Problem(key, f"there are {count} of them{note}; leave at most {most}.")


def _cities(draft: Draft) -> Iterator[Problem]:
    yield from _repeated(draft.cities, "id", "city")
    yield from _repeated(draft.cities, "name", "city")


def _repeated(entries: list[Entry], key: str, kind: str) -> Iterator[Problem]:
    first: dict[object, str] = {}
    for entry in entries:
        value = entry.values.get(key)
        if value is not None and value in first:
            yield Problem(
                entry.label,
                f"{key} is the same as that of {first[value]}; give each {kind} its own.",
            )
        first.setdefault(value, entry.label)


def _known_cities(draft: Draft, entries: list[Entry]) -> Iterator[Problem]:
    known = {city.values["id"] for city in draft.cities if "id" in city.values}
    for entry in entries:
        cities = entry.values.get("cities", ())
        for city in cities:
            if city not in known:
                hint = did_you_mean(city, known) or "; add it or name another."
                yield Problem(entry.label, f'"{city}" is no city of this board{hint}')
        if len(set(cities)) < len(cities):
            yield Problem(entry.label, "names the same city twice; name different cities.")


def _routes(draft: Draft) -> Iterator[Problem]:
    yield from _known_cities(draft, draft.routes)
    first: dict[frozenset[str], str] = {}
    for route in draft.routes:
        pair = frozenset(route.values.get("cities", ()))
        if len(pair) == 2 and pair in first:
            yield Problem(
                route.label,
                f"these cities are joined by {first[pair]} already; a double route is one entry "
                "with two colors and one length, and more than two routes are not possible.",
            )
        first.setdefault(pair, route.label)
        yield from _route_in_editions(route, draft)


def _route_in_editions(route: Entry, draft: Draft) -> Iterator[Problem]:
    """Every edition must have cards for its color and points for its length."""
    for edition in draft.editions:
        deck = edition.values.get("colors", ())
        for color in route.values.get("colors", ()):
            if deck and color != GRAY and color not in deck:
                hint = did_you_mean(color, [*deck, GRAY])
                hint = hint or f"; use gray or one of {quoted(deck)}."
                yield Problem(route.label, f'"{color}" is no color of the deck{hint}')
        length, points = route.values.get("length", 0), edition.values.get("route_points")
        if points is not None and length > len(points):
            yield Problem(
                route.label,
                f"length is {length}, but route_points ends at length {len(points)}; "
                "add points for it or make the route shorter.",
            )


def _tickets(draft: Draft) -> Iterator[Problem]:
    yield from _known_cities(draft, draft.tickets)
    sets = [e.values["ticket_set"] for e in draft.editions if "ticket_set" in e.values]
    for ticket in draft.tickets:
        named = ticket.values.get("set", ())
        for name in named:
            if name not in sets:
                hint = did_you_mean(name, sets) or "; remove it or give an edition that ticket_set."
                yield Problem(ticket.label, f'no edition plays the ticket set "{name}"{hint}')
        if "set" not in ticket.written and sets and len(sets) == len(draft.editions):
            yield Problem(
                ticket.label, f"is in no ticket set; add for example set = [{quoted(sets[:1])}]."
            )


def _districts(draft: Draft) -> Iterator[Problem]:
    yield from _known_cities(draft, draft.districts)
    yield from _repeated(draft.districts, "id", "district")


def tickets_of(draft: Draft, edition: Entry) -> list[Entry]:
    """The tickets an edition plays: those of its set, or all of them."""
    name = edition.values.get("ticket_set")
    return [t for t in draft.tickets if name is None or name in t.values.get("set", ())]


def _editions(draft: Draft) -> Iterator[Problem]:
    yield from _repeated(draft.editions, "id", "edition")
    found = {edition.label: list(_numbers(draft, edition)) for edition in draft.editions}
    for label, sentences in found.items():
        for sentence in sentences:
            everywhere = len(found) > 1 and all(sentence in other for other in found.values())
            yield Problem("rules" if everywhere else label, sentence)


def _numbers(draft: Draft, edition: Entry) -> Iterator[str]:
    """What is wrong with the numbers of one edition when they are held against each other."""
    values = edition.values
    yield from _order(values)
    yield from _deck(values)
    yield from _bonuses(draft, values)
    tickets = len(tickets_of(draft, edition))
    name = values.get("ticket_set")
    if name is not None and not tickets:
        known = {s for t in draft.tickets for s in t.values.get("set", ())}
        hint = did_you_mean(name, known) or '; add set = ["..."] to its tickets.'
        yield f'no ticket is in the set "{name}"{hint}'
    elif tickets > limits.MAX_TICKETS:
        yield f"it has {tickets} tickets; leave at most {limits.MAX_TICKETS}."
    needed = values.get("first_offer", 0) * values.get("max_seats", 0)
    if 0 < tickets < needed:
        yield (
            f"the first offers of {values['max_seats']} seats need {needed} tickets, but there are "
            f"{tickets}; add tickets, or lower first_offer or max_seats."
        )


def _order(values: dict[str, Any]) -> Iterator[str]:
    """Numbers of which one may not be larger than the other."""
    for low, high in (("min_seats", "max_seats"), ("first_keep", "first_offer"), ("keep", "offer")):
        if values.get(low, 0) > values.get(high, values.get(low, 0)):
            yield f"{low} is {values[low]} and {high} is {values[high]}; {low} may not be larger."
    if "trains" in values and values.get("final_trains", 2) >= values["trains"]:
        yield (
            f"final_trains is {values.get('final_trains', 2)} and trains is {values['trains']}, so "
            "the final round would begin at once; give more trains."
        )


def _deck(values: dict[str, Any]) -> Iterator[str]:
    colors = values.get("colors", ())
    for color in _NO_COLORS:
        if color in colors:
            yield f'"{color}" cannot be a color of the deck; give the color another name.'
    if len(set(colors)) < len(colors):
        yield "colors names a color twice; name each once."
    keys = ("colors", "cards_per_color", "locomotives", "starting_hand", "max_seats")
    if all(key in values for key in keys):
        cards = len(colors) * values["cards_per_color"] + values["locomotives"]
        needed = values["starting_hand"] * values["max_seats"] + FACE_UP
        if cards < needed:
            yield (
                f"the hands of {values['max_seats']} seats and the face-up row need {needed} "
                f"cards, but the deck has {cards}; add cards, or lower starting_hand or max_seats."
            )


def _bonuses(draft: Draft, values: dict[str, Any]) -> Iterator[str]:
    if values.get("districts") and not draft.districts:
        yield "districts is true, but the board has none; add district = [ ... ] or remove it."
    if values.get("attractions") and not any(c.values.get("attraction") for c in draft.cities):
        yield "attractions is true, but no city has one; give a city attraction = 1 or remove it."
    tie_break = values.get("tie_break", ())
    if len(set(tie_break)) < len(tie_break):
        yield "tie_break names the same thing twice; name each once."
    if "longest_path_bonus" in tie_break and not values.get("longest_path"):
        yield (
            'tie_break asks for "longest_path_bonus", but there is no such card; '
            'set longest_path = 10 or write "longest_path".'
        )


def _isolated(draft: Draft) -> Iterator[Problem]:
    joined = {city for route in draft.routes for city in route.values["cities"]}
    for city in draft.cities:
        if city.values["id"] not in joined:
            yield Problem(city.label, "no route ends here; add one or remove the city.")


def _reach(draft: Draft) -> Iterator[Problem]:
    """A ticket must have a path at all, and one that a seat's trains can fill."""
    roads = Roads((r.values["cities"], r.values["length"]) for r in draft.routes)
    for edition in draft.editions:
        for ticket in tickets_of(draft, edition):
            start, end = ticket.values.get("cities", ("", ""))
            needed = roads.distances(start).get(end)
            trains = edition.values.get("trains", limits.MAX_TRAINS)
            if not {start, end} <= roads.cities:
                continue
            if needed is None:
                yield Problem(ticket.label, "no path joins its cities; add routes or remove it.")
            elif needed > trains:
                yield Problem(
                    ticket.label,
                    f"its shortest path needs {needed} trains, but a seat has {trains}; "
                    "give more trains, add routes or remove it.",
                )


def _linkable(draft: Draft) -> Iterator[Problem]:
    roads = Roads((r.values["cities"], r.values["length"]) for r in draft.routes)
    for district in draft.districts:
        cities = set(district.values.get("cities", ())) & roads.cities
        if cities and not cities <= set(roads.distances(min(cities))):
            yield Problem(
                district.label, "no path joins all its cities; add routes or remove some."
            )
