"""New layouts: sketched by a seed, brought within all guidelines by a model of which stacks reach which floor."""

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
"""What is spent on a model, and at least on a round of it."""
TOP_ROWS, FEW = 7, 8
"""How many rows the top floor has at least for play to begin well, and what each that is missing costs."""
LONG_ROW, UNLIKE, STEP = 12, 3, 2  # what a long row, a wrong height and a step where none was meant cost


class LayoutModel:
    """The layouts that meet all wishes but those of the groups `without`.

    A group is ``total``, ``players``, ``rows``, ``symmetry``, ``joined``, ``size``, ``part`` or
    the place of one of the floors. Spaces of one image under the symmetry share their variables.
    """

    def __init__(self, wishes: LayoutRequirements, without: Collection[str | int] = ()) -> None:
        self.wishes, self.without = wishes, frozenset(without)
        self.model = cp_model.CpModel()
        self.margin = 3 if "size" in self.without else 0
        self.rows, self.columns = wishes.rows + 2 * self.margin, wishes.columns + 2 * self.margin
        self.spaces = [(r, c) for r in range(self.rows) for c in range(self.columns)]
        self.levels = range(1, wishes.top + 1)
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
        """Whether the stack of a space reaches a level."""
        symmetry = "none" if "symmetry" in self.without else self.wishes.symmetry
        reach: dict[Space, dict[int, cp_model.IntVar]] = {}
        for space in self.spaces:
            if space in reach:
                continue
            own = {level: self.model.new_bool_var("") for level in self.levels}
            for level in self.levels[1:]:
                self.model.add_implication(own[level], own[level - 1])
            for level in range(1, min(self.wishes.definition.low, self.wishes.top)):
                self.model.add_implication(own[level], own[level + 1])
            for image in images(symmetry, space, self.rows, self.columns):
                reach[image] = own
        return reach

    def _counts(self) -> dict[int, cp_model.IntVar]:
        """How many stacks reach each level: never more than the level below, which spares much search."""
        counts: dict[int, cp_model.IntVar] = {}
        for level in self.levels:
            counts[level] = self.model.new_int_var(0, len(self.spaces), "")
            self.model.add(counts[level] == cp_model.LinearExpr.sum([self.reach[s][level] for s in self.spaces]))
            if level > 1:
                self.model.add(counts[level] <= counts[level - 1])
        return counts

    def _guidelines(self) -> None:
        definition = self.wishes.definition
        if definition.total is not None and "total" not in self.without:
            self.model.add(self.total == definition.total)
        if "players" not in self.without:
            low, high = self.wishes.ground
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
        """At least whether a row of that length or more begins at a space."""
        begins = self.model.new_bool_var("")
        cells = [self.reach[row, c][level] for c in range(column, column + length)]
        before = [self.reach[row, column - 1][level]] if column else []
        self.model.add_bool_or([begins, *before, *(cell.negated() for cell in cells)])
        return begins

    def _floors(self) -> None:
        for number, wish in enumerate(self.wishes.floors):
            if number in self.without:
                continue
            if wish.floor > self.wishes.top:
                if wish.low:
                    self.model.add_bool_or([])
                continue
            factor, whole = (100, self.ground) if wish.share else (1, 1)
            self.model.add(factor * self.floors[wish.floor] >= wish.low * whole)
            if wish.high is not None:
                self.model.add(factor * self.floors[wish.floor] <= wish.high * whole)

    def _part(self) -> None:
        for r, c in self.spaces:
            row, column = r - self.margin, c - self.margin
            inside = 0 <= row < self.wishes.rows and 0 <= column < self.wishes.columns
            given = self.wishes.part[row][column] if self.wishes.part and inside else None
            if given is not None and "part" not in self.without:
                for level in self.levels:
                    self.model.add(self.reach[r, c][level] == (level <= given))

    def _no_isolated_stack(self) -> None:
        """No open stack stands alone."""
        if "joined" in self.without:
            return
        part = self.wishes.part
        for space in self.spaces:
            if part is None or self.margin or part[space[0]][space[1]] is None:
                beside = [self.reach[other][1] for other in self.neighbors(space)]
                self.model.add_bool_or([self.reach[space][1].negated(), *beside])

    def neighbors(self, space: Space) -> Iterator[Space]:
        """The spaces on the four sides."""
        r, c = space
        for other in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if other in self.reach:
                yield other

    # -- what is best

    def most(self, sign: int) -> None:
        """Wish for the most pieces (1), or the fewest (-1)."""
        self.model.maximize(sign * self.total)

    def like(self, sketch: HeightGrid) -> None:
        """Wish for the heights of a sketch, and for steps only where it has them."""
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
        """How many rows the top floor has too few, in a game that says a word about rows.

        Who takes from the ends of rows has little choice where the top floor is of one piece.
        """
        missing = self.model.new_int_var(0, TOP_ROWS, "")
        if not self.wishes.definition.rows:
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
        """The heights of the best answer found in an effort (time that is alike on all machines).

        None when there is none, which is proved when `impossible` is set afterwards; else `cost` is
        what the answer costs, which may be above the least by the share `gap`. Links that are
        missing are asked for in rounds.
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
            if not self.wishes.joined or "joined" in self.without or self._link(components(found)):
                return found
        return None

    def _link(self, parts: list[set[Space]]) -> bool:
        """Whether all hangs together; if not, a part with nothing around it must be all there is."""
        for part in parts if len(parts) > 1 else ():
            around = {other for space in part for other in self.neighbors(space)} - part
            alone = [self.reach[min(part)][1], *(self.reach[space][1].negated() for space in sorted(around))]
            self.model.add(self.ground <= len(part)).only_enforce_if(alone)
        return len(parts) <= 1


def components(heights: HeightGrid) -> list[set[Space]]:
    """The groups of stacks that hang together, the largest first."""
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
"""The effort for the question whether a wish is part of a clash."""
NEAR, ROUGH = 0.1, 0.5
"""How far from the best an answer may be, and one of which only its being there counts."""
UNEVEN, DULL = 0.4, 60
"""The share of neighbors of different heights that a sketch has at least, and what missing it weighs."""
SMALLEST = 0.6
"""Of the rows and columns allowed, how many a sketch uses at least."""
DRAWN = ("mirror",) * 3 + ("both", "half-turn") * 2 + ("quarter-turn", "diagonal")
"""The symmetries that a seed draws from when none is asked for."""


@dataclass(frozen=True)
class NewLayout:
    """A layout that meets all wishes, without empty lines at its borders, and its symmetry."""

    heights: HeightGrid
    symmetry: str


@dataclass(frozen=True)
class UnmetRequirements:
    """Why there is no such layout.

    No layout meets all of these wishes, named as in `LayoutModel`, and without any one of them
    there may be. Without ``total`` among them the others allow `totals` pieces (the fewest, the
    most) where that is known. Without `groups` nothing is proved: none was found in the effort.
    """

    groups: tuple[str | int, ...]
    totals: tuple[int, int] | None = None


def new_layout(wishes: LayoutRequirements, seed: int, *, free: bool = False) -> NewLayout | UnmetRequirements:
    """The layout that a seed has in mind, as near as the wishes allow; the same for the same seed.

    With `free` the symmetry is drawn by the seed too, and none if it cannot be.
    """
    random = Random(seed)
    if free and wishes.part is None:
        drawn = replace(wishes, symmetry=random.choice(DRAWN))
        found = _found(_squared(drawn), random)
        if found is not None:
            return found
    wishes = _squared(wishes)
    return _found(wishes, random) or _clash(wishes)


def _squared(wishes: LayoutRequirements) -> LayoutRequirements:
    """With as many rows as columns where the symmetry needs that."""
    if wishes.symmetry not in SQUARE:
        return wishes
    side = min(wishes.rows, wishes.columns)
    return replace(wishes, rows=side, columns=side)


def _found(wishes: LayoutRequirements, random: Random) -> NewLayout | None:
    """The best of the layouts for the likeliest sketches; None when there is none."""
    plans = PLANS if wishes.part else (random.choice(PLANS),)
    drafts = (_sketch(wishes, random.choice(plans), random) for _ in range(SKETCHES))
    sketches = sorted(drafts, key=lambda sketch: _misses(sketch, wishes))
    heights = _nearest_to_sketch(wishes, sketches[:TRIED]) or _nearest_to_sketch(wishes, [_padded(sketches[0], wishes)])
    if heights is None:
        return None
    unmet = list(_unmet(heights, wishes))
    if unmet:
        raise UnconfirmedAnswer(f"the layout found does not meet the requirements: {', '.join(unmet)}")
    return NewLayout(_trimmed(heights), wishes.symmetry)


def _nearest_to_sketch(wishes: LayoutRequirements, sketches: list[HeightGrid]) -> HeightGrid | None:
    """The layout that is nearest to its sketch and not dull; each has the size of its sketch."""
    found: list[tuple[float, int, HeightGrid]] = []
    for number, sketch in enumerate(sketches):
        model = LayoutModel(replace(wishes, rows=len(sketch), columns=len(sketch[0])))
        model.like(sketch)
        heights = model.solve(EFFORT / 3, NEAR)
        found += [(model.cost + _monotony(heights), number, heights)] if heights else []
    return min(found)[2] if found else None


# ------------------------------------------------------------------ sketches


def _sketch(wishes: LayoutRequirements, plan: Plan, random: Random) -> HeightGrid:
    """A sketch of a size of its own, or of that of the part that is given."""
    low = wishes.definition.low
    high = min(wishes.top, low + 2)
    levels = {1: low, 2: (low + high) // 2, 3: high}
    rows, columns = wishes.rows, wishes.columns
    if wishes.part is None:
        rows, columns = (random.randint(max(1, round(n * SMALLEST)), n) for n in (rows, columns))
        if wishes.symmetry in SQUARE:
            rows = columns = max(rows, columns)
    return sketched(rows, columns, wishes.symmetry, levels, plan, random)


def _misses(sketch: HeightGrid, wishes: LayoutRequirements) -> float:
    """How far a sketch is from what is wished."""
    low, high = wishes.ground
    stacks = sum(1 for row in sketch for height in row if height)
    total, wanted = sum(map(sum, sketch)), wishes.definition.total
    misses: float = 2 * max(0, low + 2 - stacks, stacks - high + 2) + (abs(total - wanted) if wanted else 0)
    misses += 6 * (len(components(sketch)) - 1) if wishes.joined else 0
    for rule in wishes.definition.rows:
        levels = range(rule.floor + 1, wishes.top + 1)
        misses += 3 * sum(_long(row, level, rule.length) for row in sketch for level in levels)
        misses += FEW * max(0, TOP_ROWS - sum(_long(row, max(map(max, sketch)), 1) for row in sketch))
    for floor in wishes.floors:
        reached = sum(1 for row in sketch for height in row if height >= floor.floor)
        reached = round(100 * reached / max(1, stacks)) if floor.share else reached
        misses += max(0, floor.low - reached, reached - (reached if floor.high is None else floor.high))
    misses += _monotony(sketch)
    if wishes.part:
        pairs = (pair for own, row in zip(wishes.part, sketch, strict=True) for pair in zip(own, row, strict=True))
        misses += 2 * sum(abs(given - height) for given, height in pairs if given is not None)
    return misses


def _monotony(heights: HeightGrid) -> float:
    """What it weighs that too few stacks side by side, or one above the other, are of different heights."""
    lines = [*heights, *zip(*heights, strict=True)]
    pairs = [pair for line in lines for pair in pairwise(line) if all(pair)]
    uneven = sum(1 for one, other in pairs if one != other) / max(1, len(pairs))
    return DULL * max(0.0, UNEVEN - uneven)


def _long(row: tuple[int, ...], level: int, length: int) -> int:
    """How many runs of a row are that long on a level."""
    runs = groupby(row, lambda height: height >= level)
    return sum(1 for reached, run in runs if reached and sum(1 for _ in run) >= length)


def _padded(sketch: HeightGrid, wishes: LayoutRequirements) -> HeightGrid:
    """A sketch in the middle of the whole size."""
    above, before = (wishes.rows - len(sketch)) // 2, (wishes.columns - len(sketch[0])) // 2
    grid = {(r + above, c + before): height for r, row in enumerate(sketch) for c, height in enumerate(row)}
    return tuple(tuple(grid.get((r, c), 0) for c in range(wishes.columns)) for r in range(wishes.rows))


def _trimmed(heights: HeightGrid) -> HeightGrid:
    """Without the empty rows and columns at the borders."""
    rows = [r for r, row in enumerate(heights) if any(row)]
    columns = [c for c, column in enumerate(zip(*heights, strict=True)) if any(column)]
    return tuple(row[columns[0] : columns[-1] + 1] for row in heights[rows[0] : rows[-1] + 1])


# ------------------------------------------------------------------ answers


def _unmet(heights: HeightGrid, wishes: LayoutRequirements) -> Iterator[str]:
    """The wishes that a layout does not meet, seen without the model; `check` knows the guidelines."""
    rows, columns = len(heights), len(heights[0])
    grid = {(r, c): height for r, row in enumerate(heights) for c, height in enumerate(row)}
    stacks = sum(1 for height in grid.values() if height)
    if any(grid[image] != grid[space] for space in grid for image in images(wishes.symmetry, space, rows, columns)):
        yield "symmetry"
    if wishes.part and any(
        given not in (None, height)
        for own, row in zip(wishes.part, heights, strict=True)
        for given, height in zip(own, row, strict=True)
    ):
        yield "part"
    if wishes.joined and len(components(heights)) != 1:
        yield "joined"
    for floor in wishes.floors:
        reached = sum(1 for height in grid.values() if height >= floor.floor)
        reached, whole = (100 * reached, stacks) if floor.share else (reached, 1)
        if reached < floor.low * whole or (floor.high is not None and reached > floor.high * whole):
            yield f"floor {floor.floor}"


def _clash(wishes: LayoutRequirements) -> UnmetRequirements:
    """A smallest set of wishes that cannot be met together: each is left out for a trial."""
    wanted: list[str | int] = ["joined", "rows", "symmetry", "size", "players", "part"]
    wanted += [*range(len(wishes.floors)), "total"]
    without: list[str | int] = []
    if not _impossible(wishes, without, EFFORT):
        return UnmetRequirements(())
    for group in wanted:
        if _impossible(wishes, [*without, group], TRIAL):
            without.append(group)
    groups = tuple(group for group in wanted if group not in without)
    return UnmetRequirements(groups, _totals(wishes, [*without, "total"]) if "total" in groups else None)


def _impossible(wishes: LayoutRequirements, without: list[str | int], effort: float) -> bool:
    model = LayoutModel(wishes, without)
    model.like(((0,) * model.columns,) * model.rows)  # few steps, so that little has to be linked
    model.solve(effort, ROUGH)
    return model.impossible


def _totals(wishes: LayoutRequirements, without: list[str | int]) -> tuple[int, int] | None:
    """The fewest and the most pieces; None when that is not known."""
    found = []
    for sign in (-1, 1):
        model = LayoutModel(wishes, without)
        model.most(sign)
        heights = model.solve()
        if heights is None:
            return None
        found.append(sum(map(sum, heights)))
    return found[0], found[1]
