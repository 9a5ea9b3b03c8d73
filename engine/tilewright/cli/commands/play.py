"""`tilewright play`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial

import click

from tilewright.cli.args import given
from tilewright.cli.args.games import game_setup, note_missing_cards, playable, seeds
from tilewright.cli.args.given import complete_games
from tilewright.cli.args.inputs import workspace
from tilewright.cli.args.matches import Participant, bots_of, resumed, seats_of, seats_of_names, set_up, usual_seats
from tilewright.cli.args.series import warn_of_weights
from tilewright.cli.report.answer import score_output
from tilewright.cli.table.save import RecordWriter
from tilewright.cli.table.screen import Console, Screen, plain_ask, scripted_ask
from tilewright.cli.table.session import Session
from tilewright.cli.terminal import CannotRun, colored, echo_json, interactive
from tilewright.disk import is_there
from tilewright.meaning.scoring import overwork
from tilewright.packs.documents import POSITION_SUFFIX, RECORD_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import bundled_folders
from tilewright.play.bots import DESCRIBED
from tilewright.play.match import Match
from tilewright.play.prompts import MoveFormatter


def _record_file(ctx: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """The value of `--save`. Raises before play if the file could not be read again."""
    if path is not None and not path.endswith(RECORD_SUFFIX):
        raise click.BadParameter(f"records are written as {RECORD_SUFFIX} files")
    return path


class PlayOptions(given.Options):
    game: str = given.argument(metavar="GAME|FILE", shell_complete=complete_games)
    players: str | None = given.option(
        "--players",
        metavar="NAME,BOT,NAME=BOT...",
        help="The players in turn order (default: you and as many bots as the game needs). The name of a bot means that bot: random, greedy, uct, uct:0.5s.",
    )
    cards: str | None = given.cards()
    layout: str | None = given.layout()
    seed: int | None = given.seed("The same seed and moves give the same game (default: random).", metavar="N")
    save: str | None = given.option(
        "--save",
        callback=_record_file,
        metavar=f"FILE{RECORD_SUFFIX}",
        help="Save the game in this file after each turn.",
    )
    as_json: bool = given.json("Print the scores at the end as one JSON object; everything else goes to stderr.")


@given.command(
    PlayOptions,
    epilog="Example: tilewright play GAME --players Ada,uct --save evening.record.yaml\n\n"
    f"{DESCRIBED}\n\nGames: {', '.join(bundled_folders())}.",
)
def command(options: PlayOptions) -> int:
    """Play a game in the terminal with people and bots.

    GAME is a pack that comes with tilewright, or the folder of a pack. If FILE is the record of a game, the game
    continues in the same file; you can look at a finished one. If FILE is a position, play continues from the point
    that it gives, or else with the first player's turn. Type help in the game.
    """
    save = options.save
    if options.game.endswith(POSITION_SUFFIX):
        if options.cards is not None or options.layout is not None:
            raise click.UsageError("--cards and --layout come from the position")
        pack, match = set_up(options.game, seeds(options.seed, 1)[0], options.as_json)
        seats = seats_of_names(match.names, options.players)
    elif options.game == "-" or options.game.endswith(RECORD_SUFFIX):
        if options.cards is not None or options.layout is not None or options.seed is not None:
            raise click.UsageError("--cards, --layout and --seed come from the record")
        pack, match = resumed(options.game, options.as_json)
        seats = seats_of_names(match.names, options.players)
        save = save or (None if match.over or options.game == "-" else options.game)
    else:
        pack, match, seats = _begun(options)
    if save is not None and save != options.game and is_there(save):
        raise CannotRun(f"{save} already exists; play it, or choose another name")
    _play(pack, match, seats, save, _console(match, options.as_json, taken=options.game == "-"))
    if options.as_json:
        echo_json(score_output(save or options.game, match.scores(), match.winners() if match.over else []))
    return 0


def _begun(options: PlayOptions) -> tuple[Pack, Match, list[Participant]]:
    """A new game and its players. Raises `CannotRun`."""
    game, players, (seed,) = options.game, options.players, seeds(options.seed, 1)
    seats = usual_seats(playable(game, workspace().resolver()).game) if players is None else seats_of(players)
    found = game_setup(game, len(seats), options.cards, options.layout, seed)
    note_missing_cards(found.pack, found.cards)
    match = Match(found.pack.game, [seat.name for seat in seats], found.cards, found.layouts, seed)
    for problem in overwork(match.position(), match.cards):
        raise CannotRun(str(problem))
    return found.pack, match, seats


def _console(match: Match, as_json: bool, taken: bool) -> Console:
    """The console; with `taken` the record was read from standard input, so nothing can be typed."""
    out = sys.stderr if as_json else sys.stdout
    color = colored(out)
    if taken or sys.stdin is None:
        return Console(out, scripted_ask(out, iter(())), color=color)
    if sys.stdin.isatty() and interactive(out):
        from tilewright.cli.table.editor import LineEditor, completions

        editor = LineEditor(out, partial(completions, match))
        return Console(out, editor, covered=editor.covered, live=True, color=color)
    if sys.stdin.isatty() and out.isatty():
        return Console(out, plain_ask(out), color=color)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    return Console(out, scripted_ask(out, (line for line in sys.stdin)), color=color)


def _play(pack: Pack, match: Match, seats: list[Participant], save: str | None, console: Console) -> None:
    warn_of_weights(pack, [seat.bot for seat in seats])
    keeper = RecordWriter(pack)
    if save is not None:
        keeper(match, save)
    who = [f"{seat.name} ({seat.bot})" if seat.bot and seat.bot != seat.name else seat.name for seat in seats]
    layouts: Mapping[str, object] = {board: layout.id for board, layout in match.layouts.items()}
    parts = [", ".join(who), *(f"{board} {id}" for board, id in layouts.items()), f"seed {match.seed}"]
    said = match.start is None or match.start.standing is not None or match.played
    assumed = "" if said else f" The position does not say whose turn it is: {match.names[0]} moves first."
    greeting = f"{match.game.id}: {'; '.join(parts)}.{assumed} Type help for a list of commands"
    screen = Screen(MoveFormatter(match.cards), console.color)
    session = Session(match, bots_of(seats, match.seed), screen, console, keeper, save, greeting)
    session.run()
    if session.interrupted:
        raise KeyboardInterrupt
