"""Long answers are worked on only while whoever asked is there."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import HTTPException, Request

T = TypeVar("T")

LOOK_EVERY = 0.5  # seconds
GONE = 499  # nobody reads it


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to; it is dropped when the line to whoever asked has ended."""
    task = asyncio.create_task(work)
    try:
        while not task.done():
            await asyncio.wait((task,), timeout=LOOK_EVERY)
            if not task.done() and await request.is_disconnected():
                raise HTTPException(GONE, "Nobody waits for this any more")
        return task.result()
    finally:
        task.cancel()
