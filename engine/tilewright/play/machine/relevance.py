"""Which places matter for what is begun: those that the statements up to its end look at or change.

States that differ elsewhere go on alike, so of what was found impossible no more needs to be remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.asked import counters_read, rules_asked
from tilewright.core.node import Node
from tilewright.core.walk import find, variables
from tilewright.play.frames import Frame, upward
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.statements import KINDS, looked_at, reads
from tilewright.play.sections import Section
from tilewright.play.state import State

Homes = frozenset[core.Var | None]


@dataclass(frozen=True)
class Read:
    """What statements look at: the homes of places, counters by name, and the statements and rules themselves."""

    homes: Homes
    counters: frozenset[str]
    by: tuple[Node, ...]

    @cached_property
    def variables(self) -> frozenset[int]:
        """All that the statements and rules name, by number."""
        return frozenset(var.id for node in self.by for var in variables(node))

    @cached_property
    def everyone(self) -> bool:
        """Whether they may ask of players other than the one who does the statements."""
        return any(binder.var.sort == core.PLAYER for binder in find(core.Binder, *self.by))


class Relevance:
    """The places that matter, by where in the statements a game stands; no ability may be used on the way."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._named: Homes = frozenset({None, *(var for _, var in referee.course.places)})
        parameters = (one for verb in referee.course.verbs for one in verb.parameters)
        # each is that of an argument, told where the verb is done; inside of it the frame says
        self._passed = frozenset(one.home for one in parameters if one.home is not None)
        self._known: dict[object, Homes | None] = {}

    def seats(self, state: State) -> tuple[int, ...] | None:
        """The seats of the places that matter, in order; None when that may be any."""
        frame = state.frame
        if frame is None:
            return None
        rules = frozenset(one.now.rule for one in state.obligations)
        key = (rules, *((one.section.number, one.at, one.whole > 0) for one in upward(frame)))
        if key not in self._known:
            self._known[key] = self._homes(list(self._ahead(frame, rules)))
        homes = self._known[key]
        if homes is None:
            return None
        passed = {one.env[home.id] for one in upward(frame) for home in self._passed if home.id in one.env}
        return tuple(sorted(passed | {self._referee.seat(home, frame.env) for home in homes}))

    def _ahead(self, frame: Frame, rules: frozenset[str]) -> Iterator[play.Step]:
        """The statements that are still to be done wholly, and those up to the last pick that meets an obligation."""
        frames = list(upward(frame))
        last = max(
            (i for i, one in enumerate(frames) if one.whole or self._end(one.section, one.at, rules)), default=-1
        )
        for one in frames[: last + 1]:
            end = len(one.section.steps) if one.whole or one is not frames[last] else self._end(one.section, 0, rules)
            for at in range(one.at, end):
                yield one.section.steps[at]
                for inner in one.section.inner[at]:
                    yield from inner.steps_from(0)

    def _end(self, section: Section, at: int, rules: frozenset[str]) -> int:
        """The index after the last step, from one on, that picks by the rules; 0 if there is none."""
        steps = range(at, len(section.steps))
        return max((i + 1 for i in steps if rules & self._referee.deciding(section, i)), default=0)

    def _homes(self, steps: Iterable[play.Step]) -> Homes | None:
        """The homes of the places that statements look at or change; None: they may be any."""
        found = self.read_by(steps)
        return None if found is None else found.homes

    def read_by(self, steps: Iterable[play.Step]) -> Read | None:
        """What statements look at, and the places that they change; None: it may be any."""
        homes: set[core.Var | None] = set()
        gained, counted, rules, done = set[str](), set[str](), set[str](), list[Node]()
        for step in steps:
            read, changed = reads(step), KINDS[type(step)].changes(step)
            if changed.everywhere or self._asks_all(step):
                return None
            homes |= read.places | changed.places
            if isinstance(step, play.Call):
                homes |= {given.home for given in step.arguments}
            rules |= read.rules
            counted |= read.counters
            if isinstance(step, play.Gain):
                (counted if step.pay else gained).add(step.counter)
            done.append(step)
        bodies = [body for name in self._with_asked(rules) for body in self._referee.program.rule_bodies[name]]
        homes |= {home for home in looked_at(*bodies) if home is not None}  # they are asked where the step looks
        counted |= counters_read(*bodies)
        supplied = {name for name in gained if self._referee.counters[name].cap is not None}
        homes -= self._passed
        if supplied & counted or not homes <= self._named:
            return None
        return Read(frozenset(homes), frozenset(counted), (*done, *bodies))

    def _asks_all(self, step: play.Step) -> bool:
        """Whether a statement depends on what lies anywhere, or is done for other players."""
        match step:
            case play.Draw() | play.Fill() | play.TurnOf():
                return True
            case play.Cap():
                return step.on and step.cap not in self._referee.reserved
            case play.Times():
                return step.in_turn
            case play.Each():
                return step.binder.var.sort == core.PLAYER
        return False

    def _with_asked(self, rules: set[str]) -> set[str]:
        """The rules and those that they ask in turn."""
        found, waiting = set[str](), list(rules)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += rules_asked(*self._referee.program.rule_bodies[name])
        return found
