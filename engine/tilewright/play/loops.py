"""Binders as Python loops."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from tilewright.core import expr as core
from tilewright.core.walk import variables
from tilewright.meaning.binders import Ruling, players_of
from tilewright.play import fixed
from tilewright.play.writer import Block, Writer
from tilewright.table.geometry import Geometry


@dataclass(frozen=True)
class World:
    """What compiled rules take for granted: the number of players and kinds, the geometry of
    each seat, the signs of caps, the bits of marks, and the named rules."""

    players: int
    kinds: int
    geometries: tuple[Geometry, ...]
    marks: Mapping[str, str]
    flags: Mapping[str, int]
    rules: Mapping[str, Ruling]


@dataclass(frozen=True)
class Local:
    """A variable as Python has it, and how many loops deep it is bound.

    `spaces`: it is a sequence of spaces, not a `Part`. `kinds`: it is a value that has kinds.
    `high` is the name of its height, for a space of the board of `seat`.
    """

    name: str
    depth: int
    spaces: bool = False
    kinds: bool = False
    high: str = ""
    seat: str = ""


@dataclass(frozen=True)
class Seat:
    """The seat that a rule is asked for: its name, and where what it needs is looked up."""

    name: str
    depth: int
    loads: Block
    loaded: dict[object, str]


@dataclass(frozen=True)
class Scope:
    """What variables mean; those that are not among the `locals` are asked of the dict `env`."""

    locals: Mapping[int, Local]
    env: str
    seat: Seat

    def bind(self, var: core.Var, local: Local) -> Scope:
        """With one more variable."""
        return replace(self, locals={**self.locals, var.id: local})


Scoped = tuple[core.Expr, Scope]
HEAVY = (core.Sum, core.Best, core.Exists, core.Forall, core.RuleHolds, core.RuleNumber)


class Loops(Writer, ABC):
    """Writes binders; `changes` are the names and rulings laid down in this turn."""

    def __init__(self, world: World, changes: Sequence[tuple[str, Ruling]]) -> None:
        super().__init__()
        self.world = world
        self.rulings: dict[str, list[tuple[Ruling, str]]] = {
            name: [(ruling, "B")] for name, ruling in world.rules.items()
        }
        for i, (name, ruling) in enumerate(changes):
            self.rulings[name] = (self.rulings[name] if ruling.also else []) + [(ruling, f"X[{i}][1].env")]
        self._own: dict[tuple[str, int], Seat] = {}
        self._loaded: dict[tuple[str, int], Local] = {}

    @abstractmethod
    def condition(self, expr: core.Expr, scope: Scope) -> str:
        """Python text of a condition; lines that it needs are written."""

    # -- variables and seats

    def top(self) -> Scope:
        """The scope of a whole expression."""
        return Scope({}, "E", Seat("P", 0, self.prologue, {}))

    def local(self, var: core.Var, scope: Scope) -> Local:
        """A variable as Python has it."""
        return scope.locals.get(var.id) or self._given(var, scope.env)

    def _given(self, var: core.Var, env: str) -> Local:
        """A variable bound outside. One without a binding must not be asked for, but may be named."""
        known = self._loaded.get((env, var.id))
        if known is None:
            known = self._loaded[env, var.id] = Local(self.fresh("e"), 0)
            missing = ", -1" if var.sort == core.PLAYER else ""
            self.prologue.append(f"{known.name} = {env}.get({var.id}{missing})")
        return known

    def name(self, var: core.Var, scope: Scope) -> str:
        """The name of a variable."""
        return self.local(var, scope).name

    def spaces(self, var: core.Var, scope: Scope) -> str | None:
        """The spaces of a group or line; None for another variable."""
        local = self.local(var, scope)
        if local.spaces:
            return local.name
        return f"{local.name}.members" if var.sort in (core.GROUP, core.LINE) else None

    def seat_of(self, player: core.Var, scope: Scope) -> Seat:
        """The seat of a player or place."""
        local = self.local(player, scope)
        if local.depth:
            loads: Block = []
            self.emit(loads)
            return Seat(local.name, local.depth, loads, {})
        if (local.name, 0) not in self._own:
            self._own[local.name, 0] = Seat(local.name, 0, self.prologue, {})
        return self._own[local.name, 0]

    def load(self, seat: Seat, key: object, text: str) -> str:
        """The name of something looked up once for a seat."""
        if key not in seat.loaded:
            seat.loaded[key] = self.fresh("s")
            seat.loads.append(f"{seat.loaded[key]} = {text}")
        return seat.loaded[key]

    def grid(self, what: str, scope: Scope) -> str:
        """A list of the grid of the seat: ``heights``, ``tops`` ..."""
        return self.load(scope.seat, what, f"G[{scope.seat.name}].{what}")

    def table(self, key: tuple[Any, ...], make: Callable[[Geometry], object], scope: Scope) -> str:
        """What `make` says of the geometry of the seat."""
        name = self.constant(tuple(map(make, self.world.geometries)), key)
        return self.load(scope.seat, key, f"{name}[{scope.seat.name}]")

    def near(self, shape: str, distance: int, scope: Scope) -> str:
        """The neighbors of each space."""
        return self.table(("near", shape, distance), lambda g: fixed.neighbors(g, shape, distance), scope)

    # -- what does not change in a loop

    def level(self, expr: core.Expr, scope: Scope) -> int:
        """In how many loops an expression has to stand."""
        found = (scope.locals[var.id].depth for var in variables(expr) if var.id in scope.locals)
        return max(scope.seat.depth, max(found, default=0))

    def steady(self, expr: core.Expr, scope: Scope, write: Callable[[], str]) -> str:
        """The text, worked out once for all rounds of the loops that it does not depend on."""
        level = self.level(expr, scope) if isinstance(expr, HEAVY) else self.depth
        if level >= self.depth:
            return write()
        name = self.fresh("h")
        self.loops[level].append(f"{name} = None")
        with self.inside(f"if {name} is None:"):
            self.emit(f"{name} = {write()}")
        return name

    def cost(self, expr: core.Expr, scope: Scope) -> int:
        """About how long a part of a condition takes."""
        if isinstance(expr, HEAVY):
            return 3 if self.level(expr, scope) < self.depth else 20
        match expr:
            case core.Compare():
                return self.cost(expr.left, scope) + self.cost(expr.right, scope)
            case core.And() | core.Or():
                return sum(self.cost(part, scope) for part in expr.parts)
            case core.Not() | core.OnBoardOf():
                return self.cost(expr.body, scope) + 1
            case core.Add() | core.Mul() | core.Div() | core.If() | core.ExtremeOf() | core.Lookup():
                return 10
            case _:
                return 1

    def conjuncts(self, expr: core.Expr, scope: Scope) -> list[Scoped]:
        """The parts of a conjunction, those of a plain named rule too; the quick ones first."""
        waiting, found = [(expr, scope)], []
        while waiting:
            part, where = waiting.pop(0)
            if isinstance(part, core.And):
                waiting = [(inner, where) for inner in part.parts] + waiting
            elif isinstance(part, core.RuleHolds) and len(self.rulings[part.rule]) == 1:
                waiting.insert(0, self.ruled(*self.rulings[part.rule][0], part.of, where))
            else:
                found.append((part, where))
        return sorted(found, key=lambda pair: self.cost(*pair))

    def ruled(self, ruling: Ruling, env: str, of: core.Var, scope: Scope) -> Scoped:
        """What a ruling says of an element."""
        local = self.local(of, scope)
        if of.sort in (core.GROUP, core.LINE) and not local.spaces:
            local = Local(f"{local.name}.members", local.depth, spaces=True)
        return ruling.body, Scope({ruling.parameter.id: local}, env, scope.seat)

    # -- loops

    @contextmanager
    def over(self, binder: core.Binder, scope: Scope, also: core.Expr = core.TRUE) -> Iterator[Scope]:
        """A loop over what satisfies a binder; `also` is a condition that its lines will ask for."""
        name = self.fresh("v")
        header, local = self._domain(binder, name, scope, also)
        with self.looping(header):
            inner = scope.bind(binder.var, replace(local, depth=self.depth))
            self.need(binder.guard, inner)
            yield inner

    def need(self, condition: core.Expr, scope: Scope) -> None:
        """In a loop, pass over an element for which the condition does not hold."""
        written: list[str] = ["True"]
        for part, where in self.conjuncts(condition, scope):
            text = self.condition(part, where)
            if text not in written:
                written.append(text)
                self.emit(f"if not {text}: continue")

    def _domain(self, binder: core.Binder, name: str, scope: Scope, also: core.Expr) -> tuple[str, Local]:
        plain, several = Local(name, 0), Local(name, 0, spaces=True)
        match binder.domain:
            case core.Spaces():
                high = f"{name}h"
                header = f"for {name}, {high} in enumerate({self.grid('heights', scope)}):"
                return header, Local(name, 0, high=high, seat=scope.seat.name)
            case core.Neighbors(space, shape, distance):
                near = self.near(shape, distance, scope)
                return f"for {name} in {near}[{self.name(space, scope)}]:", plain
            case core.Lines(kind):
                table = self.table(("lines", kind), lambda g: g.lines(kind), scope)
                return f"for {name} in {table}:", several
            case core.SpacesOf(of):
                spaces = self.spaces(of, scope)
                return f"for {name} in {spaces or '(' + self.name(of, scope) + ',)'}:", plain
            case core.Groups():
                return f"for {name} in {self._groups(binder.domain, scope)}:", several
            case core.Values():
                return self._values(binder, name, scope, also)
            case core.Players(which):
                seats = range(len(self.world.geometries))
                table = self.constant(
                    tuple(tuple(players_of(which, s, self.world.players)) for s in seats), ("players", which)
                )
                return f"for {name} in {table}[{scope.seat.name}]:", plain
            case core.Axes(names):
                return f"for {name} in {names!r}:", plain
            case core.Image(axis, space):
                table = self.table(("images",), fixed.images, scope)
                key = repr(axis) if isinstance(axis, str) else self.name(axis, scope)
                return f"for {name} in {table}[{key}][{self.name(space, scope)}]:", plain

    def _values(self, binder: core.Binder, name: str, scope: Scope, also: core.Expr) -> tuple[str, Local]:
        """Of values that have kinds, only those are gone through that a space in question shows."""
        domain = binder.domain
        assert isinstance(domain, core.Values)
        if domain.heights:
            make = self.constant(fixed.height_value, fixed.height_value)
            heights = self.grid("heights", scope)
            return f"for {name} in [{make}(h) for h in sorted(set({heights})) if h]:", Local(name, 0)
        values, local = domain.values, Local(name, 0, kinds=all(v.kinds is not None for v in domain.values))
        inner = scope.bind(binder.var, local)
        for part, where in [*self.conjuncts(binder.guard, inner), *self.conjuncts(also, inner)]:
            if local.kinds and isinstance(part, core.ShowsValue) and self.local(part.value, where) is local:
                table = self.constant(fixed.values_by_top(values, self.world.kinds), ("by top", id(domain)))
                return f"for {name} in {table}[{self.grid('tops', where)}[{self.name(part.space, where)}]]:", local
        return f"for {name} in {self.constant(values, ('values', id(domain)))}:", local

    def _groups(self, groups: core.Groups, scope: Scope) -> str:
        """Lists of spaces: each member gets a label, and what is connected and has one label is a group."""
        label, binder, same = self.fresh("l"), groups.binder, groups.same
        heights, near = self.grid("heights", scope), self.near("orthogonal", 1, scope)
        of_top = None if same is None else fixed.labels(same.values, self.world.kinds)
        self.emit(f"{label} = [-1] * len({heights})")
        with self.over(replace(binder, domain=core.Spaces()), scope) as inner:
            space = self.name(binder.var, inner)
            if same is not None and same.heights:
                text = f"{heights}[{space}] or -1"
            elif of_top is not None:
                text = f"{self.constant(of_top)}[{self.grid('tops', inner)}[{space}]]"
            else:
                text = "0"
            self.emit(f"{label}[{space}] = {text}")
        if same is None or same.heights or of_top is not None:
            return f"{self.constant(fixed.flood, fixed.flood)}({label}, {near})"
        each, values = self.constant(fixed.flood_each, fixed.flood_each), self.constant(same.values)
        return f"{each}({label}, {self.grid('tops', scope)}, {heights}, {values}, {near})"
