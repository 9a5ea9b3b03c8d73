"""The bot that chooses in secret as an equilibrium does; and bots as strategies."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from tilewright.equilibria.block import Mix, NoEquilibrium
from tilewright.equilibria.matrix import Real
from tilewright.equilibria.question import Play, Stake, Strategy, solve_view
from tilewright.equilibria.stages import is_secret, verb_around
from tilewright.play.bots import Bot
from tilewright.play.bots.aim import points_and_measure
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.uniform import Uniform
from tilewright.play.match import Match
from tilewright.play.old_match import OldMatch, old_of, old_view
from tilewright.play.state import Move, State
from tilewright.play.unseen import secret_block
from tilewright.play.view import View, view

MOST_OUTCOMES, MOST_STATES = 4_000, 3_000
"""Blocks with more ways to choose, or more states up to where they are valued, are left to the other bot."""
MOST_OPEN = 500
"""So are open choices with more states after them."""


class EquilibriumBot:
    """Chooses in secret as an equilibrium mixes, openly what is best for it then, up to the end of the verb.

    It plays for the `stake`; without one for the points and for the first `measure` of the game. `seed` draws from the mixes.
    Outside of verbs, and where there is too much to go through, it plays what gains most at once; `left` counts the
    secret blocks that are.
    """

    name = "equilibrium"

    def __init__(self, seed: int = 0, stake: Stake | None = None) -> None:
        self._stake = stake
        self._random = Random(seed)
        self._other = Greedy(seed)
        self._next: list[str] = []
        self._refused: object = None
        self.left = 0

    def choose(self, view: View) -> Move:
        """One of the moves there are."""
        moves = list(view.moves)
        if len(moves) < 2:
            return moves[0]
        old = old_view(view)
        texts = {move.text: move for move in moves}
        chosen = self._in_secret(old, texts) if is_secret(old.state) else self._openly(old)
        return texts[chosen] if chosen in texts else self._other.choose(view)

    def mix(self, view: View) -> Mix:
        """How likely it gives each answer in a secret block; nothing where no equilibrium was found."""
        play = self._play(old_view(view), MOST_STATES)
        return play.block.mixes.get(view.state.player, {}) if play is not None and play.block is not None else {}

    def _in_secret(self, view: Any, texts: Collection[str]) -> str:
        """The next number of an answer that was drawn; nothing where no equilibrium was found."""
        frame = secret_block(view.state)
        assert frame is not None
        block = view.state.turn, frame.section.number, frame.at, frame.left
        if not (self._next and self._next[0] in texts) and block != self._refused:
            mix = self.mix(view)
            drawn = self._random.choices(list(mix), [float(chance) for chance in mix.values()]) if mix else []
            self._next = [text for answer in drawn for text in answer.split("; ")]
            if not mix:
                self._refused = block
                self.left += 1
        return self._next.pop(0) if self._next else ""

    def _openly(self, view: Any) -> str:
        """What is best in the verb that is being done; nothing where none is, or where there is too much to go through."""
        play = self._play(view, MOST_OPEN) if verb_around(view.machine.referee, view.state.frame) else None
        return play.moves[0][0] if play is not None and play.moves else ""

    def _play(self, view: Any, most_states: int) -> Play | None:
        try:
            stake = self._stake or Stake("points", points_and_measure(view.game, view.cards))
            return solve_view(view, stake, MOST_OUTCOMES, most_states)
        except NoEquilibrium:
            return None


def strategy_of(match: Match, player: Bot) -> Strategy:
    """What a bot does at a state: its mix or any move as likely where that is known, else what it chooses, asked once."""

    old = old_of(match)

    def chances(state: State, texts: Sequence[str]) -> list[Real]:
        if isinstance(player, Uniform):
            return uniform(state, texts)
        mix = player.mix(_seen(old, state, state.player)) if isinstance(player, EquilibriumBot) else {}
        text = "" if mix else _chosen(old, player, state)
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


def _seen(match: OldMatch, state: State, player: int) -> View:
    made: Any = View
    found: View = made(match.machine, match.names, match.cards, view(state, player), player)
    return found


def _chosen(match: OldMatch, player: Bot, state: State) -> str:
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
