"""Build the pages into a site that can be read and searched, and serve it: `make docs`.

The pages are laid out in dist/pages as they lie in the project, so that each link leads to the same
place in both. A link that leads nowhere is an error. With `--check` the site is built, not served.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from checks.leaks import files

ROOT = Path(__file__).parent.parent
PAGES = Path("dist/pages")
SITE = Path("dist/site")
# Pages, and what they show or link to.
FOLDERS = ("deploy/", "docs/", "examples/", "results/", "web/public/")


class BadPages(Exception):
    """What is wrong with the pages."""


def belongs(name: str) -> bool:
    """Is this file a page, or something that pages show? The games of a ladder are not."""
    at_top = "/" not in name and name.endswith((".md", "LICENSE"))
    return at_top or (name.startswith(FOLDERS) and not name.endswith(".parquet"))


def lay_out(root: Path, pages: Path) -> None:
    """Copy what belongs to the site."""
    shutil.rmtree(pages, ignore_errors=True)
    for name in filter(belongs, files(root)):
        there = pages / name
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, there)


def dead_links(pages: Path) -> Iterator[str]:
    """Links to files that are not there; of these, the generator looks at pages alone."""
    for page in sorted(pages.rglob("*.md")):
        text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", text):
            if "://" not in target and not (page.parent / target).is_file():
                yield f"{page.relative_to(pages)}: {target} is no file of the site"


def build(root: Path) -> None:
    """Build the site from the pages that were laid out; pages and headings linked to must exist."""
    if dead := list(dead_links(root / PAGES)):
        raise BadPages("\n".join(dead))
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if result.returncode:
        raise BadPages((result.stdout + result.stderr).partition("Traceback")[0])


class QuietHandler(SimpleHTTPRequestHandler):
    """Sends files, and writes no line for each."""

    def log_message(self, *_: object) -> None: ...


def serve(site: Path) -> None:
    """Show the site on this machine; from a folder alone, a browser lets no page search."""
    handler = partial(QuietHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        print(f"The docs are at {address}   (Ctrl+C stops it)", flush=True)
        server.serve_forever()


def main() -> int:
    """Build and serve; 1 with what is wrong if the pages cannot be built."""
    try:
        lay_out(ROOT, ROOT / PAGES)
        build(ROOT)
        if "--check" not in sys.argv:
            serve(ROOT / SITE)
    except BadPages as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
