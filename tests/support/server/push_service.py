"""A push service for tests."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


class PushService:
    """Stands where a browser's push service would: it takes pushes and answers with a status."""

    def __init__(self) -> None:
        self.status = 201
        self.pushes: list[tuple[str, dict[str, str]]] = []
        self.arrived = threading.Event()
        self.answers = threading.Event()
        self.answers.set()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                service.pushes.append((self.path, dict(self.headers)))
                service.answers.wait()
                self.send_response(service.status)
                self.end_headers()
                service.arrived.set()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
