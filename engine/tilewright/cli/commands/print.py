"""`tilewright print`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import card_files
from tilewright.cli.args.given import complete_files
from tilewright.cli.args.inputs import Inputs, workspace
from tilewright.cli.args.outputs import NamedPath, writable, write_file
from tilewright.cli.terminal import CannotRun, echo
from tilewright.disk import is_folder
from tilewright.packs.documents import LANGUAGE_SUFFIX, PACK_FILE, POSITION_SUFFIX, PUZZLE_SUFFIX
from tilewright.packs.pack import Pack, Report
from tilewright.printing.typesetting import letters_missing
from tilewright.resources import is_installed
from tilewright.stopping import Unsupported
from tilewright.table.card import Card, Layout
from tilewright.table.position import Position, Puzzle

if TYPE_CHECKING:
    from tilewright.printing.sheets import CardFormat, PrintedPuzzle
    from tilewright.printing.typesetting import Paper

SORTS: dict[str, type[Card] | type[Layout] | type[Puzzle]] = {"cards": Card, "layouts": Layout, "puzzles": Puzzle}
PIECES = "pieces"
SIDE = 24.0
"""The side of a space of a layout, in millimeters."""
MOST_NAMED = 5
"""The largest number of cards named in a warning."""
SECONDS = 10.0
INCH = 25.4
"""An inch in millimeters."""
SMALLEST, LARGEST = 30, 200
"""The smallest and the largest side of a card, in millimeters."""
DOTS = 300.0
"""The resolution of pictures of cards, in dots per inch."""
DECK_WIDTH = 4096.0
"""The width limit of a picture for a digital tabletop, in pixels: supported by all graphics cards."""


def _output(ctx: click.Context, option: click.Parameter, path: str) -> str:
    folder = path.endswith("/") or is_folder(path)  # a folder with a trailing slash need not exist
    if not folder and not path.endswith((".pdf", ".png")):
        raise click.BadParameter("pages are written as .pdf files, pictures of cards as a .png file or to a folder")
    if not is_installed("typst"):
        raise CannotRun("pages need typst: pip install 'tilewright[print]'")
    return path if folder else writable(path) or path


class _Size(click.ParamType[tuple[float, float]]):
    """The size of a card: a name, or width and height in millimeters."""

    name = "size"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """Width and height in millimeters."""
        from tilewright.printing.sheets import SIZES

        if value in SIZES:
            return SIZES[value]
        found = re.fullmatch(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)", value)
        size = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
        if not all(SMALLEST <= side <= LARGEST for side in size):
            names = ", ".join(SIZES)
            self.fail(f"'{value}' is neither {names} nor WIDTHxHEIGHT, each {SMALLEST} to {LARGEST} millimeters")
        return size


class PrintOptions(given.Options):
    paths: tuple[str, ...] = given.argument(nargs=-1, required=True, metavar="PATH...", shell_complete=complete_files)
    output: str = given.option(
        "-o",
        "--output",
        required=True,
        callback=_output,
        metavar="FILE.pdf",
        help="The file to write. For cards also FILE.png, a deck for Tabletop Simulator, or a folder: a picture of each card.",
    )
    what: str | None = given.option(
        "--what", type=click.Choice([*SORTS, PIECES]), help="What to print if you name files of several kinds."
    )
    language: str = given.option(
        "--language", default="en", show_default=True, metavar="CODE", help="The language of names and texts."
    )
    paper: str = given.option("--paper", type=click.Choice(["a4", "us-letter"]), default="a4", show_default=True)
    backs: bool = given.flag(
        "--backs", help="For cards and pieces: add a sheet of backs after each sheet, for two-sided printing."
    )
    size: tuple[float, float] = given.option(
        "--size",
        type=_Size(),
        default="poker",
        show_default=True,
        metavar="SIZE",
        help="The size of cards: poker, bridge, tarot, mini, square, or WIDTHxHEIGHT in millimeters.",
    )
    bleed: float = given.option(
        "--bleed",
        type=click.FloatRange(0, 6),
        default=0.0,
        metavar="MM",
        help="Color printed beyond the edges of cards, in millimeters.",
    )
    single: bool = given.flag("--single", help="For cards: each on a page of its own, without cut marks.")
    side: float | None = given.option(
        "--side",
        type=click.FloatRange(8, 60),
        metavar="MM",
        help="The side of a space in layouts (24) or of a tile (45), in millimeters.",
    )
    no_solutions: bool = given.flag("--no-solutions", help="For puzzles: leave out solutions.")
    fonts: str | None = given.option(
        "--fonts",
        type=NamedPath(exists=True, file_okay=False),
        help="A folder of fonts to use besides the built-in ones.",
    )
    font: str = given.option(
        "--font", default="", metavar="NAME", help="For cards: the font to set them all in, from --fonts."
    )


@given.command(PrintOptions, epilog="Example: tilewright print my-pack --what cards --backs -o cards.pdf")
def command(options: PrintOptions) -> int:
    """Print cards and pieces on sheets to cut out, layouts at actual size, or puzzles as a booklet. PATH is a file, a
    folder, or the id of a card.

    A picture beside the file of a card (CARD.png, .jpg or .svg) is printed on it in place of an example. The card is set
    in a font beside its file (CARD.ttf or .otf) or beside pack.yaml (pack.ttf or .otf), if there is one.

    Exit code 1 if a text does not fit on its card; the file is written anyway.
    """
    from tilewright.printing.sheets import layout_sheets

    inputs, folders = (
        Inputs(card_files(options.paths), (LANGUAGE_SUFFIX, PUZZLE_SUFFIX)),
        [Path(options.fonts)] if options.fonts else [],
    )
    reports = [report for source in inputs.sources() if _sound(inputs, report := workspace().check(source))]
    if inputs.failed and not reports:
        return inputs.exit_code
    if options.what == PIECES:
        _only_pages(options.output, PIECES)
        _write(
            _pieces(reports, options.language, options.paper, options.backs, options.side),
            options.output,
            folders,
            inputs,
        )
        return inputs.exit_code
    sort = options.what or _only_sort(reports)
    found = [(value, report) for report in reports for value in report.values if isinstance(value, SORTS[sort])]
    pack = _one_pack([report for _, report in found], sort)
    values = [value for value, _ in found]
    if sort == "cards":
        form = _card_format(options.size, options.bleed, options.single, options.output, options.font, folders)
        _print_cards(pack, found, options.language, options.paper, options.backs, form, options.output, folders, inputs)
        return inputs.exit_code
    _only_pages(options.output, sort)
    if sort == "layouts":
        layouts = [value for value in values if isinstance(value, Layout)]
        page = layout_sheets(
            pack.game, layouts, language=options.language, paper=options.paper, side=options.side or SIDE
        )
    else:
        page = _booklet(
            pack, [report for _, report in found], options.language, options.paper, not options.no_solutions
        )
        _warn_of_language({card.id: card for _, report in found for card in report.cards}.values(), options.language)
    _write(page, options.output, folders, inputs)
    return inputs.exit_code


def _only_pages(output: str, sort: str) -> None:
    if not output.endswith(".pdf"):
        raise CannotRun(f"{sort} are printed as a .pdf file; only cards are also written as pictures")


def _card_format(
    size: tuple[float, float], bleed: float, single: bool, output: str, font: str, folders: Sequence[Path]
) -> CardFormat:
    """The format of printed cards. Raises `CannotRun` if the font does not exist."""
    from tilewright.printing.sheets import DECK, SHEETS, SINGLE, CardFormat
    from tilewright.printing.typesetting import families

    if font and font not in (known := families(folders)):
        raise CannotRun(f"there is no font '{font}'; there are: {', '.join(known)}")
    if output.endswith(".png"):
        arrange, bleed = DECK, 0.0
    else:
        arrange = SHEETS if output.endswith(".pdf") and not single else SINGLE
    return CardFormat(*size, bleed, arrange, font)


def _print_cards(
    pack: Pack,
    found: Sequence[tuple[Card | Layout | Puzzle, Report]],
    language: str,
    paper: str,
    backs: bool,
    form: CardFormat,
    output: str,
    folders: Sequence[Path],
    inputs: Inputs,
) -> None:
    """Print cards on pages, in one picture, or as pictures in a folder."""
    from tilewright.printing.sheets import DECK, SINGLE, card_sheets, edition_of, wordless
    from tilewright.printing.typesetting import looks_of

    cards, paths = list[Card](), list[Path | None]()
    for value, report in found:
        if isinstance(value, Card):
            cards.append(value)
            paths.append(report.source.path)
    if not all(form.places(paper)):
        raise CannotRun(f"a card of {form.width:g} x {form.height:g} mm does not fit on {paper}")
    looks = looks_of(paths, pack.folder / PACK_FILE, fonts=not form.font)
    page = card_sheets(
        pack.game,
        cards,
        _positions(pack, [report for _, report in found]),
        language=language,
        paper=paper,
        backs=backs,
        edition=edition_of(pack.imprint.title),
        format=form,
        looks=looks,
    )
    _warn_of_language(cards, language)
    for name in wordless(pack.game, cards, language):
        echo(f"tilewright: {pack.game.id} has no word for '{name}' in '{language}'; it is printed as it is", err=True)
    built_in = [card for card, look in zip(cards, looks, strict=True) if look.font is None]
    _warn_of_letters("".join(card.name(language) + card.text(language) for card in built_in), folders)
    if form.arrange == DECK:
        _write_decks(page.png(min(DOTS, DECK_WIDTH / (form.places(paper)[0] * form.width / INCH)), folders), output)
    elif form.arrange == SINGLE and not output.endswith(".pdf"):
        ends = ("", "-back") if backs else ("",)
        files = [f"{name}{end}.png" for name in _file_names(cards) for end in ends]
        _make_folder(output)
        for name, picture in zip(files, page.png(DOTS, folders), strict=True):
            echo(write_file(str(Path(output, name)), picture))
    else:
        echo(write_file(output, page.pdf(folders)))
    _report_cut(page, folders, inputs)


def _file_names(cards: Sequence[Card]) -> list[str]:
    """The ids of cards, numbered from the second card with an id on."""
    counts, names = Counter[str](), list[str]()
    for card in cards:
        counts[card.id] += 1
        names.append(card.id if counts[card.id] == 1 else f"{card.id}-{counts[card.id]}")
    return names


def _make_folder(path: str) -> None:
    """Create a folder unless it exists. Raises `CannotRun`."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise CannotRun(f"cannot write {path}: {problem.strerror}") from None


def _write_decks(pictures: Sequence[bytes], output: str) -> None:
    """Write pictures for a digital tabletop: the file, and numbered ones if one does not hold all cards."""
    for number, picture in enumerate(pictures, 1):
        path = Path(output)
        echo(write_file(str(path if number == 1 else path.with_stem(f"{path.stem}-{number}")), picture))


def _sound(inputs: Inputs, report: Report) -> bool:
    return inputs.sound(report.source, report.diagnostics)


def _only_sort(reports: Sequence[Report]) -> str:
    """The kind of the contents of the files. Raises `CannotRun` if there are several."""
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
    """The pieces of the pack, if its game file is given, and the tiles that belong to the given cards."""
    from tilewright.printing.sheets import TILE, piece_sheets

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
    """The positions of the pack and in the folders of the cards, in which examples are searched."""
    documents = workspace().library.documents
    folders = dict.fromkeys(report.source.path.parent for report in reports if report.source.path)
    paths = [path for folder in folders for path in documents.files(folder, False, POSITION_SUFFIX)]
    paths += documents.files(pack.folder, True, POSITION_SUFFIX)
    return list(workspace().positions(dict.fromkeys(map(documents.real, paths)), pack.game))


def _booklet(pack: Pack, reports: Sequence[Report], language: str, paper: str, solutions: bool) -> Paper:
    from tilewright.printing.sheets import booklet

    puzzles = [_printed(report, solutions) for report in reports]
    return booklet(pack.game, puzzles, language=language, paper=paper)


def _printed(report: Report, solutions: bool) -> PrintedPuzzle:
    """A puzzle with its cards and its hint; with its solution if it is proved in time."""
    from tilewright.printing.sheets import PrintedPuzzle, hint_of

    puzzle = next(value for value in report.values if isinstance(value, Puzzle))
    hint = hint_of(report.source.text)
    if not solutions:
        return PrintedPuzzle(puzzle, report.cards, hint)
    from tilewright.questions.placement import PlacementQuestion

    with suppress(Unsupported):
        answer = PlacementQuestion(puzzle, report.cards, time_limit=SECONDS).run().answer
        if answer.status == "optimal" and answer.board is not None:
            return PrintedPuzzle(puzzle, report.cards, hint, answer.board, answer.score)
    echo(f"{report.source.name}: no solution was proved within {SECONDS:g} seconds; none is printed", err=True)
    return PrintedPuzzle(puzzle, report.cards, hint)


def _warn_of_language(cards: Iterable[Card], language: str) -> None:
    """Report cards that are printed in another language because the requested one is missing."""
    lacking = [card.id for card in cards if not card.printed.is_in(language)]
    if lacking:
        more = f" and {len(lacking) - MOST_NAMED} more" if len(lacking) > MOST_NAMED else ""
        names = ", ".join(lacking[:MOST_NAMED]) + more
        echo(f"tilewright: not everything is in '{language}'; another language is printed on {names}", err=True)


def _warn_of_letters(text: str, folders: Sequence[Path]) -> None:
    missing = "" if folders else letters_missing(text)
    if missing:
        echo(f"tilewright: the built-in fonts have no {missing[:20]}; name a folder of fonts with --fonts", err=True)


def _write(page: Paper, output: str, folders: Sequence[Path], inputs: Inputs) -> None:
    echo(write_file(output, page.pdf(folders)))
    _report_cut(page, folders, inputs)


def _report_cut(page: Paper, folders: Sequence[Path], inputs: Inputs) -> None:
    for name in page.cut_off(folders):
        echo(f"{name}: the text does not fit on the card and is cut off", err=True)
        inputs.good = False
