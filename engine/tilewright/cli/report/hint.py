"""Hints, as text and as JSON: each level tells what the one before does, and more."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import HintOutput
from tilewright.solver.hints import Hint
from tilewright.table.position import Puzzle


def hint_lines(name: str, puzzle: Puzzle, hint: Hint, level: int) -> Iterator[str]:
    """A line for each level up to the one that is asked for."""
    yield f"{name}: {_row(puzzle, hint)}"
    where = puzzle.board.geometry.name(hint.space)
    if level > 1:
        yield f"  {_sorts(puzzle, hint)} to {where}"
    if level > 2:
        yield f"  which becomes {hint.stack!r}"


def hint_output(name: str, puzzle: Puzzle, hint: Hint, level: int) -> HintOutput:
    """The same as a line of JSON; rows and columns count from 1."""
    row, column = divmod(hint.space, puzzle.board.geometry.columns)
    return HintOutput(
        file=name,
        row=row + 1,
        loss=hint.loss,
        column=column + 1 if level > 1 else ABSENT,
        what=f"{hint.piece or ''}{hint.caps}" if level > 2 else ABSENT,
    )


def _row(puzzle: Puzzle, hint: Hint) -> str:
    row = hint.space // puzzle.board.geometry.columns + 1
    if hint.loss is None:
        return f"row {row} matters most: every solution uses one of its spaces"
    if hint.loss == 0:
        return f"nothing is required: several placements are equally good; one of them uses row {row}"
    return f"row {row} matters most: one of its spaces makes a difference of {hint.loss}"


def _sorts(puzzle: Puzzle, hint: Hint) -> str:
    """What sort of thing goes somewhere, not which."""
    names = [puzzle.game.piece] if hint.piece else []
    names += [puzzle.game.by_mark[mark].name for mark in hint.caps]
    return " and ".join(f"a {name}" for name in names) + (" go" if len(names) > 1 else " goes")
