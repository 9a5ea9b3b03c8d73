"""What there is on a map that is not finished: parts of areas, tiles that are still to be laid, and numbers by bounds and shares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.meaning.domain import Element
from tilewright.meaning.intervals import Maybe
from tilewright.struct import Struct, struct

ENDLESS = 10**15
"""Where nothing is known of how large a number is."""


class NoBound(Exception):
    """What is asked says nothing here of which a bound is known."""


@struct
class SharedInterval(Struct):
    """The bounds of a number, and the share of a part in it, which is never negative."""

    low: int
    high: int
    share: int

    @classmethod
    def of(cls, low: int, high: int, share: int = ENDLESS) -> SharedInterval:
        """With the share as small as is known."""
        return cls(low, high, min(share, max(high, 0)))

    @property
    def bounds(self) -> tuple[int, int]:
        """Without the share."""
        return self.low, self.high


@struct
class NewTile(Struct):
    """A tile that is still to be laid: one of those of its kind."""

    first: int
    number: int


@struct
class NewPatch(Struct):
    """A patch of such a tile, by its index in the face of the tile as it is printed."""

    tile: NewTile
    index: int


@struct
class Unknown(Struct):
    """A patch of some sort, or a space, of which nothing is known but whether it is loose, or whether a tile is there."""

    sort: str = ""
    there: Maybe = None


EMPTY = Unknown("", False)
"""A space where no tile will lie."""
ANY_SORT = "?"
"""In place of a sort: a patch of which not even that is known."""


@dataclass(frozen=True, eq=False)
class AreaPart:
    """A part of a finished area: patches that lie or will lie there. When it is `whole`, it is all of it.

    `loose` says whether the finished area has loose edges; None where that is open.
    """

    patches: tuple[Element, ...]
    sort: str
    whole: bool
    loose: Maybe = None


@dataclass(frozen=True)
class PartialRange:
    """A range: elements that are known, each with whether it is there, and so many more that are all like one.

    With an `owner` it is what lies in an area of which that is a part; the elements that are known lie in the part.
    """

    known: Sequence[tuple[Element, Maybe]]
    more: int = 0
    like: Element = None
    owner: AreaPart | None = None

    def rounds(self) -> Iterator[tuple[Element, Maybe, int]]:
        """The elements with how many of each there are."""
        yield from ((element, there, 1) for element, there in self.known)
        if self.more:
            yield self.like, None, self.more


class EveryPart(PartialRange):
    """All areas, by their parts."""
