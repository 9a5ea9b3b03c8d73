"""Where a game stands besides what lies on the table: whose turn it is, and where in the statements of the turn.

These are values as files have them: things are named by words, the places in statements by block and number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilewright.struct import Struct, struct

KeyPath = tuple[str | int, ...]
"""A path in the file of a standing, as keys and indices."""


@struct
class SavedFrame(Struct):
    """A statement that is under way, or the one that comes next, in a block inside of the level before.

    `block` is the name of the turn, verb, option or ability (empty: the only block of the statement); statements count
    from 1. Of a loop `done` rounds are over, `of` is what the round under way is about and `left` what is still to come.
    `named` are the things that the block has named so far; None: not known here, though the turn knows it.
    """

    block: str
    statement: int
    done: int = 0
    of: str = ""
    left: tuple[str, ...] = ()
    named: Mapping[str, str | None] = field(default_factory=dict)


@struct
class Marked(Struct):
    """Spaces of a place (of a player, or None: the table) that have a mark to the end of the turn."""

    place: str
    owner: int | None
    mark: str
    spaces: tuple[str, ...]


@struct
class FaceDownPieces(Struct):
    """The pieces of stacks from the bottom to the highest face-down one, by space, as far as they are known.

    A word is a code, ``CODE/up`` if that piece lies face-up under others, or ``?``.
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
    """Where a game stands; players are given by their index.

    `at` has the levels from the outermost on: none when all that is left of the turn is to end it, None at its
    beginning. `named` are things that a turn names to its end, `used` the abilities used in this turn, `spent` those
    that may be used once a game. Codes of pieces that left the game are `gone`; chance was asked for `draws` draws.
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
    """What of a standing cannot be: where in it, as the keys and indices of its file, why, and what to do."""

    def __init__(self, where: KeyPath, reason: str, help: str = "") -> None:
        super().__init__(reason)
        self.where, self.reason, self.help = where, reason, help
