"""Interval arithmetic: a number is a pair of bounds, a bit is True, False or None for unknown.

Used wherever bounds of operations are needed: for rules on any board (`lint.bounds`), unfinished maps (`areas`), nodes
of the symbolic arithmetic, and expressions of compiled questions.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.meaning.domain import Entries
from tilewright.meaning.exact import divide, look_up, ranked, remainder

Interval = tuple[int, int]
Maybe = bool | None

_FLIPPED = {"!=": "=", ">": "<=", ">=": "<"}
_MOST_STEPS = 300
"""In a wider interval not every number is looked up in a table: all values of the table are possible."""


def hull(*parts: Interval) -> Interval:
    """The smallest interval that contains all parts."""
    return min(low for low, _ in parts), max(high for _, high in parts)


class Intervals:
    """Numbers and bits of `meaning.domain.Arithmetic` as bounds."""

    def number(self, value: int) -> Interval:
        return (value, value)

    def truth(self, value: bool) -> Maybe:
        return value

    def decided(self, bit: Maybe) -> bool | None:
        return bit

    def add(self, parts: Sequence[Interval]) -> Interval:
        return sum(low for low, _ in parts), sum(high for _, high in parts)

    def times(self, left: Interval, right: Interval) -> Interval:
        products = [a * b for a in left for b in right]
        return min(products), max(products)

    def divide(self, left: Interval, right: Interval) -> Interval:
        divisors = {d for d in (*right, -1, 1) if right[0] <= d <= right[1]} | (
            {0} if right[0] <= 0 <= right[1] else set()
        )
        quotients = [divide(a, d) for a in left for d in divisors]
        return min(quotients), max(quotients)

    def remainder(self, left: Interval, right: Interval) -> Interval:
        """Smaller in absolute value than the divisor; exact if both bounds have the same quotient by a constant."""
        divisor = right[0]
        if divisor == right[1] and divide(left[0], divisor) == divide(left[1], divisor):
            return remainder(left[0], divisor), remainder(left[1], divisor)
        low, high = min(0, right[0] + 1), max(0, right[1] - 1)
        return low, min(high, left[1]) if left[0] >= 0 and right[0] >= 0 else high

    def pick(self, bit: Maybe, then: Interval, otherwise: Interval) -> Interval:
        if bit is None:
            return hull(then, otherwise)
        return then if bit else otherwise

    def extreme(self, which: str, cases: Sequence[tuple[Maybe, Interval]], rank: int = 1) -> Interval:
        """The extreme of the certain cases is one bound, that of all possible cases the other."""
        if which == "min":
            low, high = self.extreme("max", [(bit, (-b, -a)) for bit, (a, b) in cases], rank)
            return -high, -low
        possible = [number for bit, number in cases if bit is not False]
        certain = [low for bit, (low, _) in cases if bit]
        if len(possible) < rank:
            return (0, 0)
        high = ranked("max", (high for _, high in possible), rank)
        if len(certain) >= rank:
            return ranked("max", certain, rank), high
        return min(0, *(low for low, _ in possible)), max(0, high)

    def table(self, body: Interval, entries: Entries) -> Interval:
        low, high = body
        if high - low > _MOST_STEPS:
            return hull((0, 0), *((value, value) for _, _, value in entries))
        values = [look_up(number, entries) for number in range(low, high + 1)]
        return min(values), max(values)

    def compare(self, operator: str, left: Interval, right: Interval) -> Maybe:
        if operator in _FLIPPED:
            return self.invert(self.compare(_FLIPPED[operator], left, right))
        if operator == "=":
            if left[1] < right[0] or right[1] < left[0]:
                return False
            return True if left == right and left[0] == left[1] else None
        strict = operator == "<"
        if left[1] < right[0] or (left[1] == right[0] and not strict):
            return True
        return False if left[0] > right[1] or (left[0] == right[1] and strict) else None

    def every(self, bits: Sequence[Maybe]) -> Maybe:
        if any(bit is False for bit in bits):
            return False
        return None if any(bit is None for bit in bits) else True

    def some(self, bits: Sequence[Maybe]) -> Maybe:
        return self.invert(self.every([self.invert(bit) for bit in bits]))

    def invert(self, bit: Maybe) -> Maybe:
        return None if bit is None else not bit


INTERVALS = Intervals()
