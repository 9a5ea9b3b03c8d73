"""Sets of different things: as many as can be dealt out, in every meaning of a rule."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random

import pytest

import tilewright
from cards import board, card, checked, points
from cases import mostly_slow
from cpsat_random import arrangements
from realms import pack, random_board
from tilewright.core import expr as core
from tilewright.meaning.batch import score_positions
from tilewright.meaning.exact import evaluate, exact_seats
from tilewright.meaning.explained import explained
from tilewright.solver.solve import Solution, solve
from tilewright.table.board import Board, Stack
from tilewright.table.position import Puzzle

Part = tuple[int, Callable[[Stack], bool]]


def shows(*codes: str) -> Callable[[Stack], bool]:
    """That the top is of one of the types with these letters."""
    return lambda stack: bool(stack.top) and stack.top[0] in codes


def up(stack: Stack) -> bool:
    return bool(stack.top)


def tall(stack: Stack) -> bool:
    return stack.height >= 2


SETS: dict[str, tuple[Part, ...]] = {
    "a merchant, a soldier and a farmer": ((1, shows("M")), (1, shows("S")), (1, shows("F"))),
    "2 merchants and a face-up tile": ((2, shows("M")), (1, up)),
    "a faction tile, a face-up tile and a merchant": ((1, shows("M", "S", "F")), (1, up), (1, shows("M"))),
    "3 stacks where height >= 2, a face-up tile and a shrine": ((3, tall), (1, up), (1, lambda s: "^" in s.caps)),
    "2 faction tiles and 2 stacks where height >= 2": ((2, shows("M", "S", "F")), (2, tall)),
}


def can_be_dealt(lying: Board, slots: list[Callable[[Stack], bool]]) -> bool:
    """Whether each slot gets a stack of its own, found by augmenting paths."""
    holder: dict[int, int] = {}

    def place(slot: int, tried: set[int]) -> bool:
        for space, stack in enumerate(lying.stacks):
            if space not in tried and slots[slot](stack):
                tried.add(space)
                if space not in holder or place(holder[space], tried):
                    holder[space] = slot
                    return True
        return False

    return all(place(slot, set()) for slot in range(len(slots)))


def dealt(lying: Board, parts: tuple[Part, ...]) -> int:
    """The most sets that can be dealt out of a board."""
    return next(
        sets
        for sets in count()
        if not can_be_dealt(lying, [fits for many, fits in parts for _ in range(many * (sets + 1))])
    )


def rule_of(said: str) -> core.Expr:
    """The rule of a card with one line."""
    rule = card(f"dragon sets\n  {said}\n").rule
    assert rule is not None
    return rule


@pytest.mark.parametrize("said", SETS)
def test_as_many_sets_as_can_be_dealt_out(said: str) -> None:
    """Also where one thing could be two parts: exactly, in batches and with reasons."""
    rule = rule_of(f"score 5 for each set of {said}")
    rng = Random(said)
    positions = [tilewright.position(pack(), random_board(rng, 4, 4)) for _ in range(25)]
    expected = [5 * dealt(one.players[0].board, SETS[said]) for one in positions]
    assert [evaluate(rule, one) for one in positions] == expected and max(expected) > 0
    assert score_positions([rule], positions)[:, 0, 0].tolist() == expected
    assert [explained(rule, exact_seats(one)).value for one in positions] == expected


@pytest.mark.slow
@pytest.mark.parametrize("said", mostly_slow(SETS, quick=1))
def test_the_best_placement_makes_the_most_sets(said: str) -> None:
    """The solver's proved optimum is that of every arrangement."""
    rule = rule_of(f"score 5 for each set of {said}")
    task = Puzzle(pack().game, "", board("2 M1 . | 1 S2 ."), (), ("M3", "F1", "S1"), {"shrine": 1})
    found = solve(task, {"rule": rule}, workers=1)
    assert isinstance(found, Solution)
    assert found.status == "optimal" and found.score == max(5 * dealt(one, SETS[said]) for one in arrangements(task))


def test_a_set_names_the_spaces_of_its_parts() -> None:
    """The reason of the points is every thing that a set is made of."""
    rule = rule_of("score 5 for each set of a merchant and a wind")
    position = tilewright.position(pack(), board("M1 . W2 | S1 . M4"))
    (reason,) = explained(rule, exact_seats(position)).reasons
    assert (reason.points, sorted(reason.spaces)) == (5, [0, 2, 5])


def amount(parts: str) -> core.Expr:
    """The number of sets of these parts."""
    award = rule_of(f"score 1 for each set of {parts}")
    assert isinstance(award, core.Award)
    return award.amount


def test_the_last_noun_belongs_to_all_values_of_one_attribute() -> None:
    """`a merchant, a soldier and a farmer tile`; before another adjective than a value, only to the last part."""
    shared = amount("a merchant, a soldier and a farmer tile")
    assert (
        shared
        == amount("a merchant tile, a soldier tile and a farmer tile")
        != amount("a merchant, a soldier and a farmer")
    )
    assert amount("a merchant and a face-down stack") != amount("a merchant stack and a face-down stack")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("score 1 for each set of a merchant and a wind on the border", "is this about all parts of the set?"),
        ("score 1 for each set of a row and a wind", "a row cannot be part of a set"),
        ("score 1 for each set of 0 merchants and a wind", "a set with none of these"),
        (
            "score 1 for each set of a shrine of the left player and a wind",
            "the parts of a set belong to different players",
        ),
    ],
)
def test_what_is_no_set(line: str, message: str) -> None:
    """One mistake, one error."""
    (problem,) = checked(f"dragon sets\n  {line}\n")[1]
    assert problem.message == message


def test_in_a_row_and_by_conditions() -> None:
    """`for each row` before it, and amounts by conditions."""
    realm = "M1 W1 M2 W2 . . | M1 . . . . . | W1 . . . . . | . . . . . . | . . . . . . | . . . . . ."
    rows = card("dragon sets\n  score 3 for each row for each set of a merchant in the row and a wind in the row\n")
    assert points(rows, realm) == 6
    cases = card("dragon sets\n  score 3 for each set of a merchant and a wind if there is a dragon, otherwise 2\n")
    assert points(cases, realm) == 6
