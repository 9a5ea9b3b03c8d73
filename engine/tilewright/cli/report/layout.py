"""New layouts as text and as outputs, the range of measures, and why the wishes for one cannot be met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.design.layouts.wishes import Floor, Wishes
from tilewright.outputs.solving import LayoutOutput, MeasureOutput
from tilewright.questions.puzzles import limit_text
from tilewright.table.card import Layout
from tilewright.table.game import Game, spanned
from tilewright.table.puzzles import LayoutPuzzle

if TYPE_CHECKING:
    from tilewright.design.layouts.search import UnmetWishes


_SYMMETRY = {
    "mirror": "left and right are mirrored",
    "flip": "top and bottom are mirrored",
    "both": "left and right, top and bottom are mirrored",
    "half-turn": "symmetric under a half turn",
    "quarter-turn": "symmetric under a quarter turn",
    "diagonal": "rows and columns are mirrored",
}


def why_unmet(game: Game, wishes: Wishes, clash: UnmetWishes) -> list[str]:
    """The wishes that clash, and what the others come to, a line each."""
    if not clash.groups:
        return ["nothing was found and nothing was proved; try another seed, or fewer requirements"]
    lines = [_wish(game, wishes, group) for group in clash.groups]
    if clash.totals is not None:
        fewest, most = clash.totals
        pieces, wanted = game.plural(game.piece), wishes.definition.total or 0
        if most < wanted:
            lines.append(f"without that, at most {most} {pieces} are possible")
        elif fewest > wanted:
            lines.append(f"without that, at least {fewest} {pieces} are needed")
    return lines


def _wish(game: Game, wishes: Wishes, group: str | int) -> str:
    """A wish in words."""
    if isinstance(group, int):
        return _floor_in_words(wishes.floors[group])
    of, pieces = wishes.definition, game.plural(game.piece)
    low, high = wishes.players
    texts = {
        "total": f"a {of.name} has {of.total} {pieces}",
        "size": f"at most {wishes.rows} rows and {wishes.columns} columns: {wishes.rows * wishes.columns} spaces",
        "symmetry": f"{wishes.symmetry}: {_SYMMETRY.get(wishes.symmetry, '')}",
        "part": "the drawn part is kept as drawn",
        "joined": "all stacks are connected (--apart allows layouts that are not)"
        if wishes.joined
        else "no stack is isolated",
        "players": f"{spanned(low, high)} players",
    }
    if group == "players":
        known = [f"{a} to {b}" for n, (a, b) in sorted(of.ground.items()) if low <= n <= high]
        return f"{texts['players']}: {' and '.join(known)} stacks"
    if group == "rows":
        return "; ".join(f"at most {r.most} rows of {r.length} or more above floor {r.floor}" for r in of.rows)
    return texts[group]


def _floor_in_words(wish: Floor) -> str:
    if wish.high == 0:
        return f"no stack reaches floor {wish.floor}"
    unit = "% of the stacks" if wish.share else " stacks"
    if wish.high is None:
        numbers = f"{wish.low} or more"
    else:
        numbers = str(wish.low) if wish.low == wish.high else f"{wish.low} to {wish.high}"
    return f"{numbers}{unit} reach floor {wish.floor}"


def layout_output(layout: Layout, seed: int, symmetry: str, text: str) -> LayoutOutput:
    """A layout that was made, as a line of JSON."""
    top = max(map(max, layout.heights))
    return LayoutOutput(
        class_=layout.category,
        status="found",
        id=layout.id,
        players=layout.players,
        seed=seed,
        symmetry=symmetry,
        heights=layout.heights,
        total=layout.total,
        floors=[sum(h >= floor for row in layout.heights for h in row) for floor in range(1, top + 1)],
        text=text,
    )


def range_lines(
    name: str, puzzle: LayoutPuzzle, own: Sequence[MeasureOutput], every: Sequence[MeasureOutput]
) -> Iterator[str]:
    """The numbers of a layout when play begins, and the least and the most over all of its size within the guidelines."""
    rows, columns = len(puzzle.part), len(puzzle.part[0])
    yield f"{name}: {puzzle.measure}: {_range(own)} when play begins"
    layouts = puzzle.game.plural(puzzle.definition.name)
    players = f"{puzzle.players} player{'s' * (puzzle.players > 1)}"
    yield f"  all {layouts} for {players} of {rows} x {columns} within the guidelines: {_range(every)}"


def _range(found: Sequence[MeasureOutput]) -> str:
    """The least and the most, and of those that are not proved the bounds."""
    if found[0].status == "infeasible":
        return "there are none"
    ends = ["?" if one.value is None else str(one.value) for one in found]
    text = ends[0] if ends[0] == ends[1] != "?" else f"{ends[0]} to {ends[1]}"
    limits = [limit_text(one.goal, one.bound) for one in found if one.status != "optimal" and one.bound is not None]
    return f"{text} (not proved{''.join(f'; {limit}' for limit in limits)})" if limits or "?" in ends else text
