"""Outputs about maps: areas, rectangles, tiles that are laid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from tilewright.outputs.output import ABSENT, Count, ExactNumber, Output, Positive, SolveStatus, one_of


class LaidTile(Output):
    """A tile on a map."""

    tile: str
    """the code of the tile with its turn"""
    at: str
    """ROW,COLUMN from the first tile"""


class AreaOutput(Output):
    """An area that is not completed."""

    area: str
    """one of its patches, as moves name it"""
    status: Annotated[str, one_of("possible", "never", "unknown")]
    """possible, with these tiles and no fewer; never, proved; unknown: the search was stopped"""
    tiles: Sequence[LaidTile]
    """in an order in which they can be placed"""
    reason: str
    """why it is not possible; empty if it is"""
    chance: ExactNumber = ABSENT
    """with --draws, for an area that one tile completes: the probability that such a tile is among the draws"""


class CompletionOutput(Output, format="completion/1"):
    """Areas that can still be completed.

    What `complete --json` prints: whether the remaining tiles can complete each area of a map, and the spaces that no
    remaining tile fits.
    """

    file: str
    """the name of the file"""
    areas: Sequence[AreaOutput]
    """the areas that are not completed"""
    gaps: Sequence[str]
    """free spaces next to tiles that no remaining tile fits"""
    refused: Sequence[str] = ABSENT
    """remaining tiles that do not count because the rules do not allow them to be laid; only if there are any"""


class GreatestOutput(Output, format="greatest/1"):
    """The greatest completed area.

    What `complete --greatest --json` prints: how large a completed area of one kind the tiles of a game can form.
    """

    game: str
    """the game as it was named"""
    sort: str
    """the kind of area"""
    counting: str
    """the mark of the patches that count in addition to tiles; empty: none"""
    size: Count
    """what the area found counts"""
    bound: Count
    """a proved bound: no completed area counts more"""
    tiles: Sequence[LaidTile]
    """in an order in which they can be placed"""


class RectangleOutput(Output, format="rectangle/1"):
    """A full rectangle.

    What `complete --rectangle --json` prints: whether tiles of a game can be laid as a full rectangle.
    """

    game: str
    """the game as it was named"""
    rows: Positive
    """how many rows it has"""
    columns: Positive
    """how many columns it has"""
    status: Annotated[str, one_of("possible", "never", "unknown")]
    """possible, with its tiles; never, proved; unknown: the search was stopped"""
    reason: str
    """why there is none; empty when there is one"""
    tiles: Sequence[LaidTile]
    """in an order in which they can be placed"""


class LayingOutput(Output, format="laying/1"):
    """Tiles laid on a map.

    What `solve --json` prints for a puzzle about a map: the most that its tiles can score.
    """

    file: str
    """the file as it was named"""
    worth: str
    """the number asked for"""
    status: SolveStatus
    """optimal: proved; feasible: more may be possible; infeasible: the tiles cannot all be laid; unknown: nothing was
    found in time"""
    score: int | None
    """the most that was found; null if nothing was"""
    bound: int | None
    """no more is possible; null when no bound is known"""
    unique: bool | None
    """whether the best answer is unique; null if not known"""
    solutions: int | None
    """how many answers are equally good; null if not known"""
    answers: Sequence[Sequence[LaidTile]]
    """equally good answers, as many as were requested, each in an order in which its tiles can be placed"""
    maps: Count
    """how many maps were examined"""
