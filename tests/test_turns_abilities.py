"""The most in some turns with cards that can be used: equal to what exhaustive play finds; Strength has too many ways to play."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from cards import pack
from cases import mostly_slow
from line_search import evaluator_for, most_by_play, random_ending, rules_of
from small_games import cards_of, game_of
from test_turns_statements import GAME, PLACES, TURNS, random_position
from tilewright.table.game import Game
from tilewright.turns.lines import open_table
from tilewright.turns.solve import TurnsAnswer, solve_turns

SPIRITS = ["abyss", "beauty", "change", "cunning", "deception", "destruction", "elegance", "faith", "wind"]


def compared(cards: tuple[str, ...], seed: int, turns: int, **shape: int) -> TurnsAnswer:
    """The answer, which is proved and what trying everything gives."""
    game, drawn, position = pack().game, [pack().card(name) for name in cards], random_ending(seed, **shape)
    answer = solve_turns(position, drawn, turns, workers=1)
    most = most_by_play(evaluator_for(game, drawn), open_table(position), turns, rules_of(game, drawn))
    assert answer.status == "optimal" and answer.line is not None
    assert (answer.line.total, answer.bound) == (most, most)
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(2, 6), quick=1))
@pytest.mark.parametrize("spirit", SPIRITS)
def test_a_spirit_at_any_moment(spirit: str, seed: int) -> None:
    """On 4 x 4 realms, whatever it is used for and whenever."""
    compared((spirit,), seed, 1, stacks=1, up=8, types=2)


@pytest.mark.slow
@pytest.mark.parametrize("spirit", ["destruction", "elegance", "deception", "faith"])
def test_no_ability_is_used_in_vain(spirit: str) -> None:
    """Of lines that come to the same the one with fewer uses is told: where the card gains nothing it is not used."""
    for seed in range(3, 8):
        position, card = random_ending(seed, stacks=3, up=8, types=2), pack().card(spirit)
        plain, helped = (solve_turns(position, cards, 1, workers=1) for cards in ([], [card]))
        assert plain.line is not None and helped.line is not None
        used = any(move.startswith("use ") for turn in helped.line.turns for move in turn)
        assert used == (helped.line.total > plain.line.total)


DRAGONS = ["boldness", "bravery", "devotion", "harmony", "humility", "knowledge", "majesty", "power"]
DRAGONS += ["righteousness", "tranquility"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(5), quick=1))
@pytest.mark.parametrize("dragon", DRAGONS)
def test_a_dragon_in_one_turn(dragon: str, seed: int) -> None:
    """Whatever it looks at, a bound that is found without solving never hides the best line."""
    compared((dragon,), seed, 1, stacks=2, up=8, types=2)


# ------------------------------------------------------------------ each kind of ability on a small game

TRICKS = {
    "numbers": "do clear a group of face-up blocks with the same number where size >= 2 and no block in it is due",
    "builds": "build a crown on a bright block",
    "swaps": "choose a face-up block called dancer\nswap the dancer and another face-up block",
}
RULES = """\
  mark due
  mark moved

  rule the worth of a group is size

  cards trick with abilities

  let patch be"""
COST = """\
  cost of an ability
    for each patch
      for each block in the patch
        mark it as due
    choose one
      option block
        discard a face-up block where it is not due
      option coin
        pay 1 coin

  after an ability
    as long as there is a patch
      do clear it

  end"""


@cache
def game_with_tricks() -> Game:
    """The small game of the statements, with cards that can be used."""
    text = GAME.format(place=PLACES["free"], turn="\n".join(f"    {line}" for line in TURNS["patches"].split("\n")))
    text = text.replace("{place}", PLACES["free"]).replace("  let patch be", RULES).replace("  end", COST)
    return game_of(text.replace("gain (size of the group) points", "gain (worth of the group) points"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1))
@pytest.mark.parametrize("trick", TRICKS)
def test_each_kind_of_ability_on_small_tables(trick: str, seed: int) -> None:
    """On 2 x 3 boards, at any moment of the turn, with what it costs and what comes after it."""
    game, rng = game_with_tricks(), Random(f"{trick} {seed}")
    card = "trick odd\n  ability\n" + "".join(f"    {line}\n" for line in TRICKS[trick].split("\n"))
    cards = cards_of(card, game)
    position = random_position(rng, game)
    answer = solve_turns(position, cards, 1, workers=1)
    most = most_by_play(evaluator_for(game, cards), open_table(position), 1, rules_of(game, cards))
    assert answer.status == "optimal" and answer.line is not None
    assert (answer.line.total, answer.bound) == (most, most)
