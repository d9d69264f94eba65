"""The pages: the browser client if it was built, else a plain table in text."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

import caboose

CLIENT = Path(caboose.__file__).parent / "static"
PLAIN = Path(__file__).parent / "page"


def add_pages(app: FastAPI) -> None:
    """Serve the client's files; every address of its pages gets the same page."""
    built = (CLIENT / "index.html").is_file()
    folder = CLIENT if built else PLAIN
    app.mount("/plain", StaticFiles(directory=PLAIN, html=True), name="plain")

    async def page() -> FileResponse:
        return FileResponse(folder / "index.html", headers={"cache-control": "no-cache"})

    for path in ("/", "/t/{rest:path}", "/join/{rest:path}", "/resume/{rest:path}"):
        app.add_api_route(path, page, include_in_schema=False)
    for path in (
        "/g/{rest:path}",
        "/games",
        "/lobby",
        "/help",
        "/intro",
        "/settings",
        "/text/{rest:path}",
    ):
        app.add_api_route(path, page, include_in_schema=False)
    app.mount("/", StaticFiles(directory=folder), name="files")
