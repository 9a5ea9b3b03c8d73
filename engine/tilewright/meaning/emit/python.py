"""Rules as Python text: the domain in which a number is an expression and a loop remains a loop.

An element is a `Local`, a variable of the program; statements needed by an expression are emitted where the evaluator
evaluates it. Loop invariants are computed once, in the first iteration that needs them; the parts of a condition are
tested in order of their cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from tilewright.core import expr as core
from tilewright.core.walk import variables
from tilewright.meaning.domain import Entries, Env, Loop, X
from tilewright.meaning.emit import tables
from tilewright.meaning.emit.writer import (
    Bindings,
    CompileContext,
    EmittedLoop,
    Inner,
    Local,
    LoopSource,
    PendingConjunction,
    SeatNames,
    Shown,
    TextBlock,
    Within,
    Writer,
    WrittenBit,
    cost,
    rank,
)
from tilewright.meaning.exact import look_up, ranked
from tilewright.meaning.unrolled import players_of
from tilewright.source import Span
from tilewright.table.board import DOWN
from tilewright.table.geometry import Geometry
from tilewright.table.terrain import GROWN

_ANY = core.Var(-1, core.SPACE, "space")
OPERATORS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class Python:
    """`meaning.domain.Domain` over Python text."""

    def __init__(self, world: CompileContext) -> None:
        self.world = world
        self.writer = Writer()
        self._given: dict[tuple[str, int], Local] = {}
        self._places: dict[str, SeatNames] = {}

    # -- variables and seats

    def bindings(self, name: str) -> Bindings:
        """The variables bound by a dict argument of the program."""
        return Bindings(lambda number: self.given(name, number))

    def given(self, bindings: str, number: int) -> Local:
        """A variable bound outside. One without a binding must not be read, but may be named."""
        known = self._given.get((bindings, number))
        if known is None:
            known = self._given[bindings, number] = Local(self.writer.fresh("e"))
            self.writer.prologue.append(f"{known.name} = {bindings}.get({number}, -1)")
        return known

    def place(self, seat: Local) -> SeatNames:
        """The seat that a variable stands for."""
        if seat.name not in self._places:
            self._places[seat.name] = SeatNames(seat.name, 0, self.writer.prologue, {})
        return self._places[seat.name]

    def load(self, place: SeatNames, key: object, text: str) -> str:
        """The name of a value that is looked up once per seat."""
        if key not in place.loaded:
            place.loaded[key] = self.writer.fresh("s")
            place.loads.append(f"{place.loaded[key]} = {text}")
        return place.loaded[key]

    def column(self, what: str, seat: Local) -> str:
        """A list of the board of the seat: ``heights``, ``tops`` ..."""
        place = self.place(seat)
        return self.load(place, what, f"G[{place.name}].{what}")

    def of_geometry(self, key: tuple[Any, ...], make: Callable[[Geometry], object], seat: Local) -> str:
        """A constant computed by `make` from the geometry of the seat."""
        place = self.place(seat)
        name = self.writer.constant(tuple(map(make, self.world.geometries)), key)
        return self.load(place, key, f"{name}[{place.name}]")

    # -- numbers

    def number(self, value: int) -> str:
        return f"({value})"

    def add(self, parts: Sequence[str]) -> str:
        return "(" + " + ".join(parts or ["0"]) + ")"

    def times(self, left: str, right: str) -> str:
        return f"({left} * {right})"

    def divide(self, left: str, right: str) -> str:
        by = self.writer.fresh("t")
        return f"({left} // {by} if ({by} := {right}) else 0)"

    def remainder(self, left: str, right: str) -> str:
        by = self.writer.fresh("t")
        return f"({left} % {by} if ({by} := {right}) else 0)"

    def extreme_of(self, which: str, parts: Sequence[str]) -> str:
        return f"{which}([{', '.join(parts)}])"

    def table(self, body: str, entries: Entries) -> str:
        return f"{self.writer.constant(look_up, look_up)}({body}, {self.writer.constant(entries)})"

    def if_else(
        self, condition: Callable[[], WrittenBit], then: Callable[[], str], otherwise: Callable[[], str]
    ) -> str:
        writer, test = self.writer, self.text(condition())
        then_lines, yes = writer.apart(then)
        else_lines, no = writer.apart(otherwise)
        if not then_lines and not else_lines:
            return f"({yes} if {test} else {no})"
        name = writer.fresh("t")
        for header, written, text in [(f"if {test}:", then_lines, yes), ("else:", else_lines, no)]:
            with writer.inside(header):
                writer.block.extend(written)
                writer.emit(f"{name} = {text}")
        return name

    def award(self, amount: Callable[[], str], span: Span) -> str:
        return amount()

    # -- bits

    def truth(self, value: bool) -> str:
        return str(value)

    def compare(self, operator: str, left: str, right: str) -> str:
        return f"({left} {OPERATORS[operator]} {right})"

    def every(self, parts: Sequence[Callable[[], WrittenBit]]) -> PendingConjunction:
        return self._conjunction(self.writer.apart(part) for part in parts)

    def some(self, parts: Sequence[Callable[[], WrittenBit]]) -> str:
        asked = [self.writer.apart(lambda part=part: self.text(part())) for part in parts]  # type: ignore[misc]
        return self.writer.chain("or", sorted(asked, key=lambda part: cost(*part)))

    def invert(self, bit: WrittenBit) -> str:
        return f"(not {self.text(bit)})"

    def text(self, bit: WrittenBit) -> str:
        """A condition as text; statements that must run before it are emitted."""
        return self.writer.chain("and", bit.parts) if isinstance(bit, PendingConjunction) else bit

    def _conjunction(self, parts: Iterable[tuple[TextBlock, WrittenBit]]) -> PendingConjunction:
        """A conjunction of conditions, with nested conjunctions flattened."""
        found: list[tuple[TextBlock, str]] = []
        for written, bit in parts:
            if isinstance(bit, PendingConjunction):
                (first, text), *others = bit.parts or (([], "True"),)
                found += [([*written, *first], text), *others]
            else:
                found.append((written, bit))
        return PendingConjunction(tuple(sorted(found, key=lambda part: rank(*part))))

    # -- loops

    def total(self, each: Loop[WrittenBit], body: Callable[[Env], str], alike: bool) -> str:
        if alike and each.guard is None:
            return f"({body(each.env)} * len({each.range.text}))"
        writer, name = self.writer, self.writer.fresh("t")
        writer.emit(f"{name} = 0")
        with self._rounds(each) as rounds:
            writer.emit(f"{name} += {body(rounds.env)}")
        return name

    def best(
        self,
        which: str,
        each: Loop[WrittenBit],
        body: Callable[[Env], str],
        weight: Callable[[Local], str] | None,
        rank: int,
    ) -> str:
        if rank > 1:
            return self._ranked(which, each, body, rank)
        writer, best, new, highest = self.writer, self.writer.fresh("t"), self.writer.fresh("t"), False

        def search() -> str:
            nonlocal highest
            writer.emit(f"{best} = None")
            with self._rounds(each) as rounds:
                amount, high = body(rounds.env), rounds.local.high
                idle = all(text == f"({high} > (0))" for _, text in rounds.test.parts)
                highest = which == "max" and amount == high and idle
                writer.emit(f"{new} = {amount}")
                writer.emit(f"if {best} is None or {new} {'>' if which == 'max' else '<'} {best}: {best} = {new}")
            return best

        written, _ = writer.apart(search)
        if highest:
            return f"max({each.range.text}, default=0)"
        writer.block.extend(written)
        return f"({best} or 0)"

    def _ranked(self, which: str, each: Loop[WrittenBit], body: Callable[[Env], str], rank: int) -> str:
        """Collects all numbers, and takes the one of that rank."""
        writer, found = self.writer, self.writer.fresh("t")
        writer.emit(f"{found} = []")
        with self._rounds(each) as rounds:
            writer.emit(f"{found}.append({body(rounds.env)})")
        return f"{writer.constant(ranked, ranked)}({which!r}, {found}, {rank})"

    def exists(self, each: Loop[WrittenBit], condition: Callable[[Env], WrittenBit]) -> str:
        writer, name, agreement = self.writer, self.writer.fresh("t"), ""

        def search() -> str:
            nonlocal agreement
            writer.emit(f"{name} = False")
            with self._rounds(each, condition) as rounds:
                agreement = self._agreement(each.range, rounds)
                writer.emit(f"{name} = True")
                writer.emit("break")
            return name

        written, _ = writer.apart(search)
        if agreement:
            return agreement
        writer.block.extend(written)
        return name

    def forall(self, each: Loop[WrittenBit], condition: Callable[[Env], WrittenBit]) -> str:
        writer, name = self.writer, self.writer.fresh("t")
        writer.emit(f"{name} = True")
        with self._rounds(each) as rounds:
            writer.emit(f"if {self.text(condition(rounds.env))}: continue")
            writer.emit(f"{name} = False")
            writer.emit("break")
        return name

    def collect(self, each: Loop[WrittenBit]) -> str:
        """A list of the elements, in the representation used outside the program."""
        writer, name = self.writer, self.writer.fresh("t")
        writer.emit(f"{name} = []")
        with self._rounds(each) as rounds:
            local = rounds.local
            made = f"{writer.constant(tables.part_of)}({local.name})" if local.spaces else local.name
            writer.emit(f"{name}.append({made})")
        return name

    @contextmanager
    def _loop(self, source: LoopSource) -> Iterator[tuple[Local, Inner]]:
        writer, name = self.writer, self.writer.fresh("v")
        high = f"{name}h" if source.high else ""
        header = f"for {name}, {high} in enumerate({source.text}):" if high else f"for {name} in {source.text}:"
        with writer.looping(header) as inner:
            if source.players:
                loads: TextBlock = []
                writer.emit(loads)
                self._places[name] = SeatNames(name, writer.depth, loads, {})
            yield Local(name, writer.depth, source.spaces, bool(source.values), high, source.high), inner

    @contextmanager
    def _rounds(self, each: Loop[WrittenBit], also: Callable[[Env], WrittenBit] | None = None) -> Iterator[EmittedLoop]:
        """A loop over the elements that satisfy a guard, and a further condition; the caller emits the rest of its
        body."""
        with self._loop(each.range) as (local, inner):
            env = each.bind(local)
            asked = [condition for condition in (each.guard, also) if condition is not None]
            test = self.every([lambda condition=condition: condition(env) for condition in asked])  # type: ignore[misc]
            rounds = EmittedLoop(env, local, test)
            seen = {
                "True",
                self._narrowed(each.range, local, inner, test),
                self._around(each.range, local, inner, test),
            }
            for written, text in test.parts:
                self.writer.block.extend(written)
                if text not in seen:
                    self.writer.emit(f"if not {text}: continue")
                seen.add(text)
            yield rounds

    def _narrowed(self, source: LoopSource, local: Local, inner: Inner, test: PendingConjunction) -> str:
        """If a part of the test requires that a top shows the value, iterate only over the values of that top.

        Returns that part, or an empty text.
        """
        for _, text in test.parts if source.values else ():
            if isinstance(text, Shown) and text.value == local.name and text.depth < local.depth:
                found = tables.values_by_top(source.values, self.world.kinds)
                table = self.writer.constant(found, ("by top", source.values))
                inner.header = f"for {local.name} in {table}[{text.top}]:"
                return text
        return ""

    def _around(self, source: LoopSource, local: Local, inner: Inner, test: PendingConjunction) -> str:
        """If a part of the test requires that the group contains a space, visit only the group of that space; returns
        that part, or an empty text."""
        for _, text in test.parts if source.flooded else ():
            if isinstance(text, Within) and text.part == local.name and text.depth < local.depth:
                flood = self.writer.constant(tables.flood_from, tables.flood_from)
                inner.header = f"for {local.name} in {flood}({source.flooded}, {text.space}):"
                return text
        return ""

    def _agreement(self, source: LoopSource, rounds: EmittedLoop) -> str:
        """If the test is only whether some tops show the same value: a bitwise and of the masks of values that they
        show."""
        local, tops = rounds.local, dict[str, None]()
        for written, text in rounds.test.parts if source.values else ():
            if written or not isinstance(text, Shown) or text.value != local.name or text.depth >= local.depth:
                return ""
            tops[text.top] = None
        kinds = [value.kinds for value in source.values]
        table = self.writer.constant(tables.classes(kinds, self.world.kinds), ("bits", source.values))
        return "(" + " & ".join(f"{table}[{top}]" for top in tops) + " != 0)" if tops else ""

    # -- ranges

    def spaces(self, seat: Local) -> LoopSource:
        return LoopSource(self.column("heights", seat), high=self.place(seat).name)

    def neighbors(self, seat: Local, space: Local, around: core.Neighbors) -> LoopSource:
        if around.shape == "itself":
            return LoopSource(f"({space.name},)")
        return LoopSource(f"{self._near(seat, around)}[{space.name}]")

    def _near(self, seat: Local, around: core.Neighbors) -> str:
        """A table of the neighbors of each space."""
        key = replace(around, space=_ANY)
        if GROWN not in self.world.geometries:
            return self.of_geometry(("near", key), lambda g: tables.neighbors(g, key), seat)
        place = self.place(seat)
        known = self.writer.constant(tuple(tables.neighbors(g, key) for g in self.world.geometries), ("near", key))
        anew = self.writer.constant(partial(tables.GrowingNeighbors, around=key), ("nearby", key))
        return self.load(place, ("near", key), f"{known}[{place.name}] or {anew}(G[{place.name}].geometry)")

    def between(self, seat: Local, first: Local, last: Local) -> LoopSource:
        of = self.of_geometry(("between",), lambda geometry: geometry.between, seat)
        return LoopSource(f"{of}({first.name}, {last.name})")

    def lines(self, seat: Local, which: core.Lines) -> LoopSource:
        return LoopSource(
            self.of_geometry(("lines", which), lambda g: g.lines(which.kind, which.at), seat), spaces=True
        )

    def members(self, part: Local) -> LoopSource:
        return LoopSource(self.spaces_of(part))

    def spaces_of(self, part: Local) -> str:
        """The spaces of a line or group."""
        return part.name if part.spaces else f"{part.name}.members"

    def groups(self, seat: Local, member: Callable[[Local], WrittenBit], same: core.Values | None) -> LoopSource:
        """Members get labels; connected spaces with equal labels are a group."""
        writer, label, heights = self.writer, self.writer.fresh("l"), self.column("heights", seat)
        near = self._near(seat, core.Neighbors(_ANY))
        by_top = None if same is None or same.heights else tables.labels(same.values, self.world.kinds)
        if by_top is None or not self._labeled_by_tops(seat, member, label, by_top):
            writer.emit(f"{label} = [-1] * len({heights})")
            with self._loop(self.spaces(seat)) as (space, _):
                writer.emit(f"if not {self.text(member(space))}: continue")
                text = f"{space.high} or -1" if same is not None and same.heights else "0"
                if by_top is not None:
                    text = f"{writer.constant(by_top)}[{self.column('tops', seat)}[{space.name}]]"
                writer.emit(f"{label}[{space.name}] = {text}")
        if same is None or same.heights or by_top is not None:
            flood, asked = writer.constant(tables.flood, tables.flood), f"{label}, {near}"
            return LoopSource(f"{flood}({asked})", spaces=True, flooded=asked)
        each, values = writer.constant(tables.flood_each, tables.flood_each), writer.constant(same.values)
        return LoopSource(f"{each}({label}, {self.column('tops', seat)}, {heights}, {values}, {near})", spaces=True)

    def _labeled_by_tops(
        self, seat: Local, member: Callable[[Local], WrittenBit], label: str, by_top: tuple[int, ...]
    ) -> bool:
        """Label all spaces by a table of their tops, if membership requires nothing else; a top without a value has no
        label."""
        space = Local("v", self.writer.depth + 1, high="h", seat=self.place(seat).name)
        tops = self.column("tops", seat)
        written, test = self.writer.apart(lambda: self.every([lambda: member(space)]))
        if written or any(lines or text not in {"(h > (0))", f"({tops}[v] >= 0)"} for lines, text in test.parts):
            return False
        self.writer.emit(f"{label} = list(map({self.writer.constant(by_top.__getitem__)}, {tops}))")
        return True

    def runs(
        self,
        seat: Local,
        member: Callable[[Local], WrittenBit],
        links: Sequence[Callable[[Local, Local], WrittenBit]],
        along: str,
    ) -> LoopSource:
        """Mark the members, collect the pairs joined by each link, and form runs from these."""
        writer, inside, joints = self.writer, self.writer.fresh("l"), [self.writer.fresh("l") for _ in links]
        after = self.of_geometry(("after", along), lambda geometry: tables.after(geometry, along), seat)
        writer.emit(f"{inside} = [False] * len({self.column('heights', seat)})")
        with self._loop(self.spaces(seat)) as (space, _):
            writer.emit(f"{inside}[{space.name}] = {self.text(member(space))}")
        for name, link in zip(joints, links, strict=True):
            writer.emit(f"{name} = set()")
            with self._loop(self.spaces(seat)) as (one, _):
                writer.emit(f"if not {inside}[{one.name}]: continue")
                with self._loop(LoopSource(f"{after}[{one.name}]")) as (other, _):
                    writer.emit(f"if not {inside}[{other.name}]: continue")
                    writer.emit(f"if {self.text(link(one, other))}: {name}.add(({one.name}, {other.name}))")
        lines = self.lines(seat, core.Lines(along)).text
        runs = writer.constant(tables.runs, tables.runs)
        return LoopSource(f"{runs}({lines}, ({', '.join(joints)},))", spaces=True)

    def values(self, values: Sequence[core.Value]) -> LoopSource:
        known = tuple(values)
        all_kinds = all(value.kinds is not None for value in known)
        return LoopSource(self.writer.constant(known, ("values", known)), values=known if all_kinds else ())

    def heights(self, seat: Local) -> LoopSource:
        make = self.writer.constant(tables.height_value, tables.height_value)
        return LoopSource(f"[{make}(h) for h in sorted(set({self.column('heights', seat)})) if h]")

    def players(self, which: str, seat: Local, place: str) -> LoopSource:
        here, found = self.world.players, self._owners()
        seats = dict(self.world.places)[place] if place else found
        table = tuple(tuple(seats[one] if place else one for one in players_of(which, own, here)) for own in found)
        return LoopSource(f"{self.writer.constant(table, ('players', which, place))}[{seat.name}]", players=True)

    def axes(self, names: Sequence[str]) -> LoopSource:
        return LoopSource(repr(tuple(names)))

    def image(self, seat: Local, axis: Local, space: Local) -> LoopSource:
        images = self.of_geometry(("images",), tables.images, seat)
        return LoopSource(f"{images}[{axis.name}][{space.name}]")

    # -- elements

    def axis(self, name: str) -> Local:
        return Local(repr(name))

    def elsewhere(self, player: Local, body: Callable[[Local], X]) -> X:
        return body(player)

    def same(self, left: Local, right: Local, sort: str) -> str:
        if sort in (core.GROUP, core.LINE):
            return f"(set({self.spaces_of(left)}) == set({self.spaces_of(right)}))"
        return f"({left.name} == {right.name})"

    def inside(self, space: Local, part: Local) -> str:
        text = Within(f"({space.name} in {self.spaces_of(part)})")
        text.space, text.depth, text.part = space.name, space.depth, part.name if part.spaces else ""
        return text

    def in_region(self, seat: Local, space: Local, region: str) -> str:
        return f"({space.name} in {self.of_geometry(('region', region), lambda g: g.region(region), seat)})"

    def near(self, seat: Local, left: Local, right: Local, around: core.Neighbors) -> str:
        return f"({left.name} in {self._near(seat, around)}[{right.name}])"

    def one_of(self, value: Local, kinds: frozenset[int]) -> str:
        known, asked = f"{value.name}.kinds", self.writer.constant(kinds, kinds)
        return f"({known} is not None and not {known}.isdisjoint({asked}))"

    def number_of(self, value: Local) -> str:
        return f"({value.name}.number or 0)"

    def distance(self, seat: Local, one: Local, other: Local) -> str:
        return f"{self.of_geometry(('distances',), tables.distances, seat)}[{one.name}][{other.name}]"

    def shows_value(self, seat: Local, space: Local, value: Local) -> str:
        top = f"{self.column('tops', seat)}[{space.name}]"
        if value.kinds:
            shown = Shown(f"({top} in {value.name}.kinds)")
            shown.top, shown.depth, shown.value = top, max(space.depth, self.place(seat).depth), value.name
            return shown
        as_high = f"{self.board(seat).height(space)} == ({value.name}.number or 0)"
        return f"({top} in {value.name}.kinds if {value.name}.kinds is not None else {as_high})"

    def board(self, seat: Local) -> BoardText:
        return BoardText(self, seat)

    @property
    def maps(self) -> MapsText:
        return MapsText(self)

    def _owners(self) -> list[int]:
        """The player of each seat; the first one for places of the table."""
        here = self.world.players
        owner = {own: player for _, known in self.world.places for player, own in reversed(list(enumerate(known)))}
        return [owner.get(seat, seat if seat < here else 0) for seat in range(len(self.world.geometries))]

    def seat_number(self, seat: Local) -> str:
        numbers = tuple(1 + player for player in self._owners())
        return f"{self.writer.constant(numbers, ('seats', numbers))}[{seat.name}]"

    def counter(self, seat: Local, name: str) -> str:
        return f"(K[{seat.name}].get({name!r}, 0) if {seat.name} < {self.world.players} else 0)"

    # -- sharing

    def shared(self, expr: core.Expr, env: Env, seat: Local, make: Callable[[], X]) -> X:
        """Loop-invariant code motion: computed once for all iterations of the loops that it does not depend on."""
        writer = self.writer
        level = max([self.place(seat).depth, *(env[var.id].depth for var in variables(expr) if var.id in env)])
        if level >= writer.depth:
            return make()
        name = writer.fresh("h")
        written, text = writer.apart(lambda: self.text(make()))  # type: ignore[arg-type]
        if not written and text.startswith("max("):  # as fast as testing whether it is computed already
            writer.loops[level].append(f"{name} = {text}")
            return name  # type: ignore[return-value]
        writer.loops[level].append(f"{name} = None")
        with writer.inside(f"if {name} is None:"):
            writer.block.extend(written)
            writer.emit(f"{name} = {text}")
        return name  # type: ignore[return-value]


# ------------------------------------------------------------------ boards


class ProgramText(Protocol):
    """The program in which boards are read (`meaning.emit.python`)."""

    @property
    def world(self) -> CompileContext:
        """The compile-time constants."""

    @property
    def writer(self) -> Writer:
        """The writer of its lines."""

    def place(self, seat: Local) -> SeatNames:
        """The seat that a variable stands for."""

    def load(self, place: SeatNames, key: object, text: str) -> str:
        """The name of a value that is looked up once per seat."""

    def column(self, what: str, seat: Local) -> str:
        """A list of the board of the seat."""

    def spaces_of(self, part: Local) -> str:
        """The spaces of a line or group."""


@dataclass(frozen=True)
class MapsText:
    """`meaning.domain.Maps` of the program."""

    python: ProgramText

    def _patchwork(self, seat: Local) -> str:
        return self.python.load(self.python.place(seat), "patchwork", f"G[{seat.name}].geometry.patchwork")

    def areas(self, seat: Local, patch: Local | None) -> LoopSource:
        known = self._patchwork(seat)
        found = f"{known}.areas.values()" if patch is None else f"({known}.area_of({patch.name}),)"
        return LoopSource(found, spaces=True)

    def patches(self, seat: Local, space: Local) -> LoopSource:
        return LoopSource(f"{self._patchwork(seat)}.on.get({space.name}, ())")

    def tiles_of(self, seat: Local, part: Local, sort: str) -> LoopSource:
        patches = f"({part.name},)" if sort == core.SPACE else self.python.spaces_of(part)
        return LoopSource(f"{self._patchwork(seat)}.tiles_of({patches})")

    def turns(self, seat: Local, space: Local) -> LoopSource:
        return LoopSource(f"{self._table('turns')}[{self.python.column('tops', seat)}[{space.name}]]")

    def fits(self, seat: Local, space: Local, face: Local) -> str:
        faces = self._table("faces")
        return f"G[{seat.name}].geometry.fits({space.name}, {faces}[min({face.name}.kinds)])"

    def _table(self, what: str) -> str:
        return self.python.writer.constant(getattr(self.python.world, what), what)

    def loose(self, seat: Local, patch: Local) -> str:
        return f"({self._patchwork(seat)}.loose[{patch.name}] > 0)"

    def capped_by(self, seat: Local, space: Local, cap: str, player: Local) -> str:
        mark, caps = dict(self.python.world.caps)[cap], self.python.column("caps", seat)
        return f"({mark!r} + str({player.name}) in {caps}[{space.name}])"


@dataclass(frozen=True)
class BoardText:
    """`meaning.domain.BoardView` of a seat of the program."""

    python: ProgramText
    seat: Local

    def height(self, space: Local) -> str:
        if space.high and space.seat == self.seat.name:
            return space.high
        return self._at("heights", space)

    def attribute(self, space: Local, numbers: tuple[tuple[int, int], ...]) -> str:
        known = tables.numbers(numbers, self.python.world.kinds)
        return f"{self.python.writer.constant(known, ('numbers', numbers))}[{self._at('tops', space)}]"

    def shows(self, space: Local, kinds: frozenset[int]) -> str:
        top = self._at("tops", space)
        if len(kinds) == self.python.world.kinds:
            return f"({top} >= 0)"
        return f"({top} in {self.python.writer.constant(kinds, kinds)})"

    def face_down(self, space: Local) -> str:
        return f"({self._at('tops', space)} == {DOWN})"

    def capped(self, space: Local, cap: str) -> str:
        return f"({dict(self.python.world.caps)[cap]!r} in {self._at('caps', space)})"

    def flagged(self, space: Local, mark: str) -> str:
        return f"({self._at('marks', space)} & {1 << self.python.world.marks.index(mark)} != 0)"

    def _at(self, what: str, space: Local) -> str:
        return f"{self.python.column(what, self.seat)}[{space.name}]"
