"""Writes docs/bounds.md: the least and the most that every card of a pack can pay.

    python tools/bounds_table.py [--time-limit S] [GAME]

Each card gets S seconds (300), shared by all numbers of players. The machine should be idle.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import tilewright
from tilewright.solver.bounds import ScoreBounds

ROOT = Path(__file__).parents[1]
HEAD = """\
# What cards can pay

The least and the most that each card that scores can pay on {size} boards that the pieces of the game
allow, whether play can come there or not: `tilewright bounds CARD` (see [the solver](solver.md)).
Cards that look at other players are bounded for each number of players. A result is *proved* when no board
passes it; else what is proved is told. Every board below was scored again, card by card, by the tests.

Written by `tools/bounds_table.py`, with {limit} seconds for each card.
"""


def main() -> None:
    """Work out the bounds of every card, and write the page."""
    parser = argparse.ArgumentParser(description="Write docs/bounds.md.")
    parser.add_argument("game", nargs="?", default="dragon-castle")
    parser.add_argument("--time-limit", type=float, default=300.0)
    options = parser.parse_args()
    pack = tilewright.load_pack(options.game)
    rows, boards = [], []
    for card in pack.cards():
        if card.rule is not None:
            found = tilewright.bounds(pack.game, card, time_limit=options.time_limit)
            rows += list(_rows(card, found))
            boards += list(_boards(card, found))
            print(rows[-1], flush=True)
    board = pack.game.player_board
    text = HEAD.format(size=f"{board.rows} x {board.columns}", limit=f"{options.time_limit:g}")
    table = ["| card | players | least | most | | seconds |", "|---|---|---|---|---|---|", *rows]
    block = ["## Boards that attain the most", "", "One line a board; of several players the first one is paid.", ""]
    lines = [text, *table, "", *block, "```", *boards, "```", ""]
    (ROOT / "docs" / "bounds.md").write_text("\n".join(lines), encoding="utf-8")


def _rows(card: tilewright.Card, found: list[ScoreBounds]) -> Iterator[str]:
    for known in found:
        least, most = known.least, known.most
        proof = "proved" if known.status == "optimal" else f"not proved: {least.bound} to {most.bound}"
        players = str(known.players) if known.players > 1 else ""
        yield f"| {card.id} | {players} | {least.value} | {most.value} | {proof} | {known.seconds:.1f} |"


def _boards(card: tilewright.Card, found: list[ScoreBounds]) -> Iterator[str]:
    for known in found:
        if known.most.table is not None:
            players = f", {known.players} players" if known.players > 1 else ""
            yield f"{card.id}{players}: {known.most.value}"
            yield from (f"  {player.board!r}" for player in known.most.table.players)


if __name__ == "__main__":
    main()
