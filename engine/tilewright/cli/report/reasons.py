"""Why a part of a score has its points, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from tilewright.meaning.explained import Reason
from tilewright.source import Source
from tilewright.table.geometry import Geometry


def why_lines(reasons: Iterable[Reason], source: Source, geometry: Geometry) -> Iterator[str]:
    """The reasons of a part, line by line of its text, alike ones together."""
    by_line: dict[str, dict[tuple[int, str], list[str]]] = {}
    for reason in reasons:
        line = source.slice(reason.span)
        spaces = " ".join(geometry.name(space) for space in reason.spaces)
        about = ", ".join(word for word in reason.what if "(" not in word)
        by_line.setdefault(line, {}).setdefault((reason.points, about), []).append(spaces)
    for line, groups in by_line.items():
        yield f"           {click.style(line, dim=True)}"
        for (points, about), places in groups.items():
            each = " each" if len(places) > 1 else ""
            where = ", ".join(filter(None, places))
            parts = [f"{points:+d}{each}", about, f"at {where}" if where else ""]
            yield "           " + "  ".join(part for part in parts if part)
