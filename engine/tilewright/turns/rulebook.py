"""What is read off the rules of a course once: which rules, variables and kinds of nodes an expression asks, by way of rules too."""

from __future__ import annotations

from tilewright.core import play
from tilewright.core.asked import rules_asked
from tilewright.core.node import Node
from tilewright.core.walk import variables, walk


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
