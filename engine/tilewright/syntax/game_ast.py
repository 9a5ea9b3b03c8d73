"""The surface tree of game files: pieces, caps, boards, counters, parts of the score, and rules of play."""

from __future__ import annotations

from typing import Union

from tilewright.struct import struct
from tilewright.syntax.ast import (
    Cases,
    Expr,
    Feature,
    Labelled,
    Let,
    Phrase,
    Players,
    Range,
    Statement,
    SyntaxNode,
    Word,
)
from tilewright.syntax.play_ast import Several


@struct
class Numbered(SyntaxNode):
    """`number 1 to 6`: an attribute that counts along with the codes."""

    attribute: Word
    low: int
    high: int


@struct
class Kinds(SyntaxNode):
    """`type red R1 to R6 number 1 to 6 copies 4`, or one with a picture of what it `covers`: `pair plain D copies 2 covers "W0 F1"`."""

    attribute: Word
    value: Word
    first: Word
    last: Word | None
    numbers: tuple[Numbered, ...]
    copies: int
    features: tuple[Feature, ...] = ()
    covers: tuple[Word, ...] = ()


@struct
class Area(SyntaxNode):
    """`area city may be shielded`, `area road between the rest`, `area field as the rest`, `area spring inside`, `area ruin matches every edge`."""

    name: Word
    place: str
    marks: tuple[Word, ...] = ()


@struct
class AnyTurn(SyntaxNode):
    """`placed in any turn`: a tile may be rotated before it is placed, or also `mirrored`."""

    mirrored: bool = False


@struct
class Grows(SyntaxNode):
    """`grows to 40 by 40`: the largest number of rows and columns of a board."""

    rows: int
    columns: int


@struct
class Hexagonal(SyntaxNode):
    """`hexagonal`: a board with hexagonal spaces."""


@struct
class PrintedSpaces(SyntaxNode):
    """`spaces for color` with a picture: the value printed on each space, row by row, `.` for none."""

    attribute: Word
    rows: tuple[Word, ...]


@struct
class DrawnLines(SyntaxNode):
    """`lines` with the picture of a board, a string per line."""

    picture: tuple[Word, ...]


@struct
class ClassLine(SyntaxNode):
    """`class color red, green, blue`."""

    name: Word
    values: tuple[Word, ...]


@struct
class Wild(SyntaxNode):
    """`wild joker`: pieces with these values count as all values."""

    values: tuple[Word, ...]


@struct
class Identity(SyntaxNode):
    """`identity symbol`: the word for 'exactly this kind'."""

    name: Word


@struct
class PlaceRule(SyntaxNode):
    """`place where ...`: a condition on the space (`it`) before the piece is placed."""

    condition: Expr


@struct
class Sides(SyntaxNode):
    """`sides pip 1 to 6`, `sides face sword, shield`: what the sides of a piece show."""

    attribute: Word
    low: int = 0
    high: int = -1
    names: tuple[Word, ...] = ()


@struct
class Plural(SyntaxNode):
    singular: Word
    plural: Word


@struct
class CapSign(SyntaxNode):
    """`mark "^"`: the character of a cap in board notation."""

    sign: str


@struct
class Copies(SyntaxNode):
    """`copies 40`, `copies 7 of each player`."""

    count: int
    each_player: bool = False


@struct
class StandsOn(SyntaxNode):
    """`stands on a tile`."""

    noun: Word


@struct
class Piece(SyntaxNode):
    """The pieces that stacks consist of."""

    name: Word
    members: tuple[
        Kinds | ClassLine | Wild | Identity | PlaceRule | Plural | Sides | Copies | Area | AnyTurn | Owner, ...
    ]


@struct
class Cap(SyntaxNode):
    """A piece on top of a stack that has no height and carries no other; a `figure` does not cover."""

    name: Word
    members: tuple[CapSign | Copies | StandsOn | PlaceRule | Plural, ...]
    figure: bool = False


@struct
class Owner(SyntaxNode):
    each_player: bool


@struct
class Size(SyntaxNode):
    rows: int
    columns: int


@struct
class Sizes(SyntaxNode):
    low: int
    high: int
    even: bool


@struct
class Pool(SyntaxNode):
    """A row of spaces where a player keeps pieces."""


@struct
class Hidden(SyntaxNode):
    """`hidden under others`: only the top of a stack is visible."""


@struct
class Concealed(SyntaxNode):
    """`hidden` under a pool: only its owner sees the contents; `hidden from all`: nobody does. A hidden board is a
    face-down pile."""

    from_all: bool


@struct
class Holds(SyntaxNode):
    """`holds coins, dice`: the sorts of pieces in a pool or on a board."""

    nouns: tuple[Word, ...]


@struct
class Board(SyntaxNode):
    name: Word
    members: tuple[
        Owner
        | Size
        | Sizes
        | Grows
        | Hexagonal
        | DrawnLines
        | PrintedSpaces
        | Holds
        | Begins
        | Pool
        | Hidden
        | Concealed,
        ...,
    ]


@struct
class Begins(SyntaxNode):
    """`begins with every coin`: the initial contents of a pool."""

    things: Several


@struct
class PoolDef(SyntaxNode):
    """`pool bank` and its members."""

    name: Word
    members: tuple[Owner | Holds | Begins | Concealed, ...]


@struct
class Counter(SyntaxNode):
    """`counter supply written flags for flag to 40`, `counter coins copies 40 hidden`, `counter debt from -10 to 10`.

    `counted` is a cap, or what another counter counts.
    """

    name: Word
    written: Word | None
    counted: Word | None
    most: int | None
    of_table: bool = False
    copies: int | None = None
    least: int | None = None
    hidden: bool = False


@struct
class Role(SyntaxNode):
    """`role starter`: held by a player, or by nobody."""

    name: Word


@struct
class Part(SyntaxNode):
    """A line of the final score."""

    name: Word
    body: tuple[Statement, ...]


@struct
class TieBreak(SyntaxNode):
    body: tuple[Statement, ...]


@struct
class CardClass(SyntaxNode):
    """`cards goal that score`, `cards wish with abilities`, or cards with names and texts only.

    `cards symbol of land`: the card with that id belongs to a value of an attribute.
    """

    name: Word
    scores: bool
    acts: bool = False
    of: Word | None = None
    members: tuple[ClassNumber | ClassCondition | ClassCopies | ClassNamed, ...] = ()


@struct
class ClassNumber(SyntaxNode):
    """`level 0 to 5`: a number that cards of the class have."""

    name: Word
    low: int
    high: int


@struct
class ClassCondition(SyntaxNode):
    """`condition price`: a condition that cards of the class define."""

    name: Word


@struct
class ClassCopies(SyntaxNode):
    """`copies 2 if level = 0, otherwise 1`: the number of copies of each card."""

    number: Expr | Cases


@struct
class ClassNamed(SyntaxNode):
    """`named jester, host`: the cards that the game file refers to."""

    names: tuple[Word, ...]


@struct
class Moment(SyntaxNode):
    """`moment morning`: an event at which cards have effects; `moment service of a card`, `moment arrival of a tile`:
    of one thing."""

    name: Word
    subject: Phrase | None = None


@struct
class LayoutGround(SyntaxNode):
    """`ground 2 players 65 to 80`."""

    players: int
    range: Range


@struct
class LayoutRows(SyntaxNode):
    """`rows of 6 above floor 1 at most 4`."""

    length: int
    floor: int
    most: int


@struct
class LayoutHeights(SyntaxNode):
    range: Range


@struct
class LayoutTotal(SyntaxNode):
    total: int


@struct
class LayoutClass(SyntaxNode):
    name: Word
    members: tuple[LayoutHeights | LayoutTotal | LayoutGround | LayoutRows, ...]


@struct
class Forms(SyntaxNode):
    """`masculine "drapeau" "drapeaux"`: the sort of a word in its language, and its forms."""

    sort: Word | None
    forms: tuple[str, ...]


@struct
class WordInLanguage(SyntaxNode):
    """`word flag fr masculine "drapeau" "drapeaux" or ...`: a word of the game in a language."""

    name: Word
    language: Word
    alternatives: tuple[Forms, ...]


# ------------------------------------------------------------------ how the game is played


@struct
class RuleHolds(SyntaxNode):
    """`rule a block in the tower is free if ...`."""

    subject: Phrase
    name: Word
    condition: Expr


@struct
class RuleCounts(SyntaxNode):
    """`rule the worth of a group is ...`."""

    name: Word
    subject: Phrase
    number: Expr | Cases


@struct
class Verb(SyntaxNode):
    """`to settle a group counted as a color`."""

    name: Word
    subject: Phrase | None
    counted: Phrase | None
    body: tuple[Statement, ...]


@struct
class Stage(SyntaxNode):
    """`setup`, `turn`, `course`, `cost of an ability`, `after an ability`, with their statements.

    A turn may have a `title`, as in `turn finale`.
    """

    name: str
    body: tuple[Statement, ...]
    title: Word | None = None


@struct
class Ending(SyntaxNode):
    """`end after a round if ...`, `end after a turn if ...`, `end at once if ...`."""

    when: str
    condition: Expr


@struct
class MarkDef(SyntaxNode):
    """`mark new`: a mark on spaces until the end of the turn."""

    name: Word


@struct
class MeasureDef(SyntaxNode):
    """`measure openings is ...`: a number that simulations record for every turn."""

    name: Word
    number: Expr | Cases


PlayMember = Union[RuleHolds, RuleCounts, Verb, Stage, Ending, MarkDef, MeasureDef]
GameMember = Union[
    Labelled,
    Players,
    Piece,
    Cap,
    Board,
    PoolDef,
    Counter,
    Role,
    Part,
    TieBreak,
    CardClass,
    Moment,
    LayoutClass,
    WordInLanguage,
    Let,
    PlayMember,
]


@struct
class Game(SyntaxNode):
    id: Word
    members: tuple[GameMember, ...]
