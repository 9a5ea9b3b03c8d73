"""The surface tree of a game file: pieces, caps, boards, counters, scoring parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from tilewright.syntax.ast import Expr, Labelled, Let, Node, Players, Range, Statement, Word
from tilewright.syntax.play_ast import PlayMember


@dataclass(frozen=True, slots=True)
class Numbered(Node):
    """`number 1 to 6`: an attribute that counts along with the codes."""

    attribute: Word
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Kinds(Node):
    """`type red R1 to R6 number 1 to 6 copies 4`."""

    attribute: Word
    value: Word
    first: Word
    last: Word | None
    numbers: tuple[Numbered, ...]
    copies: int


@dataclass(frozen=True, slots=True)
class ClassLine(Node):
    """`class color red, green, blue`."""

    name: Word
    values: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Identity(Node):
    """`identity symbol`: the word for 'exactly this kind'."""

    name: Word


@dataclass(frozen=True, slots=True)
class PlaceRule(Node):
    """`place where ...`: a condition on the space (`it`) before the piece is placed."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Plural(Node):
    singular: Word
    plural: Word


@dataclass(frozen=True, slots=True)
class Mark(Node):
    sign: str


@dataclass(frozen=True, slots=True)
class Copies(Node):
    count: int


@dataclass(frozen=True, slots=True)
class Piece(Node):
    """Stacking pieces: what stacks are made of."""

    name: Word
    members: tuple[Kinds | ClassLine | Identity | PlaceRule | Plural, ...]


@dataclass(frozen=True, slots=True)
class Cap(Node):
    """A piece that lies on top of a stack, bears no other and adds no height."""

    name: Word
    members: tuple[Mark | Copies | PlaceRule | Plural, ...]


@dataclass(frozen=True, slots=True)
class Owner(Node):
    each_player: bool


@dataclass(frozen=True, slots=True)
class Size(Node):
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Sizes(Node):
    low: int
    high: int
    even: bool


@dataclass(frozen=True, slots=True)
class Pool(Node):
    """A row of spaces where a player keeps pieces."""


@dataclass(frozen=True, slots=True)
class Board(Node):
    name: Word
    members: tuple[Owner | Size | Sizes | Pool, ...]


@dataclass(frozen=True, slots=True)
class Counter(Node):
    """`counter supply written flags for flag to 40`."""

    name: Word
    written: Word | None
    cap: Word | None
    most: int | None


@dataclass(frozen=True, slots=True)
class Part(Node):
    """A line of the final score."""

    name: Word
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class TieBreak(Node):
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class CardClass(Node):
    """`cards goal that score`, `cards wish with abilities`, or cards of names and texts only."""

    name: Word
    scores: bool
    acts: bool = False


@dataclass(frozen=True, slots=True)
class LayoutGround(Node):
    """`ground 2 players 65 to 80`."""

    players: int
    range: Range


@dataclass(frozen=True, slots=True)
class LayoutRows(Node):
    """`rows of 6 above floor 1 at most 4`."""

    length: int
    floor: int
    most: int


@dataclass(frozen=True, slots=True)
class LayoutHeights(Node):
    range: Range


@dataclass(frozen=True, slots=True)
class LayoutTotal(Node):
    total: int


@dataclass(frozen=True, slots=True)
class LayoutClass(Node):
    name: Word
    members: tuple[LayoutHeights | LayoutTotal | LayoutGround | LayoutRows, ...]


GameMember = Union[Labelled, Players, Piece, Cap, Board, Counter, Part, TieBreak, CardClass,
                   LayoutClass, Let, PlayMember]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Game(Node):
    id: Word
    members: tuple[GameMember, ...]
