"""What was done in a turn that is watched, and which tiles of the castle cards speak of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from counts import Spot
from tilewright.table.position import Position


@dataclass(frozen=True)
class Taken:
    """A tile picked in the castle: what for, where, from which floor, its free sides and its type.

    `used` are the cards used before in the turn.
    """

    verb: str
    spot: Spot
    floor: int
    long: bool
    short: bool
    type: str
    used: tuple[str, ...]

    @property
    def dawn(self) -> bool:
        """Whether Dawn makes it available."""
        return "dawn" in self.used and self.type in "DW"

    @property
    def elegance(self) -> bool:
        """Whether Elegance lets it be taken."""
        return "elegance" in self.used and self.short


MADE_USE: dict[str, Callable[[Taken], bool]] = {
    "elegance": lambda taken: taken.elegance and not taken.long and not taken.dawn,
    "dawn": lambda taken: taken.dawn and not taken.long and not taken.elegance,
    "descent": lambda taken: taken.floor == 1,
}
"""Whether a tile could be taken only by the card (for Descent: as it says)."""


@dataclass
class Turn:
    """The turn being played: the table at its beginning, and what was done since."""

    mover: int
    position: Position
    moves: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    picked: list[Taken] = field(default_factory=list)

    @property
    def taken(self) -> list[Taken]:
        """The tiles taken from the castle."""
        return [picked for picked in self.picked if picked.verb == "take"]
