"""The point at which a game continues, besides the table: whose turn it is, and the current statement of the turn.

These are values as in files: things are named by words, statements by block and number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilewright.struct import Struct, struct

KeyPath = tuple[str | int, ...]
"""A path in the file of a continuation, as keys and indices."""


@struct
class SavedFrame(Struct):
    """A statement in progress, or the one that comes next, in a block nested in the previous level.

    `block` is the name of the turn, verb, option or ability (empty: the only block of the statement); statements count
    from 1. For a loop, `done` iterations are over, `of` is the element of the current one and `left` the remaining
    elements. `named` are the things that the block has named so far; None: not known here, though the turn knows it.
    """

    block: str
    statement: int
    done: int = 0
    of: str = ""
    left: tuple[str, ...] = ()
    named: Mapping[str, str | None] = field(default_factory=dict)


@struct
class Marked(Struct):
    """Spaces of a place (of a player, or None: the table) that have a mark until the end of the turn."""

    place: str
    owner: int | None
    mark: str
    spaces: tuple[str, ...]


@struct
class FaceDownPieces(Struct):
    """The pieces of stacks from the bottom to the highest face-down one, by space, as far as they are known.

    A word is a code, ``CODE/up`` if that piece is face-up under others, or ``?``.
    """

    place: str
    owner: int | None
    stacks: Mapping[str, tuple[str, ...]]


@struct
class SeenInPile(Struct):
    """The pieces of a hidden pile that a player has seen, counted from 1 at the bottom."""

    place: str
    owner: int | None
    player: int
    pieces: tuple[int, ...]


@dataclass(frozen=True)
class Continuation:
    """The point at which a game continues; players are given by index.

    `at` has the levels, outermost first: empty if only the end of the turn is left, None at its beginning. `named` are
    the things that the turn has named, `used` the abilities used in this turn, `spent` those limited to one use per
    game. `gone` are the codes of pieces that have left the game; `draws` is the number of draws so far.
    """

    player: int
    at: tuple[SavedFrame, ...] | None = None
    named: Mapping[str, str | None] = field(default_factory=dict)
    used: tuple[str, ...] = ()
    spent: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    marks: tuple[Marked, ...] = ()
    face_down: tuple[FaceDownPieces, ...] = ()
    gone: tuple[str, ...] = ()
    draws: int = 0
    seen: tuple[SeenInPile, ...] = ()


class InvalidStanding(ValueError):
    """An invalid continuation: the keys and indices in its file, why, and what to do."""

    def __init__(self, where: KeyPath, reason: str, help: str = "") -> None:
        super().__init__(reason)
        self.where, self.reason, self.help = where, reason, help
