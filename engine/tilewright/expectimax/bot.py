"""Bots that play by the odds: within their turn, and beyond it."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.diagnostics import Problems
from tilewright.expectimax.induction import Induction
from tilewright.expectimax.moment import Moment
from tilewright.expectimax.question import OddsGoal, induction_of, is_settled, read_goal
from tilewright.kernel.layout import StateLayout
from tilewright.play.bots.beam import Beam, Line
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.value import FinalTotals, points_and_measure
from tilewright.play.machine import Machine
from tilewright.play.state import GameState, Move
from tilewright.play.view import View, sample
from tilewright.stopping import Unsupported

MOST_STOPS = 400_000
"""Turns with more states are left to the greedy bot: a graph of this size takes a few seconds."""


class OddsBot:
    """Plays the move with the best odds: of reaching a goal in its turn, or else of ending it with most points and the
    highest measure.

    With a goal, it plays for that as long as chance is left in the turn. `seed` is that of the bot that plays turns
    with too many states.
    """

    name = "odds"

    def __init__(self, seed: int = 0, goal: str | None = None) -> None:
        self._goal = goal
        self._other = Greedy(seed)
        self._known: tuple[StateLayout, int, Induction] | None = None

    def choose(self, view: View) -> Move:
        """One of the available moves. Raises `Problems` if the goal does not parse."""
        moves = list(view.moves)
        if len(moves) < 2:
            return moves[0]
        text = self._best_move(view)
        return next((move for move in moves if move.text == text), None) or self._other.choose(view)

    def _best_move(self, view: View) -> str | None:
        """The move with the best odds; None if they cannot be computed."""
        try:
            moment = Moment.of(view)
            known = self._known
            if known is not None and known[:2] == (moment.machine.layout, view.state.turn):
                best = known[2].best_at(moment.state.cells)
                if best is not None:
                    return best
            found = induction_of(moment, self._goal_at(view, moment), MOST_STOPS)
        except Unsupported:
            return None
        self._known = moment.machine.layout, view.state.turn, found
        return next(iter(found.texts()), None)

    def _goal_at(self, view: View, moment: Moment) -> OddsGoal:
        """The goal; if no chance is left, or without a goal, the points and the measure at the end of the turn."""
        if self._goal is not None and not is_settled(moment):
            read = read_goal(self._goal, view.game)
            if isinstance(read, list):
                raise Problems(diagnostics=read)
            return read
        return OddsGoal("points", points_and_measure(view.game, view.cards), end=True)


# ------------------------------------------------------------------ the bot that looks beyond its turn

CANDIDATES = 6
"""The number of turns compared by search: those with the largest final lead at their end."""
DRAWS = 4
"""The number of samples of chance after a turn; equal ones are merged with multiplicity."""
REPLIES = 40
"""The beam width of replies."""


@dataclass
class DrawOutcome:
    """An outcome of chance after a turn: the state at the next choice, and its multiplicity in the samples.

    `draw` is the first of these samples. `bound` is an upper bound of the final lead after the best reply.
    """

    state: GameState
    draw: int
    weight: int = 1
    bound: float = float("inf")


class ExpectimaxBot(Greedy):
    """Plays the turn with the largest mean final lead, over samples of chance and the best reply to each.

    The lead is that of a game that ends now (`FinalTotals`). The next player's reply is the worst one for the bot; the
    bot's own decisions after chance are the best ones for it. All turns are compared with the same samples, which use
    only the information of the player. Turns are pruned as in Star2 (Ballard, "The *-minimax search procedure for trees
    containing chance nodes", Artificial Intelligence 21, 1983): a single reply to each sample, the best one against
    another turn, gives an upper bound of the turn; if that does not exceed the best so far, no other replies are
    searched.

    `searched` counts the samples whose replies were searched, `probed` those for which one reply was tried, and
    `passed` the pruned turns.
    """

    name = "expectimax"

    def __init__(self, seed: int, candidates: int = CANDIDATES, draws: int = DRAWS) -> None:
        super().__init__(seed)
        self._candidates, self._number = candidates, draws
        self.searched = self.probed = self.passed = 0

    def _begin(self, view: View) -> None:
        super()._begin(view)
        self._answers = Beam(view, self._random, REPLIES)
        self._final = FinalTotals(view)

    def _best_turn(self, view: View) -> Line:
        """A whole turn."""
        player, lines = view.state.player, self._beam.turns(view.state)
        lines.sort(key=lambda line: self._final.lead(line.state, player), reverse=True)
        best, most = lines[0], float("-inf")
        compared = lines[: self._candidates]
        starts = [sample(view.state, self._random) for _ in range(self._number)]
        known: dict[int, tuple[Move, ...]] = {}
        for line in compared if len(compared) > 1 else ():
            worth = self._worth_of(view.machine, line, starts, known, most)
            if worth > most:
                best, most = line, worth
        return best

    def _worth_of(
        self, machine: Machine, line: Line, starts: list[GameState], known: dict[int, tuple[Move, ...]], most: float
    ) -> float:
        """The mean final lead after a turn; once it cannot exceed `most`, any upper bound that does not."""
        outcomes = _outcomes(machine, line, starts)
        player = starts[0].player
        for one in outcomes:
            one.bound = self._probe(machine, one, player, known)
        for one in outcomes:
            if _mean(outcomes) <= most:
                self.passed += 1
                break
            one.bound = self._replied(one, player, known)
        return _mean(outcomes)

    def _probe(self, machine: Machine, one: DrawOutcome, player: int, known: dict[int, tuple[Move, ...]]) -> float:
        """The final lead after the reply that was best to this sample before; infinite if that is not a complete reply
        now."""
        if one.state.over or one.state.player == player or one.draw not in known:
            return float("inf")
        self.probed += 1
        after = followed(machine, one.state, known[one.draw])
        return float("inf") if machine.goes_on(one.state, after) else self._final.lead(after, player)

    def _replied(self, one: DrawOutcome, player: int, known: dict[int, tuple[Move, ...]]) -> float:
        """The final lead after the best reply to a sample."""
        if one.state.over:
            return self._final.lead(one.state, player)
        self.searched += 1
        leads = {line: self._final.lead(line.state, player) for line in self._answers.turns(one.state)}
        pick = max if one.state.player == player else min
        reply = pick(leads, key=leads.__getitem__)
        known[one.draw] = reply.moves
        return min(leads[reply], one.bound)


def _mean(outcomes: list[DrawOutcome]) -> float:
    """An upper bound of the mean final lead."""
    return sum(one.weight * one.bound for one in outcomes) / sum(one.weight for one in outcomes)


def _outcomes(machine: Machine, line: Line, starts: list[GameState]) -> list[DrawOutcome]:
    """The results of a turn from states that differ in chance, with equal ones merged; the most frequent first."""
    found: dict[object, DrawOutcome] = {}
    for draw, start in enumerate(starts):
        state = followed(machine, start, line.moves)
        key = state.key
        if key in found:
            found[key].weight += 1
        else:
            found[key] = DrawOutcome(state, draw)
    return sorted(found.values(), key=lambda one: -one.weight)


def followed(machine: Machine, start: GameState, moves: tuple[Move, ...]) -> GameState:
    """The state after some moves, as far as they are legal."""
    state = start
    for wanted in moves:
        move = None if state.over else next((move for move in machine.moves_at(state) if move == wanted), None)
        if move is None:
            break
        state = machine.applied(state, move)
    return state
