"""docs/bounds.md: its boards are scored again, and it is about every card that scores."""

from __future__ import annotations

import re

import pytest

from command_line import ROOT
from realms import cards, pack
from tilewright.core.players import refers_to_players
from tilewright.meaning.exact import evaluate
from tilewright.pages import read_page
from tilewright.table.board import Board, parse_board
from tilewright.table.position import Player, Position

PAGE = read_page(ROOT / "docs" / "bounds.md")
ROW = re.compile(r"^\| ([a-z-]+) \| (\d*) \| (-?\d+) \| (-?\d+) \| ([^|]*) \| [\d.]+ \|$", re.MULTILINE)
BOARDS = re.compile(r"^([a-z-]+)(?:, (\d) players)?: (-?\d+)\n((?:  .*\n)+)", re.MULTILINE)
KNOWN = {
    "knowledge": 22,
    "harmony": 12,
    "majesty": 18,
    "tranquility": 18,
    "bravery": 18,
    "boldness": 20,
    "righteousness": 16,
    "devotion": 26,
}


def rows() -> dict[tuple[str, str], tuple[int, int, str]]:
    """The least, the most and the proof by card and number of players."""
    return {(card, players): (int(least), int(most), proof) for card, players, least, most, proof in ROW.findall(PAGE)}


def test_every_card_is_in_the_table() -> None:
    """Once, or for each number of players when it looks at others."""
    low, high = pack().game.players
    counts = [str(n) for n in range(low, high + 1)]
    wanted = {(id, n) for id, card in cards().items() for n in (counts if refers_to_players(card.rule) else [""])}  # type: ignore[list-item]
    assert set(rows()) == wanted


def test_the_known_truths_are_met() -> None:
    """The most of printed cards that were known before, proved."""
    assert {card: rows()[card, ""] for card in KNOWN} == {card: (0, most, "proved") for card, most in KNOWN.items()}


def test_what_is_not_proved_tells_its_limits() -> None:
    """Limits that are told hold what was found."""
    for least, most, proof in rows().values():
        if proof != "proved":
            found = re.fullmatch(r"not proved: (-?\d+) to (-?\d+)", proof)
            assert found and int(found[1]) <= least <= most <= int(found[2])


@pytest.mark.parametrize(("card", "players", "most", "boards"), BOARDS.findall(PAGE))
def test_boards_attain_what_the_table_says(card: str, players: str, most: str, boards: str) -> None:
    """The exact arithmetic gives that score to the first player, on boards that the pieces allow."""
    game, rule = pack().game, cards()[card].rule
    found = [parse_board(line.strip(), game) for line in boards.splitlines()]
    seats = tuple(Player(f"p{i}", board) for i, board in enumerate(found) if isinstance(board, Board))
    assert len(seats) == len(found) == int(players or 1)
    position = Position(game, seats)
    assert position.status() == []
    assert rule is not None and evaluate(rule, position) == int(most) == rows()[card, players][1]


def test_every_row_has_its_boards() -> None:
    """No row of the table is without boards."""
    assert {(card, players) for card, players, *_ in BOARDS.findall(PAGE)} == set(rows())
