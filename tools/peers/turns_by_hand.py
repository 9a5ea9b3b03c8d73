"""A CP-SAT model of the last turns of Dragon Castle when it is known which tiles come, as an expert would write it.

A column for each connected set of spaces that can be consolidated, a bit for each place of a tile and of a shrine.
"""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from tilewright.table.board import Board
from tilewright.turns.groups import connected, grown, spaces_of

WORTH = {4: 2, 5: 3, 6: 5, 7: 6}
SPECIAL = "YWD"
Term = cp_model.LinearExpr | cp_model.IntVar | int


class TurnsByHand:
    """The model of a realm, the letters of the tiles that come turn by turn, and the shrines in reserve."""

    def __init__(self, realm: Board, hands: Sequence[Sequence[str]], reserve: int) -> None:
        self.realm, self.geometry, self.model = realm, realm.geometry, cp_model.CpModel()
        self.spaces = range(self.geometry.size)
        self.everything = (1 << self.geometry.size) - 1
        self.first = [stack.up[-1][0] if stack.up else "" for stack in realm.stacks]
        types = sorted({*self.first, *(tile for hand in hands for tile in hand)} - {""})
        self.left: dict[str, list[Term]] = {v: [int(one == v) for one in self.first] for v in types}
        self.height: list[Term] = [len(stack.up) + stack.down for stack in realm.stacks]
        self.built: list[Term] = [int(bool(stack.caps)) for stack in realm.stacks]
        self.laid = dict.fromkeys(types, 0)
        self.score: list[Term] = []
        for hand in hands:
            self._turn(hand)
        self.model.add(sum(self.built) - sum(bool(stack.caps) for stack in realm.stacks) <= reserve)
        self._shrines()
        self.model.maximize(sum(self.score))

    def _bit(self) -> cp_model.IntVar:
        return self.model.new_bool_var("")

    def _turn(self, hand: Sequence[str]) -> None:
        model = self.model
        places = [(tile, [self._bit() for _ in self.spaces]) for tile in hand]
        for _, bits in places:
            model.add_exactly_one(bits)
        for s in self.spaces:
            here = [bits[s] for _, bits in places]
            model.add(sum(here) + sum(left[s] for left in self.left.values()) + self.built[s] <= 1)
            self.height[s] = self.height[s] + sum(here)
        built = list(self.built)
        for value in self.left:
            came = [bits for tile, bits in places if tile == value]
            self.laid[value] += len(came)
            if came:
                self._sets(value, came, built)
        self.built = built

    def _sets(self, value: str, came: Sequence[Sequence[cp_model.IntVar]], built: list[Term]) -> None:
        """The sets of one type that are completed in a turn."""
        model, geometry = self.model, self.geometry
        up = [self._bit() for _ in self.spaces]
        for s in self.spaces:
            model.add(up[s] == self.left[value][s] + sum(bits[s] for bits in came))
        old = [s for s in self.spaces if self.first[s] == value]
        most = len(old) + self.laid[value]
        columns = grown(geometry, old, self.spaces, self.laid[value], len(came), 4, most, 1_000_000) or []
        chosen, allowed = [self._bit() for _ in columns], 2 if value in SPECIAL else 1
        used: list[list[cp_model.IntVar]] = [[] for _ in self.spaces]
        for bit, column in zip(chosen, columns, strict=True):
            spaces = spaces_of(column)
            model.add_bool_or([bit.negated(), *(bits[s] for bits in came for s in spaces)])
            for s in spaces:
                used[s].append(bit)
            for near in {other for s in spaces for other in geometry.neighbors(s)}.difference(spaces):
                model.add_implication(bit, up[near].negated())
            size = len(spaces)
            self.score.append(bit * (WORTH.get(size, size) + (value == "D")))
        shrines = [self._bit() for _ in self.spaces]
        for s in self.spaces:
            self.left[value][s] = self._bit()
            model.add(self.left[value][s] == up[s] - sum(used[s]))
            model.add(shrines[s] <= sum(used[s]))
            built[s] = built[s] + shrines[s]
        model.add(sum(shrines) <= allowed * sum(chosen))
        if len(came) > 1 and most >= 8:  # two sets of one type
            for bit, column in zip(chosen, columns, strict=True):
                model.add(sum(shrines[s] for s in spaces_of(column)) <= allowed).only_enforce_if(bit)
        for column in connected(geometry, self.everything, 4):
            model.add(sum(self.left[value][s] for s in spaces_of(column)) <= 3)

    def _shrines(self) -> None:
        """A shrine is worth its floor, up to 3."""
        for s in self.spaces:
            self.score.append(self.built[s])
            for floor in (2, 3):
                higher = self._bit()
                self.model.add(higher <= self.built[s])
                self.model.add(floor * higher <= self.height[s])
                self.score.append(higher)

    def solved(self, workers: int, seconds: float) -> tuple[str, int, int]:
        """The status, the best total and its bound."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers, solver.parameters.max_time_in_seconds = workers, seconds
        solver.parameters.linearization_level, solver.parameters.random_seed = 2, 0
        status = solver.solve(self.model)
        return solver.status_name(status), round(solver.objective_value), int(solver.best_objective_bound + 1e-6)
