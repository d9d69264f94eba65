"""What all parts of the page look at: the analysis, its game played again, names and words."""

from __future__ import annotations

from functools import cached_property
from html import escape

from caboose.analysis.analysis import Analysis
from caboose.analysis.moments import Moment, moments
from caboose.analysis.words import Words
from caboose.engine.record import replay
from caboose.engine.state import State


class PageData:
    """An analysis with everything that its page shows."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.end: State = replay(analysis.record)
        self.game = self.end.game
        self.edition = self.game.edition
        self.words = Words(self.edition)

    @cached_property
    def moments(self) -> dict[int, Moment]:
        """Every decision, by the actions before it."""
        return {int(moment.before.fields.actions): moment for moment in moments(self.end)}

    @cached_property
    def totals(self) -> list[int]:
        """The points at the end."""
        return [line["total"] for line in self.end.score().to_dict()["seats"]]

    def name(self, seat: int) -> str:
        """Who sat there, safe for a page."""
        names = self.analysis.names
        return escape(names[seat] if seat < len(names) else f"Seat {seat}")

    def offer(self, at: int) -> list[int]:
        """The tickets that were offered to the mover of a decision."""
        moment = self.moments[at]
        return list(moment.before.view(moment.seat).offer)

    def action(self, text: str, at: int) -> str:
        """An action in words, safe for a page."""
        told = self.words.action(text, self.offer(at) if text.startswith("keep") else ())
        return escape(told[0].upper() + told[1:])


def section(title: str, *parts: str, name: str = "") -> str:
    """A part of the page under its own heading."""
    label = f' class="{name}"' if name else ""
    return f"<section{label}>\n<h2>{escape(title)}</h2>\n" + "\n".join(parts) + "\n</section>"


def signed(number: float, digits: int = 0) -> str:
    """A number with its sign, the minus as printers set it."""
    text = f"{number:+.{digits}f}"
    is_nothing = float(text) == 0
    return f"{0:.{digits}f}" if is_nothing else text.replace("-", "\N{MINUS SIGN}")
