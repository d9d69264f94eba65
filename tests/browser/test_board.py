"""The map on a real screen: how large it is, what is written there, what glows, what stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.fitting import PHONE, SMALLEST
from tests.support.browser.visitor import Visitor

Visit = Callable[..., Visitor]

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
LYING: dict[str, Any] = PHONE | {"viewport": {"width": 844, "height": 390}}
LOW: dict[str, Any] = {"viewport": {"width": 844, "height": 390}}  # a low window, with a mouse
SMALLEST_NAME = 13  # pixels, on a desk
SMALLEST_SHARE = 0.28  # of the height of any window
BUTTON_STEP = 1.6  # one press enlarges so many times

# How much of the map's box its cities span, from the first to the last, across and down.
SPAN = """() => {
  const map = document.querySelector('.map').getBoundingClientRect();
  const cities = [...document.querySelectorAll('[data-city]')].map(
    (one) => one.getBoundingClientRect());
  const xs = cities.map((box) => box.x), ys = cities.map((box) => box.y);
  const span = (all) => Math.max(...all) - Math.min(...all);
  return [span(xs) / map.width, span(ys) / map.height];
}"""
# The size of names in pixels of the screen.
NAME_SIZE = """() => {
  const names = document.querySelector('.names');
  return parseFloat(names.style.fontSize) * names.getScreenCTM().a;
}"""
# How much of the window's height the map has.
MAP_SHARE = "() => document.querySelector('.map').getBoundingClientRect().height / innerHeight"
# Cities with a button of the map above them.
COVERED = """() => [...document.querySelectorAll('[data-city]')].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.zoom');
}).map((one) => one.dataset.city)"""
# Names with a button of the map above them.
WRITTEN_UNDER = """() => {
  const buttons = [...document.querySelectorAll('.zoom button')].filter(
    (one) => one.checkVisibility({ visibilityProperty: true })).map(
    (one) => one.getBoundingClientRect());
  return [...document.querySelectorAll('.names text')].filter((one) => {
    const name = one.getBoundingClientRect();
    return buttons.some((box) => name.left < box.right && name.right > box.left
      && name.top < box.bottom && name.bottom > box.top);
  }).map((one) => one.textContent);
}"""
ENLARGED = (
    "() => Number(document.querySelector('.sheet').style.transform.match(/scale\\((.+)\\)/)[1])"
)


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def outlines(page: Page) -> int:
    """Roads and cities that look chosen or focused."""
    return page.locator(".targets :focus-visible, .band.selected").count()


def draw_until_something_glows(visitor: Visitor) -> Locator:
    """The outlines of what can be claimed, once there is any."""
    glow = visitor.page.locator(".band.edge.claimable")
    while visitor.must_decide() and not (visitor.phase == "turn" and glow.count()):
        at = visitor.at
        visitor.draw()
        visitor.wait_for_change(at)
    return glow


@pytest.mark.parametrize("edition", ["usa", "london", "new_york"])
def test_names_are_large_and_the_board_fills_a_desk(visit: Visit, edition: str) -> None:
    ann = visit(**DESK)
    ann.play_bots(edition)
    ann.must_decide()
    expect(ann.page.locator("[data-city]").first).to_be_attached()
    assert ann.page.evaluate(NAME_SIZE) >= SMALLEST_NAME - 0.01
    across, down = ann.page.evaluate(SPAN)
    assert min(across, down) > 0.6, (across, down)
    assert max(across, down) > 0.75, (across, down)


@pytest.mark.parametrize(
    "shape", [PHONE, SMALLEST, LYING, LOW], ids=["tall", "small", "lying", "low"]
)
def test_a_small_map_names_every_city_and_hides_none(visit: Visit, shape: dict[str, Any]) -> None:
    ann = visit(**shape)
    ann.play_bots("usa")
    ann.must_decide()
    expect(ann.page.locator("[data-city]").first).to_be_attached()
    assert ann.page.evaluate(MAP_SHARE) > SMALLEST_SHARE, "tickets leave room for the map"
    ann.decide()
    ann.must_decide()
    cities = ann.page.locator("[data-city]")
    expect(cities.first).to_be_attached()
    assert ann.page.locator(".names text").count() >= cities.count()
    assert ann.page.evaluate(COVERED) == []
    assert ann.page.evaluate(WRITTEN_UNDER) == []
    if shape is PHONE:
        assert ann.page.evaluate(SPAN)[1] > 0.8, "the board uses the height"


def test_a_second_tap_at_the_same_place_enlarges_again(visit: Visit) -> None:
    ann = visit(**SMALLEST)
    ann.play_bots("usa")
    ann.must_decide()
    ann.decide()
    place = middle(ann.button("Zoom in"))
    for taps in (1, 2, 3):
        ann.page.touchscreen.tap(*place)
        assert ann.page.evaluate(ENLARGED) == pytest.approx(BUTTON_STEP**taps)


def test_no_outline_stays_when_a_route_is_closed_or_claimed(visit: Visit) -> None:
    ann = visit(**DESK)
    ann.play_bots("london")
    ann.must_decide()
    ann.decide()
    glow = draw_until_something_glows(ann)
    sheet = ann.page.locator(".decision")
    place = middle(glow.first)
    ann.page.mouse.click(*place)
    expect(sheet).to_be_visible()
    assert outlines(ann.page) > 0, "it is marked while it is open"
    ann.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert outlines(ann.page) == 0
    at = ann.at
    ann.page.mouse.click(*place)
    ann.button("Claim this route").click()
    ann.wait_for_change(at)
    expect(sheet).to_be_hidden()
    ann.page.keyboard.press("Shift")  # after a key, what has the focus is outlined
    assert outlines(ann.page) == 0
    ann.is_well()


def test_only_the_track_that_can_be_paid_for_glows(visit: Visit) -> None:
    ann = visit(**DESK)
    ann.play_bots("usa")
    ann.must_decide()
    ann.decide()
    glow = draw_until_something_glows(ann)
    shown = {str(one.get_attribute("data-band")) for one in glow.all()}
    legal = ann.last_view()["legal"]
    assert shown == {action.split()[1] for action in legal if action.startswith("claim ")}


def look(one: Locator, *properties: str) -> list[str]:
    """How something is drawn."""
    script = "(one, all) => all.map((name) => getComputedStyle(one)[name])"
    return list(one.evaluate(script, list(properties)))


def test_what_my_tickets_need_glows_stronger_than_the_rest(visit: Visit) -> None:
    ann = visit(**DESK)
    ann.play_bots("london")
    ann.must_decide()
    ann.decide()
    wanted = ann.page.locator(".band.edge.claimable.wanted")
    faint = ann.page.locator(".band.edge.claimable:not(.wanted)")
    while ann.must_decide() and not (wanted.count() and faint.count()):
        at = ann.at
        ann.draw()
        ann.wait_for_change(at)
    widths = [float(look(one.first, "strokeWidth")[0][:-2]) for one in (wanted, faint)]
    assert widths[0] > widths[1]
    inner = [one.first.locator("xpath=following-sibling::*[1]") for one in (wanted, faint)]
    assert look(inner[0], "fill") != look(inner[1], "fill")


def test_my_tickets_and_the_news_of_others_have_two_looks(visit: Visit) -> None:
    ann = visit(**DESK)
    ann.play_bots("london")
    ann.must_decide()
    ann.decide()
    news = ann.page.locator(".band.edge.lit")
    while ann.must_decide() and not news.count():
        at = ann.at
        ann.draw()
        ann.wait_for_change(at)
    assert news.count(), "nothing was claimed"
    looks = look(news.first, "stroke") + look(
        news.first.locator("xpath=following-sibling::*[1]"), "fill"
    )
    ring = look(ann.page.locator(".ring circle:not(.under)").first, "stroke")
    ann.button("Show routes").click()
    way = look(ann.page.locator(".way:not(.under)").first, "stroke")
    assert not {*ring, *way} & {*looks}


@pytest.mark.parametrize(
    ("edition", "vehicle"), [("usa", "train"), ("london", "bus"), ("new_york", "taxi")]
)
def test_counts_and_the_deck_show_what_is_played_with(
    visit: Visit, edition: str, vehicle: str
) -> None:
    ann = visit(**DESK)
    ann.play_bots(edition)
    ann.must_decide()
    ann.decide()
    ann.must_decide()
    counts = ann.page.locator("aside .facts [data-vehicle]")
    expect(counts).to_have_count(2)
    assert {one.get_attribute("data-vehicle") for one in counts.all()} == {vehicle}
    vehicle_drawn = counts.first.locator("path").get_attribute("d")
    phone = visit(viewport={"width": 390, "height": 844})
    phone.play_bots(edition)
    phone.must_decide()
    phone.decide()
    phone.must_decide()
    back = phone.page.locator("[data-deck] .back path").first
    assert back.get_attribute("d") == vehicle_drawn


def test_the_stripe_of_every_player_has_an_edge(visit: Visit) -> None:
    ann = visit(**DESK)
    ann.play_bots("usa", bots=4)
    stripes = ann.page.locator("aside li[data-seat]").evaluate_all(
        "all => all.map((one) => getComputedStyle(one, '::before'))"
        ".map(({ backgroundColor, borderTopColor, borderTopWidth }) =>"
        " [backgroundColor, borderTopColor, parseFloat(borderTopWidth)])"
    )
    assert len({color for color, _, _ in stripes}) == 5
    for color, edge, width in stripes:
        assert width >= 1
        assert edge != color
