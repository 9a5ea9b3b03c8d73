"""Where a turn falls into two parts: first things are taken from the table, then the players' own boards are played on.

What is taken can be gone through by the machine, turn after turn, if none of it depends on the players' boards; what is
made of it is left to the solver, if nothing of that reads or changes a place of the table. Whether and where a game has such a cut
is read off its statements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.asked import counters_read, marks_read, rules_asked
from tilewright.core.effects import effects
from tilewright.core.facts import LYING, RULES, SPACES, asked_of, reads
from tilewright.core.node import Node
from tilewright.core.walk import children, walk
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.sections import Section

OWN, POOL, TABLE = "own", "pool", "table"
"""Sorts of places: boards of players, their pools, and what is the table's."""
_BY_CHANCE = (play.Fill, play.Draw, play.Roll)
_OF_BOARDS = LYING - SPACES
"""What a node reads that looks at stacks."""


@dataclass(frozen=True)
class TurnCut:
    """`at`: how many statements of the turn belong to its first part; `taking`: the abilities that do, by their numbers."""

    at: int
    taking: frozenset[int]


def cut_of(evaluator: StateEvaluator) -> TurnCut | None:
    """Where a turn falls into its parts; None if it has no such parts."""
    return _Cut(evaluator).found()


def limited_counters(evaluator: StateEvaluator) -> list[str]:
    """The counters that cannot grow beyond a number, or beyond what the supply has."""
    return [name for name, one in evaluator.counters.items() if one.most is not None or one.cap is not None]


class _Cut:
    def __init__(self, evaluator: StateEvaluator) -> None:
        self.evaluator, self.course = evaluator, evaluator.course
        self.rules = {rule.name: rule for rule in self.course.rules}
        self.homes = {self.course.me.id: {OWN}}
        for board in evaluator.game.boards:
            var = dict(self.course.places).get(board.name)
            if var is not None:
                self.homes[var.id] = {TABLE if not board.each_player else POOL if board.pool else OWN}
        self.begun = {TABLE} if any(board.begins for board in evaluator.game.boards) else set[str]()
        calls = [step for step in self._all(evaluator.program.turn) if isinstance(step, play.Call)]
        for _ in range(len(self.course.verbs) + 1):  # verbs pass places on to verbs
            for call in calls:
                for parameter, argument in zip(evaluator.parameters[call.verb], call.arguments, strict=True):
                    if parameter.home is not None:
                        self.homes.setdefault(parameter.home.id, set()).update(self.sorts(argument.home))

    def found(self) -> TurnCut | None:
        """The first index at which the two parts meet, with every ability in one of them."""
        program = self.evaluator.program
        turn, taking, given, later = program.turn, set[int](), list[play.Step](), list(self._all(program.after))
        cost = len(self.course.cost)
        for number, ability in enumerate(program.abilities):
            whole = program.uses[ability]
            later += self._all(Section(whole.steps[:cost], inner=whole.inner[:cost]))
            body = list(self._all(Section(whole.steps[cost:], inner=whole.inner[cost:])))
            if OWN in self._touched(body):
                later += body
            else:
                taking.add(number)
                given += body
        for index in range(1, len(turn.steps)):
            first = Section(turn.steps[:index], inner=turn.inner[:index])
            second = Section(turn.steps[index:], inner=turn.inner[index:])
            if self._parted([*self._all(first), *given], [*self._all(second), *later]):
                return TurnCut(index, frozenset(taking))
        return None

    def _all(self, section: Section) -> Iterator[play.Step]:
        return section.steps_from(0)

    def sorts(self, home: core.Var | None) -> set[str]:
        """What sorts of places a home can be."""
        return self.homes.get(self.course.me.id if home is None else home.id, {OWN})

    def _parted(self, first: list[play.Step], second: list[play.Step]) -> bool:
        if TABLE in self._touched(second) or OWN in self._touched(first):
            return False
        if any(isinstance(step, _BY_CHANCE) or (isinstance(step, play.Pick) and step.random) for step in first):
            return False
        bound = {step.binder.var for step in first if isinstance(step, play.Pick) and step.lasting}
        bound |= {step.kept for step in first if isinstance(step, play.Keep) and step.lasting}
        asked = [part for step in second for part in self._closure(step)]
        changed, given = (
            [effects(step) for step in second],
            [effects(step) for step in first],
        )
        marks, rules = marks_read(*asked), rules_asked(*asked)
        if bound & set(walk(*asked)) or any(one.marks & marks or one.rules & rules for one in given):
            return False
        own = [part for step in first for part in self._closure(step)] + list(self._closure(self.course.end))
        later = frozenset[str]().union(*(one.counters for one in changed))
        gained = {step.counter for step in second if isinstance(step, play.Gain) and not step.pay}
        limited = set(limited_counters(self.evaluator)) & {name for one in given for name in one.counters}
        return (
            not later & counters_read(*own)
            and not gained & limited
            and OWN not in set(self._looked(self.course.end, {OWN}))
        )

    def _touched(self, steps: list[play.Step]) -> set[str]:
        """The sorts of places that statements read or change."""
        found: set[str] = set()
        for step in steps:
            changed = effects(step)
            found |= self.begun if changed.home else set()
            for home in changed.places:
                found |= self.sorts(home)
            home = getattr(step, "home", None)
            for part in children(step):
                if isinstance(step, play.Now):
                    found |= set(self._looked(part, self.sorts(self.rules[step.rule].home)))
                elif isinstance(part, play.At):
                    found |= self.sorts(part.home) if not isinstance(step, play.Call) else set()
                elif not isinstance(part, (*get_args(play.Step), play.Option, core.Var)):
                    found |= set(self._looked(part, self.sorts(home if isinstance(part, core.Binder) else None)))
                elif isinstance(part, play.Option):
                    found |= set(self._looked(part.condition, {OWN}))
        return found

    def _looked(self, node: Node, seat: set[str]) -> Iterator[str]:
        """The sorts of places of which an expression looks at stacks, asked at places of some sorts."""
        seat = self.sorts(asked_of(node)) if asked_of(node) else seat
        if reads(node) & _OF_BOARDS:
            yield from seat
        for rule in rules_asked(node) if RULES & reads(node) else ():
            yield from self._looked(self.rules[rule].body, seat)
        for part in children(node):
            yield from self._looked(part, seat)

    def _closure(self, node: Node) -> Iterator[Node]:
        waiting, seen = [node], set[str]()
        while waiting:
            part = waiting.pop()
            yield part
            fresh = rules_asked(part) - seen
            seen |= fresh
            waiting += [self.rules[rule].body for rule in sorted(fresh)]
