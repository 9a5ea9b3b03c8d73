"""What names stand for in a program: variables, seats, what loops go through, and what tests say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.meaning.domain import Env
from tilewright.meaning.emit.writer import TextBlock
from tilewright.table.geometry import Geometry
from tilewright.table.terrain import TileFace


@dataclass(frozen=True)
class CompileContext:
    """What programs take for granted: the number of players and of kinds, the geometry of each
    seat, the caps as (name, sign), the names of marks in the order of their bits, the named rules, what tiles show by kind, how the top piece can lie by kind, and the places by name: the seat of each player."""

    players: int
    kinds: int
    geometries: tuple[Geometry, ...]
    caps: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    rules: tuple[play.RuleDef, ...] = ()
    faces: tuple[TileFace | None, ...] = ()
    turns: tuple[tuple[core.Value, ...], ...] = ()
    places: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True)
class Local:
    """A variable of the program, and how many loops deep it is bound.

    `spaces`: it is a sequence of spaces, not a `Part`. `kinds`: it is a value that has kinds.
    `high` is the name of its height, for a space of the board of `seat`.
    """

    name: str
    depth: int = 0
    spaces: bool = False
    kinds: bool = False
    high: str = ""
    seat: str = ""


class Bindings(dict[int, Local]):
    """The variables of an expression; those that are not bound in it are asked of a dict of the program."""

    def __init__(self, given: Callable[[int], Local], known: dict[int, Local] | None = None) -> None:
        super().__init__(known or {})
        self._given = given

    def __missing__(self, number: int) -> Local:
        return self._given(number)

    def __or__(self, other: dict[int, Local]) -> Bindings:  # type: ignore[override]
        return Bindings(self._given, {**self, **other})


@dataclass(frozen=True)
class SeatNames:
    """A seat of the program: its name, how many loops deep it is bound, and what is looked up once for it."""

    name: str
    depth: int
    loads: TextBlock
    loaded: dict[object, str]


@dataclass(frozen=True)
class LoopSource:
    """What a loop goes through, as text.

    `high`: all spaces of the board of that seat, with their heights. `spaces`: the elements are
    sequences of spaces. `players`: they are seats. `values`: values that all have kinds. `flooded`: they are groups,
    by these arguments of `tables.flood`.
    """

    text: str
    high: str = ""
    spaces: bool = False
    players: bool = False
    values: tuple[core.Value, ...] = ()
    flooded: str = ""


class Within(str):
    """Text of a condition: the space `space` lies in the part `part` of a board; both are bound `depth` loops deep at most."""

    __slots__ = ("depth", "part", "space")
    space: str
    depth: int
    part: str


class Shown(str):
    """Text of a condition: the top that `top` names shows the value `value`; both are bound `depth` loops deep at most."""

    __slots__ = ("depth", "top", "value")
    top: str
    depth: int
    value: str


@dataclass(frozen=True)
class WrittenConjunction:
    """A condition that has not been written yet: parts that all hold, the quick ones first.

    Each is text, and the lines that have to run before it. A conjunction in a conjunction becomes part of it.
    """

    parts: tuple[tuple[TextBlock, str], ...]


@dataclass(frozen=True)
class WrittenLoop:
    """A loop as it is written: what is bound, and what is tested."""

    env: Env
    local: Local
    test: WrittenConjunction


WrittenBit = str | WrittenConjunction
