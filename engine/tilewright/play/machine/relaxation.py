"""Statements relaxed under a drift: what they offer now has among it all that they may offer after it.

A relaxation, as planners use it: what was passed over is taken to have changed the table for the best.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.drift import NO_DRIFT, Drift, Drifting
from tilewright.core.node import Node
from tilewright.core.walk import variables
from tilewright.core.weakening import Weakening
from tilewright.play.frames import Frame
from tilewright.play.machine.statements import KINDS
from tilewright.play.sections import Program
from tilewright.struct import Struct, struct

N = TypeVar("N", bound=Node)


@struct
class Relaxed(Struct):
    """A statement to look at instead of another; `exact`: it offers just the same. `then`: the drift of its bindings."""

    step: Any
    exact: bool
    then: Drift = NO_DRIFT


class Relaxation:
    """The relaxed statements of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._me = program.course.me.id
        self._parameters = {verb.name: verb.parameters for verb in program.course.verbs}
        self._known: dict[object, Relaxed | None] = {}
        self._nodes: dict[Node, Node] = {}
        self._players: dict[tuple[int, int], tuple[int, ...]] = {}

    def relaxed(self, frame: Frame, step: play.Step, drift: Drift) -> Relaxed | None:
        """The statement of a frame after a drift; None: not seen. Of a change it is what it requires."""
        at = frame.section.number, frame.at
        players = self._players.get(at)
        if players is None:
            players = tuple(sorted(var.id for var in variables(step) if var.sort == core.PLAYER))
            players = self._players[at] = (self._me, *players)
        key = (at, drift, *(frame.env.get(var) for var in players))
        if key not in self._known:
            self._known[key] = self._relaxed(step, drift, {v: frame.env[v] for v in players if v in frame.env})
        return self._known[key]

    def _relaxed(self, step: play.Step, drift: Drift, seats: Mapping[int, int]) -> Relaxed | None:
        larger, unknown = (frozenset(f.where for f in drift if f.what == what) for what in ("larger", "unknown"))
        program = self._program
        weakening = Weakening(drift, seats, program.rule_bodies, program.plain_rules, program.measured, larger, unknown)
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
        return Relaxed(replace(step, binder=weak), exact, frozenset(then))

    def _one(self, node: N, known: N) -> N:
        """Of equal nodes always the same one, that of the statement if it is equal: so they are looked up quickly."""
        self._nodes.setdefault(known, known)
        return cast(N, self._nodes.setdefault(node, node))


@lru_cache(maxsize=32)
def relaxation_of(program: Program) -> Relaxation:
    """The relaxed statements of a program; matches of one sort share them."""
    return Relaxation(program)
