"""What every reader of statements may ask of one kind of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.drift import NO_DRIFT, Drift, anything, counted
from tilewright.meaning.domain import Env
from tilewright.play.frames import Frame
from tilewright.play.machine.referee import Referee
from tilewright.play.state import State

S = TypeVar("S", bound=play.Step)
Outcome = Frame | Sequence[Any] | None
"""Where a statement leads: to a frame, to a choice of elements or options, or nowhere, as it cannot be done."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a statement may change, or what it reads.

    Places are given by their variables (None: the board of the player), with the pieces on them and the marks that
    these take along; the others by name. `stock` are the pieces that nobody has seen, of which one
    may come to light, and those that left the game; `everywhere`: any place may be changed.
    """

    places: frozenset[core.Var | None] = frozenset()
    counters: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    stock: bool = False
    everywhere: bool = False


NOTHING = Footprint()


class StatementKind(Generic[S]):
    """One kind of statement. What is said here holds where the kind does not say otherwise."""

    may_pass = False
    """When nothing of what there is to pick leads on, the game goes on after it; else the statement fails."""
    all_offered = False
    """What there is to pick is offered even if what follows could not be done."""
    asks = True
    """Its single way to go on is a choice where the player could do something else at that moment."""

    def do(self, referee: Referee, state: State, frame: Frame, step: S) -> Outcome:
        """Do the statement that a frame stands at."""
        raise NotImplementedError

    def enter(self, frame: Frame, step: S, value: Any) -> Frame:
        """Where the game goes on when a value is picked."""
        raise NotImplementedError

    def block(self, referee: Referee, state: State, frame: Frame, step: S, index: int) -> Frame:
        """The beginning of a block inside of the statement of a frame, whatever leads there.

        Of a loop it is the next round: `frame.done` rounds are over, and of those elements that it goes through
        the first of `frame.left` comes.
        """
        return frame.inner(index, frame.env, frame.next())

    def note(self, referee: Referee, state: State, frame: Frame, step: S, value: Any) -> None:
        """Keep in the state what was picked, where that outlasts the frame."""

    def lasting(self, step: S) -> bool:
        """Whether what is picked is kept to the end of the turn."""
        return False

    def cannot_fail(self, step: S, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        """Whether the player can always bring it to its end, whatever lies on the table.

        `inner` says so of the blocks inside, `reserved` are the caps that a counter keeps.
        """
        return all(inner)

    def may_stop(self, frame: Frame, step: S) -> bool:
        """Whether the player may go on to `frame.stopped` without doing it."""
        return frame.optional and not frame.at

    def only_binds(self, step: S) -> bool:
        """Whether all it does is to lead to a frame: so it can be done ahead, on no copy of the state."""
        return False

    def can_be_done(self, referee: Referee, state: State, frame: Frame, step: S) -> bool | None:
        """Whether it can be done at a frame, the blocks inside not counted; None: not known before it is."""
        return None

    def changes(self, step: S) -> Footprint:
        """What it may change, the blocks inside not counted."""
        return NOTHING

    def drift(self, referee: Referee, env: Env, step: S) -> Drift | None:
        """In which directions it may change what, the blocks inside not counted; None: in ways that are not told."""
        said = self.changes(step)
        if said.everywhere or said.rules or said.marks or said.stock:
            return None
        counters = (counted(name, more) for name in said.counters for more in (True, False))
        return NO_DRIFT.union(*counters, *(anything(referee.seat(home, env)) for home in said.places))

    def requires(self, step: S) -> core.Expr | None:
        """The condition of the player under which it can be done, where that is one."""
        return None

    def ruled(self, referee: Referee, state: State, frame: Frame, step: S) -> State:
        """The state with the rules of the turn as they are after it, and the table as it was before."""
        return state
