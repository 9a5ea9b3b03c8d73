"""The exact arithmetic, traces and intervals, over every card of the pack."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright
from cards import card, position
from cases import mostly_slow
from realms import boards, cards, pack, random_board
from tilewright import Board
from tilewright.check.fragments import read_fragment
from tilewright.lint.bounds import Bounds
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact, connected, exact_evaluator, exact_seats
from tilewright.meaning.explained import explained
from tilewright.meaning.intervals import Intervals
from tilewright.meaning.unrolled import Unrolled
from tilewright.table.card import Card
from tilewright.table.geometry import Geometry

CARDS = sorted(cards())


@pytest.mark.slow
@pytest.mark.parametrize("id", mostly_slow(CARDS, quick=4))
@settings(max_examples=25)
@given(own=boards(), other=boards())
def test_reasons_add_up(id: str, own: Board, other: Board) -> None:
    """The points of the reasons add up to the score of the card, and name spaces of the board."""
    position = tilewright.position(pack(), own, other)
    evaluator = exact_evaluator(position)
    rule = cards()[id].rule
    for seat in (0, 1):
        found = explained(rule, exact_seats(position), seat)
        assert sum(reason.points for reason in found.reasons) == found.value == evaluator.number(rule, {}, seat)
        assert all(0 <= space < 36 for reason in found.reasons for space in reason.spaces)


@pytest.mark.slow
@pytest.mark.parametrize("id", CARDS)
def test_scores_lie_within_the_intervals(id: str) -> None:
    """What a card scores on a board lies between the bounds the lint computes for any board."""
    low, high = Bounds(pack().game, []).number(cards()[id].rule, {}, 0)
    rng = random.Random(id)
    for _ in range(30):
        position = tilewright.position(pack(), random_board(rng), random_board(rng))
        assert low <= exact_evaluator(position).number(cards()[id].rule, {}, 0) <= high


class _Plain(Unrolled[int, bool]):
    """Goes through the members of every group, one by one."""

    def total(self, each: Any, body: Any, alike: bool) -> int:
        return super().total(each, body, False)

    def best(self, which: str, each: Any, body: Any, weight: Any, rank: int) -> int:
        return super().best(which, each, body, None, rank)


@pytest.mark.slow
@pytest.mark.parametrize("id", ["tranquility", "power"])
@settings(max_examples=60)
@given(own=boards(), other=boards())
def test_counting_and_weighing_groups_need_no_members(id: str, own: Board, other: Board) -> None:
    """The short ways to count and weigh groups give what going through their members gives."""
    position = tilewright.position(pack(), own, other)
    plain = Evaluator(_Plain(Exact(), exact_seats(position)))
    assert plain.number(cards()[id].rule, {}, 0) == exact_evaluator(position).number(cards()[id].rule, {}, 0)


@given(st.lists(st.booleans(), min_size=12, max_size=12))
def test_connected_components(members: list[bool]) -> None:
    """Components cover the members once, are connected, and no two of them touch."""
    geometry = Geometry(3, 4)
    parts = connected(geometry, members)
    assert sorted(s for part in parts for s in part) == [s for s in range(12) if members[s]]
    for part in parts:
        touched = {t for s in part for t in geometry.neighbors(s)}
        assert not touched & {s for other in parts if other is not part for s in other}
        reached, edge = {part[0]}, [part[0]]
        while edge:
            edge = [t for s in edge for t in geometry.neighbors(s) if t in part and t not in reached]
            reached.update(edge)
        assert reached == set(part)


OPERATORS = ["=", "!=", "<", "<=", ">", ">="]
_numbers = st.integers(-9, 9)
_pairs = st.tuples(_numbers, _numbers).map(lambda pair: (min(pair), max(pair)))


def _inside(value: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= value <= bounds[1]


@pytest.mark.slow
@given(_pairs, _pairs, st.data())
def test_interval_operations_hold_the_exact_ones(
    left: tuple[int, int], right: tuple[int, int], data: st.DataObject
) -> None:
    """Operation by operation: the exact result of numbers within bounds is within the bounds."""
    exact, bounds = Exact(), Intervals()
    a, b = data.draw(st.integers(*left)), data.draw(st.integers(*right))
    bit = data.draw(st.booleans())
    maybe = data.draw(st.sampled_from([None, bit]))
    other = data.draw(st.booleans())
    entries = ((-3, 0, 4), (1, 2, -2), (5, None, 7))
    cases = [(bit, a), (other, b)]
    maybes = [(maybe, left), (None, right)]
    assert _inside(exact.add([a, b]), bounds.add([left, right]))
    assert _inside(exact.times(a, b), bounds.times(left, right))
    assert _inside(exact.divide(a, b), bounds.divide(left, right))
    assert _inside(exact.remainder(a, b), bounds.remainder(left, right))
    assert _inside(exact.remainder(a, 3), bounds.remainder(left, (3, 3)))
    assert _inside(exact.pick(bit, a, b), bounds.pick(maybe, left, right))
    assert _inside(exact.table(a, entries), bounds.table(left, entries))
    for which in ("max", "min"):
        for rank in (1, 2, 3):
            assert _inside(exact.extreme(which, cases, rank), bounds.extreme(which, maybes, rank))
    for operator in OPERATORS:
        assert bounds.compare(operator, left, right) in (None, exact.compare(operator, a, b))
    assert bounds.every([maybe, None]) in (None, exact.every([bit, other]))
    assert bounds.some([maybe, None]) in (None, exact.some([bit, other]))
    assert bounds.invert(maybe) in (None, exact.invert(bit))


def test_division_by_zero_is_zero_and_rounds_down() -> None:
    """Division rounds towards minus infinity, and anything divided by 0 is 0."""
    exact = Exact()
    pairs = ((7, 2), (-7, 2), (7, -2), (7, 0), (0, 5))
    assert [exact.divide(a, b) for a, b in pairs] == [3, -4, -4, 0, 0]
    assert [exact.remainder(a, b) for a, b in pairs] == [1, 1, -1, 0, 0]


def scored(text: str, board: Board) -> int:
    """What a rule of the pack gives for a board."""
    card = read_fragment(text, pack().game)
    assert isinstance(card, Card) and card.rule is not None, card
    return exact_evaluator(tilewright.position(pack(), board)).number(card.rule, {}, 0)


def test_a_line_is_the_same_as_itself_alone() -> None:
    """Compared with all rows, each row is one of them; so it is with columns."""
    board = random_board(random.Random(2))
    assert scored("for each row\n  score 1 for each row where it is the row", board) == board.geometry.rows
    assert scored("for each row\n  score 1 for each row where it is not the row", board) == board.geometry.rows * (
        board.geometry.rows - 1
    )


def test_a_value_is_of_a_class_if_some_piece_of_the_class_has_it() -> None:
    """Numbers are those of several classes; a number is a merchant's if one merchant shows it."""
    game = pack().game
    shown = {kind.numbers["number"] for kind in game.kinds if kind.values["type"] == "merchant"}
    board = random_board(random.Random(2))
    assert scored("score 1 for each number where it is a merchant", board) == len(shown) > 1


def test_numbers_of_conditions_about_the_board_are_named() -> None:
    """What a condition about the whole board compares is in the reason; conditions of each of some things name none."""
    rule = card(
        "dragon m\n  score 6 if count of shrines >= 1\n  score 5 if count of shrines is more than that of every opponent\n"
        "  score 1 for each shrine where height >= 1\n"
    ).rule
    assert rule is not None
    reasons = explained(rule, exact_seats(position("1^ 2^ | . .", "1^ 1 | . ."))).reasons
    assert [reason.compared for reason in reasons] == [("2 >= 1",), ("2 > 1, Bo",), (), ()]
