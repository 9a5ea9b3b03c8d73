"""How much a number can be when only so many pieces and caps are placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from heapq import nlargest
from operator import add, or_
from typing import NamedTuple, TypeAlias

from tilewright.cpsat.cuts import Taken
from tilewright.solver.places import SpaceState
from tilewright.symbolic.nodes import Belongs, Conjunction, In, IsComponent, Linear, Partition, Variable, full
from tilewright.table.position import Puzzle

StateValues: TypeAlias = Sequence[int]
"""A value for each state of a variable."""


class _Gains(NamedTuple):
    """What a variable can add to a number, besides its present worth.

    `cleared`: when what lay there is taken away; `cap`: by a cap alone; `pieces`: by each kind of piece.
    """

    cleared: int
    cap: int
    pieces: Mapping[str, int]


@dataclass
class _Separable:
    """A constant and functions of single variables."""

    const: int = 0
    values: dict[Variable, list[int]] = field(default_factory=dict)

    def add(self, variable: Variable, own: StateValues) -> None:
        """Add a function of a variable."""
        known = self.values.get(variable)
        self.values[variable] = list(own) if known is None else list(map(add, known, own))

    def add_bit(self, implied: tuple[Variable, int] | None, worth: int) -> None:
        """Add what a bit is worth that implies some states of a variable, or nothing."""
        if implied is None:
            self.const += worth
        else:
            variable, mask = implied
            self.add(variable, [worth * (mask >> i & 1) for i in range(variable.states)])

    def add_largest(self, others: Sequence[_Separable]) -> None:
        """Add what none of several passes, which are never negative."""
        self.const += max(other.const for other in others)
        for variable in dict.fromkeys(variable for other in others for variable in other.values):
            columns = [other.values[variable] for other in others if variable in other.values]
            self.add(variable, [max(column) for column in zip(*columns, strict=True)])


class Supply:
    """The pieces and caps of a puzzle, and what each variable can make of them."""

    def __init__(self, puzzle: Puzzle, states: Mapping[Variable, Sequence[SpaceState]]) -> None:
        self.counts = Counter(puzzle.pieces)
        self.caps = sum(puzzle.caps.values())
        self.states = states
        self.leaves_pieces = puzzle.goal.leaves_pieces
        self._uses = {v: tuple((s.cleared, s.piece) for s in own) for v, own in states.items()}
        """What each state takes: nothing of the supply when cleared, a piece, else a cap or nothing."""
        taken = [{state.piece for state in own} - {None} for own in states.values()]
        self._takers = Counter(code for codes in taken for code in codes)
        self._places = sum(map(bool, taken))
        self._known: dict[tuple[object, StateValues], _Gains] = {}
        self._implied: dict[In, tuple[Variable, int] | None] = {}

    def most(self, number: Linear) -> int:
        """A bound from above, valid in every solution.

        Each space starts with its present worth. To that are added the largest gains by
        a cap, and by a piece: kind by kind, or whatever the kind if that is less. What depends
        on several spaces counts as what it implies of one of them.
        """
        total, gains = self._gains(number)
        by_kind: dict[str, list[int]] = {code: [] for code in self.counts}
        best = []
        for gain in gains:
            total += gain.cleared
            for code, worth in gain.pieces.items():
                by_kind[code].append(worth)
            if gain.pieces:
                best.append(max(gain.pieces.values()))
        total += sum(nlargest(self.caps, (gain.cap for gain in gains)))
        sorted_out = sum(_largest(n, by_kind[code], self._takers[code]) for code, n in self.counts.items())
        return total + min(sorted_out, _largest(self.counts.total(), best, self._places))

    def _gains(self, number: Linear) -> tuple[int, list[_Gains]]:
        """What a number is when nothing is placed, and what the variables that it depends on can add."""
        relaxed = self._relaxed(number)
        total, gains = relaxed.const, []
        for variable, own in relaxed.values.items():
            total += own[0]
            key = self._uses[variable], tuple(value - own[0] for value in own)
            if key not in self._known:
                self._known[key] = self._gain(*key)
            gains.append(self._known[key])
        return total, gains

    def _gain(self, uses: Sequence[tuple[bool, str | None]], values: StateValues) -> _Gains:
        cleared = cap = 0
        pieces: dict[str, int] = {}
        for (free, code), gain in zip(uses, values, strict=True):
            if free:
                cleared = max(cleared, gain)
            elif code is None:
                cap = max(cap, gain)
            else:
                pieces[code] = max(pieces.get(code, 0 if self.leaves_pieces else gain), gain)
        return _Gains(cleared, cap, pieces)

    # -- relaxation

    def _relaxed(self, number: Linear) -> _Separable:
        """What a number never passes.

        A space belongs to one component: what is counted of it for several roots counts once.
        """
        total = _Separable(number.const + sum(c * (n.high if c > 0 else n.low) for n, c in number.coefs.items()))
        rooted: dict[tuple[Partition, int], dict[int, _Separable]] = {}
        for node, own in number.terms.items():
            if isinstance(node, Variable) and node in self.states:
                total.add(node, own)
            elif node.states != 2:
                total.const += max(own)
            else:
                bit, worth = In(node, 0b10 if own[1] > 0 else 0b01), abs(own[1])
                total.const += min(own)
                home = _belonging(bit)
                part = total
                if home is not None:
                    by_root = rooted.setdefault((home.partition, home.space), {})
                    part = by_root.setdefault(home.root, _Separable())
                part.add_bit(self.implied(bit), worth)
        for found in rooted.values():
            total.add_largest(list(found.values()))
        return total

    def implied(self, bit: In) -> tuple[Variable, int] | None:
        """A variable and the mask of its states that a bit implies, the rarest; None when none are known."""
        if bit not in self._implied:
            self._implied[bit] = min(self._consequences(bit).items(), key=self._rarity, default=None)
        return self._implied[bit]

    def taken(self, variable: Variable, mask: int) -> Taken | None:
        """What the states of a mask take; None if there can be such states without taking anything."""
        uses = {use for i, use in enumerate(self._uses.get(variable, ())) if mask >> i & 1}
        if mask & 1 or not uses or any(cleared for cleared, _ in uses):
            return None
        kind = frozenset(code for _, code in uses)
        return Taken(kind, sum(self.caps if code is None else self.counts[code] for code in kind))

    def _rarity(self, implied: tuple[Variable, int]) -> int:
        found = self.taken(*implied)
        return len(self.states) if found is None else found.most

    def _consequences(self, bit: In) -> dict[Variable, int]:
        """For each variable of which a bit implies something, the mask of the states that it leaves."""
        node, mask = bit
        match node:
            case Variable() if node in self.states:
                return {node: mask}
            case Belongs() if mask == 0b10:
                member = node.partition.members[node.space]
                return {} if isinstance(member, bool) else self._consequences(member)
            case IsComponent() if mask == 0b10:
                members = (node.partition.members[space] for space in node.spaces)
                return self._consequences_of(member for member in members if isinstance(member, In))
            case Conjunction() if mask == 0b10:
                return self._consequences_of(node.parts)
            case Conjunction():
                each = [self._consequences(In(part.node, full(part.node) ^ part.mask)) for part in node.parts]
                shared = set(each[0]).intersection(*each[1:])
                return {variable: reduce(or_, (found[variable] for found in each)) for variable in shared}
        return {}

    def _consequences_of(self, bits: Iterable[In]) -> dict[Variable, int]:
        """What several bits that hold together imply."""
        found: dict[Variable, int] = {}
        for bit in bits:
            for variable, own in self._consequences(bit).items():
                found[variable] = found.get(variable, own) & own
        return found


def _belonging(bit: In) -> Belongs | None:
    """The membership in a component that a bit implies, if there is one."""
    if bit.mask != 0b10:
        return None
    match bit.node:
        case Belongs():
            return bit.node
        case Conjunction():
            members = (part.node for part in bit.node.parts if part.mask == 0b10)
            return next((node for node in members if isinstance(node, Belongs)), None)
    return None


def _largest(count: int, gains: Sequence[int], places: int) -> int:
    """The sum of the largest gains when so many of the places give nothing or one of the gains."""
    if not gains:
        return 0
    nothing = min(count, max(0, places - len(gains)))
    return sum(nlargest(count, [*gains, *(0,) * nothing]))
