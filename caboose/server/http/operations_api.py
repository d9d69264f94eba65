"""For whoever runs the server: is it well, and what does it do?"""

from __future__ import annotations

import hmac
import json

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

import caboose
from caboose.server.host import Host
from caboose.server.http.caller import HostDep
from caboose.server.metrics import REGISTRY, UNREAD
from caboose.server.protocol.bodies import JSON_PROBLEMS, Health
from caboose.server.protocol.refusals import Refusal, forbidden

router = APIRouter(tags=["operations"])

HERE = ("127.0.0.1", "::1")


@router.get("/health")
async def health(host: HostDep) -> Health:
    """The server answers, and its database can be written; 503 if not."""
    if host.store.trouble is not None:
        raise Refusal(503, "database_lost", "The database cannot be written; the log says why.")
    await host.store.try_reading()
    loaded = host.tables.loaded()
    return Health(
        status="ok",
        version=caboose.__version__,
        database=host.store.database.name,
        tables=len(loaded),
        connections=sum(len(table.viewers) for table in loaded),
    )


@router.get("/api/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> Response:
    """The description of this interface, for programs."""
    app = request.app
    if not hasattr(app.state, "described"):
        app.state.described = json.dumps(app.openapi()).encode()
    return Response(app.state.described, media_type="application/json")


@router.get("/metrics", response_class=Response, responses=JSON_PROBLEMS)
async def metrics(request: Request, host: HostDep) -> Response:
    """Counters for Prometheus; from this machine, or with the token of the settings."""
    _check_metrics(request, host)
    UNREAD.set(request.app.state.doorkeeper.unread())
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


def _check_metrics(request: Request, host: Host) -> None:
    """Somebody on this machine, or with the token; anybody else is refused."""
    shown = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
    token = host.settings.metrics_token.encode()
    if not _is_here(request, host) and not (token and hmac.compare_digest(shown, token)):
        raise forbidden("no_metrics", "Metrics are shown only to this machine, or with the token.")


def _is_here(request: Request, host: Host) -> bool:
    """Does somebody on this machine ask? A proxy on it asks for the whole world."""
    near = request.client is not None and request.client.host in HERE
    forwarded = "x-forwarded-for" in request.headers
    return near and not forwarded and not host.settings.behind_proxy
