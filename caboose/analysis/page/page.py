"""The whole page of an analysis."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from caboose.analysis.analysis import Analysis
from caboose.analysis.page.curve import draw_apart, draw_curve
from caboose.analysis.page.key_moments import draw_moments
from caboose.analysis.page.page_data import PageData, section, signed
from caboose.analysis.page.player_cards import draw_cards, draw_sums
from caboose.analysis.pieces import Piece


def write_page(analysis: Analysis) -> str:
    """The page of an analysis."""
    data = PageData(analysis)
    style = (files("caboose.analysis.page") / "analysis.css").read_text("utf-8")
    parts = [
        _head(data),
        draw_cards(data),
        draw_curve(data),
        draw_moments(data),
        draw_apart(data),
        draw_sums(data),
        _decisions(data),
        _origin(data),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{_title(data)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def _title(data: PageData) -> str:
    names = " – ".join(data.name(seat) for seat in range(data.analysis.seats))
    return f"{names}: what the game was worth"


def _head(data: PageData) -> str:
    names = " <span>–</span> ".join(
        f'<b class="seat{seat}">{data.name(seat)}</b>' for seat in range(data.analysis.seats)
    )
    scores = " : ".join(str(total) for total in data.totals)
    return (
        f'<header class="top"><p class="soft">{escape(data.edition.name)} · what the game was'
        f' worth</p><h1>{names}</h1><p class="score">{scores}</p></header>'
    )


def _decisions(data: PageData) -> str:
    """Every decision that counts, in a table to open."""
    pieces = [p for p in data.analysis.pieces if p.grade and p.grade.is_counted]
    rows = "".join(_decision(data, piece) for piece in pieces)
    heads = ("#", "player", "played", "best", "lost %", "± %", "points")
    head = "".join(f"<th scope=col>{name}</th>" for name in heads)
    return section(
        "All decisions",
        f"<details><summary>{len(pieces)} decisions that count: neither forced nor among equals"
        f'</summary><div class="wide"><table class=all><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>",
    )


def _decision(data: PageData, piece: Piece) -> str:
    grade = piece.grade
    assert grade is not None
    return (
        f'<tr class="{grade.mark or ""}"><td>{piece.at + 1}</td><td class="seat{grade.seat}">'
        f"{data.name(grade.seat)}</td><td>{data.action(grade.played or '', piece.at)}</td>"
        f"<td>{data.action(grade.best, piece.at)}</td><td>{grade.error:.1f}</td>"
        f"<td>{grade.error_error:.1f}</td><td>{signed(-grade.points, 1)}</td></tr>"
    )


def _origin(data: PageData) -> str:
    told = data.analysis
    return section(
        "How to read it",
        "<p>A decision is graded by what its player could know: hidden cards are dealt again many"
        " times as they might lie, every move is tried in the same worlds, and a difference within"
        " its error is none. Accuracy is the formula that chess players know. Luck of the cards is"
        " what a card or an offer brought beyond the mean of all that could have come; luck of the"
        " unknown is how decisions fared on cards that nobody could see. Own and others' play is"
        " what decisions were worth, and what they show of how their player goes on: everybody is"
        " thought alike before the first move.</p>",
        f'<p class="soft">caboose analyse · depth {told.depth} · seed {told.seed} · value'
        f" {told.made_by}. The same command gives the same page on any machine. Caboose is"
        " unofficial and has nothing to do with the publisher of the game.</p>",
    )
