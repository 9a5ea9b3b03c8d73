"""`tilewright export`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import AnyLoadedPuzzle, load_puzzles
from tilewright.cli.args.games import game_setup, note_missing_cards, playable
from tilewright.cli.args.given import complete_exported
from tilewright.cli.args.inputs import Inputs, workspace
from tilewright.cli.args.outputs import picture_file, writable, write_file, write_picture
from tilewright.cli.terminal import CannotRun, echo, needed
from tilewright.disk import is_folder, is_there
from tilewright.draw.picture import of_puzzle
from tilewright.draw.sheet import svg
from tilewright.meaning.scoring import overwork
from tilewright.packs.documents import LANGUAGE_SUFFIX, PACK_FILE
from tilewright.packs.equipment import printed_cards
from tilewright.packs.pack import Pack
from tilewright.questions.puzzles import asked
from tilewright.questions.turns import TurnsQuestion
from tilewright.source import Unreadable, read_source
from tilewright.stopping import PlayError, Unsupported
from tilewright.studio.puzzle_page import GOALS, AskedTask, PlayedTask, Task
from tilewright.studio.puzzles import level_of
from tilewright.studio.tables import JsonObject
from tilewright.table.goal import MOST
from tilewright.table.position import Puzzle
from tilewright.table.puzzles import LEVELS, LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle, TurnsPuzzle

PUZZLE_SUFFIX = ".puzzle.yaml"
PAGE_SUFFIX = ".html"
PLAYED: dict[type, str] = {TurnsPuzzle: "turns", MovesPuzzle: "moves", MapPuzzle: "map", PoolPuzzle: "pool"}
"""The kinds of puzzles that are played on a page, with their names in the list of a booklet."""
NO_HINTS: Sequence[str] = ()


def _output(ctx: click.Context, option: click.Parameter, path: str) -> str:
    if path.endswith(PAGE_SUFFIX):
        return writable(path) or path
    if not path.endswith((".svg", ".png", ".pdf")):
        raise click.BadParameter("a puzzle is written as a .html, .svg, .png or .pdf file, a game as a .html file")
    return picture_file(ctx, option, path) or path


class ExportOptions(given.Options):
    what: tuple[str, ...] = given.argument(
        metavar="GAME|CARD|PUZZLE...", nargs=-1, required=True, shell_complete=complete_exported
    )
    output: str = given.option(
        "-o", "--output", required=True, callback=_output, metavar="FILE.html", help="The file to write."
    )
    players: int | None = given.count(
        "--players", help="The number of players of a game (default: 2, or the fewest of the game)."
    )
    cards: str | None = given.cards()
    layout: str | None = given.layout()
    title: str | None = given.option(
        "--title", metavar="TEXT", help="The title of a booklet of puzzles (default: 'Puzzles')."
    )
    time_limit: float = given.time_limit("For a puzzle: stop after S seconds for each.", default=60.0)
    no_hints: bool = given.flag("--no-hints", help="For a puzzle: leave out hints.")


@given.command(
    ExportOptions, epilog="Examples: tilewright export my.puzzle.yaml -o my.html; tilewright export GAME -o game.html"
)
def command(options: ExportOptions) -> int:
    """Write a game or puzzles as one HTML file that works in a browser, without a server and offline; a puzzle also as
    a picture.

    GAME is a pack that comes with tilewright, or the folder of a pack; for a CARD (an id or a .tw file), the page has the card's game,
    with the card in play. The page plays the whole game against bots. Several puzzles, or a folder of them, become a
    booklet with a list, times and a puzzle of the day; one about turns, moves, a map or a pool is played. The page of a puzzle does not contain the answer,
    so hints take a moment to compute.
    """
    games = [game for one in options.what if (game := _game(one, options.cards)) is not None]
    if len(games) == len(options.what) == 1:
        if options.title is not None:
            raise click.UsageError("--title is for puzzles")
        if not options.output.endswith(PAGE_SUFFIX):
            raise click.BadParameter("a game is written as a .html file", param_hint="-o")
        echo(write_file(options.output, _game_page(*games[0], options.players, options.layout)))
        return 0
    if games:
        raise click.UsageError("a page has one game, or puzzles")
    if (options.players, options.cards, options.layout) != (None, None, None):
        raise click.UsageError("--players, --cards and --layout are for games")
    inputs = Inputs(options.what, (PUZZLE_SUFFIX,))
    if len(options.what) > 1 or is_folder(options.what[0]):
        _write(options, inputs, list(_booklet(inputs)))
    else:
        for loaded in load_puzzles(inputs):
            _single(options, inputs, loaded)
    return inputs.exit_code


def _single(options: ExportOptions, inputs: Inputs, loaded: AnyLoadedPuzzle) -> None:
    """Write the page or the picture of one puzzle. Raises `CannotRun`."""
    from tilewright.studio.offline import page

    is_page = options.output.endswith(PAGE_SUFFIX)
    if isinstance(loaded.value, Puzzle) or (is_page and isinstance(loaded.value, LayoutPuzzle)):
        _write(options, inputs, [loaded])
    elif is_page:
        known = _played_data(loaded, options.time_limit, options.no_hints)
        echo(write_file(options.output, page("game", loaded.value.title or "A puzzle", known)))
    else:
        raise CannotRun(
            f"{loaded.source.name}: only a puzzle in which things are placed becomes a picture; use -o FILE.html, or solve -o"
        )


def _write(options: ExportOptions, inputs: Inputs, found: Sequence[AnyLoadedPuzzle]) -> None:
    """Write puzzles as a page, or one as a picture, if all could be read."""
    if inputs.exit_code == 0 and options.output.endswith(PAGE_SUFFIX):
        echo(write_file(options.output, _puzzle_page(found, options.title, options.time_limit, options.no_hints)))
    elif inputs.exit_code == 0:
        _write_picture(options.output, found)


def _booklet(inputs: Inputs) -> Iterator[AnyLoadedPuzzle]:
    """The puzzles that can be exported; the others are reported with the reason. Raises `CannotRun`."""
    found = list[AnyLoadedPuzzle]()
    for loaded in load_puzzles(inputs):
        puzzle = loaded.value
        if isinstance(puzzle, Puzzle) and puzzle.goal.kind not in GOALS:
            _leave_out(loaded, _cannot_judge(puzzle))
        else:
            found.append(loaded)
    if not found and inputs.exit_code == 0:
        raise CannotRun("a booklet can show none of these puzzles")
    order = [*LEVELS, ""]
    yield from sorted(found, key=lambda one: (order.index(level_of(one.source.text)), one.value.title))


def _leave_out(loaded: AnyLoadedPuzzle, reason: str) -> None:
    echo(f"left out {loaded.source.name}: {reason}", err=True)


def _write_picture(output: str, found: Sequence[AnyLoadedPuzzle]) -> None:
    puzzle = found[0].value
    if len(found) > 1 or not isinstance(puzzle, Puzzle):
        raise click.BadParameter("a booklet is written as a .html file", param_hint="-o")
    echo(write_picture(output, svg(of_puzzle(puzzle, found[0].cards))))


def _game(what: str, cards: str | None) -> tuple[str, str | None] | None:
    """The game to export with its cards, if given; None for a puzzle. Raises `CannotRun`."""
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
    """The page of a game. Raises `CannotRun` if it cannot be played on a page."""
    from tilewright.play.match import Match
    from tilewright.studio.game_page import game_page

    pack = playable(game, workspace().resolver())
    count = players or min(max(2, pack.game.players[0]), pack.game.players[1])
    found = game_setup(game, count, cards, layout, seed=1)
    note_missing_cards(found.pack, found.cards)
    names = [f"player {i + 1}" for i in range(count)]
    match = Match(found.pack.game, names, found.cards, found.layouts, 1)
    for problem in overwork(match.position(), match.cards):
        raise CannotRun(str(problem))
    return game_page(match)


def _puzzle_page(found: Sequence[AnyLoadedPuzzle], title: str | None, time_limit: float, no_hints: bool) -> str:
    """The page. Raises `CannotRun` if a best score is not known, or the page cannot judge the goal."""
    from tilewright.studio.puzzle_page import puzzle_page

    tasks = [task for one in found if (task := _task_of(one, time_limit, no_hints)) is not None]
    if not tasks:
        raise CannotRun("a booklet can show none of these puzzles")
    return puzzle_page(tasks, title or ("Puzzles" if len(tasks) > 1 else tasks[0].title))


def _task_of(loaded: AnyLoadedPuzzle, time_limit: float, no_hints: bool) -> Task | PlayedTask | AskedTask | None:
    """A puzzle for a page; None if it cannot be played there, which is reported. Raises `CannotRun`."""
    if isinstance(loaded.value, Puzzle):
        return _task(loaded, loaded.value, time_limit, no_hints)
    try:
        if isinstance(loaded.value, LayoutPuzzle):
            return _asked_task(loaded, loaded.value, time_limit, no_hints)
        known = _played_data(loaded, time_limit, no_hints)
    except (Unsupported, PlayError) as problem:
        _leave_out(loaded, str(problem))
        return None
    kind = next(name for sort, name in PLAYED.items() if isinstance(loaded.value, sort))
    title = loaded.value.title or "A puzzle"
    return PlayedTask(title, loaded.pack.game, kind, known, level_of(loaded.source.text))


def _asked_task(loaded: AnyLoadedPuzzle, puzzle: LayoutPuzzle, time_limit: float, no_hints: bool) -> AskedTask:
    """A puzzle about layouts for a page. Raises `CannotRun`, and `Unsupported` if the page cannot judge it."""
    from tilewright.draw.picture import of_layout
    from tilewright.draw.sheet import board_for_page
    from tilewright.studio.puzzle_page import salt_of
    from tilewright.table.card import Layout

    if puzzle.goal.kind not in ("most", "least"):
        raise Unsupported(_cannot_judge(puzzle))
    best, hints = _best_and_hints(loaded, time_limit, no_hints)
    rows, what = puzzle.part, puzzle.definition.name
    over = (
        f"fillings of this {what}"
        if puzzle.given
        else f"{puzzle.game.plural(what)} of {len(rows)} by {len(rows[0])} spaces"
    )
    question = (
        f"What is the {puzzle.goal.kind} that '{puzzle.measure}' can be, of all {over} for {puzzle.players} players?"
    )
    heights = tuple(tuple(height or 0 for height in row) for row in rows)
    laid = Layout("", what, {}, (puzzle.players, puzzle.players), heights, loaded.source)
    picture = board_for_page(of_layout(laid, puzzle.game)) if laid.total else ""
    title = puzzle.title or "A puzzle"
    return AskedTask(title, puzzle.game, question, best, picture, salt_of(puzzle), hints, level_of(loaded.source.text))


def _played_data(loaded: AnyLoadedPuzzle, time_limit: float, no_hints: bool) -> JsonObject:
    """The data of a played puzzle. Raises `CannotRun`, and `Unsupported` if it cannot be played on a page."""
    from tilewright.studio.puzzle_page import built_data, moves_data, turns_data

    puzzle, cards = loaded.value, loaded.cards
    best, hints = None, NO_HINTS
    if isinstance(puzzle, TurnsPuzzle) and puzzle.worth:
        raise Unsupported(f"a page counts the score; this puzzle asks for {puzzle.worth}")
    if isinstance(puzzle, TurnsPuzzle) and puzzle.goal.kind not in GOALS:
        raise Unsupported(_cannot_judge(puzzle))
    if isinstance(puzzle, TurnsPuzzle) and puzzle.answered:
        return _reply_data(loaded, puzzle, time_limit, no_hints)
    if not isinstance(puzzle, TurnsPuzzle) or puzzle.goal == MOST:
        best, hints = _best_and_hints(loaded, time_limit, no_hints)
    if isinstance(puzzle, TurnsPuzzle):
        return turns_data(puzzle, cards, best, hints)
    if isinstance(puzzle, MovesPuzzle):
        return moves_data(puzzle, cards, hints)
    assert isinstance(puzzle, (MapPuzzle, PoolPuzzle)) and best is not None
    return built_data(puzzle, cards, best, hints)


def _best_and_hints(loaded: AnyLoadedPuzzle, time_limit: float, no_hints: bool) -> tuple[int, Sequence[str]]:
    """The best score and the hints. Raises `CannotRun` if it is not proved, and `Unsupported`."""
    found = asked(loaded.value, loaded.cards, hint=not no_hints, time_limit=time_limit).run()
    if found.best is None:
        raise CannotRun(_not_proved(loaded.source.name, time_limit))
    return found.best, () if no_hints else found.hints


def _reply_data(loaded: AnyLoadedPuzzle, puzzle: TurnsPuzzle, time_limit: float, no_hints: bool) -> JsonObject:
    """The data of a puzzle with a reply. Raises `CannotRun`, and `Unsupported` if it cannot be solved."""
    from tilewright.studio.puzzle_page import turns_data

    found = TurnsQuestion(puzzle, loaded.cards, time_limit=time_limit).replied()
    replies = [(one.take.moves, one.reply.line.turns[0]) for one in found.takes if one.reply.line is not None]
    proved = all(one.reply.status == "optimal" for one in found.takes) and len(replies) == len(found.takes)
    if found.status != "optimal" or found.line is None or not proved:
        raise CannotRun(_not_proved(loaded.source.name, time_limit))
    hints = [f"the largest lead is {found.low}", f"begin with {found.line.turns[0][0]}"]
    return turns_data(puzzle, loaded.cards, found.low, () if no_hints else hints, replies)


def _not_proved(name: str, time_limit: float) -> str:
    where = f"{name}: " if name else ""
    return f"{where}the best score was not proved within {time_limit:g} seconds; allow more: --time-limit"


def _cannot_judge(puzzle: Puzzle | TurnsPuzzle | LayoutPuzzle) -> str:
    goals = ("most", "least") if isinstance(puzzle, LayoutPuzzle) else GOALS
    return f"a page judges the goals {', '.join(goals)}; this puzzle asks for {puzzle.goal}"


def _task(loaded: AnyLoadedPuzzle, puzzle: Puzzle, time_limit: float, no_hints: bool) -> Task:
    """The puzzle with its best score and hints. Raises `CannotRun`, and `Unsupported` if it cannot be solved."""
    best, hints = None, NO_HINTS
    if puzzle.goal.kind not in GOALS:
        raise CannotRun(_cannot_judge(puzzle))
    if puzzle.goal == MOST or not no_hints:
        try:
            best, hints = _best_and_hints(loaded, time_limit, no_hints)
        except (CannotRun, Unsupported):
            if puzzle.goal == MOST:  # other goals are judged without the solver
                raise
    best = best if puzzle.goal == MOST else None
    return Task(puzzle, loaded.cards, loaded.pack.source, best, hints, level_of(loaded.source.text))
