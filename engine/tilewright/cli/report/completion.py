"""Whether areas can still be completed, printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tilewright.areas.completion import Completion
from tilewright.areas.greatest import GreatestArea
from tilewright.areas.rectangle import Rectangle
from tilewright.cli.report.odds import number_json
from tilewright.table.terrain import Location


def completion_lines(found: Mapping[str, Completion], chances: Mapping[str, Fraction]) -> Iterator[str]:
    """A line for each area: the tiles that complete it, or why none do."""
    for area, answer in found.items():
        if answer.status == "possible" and not answer.tiles:
            yield f"{area}: already complete"
        elif answer.status == "possible":
            count = len(answer.tiles)
            laid = "; ".join(f"{kind.code} {_place(place)}" for place, kind in answer.tiles)
            yield f"{area}: {count} tile{'s' * (count != 1)}: {laid}{_chance(chances.get(area))}"
        else:
            yield f"{area}: {answer.status}: {answer.reason}"


def _chance(chance: Fraction | None) -> str:
    return "" if chance is None else f"; in time with probability {100 * float(chance):.2f} % ({chance})"


def gap_line(gaps: Sequence[Location]) -> str:
    """The spaces that nothing fills any more."""
    return "no remaining tile fits at " + (" ".join(map(_place, gaps)))


def refused_line(codes: Sequence[str]) -> str:
    """The tiles that are left and cannot come onto the map."""
    return "not counted, because the rules do not allow them to be laid: " + " ".join(codes)


def _place(place: Location) -> str:
    return f"{place[0]},{place[1]}"


def completion_json(
    file: str,
    found: Mapping[str, Completion],
    gaps: Sequence[Location],
    chances: Mapping[str, Fraction],
    refused: Sequence[str],
) -> dict[str, object]:
    """The same as a value of the schema ``completion/1``."""
    return {
        "format": "completion/1",
        "file": file,
        "areas": [
            {
                "area": area,
                "status": answer.status,
                "tiles": [{"tile": kind.code, "at": _place(place)} for place, kind in answer.tiles],
                "reason": answer.reason,
                **({"chance": number_json(chances[area])} if area in chances else {}),
            }
            for area, answer in found.items()
        ],
        "gaps": list(map(_place, gaps)),
        **({"refused": list(refused)} if refused else {}),
    }


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


def map_rows(tiles: Mapping[Location, str]) -> Iterator[str]:
    """A map by the codes of its tiles, as a position has it."""
    rows, columns = (sorted({place[i] for place in tiles}) for i in (0, 1))
    for row in range(rows[0], rows[-1] + 1) if rows else ():
        codes = (tiles.get((row, column), ".") for column in range(columns[0], columns[-1] + 1))
        yield ("  " + " ".join(f"{code:4}" for code in codes)).rstrip()


def greatest_json(game: str, sort: str, mark: str, found: GreatestArea) -> dict[str, object]:
    """The same as a value of the schema ``greatest/1``."""
    return {
        "format": "greatest/1",
        "game": game,
        "sort": sort,
        "counting": mark,
        "size": found.size,
        "bound": found.bound,
        "tiles": [{"tile": kind.code, "at": _place(place)} for place, kind in found.tiles],
    }


def rectangle_lines(found: Rectangle) -> Iterator[str]:
    """Whether there is such a rectangle, and one."""
    size = f"{found.rows} x {found.columns}"
    if found.status == "possible":
        yield f"a full rectangle of {size}: {len(found.tiles)} tiles"
    else:
        yield f"a full rectangle of {size}: {found.status}: {found.reason}"
    yield from map_rows({place: kind.code for place, kind in found.tiles})


def rectangle_json(game: str, found: Rectangle) -> dict[str, object]:
    """The same as a value of the schema ``rectangle/1``."""
    return {
        "format": "rectangle/1",
        "game": game,
        "rows": found.rows,
        "columns": found.columns,
        "status": found.status,
        "reason": found.reason,
        "tiles": [{"tile": kind.code, "at": _place(place)} for place, kind in found.tiles],
    }
