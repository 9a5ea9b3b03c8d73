"""Whether areas can still be completed, printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tilewright.areas.completion import Completion
from tilewright.areas.shapes import Place


def completion_lines(found: Mapping[str, Completion]) -> Iterator[str]:
    """A line for each area: the tiles that complete it, or why none do."""
    for area, answer in found.items():
        if answer.status == "possible":
            count = len(answer.tiles)
            laid = "; ".join(f"{kind.code} {_place(place)}" for place, kind in answer.tiles)
            yield f"{area}: {count} tile{'s' * (count != 1)}: {laid}"
        else:
            yield f"{area}: {answer.status}: {answer.reason}"


def gap_line(gaps: Sequence[Place]) -> str:
    """The spaces that nothing fills any more."""
    return "no tile that is left fits at " + (" ".join(map(_place, gaps)))


def _place(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def completion_json(file: str, found: Mapping[str, Completion], gaps: Sequence[Place]) -> dict[str, object]:
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
            }
            for area, answer in found.items()
        ],
        "gaps": list(map(_place, gaps)),
    }
