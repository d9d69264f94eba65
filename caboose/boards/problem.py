"""What is wrong with a board file, in sentences for the person who wrote it."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

_SHOWN = 20  # of the problems, in the text of an error


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a board file: where, and what to do."""

    entry: str  # where it is: "route 3 (denver-omaha)", "rules", "file"
    sentence: str  # what is wrong, and what to do

    def __str__(self) -> str:
        return f"{self.entry}: {self.sentence}"


class BoardError(ValueError):
    """A board cannot be used; `problems` says everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem], source: str = "The board") -> None:
        self.problems = list(problems)
        self.source = source
        lines = [str(problem) for problem in self.problems[:_SHOWN]]
        if len(self.problems) > _SHOWN:
            lines.append(f"and {len(self.problems) - _SHOWN} more problems")
        super().__init__("\n  ".join([f"{source} cannot be used:", *lines]))

    def __reduce__(self) -> tuple[type["BoardError"], tuple[list[Problem], str]]:
        return BoardError, (self.problems, self.source)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint to end a sentence with, empty when nothing known is near."""
    near = get_close_matches(word, list(known), n=1)
    return f'; did you mean "{near[0]}"?' if near else ""
