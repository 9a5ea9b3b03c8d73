"""What bounds finds, as JSON and as text."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.terminal import colored
from tilewright.draw import Picture, terminal
from tilewright.draw.picture import of_position
from tilewright.draw.styles import beside
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import BoundsOutput, ScoreRange

if TYPE_CHECKING:
    from tilewright.solver.bounds import Extreme, ScoreBounds


def bounds_output(name: str, board: str, found: Sequence[ScoreBounds], show: bool) -> BoundsOutput:
    """The same as a line of JSON: over all numbers of players, and apart where there are several."""
    output = BoundsOutput(card=name, **_both(found), **(_boards(board, best(found)) if show else {}))
    if any(known.players > 1 for known in found):
        output.players = [
            ScoreRange(players=known.players, **_both([known]), **(_boards(board, known) if show else {}))
            for known in found
        ]
    return output


def _both(found: Sequence[ScoreBounds]) -> dict[str, Any]:
    """What is attained, the status, and the limits that are proved (null: none is)."""
    low, high = [known.least.bound for known in found], [known.most.bound for known in found]
    return {
        "min": min(known.least.value for known in found),
        "max": max(known.most.value for known in found),
        "status": "optimal" if all(known.status == "optimal" for known in found) else "feasible",
        "limits": [_limit(low, min), _limit(high, max)],
        "seconds": round(sum(known.seconds for known in found), 3),
    }


def _limit(bounds: Sequence[int | None], which: Callable[[list[int]], int]) -> int | None:
    known = [bound for bound in bounds if bound is not None]
    return which(known) if len(known) == len(bounds) else None


def best(found: Sequence[ScoreBounds]) -> ScoreBounds:
    """The number of players for which the most was found; of equal ones the least number."""
    return max(found, key=lambda known: known.most.value)


def _boards(board: str, known: ScoreBounds) -> dict[str, Any]:
    """The boards that attain the most: the player's, and those of the others."""
    own, *others = (repr(player.board) for player in known.most.table.players)
    return {"board": {board: own}, "others": others or ABSENT}


def bounds_lines(name: str, found: Sequence[ScoreBounds], show: bool) -> Iterator[str]:
    """What was found for a card: over all numbers of players, for each of them, and the boards that attain it."""
    yield f"{click.style(name, bold=True)}: {_span(found)} ({sum(known.seconds for known in found):.2f} s)"
    if any(known.players > 1 for known in found):
        yield from (f"  {players_of(known)}: {_span([known])}" for known in found)
    if show:
        color, width = colored(sys.stdout), shutil.get_terminal_size().columns
        for side, which in (
            (min(found, key=lambda known: known.least.value).least, "least"),
            (best(found).most, "most"),
        ):
            blocks = [terminal(picture, color=color).split("\n") for picture in pictures_of(side, which)]
            yield from ("", *beside(blocks, width)) if blocks else ()


def players_of(known: ScoreBounds) -> str:
    """For how many players, in words."""
    return f"{known.players} player{'s' if known.players > 1 else ''}"


def _span(found: Sequence[ScoreBounds]) -> str:
    """``0 to 22, proved``, or how far the proof has come."""
    both = _both(found)
    low, high = both["min"], both["max"]
    span = f"{low} to {high}"
    if both["status"] == "optimal":
        return f"{span}, proved"
    open_ends = [
        f"{words} {limit}"
        for words, limit, end in zip(("at least", "at most"), both["limits"], (low, high), strict=True)
        if limit is not None and limit != end
    ]
    return f"{span} found, not proved" + "".join(f"; {words}" for words in open_ends)


def pictures_of(side: Extreme, which: str) -> Iterator[Picture]:
    """The boards that attain an end; none for the least when nothing lies there."""
    if which == "least" and not any(player.board.height for player in side.table.players):
        return
    for i, picture in enumerate(of_position(side.table)):
        own = f"{picture.title}: {side.value}, the {which}" + ("" if side.status == "optimal" else " found")
        yield picture if i else replace(picture, title=own)
