"""Many games between bots, played for a page: how far they are, and what they come to."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.outputs.games import SummaryOutput
from tilewright.outputs.output import plain, read
from tilewright.packs.resolve import Resolver
from tilewright.play.bots import bot
from tilewright.sim.simulation import Series, play_game
from tilewright.sim.summary import Tally, setting_of
from tilewright.studio.board_edits import RefusedEdit
from tilewright.studio.plays import start_of
from tilewright.studio.tables import JsonObject
from tilewright.table.card import Card

MOST_GAMES = 10_000
SUMMARY_EVERY = 5
"""After so many games the numbers are reported each time; how many are done, after each game."""


def tried(
    resolver: Resolver,
    args: JsonObject,
    written: Callable[[JsonObject], Card],
    tell: Callable[[JsonObject], None],
) -> JsonObject:
    """The summary of many games of a set-up. Raises `Unsupported`."""
    setup, games = args["setup"], int(args["games"])
    if not 1 <= games <= MOST_GAMES:
        raise RefusedEdit(f"1 to {MOST_GAMES} games can be played at once")
    pack, start = start_of(resolver, setup, written)
    bots = tuple(str(one["bot"]) for one in setup["players"])
    for text in bots:
        bot(text, 0)
    series = Series(lambda: start, bots, int(setup["seed"]), bool(args.get("rotate")), covered=True)
    tally, setting = Tally(series, start.cards), setting_of(series, start, pack.source)
    for game in range(1, games + 1):
        tally.add(play_game(series, game))
        numbers = {"summary": plain(tally.summary(setting))} if game % SUMMARY_EVERY == 0 else {}
        tell({"done": game, "games": games, **numbers})
    return {"summary": plain(tally.summary(setting))}


def plotted(summary: JsonObject) -> JsonObject:
    """The plot of a summary, as SVG. Raises `RefusedEdit`."""
    try:
        from tilewright.sim.plot import plot
    except ImportError as problem:
        raise RefusedEdit(f"plots need {problem.name}; pip install 'tilewright[pictures]'") from None
    found: SummaryOutput = read(SummaryOutput, summary)
    if not found.games:
        raise RefusedEdit("no game has ended, so there is no plot")
    return {"svg": plot(found)}
