"""The most in some turns with cards that can be used: equal to what exhaustive play finds, with every Spirit."""

from __future__ import annotations

import pytest

from cards import pack
from cases import mostly_slow
from line_search import most_by_machine, random_ending, referee_of, rules_of
from tilewright.turns.opening import open_table
from tilewright.turns.solve import TurnsAnswer, solve_turns

SPIRITS = ["abyss", "beauty", "change", "cunning", "deception", "destruction", "elegance", "faith", "wind"]
HARDER = ["zeal", "thrift", "tide", "whirl", "glory", "dawn", "descent"]


def compared(cards: tuple[str, ...], seed: int, turns: int, **shape: int) -> TurnsAnswer:
    """The answer, which is proved and what trying everything gives."""
    game, drawn, position = pack().game, [pack().card(name) for name in cards], random_ending(seed, **shape)
    answer = solve_turns(position, drawn, turns, workers=1)
    most = most_by_machine(referee_of(game, drawn), open_table(position), turns, rules_of(game, drawn))
    assert answer.status == "optimal" and answer.line is not None
    assert (answer.line.total, answer.bound) == (most, most)
    return answer


@pytest.mark.parametrize("seed", mostly_slow(range(2, 6), quick=1))
@pytest.mark.parametrize("spirit", SPIRITS)
def test_a_spirit_at_any_moment(spirit: str, seed: int) -> None:
    """On 4 x 4 realms, whatever it is used for and whenever."""
    compared((spirit,), seed, 1, stacks=1, up=8, types=2)


DRAGONS = ["boldness", "bravery", "devotion", "harmony", "humility", "knowledge", "majesty", "power"]
DRAGONS += ["righteousness", "tranquility"]


@pytest.mark.parametrize("seed", mostly_slow(range(5), quick=1))
@pytest.mark.parametrize("dragon", DRAGONS)
def test_a_dragon_in_one_turn(dragon: str, seed: int) -> None:
    """Whatever it looks at, a bound that is found without solving never hides the best line."""
    compared((dragon,), seed, 1, stacks=2, up=8, types=2)
