"""The exact arithmetic: Python integers and truth values on known boards."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from tilewright.core import expr as core
from tilewright.core.walk import variables, walk
from tilewright.meaning.domain import Entries, SpaceSet
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.unrolled import Seat, Unrolled
from tilewright.table.board import Board, Stack, pool_of
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position

COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def divide(left: int, right: int) -> int:
    """Division rounded down; division by 0 is 0."""
    return left // right if right else 0


def remainder(left: int, right: int) -> int:
    """The remainder of division rounded down; modulo 0 is 0."""
    return left % right if right else 0


def look_up(body: int, entries: Entries) -> int:
    """The value of the first entry whose range contains the number, else 0."""
    for low, high, value in entries:
        if low <= body and (high is None or body <= high):
            return value
    return 0


def ranked(which: str, numbers: Iterable[int], rank: int) -> int:
    """The `rank`-th largest (``max``) or smallest (``min``) of some numbers; 0 if there are fewer."""
    return next(islice(sorted(numbers, reverse=which == "max"), rank - 1, None), 0)


def number_of_kind(kind: int, numbers: tuple[tuple[int, int], ...]) -> int:
    """The number of a kind in a table of (kind, number), else 0."""
    return next((number for known, number in numbers if known == kind), 0)


class Exact:
    """`meaning.domain.Arithmetic` over int and bool; it defines the operations."""

    def number(self, value: int) -> int:
        return value

    def truth(self, value: bool) -> bool:
        return value

    def decided(self, bit: bool) -> bool | None:
        return bit

    def add(self, parts: Sequence[int]) -> int:
        return sum(parts)

    def times(self, left: int, right: int) -> int:
        return left * right

    def divide(self, left: int, right: int) -> int:
        return divide(left, right)

    def remainder(self, left: int, right: int) -> int:
        return remainder(left, right)

    def pick(self, bit: bool, then: int, otherwise: int) -> int:
        return then if bit else otherwise

    def extreme(self, which: str, cases: Sequence[tuple[bool, int]], rank: int = 1) -> int:
        numbers = [number for bit, number in cases if bit]
        return ranked(which, numbers, rank) if rank > 1 else (max if which == "max" else min)(numbers, default=0)

    def table(self, body: int, entries: Entries) -> int:
        return look_up(body, entries)

    def compare(self, operator: str, left: int, right: int) -> bool:
        return bool(COMPARE[operator](left, right))

    def every(self, bits: Sequence[bool]) -> bool:
        return all(bits)

    def some(self, bits: Sequence[bool]) -> bool:
        return any(bits)

    def invert(self, bit: bool) -> bool:
        return not bit

    def components(self, geometry: Geometry, members: Sequence[bool]) -> list[tuple[SpaceSet[bool], bool]]:
        return [(SpaceSet(part[0], dict.fromkeys(part, True)), True) for part in connected(geometry, members)]

    def component_count(self, geometry: Geometry, members: Sequence[bool]) -> int:
        return len(connected(geometry, members))

    def heaviest(self, geometry: Geometry, members: Sequence[bool], weights: Sequence[int]) -> int:
        parts = connected(geometry, members)
        return max((sum(weights[space] for space in part) for part in parts), default=0)


def connected(geometry: Geometry, members: Sequence[bool]) -> list[list[int]]:
    """The connected components of the members, each sorted, in order of their least space."""
    unseen = {space for space in range(geometry.size) if members[space]}
    parts: list[list[int]] = []
    while unseen:
        start = min(unseen)
        unseen.discard(start)
        part, edge = [start], [start]
        while edge:
            edge = [t for s in edge for t in geometry.neighbors(s) if t in unseen]
            edge = list(dict.fromkeys(edge))
            unseen.difference_update(edge)
            part.extend(edge)
        parts.append(sorted(part))
    return parts


@dataclass(frozen=True)
class ExactBoard:
    """A known board for the exact arithmetic."""

    board: Board
    game: Game

    @property
    def geometry(self) -> Geometry:
        return self.board.geometry

    @cached_property
    def tallest(self) -> int:
        return self.board.height

    @cached_property
    def _tops(self) -> tuple[int, ...]:
        """The kind of each face-up top; -1 if there is none."""
        tops = (stack.top for stack in self.board.stacks)
        return tuple(-1 if top is None else self.game.by_code[top].index for top in tops)

    def height(self, space: int) -> int:
        return self.board.stacks[space].height

    def attribute(self, space: int, numbers: tuple[tuple[int, int], ...]) -> int:
        return number_of_kind(self._tops[space], numbers)

    def shows(self, space: int, kinds: frozenset[int]) -> bool:
        return self._tops[space] in kinds

    def face_down(self, space: int) -> bool:
        return self.board.stacks[space].face_down

    def capped(self, space: int, cap: str) -> bool:
        caps = self.board.stacks[space].caps
        return any(self.game.by_mark[mark].name == cap for mark in caps)

    def flagged(self, space: int, mark: str) -> bool:
        """Positions are between turns, so there are no marks."""
        return False


def exact_seat(player: Player, game: Game) -> Seat[int, bool]:
    """A player for the exact arithmetic."""
    return Seat(ExactBoard(player.board, game), dict(player.counters), player.name)


def exact_seats(position: Position) -> list[Seat[int, bool]]:
    """The players of a position for the exact arithmetic, and the places of a game with pools."""
    game, players = position.game, position.players
    if not game.has_pools:
        return [exact_seat(player, game) for player in players]
    seats = game.seats(len(players))
    found = [
        replace(exact_seat(player, game), places={name: own[i] for name, own in seats.items()})
        for i, player in enumerate(players)
    ]
    for place, owner in game.places(len(players))[len(players) :]:
        lying = position.boards if owner is None else players[owner].pools
        found.append(Seat(ExactBoard(lying.get(place.name, pool_of(())), game), {}, place.name, owner=owner or 0))
    return found


def exact_evaluator(position: Position) -> Evaluator[int, bool]:
    """An evaluator for the players of a position."""
    return Evaluator(Unrolled(Exact(), exact_seats(position)))


def evaluate(rule: core.Expr, position: Position, seat: int = 0) -> int:
    """The value of a rule for a player of a position."""
    return exact_evaluator(position).number(rule, {}, seat)


# ------------------------------------------------------------------ conditions on a single space

_LOCAL = (
    core.And,
    core.Or,
    core.Not,
    core.Truth,
    core.Compare,
    core.Const,
    core.Add,
    core.Mul,
    core.Height,
    core.Attribute,
    core.Shows,
    core.FaceDown,
    core.Capped,
    core.Exists,
    core.Binder,
    core.SpacesOf,
    core.Var,
)


def is_local(expr: core.Expr, var: core.Var) -> bool:
    """Whether an expression reads only the contents of one space."""
    nodes = list(walk(expr))
    bound = {node.var for node in nodes if isinstance(node, core.Binder)}
    own = variables(expr) <= {var, *bound}
    return own and all(isinstance(node, _LOCAL) for node in nodes)


def holds(condition: core.Expr, var: core.Var, stack: Stack, game: Game) -> bool:
    """Whether a condition on one space holds for a stack by itself."""
    board = Board(Geometry(1, 1), (stack,))
    evaluator: Evaluator[int, bool] = Evaluator(Unrolled(Exact(), [Seat(ExactBoard(board, game), {})]))
    return evaluator.condition(condition, {var.id: 0}, 0)


def may_hold(condition: core.Expr, var: core.Var, stack: Stack, game: Game) -> bool:
    """Whether a condition on one space may hold for a stack, depending on its surroundings (conservative)."""
    return _kleene(condition, var, stack, game) is not False


def _kleene(condition: core.Expr, var: core.Var, stack: Stack, game: Game) -> bool | None:
    """Its truth value in Kleene's three-valued logic: None if it depends on more than the stack."""
    if is_local(condition, var):
        return holds(condition, var, stack, game)
    match condition:
        case core.And(parts):
            known = [_kleene(part, var, stack, game) for part in parts]
            return False if False in known else None if None in known else True
        case core.Or(parts):
            known = [_kleene(part, var, stack, game) for part in parts]
            return True if True in known else None if None in known else False
        case core.Not(body):
            inner = _kleene(body, var, stack, game)
            return None if inner is None else not inner
        case _:  # unknown
            return None
