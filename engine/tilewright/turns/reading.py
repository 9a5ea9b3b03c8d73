"""What bits and numbers come to in an answer: from the states of the unknowns alone, by the exact arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.meaning.domain import Env, SpaceSet
from tilewright.symbolic.nodes import Bit, Conjunction, Finite, Linear, OrderEncoded, Reified
from tilewright.turns.rules import CaseSplit, PickedGroup
from tilewright.turns.run import GuardedDecision


class AnswerReading:
    """Reads an answer: every node of the graph is worked out again, whatever the solver made of it."""

    def __init__(self, states: Mapping[Finite, int]) -> None:
        self._states = dict(states)

    def bit(self, bit: Bit) -> bool:
        """Whether a bit holds."""
        return bit if isinstance(bit, bool) else bool(bit.mask >> self.state(bit.node) & 1)

    def state(self, node: Finite) -> int:
        """The state of a node. Raises `TypeError` for nodes that decisions do not depend on."""
        if node not in self._states:
            match node:
                case Conjunction():
                    found = int(all(self.bit(part) for part in node.parts))
                case OrderEncoded():
                    found = min(max(self.number(node.linear) - node.low, 0), node.states - 1)
                case Reified():
                    found = int(self.number(node.linear) >= 0)
                case _:
                    raise TypeError(f"a decision depends on {type(node).__name__}")
            self._states[node] = found
        return self._states[node]

    def number(self, number: Linear) -> int:
        """What a number comes to, without products."""
        if number.coefs:
            raise TypeError("a decision depends on a product")
        return number.const + sum(values[self.state(node)] for node, values in number.terms.items())

    def element(self, element: Any) -> Any:
        """An element as the machine has it."""
        if isinstance(element, CaseSplit):
            found = [one for one, bit in element.of if self.bit(bit)]
            return self.element(found[0]) if found else None
        if isinstance(element, PickedGroup):
            members = sorted(space for space, bit in element.members.items() if self.bit(bit))
            return SpaceSet(members[0], dict.fromkeys(members, True)) if members else None
        return element

    def env(self, env: Env) -> Env:
        """Bindings as the machine has them."""
        return {var: self.element(element) for var, element in env.items()}

    def chosen(self, decision: GuardedDecision) -> Any:
        """What was picked in a decision; None when the path does not lead there."""
        return next((self.element(element) for element, bit in decision.cases if self.bit(bit)), None)
