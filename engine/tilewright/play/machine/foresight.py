"""What is seen of statements without doing them: which cannot fail, and whether a player can go on to the end of some.

A search through what the player may pick. Changes of the table are passed over: they add to a drift, under which later
statements are relaxed (`relaxation`). So no state is copied to find out that an ability is of no use.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import variables
from tilewright.meaning.domain import Env
from tilewright.play.frames import Frame, upward
from tilewright.play.machine.drift import NO_DRIFT, Drift, settled
from tilewright.play.machine.obligations import Obligations
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.relaxation import Relaxed, relaxation_of
from tilewright.play.machine.statements import KINDS
from tilewright.play.sections import Section
from tilewright.play.state import State

MOST_VISITS = 2000
"""Statements that are looked at for one question, some ten milliseconds; of what needs more nothing is said."""
MOST_ROUNDS = 3
"""Rounds of a loop that are looked at one by one."""


class Foresight:
    """Whether what has to be done wholly can be brought to its end; no state is changed for it."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._known: dict[tuple[int, int], bool] = {}
        self._named_later: dict[tuple[int, int], bool] = {}
        self._obligations = Obligations(referee)
        self._relaxation = relaxation_of(referee.program)
        self._helping = frozenset(ability.during for ability in referee.abilities if ability.during)
        self._visits = 0
        self._below: dict[int, bool] = {}
        self._players: dict[int, tuple[int, ...]] = {}
        self._changed: dict[object, Drift | None] = {}
        self._in_vain: dict[tuple[Frame, State], Drift] = {}

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

    # -- what follows for one state

    def foreseen(self, state: State, frame: Frame | None) -> bool | None:
        """Whether the player can go on from a frame to the end of all that is done wholly, and meet all obligations.

        None where that is not seen, as where an ability could be used to go on.
        """
        self._begin()
        return self._look(state, frame, NO_DRIFT, True)

    def usable(self, state: State, ability: play.Ability) -> bool | None:
        """The same when an ability is used.

        First its cost is passed over at once: mostly it is of no use, whatever is paid.
        """
        begun = self._referee.using(state, ability, state.frame)
        cost = self._referee.program.cost
        changed = self._changed_by(cost, begun.env) if cost.steps else None
        if changed is not None:
            self._begin()
            paid = replace(begun, at=len(cost.steps))
            if self._look(state, paid, self._settled(state, changed), False) is False:
                return False
        return self.foreseen(state, begun)

    def _begin(self) -> None:
        self._visits = MOST_VISITS
        self._in_vain.clear()
        self._below.clear()

    def picked(self, state: State, frame: Frame, step: play.Step, element: Any) -> bool | None:
        """The same after an element or option is picked at the statement of a frame."""
        return self.foreseen(*self._after_pick(state, frame, step, element))

    def _look(self, state: State, frame: Frame | None, drift: Drift, sure: bool) -> bool | None:
        """The same when statements before the frame were passed over; not `sure`: it may be that they cannot be done."""
        inner = frame
        while frame is not None and frame.at == len(frame.section.steps) and (frame.whole or state.obligations):
            frame = frame.parent
        if frame is not inner and frame is not None:
            return self._joined(state, frame, drift, sure)
        if not state.obligations:
            if frame is None or self.rest_cannot_fail(frame, frame.at):
                return sure or None
        elif frame is None or not self._obligations.can_be_met(state, frame):
            return False
        self._visits -= 1
        if self._visits < 0:
            return None
        return self._at(state, frame, drift, sure)

    def _joined(self, state: State, frame: Frame, drift: Drift, sure: bool) -> bool | None:
        """The same where several ways come together: what is in vain after some drift is so after a part of it."""
        failed = self._in_vain.get((frame, state))
        if failed is not None and drift <= failed:
            return False
        found = self._look(state, frame, drift, sure)
        if found is False:
            self._in_vain[frame, state] = drift
        return found

    def _at(self, state: State, frame: Frame, drift: Drift, sure: bool) -> bool | None:
        """The same where the player stops at the frame or does not."""
        step = frame.section.steps[frame.at]
        found: bool | None = False
        if KINDS[type(step)].may_stop(frame, step):
            found = self._look(state, frame.stopped, drift, sure)
        found = found or _either(found, self._on(state, frame, step, drift, sure))
        return found or (None if self._helping and self._may_be_helped(frame) else found)

    def _may_be_helped(self, frame: Frame) -> bool:
        """Whether an ability could be used at a frame to go on."""
        names = {one.name for one in upward(frame)}
        return not names.isdisjoint(self._helping) and not any(one.ability for one in upward(frame))

    def _on(self, state: State, frame: Frame, step: play.Step, drift: Drift, sure: bool) -> bool | None:
        """The same when the player does not stop at the frame."""
        kind = KINDS[type(step)]
        match step:
            case play.Times():
                return self._times(state, frame, step, drift, sure)
            case play.Each() | play.InAnyOrder():
                return self._each(state, frame, step, drift, sure)
        if not (kind.only_binds(step) or isinstance(step, play.Menu)):
            return self._passed_over(state, frame, step, drift, sure)
        relaxed = Relaxed(step, True) if not drift else self._relaxation.relaxed(frame, step, drift)
        return None if relaxed is None else self._bound(state, frame, relaxed, drift, sure)

    def _bound(self, state: State, frame: Frame, relaxed: Relaxed, drift: Drift, sure: bool) -> bool | None:
        """The same at a statement that does no more than lead somewhere."""
        referee, step = self._referee, relaxed.step
        kind = KINDS[type(step)]
        if isinstance(step, play.When) and not relaxed.exact:
            return self._branches(state, frame, step, drift, sure)
        sure = sure and relaxed.exact
        if not frame.section.inner[frame.at] and not state.obligations and self.rest_cannot_fail(frame, frame.at + 1):
            found = kind.can_be_done(referee, state, frame, step)
            return found and (sure or None)
        led = kind.do(referee, state, frame, step)
        drift |= relaxed.then
        if led is None:
            return False
        if isinstance(led, Frame):
            return self._look(state, led, drift, sure)
        if not state.obligations and not self._matters(frame.section, frame.at):
            led = led[:1]
        found = False
        for element in led:
            after, then = self._after_pick(state, frame, step, element, relaxed.exact)
            found = _either(found, self._look(after, then, drift, sure))
            if found or (found is None and not sure):
                break
        return found

    def _after_pick(
        self, state: State, frame: Frame, step: play.Step, element: Any, exact: bool = True
    ) -> tuple[State, Frame]:
        """The state, with fewer obligations perhaps, and the frame after a pick; if not `exact`, it may meet them."""
        kind, left = KINDS[type(step)], state.obligations
        if left and isinstance(frame.step, play.Pick):
            met_here = self._referee.rules_of(frame.step.binder)
            if exact:
                left = self._obligations.left(state, frame, frame.step, element)
            else:
                left = tuple(one for one in left if one.now.rule not in met_here)
        lasting = kind.lasting(step)
        if lasting is not None or len(left) < len(state.obligations):
            state = state.copy()
            state.obligations = left
            if lasting is not None:
                state.last(lasting, element)
        return state, kind.enter(frame, step, element)

    def _branches(self, state: State, frame: Frame, step: play.When, drift: Drift, sure: bool) -> bool | None:
        """The same where a condition may hold or not; it is weakened, so where it does not hold it will not."""
        yes, no = (frame.inner(index, frame.env, frame.next()) for index in (0, 1))
        if not self._referee.holds(state, step.condition, frame.env):
            return self._look(state, no, drift, sure)
        return _either(self._look(state, yes, drift, False), self._look(state, no, drift, False))

    # -- statements that are passed over

    def _passed_over(self, state: State, frame: Frame, step: play.Step, drift: Drift, sure: bool) -> bool | None:
        """The same at a change of the table or of a rule."""
        referee, kind = self._referee, KINDS[type(step)]
        changed = kind.drift(referee, frame.env, step)
        if changed is None or isinstance(step, play.TurnOf | play.Repeat):
            return None
        required = self._relaxation.relaxed(frame, step, drift) if kind.requires(step) is not None else None
        if required is not None:
            if not referee.holds(state, required.step.condition, frame.env):
                return False
            sure = sure and required.exact
        else:
            sure = sure and kind.cannot_fail(step, (), referee.reserved)
        unknown = {fact.where: -1 for fact in changed if fact.what == "unknown"}
        then = frame.next({**frame.env, **unknown} if unknown else None)
        return self._look(kind.ruled(referee, state, frame, step), then, drift | self._settled(state, changed), sure)

    def _each(
        self, state: State, frame: Frame, step: play.Each | play.InAnyOrder, drift: Drift, sure: bool
    ) -> bool | None:
        """The same at a loop over elements: without any nothing is done; else all that it may change is passed over."""
        relaxed = Relaxed(step, True) if not drift else self._relaxation.relaxed(frame, step, drift)
        if relaxed is None or frame.left:
            some = True
        elif frame.left is not None:
            some = False
        else:
            some = self._referee.some(state, relaxed.step.binder, step.home, frame.env)
        if not some:
            return self._look(state, frame.next(), drift, sure)
        return self._rounds(state, frame, drift, sure and self.cannot_fail(frame.section.inner[frame.at][0]))

    def _times(self, state: State, frame: Frame, step: play.Times, drift: Drift, sure: bool) -> bool | None:
        """The same at a loop of some rounds, which the player has not stopped if it has been done often enough."""
        due = None if step.least is None else step.least - frame.done
        if due is not None and 0 < due <= MOST_ROUNDS and step.until == core.FALSE:
            return self._look(state, KINDS[play.Times].block(self._referee, state, frame, step, 0), drift, sure)
        return self._rounds(state, frame, drift, False)

    def _rounds(self, state: State, frame: Frame, drift: Drift, sure: bool) -> bool | None:
        """The same after any number of rounds of a loop, in which nothing is looked at."""
        (inner,) = frame.section.inner[frame.at]
        if state.obligations and any(one.now.rule in self._referee.deciding(inner) for one in state.obligations):
            return None
        if self._helping and any(self._helping & _option_names(step) for step in inner.steps_from(0)):
            return None
        changed = self._changed_by(inner, frame.env)
        return None if changed is None else self._look(state, frame.next(), drift | self._settled(state, changed), sure)

    def _changed_by(self, section: Section, env: Env) -> Drift | None:
        """What all statements of a section may change; None: that is not told."""
        players = self._players.get(section.number)
        if players is None:
            steps = section.steps_from(0)
            own = {var.id for step in steps for var in variables(step) if var.sort == core.PLAYER}
            players = self._players[section.number] = (self._referee.me, *sorted(own))
        key = (section.number, *(env.get(player) for player in players))
        if key not in self._changed:
            self._changed[key] = self._changed_in(section, env)
        return self._changed[key]

    def _changed_in(self, section: Section, env: Env) -> Drift | None:
        found, referee = NO_DRIFT, self._referee
        for step, inner in zip(section.steps, section.inner, strict=True):
            if _leaves_player(step):
                return None
            within = env
            if isinstance(step, play.Call):
                homes = zip(referee.parameters[step.verb], step.arguments, strict=True)
                places = {one.home.id: referee.seat(given.home, env) for one, given in homes if one.home is not None}
                within = {**env, **places}
            for changed in (
                KINDS[type(step)].drift(referee, env, step),
                *(self._changed_by(one, within) for one in inner),
            ):
                if changed is None:
                    return None
                found |= changed
        return found

    def _settled(self, state: State, drift: Drift) -> Drift:
        """The drift where it is known what lies under the pieces that may have been taken away."""
        seats = {fact.where for fact in drift if fact.what == "uncovered"}
        return settled(drift, frozenset(seat for seat in seats if self._shows_below(state, seat))) if seats else drift

    def _shows_below(self, state: State, seat: int) -> bool:
        """Whether a piece that comes to light at a seat may be face-up."""
        known = self._below.get(seat)
        if known is None:
            piles = state.table.grids[seat].piles
            known = seat in self._referee.hiding or any(
                piece & 1 for pile in piles if len(pile) > 1 for piece in pile[:-1]
            )
            self._below[seat] = known
        return known

    def _matters(self, section: Section, at: int) -> bool:
        """Whether anything later in a section, but for the place of a change, depends on what is picked at a step."""
        known = self._named_later.get((section.number, at))
        if known is None:
            step = section.steps[at]
            own = step.binder.var if isinstance(step, play.Pick) and not step.lasting else None
            known = own is None or own.sort != core.SPACE or own in _named(section, at + 1)
            self._named_later[section.number, at] = known
        return known


def _either(one: bool | None, other: bool | None) -> bool | None:
    """Whether one of two ways leads on, if that is seen."""
    if one or other:
        return True
    return None if one is None or other is None else False


def _leaves_player(step: play.Step) -> bool:
    """Whether a statement is done for others, changes rules, or binds a player or place: nothing is told of it ahead."""
    match step:
        case play.Now() | play.TurnOf() | play.Repeat():
            return True
        case play.Times():
            return step.in_turn
        case play.Each() | play.Pick() | play.First():
            return step.binder.var.sort == core.PLAYER
    return False


def _option_names(step: play.Step) -> frozenset[str]:
    return frozenset(option.name for option in step.options) if isinstance(step, play.Menu) else frozenset()


def _named(section: Section, at: int) -> frozenset[core.Var]:
    """The variables of which statements ask something from a step on, or that they hand on."""
    steps = list(section.steps_from(at))
    asked = (variables(asked) for step in steps for asked in play.questions(step))
    given = (argument.space for step in steps if isinstance(step, play.Call) for argument in step.arguments)
    return frozenset(given).union(*asked)
