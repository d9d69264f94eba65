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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = os.environ.get("CABOOSE_INTERPRETED", "0") not in ("", "0")
BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")

# The rooms that hold compiled code, each standing on those before it, or beside them.
ROOMS = ("engine", "players", "analysis", "envs", "learning", "lab")

PACKAGE = Path(__file__).resolve().parent.parent

_64_BITS = (1 << 64) - 1
_HALF = 1 << 63


def is_in_a_room(module: str) -> bool:
    """Do the digests of rooms cover a module?"""
    package, _, inside = module.partition(".")
    return package == "caboose" and inside.partition(".")[0] in ROOMS


def room_of(module: str) -> str:
    """The room of a module; compiled code outside the package stands on all rooms."""
    return module.split(".")[1] if is_in_a_room(module) else ROOMS[-1]


def sources_digest(room: str) -> str:
    """One name for the exact sources that a room's compiled code is made of.

    Numba renews a cached function when its own file changes, but not when a function that it
    calls from another file does. A cache folder named by this digest can never be stale.
    """
    digest = hashlib.sha256(f"{sys.version} {np.__version__} {BOUNDS_CHECKED}".encode())
    files = [PACKAGE / "boards" / "limits.py"]
    for below in ROOMS[: ROOMS.index(room) + 1]:
        files += sorted((PACKAGE / below).rglob("*.py"))
    for file in files:
        digest.update(file.relative_to(PACKAGE).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(room: str) -> Path | None:
    """Where a room's compiled code is kept, or None if nothing may be written there."""
    home = os.environ.get("CABOOSE_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        root = Path(home) if home else Path.home() / ".cache"
        folder = root / "caboose" / f"{room}-{sources_digest(room)}"
        folder.mkdir(parents=True, exist_ok=True)
        return folder if os.access(folder, os.W_OK) else None
    except (OSError, RuntimeError):
        return None


if INTERPRETED:

    def compiled(function: Function) -> Function:
        """Leave the rule as it is: interpreted mode."""
        return function

    def count_bits(word: int) -> int:
        """How many of the 64 bits are set."""
        return (int(word) & _64_BITS).bit_count()

    def wide(number: int) -> int:
        """A small number of a record as a number that does not overflow."""
        return int(number)

    def in_64_bits(number: int) -> int:
        """What 64 bits hold of a number, as a signed one."""
        return (number + _HALF & _64_BITS) - _HALF

    def lowest_bit(word: int) -> int:
        """The place of the lowest set bit of a word that is not zero."""
        bits = int(word) & _64_BITS
        return (bits & -bits).bit_length() - 1

    def add_eight(sums: Any, at: int, numbers: Any, place: int, factor: float) -> None:
        """Add eight 32-bit numbers in a row, each times a factor, to eight sums in a row."""
        for i in range(8):
            sums[at + i] += numbers[place + i] * factor

else:
    import numba
    from llvmlite import ir
    from numba.core import types
    from numba.core.caching import UserProvidedCacheLocator
    from numba.extending import intrinsic

    def compiled(function: Function) -> Function:
        """Compile a rule; from the cache when it was compiled before."""
        folder = cache_folder(room_of(function.__module__))
        translate = numba.njit(
            cache=folder is not None, nogil=True, error_model="numpy", no_cfunc_wrapper=True
        )
        with _kept_in(folder, is_in_a_room(function.__module__)):
            return _once_for_all_numbers(translate(function))  # type: ignore[no-any-return]

    class KeptByRoom(UserProvidedCacheLocator):  # type: ignore[misc]
        """Compiled code is found again wherever the package is installed, and whenever.

        The folder's name stands for all sources, so neither their place nor their date matters.
        """

        @classmethod
        def get_suitable_cache_subpath(cls, py_file: str) -> str:
            """Where the code of a file is kept in the folder of its room."""
            return Path(py_file).resolve().parent.relative_to(PACKAGE).as_posix()

        def get_source_stamp(self) -> str:
            """What would make the code stale: nothing, in this folder."""
            return ""

    @contextmanager
    def _kept_in(folder: Path | None, is_ours: bool) -> Iterator[None]:
        """Tell Numba where to keep what is compiled now, and nothing about others' functions."""
        config = numba.config
        before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
        if folder is not None:
            config.CACHE_DIR = str(folder)
            if is_ours:
                config.CACHE_LOCATOR_CLASSES = f"{__name__}.{KeptByRoom.__name__}"
        try:
            yield
        finally:
            config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before

    def _once_for_all_numbers(rule: Any) -> Any:
        """Keep Numba from compiling a rule again for each constant that others call it with.

        Small rules are put into their callers anyway, and their constants with them.
        """
        template_for = rule.get_call_template
        kind_of = types.unliteral  # type: ignore[attr-defined]

        def template_for_kinds(arguments: Any, named: Any) -> Any:
            kinds = [kind_of(constant) for constant in arguments]
            return template_for(kinds, {name: kind_of(named[name]) for name in named})

        rule.get_call_template = template_for_kinds
        return rule

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
    def in_64_bits(_context: Any, _number: Any) -> Any:
        """What 64 bits hold of a number, as a signed one: compiled numbers hold no more."""

        def emit(_context: Any, _builder: Any, _signature: Any, arguments: Any) -> Any:
            return arguments[0]

        return types.int64(types.int64), emit

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

    @intrinsic  # type: ignore[untyped-decorator]
    def add_eight(context: Any, sums: Any, at: Any, numbers: Any, place: Any, factor: Any) -> Any:
        """Add eight 32-bit numbers in a row, each times a factor, to eight sums in a row.

        All eight at once: LLVM does not see that the two arrays lie apart. No index is checked.
        """
        eight, zero = ir.VectorType(ir.FloatType(), 8), ir.IntType(32)(0)
        nothing = ir.Constant(eight, ir.Undefined)
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), 8), [zero] * 8)

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            def find(array: int) -> Any:
                begin = context.make_array(signature.args[array])(
                    context, builder, arguments[array]
                ).data
                row = builder.gep(begin, [arguments[array + 1]])
                return builder.bitcast(row, eight.as_pointer())

            one = builder.insert_element(nothing, arguments[4], zero)
            factors = builder.shuffle_vector(one, nothing, everywhere)
            added = builder.fmul(builder.load(find(2), align=4), factors)
            total = builder.fadd(builder.load(find(0), align=4), added)
            builder.store(total, find(0), align=4)
            return context.get_dummy_value()

        return types.void(sums, types.int64, numbers, types.int64, types.float32), emit


@compiled
def bit(place: int) -> int:
    """A word with one bit set; bit 63 makes it negative, in both modes."""
    return np.int64(1) << np.int64(place)  # type: ignore[return-value]
