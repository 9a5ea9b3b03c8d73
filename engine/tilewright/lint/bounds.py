"""What a rule can come to on any board: one element stands for all that a variable ranges over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tilewright.core import expr as core
from tilewright.lint.intervals import Interval, Intervals, Maybe, UnknownBoard
from tilewright.lint.sizes import Regions, sizes_of
from tilewright.meaning.arithmetic import Seat
from tilewright.meaning.binders import Element, Env
from tilewright.meaning.evaluator import Evaluator
from tilewright.table.board import MAX_HEIGHT
from tilewright.table.game import Game

ENDLESS = 10**100
"""More than any counter comes to, or any number that a rule can write down."""
_STRAIGHT = {"vertical", "horizontal", "half"}
_SCATTERED = {"corner", "diagonal"}


@dataclass(frozen=True)
class Place:
    """Any one of some spaces, lines or groups.

    All its spaces lie in `regions`; it has `spaces` of them, of which at most `apart` are
    pairwise not adjacent.
    """

    regions: Regions = frozenset()
    spaces: Interval = (1, 1)
    apart: int = 1


class Counted(NamedTuple):
    """How many elements a binder has, and how many of them can be apart (see `Place`)."""

    env: Env
    number: Interval
    apart: int


class Told(NamedTuple):
    """What a condition comes to, and the environment where it holds.

    `fully`: of the element it is asked about it says no more than what `env` knows.
    """

    bit: Maybe
    fully: bool
    env: Env


class Bounds(Evaluator[Interval, Maybe]):
    """Evaluates a rule for all boards, players and counters of a game at once.

    A variable is bound to a `Place`, a `core.Values`, the names of axes or, for players, None.
    `found` tells what each of the `watched` expressions came to, by its id.
    """

    def __init__(self, game: Game, watched: Iterable[core.Expr]) -> None:
        sizes = sizes_of(game.player_board)
        board = UnknownBoard(sizes.large[-1], min(MAX_HEIGHT, game.pieces))
        counters = {c.name: (0, ENDLESS if c.most is None else c.most) for c in game.counters}
        super().__init__(Intervals(), [Seat(board, counters)])
        self.game, self.sizes, self.tallest = game, sizes, board.tallest
        self.found: dict[int, set[Any]] = {id(expr): set() for expr in watched}

    def number(self, expr: core.Expr, env: Env, seat: int) -> Interval:
        """The bounds of a number."""
        own = _NUMBERS.get(type(expr))
        number: Interval = own(self, expr, env) if own else super().number(expr, env, seat)
        self.found.get(id(expr), set()).add(number)
        return number

    def condition(self, expr: core.Expr, env: Env, seat: int) -> Maybe:
        """Whether a condition holds; None if that depends."""
        if isinstance(expr, core.And):
            return self._told(expr, env).bit
        own = _CONDITIONS.get(type(expr))
        bit: Maybe = own(self, expr, env) if own else super().condition(expr, env, seat)
        self.found.get(id(expr), set()).add(bit)
        return bit

    def satisfying(self, binder: core.Binder, env: Env, seat: int) -> Iterator[tuple[Env, Maybe]]:
        """The one environment that stands for all, and whether there surely is one."""
        found = self._counted(binder, env)
        if found:
            yield found.env, True if found.number[0] else None

    # -- how many

    def _counted(self, binder: core.Binder, env: Env) -> Counted | None:
        """How many elements satisfy a binder; None if there never is one."""
        element, count = self._any(binder.domain, env)
        if not count[1]:
            return None
        told = self._told(binder.guard, {**env, binder.var.id: element}, binder.var)
        if told.bit is False:
            return None
        sure, element = told.bit is True, told.env[binder.var.id]
        match binder.domain:
            case core.Spaces():
                sure, count = told.fully, self.sizes.spaces(element.regions)
            case core.Values(heights=False):
                sure, count = told.fully, (len(element.values),) * 2
        parts = binder.guard.parts if isinstance(binder.guard, core.And) else (binder.guard,)
        limits = [self._limit(part, binder.var, told.env) for part in parts]
        high = min(count[1], *(most for most, _ in limits))
        apart = min(high, (self.sizes.spaces()[1] + 1) // 2, *(apart for _, apart in limits))
        return Counted(told.env, (count[0] if sure else 0, high), apart) if high else None

    def _limit(self, part: core.Expr, var: core.Var, env: Env) -> tuple[int, int]:
        """Of how many elements, and how many that are apart, a condition can hold at most."""
        most = ENDLESS
        match part:
            case core.InRegion(space, region) if space == var:
                most = self.sizes.spaces(frozenset({region}))[1]
                return most, most if region in _SCATTERED else (most + 1) // 2
            case core.Inside(space, of) if space == var != of:
                return env[of.id].spaces[1], env[of.id].apart
            case core.Shows(space, kinds) if space == var:
                most = sum(self.game.kinds[kind].copies for kind in kinds)
            case core.Capped(space, name) if space == var:
                most = sum(cap.copies for cap in self.game.caps if cap.name == name)
        return most, most

    def _any(self, domain: core.Domain, env: Env) -> tuple[Element, Interval]:
        """An element that stands for all of a domain, and how many they are."""
        match domain:
            case core.Spaces():
                return Place(), self.sizes.spaces()
            case core.Neighbors():
                regions = env[domain.space.id].regions
                return Place(), self.sizes.near(regions, domain.shape, domain.distance)
            case core.Lines():
                return self._lines(domain.kind)
            case core.SpacesOf():
                return Place(env[domain.of.id].regions), env[domain.of.id].spaces
            case core.Groups():
                return self._group(domain, env)
            case core.Values():
                most = min(self.tallest, self.sizes.spaces()[1])
                return domain, (0, most) if domain.heights else (len(domain.values),) * 2
            case core.Players():
                return None, _players(domain.which, self.game.players[1])
            case core.Axes():
                return domain.names, (len(domain.names),) * 2
            case core.Image():
                return self._image_of(domain, env)

    def _lines(self, kind: str) -> tuple[Place, Interval]:
        count, spaces = self.sizes.lines(kind)
        scattered = kind in _SCATTERED
        regions = frozenset({kind} if scattered else ())
        return Place(regions, spaces, spaces[1] if scattered else (spaces[1] + 1) // 2), count

    def _group(self, groups: core.Groups, env: Env) -> tuple[Place, Interval]:
        members = self._counted(groups.binder, env)
        if members is None:
            return Place(), (0, 0)
        (low, high), most = members.number, members.apart
        place = Place(members.env[groups.binder.var.id].regions, (1, high), most)
        if groups.same is None:
            return place, (min(low, 1), most)
        values = self.tallest if groups.same.heights else len(groups.same.values)
        return place, (0, min(high, values * most))

    def _image_of(self, image: core.Image, env: Env) -> tuple[Place, Interval]:
        """Reflections and half turns keep a space on any board, the others on square ones."""
        names = {image.axis} if isinstance(image.axis, str) else set(env[image.axis.id])
        if names <= _STRAIGHT or self.sizes.square:
            return env[image.space.id], (1, 1)
        return Place(), (0, 1)

    # -- numbers

    def _sum_of(self, expr: core.Sum, env: Env) -> Interval:
        found = self._counted(expr.binder, env)
        if found is None:
            return (0, 0)
        return self.arithmetic.times(found.number, self.number(expr.body, found.env, 0))

    def _best_of(self, expr: core.Best, env: Env) -> Interval:
        found = self.satisfying(expr.binder, env, 0)
        cases = [(bit, self.number(expr.body, inner, 0)) for inner, bit in found]
        return self.arithmetic.extreme(expr.which, cases)

    def _pick_one(self, expr: core.If, env: Env) -> Interval:
        told = self._told(expr.condition, env)
        if told.bit is False:
            return self.number(expr.otherwise, env, 0)
        then = self.number(expr.then, told.env, 0)
        if told.bit:
            return then
        return self.arithmetic.pick(None, then, self.number(expr.otherwise, env, 0))

    def _number_of_value(self, expr: core.NumberOf, env: Env) -> Interval:
        values: core.Values = env[expr.value.id]
        if values.heights:
            return (1, self.tallest)
        numbers = [value.number or 0 for value in values.values]
        return min(numbers), max(numbers)

    # -- conditions

    def _told(self, expr: core.Expr, env: Env, about: core.Var | None = None) -> Told:
        """A condition, and the environment where it holds: each part sees those before it."""
        if not isinstance(expr, core.And):
            bit = self.condition(expr, env, 0)
            of, narrowed = self._narrowed(expr, env)
            return Told(bit, bit is True or (of is not None and of == about), narrowed)
        parts: list[Told] = []
        for part in expr.parts:
            parts.append(self._told(part, parts[-1].env if parts else env, about))
            if parts[-1].bit is False:
                break
        bit = self.arithmetic.every([part.bit for part in parts])
        self.found.get(id(expr), set()).add(bit)
        return Told(bit, all(part.fully for part in parts), parts[-1].env)

    def _narrowed(self, expr: core.Expr, env: Env) -> tuple[core.Var | None, Env]:
        """What a condition fixes about a variable, and the environment in which it holds."""
        match expr:
            case core.InRegion(space, region):
                place = env[space.id]
                return space, {**env, space.id: replace(place, regions=place.regions | {region})}
            case core.OneOf(value, kinds) if not env[value.id].heights:
                return value, {**env, value.id: core.Values(_having(kinds, env[value.id]))}
        return None, env

    def _one_of_kinds(self, expr: core.OneOf, env: Env) -> Maybe:
        values: core.Values = env[expr.value.id]
        having = _having(expr.kinds, values)
        return len(having) == len(values.values) if having in ((), values.values) else None

    def _in_the_region(self, expr: core.InRegion, env: Env) -> Maybe:
        return self.sizes.within(env[expr.space.id].regions, expr.region)

    def _in_line_with(self, expr: core.SameLine, env: Env) -> Maybe:
        return False if expr.left == expr.right else None

    def _near_it(self, expr: core.Near, env: Env) -> Maybe:
        return False if expr.left == expr.neighbors.space else None

    def _the_same(self, expr: core.Same, env: Env) -> Maybe:
        return True if expr.left == expr.right else None

    def _either(self, expr: core.Expr, env: Env) -> Maybe:
        return None


def _having(kinds: frozenset[int], values: core.Values) -> tuple[core.Value, ...]:
    return tuple(value for value in values.values if value.kinds and value.kinds & kinds)


def _players(which: str, most: int) -> Interval:
    """How many players there are of a sort; a position may be that of one player."""
    if which in ("player", "self"):
        return 1, most if which == "player" else 1
    return 0, min(most - 1, {"left": 1, "right": 1, "adjacent": 2}.get(which, most))


_NUMBERS: dict[type, Callable[..., Interval]] = {
    core.Sum: Bounds._sum_of,
    core.Best: Bounds._best_of,
    core.If: Bounds._pick_one,
    core.NumberOf: Bounds._number_of_value,
    core.OnBoardOf: lambda bounds, expr, env: bounds.number(expr.body, env, 0),
}
_CONDITIONS: dict[type, Callable[..., Maybe]] = {
    core.OneOf: Bounds._one_of_kinds,
    core.InRegion: Bounds._in_the_region,
    core.SameLine: Bounds._in_line_with,
    core.Near: Bounds._near_it,
    core.Same: Bounds._the_same,
    core.Inside: Bounds._either,
    core.ShowsValue: Bounds._either,
    core.OnBoardOf: lambda bounds, expr, env: bounds.condition(expr.body, env, 0),
}
