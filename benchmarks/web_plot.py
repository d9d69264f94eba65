"""The figures of the client's benchmark as a picture: each beside its goal."""

from __future__ import annotations

from typing import Any

WIDTH, ROW, LEFT, RIGHT, TOP = 860, 34, 380, 90, 76
GOOD, BAD, INK = "#1f5a66", "#b8503a", "#2b2620"
MOST = 2.0  # times the goal; what is worse is cut off there


def plot(figures: list[dict[str, Any]]) -> str:
    """Bars for medians, lines to the worst; the goal is the upright line."""
    shown = [each for each in figures if each["goal"] is not None]
    height = TOP + ROW * len(shown) + 24
    goal = _x(1.0)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        f' height="{height}" font-family="sans-serif" font-size="13" fill="{INK}">'
    )
    parts = [
        head,
        '<rect width="100%" height="100%" fill="#fffdf7"/>',
        _text(24, 30, "How quick the browser client is", size=18),
        _text(24, 50, "bar: median, thin line: worst, as a share of the goal; left is better"),
        f'<path d="M{goal} {TOP - 8}V{height - 16}" stroke="{BAD}" stroke-dasharray="4 3"/>',
        _text(goal, TOP - 12, "goal", anchor="middle"),
    ]
    for n, each in enumerate(shown):
        parts += _row(each, TOP + ROW * n)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _row(each: dict[str, Any], top: float) -> list[str]:
    middle, worst = _share(each, "median"), _share(each, "worst")
    color = GOOD if middle <= 1 else BAD
    end = _x(min(middle, MOST))
    value = f"{each['median']:,.0f}" if each["median"] >= 100 else f"{each['median']:,.1f}"
    line = f"M{end:.1f} {top + 16}H{_x(min(worst, MOST)):.1f}"
    return [
        _text(LEFT - 10, top + 20, each["name"], anchor="end"),
        f'<rect x="{LEFT}" y="{top + 7}" width="{end - LEFT:.1f}" height="18" fill="{color}"/>',
        f'<path d="{line}" stroke="{color}" stroke-width="2"/>',
        _text(WIDTH - 8, top + 20, f"{value} {each['unit'].split()[0]}", anchor="end"),
    ]


def _share(each: dict[str, Any], which: str) -> float:
    """How much of the goal is used up."""
    value, goal = float(each[which]), float(each["goal"])
    return goal / max(value, 0.01) if each["more_is_better"] else value / goal


def _x(share: float) -> float:
    return LEFT + share / MOST * (WIDTH - LEFT - RIGHT)


def _text(x: float, y: float, text: str, *, size: int = 13, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}">{text}</text>'
