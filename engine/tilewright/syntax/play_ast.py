"""The surface tree of play: what is done in a turn, and what a game file says of it."""

from __future__ import annotations

from typing import Union

from tilewright.syntax.ast import Cases, Expr, Node, Phrase, Statement, Word
from tilewright.syntax.record import record


@record
class Thing(Node):
    """`a stack on the border` (to be picked), or with an article `it`, `the stack`, `its color`."""

    phrase: Phrase
    picked: bool


@record
class PickOne(Node):
    """`choose a stack called spot`."""

    thing: Phrase
    name: Word | None


@record
class Option(Node):
    """`option sell if ...` and what it does."""

    name: Word
    condition: Expr | None
    body: tuple[Statement, ...]


@record
class ChooseOne(Node):
    options: tuple[Option, ...]


@record
class Take(Node):
    """`take a block called first from spot`: into the pool; the two names are optional."""

    thing: Thing
    name: Word | None
    place: Word | None


@record
class Draw(Node):
    """`draw a block called first`: from what is not on the table, at random."""

    noun: Word
    name: Word | None


@record
class Fill(Node):
    """`fill the tower`: with pieces at random, as its layout says."""

    board: Word


@record
class Discard(Node):
    thing: Thing


@record
class Place(Node):
    """`place it`: on a space where the rules allow it."""

    thing: Thing


@record
class Shift(Node):
    """`move a block to another space`, `move a flag to a stack`."""

    thing: Thing
    target: Phrase


@record
class TurnOver(Node):
    up: bool
    thing: Thing


@record
class Build(Node):
    """`build a flag on a stack`: from the reserve."""

    cap: Word
    target: Thing


@record
class Gain(Node):
    """`gain 2 coins`, `pay 1 flag`."""

    amount: Expr
    counter: Word
    pay: bool


@record
class Flag(Node):
    """`mark it as new`."""

    thing: Thing
    mark: Word


@record
class Repeat(Node):
    """`2 times`, `1 to 2 times`, `up to 2 times`, `may` (up to once)."""

    least: int
    most: Expr | int
    body: tuple[Statement, ...]


@record
class EachInOrder(Node):
    """`for each block in any order`."""

    phrase: Phrase
    body: tuple[Statement, ...]


@record
class Do(Node):
    """A verb of the game file: `settle the group counted as its color`."""

    verb: Word
    thing: Thing
    counted: Thing | None


@record
class NowHolds(Node):
    """`now a block is also free if ...`."""

    subject: Phrase
    also: bool
    rule: Word
    once: bool
    condition: Expr


@record
class NowCounts(Node):
    """`now the worth of a group is 2`, `... is 1 more`."""

    rule: Word
    subject: Phrase
    number: Expr | Cases
    more: bool


Act = Union[
    PickOne,
    ChooseOne,
    Take,
    Draw,
    Fill,
    Discard,
    Place,
    Shift,
    TurnOver,
    Build,
    Gain,
    Flag,
    Repeat,
    EachInOrder,
    Do,
    NowHolds,
    NowCounts,
]

# ------------------------------------------------------------------ cards and the game file


@record
class Ability(Node):
    """`ability during sell` of a card: what it allows once a turn."""

    during: Word | None
    body: tuple[Statement, ...]


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
