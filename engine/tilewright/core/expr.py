"""The core calculus: small, total, without syntactic sugar and without words of any game.

A rule is one integer expression. Binders range over elements that are known before evaluation (spaces, lines, values,
players, axes), so every rule is a finite expression; only groups and runs depend on the board. `Award` marks where
points are awarded, without changing a value.
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
    """A bound variable. `sort` is the sort of its elements, `noun` the author's word for it."""

    id: int
    sort: str
    noun: str = field(compare=False)

    reads = NOTHING


SPACE, LINE, GROUP, VALUE, PLAYER, AXIS = "space", "line", "group", "value", "player", "axis"

# ------------------------------------------------------------------ domains


@term
class Spaces(Node):
    """All spaces of the board of the player for whom the expression is evaluated."""

    reads = SPACES | GEOMETRY


@term
class Neighbors(Node):
    """Spaces in a fixed relation to a space; a space is never its own neighbor.

    `shape`: ``orthogonal``, ``diagonal``, ``surrounding`` (both), or a side (``left``, ``right``, ``top``, ``bottom``,
    ``top left`` and so on), from `nearest` to `distance` steps away (None: to the end of the board). Or ``straight``:
    so many steps in one of eight directions. Or ``2 by 1`` and so on: one step, two along one axis and one along the
    other. Or ``same row`` and so on with any kind of line (`Lines`): the other spaces of a common line.
    """

    space: Var
    shape: str = "orthogonal"
    distance: int | None = 1
    nearest: int = 1

    reads = GEOMETRY


@term
class Between(Node):
    """The spaces between two on a common row, column or diagonal, from the first one on; none for others."""

    first: Var
    last: Var

    reads = GEOMETRY


@term
class Lines(Node):
    """Regions of one kind: ``row``, ``column``, ``line``, ``diagonal``, ``quadrant``, ``square``, ``edge``; or
    ``pair``, any two spaces, and ``adjacent pair``, two orthogonal neighbors. Runs are along ``line``s, along
    ``slope``s (diagonals of any length), or along ``straight`` lines (both).

    With `at`, the one with this index, if there is one: 0 is the first from the top or left, -1 the last.
    """

    kind: str
    at: int | None = None

    reads = GEOMETRY


@term
class SpacesOf(Node):
    """The spaces of a line or group, or a single space."""

    of: Var

    reads = GEOMETRY


@term
class Groups(Node):
    """Maximal sets of orthogonally connected spaces that satisfy the guard.

    With `same`, the spaces of a group share one of these values, and spaces without any of them are in no group.
    """

    binder: Binder
    same: Values | None = None

    reads = SPACES | GEOMETRY | TOPS  # tops for `same`; heights are read by `Values`


@term
class Runs(Node):
    """Maximal runs of two or more spaces that satisfy the guard, along lines of a kind (`Lines`).

    A link is a binder over the space that may follow `binder.var` on such a line. Each link has runs of its own, in
    which it holds between consecutive spaces.
    """

    binder: Binder
    links: tuple[Binder, ...]
    along: str = "line"

    reads = SPACES | GEOMETRY


@term
class Value(Node):
    """A value of an attribute: its label, the kinds that have it, and its number if it has one.

    A height has no kinds.
    """

    label: str
    kinds: frozenset[int] | None
    number: int | None = None

    reads = KINDS

    def value_for_kind(self, kind: int) -> object:
        """Whether the kind has the value."""
        return self.kinds is not None and kind in self.kinds


@term
class Values(Node):
    """Values of an attribute; with `heights`, the heights of stacks on the board."""

    values: tuple[Value, ...]
    heights: bool = False

    reads = HEIGHTS
    reads_when = "heights"


@term
class Players(Node):
    """``player`` (all), ``self``, ``opponent``, ``left``, ``right``, ``adjacent`` (left and right, once each).

    With a `place`, their places of that name instead of the players themselves, who stand for their main places.
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
    """The image of a space under a symmetry; none if it is off the board."""

    axis: Var | str
    space: Var

    reads = GEOMETRY


@term
class Areas(Node):
    """The areas of patches on a growing board; of a patch, the area that contains it.

    An area is a group of patches; evaluated on the place of the patches.
    """

    of: Var | None = None

    reads = TILES


@term
class Patches(Node):
    """The patches of the tile on a space: spaces of the place of the patches."""

    space: Var

    reads = TILES


@term
class TilesOf(Node):
    """The spaces of the tiles with a patch, or with the patches of an area; evaluated on the growing board."""

    of: Var

    reads = TILES


@term
class Turns(Node):
    """The rotations of the top piece of a space, or its sides: values of one kind each."""

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
    """The elements `var` of `domain` that satisfy `guard`."""

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
    """Division rounded down (towards minus infinity); division by 0 is 0."""

    left: Expr
    right: Expr

    reads = NOTHING
    non_negative_if = ("left", "right")


@term
class Mod(Node):
    """The remainder of division rounded down, with the sign of the divisor; modulo 0 is 0."""

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
    """The value of the first entry (low, high or None, value) whose range contains the body, else 0."""

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
    """The largest (``max``) or smallest (``min``) body over the binder; 0 if it is empty.

    With a `rank`, the second, third ... of them, equal ones counted separately; 0 if there are fewer.
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
    """A numeric attribute of the face-up top piece; 0 if there is none."""

    space: Var
    numbers: tuple[tuple[int, int], ...]
    name: str

    reads = TOPS | KINDS
    non_negative_if = ("numbers",)

    def value_for_kind(self, kind: int) -> object:
        """The number of the kind."""
        return dict(self.numbers).get(kind)


@term
class NumberOf(Node):
    """The number of a bound value."""

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
    """The index of the seat, from 1, of the player for whom it is evaluated."""

    reads = PLAYERS
    non_negative_if = ()


@term
class RuleNumber(Node):
    """The value of a named rule of the game for an element."""

    rule: str
    of: Var

    reads = RULES


@term
class Award(Node):
    """Points awarded by a line of the card; the value is that of `amount`."""

    amount: Expr
    span: Span

    reads = NOTHING
    one_of = ("amount",)


@term
class OnBoardOf(Node):
    """The body, a number or condition, evaluated for another player."""

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
        """Whether the kind is one of them."""
        return kind in self.kinds


@term
class ShowsValue(Node):
    """The top piece is face-up and has the bound value (or the stack that height)."""

    space: Var
    value: Var

    reads = TOPS | HEIGHTS


@term
class OneOf(Node):
    """The bound value belongs to one of these kinds."""

    value: Var
    kinds: frozenset[int]

    reads = KINDS

    def value_for_kind(self, kind: int) -> object:
        """Whether the kind is one of them."""
        return kind in self.kinds


@term
class FaceDown(Node):
    """There is a top piece and it is face-down."""

    space: Var

    reads = TOPS


@term
class Capped(Node):
    """A cap of that name is on the stack."""

    space: Var
    cap: str

    reads = CAPS


@term
class CappedBy(Node):
    """A cap of that name that belongs to the player is on the stack."""

    space: Var
    cap: str
    player: Var

    reads = CAPS


@term
class Fits(Node):
    """A tile that shows the value would touch only matching edges, on an empty space of a growing board."""

    space: Var
    face: Var

    reads = TILES


@term
class HasOpenEdge(Node):
    """The patch has an open edge."""

    space: Var

    reads = TILES


@term
class Inside(Node):
    """The space is in the bound line or group (or is the bound space)."""

    space: Var
    of: Var

    reads = GEOMETRY


@term
class InRegion(Node):
    """The space is in a fixed region: ``border``, ``corner``, ``center``, ``diagonal``; in ``board`` if it exists; in
    ``color red`` if that is printed on it."""

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
    """The space has this mark in the current turn."""

    space: Var
    mark: str

    reads = MARKS


@term
class RuleHolds(Node):
    """Whether a named rule of the game holds for an element."""

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
