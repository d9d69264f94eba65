"""Colors on the screen. They only repeat what the words say, so they can always be left out."""

from __future__ import annotations

import re

from rich.highlighter import Highlighter
from rich.text import Text

from caboose.boards import GRAY, Edition

# Black and white bring their own background, so that both can be read on any terminal.
_STYLES = {
    "purple": "magenta",
    "pink": "bright_magenta",
    "blue": "bright_blue",
    "orange": "dark_orange",
    "white": "black on white",
    "green": "green",
    "yellow": "yellow",
    "black": "white on black",
    "red": "red",
    GRAY: "dim",
}


class CardPaint(Highlighter):
    """Paints every color and every wild card that a line names."""

    def __init__(self, edition: Edition) -> None:
        wild = edition.words
        self._styles = {color: _STYLES.get(color, "") for color in (*edition.colors, GRAY)}
        self._styles |= {wild.locomotive: "bold", wild.locomotives: "bold"}
        words = "|".join(re.escape(word) for word in self._styles)
        self._pattern = re.compile(rf"\b({words})\b")

    def highlight(self, text: Text) -> None:
        """Style the words of one line."""
        for found in self._pattern.finditer(text.plain):
            text.stylize(self._styles[found[0]], found.start(), found.end())
