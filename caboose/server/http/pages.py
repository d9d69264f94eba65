"""The pages: every address of the client gets the same page, and the client does the rest."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

import caboose

CLIENT = Path(caboose.__file__).parent / "static"
NOT_BUILT = Path(__file__).parent / "not_built"  # says how to build the client

PATHS = (
    "/",
    "/t/{rest:path}",
    "/tv/{rest:path}",
    "/join/{rest:path}",
    "/resume/{rest:path}",
    "/g/{rest:path}",
    "/games",
    "/help",
    "/intro",
    "/operator",
    "/me",
    "/me/{rest:path}",
    "/sign-in",
    "/device",
    "/ratings",
    "/member/{rest:path}",
    "/friends",
    "/daily",
    "/daily/{rest:path}",
    "/duels",
    "/duel/{rest:path}",
    "/find",
    "/arenas",
    "/arenas/{rest:path}",
)


def folder() -> Path:
    """Where the pages are."""
    return CLIENT if (CLIENT / "index.html").is_file() else NOT_BUILT


def page(status: int = 200) -> FileResponse:
    """The one page."""
    return FileResponse(folder() / "index.html", status, headers={"cache-control": "no-cache"})


def wants_a_page(request: Request) -> bool:
    """Does a person in a browser ask, and not a program?"""
    is_page = not request.url.path.startswith(("/api", "/assets", "/ws"))
    return is_page and "text/html" in request.headers.get("accept", "")


def add_pages(app: FastAPI) -> None:
    """Serve the client's page and its files."""

    async def show() -> FileResponse:
        return page()

    for path in PATHS:
        app.add_api_route(path, show, include_in_schema=False)
    app.mount("/", StaticFiles(directory=folder()), name="files")
