"""New layouts and measures of layouts as text and as outputs, and why the wishes for one cannot be met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.design.layouts.wishes import Floor, Wishes
from tilewright.draw import Picture
from tilewright.files.layout_puzzles import heights_row
from tilewright.outputs.solving import LayoutOutput, MeasureOutput
from tilewright.table.card import Layout
from tilewright.table.game import Game, spanned
from tilewright.table.goal import Goal
from tilewright.table.puzzles import LayoutPuzzle

if TYPE_CHECKING:
    from tilewright.design.layouts.measured import MeasuredLayout
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


def measured_lines(name: str, puzzle: LayoutPuzzle, goal: Goal, found: MeasuredLayout) -> Iterator[str]:
    """The value of the measure, what is proved of it, and the board; of a whole layout its filling."""
    over = "fillings" if puzzle.given else f"{puzzle.game.plural(puzzle.definition.name)} within the guidelines"
    if found.board is None:
        none = {"infeasible": "there is none", "unknown": "none was found in the time given, and nothing is proved"}
        yield f"{name}: {puzzle.measure}, {goal}: of all {over} {none[found.status]}"
        if found.bound is not None:
            yield f"  {_limit(goal, found.bound)}"
        return
    yield f"{name}: {puzzle.measure}: {found.value} ({_proof(goal, found, over)})"
    rows = _rows(repr(found.board)) if puzzle.given else _heights(found)
    yield from (f"  {row}" for row in rows)


def range_lines(
    name: str,
    own: Sequence[tuple[LayoutPuzzle, MeasuredLayout]],
    every: Sequence[tuple[LayoutPuzzle, MeasuredLayout]],
) -> Iterator[str]:
    """What a layout comes to when play begins, and the least and the most over all of its size within the guidelines."""
    puzzle, _ = own[0]
    rows, columns = len(puzzle.part), len(puzzle.part[0])
    yield f"{name}: {puzzle.measure}: {_range(own)} when play begins"
    layouts = puzzle.game.plural(puzzle.definition.name)
    players = f"{puzzle.players} player{'s' * (puzzle.players > 1)}"
    yield f"  all {layouts} for {players} of {rows} x {columns} within the guidelines: {_range(every)}"


def _range(found: Sequence[tuple[LayoutPuzzle, MeasuredLayout]]) -> str:
    """The least and the most, and of those that are not proved the bounds."""
    (_, least), (_, most) = found
    if least.status == "infeasible":
        return "there are none"
    ends = ["?" if one.value is None else str(one.value) for one in (least, most)]
    text = ends[0] if ends[0] == ends[1] != "?" else f"{ends[0]} to {ends[1]}"
    limits = [
        _limit(puzzle.goal, one.bound) for puzzle, one in found if one.status != "optimal" and one.bound is not None
    ]
    return f"{text} (not proved{''.join(f'; {limit}' for limit in limits)})" if limits or "?" in ends else text


def _proof(goal: Goal, found: MeasuredLayout, over: str) -> str:
    if goal.kind in ("at least", "at most"):
        return f"{goal} is possible"
    if found.status == "optimal":
        return f"the {goal} over all {over}, proved"
    return f"not proved: of all {over} {_limit(goal, found.bound)}"


def _limit(goal: Goal, bound: int | None) -> str:
    return f"none has {'less' if goal.kind == 'least' else 'more'} than {bound}"


def _rows(notation: str) -> list[str]:
    """The rows of a board, its columns below one another."""
    rows = [row.split() for row in notation.split("|")]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [" ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _heights(found: MeasuredLayout) -> list[str]:
    assert found.board is not None
    columns = found.board.geometry.columns
    heights = [stack.height for stack in found.board.stacks]
    return [heights_row(heights[at : at + columns]) for at in range(0, len(heights), columns)]


def measured_output(name: str, puzzle: LayoutPuzzle, goal: Goal, found: MeasuredLayout) -> MeasureOutput:
    """The same as a line of JSON."""
    return MeasureOutput(
        file=name,
        measure=puzzle.measure,
        goal=str(goal),
        over="fillings" if puzzle.given else "guidelines",
        status=found.status,
        value=found.value,
        bound=found.bound,
        board={puzzle.definition.name: None if found.board is None else repr(found.board)},
        seconds=round(found.seconds, 3),
    )


def picture_of_board(puzzle: LayoutPuzzle, goal: Goal, found: MeasuredLayout) -> Picture:
    """The board that was found."""
    assert found.board is not None
    return Picture(found.board, puzzle.game, puzzle.title, f"{puzzle.measure}: {found.value} ({goal})")
