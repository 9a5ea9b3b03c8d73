"""What is seen of statements without doing them: which cannot fail, and which picks can be made."""

from __future__ import annotations

from functools import cached_property

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import is_condition
from tilewright.play.frames import Frame
from tilewright.play.referee import Referee
from tilewright.play.state import State


class Foresight(Referee):
    """Which statements can be brought to their end."""

    @cached_property
    def _known(self) -> dict[tuple[int, int], tuple[play.Block, bool]]:
        """Blocks by their ids and steps of them, and whether they are sure from there on."""
        return {}

    def rest_is_sure(self, frame: Frame, at: int, whole: int) -> bool:
        """Whether nothing can fail from a step of a frame on until all that is whole is done."""
        rest: Frame | None = frame
        while rest is not None and whole:
            if not self.sure(rest.block, at):
                return False
            whole -= rest.whole
            rest = rest.parent
            at = rest.at if rest is not None else 0
        return True

    def sure(self, block: play.Block, at: int = 0) -> bool:
        """Whether a block can always be done, from a step on."""
        known = self._known.get((id(block), at))
        if known is None:
            known = self._known[id(block), at] = block, all(map(self._sure, block[at:]))
        return known[1]

    def _sure(self, step: play.Step) -> bool:
        match step:
            case play.When():
                return self.sure(step.body) and self.sure(step.otherwise)
            case play.Each() | play.InAnyOrder():
                return self.sure(step.body)
            case play.Times():
                return step.least == 0
            case play.Call():
                return self.sure(self.verbs[step.verb].body)
            case play.Gain():
                return not step.pay or step.there
            case play.Menu():
                return any(o.condition == core.TRUE and self.sure(o.body) for o in step.options)
            case play.Cap():
                return not step.on or self.game.reserve_of(step.cap) is not None
            case play.Now():
                return not is_condition(step.body)  # what only so can be picked has to be there
            case play.Pick() | play.First() | play.Draw():
                return False
            case _:
                return True

    def blocks(self, step: play.Step) -> list[play.Block]:
        """The blocks inside a statement, those of the verb that it is among them."""
        return [self.verbs[step.verb].body] if isinstance(step, play.Call) else play.blocks(step)

    # -- picks that change nothing

    def foreseen(self, state: State, frame: Frame | None, whole: int) -> bool | None:
        """Whether the player can go on from a frame until all that is whole is done.

        As long as statements only pick, that is a search through bindings; None when they do more.
        """
        if frame is None or not whole:
            return True
        if frame.at == len(frame.block):
            return self.foreseen(state, frame.parent, whole - frame.whole)
        if self.rest_is_sure(frame, frame.at, whole):
            return True
        step = frame.step
        match step:
            case play.Pick(lasting=False):
                return self._foreseen_picks(state, frame, step, whole)
            case play.When():
                body = step.body if self.holds(state, step.condition, frame.env) else step.otherwise
                return self.foreseen(state, Frame(body, frame.env, frame.next()), whole)
            case play.First(binder=binder):
                first = self.elements(state, binder, step.home, frame.env)[:1]
                return bool(first) and self.foreseen(state, frame.next({**frame.env, binder.var.id: first[0]}), whole)
            case play.Call():
                return self.foreseen(state, self.called(state, frame, step), whole)
            case play.Times(least=0):
                return self.foreseen(state, frame.next(), whole) or None
            case _:
                return None

    def _foreseen_picks(self, state: State, frame: Frame, step: play.Pick, whole: int) -> bool | None:
        for element in self.elements(state, step.binder, step.home, frame.env):
            found = self.foreseen(state, frame.next({**frame.env, step.binder.var.id: element}), whole)
            if found is not False:
                return found
        return False

    def called(self, state: State, frame: Frame, step: play.Call) -> Frame:
        """The frame of a verb, and after it the one that follows."""
        verb = self.verbs[step.verb]
        given = {p.id: frame.env[a.id] for p, a in zip(verb.parameters, step.arguments, strict=True)}
        env = {**state.env, self.me: frame.env[self.me], **given}
        return Frame(verb.body, env, frame.next())
