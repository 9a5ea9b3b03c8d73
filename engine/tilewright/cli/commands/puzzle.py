"""`tilewright puzzle`: make puzzles, and say how hard puzzles are."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli import given
from tilewright.cli.args.cards import load_puzzles
from tilewright.cli.args.completion import complete_files
from tilewright.cli.args.games import seeds
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import files_for, keep_existing, write_file
from tilewright.cli.args.puzzles import (
    PuzzleOptions,
    PuzzleTask,
    contest_order,
    ending_order,
    make_contest,
    make_ending,
)
from tilewright.cli.echo import echo, echo_answer
from tilewright.cli.errors import asking
from tilewright.cli.group import CommandGroup
from tilewright.cli.progress import Status
from tilewright.cli.report.puzzle import difficulty_output, in_words, puzzle_file
from tilewright.meaning.scoring import scoring_rules
from tilewright.packs.documents import PUZZLE_SUFFIX
from tilewright.table.card import Card
from tilewright.table.goal import MOST
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle
from tilewright.table.turns_puzzle import TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.design.endings.rating import EndingDifficulty
    from tilewright.design.puzzles.difficulty import Difficulty
    from tilewright.design.puzzles.search import NewPuzzle


@click.group(cls=CommandGroup)
def command() -> None:
    """Make puzzles with exactly one answer, and rate how hard puzzles are."""


# ------------------------------------------------------------------ rate


class RateOptions(given.Options):
    files: tuple[str, ...] = given.argument(nargs=-1, required=True, metavar="FILE...", shell_complete=complete_files)
    as_json: bool = given.json("One JSON object per file, one per line.")


@given.command(RateOptions, group=command, epilog="Example: tilewright puzzle rate roofs.puzzle.yaml")
def rate(options: RateOptions) -> int:
    """Show how hard puzzles are, and why.

    To see what the parts of the number mean: tilewright explain insight
    """
    from tilewright.design.puzzles.difficulty import rated

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
    """How hard a puzzle about turns is, or why that is not known."""
    from tilewright.design.endings.rating import rated_ending, solved_ending
    from tilewright.turns.unsupported import NotExecutable

    if puzzle.goal != MOST or puzzle.answered:
        return "only puzzles for the most points, with the other players passing, are rated"
    if puzzle.game.course is None:
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
    are endings of games between bots, with or without cards, in which playing each turn for the most points does not give
    the best result. A puzzle of --kind moves is a turn of a random game with a single best first move, if each player
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
    """The puzzle of a seed; None when none was found, and then why in `failures`. Raises `CannotRun` where solve cannot help."""
    from tilewright.design.puzzles.search import new_puzzle
    from tilewright.symbolic.deadline import Deadline

    limit = options.time_limit
    deadline = Deadline(None if limit is None else time.monotonic() + limit)
    with asking("no such puzzle can be made"), Status(f"seed {seed}") as status:

        def progress(number: int, far: float) -> None:
            status.say(f"{number} puzzles tried, the closest is off by {far:.1f}")

        return new_puzzle(task.order, options.difficulty, seed, deadline, progress, failures)


def _why_none(seed: int, failures: Counter[str]) -> str:
    """What the puzzles that were tried for a seed lacked, the most frequent reason first, and what may help."""
    from tilewright.design.puzzles.search import ADVICE

    if not failures:
        return f"seed {seed}: no puzzle was tried in the time given; allow more: --time-limit"
    reasons = "".join(f"\n  {count:>4} x  {reason}" for reason, count in failures.most_common())
    (most, _), *_ = failures.most_common(1)
    return f"seed {seed}: no puzzle found; tried {failures.total()}:{reasons}\n{ADVICE[most]}, or another --seed"


def _write(
    task: PuzzleTask,
    options: PuzzleOptions,
    made: NewPuzzle | None,
    seed: int,
    file: Path | None,
    failures: Counter[str],
) -> None:
    """Write or print a puzzle, or say why there is none."""
    if made is None:
        options.report_none(seed, _why_none(seed, failures))
        return
    puzzle = replace(made.puzzle, title=options.title_of(seed), own_cards=task.own_cards)
    text = puzzle_file(task.pack, replace(made, puzzle=puzzle), options.again(seed), options.name(seed))
    written = "" if file is None else write_file(str(file), text)
    options.report_made(difficulty_output(made.difficulty), seed, text, written)
