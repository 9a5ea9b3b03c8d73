"""The statements of one game laid out: each block at its place, with the blocks inside of each statement.

Blocks that are equal but stand at different places are different sections, so where a game stands is
given by a section and an index. All readers of statements walk sections: inside a call is the body of the verb.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import only_where
from tilewright.core.expr import GROUP, LINE, SPACE, Var
from tilewright.core.walk import find, free, walk


@dataclass(slots=True, eq=False)
class Section:
    """A block at its place in a game.

    `number` tells it from all other sections of the game, in every run alike (empty blocks share one);
    `inner` are the sections inside each step.
    """

    steps: play.Block
    number: int = -1
    inner: tuple[tuple[Section, ...], ...] = ()

    def steps_from(self, at: int) -> Iterator[play.Step]:
        """All statements from a step on, those inside of others too."""
        for index in range(at, len(self.steps)):
            yield self.steps[index]
            for section in self.inner[index]:
                yield from section.steps_from(0)


class Program:
    """The sections of a game: `setup`, the course itself (`main`), `turns` and `verbs` by name, `after`, and what each ability costs and does (`uses`)."""

    def __init__(self, course: play.Course, abilities: Sequence[play.Ability]) -> None:
        self.course = course
        self.abilities = tuple(abilities)
        self.setup, self.turn, self.after = map(Section, (course.setup, course.turn, course.after))
        self.turns = {"turn": self.turn, **{name: Section(body) for name, body in course.turns}}
        self.main = Section(course.course)
        self.cost = Section(course.cost)
        self.verbs = {verb.name: Section(verb.body) for verb in course.verbs}
        self._bodies = {ability: Section(ability.body) for ability in abilities}
        self.uses = {ability: Section((*course.cost, *ability.body)) for ability in abilities}
        self._lay_out()

    def body(self, ability: play.Ability) -> Section:
        """What an ability does, without its cost."""
        return self._bodies[ability]

    @cached_property
    def homes(self) -> dict[int, int]:
        """For each variable that stands for a thing on a place the variable of that place."""
        me = self.course.me.id
        found = _homes(self.course, *self.abilities)
        return {var.id: me if home is None else home.id for var, home in found if var.sort in _LYING}

    @cached_property
    def rule_bodies(self) -> dict[str, list[core.Expr]]:
        """What each rule may say: its own body, and those that changes of it have."""
        found: dict[str, list[core.Expr]] = {rule.name: [rule.body] for rule in self.course.rules}
        for change in find(play.Now, self.course, *self.abilities):
            found[change.rule].append(only_where(change.where, change.body))
        return found

    @cached_property
    def plain_rules(self) -> dict[str, tuple[Var, core.Expr]]:
        """The parameters and bodies of the rules that no card changes and that speak of nothing but their parameter."""
        changed = {change.rule for change in find(play.Now, self.course, *self.abilities)}
        rules = (rule for rule in self.course.rules if rule.name not in changed)
        return {rule.name: (rule.parameter, rule.body) for rule in rules if {*free(rule.body)} <= {rule.parameter}}

    @cached_property
    def measured(self) -> frozenset[int]:
        """The variables that may be bound to a height or number that pieces do not show."""
        whole = (self.course, *self.abilities)
        picked = {one.var.id for one in find(play.PickNumber, *whole)} | {
            one.var.id for one in find(play.LetNow, *whole)
        }
        domains = ((one.var, one.domain) for one in find(core.Binder, *whole))
        found = picked | {var.id for var, domain in domains if isinstance(domain, core.Values) and domain.heights}
        parameters = {verb.name: verb.parameters for verb in self.course.verbs}
        calls = [zip(parameters[call.verb], call.arguments, strict=True) for call in find(play.Call, *whole)]
        passed = [(one.space.id, given.space.id) for pairs in calls for one, given in pairs]
        while more := {one for one, given in passed if given in found} - found:
            found |= more
        return frozenset(found)

    def _lay_out(self) -> None:
        """Number all sections in the order of the files, breadth first, and find those inside."""
        _, *others = self.turns.values()
        waiting = [self.setup, self.turn, self.cost, self.after, *self.verbs.values()]
        waiting += [*others, self.main] if self.main.steps else []
        for ability in self.abilities:
            waiting += [self._bodies[ability], self.uses[ability]]
        joined = {use: self._bodies[ability] for ability, use in self.uses.items()}
        numbers: dict[object, int] = {}
        for section in waiting:
            section.number = numbers.setdefault(section if section.steps else (), len(numbers))
            if section in joined:  # what is inside is that of the cost and of the ability
                section.inner = self.cost.inner + joined[section].inner
                continue
            section.inner = tuple(map(self._inside, section.steps))
            for step, inner in zip(section.steps, section.inner, strict=True):
                waiting += () if isinstance(step, play.Call) else inner

    def _inside(self, step: play.Step) -> tuple[Section, ...]:
        if isinstance(step, play.Call):
            return (self.verbs[step.verb],)
        return tuple(map(Section, play.blocks(step)))


_LYING = (SPACE, LINE, GROUP)
"""The sorts of things that lie on places."""


def _homes(*roots: play.Course | play.Ability) -> Iterator[tuple[Var, Var | None]]:
    """The variables that stand for things on places, each with the variable of the place."""
    for node in walk(*roots):
        match node:
            case play.Pick() | play.InAnyOrder() | play.Each() | play.First():
                yield node.binder.var, node.home
            case play.PickSome():
                yield node.some, node.home
            case play.Keep() | play.Draw():
                yield node.kept, node.pool
            case play.At():
                yield node.space, node.home
