"""Checking a game that was played: `verify`, and what it proves."""

from __future__ import annotations

import string
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from caboose.cli.app import UserError, app, console, errors, read_text, warm_up

if TYPE_CHECKING:
    from caboose.engine.record import Record

DIGITS = 64  # of a hash, a secret and a nonce, in hexadecimal
DIFFERENT = 1  # the exit code when the record is whole but is not what somebody noted down


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A record.")],
    commitment: Annotated[
        str | None,
        typer.Option(metavar="HASH", help="The hash that you were shown before you sat down."),
    ] = None,
    nonce: Annotated[
        str | None, typer.Option(metavar="HEX", help="The nonce with which you sat down.")
    ] = None,
) -> None:
    """Check every card and ticket of a recorded game against its key, and how that was made."""
    from caboose.engine import record

    shown = _digits("--commitment", commitment)
    sent = _digits("--nonce", nonce)
    text = read_text(file)
    warm_up()
    state = record.verify(text)
    fields = state.fields
    _say(
        f"Every line fits the key: {int(fields.actions)} actions, {int(fields.chance)} cards,"
        f" {len(state.game.edition.tickets)} tickets."
    )
    told = record.read_record(text)
    if told.has_promise:
        _tell_promise(told.header["commitment"], told.header["nonces"].split())
    _compare(told, shown, sent)
    if told.has_promise:
        _say(_what_is_proved(bool(shown), bool(sent)))


def _digits(option: str, said: str | None) -> str | None:
    """What somebody noted down, as a record writes it."""
    if said is None:
        return None
    digits = said.strip().lower()
    if len(digits) != DIGITS or not set(digits) <= set(string.hexdigits):
        raise UserError(f"{option} takes {DIGITS} hexadecimal digits; check what you noted down.")
    return digits


def _tell_promise(commitment: str, nonces: list[str]) -> None:
    people = sum(set(nonce) != {"0"} for nonce in nonces)  # a bot brings none
    _say("The key was made from a secret and from the nonces of those who sat down.")
    _say(f"  hash of the secret (commitment): {commitment}")
    _say(f"  nonces: {people}, one for each person's seat")


def _compare(told: Record, shown: str | None, sent: str | None) -> None:
    """Hold the record against what somebody noted down; end if it is another."""
    if (shown or sent) and not told.has_promise:
        _end("this record does not say how its key was made, so there is nothing to compare.")
    if shown is not None and shown != told.header["commitment"].lower():
        _end("this commitment is not the record's: the game was played with another secret.")
    if sent is not None and sent not in told.header["nonces"].lower().split():
        _end("this nonce is not in the record: the key was made without it.")


def _what_is_proved(shown: bool, sent: bool) -> str:
    if not (shown and sent):
        missing = [
            *([] if shown else ["--commitment HASH (the hash that you were shown)"]),
            *([] if sent else ["--nonce HEX (the nonce that you sent)"]),
        ]
        return (
            "A record alone cannot show that this secret was promised before the game. Compare it"
            f" with what you noted down when you sat down: {' and '.join(missing)}."
        )
    return (
        "Both are what you noted down: the secret was fixed before you sat down, your nonce went"
        " into the key, and the deck was fixed once all had sat down. Nobody without the secret"
        " could choose it. Whoever runs the server knows the secret, and could have tried nonces"
        " for a chair of their own or of a friend; this is ruled out only if everybody who sat down"
        " finds a nonce that they made by chance."
    )


def _say(sentence: str) -> None:
    console.print(sentence, markup=False, highlight=False, soft_wrap=True)


def _end(sentence: str) -> None:
    errors.print(f"caboose: {sentence}", markup=False, soft_wrap=True)
    raise typer.Exit(DIFFERENT)
