"""`tilewright export`."""

from __future__ import annotations

from pathlib import Path

import click

from tilewright.cli.args.completion import complete_exported
from tilewright.cli.args.games import cards_option, game_setup, layout_option, note_missing_cards, playable
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import picture_file, writable, write_file, write_picture
from tilewright.cli.args.positions import load
from tilewright.cli.args.workspace import workspace
from tilewright.cli.echo import echo
from tilewright.cli.errors import CannotRun, needed
from tilewright.cli.loaded import Loaded
from tilewright.disk import is_folder, is_there
from tilewright.draw.picture import of_puzzle
from tilewright.draw.sheet import svg
from tilewright.meaning.scoring import overwork, scoring_rules
from tilewright.packs.documents import LANGUAGE_SUFFIX, PACK_FILE
from tilewright.packs.equipment import printed_cards
from tilewright.packs.pack import Pack
from tilewright.source import Unreadable, read_source
from tilewright.table.position import Puzzle

PUZZLE_SUFFIX = ".puzzle.yaml"
PAGE_SUFFIX = ".html"


def _output(ctx: click.Context, option: click.Parameter, path: str) -> str:
    if path.endswith(PAGE_SUFFIX):
        return writable(path) or path
    if not path.endswith((".svg", ".png", ".pdf")):
        raise click.BadParameter("a puzzle is written as a .html, .svg, .png or .pdf file, a game as a .html file")
    return picture_file(ctx, option, path) or path


@click.command(epilog="Examples: tilewright export my.puzzle.yaml -o my.html; tilewright export GAME -o game.html")
@click.argument("what", metavar="GAME|CARD|PUZZLE", shell_complete=complete_exported)
@click.option("-o", "--output", required=True, callback=_output, metavar="FILE.html", help="The file to write.")
@click.option(
    "--players",
    type=click.IntRange(min=1),
    metavar="N",
    help="The number of players of a game (default: 2, or the fewest of the game).",
)
@cards_option
@layout_option
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="For a puzzle: search S seconds for the best score, and S seconds for the hints.",
)
@click.option("--no-hints", is_flag=True, help="For a puzzle: leave out hints.")
@click.pass_context
def command(
    ctx: click.Context,
    what: str,
    output: str,
    players: int | None,
    cards: str | None,
    layout: str | None,
    time_limit: float,
    no_hints: bool,
) -> None:
    """Write a game or a puzzle as one HTML file that works in a browser, without a server and offline; a puzzle also as
    a picture.

    GAME is a pack that comes with tilewright, or the folder of a pack; of a CARD (an id or a .tw file) it is its game with the
    card in play. The page plays the whole game against bots, by the compiled rules. The page of a puzzle does not contain the answer:
    it has only a slow hash of the best score, so hints take a moment.
    """
    found = _game(what, cards)
    if found is not None:
        if not output.endswith(PAGE_SUFFIX):
            raise click.BadParameter("a game is written as a .html file", param_hint="-o")
        echo(write_file(output, _game_page(*found, players, layout)))
        return
    if (players, cards, layout) != (None, None, None):
        raise click.UsageError("--players, --cards and --layout are for games")
    inputs = Inputs([what], (PUZZLE_SUFFIX,))
    for loaded in load(inputs, Puzzle):
        if not inputs.sound(loaded.source, overwork(loaded.value, loaded.cards)):
            continue
        if output.endswith(PAGE_SUFFIX):
            echo(write_file(output, _page(loaded, time_limit, no_hints)))
        else:
            write_picture(output, svg(of_puzzle(loaded.value, loaded.cards)))
    ctx.exit(inputs.exit_code)


def _game(what: str, cards: str | None) -> tuple[str, str | None] | None:
    """The game to export, and its cards if they are named; None when it is a puzzle. Raises `CannotRun`."""
    resolver = workspace().resolver()
    if what.endswith(LANGUAGE_SUFFIX):
        source = read_source(what)
        if isinstance(source, Unreadable):
            raise CannotRun(f"cannot read {what}: {source.reason}")
        pack = workspace().check(source).pack
        if pack is None:
            raise CannotRun(f"{what} belongs to no game")
    elif what == "-" or what.endswith(".yaml") or (is_folder(what) and not is_there(Path(what) / PACK_FILE)):
        return None
    elif isinstance(named := resolver.pack(what), Pack):
        return what, cards
    elif isinstance(having := resolver.pack_with([what]), Pack):
        pack = having
    else:
        needed(named)
        return None
    printed = ",".join(printed_cards(pack)) if cards is None else cards
    return str(pack.folder), ",".join(filter(None, (printed, what)))


def _game_page(game: str, cards: str | None, players: int | None, layout: str | None) -> str:
    """The page of a game. Raises `CannotRun` when it cannot be played on a page."""
    from tilewright.play.match import Match
    from tilewright.studio.game_page import NotPortable, game_page

    pack = playable(game, workspace().resolver())
    count = players or min(max(2, pack.game.players[0]), pack.game.players[1])
    found = game_setup(game, count, cards, layout, seed=1)
    note_missing_cards(found.pack, found.cards)
    names = [f"player {i + 1}" for i in range(count)]
    match = Match(found.pack.game, names, found.cards, found.layouts, 1)
    for problem in overwork(match.position(), match.cards):
        raise CannotRun(str(problem))
    try:
        return game_page(match)
    except NotPortable as problem:
        raise CannotRun(str(problem)) from None


def _page(loaded: Loaded[Puzzle], time_limit: float, no_hints: bool) -> str:
    """The page. Raises `CannotRun` when the best is not known, or cannot be judged there."""
    from tilewright.meaning.emit.javascript import NotSpelled
    from tilewright.printing.puzzle_page import GOALS, puzzle_page
    from tilewright.solver.hints import Hint, best_hint, hint_texts
    from tilewright.solver.solve import Solution, solve

    puzzle, rules = loaded.value, scoring_rules(loaded.value.game, loaded.cards)
    if puzzle.goal.kind not in GOALS:
        raise CannotRun(f"a page judges the goals {', '.join(GOALS)}; this puzzle asks for {puzzle.goal}")
    best = None
    if puzzle.goal.kind == "most":
        answer = solve(puzzle, rules, time_limit=time_limit)
        if not isinstance(answer, Solution) or answer.status != "optimal":
            raise CannotRun(f"the best score was not proved within {time_limit:g} seconds; allow more: --time-limit")
        best = answer.score
    hint = None if no_hints else best_hint(puzzle, rules, time_limit=time_limit)
    try:
        return puzzle_page(puzzle, loaded.cards, best, hint_texts(hint, puzzle) if isinstance(hint, Hint) else ())
    except NotSpelled as problem:
        raise CannotRun(str(problem)) from None
