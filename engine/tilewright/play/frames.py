"""Where in the statements a game stands: a linked list of frames, none of which ever changes.

So a copy of a game shares them, and taking a move back needs no more than the old list.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.play import Block, Step
from tilewright.meaning.binders import Element, Env


@dataclass(slots=True, eq=False)
class Frame:
    """The steps of a block from `at` on, with their bindings, inside of `parent`.

    `name` is that of the option the block belongs to. `done` counts the rounds of the loop
    that is the step at `at`, `left` are the elements it has still to go through. With the end
    of a block that is `whole`, what had to be done wholly or not at all has been done; at the
    beginning of one that is `optional` the player may stop.
    """

    block: Block
    env: Env
    parent: Frame | None
    at: int = 0
    name: str = ""
    whole: bool = False
    optional: bool = False
    ability: bool = False
    done: int = 0
    left: tuple[Element, ...] | None = None

    @property
    def step(self) -> Step:
        """The statement that comes next."""
        return self.block[self.at]

    def next(self, env: Env | None = None) -> Frame:
        """The frame after its step, perhaps with more bindings."""
        bound = self.env if env is None else env
        return Frame(self.block, bound, self.parent, self.at + 1, self.name, self.whole, self.optional, self.ability)

    def again(self, left: tuple[Element, ...] | None = None) -> Frame:
        """The frame before its step once more, after a round of it."""
        return Frame(
            self.block,
            self.env,
            self.parent,
            self.at,
            self.name,
            self.whole,
            self.optional,
            self.ability,
            self.done + 1,
            left,
        )

    def inside(self, name: str) -> bool:
        """Whether an option of that name is being done."""
        frame: Frame | None = self
        while frame is not None:
            if frame.name == name:
                return True
            frame = frame.parent
        return False
