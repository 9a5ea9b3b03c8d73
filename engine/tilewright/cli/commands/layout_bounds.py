"""`bounds` of a class of layouts: what a layout comes to by the measures of the game, beside all that could be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tilewright.check.questions import read_measure
from tilewright.cli.args import given
from tilewright.cli.args.completion import complete_layouts
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.layouts import LoadedClass
from tilewright.cli.args.workspace import workspace
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.errors import CannotRun, asking, needed
from tilewright.cli.progress import Status
from tilewright.cli.report.layout import measured_output, range_lines
from tilewright.diagnostics import Diagnostics, in_one_line
from tilewright.packs.documents import LANGUAGE_SUFFIX
from tilewright.stopping import STOP
from tilewright.table.card import Layout
from tilewright.table.goal import LEAST, MOST
from tilewright.table.puzzles import LayoutPuzzle

if TYPE_CHECKING:
    from tilewright.design.layouts.measured import MeasuredLayout


class LayoutBoundsOptions(given.Options):
    names: tuple[str, ...] = given.argument(
        nargs=-1, required=True, metavar="LAYOUT...", shell_complete=complete_layouts
    )
    measure: str | None = given.option(
        "--measure", metavar="TEXT", help="A measure of the game file, or a number (default: all measures)."
    )
    time_limit: float = given.time_limit("For each number.", default=60.0)
    workers: int | None = given.solver_workers()
    as_json: bool = given.json("One JSON object per number, one per line.")


@given.command(LayoutBoundsOptions, name="bounds", epilog="Example: ... bounds my-layout mine.tw")
def bounds(options: LayoutBoundsOptions) -> int:
    """Show how tight layouts are: the values of measures when play begins.

    LAYOUT is an id or a file. The output shows the least and the most over all fillings of the layout, and over all
    layouts of the same size within the guidelines, with proof. Exit code 1 if one of them is not proved.
    """
    of: LoadedClass = click.get_current_context().obj
    inputs = Inputs((), (LANGUAGE_SUFFIX,), as_json=options.as_json)
    for layout in _layouts(of, options.names, inputs):
        for text in [options.measure] if options.measure is not None else _measures(of):
            own = list(_answers(_puzzle(of, layout, text, whole=True), options))
            every = list(_answers(_puzzle(of, layout, text, whole=False), options))
            if options.measure is None and len({(found.status, found.value) for _, found in [*own, *every]}) == 1:
                continue  # it is no matter of layouts
            inputs.good = inputs.good and all(found.status == "optimal" for _, found in [*own, *every])
            if options.as_json:
                for puzzle, found in [*own, *every]:
                    echo_json(measured_output(layout.id, puzzle, puzzle.goal, found))
            else:
                for line in range_lines(layout.id, own, every):
                    echo(line)
    return inputs.exit_code


def _layouts(of: LoadedClass, names: tuple[str, ...], inputs: Inputs) -> Iterator[Layout]:
    """The layouts of the class that are named; problems of files are reported."""
    for name in names:
        if not name.endswith(LANGUAGE_SUFFIX):
            yield needed(workspace().resolver().layout(name, of.pack, [of.definition.name]))
            continue
        inputs.paths = [name]
        for source in inputs.sources():
            diagnostics = Diagnostics(source)
            values = [checked.value for checked in of.pack.check(source, diagnostics)]
            if inputs.sound(source, diagnostics.sorted()):
                yield from (one for one in values if isinstance(one, Layout) and one.category == of.definition.name)


def _measures(of: LoadedClass) -> list[str]:
    """The measures that the game file has. Raises `CannotRun` when there are none."""
    course = of.pack.game.course
    names = [] if course is None else [name for name, _ in course.measures]
    if not names:
        raise CannotRun(f"{of.pack.game.id} has no measures: name one with --measure")
    return names


def _puzzle(of: LoadedClass, layout: Layout, text: str, *, whole: bool) -> LayoutPuzzle:
    """The question about a layout, or about all of its size. Raises `CannotRun`."""
    if of.pack.game.course is None:
        raise CannotRun(f"{of.pack.game.id} has no turns, so nothing can be measured")
    part = layout.heights if whole else ((None,) * len(layout.heights[0]),) * len(layout.heights)
    asked = read_measure(text, of.pack.game)
    if isinstance(asked, list):
        raise CannotRun(in_one_line(asked))
    return LayoutPuzzle("", of.pack.game, of.definition, layout.players[0], part, text, asked)


def _answers(puzzle: LayoutPuzzle, options: LayoutBoundsOptions) -> Iterator[tuple[LayoutPuzzle, MeasuredLayout]]:
    """The least and the most. Raises `CannotRun`."""
    from tilewright.design.layouts.measured import answered

    for goal in (LEAST, MOST):
        asked = replace(puzzle, goal=goal)
        with asking(puzzle.measure), STOP.heeded(), Status(puzzle.measure):
            found = answered(asked, goal, time_limit=options.time_limit, workers=options.workers)
        yield asked, found
