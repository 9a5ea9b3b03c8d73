"""How far chance reaches in a turn, and which places what happens until then depends on.

Both are read off the statements. From the moment on when nothing of a turn is left to chance the *result* is known.
Until then statements look at some places and only add to others (they are *blind* to these): on what lies there
depends what a goal comes to, but not what can happen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.asked import rules_asked
from tilewright.core.walk import find
from tilewright.play.frames import Frame, upward
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.relevance import Homes
from tilewright.play.machine.statements import KINDS, looked_at, reads
from tilewright.play.sections import Section
from tilewright.play.state import State


class Horizon:
    """The horizon of one turn of a player who has these abilities."""

    def __init__(self, referee: Referee, abilities: Iterable[play.Ability]) -> None:
        self._referee = referee
        self._abilities = tuple(abilities)
        self._risky = tuple(one for one in self._abilities if self._any_chance(self._uses(one)))
        self._ahead: dict[int, list[bool]] = {}
        self._steps: dict[tuple[int, int], tuple[bool, frozenset[str]]] = {}

    # -- chance

    def settled(self, state: State, frame: Frame) -> bool:
        """Whether nothing of the turn is left to chance from a frame on."""
        around: Frame | None = frame
        while around is not None:
            if self._chance_from(around.section, around.at):
                return False
            around = around.parent
        return not any(self._within(frame, one) and self._unused(state, one) for one in self._risky)

    def has_chance(self, frame: Frame) -> bool:
        """Whether anything of the turn that a frame belongs to is left to chance when it begins."""
        *_, outer = upward(frame)
        beginning = Frame(outer.section, outer.env, None)
        return self._chance_from(outer.section, 0) or any(self._within(beginning, one) for one in self._risky)

    def _chance_from(self, section: Section, at: int) -> bool:
        """Whether there is chance in a section from a step on."""
        known = self._ahead.get(section.number)
        if known is None:
            found = [self._section(section, step)[0] for step in range(len(section.steps))]
            known = self._ahead[section.number] = [any(found[step:]) for step in range(len(found) + 1)]
        return known[at]

    def _within(self, frame: Frame, ability: play.Ability) -> bool:
        """Whether the moment for an ability is now or may come."""
        if not ability.during:
            return True
        return any(
            one.name == ability.during
            or any(ability.during in self._section(one.section, at)[1] for at in range(one.at, len(one.section.steps)))
            for one in upward(frame)
        )

    def _unused(self, state: State, ability: play.Ability) -> bool:
        return not state.used.issuperset(self._referee.uses(state, ability))

    def _section(self, section: Section, at: int) -> tuple[bool, frozenset[str]]:
        """Whether there is chance in a step or the blocks inside, and the names of what may be done in it."""
        key = section.number, at
        if key not in self._steps:
            steps = list(_with_inner(section, at))
            named = frozenset(
                name
                for step in steps
                for name in (
                    [one.name for one in step.options]
                    if isinstance(step, play.Menu)
                    else [step.verb]
                    if isinstance(step, play.Call)
                    else []
                )
            )
            self._steps[key] = self._any_chance(steps), named
        return self._steps[key]

    def _any_chance(self, steps: Iterable[play.Step]) -> bool:
        return any(self._is_chance(step) for step in steps)

    def _is_chance(self, step: play.Step) -> bool:
        match step:
            case play.Roll() | play.Draw() | play.Fill():
                return True
            case play.Pick():
                return step.random
            case play.Shift() | play.Keep() | play.Swap():
                return bool(self._referee.hiding)  # what lay under a piece may come to light
        return False

    # -- what it depends on

    def changed(self, state: State) -> frozenset[int]:
        """The seats of the places that may change as long as chance is ahead."""
        everything = frozenset(range(len(state.table.grids)))
        if state.frame is None:
            return everything
        changes = [KINDS[type(step)].changes(step) for step in self._before(state.frame)]
        homes = frozenset(home for one in changes for home in one.places)
        if any(one.everywhere for one in changes) or not self._all_known(homes, state.frame):
            return everything
        return frozenset(self._referee.seat(home, state.frame.env) for home in homes)

    def _all_known(self, homes: Homes, frame: Frame) -> bool:
        """Whether no place is known only later, such as that of a player who is gone through."""
        return all(home is None or home.id in frame.env for home in homes)

    def blind(self, state: State) -> frozenset[int]:
        """The seats of pools to which statements only add as long as chance is ahead."""
        frame = state.frame
        if frame is None:
            return frozenset()
        steps = self._before(frame)
        added: set[core.Var | None] = {step.pool for step in steps if isinstance(step, play.Keep)}
        read = self._read(steps)
        if not self._all_known(read | added, frame) or any(
            KINDS[type(step)].changes(step).everywhere for step in steps
        ):
            return frozenset()
        seats, looked = ({self._referee.seat(home, frame.env) for home in homes} for homes in (added, read))
        return frozenset(seats & self._referee.pools - looked)

    def _before(self, frame: Frame) -> list[play.Step]:
        """The statements that may be done as long as chance is ahead."""
        return [*self._until_settled(frame), *(step for one in self._abilities for step in self._uses(one))]

    def _until_settled(self, frame: Frame) -> list[play.Step]:
        """The steps ahead up to the last with chance; all when an ability brings chance at any time."""
        around = list(upward(frame))
        ahead = [(one.section, at) for one in around for at in range(one.at, len(one.section.steps))]
        names = {one.during for one in self._risky}
        risky = [i for i, (section, at) in enumerate(ahead) if self._may_bring(section, at, names)]
        named = max((i for i, one in enumerate(around) if one.name in names), default=-1)
        inside = sum(len(one.section.steps) - one.at for one in around[: named + 1])
        anytime = any(not one.during for one in self._risky)
        last = len(ahead) - 1 if anytime else max([inside - 1, *risky])
        return [step for section, at in ahead[: last + 1] for step in _with_inner(section, at)]

    def _may_bring(self, section: Section, at: int, names: set[str]) -> bool:
        chance, named = self._section(section, at)
        return chance or not named.isdisjoint(names)

    def _read(self, steps: list[play.Step]) -> Homes:
        """The homes of the places that statements look at, or change other than by adding a thing."""
        conditions = [one.condition for one in self._abilities]
        homes = set(looked_at(*conditions))
        rules = set(rules_asked(*conditions))
        for step in steps:
            looked = reads(step)
            homes |= looked.places
            rules |= looked.rules
            if not isinstance(step, play.Keep):
                homes |= KINDS[type(step)].changes(step).places
        for name in rules:
            homes |= self._of_rule(name)
        return frozenset(homes)

    def _of_rule(self, name: str) -> Homes:
        """The places that a rule, with all that it asks and its changes, looks at."""
        course, homes = self._referee.course, set[core.Var | None]()
        known, waiting = set[str](), [name]
        while waiting:
            rule = waiting.pop()
            if rule in known:
                continue
            known.add(rule)
            bodies = [one.body for one in course.rules if one.name == rule]
            bodies += [one.body for one in find(play.Now, course, *self._abilities) if one.rule == rule]
            homes |= looked_at(*bodies)
            waiting += rules_asked(*bodies)
        return frozenset(homes)

    def _uses(self, ability: play.Ability) -> list[play.Step]:
        program = self._referee.program
        return [*program.uses[ability].steps_from(0), *program.after.steps_from(0)]


def _with_inner(section: Section, at: int) -> Iterator[play.Step]:
    """A step and all inside of it."""
    yield section.steps[at]
    for inner in section.inner[at]:
        yield from inner.steps_from(0)
