"""The core calculus: small, total, without sugar and without words of any game.

A rule is one whole-number expression. Binders range over elements that are known before
evaluation (spaces, lines, values, players, axes), so every rule is a finite expression;
only groups and runs depend on the board. `Award` marks where points arise and changes no value.
"""

from __future__ import annotations

from dataclasses import field
from typing import Union

from tilewright.core.node import (
    CAPS,
    COUNTERS,
    GEOMETRY,
    HEIGHTS,
    KINDS,
    MARKS,
    NOTHING,
    PLAYERS,
    RULES,
    SPACES,
    TILES,
    TOPS,
    Node,
    term,
)
from tilewright.source import Span


@term
class Var(Node):
    """A bound variable. `sort` says what it ranges over, `noun` what the author called it."""

    id: int
    sort: str
    noun: str = field(compare=False)

    reads = NOTHING


SPACE, LINE, GROUP, VALUE, PLAYER, AXIS = "space", "line", "group", "value", "player", "axis"

# ------------------------------------------------------------------ domains


@term
class Spaces(Node):
    """All spaces of the board of the player whose turn of evaluation it is."""

    reads = SPACES | GEOMETRY


@term
class Neighbors(Node):
    """Spaces that stand in a fixed relation to a space; the space itself is never its own neighbor.

    `shape`: ``orthogonal``, ``diagonal``, ``surrounding`` (both), or a side (``left``, ``right``,
    ``top``, ``bottom``, ``top left`` and so on); those from `nearest` to `distance` steps of it away, and as far as the board
    goes without a `distance`. Or ``straight``: so many steps one way, of all eight ways. Or ``2 by 1`` and so on: two
    along one axis and one along the other, in one step. Or ``same row`` and so on with any kind of line (`Lines`): the other spaces of a common line.
    """

    space: Var
    shape: str = "orthogonal"
    distance: int | None = 1
    nearest: int = 1

    reads = GEOMETRY


@term
class Between(Node):
    """The spaces between two of one row, column or diagonal line, from the first one on; none of other two."""

    first: Var
    last: Var

    reads = GEOMETRY


@term
class Lines(Node):
    """Regions of one kind: ``row``, ``column``, ``line``, ``diagonal``, ``quadrant``, ``square``, ``edge``;
    or ``pair``, any two spaces, and ``adjacent pair``, two that touch side to side. Runs lie along ``line``s,
    along ``slope``s, which are diagonals of any length, or along ``straight`` lines, which are both.

    With `at`, the one at that place if there is one: 0 is the first from the top or left, -1 the last.
    """

    kind: str
    at: int | None = None

    reads = GEOMETRY


@term
class SpacesOf(Node):
    """The spaces of a line or group, or the one space of a space."""

    of: Var

    reads = GEOMETRY


@term
class Groups(Node):
    """Maximal sets of orthogonally connected spaces that satisfy the guard.

    With `same`, each group is made of spaces that agree in one of these values, and spaces
    that have none of them belong to no group.
    """

    binder: Binder
    same: Values | None = None

    reads = SPACES | GEOMETRY | TOPS  # where they are of the `same`; heights, as `Values` says


@term
class Runs(Node):
    """Longest stretches, along lines of a kind (`Lines`), of two or more spaces that satisfy the guard.

    A link is a binder over the space that may follow `binder.var` on such a line. Each link
    has runs of its own, in which it holds between each two that follow one another.
    """

    binder: Binder
    links: tuple[Binder, ...]
    along: str = "line"

    reads = SPACES | GEOMETRY


@term
class Value(Node):
    """A value of an attribute: its label, the kinds that have it, its number if it is one.

    A height has no kinds.
    """

    label: str
    kinds: frozenset[int] | None
    number: int | None = None

    reads = KINDS

    def value_for_kind(self, kind: int) -> object:
        """Whether it has the value."""
        return self.kinds is not None and kind in self.kinds


@term
class Values(Node):
    """Values of an attribute; with `heights`, the heights that stacks of the board have."""

    values: tuple[Value, ...]
    heights: bool = False

    reads = HEIGHTS
    reads_when = "heights"


@term
class Players(Node):
    """``player`` (all), ``self``, ``opponent``, ``left``, ``right``, ``adjacent`` (both, once each).

    With a `place` not the players themselves, who stand for their main places, but their places of that name.
    """

    which: str
    place: str = ""

    reads = PLAYERS


@term
class Axes(Node):
    """Named symmetries: ``vertical``, ``horizontal``, ``diagonal``, ``antidiagonal``, ``half``, ``quarter``."""

    names: tuple[str, ...]

    reads = NOTHING


@term
class Image(Node):
    """The one space that a symmetry sends a space to; none when it falls off the board."""

    axis: Var | str
    space: Var

    reads = GEOMETRY


@term
class Areas(Node):
    """What the patches of a board that grows make together; of a patch the one to which it belongs.

    An area is a group of patches, asked on the place of the patches.
    """

    of: Var | None = None

    reads = TILES


@term
class Patches(Node):
    """What the tile on a space shows: spaces of the place of the patches."""

    space: Var

    reads = TILES


@term
class TilesOf(Node):
    """The spaces on which a patch or the patches of an area lie, asked on the board that grows."""

    of: Var

    reads = TILES


@term
class Turns(Node):
    """The ways in which the top piece of a space can lie, or its sides: values, each of one kind."""

    space: Var

    reads = TILES | KINDS


RangeExpr = Union[
    Spaces,
    Neighbors,
    Between,
    Lines,
    SpacesOf,
    Groups,
    Runs,
    Values,
    Players,
    Axes,
    Image,
    Areas,
    Patches,
    TilesOf,
    Turns,
]


@term
class Binder(Node):
    """`var` in `domain` such that `guard`."""

    var: Var
    domain: RangeExpr
    guard: Expr

    reads = NOTHING


# ------------------------------------------------------------------ numbers


@term
class Const(Node):
    value: int

    reads = NOTHING
    non_negative_if = ("value",)


@term
class Add(Node):
    parts: tuple[Expr, ...]

    reads = NOTHING
    non_negative_if = ("parts",)


@term
class Mul(Node):
    left: Expr
    right: Expr

    reads = NOTHING
    non_negative_if = ("left", "right")


@term
class Div(Node):
    """Division rounded down (towards minus infinity); anything divided by 0 is 0."""

    left: Expr
    right: Expr

    reads = NOTHING
    non_negative_if = ("left", "right")


@term
class Mod(Node):
    """What a division rounded down leaves over: of the sign of the divisor; anything mod 0 is 0."""

    left: Expr
    right: Expr

    reads = NOTHING
    non_negative_if = ("right",)


@term
class If(Node):
    """`then` if the condition holds, else `otherwise`."""

    condition: Expr
    then: Expr
    otherwise: Expr

    reads = NOTHING
    one_of = ("then", "otherwise")


@term
class MinMax(Node):
    """The largest (``max``) or smallest (``min``) of the parts; at least one."""

    which: str
    parts: tuple[Expr, ...]

    reads = NOTHING
    one_of = ("parts",)


@term
class Lookup(Node):
    """The value of the first entry (low, high or None, value) that holds the body, else 0."""

    body: Expr
    entries: tuple[tuple[int, int | None, int], ...]

    reads = NOTHING
    non_negative_if = ("entries",)


@term
class Sum(Node):
    """The sum of the body over the elements of the binder."""

    binder: Binder
    body: Expr

    reads = NOTHING
    non_negative_if = ("body",)


@term
class Extremum(Node):
    """The largest (``max``) or smallest (``min``) body over the binder; 0 when it is empty.

    With a `rank` the second, third ... of them, equal ones counted one by one; 0 when there are fewer.
    """

    which: str
    binder: Binder
    body: Expr
    rank: int = 1

    reads = NOTHING
    one_of = ("body",)


@term
class Height(Node):
    """The number of pieces of a stack, in pieces; caps do not count."""

    space: Var

    reads = HEIGHTS
    non_negative_if = ()


@term
class Attribute(Node):
    """A numeric attribute of the face-up top piece; 0 without one."""

    space: Var
    numbers: tuple[tuple[int, int], ...]
    name: str

    reads = TOPS | KINDS
    non_negative_if = ("numbers",)

    def value_for_kind(self, kind: int) -> object:
        """Its number."""
        return dict(self.numbers).get(kind)


@term
class NumberOf(Node):
    """The number that a bound value is."""

    value: Var

    reads = NOTHING
    non_negative_if = ()


@term
class Distance(Node):
    """The steps along rows and columns from one space to another of the same board."""

    one: Var
    other: Var

    reads = GEOMETRY
    non_negative_if = ()


@term
class CounterOf(Node):
    """A counter of the player."""

    name: str

    reads = COUNTERS
    non_negative_if = ()


@term
class SignedCounter(Node):
    """A counter of the player that may be below 0."""

    name: str

    reads = COUNTERS


@term
class SeatNumber(Node):
    """The place in the order of seats, from 1, of the player for whom it is evaluated."""

    reads = PLAYERS
    non_negative_if = ()


@term
class RuleNumber(Node):
    """What a named rule of the game says of an element."""

    rule: str
    of: Var

    reads = RULES


@term
class Award(Node):
    """Points that a line of the card gives; the value is that of `amount`."""

    amount: Expr
    span: Span

    reads = NOTHING
    one_of = ("amount",)


@term
class OnBoardOf(Node):
    """The body, number or condition, evaluated for another player."""

    player: Var
    body: Expr

    reads = NOTHING
    one_of = ("body",)
    of_player = "player"


# ------------------------------------------------------------------ conditions


@term
class Truth(Node):
    value: bool

    reads = NOTHING


@term
class Compare(Node):
    """`operator` is one of ``= != < <= > >=``."""

    operator: str
    left: Expr
    right: Expr

    reads = NOTHING


@term
class And(Node):
    parts: tuple[Expr, ...]

    reads = NOTHING


@term
class Or(Node):
    parts: tuple[Expr, ...]

    reads = NOTHING


@term
class Not(Node):
    body: Expr

    reads = NOTHING


@term
class Exists(Node):
    binder: Binder
    condition: Expr

    reads = NOTHING


@term
class Forall(Node):
    binder: Binder
    condition: Expr

    reads = NOTHING


@term
class Shows(Node):
    """The top piece is face-up and of one of these kinds."""

    space: Var
    kinds: frozenset[int]

    reads = TOPS | KINDS

    def value_for_kind(self, kind: int) -> object:
        """Whether it is one of them."""
        return kind in self.kinds


@term
class ShowsValue(Node):
    """The top piece is face-up and has the bound value (or the stack that height)."""

    space: Var
    value: Var

    reads = TOPS | HEIGHTS


@term
class OneOf(Node):
    """The bound value is one that some of these kinds have."""

    value: Var
    kinds: frozenset[int]

    reads = KINDS

    def value_for_kind(self, kind: int) -> object:
        """Whether it is one of them."""
        return kind in self.kinds


@term
class FaceDown(Node):
    """There is a top piece and it is face-down."""

    space: Var

    reads = TOPS


@term
class Capped(Node):
    """A cap of that name lies on the stack."""

    space: Var
    cap: str

    reads = CAPS


@term
class CappedBy(Node):
    """A cap of that name that belongs to the player lies on the stack."""

    space: Var
    cap: str
    player: Var

    reads = CAPS


@term
class Fits(Node):
    """A tile that shows the value would touch edges like its own alone, on an empty space of a board that grows."""

    space: Var
    face: Var

    reads = TILES


@term
class HasOpenEdge(Node):
    """The patch reaches an edge at which nothing touches it."""

    space: Var

    reads = TILES


@term
class Inside(Node):
    """The space lies in the bound line or group (or is the bound space)."""

    space: Var
    of: Var

    reads = GEOMETRY


@term
class InRegion(Node):
    """The space lies in a fixed region: ``border``, ``corner``, ``center``, ``diagonal``; in ``board`` if there is such a space; in ``color red`` if that is printed on it."""

    space: Var
    region: str

    reads = GEOMETRY


@term
class Near(Node):
    """`left` is a neighbor of `neighbors.space` in the sense of `neighbors`."""

    left: Var
    neighbors: Neighbors

    reads = GEOMETRY


@term
class Flagged(Node):
    """The space has been given a mark of the game in this turn."""

    space: Var
    mark: str

    reads = MARKS


@term
class RuleHolds(Node):
    """What a named rule of the game says of an element."""

    rule: str
    of: Var

    reads = RULES


@term
class Same(Node):
    """Two variables are bound to the same element."""

    left: Var
    right: Var

    reads = NOTHING


Number = Union[
    Const,
    Add,
    Mul,
    Div,
    Mod,
    If,
    MinMax,
    Lookup,
    Sum,
    Extremum,
    Height,
    Attribute,
    NumberOf,
    Distance,
    CounterOf,
    SignedCounter,
    SeatNumber,
    RuleNumber,
    Award,
]
Condition = Union[
    Truth,
    Compare,
    And,
    Or,
    Not,
    Exists,
    Forall,
    Shows,
    ShowsValue,
    OneOf,
    FaceDown,
    Capped,
    CappedBy,
    Fits,
    HasOpenEdge,
    Inside,
    InRegion,
    Near,
    Flagged,
    RuleHolds,
    Same,
]
Expr = Union[Number, Condition, OnBoardOf]

TRUE = Truth(True)
FALSE = Truth(False)
