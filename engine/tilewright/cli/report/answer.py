"""The answer to a puzzle, as text for the terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from tilewright.cli.loaded import Loaded
from tilewright.cli.report.reasons import why_lines
from tilewright.cli.terminal import colored
from tilewright.draw import terminal
from tilewright.draw.compact import compact
from tilewright.draw.picture import of_board
from tilewright.draw.pool_text import CHOICE
from tilewright.draw.styles import beside
from tilewright.meaning.scoring import score, scoring_sources
from tilewright.solver.headline import headline, picture
from tilewright.solver.sensitivity_lines import sensitivity_lines
from tilewright.solver.variants import variants
from tilewright.table.board import Board
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.solver.enumerate import Solutions
    from tilewright.solver.questions import Findings
    from tilewright.solver.solve import Solution
    from tilewright.solver.subsets import MinimalSubsets


def lines_of(loaded: Loaded[Puzzle], found: Findings, every: bool) -> Iterator[str]:
    """All that was found out about a puzzle; with `every` each answer on a line."""
    answer, color = found.answer, colored(sys.stdout)
    puzzle, several = loaded.value, found.solutions
    groups = variants(puzzle, loaded.cards, several.boards) if several and every else None
    name = click.style(loaded.source.name, bold=True)
    yield f"{name}: {headline(puzzle, answer)} ({answer.seconds:.2f} s)"
    yield from (f"  {reason}" for reason in answer.reasons)
    if answer.board is not None:
        yield from (f"  {line}" for line in ([_how_many(several, groups)] if several else []))
        if several and not every and len(several.boards) > 1:
            yield from _two(puzzle, several.boards[0], several.boards[1], color)
        else:
            yield terminal(replace(picture(puzzle, answer), caption=""), color=color)  # the headline is above
        yield from _parts(loaded, answer, found.why is not None)
    if several and groups and len(groups) < len(several.boards):
        yield "  the essentially different ones, each with the number of variants that differ only in pieces that score nothing"
        yield from (f"    {len(group):>4} x  {several.boards[group[0]]!r}" for group in groups)
    if found.clashes is not None:
        yield from _clashes(puzzle, found.clashes)
    if found.why is not None:
        yield from _why(puzzle, found)


def _how_many(found: Solutions, groups: list[list[int]] | None) -> str:
    count = len(found.boards)
    different = f"; {len(groups)} essentially different" if groups and len(groups) < count else ""
    if count == 1:
        return "unique solution" if found.complete else "not known whether the solution is unique"
    if found.complete:
        return f"exactly {count} placements have this score{different}"
    return f"not unique: at least {count} placements have this score{different}"


def _two(puzzle: Puzzle, one: Board, other: Board, color: bool) -> Iterator[str]:
    """Two boards side by side, and where they differ."""
    spaces = [s for s in range(one.geometry.size) if one.stacks[s] != other.stacks[s]]
    blocks = [
        compact(of_board(board, puzzle.game, title), frozenset(spaces), color=color)
        for board, title in ((one, "one"), (other, "another"))
    ]
    yield from beside(blocks, shutil.get_terminal_size().columns)
    yield f"{CHOICE} where they differ"
    for space in spaces:
        yield f"  {one.geometry.name(space)}  {one.stacks[space]!r} or {other.stacks[space]!r}"


def _parts(loaded: Loaded[Puzzle], answer: Solution, reasons: bool) -> Iterator[str]:
    """The points by part, with their reasons if asked."""
    assert answer.board is not None
    sources = scoring_sources(loaded.pack.source, loaded.value.game, loaded.cards)
    why = score(loaded.value.end(answer.board), loaded.cards)[0].reasons if reasons else {}
    for part, points in answer.parts.items():
        yield f"  {points:>5}  {part}"
        yield from why_lines(why.get(part, ()), sources[part], answer.board.geometry)


def _clashes(puzzle: Puzzle, found: MinimalSubsets) -> Iterator[str]:
    wanted = dict(puzzle.goal.parts)
    for names in found.sets:
        wishes = " and ".join(f"{name} {wanted[name]}" for name in names)
        yield f"  {wishes}: not possible together" if len(names) > 1 else f"  {wishes}: not possible even alone"
    if not found.complete:
        yield "  not all conflicts were found in the time given"


def _why(puzzle: Puzzle, found: Findings) -> Iterator[str]:
    """Why it is so, as wide as the terminal; later lines of a list stand under its first."""
    assert found.why is not None
    for line in sensitivity_lines(puzzle, found.answer, found.why):
        if line.folds:
            width, indent = shutil.get_terminal_size().columns, " " * len(line.start)
            yield from wrap(line.words, width, initial_indent=line.start, subsequent_indent=indent)
        else:
            yield line.start + line.words
