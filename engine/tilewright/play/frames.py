"""The call stack of a game: the statement that comes next, in its enclosing blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.core import play
from tilewright.kernel import flow as f
from tilewright.meaning.domain import Element, Env


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A statement of a block in progress, nested in `parent`: the one that comes next, or that contains the frame
    below.

    `done` counts the iterations of the loop that the statement is, `left` holds its remaining elements. `name` is that
    of the option, verb or ability that the block is, `whole` counts the enclosing atomic blocks.
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
        """A number that identifies the block within the game."""
        return self.level.body.number

    @property
    def steps(self) -> tuple[play.Step, ...]:
        """The statements of the block."""
        return tuple(level.step for level in self.level.body.levels if level.step is not None)

    @property
    def at(self) -> int:
        """The index of the statement; at the end of the block, the number of statements."""
        return self.level.at

    @property
    def step(self) -> play.Step:
        """The statement."""
        assert self.level.step is not None
        return self.level.step

    def inside(self, name: str) -> bool:
        """Whether a block of that name is in progress."""
        return any(frame.name == name for frame in upward(self))


def upward(frame: Frame | None) -> Iterator[Frame]:
    """A frame and its enclosing ones, the outermost last."""
    while frame is not None:
        yield frame
        frame = frame.parent
