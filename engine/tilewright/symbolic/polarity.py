"""Which side of every definition a model needs.

A number that the objective only pushes up needs "value <= truth" and no more; one that it
only pushes down needs "value >= truth". The side follows from the signs and operations on
the way from the objective down. This is the one place that decides it.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from tilewright.symbolic.deadline import Deadline
from tilewright.symbolic.nodes import (
    Belongs,
    Bit,
    Choice,
    Count,
    Exceeds,
    Finite,
    Gate,
    Gated,
    Heaviest,
    In,
    Largest,
    Linear,
    Node,
    Partition,
    Product,
    Quotient,
    Reading,
)

UP, DOWN, BOTH = 1, 2, 3


def swapped(sides: int) -> int:
    """The sides that the opposite needs."""
    return (sides & UP) << 1 | sides >> 1


class Needs:
    """The sides needed of each node that expressions use, and how choices are used.

    `sides[node][t]` is about the bit "in state t or higher" of a finite node; other nodes
    have t = 0. `uses[choice]` are functions of a choice; states that agree in all of them
    need not be told apart. With `exact` both sides of everything are needed. Raises `OutOfTime`.
    """

    def __init__(self, *, exact: bool = False, deadline: Deadline | None = None) -> None:
        self.exact = exact
        self.deadline = deadline or Deadline()
        self.sides: dict[Node, dict[int, int]] = {}
        self.uses: dict[Choice, dict[tuple[int, ...], None]] = {}
        self._waiting: list[tuple[int, Node]] = []

    def number(self, number: Linear, sides: int) -> None:
        """These sides of a number are needed."""
        self._number(number, sides)
        self._spread()

    def bit(self, bit: Bit, sides: int) -> None:
        """These sides of a bit are needed (up: it is only good when true)."""
        self._bit(bit, sides)
        self._spread()

    def largest(self, total: Linear) -> int:
        """The largest size that a number can have on the way to a total."""
        ends = [total.low, total.high]
        for node in self.sides:
            if isinstance(node, Exceeds | Reading):
                ends += [node.linear.low, node.linear.high]
            elif not isinstance(node, Choice | Gate | Belongs | Partition):
                ends += [node.low, node.high]
        return max(map(abs, ends))

    def _spread(self) -> None:
        while self._waiting:
            self.deadline.check()
            _, node = heapq.heappop(self._waiting)
            self._parts(node, self.sides[node])

    def _need(self, node: Node, step: int, sides: int) -> None:
        known = self.sides.setdefault(node, {})
        wanted = known.get(step, 0) | (BOTH if self.exact else sides)
        if wanted != known.get(step):
            known[step] = wanted
            heapq.heappush(self._waiting, (-node.index, node))

    def _number(self, number: Linear, sides: int) -> None:
        for node, values in number.terms.items():
            self._function(node, values, sides)
        for amount, coef in number.coefs.items():
            self._need(amount, 0, sides if coef > 0 else swapped(sides))

    def _bit(self, bit: Bit, sides: int) -> None:
        if isinstance(bit, In):
            values = [bit.mask >> i & 1 for i in range(bit.node.states)]
            self._function(bit.node, values, sides)

    def _function(self, node: Finite, values: Sequence[int], sides: int) -> None:
        if isinstance(node, Choice):
            self.uses.setdefault(node, {})[tuple(values)] = None
            return
        for state in range(1, node.states):
            step = values[state] - values[state - 1]
            if step:
                self._need(node, state, sides if step > 0 else swapped(sides))

    def _parts(self, node: Node, steps: dict[int, int]) -> None:
        """Pass what is needed of a node on to its parts."""
        sides = 0
        for step in steps.values():
            sides |= step
        match node:
            case Gate():
                for part in node.parts:
                    self._bit(part, sides)
            case Reading() | Exceeds():
                self._number(node.linear, sides)
            case Belongs():
                self._need(node.partition, 0, BOTH)
            case Partition() | Count():
                for member in node.members:
                    self._bit(member, BOTH)
            case Heaviest():
                for member, weight in zip(node.members, node.weights, strict=True):
                    self._bit(member, sides)
                    self._number(weight, sides)
            case Gated():
                self._bit(node.bit, _through(node.body, sides))
                self._number(node.body, sides)
            case Product():
                self._number(node.left, _through(node.right, sides))
                self._number(node.right, _through(node.left, sides))
            case Quotient():
                self._number(node.left, _through(node.right, sides) if node.right.constant else BOTH)
                self._number(node.right, BOTH)
            case Largest():
                for number in node.numbers:
                    self._number(number, sides)


def _through(factor: Linear, sides: int) -> int:
    """The sides needed of what is multiplied by a factor."""
    if factor.low >= 0:
        return sides
    return swapped(sides) if factor.high <= 0 else BOTH
