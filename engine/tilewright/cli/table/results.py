"""The scores of a game that is played, on lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.cli.report.table import table
from tilewright.kernel.interpreter import MOST_IDLE
from tilewright.meaning.scoring import Score
from tilewright.play.log import HIDDEN
from tilewright.play.match import Match

STALLED = f"The game ended because nothing could be done for {MOST_IDLE} turns in a row."


def results(scores: Sequence[Score]) -> list[str]:
    """A table of the parts of all scores, a column for each player."""
    columns = [["", *scores[0].parts, "total"]]
    columns += [[one.name, *map(str, one.parts.values()), str(one.total)] for one in scores]
    return table(list(zip(*columns, strict=True)), indent=0)


def why(match: Match, found: Score, hidden: frozenset[str] = frozenset()) -> Iterator[str]:
    """The parts of a score with the spaces that earned each, a line a part; of those that are `hidden` only that there are such."""
    geometry = match.state.table.grids[0].geometry
    for part, points in found.parts.items():
        if part in hidden:
            yield f"  {HIDDEN:>4}  {part}"
            continue
        spaces = dict.fromkeys(space for reason in found.reasons[part] for space in reason.spaces)
        at = " ".join(geometry.spoken(space) for space in spaces)
        yield f"  {points:>4}  {part}" + (f"  at {at}" if points and at else "")
