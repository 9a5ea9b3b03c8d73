"""The seam between what rules mean and what numbers are.

`meaning.evaluator` says what every node of the core comes to, once, in terms of a `Domain`. A domain
decides what a number, a bit and an element *are*: integers on a known board, arrays of integers on many
boards, lines of a program, expressions over unknowns, bounds, work. It is given the loops themselves
("the total of this body over that range"), so that one domain can unroll them, another write them as
loops, and a third let one element stand for all.

`Arithmetic` is the smaller interface below it: numbers and bits that are values. Any arithmetic becomes
a domain by `meaning.unrolled.Unrolled`. Whatever a domain answers must agree with `meaning.exact`,
which is where the operations are defined by example.
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
"""What a variable is bound to. Where loops are unrolled: an int (a space or a seat), a `SpaceSet`, a
`core.Value` or a str (an axis); other domains have elements of their own."""
Env: TypeAlias = dict[int, Element]
"""The elements of variables, by the number of the variable."""
LoopRange: TypeAlias = Any
"""What a loop goes through; only the domain that made it can read it."""


@dataclass(frozen=True)
class SpaceSet(Generic[B]):
    """A group or a line where loops are unrolled: its least space, and a bit for each member."""

    root: int
    members: Mapping[int, B]

    def __hash__(self) -> int:
        return hash(self.root)


@dataclass(frozen=True)
class Ruling:
    """What a named rule says of its parameter; the bindings are those where it was laid down.

    With `also` it adds to the rulings before it, else it takes their place, of numbers only `where` a condition
    holds. `key` tells it from others of the same rule, in every game alike.
    """

    parameter: core.Var
    body: core.Expr
    env: Env
    also: bool = False
    key: object = None
    where: core.Expr = core.TRUE


@dataclass(frozen=True, slots=True)
class Loop(Generic[B]):
    """The elements of a range that satisfy a guard, as a loop is given to a domain.

    `guard` is asked of the environment in which `var` is bound (`bind`); None: all of them do.
    `apart`, where the elements are the spaces of a line or group: a key for what guard and body ask of
    a space, the same for all lines and groups; None where they ask for the line or group itself.
    `most`, where the elements are groups: how many spaces one can have at most that satisfies the guard;
    None where the guard does not say.
    """

    var: core.Var
    range: LoopRange
    env: Env
    guard: Callable[[Env], B] | None
    apart: tuple[object, ...] | None = None
    most: int | None = None

    def bind(self, element: Element) -> Env:
        """The environment of one round."""
        return self.env | {self.var.id: element}


class Arithmetic(Protocol[N, B]):
    """Numbers `N` are whole; bits `B` are true or false. Every operation is total."""

    def number(self, value: int) -> N:
        """A constant."""

    def truth(self, value: bool) -> B:
        """A constant bit."""

    def decided(self, bit: B) -> bool | None:
        """The value of a bit that is already certain, else None."""

    def add(self, parts: Sequence[N]) -> N:
        """The sum; 0 of no parts."""

    def times(self, left: N, right: N) -> N:
        """The product."""

    def divide(self, left: N, right: N) -> N:
        """The quotient rounded towards minus infinity; 0 when `right` is 0."""

    def remainder(self, left: N, right: N) -> N:
        """What a division rounded down leaves over, of the sign of `right`; 0 when `right` is 0."""

    def pick(self, bit: B, then: N, otherwise: N) -> N:
        """`then` if the bit holds, else `otherwise`."""

    def extreme(self, which: str, cases: Sequence[tuple[B, N]], rank: int = 1) -> N:
        """The largest (``max``) or smallest (``min``) number whose bit holds; 0 if none does.

        With a `rank` the second, third ... of them, equal ones counted one by one; 0 if fewer hold.
        """

    def table(self, body: N, entries: Entries) -> N:
        """The value of the first entry (low, high or None, value) that holds `body`, else 0."""

    def compare(self, operator: str, left: N, right: N) -> B:
        """`operator` is one of ``= != < <= > >=``."""

    def every(self, bits: Sequence[B]) -> B:
        """All of the bits hold; true of no bits."""

    def some(self, bits: Sequence[B]) -> B:
        """At least one of the bits holds; false of no bits."""

    def invert(self, bit: B) -> B:
        """The bit does not hold."""

    def components(self, geometry: Geometry, members: Sequence[B]) -> Sequence[tuple[SpaceSet[B], B]]:
        """The orthogonally connected components of the member spaces (one bit a space).

        A component is named by its least space; each comes with the bit that it exists.
        """

    def component_count(self, geometry: Geometry, members: Sequence[B]) -> N:
        """How many components there are."""

    def heaviest(self, geometry: Geometry, members: Sequence[B], weights: Sequence[N]) -> N:
        """The largest sum of weights over a component, 0 if none; weights are never negative."""


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
        """A cap of that name lies on the stack."""

    def flagged(self, space: Element, mark: str) -> B_co:
        """The space has been given a mark of the game in this turn."""


class Maps(Protocol[B_co]):
    """What the evaluator asks of boards that grow: their tiles, and the patches and areas that these show.

    Seats are those of a board that grows or of its patches; patches are spaces, areas are groups of them.
    """

    def areas(self, seat: Element, patch: Element | None) -> LoopRange:
        """All areas, or the one to which a patch belongs."""

    def patches(self, seat: Element, space: Element) -> LoopRange:
        """What the tile on a space shows."""

    def tiles_of(self, seat: Element, part: Element, sort: str) -> LoopRange:
        """The spaces on which a patch, or those of an area, lie."""

    def turns(self, seat: Element, space: Element) -> LoopRange:
        """The ways in which the top piece of a space can lie, as values."""

    def fits(self, seat: Element, space: Element, face: Element) -> B_co:
        """A tile that shows the value would touch edges like its own alone."""

    def loose(self, seat: Element, patch: Element) -> B_co:
        """The patch reaches an edge at which nothing touches it."""

    def capped_by(self, seat: Element, space: Element, cap: str, player: Element) -> B_co:
        """A cap that belongs to the player lies on the stack."""


class NoMaps:
    """`Maps` of a domain that does not know them."""

    def _refuse(self, *asked: object) -> Any:
        raise NotImplementedError("boards that grow have no meaning here")

    areas = patches = tiles_of = turns = fits = loose = capped_by = _refuse


NO_MAPS = NoMaps()


class Domain(Protocol[N, B]):
    """What the evaluator asks. Operands in `Callable` are worked out only when, and if, they are called."""

    @property
    def maps(self) -> Maps[B]:
        """The same of boards that grow."""

    # -- numbers

    def number(self, value: int) -> N:
        """A constant."""

    def add(self, parts: Sequence[N]) -> N:
        """The sum; 0 of no parts."""

    def times(self, left: N, right: N) -> N:
        """The product."""

    def divide(self, left: N, right: N) -> N:
        """The quotient rounded towards minus infinity; 0 when `right` is 0."""

    def remainder(self, left: N, right: N) -> N:
        """What a division rounded down leaves over, of the sign of `right`; 0 when `right` is 0."""

    def extreme_of(self, which: str, parts: Sequence[N]) -> N:
        """The largest (``max``) or smallest (``min``) of one or more numbers."""

    def table(self, body: N, entries: Entries) -> N:
        """The value of the first entry (low, high or None, value) that holds `body`, else 0."""

    def if_else(self, condition: Callable[[], B], then: Callable[[], N], otherwise: Callable[[], N]) -> N:
        """`then` if the condition holds, else `otherwise`."""

    def award(self, amount: Callable[[], N], span: Span) -> N:
        """The amount; the line of the card at `span` gives these points."""

    # -- bits

    def truth(self, value: bool) -> B:
        """A constant bit."""

    def compare(self, operator: str, left: N, right: N) -> B:
        """`operator` is one of ``= != < <= > >=``."""

    def every(self, parts: Sequence[Callable[[], B]]) -> B:
        """All of the parts hold; true of no parts."""

    def some(self, parts: Sequence[Callable[[], B]]) -> B:
        """At least one of the parts holds; false of no parts."""

    def invert(self, bit: B) -> B:
        """The bit does not hold."""

    # -- loops

    def total(self, each: Loop[B], body: Callable[[Env], N], alike: bool) -> N:
        """The sum of the body. `alike`: it is the same for every element, and asks for none."""

    def best(
        self,
        which: str,
        each: Loop[B],
        body: Callable[[Env], N],
        weight: Callable[[Element], N] | None,
        rank: int,
    ) -> N:
        """The body that is the largest (``max``) or smallest (``min``) but `rank` - 1; 0 of fewer elements.

        With `weight` the rank is 1, the elements are all groups, and the body is the sum of the weights of a group's
        spaces, which are never negative: the heaviest group can be found without the members of each.
        """

    def exists(self, each: Loop[B], condition: Callable[[Env], B]) -> B:
        """The condition holds of some element."""

    def forall(self, each: Loop[B], condition: Callable[[Env], B]) -> B:
        """The condition holds of all elements."""

    # -- ranges

    def spaces(self, seat: Element) -> LoopRange:
        """All spaces of a board."""

    def neighbors(self, seat: Element, space: Element, around: core.Neighbors) -> LoopRange:
        """The spaces that stand in a fixed relation to one."""

    def between(self, seat: Element, first: Element, last: Element) -> LoopRange:
        """The spaces between two of one row, column or diagonal line, from the first one on."""

    def lines(self, seat: Element, which: core.Lines) -> LoopRange:
        """The lines of a kind."""

    def members(self, part: Element) -> LoopRange:
        """The spaces of a line or group."""

    def groups(self, seat: Element, member: Callable[[Element], B], same: core.Values | None) -> LoopRange:
        """The groups of connected member spaces; with `same`, of those that agree in one value."""

    def runs(
        self,
        seat: Element,
        member: Callable[[Element], B],
        links: Sequence[Callable[[Element, Element], B]],
        along: str,
    ) -> LoopRange:
        """The longest stretches, for each link, of two or more member spaces of a line of a kind that it joins.

        They come line by line, then link by link.
        """

    def values(self, values: Sequence[core.Value]) -> LoopRange:
        """Values of an attribute."""

    def heights(self, seat: Element) -> LoopRange:
        """The heights above 0 that stacks of a board have, as values."""

    def players(self, which: str, seat: Element, place: str) -> LoopRange:
        """Players as seen from a seat, or their places of a name (`core.Players`)."""

    def axes(self, names: Sequence[str]) -> LoopRange:
        """Named symmetries."""

    def image(self, seat: Element, axis: Element, space: Element) -> LoopRange:
        """The one space that a symmetry sends a space to, or none."""

    # -- elements

    def axis(self, name: str) -> Element:
        """A named symmetry."""

    def elsewhere(self, player: Element, body: Callable[[Element], X]) -> X:
        """What the body comes to at another player's seat."""

    def same(self, left: Element, right: Element, sort: str) -> B:
        """Two elements of one sort are the same."""

    def inside(self, space: Element, part: Element) -> B:
        """A space lies in a line or group."""

    def in_region(self, seat: Element, space: Element, region: str) -> B:
        """A space lies in a fixed region of its board."""

    def near(self, seat: Element, left: Element, right: Element, around: core.Neighbors) -> B:
        """`left` is one of the neighbors of `right`."""

    def one_of(self, value: Element, kinds: frozenset[int]) -> B:
        """Some of these kinds have the value."""

    def number_of(self, value: Element) -> N:
        """The number that a value is, 0 if it is none."""

    def distance(self, seat: Element, one: Element, other: Element) -> N:
        """The steps along rows and columns from one space to another."""

    def shows_value(self, seat: Element, space: Element, value: Element) -> B:
        """The top piece is face-up and has the value, or the stack that height."""

    def board(self, seat: Element) -> BoardView[N, B]:
        """The board of a seat."""

    def counter(self, seat: Element, name: str) -> N:
        """A counter of a player; 0 of a seat that has no such counter."""

    def seat_number(self, seat: Element) -> N:
        """The place of a player in the order of seats, from 1; of a place that of its owner, of the table's that of the first."""

    # -- sharing

    def shared(self, expr: core.Expr, env: Env, seat: Element, make: Callable[[], X]) -> X:
        """What `make` gives; a domain may keep it for where the same expression is asked again."""
