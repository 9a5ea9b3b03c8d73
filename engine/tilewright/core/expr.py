"""The core calculus: small, total, without sugar and without words of any game.

A rule is one whole-number expression. Binders range over elements that are known before
evaluation (spaces, lines, values, players, axes), so every rule is a finite expression;
only groups and runs depend on the board. `Award` marks where points arise and changes no value.
"""

from __future__ import annotations

from dataclasses import field
from typing import Union

from tilewright.core.facts import (
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
    Term,
)
from tilewright.core.node import node
from tilewright.source import Span


@node
class Var(Term):
    """A bound variable. `sort` says what it ranges over, `noun` what the author called it."""

    id: int
    sort: str
    noun: str = field(compare=False)

    reads = NOTHING


SPACE, LINE, GROUP, VALUE, PLAYER, AXIS = "space", "line", "group", "value", "player", "axis"

# ------------------------------------------------------------------ domains


@node
class Spaces(Term):
    """All spaces of the board of the player whose turn of evaluation it is."""

    reads = SPACES | GEOMETRY


@node
class Neighbors(Term):
    """Spaces that stand in a fixed relation to a space; the space itself is never its own neighbor.

    `shape`: ``orthogonal``, ``diagonal``, ``surrounding`` (both), or a side (``left``, ``right``,
    ``top``, ``bottom``); those from `nearest` to `distance` steps of it away, and as far as the board
    goes without a `distance`. Or ``2 by 1`` and so on: two along one axis and one along the other, in
    one step. Or ``same row`` and so on with any kind of line (`Lines`): the other spaces of a common line.
    """

    space: Var
    shape: str = "orthogonal"
    distance: int | None = 1
    nearest: int = 1

    reads = GEOMETRY


@node
class Lines(Term):
    """Regions of one kind: ``row``, ``column``, ``line``, ``diagonal``, ``quadrant``, ``square``, ``edge``;
    or ``pair``, any two spaces, and ``adjacent pair``, two that touch side to side.

    With `at`, the one at that place if there is one: 0 is the first from the top or left, -1 the last.
    """

    kind: str
    at: int | None = None

    reads = GEOMETRY


@node
class SpacesOf(Term):
    """The spaces of a line or group, or the one space of a space."""

    of: Var

    reads = GEOMETRY


@node
class Groups(Term):
    """Maximal sets of orthogonally connected spaces that satisfy the guard.

    With `same`, each group is made of spaces that agree in one of these values, and spaces
    that have none of them belong to no group.
    """

    binder: Binder
    same: Values | None = None

    reads = SPACES | GEOMETRY | TOPS  # where they are of the `same`; heights, as `Values` says


@node
class Runs(Term):
    """Longest straight stretches, along a row or a column, of two or more spaces that satisfy the guard.

    A link is a binder over the space that may follow `binder.var`, to the right of it or below. Each link
    has runs of its own, in which it holds between each two that follow one another.
    """

    binder: Binder
    links: tuple[Binder, ...]

    reads = SPACES | GEOMETRY


@node
class Value(Term):
    """A value of an attribute: its label, the kinds that have it, its number if it is one.

    A height has no kinds.
    """

    label: str
    kinds: frozenset[int] | None
    number: int | None = None

    reads = KINDS

    def told(self, kind: int) -> object:
        """Whether it has the value."""
        return self.kinds is not None and kind in self.kinds


@node
class Values(Term):
    """Values of an attribute; with `heights`, the heights that stacks of the board have."""

    values: tuple[Value, ...]
    heights: bool = False

    reads = HEIGHTS
    reads_when = "heights"


@node
class Players(Term):
    """``player`` (all), ``self``, ``opponent``, ``left``, ``right``, ``adjacent`` (both, once each).

    With a `place` not the players themselves, who stand for their main places, but their places of that name.
    """

    which: str
    place: str = ""

    reads = PLAYERS


@node
class Axes(Term):
    """Named symmetries: ``vertical``, ``horizontal``, ``diagonal``, ``antidiagonal``, ``half``, ``quarter``."""

    names: tuple[str, ...]

    reads = NOTHING


@node
class Image(Term):
    """The one space that a symmetry sends a space to; none when it falls off the board."""

    axis: Var | str
    space: Var

    reads = GEOMETRY


@node
class Areas(Term):
    """What the patches of a board that grows make together; of a patch the one to which it belongs.

    An area is a group of patches, asked on the place of the patches.
    """

    of: Var | None = None

    reads = TILES


@node
class Patches(Term):
    """What the tile on a space shows: spaces of the place of the patches."""

    space: Var

    reads = TILES


@node
class TilesOf(Term):
    """The spaces on which a patch or the patches of an area lie, asked on the board that grows."""

    of: Var

    reads = TILES


@node
class Turns(Term):
    """The ways in which the top piece of a space can lie, or its sides: values, each of one kind."""

    space: Var

    reads = TILES | KINDS


RangeExpr = Union[
    Spaces,
    Neighbors,
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


@node
class Binder(Term):
    """`var` in `domain` such that `guard`."""

    var: Var
    domain: RangeExpr
    guard: Expr

    reads = NOTHING


# ------------------------------------------------------------------ numbers


@node
class Const(Term):
    value: int

    reads = NOTHING
    non_negative_if = ("value",)


@node
class Add(Term):
    parts: tuple[Expr, ...]

    reads = NOTHING
    non_negative_if = ("parts",)


@node
class Mul(Term):
    left: Expr
    right: Expr

    reads = NOTHING
    non_negative_if = ("left", "right")


@node
class Div(Term):
    """Division rounded down (towards minus infinity); anything divided by 0 is 0."""

    left: Expr
    right: Expr

    reads = NOTHING
    non_negative_if = ("left", "right")


@node
class Mod(Term):
    """What a division rounded down leaves over: of the sign of the divisor; anything mod 0 is 0."""

    left: Expr
    right: Expr

    reads = NOTHING
    non_negative_if = ("right",)


@node
class If(Term):
    """`then` if the condition holds, else `otherwise`."""

    condition: Expr
    then: Expr
    otherwise: Expr

    reads = NOTHING
    one_of = ("then", "otherwise")


@node
class ExtremeOf(Term):
    """The largest (``max``) or smallest (``min``) of the parts; at least one."""

    which: str
    parts: tuple[Expr, ...]

    reads = NOTHING
    one_of = ("parts",)


@node
class Lookup(Term):
    """The value of the first entry (low, high or None, value) that holds the body, else 0."""

    body: Expr
    entries: tuple[tuple[int, int | None, int], ...]

    reads = NOTHING
    non_negative_if = ("entries",)


@node
class Sum(Term):
    """The sum of the body over the elements of the binder."""

    binder: Binder
    body: Expr

    reads = NOTHING
    non_negative_if = ("body",)


@node
class Best(Term):
    """The largest (``max``) or smallest (``min``) body over the binder; 0 when it is empty.

    With a `rank` the second, third ... of them, equal ones counted one by one; 0 when there are fewer.
    """

    which: str
    binder: Binder
    body: Expr
    rank: int = 1

    reads = NOTHING
    one_of = ("body",)


@node
class Height(Term):
    """The number of pieces of a stack, in pieces; caps do not count."""

    space: Var

    reads = HEIGHTS
    non_negative_if = ()


@node
class Attribute(Term):
    """A numeric attribute of the face-up top piece; 0 without one."""

    space: Var
    numbers: tuple[tuple[int, int], ...]
    name: str

    reads = TOPS | KINDS
    non_negative_if = ("numbers",)

    def told(self, kind: int) -> object:
        """Its number."""
        return dict(self.numbers).get(kind)


@node
class NumberOf(Term):
    """The number that a bound value is."""

    value: Var

    reads = NOTHING
    non_negative_if = ()


@node
class CounterOf(Term):
    """A counter of the player."""

    name: str

    reads = COUNTERS
    non_negative_if = ()


@node
class RuleNumber(Term):
    """What a named rule of the game says of an element."""

    rule: str
    of: Var

    reads = RULES


@node
class Award(Term):
    """Points that a line of the card gives; the value is that of `amount`."""

    amount: Expr
    span: Span

    reads = NOTHING
    one_of = ("amount",)


@node
class OnBoardOf(Term):
    """The body, number or condition, evaluated for another player."""

    player: Var
    body: Expr

    reads = NOTHING
    one_of = ("body",)
    of_player = "player"


# ------------------------------------------------------------------ conditions


@node
class Truth(Term):
    value: bool

    reads = NOTHING


@node
class Compare(Term):
    """`operator` is one of ``= != < <= > >=``."""

    operator: str
    left: Expr
    right: Expr

    reads = NOTHING


@node
class And(Term):
    parts: tuple[Expr, ...]

    reads = NOTHING


@node
class Or(Term):
    parts: tuple[Expr, ...]

    reads = NOTHING


@node
class Not(Term):
    body: Expr

    reads = NOTHING


@node
class Exists(Term):
    binder: Binder
    condition: Expr

    reads = NOTHING


@node
class Forall(Term):
    binder: Binder
    condition: Expr

    reads = NOTHING


@node
class Shows(Term):
    """The top piece is face-up and of one of these kinds."""

    space: Var
    kinds: frozenset[int]

    reads = TOPS | KINDS

    def told(self, kind: int) -> object:
        """Whether it is one of them."""
        return kind in self.kinds


@node
class ShowsValue(Term):
    """The top piece is face-up and has the bound value (or the stack that height)."""

    space: Var
    value: Var

    reads = TOPS | HEIGHTS


@node
class OneOf(Term):
    """The bound value is one that some of these kinds have."""

    value: Var
    kinds: frozenset[int]

    reads = KINDS

    def told(self, kind: int) -> object:
        """Whether it is one of them."""
        return kind in self.kinds


@node
class FaceDown(Term):
    """There is a top piece and it is face-down."""

    space: Var

    reads = TOPS


@node
class Capped(Term):
    """A cap of that name lies on the stack."""

    space: Var
    cap: str

    reads = CAPS


@node
class CappedBy(Term):
    """A cap of that name that belongs to the player lies on the stack."""

    space: Var
    cap: str
    player: Var

    reads = CAPS


@node
class Fits(Term):
    """A tile that shows the value would touch edges like its own alone, on an empty space of a board that grows."""

    space: Var
    face: Var

    reads = TILES


@node
class Loose(Term):
    """The patch comes to an edge at which nothing touches it."""

    space: Var

    reads = TILES


@node
class Inside(Term):
    """The space lies in the bound line or group (or is the bound space)."""

    space: Var
    of: Var

    reads = GEOMETRY


@node
class InRegion(Term):
    """The space lies in a fixed region: ``border``, ``corner``, ``center``, ``diagonal``."""

    space: Var
    region: str

    reads = GEOMETRY


@node
class Near(Term):
    """`left` is a neighbor of `neighbors.space` in the sense of `neighbors`."""

    left: Var
    neighbors: Neighbors

    reads = GEOMETRY


@node
class Flagged(Term):
    """The space has been given a mark of the game in this turn."""

    space: Var
    mark: str

    reads = MARKS


@node
class RuleHolds(Term):
    """What a named rule of the game says of an element."""

    rule: str
    of: Var

    reads = RULES


@node
class Same(Term):
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
    ExtremeOf,
    Lookup,
    Sum,
    Best,
    Height,
    Attribute,
    NumberOf,
    CounterOf,
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
    Loose,
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
