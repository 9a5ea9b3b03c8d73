"""An answer played by the machine of `play`, move by move: what the rules do not allow is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core import play
from tilewright.meaning.domain import Env, SpaceSet
from tilewright.play.machine import Machine
from tilewright.play.state import Move, State
from tilewright.turns.lines import Disallowed
from tilewright.turns.reading import AnswerReading
from tilewright.turns.run import STOP, GuardedDecision


class Replay:
    """Plays the decisions of one turn after another, in the order in which they were taken."""

    def __init__(self, decisions: Sequence[GuardedDecision], reading: AnswerReading) -> None:
        found = ((decision, reading.chosen(decision)) for decision in decisions)
        self._left = [(one.turn, one.step, reading.env(one.env), what) for one, what in found if what is not None]

    def moves(self, machine: Machine, state: State, turn: int) -> list[Move]:
        """The moves of a turn (the `turn`-th of the answer); the state is played on to its end. Raises `Disallowed`."""
        played, own = list[Move](), [one for one in self._left if one[0] == turn]
        begun = state.turn
        while state.turn == begun and not state.over:
            move = self._next(machine, state, turn, own)
            played.append(move)
            machine.apply(state, move)
        return played

    def _next(self, machine: Machine, state: State, turn: int, own: list[tuple[int, play.Step, Env, Any]]) -> Move:
        moves, choice, frame = machine.moves_at(state), state.choice, state.frame
        if choice is not None and choice.step is not None and frame is not None:
            for at, (_, step, env, what) in enumerate(own):
                if step is choice.step and _agree(env, frame.env):
                    move = next((move for move in moves if _is(move, what)), None)
                    if move is not None:
                        del own[: at + 1]
                        return move
        stop = next((move for move in moves if move.kind == "stop"), None)
        if stop is None:
            raise Disallowed(f"none of {', '.join(map(str, moves[:6]))} is what the answer says", turn)
        return stop


def _agree(one: Env, other: Env) -> bool:
    return all(same_element(element, other[var]) for var, element in one.items() if var in other)


def same_element(one: Any, other: Any) -> bool:
    """Whether an element of an answer is one of the machine."""
    if isinstance(one, SpaceSet) and isinstance(other, SpaceSet):
        return set(one.members) == set(other.members)
    return bool(one == other)


def _is(move: Move, what: Any) -> bool:
    return move.kind == "stop" if what is STOP else move.kind in ("pick", "option") and same_element(move.value, what)
