"""Every line of play, gone through by the machine: for games whose statements cannot be executed symbolically.

Turns that come to the same table are one; for each table all totals are kept that the turns left can come to, each with a line.
So every goal, and every first move, is answered by the same tree. Nothing may be left to chance: of pieces that are
drawn it has to be known which they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from tilewright.kernel import flow as f
from tilewright.kernel.contents import FlowPart, contents_of, inside, statements_of, turn_of
from tilewright.kernel.lowering import AFTER, USE
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.state import GameState, Move
from tilewright.play.table import Table
from tilewright.play.ways import ways_to_end
from tilewright.stopping import Deadline, OutOfTime
from tilewright.turns.blocks import is_executable
from tilewright.turns.lines import Endgame, is_over
from tilewright.turns.stacks import NotExecutable

MOST_STATES = 200_000
"""So many states are gone through for a question; what is open then stays open."""

MOVE_WORK = 1 / 3000
"""What a move counts where the work is limited, in CP-SAT's measure: about its seconds."""

LinesByTotal: TypeAlias = Mapping[int, tuple[tuple[str, ...], ...]]
"""What turns can come to, each with the moves of one line that does."""


def executable(evaluator: StateEvaluator) -> bool:
    """Whether all that is done in a turn has a meaning in a symbolic execution."""
    contents = contents_of(evaluator.flow)
    return all(is_executable(part) for level in _levels(evaluator) for part in contents.parts_of(level))


class PlayTree:
    """The lines of so many turns from an ending. Raises `NotExecutable` where something is left to chance or to other players."""

    def __init__(self, ending: Endgame, turns: int, deadline: Deadline) -> None:
        self.ending, self.turns, self.deadline = ending, turns, deadline
        self.machine = ending.machine
        self.seen: dict[int, tuple[tuple[str, ...], ...]] = {}
        self._known: dict[tuple[object, int], LinesByTotal] = {}
        self._left = MOST_STATES
        for level in _levels(ending.evaluator):
            for part in contents_of(ending.evaluator.flow).parts_of(level):
                _refuse_uncertain(part, level, ending.position.draws is not None)

    def first_moves(self) -> list[str]:
        """The moves at the first choice; none where the first turn has no choice."""
        return [move.text for move in self.machine.moves_at(self.ending.begun(self.ending.table))]

    def totals(self, first: tuple[str, ...] = ()) -> LinesByTotal:
        """All that the lines come to that begin with these moves.

        Raises `OutOfTime`; what was found until then is `seen`.
        """
        self.seen, self._left = {}, MOST_STATES
        return self._totals(self.ending.table, self.turns, first, ())

    def _totals(
        self, table: Table, left: int, first: tuple[str, ...], line: tuple[tuple[str, ...], ...]
    ) -> LinesByTotal:
        key = table.key, left
        if not first and key in self._known:
            self.seen.update({total: (*line, *rest) for total, rest in self._known[key].items()} | self.seen)
            return self._known[key]
        found: dict[int, tuple[tuple[str, ...], ...]] = {}
        for moves, after in self._turns(table, first):
            if left == 1 or is_over(self.ending.evaluator, after):
                total = sum(self.ending.parts(after).values())
                found.setdefault(total, (moves,))
                self.seen.setdefault(total, (*line, moves))
            else:
                for total, rest in self._totals(after, left - 1, (), (*line, moves)).items():
                    found.setdefault(total, (moves, *rest))
        if not first:
            self._known[key] = found
        return found

    def _turns(self, table: Table, first: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Table]]:
        """Every table that a turn leads to, with its moves; shorter turns come first."""

        def longer(moves: tuple[str, ...], state: GameState) -> Iterator[tuple[tuple[str, ...], GameState]]:
            for move in self.machine.moves_at(state):
                texts = (*moves, move.text)
                if first[: len(texts)] == texts[: len(first)]:
                    yield texts, self._applied(state, move)

        known = set[object]()
        for moves, state in ways_to_end(tuple[str, ...](), self.ending.begun(table), longer, shortest=True):
            if state.table.key not in known:
                known.add(state.table.key)
                yield moves, state.table

    def _applied(self, state: GameState, move: Move) -> GameState:
        """The state after a move, which counts as work."""
        self.deadline.check()
        if self.deadline.work is not None:
            self.deadline.work -= MOVE_WORK
        self._left -= 1
        if self._left < 0:
            raise OutOfTime
        return self.machine.applied(state, move)


def _levels(evaluator: StateEvaluator) -> Iterator[f.Level]:
    """All statements of a turn and of the abilities that can be used in it."""
    roots = evaluator.flow.roots
    yield from inside(turn_of(evaluator.flow))
    for name in (AFTER, *(f"{USE} {number}" for number in range(len(evaluator.flow.uses)))):
        if name in roots:
            yield from inside(statements_of(roots[name]))


def _refuse_uncertain(part: FlowPart, level: f.Level, draws: bool) -> None:
    match part:
        case f.Draw(sort="") if draws:
            return
        case f.Draw():
            reason = "what is left to chance; a puzzle may say under 'draws' which pieces are drawn"
            raise NotExecutable(reason, level.step)
        case f.Fill() | f.Roll() | f.ChooseAtRandom():
            raise NotExecutable("what is left to chance", level.step)
        case f.LookAt() | f.MovePiece(under=True):
            raise NotExecutable("piles that are looked at, or under which something is put", level.step)
        case f.MovePiece(piece) | f.KeepPiece(piece) if piece.seat.board.pile:
            raise NotExecutable("a pile that lies face-down", level.step)
        case f.NextPlayer() | f.BeginTurn():
            raise NotExecutable("other players who decide", level.step)
        case f.Collect() if any(body.levels[0].scope.decider != level.scope.decider for body in level.bodies):
            raise NotExecutable("other players who decide", level.step)
        case _:
            pass
