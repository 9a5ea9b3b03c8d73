"""The bot that chooses in secret as an equilibrium does; and bots as strategies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from tilewright.equilibria.block import Mix, NoEquilibrium
from tilewright.equilibria.matrix import Real
from tilewright.equilibria.question import Stake, Strategy, solve_view
from tilewright.equilibria.stages import is_secret
from tilewright.play.bots import Bot
from tilewright.play.bots.aim import points_and_measure
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.uniform import Uniform
from tilewright.play.match import Match
from tilewright.play.state import Move, State
from tilewright.play.unseen import secret_block
from tilewright.play.view import View, view

MOST_OUTCOMES, MOST_STATES = 4_000, 2_000
"""Blocks with more ways to choose, or more states up to where they are valued, are left to the other bot."""


class EquilibriumBot:
    """Chooses in secret as an equilibrium mixes, up to the end of the verb; plays what gains most at once otherwise.

    It plays for the `stake`; without one for the points and for the first `measure` of the game. `seed` draws from the mixes.
    """

    name = "equilibrium"

    def __init__(self, seed: int = 0, stake: Stake | None = None) -> None:
        self._stake = stake
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
        mix = self.mix(view)
        if not mix:
            return []
        (drawn,) = self._random.choices(list(mix), [float(chance) for chance in mix.values()])
        return drawn.split("; ")

    def mix(self, view: View) -> Mix:
        """How likely it gives each answer in a secret block; nothing where no equilibrium was found."""
        try:
            stake = self._stake or Stake("points", points_and_measure(view.game, view.cards))
            play = solve_view(view, stake, MOST_OUTCOMES, MOST_STATES)
        except NoEquilibrium:
            return {}
        return play.block.mixes.get(view.state.player, {}) if play.block is not None else {}


def strategy_of(match: Match, player: Bot) -> Strategy:
    """What a bot does at a state: its mix or any move as likely where that is known, else what it chooses, asked once."""

    def chances(state: State, texts: Sequence[str]) -> list[Real]:
        if isinstance(player, Uniform):
            return uniform(state, texts)
        mix = player.mix(_seen(match, state, state.player)) if isinstance(player, EquilibriumBot) else {}
        text = "" if mix else _chosen(match, player, state)
        return [mix.get(one, Fraction(0)) if mix else Fraction(int(text == one)) for one in texts]

    return chances


def one_of(answers: Sequence[str]) -> Strategy:
    """Each of some answers as likely, and any where there is none of them."""

    def chances(state: State, texts: Sequence[str]) -> list[Real]:
        counts = [answers.count(text) for text in texts]
        return [Fraction(count, sum(counts)) for count in counts] if any(counts) else uniform(state, texts)

    return chances


def uniform(state: State, texts: Sequence[str]) -> list[Real]:
    """Any answer as likely."""
    return [Fraction(1, len(texts))] * len(texts)


def _seen(match: Match, state: State, player: int) -> View:
    return View(match.machine, match.names, match.cards, view(state, player), player)


def _chosen(match: Match, player: Bot, state: State) -> str:
    """The move that a bot chooses at a state, or all that it answers in secret there."""
    said: list[str] = []
    chooser, asking, at = state.player, secret_block(state), state.copy()
    while True:
        move = player.choose(_seen(match, at, chooser))
        said.append(move.text)
        if asking is None:
            return move.text
        at = at.copy()
        match.machine.apply(at, next(one for one in match.machine.moves_at(at) if one.text == move.text))
        if at.over or secret_block(at) is not asking:
            return "; ".join(said)
