"""Many boards at once: the batch gives what the exact arithmetic gives, on every board of it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright
from cpsat_random import GAME as BLOCKS
from cpsat_random import Rules, random_board, random_rule
from realms import cards, pack
from realms import random_board as random_realm
from tilewright.check.fragments import read_fragment
from tilewright.core import expr as core
from tilewright.meaning.batch import WIDE, Batch, score_positions
from tilewright.meaning.exact import Exact, evaluate
from tilewright.meaning.scoring import score, score_briefly
from tilewright.table.card import Card
from tilewright.table.position import Player, Position

SCORING = [card for card in cards().values() if card.rule is not None]


def positions_of(rng: Random, count: int) -> list[Position]:
    """Positions with as many players, and boards of one size each."""
    sizes = [rng.choice([(1, 3), (2, 2), (2, 3), (3, 3), (4, 4)]) for _ in range(rng.randint(1, 3))]
    return [
        Position(
            BLOCKS,
            tuple(
                Player(str(i), random_board(rng, *size), {"coins": rng.randint(0, 5)}) for i, size in enumerate(sizes)
            ),
        )
        for _ in range(count)
    ]


def assert_alike(rule: core.Expr, positions: list[Position]) -> None:
    """Batch and exact say the same for every player of every position."""
    found = score_positions([rule], positions)[:, :, 0]
    assert found.tolist() == [[evaluate(rule, p, seat) for seat in range(len(p.players))] for p in positions]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_random_rules_come_to_the_same(seed: int) -> None:
    """Random rules, groups in groups among them, on batches of random boards."""
    rng = Random(seed)
    for _ in range(3):
        rule = rng.choice([random_rule, lambda own: Rules(own).about(4)])(rng)
        assert_alike(rule, positions_of(rng, 12))


@pytest.mark.slow
def test_every_card_gives_the_same() -> None:
    """Every scoring card of the pack, on random realms of two players."""
    rng = Random(3)
    positions = [tilewright.position(pack(), random_realm(rng), random_realm(rng)) for _ in range(12)]
    found = tilewright.score_many(positions, SCORING)
    for position, points in zip(positions, found, strict=True):
        told = score(position, SCORING)
        assert points.tolist() == [list(own.parts.values()) for own in told]
        assert [own.parts for own in score_briefly(position, SCORING)] == [own.parts for own in told]


@pytest.mark.parametrize(
    "text",
    [
        "for each group of tiles with the same type\n  for each stack in the group\n    score size of the group",
        "for each group of tiles with the same type\n  score 2 for each stack in the group where size of the group > 2",
        "for each group of tiles\n  score 2 for each merchant in the group",
        "for each group of tiles\n  score 1 if any stack in the group is a merchant and every stack in the group has a neighbor",
    ],
)
def test_what_is_asked_of_the_group_of_a_space(text: str) -> None:
    """What is counted for each space of a group may depend on the group: its size is not that of another group."""
    card = read_fragment(text, pack().game)
    assert isinstance(card, Card) and card.rule is not None, card
    rng = Random(5)
    assert_alike(card.rule, [tilewright.position(pack(), random_realm(rng), random_realm(rng)) for _ in range(8)])


def test_a_product_too_large_for_64_bits_is_exact() -> None:
    """Factors that fit do not make a product that does."""
    large = np.array([2**39, -(2**39)])
    assert Batch().times(large, large).tolist() == [2**78, 2**78]
    assert Batch().times(large, 2**39).tolist() == [2**78, -(2**78)]


def test_the_second_of_fewer_than_two_is_0() -> None:
    """Where a number does not hold on a board it is none of those among which the second is looked for."""
    there, numbers = np.array([True, False]), np.array([7, 7])
    for which, second in (("max", 3), ("min", 7)):
        assert Batch().extreme(which, [(True, 3), (there, numbers)], 2).tolist() == [second, 0]


def test_positions_of_another_sort_are_refused() -> None:
    """Positions of one call have as many players, on boards of one size; none at all is nothing."""
    rng = Random(1)
    one, two = positions_of(rng, 1)[0], positions_of(rng, 1)[0]
    with pytest.raises(ValueError, match="differ"):
        score_positions([], [one, Position(BLOCKS, two.players[:1] * (len(one.players) + 1))])
    assert score_positions([], []).shape == (0, 0, 0)


NUMBERS = st.lists(st.one_of(st.integers(-20, 20), st.integers(-(2**70), 2**70)), min_size=3, max_size=3)


@pytest.mark.slow
@given(NUMBERS, NUMBERS, st.lists(st.booleans(), min_size=3, max_size=3))
def test_numbers_of_any_size_stay_exact(left: list[int], right: list[int], bits: list[bool]) -> None:
    """Operation by operation, entry by entry: what the exact arithmetic gives, with no overflow."""
    batch, exact = Batch(), Exact()
    wide = any(abs(number) >= WIDE for number in left + right)
    one, other = (np.array(numbers, object if wide else np.int64) for numbers in (left, right))
    mask = np.array(bits)
    rows = list(zip(left, right, bits, strict=True))
    assert batch.times(one, other).tolist() == [a * b for a, b, _ in rows]
    assert batch.add([one, other, 7]).tolist() == [a + b + 7 for a, b, _ in rows]
    assert batch.divide(one, other).tolist() == [exact.divide(a, b) for a, b, _ in rows]
    assert batch.divide(one, 3).tolist() == [a // 3 for a, _, _ in rows]
    assert batch.pick(mask, one, other).tolist() == [a if bit else b for a, b, bit in rows]
    for operator in ("=", "!=", "<", "<=", ">", ">="):
        assert batch.compare(operator, one, other).tolist() == [exact.compare(operator, a, b) for a, b, _ in rows]
    for which in ("max", "min"):
        cases = [exact.extreme(which, [(bit, a), (True, b)]) for a, b, bit in rows]
        assert batch.extreme(which, [(mask, one), (True, other)]).tolist() == cases
        alone = [exact.extreme(which, [(bit, a)]) for a, _, bit in rows]
        assert batch.extreme(which, [(mask, one)]).tolist() == alone
