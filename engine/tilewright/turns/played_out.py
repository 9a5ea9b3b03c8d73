"""Exhaustive search by playing, for games whose statements cannot be executed symbolically.

Turns that lead to the same table are merged; for each table all totals are kept that the remaining turns can reach,
each with a line. So one tree answers every goal and every first move. Nothing may be left to chance: the pieces that
are drawn must be known.
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
"""The maximum number of states visited for a question; the rest is left open."""

MOVE_WORK = 1 / 3000
"""The work that a move counts as, in CP-SAT's deterministic time: about its seconds."""

LinesByTotal: TypeAlias = Mapping[int, tuple[tuple[str, ...], ...]]
"""The totals that turns can reach, each with the moves of one line."""


def executable(evaluator: StateEvaluator) -> bool:
    """Whether everything in a turn can be executed symbolically."""
    contents = contents_of(evaluator.flow)
    return all(is_executable(part) for level in _levels(evaluator) for part in contents.parts_of(level))


class PlayTree:
    """The lines of a number of turns of an endgame. Raises `NotExecutable` if something is left to chance or to other
    players."""

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
        """The moves at the first choice; empty if the first turn has no choice."""
        return [move.text for move in self.machine.moves_at(self.ending.begun(self.ending.table))]

    def totals(self, first: tuple[str, ...] = ()) -> LinesByTotal:
        """All totals of lines that begin with these moves.

        Raises `OutOfTime`; the totals found until then are in `seen`.
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
        """Every table that a turn can lead to, with its moves; shorter turns first."""

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
