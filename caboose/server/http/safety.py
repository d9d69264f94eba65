"""Headers that keep pages safe, and errors that say nothing they should not."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from caboose.server.http import pages
from caboose.server.http.hosts import Hosts
from caboose.server.http.origins import is_same_origin
from caboose.server.logs import say_error
from caboose.server.protocol.bodies import Problem
from caboose.server.protocol.refusals import Refusal
from caboose.server.storage.store import AlreadyThere, NotStored

MOST_BODY = 64 * 1024
TOO_LARGE = f"A body has at most {MOST_BODY} bytes"
OUR_ERROR = "Something is wrong on our side; nothing has changed."
UNKNOWN_HOST = (
    "This server does not answer under this name; whoever runs it can allow it with CABOOSE_HOSTS."
)
FOREIGN_PAGE = "A page of another server asks for this; open this server's own page."
_READING = ("GET", "HEAD", "OPTIONS")
_LINKS = ("invitations", "resume", "join")

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}
# Whoever came over https once comes by it for a year, whatever a link says.
STRICT_TRANSPORT = "max-age=31536000"


class SafeHeaders:
    """Put the headers on every answer, keep API answers out of caches, refuse what is unsafe.

    That is names that are not ours, huge bodies, and changes that a foreign page asks for: the
    browser would send the cookie of its guest along. A bearer token is never sent by itself, so it
    counts from anywhere.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts, origins: list[str]) -> None:
        self._app = app
        self._hosts = hosts
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or let a socket pass."""
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket" and not self._hosts.answers(_host_in(scope)):
            await send({"type": "websocket.close"})  # before it is accepted: status 403
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = _Exchange(scope, receive, send)
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, exchange.send)
            return
        try:
            await self._app(scope, exchange.receive, exchange.send)
        except Exception:
            say_error("request_failed", path=_shown_path(scope))
            if exchange.has_begun:
                raise
            await _problem(500, "our_error", OUR_ERROR)(scope, receive, exchange.send)

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        """What is said to a request that nobody here looks at; None if it may pass."""
        if not self._hosts.answers(_host_in(scope)):
            return _problem(421, "unknown_host", UNKNOWN_HOST)
        sizes = [value for name, value in scope["headers"] if name == b"content-length"]
        if sizes and (not sizes[0].isdigit() or int(sizes[0]) > MOST_BODY):
            return _problem(413, "too_large", f"{TOO_LARGE}.")
        if _changes_by_cookie(scope) and not is_same_origin(Headers(scope=scope), self._origins):
            return _problem(403, "foreign_page", FOREIGN_PAGE)
        return None


def _host_in(scope: Scope) -> str | None:
    """The name under which somebody asks."""
    return Headers(scope=scope).get("host")


def _changes_by_cookie(scope: Scope) -> bool:
    """Does a request change something, by the cookie that a browser sends along?"""
    shown = Headers(scope=scope).get("authorization", "")
    return scope["method"] not in _READING and not shown.lower().startswith("bearer ")


class _Exchange:
    """One request and its answer: so much is taken, and the headers are put on."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.has_begun = False
        self._in_api = scope["path"].startswith("/api")
        self._over_https = scope["scheme"] == "https"
        self._receive = receive
        self._send = send
        self._taken = 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._taken += len(message.get("body", b""))
        if self._taken > MOST_BODY:  # a body that does not say its size beforehand
            raise HTTPException(413, TOO_LARGE)
        return message

    async def send(self, message: Message) -> None:
        self.has_begun = True
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self._over_https:
                headers.setdefault("strict-transport-security", STRICT_TRANSPORT)
            if self._in_api:
                headers.setdefault("cache-control", "no-store")
        await self._send(message)


def _shown_path(scope: Scope) -> str:
    """The path for the log, without the token of a link."""
    parts = str(scope.get("path", "")).split("/")
    secret = next((n for n, part in enumerate(parts) if part in _LINKS), len(parts))
    return "/".join(parts[: secret + 1])


def _problem(status: int, code: str, sentence: str, values: Any = None) -> JSONResponse:
    problem = Problem(code=code, sentence=sentence, values=values or {})
    return JSONResponse(problem.model_dump(), status)


def answer_of(refusal: Refusal) -> JSONResponse:
    """What is said to whoever is refused something."""
    answer = _problem(refusal.status, refusal.code, refusal.sentence, refusal.values)
    if refusal.status == 429 and "seconds" in refusal.values:
        answer.headers["retry-after"] = str(refusal.values["seconds"])
    return answer


def add_error_answers(app: FastAPI) -> None:
    """Every error becomes a Problem; nobody is shown a stack trace."""

    @app.exception_handler(Refusal)
    async def refuse(_: Request, refusal: Refusal) -> JSONResponse:
        return answer_of(refusal)

    @app.exception_handler(RequestValidationError)
    async def bad_request(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part)[:40] for part in first["loc"][:6])
        sentence = f"The request cannot be read: {where}: {str(first['msg'])[:160]}."
        sentence = sentence.encode(errors="replace").decode()
        return _problem(422, "bad_request", sentence)

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and pages.wants_a_page(request):
            return pages.page(404)
        answer = _problem(error.status_code, "http", f"{error.detail}.")
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(AlreadyThere)
    async def there(_: Request, __: AlreadyThere) -> JSONResponse:
        return _problem(409, "already_there", "This is there already; look again.")

    @app.exception_handler(NotStored)
    async def not_stored(_: Request, __: NotStored) -> JSONResponse:
        return _problem(503, "not_stored", "The database does not answer; nothing has changed.")
