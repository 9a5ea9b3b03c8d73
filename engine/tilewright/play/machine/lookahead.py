"""One question about one state: whether a player can go on from where it stands, found out without doing anything to it.

A search through what the player may pick. Changes of the table are passed over: they add to a drift, under which later
statements are relaxed. What is impossible then is so in the game; what is possible is so if nothing was relaxed
and nothing passed over can fail. A lookahead that is `doing` them does changes on copies instead, up to the first
that it has to pass over, or where something comes to light: that much is then as in the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.drift import NO_DRIFT, Drift, come_to_light, settled
from tilewright.play.frames import Frame, upward
from tilewright.play.machine.obligations import Obligations
from tilewright.play.machine.relaxation import Relaxation, Relaxed
from tilewright.play.machine.statements import KINDS
from tilewright.play.machine.static import StaticAnalysis
from tilewright.play.state import Obligation, State
from tilewright.play.table import Table

MOST_VISITS = 2000
"""Statements that are looked at from one frame, some ten milliseconds; of what needs more nothing is said."""
MOST_ROUNDS = 3
"""Rounds of a loop that are looked at one by one."""
MOST_EFFORT = 30
"""What it may take at worst to ask whether several picks can be done, as that many statements."""
DECIDED_ELSEWHERE = (play.TurnOf, play.Repeat, play.Fill, play.Draw, play.Roll)
"""Statements that are never done ahead: they lead to other turns, or ask chance."""


class Lookahead:
    """The search; its answers are True or False, or None for what is not seen."""

    __slots__ = (
        "_below",
        "_doing",
        "_helping",
        "_in_vain",
        "_joins",
        "_obligations",
        "_referee",
        "_relaxation",
        "_static",
        "_table",
        "_visits",
    )

    def __init__(
        self,
        static: StaticAnalysis,
        obligations: Obligations,
        relaxation: Relaxation,
        state: State,
        doing: bool = False,
    ) -> None:
        self._static = static
        self._referee = static.referee
        self._helping = static.referee.helping
        self._obligations = obligations
        self._relaxation = relaxation
        self._table = state.table
        self._doing = doing
        self._visits = 0
        self._below: dict[int, bool] = {}
        self._joins: dict[object, tuple[bool | None, Frame]] = {}
        self._in_vain: dict[object, Drift] = {}

    def look(self, state: State, frame: Frame | None, drift: Drift = NO_DRIFT, sure: bool = True) -> bool | None:
        """Whether the player can go on from a frame to the end of all that is done wholly, and meet all obligations.

        Statements before it were passed over, with a drift; not `sure`: it may be that they cannot be done.
        """
        self._visits = MOST_VISITS
        try:
            return self._look(state, frame, drift, sure)
        except RecursionError:  # hundreds of statements, one inside the question about another
            return None

    @property
    def visited(self) -> int:
        """How many statements were looked at the last time."""
        return MOST_VISITS - max(self._visits, 0)

    def _look(self, state: State, frame: Frame | None, drift: Drift, sure: bool) -> bool | None:
        """The same, one step of the search."""
        inner = frame
        while frame is not None and frame.at == len(frame.section.steps) and (frame.whole or state.obligations):
            frame = frame.parent
        if frame is not inner and frame is not None:
            return self._joined(state, frame, drift, sure)
        if not state.obligations:
            if frame is None or self._static.rest_cannot_fail(frame, frame.at):
                return sure or None
        elif frame is None or not self._obligations.can_be_met(state, frame):
            return False
        self._visits -= 1
        if self._visits < 0:
            return None
        return self._at(state, frame, drift, sure)

    def _joined(self, state: State, frame: Frame, drift: Drift, sure: bool) -> bool | None:
        """The same where several ways come together: what is in vain after some drift is so after a part of it."""
        place = (state, frame.section.number, frame.at, frame.done, frame.left, id(frame.env), id(frame.parent))
        failed = self._in_vain.get(place)
        if failed is not None and drift <= failed:
            return False
        key = *place, drift, sure
        if key not in self._joins:
            self._joins[key] = self._look(state, frame, drift, sure), frame  # with the frame, so that the ids stay
        found, _ = self._joins[key]
        if found is False:
            self._in_vain[place] = drift
        return found

    def _at(self, state: State, frame: Frame, drift: Drift, sure: bool) -> bool | None:
        """The same where the player stops at the frame or does not."""
        step = frame.section.steps[frame.at]
        kind, found = KINDS[type(step)], None
        if kind.may_stop(frame, step):
            found = self._look(state, frame.stopped, drift, sure)
            found = found or _either(found, self._on(state, frame, step, drift, sure))
        elif not drift and kind.only_binds(step) and not state.obligations and self._static.alone(frame):
            found = kind.can_be_done(self._referee, state, frame, step) and (sure or None)
        elif isinstance(step, play.Pick) and self._in_vain_together(state, frame, drift):
            return None if self._helping and self._may_be_helped(frame) else False
        else:
            found = self._on(state, frame, step, drift, sure)
        return found or (None if self._helping and self._may_be_helped(frame) else found)

    def _in_vain_together(self, state: State, frame: Frame, drift: Drift) -> bool:
        """Whether of several picks from a frame on one cannot be done, whatever is picked before it: asked at once."""
        joined = self._relaxation.joined(frame.section, frame.at)
        if joined is None or (effort := self._referee.effort(state, joined.condition)) > MOST_EFFORT:
            return False
        self._referee.budget.allowed += effort  # a question more, which takes less than to go through all picks
        relaxed = self._relaxation.relaxed(frame, joined, drift)
        return relaxed is not None and not self._referee.holds(state, relaxed.step.condition, frame.env)

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
        if not kind.only_binds(step):
            return self._passed_over(state, frame, step, drift, sure)
        relaxed = self._relaxation.relaxed(frame, step, drift)
        return None if relaxed is None else self._bound(state, frame, relaxed, drift, sure)

    def _bound(self, state: State, frame: Frame, relaxed: Relaxed, drift: Drift, sure: bool) -> bool | None:
        """The same at a statement that does no more than lead somewhere."""
        referee, step = self._referee, relaxed.step
        kind = KINDS[type(step)]
        if isinstance(step, play.When) and not relaxed.exact:
            return self._branches(state, frame, step, drift, sure)
        if not state.obligations and self._static.alone(frame):
            found = kind.can_be_done(referee, state, frame, step)
            return found and ((sure and relaxed.exact) or None)
        if relaxed.elsewhere and state.unseen:
            return self._picked(state, frame, relaxed, drift, sure)
        led = kind.do(referee, state, frame, step)
        if led is None:
            return False
        if isinstance(led, Frame):
            return self._look(state, led, drift | relaxed.then, sure and relaxed.exact)
        if not self.tells_apart(state, frame):
            led = led[:1]
        return self._any_of(state, frame, led, relaxed, drift, sure)

    def tells_apart(self, state: State, frame: Frame) -> bool:
        """Whether it can make a difference to what is seen which element is picked at a frame."""
        return self._doing or bool(state.obligations) or self._static.matters(frame.section, frame.at)

    def _any_of(
        self, state: State, frame: Frame, elements: Iterable[Any], relaxed: Relaxed, drift: Drift, sure: bool
    ) -> bool | None:
        """The same after some element is picked."""
        found: bool | None = False
        sure, drift = sure and relaxed.exact, drift | relaxed.then
        for element in elements:
            after, then = self.after_pick(state, frame, relaxed.step, element, relaxed)
            found = _either(found, self._look(after, then, drift, sure))
            if found or (found is None and not sure):
                break
        return found

    def _picked(self, state: State, frame: Frame, relaxed: Relaxed, drift: Drift, sure: bool) -> bool | None:
        """The same at a pick that is relaxed because of what has come to light: elsewhere it is as it was."""
        seat = self._referee.seat(relaxed.step.home, frame.env)
        lit = {piece.space for piece in state.unseen if piece.seat == seat}
        known = Relaxed(frame.step, True, relaxed.then)
        elsewhere = (space for space in self._elements(state, frame, known) if space not in lit)
        here = (space for space in self._elements(state, frame, relaxed) if space in lit)
        found = self._any_of(state, frame, elsewhere, known, drift, sure)
        if not found:
            there = self._any_of(state, frame, here, relaxed, drift, sure)
            found = _either(found, self._shown(state, frame, drift, sure) if there is None else there)
        return found

    def _shown(self, state: State, frame: Frame, drift: Drift, sure: bool) -> bool | None:
        """The same at a pick of the one piece that has come to light, for all that it may be."""
        if len(state.unseen) > 1:
            return None
        (piece,), rest = state.unseen, drift - come_to_light(state.unseen[0].seat)
        relaxed = self._relaxation.relaxed(frame, frame.step, rest)
        found: bool | None = None if relaxed is None else False
        for one, count in enumerate(piece.possible(state.table.bag)):
            if count and found is False and relaxed is not None:
                after = state.copy()
                after.unseen = ()
                after.table.show(piece, one)
                here = (space for space in self._elements(after, frame, relaxed) if space == piece.space)
                found = self._any_of(after, frame, here, relaxed, rest, sure)
        return found

    def _elements(self, state: State, frame: Frame, relaxed: Relaxed) -> Sequence[Any]:
        """What there is to pick at a frame."""
        return cast(Sequence[Any], KINDS[play.Pick].do(self._referee, state, frame, relaxed.step))

    def after_pick(
        self, state: State, frame: Frame, step: play.Step, element: Any, relaxed: Relaxed | None = None
    ) -> tuple[State, Frame]:
        """The state, with fewer obligations perhaps, and the frame after a pick; of a relaxed one those it may meet."""
        kind = KINDS[type(step)]
        left = state.obligations and self._left(state, frame, element, relaxed)
        if left != state.obligations or kind.lasting(step):
            state = state.copy()
            state.obligations = left
            kind.note(self._referee, state, frame, step, element)
        return state, kind.enter(frame, step, element)

    def _left(self, state: State, frame: Frame, element: Any, relaxed: Relaxed | None) -> tuple[Obligation, ...]:
        """The obligations that are left after a pick."""
        step = frame.step
        if not isinstance(step, play.Pick):
            return state.obligations
        if relaxed is None or relaxed.exact:
            return self._obligations.left(state, frame, step, element)
        here = self._referee.rules_of(step.binder)
        return tuple(
            one
            for one in state.obligations
            if one.now.rule not in here
            or (one.now.rule in relaxed.steady and self._obligations.idle(state, frame, step, element, one))
        )

    def _branches(self, state: State, frame: Frame, step: play.When, drift: Drift, sure: bool) -> bool | None:
        """The same where a condition may hold or not; it is weakened, so where it does not hold it will not."""
        yes, no = (frame.inner(index, frame.env, frame.next()) for index in (0, 1))
        if not self._referee.holds(state, step.condition, frame.env):
            return self._look(state, no, drift, sure)
        return _either(self._look(state, yes, drift, False), self._look(state, no, drift, False))

    # -- statements that are passed over

    def _passed_over(self, state: State, frame: Frame, step: play.Step, drift: Drift, sure: bool) -> bool | None:
        """The same at a change of the table or of a rule."""
        if self._doing and self._apart(frame, step, drift) and (done := self._done(state, frame, step)) is not None:
            after, led, shown = done
            return led is not None and self._look(after, led, drift | shown, sure)
        referee, kind = self._referee, KINDS[type(step)]
        changed = kind.drift(referee, frame.env, step)
        if changed is None or isinstance(step, play.TurnOf | play.Repeat):
            return None
        ruled = kind.ruled(referee, state, frame, step)
        required = None if kind.requires(step) is None else self._relaxation.relaxed(frame, step, drift)
        if required is not None:
            if not referee.holds(state, required.step.condition, frame.env):
                return False
            sure = sure and required.exact
        elif ruled is state:  # else it cannot fail by itself, and what it obliges to is looked for
            sure = sure and kind.cannot_fail(step, (), referee.reserved)
        unknown = {fact.where: -1 for fact in changed if fact.what == "unknown"}
        then = frame.next({**frame.env, **unknown} if unknown else None)
        return self._look(ruled, then, drift | self.settled(changed, state.table), sure)

    def _done(self, state: State, frame: Frame, step: play.Step) -> tuple[State, Frame | None, Drift] | None:
        """The state and frame after a change, done on a copy, and the drift of what comes to light; None: only chance knows.

        Without a frame it cannot be done.
        """
        if isinstance(step, DECIDED_ELSEWHERE):
            return None
        after = state.copy()
        led = KINDS[type(step)].do(self._referee, after, frame, step)
        if led is not None and not isinstance(led, Frame):
            return None
        return after, led, NO_DRIFT.union(*(come_to_light(piece.seat) for piece in after.unseen))

    def _apart(self, frame: Frame, step: play.Step, drift: Drift) -> bool:
        """Whether nothing that was passed over has a part in a change, so that it can be done."""
        if not drift:
            return True
        if not isinstance(step, play.Shift | play.Keep) or any(one.what in ("unknown", "larger") for one in drift):
            return False
        homes = KINDS[type(step)].changes(step).places
        return {self._referee.seat(home, frame.env) for home in homes}.isdisjoint(one.where for one in drift)

    def _each(
        self, state: State, frame: Frame, step: play.Each | play.InAnyOrder, drift: Drift, sure: bool
    ) -> bool | None:
        """The same at a loop over elements: without any nothing is done; else all that it may change is passed over."""
        if self._doing and not drift and isinstance(step, play.Each):
            return self._look(state, KINDS[play.Each].block(self._referee, state, frame, step, 0), drift, sure)
        relaxed = self._relaxation.relaxed(frame, step, drift)
        if relaxed is None or frame.left:
            some = True
        elif frame.left is not None:
            some = False
        else:
            some = self._referee.some(state, relaxed.step.binder, step.home, frame.env)
        if not some:
            return self._look(state, frame.next(), drift, sure)
        return self._rounds(state, frame, drift, sure and self._static.cannot_fail(frame.section.inner[frame.at][0]))

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
        changed = self._static.changed_by(inner, frame.env)
        return (
            None
            if changed is None
            else self._look(state, frame.next(), drift | self.settled(changed, state.table), sure)
        )

    def settled(self, drift: Drift, table: Table) -> Drift:
        """The drift where it is known what lies under the pieces of a table that may have been taken away."""
        seats = {fact.where for fact in drift if fact.what == "uncovered"}
        return settled(drift, frozenset(seat for seat in seats if self._shows_below(table, seat))) if seats else drift

    def _shows_below(self, table: Table, seat: int) -> bool:
        """Whether a piece that comes to light at a seat may be face-up."""
        known = self._below.get(seat) if table is self._table else None
        if known is None:
            piles = table.grids[seat].piles
            known = seat in self._referee.hiding or any(
                piece & 1 for pile in piles if len(pile) > 1 for piece in pile[:-1]
            )
            if table is self._table:
                self._below[seat] = known
        return known


def _either(one: bool | None, other: bool | None) -> bool | None:
    """Whether one of two ways leads on, if that is seen."""
    if one or other:
        return True
    return None if one is None or other is None else False


def _option_names(step: play.Step) -> frozenset[str]:
    return frozenset(option.name for option in step.options) if isinstance(step, play.Menu) else frozenset()
