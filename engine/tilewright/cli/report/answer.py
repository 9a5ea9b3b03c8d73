"""The answer to a puzzle, as text for the terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
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
from tilewright.solver.headline import headline, in_points, picture
from tilewright.solver.variants import variants
from tilewright.table.board import Board
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.solver.enumerate import Solutions
    from tilewright.solver.questions import Findings
    from tilewright.solver.solve import Solution
    from tilewright.solver.subsets import MinimalSubsets
    from tilewright.solver.why import Why


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
        yield "  those that are really different, and how many are like them but for pieces that pay nothing"
        yield from (f"    {len(group):>4} x  {several.boards[group[0]]!r}" for group in groups)
    if found.clashes is not None:
        yield from _clashes(puzzle, found.clashes)
    if found.why is not None:
        yield from _why(puzzle, answer, found.why)


def _how_many(found: Solutions, groups: list[list[int]] | None) -> str:
    count = len(found.boards)
    different = f"; {len(groups)} really different" if groups and len(groups) < count else ""
    if count == 1:
        return "the only placement as good" if found.complete else "whether it is the only one is not known"
    if found.complete:
        return f"{count} placements are as good, and no others{different}"
    return f"not the only one: at least {count} placements are as good{different}"


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
        yield f"  {wishes}: not together" if len(names) > 1 else f"  {wishes}: not even alone"
    if not found.complete:
        yield "  the time was too short to find all that clashes"


# ------------------------------------------------------------------ why


def _why(puzzle: Puzzle, answer: Solution, why: Why) -> Iterator[str]:
    if why.best.score is not None and answer.board is None:
        proof = "" if why.best.status == "optimal" else " found"
        yield f"  the most is {in_points(why.best.score)}{proof}"
    if why.near is not None:
        near = " and ".join(str(score) for score in why.near if score is not None)
        yield f"  the next scores in reach: {near}" if near else "  no other score is in reach"
    if why.mus is not None:
        yield from _clash(puzzle, why)
    if any(change.known for change in why.changes):
        yield from _changes(answer, puzzle, why)
    if why.alone:
        yield from _alone(why)
    if not why.complete:
        yield "  the time was too short to tell all"


def _clash(puzzle: Puzzle, why: Why) -> Iterator[str]:
    assert why.mus is not None
    if not why.mus.limits:
        game = puzzle.game
        more = ", ".join(["more " + game.plural(game.piece), *("more " + game.plural(cap.name) for cap in game.caps)])
        yield f"  {in_points(puzzle.goal.score)} would be out of reach with {more} and every space cleared"
        return
    yield f"  what keeps {in_points(puzzle.goal.score)} out of reach" + (
        ", all of it together" if len(why.mus.limits) > 1 else ""
    )
    for limit in why.mus.limits:
        yield f"    {limit}" + (" (without this alone they are in reach)" if limit in why.mus.enough else "")


def _changes(answer: Solution, puzzle: Puzzle, why: Why) -> Iterator[str]:
    """What would be better, best first; changes with the same effect together."""
    worth = puzzle.goal.worth(answer.parts, len(answer.placed)) or 0
    groups: dict[int, list[str]] = {}
    for change in why.changes:
        if change.worth is not None:
            groups.setdefault(change.worth - worth, []).append(change.words)
    unit = {"fewest": f" {puzzle.game.plural(puzzle.game.piece)}", "meet": " met"}.get(puzzle.goal.kind, "")
    sign = -1 if puzzle.goal.kind == "fewest" else 1
    yield "  if the puzzle were changed"
    for gain in sorted(groups, reverse=True):
        yield from _wrapped(f"  {sign * gain:>+5}{unit}  ", groups[gain])
    impossible = [change.words for change in why.changes if change.worth is None and change.known]
    if impossible:
        yield from _wrapped("   none  ", impossible)


def _wrapped(start: str, words: Sequence[str]) -> list[str]:
    """Words after a start, as wide as the terminal; later lines stand under the first."""
    return wrap(
        "; ".join(words), shutil.get_terminal_size().columns, initial_indent=start, subsequent_indent=" " * len(start)
    )


def _alone(why: Why) -> Iterator[str]:
    """How far each part goes when only it counts, and what the others can give then."""
    yield "  each part by itself"
    for alone in why.alone:
        here = why.best.parts.get(alone.part, 0)
        if alone.most == here:
            yield f"  {here:>5}  {alone.part}: no placement gives it more"
        elif alone.parts is not None:
            others = ", ".join(
                f"{part} {points}" for part, points in alone.parts.items() if part != alone.part and points
            )
            whole = in_points(sum(alone.parts.values()))
            yield f"  {here:>5}  {alone.part}: {alone.most} at most, then {whole} in all" + (
                f" with {others}" if others else ""
            )
        else:
            yield f"  {here:>5}  {alone.part}: {alone.most} at most"
