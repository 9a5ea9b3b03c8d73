"""The commands of a class of layouts, which bear its name: `new`."""

from __future__ import annotations

import json
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

import click

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.layouts import floors_of, players_of, size_of
from tilewright.cli.args.outputs import write_file
from tilewright.cli.args.workspace import workspace
from tilewright.cli.errors import CannotRun
from tilewright.cli.report.layout import reasons
from tilewright.cli.terminal import colored
from tilewright.design.layouts.sketch import SQUARE, SYMMETRIES
from tilewright.design.layouts.wishes import Wishes
from tilewright.diagnostics import Diagnostics
from tilewright.draw import svg, terminal
from tilewright.draw.picture import of_layout
from tilewright.files.drawings import read_drawing
from tilewright.packs.documents import LANGUAGE_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.source import Source
from tilewright.syntax.formatter import format_source
from tilewright.table.card import Layout
from tilewright.table.game import BoardDef, LayoutDef

if TYPE_CHECKING:
    from tilewright.design.layouts.search import NewLayout, UnmetWishes

USUAL = (12, 12)
"""The most rows and columns of a class whose board the game does not declare."""
_ID = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True)
class Class:
    """A class of layouts, its pack, and the board of its name if there is one."""

    pack: Pack
    definition: LayoutDef
    board: BoardDef | None


@dataclass(frozen=True)
class Made:
    """A new layout: its seed, its symmetry, the text of its file and what `check` read in it."""

    seed: int
    symmetry: str
    text: str
    layout: Layout


def group(name: str) -> click.Group | None:
    """The commands of a class of layouts, of the pack above the current folder or one of ours."""
    for pack in workspace().resolver().packs():
        definition = next((definition for definition in pack.game.layouts if definition.name == name), None)
        if definition is not None:
            return _group(pack, definition)
    return None


def _group(pack: Pack, definition: LayoutDef) -> click.Group:
    name = definition.name
    board = next((board for board in pack.game.table_boards if board.name == name), None)

    @click.group(name, help=f"Make {pack.game.plural(name)} for {pack.imprint.title}.")
    @click.pass_context
    def layouts(ctx: click.Context) -> None:
        ctx.obj = Class(pack, definition, board)

    layouts.add_command(new)
    return layouts


def _printable(ctx: click.Context, option: click.Parameter, text: str | None) -> str | None:
    if text is not None and (not text.isprintable() or '"' in text or not text.strip()):
        raise click.BadParameter("a text without quotes is needed")
    return text


def _id(ctx: click.Context, option: click.Parameter, text: str | None) -> str | None:
    if text is not None and not _ID.fullmatch(text):
        raise click.BadParameter("an id has small letters, digits and '-', and begins with a letter")
    return text


@click.command("new", epilog="Example: ... new --players 2 --symmetry half-turn --seed 7 -o mine.tw")
@click.option("--players", metavar="N or N-M", help="For so many players; the fewest of the game without it.")
@click.option(
    "--symmetry", type=click.Choice(list(SYMMETRIES)), help="Without it the seed draws one; with --draw, none."
)
@click.option("--floors", metavar="LIST", help="Floors, or stacks that reach one: 2  or  2=30,3=10-14  or  3=20%.")
@click.option("--size", metavar="RxC", help="At most so many rows and columns.")
@click.option(
    "--draw", metavar="FILE", help="A part that is given: rows of heights, . for none and ? for what is open."
)
@click.option("--apart", is_flag=True, help="The stacks need not hang together.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="The same seed gives the same layout; without it one is drawn.",
)
@click.option(
    "--count", type=click.IntRange(1, 100), default=1, metavar="N", help="So many, of as many seeds in a row."
)
@click.option("--name", callback=_printable, metavar="TEXT", help="Its name in English.")
@click.option("--id", "id", callback=_id, metavar="ID", help="Its id; without it made of the name or the seed.")
@click.option(
    "-o", "--output", metavar="FILE.tw", help="Write a file, or one for each into a folder, instead of printing."
)
@click.option("--svg", "pictures", is_flag=True, help="With -o: a picture beside each file.")
@click.option("--show", is_flag=True, help="Draw it on the terminal (stderr).")
@click.option("--force", is_flag=True, help="Replace files that are there.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each layout.")
@click.pass_context
def new(ctx: click.Context, /, **options: Any) -> None:
    """Make a layout by the guidelines of the game, as you wish it.

    Ask for what you care for; the rest is the seed's. What cannot be is told, and why.
    """
    of: Class = ctx.obj
    if options["pictures"] and not options["output"]:
        raise click.UsageError("--svg goes with -o")
    seed = SystemRandom().randrange(1_000_000) if options["seed"] is None else options["seed"]
    numbers = range(seed, seed + options["count"])
    ids = [_id_of(of, options, number) for number in numbers]
    files = _files(options, ids)
    inputs = Inputs([options["draw"]] if options["draw"] else [], as_json=options["as_json"])
    wishes = _wishes(of, options, inputs)
    if wishes is None:
        ctx.exit(inputs.exit_code)
    made = []
    for number, id in zip(numbers, ids, strict=True):
        one = _made(of, wishes, options, number, id)
        if not isinstance(one, Made):
            _refuse(of, wishes, options, one)
            ctx.exit(1)
        made.append(one)
    _tell(of, made, files, options)


# ------------------------------------------------------------------ what is asked for


def _id_of(of: Class, options: dict[str, Any], seed: int) -> str:
    """The id that is asked for, else one of the name, else one of the seed."""
    plain = normalize("NFKD", options["name"] or "").encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    id = options["id"] or (name if _ID.fullmatch(name) else None)
    if id is None:
        return f"{of.definition.name}-{seed}"
    return id if options["count"] == 1 else f"{id}-{seed}"


def _files(options: dict[str, Any], ids: list[str]) -> list[Path]:
    """The file of each layout, or one for all; refused before any work when one is there already."""
    if options["output"] is None:
        return []
    output = Path(options["output"])
    if output.is_dir():
        files = [output / f"{id}{LANGUAGE_SUFFIX}" for id in ids]
    elif output.suffix != LANGUAGE_SUFFIX:
        raise click.BadParameter(f"a {LANGUAGE_SUFFIX} file or a folder is needed", param_hint="-o")
    elif not output.parent.is_dir():
        raise CannotRun(f"cannot write {output}: there is no folder {output.parent}")
    else:
        files = [output]
    drawn = [path.with_suffix(".svg") for path in files] if options["pictures"] else []
    for path in [*files, *drawn]:
        if path.exists() and not options["force"]:
            raise CannotRun(f"{path} is there already; --force replaces it")
    return files


def _wishes(of: Class, options: dict[str, Any], inputs: Inputs) -> Wishes | None:
    """The wishes that the options come to; None when the drawing has errors, which are told."""
    players = players_of(options["players"], of.pack.game.players)
    rows, columns = size_of(options["size"], of.board) or ((of.board.rows, of.board.columns) if of.board else USUAL)
    floors = floors_of(options["floors"])
    part = None
    for source in inputs.sources():
        if options["size"]:
            raise click.UsageError("the drawing says the size: leave --size out")
        diagnostics = Diagnostics(source)
        part = read_drawing(source, of.definition, of.board, diagnostics)
        inputs.sound(source, diagnostics.sorted())
        if part is not None:
            rows, columns = len(part), len(part[0])
    if inputs.exit_code or (options["draw"] and part is None):
        return None
    symmetry = options["symmetry"] or "none"
    if part is not None and symmetry in SQUARE and rows != columns:
        raise CannotRun(f"{symmetry} needs as many rows as columns; the drawing has {rows} x {columns}")
    return Wishes(of.definition, players, rows, columns, symmetry, floors, part, not options["apart"])


# ------------------------------------------------------------------ what is made


def _made(of: Class, wishes: Wishes, options: dict[str, Any], seed: int, id: str) -> Made | UnmetWishes:
    """A layout that the project's own check has nothing to say against."""
    from tilewright.design.layouts.search import NewLayout, new_layout
    from tilewright.solver.solve import Refused

    found = new_layout(wishes, seed, free=options["symmetry"] is None)
    if not isinstance(found, NewLayout):
        return found
    written = Source(f"{id}{LANGUAGE_SUFFIX}", _written(of, wishes, options, seed, id, found))
    diagnostics = Diagnostics(written)
    text = format_source(written, diagnostics)
    values = [checked.value for checked in of.pack.check(written, diagnostics)]
    if diagnostics.items or text is None or not isinstance(values[0], Layout):
        raise Refused(f"check does not take the layout found: {'; '.join(map(str, diagnostics))}")
    return Made(seed, found.symmetry, text, values[0])


def _written(of: Class, wishes: Wishes, options: dict[str, Any], seed: int, id: str, found: NewLayout) -> str:
    """The text of a layout's file."""
    low, high = wishes.players
    name = options["name"] and f'name en "{options["name"]}"'
    rows = [" ".join(str(height or ".") for height in row) for row in found.heights]
    lines = [
        *([name] if name else []),
        f"players {low}" + (f" to {high}" if high > low else ""),
        "",
        f"# {_command(of, options, seed)}",
        "heights",
        *(f"  {row}" for row in rows),
    ]
    return f"{of.definition.name} {id}\n" + "".join(f"  {line}".rstrip() + "\n" for line in lines)


def _command(of: Class, options: dict[str, Any], seed: int) -> str:
    """The command that makes a layout again."""
    words = ["tilewright", of.definition.name, "new"]
    for option in ("players", "symmetry", "floors", "size", "draw"):
        words += [f"--{option}", options[option]] if options[option] else []
    words += ["--apart"] if options["apart"] else []
    line = shlex.join([*words, "--seed", str(seed)])
    return "".join(sign if sign.isprintable() else "?" for sign in line)


def _refuse(of: Class, wishes: Wishes, options: dict[str, Any], clash: UnmetWishes) -> None:
    """Say why there is none."""
    told = reasons(of.pack.game, wishes, clash)
    if options["as_json"]:
        status = "infeasible" if clash.groups else "unknown"
        answer = {"format": "layout/1", "class": of.definition.name, "status": status, "reasons": told}
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    head = "cannot be all of this" if clash.groups else "like this was not found"
    click.echo(f"a {of.definition.name} {head}:", err=True)
    for line in told:
        click.echo(f"  {line}", err=True)


def _tell(of: Class, made: list[Made], files: list[Path], options: dict[str, Any]) -> None:
    """Write or print what was made."""
    texts = [one.text for one in made]
    for path, text in zip(files, texts if len(files) > 1 else ["\n".join(texts)], strict=bool(files)):
        write_file(str(path), text)
    scenes = [of_layout(one.layout, of.pack.game) for one in made]
    drawn = [[scene] for scene in scenes] if len(files) > 1 else [scenes]
    for path, group in zip(files, drawn, strict=True) if options["pictures"] else ():
        write_file(str(path.with_suffix(".svg")), svg(group))
    if options["show"]:
        color = colored(sys.stderr)
        click.echo("\n\n".join(terminal(scene, color=color) for scene in scenes), err=True)
    if options["as_json"]:
        for one in made:
            click.echo(json.dumps(_as_json(of, one), ensure_ascii=False))
    elif files:
        for path in files:
            click.echo(f"wrote {path}")
    else:
        click.echo("\n".join(texts), nl=False)


def _as_json(of: Class, made: Made) -> dict[str, object]:
    """The object of ``layout/1``."""
    layout = made.layout
    top = max(map(max, layout.heights))
    reached = [sum(h >= floor for row in layout.heights for h in row) for floor in range(1, top + 1)]
    return {
        "format": "layout/1",
        "class": layout.category,
        "status": "found",
        "id": layout.id,
        "players": list(layout.players),
        "seed": made.seed,
        "symmetry": made.symmetry,
        "heights": [list(row) for row in layout.heights],
        "total": layout.total,
        "floors": reached,
        "text": made.text,
    }
