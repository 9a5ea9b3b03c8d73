"""What is seen of statements without doing them: which cannot fail, and where picks alone lead."""

from __future__ import annotations

from tilewright.core import play
from tilewright.play.frames import Frame
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.statements import KINDS
from tilewright.play.sections import Section
from tilewright.play.state import State


class Foresight:
    """Whether what has to be done wholly can be brought to its end; no state is copied or changed for it."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._known: dict[tuple[int, int], bool] = {}

    # -- what holds whatever lies on the table

    def cannot_fail(self, section: Section, at: int = 0) -> bool:
        """Whether the player can always bring a section to its end, from a step on."""
        key = section.number, at
        known = self._known.get(key)
        if known is None:
            steps = range(at, len(section.steps))
            known = self._known[key] = all(self._step_cannot_fail(section, index) for index in steps)
        return known

    def _step_cannot_fail(self, section: Section, at: int) -> bool:
        step, inner = section.steps[at], [self.cannot_fail(one) for one in section.inner[at]]
        return KINDS[type(step)].cannot_fail(step, inner, self._referee.reserved)

    def rest_cannot_fail(self, frame: Frame, at: int) -> bool:
        """The same from a step of a frame on, up to the end of all that is done wholly."""
        rest: Frame | None = frame
        while rest is not None and rest.whole:
            known = self._known.get((rest.section.number, at))
            if not (self.cannot_fail(rest.section, at) if known is None else known):
                return False
            rest = rest.parent
            at = rest.at if rest is not None else 0
        return True

    # -- what follows from picks alone

    def foreseen(self, state: State, frame: Frame | None) -> bool | None:
        """Whether the player can go on from a frame to the end of all that is done wholly.

        As long as statements only bind variables that is a search through their bindings; None when
        they do more. Abilities that could be used on the way are not looked at.
        """
        while frame is not None and frame.whole and frame.at == len(frame.section.steps):
            frame = frame.parent
        if frame is None or self.rest_cannot_fail(frame, frame.at):
            return True
        step = frame.section.steps[frame.at]
        if not KINDS[type(step)].may_stop(frame, step):
            return self._foreseen_on(state, frame, step)
        return self.foreseen(state, frame.stopped) or self._foreseen_on(state, frame, step) or None

    def _foreseen_on(self, state: State, frame: Frame, step: play.Step) -> bool | None:
        """The same when the player does not stop at the frame."""
        kind = KINDS[type(step)]
        if not frame.section.inner[frame.at] and self.rest_cannot_fail(frame, frame.at + 1):
            return kind.can_be_done(self._referee, state, frame, step)
        if not kind.only_binds(step):
            return None
        led = kind.do(self._referee, state, frame, step)
        if led is None or isinstance(led, Frame):
            return led is not None and self.foreseen(state, led)
        for element in led:
            found = self.foreseen(state, kind.enter(frame, step, element))
            if found is not False:
                return found
        return False
