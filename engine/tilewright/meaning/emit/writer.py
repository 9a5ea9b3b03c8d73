"""Writes the Python source of one function: nested blocks, fresh names, constants, and the symbols of a program."""

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
"""Lines of equal indentation; a nested block is a placeholder that is filled later."""


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
    """Writes lines: `prologue` runs first; `block` is the current block.

    `loops` has, for each enclosing loop, the block right before it.
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
        """The number of loops around the current line."""
        return len(self.loops)

    def fresh(self, letter: str) -> str:
        """A new name."""
        self._names += 1
        return f"{letter}{self._names}"

    def constant(self, value: object, key: object = None) -> str:
        """The name of a constant; equal keys share one."""
        if key is not None and key in self._known:
            return self._known[key]
        name = self.fresh("C")
        self.constants[name] = value
        if key is not None:
            self._known[key] = name
        return name

    def emit(self, line: str | TextBlock) -> None:
        """Add a line, or a block to be filled later."""
        self.block.append(line)

    @contextmanager
    def inside(self, header: str) -> Iterator[Inner]:
        """A context in which lines go under a header."""
        inner, outer = Inner(header), self.block
        outer.append(inner)
        self.block = inner.block
        yield inner
        self.block = outer

    @contextmanager
    def looping(self, header: str) -> Iterator[Inner]:
        """A context in which lines go into a loop; invariants can be put in the block right before it."""
        before: TextBlock = []
        self.emit(before)
        self.loops.append(before)
        with self.inside(header) as inner:
            yield inner
        self.loops.pop()

    def apart(self, write: Callable[[], T]) -> tuple[TextBlock, T]:
        """The result of `write`, and the lines that it would have emitted."""
        outer, self.block = self.block, []
        answer = write()
        written, self.block = self.block, outer
        return written, answer

    def chain(self, word: str, parts: Sequence[tuple[TextBlock, str]]) -> str:
        """The parts joined by ``and`` or ``or``; the lines of later parts run only if needed (short-circuit
        evaluation)."""
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
    """Texts joined by ``and`` or ``or``; for none, the neutral element."""
    idle = "True" if word == "and" else "False"
    own = [text for text in texts if text != idle]
    if not own:
        return idle
    return own[0] if len(own) == 1 else "(" + f" {word} ".join(own) + ")"


def rank(block: TextBlock, text: str) -> float:
    """The rank of a condition in a conjunction: cheap and selective ones are tested first.

    The cost per false result (Hellerstein and Stonebraker, Predicate migration, SIGMOD 1993). The selectivity is
    guessed from the form: two numbers are rarely equal, and the negation of a rare condition is common.
    """
    decides = 0.8 if " == " in text else 0.2 if text.startswith("(not ") else 0.5
    return (1 + cost(block, text)) / decides


def cost(block: TextBlock, text: str) -> int:
    """The approximate running time of lines and an expression."""
    return sum(map(_cost, block)) + len(text) // 12


def _cost(item: str | TextBlock | Inner) -> int:
    if isinstance(item, str):
        return 1
    if isinstance(item, Inner):
        if item.header.endswith(" is None:"):
            return 3  # computed once
        return (20 if item.header.startswith("for ") else 0) + cost(item.block, "")
    return cost(item, "")


@dataclass(frozen=True)
class CompileContext:
    """Compile-time constants: the number of players and of kinds, the geometry of each seat, the caps as (name,
    symbol), the names of marks in the order of their bits, the named rules, the patches of tiles by kind, the
    rotations of the top piece by kind, and the places by name (the seat of each player)."""

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
    """A variable of the program, and the loop depth at which it is bound.

    `spaces`: it is a sequence of spaces, not a `SpaceSet`. `kinds`: it is a value that has kinds. `high` is the name of
    its height, for a space of the board of `seat`.
    """

    name: str
    depth: int = 0
    spaces: bool = False
    kinds: bool = False
    high: str = ""
    seat: str = ""


class Bindings(dict[int, Local]):
    """The variables of an expression; those not bound in it are read from a dict argument of the program."""

    def __init__(self, given: Callable[[int], Local], known: dict[int, Local] | None = None) -> None:
        super().__init__(known or {})
        self._given = given

    def __missing__(self, number: int) -> Local:
        return self._given(number)

    def __or__(self, other: dict[int, Local]) -> Bindings:  # type: ignore[override]
        return Bindings(self._given, {**self, **other})


@dataclass(frozen=True)
class SeatNames:
    """A seat of the program: its name, the loop depth at which it is bound, and the values looked up once for it."""

    name: str
    depth: int
    loads: TextBlock
    loaded: dict[object, str]


@dataclass(frozen=True)
class LoopSource:
    """The range of a loop, as text.

    `high`: all spaces of the board of that seat, with their heights. `spaces`: the elements are sequences of spaces.
    `players`: they are seats. `values`: values that all have kinds. `flooded`: they are groups, from these arguments of
    `tables.flood`.
    """

    text: str
    high: str = ""
    spaces: bool = False
    players: bool = False
    values: tuple[core.Value, ...] = ()
    flooded: str = ""


class Within(str):
    """A condition as text, known to mean: `space` is in `part`; both are bound at most `depth` loops deep."""

    __slots__ = ("depth", "part", "space")
    space: str
    depth: int
    part: str


class Shown(str):
    """A condition as text, known to mean: the top `top` shows `value`; both are bound at most `depth` loops deep."""

    __slots__ = ("depth", "top", "value")
    top: str
    depth: int
    value: str


@dataclass(frozen=True)
class PendingConjunction:
    """A conjunction that is not emitted yet, with the cheap parts first.

    Each part is text, and the lines that must run before it. Nested conjunctions are flattened.
    """

    parts: tuple[tuple[TextBlock, str], ...]


@dataclass(frozen=True)
class EmittedLoop:
    """A loop being emitted: its bindings and its test."""

    env: Env
    local: Local
    test: PendingConjunction


WrittenBit = str | PendingConjunction
