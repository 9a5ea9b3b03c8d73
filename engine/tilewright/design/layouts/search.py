"""New layouts: sketched by a seed, brought within all guidelines by the solver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from random import Random

from tilewright.design.layouts.model import EFFORT, FEW, TOP_ROWS, LayoutModel, components
from tilewright.design.layouts.sketch import PLANS, SQUARE, HeightGrid, Plan, images, sketched
from tilewright.design.layouts.wishes import Wishes
from tilewright.solver.solve import Refused

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
class UnmetWishes:
    """Why there is no such layout.

    No layout meets all of these wishes, named as in `LayoutModel`, and without any one of them
    there may be. Without ``total`` among them the others allow `totals` pieces (the fewest, the
    most) where that is known. Without `groups` nothing is proved: none was found in the effort.
    """

    groups: tuple[str | int, ...]
    totals: tuple[int, int] | None = None


def new_layout(wishes: Wishes, seed: int, *, free: bool = False) -> NewLayout | UnmetWishes:
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


def _squared(wishes: Wishes) -> Wishes:
    """With as many rows as columns where the symmetry needs that."""
    if wishes.symmetry not in SQUARE:
        return wishes
    side = min(wishes.rows, wishes.columns)
    return replace(wishes, rows=side, columns=side)


def _found(wishes: Wishes, random: Random) -> NewLayout | None:
    """The best of the layouts for the likeliest sketches; None when there is none."""
    plans = PLANS if wishes.part else (random.choice(PLANS),)
    drafts = (_sketch(wishes, random.choice(plans), random) for _ in range(SKETCHES))
    sketches = sorted(drafts, key=lambda sketch: _misses(sketch, wishes))
    heights = _nearest_to_sketch(wishes, sketches[:TRIED]) or _nearest_to_sketch(wishes, [_padded(sketches[0], wishes)])
    if heights is None:
        return None
    unmet = list(_unmet(heights, wishes))
    if unmet:
        raise Refused(f"the layout found does not meet the requirements: {', '.join(unmet)}")
    return NewLayout(_trimmed(heights), wishes.symmetry)


def _nearest_to_sketch(wishes: Wishes, sketches: list[HeightGrid]) -> HeightGrid | None:
    """The layout that is nearest to its sketch and not dull; each has the size of its sketch."""
    found: list[tuple[float, int, HeightGrid]] = []
    for number, sketch in enumerate(sketches):
        model = LayoutModel(replace(wishes, rows=len(sketch), columns=len(sketch[0])))
        model.like(sketch)
        heights = model.solve(EFFORT / 3, NEAR)
        found += [(model.cost + _monotony(heights), number, heights)] if heights else []
    return min(found)[2] if found else None


# ------------------------------------------------------------------ sketches


def _sketch(wishes: Wishes, plan: Plan, random: Random) -> HeightGrid:
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


def _misses(sketch: HeightGrid, wishes: Wishes) -> float:
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


def _padded(sketch: HeightGrid, wishes: Wishes) -> HeightGrid:
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


def _unmet(heights: HeightGrid, wishes: Wishes) -> Iterator[str]:
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


def _clash(wishes: Wishes) -> UnmetWishes:
    """A smallest set of wishes that cannot be met together: each is left out for a trial."""
    wanted: list[str | int] = ["joined", "rows", "symmetry", "size", "players", "part"]
    wanted += [*range(len(wishes.floors)), "total"]
    without: list[str | int] = []
    if not _impossible(wishes, without, EFFORT):
        return UnmetWishes(())
    for group in wanted:
        if _impossible(wishes, [*without, group], TRIAL):
            without.append(group)
    groups = tuple(group for group in wanted if group not in without)
    return UnmetWishes(groups, _totals(wishes, [*without, "total"]) if "total" in groups else None)


def _impossible(wishes: Wishes, without: list[str | int], effort: float) -> bool:
    model = LayoutModel(wishes, without)
    model.like(((0,) * model.columns,) * model.rows)  # few steps, so that little has to be linked
    model.solve(effort, ROUGH)
    return model.impossible


def _totals(wishes: Wishes, without: list[str | int]) -> tuple[int, int] | None:
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
