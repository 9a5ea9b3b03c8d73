"""The surface tree: the syntax as written, with spans.

Names are not resolved here: nouns, measures and names of a game are plain words.
"""

from __future__ import annotations

from typing import Union

from tilewright.source import Span
from tilewright.struct import Struct, kept_out, struct

Where = Span


@struct
class Word(Struct):
    """One word and its span."""

    text: str
    span: Span = kept_out()


@struct
class SyntaxNode(Struct):
    """The base of all nodes; comparisons ignore spans."""

    span: Span = kept_out(kw_only=True)


# ------------------------------------------------------------------ noun phrases


@struct
class Phrase(SyntaxNode):
    """`face-up tiles on floor 3 or higher`: words, the last of which is the noun, and modifiers.

    `article` is ``the``, ``its``, ``their``, ``it`` (then there are no words) or ``None``.
    """

    article: str | None
    words: tuple[Word, ...]
    modifiers: tuple[Modifier, ...] = ()

    @property
    def noun(self) -> Word:
        """The last word."""
        return self.words[-1]


@struct
class Quantity(SyntaxNode):
    """`any`, `every`, `no`, `exactly n`, `at least n`, `at most n`, `more than n`, `fewer than n`."""

    kind: str
    count: int = 1
    amount: Expr | None = None
    """Replaces the count, as in `at least (count of walls)`."""


@struct
class Counted(SyntaxNode):
    """A quantity of a noun phrase: `at least 2 flags`, `a flag`."""

    quantity: Quantity
    phrase: Phrase
    article: bool = False
    """`a`, which requires a singular; `any` and `no` allow both."""

    @property
    def many(self) -> bool | None:
        """Whether it must be plural; None: either."""
        return False if self.article else None


@struct
class OfPhrase(SyntaxNode):
    phrase: Phrase


@struct
class InPlace(SyntaxNode):
    """`in the row`, `on the border`, `in a corner`."""

    place: Phrase


@struct
class InSame(SyntaxNode):
    """`in the same row`, `in the same row as the stack`."""

    noun: Word
    reference: Phrase | None = None


@struct
class OnFloor(SyntaxNode):
    """`on floor 3`, `on floor 3 or higher`; `bound` is ``=``, ``>=`` or ``<=``."""

    floor: int
    bound: str


@struct
class WhereClause(SyntaxNode):
    condition: Expr


@struct
class WithSome(SyntaxNode):
    """`with a flag`, and as a predicate `has a flag`."""

    counted: Counted


@struct
class WithMost(SyntaxNode):
    """`with the most flags in the row`, and as a predicate `has the fewest flags`; `which` as in `core.Extremum`."""

    which: str
    phrase: Phrase


@struct
class SameAs(SyntaxNode):
    """`with the same type` after `group`; as a predicate `has the same type [as ...]`."""

    attribute: Word
    reference: Phrase | Counted | None = None


@struct
class Consecutive(SyntaxNode):
    """`with consecutive numbers` after `run`, `group`, `pair` or a line."""

    attribute: Word


@struct
class Beside(SyntaxNode):
    """`beside a wall`, a quantity of neighbors; or `beside it`, a known element."""

    counted: Counted | Phrase


@struct
class MadeFor(SyntaxNode):
    """`made for the tile`, `made for red`: printed on a space."""

    what: Phrase | Word


@struct
class Toward(SyntaxNode):
    """`above it`, `left of at least 2 walls`, `in line with it`: `side` is a key of `geometry.SIDES`, or `STRAIGHT`."""

    side: str
    other: Phrase | Counted


@struct
class Between(SyntaxNode):
    """`between it and the wall`: on a straight line."""

    first: Phrase
    last: Phrase


@struct
class AnyDirection(SyntaxNode):
    """`in any direction` after `run of ...`."""


@struct
class Within(SyntaxNode):
    """`within 2`: neighbors at that many steps or fewer."""

    distance: int


@struct
class Away(SyntaxNode):
    """`2 away`: neighbors at exactly that many steps; with `across` a leap, as `2 by 1 away`."""

    steps: int
    across: int | None


@struct
class Across(SyntaxNode):
    """`across the vertical axis`, `under a half turn`."""

    place: Phrase


@struct
class NotPlaced(SyntaxNode):
    """`not on the border`."""

    place: InPlace | InSame | OnFloor | Beside | MadeFor | Toward | Between


Modifier = Union[
    OfPhrase,
    InPlace,
    InSame,
    OnFloor,
    NotPlaced,
    WhereClause,
    WithSome,
    WithMost,
    SameAs,
    Consecutive,
    Beside,
    MadeFor,
    Toward,
    Between,
    AnyDirection,
    Within,
    Away,
    Across,
]

# ------------------------------------------------------------------ expressions


@struct
class Number(SyntaxNode):
    value: int


@struct
class Group(SyntaxNode):
    """An expression in parentheses."""

    body: Expr


@struct
class Negative(SyntaxNode):
    body: Expr


@struct
class BinaryOperation(SyntaxNode):
    """`a + b`; the operator is ``+``, ``-``, ``*``, ``/`` or ``mod``."""

    operator: str
    left: Expr
    right: Expr


@struct
class Lookup(SyntaxNode):
    """`e read as 1: 2, 3 or more: 5`: entries (low, high or None, value)."""

    body: Expr
    entries: tuple[Entry, ...]


@struct
class Entry(SyntaxNode):
    low: int
    high: int | None
    value: int


@struct
class Cases(SyntaxNode):
    """`a if c, b if d, otherwise e`: the first case that holds."""

    cases: tuple[tuple[Expr, Expr], ...]
    otherwise: Expr | None


@struct
class Count(SyntaxNode):
    phrase: Phrase


@struct
class SetPart(SyntaxNode):
    """`2 red tiles` in a set: a number of things."""

    many: int
    phrase: Phrase


@struct
class SetsOf(SyntaxNode):
    """`a red tile, a blue tile and 2 flags`: the number of disjoint sets that can be made."""

    parts: tuple[SetPart, ...]


@struct
class Aggregated(SyntaxNode):
    """`largest height of stacks`; `measure` is a word, (aggregate, word) or an expression."""

    aggregate: str
    measure: Measure
    phrase: Phrase


@struct
class Ranked(SyntaxNode):
    """`second largest height of stacks`; `aggregate` is ``largest`` or ``smallest``."""

    ordinal: Word
    aggregate: str
    measure: Measure
    phrase: Phrase


@struct
class TotalOfRanks(SyntaxNode):
    """`total of the 3 largest heights of stacks`; the measure is in the plural."""

    count: int
    aggregate: str
    measure: Measure
    phrase: Phrase


@struct
class PartsMeasure(SyntaxNode):
    """`total number` as the measure of a group or a line."""

    aggregate: str
    word: Word


Measure = Union[Word, PartsMeasure, "Expr"]


@struct
class MinMax(SyntaxNode):
    """`larger of a and b`, `smallest of a, b and c`."""

    which: str
    parts: tuple[Expr, ...]


@struct
class Theirs(SyntaxNode):
    """`their count of flags`: evaluated on the board of the player mentioned before."""

    body: Expr


@struct
class ThereIs(SyntaxNode):
    counted: Counted


@struct
class Named(SyntaxNode):
    """A bare phrase as an expression: `it`, `height`, `the row`, `height of the stack`."""

    phrase: Phrase


@struct
class Compare(SyntaxNode):
    operator: str
    left: Expr
    right: Expr | ThatOf


@struct
class Predicate(SyntaxNode):
    """`subject is ...` or `subject has ...`."""

    subject: Expr | Counted
    predicate: Pred


@struct
class ElidedPredicate(SyntaxNode):
    """A predicate after `or` or `and` with the subject of the condition before it."""

    predicate: Pred


@struct
class JoinedPredicate(SyntaxNode):
    """`taller or empty`: predicates with the same subject."""

    operator: str
    parts: tuple[Pred, ...]


@struct
class ThatOf(SyntaxNode):
    """`that of every opponent` after a comparison: the number before it, on their boards."""

    other: Phrase | Counted


@struct
class Mirror(SyntaxNode):
    """`flags mirror across the axis`, `stacks repeat under a half turn`."""

    subject: Expr
    place: Phrase


@struct
class Trend(SyntaxNode):
    """`its stacks rise in number from left to right`: each is compared with those on its `side`.

    The operator is one of ``< > <= >=``; by default heights are compared.
    """

    subject: Expr
    operator: str
    measure: Word | None
    side: str


@struct
class Junction(SyntaxNode):
    """`a and b and c` or `a or b`."""

    operator: str
    parts: tuple[Expr, ...]


@struct
class Negation(SyntaxNode):
    body: Expr


@struct
class IsNot(SyntaxNode):
    predicate: Pred


@struct
class Bounded(SyntaxNode):
    """`is at least 3`; the operator is one of ``>= <= > <``."""

    operator: str
    value: Expr | ThatOf


@struct
class Relative(SyntaxNode):
    """`is taller than the stack`, `than every neighbor`; the operator compares heights."""

    operator: str
    reference: Phrase | Counted | None


@struct
class IsA(SyntaxNode):
    """`is a face-up wall`."""

    phrase: Phrase


@struct
class IsValue(SyntaxNode):
    """`is 3`, `is face-up`, `is the row`."""

    value: Expr


Pred = Union[
    IsNot,
    Bounded,
    Relative,
    IsA,
    IsValue,
    InPlace,
    InSame,
    OnFloor,
    SameAs,
    Beside,
    MadeFor,
    Toward,
    Between,
    WithSome,
    WithMost,
    JoinedPredicate,
]
Expr = Union[
    Number,
    Group,
    Negative,
    BinaryOperation,
    Lookup,
    Cases,
    Count,
    SetsOf,
    Aggregated,
    Ranked,
    TotalOfRanks,
    MinMax,
    Theirs,
    ThereIs,
    Named,
    Compare,
    Predicate,
    Mirror,
    Trend,
    Junction,
    ElidedPredicate,
    Negation,
]

# ------------------------------------------------------------------ statements that score


@struct
class Score(SyntaxNode):
    """`score 1 for each flag`, `score 2 if a, 1 if b`."""

    amount: Expr
    each: tuple[Phrase | SetsOf, ...]
    cases: Cases | None


@struct
class ForEach(SyntaxNode):
    phrase: Phrase
    body: tuple[Statement, ...]


@struct
class Choose(SyntaxNode):
    """`choose a row and a column`: the choice with the highest score of the block."""

    phrases: tuple[Phrase, ...]
    body: tuple[Statement, ...]


@struct
class IfBlock(SyntaxNode):
    condition: Expr
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@struct
class NounValue(SyntaxNode):
    """`a stack where ...` as the value of a `let`."""

    phrase: Phrase


@struct
class Let(SyntaxNode):
    """`let tower be a stack on floor 3`: an abbreviation; `let sum be ... now`: the current value of a number."""

    name: Word
    value: Expr | NounValue
    now: bool = False


@struct
class Hole(SyntaxNode):
    """A line with a syntax error, which has been reported."""

    body: tuple[Statement, ...]


Statement = SyntaxNode
"""`Score`, `ForEach`, `Choose`, `IfBlock`, `Let`, `Hole`, or a statement of `play_ast`, which imports this module."""

# ------------------------------------------------------------------ cards and layouts


@struct
class Labelled(SyntaxNode):
    """`name fr "Titre"`: `name` or `text`, language, and words."""

    what: str
    language: Word
    value: str


@struct
class Range(SyntaxNode):
    low: int
    high: int


@struct
class Players(SyntaxNode):
    range: Range


@struct
class Heights(SyntaxNode):
    """Rows of heights; 0 means no stack."""

    rows: tuple[HeightRow, ...]


@struct
class HeightRow(SyntaxNode):
    heights: tuple[int, ...]
    spans: tuple[Span, ...] = kept_out()


@struct
class Ability(SyntaxNode):
    """`ability during sell once a game if ...` of a card: may be used once a turn."""

    during: Word | None
    once: bool
    condition: Expr | None
    body: tuple[Statement, ...]


@struct
class AbilityAfter(SyntaxNode):
    """`ability after sell if ...` of a card: may be used after each execution of a verb."""

    verb: Word
    condition: Expr | None
    body: tuple[Statement, ...]


@struct
class PaysEmpty(SyntaxNode):
    """`pays on an empty yard`: the card scores there intentionally."""

    board: Word


@struct
class Feature(SyntaxNode):
    """`shielded city top to left`: what a tile shows, edge by edge; `ended` are edges at which it ends (`and`).

    `words` are those before the edges, `joined` the edges after `to`; `under` is what it passes below.
    """

    words: tuple[Word, ...]
    joined: tuple[Word, ...]
    ended: tuple[Word, ...]
    under: Word | None


@struct
class CardPiece(SyntaxNode):
    """`piece HA copies 1 with city top`: a tile that belongs to the card."""

    code: Word
    copies: int
    features: tuple[Feature, ...]


@struct
class CardNumber(SyntaxNode):
    """`its level is 2`."""

    name: Word
    number: int


@struct
class CardCondition(SyntaxNode):
    """`its price is met if total pip of dice >= 15`."""

    name: Word
    condition: Expr


@struct
class CardWords(SyntaxNode):
    """`its price en "two pairs"`: the printed form of a condition in a language."""

    name: Word
    language: Word
    value: str


@struct
class CardDoes(SyntaxNode):
    """`at morning` of a card: the statements executed at a moment of the game."""

    moment: Word
    body: tuple[Statement, ...]


@struct
class Always(SyntaxNode):
    """`always a tile is free if ...`: an override of a rule while the card is in play."""

    change: Statement


@struct
class CardBack(SyntaxNode):
    """`face-down` of a card: the members of its back."""

    members: tuple[Member, ...]


CardLine = Union[CardNumber, CardCondition, CardWords, CardPiece, CardDoes, Always, CardBack]
Member = Union[Labelled, Players, Heights, PaysEmpty, Ability, AbilityAfter, CardLine, Statement]


@struct
class Card(SyntaxNode):
    """`goal roads` and its members; also a layout."""

    category: Word
    id: Word
    members: tuple[Member, ...]
