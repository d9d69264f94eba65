"""The kit for hosts fits the server: its settings exist, its proxy is the documented one."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from caboose.server import proxy
from caboose.server.settings import Settings
from caboose.server.storage.backup import restore as fill
from tests.support.not_run import not_run
from tests.support.server.nginx import (
    DOCUMENTED_PORT,
    documented_block,
    documented_limits,
    write_certificate,
)
from tests.support.server.people import ME, Person, bot
from tests.support.server.server_process import Running
from tests.support.server.shared_server import free_port
from tests.support.server.stored_games import Stored

KIT = Path(__file__).parent.parent.parent / "deploy"
FILES = [path for path in KIT.rglob("*") if path.is_file()]


def test_every_setting_in_the_kit_is_one_of_the_server() -> None:
    known = {f"CABOOSE_{name.upper()}" for name in Settings.model_fields} | {"CABOOSE_CACHE"}
    named = {name for path in FILES for name in re.findall(r"CABOOSE_\w+", path.read_text("utf-8"))}
    assert {"CABOOSE_HOSTS", "CABOOSE_BEHIND_PROXY", "CABOOSE_PROXIES"} <= named
    assert named <= known


def test_the_proxy_of_the_kit_has_the_documented_block() -> None:
    def lines(text: str) -> list[str]:
        return [line.strip() for line in text.strip().splitlines()]

    before, _, rest = (KIT / "nginx.conf").read_text("utf-8").partition("    location / {")
    assert documented_limits() in before
    block = "location / {" + rest.rpartition("}")[0]
    assert lines(block) == lines(documented_block().replace(DOCUMENTED_PORT, "server:8000"))


def test_the_server_trusts_the_network_on_which_the_proxy_is() -> None:
    kit = yaml.safe_load((KIT / "compose.yaml").read_text("utf-8"))
    (network,) = kit["networks"]["inside"]["ipam"]["config"]
    server, proxy = kit["services"]["server"], kit["services"]["proxy"]
    assert server["environment"]["CABOOSE_PROXIES"] == network["subnet"]
    assert server["networks"] == proxy["networks"] == ["inside"]
    assert "ports" not in server  # nobody comes past the proxy


def test_systemd_understands_every_unit_of_the_kit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        not_run("the check of the units", "there is no systemd-analyze here")
    units = []
    for unit in (KIT / "systemd").iterdir():
        text = re.sub(r"/opt/caboose/bin/\w+", "/bin/true", unit.read_text("utf-8"))
        units.append(tmp_path / unit.name)
        units[-1].write_text(text, "utf-8")
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(units))]
    said = subprocess.run(command, capture_output=True, text=True)
    ours = [line for line in said.stderr.splitlines() if "caboose" in line]
    assert ours == []


def test_nginx_takes_the_configuration_of_the_kit(tmp_path: Path) -> None:
    """With the two things changed that the kit says are to be changed: server and certificates."""
    program = proxy.program()
    if program is None:
        not_run("the check of the kit's nginx.conf", "there is no nginx here")
    assert program is not None
    write_certificate(tmp_path)
    text = (KIT / "nginx.conf").read_text("utf-8").replace("server:8000", DOCUMENTED_PORT)
    text = text.replace("/certificates/fullchain.pem", f"{tmp_path}/certificate.pem")
    text = text.replace("/certificates/privkey.pem", f"{tmp_path}/key.pem")
    around = "pid nginx.pid; events {} http { access_log off; %s }"
    (tmp_path / "nginx.conf").write_text(around % text, "utf-8")
    command = [program, "-t", "-p", str(tmp_path), "-e", "stderr", "-c", "nginx.conf"]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr


# ---- as systemd would run it ---------------------------------------------------------------------


class Unit:
    """A service of the kit: what it runs, in which folders, with which variables."""

    def __init__(self, name: str, root: Path) -> None:
        parser = configparser.RawConfigParser(strict=False)
        parser.optionxform = str  # type: ignore[assignment,method-assign]
        parser.read(KIT / "systemd" / name, "utf-8")
        self._service = parser["Service"]
        self._root = root
        variables = shlex.split(self._service.get("Environment", ""))
        self.environment = dict(self._here(each).split("=", 1) for each in variables)
        self.folder = Path(self._here(self._service["WorkingDirectory"]))
        for state in self._service["StateDirectory"].split():
            (root / "lib" / state).mkdir(parents=True, exist_ok=True)

    def command(self, which: str = "ExecStart") -> list[str]:
        return shlex.split(self._here(self._service[which]).replace("%%", "%"))

    def _here(self, text: str) -> str:
        """The program is that of these tests, and /var is a folder of theirs."""
        program = f"{sys.prefix}/bin/"
        return text.replace("/opt/caboose/bin/", program).replace("/var/", f"{self._root}/")


class Served(Running):
    """A server that is started as the service says."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit.folder, "")
        self._unit = unit
        self.environment = {**unit.environment, "CABOOSE_HOSTS": "caboose.example"}
        self.environment["CABOOSE_PORT"] = str(free_port())
        del self.environment["CABOOSE_CACHE"]  # the rules are compiled already, elsewhere

    def command(self) -> list[str]:
        return self._unit.command()


def test_the_service_starts_a_server_and_the_service_of_the_timer_copies_its_games(
    tmp_path: Path,
) -> None:
    server = Served(Unit("caboose.service", tmp_path))
    copies = Unit("caboose-backup.service", tmp_path)
    try:
        server.start()
        anna = Person(server, "Anna")
        table = anna.open_table("london", [ME, bot()])["table"]["id"]
        subprocess.run(copies.command(), cwd=copies.folder, check=True)
        assert server.stop() == 0
    finally:
        server.end()
    (copy,) = (tmp_path / "lib" / "caboose-backups").iterdir()
    assert re.fullmatch(r"hour-\d\d\.backup", copy.name)
    fill(copy, f"sqlite:///{tmp_path / 'restored.db'}", force=False)
    with Stored(f"sqlite:///{tmp_path / 'restored.db'}") as stored:
        assert stored.table(table).edition == "london"
