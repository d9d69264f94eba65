"""A process beside the server in which games are analyzed; started when it is first needed."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
from typing import Any

from caboose.server.bots.workers import SIZE, packed

STUCK = 120.0  # seconds without an answer; one that has just been started reads its compiled code
LOST = (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError)


class AnalysisProcess:
    """Asks one process, and starts another when it is lost."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, what: str, *values: Any) -> Any:
        """Have something done; one of LOST if the process is lost over it."""
        process = self.process or await self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(STUCK):
                process.stdin.write(packed((what, values)))
                await process.stdin.drain()
                (size,) = SIZE.unpack(await process.stdout.readexactly(SIZE.size))
                return pickle.loads(await process.stdout.readexactly(size))
        except BaseException:  # also when we are stopped: half an answer would be left on the line
            await self.end()
            raise

    async def end(self) -> None:
        """End the process, whatever it does."""
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _start(self) -> asyncio.subprocess.Process:
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "caboose.server.analyses.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for the server, which ends its workers
        )
        return self.process
