"""Cards whose strength is known by construction, ranked among the printed ones of a pack that keeps a table of them.

    python tools/check_balance.py [GAME] [CARD] [--games N] [--workers N] [--keep FOLDER]

Asked about are cards that always pay the same, from -2 to 4, a printed card, a copy of it, which has to be found equal, and that card with twice
its points, with the bots and the layout of the table. Fails when one of them is not worth what it has to be, or has a place that the table contradicts, or
when one that pays more is ranked below one that pays less, or one that pays nothing is given a verdict: its games show nothing. A card that
has no place, since there were too few games, is an error only without --few. The games are kept (--keep), and a run that was stopped goes on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import tilewright
from tilewright.core import expr as core
from tilewright.outputs.games import BalanceOutput, CardBalance
from tilewright.packs.pack import Pack
from tilewright.sim.balance import Balance, BalanceQuestion, read_table
from tilewright.sim.estimates import InterimAnalyses
from tilewright.sim.journal import journals
from tilewright.sim.simulation import PreparedStart, Start
from tilewright.sim.verdict import gain_of, printed_gains
from tilewright.source import Span

CONSTANT = {f"always-{'minus-' * (pays < 0)}{abs(pays)}": pays for pays in (-2, -1, 1, 2, 3, 4)}
"""What these cards pay to everybody, in order."""
NOTHING = "always-0"
"""A card that pays nothing."""


def main() -> None:
    """Play, print what is found, and exit with 1 when something is not as it has to be."""
    parser = argparse.ArgumentParser(description="Rank cards of known strength.")
    parser.add_argument("game", nargs="?", default="dragon-castle")
    parser.add_argument("card", nargs="?", default="righteousness")
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--few", action="store_true", help="allow that places are not known")
    parser.add_argument("--keep", default="balance-check", type=Path)
    options = parser.parse_args()
    pack = tilewright.load_pack(options.game)
    printed, _ = read_table(pack.folder, pack.texts_of)
    if printed is None:
        sys.exit(f"{options.game} keeps no table of its printed cards")
    report = played(pack, pack.card(options.card), printed, options)
    found = {card.card: card for card in report.cards}
    for card in found.values():
        print(f"{card.card}: {card.words}; {card.reason}")
    kept = next(card for card in printed.cards if card.card == options.card)
    wrong = [
        *mistakes(found, kept),
        *unequal(found, options.card),
        *misplaced(found, printed, options.few),
        *disordered(found),
    ]
    print(json.dumps(wrong) if wrong else "as it has to be")
    sys.exit(bool(wrong))


def played(pack: Pack, original: tilewright.Card, printed: BalanceOutput, options: argparse.Namespace) -> BalanceOutput:
    """The answer of `balance` about the cards of known strength."""
    assert original.rule is not None
    cards = [
        replace(original, id=id, rule=core.Award(core.Const(pays), Span(0, 0)))
        for id, pays in {**CONSTANT, NOTHING: 0}.items()
    ]
    cards += [
        original,
        replace(original, id="copy"),
        replace(original, id="twice", rule=core.Add((original.rule, original.rule))),
    ]
    setting = printed.setting
    layouts = {one.category: one for one in pack.layouts() if one.id in setting.layouts.values()}
    question = BalanceQuestion(
        PreparedStart("check", Start(pack.game, tuple(cards), layouts)),
        tuple(card.id for card in cards),
        tuple(setting.players),
        InterimAnalyses(1, options.games, len(setting.players)),
    )
    with ExitStack() as files, ProcessPoolExecutor(options.workers) as executor:
        balance = Balance(question, pack.source, journals(options.keep, files), printed)
        balance.run(executor)
    return balance.report()


def mistakes(found: dict[str, CardBalance], kept: CardBalance) -> list[str]:
    """What is not as it has to be."""
    wrong = []
    for index, own in enumerate(kept.bots):
        known = {id: card.bots[index] for id, card in found.items() if id != NOTHING}
        adds = {id: gain_of(own).mean for id, own in known.items()}
        pays = {id: own.passive.mean for id, own in known.items() if own.passive}
        bot = own.bot
        wrong += [f"{bot}: {id} adds {adds[id]}" for id, worth in CONSTANT.items() if adds[id] != worth]
        wrong += [f"{bot}: twice pays {pays['twice']}"] if abs(pays["twice"] - 2 * pays["copy"]) > 1e-3 else []
        wrong += [f"{bot}: twice adds no more"] if adds["twice"] <= adds["copy"] else []
        if kept.games == found["copy"].games and adds["copy"] != gain_of(own).mean:
            wrong.append(f"{bot}: the copy adds {adds['copy']}")
    return wrong


def unequal(found: dict[str, CardBalance], original: str) -> list[str]:
    """The copy, if it is not found equal to its original, and the card with twice the points, if it is."""
    told = {id: f"with {original} (within" in found[id].reason for id in ("copy", "twice")}
    return [f"{id}: {found[id].reason}" for id, equal in told.items() if equal != (id == "copy")]


def disordered(found: dict[str, CardBalance]) -> list[str]:
    """Cards of constant worth that are ranked below one that pays less; the one that pays nothing, if there is a verdict on it."""
    places = [(id, found[id].rank) for id in CONSTANT if found[id].rank is not None]
    wrong = [
        f"{more} has place {better.best} to {better.worst}, and {less} {worse.best} to {worse.worst}"
        for (less, worse), (more, better) in pairwise(places)
        if better.best > worse.best or better.worst > worse.worst
    ]
    return wrong + [f"{NOTHING}: {found[NOTHING].words}"] * (found[NOTHING].verdict != "unknown")


def misplaced(found: dict[str, CardBalance], printed: BalanceOutput, few: bool) -> list[str]:
    """The cards of constant worth that have no place, or another one than they have by the means of the table."""
    wrong = []
    for id, pays in CONSTANT.items():
        rank, players = found[id].rank, dict.fromkeys(printed.setting.players)
        gains = [printed_gains(printed, found[id].class_, bot) for bot in players]
        places = [1 + sum(gain.mean > pays for gain in own.values()) for own in gains]
        if rank is None or found[id].verdict == "unknown":
            wrong += [] if few else [f"{id} is not ranked"]
        elif not all(rank.best <= place <= rank.worst for place in places):
            wrong.append(f"{id} has place {rank.best} to {rank.worst}, and by the means {places}")
    return wrong


if __name__ == "__main__":
    main()
