"""The web application: routes, socket, pages and the life of the server, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

import caboose
from caboose.server import (
    boards_api,
    games_api,
    guests_api,
    operations_api,
    pages,
    tables_api,
    websocket,
)
from caboose.server.bodies import PROBLEM_STATUSES, Problem
from caboose.server.host import Host
from caboose.server.safety import SafeHeaders, add_error_answers

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in PROBLEM_STATUSES
}


def make_app(host: Host) -> FastAPI:
    """The application of one server process."""

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await host.start()
        yield
        await host.stop()

    app = FastAPI(
        title="Caboose",
        version=caboose.__version__,
        summary="Ticket to Ride for people and bots. Unofficial.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=PROBLEMS,
    )
    app.state.host = host
    app.add_middleware(SafeHeaders, origins=host.settings.origins)
    add_error_answers(app)
    for part in (guests_api, boards_api, tables_api, games_api, operations_api, websocket):
        app.include_router(part.router)
    pages.add_pages(app)
    return app
