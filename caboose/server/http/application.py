"""The web application: routes, socket, pages and the life of the server, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Depends, FastAPI

import caboose
from caboose.server.host import Host
from caboose.server.http import (
    analysis_api,
    arena_api,
    boards_api,
    daily_api,
    duels_api,
    games_api,
    guests_api,
    history_api,
    member_bots_api,
    members_api,
    moderation_api,
    operations_api,
    operator_api,
    pages,
    people_api,
    qr_api,
    ratings_api,
    seeking_api,
    tables_api,
    websocket,
)
from caboose.server.http.hosts import Hosts
from caboose.server.http.lines import Doorkeeper
from caboose.server.http.metering import MeteredRequests, metered
from caboose.server.http.not_yet import NotYet
from caboose.server.http.safety import SafeHeaders, add_error_answers
from caboose.server.protocol.bodies import PROBLEM_STATUSES, Problem

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in PROBLEM_STATUSES
}


def make_app(host: Host) -> FastAPI:
    """The application of one server process."""
    doorkeeper = Doorkeeper(host.settings)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        await host.start()
        yield {"doorkeeper": doorkeeper}  # the web server hands it to every connection
        await host.stop()

    app = FastAPI(
        title="Caboose",
        version=caboose.__version__,
        summary="Ticket to Ride for people and bots. Unofficial.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # see operations_api: it is half a megabyte, and made once
        responses=PROBLEMS,
    )
    app.state.host = host
    app.state.doorkeeper = doorkeeper
    settings = host.settings
    hosts = Hosts([settings.host, *settings.hosts], settings.origins)
    app.add_middleware(NotYet, host=host)
    app.add_middleware(MeteredRequests, host=host, doorkeeper=doorkeeper)
    app.add_middleware(SafeHeaders, hosts=hosts, origins=settings.origins)
    add_error_answers(app)
    people = (guests_api, members_api, history_api, ratings_api, people_api)
    games = (boards_api, tables_api, moderation_api, qr_api, games_api, analysis_api)
    events = (daily_api, duels_api, seeking_api, arena_api, member_bots_api)
    for part in (*people, *games, *events):
        app.include_router(part.router, dependencies=[Depends(metered)])
    for other in (operations_api, operator_api, websocket):
        app.include_router(other.router)
    pages.add_pages(app)
    return app
