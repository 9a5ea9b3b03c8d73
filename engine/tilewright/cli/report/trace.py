"""What became of each statement of a game, as text and in JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os.path import commonpath, relpath
from pathlib import Path

import click

from tilewright.cli.report.table import table
from tilewright.outputs.chances import TracedStatement, TraceOutput
from tilewright.play.tracing import SETUP, TracedLine

DONE, SKIPPED = "done", "skipped"


def trace_lines(lines: Sequence[TracedLine], names: Sequence[str]) -> Iterator[str]:
    """A heading for each turn, and under it each line of a file that was done or skipped, with what is known of it."""
    files, turn = _short({line.wording.file for line in lines}), None
    block: list[tuple[str, str, str]] = []
    for line in lines:
        if line.turn != turn:
            yield from _block(block)
            block, turn = [], line.turn
            yield click.style("set-up" if turn == SETUP else f"turn {line.turn + 1}: {names[line.player]}", bold=True)
        notes = f"  [{'; '.join(line.notes)}]" if line.notes else ""
        place = f"{files[line.wording.file]}:{line.wording.line}"
        indent = " " * max(0, line.wording.indent - 4)
        block.append((place, DONE if line.done else SKIPPED, f"{indent}{line.wording.text}{notes}"))
    yield from _block(block)


def _block(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    if rows:
        yield from table(rows, left=3)
        yield ""


def _short(files: Iterable[str]) -> dict[str, str]:
    """The names of files from the folder on that they share."""
    known = sorted(files)
    shared = (commonpath([Path(file).parent for file in known]) if known else "") or "."
    return {file: relpath(file, shared) for file in known}


def trace_output(lines: Sequence[TracedLine], names: Sequence[str], game: str) -> TraceOutput:
    """The same as a line of JSON; turns are counted from 1, the set-up is 0."""
    files = _short({line.wording.file for line in lines})
    found = [
        TracedStatement(
            turn=line.turn + 1,
            player=names[line.player],
            file=files[line.wording.file],
            line=line.wording.line,
            statement=line.wording.text,
            done=line.done,
            notes=line.notes,
        )
        for line in lines
    ]
    return TraceOutput(game=game, lines=found)
