"""Editions, levels and rules over HTTP."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi import Path as InPath

import caboose
from caboose.boards import Edition
from caboose.server.bots.bots import levels
from caboose.server.http.caller import HostDep
from caboose.server.protocol.bodies import Editions, LevelLine, Levels, Rules
from caboose.server.tables.meta import find_edition
from caboose.server.tables.playable import edition_facts

router = APIRouter(prefix="/api", tags=["editions"])

CHAPTERS = ("setup", "turn", "draw_cards", "claim_route", "draw_tickets", "final_round", "scoring")


@router.get("/editions")
async def all_editions(host: HostDep) -> Editions:
    """What can be played here."""
    return Editions(editions=await asyncio.to_thread(host.boards.lines))


@router.get("/editions/{name}", response_model=None, responses={200: {"model": Edition}})
async def one_edition(name: Annotated[str, InPath(max_length=80)], host: HostDep) -> dict[str, Any]:
    """A board with its cities, routes and tickets, and the numbers of its rulebook."""

    def find() -> dict[str, Any]:
        what = host.boards.find(name)
        return edition_facts(name, find_edition(what.edition, what.board))

    return await asyncio.to_thread(find)


@router.get("/levels")
async def all_levels() -> Levels:
    """The opponents by name, from a first game to a hard one."""
    return Levels(levels=[LevelLine(**level) for level in levels()])


@router.get("/rules")
async def rules() -> Rules:
    """The rules and our rulings."""
    return Rules(chapters=read_rules())


@cache
def read_rules() -> dict[str, str]:
    """The rule pages: shipped with the package, or from the documentation beside it."""
    package = Path(caboose.__file__).parent
    shipped = package / "rules_text"
    folder = shipped if shipped.is_dir() else package.parent / "docs" / "rules"
    pages = {name: folder / f"{name}.md" for name in (*CHAPTERS, "rulings")}
    return {name: page.read_text("utf-8") for name, page in pages.items() if page.is_file()}
