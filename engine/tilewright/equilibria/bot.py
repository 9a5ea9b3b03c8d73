"""The bot that chooses in secret as an equilibrium does; and bots as strategies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tilewright.equilibria.block import NoEquilibrium
from tilewright.equilibria.matrix import Real
from tilewright.equilibria.question import Stake, Strategy, solve_view
from tilewright.equilibria.stages import is_secret, secret_block
from tilewright.play.bots import Bot
from tilewright.play.bots.aim import points_and_measure
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.uniform import Uniform
from tilewright.play.match import Match
from tilewright.play.state import Move, State
from tilewright.play.view import View, view

MOST_OUTCOMES, MOST_STATES = 4_000, 2_000
"""Blocks with more ways to choose, or more states up to where they are valued, are left to the other bot."""


class EquilibriumBot:
    """Chooses in secret as an equilibrium mixes, up to the end of the verb; plays what gains most at once otherwise.

    It plays for the points and for the first `measure` of the game. `seed` draws from the mixes.
    """

    name = "equilibrium"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)
        self._other = Greedy(seed)
        self._next: list[str] = []

    def choose(self, view: View) -> Move:
        """One of the moves there are."""
        moves = list(view.moves)
        if len(moves) < 2:
            return moves[0]
        if not is_secret(view.state):
            return self._other.choose(view)
        texts = {move.text: move for move in moves}
        if not self._next or self._next[0] not in texts:
            self._next = self._answer(view)
        return texts[self._next.pop(0)] if self._next and self._next[0] in texts else self._other.choose(view)

    def _answer(self, view: View) -> list[str]:
        """What to answer, one number after another; nothing where no equilibrium was found."""
        try:
            play = solve_view(
                view, Stake("points", points_and_measure(view.game, view.cards)), MOST_OUTCOMES, MOST_STATES
            )
        except NoEquilibrium:
            return []
        if play.block is None or view.state.player not in play.block.mixes:
            return []
        mix = play.block.mixes[view.state.player]
        (drawn,) = self._random.choices(list(mix), [float(chance) for chance in mix.values()])
        return drawn.split("; ")


def strategy_of(match: Match, player: Bot) -> Strategy:
    """What a bot does at a state: any answer or move as likely for the random one, else what it chooses, asked once."""

    def chances(state: State, texts: Sequence[str]) -> list[Real]:
        if isinstance(player, Uniform):
            return [Fraction(1, len(texts))] * len(texts)
        text = _chosen(match, player, state)
        return [Fraction(int(text == one)) for one in texts]

    return chances


def _chosen(match: Match, player: Bot, state: State) -> str:
    """The move that a bot chooses at a state, or all that it answers in secret there."""
    said: list[str] = []
    chooser, asking, at = state.player, secret_block(state), state.copy()
    while True:
        seen = View(match.machine, match.names, match.cards, view(at, chooser), chooser)
        move = player.choose(seen)
        said.append(move.text)
        if asking is None:
            return move.text
        at = at.copy()
        match.machine.apply(at, next(one for one in match.machine.moves_at(at) if one.text == move.text))
        if at.over or secret_block(at) is not asking:
            return "; ".join(said)
