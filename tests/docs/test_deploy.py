"""The kit for hosts fits the server: its settings exist, its proxy is the documented one."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import yaml

from caboose.server.settings import Settings
from tests.support.not_run import not_run
from tests.support.server.nginx import DOCUMENTED_PORT, documented_block

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

    _, _, rest = (KIT / "nginx.conf").read_text("utf-8").partition("    location / {")
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
