"""The one module that knows Numba.

Every rule is written once, in plain Python over records of small integers, and marked
`@compiled`. With Numba it becomes machine code; with `CABOOSE_INTERPRETED=1` in the environment
the same sources run as they stand, for the debugger, for coverage and for the tests that compare
the two. Nothing else in the project imports Numba.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = os.environ.get("CABOOSE_INTERPRETED", "0") not in ("", "0")
BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")

# Sources that end up inside compiled rules.
COMPILED_SOURCES = ("boards/limits.py", "engine/**/*.py")

_64_BITS = (1 << 64) - 1


def sources_digest() -> str:
    """One name for the exact sources that are compiled together.

    Numba renews a cached function when its own file changes, but not when a function that it
    calls from another file does. A cache folder named by this digest can never be stale.
    """
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(f"{sys.version} {np.__version__} {BOUNDS_CHECKED}".encode())
    for pattern in COMPILED_SOURCES:
        for file in sorted(package.glob(pattern)):
            digest.update(file.relative_to(package).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Where compiled rules are kept, or None if nothing may be written there."""
    home = os.environ.get("CABOOSE_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        root = Path(home) if home else Path.home() / ".cache"
        folder = root / "caboose" / sources_digest()
        folder.mkdir(parents=True, exist_ok=True)
        return folder if os.access(folder, os.W_OK) else None
    except (OSError, RuntimeError):
        return None


if INTERPRETED:
    CACHE: Path | None = None

    def compiled(function: Function) -> Function:
        """Leave the rule as it is: interpreted mode."""
        return function

    def count_bits(word: int) -> int:
        """How many of the 64 bits are set."""
        return (int(word) & _64_BITS).bit_count()

    def wide(number: int) -> int:
        """A small number of a record as a number that does not overflow."""
        return int(number)

    def lowest_bit(word: int) -> int:
        """The place of the lowest set bit of a word that is not zero."""
        bits = int(word) & _64_BITS
        return (bits & -bits).bit_length() - 1

else:
    import numba
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    CACHE = cache_folder()
    if CACHE is not None:
        numba.config.CACHE_DIR = str(CACHE)

    def compiled(function: Function) -> Function:
        """Compile a rule; from the cache when it was compiled before."""
        translate = numba.njit(cache=CACHE is not None, nogil=True, error_model="numpy")
        return translate(function)  # type: ignore[no-any-return]

    @intrinsic  # type: ignore[untyped-decorator]
    def wide(context: Any, number: Any) -> Any:
        """A small number of a record as a number that does not overflow.

        Numba's own int() keeps eight bits eight bits wide, and would compile every function that
        is called with the result once more for each width.
        """

        def emit(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return context.cast(builder, arguments[0], number, types.int64)

        return types.int64(number), emit

    @intrinsic  # type: ignore[untyped-decorator]
    def count_bits(context: Any, word: Any) -> Any:
        """How many of the 64 bits are set."""

        def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), emit

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest_bit(context: Any, word: Any) -> Any:
        """The place of the lowest set bit of a word that is not zero."""

        def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.IntType(1)(1))

        return types.int64(types.int64), emit


@compiled
def bit(place: int) -> int:
    """A word with one bit set; bit 63 makes it negative, in both modes."""
    return np.int64(1) << np.int64(place)  # type: ignore[return-value]
