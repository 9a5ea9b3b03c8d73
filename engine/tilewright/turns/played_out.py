"""Every line of play, gone through by the machine: for games whose statements cannot be executed symbolically.

Turns that come to the same table are one; for each table all totals are kept that the turns left can come to, each with a line.
So every goal, and every first move, is answered by the same tree. Nothing may be left to chance: of pieces that are
drawn it has to be known which they are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from tilewright.core import play
from tilewright.play.machine import Referee
from tilewright.play.state import State
from tilewright.play.table import Table
from tilewright.symbolic.deadline import Deadline, OutOfTime
from tilewright.turns.lines import Endgame, is_over
from tilewright.turns.statements import MEANINGS
from tilewright.turns.unsupported import NotExecutable

MOST_STATES = 200_000
"""So many states are gone through for a question; what is open then stays open."""

MOVE_WORK = 1 / 3000
"""What a move counts where the work is limited, in CP-SAT's measure: about its seconds."""

LinesByTotal: TypeAlias = Mapping[int, tuple[tuple[str, ...], ...]]
"""What turns can come to, each with the moves of one line that does."""


def executable(referee: Referee) -> bool:
    """Whether every statement of a turn has a meaning in a symbolic execution."""
    return all(type(step) in MEANINGS for step in _steps(referee))


class PlayTree:
    """The lines of so many turns from an ending. Raises `NotExecutable` where something is left to chance or to other players."""

    def __init__(self, ending: Endgame, turns: int, deadline: Deadline) -> None:
        self.ending, self.turns, self.deadline = ending, turns, deadline
        self.machine = ending.machine
        self.seen: dict[int, tuple[tuple[str, ...], ...]] = {}
        self._known: dict[tuple[object, int], LinesByTotal] = {}
        self._left = MOST_STATES
        for step in _steps(ending.referee):
            _refuse_uncertain(step, ending.position.draws is not None)

    def first_moves(self) -> list[str]:
        """The moves at the first choice; none where the first turn has no choice."""
        state, after = self._begun(self.ending.table)
        return [] if after is not None else [move.text for move in self.machine.moves_at(state)]

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
            if left == 1 or is_over(self.ending.referee, after):
                total = sum(self.ending.parts(after).values())
                found.setdefault(total, (moves,))
                self.seen.setdefault(total, (*line, moves))
            else:
                for total, rest in self._totals(after, left - 1, (), (*line, moves)).items():
                    found.setdefault(total, (moves, *rest))
        if not first:
            self._known[key] = found
        return found

    def _begun(self, table: Table) -> tuple[State, Table | None]:
        """The first choice of a turn, or the table after it where there is none."""
        ends: list[Table] = []
        self.machine.on_turn = lambda now: ends.append(now.table.copy()) if now.turn == 1 else None
        try:
            return self.machine.resume(table.copy(), 0, self.ending.chance), ends[0] if ends else None
        finally:
            self.machine.on_turn = None

    def _turns(self, table: Table, first: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Table]]:
        """Every table that a turn leads to, with its moves; shorter turns come first."""
        begun, after = self._begun(table)
        if after is not None:
            yield (), after
            return
        ends, seen = set[object](), set[object]()
        waiting = deque[tuple[State, tuple[str, ...]]]([(begun, ())])
        while waiting:
            state, moves = waiting.popleft()
            for move in self.machine.moves_at(state):
                texts = (*moves, move.text)
                if first[: len(texts)] != texts[: len(first)]:
                    continue
                later, end = self._after(state, move)
                if end is None and later.key not in seen:
                    seen.add(later.key)
                    waiting.append((later, texts))
                elif end is not None and end.key not in ends:
                    ends.add(end.key)
                    yield texts, end

    def _after(self, state: State, move: object) -> tuple[State, Table | None]:
        """The state after a move, and the table after the turn if the move ends it."""
        self.deadline.check()
        if self.deadline.work is not None:
            self.deadline.work -= MOVE_WORK
        self._left -= 1
        if self._left < 0:
            raise OutOfTime
        ends: list[Table] = []
        self.machine.on_turn = lambda now: ends.append(now.table.copy()) if now.turn == 1 else None
        later = state.copy()
        try:
            self.machine.apply(later, move)  # type: ignore[arg-type]
        finally:
            self.machine.on_turn = None
        return later, ends[0] if ends else None


def _steps(referee: Referee) -> Iterator[play.Step]:
    """All statements of a turn and of the abilities that can be used in it."""
    program = referee.program
    for section in (program.turn, program.after, *program.uses.values()):
        yield from section.steps_from(0)


def _refuse_uncertain(step: play.Step, draws: bool) -> None:
    match step:
        case play.Draw(piece="") if draws:
            return
        case play.Draw():
            raise NotExecutable("what is left to chance; a puzzle may say under 'draws' which pieces are drawn", step)
        case play.Fill() | play.Roll() | play.Pick(random=True):
            raise NotExecutable("what is left to chance", step)
        case play.Each(decides=True) | play.Times(in_turn=True) | play.TurnOf():
            raise NotExecutable("other players who decide", step)
