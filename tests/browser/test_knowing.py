"""Knowing what a move does, and what everybody knows of everybody."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]

LAPTOP = {"width": 1366, "height": 768}
LIT = ".edge.lit"
MANY = 40  # turns in which only cards are drawn


def other_seat(ann: Visitor) -> int:
    """The seat of the one below me, the second of those who play."""
    card = ann.page.locator("aside li[data-seat]").nth(1)
    return int(card.get_attribute("data-seat") or 0)


def until_a_claim(ann: Visitor) -> None:
    """Decide until a route can be claimed and the other player has one."""
    while ann.must_decide():
        owners = set(ann.last_view()["public"]["routes"].values())
        if other_seat(ann) in owners and ann.page.locator(".band.claimable").count():
            return
        ann.decide()
    raise AssertionError("nothing could be claimed")


def open_a_route(ann: Visitor) -> None:
    ann.page.keyboard.press("b")
    ann.page.locator("tr.payable").first.get_by_role("button").click()
    ann.page.keyboard.press("b")


def find_route(ann: Visitor, *cities: str) -> None:
    """Open a route by the names of its cities."""
    ann.page.keyboard.press("/")
    line = ann.page.get_by_role("combobox", name="Command line")
    expect(line).to_be_focused()
    line.press_sequentially(" ".join(cities))
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#route-title")).to_be_visible()


def one_payable_track(ann: Visitor) -> str:
    """Draw until of the two open tracks of a double route one alone can be paid for."""
    for _ in range(MANY):
        assert ann.must_decide()
        view = ann.last_view()
        taken, legal = view["public"]["routes"], set(view["legal"])
        for route in (one.removeprefix("claim ") for one in legal if re.search(r"\.[12]$", one)):
            twin = route[:-1] + ("2" if route.endswith("1") else "1")
            if f"claim {twin}" not in legal and twin not in taken:
                return route
        at = ann.at
        ann.draw()
        ann.wait_for_change(at)
    raise AssertionError("no such double route")


def test_the_open_track_of_a_double_route_is_offered_without_a_refusal(visit: Visit) -> None:
    ann = visit(viewport=LAPTOP)
    ann.play_bots("usa", bots=1)
    ann.must_decide()
    ann.decide()
    cities = one_payable_track(ann)[:-2].replace("_", " ").split("-")
    find_route(ann, *cities)
    expect(ann.button("Claim this route")).to_be_enabled()
    expect(ann.page.locator(".decision .reason")).to_have_count(0)


def test_what_holds_for_both_tracks_is_said_once(visit: Visit) -> None:
    ann = visit(viewport=LAPTOP)
    ann.play_bots("london", bots=2)
    ann.must_decide()
    ann.decide()
    ann.must_decide()
    find_route(ann, "covent garden", "st paul")
    expect(ann.page.locator("#route-title")).to_contain_text("St Paul")
    expect(ann.page.locator(".decision .reason")).to_have_count(1)
    expect(ann.page.locator(".decision .reason")).to_contain_text("You need 3 cards of one color")


def test_an_opponent_near_the_end_is_told_of(visit: Visit) -> None:
    ann = visit(viewport=LAPTOP)
    ann.play_bots("london", bots=1, level="dispatcher")
    warning = ann.page.get_by_text(re.compile("has only .*: the last round is near"))
    while ann.must_decide() and not warning.count():
        ann.move_unseen(f"unseen{ann.at}")
        ann.page.wait_for_timeout(10)
    expect(warning.first).to_be_visible()


def test_before_a_claim_the_screen_says_what_it_brings_and_how_all_stand(visit: Visit) -> None:
    ann = visit(viewport=LAPTOP)
    ann.play_bots("london", bots=1)
    until_a_claim(ann)
    open_a_route(ann)
    now = ann.page.get_by_text(re.compile(r"^\+\d+ now \(\d+ route points in all\)$"))
    expect(now).to_be_visible()
    found = re.search(r"\((\d+)", now.inner_text())
    assert found is not None
    at = ann.at
    ann.button("Claim this route").click()
    ann.wait_for_change(at)
    mine = ann.page.locator("aside li[data-seat]").first
    expect(mine.locator(".points [aria-hidden]")).to_have_text(found.group(1))

    ann.button("Bonuses").click()
    standing = ann.page.get_by_role("region", name="Bonuses")
    expect(standing.locator("tbody tr")).to_have_count(5)
    path = standing.get_by_role("button", name=re.compile("show .+ path")).first
    path.click()
    expect(path).to_have_attribute("aria-pressed", "true")
    expect(ann.page.locator(LIT).first).to_be_visible()
    path.click()
    expect(ann.page.locator(LIT)).to_have_count(0)
    ann.is_well()


def test_cards_and_decks_say_what_comes_first(visit: Visit) -> None:
    ann = visit(viewport=LAPTOP)
    ann.play_bots("london", bots=1)
    ann.must_decide()
    said = ann.page.locator(".notes").get_by_text("Choose your first tickets")
    for market in ("[data-slot='0']", "[data-deck] button >> nth=0", "[data-deck] .tickets"):
        ann.page.locator(market).click(force=True)
        expect(said).to_have_count(1)
        ann.page.locator(".notes button").click()
        expect(said).to_have_count(0)
    assert ann.phase == "first_tickets"


def test_a_click_on_a_player_lights_their_network_and_moves_nothing(visit: Visit) -> None:
    ann = visit(viewport=LAPTOP)
    ann.play_bots("london", bots=1)
    until_a_claim(ann)
    ann.page.wait_for_timeout(3700)  # what is lit as news goes out
    other = ann.page.locator("aside li[data-seat]").nth(1)
    parts = {"map": ann.page.locator("main.map"), "other": other}
    before = {name: part.bounding_box() for name, part in parts.items()}
    other.get_by_role("button").click()
    public = ann.last_view()["public"]
    whose = other_seat(ann)
    theirs = [route for route, owner in public["routes"].items() if owner == whose]
    expect(ann.page.locator(LIT)).to_have_count(len(theirs))
    name = other.locator("strong").inner_text()
    card = ann.page.get_by_role("region", name=name)
    unknown = public["hands"][whose] - sum(public["seen"][whose].values())
    if unknown:
        expect(card).to_contain_text(f"{unknown} unknown")
    assert {name: part.bounding_box() for name, part in parts.items()} == before
    ann.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(ann.page.locator(LIT)).to_have_count(0)


def test_friends_react_and_a_bot_sits_where_nobody_comes(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.go()
    ann.choose("london")
    ann.page.get_by_role("button", name="With friends").click()
    ann.button("Add a player").click()
    ann.page.get_by_text("Table options", exact=True).click()
    ann.page.get_by_role("combobox", name="Clock").select_option("quick")
    ann.page.get_by_role("button", name="Open a table").click()
    bob.go(ann.invitation())
    bob.button("Join").click()
    expect(ann.chair(2)).to_contain_text("here")
    ann.chair(3).get_by_role("button", name="Seat a bot instead").click()
    expect(ann.chair(3)).not_to_contain_text("Waiting")
    ann.start_game()
    for one in (ann, bob):
        one.wait_for_table()
    clock = ann.page.get_by_title(re.compile("Time left for this turn: .+; in reserve: 2:00")).first
    expect(clock).to_contain_text("+2:00")
    bob.page.get_by_role("group", name="Log and chat").get_by_role("button", name="Chat").click()
    bob.button("Well played!").click()
    name = bob.page.locator("aside li[data-seat] strong").first.inner_text()
    card = ann.page.locator("aside li[data-seat]").filter(has_text=name)
    expect(card.locator(".bubble")).to_have_text("Well played!")
    # Whoever is muted reacts to everybody else.
    card.get_by_role("button").click()
    ann.page.get_by_role("button", name=re.compile("^Mute")).click()
    expect(card.locator(".bubble")).to_have_count(0)
    bob.button("Thanks!").click()
    expect(bob.page.locator(".bubble")).to_have_text("Thanks!")
    ann.page.wait_for_timeout(300)
    expect(card.locator(".bubble")).to_have_count(0)
    for one in (ann, bob):
        one.is_well()
