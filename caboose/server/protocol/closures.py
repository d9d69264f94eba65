"""Why a table ended before its game did: a code for programs, and a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Why:
    """Why a table ends before its game does: a code, and the same in English. It names nobody."""

    code: str
    sentence: str

    def values(self) -> dict[str, str]:
        """The same in a table's row."""
        return {"why": self.code, "sentence": self.sentence}


BY_ITS_OWNER = Why("by_its_owner", "The host closed this table.")
BY_CONSENT = Why("by_consent", "All players agreed to end this game.")
ABANDONED = Why("abandoned", "Nobody played for a long time, so this table was closed.")
OWNER_IS_GONE = Why("owner_is_gone", "The host left for good, so this table was closed.")
DEAL_OVER = Why("deal_over", "The time for this deal was over.")
