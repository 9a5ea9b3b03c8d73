"""How much a number can be with the pieces and caps at hand: a bound that holds, and as close as it is said to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from cpsat_random import GAME, random_puzzle
from tilewright.solver.arrange import Supply
from tilewright.solver.places import SpaceState, possible_states
from tilewright.symbolic.nodes import Linear, Variable, as_number, combine, function, where
from tilewright.symbolic.numbers import EXACT, Symbolic
from tilewright.table.board import Board, Stack, parse_board
from tilewright.table.goal import Goal
from tilewright.table.position import Puzzle

States = Mapping[Variable, Sequence[SpaceState]]


def puzzle(text: str, pieces: str = "", goal: Goal | None = None, **caps: int) -> Puzzle:
    """A puzzle on a board in notation."""
    board = parse_board(text, GAME)
    assert isinstance(board, Board)
    return Puzzle(GAME, "", board, (), tuple(pieces.split()), caps, goal=goal or Goal())


def unknowns(task: Puzzle) -> States:
    """The spaces of a puzzle that can become several things."""
    states, symbolic = possible_states(task), Symbolic()
    assert isinstance(states, list)
    return {symbolic.variable(len(own)): own for own in states if len(own) > 1}


def placements(task: Puzzle, states: States) -> Iterator[tuple[int, ...]]:
    """The states of the spaces in each arrangement, found by trying all."""
    given, lamps, crowns = Counter(task.pieces), task.caps.get("lamp", 0), task.caps.get("crown", 0)
    for chosen in product(*(range(len(own)) for own in states.values())):
        taken = [own[i] for own, i in zip(states.values(), chosen, strict=True)]
        pieces = Counter(state.piece for state in taken if state.piece)
        marks = Counter("".join(state.caps for state in taken))
        if (pieces <= given if task.goal.leaves_pieces else pieces == given) and (
            marks["*"] <= lamps and marks["^"] <= crowns
        ):
            yield chosen


def value(number: Linear, states: States, chosen: tuple[int, ...]) -> int:
    """A number that depends on single spaces alone, for one arrangement."""
    own = dict(zip(states, chosen, strict=True))
    return number.const + sum(values[own[node]] for node, values in number.terms.items() if isinstance(node, Variable))


def random_number(rng: Random, states: States) -> Linear:
    """A number to which most spaces contribute."""
    parts = [function(variable, [rng.randint(-3, 5) for _ in own]) for variable, own in states.items()]
    return combine((rng.choice([-1, 0, 1, 2]), part) for part in parts)


@pytest.mark.slow
@pytest.mark.parametrize("goal", [Goal(), Goal("fewest", 3)], ids=str)
@pytest.mark.parametrize("seed", range(30))
def test_no_arrangement_passes_the_bound(seed: int, goal: Goal) -> None:
    """Whatever each space is worth in each of its states, no arrangement comes to more than the bound."""
    rng, tried = Random(seed), 0
    while tried < 5:
        task = replace(random_puzzle(rng), goal=goal)
        states = unknowns(task)
        if not 1 < sum(map(len, states.values())) <= 24:
            continue
        tried += 1
        supply, every = Supply(task, states), list(placements(task, states))
        for _ in range(5):
            number = random_number(rng, states)
            assert supply.most(number) >= max((value(number, states, chosen) for chosen in every), default=-(10**9))


@pytest.mark.parametrize("seed", range(10))
def test_pieces_of_one_kind_are_bounded_exactly(seed: int) -> None:
    """Without caps, and with one kind of piece, the bound is the most that there is."""
    rng = Random(seed)
    task = puzzle("1 . 2 | . 1 1", " ".join(["A1"] * rng.randint(1, 4)))
    states = unknowns(task)
    supply, every = Supply(task, states), list(placements(task, states))
    for _ in range(10):
        number = random_number(rng, states)
        assert supply.most(number) == max(value(number, states, chosen) for chosen in every)


def worth(states: States, piece: Mapping[str | None, int], caps: int = 0) -> Linear:
    """A number: so much for each piece of a code, and so much for each cap."""
    return combine(
        (1, function(variable, [piece.get(s.piece, 0) + caps * len(s.caps) for s in own]))
        for variable, own in states.items()
    )


def test_only_so_many_pieces_and_caps_count() -> None:
    """The bound knows how many pieces of each kind and how many caps there are, however many spaces."""
    task = puzzle("1 1 1 | 1 1 1", "A1 A1 B3", crown=1)
    states = unknowns(task)
    supply = Supply(task, states)
    assert supply.most(worth(states, {"A1": 5})) == 10
    assert supply.most(worth(states, {"A1": 5, "B3": 7})) == 17
    assert supply.most(worth(states, {}, caps=4)) == 4
    assert supply.most(worth(states, {"A1": 5}, caps=4)) == 14
    assert worth(states, {"A1": 5}, caps=4).high == 6 * 5, "without the supply every space would count"


def test_what_must_be_placed_costs() -> None:
    """A piece that costs points lowers the bound, unless the goal lets it be left over."""
    everything, fewest = puzzle("1 1 1", "A1 A1"), puzzle("1 1 1", "A1 A1", Goal("fewest", 0))
    for task, most in ((everything, -6), (fewest, 0)):
        states = unknowns(task)
        assert Supply(task, states).most(worth(states, {"A1": -3})) == most


def test_a_constant_and_other_unknowns_are_added() -> None:
    """What does not depend on a single space counts with its largest value."""
    task = puzzle("1 1", "A1")
    states, symbolic = unknowns(task), Symbolic()
    other = symbolic.variable(3)
    number = combine([(1, worth(states, {"A1": 5})), (1, symbolic.number(100)), (1, function(other, [0, 7, -2]))])
    assert Supply(task, states).most(number) == 112


def test_a_space_takes_one_piece() -> None:
    """Two kinds that gain most in the same space are not both counted there."""
    task = puzzle("1 1", "A1 B3")
    states = unknowns(task)
    only = next(iter(states))
    best_here = function(only, [5 if state.piece else 0 for state in states[only]])
    assert Supply(task, states).most(best_here) == 5


def test_a_piece_counts_with_the_caps_that_suit_it() -> None:
    """Of the states that show one code the best counts, in whichever order they stand."""
    symbolic, own = Symbolic(), (SpaceState(Stack(1)), SpaceState(Stack(2), "A1"), SpaceState(Stack(2), "A1", "^"))
    variable = symbolic.variable(3)
    supply = Supply(puzzle("1 1", "A1", crown=1), {variable: own})
    assert [supply.most(function(variable, values)) for values in ([0, 5, 1], [0, 1, 5])] == [5, 5]


def test_what_was_taken_away_first_is_a_gain_of_its_own() -> None:
    """States in which a space was cleared use up neither pieces nor caps."""
    symbolic = Symbolic()
    variable = symbolic.variable(3)
    states = [
        SpaceState(Stack(1)),
        SpaceState(Stack(), cleared=True),
        SpaceState(Stack(0, ("A1",)), "A1", cleared=True),
    ]
    supply = Supply(puzzle("1 1"), {variable: states})
    assert supply.most(function(variable, [0, 3, 8])) == 8
    assert supply.most(function(variable, [2, -3, -8])) == 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_what_depends_on_several_spaces_is_bounded_too(seed: int) -> None:
    """Memberships in components and conjunctions, each worth something: no arrangement passes the bound."""
    rng = Random(seed)
    task = puzzle("1 1 1 | 1 1 1", " ".join(rng.choices(["A1", "B3"], k=rng.randint(2, 4))))
    states, symbolic = unknowns(task), Symbolic()
    shown = [where(variable, (s.piece == "A1" for s in own)) for variable, own in states.items()]
    for index, variable in enumerate(states):
        assert symbolic.variable(variable.states).index == variable.index == index
    geometry = task.board.geometry
    parts = symbolic.components(geometry, shown)
    joined = {(part.root, space): bit for part, _ in parts for space, bit in part.members.items()}
    gates = [tuple(rng.sample(range(6), 2)) for _ in range(4)]
    worths = {key: rng.randint(-2, 5) for key in (*joined, *gates)}
    both = {gate: symbolic.every([shown[gate[0]], shown[gate[1]]]) for gate in gates}
    bits = [as_number(bit, worths[key]) for key, bit in (*joined.items(), *both.items())]
    bound = Supply(task, states).most(combine((1, number) for number in bits))
    for chosen in placements(task, states):
        up = [own[i].piece == "A1" for own, i in zip(states.values(), chosen, strict=True)]
        found = {(part.root, space) for part, _ in EXACT.components(geometry, up) for space in part.members}
        held = found | {gate for gate in both if up[gate[0]] and up[gate[1]]}
        assert sum(worths[key] for key in held) <= bound
