"""The polarity of every definition: which of its two sides a model needs.

A number that the objective only pushes up occurs positively and needs only "value <= truth"; one that it only pushes
down occurs negatively and needs "value >= truth". The polarity follows from the signs and operations on the path from
the objective.

Source, for formulas: Plaisted and Greenbaum, "A Structure-preserving Clause Form Translation", Journal of Symbolic
Computation 2(3), 293-304, 1986.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from tilewright.stopping import Deadline
from tilewright.symbolic.nodes import (
    AnyNode,
    Belongs,
    Bit,
    BitProduct,
    ComponentCount,
    Conjunction,
    Finite,
    HeaviestComponent,
    In,
    IsComponent,
    Linear,
    Maximum,
    OrderEncoded,
    Partition,
    Product,
    Quotient,
    Reified,
    Variable,
)

POSITIVE, NEGATIVE, BOTH = 1, 2, 3


def swapped(polarity: int) -> int:
    """The polarity under negation."""
    return (polarity & POSITIVE) << 1 | polarity >> 1


class Polarities:
    """The polarity of each node that expressions use, and the functions of each variable.

    `of[node][t]` is the polarity of the bit "in state t or higher" of a finite node; other nodes have t = 0.
    `uses[variable]` are the functions of a variable that occur; states that agree in all of them need not be
    distinguished. With `exact`, every definition needs both sides. Raises `OutOfTime`.
    """

    def __init__(self, *, exact: bool = False, deadline: Deadline | None = None) -> None:
        self.exact = exact
        self.deadline = deadline or Deadline()
        self.of: dict[AnyNode, dict[int, int]] = {}
        self.uses: dict[Variable, dict[tuple[int, ...], None]] = {}
        self._waiting: list[tuple[int, AnyNode]] = []

    def number(self, number: Linear, polarity: int) -> None:
        """Record that a number occurs with a polarity."""
        self._number(number, polarity)
        self._spread()

    def bit(self, bit: Bit, polarity: int) -> None:
        """Record that a bit occurs with a polarity (positive: the objective only gains from it being true)."""
        self._bit(bit, polarity)
        self._spread()

    def largest(self, total: Linear) -> int:
        """A bound on the absolute value of every intermediate result in the computation of a total, in any order of
        summation."""
        return max([total.reach, *map(_largest_in, self.of)])

    def _spread(self) -> None:
        while self._waiting:
            self.deadline.check()
            _, node = heapq.heappop(self._waiting)
            self._pass_on(node, self.of[node])

    def _mark(self, node: AnyNode, step: int, polarity: int) -> None:
        known = self.of.setdefault(node, {})
        # half of a definition is enough if the objective pushes only one way (Plaisted and Greenbaum 1986)
        wanted = known.get(step, 0) | (BOTH if self.exact else polarity)
        if wanted != known.get(step):
            known[step] = wanted
            # users have higher indices than their operands: each node is processed once, after all its users
            heapq.heappush(self._waiting, (-node.index, node))

    def _number(self, number: Linear, polarity: int) -> None:
        for node, values in number.terms.items():
            if isinstance(node, Conjunction) and node.disjoint:  # posted as the sum of its parts
                for part in node.parts:
                    self._function(part.node, (values[1], values[0]), polarity)
            else:
                self._function(node, values, polarity)
        for amount, coef in number.coefs.items():
            self._mark(amount, 0, polarity if coef > 0 else swapped(polarity))

    def _bit(self, bit: Bit, polarity: int) -> None:
        if isinstance(bit, In):
            values = [bit.mask >> i & 1 for i in range(bit.node.states)]
            self._function(bit.node, values, polarity)

    def _function(self, node: Finite, values: Sequence[int], polarity: int) -> None:
        if isinstance(node, Variable):
            self.uses.setdefault(node, {})[tuple(values)] = None
            return
        for state in range(1, node.states):
            step = values[state] - values[state - 1]
            if step:
                self._mark(node, state, polarity if step > 0 else swapped(polarity))

    def _pass_on(self, node: AnyNode, steps: dict[int, int]) -> None:
        """Propagate the polarity of a node to its operands."""
        polarity = 0
        for step in steps.values():
            polarity |= step
        match node:
            case Conjunction():
                for part in node.parts:
                    self._bit(part, polarity)
            case OrderEncoded() | Reified():
                self._number(node.linear, polarity)
            case Belongs():
                self._mark(node.partition, 0, BOTH)
            case IsComponent():
                for space in node.spaces:
                    self._bit(node.partition.members[space], polarity)
                # a whole component needs its border to be empty of members
                for space in node.border:
                    self._bit(node.partition.members[space], swapped(polarity))
            case Partition() | ComponentCount():
                for member in node.members:
                    self._bit(member, BOTH)
            case HeaviestComponent():
                for member, weight in zip(node.members, node.weights, strict=True):
                    self._bit(member, polarity)
                    self._number(weight, polarity)
            case BitProduct():
                self._bit(node.bit, _through(node.body, polarity))
                self._number(node.body, polarity)
            case Product():
                self._number(node.left, _through(node.right, polarity))
                self._number(node.right, _through(node.left, polarity))
            case Quotient():
                self._number(node.left, _through(node.right, polarity) if node.right.constant else BOTH)
                # monotone in the divisor only for a fixed sign of the dividend
                self._number(node.right, BOTH)
            case Maximum():
                for number in node.numbers:
                    self._number(number, polarity)


def _through(factor: Linear, polarity: int) -> int:
    """The polarity of the other factor of a product."""
    if factor.low >= 0:
        return polarity
    return swapped(polarity) if factor.high <= 0 else BOTH


def _largest_in(node: AnyNode) -> int:
    """A bound on the absolute value of the intermediate results in a node."""
    match node:
        case Reified() | OrderEncoded():
            return node.linear.reach
        case BitProduct():
            return node.body.reach
        case Product():
            return max(node.left.reach, node.right.reach, node.left.reach * node.right.reach)
        case Quotient():
            quotient = max(abs(node.low), abs(node.high))
            return max(node.left.reach, node.right.reach, quotient * node.right.reach)
        case Maximum():
            return max(number.reach for number in node.numbers)
        case HeaviestComponent():
            return sum(weight.reach for weight in node.weights)
    return 0
