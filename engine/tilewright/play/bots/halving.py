"""A bot that compares whole turns by sequential halving."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tilewright.play.bots.beam import Beam, Line, MoveSimilarity
from tilewright.play.bots.value import ValueFunction, value_of
from tilewright.play.machine import Machine
from tilewright.play.state import GameState, Move
from tilewright.play.totals import Totals
from tilewright.play.view import View, sample

CANDIDATES = 32
"""The number of turns that are compared, those with the highest values at their ends."""
SHORT = 2
"""The number of own turns in a plan whose end is evaluated by a trained value."""


class Halving:
    """Plays the best of many whole turns, by what can follow each of them.

    Each turn from the beam search has a plan for the player's next turns; the plan is mutated, and a mutation is kept
    if it is not worse (local search). In each round all remaining turns get the same number of plans, and the half with
    the best plans survives (sequential halving: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed
    bandits", ICML 2013). The budget of a turn is a time in seconds, or a number of plans: then the same seed gives the
    same moves. Without weights for the game only leads count. `weights` replace those of the game.
    """

    name = "halving"

    def __init__(
        self, seed: int, seconds: float = 1.0, plans: int | None = None, weights: Mapping[str, float] | None = None
    ) -> None:
        self._random = Random(seed)
        self._seconds = seconds
        self._plans = plans
        self._weights = weights
        self._machine: Machine | None = None
        self._rest: Mapping[object, Move] = {}

    def choose(self, view: View) -> Move:
        """A move; the rest of the turn is planned with it. Raises IndexError if the game is over."""
        begin = time.perf_counter()
        if view.machine is not self._machine:
            self._machine, self._rest = view.machine, {}
            self._beam = Beam(view, self._random)
            self._value = value_of(view, self._weights)
            self._worth: ValueFunction | Totals = self._value or Totals(view)
        moves = list(view.moves)
        if len(moves) < 2:
            return moves[0]
        planned = self._rest.get(view.machine.key(view.state))
        if planned not in moves:
            best = self._best_turn(view, begin)
            self._rest, planned = best.plan, best.moves[0]
        return next(move for move in moves if move == planned)

    def _best_turn(self, view: View, begin: float) -> Line:
        """A whole turn."""
        player = view.state.player
        turns = self._beam.turns(view.state)
        self._random.shuffle(turns)
        turns.sort(key=lambda line: self._worth.lead(line.state, player), reverse=True)
        left = turns[:CANDIDATES]
        until = float("inf") if self._plans else begin + self._seconds
        planner = Planner(view, self._random, until, self._value, SHORT)
        plans: dict[object, TurnPlan] = {}
        rounds = max(1, (len(left) - 1).bit_length())
        for number in range(rounds):
            ends = begin + (until - begin) * (number + 1) / rounds
            self._run_round(planner, left, plans, rounds, ends)
            left.sort(key=lambda line: plans[line.key].worth if line.key in plans else float("-inf"), reverse=True)
            left = left[: (len(left) + 1) // 2]
        return left[0]

    def _run_round(
        self, planner: Planner, left: list[Line], plans: dict[object, TurnPlan], rounds: int, ends: float
    ) -> None:
        """One round: the same number of plans for each of the remaining turns, until the round `ends`."""
        most = max(1, self._plans // (rounds * len(left))) if self._plans else None
        made = 0
        while made != most and not planner.late and (self._plans or made == 0 or time.perf_counter() < ends):
            for line in left:
                known = plans.get(line.key)
                plan = _next(planner, line, known)
                if planner.late:
                    break
                if known is None or plan.worth >= known.worth:
                    plans[line.key] = plan
            made += 1


def _next(planner: Planner, line: Line, known: TurnPlan | None) -> TurnPlan:
    """Another plan that begins with a turn."""
    if known is None or len(known.decisions) <= len(line.moves):
        return planner.plan([move.text for move in line.moves])
    return planner.changed(known, len(line.moves))


# ------------------------------------------------------------------ plans


AHEAD = 4
"""The number of own turns in a plan."""
CHOICES = 12
"""The number of own choices in a plan, in a game without turns."""
SOONER = 0.1
"""The weight of the mean lead at the intermediate turns: a gain that comes sooner is more certain."""
KEPT = 0.8
"""The probability with which a mutated plan keeps all decisions after the changed one, as far as they are legal; else
all of them are made again."""
LIKING = (1, 20, 400, 8000)
"""The relative probability of moves by similarity."""
USING = 0.05
"""The probability of using an ability, relative to the likeliest other move: it has a cost, and can wait."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A state, the move chosen there, and the leads at the beginning of each turn of the plan so far."""

    state: GameState
    move: Move
    leads: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """The decisions of a player in the next turns, and their value."""

    decisions: tuple[Decision, ...]
    worth: float


class Planner:
    """Makes plans for the player to move, all against the same moves of the others.

    The others play random moves without abilities. Hidden information and chance are one determinization, the same for
    all plans of a planner. At the time `until` (of `time.perf_counter`) plans are abandoned; `late` tells so. A plan is
    evaluated by the lead at its end, or by `value`; it covers `ahead` turns.
    """

    def __init__(
        self, view: View, random: Random, until: float, value: ValueFunction | None = None, ahead: int = AHEAD
    ) -> None:
        self._machine = view.machine
        self._value = value or Totals(view)
        self._likeness = MoveSimilarity(view.machine)
        self._random = random
        self._until = until
        self._chance = random.getrandbits(32)
        self._start = sample(view.state, random)
        self._player = self._start.player
        self._end = self._start.turn + ahead * self._start.table.players
        self.late = False

    def plan(self, wanted: Sequence[str] = ()) -> TurnPlan:
        """A plan that begins with the wanted moves, as far as they can be made."""
        return self._continued_plan(self._start, [], wanted, ())

    def changed(self, plan: TurnPlan, since: int = 0) -> TurnPlan:
        """A mutation of a plan: another move at one of its decisions (from index `since` on), and mostly the same ones
        after it."""
        at = self._random.randrange(since, len(plan.decisions))
        decision = plan.decisions[at]
        state, begun = decision.state, list(plan.decisions[:at])
        move = self._pick(*self._moves(state), decision.move.text)
        after = plan.decisions[at + 1 :] if self._random.random() < KEPT else ()
        return self._continued_plan(state, begun, [move.text, *(later.move.text for later in after)], decision.leads)

    def _continued_plan(
        self, state: GameState, decisions: list[Decision], wanted: Sequence[str], leads: tuple[float, ...]
    ) -> TurnPlan:
        """The plan from a state on."""
        ahead, turn = iter(wanted), state.turn
        most = CHOICES if self._machine.turnless else sys.maxsize
        while not state.over and state.turn < self._end and len(decisions) < most and not self.late:
            if state.player != self._player:
                state = self._others(state)
                continue
            if state.turn != turn:
                turn = state.turn
                leads = (*leads, self._value.lead(state, self._player))
            text = next(ahead, None)
            state, moves = self._moves(state)
            move = next((move for move in moves if move.text == text), None)
            decisions.append(Decision(state, move or self._pick(state, moves), leads))
            state = self._applied(state, decisions[-1].move)
        lead = self._value.lead(state, self._player)
        mean = (sum(leads) + lead) / (len(leads) + 1)
        return TurnPlan(tuple(decisions), lead + SOONER * mean)

    def _others(self, state: GameState) -> GameState:
        """The state after another player's turn; in a game without turns, after what others choose."""
        turn, random = state.turn, Random(self._chance + state.turn)
        while state.turn == turn and not state.over and not self.late:
            state, moves = self._moves(state)
            state = self._applied(state, random.choice(moves))
            if self._machine.turnless and state.player == self._player:
                break
        return state

    def _moves(self, state: GameState) -> tuple[GameState, list[Move]]:
        """The available moves; beyond this turn without abilities (with the state without them), to keep plans cheap."""
        if state.turn != self._start.turn:
            plain = self._machine.without_abilities(state)
            moves = self._machine.moves_at(plain)
            if moves:
                return plain, moves
        return state, self._machine.moves_at(state)

    def _applied(self, state: GameState, move: Move) -> GameState:
        self.late = time.perf_counter() > self._until
        return self._machine.applied(state, move)

    def _pick(self, state: GameState, moves: list[Move], but: str = "") -> Move:
        """A random one of the moves except `but`, by similarity."""
        likes = self._likeness.of(state, moves)
        weights = [LIKING[like] * (USING if move.kind == "use" else 1) for like, move in zip(likes, moves, strict=True)]
        if but and len(moves) > 1:
            weights = [0 if move.text == but else weight for move, weight in zip(moves, weights, strict=True)]
        return self._random.choices(moves, weights)[0]
