"""Where a turn of Dragon Castle stands, in plain Python: read from notation, written, and changed a little.

Nothing of tilewright is used here (see `turns`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Stack(NamedTuple):
    """Face-down tiles, the face-up one on them (or ""), and whether a shrine stands on top."""

    down: int = 0
    up: str = ""
    shrine: bool = False

    def __str__(self) -> str:
        return f"{self.down or ''}{self.up}{'^' * self.shrine}" if self.down or self.up else "."

    @property
    def open(self) -> bool:
        """Whether a tile may be placed on it."""
        return not self.up and not self.shrine


class Moment(NamedTuple):
    """The table and what is to be done: `phase` is action, kind, pair, place, sets, build or end.

    Boards are tuples of stacks, row by row; `widths` are the columns of realms and castle. `hand` are
    the tiles taken, `first` space and floor of the first one, `group` the spaces of the set being
    built on and `builds` how many shrines it may still get, `fresh` all spaces consolidated this turn,
    `due` those of sets that were there when a Spirit was used; `hoped` says that a second tile may have come to light.
    """

    realms: tuple[tuple[Stack, ...], ...]
    castle: tuple[tuple[str, ...], ...]
    widths: tuple[int, int]
    points: tuple[int, ...]
    tokens: tuple[int, ...]
    reserve: tuple[int, ...]
    mover: int = 0
    turn: int = 0
    over: bool = False
    phase: str = "action"
    hand: tuple[str, ...] = ()
    first: tuple[int, int] = (-1, 0)
    group: frozenset[int] = frozenset()
    builds: int = 0
    fresh: frozenset[int] = frozenset()
    waiting: frozenset[int] = frozenset()
    back: tuple[tuple[str, frozenset[int], int], ...] = ()
    used: tuple[str, ...] = ()
    due: frozenset[int] = frozenset()
    hoped: bool = False

    @property
    def realm(self) -> tuple[Stack, ...]:
        """The mover's realm."""
        return self.realms[self.mover]

    def __str__(self) -> str:
        """The table in notation: realms, castle, counters, who moves, whether the game is over."""
        realms = [" ".join(map(str, realm)) for realm in self.realms]
        castle = " ".join("/".join(pile) or "." for pile in self.castle)
        numbers = f"{self.points} {self.tokens} {self.reserve} {self.mover} {self.over}"
        return " ; ".join([*realms, castle, numbers])


# ------------------------------------------------------------------ reading


def words(text: str) -> tuple[list[str], int]:
    """The words of a board in notation, and its columns."""
    rows = [row.split() for row in text.split("|")]
    return [word for row in rows for word in row], len(rows[0])


def stack(word: str) -> Stack:
    """A stack of a realm."""
    found = re.fullmatch(r"(\d*)([A-Z]\d)?(\^?)", word.replace(".", ""))
    assert found, word
    return Stack(int(found[1] or 0), found[2] or "", bool(found[3]))


def moment(realms: Sequence[str], castle: str, counters: Sequence[Mapping[str, int]], mover: int = 0) -> Moment:
    """The beginning of a turn; missing counters are 0."""
    boards = [words(realm) for realm in realms]
    tiles, columns = words(castle)
    own = [counters[i] if i < len(counters) else {} for i in range(len(realms))]
    return Moment(
        tuple(tuple(map(stack, found)) for found, _ in boards),
        tuple(() if word == "." else tuple(word.split("/")) for word in tiles),
        (boards[0][1], columns),
        *(tuple(known.get(name, 0) for known in own) for name in ("points", "countdown", "reserve")),
        mover=mover,
    )


# ------------------------------------------------------------------ small changes


def changed(row: tuple, index: int, value: object) -> tuple:  # type: ignore[type-arg]
    """A tuple with another value at an index."""
    return (*row[:index], value, *row[index + 1 :])


def put(m: Moment, space: int, own: Stack) -> Moment:
    """With another stack in the mover's realm."""
    return m._replace(realms=changed(m.realms, m.mover, changed(m.realm, space, own)))


def gain(m: Moment, counter: str, amount: int) -> Moment:
    """With more, or less, on a counter of the mover."""
    row = getattr(m, counter)
    return m._replace(**{counter: changed(row, m.mover, row[m.mover] + amount)})


def without(m: Moment, space: int) -> Moment:
    """Without the top tile of a stack of the castle."""
    return m._replace(castle=changed(m.castle, space, m.castle[space][:-1]))


def sides(space: int, width: int, size: int) -> list[int | None]:
    """The spaces to the left, right, above and below; None beyond the edge."""
    column = space % width
    return [
        space - 1 if column else None,
        space + 1 if column < width - 1 else None,
        space - width if space >= width else None,
        space + width if space + width < size else None,
    ]
