"""Series of games between bots for a page: their summary, and the value of the edited card."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.outputs.games import BalanceOutput, SummaryOutput
from tilewright.outputs.output import plain, read
from tilewright.packs.equipment import printed_cards
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.play.bots import bot
from tilewright.sim.balance import Balance, BalanceQuestion, NoTable, read_table
from tilewright.sim.estimates import QUICK, InterimAnalyses
from tilewright.sim.simulation import AtOnce, PreparedStart, Series, play_game
from tilewright.sim.summary import Tally, setting_of
from tilewright.studio.boards import RefusedEdit
from tilewright.studio.plays import start_of
from tilewright.studio.tables import JsonObject, Tell
from tilewright.table.card import Card

PLAYERS = ("uct:40", "uct:10")
"""The default bots, for packs without a table of printed cards."""
REPORT_EVERY = 2
"""The number of games between reports of the numbers; the count is reported after every game."""


def balanced(resolver: Resolver, args: JsonObject, written: Callable[[JsonObject], Card], tell: Tell) -> JsonObject:
    """The value of the edited card in games between bots. Raises `Unsupported`."""
    card = written(args)
    pack = resolver.pack(str(args["game"]))
    if not isinstance(pack, Pack):
        raise RefusedEdit("the game of this card is not found")
    printed, none = _printed(pack)
    bots = tuple(printed.setting.players) if printed else PLAYERS
    layouts = dict(printed.setting.layouts) if printed else {}
    beside = [id for id in printed_cards(pack) if id != card.id]
    players = [{"name": bot, "bot": bot} for bot in bots]
    setup = {"game": pack.game.id, "players": players, "cards": beside, "layouts": layouts, "seed": 0, "written": args}
    pack, start = start_of(resolver, setup, lambda _: card)
    looks = InterimAnalyses(*QUICK, len(bots))
    question = BalanceQuestion(PreparedStart("written", start), (card.id,), bots, looks, tuple(beside))
    balance, done = Balance(question, pack.source, printed=printed, none=none), 0

    def count() -> None:
        nonlocal done
        done += 1
        report = {"report": plain(balance.report())} if done % REPORT_EVERY == 0 else {}
        tell({"done": done, "games": 2 * looks.sizes[-1], **report})

    balance.run(AtOnce(), 1, count)  # a page stops the run by ending the process
    return {"report": plain(balance.report())}


def _printed(pack: Pack) -> tuple[BalanceOutput | None, str]:
    """The table of printed cards, or the reason why there is none."""
    try:
        return read_table(pack.folder, pack.texts_of)
    except NoTable as problem:
        return None, str(problem)


MOST_GAMES = 10_000
SUMMARY_EVERY = 5
"""The number of games between reports of the numbers; the count is reported after every game."""


def tried(
    resolver: Resolver,
    args: JsonObject,
    written: Callable[[JsonObject], Card],
    tell: Callable[[JsonObject], None],
) -> JsonObject:
    """The summary of many games with a setup. Raises `Unsupported`."""
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
        from tilewright.sim.plot import simulation_plot
    except ImportError as problem:
        raise RefusedEdit(f"plots need {problem.name}; pip install 'tilewright[pictures]'") from None
    found: SummaryOutput = read(SummaryOutput, summary)
    if not found.games:
        raise RefusedEdit("no game has ended, so there is no plot")
    return {"svg": simulation_plot(found)}
