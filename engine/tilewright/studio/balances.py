"""What the card that is being written is worth, found for a page: games with it and without it, as `tilewright balance --quick` plays them."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.outputs.games import BalanceOutput
from tilewright.outputs.output import plain
from tilewright.packs.equipment import printed_cards
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.sim.balance import Balance, BalanceQuestion
from tilewright.sim.estimates import QUICK, InterimAnalyses
from tilewright.sim.printed import NoTable, read_table
from tilewright.sim.simulation import AtOnce, PreparedStart
from tilewright.sim.verdict import NONE_KEPT
from tilewright.studio.board_edits import RefusedEdit
from tilewright.studio.plays import start_of
from tilewright.studio.tables import JsonObject, Tell
from tilewright.table.card import Card

PLAYERS = ("uct:40", "uct:10")
"""Where the pack keeps no table of its printed cards."""
REPORT_EVERY = 2
"""After so many games the numbers are reported each time; how many are done, after each game."""


def balanced(resolver: Resolver, args: JsonObject, written: Callable[[JsonObject], Card], tell: Tell) -> JsonObject:
    """What games between bots say of the card that is being written. Raises `Unsupported`."""
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

    balance.run(AtOnce(), 1, count)  # a page that stops ends the process
    return {"report": plain(balance.report())}


def _printed(pack: Pack) -> tuple[BalanceOutput | None, str]:
    """The table of printed cards, and why there is none."""
    try:
        return read_table(pack.folder, pack.texts_of), NONE_KEPT
    except NoTable as problem:
        return None, str(problem)
