"""Where the names of cities are written: beside the dot, where they cover least."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FONT_SIZE = 15.0
LINE = 16.0  # from one line of a name to the next
_GAP = 15.0  # from a city's middle to its name
_NARROW, _BROAD = "iljI.,' ", "mwMW&"

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Label:
    """A name in one line or two; x and y are its middle, seen from the city."""

    lines: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float


def text_width(text: str, size: float = FONT_SIZE) -> float:
    per_letter = (0.34 if c in _NARROW else 0.93 if c in _BROAD else 0.61 for c in text)
    return size * sum(per_letter)


def possible_labels(name: str) -> list[Label]:
    """The places a name may take: around the city, nearest and simplest first."""
    labels = []
    for far in (_GAP, _GAP + 5, _GAP + 10):
        for lines in _breaks(name):
            width, height = max(map(text_width, lines)), LINE * len(lines)
            for turn in np.arange(0, 2 * np.pi, np.pi / 8):
                x, y = np.cos(turn), np.sin(turn)
                left, up = np.clip(1.6 * x, -1, 1), np.clip(1.6 * y, -1, 1)
                across, down = far * x + left * width / 2, far * y + up * (height / 2 - 2)
                labels.append(Label(lines, float(across), float(down), width, height))
    return labels


def _breaks(name: str) -> list[tuple[str, ...]]:
    """The name as one line, and if it has several words also as two lines or one for each."""
    words = name.split()
    if len(name) < 9 or len(words) < 2:
        return [(name,)]
    pairs = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    even = min(pairs, key=lambda pair: max(map(len, pair)))
    return [(name,), even, tuple(words)] if len(words) == 3 else [(name,), even]


def label_dots(label: Label) -> Floats:
    """Points all over a label, seen from its city, that keep a distance from spaces."""
    across = np.linspace(-0.5, 0.5, max(2, round(label.width / 14))) * max(label.width - 8, 1)
    rows = np.linspace(-0.5, 0.5, len(label.lines)) * (label.height - LINE)
    return np.array([(label.x + x, label.y + y) for x in across for y in rows])


def choose_labels(names: list[str], places: Floats, outlines: Floats) -> list[Label]:
    """For every city the label that covers least of the spaces, cities and other labels."""
    options = [possible_labels(name) for name in names]
    chosen = [labels[0] for labels in options]
    boxes = [np.array([[o.x, o.y, o.width, o.height] for o in labels]) for labels in options]
    at = np.array([box[0] for box in boxes])
    costs = []
    for city, box in enumerate(boxes):
        box[:, :2] += places[city]
        near = outlines[np.abs(outlines - places[city]).max(axis=1) < box[:, 2].max() + 40]
        covered = 8 * _covered(box, near, 4.0) + 2 * _covered(box, places, 10.0)
        costs.append(covered + np.linspace(0, 40, len(box)))
    for _ in range(5):
        for city, box in enumerate(boxes):
            best = int(np.argmin(costs[city] + _overlap(box, np.delete(at, city, axis=0))))
            at[city], chosen[city] = box[best], options[city][best]
    return chosen


def _covered(boxes: Floats, dots: Floats, dot: float) -> Floats:
    """How deep dots of that radius lie in each box."""
    away = np.abs(dots[None] - boxes[:, None, :2]) - boxes[:, None, 2:] / 2
    inside = np.clip(dot - np.maximum(away[:, :, 0], away[:, :, 1]), 0, 2 * dot)
    return np.asarray((inside**2).sum(axis=1))


def _overlap(boxes: Floats, others: Floats) -> Floats:
    """How much area each box shares with the others, a little room included."""
    away = np.abs(boxes[:, None, :2] - others[None, :, :2])
    shared = (boxes[:, None, 2:] + others[None, :, 2:]) / 2 + (6, 2) - away
    return np.asarray(2 * np.maximum(shared, 0).prod(axis=2).sum(axis=1))
