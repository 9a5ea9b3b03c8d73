"""The bots that play by the odds: of their turn, and beyond it."""

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
"""Turns with more states are left to the bot that plays what gains at once: a few seconds."""


class OddsBot:
    """Plays what has the best odds: to reach a goal in its turn, or else to end it with most points and most of the measure.

    With a goal it is that which it plays for as long as anything of the turn is left to chance. `seed` is of the bot
    that plays turns with too many states.
    """

    name = "odds"

    def __init__(self, seed: int = 0, goal: str | None = None) -> None:
        self._goal = goal
        self._other = Greedy(seed)
        self._known: tuple[StateLayout, int, Induction] | None = None

    def choose(self, view: View) -> Move:
        """One of the moves there are. Raises `Problems` where the goal cannot be read."""
        moves = list(view.moves)
        if len(moves) < 2:
            return moves[0]
        text = self._best_move(view)
        return next((move for move in moves if move.text == text), None) or self._other.choose(view)

    def _best_move(self, view: View) -> str | None:
        """The move with the best odds; None where they are not found out."""
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
        """The goal; when nothing is left to chance, or without one, the points and the measure at the end of the turn."""
        if self._goal is not None and not is_settled(moment):
            read = read_goal(self._goal, view.game)
            if isinstance(read, list):
                raise Problems(diagnostics=read)
            return read
        return OddsGoal("points", points_and_measure(view.game, view.cards), end=True)


# ------------------------------------------------------------------ the bot that looks beyond its turn

CANDIDATES = 6
"""Turns that are compared by what may follow them: those with the largest final lead at their end."""
DRAWS = 4
"""How often chance is asked what comes next; what comes twice counts twice."""
REPLIES = 40
"""States that are looked at after each decision of a reply."""


@dataclass
class DrawOutcome:
    """What chance may bring after a turn: the state at the next choice, and in how many draws it comes.

    `draw` is the first of these. `bound` is no less than the final lead after the best reply.
    """

    state: GameState
    draw: int
    weight: int = 1
    bound: float = float("inf")


class ExpectimaxBot(Greedy):
    """Plays the turn with the largest mean of the final lead, over draws of chance and the reply to each.

    The lead is that of a game that ended now (`FinalTotals`). The next player answers with what is worst for the bot, whose
    own decisions after a draw are those that are best for it. All turns are compared by the same draws, which are a
    sample and no more than what the player may know. Turns are passed over as in Star2 (Ballard, "The *-minimax search
    procedure for trees containing chance nodes", Artificial Intelligence 21, 1983): a single reply to each draw,
    the one that was best against another turn, bounds what a turn is worth, and where that is no more than the best
    so far no other reply is looked at.

    `searched` counts the draws whose replies were searched, `probed` those that had one reply tried, and `passed` the
    turns that were passed over.
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
        """The mean final lead after a turn; as soon as it cannot be more than `most`, a number that is no more."""
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
        """The final lead after the reply that was best to this draw before; infinite where that is no whole reply now."""
        if one.state.over or one.state.player == player or one.draw not in known:
            return float("inf")
        self.probed += 1
        after = followed(machine, one.state, known[one.draw])
        return float("inf") if machine.goes_on(one.state, after) else self._final.lead(after, player)

    def _replied(self, one: DrawOutcome, player: int, known: dict[int, tuple[Move, ...]]) -> float:
        """The final lead after the best reply to a draw."""
        if one.state.over:
            return self._final.lead(one.state, player)
        self.searched += 1
        leads = {line: self._final.lead(line.state, player) for line in self._answers.turns(one.state)}
        pick = max if one.state.player == player else min
        reply = pick(leads, key=leads.__getitem__)
        known[one.draw] = reply.moves
        return min(leads[reply], one.bound)


def _mean(outcomes: list[DrawOutcome]) -> float:
    """No less than the mean final lead, as far as it is known."""
    return sum(one.weight * one.bound for one in outcomes) / sum(one.weight for one in outcomes)


def _outcomes(machine: Machine, line: Line, starts: list[GameState]) -> list[DrawOutcome]:
    """What a turn leads to from each of some states that differ in chance, of equal ones one; the most frequent first."""
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
    """A state after some moves, as far as they can be made there."""
    state = start
    for wanted in moves:
        move = None if state.over else next((move for move in machine.moves_at(state) if move == wanted), None)
        if move is None:
            break
        state = machine.applied(state, move)
    return state
