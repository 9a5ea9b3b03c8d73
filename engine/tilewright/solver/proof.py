"""The result of comparing two rules, and the tables for which it holds: values that need no solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt

from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.core.node import Node
from tilewright.core.players import refers_to_players, tells_sides_from_others
from tilewright.core.walk import children, find, walk
from tilewright.stopping import NoScope
from tilewright.symbolic.kinds import tallest_named
from tilewright.table.game import BoardDef, Game, spanned
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position


@dataclass(frozen=True)
class TableScope:
    """The tables considered: the size of each player's board, the number of players, the maximum height of stacks."""

    geometry: Geometry
    players: int = 1
    height: int | None = None


@dataclass(frozen=True)
class Proof:
    """The result of comparing two rules.

    ``equal``: they pay the same on all tables of the scopes (with `at_most`: the first never pays more); ``different``:
    not on the `table`, where they pay the first player `scores`; `smallest`: no table of the scopes on which they
    differ has fewer pieces, or as many and fewer caps. ``unknown``: the time ran out; `settled` are the scopes on which
    they are equal. `by_things`: proved element by element (see `compare.differences`).
    """

    verdict: str
    table: Position | None = None
    scores: tuple[int, int] | None = None
    smallest: bool = False
    settled: tuple[TableScope, ...] = ()
    seconds: float = 0.0
    by_things: bool = False


# ------------------------------------------------------------------ scopes

SIDE, HEIGHT = 4, 3
"""The default side of boards, in spaces, and height of stacks for comparing rules, unless the rules need more."""
FEW = (2, 3)
"""The default numbers of players for comparing rules that look at others; one more if rules distinguish neighbors from
the others."""


def scopes_at(
    game: Game,
    rules: Sequence[core.Expr],
    size: Geometry | None = None,
    players: int | None = None,
    height: int | None = None,
) -> list[TableScope]:
    """The tables of one size (default: that of the game), for every number of players that matters.

    Raises `NoScope`.
    """
    board = _own_board(game)
    found = board.sized(size.rows, size.columns) if size else board.geometry
    if not board.allows(found.rows, found.columns):
        raise NoScope(f"a {board.name} of {found.rows} x {found.columns}; allowed: {board.sizes}")
    low, high = game.players
    return [TableScope(found, count, height) for count in _counts(game, rules, players, range(low, high + 1))]


def confuses_places(geometry: Geometry, rules: Sequence[core.Expr]) -> bool:
    """Whether every space of a board is in a corner and in the center, and rules name both: texts take them for two places."""
    named = {it.region for it in find(core.InRegion, *rules)}
    return max(geometry.rows, geometry.columns) <= 2 and named >= {"corner", "center"}


def scopes_up_to(
    game: Game, rules: Sequence[core.Expr], size: Geometry, height: int, players: int | None = None
) -> list[TableScope]:
    """The tables of every size that the game allows and that fits into `size`; for others, of few players.

    Raises `NoScope`.
    """
    board = _own_board(game)
    sides = [(rows, columns) for rows in range(1, size.rows + 1) for columns in range(1, size.columns + 1)]
    sizes = [board.sized(*side) for side in sides if board.allows(*side)]
    if not sizes:
        raise NoScope(f"no {board.name} is as small as {size.rows} x {size.columns}; allowed: {board.sizes}")
    few = (*FEW, FEW[-1] + 1) if tells_sides_from_others(*rules) else FEW
    return [TableScope(found, count, height) for found in sizes for count in _counts(game, rules, players, few)]


def _own_board(game: Game) -> BoardDef:
    """The board that each player has. Raises `NoScope`."""
    if game.own_place.pool:
        raise NoScope(f"the players of {game.id} have no boards of their own, and only such boards are searched")
    return game.own_place


def _counts(game: Game, rules: Sequence[core.Expr], players: int | None, usual: Sequence[int]) -> Sequence[int]:
    """The numbers of players considered: one, if rules do not look at others."""
    low, high = game.players
    if players is not None and not low <= players <= high:
        raise NoScope(f"{game.id} is for {spanned(low, high)} players, not {players}")
    if not refers_to_players(*rules):
        return (1,)
    return (players,) if players is not None else [n for n in usual if low <= n <= high] or (low,)


# -- sizes needed for the numbers in rules


def height_for(game: Game, rules: Sequence[core.Expr]) -> int:
    """The height of stacks needed by rules: one more than any height in them, at least `HEIGHT`.

    If different heights are counted, there must be more of them than any number they are compared with; if a difference
    of heights is compared with a number, two stacks must be able to differ by more.
    """
    different = (count for count, of in _counts_named(rules) if isinstance(of, core.Values) and of.heights)
    apart = (number + 2 for number in _differences_named(rules))
    return min(max(HEIGHT, tallest_named(rules) + 1, *different, *apart), game.pieces)


def _differences_named(rules: Sequence[core.Expr]) -> Iterator[int]:
    """The numbers with which rules compare expressions of several heights."""
    for compared in find(core.Compare, *rules):
        for one, other in ((compared.left, compared.right), (compared.right, compared.left)):
            if isinstance(other, core.Const) and isinstance(one, core.Add) and any(find(core.Height, one)):
                yield other.value


def size_for(game: Game, rules: Sequence[core.Expr]) -> Geometry:
    """The size of boards needed by rules: one more than the counts in them, at least `SIDE`.

    At most the board of the game, unless that is smaller than `SIDE`.
    """
    if game.own_place.fixed:
        return game.own_place.geometry
    needed = max((_side(count, of, _kinds(rules)) for count, of in _counts_named(rules)), default=0)
    far = max((found.distance or found.nearest for found in find(core.Neighbors, *rules)), default=0)
    board = game.own_place
    rows, columns = (_up_to(max(needed, far + 1), most, board) for most in (board.rows, board.columns))
    return board.sized(rows, columns)


def _up_to(needed: int, most: int, board: BoardDef) -> int:
    """The smallest side of boards that is allowed and at least `needed`, but at most `most`."""
    sides = (side for side in range(max(SIDE, needed), most) if board.allows(side, side))
    return SIDE if needed <= SIDE else next(sides, max(SIDE, most))


def _counts_named(rules: Sequence[core.Expr]) -> Iterator[tuple[int, core.RangeExpr]]:
    """One more than each number that a count is compared with or looked up by, and what is counted."""
    for node in walk(*rules):
        if isinstance(node, core.Compare):
            for number, counted in ((node.left, node.right), (node.right, node.left)):
                if isinstance(number, core.Const):
                    yield from ((number.value + 1, of) for of in _counted(counted))
        elif isinstance(node, core.Lookup):
            most = max(low if high is None else high for low, high, _ in node.entries)
            yield from ((most + 1, of) for of in _counted(node.body))


def _counted(number: Node) -> Iterator[core.RangeExpr]:
    """The ranges of the counts in a number, outside its conditions."""
    if isinstance(number, core.Sum):
        yield number.binder.domain
    elif not isinstance(number, core.Binder) and not is_condition(number):
        for part in children(number):
            yield from _counted(part)


def _kinds(rules: Sequence[core.Expr]) -> dict[core.Var, str]:
    """The kinds of lines in loops, by their variables."""
    return {b.var: b.domain.kind for b in find(core.Binder, *rules) if isinstance(b.domain, core.Lines)}


def _side(count: int, of: core.RangeExpr, kinds: Mapping[core.Var, str]) -> int:
    """The side of a board that has so many elements of a range."""
    kind = kinds.get(of.of) if isinstance(of, core.SpacesOf) else None
    match of:
        case core.SpacesOf() if kind in ("row", "column", "line", "diagonal", "edge"):
            return count
        case core.SpacesOf() if kind == "quadrant":
            return 2 * _root(count)
        case core.SpacesOf() | core.Spaces() | core.Groups():
            return _root(count)
        case core.Lines() | core.Values():
            return count
        case _:  # unknown: the usual size, which the answer states
            return 0


def _root(area: int) -> int:
    """The side of the smallest square with at least an area."""
    return isqrt(max(area, 1) - 1) + 1
