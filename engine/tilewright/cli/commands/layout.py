"""The commands of a class of layouts, which bear its name: `new` and `bounds`."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.games import seeds
from tilewright.cli.args.given import CommandGroup
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.layouts import LayoutOptions, LoadedClass
from tilewright.cli.args.outputs import files_for, keep_existing, write_file
from tilewright.cli.args.workspace import workspace
from tilewright.cli.commands.layout_bounds import bounds
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.report.layout import layout_output, why_unmet
from tilewright.cli.terminal import colored
from tilewright.design.layouts.wishes import Wishes
from tilewright.diagnostics import Diagnostics
from tilewright.draw import svg, terminal
from tilewright.draw.picture import of_layout
from tilewright.files.layouts import layout_text
from tilewright.outputs.solving import LayoutOutput
from tilewright.packs.documents import LANGUAGE_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.source import Source
from tilewright.stopping import until_interrupted
from tilewright.syntax.formatter import format_source
from tilewright.table.card import Layout
from tilewright.table.game import LayoutDef

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
