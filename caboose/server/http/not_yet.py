"""A server whose rules are still being compiled: its pages are there, its games not yet."""

from __future__ import annotations

from fastapi.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from caboose.server.host import Host
from caboose.server.protocol.bodies import Problem

PLAYED = ("/api", "/ws", "/health")  # all else is pages
COMPILING = "The server is preparing the rules, once; games can begin in a few minutes."
AGAIN_IN = "5"  # seconds


class NotYet:
    """Answer 503 to whatever needs the rules, until they are there."""

    def __init__(self, app: ASGIApp, host: Host) -> None:
        self._app = app
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        is_ready = self._host.is_ready or scope["type"] == "lifespan"
        if is_ready or not scope["path"].startswith(PLAYED):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1013})
        else:
            problem = Problem(code="compiling", sentence=COMPILING, values={})
            answer = JSONResponse(problem.model_dump(), 503, {"retry-after": AGAIN_IN})
            await answer(scope, receive, send)
