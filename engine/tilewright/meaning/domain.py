"""The interface between the semantics of rules and the values that they compute with.

`meaning.evaluator` defines the meaning of every node of the core, once, in terms of a `Domain`. A domain decides what a
number, a bit and an element *are*: integers on a known board, arrays of integers on many boards, program text,
expressions over unknowns, bounds, work. It receives whole loops ("the total of this body over that range"), so that one
domain can unroll them, another emit them as loops, and a third use one element to stand for all.

`Arithmetic` is a smaller interface: numbers and bits that are values. `meaning.unrolled.Unrolled` turns any arithmetic
into a domain. The results of every domain must agree with `meaning.exact`, which defines the operations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.table.geometry import Geometry

N = TypeVar("N")
B = TypeVar("B")
N_co = TypeVar("N_co", covariant=True)
B_co = TypeVar("B_co", covariant=True)
X = TypeVar("X")

Entries = tuple[tuple[int, int | None, int], ...]

Element: TypeAlias = Any
"""The value of a variable. Where loops are unrolled: an int (a space or a seat), a `SpaceSet`, a `core.Value` or a str
(an axis); other domains have elements of their own."""
Env: TypeAlias = dict[int, Element]
"""The values of variables, by the number of the variable."""
LoopRange: TypeAlias = Any
"""The range of a loop, opaque except to the domain that created it."""


@dataclass(frozen=True)
class SpaceSet(Generic[B]):
    """A group or a line where loops are unrolled: its least space (`root`), and a bit for each member."""

    root: int
    members: Mapping[int, B]

    def __hash__(self) -> int:
        return hash(self.root)


@dataclass(frozen=True)
class Ruling:
    """A definition of a named rule: a body for its parameter, with the bindings where it was made.

    With `also` it is added to earlier rulings, else it replaces them (for numbers only `where` a condition holds).
    `key` identifies it among rulings of the same rule, consistently across games.
    """

    parameter: core.Var
    body: core.Expr
    env: Env
    also: bool = False
    key: object = None
    where: core.Expr = core.TRUE


@dataclass(frozen=True, slots=True)
class Loop(Generic[B]):
    """The elements of a range that satisfy a guard, as passed to a domain.

    `guard` is evaluated in the environment in which `var` is bound (`bind`); None: always true. `apart`, if the
    elements are the spaces of a line or group: a key for what guard and body read of a space, if that does not depend
    on the line or group itself; else None. `most`, if the elements are groups: the maximum size that the guard allows;
    None if it sets no limit. `shown`: what every space of an element must show, if the guard asks that first.
    """

    var: core.Var
    range: LoopRange
    env: Env
    guard: Callable[[Env], B] | None
    apart: tuple[object, ...] | None = None
    most: int | None = None
    shown: core.Shows | core.Capped | None = None

    def bind(self, element: Element) -> Env:
        """The environment of one iteration."""
        return self.env | {self.var.id: element}


class Arithmetic(Protocol[N, B]):
    """Numbers `N` are integers; bits `B` are true or false. Every operation is total."""

    def number(self, value: int) -> N:
        """A constant."""

    def truth(self, value: bool) -> B:
        """A constant bit."""

    def decided(self, bit: B) -> bool | None:
        """The value of a bit that is already certain, else None."""

    def add(self, parts: Sequence[N]) -> N:
        """The sum; 0 for no parts."""

    def times(self, left: N, right: N) -> N:
        """The product."""

    def divide(self, left: N, right: N) -> N:
        """The quotient rounded towards minus infinity; 0 if `right` is 0."""

    def remainder(self, left: N, right: N) -> N:
        """The remainder of that division, with the sign of `right`; 0 if `right` is 0."""

    def pick(self, bit: B, then: N, otherwise: N) -> N:
        """`then` if the bit holds, else `otherwise`."""

    def extreme(self, which: str, cases: Sequence[tuple[B, N]], rank: int = 1) -> N:
        """The largest (``max``) or smallest (``min``) number whose bit holds; 0 if none does.

        With a `rank`, the second, third ... of them, equal ones counted separately; 0 if fewer hold.
        """

    def table(self, body: N, entries: Entries) -> N:
        """The value of the first entry (low, high or None, value) whose range contains `body`, else 0."""

    def compare(self, operator: str, left: N, right: N) -> B:
        """`operator` is one of ``= != < <= > >=``."""

    def every(self, bits: Sequence[B]) -> B:
        """The conjunction; true for no bits."""

    def some(self, bits: Sequence[B]) -> B:
        """The disjunction; false for no bits."""

    def invert(self, bit: B) -> B:
        """The negation."""

    def components(self, geometry: Geometry, members: Sequence[B]) -> Sequence[tuple[SpaceSet[B], B]]:
        """The orthogonally connected components of the member spaces (one bit per space).

        A component is identified by its least space; each comes with the bit that it exists.
        """

    def component_count(self, geometry: Geometry, members: Sequence[B]) -> N:
        """The number of components."""

    def heaviest(self, geometry: Geometry, members: Sequence[B], weights: Sequence[N]) -> N:
        """The largest sum of weights over a component, 0 if there is none; weights are never negative."""


class BoardView(Protocol[N_co, B_co]):
    """A board as a domain sees it. Spaces are elements of that domain."""

    def height(self, space: Element) -> N_co:
        """The number of pieces of the stack."""

    def attribute(self, space: Element, numbers: tuple[tuple[int, int], ...]) -> N_co:
        """The number of the face-up top piece in a table of (kind, number), else 0."""

    def shows(self, space: Element, kinds: frozenset[int]) -> B_co:
        """The top piece is face-up and of one of these kinds (indices into ``game.kinds``)."""

    def face_down(self, space: Element) -> B_co:
        """There is a top piece and it is face-down."""

    def capped(self, space: Element, cap: str) -> B_co:
        """A cap of that name is on the stack."""

    def flagged(self, space: Element, mark: str) -> B_co:
        """The space has this mark in the current turn."""


class Maps(Protocol[B_co]):
    """Queries about growing boards: their tiles, and the patches and areas on them.

    Seats are those of a growing board or of its patches; patches are spaces, areas are groups of them.
    """

    def areas(self, seat: Element, patch: Element | None) -> LoopRange:
        """All areas, or the one that contains a patch."""

    def patches(self, seat: Element, space: Element) -> LoopRange:
        """The patches of the tile on a space."""

    def tiles_of(self, seat: Element, part: Element, sort: str) -> LoopRange:
        """The spaces of the tiles with a patch, or with the patches of an area."""

    def turns(self, seat: Element, space: Element) -> LoopRange:
        """The rotations of the top piece of a space, as values."""

    def fits(self, seat: Element, space: Element, face: Element) -> B_co:
        """A tile that shows the value would touch only matching edges."""

    def loose(self, seat: Element, patch: Element) -> B_co:
        """The patch has an open edge."""

    def capped_by(self, seat: Element, space: Element, cap: str, player: Element) -> B_co:
        """A cap that belongs to the player is on the stack."""


class NoMaps:
    """`Maps` of a domain that does not support them."""

    def _refuse(self, *asked: object) -> Any:
        raise NotImplementedError("boards that grow have no meaning here")

    areas = patches = tiles_of = turns = fits = loose = capped_by = _refuse


NO_MAPS = NoMaps()


class Domain(Protocol[N, B]):
    """The operations that the evaluator uses. Operands of type `Callable` are evaluated lazily."""

    @property
    def maps(self) -> Maps[B]:
        """The operations on growing boards."""

    # -- numbers

    def number(self, value: int) -> N:
        """A constant."""

    def add(self, parts: Sequence[N]) -> N:
        """The sum; 0 for no parts."""

    def times(self, left: N, right: N) -> N:
        """The product."""

    def divide(self, left: N, right: N) -> N:
        """The quotient rounded towards minus infinity; 0 if `right` is 0."""

    def remainder(self, left: N, right: N) -> N:
        """The remainder of that division, with the sign of `right`; 0 if `right` is 0."""

    def extreme_of(self, which: str, parts: Sequence[N]) -> N:
        """The largest (``max``) or smallest (``min``) of one or more numbers."""

    def table(self, body: N, entries: Entries) -> N:
        """The value of the first entry (low, high or None, value) whose range contains `body`, else 0."""

    def if_else(self, condition: Callable[[], B], then: Callable[[], N], otherwise: Callable[[], N]) -> N:
        """`then` if the condition holds, else `otherwise`."""

    def award(self, amount: Callable[[], N], span: Span) -> N:
        """The amount, awarded by the line of the card at `span`."""

    # -- bits

    def truth(self, value: bool) -> B:
        """A constant bit."""

    def compare(self, operator: str, left: N, right: N) -> B:
        """`operator` is one of ``= != < <= > >=``."""

    def every(self, parts: Sequence[Callable[[], B]]) -> B:
        """The conjunction; true for no parts."""

    def some(self, parts: Sequence[Callable[[], B]]) -> B:
        """The disjunction; false for no parts."""

    def invert(self, bit: B) -> B:
        """The negation."""

    # -- loops

    def total(self, each: Loop[B], body: Callable[[Env], N], alike: bool) -> N:
        """The sum of the body. `alike`: the body is the same for every element and does not refer to it."""

    def best(
        self,
        which: str,
        each: Loop[B],
        body: Callable[[Env], N],
        weight: Callable[[Element], N] | None,
        rank: int,
    ) -> N:
        """The `rank`-th largest (``max``) or smallest (``min``) body; 0 if there are fewer elements.

        With `weight` the rank is 1, the elements are all groups, and the body is the sum of the weights of a group's
        spaces, which are never negative: the heaviest group can be computed without listing members.
        """

    def exists(self, each: Loop[B], condition: Callable[[Env], B]) -> B:
        """The condition holds for some element."""

    def forall(self, each: Loop[B], condition: Callable[[Env], B]) -> B:
        """The condition holds for all elements."""

    # -- ranges

    def spaces(self, seat: Element) -> LoopRange:
        """All spaces of a board."""

    def neighbors(self, seat: Element, space: Element, around: core.Neighbors) -> LoopRange:
        """The spaces that are in a fixed relation to one."""

    def between(self, seat: Element, first: Element, last: Element) -> LoopRange:
        """The spaces between two on a common row, column or diagonal, from the first one on."""

    def lines(self, seat: Element, which: core.Lines) -> LoopRange:
        """The lines of a kind."""

    def members(self, part: Element) -> LoopRange:
        """The spaces of a line or group."""

    def groups(self, seat: Element, member: Callable[[Element], B], same: core.Values | None) -> LoopRange:
        """The groups of connected member spaces; with `same`, of spaces that share one of these values."""

    def runs(
        self,
        seat: Element,
        member: Callable[[Element], B],
        links: Sequence[Callable[[Element, Element], B]],
        along: str,
    ) -> LoopRange:
        """For each link, the maximal runs of two or more member spaces along a line of a kind, where the link holds
        between consecutive spaces.

        Ordered by line, then by link.
        """

    def values(self, values: Sequence[core.Value]) -> LoopRange:
        """Values of an attribute."""

    def heights(self, seat: Element) -> LoopRange:
        """The heights above 0 that stacks of a board have, as values."""

    def players(self, which: str, seat: Element, place: str) -> LoopRange:
        """Players relative to a seat, or their places of a name (`core.Players`)."""

    def axes(self, names: Sequence[str]) -> LoopRange:
        """Named symmetries."""

    def image(self, seat: Element, axis: Element, space: Element) -> LoopRange:
        """The image of a space under a symmetry, or nothing."""

    # -- elements

    def axis(self, name: str) -> Element:
        """A named symmetry."""

    def elsewhere(self, player: Element, body: Callable[[Element], X]) -> X:
        """The body, evaluated at another player's seat."""

    def same(self, left: Element, right: Element, sort: str) -> B:
        """Two elements of one sort are equal."""

    def inside(self, space: Element, part: Element) -> B:
        """A space is in a line or group."""

    def in_region(self, seat: Element, space: Element, region: str) -> B:
        """A space is in a fixed region of its board."""

    def near(self, seat: Element, left: Element, right: Element, around: core.Neighbors) -> B:
        """`left` is one of the neighbors of `right`."""

    def one_of(self, value: Element, kinds: frozenset[int]) -> B:
        """Some of these kinds have the value."""

    def number_of(self, value: Element) -> N:
        """The number of a value, 0 if it has none."""

    def distance(self, seat: Element, one: Element, other: Element) -> N:
        """The steps along rows and columns from one space to another."""

    def shows_value(self, seat: Element, space: Element, value: Element) -> B:
        """The top piece is face-up and has the value, or the stack that height."""

    def board(self, seat: Element) -> BoardView[N, B]:
        """The board of a seat."""

    def counter(self, seat: Element, name: str) -> N:
        """A counter of a player; 0 if the seat has no such counter."""

    def seat_number(self, seat: Element) -> N:
        """The index of a player's seat, from 1; of a place that of its owner, of the table's places that of the first
        player."""

    # -- sharing

    def shared(self, expr: core.Expr, env: Env, seat: Element, make: Callable[[], X]) -> X:
        """The result of `make`; a domain may cache it for other occurrences of the expression."""
