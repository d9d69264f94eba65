"""One sitting at a game: a person at one seat, bots at the others, saved after every action."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from caboose.engine.errors import IllegalAction
from caboose.engine.state import State
from caboose.players import Player, ask
from caboose.terminal.menu import Menu, Misread, menu_of, notation, payment_menu
from caboose.terminal.narration import Teller
from caboose.terminal.questions import answer
from caboose.terminal.saved_game import PERSON, CannotSave, SavedGame, save
from caboose.terminal.score_sheet import score_sheet, ticket_lines, winners_line
from caboose.terminal.screen import Screen, told_since

FINISHED = 0
LEFT = 0  # by quit or at the end of the input
INTERRUPTED = 130  # by Ctrl-C, as a shell counts it
NARROWEST = 40  # columns; a narrower terminal cuts lines off

LONGEST_LINE = 200  # letters of a typed line that are looked at

Ask = Callable[[str], str]


class Leave(Exception):
    """The person stops playing for now."""


class Session:
    """One sitting at a game."""

    def __init__(
        self,
        saved: SavedGame,
        players: dict[int, Player],
        path: Path,
        console: Console,
        ask: Ask,
    ) -> None:
        self.saved = saved
        self.state: State = saved.state
        self.me = saved.kinds.index(PERSON)
        self.players = players
        self.path = path
        self.console = console
        self.ask = ask
        self.teller = Teller(self.state.game, saved.names)
        self.is_followed = False  # has the person seen a whole screen in this sitting?
        self.unsaved = ""  # why the last action is not in the file

    def run(self) -> int:
        """Play until the end, or until the person leaves; the exit code."""
        try:
            self._greet()
            while not self.state.is_over:
                self._decide_next()
            self._finish()
        except (Leave, EOFError):
            self._say_how_to_resume()
            return LEFT
        except KeyboardInterrupt:
            self._say_how_to_resume()
            return INTERRUPTED
        return FINISHED

    def _decide_next(self) -> None:
        seat = self.state.seat
        if seat in self.players:
            legal = self.state.legal_actions(seat)
            self._play(seat, ask(self.players[seat], self.state.view(seat), legal).text)
        else:
            self._ask_person()

    def _play(self, seat: int, text: str) -> None:
        """Play an action, or a claim with its payment, and save."""
        self.state.apply(text, seat=seat)
        try:
            save(self.path, self.saved)
            self.unsaved = ""
        except CannotSave as error:
            self.unsaved = self._sentence(error)
            self._complain(self.unsaved)

    # --- the person -------------------------------------------------------------------------------

    def _ask_person(self) -> None:
        """Ask until an action has been played."""
        legal = self.state.legal_actions(self.me)
        menu = menu_of(self.state.view(self.me), legal)
        whole = self._screen().whole(menu, legal)
        self._print(self._screen().decision(menu, legal) if self.is_followed else whole)
        self.is_followed = True
        while True:
            try:
                if self._take_line(menu, self._read(menu, menu.prompt, whole)):
                    return
                self._print(whole)
            except (IllegalAction, Misread) as error:
                self._complain(self._sentence(error))

    def _take_line(self, menu: Menu, line: str) -> bool:
        """Play what was typed; False if the person went back."""
        view = self.state.view(self.me)
        text = menu.read(line) or notation(view, line)
        actions = self.state.game.notation.parse(text)
        if len(actions) == 1 and actions[0].kind == "claim":
            payment = self._ask_payment(menu, str(actions[0].route))
            if payment is None:
                return False
            text = f"{text} {payment.removeprefix('pay ')}"
        before = view.to_dict()["actions"]
        self._play(self.me, text)
        self._confirm(before)
        return True

    def _ask_payment(self, turn: Menu, route: str) -> str | None:
        """The payment for a route that is about to be claimed; None to go back."""
        view = self.state.view(self.me)
        reason = view.why_not(route)
        if reason is not None:
            raise IllegalAction(reason)
        menu = payment_menu(view.payments(route))
        shown = [*self._screen().payments(route, menu), "  b) back"]
        self._print(shown)
        while True:
            line = self._read(turn, menu.prompt, shown)
            if line in ("b", "back"):
                return None
            try:
                return self._payment(menu, route, line)
            except (IllegalAction, Misread) as error:
                self._complain(self._sentence(error))

    def _payment(self, menu: Menu, route: str, line: str) -> str:
        """The payment that was typed, tried out on a copy."""
        text = menu.read(line) or notation(self.state.view(self.me), line)
        if not text.startswith("pay "):
            raise Misread("choose how to pay, or b to go back.")
        trial = self.state.copy()
        trial.apply(f"claim {route}")
        trial.apply(text)
        return text

    def _read(self, menu: Menu, prompt: str, shown: list[str]) -> str:
        """The next line that is not a question; questions are answered here."""
        while True:
            line = _tidy(self.ask(prompt))
            if line in ("quit", "q", "exit"):
                raise Leave
            try:
                told = shown if line == "show" else answer(self._screen(), menu, line)
            except (IllegalAction, Misread) as error:
                self._complain(self._sentence(error))
                continue
            if told is None and line:
                return line
            self._print(told or [])

    # --- what is shown ----------------------------------------------------------------------------

    def _screen(self) -> Screen:
        size = self.console.size
        width = max(size.width, NARROWEST)
        return Screen(self.state.view(self.me), self.teller, width, size.height)

    def _print(self, lines: Sequence[str]) -> None:
        for line in lines:
            style = "bold reverse" if line.startswith("***") else None
            self.console.print(line, style=style, no_wrap=True, overflow="ellipsis")

    def _confirm(self, before: int) -> None:
        """Tell the person what their own action brought."""
        steps = self.state.view(self.me).history[1 + before :]
        self._print(self._screen().wrap(self.teller.turn(steps)))

    def _complain(self, sentence: str) -> None:
        self.console.print(sentence, style="bold", highlight=False)

    def _sentence(self, error: Exception) -> str:
        """An error as a sentence, with names instead of seats."""
        sentence = str(error)
        if isinstance(error, IllegalAction) and "seat" in error.values:
            seat = error.values["seat"]
            sentence = sentence.replace(f"seat {seat}", self.teller.names[seat])
        end = "" if sentence.endswith((".", "?")) else "."
        return f"{sentence[:1].upper()}{sentence[1:]}{end}"

    def _greet(self) -> None:
        edition = self.state.game.edition
        if not self.state.is_over:
            players = ", ".join(self.teller.names)
            self._print([f"{edition.name}: {players}. Type help for help."])
            if self.state.to_dict()["actions"] == 0:
                self._print([f"{self.teller.does(0, 'begins')}."])
            self._say_command(f"Saved after every action: {self.path}")

    def _say_how_to_resume(self) -> None:
        self._print(["", self.unsaved or "The game is saved.", "To go on:"])
        self._say_command(f"  caboose play --resume {self._path()}")

    def _say_command(self, text: str) -> None:
        """A line that can be copied, so it is never cut off."""
        self.console.print(text, highlight=False, soft_wrap=True)

    def _path(self) -> str:
        return shlex.quote(str(self.path))

    def _finish(self) -> None:
        """The last turns, the score sheet and where the game can be read again."""
        screen, state = self._screen(), self.state
        names, score = self.teller.names, state.score()
        for told in told_since(state.view(self.me), self.teller):
            self._print(screen.wrap(told))
        self.console.print(score_sheet(state.game, score, names))
        for line in ticket_lines(state.game, score, names):
            self._print(screen.wrap(line))
        self._print(["", winners_line(state.game, score, names)])
        self._say_command(f"To read the game: caboose replay {self._path()}")


def _tidy(line: str) -> str:
    """A typed line in small letters, with single spaces and nothing that a terminal would obey."""
    letters = [letter if letter.isprintable() else " " for letter in line[:LONGEST_LINE]]
    return " ".join("".join(letters).lower().split())
