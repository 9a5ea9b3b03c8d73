"""The abstract arithmetic: everything that a rule's meaning asks of numbers and bits.

A back end is a class with these operations and a view of the boards. Whatever it answers
must agree with `meaning.exact`, which is where the operations are defined by example.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tilewright.table.geometry import Geometry

N = TypeVar("N")
B = TypeVar("B")
N_co = TypeVar("N_co", covariant=True)
B_co = TypeVar("B_co", covariant=True)

Entries = tuple[tuple[int, int | None, int], ...]


@dataclass(frozen=True)
class Components(Generic[B]):
    """Connected components of a set of spaces, each named by its least space.

    `roots[s]`: space s is the least of a component. `belongs[r, s]`: space s lies in the
    component whose least space is r; a missing pair never holds.
    """

    roots: Sequence[B]
    belongs: Mapping[tuple[int, int], B]


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

    def pick(self, bit: B, then: N, otherwise: N) -> N:
        """`then` if the bit holds, else `otherwise`."""

    def select(self, cases: Sequence[tuple[B, int]]) -> N:
        """The value of the one case whose bit holds, 0 if none does; never do two hold."""

    def extreme(self, which: str, cases: Sequence[tuple[B, N]]) -> N:
        """The largest (``max``) or smallest (``min``) number whose bit holds; 0 if none does."""

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

    def components(self, geometry: Geometry, members: Sequence[B]) -> Components[B]:
        """The orthogonally connected components of the member spaces (one bit a space)."""

    def component_count(self, geometry: Geometry, members: Sequence[B]) -> N:
        """How many components there are."""

    def heaviest(self, geometry: Geometry, members: Sequence[B], weights: Sequence[N]) -> N:
        """The largest sum of weights over a component, 0 if none; weights are never negative."""


class BoardView(Protocol[N_co, B_co]):
    """A board as an arithmetic sees it. Spaces are numbered as in `Geometry`."""

    @property
    def geometry(self) -> Geometry:
        """The grid."""

    @property
    def tallest(self) -> int:
        """A height that no stack can pass."""

    def height(self, space: int) -> N_co:
        """The number of pieces of the stack."""

    def shows(self, space: int, kinds: frozenset[int]) -> B_co:
        """The top piece is face-up and of one of these kinds (indices into ``game.kinds``)."""

    def face_down(self, space: int) -> B_co:
        """There is a top piece and it is face-down."""

    def capped(self, space: int, cap: str) -> B_co:
        """A cap of that name lies on the stack."""

    def flagged(self, space: int, mark: str) -> B_co:
        """The space has been given a mark of the game in this turn."""


@dataclass(frozen=True)
class Seat(Generic[N, B]):
    """What one player has: a board, counters by name (absent ones are 0), and a name."""

    board: BoardView[N, B]
    counters: Mapping[str, N]
    name: str = ""
