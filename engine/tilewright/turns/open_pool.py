"""Puzzles over pools: the least or most content of a pool with which a turn reaches a goal, with proof.

The content is unknown: a number of *slots*, each with a kind or empty, sorted by kind to break the symmetry, so that
every content is one solution. Its pieces are removed from the places where they begin. The turn is then executed
symbolically as usual, so each solution is a content with a line of play. The machine of `play` confirms it by finding a
line from that content; without one the content is excluded.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tilewright.check.fragments import PoolTexts, read_pool_texts
from tilewright.diagnostics import Problems
from tilewright.kernel.contents import turn_of
from tilewright.play.linking import game_of_turn
from tilewright.play.table import Table
from tilewright.stopping import Deadline, OutOfTime
from tilewright.symbolic.nodes import Bit, Finite, In, Linear, Variable, as_number, combine, invert
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.puzzles import PoolPuzzle
from tilewright.turns.execute import BestFound, best, execution
from tilewright.turns.lines import Endgame
from tilewright.turns.run import Execution
from tilewright.turns.stacks import THERE, GuardedStack, NotExecutable, OpenPieces

MOST_REFUSED = 20
"""The maximum number of contents that the machine refuses; then the question is left open."""
MOST_STATES = 100_000
"""The maximum number of states visited to find a line from one content."""

Content = tuple[str, ...]
"""The content of the pool: codes, in the order of the kinds."""


@dataclass(frozen=True)
class PoolAnswer:
    """The answer of a puzzle over a pool.

    `status`: ``optimal`` (proved), ``feasible`` (the best found in time), ``infeasible`` (no content reaches the goal),
    ``unknown``. `value` is the measure of the `content`, `line` the moves to the goal; `bound` is a bound of the
    measure for all contents. `unique`: whether no other content is equally good (None: not known).
    """

    status: str
    content: Content | None = None
    line: tuple[str, ...] = ()
    value: int | None = None
    bound: int | None = None
    unique: bool | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class _Slots:
    """The unknown content: a variable per slot, whose states are the kinds, then empty."""

    kinds: tuple[int, ...]
    variables: tuple[Variable, ...]

    def shows(self, at: int, kinds: frozenset[int]) -> Bit:
        """The number of pieces of a kind."""
        return In(self.variables[at], sum(1 << i for i, kind in enumerate(self.kinds) if kind in kinds))

    def count(self, kind: int) -> Linear:
        """How many pieces of a kind there are."""
        return combine((1, as_number(self.shows(at, frozenset({kind})))) for at in range(len(self.variables)))

    def read(self, states: Mapping[Finite, int]) -> list[int]:
        """The kinds in a solution."""
        return [self.kinds[states[one]] for one in self.variables if states[one] < len(self.kinds)]

    def others(self, states: Mapping[Finite, int]) -> Iterator[Bit]:
        """Bits of which at least one holds in every other content."""
        return (invert(In(one, 1 << states[one])) for one in self.variables)


class PoolSearch:
    """Searches for the contents of a pool.

    Raises `Problems` if the question does not parse, and `NotExecutable` if the turn cannot be executed symbolically.
    """

    def __init__(
        self, puzzle: PoolPuzzle, cards: Sequence[Card], *, time_limit: float | None = None, workers: int | None = None
    ) -> None:
        self.puzzle, self.workers = puzzle, workers
        self.deadline = Deadline(None if time_limit is None else time.monotonic() + time_limit)
        self.texts, game = _texts_and_game(puzzle)
        if any(card.abilities or card.front.abilities or card.front.afterwards for card in cards):
            raise NotExecutable("abilities of cards that are used in the turn")
        self._position, self._cards = replace(puzzle.position, game=game), cards
        self._empty = self._endgame(())

    def solve(self, unique: bool = False) -> PoolAnswer:
        """The best content, with proof; with `unique`, also whether it is the only one."""
        started = time.monotonic()
        try:
            run, slots, number = self._executed()
            found = self._best_content(run, slots, number)
            if unique and found.status == "optimal":
                found = replace(found, unique=self._is_unique(run, slots, number, found))
        except OutOfTime:
            found = PoolAnswer("unknown")
        return replace(found, seconds=time.monotonic() - started)

    @property
    def there(self) -> Counter[str]:
        """The number of available pieces of each code."""
        table, held = self._empty.table, self._pool_kinds
        lying = (kind for home in self._homes for kind in _kinds_at(table, home) if kind in held)
        return Counter(table.game.kinds[kind].code for kind in lying)

    @property
    def homes(self) -> list[str]:
        """The names of the places from which pieces can get into the pool."""
        table = self._empty.table
        places = table.game.places(table.players)
        return sorted({places[home][0].name for home in self._homes})

    @property
    def _pool_kinds(self) -> frozenset[int]:
        """The kinds of pieces that the pool can hold."""
        game = self._empty.table.game
        holds = game.boards_by_name[self.puzzle.pool].holds
        return frozenset().union(*(sort.kinds for sort in game.sorts if sort.name in holds))

    @property
    def _homes(self) -> set[int]:
        """The places where these pieces begin."""
        seat, held = self._empty.table.seat_of(self.puzzle.pool, 0), self._pool_kinds
        return {home for kind, home in self._empty.evaluator.homes.items() if kind in held and home != seat}

    def line(self, content: Sequence[str]) -> tuple[str, ...] | None:
        """Moves of the machine from a content to a table that satisfies the condition; None if there are none."""
        endgame = self._endgame(content)
        return endgame.moves_to(lambda table: bool(endgame.answer(table, self.texts.where)), MOST_STATES)

    def value(self, content: Sequence[str]) -> int:
        """The measure of a content, by the exact arithmetic."""
        endgame = self._endgame(content)
        return endgame.answer(endgame.table, self.texts.measure)

    # -- the model

    def _executed(self) -> tuple[Execution, _Slots, Linear]:
        """The turn from the unknown content, constrained to reach the goal, and the measure of the content."""
        evaluator, table = self._empty.evaluator, self._empty.table
        run = execution(evaluator, table)
        run.logic.deadline = self.deadline
        slots = self._put_content(run, table)
        run.begin_turn(())
        number = run.rules.number(self.texts.measure, run.rules.lasting)
        run.block(turn_of(run.flow), True, False)
        run.demand(run.rules.condition(self.texts.where, run.rules.lasting))
        return run, slots, number

    def _put_content(self, run: Execution, table: Table) -> _Slots:
        """Put the unknown content into its pool, and take its pieces from the places where they begin."""
        seat, held = table.seat_of(self.puzzle.pool, 0), self._pool_kinds
        homes = {kind: home for kind, home in run.evaluator.homes.items() if kind in held}
        lying = [(home, kind) for home in {*homes.values()} for kind in _kinds_at(table, home) if kind in homes]
        kinds = tuple(sorted({kind for _, kind in lying}))
        size = len(lying) if self.puzzle.most is None else min(len(lying), self.puzzle.most)
        slots = _Slots(kinds, tuple(run.fresh(len(kinds) + 1) for _ in range(size)))
        for one, after in zip(slots.variables, slots.variables[1:], strict=False):
            for first in range(1, len(kinds) + 1):
                below = (1 << first) - 1
                run.demand(invert(In(after, below)), In(one, below))
        run.boards[seat].stacks = [_slot(run, slots, at) for at in range(size)]
        for home in sorted({*homes.values()}):
            self._leave(run, slots, home, _kinds_at(table, home))
        return slots

    def _leave(self, run: Execution, slots: _Slots, home: int, lying: Sequence[int]) -> None:
        """Remove a number of pieces of each kind from the place where they begin, the first ones."""
        before, stacks = Counter[int](), run.boards[home].stacks
        for space, kind in enumerate(lying):
            if kind in slots.kinds:
                before[kind] += 1
                gone = run.logic.compare(">=", slots.count(kind), run.logic.number(before[kind]))
                stacks[space] = stacks[space].lifted(gone)
        for kind, there in before.items():
            run.demand(run.logic.compare("<=", slots.count(kind), run.logic.number(there)))

    # -- solving

    def _best_content(self, run: Execution, slots: _Slots, number: Linear) -> PoolAnswer:
        sign = -1 if self.puzzle.goal.kind == "least" else 1
        run = run.fork()
        for _ in range(MOST_REFUSED):
            found = best(run, combine([(sign, number)]), self.deadline, self.workers)
            if found.value is None:
                return PoolAnswer(found.status, bound=None if found.bound is None else sign * found.bound)
            answer = self._confirmed(found, slots, sign)
            if answer is not None:
                return answer
            run.demand(*slots.others(found.states))
        return PoolAnswer("unknown")

    def _confirmed(self, found: BestFound, slots: _Slots, sign: int) -> PoolAnswer | None:
        """The answer, played by the machine and measured by the exact arithmetic; None if it cannot be played."""
        content = self._codes(slots.read(found.states))
        line, value = self.line(content), self.value(content)
        if line is None:
            return None
        assert found.value == sign * value, "the exact arithmetic measures the content in another way"
        bound = None if found.bound is None else sign * found.bound
        return PoolAnswer(found.status, content, line, value, bound)

    def _is_unique(self, run: Execution, slots: _Slots, number: Linear, found: PoolAnswer) -> bool | None:
        """Whether no other content is equally good; None if that is not known."""
        assert found.content is not None and found.value is not None
        run, copies = run.fork(), Counter(found.content)
        kinds = {kind: self._codes([kind])[0] for kind in slots.kinds}
        compare, number_of = run.logic.compare, run.logic.number
        run.demand(*(compare("!=", slots.count(kind), number_of(copies[code])) for kind, code in kinds.items()))
        run.demand(compare("=", number, number_of(found.value)))
        another = self._best_content(run, slots, number)
        return {"infeasible": True, "optimal": False, "feasible": False}.get(another.status)

    # -- contents

    def _codes(self, kinds: Sequence[int]) -> Content:
        return tuple(self._empty.table.game.kinds[kind].code for kind in sorted(kinds))

    def _endgame(self, content: Sequence[str]) -> Endgame:
        """The endgame in which the first player has a content in the pool."""
        return Endgame(self._position.holding(self.puzzle.pool, content), self._cards)


def _texts_and_game(puzzle: PoolPuzzle) -> tuple[PoolTexts, Game]:
    """The texts of a puzzle, and a game in which its turn is the last one. Raises `Problems`."""
    read, game = read_pool_texts(puzzle), puzzle.position.game
    if not isinstance(read, PoolTexts):
        raise Problems(diagnostics=[problem for problems in read.values() for problem in problems])
    return read, game_of_turn(game, read.turn)


def _slot(run: Execution, slots: _Slots, at: int) -> GuardedStack:
    """A slot as a stack of one piece or none."""
    pieces = OpenPieces(run.logic, partial(slots.shows, at), frozenset(slots.kinds))
    return GuardedStack(pieces, as_number(pieces.ask(0, THERE)), {}, {})


def _kinds_at(table: Table, seat: int) -> list[int]:
    """The kind of the piece on each space of a pool; -1 if empty."""
    return [pile[-1] >> 1 if pile else -1 for pile in table.grids[seat].piles]
