"""The statements of one game with its cards: lowered, and what can be read off them for questions about tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import only_where
from tilewright.core.expr import GROUP, LINE, SPACE, Var
from tilewright.core.walk import find, free, walk
from tilewright.kernel import flow as f
from tilewright.kernel.lowering import flow_of
from tilewright.table.game import Game

_MOST_FLOWS = 8
"""So many games with the same statements are kept, the latest."""


class Program:
    """The course of a game and the abilities of its cards."""

    def __init__(self, course: play.Course, abilities: Sequence[play.Ability]) -> None:
        self.course = course
        self.abilities = tuple(abilities)
        self._flows: list[tuple[Game, f.Flow]] = []

    def flow(self, game: Game) -> f.Flow:
        """All statements, lowered for the boards of a game."""
        known = next((flow for other, flow in self._flows if other is game), None)
        if known is None:
            known = flow_of(game, self.course, self.abilities)
            self._flows = [*self._flows[1 - _MOST_FLOWS :], (game, known)]
        return known

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
        for change in find(play.Override, self.course, *self.abilities):
            found[change.rule].append(only_where(change.where, change.body))
        return found

    @cached_property
    def plain_rules(self) -> dict[str, tuple[Var, core.Expr]]:
        """The parameters and bodies of the rules that no card changes and that speak of nothing but their parameter."""
        changed = {change.rule for change in find(play.Override, self.course, *self.abilities)}
        rules = (rule for rule in self.course.rules if rule.name not in changed)
        return {rule.name: (rule.parameter, rule.body) for rule in rules if {*free(rule.body)} <= {rule.parameter}}

    @cached_property
    def measured(self) -> frozenset[int]:
        """The variables that may be bound to a height or number that pieces do not show."""
        whole = (self.course, *self.abilities)
        picked = {one.var.id for one in find(play.PickNumber, *whole)} | {
            one.var.id for one in find(play.BindNumber, *whole)
        }
        domains = ((one.var, one.domain) for one in find(core.Binder, *whole))
        found = picked | {var.id for var, domain in domains if isinstance(domain, core.Values) and domain.heights}
        parameters = {verb.name: verb.parameters for verb in self.course.verbs}
        calls = [zip(parameters[call.verb], call.arguments, strict=True) for call in find(play.Call, *whole)]
        passed = [(one.space.id, given.space.id) for pairs in calls for one, given in pairs]
        while more := {one for one, given in passed if given in found} - found:
            found |= more
        return frozenset(found)


_LYING = (SPACE, LINE, GROUP)
"""The sorts of things that lie on places."""


def _homes(*roots: play.Course | play.Ability) -> Iterator[tuple[Var, Var | None]]:
    """The variables that stand for things on places, each with the variable of the place."""
    for node in walk(*roots):
        match node:
            case play.Pick() | play.ForEachInAnyOrder() | play.ForEach() | play.BindFirst():
                yield node.binder.var, node.home
            case play.PickSome():
                yield node.some, node.home
            case play.KeepPiece() | play.Draw():
                yield node.kept, node.pool
            case play.At():
                yield node.space, node.home
