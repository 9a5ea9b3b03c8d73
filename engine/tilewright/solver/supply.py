"""How much a number can be when only so many pieces and caps are placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import nlargest

from tilewright.solver.places import SpaceState
from tilewright.symbolic.nodes import Linear, Variable
from tilewright.table.position import Puzzle


class Supply:
    """The pieces and caps of a puzzle, and what each variable can make of them."""

    def __init__(self, puzzle: Puzzle, states: Mapping[Variable, Sequence[SpaceState]]) -> None:
        self.counts = Counter(puzzle.pieces)
        self.caps = sum(puzzle.caps.values())
        self.states = states
        self.leaves_pieces = puzzle.goal.leaves_pieces

    def most(self, number: Linear) -> int:
        """A bound from above, valid in every solution.

        Each space starts with what it is worth as it stands. To that come the largest gains
        by a cap, and by a piece: kind by kind, or whatever the kind if that is less.
        """
        total = number.high
        cap_gains: list[int] = []
        piece_gains: dict[str, list[int]] = {code: [] for code in self.counts}
        best_gains: list[int] = []
        for variable, states in self.states.items():
            values = number.terms.get(variable)
            if values is None:
                values = (0,) * len(states)
            total -= max(values)
            cap_gains.append(0)
            own: dict[str, int] = {}
            total += max([0, *(g for s, g in zip(states, values, strict=True) if s.cleared)])
            for state, gain in zip(states, values, strict=True):
                if state.cleared:
                    continue
                if state.piece is not None:
                    own[state.piece] = max(own.get(state.piece, gain), gain)
                elif gain > cap_gains[-1]:
                    cap_gains[-1] = gain
            if self.leaves_pieces:
                own = {code: max(0, gain) for code, gain in own.items()}
            for code, gain in own.items():
                piece_gains[code].append(gain)
            if own:
                best_gains.append(max(own.values()))
        total += sum(nlargest(self.caps, cap_gains))
        by_kind = sum(sum(nlargest(n, piece_gains[code])) for code, n in self.counts.items())
        return total + min(by_kind, sum(nlargest(self.counts.total(), best_gains)))
