"""Members: a guest claims a name, comes back by codes, adds devices, and can be forgotten."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from caboose.server.host import clock_time
from caboose.server.people.devices import device_name
from caboose.server.people.passkeys import Home
from caboose.server.storage import rows
from caboose.server.tables.retention import delete_old
from tests.support.server.finished_game import finished_at
from tests.support.server.forked_server import Nursery, forked
from tests.support.server.members import claim, sign_in, some_name
from tests.support.server.people import Person, begun, nonce, play_out
from tests.support.server.server_process import Running
from tests.support.server.server_thread import serving

DAY = 86_400_000  # milliseconds
LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/142.0.0.0 Mobile Safari/537.36"
)


def test_a_guest_who_claims_a_name_stays_the_same_guest(server: Running) -> None:
    ann, ben, table = begun(server)
    before = ann.ask("GET", "/api/me")
    name = some_name()
    claim(ann, name)
    me = ann.ask("GET", "/api/me")
    assert (me["guest"], me["name"], me["member"]) == (before["guest"], name, True)
    assert (before["member"], ben.ask("GET", "/api/me")["member"]) == (False, False)
    assert [line["id"] for line in ann.ask("GET", "/api/me/tables")["tables"]] == [table]
    assert play_out(ann, ben, table)["table"]["status"] == "over"


def test_recovery_codes_are_shown_once_and_kept_as_hashes(tmp_path: Path) -> None:
    with serving(tmp_path) as inside:
        ann = Person(inside, "Ann")
        codes = claim(ann)
        assert len(set(codes)) == 8
        device = ann.ask("POST", "/api/member/devices")["code"]

        def everything(connection: sa.Connection) -> str:
            tables = rows.metadata.sorted_tables
            return str([list(connection.execute(sa.select(each))) for each in tables])

        kept = inside.run(inside.host.store.read(everything))
        for code in (*codes, device):
            assert code not in kept
            assert code.replace("-", "") not in kept
            assert code not in inside.log.getvalue()
        assert codes[0] not in str(ann.ask("GET", "/api/member"))


def test_a_code_brings_a_member_back_once(server: Running) -> None:
    ann = Person(server, "Ann")
    codes = claim(ann)
    assert ann.ask("GET", "/api/member")["codes_left"] == 8
    phone = Person(server, "Phone")
    typed = f" {codes[0].lower().replace('-', ' ')} "
    assert sign_in(phone, typed) == ann.me["guest"]
    assert phone.ask("GET", "/api/me")["guest"] == ann.me["guest"]
    assert ann.ask("GET", "/api/member")["codes_left"] == 7
    other = Person(server, "Other")
    for code in (codes[0], "", "0000-0000-0000-0000", "x" * 60):
        status = 422 if not code else 403
        said = other.ask("POST", "/api/sign-in/code", {"code": code}, status=status)
        assert said["code"] in ("bad_code", "bad_request")
    assert other.ask("GET", "/api/me")["guest"] == other.me["guest"]


def test_of_two_who_use_a_code_at_once_one_comes_in(server: Running) -> None:
    codes = claim(Person(server, "Ann"))

    async def rush() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
            asked = [http.post("/api/sign-in/code", json={"code": codes[3]}) for _ in range(6)]
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert sorted(asyncio.run(rush())) == [201, 403, 403, 403, 403, 403]


def test_new_codes_make_the_old_ones_void(server: Running) -> None:
    ann = Person(server, "Ann")
    old = claim(ann)
    new = ann.ask("POST", "/api/member/codes")["codes"]
    Person(server, "Ben").ask("POST", "/api/sign-in/code", {"code": old[0]}, status=403)
    assert sign_in(Person(server, "Cleo"), new[0]) == ann.me["guest"]


def test_what_a_browser_played_as_a_guest_comes_along(server: Running) -> None:
    member = Person(server, "Ann")
    codes = claim(member)
    ann, ben, table = begun(server)
    guest = ann.me["guest"]
    assert sign_in(ann, codes[0]) == member.me["guest"]
    assert [line["id"] for line in member.ask("GET", "/api/me/tables")["tables"]] == [table]
    here = ann.ask("GET", f"/api/tables/{table}")
    assert (here["you"]["chair"], here["you"]["owner"]) == (0, True)
    assert guest not in ben.http.get(f"/api/tables/{table}").text
    assert play_out(ann, ben, table)["table"]["status"] == "over"


def test_another_members_things_stay_theirs(server: Running) -> None:
    codes = claim(Person(server, "Ann"))
    ben, _, table = begun(server)
    bens = claim(ben)
    sign_in(ben, codes[0])
    assert ben.ask("GET", "/api/me/tables")["tables"] == []
    sign_in(ben, bens[0])
    assert [line["id"] for line in ben.ask("GET", "/api/me/tables")["tables"]] == [table]


def test_a_second_device_comes_in_by_a_code_that_the_first_shows(server: Running) -> None:
    ann = Person(server, "Ann")
    name = some_name()
    claim(ann, name)
    shown = ann.ask("POST", "/api/member/devices")
    assert shown["path"] == f"/device#{shown['code']}"
    address = f"{server.url}{shown['path']}"
    assert ann.ask("POST", "/api/qr", {"address": address})["size"] >= 21
    phone = Person(server, "Phone")
    whose = phone.ask("POST", "/api/sign-in/device/whose", {"code": shown["code"]})
    assert whose == {"name": name}
    assert sign_in(phone, shown["code"], "device") == ann.me["guest"]
    for path in ("/api/sign-in/device/whose", "/api/sign-in/device"):
        again = Person(server, "Other").ask("POST", path, {"code": shown["code"]}, status=410)
        assert again["code"] == "device_code_over"


def test_only_the_newest_code_for_a_device_works_and_not_for_long(tmp_path: Path) -> None:
    later = [0]
    with serving(tmp_path, now=lambda: clock_time() + later[0]) as inside:
        ann = Person(inside, "Ann")
        claim(ann)
        first, second = (ann.ask("POST", "/api/member/devices")["code"] for _ in range(2))
        phone = Person(inside, "Phone")
        phone.ask("POST", "/api/sign-in/device", {"code": first}, status=410)
        later[0] = 11 * 60_000
        phone.ask("POST", "/api/sign-in/device", {"code": second}, status=410)


def test_devices_are_listed_and_can_be_signed_out(server: Running) -> None:
    ann = Person(server, "Ann")
    codes = claim(ann)
    phone = Person(server, "Phone")
    phone.http.headers["user-agent"] = PHONE
    sign_in(phone, codes[0])
    devices = ann.ask("GET", "/api/member")["devices"]
    assert sorted((one["device"], one["here"]) for one in devices) == [
        ("", True),
        ("Chrome on Android", False),
    ]
    lost = next(one["id"] for one in devices if not one["here"])
    ann.ask("DELETE", f"/api/member/devices/{lost}")
    phone.ask("GET", "/api/me", status=401)
    ann.ask("DELETE", f"/api/member/devices/{lost}", status=404)
    stranger = Person(server, "Ben")
    claim(stranger)
    stranger.ask("DELETE", f"/api/member/devices/{devices[0]['id']}", status=404)
    assert ann.ask("GET", "/api/me")["member"]


def test_who_signs_out_is_nobody_and_comes_back_by_a_code(server: Running) -> None:
    ann = Person(server, "Ann")
    codes = claim(ann)
    cookie = dict(ann.http.cookies)
    ann.ask("POST", "/api/sign-out")
    ann.ask("GET", "/api/me", status=401)
    assert httpx.get(f"{server.url}/api/me", cookies=cookie).status_code == 401
    assert sign_in(ann, codes[0]) == ann.me["guest"]
    Person(server, "Guest").ask("POST", "/api/sign-out", status=403)


def test_no_two_members_have_names_that_look_alike(server: Running) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    name = some_name()
    claim(ann, name)
    alike = (
        name,
        name.lower(),
        f"{name[:5]}.{name[5:]} ",
        name.replace("A", "\N{GREEK CAPITAL LETTER ALPHA}"),
    )
    for each in (*alike, "Somebody"):
        said = ben.ask("POST", "/api/member", {"name": each}, status=409)
        assert said["code"] == "name_taken"
    assert not ben.ask("GET", "/api/me")["member"]
    ben.ask("PATCH", "/api/me", {"name": name})  # guests stay as they are
    claim(ben)
    assert ann.ask("POST", "/api/member", {"name": "Ann"}, status=409)["code"] == "member_already"


def test_of_many_who_claim_a_name_at_once_one_gets_it(server: Running) -> None:
    people = [Person(server, "Ann") for _ in range(5)]
    name = some_name()

    async def rush() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
            asked = [
                http.post("/api/member", json={"name": name}, headers={"cookie": each.cookie})
                for each in people
            ]
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert sorted(asyncio.run(rush())) == [201, 409, 409, 409, 409]


def test_a_members_name_changes_at_most_once_a_month(tmp_path: Path) -> None:
    later = [0]
    with serving(tmp_path, now=lambda: clock_time() + later[0]) as inside:
        ann, ben = Person(inside, "Ann"), Person(inside, "Ben")
        claim(ann, "Annabel")
        claim(ben, "Benedict")
        ann.ask("PATCH", "/api/me", {"name": "Annabel"})  # that is no change
        said = ann.ask("PATCH", "/api/me", {"name": "Anna"}, status=409)
        assert said["code"] == "renamed_lately"
        ann.ask("POST", "/api/guests", {"name": "Anna"}, status=409)
        assert said["values"]["until"] == ann.ask("GET", "/api/member")["rename_at"]
        later[0] = 31 * DAY
        refused = ann.ask("PATCH", "/api/me", {"name": "benedict"}, status=409)
        assert refused["code"] == "name_taken"
        assert ann.ask("PATCH", "/api/me", {"name": "Anna"})["name"] == "Anna"
        ann.ask("PATCH", "/api/me", {"name": "Annabel"}, status=409)
        claim(Person(inside, "Cleo"), "Annabel")  # it is free again


def test_a_member_who_is_forgotten_leaves_nothing_and_the_name_is_free(tmp_path: Path) -> None:
    with serving(tmp_path) as inside:
        ann = Person(inside, "Ann")
        codes = claim(ann, "Annabel")
        ann.ask("POST", "/api/member/devices")
        ann.ask("DELETE", "/api/me")
        Person(inside, "Ben").ask("POST", "/api/sign-in/code", {"code": codes[0]}, status=403)

        def left(connection: sa.Connection) -> list[int]:
            kept = (rows.members, rows.recovery_codes, rows.passing_words)
            return [len(list(connection.execute(sa.select(each)))) for each in kept]

        assert inside.run(inside.host.store.read(left)) == [0, 0, 0]
        claim(Person(inside, "Cleo"), "Annabel")


def test_a_members_games_and_name_are_kept_however_old(tmp_path: Path) -> None:
    with serving(tmp_path) as inside:
        ann, ben = Person(inside, "Ann"), Person(inside, "Ben")
        claim(ann)
        for person in (ann, ben):
            finished_at(inside, person)
        body = {"edition": "london", "bots": ["passenger"], "nonce": nonce()}
        table = ann.ask("POST", "/api/play", body)["table"]["id"]
        ann.ask("POST", f"/api/tables/{table}/close")  # nothing was played that is worth keeping
        host = inside.host
        future = clock_time() + 2000 * DAY
        gone = inside.run(host.store.write(lambda c: delete_old(c, host.settings, future)))
        assert gone == {"deleted": 2, "guests": 1}
        assert len(ann.ask("GET", "/api/me/tables")["tables"]) == 1


def test_programs_and_strangers_claim_nothing(server: Running) -> None:
    with httpx.Client(base_url=server.url) as program:
        token = program.post("/api/tokens", json={"name": "Robot"}).json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        said = program.post("/api/member", json={"name": some_name()}, headers=bearer)
        assert (said.status_code, said.json()["code"]) == (403, "program")
        assert program.post("/api/member", json={"name": some_name()}).status_code == 401
    guest = Person(server, "Guest")
    assert guest.ask("GET", "/api/member", status=403)["code"] == "not_member"
    guest.ask("POST", "/api/member/codes", status=403)
    guest.ask("POST", "/api/member/devices", status=403)


def test_codes_are_not_tried_without_end(tmp_path: Path) -> None:
    with (
        serving(tmp_path, guests_per_minute=5) as inside,
        httpx.Client(base_url=inside.url) as http,
    ):
        tried = [http.post("/api/sign-in/code", json={"code": f"{n}"}) for n in range(8)]
        assert [answer.status_code for answer in tried] == [403] * 5 + [429] * 3


def test_a_claim_survives_a_crash(tmp_path: Path, nursery: Nursery) -> None:
    database = f"sqlite:///{tmp_path / 'club.db'}"
    with forked(nursery, tmp_path, database) as first:
        ann = Person(first, "Ann")
        codes = claim(ann)
        first.kill()
    with forked(nursery, tmp_path, database) as second:
        assert sign_in(Person(second, "Phone"), codes[0]) == ann.me["guest"]


@pytest.mark.parametrize(
    ("agent", "name"),
    [(LINUX, "Firefox on Linux"), (PHONE, "Chrome on Android"), ("curl/8.1", ""), ("", "")],
)
def test_a_device_is_called_by_what_it_says_of_itself(agent: str, name: str) -> None:
    assert device_name(agent) == name


@pytest.mark.parametrize(
    ("name", "scheme", "may"),
    [
        ("caboose.example", "https", True),
        ("localhost", "http", True),
        ("caboose.example", "http", False),
        ("203.0.113.4", "https", False),
        ("127.0.0.1", "http", False),
        ("::1", "https", False),
    ],
)
def test_passkeys_are_offered_where_browsers_allow_them(name: str, scheme: str, may: bool) -> None:
    assert Home(name, f"{scheme}://{name}").may_have_passkeys is may


def test_at_an_address_in_numbers_codes_are_the_only_way(server: Running) -> None:
    ann = Person(server, "Ann")
    claim(ann)
    assert ann.ask("GET", "/api/member")["may_have_passkeys"] is False
    for path in ("/api/member/passkeys/options", "/api/sign-in/passkey/options"):
        assert ann.ask("POST", path, status=409)["code"] == "no_passkeys"
    for nonsense in (
        {},
        {"id": "x"},
        {"id": "x", "rawId": "x", "response": {}, "type": "public-key"},
    ):
        body = {"credential": nonsense}
        assert ann.ask("POST", "/api/sign-in/passkey", body, status=403)["code"] == "bad_passkey"
        assert ann.ask("POST", "/api/member/passkeys", body, status=403)["code"] == "bad_passkey"
