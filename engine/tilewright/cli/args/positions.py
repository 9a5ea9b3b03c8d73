"""Positions and puzzles for the commands that use them: checked, with their cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.workspace import workspace
from tilewright.cli.loaded import Loaded, T
from tilewright.diagnostics import Diagnostic, Severity
from tilewright.meaning.scoring import overwork
from tilewright.packs.report import Report
from tilewright.source import Source
from tilewright.table.layout_puzzle import LayoutPuzzle
from tilewright.table.map_puzzle import MapPuzzle
from tilewright.table.moves_puzzle import MovesPuzzle
from tilewright.table.pool_puzzle import PoolPuzzle
from tilewright.table.position import Position, Puzzle
from tilewright.table.record import Record
from tilewright.table.turns_puzzle import TurnsPuzzle

AnyLoadedPuzzle = (
    Loaded[Puzzle]
    | Loaded[TurnsPuzzle]
    | Loaded[MovesPuzzle]
    | Loaded[MapPuzzle]
    | Loaded[PoolPuzzle]
    | Loaded[LayoutPuzzle]
)
_NAMES: dict[type, str] = {
    TurnsPuzzle: "puzzle about turns",
    MovesPuzzle: "puzzle about moves",
    PoolPuzzle: "puzzle over a pool",
    MapPuzzle: "puzzle about a map",
    LayoutPuzzle: "puzzle about layouts",
}
"""What values are called whose class has another name."""
_COMMANDS = {
    "puzzle": "use solve or show",
    "puzzle about turns": "use solve or show",
    "puzzle about moves": "use solve or show",
    "puzzle over a pool": "use solve or show",
    "puzzle about a map": "use solve or show",
    "puzzle about layouts": "use solve",
    "position": "use score or show",
    "record": "use score or show",
}
"""What to do with a file that another command was given."""


def load(inputs: Inputs, wanted: type[T]) -> Iterator[Loaded[T]]:
    """Each position or puzzle without errors, in order; the problems of all are reported.

    Of a record, it is the position that the game has come to.
    """
    accepted = (wanted, Record) if wanted is Position else (wanted,)
    for source in inputs.sources():
        report: Report = checked(source, accepted, wanted.__name__.lower())
        cards = list(report.cards)
        found, problems = list[Loaded[T]](), [*report.diagnostics, *report.causes]
        for value in report.tables:
            if isinstance(value, wanted) and report.pack:
                final = report.match is None or report.match.over
                found.append(Loaded(source, report.pack, value, cards, final))
                problems += overwork(value, cards)
        if inputs.sound(source, problems):
            yield from found


def load_puzzles(inputs: Inputs) -> Iterator[AnyLoadedPuzzle]:
    """Each puzzle without errors, of every kind, in order."""
    for source in inputs.sources():
        report = checked(source, (Puzzle, TurnsPuzzle, MovesPuzzle, MapPuzzle, PoolPuzzle, LayoutPuzzle), "puzzle")
        cards, problems = list(report.cards), [*report.diagnostics, *report.causes]
        found = list[AnyLoadedPuzzle]()
        for value in report.values:
            if isinstance(value, Puzzle) and report.pack:
                found.append(Loaded(source, report.pack, value, cards))
                problems += overwork(value, cards)
            if isinstance(value, TurnsPuzzle) and report.pack:
                found.append(Loaded(source, report.pack, value, cards))
                problems += overwork(value.position, cards)
            if isinstance(value, MovesPuzzle) and report.pack:
                found.append(Loaded(source, report.pack, value, cards))
                problems += overwork(value.position, cards)
            if isinstance(value, PoolPuzzle) and report.pack:
                found.append(Loaded(source, report.pack, value, cards))
            if isinstance(value, MapPuzzle) and report.pack:
                found.append(Loaded(source, report.pack, value, cards))
                problems += overwork(value.position, cards)
            if isinstance(value, LayoutPuzzle) and report.pack:
                found.append(Loaded(source, report.pack, value, cards))
        if inputs.sound(source, problems):
            yield from found


def checked(source: Source, wanted: tuple[type, ...], what: str) -> Report:
    """A checked file; that it holds none of the `wanted` values is an error too (TW418)."""
    report = workspace().check(source)
    if report.has_errors or any(isinstance(value, wanted) for value in report.values):
        return report
    found = sorted({_NAMES.get(type(value), type(value).__name__.lower()) for value in report.values}) or ["nothing"]
    others = [_COMMANDS[kind] for kind in found if kind in _COMMANDS]
    help = "; ".join([f"it holds: {', '.join(found)}", *others])
    other = another_wanted(source, f"this file has no {what}", help)
    return replace(report, diagnostics=[*report.diagnostics, other])


def another_wanted(source: Source, message: str, help: str) -> Diagnostic:
    """The problem of a file that the command does not work on."""
    return Diagnostic("TW418", Severity.ERROR, message, source, source.line_span(1), help)
