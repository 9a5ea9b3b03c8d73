"""The commands of a class of layouts, which bear its name: `new` and `bounds`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.check.fragments import read_measure
from tilewright.cli.args import given
from tilewright.cli.args.completion import complete_layouts
from tilewright.cli.args.games import seeds
from tilewright.cli.args.given import CommandGroup
from tilewright.cli.args.inputs import Inputs, workspace
from tilewright.cli.args.layouts import LayoutOptions, LoadedClass
from tilewright.cli.args.outputs import files_for, keep_existing, write_file
from tilewright.cli.errors import CannotRun, asking, needed
from tilewright.cli.progress import Status
from tilewright.cli.report.layout import layout_output, range_lines, why_unmet
from tilewright.cli.terminal import colored, echo, echo_json
from tilewright.design.layouts.wishes import Wishes
from tilewright.diagnostics import Diagnostics, in_one_line
from tilewright.draw import svg, terminal
from tilewright.draw.picture import of_layout
from tilewright.files.layout_puzzles import layout_text
from tilewright.outputs.solving import LayoutOutput, MeasureOutput
from tilewright.packs.documents import LANGUAGE_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.questions.puzzles import LayoutQuestion
from tilewright.source import Source
from tilewright.stopping import STOP, until_interrupted
from tilewright.syntax.formatter import format_source
from tilewright.table.card import Layout
from tilewright.table.game import LayoutDef
from tilewright.table.goal import LEAST, MOST
from tilewright.table.puzzles import LayoutPuzzle

if TYPE_CHECKING:
    from tilewright.design.layouts.search import UnmetWishes


@dataclass(frozen=True)
class MadeLayout:
    """A new layout: its seed, its symmetry, the text of its file and what `check` read in it."""

    seed: int
    symmetry: str
    text: str
    layout: Layout


def classes() -> dict[str, str]:
    """What is made of each class of layouts, of the pack above the current folder and of ours."""
    made = {
        definition.name: f"Make {pack.game.plural(definition.name)} for {pack.imprint.title}."
        for pack in reversed(list(workspace().resolver().packs()))
        for definition in pack.game.layouts
    }
    return dict(sorted(made.items()))


def group(name: str) -> click.Group | None:
    """The commands of a class of layouts, of the pack above the current folder or one of ours."""
    for pack in workspace().resolver().packs():
        definition = next((definition for definition in pack.game.layouts if definition.name == name), None)
        if definition is not None:
            return _group(pack, definition)
    return None


def _group(pack: Pack, definition: LayoutDef) -> click.Group:
    name = definition.name
    board = pack.game.table_board(name)

    @click.group(name, cls=CommandGroup, help=f"Make {pack.game.plural(name)} for {pack.imprint.title}.")
    @click.pass_context
    def layouts(ctx: click.Context) -> None:
        ctx.obj = LoadedClass(pack, definition, board)

    layouts.add_command(new)
    layouts.add_command(bounds)
    return layouts


@given.command(
    LayoutOptions, name="new", epilog="Example: ... new --players 2 --symmetry half-turn --seed 7 -o mine.tw"
)
def new(options: LayoutOptions) -> int:
    """Make a layout with the properties you want, within the guidelines of the game.

    Give the options you care about; the seed decides the rest. If there is no such layout, the command says why.
    """
    of: LoadedClass = click.get_current_context().obj
    if options.pictures and not options.output:
        raise click.UsageError("--svg needs -o")
    numbers = seeds(options.seed, options.count)
    ids = [options.id_of(of, number) for number in numbers]
    files = _files(options, ids)
    inputs = Inputs([options.draw] if options.draw else [], as_json=options.as_json)
    wishes = options.wishes(of, inputs)
    if wishes is None:
        return inputs.exit_code
    made = []
    for one in until_interrupted(_made(of, wishes, options, *own) for own in zip(numbers, ids, strict=True)):
        if not isinstance(one, MadeLayout):
            _refuse(of, wishes, options, one)
            return 1
        made.append(one)
    if made:
        _write(of, made, files[: len(made)] if len(files) > 1 else files, options)
    return 0


def _files(options: LayoutOptions, ids: list[str]) -> list[Path]:
    """The file of each layout, or one for all; refused before any work when one is there already."""
    files = files_for(options.output, ids, LANGUAGE_SUFFIX, together=True)
    if not options.force:
        keep_existing([*files, *(path.with_suffix(".svg") for path in files if options.pictures)])
    return files


def _made(of: LoadedClass, wishes: Wishes, options: LayoutOptions, seed: int, id: str) -> MadeLayout | UnmetWishes:
    """A layout that the project's own check has nothing to say against."""
    from tilewright.design.layouts.search import NewLayout, new_layout
    from tilewright.solver.solve import Refused

    found = new_layout(wishes, seed, free=options.symmetry is None)
    if not isinstance(found, NewLayout):
        return found
    draft = layout_text(of.definition.name, id, options.name, wishes.players, options.again(of, seed), found.heights)
    written = Source(f"{id}{LANGUAGE_SUFFIX}", draft)
    diagnostics = Diagnostics(written)
    text = format_source(written, diagnostics)
    values = [checked.value for checked in of.pack.check(written, diagnostics)]
    if diagnostics.items or text is None or not isinstance(values[0], Layout):
        raise Refused(f"the layout found does not pass check: {'; '.join(map(str, diagnostics))}")
    return MadeLayout(seed, found.symmetry, text, values[0])


def _refuse(of: LoadedClass, wishes: Wishes, options: LayoutOptions, clash: UnmetWishes) -> None:
    """Say why there is none."""
    reasons = why_unmet(of.pack.game, wishes, clash)
    if options.as_json:
        status = "infeasible" if clash.groups else "unknown"
        echo_json(LayoutOutput(class_=of.definition.name, status=status, reasons=reasons))
        return
    head = "cannot meet all of these requirements" if clash.groups else "like this was not found"
    echo(f"a {of.definition.name} {head}:", err=True)
    for line in reasons:
        echo(f"  {line}", err=True)


def _write(of: LoadedClass, made: list[MadeLayout], files: list[Path], options: LayoutOptions) -> None:
    """Write or print what was made."""
    texts, written = [one.text for one in made], []
    for path, text in zip(files, texts if len(files) > 1 else ["\n".join(texts)], strict=bool(files)):
        written.append(write_file(str(path), text))
    scenes = [of_layout(one.layout, of.pack.game) for one in made]
    drawn = [[scene] for scene in scenes] if len(files) > 1 else [scenes]
    for path, group in zip(files, drawn, strict=True) if options.pictures else ():
        write_file(str(path.with_suffix(".svg")), svg(group))
    if options.show:
        color = colored(sys.stderr)
        echo("\n\n".join(terminal(scene, color=color) for scene in scenes), err=True)
    if options.as_json:
        for one in made:
            echo_json(layout_output(one.layout, one.seed, one.symmetry, one.text))
    elif files:
        echo("\n".join(written))
    else:
        echo("\n".join(texts), nl=False)


# ------------------------------------------------------------------ the least and the most of a measure


class LayoutBoundsOptions(given.Options):
    names: tuple[str, ...] = given.argument(
        nargs=-1, required=True, metavar="LAYOUT...", shell_complete=complete_layouts
    )
    measure: str | None = given.option(
        "--measure", metavar="TEXT", help="A measure of the game file, or a number (default: all measures)."
    )
    question = given.question(LayoutQuestion)
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
            asked = _puzzle(of, layout, text, whole=True)
            own = list(_answers(layout.id, asked, options))
            every = list(_answers(layout.id, _puzzle(of, layout, text, whole=False), options))
            if options.measure is None and len({(one.status, one.value) for one in [*own, *every]}) == 1:
                continue  # it is no matter of layouts
            inputs.good = inputs.good and all(one.status == "optimal" for one in [*own, *every])
            if options.as_json:
                for one in [*own, *every]:
                    echo_json(one)
            else:
                for line in range_lines(layout.id, asked, own, every):
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


def _answers(name: str, puzzle: LayoutPuzzle, options: LayoutBoundsOptions) -> Iterator[MeasureOutput]:
    """The least and the most. Raises `CannotRun`."""
    for goal in (LEAST, MOST):
        with asking(puzzle.measure), STOP.heeded(), Status(puzzle.measure):
            yield options.question(puzzle, (), name, goal).run().output
