"""The server's log: one JSON object per line, with nothing of anybody's hand in it."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

_LOG = logging.getLogger("caboose")


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, what happened, and the facts of it."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def say(event: str, level: int = logging.INFO, **facts: Any) -> None:
    """Note that something happened. Never hand it cards, tickets, keys or tokens."""
    _LOG.log(level, event, extra={"facts": facts})


def say_error(event: str, **facts: Any) -> None:
    """Note an error of ours, with where it came from."""
    _LOG.error(event, extra={"facts": facts}, exc_info=True)


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """What a client can send must not fill the log with the web server's stack traces."""
    return not record.getMessage().startswith("Invalid UTF-8")


def set_up_logs(level: str) -> None:
    """Send our log, and the web server's warnings, to the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("caboose", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper() if name == "caboose" else "WARNING")
    logging.getLogger("uvicorn.access").handlers = []
    logging.getLogger("uvicorn.error").addFilter(_is_worth_a_line)
    loop = logging.getLogger("asyncio")
    loop.handlers, loop.propagate = [handler], False
    loop.setLevel("ERROR")  # that somebody is gone is nothing to note
