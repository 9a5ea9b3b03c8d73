"""Plans: what a player could do in several turns, and what that would come to."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tilewright.play.bots.likeness import Likeness
from tilewright.play.bots.value import ValueFunction
from tilewright.play.state import GameState, Move
from tilewright.play.totals import Totals
from tilewright.play.view import View, sample

AHEAD = 4
"""Turns of its own that a plan covers."""
CHOICES = 12
"""Choices of its own that a plan covers in a game without turns."""
SOONER = 0.1
"""What a mean lead of one point on the way is worth: a gain that comes sooner is surer."""
KEPT = 0.8
"""How often a plan goes on as before after a change; else it is made anew from there."""
LIKING = (1, 20, 400, 8000)
"""How likely moves are, by likeness."""
USING = 0.05
"""How likely the use of an ability is beside the likeliest other move: it has its cost, and can wait."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A state, the move chosen there, and the leads with which the turns of the plan began till then."""

    state: GameState
    move: Move
    leads: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """The decisions of a player in the next turns, and what they are worth."""

    decisions: tuple[Decision, ...]
    worth: float


class Planner:
    """Makes plans for the player who is to move, all against the same moves of the others.

    Those are any moves but abilities. What is hidden and what chance will bring is a sample, the same for all plans of
    a planner. With the time `until` (of `time.perf_counter`) plans break off; `late` says so. What a plan leads to is
    worth the lead there, or what a `value` says of it; a plan covers so many turns `ahead`.
    """

    def __init__(
        self, view: View, random: Random, until: float, value: ValueFunction | None = None, ahead: int = AHEAD
    ) -> None:
        self._machine = view.machine
        self._value = value or Totals(view)
        self._likeness = Likeness(view.machine)
        self._random = random
        self._until = until
        self._chance = random.getrandbits(32)
        self._start = sample(view.state, random)
        self._player = self._start.player
        self._end = self._start.turn + ahead * self._start.table.players
        self.late = False

    def plan(self, wanted: Sequence[str] = ()) -> TurnPlan:
        """A plan that begins with moves that are wanted, as far as they can be made."""
        return self._went(self._start, [], wanted, ())

    def changed(self, plan: TurnPlan, since: int = 0) -> TurnPlan:
        """A plan with another move at one of its decisions (from one `since` on), and mostly the same ones after it."""
        at = self._random.randrange(since, len(plan.decisions))
        decision = plan.decisions[at]
        state, begun = decision.state, list(plan.decisions[:at])
        move = self._pick(*self._moves(state), decision.move.text)
        after = plan.decisions[at + 1 :] if self._random.random() < KEPT else ()
        return self._went(state, begun, [move.text, *(later.move.text for later in after)], decision.leads)

    def _went(
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
        """The moves there are; after this turn without abilities, and the state without them: others and later turns are played simply."""
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
        """One of the moves but one, rather one that brings like to like."""
        likes = self._likeness.of(state, moves)
        weights = [LIKING[like] * (USING if move.kind == "use" else 1) for like, move in zip(likes, moves, strict=True)]
        if but and len(moves) > 1:
            weights = [0 if move.text == but else weight for move, weight in zip(moves, weights, strict=True)]
        return self._random.choices(moves, weights)[0]
