"""Writes the Python source of one function: nested blocks, fresh names, constants, and what names stand for in a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar, Union

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.meaning.domain import Env
from tilewright.table.geometry import Geometry
from tilewright.table.terrain import TileFace

T = TypeVar("T")
TextBlock = list[Union[str, "TextBlock", "Inner"]]
"""Lines of one indentation; a block in a block is filled later and stays at its place."""


class Inner:
    """The indented lines under a header."""

    def __init__(self, header: str) -> None:
        self.header = header
        self.block: TextBlock = []


def lines(block: TextBlock, indent: str = "") -> Iterator[str]:
    """The text of a block, line by line."""
    for item in block:
        if isinstance(item, str):
            yield indent + item
        elif isinstance(item, Inner):
            yield indent + item.header
            yield from lines(item.block, indent + " ") if any(lines(item.block)) else [indent + " pass"]
        else:
            yield from lines(item, indent)


class Writer:
    """`prologue` is run first; `block` is where lines go now.

    `loops` has, for each loop that is being written, the block right before it.
    """

    def __init__(self) -> None:
        self.prologue: TextBlock = []
        self.block: TextBlock = []
        self.loops: list[TextBlock] = []
        self.constants: dict[str, Any] = {}
        self._names = 0
        self._known: dict[object, str] = {}

    @property
    def depth(self) -> int:
        """How many loops the present line is in."""
        return len(self.loops)

    def fresh(self, letter: str) -> str:
        """A new name."""
        self._names += 1
        return f"{letter}{self._names}"

    def constant(self, value: object, key: object = None) -> str:
        """The name of a constant; those of one key are one."""
        if key is not None and key in self._known:
            return self._known[key]
        name = self.fresh("C")
        self.constants[name] = value
        if key is not None:
            self._known[key] = name
        return name

    def emit(self, line: str | TextBlock) -> None:
        """One more line, or a block to be filled later."""
        self.block.append(line)

    @contextmanager
    def inside(self, header: str) -> Iterator[Inner]:
        """Lines go under a header."""
        inner, outer = Inner(header), self.block
        outer.append(inner)
        self.block = inner.block
        yield inner
        self.block = outer

    @contextmanager
    def looping(self, header: str) -> Iterator[Inner]:
        """Lines go into a loop; what does not change in it can be kept right before it."""
        before: TextBlock = []
        self.emit(before)
        self.loops.append(before)
        with self.inside(header) as inner:
            yield inner
        self.loops.pop()

    def apart(self, write: Callable[[], T]) -> tuple[TextBlock, T]:
        """What `write` answers, and the lines that it would have written."""
        outer, self.block = self.block, []
        answer = write()
        written, self.block = self.block, outer
        return written, answer

    def chain(self, word: str, parts: Sequence[tuple[TextBlock, str]]) -> str:
        """The parts joined by ``and`` or ``or``; lines of later parts run only when they have to."""
        texts: list[str] = []
        for i, (written, text) in enumerate(parts):
            if written and texts:
                name = self.fresh("t")
                self.emit(f"{name} = {joined(word, texts)}")
                with self.inside(f"if {name}:" if word == "and" else f"if not {name}:"):
                    self.block.extend(written)
                    self.emit(f"{name} = {self.chain(word, [([], text), *parts[i + 1 :]])}")
                return name
            self.block.extend(written)
            if text not in texts:
                texts.append(text)
        return joined(word, texts)


def joined(word: str, texts: Sequence[str]) -> str:
    """Texts joined by ``and`` or ``or``; of none, what that is."""
    idle = "True" if word == "and" else "False"
    own = [text for text in texts if text != idle]
    if not own:
        return idle
    return own[0] if len(own) == 1 else "(" + f" {word} ".join(own) + ")"


def rank(block: TextBlock, text: str) -> float:
    """Where a condition stands among others that all have to hold: what is quick and seldom true is asked first.

    What it costs for each time that it decides (Hellerstein and Stonebraker, Predicate migration, SIGMOD 1993). How often
    that is, is a guess from its form: two numbers are seldom equal, and what must not be seldom is.
    """
    decides = 0.8 if " == " in text else 0.2 if text.startswith("(not ") else 0.5
    return (1 + cost(block, text)) / decides


def cost(block: TextBlock, text: str) -> int:
    """About how long lines and an expression take."""
    return sum(map(_cost, block)) + len(text) // 12


def _cost(item: str | TextBlock | Inner) -> int:
    if isinstance(item, str):
        return 1
    if isinstance(item, Inner):
        if item.header.endswith(" is None:"):
            return 3  # worked out once
        return (20 if item.header.startswith("for ") else 0) + cost(item.block, "")
    return cost(item, "")


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
class PendingConjunction:
    """A condition that has not been written yet: parts that all hold, the quick ones first.

    Each is text, and the lines that have to run before it. A conjunction in a conjunction becomes part of it.
    """

    parts: tuple[tuple[TextBlock, str], ...]


@dataclass(frozen=True)
class EmittedLoop:
    """A loop as it is written: what is bound, and what is tested."""

    env: Env
    local: Local
    test: PendingConjunction


WrittenBit = str | PendingConjunction
