"""The surface tree of a game file: pieces, caps, boards, counters, scoring parts, rules of play."""

from __future__ import annotations

from typing import Union

from tilewright.syntax.ast import Cases, Expr, Labelled, Let, Node, Phrase, Players, Range, Statement, Word
from tilewright.syntax.record import record


@record
class Numbered(Node):
    """`number 1 to 6`: an attribute that counts along with the codes."""

    attribute: Word
    low: int
    high: int


@record
class Kinds(Node):
    """`type red R1 to R6 number 1 to 6 copies 4`."""

    attribute: Word
    value: Word
    first: Word
    last: Word | None
    numbers: tuple[Numbered, ...]
    copies: int


@record
class ClassLine(Node):
    """`class color red, green, blue`."""

    name: Word
    values: tuple[Word, ...]


@record
class Identity(Node):
    """`identity symbol`: the word for 'exactly this kind'."""

    name: Word


@record
class PlaceRule(Node):
    """`place where ...`: a condition on the space (`it`) before the piece is placed."""

    condition: Expr


@record
class Plural(Node):
    singular: Word
    plural: Word


@record
class Mark(Node):
    sign: str


@record
class Copies(Node):
    count: int


@record
class Piece(Node):
    """Stacking pieces: what stacks are made of."""

    name: Word
    members: tuple[Kinds | ClassLine | Identity | PlaceRule | Plural, ...]


@record
class Cap(Node):
    """A piece that lies on top of a stack, bears no other and adds no height."""

    name: Word
    members: tuple[Mark | Copies | PlaceRule | Plural, ...]


@record
class Owner(Node):
    each_player: bool


@record
class Size(Node):
    rows: int
    columns: int


@record
class Sizes(Node):
    low: int
    high: int
    even: bool


@record
class Pool(Node):
    """A row of spaces where a player keeps pieces."""


@record
class Board(Node):
    name: Word
    members: tuple[Owner | Size | Sizes | Pool, ...]


@record
class Counter(Node):
    """`counter supply written flags for flag to 40`."""

    name: Word
    written: Word | None
    cap: Word | None
    most: int | None


@record
class Part(Node):
    """A line of the final score."""

    name: Word
    body: tuple[Statement, ...]


@record
class TieBreak(Node):
    body: tuple[Statement, ...]


@record
class CardClass(Node):
    """`cards goal that score`, `cards wish with abilities`, or cards of names and texts only."""

    name: Word
    scores: bool
    acts: bool = False


@record
class LayoutGround(Node):
    """`ground 2 players 65 to 80`."""

    players: int
    range: Range


@record
class LayoutRows(Node):
    """`rows of 6 above floor 1 at most 4`."""

    length: int
    floor: int
    most: int


@record
class LayoutHeights(Node):
    range: Range


@record
class LayoutTotal(Node):
    total: int


@record
class LayoutClass(Node):
    name: Word
    members: tuple[LayoutHeights | LayoutTotal | LayoutGround | LayoutRows, ...]


# ------------------------------------------------------------------ how the game is played


@record
class RuleHolds(Node):
    """`rule a block in the tower is free if ...`."""

    subject: Phrase
    name: Word
    condition: Expr


@record
class RuleCounts(Node):
    """`rule the worth of a group is ...`."""

    name: Word
    subject: Phrase
    number: Expr | Cases


@record
class Verb(Node):
    """`to settle a group counted as a color`."""

    name: Word
    subject: Phrase
    counted: Phrase | None
    body: tuple[Statement, ...]


@record
class Stage(Node):
    """`setup`, `turn`, `cost of an ability`, `after an ability` and what is done then."""

    name: str
    body: tuple[Statement, ...]


@record
class Ending(Node):
    """`end after a round if ...`."""

    by_round: bool
    condition: Expr


@record
class FlagDef(Node):
    """`mark new`: said of spaces to the end of the turn."""

    name: Word


@record
class Watched(Node):
    """`measure openings is ...`: a number that simulations follow from turn to turn."""

    name: Word
    number: Expr | Cases


PlayMember = Union[RuleHolds, RuleCounts, Verb, Stage, Ending, FlagDef, Watched]
GameMember = Union[
    Labelled, Players, Piece, Cap, Board, Counter, Part, TieBreak, CardClass, LayoutClass, Let, PlayMember
]


@record
class Game(Node):
    id: Word
    members: tuple[GameMember, ...]
