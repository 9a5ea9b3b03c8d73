"""A bot that plays equilibria of secret choices; and bots as strategies."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from tilewright.equilibria.matrix import Mix, NoEquilibrium, Real
from tilewright.equilibria.question import Payoff, Play, Strategy, solve_moment
from tilewright.equilibria.stage_graph import is_secret, verb_around
from tilewright.expectimax.moment import Moment
from tilewright.play.bots import Bot
from tilewright.play.bots.greedy import Greedy, Uniform
from tilewright.play.bots.value import points_and_measure
from tilewright.play.match import Match
from tilewright.play.state import GameState, Move
from tilewright.play.view import View

MOST_OUTCOMES, MOST_STATES = 4_000, 60_000
"""Secret blocks with more combinations of answers, or with more states after them, are left to the greedy bot."""
MOST_OPEN = 10_000
"""The same limit of states for open choices."""


class EquilibriumBot:
    """In secret blocks it plays a mixed equilibrium strategy, elsewhere the best move up to the end of the verb.

    It maximizes the `stake`; by default the points and the first `measure` of the game. `seed` is for sampling the
    mixed strategies. Outside verbs, and if the graph is too large, it plays greedily; `left` counts the secret blocks
    played that way.
    """

    name = "equilibrium"

    def __init__(self, seed: int = 0, stake: Payoff | None = None) -> None:
        self._stake = stake
        self._random = Random(seed)
        self._other = Greedy(seed)
        self._next: list[str] = []
        self._refused: object = None
        self.left = 0

    def choose(self, view: View) -> Move:
        """One of the available moves."""
        moves = list(view.moves)
        if len(moves) < 2:
            return moves[0]
        texts = {move.text: move for move in moves}
        chosen = self._in_secret(view, texts) if is_secret(view.state) else self._openly(view)
        return texts[chosen] if chosen in texts else self._other.choose(view)

    def mix(self, view: View) -> Mix:
        """The mixed strategy in a secret block; empty if no equilibrium was found."""
        play = self._play(view, MOST_STATES)
        return play.block.mixes.get(view.state.player, {}) if play is not None and play.block is not None else {}

    def _in_secret(self, view: View, texts: Collection[str]) -> str:
        """The next number of a sampled answer; empty if no equilibrium was found."""
        block = view.state.turn, view.state.draws, view.state.player
        if not (self._next and self._next[0] in texts) and block != self._refused:
            mix = self.mix(view)
            drawn = self._random.choices(list(mix), [float(chance) for chance in mix.values()]) if mix else []
            self._next = [text for answer in drawn for text in answer.split("; ")]
            if not mix:
                self._refused = block
                self.left += 1
        return self._next.pop(0) if self._next else ""

    def _openly(self, view: View) -> str:
        """The best move in the verb in progress; empty if there is none, or if the graph is too large."""
        play = self._play(view, MOST_OPEN)
        return play.moves[0][0] if play is not None and play.moves else ""

    def _play(self, view: View, most_states: int) -> Play | None:
        try:
            moment = Moment.of(view)
            if not is_secret(moment.state) and verb_around(moment.state) < 0:
                return None
            stake = self._stake or Payoff("points", points_and_measure(view.game, view.cards))
            return solve_moment(moment, view.names, stake, MOST_OUTCOMES, most_states)
        except NoEquilibrium:
            return None


def strategy_of(match: Match, player: Bot) -> Strategy:
    """A bot as a strategy: its mixed or uniform distribution if known, else the move that it chooses, asked once."""

    def chances(state: GameState, texts: Sequence[str]) -> list[Real]:
        if isinstance(player, Uniform):
            return uniform(texts)
        mix = player.mix(_seen(match, state, state.player)) if isinstance(player, EquilibriumBot) else {}
        text = "" if mix else _chosen(match, player, state)
        return [mix.get(one, Fraction(0)) if mix else Fraction(int(text == one)) for one in texts]

    return chances


def one_of(answers: Sequence[str]) -> Strategy:
    """The uniform distribution over some answers, or over all if none of them is available."""

    def chances(state: GameState, texts: Sequence[str]) -> list[Real]:
        counts = [answers.count(text) for text in texts]
        return [Fraction(count, sum(counts)) for count in counts] if any(counts) else uniform(texts)

    return chances


def uniform(texts: Sequence[str]) -> list[Real]:
    """The uniform distribution."""
    return [Fraction(1, len(texts))] * len(texts)


def _seen(match: Match, state: GameState, player: int) -> View:
    return replace(match.view(), state=state.seen_by(player), player=player)


def _chosen(match: Match, player: Bot, state: GameState) -> str:
    """The move that a bot chooses at a state, or its whole secret answer there."""
    said: list[str] = []
    chooser, at, asked = state.player, state, is_secret(state)
    while True:
        move = player.choose(_seen(match, at, chooser))
        said.append(move.text)
        at = match.machine.applied(at, next(one for one in match.machine.moves_at(at) if one.text == move.text))
        if not asked or at.over or at.player != chooser or not is_secret(at):
            return "; ".join(said)
