"""Writes the table of printed cards that a pack keeps: what each adds to the points of bots, and what they give for it in secret.

    python tools/balance_table.py [GAME] [--players BOT,BOT] [--layout ID] [--classes CLASS,CLASS] [--games N]
        [--keep FOLDER] [--bounds S] [--unpaired | --held]

The file `balance.json` in the folder of the pack is an object of `balance/1` without verdicts: `tilewright balance` ranks
cards by it. It says how it was made, and has a digest of the cards: when these or the rules change, no rank is told
till it is made anew. All cards of the run get as many games. Cards of other classes stay as they
are in the file, where they were played in the same way; `made` then has a command for each class. With --keep the games are kept, and a run that was stopped goes on from there; with
--bounds the most that each card can pay is asked for, in so many seconds. Cards that are all in the game together, as characters
are, need as many games as there are cards to say what each adds; with --unpaired only those with all cards are played, which say what
is given for each in secret, and with --held each is what one player begins with, or draws the pieces of, who is compared with the mean of all players of the
same game.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import tilewright
from tilewright.outputs.games import BalanceOutput, MostPoints
from tilewright.outputs.output import plain
from tilewright.packs.equipment import printed_cards
from tilewright.packs.pack import Pack
from tilewright.sim.balance import TABLE, Balance, BalanceQuestion, NoTable, read_table
from tilewright.sim.estimates import InterimAnalyses
from tilewright.sim.journal import journals
from tilewright.sim.simulation import PreparedStart, Start
from tilewright.sim.summary import digest
from tilewright.sim.verdict import differing

PLAYERS = "uct:40,uct:10"


def main() -> None:
    """What the command line says."""
    parser = argparse.ArgumentParser(description="Write the table of printed cards of a pack.")
    parser.add_argument("game", nargs="?", default="dragon-castle")
    parser.add_argument("--players", default=PLAYERS, type=lambda text: tuple(text.split(",")))
    parser.add_argument("--layout")
    parser.add_argument("--classes", type=lambda text: text.split(","), help="the classes of cards (all)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--keep", default="balance-games", type=Path)
    parser.add_argument("--bounds", type=float, metavar="S")
    parser.add_argument("--unpaired", action="store_true", help="no games without a card")
    parser.add_argument("--held", action="store_true", help="one player begins with the card")
    parser.add_argument("--processes", type=int, default=2)
    write_table(parser.parse_args())


def write_table(options: argparse.Namespace) -> None:
    """Play the games that are not kept yet, and write the file."""
    pack = tilewright.load_pack(options.game)
    classes = options.classes or list(pack.game.card_classes)
    ids = [id for name in classes for id in pack.catalog().printed(name, pack.folder)]
    layouts = {known.category: known for known in pack.layouts() if known.id == options.layout}
    beside = printed_cards(pack)
    cards = tuple(pack.card(id) for id in dict.fromkeys([*ids, *beside]))
    recipe = PreparedStart(options.game, Start(pack.game, cards, layouts))
    looks = InterimAnalyses(1, options.games, BalanceQuestion.unit(len(options.players), options.held))
    question = BalanceQuestion(
        recipe, tuple(ids), options.players, looks, tuple(beside), paired=not options.unpaired, held=options.held
    )
    most = {card.id: _most(pack, card, options) for card in cards if options.bounds and card.rule is not None}
    with ExitStack() as files:
        balance = Balance(question, pack.source, journals(options.keep, files), most=most)
        with ProcessPoolExecutor(options.processes) as executor:
            balance.run(executor, 4 * options.processes)
    path = pack.folder / TABLE
    kept = joined(balance.report(), pack, made(sys.argv[1:]))
    path.write_text(json.dumps(plain(kept), indent=1) + "\n", "utf-8")
    print(path)


def joined(report: BalanceOutput, pack: Pack, made: str) -> BalanceOutput:
    """A table with the cards of a report, and those of other classes that the pack's table has, if that was made in the same way."""
    try:
        before, _ = read_table(pack.folder, pack.texts_of)
    except NoTable:
        before = None
    classes = {card.class_ for card in report.cards}
    others = [card for card in before.cards if card.class_ not in classes] if before else []
    if before and others and not differing(report.setting, before):
        looks = sorted({*before.looks, *report.looks})
        report = replace(report, looks=looks, cards=[*others, *report.cards])
        made = " && ".join(dict.fromkeys([*filter(None, (before.made or "").split(" && ")), made]))
    return replace(report, made=made, texts=digest(pack.texts_of([card.card for card in report.cards])))


def made(words: list[str]) -> str:
    """The command that writes the table again; where games are kept and how many play at once makes no difference."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--keep")
    parser.add_argument("--processes")
    return shlex.join(["python", "tools/balance_table.py", *parser.parse_known_args(words)[1]])


def _most(pack: Pack, card: tilewright.Card, options: argparse.Namespace) -> MostPoints:
    """What the solver finds in its time."""
    (known,) = tilewright.bounds(pack.game, card, players=len(options.players), time_limit=options.bounds)[-1:]
    return MostPoints(value=known.most.value, bound=known.most.bound)


if __name__ == "__main__":
    main()
