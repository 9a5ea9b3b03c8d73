"""What rules say of a table on which choices are open, where a variable may stand for one of several elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import Node
from tilewright.core.walk import rules_asked, variables, walk
from tilewright.meaning.domain import Element, Env, Ruling, SpaceSet
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.unrolled import Unrolled
from tilewright.symbolic.nodes import Bit, Linear, invert
from tilewright.symbolic.numbers import Symbolic
from tilewright.turns.stacks import THERE, GuardedBoard


@dataclass(frozen=True)
class CaseSplit:
    """What a variable is bound to that stands for one of several elements: each with the bit that it is the one.

    At most one of the bits holds.
    """

    of: tuple[tuple[Element, Bit], ...]


@dataclass(frozen=True)
class PickedGroup(SpaceSet[Bit]):
    """A group that was picked, with the value in which its pieces agree; None where they need not agree in any."""

    value: core.Value | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        return hash(self.root)


class _TableEvaluator(Evaluator[Linear, Bit]):
    """Says some conditions in a shorter way that means the same."""

    def condition(self, expr: core.Expr, env: Env, seat: Element) -> Bit:
        match expr:
            case core.Compare(operator=">" | "=" as operator, left=core.Height(space=space), right=core.Const(value=0)):
                board = self.domain.board(seat)
                if isinstance(board, GuardedBoard):
                    there = board.stacks[env[space.id]].top(THERE)
                    return there if operator == ">" else invert(there)
            case core.Exists(binder=binder, condition=core.ShowsValue(space=space, value=value)):
                group = env.get(binder.domain.of.id) if isinstance(binder.domain, core.SpacesOf) else None
                plain = binder.guard == core.TRUE and space == binder.var
                if plain and isinstance(group, PickedGroup) and group.value is not None:
                    return bool(env[value.id] == group.value)
            case _:  # as it is evaluated everywhere
                pass
        return super().condition(expr, env, seat)


class TableRules:
    """The rules of a game on the boards of `domain`; `lasting` are the bindings that all of them can speak of.

    `changes` are the rules that are changed to the end of the turn.
    """

    def __init__(
        self,
        logic: Symbolic,
        domain: Unrolled[Linear, Bit],
        book: Rulebook,
        me: int,
        lasting: Env,
        changes: Sequence[tuple[str, Ruling]] = (),
    ) -> None:
        self.logic, self.domain, self.book, self.me, self.lasting = logic, domain, book, me, lasting
        self.changes = changes

    def condition(self, expr: core.Expr, env: Env) -> Bit:
        """Whether a condition holds for the player."""
        held = [
            (self._evaluator(lasting).condition(expr, inner, inner[self.me]), bit)
            for inner, lasting, bit in self.split(expr, env)
        ]
        return held[0][0] if len(held) == 1 else self.logic.some([self.logic.every(list(pair)) for pair in held])

    def number(self, expr: core.Expr, env: Env) -> Linear:
        """The value of a number for the player."""
        zero = self.logic.number(0)
        found = [
            (self._evaluator(lasting).number(expr, inner, inner[self.me]), bit)
            for inner, lasting, bit in self.split(expr, env)
        ]
        if len(found) == 1:
            return found[0][0]
        return self.logic.add([self.logic.pick(bit, number, zero) for number, bit in found])

    def elements(self, binder: core.Binder, home: core.Var | None, env: Env) -> list[tuple[Element, Bit]]:
        """What may satisfy a binder, each with the bit that it does."""
        found: dict[Element, dict[Bit, list[Bit]]] = {}  # the cases in which one condition decides are taken together
        for inner, lasting, bit in self.split(binder, env):
            seat = inner[self.me if home is None else home.id]
            evaluator = self._evaluator(lasting)
            for bound, there in self.domain.satisfying(evaluator.each(binder, inner, seat)):
                found.setdefault(bound[binder.var.id], {}).setdefault(there, []).append(bit)
        every, some = self.logic.every, self.logic.some
        joined = [
            (element, some([every([some(bits), there]) for there, bits in cases.items()]))
            for element, cases in found.items()
        ]
        return [(element, bit) for element, bit in joined if bit is not False]

    def at(self, expr: core.Expr, env: Env, seat: int, lasting: Env | None = None) -> Bit:
        """Whether a condition holds at a place; no variable of it stands for one of several elements."""
        return self._evaluator(self.lasting if lasting is None else lasting).condition(expr, env, seat)

    def _evaluator(self, lasting: Env) -> _TableEvaluator:
        rulings: Mapping[str, Sequence[Ruling]] = {
            rule.name: [
                Ruling(rule.parameter, rule.body, lasting),
                *(one for name, one in self.changes if name == rule.name),
            ]
            for rule in self.book.rules
        }
        return _TableEvaluator(self.domain, rulings)

    def split(self, node: Node, env: Env) -> list[tuple[Env, Env, Bit]]:
        """The environments, those of lasting variables too, in which every variable of a node is bound to one element."""
        found: list[tuple[Env, Env, Bit]] = [(env, self.lasting, True)]
        for var in self.book.mentioned(node).union(*(self.book.mentioned(one.body) for _, one in self.changes)):
            cases: Any = env.get(var, self.lasting.get(var))
            if isinstance(cases, CaseSplit):
                found = [
                    ({**inner, var: element}, {**lasting, var: element}, self.logic.every([bit, case]))
                    for inner, lasting, bit in found
                    for element, case in cases.of
                ]
        return [one for one in found if one[2] is not False]


# ------------------------------------------------------------------ the rules of a game


class Rulebook:
    """The named rules of a course, and what was found out about expressions that ask them."""

    def __init__(self, course: play.Course) -> None:
        self.rules = course.rules
        self._bodies = {rule.name: rule.body for rule in course.rules}
        self._closures: dict[int, tuple[Node, tuple[Node, ...]]] = {}
        self._mentioned: dict[int, frozenset[int]] = {}
        self._types: dict[int, frozenset[type[Node]]] = {}

    def closure(self, node: Node) -> tuple[Node, ...]:
        """A node and the bodies of the rules that it asks, one by way of another too."""
        known = self._closures.get(id(node))
        if known is None:
            found, names = [node], rules_asked(node)
            done = set[str]()
            while names - done:
                name = min(names - done)
                done.add(name)
                found.append(self._bodies[name])
                names |= rules_asked(self._bodies[name])
            known = self._closures[id(node)] = node, tuple(found)
        return known[1]

    def mentioned(self, node: Node) -> frozenset[int]:
        """The numbers of all variables in them."""
        known = self._mentioned.get(id(node))
        if known is None:
            known = frozenset(var.id for part in self.closure(node) for var in variables(part))
            self._mentioned[id(node)] = known
        return known

    def types(self, node: Node) -> frozenset[type[Node]]:
        """The classes of all nodes in them."""
        known = self._types.get(id(node))
        if known is None:
            known = self._types[id(node)] = frozenset(map(type, walk(*self.closure(node))))
        return known
