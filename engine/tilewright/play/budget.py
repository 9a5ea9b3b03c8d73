"""How much work finding out what is possible may take in a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from tilewright.kernel.stops import TooMuchWork

__all__ = ["Budget", "TooMuchWork"]

SPARE, USUAL = 100_000, 2_000
"""The work that the trials of a whole game may take: to begin with, and for each question. Expressions that take
more than usual count as several steps (`Function.effort`). The heaviest record of the tests has needed two fifths."""


class Budget:
    """The statements that were spent, and how many may be: without end, unless it is `limited`.

    What is only asked counts as well, but not where bots play, which ask what would be as long as they look ahead.
    """

    def __init__(self, limited: bool = False, counts_questions: bool = True) -> None:
        self.counts_questions, self.share = counts_questions, USUAL
        self.spent = 0
        self.allowed: float = SPARE if limited else inf

    @contextmanager
    def uncharged(self) -> Iterator[None]:
        """What is done inside counts for nothing and has no limit: the search of a bot, which no player has asked for."""
        before = self.spent, self.allowed
        self.allowed = inf
        try:
            yield
        finally:
            self.spent, self.allowed = before

    @property
    def left(self) -> float:
        """How many statements may still be done."""
        return self.allowed - self.spent

    def ask(self) -> None:
        """A question more, which may take its share."""
        self.allowed += self.share

    def spend(self, statements: int, card: str) -> None:
        """Note what was done for a card. Raises `TooMuchWork` when it was too much."""
        self.spent += statements
        if self.spent > self.allowed:
            raise TooMuchWork(card)
