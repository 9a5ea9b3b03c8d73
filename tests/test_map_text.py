"""Boards that grow as they are shown in the terminal, and games on them as records."""

from __future__ import annotations

from random import Random

import pytest

from princess import match, play, princess, scene, symbols
from tilewright.cli.table.screen import Screen
from tilewright.play.choices import asked
from tilewright.play.match import Match
from tilewright.play.prompts import Wording
from tilewright.play.record import record_of, replay


def shown(made: Match) -> list[str]:
    """The map, as the screen of a game shows it."""
    lines = Screen(Wording(symbols())).boards(made, asked(made.machine, made.state).state, 80)
    return lines[: lines.index("heap")] if "heap" in lines else lines


def test_a_map_in_the_terminal() -> None:
    """Tiles as they lie, figures by their letters and signs, and where the tile that was drawn may be placed."""
    standing = {((0, 0), "city"): 0, ((0, 1), "cloister"): 1}
    made = scene({(0, 0): "D<", (0, 1): "B"}, "U", standing, dragon=(0, 1))
    text = "\n".join(shown(made))
    assert "[]" in text and "a" in text and "b" in text
    tile = [line.strip() for line in text.splitlines() if "C" in line]
    assert len(tile) == 2 and all(line.startswith("C.=..") for line in tile)


def test_a_wide_map_takes_80_columns_at_most() -> None:
    """Where there is no room for wide tiles they are drawn in three columns."""
    made = scene({(0, column): "B" for column in (*range(12), *range(-1, -12, -1))}, "B")
    assert max(map(len, shown(made))) <= 80


def test_a_position_has_the_tiles_that_lie() -> None:
    """The board of a position is as large as the map, each tile with how it is turned."""
    board = scene({(0, 0): "U", (0, 1): "B", (1, 1): "V>"}, "B").position().boards["country"]
    assert repr(board) == "U B | . V>"


@pytest.mark.slow
def test_a_record_is_the_same_game() -> None:
    """A game at random, kept as a record and played again, stands at the same moment."""
    made, random = match(3, 5), Random(5)
    for _ in range(60):
        made.play(random.choice(list(made.moves)))
    again = replay(record_of(made), princess().game, symbols(), {})
    assert again == made and len(again.played) == len(made.played)
    assert play(again, str(next(iter(again.moves)))).played
