"""`tilewright puzzle`: make puzzles, and rate their difficulty."""

from __future__ import annotations

import re
import shlex
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import load_puzzles
from tilewright.cli.args.games import Finder, players_of, seeds
from tilewright.cli.args.given import CommandGroup, complete_files, complete_scoring_cards
from tilewright.cli.args.inputs import Inputs, workspace
from tilewright.cli.args.outputs import files_for, keep_existing, write_file
from tilewright.cli.report.answer import difficulty_output, ending_file, in_words, puzzle_file
from tilewright.cli.terminal import CannotRun, Status, asking, echo, echo_answer, echo_json, needed
from tilewright.diagnostics import Diagnostic
from tilewright.files.printing import print_moves_puzzle
from tilewright.meaning.scoring import overwork, scoring_rules
from tilewright.outputs.solving import DifficultyOutput
from tilewright.packs.documents import LANGUAGE_SUFFIX, PUZZLE_SUFFIX
from tilewright.packs.equipment import printed_cards
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.source import Source
from tilewright.stopping import Deadline
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.geometry import Geometry
from tilewright.table.goal import MOST
from tilewright.table.position import Puzzle
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle, TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.design.contests import ContestOrder
    from tilewright.design.difficulty import Difficulty
    from tilewright.design.endings import EndingDifficulty, EndingOrder
    from tilewright.design.puzzles import NewPuzzle, Order


@click.group(cls=CommandGroup)
def command() -> None:
    """Make puzzles with exactly one answer, and rate how hard puzzles are."""


# ------------------------------------------------------------------ what is to be made


LEVELS = {"easy": (16, 2, 2), "medium": (16, 3, 3), "hard": (24, 4, 3)}
"""The default size (number of spaces), pieces and caps of each level."""


@dataclass(frozen=True)
class PuzzleTask:
    """The properties of the puzzles, with the pack, the cards, and the text of cards outside the pack."""

    pack: Pack
    cards: tuple[Card, ...]
    order: Order
    own_cards: str


def _printable(ctx: click.Context, option: click.Parameter, text: str | None) -> str | None:
    if text is not None and (not text.isprintable() or not text.strip()):
        raise click.BadParameter("the title must be a single line")
    return text


class PuzzleOptions(given.Options):
    """The options of new puzzles, as typed."""

    cards: str = given.argument(
        metavar="CARD[,CARD...]", required=False, default="", shell_complete=complete_scoring_cards
    )
    kind: str = given.option(
        "--kind",
        type=click.Choice(["arrange", "turns", "moves"]),
        default="arrange",
        show_default=True,
        help="Pieces to place, turns to play at the end of a game, or a turn in which several players decide.",
    )
    record: str | None = given.option(
        "--from", metavar="FILE.record.yaml", help="With --kind turns: use the last turns of this game."
    )
    turns: int = given.option(
        "--turns",
        type=click.IntRange(1, 4),
        default=2,
        show_default=True,
        help="With --kind turns: the number of turns.",
    )
    worth: str | None = given.option(
        "--worth", metavar="TEXT", help="With --kind moves: the number that every player maximizes."
    )
    players: int | None = given.count("--players", least=2, help="With --kind moves: number of players (2).")
    alone: bool = given.flag("--alone", help="With --kind moves: a turn in which only one player decides.")
    game: str | None = given.option(
        "--game", metavar="PACK", help="A pack that comes with tilewright, or the folder of a pack."
    )
    difficulty: str = given.option(
        "--difficulty", type=click.Choice([*LEVELS, "fiendish"]), default="medium", show_default=True
    )
    size: Geometry | None = given.size("Rows and columns of the board.")
    pieces: int | None = given.count("--tiles", 12, help="Number of pieces to place.")
    caps: int | None = given.count(
        "--caps", 12, least=0, help="Number of caps (small pieces on top of stacks) to place."
    )
    seed: int | None = given.count("--seed", least=0, help="The same seed gives the same puzzle (default: random).")
    count: int = given.count("--count", 100, default=1, help="Make N puzzles, from N consecutive seeds.")
    time_limit: float | None = given.time_limit("Stop after S seconds for each puzzle.")
    title: str | None = given.option("--title", callback=_printable, metavar="TEXT", help="The title of the puzzle.")
    output: str | None = given.option(
        "-o",
        "--output",
        metavar=f"FILE{PUZZLE_SUFFIX}",
        help="Write a file, or one file per puzzle into a folder, instead of printing.",
    )
    force: bool = given.flag("--force", help="Replace existing files.")
    as_json: bool = given.json("One JSON object per puzzle, one per line.")

    @property
    def names(self) -> list[str]:
        """The names of the cards, ids or files, without duplicates."""
        return list(dict.fromkeys(name.strip() for name in self.cards.split(",") if name.strip()))

    @property
    def labels(self) -> list[str]:
        """The names of the cards for titles and file names."""
        return [Path(name).name.removesuffix(LANGUAGE_SUFFIX) for name in self.names]

    @property
    def unnamed(self) -> str:
        """The name of a puzzle without cards or a title."""
        return "moves" if self.kind == "moves" else "ending"

    def report_none(self, seed: int, message: str) -> None:
        """Report that there is no puzzle for a seed: as JSON, or as a message to stderr."""
        if self.as_json:
            echo_json(DifficultyOutput(seed=seed, status="unknown"))
        else:
            echo(message, err=True)

    def report_made(self, output: DifficultyOutput, seed: int, text: str, written: str) -> None:
        """Report the puzzle of a seed: as JSON, with the file that was `written`, or as text."""
        if self.as_json:
            echo_json(replace(output, seed=seed, status="found", text=text))
        else:
            echo(written or text, nl=bool(written))

    def title_of(self, seed: int) -> str:
        """The given title, or one made from the cards and the seed."""
        return self.title or " and ".join(self.labels or [self.unnamed]).capitalize() + f" {seed}"

    def name(self, seed: int) -> str:
        """The file name without suffix: from the title, or from the cards and the seed."""
        title = self.title or "-".join(self.labels or [self.unnamed]) + (
            "" if self.kind == "moves" else f"-{self.difficulty}"
        )
        plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "puzzle"
        return plain if self.title and self.count == 1 else f"{plain}-{seed}"

    def again(self, seed: int) -> str:
        """The command line that makes the puzzle of a seed again."""
        words = ["tilewright", "puzzle", "new", *([self.cards] if self.cards else [])]
        words += ["--kind", "turns", "--turns", str(self.turns)] if self.kind == "turns" else []
        words += ["--from", Path(self.record).name] if self.record else []
        words += ["--kind", "moves", "--worth", self.worth or ""] if self.kind == "moves" else []
        words += ["--alone"] if self.alone else []
        words += ["--players", str(self.players)] if self.players else []
        words += ["--difficulty", self.difficulty] if self.kind != "moves" else []
        words += ["--game", self.game] if self.game else []
        words += ["--size", f"{self.size.rows}x{self.size.columns}"] if self.size else []
        words += ["--tiles", str(self.pieces)] if self.pieces else []
        words += ["--caps", str(self.caps)] if self.caps is not None else []
        return shlex.join([*words, "--seed", str(seed)])

    def task(self) -> PuzzleTask:
        """The properties of the puzzles. Raises `CannotRun`."""
        from tilewright.design.puzzles import Order, most_pieces

        pack, cards = self._cards()
        game = pack.game
        if self.difficulty not in LEVELS:
            raise CannotRun(f"'{self.difficulty}' is a level of --kind turns; levels: {', '.join(LEVELS)}")
        area, pieces, caps = LEVELS[self.difficulty]
        geometry = self.size or _usual_size(pack, area)
        board = game.own_place
        if not board.allows(geometry.rows, geometry.columns):
            raise CannotRun(f"a {board.name} of {geometry.rows} x {geometry.columns}; allowed: {board.sizes}")
        rules = scoring_rules(game, cards)
        most = most_pieces(game, rules)
        if (self.pieces or 0) > most:
            plural = game.plural(game.piece)
            raise CannotRun(f"at most {most} {plural}: more would look different but score the same")
        counts = {cap.name: caps if self.caps is None else self.caps for cap in game.caps}
        ids = tuple(card.id for card in cards)
        order = Order(game, ids, rules, geometry, self.pieces or min(pieces, most), counts, self.caps is not None)
        empty = Puzzle(game, "", Board(geometry, (Stack(),) * geometry.size), ids, ())
        for problem in overwork(empty, cards):
            raise CannotRun(problem.message)
        return PuzzleTask(pack, tuple(cards), order, _own_cards(pack, cards))

    def _cards(self) -> tuple[Pack, list[Card]]:
        """The named cards and their pack. Raises `CannotRun`."""
        if not self.names:
            raise CannotRun("name a card")
        resolver = workspace().resolver()
        pack = needed(_pack_of(self.names, resolver) if self.game is None else resolver.pack(self.game))
        cards = Finder(pack, resolver).cards(self.cards)
        for card in cards:
            if card.rule is None:
                raise CannotRun(f"the card '{card.id}' does not score")
        return pack, cards


def _pack_of(names: Sequence[str], resolver: Resolver) -> Pack | list[Diagnostic]:
    """The first pack with all these cards; for files, the pack of the first file."""
    files = [name for name in names if name.endswith(LANGUAGE_SUFFIX)]
    if not files:
        return resolver.pack_with(names)
    source = resolver.library.documents.read(Path(files[0]))
    found = resolver.pack_of(source.text) if isinstance(source, Source) else None
    return found or [
        Diagnostic.about(
            "TW406", files[0], f"the words of {files[0]} do not show which game it is for", "name it with --game"
        )
    ]


def _own_cards(pack: Pack, cards: Sequence[Card]) -> str:
    """The text of cards that are not part of their pack, since others do not have them."""
    home = pack.documents.real(pack.folder)
    paths = [(card, card.source.path) for card in cards]
    own = [card for card, path in paths if path and home not in pack.documents.real(path).parents]
    return "\n".join(map(pack.text_of, own))


def _usual_size(pack: Pack, area: int) -> Geometry:
    """The size closest to a number of spaces and to a square, at most that of the board of the game."""
    board = pack.game.own_place
    sizes = [
        (rows, columns)
        for rows in range(1, board.rows + 1)
        for columns in range(rows, board.columns + 1)
        if board.allows(rows, columns)
    ]
    rows, columns = min(sizes, key=lambda size: (abs(size[0] * size[1] - area), size[1] - size[0]))
    return board.sized(rows, columns)


def ending_order(options: PuzzleOptions) -> tuple[Pack, EndingOrder]:
    """The properties of the puzzles. Raises `CannotRun`."""
    from tilewright.design.endings import EndingOrder

    if options.size or options.pieces or options.caps is not None:
        raise CannotRun("--size, --tiles and --caps are for puzzles of kind arrange")
    resolver = workspace().resolver()
    if options.record:
        return _of_record(options, options.record)
    if options.game is None and not options.names:
        raise CannotRun("name the game with --game, or a card")
    pack = needed(resolver.pack_with(options.names) if options.game is None else resolver.pack(options.game))
    if pack.game.play_rules is None:
        raise CannotRun(f"the game '{pack.game.id}' is scored, not played")
    cards = tuple(Finder(pack, resolver).cards(options.cards)) if options.names else ()
    return pack, EndingOrder(pack.game, cards, options.turns)


def _of_record(options: PuzzleOptions, path: str) -> tuple[Pack, EndingOrder]:
    """The properties of puzzles from a record: its game, with the named ones of its cards. Raises `CannotRun`."""
    from tilewright.design.endings import EndingOrder

    source = workspace().resolver().library.documents.read(Path(path))
    report = workspace().check(source) if isinstance(source, Source) else None
    if report is None or report.has_errors or report.match is None or report.pack is None:
        raise CannotRun(f"{path} is not a valid record of a game: run tilewright check {path}")
    cards = tuple(Finder(report.pack, workspace().resolver(Path(path))).cards(options.cards)) if options.names else ()
    return report.pack, EndingOrder(report.match.game, cards, options.turns, report.match)


def make_ending(pack: Pack, order: EndingOrder, options: PuzzleOptions, seed: int, file: Path | None) -> bool:
    """Make the puzzle of a seed, and write or print it. Returns whether one was found. Raises `CannotRun`."""
    from tilewright.design.endings import ending_hint, new_ending

    limit, failures = options.time_limit, Counter[str]()
    deadline = Deadline(None if limit is None else time.monotonic() + limit)
    with asking("no such puzzle can be made"), Status(f"seed {seed}") as status:
        made = new_ending(
            order, options.difficulty, seed, deadline, lambda count: status.say(f"{count} endings tried"), failures
        )
    if made is None:
        options.report_none(seed, _why_none(seed, failures, ending_hint))
        return False
    made = replace(made, puzzle=replace(made.puzzle, title=options.title_of(seed)))
    text = ending_file(pack, made, options.again(seed), options.name(seed))
    written = "" if file is None else write_file(str(file), text)
    options.report_made(difficulty_output(made.difficulty), seed, text, written)
    return True


def contest_order(options: PuzzleOptions) -> ContestOrder:
    """The properties of the puzzles; the default cards are the printed ones. Raises `CannotRun`."""
    from tilewright.design.contests import ContestOrder
    from tilewright.expectimax.contest import hidden_reason
    from tilewright.expectimax.question import read_goal
    from tilewright.play.match import Match

    if options.size or options.pieces or options.caps is not None:
        raise CannotRun("--size, --tiles and --caps are for puzzles of kind arrange")
    if not options.game or not options.worth:
        raise CannotRun("name the game with --game, and what every player maximizes with --worth")
    resolver = workspace().resolver()
    pack = needed(resolver.pack(options.game))
    if pack.game.play_rules is None:
        raise CannotRun(f"the game '{pack.game.id}' is scored, not played")
    if reason := hidden_reason(pack.game):
        raise CannotRun(reason)
    players = players_of(pack.game, options.players or max(2, pack.game.players[0]))
    names = options.cards or ",".join(printed_cards(pack))
    cards = tuple(Finder(pack, resolver).cards(names)) if names else ()
    match = Match(pack.game, [f"player {seat}" for seat in range(players)], cards)
    read = read_goal(options.worth, match.game)
    if isinstance(read, list):
        raise CannotRun(f"--worth: {read[0].message}")
    if read.is_chance:
        raise CannotRun("--worth must be a number; this is a condition")
    return ContestOrder(pack.game, cards, read.text, players, options.alone)


def make_contest(order: ContestOrder, options: PuzzleOptions, seed: int, file: Path | None) -> bool:
    """Make the puzzle of a seed, and write or print it. Returns whether one was found."""
    from tilewright.design.contests import new_contest

    with Status(f"seed {seed}"):
        made = new_contest(order, Random(seed))
    if made is None:
        options.report_none(seed, f"seed {seed}: no puzzle found; try another seed, or another --worth")
        return False
    text = f"# {options.again(seed)}\n" + print_moves_puzzle(replace(made, title=options.title_of(seed)))
    written = "" if file is None else write_file(str(file), text)
    options.report_made(DifficultyOutput(), seed, text, written)
    return True


# ------------------------------------------------------------------ rate


class RateOptions(given.Options):
    files: tuple[str, ...] = given.argument(nargs=-1, required=True, metavar="FILE...", shell_complete=complete_files)
    as_json: bool = given.json("One JSON object per file, one per line.")


@given.command(RateOptions, group=command, epilog="Example: tilewright puzzle rate roofs.puzzle.yaml")
def rate(options: RateOptions) -> int:
    """Show how hard puzzles are, and why.

    To see what the parts of the number mean: tilewright explain insight
    """
    from tilewright.design.difficulty import rated

    inputs = Inputs(options.files, (PUZZLE_SUFFIX,), options.as_json)
    for loaded in load_puzzles(inputs):
        if isinstance(loaded.value, MovesPuzzle):
            found: Difficulty | EndingDifficulty | str = "puzzles about moves are not rated"
        elif isinstance(loaded.value, PoolPuzzle):
            found = "puzzles over pools are not rated"
        elif isinstance(loaded.value, MapPuzzle):
            found = "puzzles about maps are not rated"
        elif isinstance(loaded.value, LayoutPuzzle):
            found = "puzzles about layouts are not rated"
        elif isinstance(loaded.value, TurnsPuzzle):
            found = _rated_ending(loaded.value, loaded.cards)
        else:
            found = rated(loaded.value, scoring_rules(loaded.value.game, loaded.cards))
        if isinstance(found, str):
            echo(f"{loaded.source.name}: {found}", err=True)
            inputs.good = False
        else:
            output = replace(difficulty_output(found), file=loaded.source.name)
            echo_answer(output, [f"{loaded.source.name}: {in_words(found)}"], options.as_json)
    return inputs.exit_code


def _rated_ending(puzzle: TurnsPuzzle, cards: Sequence[Card]) -> EndingDifficulty | str:
    """The difficulty of a puzzle about turns, or the reason why it is not known."""
    from tilewright.design.endings import rated_ending, solved_ending
    from tilewright.turns.stacks import NotExecutable

    if puzzle.goal != MOST or puzzle.answered:
        return "only puzzles for the most points, with the other players passing, are rated"
    if puzzle.game.play_rules is None:
        return f"the game '{puzzle.game.id}' is scored, not played"
    try:
        found = solved_ending(puzzle, cards)
    except NotExecutable as problem:
        return problem.reason
    return "there is no answer" if found is None else rated_ending(found)


# ------------------------------------------------------------------ new


@given.command(
    PuzzleOptions,
    group=command,
    epilog="Example: tilewright puzzle new CARD --difficulty medium --seed 7 -o mine.puzzle.yaml",
)
def new(options: PuzzleOptions) -> int:
    """Make puzzles for one card or for several together; CARD is an id, or a file of cards.

    Cards that do not belong to a pack are written into the puzzle.

    The best placement of each puzzle is proved to be the only one; with --kind turns, the best first take. Those puzzles
    are the last turns of games between bots, with or without cards, in which playing each turn for the most points does
    not give the best result. A puzzle of --kind moves is a turn of a random game with a single best first move, if each player
    maximizes --worth; it needs a game without hidden information. Exit code 1 if none was found.
    """
    numbers = seeds(options.seed, options.count)
    if options.record and options.kind != "turns":
        raise click.UsageError("--from needs --kind turns")
    if options.kind != "moves" and (options.worth or options.players or options.alone):
        raise click.UsageError("--worth, --players and --alone need --kind moves")
    if options.kind == "turns":
        pack, order = ending_order(options)
    elif options.kind == "moves":
        contests = contest_order(options)
    else:
        task = options.task()
    names = [options.name(number) for number in numbers]
    files = files_for(options.output, names, PUZZLE_SUFFIX)
    if not options.force:
        keep_existing(files)
    found = 0
    try:
        for number, file in zip_longest(numbers, files):
            if options.kind == "turns":
                found += make_ending(pack, order, options, number, file)
                continue
            if options.kind == "moves":
                found += make_contest(contests, options, number, file)
                continue
            failures = Counter[str]()
            made = _made(task, options, number, failures)
            _write(task, options, made, number, file, failures)
            found += made is not None
    except KeyboardInterrupt:
        echo(f"tilewright: stopped: {found} of {options.count} made", err=True)
        raise
    return int(found < options.count)


def _made(task: PuzzleTask, options: PuzzleOptions, seed: int, failures: Counter[str]) -> NewPuzzle | None:
    """The puzzle of a seed; None if none was found, with the reasons in `failures`. Raises `CannotRun` if solve does
    not support it."""
    from tilewright.design.puzzles import new_puzzle
    from tilewright.stopping import Deadline

    limit = options.time_limit
    deadline = Deadline(None if limit is None else time.monotonic() + limit)
    with asking("no such puzzle can be made"), Status(f"seed {seed}") as status:

        def progress(number: int, far: float) -> None:
            status.say(f"{number} puzzles tried, the closest is off by {far:.1f}")

        return new_puzzle(task.order, options.difficulty, seed, deadline, progress, failures)


def _why_none(seed: int, failures: Counter[str], hint_of: Callable[[Counter[str]], str]) -> str:
    """The reasons why the puzzles tried for a seed were rejected, the most frequent first, with a hint."""
    if not failures:
        return f"seed {seed}: no puzzle was tried in the time given; allow more: --time-limit"
    reasons = "".join(f"\n  {count:>4}  {reason}" for reason, count in failures.most_common())
    tried = f"{failures.total()} candidate{'' if failures.total() == 1 else 's'}"
    return f"seed {seed}: no puzzle found; {tried} rejected:{reasons}\n{hint_of(failures)}; or try another --seed"


def _write(
    task: PuzzleTask,
    options: PuzzleOptions,
    made: NewPuzzle | None,
    seed: int,
    file: Path | None,
    failures: Counter[str],
) -> None:
    """Write or print a puzzle, or report why there is none."""
    if made is None:
        from tilewright.design.puzzles import hint_of

        options.report_none(seed, _why_none(seed, failures, hint_of))
        return
    puzzle = replace(made.puzzle, title=options.title_of(seed), own_cards=task.own_cards)
    text = puzzle_file(task.pack, replace(made, puzzle=puzzle), options.again(seed), options.name(seed))
    written = "" if file is None else write_file(str(file), text)
    options.report_made(difficulty_output(made.difficulty), seed, text, written)
