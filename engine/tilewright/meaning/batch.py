"""Many boards at once: the arithmetic in which a number is a NumPy array with an entry per board.

A value that is the same for all boards remains a Python int or bool. Arrays have shape (boards,) and dtype int64;
numbers that could exceed 2**40 are kept exactly, as arrays of Python ints, so sums never overflow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from typing import Any, TypeAlias

import numpy as np

from tilewright.core import expr as core
from tilewright.meaning.domain import Entries, Env, Loop, SpaceSet
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact
from tilewright.meaning.unrolled import Seat, Unrolled
from tilewright.table.board import DOWN, BoardColumns, Columns
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position

NumberArray: TypeAlias = Any  # int, or np.ndarray of int64 or object
Bits: TypeAlias = Any  # bool, or np.ndarray of bool
EXACT = Exact()
WIDE = 2**40
"""Larger numbers are exact objects. NumPy's `bincount` adds as float64, which is exact below 2**53: for 2**13 smaller
numbers, more than a board has spaces."""
_COMPARE = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


class Batch:
    """`meaning.domain.Arithmetic` over arrays of shape (boards,)."""

    def number(self, value: int) -> NumberArray:
        return value

    def truth(self, value: bool) -> Bits:
        return value

    def decided(self, bit: Bits) -> bool | None:
        return bit if isinstance(bit, bool) else None

    def add(self, parts: Sequence[NumberArray]) -> NumberArray:
        known = sum(part for part in parts if isinstance(part, int))
        arrays = [part for part in parts if not isinstance(part, int)]
        if not arrays:
            return known
        total = arrays[0] + _fit(known) if known else arrays[0].copy() if len(arrays) > 1 else arrays[0]
        for part in arrays[1:]:
            total = total + part if part.dtype == object else _added(total, part)
        return total

    def times(self, left: NumberArray, right: NumberArray) -> NumberArray:
        if isinstance(left, int) and isinstance(right, int):
            return left * right
        if _most(left) * _most(right) >= WIDE:
            left, right = _exactly(left), _exactly(right)
        return left * right

    def divide(self, left: NumberArray, right: NumberArray) -> NumberArray:
        if isinstance(right, int):
            return 0 if right == 0 else left // _fit(right)
        zero = right == 0
        return np.where(zero, 0, _fit(left) // np.where(zero, 1, right))

    def remainder(self, left: NumberArray, right: NumberArray) -> NumberArray:
        if isinstance(left, int) and isinstance(right, int):
            return EXACT.remainder(left, right)
        if isinstance(right, int):
            return 0 if right == 0 else left % _fit(right)
        zero = right == 0
        return np.where(zero, 0, _fit(left) % np.where(zero, 1, right))

    def pick(self, bit: Bits, then: NumberArray, otherwise: NumberArray) -> NumberArray:
        if isinstance(bit, bool):
            return then if bit else otherwise
        if isinstance(otherwise, int) and otherwise == 0 and not (isinstance(then, int) and abs(then) >= WIDE):
            return bit * then
        return np.where(bit, _fit(then), _fit(otherwise))

    def extreme(self, which: str, cases: Sequence[tuple[Bits, NumberArray]], rank: int = 1) -> NumberArray:
        """Cases that do not hold are treated as lower than all numbers (for ``max``), and replaced by 0 at the end."""
        cases = [(bit, number) for bit, number in cases if bit is not False]
        if all(bit is True and isinstance(number, int) for bit, number in cases):
            return EXACT.extreme(which, cases, rank)
        if len(cases) < rank:
            return 0
        best = np.maximum if which == "max" else np.minimum
        nothing = (-1 if which == "max" else 1) * (1 + max(_most(number) for _, number in cases))
        numbers = [self.pick(bit, number, nothing) for bit, number in cases]
        found = reduce(best, numbers) if rank == 1 else _ranked(which, numbers, rank)
        if sum(bit is True for bit, _ in cases) >= rank:
            return found
        return np.where(found == nothing, 0, found)

    def table(self, body: NumberArray, entries: Entries) -> NumberArray:
        if isinstance(body, int):
            return EXACT.table(body, entries)
        found = np.zeros(body.shape, np.int64)
        for low, high, value in reversed(entries):
            inside = body >= low if high is None else (body >= low) & (body <= high)
            found = np.where(inside, _fit(value), found)
        return found

    def compare(self, operator: str, left: NumberArray, right: NumberArray) -> Bits:
        if isinstance(left, int) and isinstance(right, int):
            return EXACT.compare(operator, left, right)
        found = _COMPARE[operator](left, right)
        return found if found.dtype == bool else found.astype(bool)

    def every(self, bits: Sequence[Bits]) -> Bits:
        if any(bit is False for bit in bits):
            return False
        return reduce(np.logical_and, [bit for bit in bits if bit is not True] or [True])

    def some(self, bits: Sequence[Bits]) -> Bits:
        if any(bit is True for bit in bits):
            return True
        return reduce(np.logical_or, [bit for bit in bits if bit is not False] or [False])

    def invert(self, bit: Bits) -> Bits:
        return not bit if isinstance(bit, bool) else ~bit

    # -- components

    def components(self, geometry: Geometry, members: Sequence[Bits]) -> list[tuple[SpaceSet[Bits], Bits]]:
        if all(isinstance(bit, bool) for bit in members):
            return EXACT.components(geometry, members)
        labels = Labels(geometry, members)
        roots = [labels.of[space] == space for space in range(geometry.size)]
        return [(SpaceSet(root, ComponentMembers(labels, root)), bit) for root, bit in enumerate(roots) if bit.any()]

    def component_count(self, geometry: Geometry, members: Sequence[Bits]) -> NumberArray:
        return self.add([bit * 1 for _, bit in self.components(geometry, members)])

    def heaviest(self, geometry: Geometry, members: Sequence[Bits], weights: Sequence[NumberArray]) -> NumberArray:
        if all(isinstance(bit, bool) for bit in members):
            parts = EXACT.components(geometry, members)
            return self.extreme("max", [(True, self.add([weights[s] for s in part.members])) for part, _ in parts])
        return Labels(geometry, members).sums((), lambda: weights).max(axis=0)


BATCH = Batch()


class Labels:
    """The components of one set of spaces on each board.

    `of` has the shape (spaces, boards): the least space of the component, or the number of spaces for none.
    """

    def __init__(self, geometry: Geometry, members: Sequence[Bits]) -> None:
        self.of = _labels(geometry, members)
        self._sums: dict[tuple[object, ...], np.ndarray] = {}

    def sums(self, key: tuple[object, ...], weights: Callable[[], Sequence[NumberArray]]) -> np.ndarray:
        """The sum of the weights over each component, by its least space: shape (spaces, boards)."""
        if key not in self._sums:
            self._sums[key] = _sums_by_label(self.of, weights())
        return self._sums[key]


class ComponentMembers(Mapping[int, Bits]):
    """The members of the component whose least space is `root`, on each board: spaces with that label."""

    def __init__(self, labels: Labels, root: int) -> None:
        self.labels = labels
        self.root = root

    @cached_property
    def _bits(self) -> dict[int, Bits]:
        own = self.labels.of[self.root :] == self.root
        return {self.root + i: own[i] for i in np.flatnonzero(own.any(axis=1)).tolist()}

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __getitem__(self, space: int) -> Bits:
        return self._bits[space]

    def __iter__(self) -> Iterator[int]:
        return iter(self._bits)

    def __len__(self) -> int:
        return len(self._bits)


class Boards(Unrolled[NumberArray, Bits]):
    """`meaning.domain.Domain` over batches of boards, one batch per seat.

    Queries about the spaces of a group that do not refer to the group itself are summed for all groups at once.
    """

    def __init__(self, seats: Sequence[Seat[NumberArray, Bits]]) -> None:
        super().__init__(Batch(), seats, remember=True)

    def members(self, part: SpaceSet[Bits]) -> Iterable[tuple[int, Bits]]:
        return _Members(part.members) if isinstance(part.members, ComponentMembers) else part.members.items()

    def total(self, each: Loop[Bits], body: Callable[[Env], NumberArray], alike: bool) -> NumberArray:
        if isinstance(each.range, _Members) and each.apart is not None:
            return each.range.sum(each, lambda inner: body(inner))
        if alike and each.guard is not None:
            return self.times(_count([bit for _, bit in self.satisfying(each)]), body(each.env))
        return super().total(each, body, alike)

    def exists(self, each: Loop[Bits], condition: Callable[[Env], Bits]) -> Bits:
        if not isinstance(each.range, _Members) or each.apart is None:
            return super().exists(each, condition)
        return each.range.sum(each, lambda inner: condition(inner) * 1) > 0

    def forall(self, each: Loop[Bits], condition: Callable[[Env], Bits]) -> Bits:
        if not isinstance(each.range, _Members) or each.apart is None:
            return super().forall(each, condition)
        return each.range.sum(each, lambda inner: self.invert(condition(inner)) * 1) == 0


class _Members:
    """The spaces of a component, as a range."""

    def __init__(self, members: ComponentMembers) -> None:
        self.members = members

    def __iter__(self) -> Iterator[tuple[int, Bits]]:
        return iter(self.members.items())

    def sum(self, each: Loop[Bits], body: Callable[[Env], NumberArray]) -> NumberArray:
        """The sum of the body over the spaces that satisfy the guard."""
        labels, root = self.members.labels, self.members.root

        def weights() -> Iterator[NumberArray]:
            for space in range(len(labels.of)):
                inner = each.bind(space)
                number = body(inner)
                yield number if each.guard is None else BATCH.pick(each.guard(inner), number, 0)

        assert each.apart is not None
        return labels.sums(each.apart, lambda: list(weights()))[root]


class BatchBoard:
    """`meaning.unrolled.KnownBoard` of many boards of one size.

    `heights` and `tops` (as in `table.columns`) have shape (spaces, boards) and dtype int64; `caps` maps the name of a
    cap to bits of that shape; `kinds` is the number of kinds of the game.
    """

    def __init__(
        self, geometry: Geometry, heights: np.ndarray, tops: np.ndarray, caps: Mapping[str, np.ndarray], kinds: int
    ) -> None:
        self.geometry = geometry
        self.heights = heights
        self.tops = tops
        self.caps = caps
        self.kinds = kinds
        self._tables: dict[object, np.ndarray] = {}

    @classmethod
    def of(cls, boards: Sequence[Columns], geometry: Geometry, game: Game) -> BatchBoard:
        """Known boards of one size, from their columns."""
        heights = np.array([board.heights for board in boards], np.int64).T.copy()
        tops = np.array([board.tops for board in boards], np.int64).T.copy()
        caps = {
            cap.name: np.array([[cap.mark in own for own in board.caps] for board in boards], bool).T.copy()
            for cap in game.caps
        }
        return cls(geometry, heights, tops, caps, len(game.kinds))

    @property
    def tallest(self) -> int:
        return int(self.heights.max(initial=0))

    def height(self, space: int) -> NumberArray:
        return self.heights[space]

    def attribute(self, space: int, numbers: tuple[tuple[int, int], ...]) -> NumberArray:
        table: np.ndarray = np.zeros(self.kinds + 2, np.int64)  # two more entries for `EMPTY` and `DOWN`, from the end
        for kind, number in numbers:
            table[kind] = number
        return self._looked_up(numbers, table)[space]

    def shows(self, space: int, kinds: frozenset[int]) -> Bits:
        table = np.zeros(self.kinds + 2, bool)
        table[list(kinds)] = True
        return self._looked_up(kinds, table)[space]

    def face_down(self, space: int) -> Bits:
        return self.tops[space] == DOWN

    def capped(self, space: int, cap: str) -> Bits:
        return self.caps[cap][space]

    def flagged(self, space: int, mark: str) -> Bits:
        return False  # positions are between turns, so there are no marks

    def _looked_up(self, key: object, table: np.ndarray) -> np.ndarray:
        """A table with an entry per kind, looked up for all tops."""
        if key not in self._tables:
            self._tables[key] = table[self.tops]
        return self._tables[key]


def score_boards(
    rules: Iterable[core.Expr],
    boards: Sequence[BatchBoard],
    counters: Sequence[Mapping[str, NumberArray]],
    count: int,
    players: int | None = None,
) -> np.ndarray:
    """The value of each rule for each player on each of `count` tables: int64 of shape (count, players, rules).

    Each player has a batch of boards and, by name, counters that are ints or arrays of shape (count,). With `players`,
    only the first so many are scored.
    """
    seats = [Seat(board, own) for board, own in zip(boards, counters, strict=True)]
    evaluator: Evaluator[NumberArray, Bits] = Evaluator(Boards(seats))
    wanted, scored = list(rules), range(len(seats) if players is None else players)
    found: np.ndarray = np.empty((count, len(scored), len(wanted)), np.int64)
    for seat in scored:
        for i, rule in enumerate(wanted):
            found[:, seat, i] = evaluator.number(rule, {}, seat)
    return found


def score_positions(rules: Sequence[core.Expr], positions: Sequence[Position]) -> np.ndarray:
    """The value of each rule for each player of each position: int64 of shape (positions, players, rules).

    The positions must be of one game, with the same number of players and boards of one size, else raises `ValueError`.
    """
    if not positions:
        return np.empty((0, 0, len(rules)), np.int64)
    game, first = positions[0].game, positions[0].players
    sizes = [player.board.geometry for player in first]
    if any([player.board.geometry for player in position.players] != sizes for position in positions):
        raise ValueError("the positions differ in the number of players or in the size of their boards")
    boards, counters = [], []
    for seat, geometry in enumerate(sizes):
        players = [position.players[seat] for position in positions]
        boards.append(BatchBoard.of([BoardColumns(player.board, game) for player in players], geometry, game))
        names = {name for player in players for name in player.counters}
        counters.append({name: np.array([player.counters.get(name, 0) for player in players]) for name in names})
    return score_boards(rules, boards, counters, len(positions))


# ------------------------------------------------------------------ arrays


def _labels(geometry: Geometry, members: Sequence[Bits]) -> np.ndarray:
    """For each space and board the least space of its component: labels are propagated to neighbors until nothing
    changes.

    Shape (spaces, boards), in the smallest dtype that fits the number of spaces, which marks non-members.
    """
    count, boards = geometry.size, next(bit.size for bit in members if not isinstance(bit, bool))
    dtype = np.int8 if count < 128 else np.int16
    inside = np.array([np.broadcast_to(bit, boards) for bit in members])
    outside = np.where(inside, 0, count).astype(dtype)
    labels = np.maximum(np.arange(count, dtype=dtype)[:, None], outside)
    joined = [(space, near) for space in range(count) for near in geometry.neighbors(space) if space < near]
    forth, back = joined, joined[::-1]
    while True:
        before = labels.copy()
        for one, other in forth + back:  # forward and backward: most labels arrive in one pass each
            least = np.minimum(labels[one], labels[other])
            np.maximum(least, outside[one], out=labels[one])
            np.maximum(least, outside[other], out=labels[other])
        if bool((labels == before).all()):
            return np.asarray(labels)


def _sums_by_label(labels: np.ndarray, weights: Sequence[NumberArray]) -> np.ndarray:
    """The sum of the weights over the spaces of each label: shape (spaces, boards)."""
    count, boards = labels.shape
    if any(_most(weight) >= WIDE for weight in weights):
        return _added_up(labels, weights)
    space, board = np.nonzero(labels < count)
    where = labels[space, board] * np.int64(boards) + board
    if all(isinstance(weight, int) for weight in weights):
        own = np.array(weights, np.int64)[space]
    else:
        own = np.array([np.broadcast_to(weight, boards) for weight in weights])[space, board]
    sums: np.ndarray = np.bincount(where, own, count * boards).astype(np.int64)
    return sums.reshape(count, boards)


def _added_up(labels: np.ndarray, weights: Sequence[NumberArray]) -> np.ndarray:
    """The same sum, exactly, for numbers of any size."""
    found: np.ndarray = np.zeros(labels.shape, object)
    for root in range(len(labels)):
        for space in range(root, len(labels)):
            found[root] += (labels[space] == root) * _exactly(weights[space])
    return found


def _ranked(which: str, numbers: Sequence[NumberArray], rank: int) -> np.ndarray:
    """The `rank`-th largest or smallest of the numbers on each board."""
    at = len(numbers) - rank if which == "max" else rank - 1
    found: np.ndarray = np.sort(np.array(np.broadcast_arrays(*map(_fit, numbers))), axis=0)[at]
    return found


def _count(bits: Sequence[Bits]) -> NumberArray:
    """The number of bits that hold on each board, counted in the smallest dtype that fits, which is faster than int64."""
    known, asked = sum(bit is True for bit in bits), [bit for bit in bits if not isinstance(bit, bool)]
    if not asked:
        return known
    dtype = np.min_scalar_type(len(bits))
    found: np.ndarray = reduce(np.add, (bit.view(np.uint8) for bit in asked), np.full(1, known, dtype))
    return found.astype(np.int64)


def _most(number: NumberArray) -> int:
    return abs(number) if isinstance(number, int) else int(np.abs(number).max(initial=0))


def _exactly(number: NumberArray) -> NumberArray:
    return number if isinstance(number, int) else number.astype(object)


def _fit(number: NumberArray) -> NumberArray:
    """A number in the representation of NumPy: as exact objects if int64 might not be enough."""
    return np.array(number, object) if isinstance(number, int) and abs(number) >= WIDE else number


def _added(total: np.ndarray, part: np.ndarray) -> np.ndarray:
    total += part
    return total
