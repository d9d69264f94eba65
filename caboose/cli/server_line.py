"""A server as a program sees it: JSON that is posted and read, and streams of lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from caboose.cli.app import UserError

PATIENCE = 60.0  # seconds; the server says something every seven


class Refused(UserError):
    """What the server does not do, and why."""

    def __init__(self, sentence: str, code: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.code = code
        self.status = status

    @property
    def is_final(self) -> bool:
        """Will it be refused however often one asks, whatever else happens meanwhile?"""
        return self.status in (400, 401, 403, 404, 422)


class Server:
    """A server, seen by a bot: it posts JSON and reads a stream of lines."""

    def __init__(self, url: str, token: str | None, name: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise UserError(f"'{url}' is no address of a server, such as http://127.0.0.1:8000.")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self._headers = {"content-type": "application/json"}
        token = token or self.post("/api/tokens", {"name": name[:30]})["token"]
        self._headers["authorization"] = f"Bearer {token}"

    def post(self, path: str, body: Any) -> Any:
        """Post something; the answer."""
        with self._open(path, json.dumps(body).encode()) as answer:
            return json.load(answer)

    def get(self, path: str) -> Any:
        """Ask for something."""
        with self._open(path, None) as answer:
            return json.load(answer)

    def stream(self, path: str) -> Iterator[Any]:
        """The messages of a stream; it ends when the game does."""
        with self._open(path, None) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)

    def _open(self, path: str, data: bytes | None) -> Any:
        try:
            return urlopen(Request(self.url + path, data, self._headers), timeout=PATIENCE)
        except HTTPError as error:
            raise _refused(error) from None
        except (URLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise UserError(
                f"{self.url} does not answer: {reason}. Is the server running?"
            ) from None


def _refused(error: HTTPError) -> Refused:
    try:
        told = json.load(error)
        return Refused(str(told["sentence"]), str(told["code"]), error.code)
    except (ValueError, KeyError, TypeError):
        return Refused(f"the server answered with status {error.code}.", "", error.code)
