"""Scores as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import click

from tilewright.cli.loaded import Loaded
from tilewright.meaning.explained import Reason
from tilewright.meaning.scoring import Score, scoring_sources
from tilewright.outputs.files import PlayerScore, ScoreOutput
from tilewright.source import Source
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position


def score_output(file: str, scores: Iterable[Score], best: Sequence[str]) -> ScoreOutput:
    """The scores of a file as a line of JSON."""
    players = [PlayerScore(name=one.name, total=one.total, parts=one.parts) for one in scores]
    return ScoreOutput(file=file, players=players, winners=best)


def score_lines(loaded: Loaded[Position], scores: Sequence[Score], best: Sequence[str], brief: bool) -> Iterator[str]:
    """The parts of each player's score, unless `brief` with the spaces that earned them, and who has won."""
    sources = scoring_sources(loaded.pack.source, loaded.value.game, loaded.cards)
    yield click.style(loaded.source.name, bold=True)
    for found, player in zip(scores, loaded.value.players, strict=True):
        yield from _player(found, player.board.geometry, sources, brief)
    silent = [card.id for card in loaded.cards if card.rule is None]
    if silent:
        yield f"  without points: {', '.join(silent)}"
    if not loaded.final:
        yield "The game has not ended."
    elif len(scores) > 1:
        yield f"{'Winner' if len(best) == 1 else 'Shared by'}: {', '.join(best)}"


def _player(found: Score, geometry: Geometry, sources: dict[str, Source], brief: bool) -> Iterator[str]:
    yield f"  {click.style(found.name, bold=True)}  {found.total}"
    for part, points in found.parts.items():
        yield f"  {points:>5}  {part}"
        if not brief:
            yield from why_lines(found.reasons[part], sources[part], geometry)


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
