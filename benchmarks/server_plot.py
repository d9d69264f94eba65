"""The curve of the server's benchmark as a picture: tables against p50 and p99."""

from __future__ import annotations

import math
from typing import Any

WIDTH, HEIGHT = 860, 460
LEFT, RIGHT, TOP, BOTTOM = 70, 230, 60, 60
COLORS = ("#1f5a66", "#b8503a", "#7a6a1f")
MARKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
GOAL = 100.0  # milliseconds


def plot(curves: dict[str, list[dict[str, Any]]], names: dict[str, str]) -> str:
    """The picture as SVG: both axes are logarithmic."""
    points = [point for curve in curves.values() for point in curve]
    most = max(point["tables"] for point in points)
    fewest = min(point["tables"] for point in points)
    slowest = max(2 * GOAL, *(point["p99"] for point in points))
    quickest = min(point["p50"] for point in points)

    def x(tables: float) -> float:
        share = math.log(tables / fewest) / max(math.log(most / fewest), 1e-9)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(milliseconds: float) -> float:
        share = math.log(milliseconds / quickest) / math.log(slowest / quickest)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    parts = opening(
        "From a command to stored and shown", "milliseconds, by tables at one action a second each"
    )
    right = WIDTH - RIGHT
    for mark in [mark for mark in MARKS if quickest <= mark <= slowest]:
        color = "#b8503a" if mark == GOAL else "#e4d9c2"
        parts += [
            f'<path d="M{LEFT} {y(mark):.1f}H{right}" stroke="{color}"/>',
            text(LEFT - 8, y(mark) + 4, str(mark), anchor="end"),
        ]
    parts += [
        text(x(tables), HEIGHT - BOTTOM + 20, f"{tables:,}", anchor="middle")
        for tables in sorted({point["tables"] for point in points})
    ]
    for color, (kind, curve) in zip(COLORS, curves.items(), strict=False):
        for measure, dash in (("p50", ' stroke-dasharray="5 4"'), ("p99", "")):
            line = " ".join(f"{x(p['tables']):.1f},{y(p[measure]):.1f}" for p in curve)
            parts.append(
                f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"{dash}/>'
            )
            last = curve[-1]
            parts.append(
                f'<circle cx="{x(last["tables"]):.1f}" cy="{y(last[measure]):.1f}" r="4"'
                f' fill="{color}"/>'
            )
        row = TOP + 24 * list(curves).index(kind)
        parts.append(f'<path d="M{right + 20} {row}h26" stroke="{color}" stroke-width="2"/>')
        parts.append(text(right + 52, row + 4, names[kind]))
    parts.append(text(right + 20, TOP + 24 * len(curves) + 10, "whole line p99, dashed p50"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def opening(title: str, beside: str) -> list[str]:
    """How a picture begins: its paper and what it shows."""
    return [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
            f' width="{WIDTH}" height="{HEIGHT}"'
            ' font-family="sans-serif" font-size="13" fill="#2b2620">'
        ),
        '<rect width="100%" height="100%" fill="#fffdf7"/>',
        text(LEFT, 30, title, size=18),
        text(LEFT, 48, beside),
    ]


def text(x: float, y: float, words: str, *, size: int = 13, anchor: str = "start") -> str:
    """Words at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}">{words}</text>'
