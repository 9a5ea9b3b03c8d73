"""Random boards of the pack, for property tests."""

from __future__ import annotations

import random
from functools import cache

from hypothesis import strategies as st

from cards import pack
from tilewright import Board, Card, Game, Stack
from tilewright.table.geometry import Geometry


@cache
def cards() -> dict[str, Card]:
    """Every card that scores, printed and fan-made, by id."""
    return {card.id: card for card in pack().cards() if card.rule is not None}


def random_stack(rng: random.Random, game: Game, tallest: int = 4) -> Stack:
    """A stack as play makes them: empty, face-down with or without a cap, or face-up on top."""
    down = rng.choice([0, 0, 0, 1, 1, 2, 3, tallest])
    shape = rng.random()
    if shape < 0.35:
        return Stack(down, (rng.choice(game.kinds).code,))
    return Stack(down, (), game.caps[0].mark if down and shape < 0.65 else "")


def random_board(rng: random.Random, rows: int = 6, columns: int = 6) -> Board:
    """A board of random stacks, now and then symmetric in its heights."""
    game = pack().game
    stacks = [random_stack(rng, game) for _ in range(rows * columns)]
    if rng.random() < 0.2:
        stacks = [stacks[min(s, rows * columns - 1 - s)] for s in range(rows * columns)]
    return Board(Geometry(rows, columns), tuple(stacks))


def boards(rows: int = 6, columns: int = 6) -> st.SearchStrategy[Board]:
    """Hypothesis strategy for random boards."""
    return st.integers(0, 2**32).map(lambda seed: random_board(random.Random(seed), rows, columns))
