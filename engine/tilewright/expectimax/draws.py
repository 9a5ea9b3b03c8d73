"""The bot that looks beyond its turn: over what chance may bring next, and what is answered to it."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.play.bots.beam import Beam, Line
from tilewright.play.bots.final import FinalTotals
from tilewright.play.bots.greedy import Greedy
from tilewright.play.machine import Machine
from tilewright.play.state import GameState, Move
from tilewright.play.view import View, sample

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
