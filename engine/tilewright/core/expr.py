"""The core calculus: small, total, without sugar and without words of any game.

A rule is one whole-number expression. Binders range over elements that are known before
evaluation (spaces, lines, values, players, axes), so every rule is a finite expression;
only groups depend on the board. `Award` marks where points arise and changes no value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from tilewright.source import Span


@dataclass(frozen=True, slots=True)
class Var:
    """A bound variable. `sort` says what it ranges over, `noun` what the author called it."""

    id: int
    sort: str
    noun: str = field(compare=False)


SPACE, LINE, GROUP, VALUE, PLAYER, AXIS = "space", "line", "group", "value", "player", "axis"

# ------------------------------------------------------------------ domains


@dataclass(frozen=True, slots=True)
class Spaces:
    """All spaces of the board of the player whose turn of evaluation it is."""


@dataclass(frozen=True, slots=True)
class Neighbors:
    """Spaces near a space.

    `shape`: ``orthogonal``, ``diagonal``, ``surrounding`` (both), or a side (``left``,
    ``right``, ``top``, ``bottom``). `distance` counts steps of the shape; the space itself
    is never its own neighbor.
    """

    space: Var
    shape: str = "orthogonal"
    distance: int = 1


@dataclass(frozen=True, slots=True)
class Lines:
    """Regions of one kind: ``row``, ``column``, ``line``, ``diagonal``, ``quadrant``, ``square``."""

    kind: str


@dataclass(frozen=True, slots=True)
class SpacesOf:
    """The spaces of a line or group, or the one space of a space."""

    of: Var


@dataclass(frozen=True, slots=True)
class Groups:
    """Maximal sets of orthogonally connected spaces that satisfy the guard.

    With `same`, each group is made of spaces that agree in one of these values, and spaces
    that have none of them belong to no group.
    """

    binder: Binder
    same: Values | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an attribute: its label, the kinds that have it, its number if it is one.

    A height has no kinds.
    """

    label: str
    kinds: frozenset[int] | None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Values:
    """Values of an attribute; with `heights`, the heights that stacks of the board have."""

    values: tuple[Value, ...]
    heights: bool = False


@dataclass(frozen=True, slots=True)
class Players:
    """``player`` (all), ``self``, ``opponent``, ``left``, ``right``, ``adjacent`` (both, once each)."""

    which: str


@dataclass(frozen=True, slots=True)
class Axes:
    """Named symmetries: ``vertical``, ``horizontal``, ``diagonal``, ``antidiagonal``, ``half``, ``quarter``."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Image:
    """The one space that a symmetry sends a space to; none when it falls off the board."""

    axis: Var | str
    space: Var


Domain = Union[Spaces, Neighbors, Lines, SpacesOf, Groups, Values, Players, Axes, Image]


@dataclass(frozen=True, slots=True)
class Binder:
    """`var` in `domain` such that `guard`."""

    var: Var
    domain: Domain
    guard: Expr


# ------------------------------------------------------------------ numbers


@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Add:
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Mul:
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Div:
    """Division rounded down (towards minus infinity); anything divided by 0 is 0."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class If:
    """`then` if the condition holds, else `otherwise`."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class ExtremeOf:
    """The largest (``max``) or smallest (``min``) of the parts; at least one."""

    which: str
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Lookup:
    """The value of the first entry (low, high or None, value) that holds the body, else 0."""

    body: Expr
    entries: tuple[tuple[int, int | None, int], ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of the body over the elements of the binder."""

    binder: Binder
    body: Expr


@dataclass(frozen=True, slots=True)
class Best:
    """The largest (``max``) or smallest (``min``) body over the binder; 0 when it is empty."""

    which: str
    binder: Binder
    body: Expr


@dataclass(frozen=True, slots=True)
class Height:
    """The number of pieces of a stack, in pieces; caps do not count."""

    space: Var


@dataclass(frozen=True, slots=True)
class Attribute:
    """A numeric attribute of the face-up top piece; 0 without one."""

    space: Var
    numbers: tuple[tuple[int, int], ...]
    name: str


@dataclass(frozen=True, slots=True)
class NumberOf:
    """The number that a bound value is."""

    value: Var


@dataclass(frozen=True, slots=True)
class CounterOf:
    """A counter of the player."""

    name: str


@dataclass(frozen=True, slots=True)
class RuleNumber:
    """What a named rule of the game says of an element."""

    rule: str
    of: Var


@dataclass(frozen=True, slots=True)
class Award:
    """Points that a line of the card gives; the value is that of `amount`."""

    amount: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OnBoardOf:
    """The body, number or condition, evaluated for another player."""

    player: Var
    body: Expr


# ------------------------------------------------------------------ conditions


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool


@dataclass(frozen=True, slots=True)
class Compare:
    """`operator` is one of ``= != < <= > >=``."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not:
    body: Expr


@dataclass(frozen=True, slots=True)
class Exists:
    binder: Binder
    condition: Expr


@dataclass(frozen=True, slots=True)
class Forall:
    binder: Binder
    condition: Expr


@dataclass(frozen=True, slots=True)
class Shows:
    """The top piece is face-up and of one of these kinds."""

    space: Var
    kinds: frozenset[int]


@dataclass(frozen=True, slots=True)
class ShowsValue:
    """The top piece is face-up and has the bound value (or the stack that height)."""

    space: Var
    value: Var


@dataclass(frozen=True, slots=True)
class OneOf:
    """The bound value is one that some of these kinds have."""

    value: Var
    kinds: frozenset[int]


@dataclass(frozen=True, slots=True)
class FaceDown:
    """There is a top piece and it is face-down."""

    space: Var


@dataclass(frozen=True, slots=True)
class Capped:
    """A cap of that name lies on the stack."""

    space: Var
    cap: str


@dataclass(frozen=True, slots=True)
class Agree:
    """Both tops are face-up and have the same value of the attribute, one of `classes`."""

    left: Var
    right: Var
    classes: tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class Inside:
    """The space lies in the bound line or group (or is the bound space)."""

    space: Var
    of: Var


@dataclass(frozen=True, slots=True)
class InRegion:
    """The space lies in a fixed region: ``border``, ``corner``, ``center``, ``diagonal``."""

    space: Var
    region: str


@dataclass(frozen=True, slots=True)
class SameLine:
    """Two different spaces lie in a common line of that kind."""

    left: Var
    right: Var
    kind: str


@dataclass(frozen=True, slots=True)
class Near:
    """`left` is a neighbor of `neighbors.space` in the sense of `neighbors`."""

    left: Var
    neighbors: Neighbors


@dataclass(frozen=True, slots=True)
class Flagged:
    """The space has been given a mark of the game in this turn."""

    space: Var
    mark: str


@dataclass(frozen=True, slots=True)
class RuleHolds:
    """What a named rule of the game says of an element."""

    rule: str
    of: Var


@dataclass(frozen=True, slots=True)
class Same:
    """Two variables are bound to the same element."""

    left: Var
    right: Var


Number = Union[
    Const, Add, Mul, Div, If, ExtremeOf, Lookup, Sum, Best, Height, Attribute, NumberOf, CounterOf, RuleNumber, Award
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
    Agree,
    Inside,
    InRegion,
    SameLine,
    Near,
    Flagged,
    RuleHolds,
    Same,
]
Expr = Union[Number, Condition, OnBoardOf]

TRUE = Truth(True)
FALSE = Truth(False)
