"""Try the kit for hosts on a bare Debian: the steps of deploy/README.md, then what its units start.

A folder has no systemd, so what systemd would do is done here: it makes a unit's folders, gives its
environment and user, and starts its commands. The package is the one that `make wheel` has built.

    python -m checks.host_kit
"""

import contextlib
import re
import shlex
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from checks.bare_debian import (
    SOURCES,
    CannotRun,
    CommandFailed,
    enter,
    make_debian,
    run,
    try_out,
)

PORT, TLS_PORT = 18000, 18443  # the folder shares the network of this machine
PATIENCE = 1800.0  # seconds, in which the rules are compiled
CERTIFICATE = (
    "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost"
    " -keyout /certificates/privkey.pem -out /certificates/fullchain.pem"
)
Unit = dict[str, list[str]]


def steps(page: str) -> list[str]:
    """The lines that a host types, but for those that need a running systemd."""
    block = page.split("## As a service", 1)[1].split("```")[1]
    lines = [line.partition(" #")[0].strip() for line in block.splitlines()[1:]]
    return [line for line in lines if line and not line.startswith("systemctl")]


def typed(step: str) -> str:
    """A step as nobody is there to answer questions, with the package that was built here."""
    step = re.sub(r"\bapt (update|install)", r"apt-get \1 --yes --quiet", step)
    return re.sub(r"pip install caboose$", f"pip install --quiet /{SOURCES}/dist/*.whl", step)


def read_unit(path: Path) -> Unit:
    """What a unit says, by key; some keys come several times."""
    said: Unit = {}
    for line in path.read_text("utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            said.setdefault(key, []).append(value)
    return said


def folders(unit: Unit) -> Iterator[tuple[str, str]]:
    """The folders that systemd makes for a unit, each with its mode."""
    for key, place, mode in (
        ("StateDirectory", "lib", "0700"),
        ("CacheDirectory", "cache", "0755"),
    ):
        for name in " ".join(unit.get(key, [])).split():
            yield f"/var/{place}/{name}", mode


def started(unit: Unit, command: str) -> str:
    """A command of a unit as systemd would start it."""
    (user,), (place,) = unit["User"], unit["WorkingDirectory"]
    made = [f"install -d -o {user} -m {mode} {folder}" for folder, mode in folders(unit)]
    values = " ".join(unit.get("Environment", []))
    line = command.replace("%%", "%")
    inside = f"set -a; . /etc/caboose.env; cd {place}; exec env {values} {line}"
    return " && ".join([*made, f"exec runuser -u {user} -- sh -c {shlex.quote(inside)}"])


def shell(command: str) -> str:
    """A command of several parts as one."""
    return f"sh -ec {shlex.quote(command)}"


@contextlib.contextmanager
def going(root: Path, command: str) -> Iterator[subprocess.Popen[str]]:
    """A command that runs until it is no longer needed."""
    with enter(root, shell(command)) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for(address: str, process: subprocess.Popen[str]) -> str:
    """What comes from an address, once it answers with success."""
    unverified = ssl.create_default_context()
    unverified.check_hostname, unverified.verify_mode = False, ssl.CERT_NONE
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        with (
            contextlib.suppress(URLError, OSError),
            urlopen(address, timeout=10, context=unverified) as answer,
        ):
            return str(answer.read().decode())
        time.sleep(1)
    raise CommandFailed(f"{address} did not answer on a bare Debian")


def set_up(root: Path, kit: Path) -> None:
    """Type the steps, and set up nginx as they say."""
    for step in map(typed, steps((kit / "README.md").read_text("utf-8"))):
        print(f"$ {step}", flush=True)
        run(root, shell(step))
    with (root / "etc/caboose.env").open("a") as settings:
        settings.write(f"CABOOSE_PORT={PORT}\n")
    site = (kit / "nginx.conf").read_text("utf-8")
    site = site.replace("server:8000", f"127.0.0.1:{PORT}").replace("443", str(TLS_PORT))
    (root / "etc/nginx/conf.d/caboose.conf").write_text(site, "utf-8")
    (root / "etc/nginx/sites-enabled/default").unlink()
    run(root, shell(f"mkdir -p /certificates && {CERTIFICATE}"))


def try_units(root: Path, kit: Path) -> None:
    """Start what the units start: the server behind nginx, and a copy of its games."""
    server = read_unit(kit / "systemd/caboose.service")
    began = time.monotonic()
    for command in server["ExecStartPre"]:
        run(root, shell(started(server, command)))
    print(f"before the start: {time.monotonic() - began:.0f} s", flush=True)
    with (
        going(root, started(server, server["ExecStart"][0])) as serving,
        going(root, "exec nginx -g 'daemon off;'") as proxy,
    ):
        wait_for(f"http://127.0.0.1:{PORT}/health", serving)
        print("health: " + wait_for(f"https://127.0.0.1:{TLS_PORT}/health", proxy), flush=True)
        if "<html" not in wait_for(f"https://127.0.0.1:{TLS_PORT}/", proxy):
            raise CommandFailed("nginx does not show the client's page")
        copy = read_unit(kit / "systemd/caboose-backup.service")
        run(root, shell(started(copy, copy["ExecStart"][0])))
    copies = list((root / "var/lib/caboose-backups").glob("hour-*.backup"))
    if not copies:
        raise CommandFailed("the timer's command made no copy")
    print(f"a copy of {copies[0].stat().st_size:,} bytes", flush=True)


def try_kit(project: Path) -> None:
    """Make a bare Debian with the package in it, and be a host there."""
    wheels = sorted((project / "dist").glob("caboose-*.whl"))
    if not wheels:
        raise CannotRun("there is no package in dist; `make wheel`")
    with tempfile.TemporaryDirectory(prefix="bare-debian-") as folder:
        root = Path(folder) / "root"
        make_debian(root, project)
        there = root / SOURCES / "dist"
        there.mkdir()
        (there / wheels[-1].name).write_bytes(wheels[-1].read_bytes())
        set_up(root, root / SOURCES / "deploy")
        try_units(root, root / SOURCES / "deploy")


def main() -> int:
    """Set up a server as the kit says, and try it."""
    return try_out("the kit for hosts", lambda: try_kit(Path.cwd()))


if __name__ == "__main__":
    sys.exit(main())
