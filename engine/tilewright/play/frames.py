"""Where in the statements a game stands: a linked list of frames, none of which ever changes.

So a copy of a game shares them, and taking a move back needs no more than the old list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tilewright.core.play import Step
from tilewright.meaning.domain import Element, Env
from tilewright.play.sections import Section


@dataclass(slots=True, eq=False)
class Frame:
    """The steps of a section from `at` on, with their bindings, inside of `parent`.

    `whole` counts the blocks, this one and those around it, that have to be done wholly or not at all;
    at the beginning of a block that is `optional` the player may stop. `name` is that of the option the
    block belongs to, or the card whose ability it is. `done` counts the rounds of the loop
    that is the step at `at`, `left` are the elements it has still to go through.
    """

    section: Section
    env: Env
    parent: Frame | None
    at: int = 0
    whole: int = 0
    name: str = ""
    optional: bool = False
    ability: bool = False
    done: int = 0
    left: tuple[Element, ...] | None = None
    _after: Frame | None = field(default=None, init=False, repr=False)

    @property
    def number(self) -> int:
        """Tells the section from all others of the game."""
        return self.section.number

    @property
    def steps(self) -> tuple[Step, ...]:
        """The statements of the block."""
        return self.section.steps

    @property
    def step(self) -> Step:
        """The statement that comes next."""
        return self.section.steps[self.at]

    def next(self, env: Env | None = None) -> Frame:
        """The frame after its step, perhaps with more bindings."""
        if env is not None:
            return Frame(
                self.section, env, self.parent, self.at + 1, self.whole, self.name, self.optional, self.ability
            )
        after = self._after
        if after is None:
            after = self._after = self.next(self.env)
        return after

    def again(self, left: tuple[Element, ...] | None = None) -> Frame:
        """The frame before its step once more, after a round of it."""
        return Frame(
            self.section,
            self.env,
            self.parent,
            self.at,
            self.whole,
            self.name,
            self.optional,
            self.ability,
            self.done + 1,
            left,
        )

    def inner(self, index: int, env: Env, then: Frame) -> Frame:
        """The beginning of a block inside of its step, after which `then` comes."""
        return Frame(self.section.inner[self.at][index], env, then, 0, self.whole)

    def wholly(self, index: int, then: Frame, name: str = "", optional: bool = False) -> Frame:
        """The same for a block that has to be done wholly or not at all."""
        return Frame(self.section.inner[self.at][index], self.env, then, 0, self.whole + 1, name, optional)

    @property
    def stopped(self) -> Frame:
        """The frame after a loop that the player does not do, or not again: here or in the optional block of it."""
        if self.optional and not self.at:
            assert self.parent is not None
            return self.parent.next()
        return self.next()

    def inside(self, name: str) -> bool:
        """Whether an option of that name is being done."""
        return any(frame.name == name for frame in upward(self))


def upward(frame: Frame | None) -> Iterator[Frame]:
    """A frame and those around it, the outermost last; nothing without one."""
    while frame is not None:
        yield frame
        frame = frame.parent
