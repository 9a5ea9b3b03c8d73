"""What binders range over: spaces, lines, groups, values, players, symmetries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from tilewright.core import expr as core
from tilewright.meaning.arithmetic import Arithmetic, B, N, Seat
from tilewright.table.geometry import Geometry


@dataclass(frozen=True)
class Part(Generic[B]):
    """A group or a line as a bound element: its least space, and a bit for each member."""

    root: int
    members: dict[int, B]


Element: TypeAlias = Any  # int (space, player), Part, core.Value or str (axis)
Env: TypeAlias = dict[int, Element]


@dataclass(frozen=True)
class Ruling:
    """What a named rule says of its parameter; the bindings are those where it was laid down.

    With `also` it adds to the rulings before it, else it takes their place. `key` tells it from
    others of the same rule, in every game alike.
    """

    parameter: core.Var
    body: core.Expr
    env: Env
    also: bool = False
    key: object = None


class Binders(ABC, Generic[N, B]):
    """Binds variables to elements; rules are evaluated for the players of `seats`.

    The first `players` seats are the players', others are further places. `rules` are the
    named rules of the game, each the rulings in force in order of time.
    """

    def __init__(
        self,
        arithmetic: Arithmetic[N, B],
        seats: Sequence[Seat[N, B]],
        players: int | None = None,
        rules: Mapping[str, Sequence[Ruling]] | None = None,
    ) -> None:
        self.arithmetic = arithmetic
        self.seats = seats
        self.players = len(seats) if players is None else players
        self.rules = rules or {}

    @abstractmethod
    def number(self, expr: core.Expr, env: Env, seat: int) -> N:
        """The number an expression is."""

    @abstractmethod
    def condition(self, expr: core.Expr, env: Env, seat: int) -> B:
        """The bit a condition is."""

    def satisfying(self, binder: core.Binder, env: Env, seat: int) -> Iterator[tuple[Env, B]]:
        """The environments in which the binder's variable is bound, and when each counts.

        Elements that certainly do not count are left out.
        """
        arithmetic = self.arithmetic
        for element, there in self._elements(binder.domain, env, seat):
            if arithmetic.decided(there) is False:
                continue
            inner = {**env, binder.var.id: element}
            if binder.guard is core.TRUE:
                yield inner, there
                continue
            bit = arithmetic.every([there, self.condition(binder.guard, inner, seat)])
            if arithmetic.decided(bit) is not False:
                yield inner, bit

    def _elements(self, domain: core.Domain, env: Env, seat: int) -> Iterator[tuple[Element, B]]:
        yes = self.arithmetic.truth(True)
        geometry = self.seats[seat].board.geometry
        match domain:
            case core.Spaces():
                yield from ((space, yes) for space in range(geometry.size))
            case core.Neighbors():
                yield from ((space, yes) for space in near(domain, env, geometry))
            case core.Lines():
                for line in geometry.lines(domain.kind):
                    yield Part(line[0], dict.fromkeys(line, yes)), yes
            case core.SpacesOf():
                owner = env[domain.of.id]
                yield from owner.members.items() if isinstance(owner, Part) else [(owner, yes)]
            case core.Groups():
                yield from self._groups(domain, env, seat)
            case core.Values():
                yield from self._values(domain, seat)
            case core.Players():
                yield from ((other, yes) for other in players_of(domain.which, seat, self.players))
            case core.Axes():
                yield from ((name, yes) for name in domain.names)
            case core.Image():
                image = self._image(domain, env, geometry)
                yield from [] if image is None else [(image, yes)]

    def _values(self, domain: core.Values, seat: int) -> Iterator[tuple[core.Value, B]]:
        if not domain.heights:
            yield from ((value, self.arithmetic.truth(True)) for value in domain.values)
            return
        board = self.seats[seat].board
        for height in range(1, board.tallest + 1):
            value = core.Value(str(height), None, height)
            yield (
                value,
                self.arithmetic.some([self.has_value(seat, space, value) for space in range(board.geometry.size)]),
            )

    def _image(self, domain: core.Image, env: Env, geometry: Geometry) -> int | None:
        axis = domain.axis if isinstance(domain.axis, str) else env[domain.axis.id]
        return geometry.image(axis)[env[domain.space.id]]

    def memberships(self, groups: core.Groups, env: Env, seat: int) -> Iterator[list[B]]:
        """For each value in which the groups agree (or once), the bit of each space."""
        binder, every = groups.binder, self.arithmetic.every
        spaces = range(self.seats[seat].board.geometry.size)
        members = [self.condition(binder.guard, {**env, binder.var.id: space}, seat) for space in spaces]
        if groups.same is None:
            yield members
            return
        for value, there in self._values(groups.same, seat):
            if self.arithmetic.decided(there) is not False:
                yield [every([members[s], self.has_value(seat, s, value)]) for s in spaces]

    def _groups(self, groups: core.Groups, env: Env, seat: int) -> Iterator[tuple[Part[B], B]]:
        geometry = self.seats[seat].board.geometry
        for members in self.memberships(groups, env, seat):
            found = self.arithmetic.components(geometry, members)
            parts: dict[int, dict[int, B]] = {}
            for (root, space), bit in found.belongs.items():
                parts.setdefault(root, {})[space] = bit
            for root, belonging in sorted(parts.items()):
                yield Part(root, belonging), found.roots[root]

    def has_value(self, seat: int, space: int, value: core.Value) -> B:
        """The space shows the value, or its stack has that height."""
        board = self.seats[seat].board
        if value.kinds is not None:
            return board.shows(space, value.kinds)
        height = self.arithmetic.number(value.number or 0)
        return self.arithmetic.compare("=", board.height(space), height)


def near(domain: core.Neighbors, env: Env, geometry: Geometry) -> tuple[int, ...]:
    """The spaces near a bound space."""
    return geometry.neighbors(env[domain.space.id], domain.shape, domain.distance)


def players_of(which: str, seat: int, count: int) -> list[int]:
    """Seats in turn order; the left neighbor is the next player, the right one the previous."""
    others = [(seat + step) % count for step in range(1, count)]
    if which == "player":
        return [seat, *others]
    if which == "self":
        return [seat]
    if which == "left":
        return others[:1]
    if which == "right":
        return others[-1:]
    if which == "adjacent":
        return list(dict.fromkeys(others[:1] + others[-1:]))
    return others
