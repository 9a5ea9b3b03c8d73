"""A game played by the reference interpreter and by the compiled game at once, move by move."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from unittest import mock

from tilewright.kernel.engine import ENGINE, INTERPRETER
from tilewright.play.match import Match


def interpreted(match: Match) -> Match:
    """The same match from its beginning, by the reference interpreter."""
    with mock.patch.dict(os.environ, {ENGINE: INTERPRETER}):
        made = Match(match.game, match.names, match.cards, match.layouts, match.seed)
        assert made.machine.engine is not None
        return made


class Twins:
    """A match of the reference interpreter and one of the compiled game that follows it."""

    def __init__(self, match: Match) -> None:
        self.match, self.flat = interpreted(match), match

    def play(self, text: str) -> None:
        """Play a move in both."""
        self.match.play(text)
        self.flat.play(text)


def played(match: Match, seed: int, most: int) -> Iterator[Twins]:
    """A random game, at each choice in it and at its end."""
    random, twins = Random(seed), Twins(match)
    for _ in range(most):
        yield twins
        if twins.match.over:
            return
        twins.play(str(random.choice(list(twins.match.moves))))
    yield twins
