"""New layouts: a random sketch, then the layout within all guidelines that is nearest to it, found by CP-SAT.

The model has a bit for each space and level: whether the stack reaches the level.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from random import Random

from ortools.sat.python import cp_model

from tilewright.cpsat.literals import run
from tilewright.design.layouts.sketch import (
    PLANS,
    SQUARE,
    HeightGrid,
    LayoutRequirements,
    Plan,
    Space,
    images,
    sketched,
)
from tilewright.solver.solve import UnconfirmedAnswer

EFFORT, LEAST = 1.0, 0.02
"""The deterministic time for a model, and the least time for one round of solving it."""
TOP_ROWS, FEW = 7, 8
"""The number of rows that the top floor should have for a good start of the game, and the cost of each that is
missing."""
# costs of a row that is too long, of a wrong height, and of a step that the sketch does not have
LONG_ROW, UNLIKE, STEP = 12, 3, 2


class LayoutModel:
    """A model of the layouts that meet all requirements, except those of the groups in `without`.

    A group is ``total``, ``players``, ``rows``, ``symmetry``, ``joined``, ``size``, ``part`` or the index of a
    `Floor`. Spaces that the symmetry maps to one another share their variables.
    """

    def __init__(self, requirements: LayoutRequirements, without: Collection[str | int] = ()) -> None:
        self.requirements, self.without = requirements, frozenset(without)
        self.model = cp_model.CpModel()
        self.margin = 3 if "size" in self.without else 0
        self.rows, self.columns = requirements.rows + 2 * self.margin, requirements.columns + 2 * self.margin
        self.spaces = [(r, c) for r in range(self.rows) for c in range(self.columns)]
        self.levels = range(1, requirements.top + 1)
        self.reach = self._stacks()
        self.floors = self._counts()
        self.ground, self.total = self.floors[1], cp_model.LinearExpr.sum(list(self.floors.values()))
        self.long: list[cp_model.IntVar] = []
        self.impossible, self.cost = False, 0
        self._guidelines()
        self._floors()
        self._part()
        self._no_isolated_stack()

    def _stacks(self) -> dict[Space, dict[int, cp_model.IntVar]]:
        """For each space and level, whether the stack reaches the level."""
        symmetry = "none" if "symmetry" in self.without else self.requirements.symmetry
        reach: dict[Space, dict[int, cp_model.IntVar]] = {}
        for space in self.spaces:
            if space in reach:
                continue
            own = {level: self.model.new_bool_var("") for level in self.levels}
            for level in self.levels[1:]:
                self.model.add_implication(own[level], own[level - 1])
            for level in range(1, min(self.requirements.definition.low, self.requirements.top)):
                self.model.add_implication(own[level], own[level + 1])
            for image in images(symmetry, space, self.rows, self.columns):
                reach[image] = own
        return reach

    def _counts(self) -> dict[int, cp_model.IntVar]:
        """The number of stacks that reach each level. It never grows with the level: a redundant constraint that
        shortens the search."""
        counts: dict[int, cp_model.IntVar] = {}
        for level in self.levels:
            counts[level] = self.model.new_int_var(0, len(self.spaces), "")
            self.model.add(counts[level] == cp_model.LinearExpr.sum([self.reach[s][level] for s in self.spaces]))
            if level > 1:
                self.model.add(counts[level] <= counts[level - 1])
        return counts

    def _guidelines(self) -> None:
        definition = self.requirements.definition
        if definition.total is not None and "total" not in self.without:
            self.model.add(self.total == definition.total)
        if "players" not in self.without:
            low, high = self.requirements.ground
            self.model.add(self.ground >= low)
            self.model.add(self.ground <= high)
        for rule in definition.rows:
            found = [
                self._long_row(level, r, c, rule.length)
                for level in self.levels[rule.floor :]
                for r in range(self.rows)
                for c in range(self.columns - rule.length + 1)
            ]
            self.long += found
            if "rows" not in self.without:
                self.model.add(cp_model.LinearExpr.sum(found) <= rule.most)

    def _long_row(self, level: int, row: int, column: int, length: int) -> cp_model.IntVar:
        """A bit that is set if a row of at least that length begins at a space; it may also be set if not."""
        begins = self.model.new_bool_var("")
        cells = [self.reach[row, c][level] for c in range(column, column + length)]
        before = [self.reach[row, column - 1][level]] if column else []
        self.model.add_bool_or([begins, *before, *(cell.negated() for cell in cells)])
        return begins

    def _floors(self) -> None:
        for number, floor in enumerate(self.requirements.floors):
            if number in self.without:
                continue
            if floor.floor > self.requirements.top:
                if floor.low:
                    self.model.add_bool_or([])
                continue
            factor, whole = (100, self.ground) if floor.share else (1, 1)
            self.model.add(factor * self.floors[floor.floor] >= floor.low * whole)
            if floor.high is not None:
                self.model.add(factor * self.floors[floor.floor] <= floor.high * whole)

    def _part(self) -> None:
        for r, c in self.spaces:
            row, column = r - self.margin, c - self.margin
            inside = 0 <= row < self.requirements.rows and 0 <= column < self.requirements.columns
            given = self.requirements.part[row][column] if self.requirements.part and inside else None
            if given is not None and "part" not in self.without:
                for level in self.levels:
                    self.model.add(self.reach[r, c][level] == (level <= given))

    def _no_isolated_stack(self) -> None:
        """No stack outside the given part is without a neighbor."""
        if "joined" in self.without:
            return
        part = self.requirements.part
        for space in self.spaces:
            if part is None or self.margin or part[space[0]][space[1]] is None:
                beside = [self.reach[other][1] for other in self.neighbors(space)]
                self.model.add_bool_or([self.reach[space][1].negated(), *beside])

    def neighbors(self, space: Space) -> Iterator[Space]:
        """The orthogonal neighbors of a space."""
        r, c = space
        for other in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if other in self.reach:
                yield other

    # -- objectives

    def most(self, sign: int) -> None:
        """Maximize (1) or minimize (-1) the number of pieces."""
        self.model.maximize(sign * self.total)

    def like(self, sketch: HeightGrid) -> None:
        """Minimize the difference from a sketch: wrong heights, and steps where the sketch has none."""
        wrong = [
            (1 - own[level]) if level <= sketch[r][c] else own[level]
            for (r, c), own in self.reach.items()
            for level in self.levels
        ]
        steps = []
        for a in self.spaces:
            for b in self.neighbors(a):
                if a < b and sketch[a[0]][a[1]] == sketch[b[0]][b[1]] and self.reach[a] is not self.reach[b]:
                    steps += [self._differs(self.reach[a][level], self.reach[b][level]) for level in self.levels]
        total = cp_model.LinearExpr.sum
        cost = UNLIKE * total(wrong) + STEP * total(steps) + LONG_ROW * total(self.long)
        self.model.minimize(cost + FEW * self._missing_rows())

    def _missing_rows(self) -> cp_model.IntVar:
        """How many rows the top floor has too few, if the game has guidelines for rows.

        Players who take pieces from the ends of rows have little choice if the top floor is one block.
        """
        missing = self.model.new_int_var(0, TOP_ROWS, "")
        if not self.requirements.definition.rows:
            return missing
        top, begins = self.levels[-1], []
        for r, c in self.spaces:
            begin = self.model.new_bool_var("")
            self.model.add_implication(begin, self.reach[r, c][top])
            if c:
                self.model.add_implication(begin, self.reach[r, c - 1][top].negated())
            begins.append(begin)
        self.model.add(missing + cp_model.LinearExpr.sum(begins) >= TOP_ROWS)
        return missing

    def _differs(self, one: cp_model.IntVar, other: cp_model.IntVar) -> cp_model.IntVar:
        differs = self.model.new_bool_var("")
        self.model.add_bool_or([differs, one, other.negated()])
        self.model.add_bool_or([differs, one.negated(), other])
        return differs

    # -- answers

    def solve(self, effort: float = EFFORT, gap: float = 0.0) -> HeightGrid | None:
        """The heights of the best layout found within a deterministic time.

        None if there is none; `impossible` then says whether that is proved. Otherwise `cost` is its objective, at
        most the share `gap` above the optimum. Connectivity is added lazily: a solution that is not connected adds a
        constraint, and the model is solved again.
        """
        while effort > 0:
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = 1
            solver.parameters.random_seed = 0
            solver.parameters.max_deterministic_time = effort
            solver.parameters.relative_gap_limit = gap
            status = run(solver, self.model)
            effort -= max(solver.deterministic_time, LEAST)
            self.impossible = status == cp_model.INFEASIBLE
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                return None
            self.cost = round(solver.objective_value)
            found = tuple(
                tuple(sum(solver.value(b) for b in self.reach[r, c].values()) for c in range(self.columns))
                for r in range(self.rows)
            )
            if not self.requirements.joined or "joined" in self.without or self._link(components(found)):
                return found
        return None

    def _link(self, parts: list[set[Space]]) -> bool:
        """Whether the stacks are connected. If not, each part must touch another stack, or be the only part."""
        for part in parts if len(parts) > 1 else ():
            around = {other for space in part for other in self.neighbors(space)} - part
            alone = [self.reach[min(part)][1], *(self.reach[space][1].negated() for space in sorted(around))]
            self.model.add(self.ground <= len(part)).only_enforce_if(alone)
        return len(parts) <= 1


def components(heights: HeightGrid) -> list[set[Space]]:
    """The connected components of the stacks, the largest first."""
    left = {(r, c) for r, row in enumerate(heights) for c, height in enumerate(row) if height}
    found = []
    while left:
        group, edge = set(), {min(left)}
        while edge:
            group |= edge
            edge = {(r + y, c + x) for r, c in edge for y, x in ((-1, 0), (1, 0), (0, -1), (0, 1))} & left - group
        left -= group
        found.append(group)
    return sorted(found, key=lambda group: (-len(group), min(group)))


SKETCHES, TRIED = 80, 3
TRIAL = EFFORT / 4
"""The deterministic time to test whether a requirement is part of a conflict."""
NEAR, ROUGH = 0.1, 0.5
"""The optimality gap of a layout, and of a test that needs any solution."""
UNEVEN, DULL = 0.4, 60
"""The share of neighboring stacks that should differ in height, and the cost per unit below it."""
SMALLEST = 0.6
"""A sketch uses at least this share of the rows and columns allowed."""
DRAWN = ("mirror",) * 3 + ("both", "half-turn") * 2 + ("quarter-turn", "diagonal")
"""The symmetries to draw from if none is required; repeated ones are more likely."""


@dataclass(frozen=True)
class NewLayout:
    """A layout that meets all requirements, without empty rows and columns at the borders, and its symmetry."""

    heights: HeightGrid
    symmetry: str


@dataclass(frozen=True)
class UnmetRequirements:
    """Requirements that cannot be met together.

    `groups` is an irreducible conflict, named as in `LayoutModel`: no layout meets all of them, and leaving out any
    one may help. `totals` is the range of the number of pieces without the group ``total``, if that is in the
    conflict and the range is known. If `groups` is empty, nothing was found and nothing is proved.
    """

    groups: tuple[str | int, ...]
    totals: tuple[int, int] | None = None


def new_layout(requirements: LayoutRequirements, seed: int, *, free: bool = False) -> NewLayout | UnmetRequirements:
    """A layout near the sketch that the seed draws, or the requirements in conflict. The same seed gives the same
    layout.

    With `free` the seed also draws the symmetry; if no such layout exists, there is none.
    """
    random = Random(seed)
    if free and requirements.part is None:
        drawn = replace(requirements, symmetry=random.choice(DRAWN))
        found = _found(_squared(drawn), random)
        if found is not None:
            return found
    requirements = _squared(requirements)
    return _found(requirements, random) or _clash(requirements)


def _squared(requirements: LayoutRequirements) -> LayoutRequirements:
    """The requirements with as many rows as columns, if the symmetry needs that."""
    if requirements.symmetry not in SQUARE:
        return requirements
    side = min(requirements.rows, requirements.columns)
    return replace(requirements, rows=side, columns=side)


def _found(requirements: LayoutRequirements, random: Random) -> NewLayout | None:
    """The layout nearest to one of the most promising sketches; None if there is none."""
    plans = PLANS if requirements.part else (random.choice(PLANS),)
    drafts = (_sketch(requirements, random.choice(plans), random) for _ in range(SKETCHES))
    sketches = sorted(drafts, key=lambda sketch: _misses(sketch, requirements))
    heights = _nearest_to_sketch(requirements, sketches[:TRIED]) or _nearest_to_sketch(
        requirements, [_padded(sketches[0], requirements)]
    )
    if heights is None:
        return None
    unmet = list(_unmet(heights, requirements))
    if unmet:
        raise UnconfirmedAnswer(f"the layout found does not meet the requirements: {', '.join(unmet)}")
    return NewLayout(_trimmed(heights), requirements.symmetry)


def _nearest_to_sketch(requirements: LayoutRequirements, sketches: list[HeightGrid]) -> HeightGrid | None:
    """The layout with the lowest cost: difference from its sketch plus monotony. It has the size of its sketch."""
    found: list[tuple[float, int, HeightGrid]] = []
    for number, sketch in enumerate(sketches):
        model = LayoutModel(replace(requirements, rows=len(sketch), columns=len(sketch[0])))
        model.like(sketch)
        heights = model.solve(EFFORT / 3, NEAR)
        found += [(model.cost + _monotony(heights), number, heights)] if heights else []
    return min(found)[2] if found else None


# ------------------------------------------------------------------ sketches


def _sketch(requirements: LayoutRequirements, plan: Plan, random: Random) -> HeightGrid:
    """A sketch of a random size, or of the size of the given part."""
    low = requirements.definition.low
    high = min(requirements.top, low + 2)
    levels = {1: low, 2: (low + high) // 2, 3: high}
    rows, columns = requirements.rows, requirements.columns
    if requirements.part is None:
        rows, columns = (random.randint(max(1, round(n * SMALLEST)), n) for n in (rows, columns))
        if requirements.symmetry in SQUARE:
            rows = columns = max(rows, columns)
    return sketched(rows, columns, requirements.symmetry, levels, plan, random)


def _misses(sketch: HeightGrid, requirements: LayoutRequirements) -> float:
    """An estimate of how far a sketch is from the requirements."""
    low, high = requirements.ground
    stacks = sum(1 for row in sketch for height in row if height)
    total, wanted = sum(map(sum, sketch)), requirements.definition.total
    misses: float = 2 * max(0, low + 2 - stacks, stacks - high + 2) + (abs(total - wanted) if wanted else 0)
    misses += 6 * (len(components(sketch)) - 1) if requirements.joined else 0
    for rule in requirements.definition.rows:
        levels = range(rule.floor + 1, requirements.top + 1)
        misses += 3 * sum(_long(row, level, rule.length) for row in sketch for level in levels)
        misses += FEW * max(0, TOP_ROWS - sum(_long(row, max(map(max, sketch)), 1) for row in sketch))
    for floor in requirements.floors:
        reached = sum(1 for row in sketch for height in row if height >= floor.floor)
        reached = round(100 * reached / max(1, stacks)) if floor.share else reached
        misses += max(0, floor.low - reached, reached - (reached if floor.high is None else floor.high))
    misses += _monotony(sketch)
    if requirements.part:
        pairs = (
            pair for own, row in zip(requirements.part, sketch, strict=True) for pair in zip(own, row, strict=True)
        )
        misses += 2 * sum(abs(given - height) for given, height in pairs if given is not None)
    return misses


def _monotony(heights: HeightGrid) -> float:
    """A cost for too few different heights among neighboring stacks."""
    lines = [*heights, *zip(*heights, strict=True)]
    pairs = [pair for line in lines for pair in pairwise(line) if all(pair)]
    uneven = sum(1 for one, other in pairs if one != other) / max(1, len(pairs))
    return DULL * max(0.0, UNEVEN - uneven)


def _long(row: tuple[int, ...], level: int, length: int) -> int:
    """The number of runs of a row with at least that length on a level."""
    runs = groupby(row, lambda height: height >= level)
    return sum(1 for reached, run in runs if reached and sum(1 for _ in run) >= length)


def _padded(sketch: HeightGrid, requirements: LayoutRequirements) -> HeightGrid:
    """A sketch centered in the largest size."""
    above, before = (requirements.rows - len(sketch)) // 2, (requirements.columns - len(sketch[0])) // 2
    grid = {(r + above, c + before): height for r, row in enumerate(sketch) for c, height in enumerate(row)}
    return tuple(tuple(grid.get((r, c), 0) for c in range(requirements.columns)) for r in range(requirements.rows))


def _trimmed(heights: HeightGrid) -> HeightGrid:
    """The heights without empty rows and columns at the borders."""
    rows = [r for r, row in enumerate(heights) if any(row)]
    columns = [c for c, column in enumerate(zip(*heights, strict=True)) if any(column)]
    return tuple(row[columns[0] : columns[-1] + 1] for row in heights[rows[0] : rows[-1] + 1])


# ------------------------------------------------------------------ answers


def _unmet(heights: HeightGrid, requirements: LayoutRequirements) -> Iterator[str]:
    """Requirements that a layout does not meet, computed without the model. The guidelines are checked by `check`."""
    rows, columns = len(heights), len(heights[0])
    grid = {(r, c): height for r, row in enumerate(heights) for c, height in enumerate(row)}
    stacks = sum(1 for height in grid.values() if height)
    if any(
        grid[image] != grid[space] for space in grid for image in images(requirements.symmetry, space, rows, columns)
    ):
        yield "symmetry"
    if requirements.part and any(
        given not in (None, height)
        for own, row in zip(requirements.part, heights, strict=True)
        for given, height in zip(own, row, strict=True)
    ):
        yield "part"
    if requirements.joined and len(components(heights)) != 1:
        yield "joined"
    for floor in requirements.floors:
        reached = sum(1 for height in grid.values() if height >= floor.floor)
        reached, whole = (100 * reached, stacks) if floor.share else (reached, 1)
        if reached < floor.low * whole or (floor.high is not None and reached > floor.high * whole):
            yield f"floor {floor.floor}"


def _clash(requirements: LayoutRequirements) -> UnmetRequirements:
    """An irreducible set of requirements that cannot be met together, by leaving out one at a time (deletion
    filter)."""
    wanted: list[str | int] = ["joined", "rows", "symmetry", "size", "players", "part"]
    wanted += [*range(len(requirements.floors)), "total"]
    without: list[str | int] = []
    if not _impossible(requirements, without, EFFORT):
        return UnmetRequirements(())
    for group in wanted:
        if _impossible(requirements, [*without, group], TRIAL):
            without.append(group)
    groups = tuple(group for group in wanted if group not in without)
    return UnmetRequirements(groups, _totals(requirements, [*without, "total"]) if "total" in groups else None)


def _impossible(requirements: LayoutRequirements, without: list[str | int], effort: float) -> bool:
    model = LayoutModel(requirements, without)
    model.like(((0,) * model.columns,) * model.rows)  # few steps, so that little has to be linked
    model.solve(effort, ROUGH)
    return model.impossible


def _totals(requirements: LayoutRequirements, without: list[str | int]) -> tuple[int, int] | None:
    """The fewest and the most pieces; None if not known."""
    found = []
    for sign in (-1, 1):
        model = LayoutModel(requirements, without)
        model.most(sign)
        heights = model.solve()
        if heights is None:
            return None
        found.append(sum(map(sum, heights)))
    return found[0], found[1]
