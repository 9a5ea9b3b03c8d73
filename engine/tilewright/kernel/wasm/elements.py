"""What variables are bound to in compiled questions: texts that give a number, the address of bits, or a place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tilewright.kernel.layout import PlaceCells

Body = Callable[[Any], str]
"""What a loop does with an element, as text."""


@dataclass(frozen=True, slots=True)
class Single:
    """A space, or a value as its code (`layout.Values`), or a symmetry by its number.

    `depth` says in how many loops it changes; `address` is that of a space on the place with the address `base`.
    `kinds`: a value is one of pieces (True), a number (False), or not known to be either.
    """

    text: str
    depth: int = 0
    address: str = ""
    base: str = ""
    kinds: bool | None = None


@dataclass(frozen=True, slots=True)
class BitSet:
    """A group or a line: the address of its bits, how many words they take, its least space.

    Where they are known, its `spaces`, or only how many they are (`size`), in text.
    """

    address: str
    root: str
    words: int
    depth: int = 0
    spaces: frozenset[int] | None = None
    size: str = ""


@dataclass(frozen=True, slots=True)
class PlaceRef:
    """A place at the table: its seat, the sort of place, the address of its first space."""

    seat: str
    place: PlaceCells
    base: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Range:
    """What a loop goes through: a function from what is done with an element to the text of the loop.

    `write` receives whether the order matters. There are `most` elements at most. `values` are the numbers of the values of pieces that it
    goes through, if it goes through nothing else, and `part` the group or line whose spaces they are.
    """

    write: Callable[[Body, bool], str]
    most: int
    values: tuple[int, ...] = ()
    part: BitSet | None = None
