"""Statements relaxed under a drift: what they offer now has among it all that they may offer after it.

A relaxation, as planners use it: what was passed over is taken to have changed the table for the best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.drift import NO_DRIFT, Drift, Drifting
from tilewright.core.node import Node
from tilewright.core.walk import find, variables
from tilewright.core.weakening import Weakening
from tilewright.play.frames import Frame
from tilewright.play.machine.statements import KINDS
from tilewright.play.sections import Program, Section
from tilewright.struct import Struct, struct

N = TypeVar("N", bound=Node)
NONE: frozenset[str] = frozenset()


@struct
class Relaxed(Struct):
    """A statement to look at instead of another; `exact`: it offers just the same. `then`: the drift of its bindings.

    `elsewhere`: on other spaces than those on which something has come to light it offers what the other does.
    `steady` are the named rules that it asks of nothing but the element, and that say the same as before.
    """

    step: Any
    exact: bool
    then: Drift = NO_DRIFT
    elsewhere: bool = False
    steady: frozenset[str] = frozenset()


class Relaxation:
    """The relaxed statements of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._me = program.course.me.id
        self._places = tuple(
            var.id for _, var in program.course.places
        )  # rules may speak of them; each player has some
        self._parameters = {verb.name: verb.parameters for verb in program.course.verbs}
        self._known: dict[object, Relaxed | None] = {}
        self._unchanged: dict[int, Relaxed] = {}
        self._nodes: dict[Node, Node] = {}
        self._players: dict[object, tuple[int, ...]] = {}
        self._joined: dict[tuple[int, int], play.Require | None] = {}

    def joined(self, section: Section, at: int) -> play.Require | None:
        """Picks one after another from a step on as the condition that all can be done; None for less than two.

        A condition is asked at once, where to look at each pick means to go through all ways to do those before it.
        """
        key = section.number, at
        if key not in self._joined:
            self._joined[key] = self._join(section.steps, at)
        return self._joined[key]

    def _join(self, steps: Sequence[play.Step], at: int) -> play.Require | None:
        end = at
        while end < len(steps) and _binds_an_element(steps[end]) and (end == at or not _lasts(steps[end - 1])):
            end += 1
        if end < at + 2:
            return None
        condition: core.Expr = core.TRUE
        for step in reversed(steps[at:end]):
            one = cast(play.Pick, step)
            condition = core.OnBoardOf(one.home or self._program.course.me, core.Exists(one.binder, condition))
        return play.Require(condition)

    def relaxed(self, frame: Frame, step: play.Step, drift: Drift) -> Relaxed | None:
        """The statement of a frame after a drift; None: not seen. Of a change it is what it requires."""
        if not drift:
            found = self._unchanged.get(id(step))
            if found is None:  # all steps are of the program, so their ids stay theirs
                required = KINDS[type(step)].requires(step)
                found = self._unchanged[id(step)] = Relaxed(step if required is None else play.Require(required), True)
            return found
        at = frame.section.number, frame.at, type(step)
        players = self._players.get(at)
        if players is None:
            players = tuple(sorted(var.id for var in variables(step) if var.sort == core.PLAYER))
            players = self._players[at] = (self._me, *players)
        key = (at, drift, *(frame.env.get(var) for var in players))
        if key not in self._known:
            bound = (*players, *self._places)
            self._known[key] = self._relaxed(step, drift, {v: frame.env[v] for v in bound if v in frame.env})
        return self._known[key]

    def _relaxed(self, step: play.Step, drift: Drift, seats: Mapping[int, int]) -> Relaxed | None:
        larger, unknown = (frozenset(f.where for f in drift if f.what == what) for what in ("larger", "unknown"))
        program = self._program
        rules = program.rule_bodies, program.plain_rules
        weakening = Weakening(drift, seats, *rules, program.measured, larger, unknown, program.rule_parameters)
        me = seats[self._me]
        match step:
            case play.Pick() | play.First() | play.Each() | play.InAnyOrder():
                home = me if step.home is None else seats.get(step.home.id)
                return self._of_elements(step, weakening, home)
            case play.Require(condition) | play.When(condition):
                weak = self._one(weakening.condition(condition, me), condition)
                return Relaxed(replace(step, condition=weak), not weakening.touched(condition, me))
            case play.Menu(options):
                conditions = [self._one(weakening.condition(one.condition, me), one.condition) for one in options]
                weak_options = (replace(one, condition=weak) for one, weak in zip(options, conditions, strict=True))
                exact = not any(weakening.touched(one.condition, me) for one in options)
                return Relaxed(play.Menu(tuple(weak_options)), exact)
            case play.Call(verb, arguments):
                parameters = self._parameters[verb]
                passed = {one.space.id: given.space.id for one, given in zip(parameters, arguments, strict=True)}
                vague = {(f.where, f.what) for f in drift if f.what in ("larger", "unknown")}
                then = {Drifting(what, one) for one, given in passed.items() for var, what in vague if var == given}
                return Relaxed(step, True, frozenset(then))
            case play.Wholly():
                return Relaxed(step, True)
            case play.PickSome() | play.PickNumber() | play.LetNow():
                changed = any(weakening.different(asked, None) for asked in play.questions(step))
                return None if changed else Relaxed(step, True)
        required = KINDS[type(step)].requires(step)
        return None if required is None else self._relaxed(play.Require(required), drift, seats)

    def _of_elements(
        self, step: play.Pick | play.First | play.Each | play.InAnyOrder, weakening: Weakening, seat: int | None
    ) -> Relaxed | None:
        """A statement that is done with an element of a binder; any may be the first one."""
        weak = weakening.binder(step.binder, seat)
        if weak is None:
            return None
        weak = self._one(weak, step.binder)
        exact = not weakening.different(step.binder, seat)
        then = {Drifting("larger", step.binder.var.id)} if weakening.grows(step.binder, seat) else NO_DRIFT
        if isinstance(step, play.First) and not exact:
            return Relaxed(play.Pick("", weak, step.home), False, frozenset(then))
        apart = replace(weakening, elsewhere=frozenset({step.binder.var.id}))
        elsewhere = isinstance(step, play.Pick) and not exact and not apart.different(step.binder, seat)
        steady = NONE if exact else frozenset(one for one in self._own(step.binder) if not weakening.rule(one, seat))
        return Relaxed(replace(step, binder=weak), exact, frozenset(then), elsewhere, steady)

    def _own(self, binder: core.Binder) -> frozenset[str]:
        """The named rules that a binder asks, one by way of another too, of its element and of nothing else."""
        asked: dict[str, bool] = {}
        waiting: list[tuple[Node, frozenset[int]]] = [(binder, frozenset({binder.var.id}))]
        while waiting:
            node, own = waiting.pop()
            pairs = [(one.rule, one.of.id) for one in find(core.RuleHolds, node)]
            for rule, of in (*pairs, *((one.rule, one.of.id) for one in find(core.RuleNumber, node))):
                if rule not in asked:
                    parameters = self._program.rule_parameters[rule]
                    waiting += [(body, parameters) for body in self._program.rule_bodies[rule]]
                asked[rule] = asked.get(rule, True) and of in own
        return frozenset(rule for rule, of_element in asked.items() if of_element) if all(asked.values()) else NONE

    def _one(self, node: N, known: N) -> N:
        """Of equal nodes always the same one, that of the statement if it is equal: so they are looked up quickly."""
        self._nodes.setdefault(known, known)
        return cast(N, self._nodes.setdefault(node, node))


def _binds_an_element(step: play.Step) -> bool:
    return isinstance(step, play.Pick) and step.binder.var.sort != core.PLAYER


def _lasts(step: play.Step) -> bool:
    """Whether a pick is kept to the end of the turn: rules may speak of it, so what comes after it is asked when it is done."""
    return cast(play.Pick, step).lasting


@lru_cache(maxsize=32)
def relaxation_of(program: Program) -> Relaxation:
    """The relaxed statements of a program; matches of one sort share them."""
    return Relaxation(program)
