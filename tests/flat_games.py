"""A game played by the machine and on flat states at once, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tilewright.play.flat.match import FlatMatch
from tilewright.play.old_match import OldMatch as Match


class Twins:
    """A match and the one on flat states that follows it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.flat = FlatMatch(match.game, match.names, match.cards, match.layouts, match.seed)

    def play(self, text: str) -> None:
        """Play a move in both."""
        self.match.play(text)
        self.flat.play(text)


def played(match: Match, seed: int, most: int) -> Iterator[Twins]:
    """A random game, at each choice in it and at its end."""
    random, twins = Random(seed), Twins(match)
    for _ in range(most):
        yield twins
        if match.over:
            return
        twins.play(str(random.choice(list(match.moves))))
    yield twins
