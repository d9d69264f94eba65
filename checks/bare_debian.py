"""Make a bare Debian in a folder and run the README's two commands in it, as a newcomer would.

A developer's machine has much that the project forgets to install; this one has git, make, Python
and certificates. Needs root and mmdebstrap (`apt install mmdebstrap`). How to reach packages is
taken from this machine's own settings while it runs. All mounts are made in a namespace of their
own and are gone with it. Other commands can be named:

    python -m checks.bare_debian "make play" "make check"
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

SUITE = "bookworm"
PACKAGES = "git,make,python3,python3-venv,ca-certificates"  # what the README asks for
SOURCES = Path("srv/caboose")  # below the root of the bare machine
COMMANDS = ["make play", "make test"]
NOT_RUN = 3  # the exit code when this machine cannot make a bare Debian

# How this machine reaches other machines and their packages.
SETTINGS = [
    *map(Path, ("/etc/hosts", "/etc/resolv.conf", "/etc/pip.conf", "/etc/npmrc")),
    Path("/etc/ssl/certs/ca-certificates.crt"),
    *(Path.home() / name for name in (".npmrc", ".config/pip", ".config/uv")),
]
VARIABLES = re.compile(r"(?i)(PIP|UV|NPM_CONFIG)_\w+|SSL_CERT_FILE|NODE_EXTRA_CA_CERTS|\w+_PROXY")

# Runs in namespaces of its own: $1 is the bare machine's root, $2 its command, then shared folders.
ENTER = """
set -e
root=$1; command=$2; shift 2
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
for folder; do
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
    mount -o remount,ro,bind "$root$folder"
done
exec chroot "$root" sh -c "$command" </dev/null
"""


class CannotRun(Exception):
    """What is missing here, and what to do, in a sentence."""


class CommandFailed(Exception):
    """A command of the README did not do on the bare machine what it promises."""


def check_tools() -> None:
    """A bare Debian can be made by root, with mmdebstrap."""
    if os.geteuid():
        raise CannotRun("only root may make a bare Debian; run it as root")
    for tool in ("mmdebstrap", "unshare", "git"):
        if shutil.which(tool) is None:
            raise CannotRun(f"there is no {tool}; `apt install mmdebstrap util-linux git`")


def make_debian(root: Path, project: Path) -> None:
    """A minimal Debian with the last commit of the project in it."""
    apt = [f"--aptopt={file}" for file in sorted(Path("/etc/apt/apt.conf.d").glob("*"))]
    sources = sorted(Path("/etc/apt").glob("sources.list.d/*.sources"))
    sources += [file for file in (Path("/etc/apt/sources.list"),) if file.exists()]
    bootstrap = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={PACKAGES}", *apt]
    subprocess.run([*bootstrap, SUITE, str(root), *map(str, sources)], check=True)
    clone = ["git", "clone", "--quiet", "--no-local", "--depth=1", f"file://{project}"]
    subprocess.run([*clone, str(root / SOURCES)], check=True)
    copy_settings(root)


def copy_settings(root: Path) -> None:
    """Give the bare machine this machine's way to packages."""
    for path in filter(Path.exists, SETTINGS):
        there = root / path.relative_to("/")
        there.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            shutil.copytree(path, there, dirs_exist_ok=True)
        else:
            shutil.copyfile(path, there)


def environment() -> dict[str, str]:
    """What a newcomer's shell has, and how packages are reached; no more."""
    reach = {name: value for name, value in os.environ.items() if VARIABLES.fullmatch(name)}
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    home = {"HOME": str(Path.home()), "PATH": path, "LANG": "C.UTF-8", "CI": "true"}
    return reach | home | {"CABOOSE_PORT": "0"}  # another server may have the usual port


def package_folders() -> Iterator[Path]:
    """Folders outside /etc that pip is set up to take packages from, with what lies beside them."""
    pip = [sys.executable, "-m", "pip", "config", "list"]
    said = subprocess.run(pip, capture_output=True, text=True, check=True).stdout
    for name in sorted(set(re.findall(r"(?<![\w:/])(?:file://)?(/[\w./+-]+)", said))):
        if Path(name).is_dir() and not name.startswith("/etc/"):
            yield Path(*Path(name).parts[:3])


def enter(root: Path, command: str, stdout: int | None = None) -> subprocess.Popen[str]:
    """Start a command in the project's folder on the bare machine; it dies with what it started."""
    inside = f"cd /{SOURCES} && exec {command}"
    shared = sorted(set(map(str, package_folders())))
    apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "enter"]
    entry = [*apart, str(root), inside, *shared]
    return subprocess.Popen(entry, env=environment(), stdout=stdout, text=True)


def run(root: Path, command: str) -> None:
    """Run a command that ends; when we are stopped, it is stopped too."""
    with enter(root, command) as process:
        try:
            failed = process.wait()
        finally:
            process.kill()
    if failed:
        raise CommandFailed(f"`{command}` failed on a bare Debian")


def play(root: Path, command: str) -> None:
    """Run a command that serves, until its page has come."""
    with enter(root, command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                print(line, end="", flush=True)
                if found := re.search(r"Caboose is at (http://\S+)", line):
                    return check_page(found[1])
        finally:
            process.kill()
    raise CommandFailed(f"`{command}` ended on a bare Debian before it served anything")


def check_page(address: str) -> None:
    """The page at the address is the client's, with its program."""
    with urlopen(address, timeout=60) as answer:
        page = answer.read().decode()
    program = re.search(r'src="/?(assets/[^"]+\.js)"', page)
    if program is None:
        raise CommandFailed(f"what came from {address} is not the client's page")
    with urlopen(address + program[1], timeout=60) as answer:
        print(f"Its page and {program[1]} came ({len(answer.read()):,} bytes).")


def run_all(commands: list[str], project: Path) -> None:
    """Run the commands one after the other on one bare machine, and tell how long each took."""
    with tempfile.TemporaryDirectory(prefix="bare-debian-") as folder:
        root = Path(folder) / "root"
        began = time.monotonic()
        make_debian(root, project)
        print(f"made a bare Debian in {time.monotonic() - began:.0f} s", flush=True)
        for command in commands:
            began = time.monotonic()
            serves = shlex.split(command)[-1] == "play"
            (play if serves else run)(root, command)
            print(f"{command}: {time.monotonic() - began:.0f} s", flush=True)


def try_out(what: str, work: Callable[[], None]) -> int:
    """Do it, and say loudly what failed or could not run at all; the exit code."""
    try:
        check_tools()
        work()
    except CannotRun as error:
        print(f"NOT RUN: {what} on a bare Debian, because {error}.", file=sys.stderr)
        return NOT_RUN
    except CommandFailed as error:
        print(f"{error}.", file=sys.stderr)
        return 1
    return 0


def main() -> int:
    """Run the README's commands, or those that are named."""
    return try_out("the README's commands", lambda: run_all(sys.argv[1:] or COMMANDS, Path.cwd()))


if __name__ == "__main__":
    sys.exit(main())
