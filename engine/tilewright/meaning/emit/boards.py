"""Boards in a program: what is looked up of a space, and on boards that grow of tiles, patches and areas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tilewright.core import expr as core
from tilewright.meaning.emit import tables
from tilewright.meaning.emit.scope import CompileContext, Local, LoopSource, SeatNames
from tilewright.meaning.emit.writer import Writer
from tilewright.table.columns import DOWN


class ProgramText(Protocol):
    """What is asked of the program in which boards are looked at (`meaning.emit.python`)."""

    @property
    def world(self) -> CompileContext:
        """What the program takes for granted."""

    @property
    def writer(self) -> Writer:
        """What its lines are written by."""

    def place(self, seat: Local) -> SeatNames:
        """The seat that a variable is."""

    def load(self, place: SeatNames, key: object, text: str) -> str:
        """The name of something looked up once for a seat."""

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
        return f"({self._at('flags', space)} & {1 << self.python.world.marks.index(mark)} != 0)"

    def _at(self, what: str, space: Local) -> str:
        return f"{self.python.column(what, self.seat)}[{space.name}]"
