"""Headers that keep pages safe, and errors that say nothing they should not."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from caboose.server.bodies import Problem
from caboose.server.logs import say_error
from caboose.server.refusals import Refusal
from caboose.server.store import NotStored

MOST_BODY = 64 * 1024

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}


class SafeHeaders:
    """Put the headers on every answer, keep API answers out of caches, refuse huge bodies."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        sizes = [value for name, value in scope["headers"] if name == b"content-length"]
        if sizes and (not sizes[0].isdigit() or int(sizes[0]) > MOST_BODY):
            answer = _problem(413, "too_large", f"A body has at most {MOST_BODY} bytes.")
            await answer(scope, receive, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers)


def _problem(status: int, code: str, sentence: str, values: Any = None) -> JSONResponse:
    problem = Problem(code=code, sentence=sentence, values=values or {})
    return JSONResponse(problem.model_dump(), status)


def add_error_answers(app: FastAPI) -> None:
    """Every error becomes a Problem; nobody is shown a stack trace."""

    @app.exception_handler(Refusal)
    async def refuse(_: Request, refusal: Refusal) -> JSONResponse:
        return _problem(refusal.status, refusal.code, refusal.sentence, refusal.values)

    @app.exception_handler(RequestValidationError)
    async def bad_request(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        sentence = f"The request cannot be read: {where}: {str(first['msg'])[:160]}."
        return _problem(422, "bad_request", sentence)

    @app.exception_handler(HTTPException)
    async def http_error(_: Request, error: HTTPException) -> JSONResponse:
        answer = _problem(error.status_code, "http", f"{error.detail}.")
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(NotStored)
    async def not_stored(_: Request, __: NotStored) -> JSONResponse:
        return _problem(503, "not_stored", "The database does not answer; nothing has changed.")

    @app.exception_handler(Exception)
    async def our_error(request: Request, _: Exception) -> JSONResponse:
        say_error("request_failed", path=request.scope.get("path", ""))
        return _problem(500, "our_error", "Something is wrong on our side; nothing has changed.")
