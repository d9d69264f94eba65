"""The win curve of all seats, and for each seat luck apart from play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from caboose.analysis.page.page_data import PageData, section
from caboose.analysis.pieces import Piece

WIDE, HIGH = 1000.0, 340.0  # of the large chart, in its own units
NARROW, LOW = 520.0, 220.0  # of the small ones
LEFT, RIGHT, TOP, BOTTOM = 46.0, 10.0, 12.0, 26.0


class Chart:
    """A chart over the actions of a game; heights are shares of the win."""

    def __init__(
        self, actions: int, size: tuple[float, float], low: float = 0.0, top: float = 1.0
    ) -> None:
        self.actions, self.low, self.top = max(1, actions), low, top
        self.wide, self.high = size

    def x(self, at: float) -> float:
        """Where an action lies."""
        return LEFT + (self.wide - LEFT - RIGHT) * at / self.actions

    def y(self, share: float) -> float:
        """How high a share lies."""
        part = (share - self.low) / (self.top - self.low)
        return TOP + (self.high - TOP - BOTTOM) * (1 - part)

    def path(self, shares: Sequence[float]) -> str:
        """A line through shares, one for each action from the deal on."""
        return "M" + "L".join(f"{self.x(n):.1f} {self.y(s):.1f}" for n, s in enumerate(shares))

    def band(self, ones: Sequence[float], others: Sequence[float]) -> str:
        """The band between two lines."""
        back = [f"{self.x(n):.1f} {self.y(s):.1f}" for n, s in enumerate(others)]
        return f"{self.path(ones)}L{'L'.join(reversed(back))}Z"

    def grid(self) -> str:
        """Lines and numbers on the left, every quarter of a win."""
        steps = [n / 4 for n in range(-8, 13) if self.low - 1e-9 <= n / 4 <= self.top + 1e-9]
        return "".join(
            f'<path class="grid" d="M{LEFT} {self.y(s):.1f}H{self.wide - RIGHT}"/>'
            f'<text class="tick" x="{LEFT - 8}" y="{self.y(s) + 4:.1f}">{100 * s:.0f}</text>'
            for s in steps
        )

    def wrap(self, told: str, parts: Sequence[str]) -> str:
        """The whole picture."""
        return (
            f'<svg class="chart" viewBox="0 0 {self.wide:.0f} {self.high:.0f}" role="img"'
            f' aria-label="{told}">{self.grid()}{"".join(parts)}</svg>'
        )


def draw_curve(data: PageData) -> str:
    """The win shares of all seats, with a dot for every marked decision."""
    pieces = data.analysis.pieces
    chart = Chart(len(pieces) - 1, (WIDE, HIGH))
    lines = [
        f'<path class="line seat{seat}" d="{chart.path([p.shares[seat] for p in pieces])}">'
        f"<title>{data.name(seat)}</title></path>"
        for seat in range(data.analysis.seats)
    ]
    dots = [_dot(data, chart, n, piece) for n, piece in enumerate(pieces)]
    told = "How likely each player was to win, from the deal to the end, in percent"
    note = (
        "How likely each player was to win on the true cards, in percent, with what was to come"
        " unknown. Dots are decisions that lost much by what the player could know."
    )
    legend = "".join(
        f'<li class="seat{seat}">{data.name(seat)}</li>' for seat in range(data.analysis.seats)
    )
    return section(
        "Who was winning",
        f'<p>{note}</p><ul class="legend">{legend}</ul>',
        chart.wrap(told, [*lines, *dots]),
        name="curve",
    )


def _dot(data: PageData, chart: Chart, number: int, piece: Piece) -> str:
    grade = piece.grade
    if grade is None or grade.mark is None or piece.seat is None:
        return ""
    x, y = chart.x(number), chart.y(piece.shares[piece.seat])
    told = f"{data.name(piece.seat)}: {grade.mark}, {grade.error:.0f} %"
    return (
        f'<a href="#at{piece.at}"><circle class="dot {grade.mark} seat{piece.seat}" cx="{x:.1f}"'
        f' cy="{y:.1f}" r="6.5"><title>{told}</title></circle></a>'
    )


def draw_apart(data: PageData) -> str:
    """For every seat: where luck alone and where play alone would have led."""
    note = (
        "The same curve taken apart. <b>Luck</b>: the deal, the cards, and how decisions fared on"
        " cards that nobody could know. <b>Play</b>: what the decisions of all players were worth,"
        " and what they reveal of how each goes on playing. Start, luck and play add up to the"
        " curve."
    )
    charts = "".join(_apart(data, seat) for seat in range(data.analysis.seats))
    return section("Luck and play apart", f"<p>{note}</p>", f'<div class="apart">{charts}</div>')


def _apart(data: PageData, seat: int) -> str:
    analysis = data.analysis
    start, pieces = analysis.start[seat], analysis.pieces
    luck = [start + s for s in accumulate(p.luck[seat] + p.unknown[seat] for p in pieces)]
    play = [start + s for s in accumulate(p.play[seat] for p in pieces)]
    shares = [p.shares[seat] for p in pieces]
    every = [*luck, *play, 0.0, 1.0]
    chart = Chart(len(pieces) - 1, (NARROW, LOW), min(every), max(every))
    level = [start] * len(pieces)
    drawn = [
        f'<path class="band luck" d="{chart.band(luck, level)}"/>',
        f'<path class="band play" d="{chart.band(play, level)}"/>',
        f'<path class="line luck" d="{chart.path(luck)}"/>',
        f'<path class="line play" d="{chart.path(play)}"/>',
        f'<path class="line thin seat{seat}" d="{chart.path(shares)}"/>',
    ]
    told = f"{data.name(seat)}: luck and play apart"
    return (
        f'<figure><figcaption class="seat{seat}">{data.name(seat)}'
        '<span class="key"><i class="luck"></i>luck<i class="play"></i>play</span></figcaption>'
        f"{chart.wrap(told, drawn)}</figure>"
    )
