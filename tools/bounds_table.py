"""Writes docs/bounds.md: the least and the most that every card of a pack can pay.

    python tools/bounds_table.py [--time-limit S] [--only CARD,CARD] [GAME]

Each card gets S seconds (300), shared by all numbers of players. The machine should be idle.
With --only the page keeps what it says of the other cards.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import tilewright
from tilewright.solver.bounds import ScoreBounds

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "bounds.md"
HEAD = """\
# What cards can pay

This page lists the least and the most that each scoring card can pay on {size} boards that the pieces of the game allow,
whether or not play can lead to them. `tilewright bounds CARD` computes one entry (see [the solver](solver.md)).
Cards that look at other players are bounded for each number of players. A result is *proved* when no board
exceeds it; otherwise the row gives the proved bounds. The tests score every board below again, card by card.

Written by `tools/bounds_table.py`, with {limit} seconds for each card.
"""


def main() -> None:
    """Work out the bounds of every card, or of some, and write the page."""
    parser = argparse.ArgumentParser(description="Write docs/bounds.md.")
    parser.add_argument("game", nargs="?", default="dragon-castle")
    parser.add_argument("--time-limit", type=float, default=300.0)
    parser.add_argument("--only", type=lambda text: text.split(","), metavar="CARD,CARD")
    options = parser.parse_args()
    pack = tilewright.load_pack(options.game)
    known = _known(PAGE.read_text("utf-8")) if options.only else {}
    rows, boards = [], []
    for card in pack.cards():
        if card.rule is None:
            continue
        if options.only and card.id not in options.only:
            found = known[card.id]
        else:
            answers = tilewright.bounds(pack.game, card, time_limit=options.time_limit)
            found = list(_rows(card, answers)), list(_boards(card, answers))
            print(*found[0], sep="\n", flush=True)
        rows += found[0]
        boards += found[1]
    board = pack.game.own_place
    text = HEAD.format(size=f"{board.rows} x {board.columns}", limit=f"{options.time_limit:g}")
    table = ["| card | players | least | most | | seconds |", "|---|---|---|---|---|---|", *rows]
    block = [
        "## Boards that attain the most",
        "",
        "Each line is one board. With several players, the card pays the player of the first board.",
        "",
    ]
    lines = [text, *table, "", *block, "```", *boards, "```", ""]
    PAGE.write_text("\n".join(lines), encoding="utf-8")


def _known(page: str) -> dict[str, tuple[list[str], list[str]]]:
    """The rows and the boards of each card on the page."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for line in re.findall(r"^\| .*[.\d]+ \|$", page, re.MULTILINE):
        found.setdefault(line.split()[1], ([], []))[0].append(line)
    for lines in re.findall(r"^[a-z-]+(?:, \d players)?: -?\d+\n(?:  .*\n)+", page, re.MULTILINE):
        found[re.split("[,:]", lines, maxsplit=1)[0]][1].extend(lines.splitlines())
    return found


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
