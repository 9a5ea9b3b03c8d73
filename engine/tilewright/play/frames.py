"""Where in the statements a game is: the statement that comes next, in the blocks around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.core import play
from tilewright.kernel import flow as f
from tilewright.meaning.domain import Element, Env


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A statement of a block that is under way, inside of `parent`: the one that comes next, or that the frame below is in.

    `done` counts the rounds of the loop that the statement is, `left` what it has still to go through. `name` is that of the
    option, verb or ability that the block is, `whole` counts the blocks around it that have to be done wholly.
    """

    level: f.Level
    env: Env
    parent: Frame | None
    whole: int
    name: str
    ability: bool
    done: int
    left: tuple[Element, ...] | None

    @property
    def number(self) -> int:
        """Tells the block from all others of the game."""
        return self.level.body.number

    @property
    def steps(self) -> tuple[play.Step, ...]:
        """The statements of the block."""
        return tuple(level.step for level in self.level.body.levels if level.step is not None)

    @property
    def at(self) -> int:
        """The index of the statement; at the end of the block how many there are."""
        return self.level.at

    @property
    def step(self) -> play.Step:
        """The statement."""
        assert self.level.step is not None
        return self.level.step

    def inside(self, name: str) -> bool:
        """Whether a block of that name is being done."""
        return any(frame.name == name for frame in upward(self))


def upward(frame: Frame | None) -> Iterator[Frame]:
    """A frame and those around it, the outermost last."""
    while frame is not None:
        yield frame
        frame = frame.parent
