"""Random small games, puzzles and rules for the tests of the solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, permutations
from random import Random

from tilewright.core import expr as core
from tilewright.meaning.exact import exact_evaluator
from tilewright.source import Span
from tilewright.table.board import Board, Stack
from tilewright.table.game import BoardDef, CapPiece, Game, Kind, PlacingRule
from tilewright.table.geometry import AXES, LINES, REGIONS, SLOPE, STEPS, STRAIGHT, Geometry
from tilewright.table.position import Player, Position, Puzzle

CODES = ("A1", "A2", "B1", "B3", "C")
COLORS = {"A": frozenset({0, 1}), "B": frozenset({2, 3}), "C": frozenset({4})}
NUMBERS = ((0, 1), (1, 2), (2, 1), (3, 3))


def _game() -> Game:
    kinds = tuple(
        Kind(i, code, {"color": code[0]}, {"number": int(code[1])} if code[1:] else {}, 9)
        for i, code in enumerate(CODES)
    )
    here = core.Var(0, core.SPACE, "space")
    bare = core.And((core.FaceDown(here), core.Not(core.Capped(here, "crown"))))
    crowned = core.And((core.Capped(here, "crown"), core.Not(core.Capped(here, "lamp"))))
    empty = core.Compare("=", core.Height(here), core.Const(0))
    return Game(
        id="blocks",
        names={},
        players=(1, 3),
        piece="block",
        kinds=kinds,
        main_attribute="color",
        identity="code",
        classes={},
        place=PlacingRule(here, core.Or((empty, bare))),
        caps=(
            CapPiece("lamp", "*", 9, PlacingRule(here, crowned)),
            CapPiece("crown", "^", 9, PlacingRule(here, bare)),
        ),
        boards=(BoardDef("yard", True, 3, 3, 1, 9),),
        counters=(),
        parts=(),
        tie_breaks=(),
        card_classes={},
        layouts=(),
        plurals={},
    )


GAME = _game()


def random_board(rng: Random, rows: int, columns: int) -> Board:
    """A board with any stacks on it, about a third of them empty."""

    def stack() -> Stack:
        shape = rng.randint(0, 5)
        if shape < 2:
            return Stack(shape)
        if shape == 5:
            return Stack(rng.randint(1, 2), (), "^")
        down = rng.randint(0, 2)
        return Stack(down, (rng.choice(CODES),) if shape == 2 else ())

    geometry = Geometry(rows, columns)
    return Board(geometry, tuple(stack() for _ in range(geometry.size)))


def random_puzzle(rng: Random) -> Puzzle:
    """A puzzle small enough to try every arrangement."""
    board = random_board(rng, *rng.choice([(1, 3), (2, 2), (2, 3), (3, 2), (3, 3)]))
    pieces = rng.choices(CODES, k=rng.randint(1, 3 if board.geometry.size <= 6 else 2))
    caps = {"crown": rng.randint(0, 2 if len(pieces) < 3 else 1), "lamp": rng.randint(0, 1)}
    others = [Player(f"p{i}", random_board(rng, 2, 2), {"coins": i}) for i in range(rng.randint(0, 2))]
    coins = {"coins": rng.randint(0, 3)}
    return Puzzle(GAME, "", board, (), tuple(pieces), caps, coins, others=tuple(others))


# ------------------------------------------------------------------ rules

SPAN = Span(0, 0)
VALUES = core.Values(tuple(core.Value(c, kinds) for c, kinds in COLORS.items()))
NUMBERED = core.Values(tuple(core.Value(str(n), frozenset(k for k, m in NUMBERS if m == n), n) for n in (1, 2, 3)))
HEIGHTS = core.Values((), heights=True)
KIND_SETS = [*COLORS.values(), frozenset({0, 2}), frozenset(range(5)), frozenset({1})]
OPERATORS = ["=", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True)
class Scope:
    """The bound variables in reach; `spent` counts binders that range over many elements."""

    variables: tuple[core.Var, ...] = ()
    spent: int = 0

    def of(self, *sorts: str) -> list[core.Var]:
        return [var for var in self.variables if var.sort in sorts]

    def with_(self, var: core.Var, cost: int) -> Scope:
        return Scope((*self.variables, var), self.spent + cost)


class Rules:
    """Draws well-formed core expressions of bounded depth."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.ids = count(1)

    def one(self, options: list[Callable[[], core.Expr]]) -> core.Expr:
        return self.rng.choice(options)()

    def number(self, scope: Scope, depth: int) -> core.Expr:
        rng = self.rng
        leaves: list[Callable[[], core.Expr]] = [lambda: core.Const(rng.randint(-2, 4))]
        if spaces := scope.of(core.SPACE):
            space = rng.choice(spaces)
            leaves += [lambda: core.Height(space), lambda: core.Attribute(space, NUMBERS, "number")]
            leaves.append(lambda: core.Distance(space, rng.choice(spaces)))
        if values := scope.of(core.VALUE):
            leaves.append(lambda: core.NumberOf(rng.choice(values)))
        if depth <= 0:
            return self.one([*leaves, lambda: core.CounterOf("coins"), core.SeatNumber])
        again = lambda: self.number(scope, depth - 1)  # noqa: E731
        which = rng.choice(["max", "min"])
        options = [
            lambda: core.Add((again(), again())),
            lambda: core.Mul(again(), again()),
            lambda: core.Div(again(), again()),
            lambda: core.Mod(again(), again()),
            lambda: core.If(self.condition(scope, depth - 1), again(), again()),
            lambda: core.MinMax(which, (again(), again())),
            lambda: core.Lookup(again(), rng.choice(TABLES)),
            lambda: core.Award(again(), SPAN),
            lambda: self.bound(scope, depth, core.Sum),
            lambda: self.bound(scope, depth, core.Sum),
            lambda: self.bound(scope, depth, lambda b, e: core.Extremum(which, b, e)),
            lambda: self.bound(scope, depth, lambda b, e: core.Extremum(which, b, e, rng.randint(1, 3))),
        ]
        if scope.spent < 2:
            options += [lambda: self.group_sum(scope, depth), lambda: self.count(scope, depth)]
        if players := scope.of(core.PLAYER):
            options.append(lambda: core.OnBoardOf(rng.choice(players), self.number(Scope((), scope.spent), depth - 1)))
        return self.one(options)

    def about(self, depth: int) -> core.Expr:
        """A number about the spaces, lines or groups of the board."""
        scope, space = Scope(), core.Var(next(self.ids), core.SPACE, "space")
        guards = [core.TRUE, *(self.condition(scope.with_(space, 2), d) for d in (0, depth - 1))]
        binder = core.Binder(space, core.Spaces(), self.rng.choice(guards))
        which = self.rng.choice(["max", "min"])
        body = self.number(scope.with_(space, 2), depth - 1)
        return self.one(
            [
                lambda: core.Sum(binder, body),
                lambda: core.Sum(binder, body),
                lambda: core.Extremum(which, binder, body),
                lambda: core.Extremum(which, binder, body, self.rng.randint(2, 4)),
                lambda: self.group_sum(scope, depth),
                lambda: self.count(scope, depth),
                lambda: self.bound(scope, depth, core.Sum),
            ]
        )

    def bound(self, scope: Scope, depth: int, make: Callable[[core.Binder, core.Expr], core.Expr]) -> core.Expr:
        binder, inner = self.binder(scope, depth)
        return make(binder, self.number(inner, depth - 1))

    def group_sum(self, scope: Scope, depth: int) -> core.Expr:
        """The heaviest group, or a sum of what all groups weigh."""
        binder, inner = self.groups(scope, depth)
        space = core.Var(next(self.ids), core.SPACE, "space")
        of = core.Binder(space, core.SpacesOf(binder.var), core.TRUE)
        body = core.Sum(of, self.number(inner.with_(space, 1), 0))
        return self.one(
            [lambda: core.Extremum("max", binder, body), lambda: core.Sum(binder, core.Lookup(body, TABLES[0]))]
        )

    def count(self, scope: Scope, depth: int) -> core.Expr:
        binder, _ = self.groups(scope, depth)
        return core.Sum(binder, self.number(scope, 0))

    def binder(self, scope: Scope, depth: int) -> tuple[core.Binder, Scope]:
        rng, options = self.rng, []
        if scope.spent < 3:
            options += [
                (core.SPACE, lambda: core.Spaces(), 2),
                (core.SPACE, lambda: core.Spaces(), 2),
            ]
            options.append(
                (
                    core.LINE,
                    lambda: core.Lines(rng.choice([*LINES, "adjacent pair"]), rng.choice([None, None, 0, 1, 2, -1])),
                    1,
                )
            )
        options.append((core.VALUE, lambda: rng.choice([VALUES, NUMBERED, HEIGHTS]), 1))
        options.append(
            (core.PLAYER, lambda: core.Players(rng.choice(["player", "opponent", "left", "right", "adjacent"])), 0)
        )
        options.append((core.AXIS, lambda: core.Axes(rng.choice([("vertical", "horizontal"), AXES])), 1))
        if spaces := scope.of(core.SPACE):
            space = rng.choice(spaces)
            options.append((core.SPACE, lambda: self.neighbors(space), 1))
            options.append((core.SPACE, lambda: self.image(scope, space), 0))
            options.append((core.SPACE, lambda: core.Between(space, rng.choice(spaces)), 1))
        if owners := scope.of(core.LINE, core.GROUP, core.SPACE):
            options.append((core.SPACE, lambda: core.SpacesOf(rng.choice(owners)), 1))
        if scope.spent < 2 and rng.randint(0, 3) == 0:
            return rng.choice([self.groups, self.groups, self.runs])(scope, depth)
        sort, domain, cost = rng.choice(options)
        var = core.Var(next(self.ids), sort, sort)
        inner = scope.with_(var, cost)
        guard = core.TRUE if rng.random() < 0.5 else self.condition(inner, min(depth - 2, 1))
        return core.Binder(var, domain(), guard), inner

    def neighbors(self, space: core.Var) -> core.Neighbors:
        shape = self.rng.choice([*STEPS, STRAIGHT, "2 by 1"])
        return core.Neighbors(space, shape, *self.rng.choice([(1,), (1,), (2,), (2, 2), (None,), (None, 2)]))

    def image(self, scope: Scope, space: core.Var) -> core.Image:
        axes = scope.of(core.AXIS)
        return core.Image(self.rng.choice([*axes, *AXES]), space)

    def groups(self, scope: Scope, depth: int) -> tuple[core.Binder, Scope]:
        space = core.Var(next(self.ids), core.SPACE, "space")
        member = self.condition(Scope((*scope.variables, space), 3), min(depth - 1, 1))
        same = self.rng.choice([None, None, VALUES, HEIGHTS])
        domain = core.Groups(core.Binder(space, core.Spaces(), member), same)
        var = core.Var(next(self.ids), core.GROUP, "group")
        return core.Binder(var, domain, core.TRUE), scope.with_(var, 2)

    def runs(self, scope: Scope, depth: int) -> tuple[core.Binder, Scope]:
        """Runs of spaces that satisfy a condition, linked in no way, one or two."""
        one, other = (core.Var(next(self.ids), core.SPACE, "space") for _ in range(2))
        member = self.condition(Scope((*scope.variables, one), 3), min(depth - 1, 1))
        inner = Scope((*scope.variables, one, other), 3)
        higher = core.Compare("=", core.Height(other), core.Add((core.Height(one), core.Const(1))))
        links = self.rng.choice([[core.TRUE], [self.agree(one, other)], [higher, self.condition(inner, 1)]])
        follows = tuple(core.Binder(other, core.Spaces(), link) for link in links)
        var = core.Var(next(self.ids), core.LINE, "run")
        along = self.rng.choice(["line", SLOPE, STRAIGHT])
        domain = core.Runs(core.Binder(one, core.Spaces(), member), follows, along)
        return core.Binder(var, domain, core.TRUE), scope.with_(var, 2)

    def agree(self, left: core.Var, right: core.Var) -> core.Expr:
        """Both tops have one color."""
        value = core.Var(next(self.ids), core.VALUE, "color")
        shown = (core.ShowsValue(left, value), core.ShowsValue(right, value))
        return core.Exists(core.Binder(value, VALUES, core.TRUE), core.And(shown))

    def condition(self, scope: Scope, depth: int) -> core.Expr:
        rng = self.rng
        leaves: list[Callable[[], core.Expr]] = []
        if spaces := scope.of(core.SPACE):
            space, other = rng.choice(spaces[-2:]), rng.choice(spaces)
            leaves += [
                lambda: core.Shows(space, rng.choice(KIND_SETS)),
                lambda: core.Shows(space, rng.choice(KIND_SETS)),
                lambda: core.FaceDown(space),
                lambda: core.FaceDown(space),
                lambda: core.Capped(space, "crown"),
                lambda: core.Capped(space, rng.choice(["crown", "lamp"])),
                lambda: core.InRegion(space, rng.choice(REGIONS)),
                lambda: self.agree(space, other),
                lambda: core.Near(space, core.Neighbors(other, rng.choice(["same row", "same column"]))),
                lambda: core.Near(space, self.neighbors(other)),
                lambda: core.Same(space, other),
            ]
            if values := scope.of(core.VALUE):
                leaves += [lambda: core.ShowsValue(space, rng.choice(values))] * 3
            if owners := scope.of(core.LINE, core.GROUP):
                leaves += [lambda: core.Inside(space, rng.choice(owners))] * 2
        if depth <= 0 and leaves:
            return self.one(leaves)
        again = lambda: self.condition(scope, depth - 1)  # noqa: E731
        few = lambda: self.number(scope, depth - 1)  # noqa: E731
        if depth <= 0:
            return core.Truth(rng.random() < 0.5)
        return self.one(
            [
                *leaves[:6],
                lambda: core.Compare(rng.choice(OPERATORS), few(), few()),
                lambda: core.Compare(rng.choice(OPERATORS), few(), few()),
                lambda: core.And((again(), again())),
                lambda: core.Or((again(), again())),
                lambda: core.Not(again()),
                lambda: self.quantified(scope, depth, core.Exists),
                lambda: self.quantified(scope, depth, core.Forall),
            ]
        )

    def quantified(self, scope: Scope, depth: int, make: Callable[[core.Binder, core.Expr], core.Expr]) -> core.Expr:
        binder, inner = self.binder(scope, depth)
        return make(binder, self.condition(inner, depth - 1))


TABLES = (
    ((1, 1, 2), (2, 3, 5), (4, None, 7)),
    ((0, 0, 3), (1, None, -1)),
    ((-2, 1, 1), (1, 4, -2), (2, None, 6)),
)


def random_rule(rng: Random, depth: int = 3) -> core.Expr:
    """A closed number expression that looks at the board, and an operation on it or two."""
    maker = Rules(rng)
    first = maker.about(depth)
    match rng.choice(["plain", "plain", "pair", "table", "times", "divide", "mod", "pick"]):
        case "pair":
            return core.MinMax(rng.choice(["max", "min"]), (first, maker.about(depth)))
        case "table":
            return core.Lookup(first, rng.choice(TABLES))
        case "times":
            return core.Mul(first, maker.about(depth))
        case "divide":
            return core.Div(first, maker.about(depth))
        case "mod":
            return core.Mod(first, rng.choice([core.Const(rng.choice([-3, 2, 3])), maker.about(depth)]))
        case "pick":
            condition = core.Compare(rng.choice(OPERATORS), first, maker.about(depth))
            return core.If(condition, core.Add((core.Const(1), first)), core.Const(1))
    return first


# ------------------------------------------------------------------ every arrangement


def fits(puzzle: Puzzle, rule: PlacingRule, stacks: list[Stack], space: int) -> bool:
    """Whether the placing rule allows a piece on a space."""
    board = Board(puzzle.board.geometry, tuple(stacks))
    evaluator = exact_evaluator(Position(puzzle.game, (Player("", board, puzzle.counters),)))
    return evaluator.condition(rule.condition, {rule.var.id: space}, 0)


def arrangements(puzzle: Puzzle) -> Iterator[Board]:
    """Every board that placing the pieces one after another, then caps, can lead to."""
    seen: set[Board] = set()
    for order in set(permutations(puzzle.pieces)):
        for board in _placed(puzzle, list(puzzle.board.stacks), order):
            if board not in seen:
                seen.add(board)
                yield from _crowned(puzzle, board, seen)


def _placed(puzzle: Puzzle, stacks: list[Stack], codes: tuple[str, ...]) -> Iterator[Board]:
    if not codes:
        yield Board(puzzle.board.geometry, tuple(stacks))
        return
    for space in range(len(stacks)):
        if fits(puzzle, puzzle.game.place, stacks, space):
            after = replace(stacks[space], up=(*stacks[space].up, codes[0]))
            yield from _placed(puzzle, [*stacks[:space], after, *stacks[space + 1 :]], codes[1:])


def _crowned(puzzle: Puzzle, board: Board, seen: set[Board]) -> Iterator[Board]:
    waiting = [(board, dict(puzzle.caps))]
    for current, left in waiting:
        yield current
        for cap in puzzle.game.caps:
            for space, stack in enumerate(current.stacks):
                if left[cap.name] and fits(puzzle, cap.place, list(current.stacks), space):
                    stacks = list(current.stacks)
                    stacks[space] = replace(stack, caps=stack.caps + cap.mark)
                    after = Board(board.geometry, tuple(stacks))
                    if after not in seen:
                        seen.add(after)
                        waiting.append((after, {**left, cap.name: left[cap.name] - 1}))
