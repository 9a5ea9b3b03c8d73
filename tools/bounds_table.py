"""Writes the table of docs/bounds.md: the least and the most that every card of a pack can pay, and boards that attain it.

    python tools/bounds_table.py [--time-limit S] [--only CARD,CARD] [GAME]

Each card gets S seconds (300), shared by all numbers of players. The machine should be idle.
With --only the files in docs/data keep what they say of the other cards.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import tilewright
from tilewright.solver.bounds import ScoreBounds

DATA = Path(__file__).parents[1] / "docs" / "data"
TABLE, BOARDS = DATA / "bounds.md", DATA / "boards.md"


def main() -> None:
    """Work out the bounds of every card, or of some, and write the two files."""
    parser = argparse.ArgumentParser(description="Write the table and the boards of docs/bounds.md.")
    parser.add_argument("game", nargs="?", default="dragon-castle")
    parser.add_argument("--time-limit", type=float, default=300.0)
    parser.add_argument("--only", type=lambda text: text.split(","), metavar="CARD,CARD")
    options = parser.parse_args()
    pack = tilewright.load_pack(options.game)
    known = _known(TABLE.read_text("utf-8"), BOARDS.read_text("utf-8")) if options.only else {}
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
    table = ["| card | players | least | most | | seconds |", "|---|---|---|---|---|---|", *rows]
    TABLE.write_text("\n".join([*table, ""]), "utf-8")
    BOARDS.write_text("\n".join(["```", *boards, "```", ""]), "utf-8")


def _known(table: str, boards: str) -> dict[str, tuple[list[str], list[str]]]:
    """The rows and the boards of each card in the files."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for line in re.findall(r"^\| .*[.\d]+ \|$", table, re.MULTILINE):
        found.setdefault(line.split()[1], ([], []))[0].append(line)
    for lines in re.findall(r"^[a-z-]+(?:, \d players)?: -?\d+\n(?:  .*\n)+", boards, re.MULTILINE):
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
