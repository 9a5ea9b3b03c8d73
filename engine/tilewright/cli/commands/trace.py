"""`tilewright trace`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from tilewright.cli.args import given
from tilewright.cli.args.games import game_setup, note_missing_cards, playable
from tilewright.cli.args.given import complete_games
from tilewright.cli.args.inputs import workspace
from tilewright.cli.args.matches import names_match, resumed
from tilewright.cli.args.series import bots_option
from tilewright.cli.terminal import CannotRun, echo, echo_json, table
from tilewright.outputs.chances import TracedStatement, TraceOutput
from tilewright.packs.documents import POSITION_SUFFIX
from tilewright.play.bots import BOTS, DESCRIBED, bots_of_game
from tilewright.play.match import Match
from tilewright.play.tracing import SETUP, TracedLine, traced


class TraceOptions(given.Options):
    game: str = given.argument(metavar="GAME|RECORD", shell_complete=complete_games)
    turn: int | None = given.count(
        "--turn", least=0, help="Only this turn; 0 is the setup (default: all that are played)."
    )
    turns: int = given.count("--turns", default=10, help="Play at most N turns of a new game (10).")
    skipped: bool = given.flag("--skipped", help="Only the statements that were skipped.")
    players: tuple[str, ...] | None = bots_option(
        "--players",
        f"The bots that play a new game (default: random ones, as many as the game needs). Bots: {', '.join(BOTS)}.",
    )
    cards: str | None = given.cards()
    layout: str | None = given.layout()
    seed: int | None = given.seed("A different seed gives a different game (0).")
    as_json: bool = given.json()


@given.command(TraceOptions, epilog=f"{DESCRIBED}\n\nExample: tilewright trace my-game --cards mine.tw --turns 3")
def command(options: TraceOptions) -> int:
    """Show each statement of a game that was carried out or skipped, and why.

    RECORD is the record of a game. With GAME, a pack that comes with tilewright or the folder of a pack, bots play
    a new one. Brackets show what was chosen and the numbers that statements used. For a skipped statement, they
    show the condition that is not true, with the numbers that it compares.
    """
    if names_match(options.game):
        if (options.players, options.cards, options.layout, options.seed) != (None, None, None, None):
            raise click.UsageError("--players, --cards, --layout and --seed come from the record")
        if options.game.endswith(POSITION_SUFFIX):
            raise CannotRun("trace needs a game or a record; continue a position with play --save")
        match = resumed(options.game, options.as_json)[1]
    else:
        match = _played(options)
    shown = range(match.state.turn + match.over + 1) if options.turn is None else range(options.turn, options.turn + 1)
    lines = [line for line in traced(match) if line.turn + 1 in shown and not (options.skipped and line.done)]
    if options.as_json:
        echo_json(trace_output(lines, match.names, match.game.id))
    elif not lines:
        echo("no statement was skipped" if options.skipped else "no statement was done")
    else:
        echo("\n".join(trace_lines(lines, match.names)).rstrip())
    return 0


def _played(options: TraceOptions) -> Match:
    """A new game in which bots have played some turns. Raises `CannotRun`."""
    bots, seed, turns = options.players, options.seed or 0, options.turns if options.turn is None else options.turn
    if bots is None:
        low, high = playable(options.game, workspace().resolver()).game.players
        bots = ("random",) * max(low, min(2, high))
    found = game_setup(options.game, len(bots), options.cards, options.layout, seed)
    note_missing_cards(found.pack, found.cards)
    names = [f"player {seat}" for seat in range(1, len(bots) + 1)]
    match = Match(found.pack.game, names, found.cards, found.layouts, seed)
    players = bots_of_game(bots, seed)
    while not match.over and match.state.turn < turns:
        match.play(players[match.turn].choose(match.view()))
    return match


# ------------------------------------------------------------------ what is printed


DONE, SKIPPED = "done", "skipped"
_NAMED = re.compile(r" called [a-z-]+(?: from [a-z-]+)?$")
"""The names that a statement gives; what was chosen follows it in brackets."""


def trace_lines(lines: Sequence[TracedLine], names: Sequence[str]) -> Iterator[str]:
    """A heading per turn, and each source line that was executed or skipped, with details."""
    files, turn = _short({line.wording.file for line in lines}), None
    block: list[tuple[str, str, str]] = []
    for line in lines:
        if line.turn != turn:
            yield from _block(block)
            block, turn = [], line.turn
            yield click.style("setup" if turn == SETUP else f"turn {line.turn + 1}: {names[line.player]}", bold=True)
        notes = f"  [{'; '.join(line.notes)}]" if line.notes else ""
        place = f"{files[line.wording.file]}:{line.wording.line}"
        indent = " " * max(0, line.wording.indent - 4)
        text = _NAMED.sub("", line.wording.text)
        block.append((place, DONE if line.done else SKIPPED, f"{indent}{text}{notes}"))
    yield from _block(block)


def _block(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    if rows:
        yield from table(rows, left=3)
        yield ""


def _short(files: Iterable[str]) -> dict[str, str]:
    """The shortest end of each file's path that no other file shares."""
    known = {file: Path(file).parts for file in sorted(files)}
    ends = {
        file: next(
            (n for n in range(1, len(parts)) if [p[-n:] for p in known.values()].count(parts[-n:]) == 1), len(parts)
        )
        for file, parts in known.items()
    }
    return {file: "/".join(parts[-ends[file] :]) for file, parts in known.items()}


def trace_output(lines: Sequence[TracedLine], names: Sequence[str], game: str) -> TraceOutput:
    """The trace as JSON; turns are numbered from 1, the setup is 0."""
    files = _short({line.wording.file for line in lines})
    found = [
        TracedStatement(
            turn=line.turn + 1,
            player=names[line.player],
            file=files[line.wording.file],
            line=line.wording.line,
            statement=line.wording.text,
            done=line.done,
            notes=line.notes,
        )
        for line in lines
    ]
    return TraceOutput(game=game, lines=found)
