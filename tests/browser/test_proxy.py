"""In a browser over https, through nginx as docs/server.md sets it up, at a port of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.server import Server, run_server
from tests.support.browser.visitor import LONG, Visitor
from tests.support.server.nginx import Nginx, nginx_before

Visit = Callable[..., Visitor]


@pytest.fixture(name="behind")
def _behind(tmp_path: Path) -> Iterator[Server]:
    yield from run_server(Server(tmp_path, behind_proxy=True))


@pytest.fixture(name="proxy")
def _proxy(behind: Server, tmp_path: Path) -> Iterator[Nginx]:
    with nginx_before(tmp_path / "nginx", behind.port, http2=True) as proxy:
        yield proxy


def test_a_game_through_the_proxy_goes_on_after_server_and_proxy_were_gone(
    visit: Visit, behind: Server, proxy: Nginx
) -> None:
    ann = visit(proxy, ignore_https_errors=True)
    ann.reach_own_turn()
    for gone in (behind, proxy):
        before = ann.at
        gone.stop()
        expect(ann.page.get_by_text("Reconnecting")).to_be_visible(timeout=LONG)
        gone.start()
        expect(ann.page.get_by_text("Reconnecting")).to_be_hidden(timeout=LONG)
        ann.must_decide()
        assert ann.at == before
        ann.decide()
        ann.must_decide()
    ann.is_well()


@pytest.mark.soak
def test_a_whole_game_is_played_through_the_proxy(visit: Visit, proxy: Nginx) -> None:
    ann = visit(proxy, ignore_https_errors=True)
    ann.play_bots("london")
    ann.play_to_the_end()
    assert len(ann.totals()) == 2
    ann.is_well()
