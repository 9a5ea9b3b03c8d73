"""`tilewright print`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args.completion import complete_files
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import writable, write_file
from tilewright.cli.args.paths import NamedPath
from tilewright.cli.args.workspace import workspace
from tilewright.cli.echo import echo
from tilewright.cli.errors import CannotRun
from tilewright.packs.documents import LANGUAGE_SUFFIX, POSITION_SUFFIX, PUZZLE_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.packs.report import Report
from tilewright.printing.typesetting import is_installed, letters_missing
from tilewright.source import Source
from tilewright.table.card import Card, Layout
from tilewright.table.position import Position, Puzzle

if TYPE_CHECKING:
    from tilewright.printing.sheets import PrintedPuzzle
    from tilewright.printing.typesetting import Paper

SORTS: dict[str, type[Card] | type[Layout] | type[Puzzle]] = {"cards": Card, "layouts": Layout, "puzzles": Puzzle}
PIECES = "pieces"
SIDE = 24.0
"""Millimeters of a space of a layout."""
MOST_NAMED = 5
"""So many cards are named in a warning."""
SECONDS = 10.0


def _pdf(ctx: click.Context, option: click.Parameter, path: str) -> str:
    if not path.endswith(".pdf"):
        raise click.BadParameter("pages are written as .pdf files")
    if not is_installed():
        raise CannotRun("pages need typst: pip install 'tilewright[print]'")
    return writable(path) or path


@click.command(epilog="Example: tilewright print my-pack --what cards --backs -o cards.pdf")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_files)
@click.option("-o", "--output", required=True, callback=_pdf, metavar="FILE.pdf", help="The file to write.")
@click.option("--what", type=click.Choice([*SORTS, PIECES]), help="What to print if you name files of several kinds.")
@click.option("--language", default="en", show_default=True, metavar="CODE", help="The language of names and texts.")
@click.option("--paper", type=click.Choice(["a4", "us-letter"]), default="a4", show_default=True)
@click.option(
    "--backs", is_flag=True, help="For cards and pieces: add a sheet of backs after each sheet, for two-sided printing."
)
@click.option(
    "--side",
    type=click.FloatRange(8, 60),
    metavar="MM",
    help="The side of a space in layouts (24) or of a tile (45), in millimeters.",
)
@click.option("--no-solutions", is_flag=True, help="For puzzles: leave out solutions.")
@click.option(
    "--fonts", type=NamedPath(exists=True, file_okay=False), help="A folder of fonts to use besides the built-in ones."
)
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    output: str,
    what: str | None,
    language: str,
    paper: str,
    backs: bool,
    side: float | None,
    no_solutions: bool,
    fonts: str | None,
) -> None:
    """Print cards and pieces on sheets to cut, layouts at true scale, or puzzles as a booklet.

    Exit code 1 if a text does not fit on its card; the file is written anyway.
    """
    from tilewright.printing.sheets import card_sheets, layout_sheets

    inputs = Inputs(paths, (LANGUAGE_SUFFIX, PUZZLE_SUFFIX))
    reports = [report for source in inputs.sources() if _sound(inputs, report := workspace().check(source))]
    if what == PIECES:
        _write(_pieces(reports, language, paper, backs, side), output, fonts, inputs)
        ctx.exit(inputs.exit_code)
    sort = what or _only_sort(reports)
    found = [(value, report) for report in reports for value in report.values if isinstance(value, SORTS[sort])]
    pack = _one_pack([report for _, report in found], sort)
    values = [value for value, _ in found]
    if sort == "cards":
        edition = f"{pack.imprint.title}, tilewright {version('tilewright')}"
        cards = [value for value in values if isinstance(value, Card)]
        positions = _positions(pack, [report for _, report in found])
        page = card_sheets(pack.game, cards, positions, language=language, paper=paper, backs=backs, edition=edition)
        _warn_of_language(cards, language)
        _warn_of_letters("".join(card.name(language) + card.text(language) for card in cards), fonts)
    elif sort == "layouts":
        layouts = [value for value in values if isinstance(value, Layout)]
        page = layout_sheets(pack.game, layouts, language=language, paper=paper, side=side or SIDE)
    else:
        page = _booklet(pack, [report for _, report in found], language, paper, not no_solutions)
        _warn_of_language({card.id: card for _, report in found for card in report.cards}.values(), language)
    _write(page, output, fonts, inputs)
    ctx.exit(inputs.exit_code)


def _sound(inputs: Inputs, report: Report) -> bool:
    return inputs.sound(report.source, report.diagnostics)


def _only_sort(reports: Sequence[Report]) -> str:
    """The sort of what the files hold, if it is one alone."""
    values = [value for report in reports for value in report.values]
    found = [sort for sort, kind in SORTS.items() if any(isinstance(value, kind) for value in values)]
    if len(found) != 1:
        there = " and ".join(found) if found else "neither cards nor layouts nor puzzles"
        raise CannotRun(f"these files have {there}" + ("; choose with --what" if found else ""))
    return found[0]


def _one_pack(reports: Sequence[Report], sort: str) -> Pack:
    """The pack of what is printed."""
    return _one_of([report.pack for report in reports if report.pack is not None], sort)


def _one_of(found: Sequence[Pack], sort: str) -> Pack:
    packs = {pack.folder.resolve(): pack for pack in found}
    if not packs:
        raise CannotRun(f"there are no {sort} in these files; name files, or the folder of a pack")
    if len(packs) > 1:
        raise CannotRun(f"these {sort} are of several games: " + ", ".join(pack.game.id for pack in packs.values()))
    return next(iter(packs.values()))


def _pieces(reports: Sequence[Report], language: str, paper: str, backs: bool, side: float | None) -> Paper:
    """The pieces of the pack, if its game file is among the files, and the tiles that cards of these bring."""
    from tilewright.printing.pieces import TILE, piece_sheets

    known = [report.pack for report in reports if report.pack is not None]
    own = [pack for report in reports if (pack := _pack_of_game(report)) is not None]
    pack = _one_of([*known, *own], PIECES)
    brought = [tile for report in reports for value in report.values if isinstance(value, Card) for tile in value.tiles]
    page = piece_sheets(
        pack.game, brought, own=bool(own), language=language, paper=paper, backs=backs, side=side or TILE
    )
    if page is None:
        raise CannotRun(
            "there are no pieces to print in these files" + ("" if own else "; name the folder of the pack")
        )
    return page


def _pack_of_game(report: Report) -> Pack | None:
    """The pack of a game file."""
    path = report.source.path
    pack = workspace().library.pack_in(path.parent).pack if path is not None else None
    return pack if pack is not None and path is not None and (pack.folder / pack.imprint.file).samefile(path) else None


def _positions(pack: Pack, reports: Sequence[Report]) -> list[Position]:
    """The positions of the pack and of the folders of the cards, on which examples are looked for."""
    documents = workspace().library.documents
    folders = dict.fromkeys(report.source.path.parent for report in reports if report.source.path)
    paths = [path for folder in folders for path in documents.files(folder, False, POSITION_SUFFIX)]
    paths += documents.files(pack.folder, True, POSITION_SUFFIX)
    found: list[Position] = []
    for path in dict.fromkeys(map(documents.real, paths)):
        source = workspace().read(path)
        report = workspace().check(source) if isinstance(source, Source) else None
        if report is not None and not report.has_errors and report.pack is not None and report.pack.game == pack.game:
            found += [table for table in report.tables if isinstance(table, Position)]
    return found


def _booklet(pack: Pack, reports: Sequence[Report], language: str, paper: str, solutions: bool) -> Paper:
    from tilewright.printing.sheets import booklet

    puzzles = [_printed(report, solutions) for report in reports]
    return booklet(pack.game, puzzles, language=language, paper=paper)


def _printed(report: Report, solutions: bool) -> PrintedPuzzle:
    """A puzzle with its cards and its hint, and with its solution, if that is proved in time."""
    from tilewright.printing.sheets import PrintedPuzzle, hint_of

    puzzle = next(value for value in report.values if isinstance(value, Puzzle))
    hint = hint_of(report.source.text)
    if not solutions:
        return PrintedPuzzle(puzzle, report.cards, hint)
    from tilewright.meaning.scoring import scoring_rules
    from tilewright.solver.solve import Solution, solve

    answer = solve(puzzle, scoring_rules(puzzle.game, report.cards), time_limit=SECONDS)
    if not isinstance(answer, Solution) or answer.status != "optimal" or answer.board is None:
        echo(f"{report.source.name}: no solution was proved within {SECONDS:g} seconds; none is printed", err=True)
        return PrintedPuzzle(puzzle, report.cards, hint)
    return PrintedPuzzle(puzzle, report.cards, hint, answer.board, answer.score)


def _warn_of_language(cards: Iterable[Card], language: str) -> None:
    """Say of which cards something is printed in another language, for it is not there in the one asked for."""
    lacking = [card.id for card in cards if not card.printed.is_in(language)]
    if lacking:
        more = f" and {len(lacking) - MOST_NAMED} more" if len(lacking) > MOST_NAMED else ""
        names = ", ".join(lacking[:MOST_NAMED]) + more
        echo(f"tilewright: not everything is in '{language}'; another language is printed on {names}", err=True)


def _warn_of_letters(text: str, fonts: str | None) -> None:
    missing = letters_missing(text) if fonts is None else ""
    if missing:
        echo(f"tilewright: the built-in fonts have no {missing[:20]}; name a folder of fonts with --fonts", err=True)


def _write(page: Paper, output: str, fonts: str | None, inputs: Inputs) -> None:
    folders = [Path(fonts)] if fonts else []
    echo(write_file(output, page.pdf(folders)))
    for name in page.cut_off(folders):
        echo(f"{name}: the text does not fit on the card and is cut off", err=True)
        inputs.good = False
