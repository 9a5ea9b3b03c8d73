"""The surface tree of statements of play, and of their operands."""

from __future__ import annotations

from tilewright.struct import struct
from tilewright.syntax.ast import Cases, Expr, NounValue, Phrase, Statement, SyntaxNode, Word


@struct
class Thing(SyntaxNode):
    """`a stack on the border` (to be picked), or with an article `it`, `the stack`, `its color`."""

    phrase: Phrase
    picked: bool


@struct
class Several(SyntaxNode):
    """`3 stacks`, `2 to 4 stacks`, `1 or more stacks`, `up to 2 stacks`; `every stack` has no numbers.

    Statements with a `Thing` also allow several, and are then executed for each.
    """

    phrase: Phrase
    least: Expr | int | None
    most: Expr | int | None = None

    @property
    def every(self) -> bool:
        """Whether it means all elements."""
        return self.least is None


@struct
class PickSome(SyntaxNode):
    """`choose 2 to 3 stacks called few so that ...`."""

    things: Several
    name: Word | None
    joint: Expr | None


@struct
class PickNumber(SyntaxNode):
    """`choose a number from 1 to 3 called step`."""

    phrase: Phrase
    low: Expr
    high: Expr
    name: Word | None


@struct
class PickOne(SyntaxNode):
    """`choose a stack called spot`."""

    thing: Phrase
    name: Word | None


@struct
class Option(SyntaxNode):
    """`option sell if ...` and what it does."""

    name: Word
    condition: Expr | None
    body: tuple[Statement, ...]


@struct
class ChooseOne(SyntaxNode):
    options: tuple[Option, ...]


@struct
class Take(SyntaxNode):
    """`take a block called first from spot`: into the pool; both names are optional."""

    thing: Thing
    name: Word | None
    place: Word | None


@struct
class Draw(SyntaxNode):
    """`draw a block called first`, `draw 3 blocks`: at random, from the supply."""

    noun: Word
    name: Word | None
    count: Expr | None = None


@struct
class Fill(SyntaxNode):
    """`fill the tower`: with random pieces, as given by its layout."""

    board: Word


@struct
class Shuffle(SyntaxNode):
    """`shuffle the deck`, also `... of the left player`: the pieces of a hidden pile get a random order."""

    pile: Phrase


@struct
class LookAt(SyntaxNode):
    """`look at a card in the deck`: shows the top piece of a hidden pile to the player alone."""

    thing: Thing


@struct
class Discard(SyntaxNode):
    thing: Thing


@struct
class Place(SyntaxNode):
    """`place it`, `place it called new`: on a space allowed by the rules."""

    thing: Thing
    name: Word | None = None


@struct
class MovePiece(SyntaxNode):
    """`move a block to another space`, `move a flag to a stack`, `move it to the pool`, `move it to the bottom of the deck`."""

    thing: Thing
    target: Phrase


@struct
class Return(SyntaxNode):
    """`return it`: to its initial place."""

    thing: Thing


@struct
class Roll(SyntaxNode):
    """`roll every die`."""

    thing: Thing


@struct
class TurnTo(SyntaxNode):
    """`turn it to 2`, `turn a die to a pip so that ...`, `turn it to the player`: to a given side, a picked one, or
    that of an owner."""

    thing: Thing
    side: Phrase | Expr | Thing
    joint: Expr | None


@struct
class Swap(SyntaxNode):
    """`swap a stack and another stack`."""

    first: Thing
    second: Thing


@struct
class TurnOver(SyntaxNode):
    up: bool
    thing: Thing


@struct
class Build(SyntaxNode):
    """`build a flag on a stack`: from the reserve."""

    cap: Word
    target: Thing


@struct
class Gain(SyntaxNode):
    """`gain 2 coins`, `pay 1 flag`, `gain 1 coin from the left player`, `pay 1 coin to the left player`."""

    amount: Expr
    counter: Word
    pay: bool
    other: Thing | None = None


@struct
class MarkAs(SyntaxNode):
    """`mark it as new`."""

    thing: Thing
    mark: Word


@struct
class Repeat(SyntaxNode):
    """`2 times`, `1 to 2 times`, `up to 2 times`, `(count of walls) times`, `6 times in turn`, `may` (up to once)."""

    least: Expr | int
    most: Expr | int
    body: tuple[Statement, ...]
    until: Expr | None = None
    in_turn: bool = False


@struct
class EachInOrder(SyntaxNode):
    """`for each block in any order`, `for each card in the deck in random order`."""

    phrase: Phrase
    body: tuple[Statement, ...]
    random: bool = False


@struct
class AsLongAs(SyntaxNode):
    """`as long as there is a set`: one element after another, until there is none."""

    phrase: Phrase
    body: tuple[Statement, ...]


@struct
class EachInTurn(SyntaxNode):
    """`for each player in turn from the winner`, `as the left player`: these players make the choices."""

    phrase: Phrase
    first: Phrase | None
    body: tuple[Statement, ...]
    alone: bool = False


@struct
class EachSecretly(SyntaxNode):
    """`for each player secretly`: simultaneous choices, revealed when all have chosen."""

    phrase: Phrase
    body: tuple[Statement, ...]


@struct
class RepeatUntil(SyntaxNode):
    """`repeat until there is a winner`, in a course: without another limit."""

    condition: Expr
    body: tuple[Statement, ...]


@struct
class Assign(SyntaxNode):
    """`let the starter be the left player`, `let the record be 7`: assigns a role or a counter of the table."""

    name: Word
    value: Expr | NounValue


@struct
class Do(SyntaxNode):
    """`settle the group counted as its color`: a verb of the game file, possibly without operands."""

    verb: Word
    thing: Thing | None
    counted: Thing | None


@struct
class NowHolds(SyntaxNode):
    """`now a block is also free if ...`."""

    subject: Phrase
    also: bool
    rule: Word
    once: bool
    condition: Expr


@struct
class NowCounts(SyntaxNode):
    """`now the worth of a group is 2`, `... is 1 more`, `... is 1 more if size > 4`."""

    rule: Word
    subject: Phrase
    number: Expr | Cases
    more: bool
