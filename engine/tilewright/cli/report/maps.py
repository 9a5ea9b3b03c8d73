"""Areas of maps that can be completed, as text and as outputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tilewright.areas.completion import Completion
from tilewright.areas.greatest import GreatestArea, Rectangle
from tilewright.outputs.maps import AreaOutput, CompletionOutput
from tilewright.outputs.output import ABSENT, exact
from tilewright.questions.puzzles import laid_tiles, map_rows, place_text
from tilewright.table.terrain import Location


def completion_lines(found: Mapping[str, Completion], chances: Mapping[str, Fraction]) -> Iterator[str]:
    """A line for each area: the tiles that complete it, or why none do."""
    for area, answer in found.items():
        if answer.status == "possible" and not answer.tiles:
            yield f"{area}: already complete"
        elif answer.status == "possible":
            count = len(answer.tiles)
            laid = "; ".join(f"{kind.code} {place_text(place)}" for place, kind in answer.tiles)
            yield f"{area}: {count} tile{'s' * (count != 1)}: {laid}{_chance(chances.get(area))}"
        else:
            yield f"{area}: {answer.status}: {answer.reason}"


def _chance(chance: Fraction | None) -> str:
    return "" if chance is None else f"; in time with probability {100 * float(chance):.2f}% ({chance})"


def gap_line(gaps: Sequence[Location]) -> str:
    """The spaces that nothing fills any more."""
    return "no remaining tile fits at " + (" ".join(map(place_text, gaps)))


def refused_line(codes: Sequence[str]) -> str:
    """The tiles that are left and cannot come onto the map."""
    return "not counted, because the rules do not allow them to be laid: " + " ".join(codes)


def completion_output(
    file: str,
    found: Mapping[str, Completion],
    gaps: Sequence[Location],
    chances: Mapping[str, Fraction],
    refused: Sequence[str],
) -> CompletionOutput:
    """The same as a line of JSON."""
    areas = [
        AreaOutput(
            area=area,
            status=answer.status,
            tiles=laid_tiles(answer.tiles),
            reason=answer.reason,
            chance=exact(chances[area]) if area in chances else ABSENT,
        )
        for area, answer in found.items()
    ]
    return CompletionOutput(file=file, areas=areas, gaps=list(map(place_text, gaps)), refused=refused or ABSENT)


def greatest_lines(sort: str, mark: str, found: GreatestArea) -> Iterator[str]:
    """How great an area can be, whether that is proved, and a map of it."""
    count = len(found.tiles)
    besides = f" and {found.size - count} {mark} patches" if mark else ""
    if not found.bound:
        yield f"no completed {sort}: these tiles cannot complete one"
        return
    known = "the maximum" if found.size == found.bound else f"at most {found.bound}"
    yield f"a completed {sort} of {count} tiles{besides}: {found.size}, {known}"
    yield from map_rows({place: kind.code for place, kind in found.tiles})


def rectangle_lines(found: Rectangle) -> Iterator[str]:
    """Whether there is such a rectangle, and one."""
    size = f"{found.rows} x {found.columns}"
    if found.status == "possible":
        yield f"a full rectangle of {size}: {len(found.tiles)} tiles"
    else:
        yield f"a full rectangle of {size}: {found.status}: {found.reason}"
    yield from map_rows({place: kind.code for place, kind in found.tiles})
