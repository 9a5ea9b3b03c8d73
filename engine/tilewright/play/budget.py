"""Limits on the work of trials in a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from tilewright.kernel.stops import TooMuchWork

__all__ = ["Budget", "TooMuchWork"]

SPARE, USUAL = 100_000, 2_000
"""The work that the trials of a whole game may take: initially, and for each question. An expensive expression counts as
several steps (`kernel.interpreter.QuestionWork`). The heaviest record of the tests has needed two fifths."""


class Budget:
    """The work spent and allowed; unlimited unless `limited`.

    With `counts_questions` the work of questions counts too; not where bots play, which ask them while looking ahead.
    """

    def __init__(self, limited: bool = False, counts_questions: bool = True) -> None:
        self.counts_questions, self.share = counts_questions, USUAL
        self.spent = 0
        self.allowed: float = SPARE if limited else inf

    @contextmanager
    def uncharged(self) -> Iterator[None]:
        """A context in which nothing is charged or limited: the search of a bot, which no player has asked for."""
        before = self.spent, self.allowed
        self.allowed = inf
        try:
            yield
        finally:
            self.spent, self.allowed = before

    @property
    def left(self) -> float:
        """The work that may still be done."""
        return self.allowed - self.spent

    def ask(self) -> None:
        """Allow one more question its share."""
        self.allowed += self.share

    def spend(self, statements: int, card: str) -> None:
        """Count work done for a card. Raises `TooMuchWork` if it exceeds the limit."""
        self.spent += statements
        if self.spent > self.allowed:
            raise TooMuchWork(card)
