"""Turns far apart are announced to browsers whose page is closed."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from caboose.server.host import Host
from caboose.server.live.push import MOST_BROWSERS, Push
from caboose.server.storage import rows
from tests.support.server.bare_host import Time, inside, new_game, play, until
from tests.support.server.push_service import PushService

DAYS = {"turn_seconds": 2 * 86_400}


@pytest.fixture
def service() -> Iterator[PushService]:
    made = PushService()
    yield made
    made.answers.set()
    made.server.shutdown()
    made.server.server_close()


async def all_sent(push: Push) -> None:
    while push._sending:
        await asyncio.gather(*push._sending)


async def keep_first(host: Host, table: Any, seat: int) -> None:
    answer = await play(host, table, seat, "keep 1", cmd_id=f"keep{seat}")
    assert answer.t == "ack"


def test_a_guest_has_only_so_many_subscriptions_and_the_oldest_goes(tmp_path: Path) -> None:
    async def go() -> None:
        clock = Time()
        async with inside(f"sqlite:///{tmp_path}/push.db", clock) as host:
            (ann, _), (bob, _) = [await host.guests.welcome(name) for name in ("Ann", "Bob")]
            await host.push.subscribe(bob.id, "https://push.example/bob")
            for n in range(MOST_BROWSERS + 3):
                clock.pass_by(1)
                await host.push.subscribe(ann.id, f"https://push.example/{n}")
            chosen = sa.select(rows.subscriptions.c.endpoint)
            kept = await host.store.read(lambda c: set(c.execute(chosen).scalars()))
            newest = {f"https://push.example/{n}" for n in range(3, MOST_BROWSERS + 3)}
            assert kept == newest | {"https://push.example/bob"}

    asyncio.run(go())


def test_a_turn_is_announced_once_to_who_is_not_there(tmp_path: Path, service: PushService) -> None:
    async def go() -> None:
        settings: dict[str, Any] = {"push_services": ["127.0.0.1"]}
        async with inside(f"sqlite:///{tmp_path}/push.db", **settings) as host:
            table, (ann, bob) = await new_game(host, 2, clock=DAYS)
            await host.push.subscribe(ann.id, f"{service.url}/ann")
            await host.push.subscribe(bob.id, f"{service.url}/bob")
            await keep_first(host, table, 0)
            await all_sent(host.push)
            service.pushes.clear()
            await keep_first(host, table, 1)
            await all_sent(host.push)
            assert [path for path, _ in service.pushes] == ["/ann"]
            service.pushes.clear()
            await play(host, table, 0, "draw deck", cmd_id="d")
            await all_sent(host.push)
            assert service.pushes == []  # it is still Ann's turn, and she was told

    asyncio.run(go())


def test_a_push_is_signed_with_the_key_that_browsers_are_given(
    tmp_path: Path, service: PushService
) -> None:
    async def go() -> str:
        settings: dict[str, Any] = {
            "push_services": ["127.0.0.1"],
            "contact": "mailto:ann@example.org",
        }
        async with inside(f"sqlite:///{tmp_path}/push.db", **settings) as host:
            table, (ann, _) = await new_game(host, 2, clock=DAYS)
            await host.push.subscribe(ann.id, f"{service.url}/ann")
            await keep_first(host, table, 0)
            await keep_first(host, table, 1)
            await all_sent(host.push)
            return host.push.public_key

    key = asyncio.run(go())
    header = service.pushes[-1][1]["Authorization"]
    token = header.removeprefix("vapid t=").partition(",")[0]
    assert header.endswith(f"k={key}")
    head, claims, signature = token.split(".")
    raw = _decode(signature)
    signed = utils.encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode(key))
    public.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said = json.loads(_decode(claims))
    assert said["aud"] == service.url
    assert said["sub"] == "mailto:ann@example.org"


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path, service: PushService) -> None:
    async def go() -> int:
        settings: dict[str, Any] = {"push_services": ["127.0.0.1"]}
        async with inside(f"sqlite:///{tmp_path}/push.db", **settings) as host:
            service.status = 410
            table, (ann, _) = await new_game(host, 2, clock=DAYS)
            await host.push.subscribe(ann.id, f"{service.url}/ann")
            await keep_first(host, table, 1)
            await keep_first(host, table, 0)
            await all_sent(host.push)
            count = sa.select(sa.func.count()).select_from(rows.subscriptions)
            return int(await host.store.read(lambda c: c.execute(count).scalar_one()))

    assert asyncio.run(go()) == 0
    assert service.pushes


def test_nobody_is_told_of_turns_that_follow_at_once(tmp_path: Path, service: PushService) -> None:
    async def go() -> None:
        settings: dict[str, Any] = {"push_services": ["127.0.0.1"]}
        async with inside(f"sqlite:///{tmp_path}/push.db", **settings) as host:
            table, (ann, _) = await new_game(host, 2, clock={"turn_seconds": 60})
            await host.push.subscribe(ann.id, f"{service.url}/ann")
            await keep_first(host, table, 0)
            await keep_first(host, table, 1)
            await all_sent(host.push)

    asyncio.run(go())
    assert service.pushes == []


def test_a_service_that_does_not_answer_holds_up_nothing_else(
    tmp_path: Path, service: PushService
) -> None:
    async def go() -> None:
        settings: dict[str, Any] = {"push_services": ["127.0.0.1"]}
        async with inside(f"sqlite:///{tmp_path}/push.db", **settings) as host:
            ann, _ = await host.guests.welcome("Ann")
            await host.push.subscribe(ann.id, f"{service.url}/ann")
            asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
            pushing = asyncio.create_task(host.push._tell({ann.id}))
            await until(lambda: service.pushes)
            await asyncio.to_thread(host.boards.lines)
            assert not pushing.done()
            service.answers.set()
            await pushing

    service.answers.clear()
    asyncio.run(go())


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://evil.example/push",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "ftp://push.apple.com/x",
        "https://127.0.0.1/x",
        "nothing",
        "https://2u[;",
    ],
)
def test_pushes_go_to_known_services_only(tmp_path: Path, endpoint: str) -> None:
    from caboose.server.settings import Settings

    host = Host(Settings(database=f"sqlite:///{tmp_path}/push.db"))
    assert not host.push.may_push_to(endpoint)
    assert host.push.may_push_to("https://fcm.googleapis.com/fcm/send/abc")
    assert host.push.may_push_to("https://web.push.apple.com/abc")
