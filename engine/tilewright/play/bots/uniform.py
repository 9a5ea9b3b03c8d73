"""The bot that plays random moves."""

from __future__ import annotations

from random import Random

from tilewright.play.state import Move
from tilewright.play.view import View


class Uniform:
    """Plays any of the moves there are, each as likely as any other."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> Move:
        """A move. Raises IndexError when the game is over."""
        return self._random.choice(list(view.moves))
