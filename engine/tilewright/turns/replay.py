"""An answer played by the rules, move by move: what they do not allow is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.core import play
from tilewright.kernel import flow as f
from tilewright.meaning.domain import Env, SpaceSet
from tilewright.play.machine import Machine
from tilewright.play.state import GameState, Move
from tilewright.turns.lines import Disallowed
from tilewright.turns.plans import TakingMoves
from tilewright.turns.reading import AnswerReading
from tilewright.turns.run import STOP, GuardedDecision
from tilewright.turns.uses import PlayedMoves


@dataclass
class _Entry:
    """What is to be done: an element of a choice, an ability that is used, or moves that the machine has played before."""

    turn: int
    step: object
    env: Env
    what: Any
    texts: list[str] = field(default_factory=list)


class Replay:
    """Plays the decisions of one turn after another, in the order in which they were taken.

    `taken` are the moves of what was not decided but played: for each turn those of taking, and of late abilities.
    """

    def __init__(
        self,
        machine: Machine,
        decisions: Sequence[GuardedDecision],
        reading: AnswerReading,
        taken: Sequence[TakingMoves],
    ) -> None:
        self._machine = machine
        self._left = list[_Entry]()
        for one in decisions:
            what = reading.chosen(one)
            if isinstance(what, PlayedMoves):
                moves = taken[one.turn]
                texts = moves.parts[what.part] if what.ability is None else dict(moves.late)[what.ability]
                self._left += [_Entry(one.turn, None, {}, what, list(texts))] if texts else []
            elif what is not None:
                step = None if one.level is None else one.level.step
                self._left.append(_Entry(one.turn, step, reading.env(one.env), what))

    def moves(self, state: GameState, turn: int) -> tuple[list[str], GameState]:
        """The moves of a turn (the `turn`-th of the answer) from its first choice to its end, and the state then. Raises `Disallowed`."""
        played, own = list[str](), [one for one in self._left if one.turn == turn]
        while not state.over:
            move = self._next(state, turn, own)
            played.append(move.text)
            state = self._machine.applied(state, move)
        return played, state

    def _next(self, state: GameState, turn: int, own: list[_Entry]) -> Move:
        moves = self._machine.moves_at(state)
        decided = next(((at, move) for at, move in self._decided(state, moves, own)), None)
        first = next((at for at, one in enumerate(own) if one.step is None), len(own))
        if first < len(own) and (decided is None or decided[0] > first):
            move = _matching_move(own[first], state, moves)
            if move is not None:
                if not own[first].texts:
                    del own[: first + 1]
                return move
        if decided is not None:
            del own[: decided[0] + 1]
            return decided[1]
        stop = next((move for move in moves if move.kind == "stop"), None)
        others = [move for move in moves if move.kind != "use"]
        if stop is None and len(others) > 1:
            raise Disallowed(f"none of {', '.join(map(str, moves[:6]))} is the move in the answer", turn)
        return stop or others[0]

    def _decided(self, state: GameState, moves: Sequence[Move], own: Sequence[_Entry]) -> Iterator[tuple[int, Move]]:
        """The moves that are decided upon at this choice, each with its place among what is left."""
        choice, frame = state.choice, state.frame
        if choice is not None and choice.step is not None and frame is not None:
            picked = dict(picks(state, moves))
            for at, one in enumerate(own):
                if one.step is choice.step and _agree(one.env, frame.env):
                    for move in moves:
                        chosen = move.kind == "stop" if one.what is STOP else move in picked
                        if chosen and (one.what is STOP or same_element(picked[move], one.what)):
                            yield at, move


def picks(state: GameState, moves: Sequence[Move]) -> Iterator[tuple[Move, Any]]:
    """The moves by which something is picked, each with the element, or the number of the option."""
    elements = state.choice.elements if state.choice is not None else ()
    found = [move for move in moves if move.kind in ("pick", "option")]
    listing = state.listing
    return zip(found, range(len(elements)) if isinstance(listing, f.Options) else elements, strict=True)


def _matching_move(entry: _Entry, state: GameState, moves: Sequence[Move]) -> Move | None:
    """The next move that was played before, or the use of an ability; None if it cannot be done here."""
    if isinstance(entry.what, play.Ability):
        return next((move for move in moves if move.kind == "use" and state.picked(move) is entry.what), None)
    for at, text in enumerate(entry.texts):  # what left no choice was played without asking
        move = next((move for move in moves if move.text == text), None)
        if move is not None:
            del entry.texts[: at + 1]
            return move
    return None


def _agree(one: Env, other: Env) -> bool:
    return all(same_element(element, other[var]) for var, element in one.items() if var in other)


def same_element(one: Any, other: Any) -> bool:
    """Whether an element of an answer is one of the machine."""
    if isinstance(one, SpaceSet) and isinstance(other, SpaceSet):
        return set(one.members) == set(other.members)
    return bool(one == other)
