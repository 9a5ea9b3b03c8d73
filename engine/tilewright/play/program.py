"""The statements of one game with its cards: pruned and lowered, with what can be read off them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import only_where
from tilewright.core.expr import GROUP, LINE, SPACE, Var
from tilewright.core.node import Node
from tilewright.core.walk import find, free, marks_read, transform, variables, walk
from tilewright.kernel import flow as f
from tilewright.kernel.lowering import flow_of
from tilewright.table.game import Game

_MOST_FLOWS = 8
"""The maximum number of cached flows of the same statements for different games."""


class Program:
    """The course of a game and the abilities of its cards."""

    def __init__(self, play_rules: play.PlayRules, abilities: Sequence[play.Ability]) -> None:
        self.play_rules = play_rules
        self.abilities = tuple(abilities)
        self._flows: list[tuple[Game, f.Flow]] = []

    def flow(self, game: Game) -> f.Flow:
        """All statements, lowered for the boards of a game."""
        known = next((flow for other, flow in self._flows if other is game), None)
        if known is None:
            known = flow_of(game, self.play_rules, self.abilities)
            self._flows = [*self._flows[1 - _MOST_FLOWS :], (game, known)]
        return known

    @cached_property
    def homes(self) -> dict[int, int]:
        """For each variable that stands for a thing on a place, the variable of that place."""
        me = self.play_rules.me.id
        found = _homes(self.play_rules, *self.abilities)
        return {var.id: me if home is None else home.id for var, home in found if var.sort in _LYING}

    @cached_property
    def rule_bodies(self) -> dict[str, list[core.Expr]]:
        """All bodies that each rule may have: its own, and those of its overrides."""
        found: dict[str, list[core.Expr]] = {rule.name: [rule.body] for rule in self.play_rules.rules}
        for change in find(play.Override, self.play_rules, *self.abilities):
            found[change.rule].append(only_where(change.where, change.body))
        return found

    @cached_property
    def plain_rules(self) -> dict[str, tuple[Var, core.Expr]]:
        """The parameters and bodies of the rules that no card overrides and that use nothing but their parameter."""
        changed = {change.rule for change in find(play.Override, self.play_rules, *self.abilities)}
        rules = (rule for rule in self.play_rules.rules if rule.name not in changed)
        return {rule.name: (rule.parameter, rule.body) for rule in rules if {*free(rule.body)} <= {rule.parameter}}

    @cached_property
    def measured(self) -> frozenset[int]:
        """The variables that may be bound to a height or number that pieces do not show."""
        whole = (self.play_rules, *self.abilities)
        picked = {one.var.id for one in find(play.PickNumber, *whole)} | {
            one.var.id for one in find(play.BindNumber, *whole)
        }
        domains = ((one.var, one.domain) for one in find(core.Binder, *whole))
        found = picked | {var.id for var, domain in domains if isinstance(domain, core.Values) and domain.heights}
        parameters = {verb.name: verb.parameters for verb in self.play_rules.verbs}
        calls = [zip(parameters[call.verb], call.arguments, strict=True) for call in find(play.Call, *whole)]
        passed = [(one.space.id, given.space.id) for pairs in calls for one, given in pairs]
        while more := {one for one, given in passed if given in found} - found:
            found |= more
        return frozenset(found)


_LYING = (SPACE, LINE, GROUP)
"""The sorts of things on places."""


def _homes(*roots: play.PlayRules | play.Ability) -> Iterator[tuple[Var, Var | None]]:
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


_NEEDS_BODY = (play.Atomic, play.ForEachInAnyOrder, play.RepeatTimes, play.When, play.ForEach)
"""Statements that have no effect if their blocks are empty, so that they can be removed."""


def pruned(play_rules: play.PlayRules, abilities: Sequence[play.Ability]) -> play.PlayRules:
    """The play rules without statements that only set marks that neither they nor the abilities read."""
    done = play_rules if abilities else replace(play_rules, cost=(), after=())
    measures = (number for _, number in play_rules.measures)
    asked = marks_read(done, *measures, *abilities)
    verbs = tuple(replace(verb, body=_without(verb.body, asked)) for verb in play_rules.verbs)
    setup, turn, cost, after = (
        _without(block, asked) for block in (play_rules.setup, play_rules.turn, play_rules.cost, play_rules.after)
    )
    turns = tuple((name, _without(body, asked)) for name, body in play_rules.turns)
    return replace(play_rules, verbs=verbs, setup=setup, turn=turn, turns=turns, cost=cost, after=after)


def _without(block: play.Block, asked: frozenset[str]) -> play.Block:
    """A block without statements that only set marks other than these."""
    steps = (_pruned(step, asked) for step in block)
    return tuple(step for step in steps if step is not None)


def _pruned(step: play.Step, asked: frozenset[str]) -> play.Step | None:
    if isinstance(step, play.MarkSpace) and step.mark not in asked:
        return None
    bodies = [_without(block, asked) for block in play.blocks(step)]
    if isinstance(step, _NEEDS_BODY) and not any(bodies):
        return None
    return play.with_blocks(step, bodies) if bodies else step


# ------------------------------------------------------------------ programs


@dataclass(frozen=True, eq=False, slots=True)
class _Read:
    """Play rules and abilities as a cache key.

    Compared by identity: equal ones from other files may be worded differently, and messages quote the file.
    """

    play_rules: play.PlayRules
    abilities: tuple[play.Ability, ...]

    def __eq__(self, other: object) -> bool:
        """Both are the same objects."""
        if not isinstance(other, _Read) or len(self.abilities) != len(other.abilities):
            return NotImplemented
        pairs = zip(self.abilities, other.abilities, strict=True)
        return self.play_rules is other.play_rules and all(one is same for one, same in pairs)

    def __hash__(self) -> int:
        return hash((self.play_rules, self.abilities))


def program_of(play_rules: play.PlayRules, abilities: Iterable[play.Ability]) -> Program:
    """The program of a game, pruned; shared by equal matches."""
    return _program(_Read(play_rules, tuple(abilities)))


@lru_cache(maxsize=32)
def _program(read: _Read) -> Program:
    return Program(pruned(read.play_rules, read.abilities), list(_apart(read.play_rules, read.abilities)))


def _apart(play_rules: play.PlayRules, abilities: Sequence[play.Ability]) -> Iterator[play.Ability]:
    """The abilities with variables renumbered where earlier ones bind the same numbers.

    The checker numbers the variables of each card from the last of the game file on; the place of a thing is found by
    this number.
    """
    taken: set[int] = set()
    for ability in abilities:
        own = sorted({var.id for var in variables(ability) if var.id >= play_rules.variables})
        first = max(taken, default=0) + 1
        new = {} if taken.isdisjoint(own) else {old: first + i for i, old in enumerate(own)}
        taken.update(new.values() if new else own)
        yield transform(ability, partial(_renumbered, new)) if new else ability


def _renumbered(new: Mapping[int, int], node: Node) -> Node:
    return replace(node, id=new[node.id]) if isinstance(node, core.Var) and node.id in new else node
