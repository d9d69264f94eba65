"""Beyond one page on one machine: a home network without https, and turns that are days apart."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, Worker, expect

from tests.support.browser.chromium import HOME_NETWORK
from tests.support.browser.server import Server, run_server
from tests.support.browser.visitor import LONG, Visitor, who_decides
from tests.support.server.push_service import PushService

Visit = Callable[..., Visitor]

# The browser's own push service is out of reach, so this one stands in for it; all else is real.
SUBSCRIBE = """(endpoint) => {
  PushManager.prototype.subscribe = async () => ({ endpoint });
}"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const shown = await worker.getNotifications();
  return shown.map(({ title, body, data }) => [title, body, data.path]);
}"""
# A script's click may open no window, so what the worker would open is written down.
CLICK = """async () => {
  const [notification] = await self.registration.getNotifications();
  self.opened = [];
  self.clients.openWindow = async (path) => self.opened.push(path);
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
}"""


def test_on_a_home_network_without_https_people_invite_and_play(
    visit: Visit, server: Server
) -> None:
    at_home = f"http://{HOME_NETWORK}:{server.port}"
    ann, bob = visit(base_url=at_home), visit(base_url=at_home)
    ann.open_table("london")
    assert ann.page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    ann.button("Copy link").first.click()
    expect(ann.page.get_by_role("region", name="Notices")).to_contain_text("Copied.")
    bob.go(pasted(ann))
    bob.button("Join").click()
    ann.start_game()
    for one in (ann, bob):
        one.wait_for_table()
    for _ in range(8):
        who_decides(ann, bob).decide()
    for one in (ann, bob):
        one.is_well()


def pasted(visitor: Visitor) -> str:
    """What is in the clipboard, put into the chat's field."""
    field = visitor.page.get_by_label("Write a message")
    field.focus()
    visitor.page.keyboard.press("ControlOrMeta+v")
    return field.input_value()


@pytest.fixture(name="service")
def _service() -> Iterator[PushService]:
    """The push service of Ann's browser."""
    service = PushService()
    yield service
    service.server.shutdown()
    service.server.server_close()


@pytest.fixture(name="pushing")
def _pushing(tmp_path: Path) -> Iterator[Server]:
    """A server that may push to this machine."""
    yield from run_server(Server(tmp_path, push_services='["127.0.0.1"]'))


def test_a_turn_is_told_while_the_page_is_closed_and_a_click_leads_to_it(
    visit: Visit, pushing: Server, service: PushService
) -> None:
    ann = visit(pushing, permissions=["notifications"])
    bob = visit(pushing)
    ann.go()
    ann.page.get_by_label("Your name").fill("Ann")
    ann.choose("london")
    ann.page.get_by_role("button", name="With friends").click()
    ann.page.get_by_text("Table options").click()
    ann.page.get_by_label("Clock").select_option(label="One day per turn")
    ann.page.get_by_label("Order of play").select_option(label="Seats as listed")
    ann.button("Open a table and get links").click()
    bob.go(ann.invitation())
    bob.button("Join").click()
    ann.start_game()
    ann.must_decide()
    ann.decide()
    path = ann.page.url.removeprefix(pushing.address)
    ann.go()
    be_told(ann, f"{service.url}/ann")
    bob.must_decide()
    bob.decide()  # and now it is Ann's turn
    assert service.arrived.wait(LONG / 1000)
    assert [who for who, _ in service.pushes] == ["/ann"]
    deliver(ann.page, pushing.address)
    assert notification(ann.page) == ["Caboose", "● London · Ann", path]
    assert click(ann) == [path]
    ann.go(path)
    assert ann.must_decide()
    ann.is_well()


def be_told(visitor: Visitor, endpoint: str) -> None:
    """Switch it on in the settings."""
    visitor.page.evaluate(SUBSCRIBE, endpoint)
    visitor.button("Settings").click()
    switch = visitor.page.get_by_role("switch", name="Notify me when it’s my turn")
    with visitor.page.expect_response("**/api/me/push") as answer:
        switch.check()
    assert answer.value.ok


def deliver(page: Page, origin: str) -> None:
    """As the browser does it when its push service calls."""
    session = page.context.new_cdp_session(page)
    known = registration(session, page)
    push = {"origin": origin, "registrationId": known, "data": ""}
    session.send("ServiceWorker.deliverPushMessage", push)


def registration(session: CDPSession, page: Page) -> str:
    """The number under which the browser knows the page's service worker."""
    seen: list[str] = []

    def note(event: dict[str, list[dict[str, str]]]) -> None:
        seen.extend(one["registrationId"] for one in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", note)
    session.send("ServiceWorker.enable")
    until = time.monotonic() + LONG / 1000
    while not seen and time.monotonic() < until:
        page.wait_for_timeout(50)
    return seen[0]


def notification(page: Page) -> list[str]:
    """What the browser shows, as soon as it shows something."""
    until = time.monotonic() + LONG / 1000
    while not (shown := page.evaluate(SHOWN)) and time.monotonic() < until:
        page.wait_for_timeout(50)
    (one,) = shown
    return list(one)


def click(visitor: Visitor) -> list[str]:
    """Click the notification: what its worker opens."""
    worker: Worker = visitor.page.context.service_workers[0]
    worker.evaluate(CLICK)
    opened: list[str] = worker.evaluate("self.opened")
    return opened
