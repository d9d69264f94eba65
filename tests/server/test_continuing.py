"""A finished game can be played on from any of its positions, against bots, as another table."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from caboose.engine.record import verify
from caboose.server.storage import rows
from tests.support.server.finished_game import finished_at
from tests.support.server.people import Person, begun
from tests.support.server.raw_client import wait_until
from tests.support.server.server_process import NewDatabase
from tests.support.server.server_thread import serving


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_it_stands_as_it_stood_and_goes_on_to_an_end_of_its_own(
    kind: str, tmp_path: Path, new_database: NewDatabase
) -> None:
    with serving(tmp_path, database=new_database(kind, tmp_path)) as server:
        ann, zoe = Person(server, "Ann"), Person(server, "Zoe")
        old = finished_at(server, ann)
        at = server.table(old).at // 2
        body = {"at": at, "seat": 1, "bot": "passenger"}
        taken = zoe.ask("POST", f"/api/tables/{old}/continue", body, 201)
        new = taken["table"]["id"]
        assert taken["table"]["continues"] == old
        assert taken["you"]["seat"] == 1
        here, there = server.table(new), server.table(old)
        assert here.at >= at
        assert here.state_at(at).to_dict() == there.state_at(at).to_dict()
        assert [chair.kind for chair in here.meta.chairs] == ["bot", "person"]
        zoe.ask("POST", f"/api/tables/{new}/leave")  # a bot plays on
        wait_until(lambda: server.table(new).meta.status == "over", "its end")
        record = zoe.ask("GET", f"/api/tables/{new}/record")
        assert verify(record).is_over
        assert server.table(old).at > at, "the old game is as it was"


def test_it_is_private_and_nothing_is_told_of_it(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, zoe = Person(server, "Ann"), Person(server, "Zoe")
        old = finished_at(server, ann)
        body = {"at": 3, "seat": 0, "bot": "driver"}
        new = zoe.ask("POST", f"/api/tables/{old}/continue", body, 201)["table"]
        assert new["promise"]["secret"] is None
        assert ann.ask("GET", f"/api/tables/{new['id']}/view", None, 403)["code"] == "not_watched"
        lobby = ann.ask("GET", "/api/lobby")["tables"]
        assert new["id"] not in [line["id"] for line in lobby]


def test_only_a_finished_game_that_one_may_see_is_played_on_from(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, _, table = begun(server)
        body = {"at": 0, "seat": 0, "bot": "driver"}
        path = f"/api/tables/{table}/continue"
        assert ann.ask("POST", path, body, 409)["code"] == "not_over"
        zoe = Person(server, "Zoe")
        hidden = finished_at(server, ann, watch="nobody")
        assert zoe.ask("POST", f"/api/tables/{hidden}/continue", body, 403)["code"] == "not_watched"
        path = f"/api/tables/{hidden}/continue"
        ann.ask("POST", path, {**body, "at": server.table(hidden).at}, 404)
        ann.ask("POST", path, {**body, "seat": 2}, 422)
        ann.ask("POST", path, {**body, "bot": "nobody"}, 422)
        count = sa.select(sa.func.count()).select_from(rows.tables)
        tables = server.run(server.host.store.read(lambda c: c.execute(count).scalar_one()))
        assert tables == 2, "nothing was opened"
