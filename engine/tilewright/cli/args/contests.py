"""New puzzles about moves, made and written for the command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tilewright.cli.args.games import Finder, players_of
from tilewright.cli.args.outputs import write_file
from tilewright.cli.args.puzzles import PuzzleOptions
from tilewright.cli.args.workspace import workspace
from tilewright.cli.errors import CannotRun, needed
from tilewright.cli.progress import Status
from tilewright.files.printing import print_moves_puzzle
from tilewright.outputs.solving import DifficultyOutput
from tilewright.packs.equipment import printed_cards

if TYPE_CHECKING:
    from tilewright.design.contests.search import ContestOrder


def contest_order(options: PuzzleOptions) -> ContestOrder:
    """What is to be made; without cards those printed for the game are in play. Raises `CannotRun` when that cannot be."""
    from tilewright.design.contests.search import ContestOrder
    from tilewright.expectimax.contest import hidden_reason
    from tilewright.expectimax.question import read_goal
    from tilewright.play.match import Match

    if options.size or options.pieces or options.caps is not None:
        raise CannotRun("--size, --tiles and --caps are for puzzles of kind arrange")
    if not options.game or not options.worth:
        raise CannotRun("name the game with --game, and what every player maximizes with --worth")
    resolver = workspace().resolver()
    pack = needed(resolver.pack(options.game))
    if pack.game.course is None:
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
    """Make the puzzle of a seed, and write or print it; whether one was found."""
    from tilewright.design.contests.search import new_contest

    with Status(f"seed {seed}"):
        made = new_contest(order, Random(seed))
    if made is None:
        options.report_none(seed, f"seed {seed}: no puzzle found; try another seed, or another --worth")
        return False
    text = f"# {options.again(seed)}\n" + print_moves_puzzle(replace(made, title=options.title_of(seed)))
    written = "" if file is None else write_file(str(file), text)
    options.report_made(DifficultyOutput(), seed, text, written)
    return True
