"""The surface tree: what the author wrote, node for node, with its spans.

Words are not yet looked up here; a game's nouns, measures and names are plain text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Union

from tilewright.source import Span

if TYPE_CHECKING:
    from tilewright.syntax.play_ast import Ability, Act

Where = Span


@dataclass(frozen=True, slots=True)
class Word:
    """One word and where it stands."""

    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Node:
    """Every node of the tree knows its span; spans do not count in comparisons."""

    span: Span = field(compare=False, kw_only=True)


# ------------------------------------------------------------------ noun phrases


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """`face-up tiles on floor 3 or higher`: words, the last of them the noun, and modifiers.

    `article` is ``the``, ``its``, ``their``, ``it`` (then there are no words) or ``None``.
    """

    article: str | None
    words: tuple[Word, ...]
    modifiers: tuple[Modifier, ...] = ()

    @property
    def noun(self) -> Word:
        """The last word."""
        return self.words[-1]


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """`any`, `every`, `no`, `exactly n`, `at least n`, `at most n`, `more than n`, `fewer than n`."""

    kind: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Counted(Node):
    """A quantity of a noun phrase: `at least 2 flags`."""

    quantity: Quantity
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class OfPhrase(Node):
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class InPlace(Node):
    """`in the row`, `on the border`, `in a corner`."""

    place: Phrase


@dataclass(frozen=True, slots=True)
class InSame(Node):
    """`in the same row`, `in the same row as the stack`."""

    noun: Word
    reference: Phrase | None = None


@dataclass(frozen=True, slots=True)
class OnFloor(Node):
    """`on floor 3`, `on floor 3 or higher`; `bound` is ``=``, ``>=`` or ``<=``."""

    floor: int
    bound: str


@dataclass(frozen=True, slots=True)
class WhereClause(Node):
    condition: Expr


@dataclass(frozen=True, slots=True)
class WithSome(Node):
    """`with a flag`, and as a predicate `has a flag`."""

    counted: Counted


@dataclass(frozen=True, slots=True)
class SameAs(Node):
    """`with the same type` after `group`; as a predicate `has the same type [as ...]`."""

    attribute: Word
    reference: Phrase | Counted | None = None


@dataclass(frozen=True, slots=True)
class Beside(Node):
    """`beside a wall`: the quantity is taken over the neighbors."""

    counted: Counted


@dataclass(frozen=True, slots=True)
class Within(Node):
    """`within 2`: neighbors at that many steps or fewer."""

    distance: int


@dataclass(frozen=True, slots=True)
class Across(Node):
    """`across the vertical axis`, `under a half turn`."""

    place: Phrase


@dataclass(frozen=True, slots=True)
class NotPlaced(Node):
    """`not on the border`."""

    place: InPlace | InSame | OnFloor | Beside


Modifier = Union[OfPhrase, InPlace, InSame, OnFloor, NotPlaced, WhereClause, WithSome, SameAs,
                 Beside, Within, Across]  # fmt: skip

# ------------------------------------------------------------------ expressions


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Group(Node):
    """An expression in parentheses."""

    body: Expr


@dataclass(frozen=True, slots=True)
class Negative(Node):
    body: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`a + b`; the operator is ``+``, ``-``, ``*`` or ``/``."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Lookup(Node):
    """`e read as 1: 2, 3 or more: 5`: entries (low, high or None, value)."""

    body: Expr
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Entry(Node):
    low: int
    high: int | None
    value: int


@dataclass(frozen=True, slots=True)
class Cases(Node):
    """`a if c, b if d, otherwise e`: the first that holds."""

    cases: tuple[tuple[Expr, Expr], ...]
    otherwise: Expr | None


@dataclass(frozen=True, slots=True)
class Count(Node):
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Aggregated(Node):
    """`largest height of stacks`; `measure` is a word, (aggregate, word) or an expression."""

    aggregate: str
    measure: Measure
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class PartsMeasure(Node):
    """`total number` as the measure of a group or a line."""

    aggregate: str
    word: Word


Measure = Union[Word, PartsMeasure, "Expr"]


@dataclass(frozen=True, slots=True)
class ExtremeOf(Node):
    """`larger of a and b`, `smaller of a and b`."""

    which: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Theirs(Node):
    """`their count of flags`: the same, on the board of the player spoken of."""

    body: Expr


@dataclass(frozen=True, slots=True)
class ThereIs(Node):
    counted: Counted


@dataclass(frozen=True, slots=True)
class Named(Node):
    """A bare phrase as an expression: `it`, `height`, `the row`, `height of the stack`."""

    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Compare(Node):
    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Predicate(Node):
    """`subject is ...` or `subject has ...`."""

    subject: Expr | Counted
    predicate: Pred


@dataclass(frozen=True, slots=True)
class Mirror(Node):
    """`flags mirror across the axis`, `stacks repeat under a half turn`."""

    subject: Expr
    place: Phrase


@dataclass(frozen=True, slots=True)
class Junction(Node):
    """`a and b and c` or `a or b`."""

    operator: str
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Negation(Node):
    body: Expr


@dataclass(frozen=True, slots=True)
class IsNot(Node):
    predicate: Pred


@dataclass(frozen=True, slots=True)
class Bounded(Node):
    """`is at least 3`; the operator is one of ``>= <= > <``."""

    operator: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Relative(Node):
    """`is taller than the stack`, `than every neighbor`; the operator compares heights."""

    operator: str
    reference: Phrase | Counted | None


@dataclass(frozen=True, slots=True)
class IsA(Node):
    """`is a face-up wall`."""

    phrase: Phrase


@dataclass(frozen=True, slots=True)
class IsValue(Node):
    """`is 3`, `is face-up`, `is the row`."""

    value: Expr


Pred = Union[IsNot, Bounded, Relative, IsA, IsValue, InPlace, InSame, OnFloor, SameAs, Beside,
             WithSome]  # fmt: skip
Expr = Union[Number, Group, Negative, Arithmetic, Lookup, Cases, Count, Aggregated, ExtremeOf,
             Theirs, ThereIs, Named, Compare, Predicate, Mirror, Junction, Negation]  # fmt: skip

# ------------------------------------------------------------------ statements


@dataclass(frozen=True, slots=True)
class Score(Node):
    """`score 1 for each flag`, `score 2 if a, 1 if b`."""

    amount: Expr
    each: tuple[Phrase, ...]
    cases: Cases | None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    phrase: Phrase
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose a row and a column`: the choice that makes the block score most."""

    phrases: tuple[Phrase, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class IfBlock(Node):
    condition: Expr
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class NounValue(Node):
    """`a stack where ...` as the value of a `let`."""

    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: Word
    value: Expr | NounValue


@dataclass(frozen=True, slots=True)
class Hole(Node):
    """A line that could not be read; its problem has been reported."""

    body: tuple[Statement, ...]


Statement = Union[Score, ForEach, Choose, IfBlock, Let, Hole, "Act"]

# ------------------------------------------------------------------ cards and layouts


@dataclass(frozen=True, slots=True)
class Labelled(Node):
    """`name fr "Titre"`: which (`name` or `text`), language, words."""

    what: str
    language: Word
    value: str


@dataclass(frozen=True, slots=True)
class Range(Node):
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Players(Node):
    range: Range


@dataclass(frozen=True, slots=True)
class Heights(Node):
    """Rows of heights; 0 is no stack."""

    rows: tuple[HeightRow, ...]


@dataclass(frozen=True, slots=True)
class HeightRow(Node):
    heights: tuple[int, ...]
    spans: tuple[Span, ...] = field(compare=False)


Member = Union[Labelled, Players, Heights, "Ability", Statement]


@dataclass(frozen=True, slots=True)
class Card(Node):
    """`goal roads` and what stands under it; a layout is one too."""

    category: Word
    id: Word
    members: tuple[Member, ...]
