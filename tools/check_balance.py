"""Cards whose strength is known by construction, ranked among the printed ones of a pack that keeps a table of them.

    python tools/check_balance.py [GAME] [CARD] [--games N] [--workers N]

Asked about are a card that always pays 1, one that always pays 3, a copy of a printed card, and that card with twice its points,
with the bots and the layout of the table. Fails when one of them is not worth what it has to be.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import Any

import tilewright
from tilewright.core import expr as core
from tilewright.sim.printed import read_table
from tilewright.source import Span


def main() -> None:
    """Play, print what is found, and exit with 1 when something is not as it has to be."""
    parser = argparse.ArgumentParser(description="Rank cards of known strength.")
    parser.add_argument("game", nargs="?", default="dragon-castle")
    parser.add_argument("card", nargs="?", default="righteousness")
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    pack = tilewright.load_pack(options.game)
    printed = read_table(pack.folder, pack.texts_of)
    if printed is None:
        sys.exit(f"{options.game} keeps no table of its printed cards")
    original, setting = pack.card(options.card), printed["setting"]
    assert original.rule is not None
    cards = [
        replace(original, id="always-1", rule=core.Award(core.Const(1), Span(0, 0))),
        replace(original, id="always-3", rule=core.Award(core.Const(3), Span(0, 0))),
        replace(original, id="copy"),
        replace(original, id="twice", rule=core.Add((original.rule, original.rule))),
    ]
    with ProcessPoolExecutor(options.workers) as executor:
        report: Any = tilewright.balance(
            pack,
            cards,
            players=setting["players"],
            layouts=[one for one in pack.layouts() if one.id in setting["layouts"].values()],
            games=options.games,
            looks=1,
            executor=executor,
        )
    found = {card["card"]: card for card in report["cards"]}
    for card in found.values():
        print(f"{card['card']}: {card['words']}; {card['reason']}")
    kept = next(card for card in printed["cards"] if card["card"] == options.card)
    wrong = list(mistakes(found, kept))
    print(json.dumps(wrong) if wrong else "as it has to be")
    sys.exit(bool(wrong))


def mistakes(found: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """What is not as it has to be."""
    wrong = []
    for index, own in enumerate(kept["bots"]):
        adds = {id: card["bots"][index]["points"]["difference"]["mean"] for id, card in found.items()}
        pays = {id: card["bots"][index]["passive"]["mean"] for id, card in found.items()}
        bot = own["bot"]
        wrong += [
            f"{bot}: {id} adds {adds[id]}" for id, worth in (("always-1", 1), ("always-3", 3)) if adds[id] != worth
        ]
        wrong += [f"{bot}: twice pays {pays['twice']}"] if abs(pays["twice"] - 2 * pays["copy"]) > 1e-3 else []
        wrong += [f"{bot}: twice adds no more"] if adds["twice"] <= adds["copy"] else []
        if kept["games"] == found["copy"]["games"] and adds["copy"] != own["points"]["difference"]["mean"]:
            wrong.append(f"{bot}: the copy adds {adds['copy']}")
    return wrong


if __name__ == "__main__":
    main()
