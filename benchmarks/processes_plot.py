"""What an action costs by the number of processes, as a picture: routed and not."""

from __future__ import annotations

from typing import Any

from benchmarks.server_plot import BOTTOM, COLORS, HEIGHT, LEFT, RIGHT, TOP, WIDTH, opening, text

GOALS = {True: 1.15, False: 1.5}  # times what it costs in one process


def plot(costs: list[dict[str, Any]]) -> str:
    """The picture as SVG; thin lines are the goals."""
    numbers = sorted({cost["processes"] for cost in costs})
    one = next(cost["processor"] for cost in costs if cost["processes"] == 1)
    most = 1.1 * max(GOALS[False] * one, *(cost["processor"] for cost in costs))
    right = WIDTH - RIGHT

    def x(number: int) -> float:
        return LEFT + numbers.index(number) * (right - LEFT) / max(1, len(numbers) - 1)

    def y(milliseconds: float) -> float:
        return HEIGHT - BOTTOM - milliseconds / most * (HEIGHT - TOP - BOTTOM)

    parts = opening("What an action costs", "milliseconds of processor time, by processes")
    parts += [text(x(n), HEIGHT - BOTTOM + 20, str(n), anchor="middle") for n in numbers]
    for color, (routed, goal) in zip(COLORS, GOALS.items(), strict=False):
        curve = [cost for cost in costs if cost["routed"] == routed or cost["processes"] == 1]
        line = " ".join(f"{x(c['processes']):.1f},{y(c['processor']):.1f}" for c in curve)
        name = "routed" if routed else "not routed"
        row = y(curve[-1]["processor"])
        parts += [
            f'<path d="M{LEFT} {y(goal * one):.1f}H{right}" stroke="{color}" stroke-width="0.5"/>',
            text(LEFT - 8, y(goal * one) + 4, f"{goal * one:.2f}", anchor="end"),
            f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>',
            text(right + 12, row + 4, f"{name}: {curve[-1]['processor']:.2f}"),
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"
