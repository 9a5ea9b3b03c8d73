"""The commands for the classes of layouts of a game: `<class> new` and `<class> bounds`."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

import click

from tilewright.check.fragments import read_measure
from tilewright.cli.args import given
from tilewright.cli.args.games import seeds
from tilewright.cli.args.given import CommandGroup, complete_layouts, rows_and_columns
from tilewright.cli.args.inputs import Inputs, workspace
from tilewright.cli.args.outputs import files_for, keep_existing, write_file
from tilewright.cli.terminal import CannotRun, Status, asking, colored, echo, echo_json, needed
from tilewright.design.layouts.sketch import SQUARE, SYMMETRIES, USUAL, Floor, LayoutRequirements
from tilewright.diagnostics import Diagnostics, in_one_line
from tilewright.draw import svg, terminal
from tilewright.draw.picture import of_layout
from tilewright.files.drawings import read_drawing
from tilewright.files.layout_puzzles import layout_text
from tilewright.outputs.solving import LayoutOutput, MeasureOutput
from tilewright.packs.documents import LANGUAGE_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.questions.puzzles import LayoutQuestion, limit_text
from tilewright.source import Source
from tilewright.stopping import STOP, until_interrupted
from tilewright.syntax.formatter import format_source
from tilewright.table.board import MAX_SIDE
from tilewright.table.card import Layout
from tilewright.table.game import BoardDef, Game, LayoutDef, spanned
from tilewright.table.goal import LEAST, MOST
from tilewright.table.puzzles import LayoutPuzzle

if TYPE_CHECKING:
    from tilewright.design.layouts.search import UnmetRequirements


_ID = re.compile(r"[a-z][a-z0-9-]*")
_RANGE = r"(\d{1,4})(-(\d{1,4})?)?"
_PLAYERS = re.compile(r"(\d{1,3})(?:\s*(?:-|to)\s*(\d{1,3}))?")
_FLOOR = re.compile(rf"(\d{{1,2}})=(?:{_RANGE}(%)?)")
ABOUT = 3
"""The tolerance for a single percentage: stacks are added singly or, under a symmetry, in pairs."""


def is_id(text: str) -> bool:
    """Whether a text is a valid id of a layout."""
    return _ID.fullmatch(text) is not None


@dataclass(frozen=True)
class LoadedClass:
    """A class of layouts with its pack, and the board of the same name if there is one."""

    pack: Pack
    definition: LayoutDef
    board: BoardDef | None


def _printable(ctx: click.Context, option: click.Parameter, text: str | None) -> str | None:
    if text is not None and (not text.isprintable() or '"' in text or not text.strip()):
        raise click.BadParameter("the text cannot contain quotes")
    return text


def _id(ctx: click.Context, option: click.Parameter, text: str | None) -> str | None:
    if text is not None and not is_id(text):
        raise click.BadParameter("an id is made of lowercase letters, digits and '-', and begins with a letter")
    return text


class LayoutOptions(given.Options):
    """The options of a new layout, as typed."""

    players: str | None = given.option(
        "--players", metavar="N or N-M", help="Number of players (default: the fewest the game allows)."
    )
    symmetry: str | None = given.option(
        "--symmetry",
        type=click.Choice(list(SYMMETRIES)),
        help="The symmetry (default: chosen by the seed; with --draw, none).",
    )
    floors: str | None = given.option(
        "--floors",
        metavar="LIST",
        help="Number of floors, or of stacks that reach a floor: 2  or  2=30,3=10-14  or  3=20%.",
    )
    size: str | None = given.option("--size", metavar="RxC", help="The largest number of rows and columns.")
    draw: str | None = given.option(
        "--draw", metavar="FILE", help="A given part: rows of heights, . for no stack and ? for an open space."
    )
    apart: bool = given.flag("--apart", help="Allow layouts that are not connected.")
    seed: int | None = given.count("--seed", least=0, help="The same seed gives the same layout (default: random).")
    count: int = given.count("--count", 100, default=1, help="Make N layouts, from N consecutive seeds.")
    name: str | None = given.option("--name", callback=_printable, metavar="TEXT", help="Its name in English.")
    id: str | None = given.option(
        "--id", callback=_id, metavar="ID", help="Its id (default: made from the name or the seed)."
    )
    output: str | None = given.option(
        "-o",
        "--output",
        metavar="FILE.tw",
        help="Write a file, or one file per layout into a folder, instead of printing.",
    )
    pictures: bool = given.flag("--svg", help="With -o: write a picture beside each file.")
    show: bool = given.flag("--show", help="Draw it in the terminal (stderr).")
    force: bool = given.flag("--force", help="Replace existing files.")
    as_json: bool = given.json("One JSON object per layout, one per line.")

    def id_of(self, of: LoadedClass, seed: int) -> str:
        """The id given as an option, or one derived from the name, or from the seed."""
        plain = normalize("NFKD", self.name or "").encode("ascii", "ignore").decode().lower()
        name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
        id = self.id or (name if is_id(name) else None)
        if id is None:
            return f"{of.definition.name}-{seed}"
        return id if self.count == 1 else f"{id}-{seed}"

    def again(self, of: LoadedClass, seed: int) -> str:
        """The command line that makes the layout of a seed again."""
        words = ["tilewright", of.definition.name, "new"]
        own = {"players": self.players, "symmetry": self.symmetry, "floors": self.floors, "size": self.size}
        for option, value in (own | {"draw": self.draw}).items():
            words += [f"--{option}", value] if value else []
        words += ["--apart"] if self.apart else []
        line = shlex.join([*words, "--seed", str(seed)])
        return "".join(sign if sign.isprintable() else "?" for sign in line)

    def requirements(self, of: LoadedClass, inputs: Inputs) -> LayoutRequirements | None:
        """The requirements given by the options; None if the drawing has errors, which are reported."""
        players = _players(self.players, of.pack.game.players)
        rows, columns = _size(self.size, of.board) or ((of.board.rows, of.board.columns) if of.board else USUAL)
        floors = _floors(self.floors)
        for floor in floors:
            if floor.low and floor.floor > of.definition.high:
                name, high = of.definition.name, of.definition.high
                message = f"no {name} has a floor {floor.floor}: its stacks have {high} floors at most"
                raise click.BadParameter(message, param_hint="--floors")
        part = None
        for source in inputs.sources():
            if self.size:
                raise click.UsageError("the drawing gives the size: leave --size out")
            diagnostics = Diagnostics(source)
            part = read_drawing(source, of.definition, of.board, diagnostics)
            inputs.sound(source, diagnostics.sorted())
            if part is not None:
                rows, columns = len(part), len(part[0])
        if inputs.exit_code or (self.draw and part is None):
            return None
        symmetry = self.symmetry or "none"
        if part is not None and symmetry in SQUARE and rows != columns:
            raise CannotRun(f"{symmetry} needs as many rows as columns; the drawing has {rows} x {columns}")
        return LayoutRequirements(of.definition, players, rows, columns, symmetry, floors, part, not self.apart)


def _players(text: str | None, known: tuple[int, int]) -> tuple[int, int]:
    """The range of players in ``2`` or ``2-3``; by default the fewest. Raises `click.BadParameter`."""
    if text is None:
        return known[0], known[0]
    found = _PLAYERS.fullmatch(text.strip())
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not known[0] <= low <= high <= known[1]:
        raise click.BadParameter(
            f"write a number or a range from {known[0]} to {known[1]}: {known[0]}-{known[1]}", param_hint="--players"
        )
    return low, high


def _size(text: str | None, board: BoardDef | None) -> tuple[int, int] | None:
    """The rows and columns in ``8x12``. Raises `click.BadParameter`."""
    if text is None:
        return None
    rows, columns = rows_and_columns(text) or (0, 0)
    most = board.high if board else MAX_SIDE
    if not 1 <= min(rows, columns) <= max(rows, columns) <= most:
        raise click.BadParameter(f"write rows and columns, at most {most}: 8x12", param_hint="--size")
    return rows, columns


def _floors(text: str | None) -> tuple[Floor, ...]:
    """The requirements in ``2`` (number of floors) or ``2=30,3=10-14`` (stacks that reach a floor).

    With ``%`` the numbers are percentages of the stacks. Raises `click.BadParameter`.
    """
    found: list[Floor] = []
    for item in (text or "").split(",") if text is not None else ():
        item = item.strip()
        matched = _FLOOR.fullmatch(item)
        if re.fullmatch(r"[1-9]\d?", item):
            found += [Floor(int(item), 1, None), Floor(int(item) + 1, 0, 0)]
        elif matched and int(matched[1]):
            found.append(_floor(matched))
        else:
            raise click.BadParameter(
                f"'{item[:20]}': write floors, or stacks that reach one: 2 or 2=30,3=10-14 or 3=20%",
                param_hint="--floors",
            )
    return tuple(found)


def _floor(matched: re.Match[str]) -> Floor:
    floor, low, dash, most, share = int(matched[1]), int(matched[2]), matched[3], matched[4], matched[5] is not None
    high = int(most) if most else None if dash else low
    if share and not dash:
        return Floor(floor, max(0, low - ABOUT), low + ABOUT, True)
    return Floor(floor, low, high, share)


_SYMMETRY = {
    "mirror": "left and right are mirrored",
    "flip": "top and bottom are mirrored",
    "both": "left and right, top and bottom are mirrored",
    "half-turn": "symmetric under a half turn",
    "quarter-turn": "symmetric under a quarter turn",
    "diagonal": "rows and columns are mirrored",
}


def why_unmet(game: Game, requirements: LayoutRequirements, clash: UnmetRequirements) -> list[str]:
    """The lines that explain a conflict: each requirement in it, and the range of the number of pieces without it."""
    if not clash.groups:
        return ["nothing was found and nothing was proved; try another seed, or fewer requirements"]
    lines = [_in_words(game, requirements, group) for group in clash.groups]
    if clash.totals is not None:
        fewest, most = clash.totals
        pieces, wanted = game.plural(game.piece), requirements.definition.total or 0
        if most < wanted:
            lines.append(f"without that, at most {most} {pieces} are possible")
        elif fewest > wanted:
            lines.append(f"without that, at least {fewest} {pieces} are needed")
    return lines


def _in_words(game: Game, requirements: LayoutRequirements, group: str | int) -> str:
    """A requirement in words."""
    if isinstance(group, int):
        return _floor_in_words(requirements.floors[group])
    of, pieces = requirements.definition, game.plural(game.piece)
    low, high = requirements.players
    texts = {
        "total": f"a {of.name} has {of.total} {pieces}",
        "size": f"at most {requirements.rows} rows and {requirements.columns} columns: {requirements.rows * requirements.columns} spaces",
        "symmetry": f"{requirements.symmetry}: {_SYMMETRY.get(requirements.symmetry, '')}",
        "part": "the drawn part is kept as drawn",
        "joined": "all stacks are connected (--apart allows layouts that are not)"
        if requirements.joined
        else "no stack is isolated",
        "players": f"{spanned(low, high)} players",
    }
    if group == "players":
        known = [f"{a} to {b}" for n, (a, b) in sorted(of.ground.items()) if low <= n <= high]
        return f"{texts['players']}: {' and '.join(known)} stacks"
    if group == "rows":
        return "; ".join(f"at most {r.most} rows of {r.length} or more above floor {r.floor}" for r in of.rows)
    return texts[group]


def _floor_in_words(floor: Floor) -> str:
    if floor.high == 0:
        return f"no stack reaches floor {floor.floor}"
    unit = "% of the stacks" if floor.share else " stacks"
    if floor.high is None:
        numbers = f"{floor.low} or more"
    else:
        numbers = str(floor.low) if floor.low == floor.high else f"{floor.low} to {floor.high}"
    return f"{numbers}{unit} reach floor {floor.floor}"


def layout_output(layout: Layout, seed: int, symmetry: str, text: str) -> LayoutOutput:
    """A new layout as JSON."""
    top = max(map(max, layout.heights))
    return LayoutOutput(
        class_=layout.category,
        status="found",
        id=layout.id,
        players=layout.players,
        seed=seed,
        symmetry=symmetry,
        heights=layout.heights,
        total=layout.total,
        floors=[sum(h >= floor for row in layout.heights for h in row) for floor in range(1, top + 1)],
        text=text,
    )


def range_lines(
    name: str, puzzle: LayoutPuzzle, own: Sequence[MeasureOutput], every: Sequence[MeasureOutput]
) -> Iterator[str]:
    """The range of a measure over the fillings of a layout, and over all layouts of its size within the guidelines."""
    rows, columns = len(puzzle.part), len(puzzle.part[0])
    yield f"{name}: {puzzle.measure}: {_range(own)} when play begins"
    layouts = puzzle.game.plural(puzzle.definition.name)
    players = f"{puzzle.players} player{'s' * (puzzle.players > 1)}"
    yield f"  all {layouts} for {players} of {rows} x {columns} within the guidelines: {_range(every)}"


def _range(found: Sequence[MeasureOutput]) -> str:
    """The least and the greatest value, with bounds where they are not proved."""
    if found[0].status == "infeasible":
        return "there are none"
    ends = ["?" if one.value is None else str(one.value) for one in found]
    text = ends[0] if ends[0] == ends[1] != "?" else f"{ends[0]} to {ends[1]}"
    limits = [limit_text(one.goal, one.bound) for one in found if one.status != "optimal" and one.bound is not None]
    return f"{text} (not proved{''.join(f'; {limit}' for limit in limits)})" if limits or "?" in ends else text


@dataclass(frozen=True)
class MadeLayout:
    """A new layout: its seed, its symmetry, the text of its file, and the value that `check` gives for it."""

    seed: int
    symmetry: str
    text: str
    layout: Layout


def classes() -> dict[str, str]:
    """The help line of each class of layouts, of the pack above the current folder and of the installed packs."""
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
    requirements = options.requirements(of, inputs)
    if requirements is None:
        return inputs.exit_code
    made = []
    for one in until_interrupted(_made(of, requirements, options, *own) for own in zip(numbers, ids, strict=True)):
        if not isinstance(one, MadeLayout):
            _refuse(of, requirements, options, one)
            return 1
        made.append(one)
    if made:
        _write(of, made, files[: len(made)] if len(files) > 1 else files, options)
    return 0


def _files(options: LayoutOptions, ids: list[str]) -> list[Path]:
    """The file of each layout, or one for all. Raises before any work if a file exists and may not be replaced."""
    files = files_for(options.output, ids, LANGUAGE_SUFFIX, together=True)
    if not options.force:
        keep_existing([*files, *(path.with_suffix(".svg") for path in files if options.pictures)])
    return files


def _made(
    of: LoadedClass, requirements: LayoutRequirements, options: LayoutOptions, seed: int, id: str
) -> MadeLayout | UnmetRequirements:
    """A new layout that `check` accepts without any problem, or the requirements in conflict."""
    from tilewright.design.layouts.search import NewLayout, new_layout
    from tilewright.solver.solve import UnconfirmedAnswer

    found = new_layout(requirements, seed, free=options.symmetry is None)
    if not isinstance(found, NewLayout):
        return found
    draft = layout_text(
        of.definition.name, id, options.name, requirements.players, options.again(of, seed), found.heights
    )
    written = Source(f"{id}{LANGUAGE_SUFFIX}", draft)
    diagnostics = Diagnostics(written)
    text = format_source(written, diagnostics)
    values = [checked.value for checked in of.pack.check(written, diagnostics)]
    if diagnostics.items or text is None or not isinstance(values[0], Layout):
        raise UnconfirmedAnswer(f"the layout found does not pass check: {'; '.join(map(str, diagnostics))}")
    return MadeLayout(seed, found.symmetry, text, values[0])


def _refuse(
    of: LoadedClass, requirements: LayoutRequirements, options: LayoutOptions, clash: UnmetRequirements
) -> None:
    """Report why there is no such layout."""
    reasons = why_unmet(of.pack.game, requirements, clash)
    if options.as_json:
        status = "infeasible" if clash.groups else "unknown"
        echo_json(LayoutOutput(class_=of.definition.name, status=status, reasons=reasons))
        return
    head = "cannot meet all of these requirements" if clash.groups else "like this was not found"
    echo(f"a {of.definition.name} {head}:", err=True)
    for line in reasons:
        echo(f"  {line}", err=True)


def _write(of: LoadedClass, made: list[MadeLayout], files: list[Path], options: LayoutOptions) -> None:
    """Write or print the layouts."""
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
    """The named layouts of the class; problems of files are reported."""
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
    """The measures that the game file declares. Raises `CannotRun` if there are none."""
    play_rules = of.pack.game.play_rules
    names = [] if play_rules is None else [name for name, _ in play_rules.measures]
    if not names:
        raise CannotRun(f"{of.pack.game.id} has no measures: name one with --measure")
    return names


def _puzzle(of: LoadedClass, layout: Layout, text: str, *, whole: bool) -> LayoutPuzzle:
    """The question about one layout (`whole`), or about all layouts of its size. Raises `CannotRun`."""
    if of.pack.game.play_rules is None:
        raise CannotRun(f"{of.pack.game.id} has no turns, so nothing can be measured")
    part = layout.heights if whole else ((None,) * len(layout.heights[0]),) * len(layout.heights)
    asked = read_measure(text, of.pack.game)
    if isinstance(asked, list):
        raise CannotRun(in_one_line(asked))
    return LayoutPuzzle("", of.pack.game, of.definition, layout.players[0], part, text, asked)


def _answers(name: str, puzzle: LayoutPuzzle, options: LayoutBoundsOptions) -> Iterator[MeasureOutput]:
    """The least and the greatest value of the measure. Raises `CannotRun`."""
    for goal in (LEAST, MOST):
        with asking(puzzle.measure), STOP.heeded(), Status(puzzle.measure):
            yield options.question(puzzle, (), name, goal).run().output
