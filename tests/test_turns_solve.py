"""The most in so many turns: equal to what exhaustive play finds, and played by the machine to the same total."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from cards import pack
from cases import mostly_slow
from line_search import evaluator_for, most_by_play, random_ending, rules_of, worth
from small_games import game_of
from tilewright.symbolic.graph import grid
from tilewright.symbolic.nodes import Bit, In, invert
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position
from tilewright.turns.execute import AnswerReading
from tilewright.turns.groups import connected, grown, joined, mask_of, spaces_of
from tilewright.turns.lines import open_table
from tilewright.turns.plans import PhaseSplit, cut_of
from tilewright.turns.run import exists_by_counting
from tilewright.turns.solve import solve_turns

CASES = [(seed, ()) for seed in range(6)]
CASES += [(seed, cards) for seed in range(6, 8) for cards in (("harmony",), ("tranquility", "majesty"))]


def check(position: Position, cards: tuple[str, ...], turns: int) -> None:
    """The answer is proved, was played, and no play is better."""
    game, drawn = position.game, [pack().card(name) for name in cards]
    rules, table = rules_of(game, drawn), open_table(position)
    answer = solve_turns(position, drawn, turns, workers=1)
    assert answer.status == "optimal" and answer.line is not None
    assert answer.line.total == answer.bound == worth(answer.line.table, rules)
    assert answer.line.total == most_by_play(evaluator_for(game), table, turns, rules)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "cards"), mostly_slow(CASES, quick=3))
def test_one_turn_is_what_all_play_gives(seed: int, cards: tuple[str, ...]) -> None:
    """On 4 x 4 realms, with and without cards."""
    check(random_ending(seed), cards, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(6), quick=2))
def test_two_turns_are_what_all_play_gives(seed: int) -> None:
    """What is placed in the first turn may be worth something only in the second."""
    check(random_ending(seed, stacks=3, up=9), (), 2)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "types"), [(101, 3), (102, 2)])
def test_endings_that_are_over_soon_or_full(seed: int, types: int) -> None:
    """A game that ends inside of the turns, and a realm on which not all that is taken may find a space."""
    check(random_ending(seed, stacks=3, up=9, types=types), (), 2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow((1, 3, 7, 9), quick=1))
def test_what_is_built_may_be_owed(seed: int) -> None:
    """A counter that shrines are paid with begins below 0 and goes down further."""
    text = (pack().folder / "game.tw").read_text("utf-8")
    built = "build a shrine on a consolidated tile"
    for old, new in (("for shrine to 40", "from -2 to 40"), (built, f"pay 1 shrine\n      {built}")):
        assert old in text
        text = text.replace(old, new)
    game, ending = game_of(text), random_ending(seed)
    players = tuple(replace(player, counters={"reserve": -1}) for player in ending.players)
    check(Position(game, players, (), ending.boards), (), 1)


def test_the_turn_of_the_game_has_a_cut() -> None:
    """Taking looks at no realm, and what comes after it at no castle; so one follows from the other."""
    assert cut_of(evaluator_for(pack().game)) == PhaseSplit(1, frozenset())


def test_no_time_is_reported() -> None:
    """Without time for anything nothing is claimed."""
    answer = solve_turns(random_ending(0), (), 2, time_limit=0, workers=1)
    assert (answer.status, answer.line) == ("unknown", None)


# ------------------------------------------------------------------ what it is made of


@pytest.mark.parametrize("seed", range(4))
def test_sets_just_completed(seed: int) -> None:
    """A connected set is one where some new spaces hold it together; each is found, and no other."""
    rng, geometry = Random(seed), Geometry(3, 3)
    old = set(rng.sample(range(9), 4))
    sites = sorted(old | set(rng.sample(range(9), 4)))
    laid, fresh, least, most = 2, rng.randint(1, 2), 3, 5
    near = grid(geometry).neighbors

    def pieces(some: set[int]) -> list[set[int]]:
        found: list[set[int]] = []
        for space in sorted(some):
            if not any(space in known for known in found):
                part, waiting = {space}, [space]
                while waiting:
                    for other in set(near[waiting.pop()]) & some - part:
                        part.add(other)
                        waiting.append(other)
                found.append(part)
        return found

    def completed(some: set[int]) -> bool:
        gone = (set(few) for count in range(1, fresh + 1) for few in combinations(sorted(some), count))
        return any(all(len(piece) < least for piece in pieces(some - few)) for few in gone)

    sets = [set(some) for size in range(least, most + 1) for some in combinations(sites, size)]
    wanted = [some for some in sets if len(pieces(some)) == 1 and len(some - old) <= laid and completed(some)]
    assert grown(geometry, old, sites, laid, fresh, least, most, 1000) == sorted(map(mask_of, wanted))
    assert grown(geometry, old, sites, laid, fresh, least, most, 1) is None


@pytest.mark.parametrize("seed", range(6))
def test_sets_that_join_what_is_there(seed: int) -> None:
    """With so many other spaces a connected set has as many of the given ones as the best of all sets."""
    rng, board = Random(seed), Geometry(3, 4)
    old = rng.sample(range(12), rng.randint(0, 5))
    found = joined(board, old, 10_000)
    sets = [one for size in range(1, 13) for one in connected(board, (1 << 12) - 1, size)]
    for new, most in enumerate(found):
        own = [(one & mask_of(old)).bit_count() for one in sets if (one & ~mask_of(old)).bit_count() <= new]
        assert most == max(own, default=0)
    assert found[-1] == len(old)
    assert joined(board, old, 0)[-1] == len(old)


def test_connected_sets_of_a_size() -> None:
    """As many as there are: 2 x 3 spaces have eight straight or bent sets of three and two more in a line."""
    found = connected(Geometry(2, 3), 0b111111, 3)
    assert len(found) == 10 and all(len(spaces_of(mask)) == 3 for mask in found)


@pytest.mark.parametrize("seed", range(30))
def test_one_of_several_bits_surely_holds(seed: int) -> None:
    """Where counting says that one holds there is no case in which none does."""
    rng, logic = Random(seed), Symbolic()
    variables = [logic.variable(rng.randint(2, 4)) for _ in range(rng.randint(1, 3))]

    def bit() -> Bit:
        spoilt = [
            In(one, 1 << rng.randrange(one.states)) for one in rng.sample(variables, rng.randint(1, len(variables)))
        ]
        return invert(logic.some(spoilt)) if rng.random() < 0.7 else logic.some(spoilt)

    bits = [bit() for _ in range(rng.randint(1, 5))]
    if exists_by_counting(bits):
        none = logic.every([invert(one) for one in bits])
        for states in product(*(range(one.states) for one in variables)):
            known = dict(zip(variables, states, strict=True))
            assert not AnswerReading(known).bit(none)
