"""New puzzles about turns, made and written for the command line."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.args.games import Finder
from tilewright.cli.args.outputs import write_file
from tilewright.cli.args.puzzles import PuzzleOptions
from tilewright.cli.args.workspace import workspace
from tilewright.cli.errors import CannotRun, needed
from tilewright.cli.progress import Status
from tilewright.cli.report.puzzle import difficulty_output, ending_file
from tilewright.packs.pack import Pack
from tilewright.source import Source
from tilewright.symbolic.deadline import Deadline

if TYPE_CHECKING:
    from tilewright.design.endings.games import EndingOrder


def ending_order(options: PuzzleOptions) -> tuple[Pack, EndingOrder]:
    """What is to be made. Raises `CannotRun` when that cannot be."""
    from tilewright.design.endings.games import EndingOrder

    if options.size or options.pieces or options.caps is not None:
        raise CannotRun("--size, --tiles and --caps are for puzzles of kind arrange")
    resolver = workspace().resolver()
    if options.record:
        return _of_record(options, options.record)
    if options.game is None and not options.names:
        raise CannotRun("name the game with --game, or a card")
    pack = needed(resolver.pack_with(options.names) if options.game is None else resolver.pack(options.game))
    if pack.game.course is None:
        raise CannotRun(f"the game '{pack.game.id}' is scored, not played")
    cards = tuple(Finder(pack, resolver).cards(options.cards)) if options.names else ()
    return pack, EndingOrder(pack.game, cards, options.turns)


def _of_record(options: PuzzleOptions, path: str) -> tuple[Pack, EndingOrder]:
    """What is made of a record: its game, with those of its cards that are named. Raises `CannotRun`."""
    from tilewright.design.endings.games import EndingOrder

    source = workspace().resolver().library.documents.read(Path(path))
    report = workspace().check(source) if isinstance(source, Source) else None
    if report is None or report.has_errors or report.match is None or report.pack is None:
        raise CannotRun(f"{path} is not a valid record of a game: run tilewright check {path}")
    cards = tuple(Finder(report.pack, workspace().resolver(Path(path))).cards(options.cards)) if options.names else ()
    return report.pack, EndingOrder(report.match.game, cards, options.turns, report.match)


def make_ending(pack: Pack, order: EndingOrder, options: PuzzleOptions, seed: int, file: Path | None) -> bool:
    """Make the puzzle of a seed, and write or print it; whether one was found. Raises `CannotRun`."""
    from tilewright.design.endings.search import new_ending
    from tilewright.turns.unsupported import NotExecutable

    limit = options.time_limit
    deadline = Deadline(None if limit is None else time.monotonic() + limit)
    with Status(f"seed {seed}") as status:
        try:
            made = new_ending(
                order, options.difficulty, seed, deadline, lambda count: status.say(f"{count} endings tried")
            )
        except NotExecutable as problem:
            raise CannotRun(f"no such puzzle can be made: {problem.reason}") from None
    if made is None:
        options.report_none(seed, f"seed {seed}: none found; try another seed, other cards or another level")
        return False
    made = replace(made, puzzle=replace(made.puzzle, title=options.title_of(seed)))
    text = ending_file(pack, made, options.again(seed), options.name(seed))
    written = "" if file is None else write_file(str(file), text)
    options.report_made(difficulty_output(made.difficulty), seed, text, written)
    return True
