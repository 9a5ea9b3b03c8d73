"""Named numbers that turns and cards change: where a change does not apply the number stays what it was (F72)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from line_search import evaluator_for, most_by_play, rules_of
from princess import NAMES, ended, points, princess, scene, symbols
from princess import play as princess_play
from small_games import begin, cards_of, game_of, play
from test_turns_statements import GAME as GAME_OF_TURNS
from test_turns_statements import PLACES, TURNS, random_position
from tilewright.kernel.engine import COMPILED, ENGINE, INTERPRETER
from tilewright.kernel.interpreter import Interpreter
from tilewright.play.match import Match
from tilewright.turns.lines import open_table
from tilewright.turns.solve import solve_turns

GAME = """\
game ladder
  name en "Ladder"
  players 1

  piece coin
    color gold G copies 2
    color red R copies 3
    identity face

  pool purse
    of the table
    holds coins
    begins with every coin

  counter points
  counter stars

  part points
    score points

  rule the worth of a coin in the purse is 10

  turn
    gain 1 star
    up to 3 times
      choose one
{options}
    gain (total worth of coins in the purse) points

  end after a round if points > 90000
"""
Change = Callable[[int, bool], int]
CHANGES: dict[str, tuple[str, Change]] = {
    "never": ("is 7 if stars = 0", lambda old, gold: old),
    "now": ("is 7 if stars = 1", lambda old, gold: 7),
    "cases": ("is 1 if stars = 0, 2 if stars = 1", lambda old, gold: 2),
    "neither": ("is 1 if stars = 0, 2 if stars = 3", lambda old, gold: old),
    "other": ("is 1 if stars = 0, otherwise 3", lambda old, gold: 3),
    "more": ("is 5 more", lambda old, gold: old + 5),
    "less": ("is 5 more if stars = 0", lambda old, gold: old),
    "rich": ("is 20", lambda old, gold: 20 if gold else old),
    "extra": ("is 4 more", lambda old, gold: old + 4 if gold else old),
    "dear": ("is 30 if stars = 1", lambda old, gold: 30 if gold else old),
}
OF_GOLD = ("rich", "extra", "dear")


def ladder() -> Match:
    """A match of the game with every change as an option."""
    options = [
        f"        option {name}\n          now the worth of a {'gold coin' if name in OF_GOLD else 'coin'} in the purse {text}"
        for name, (text, _) in CHANGES.items()
    ]
    return begin(game_of(GAME.format(options="\n".join(options))), 1)


@pytest.mark.parametrize("engine", [COMPILED, INTERPRETER])
def test_a_number_stays_what_it_was_where_a_change_does_not_apply(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """F72: `is N if ...` and a change for some things keep the old number elsewhere, after any changes before them."""
    monkeypatch.setenv(ENGINE, engine)
    match = ladder()
    assert isinstance(match.machine.engine, Interpreter) == (engine == INTERPRETER)
    for ways in product(CHANGES, repeat=2):
        worth = {True: 10, False: 10}
        for way in ways:
            worth = {gold: CHANGES[way][1](old, gold) for gold, old in worth.items()}
        before = match.state.table.counters[0]["points"]
        play(match, *ways, "done")
        assert match.state.table.counters[0]["points"] - before == 2 * worth[True] + 3 * worth[False], ways
        match.undo()
        match.undo()
        match.undo()


INN = """\
symbol inn
  name en "Inn"

  always the worth of {change}
"""


def with_inn(change: str) -> Match:
    """A match in which a card changes the worth of areas."""
    return Match(princess().game, NAMES[:2], (*symbols(), *cards_of(INN.format(change=change), princess().game)), {}, 1)


@pytest.mark.parametrize(
    ("change", "complete", "open_"),
    [
        ("an area is 7 if it is not complete", 4, 7),  # an open city would pay 1 a tile
        ("an area is 0 if it is a road", 4, 1),
        ("an area is 0 if it is not complete and it is a city", 4, 0),
        ("an area is 0 if it is not complete, 6 if it is a city", 6, 0),
        ("an area is 9 if it is complete, otherwise 1", 9, 1),
        ("an area is 1 more if it is complete", 5, 1),
        ("a complete area is 8", 8, 1),
        ("an area where it is a city is 3 more", 7, 4),
        ("a complete area is 8 if it is a road", 4, 1),
    ],
)
def test_the_inn(change: str, complete: int, open_: int) -> None:
    """F72: what a card always changes for some areas leaves the others as they are; a city of two tiles pays 4."""
    made = scene({(0, 0): "E"}, "E", {((0, 0), "city"): 0}, by=with_inn(change))
    princess_play(made, "place -1,0", "turn Ev", "nothing")
    assert points(made.state) == [complete, 0]
    made = scene({(0, 0): "E"}, "U", {((0, 0), "city"): 0}, by=with_inn(change))
    assert ended(made)[0] == open_


CHANGED = ["is 1 if size > 3", "is 9 if size = 4", "is 0 if size = 5, 1 if size > 5", "is 9"]


@pytest.mark.parametrize("change", CHANGED)
def test_the_solver_keeps_the_number_too(change: str) -> None:
    """F72: the most of a turn that changes a number is what exhaustive play finds."""
    turn = f"now the worth of a group {change}\n{TURNS['patches']}".replace("\n", "\n    ")
    text = GAME_OF_TURNS.format(place=PLACES["free"], turn=f"    {turn}").replace("{place}", PLACES["free"])
    text = text.replace("  let patch be", "  rule the worth of a group is 8\n\n  let patch be")
    game = game_of(text.replace("gain (size of the group) points", "gain (worth of the group) points"))
    for seed in (3, 7, 8, 11):
        position = random_position(Random(seed), game)
        answer = solve_turns(position, [], 1, workers=1)
        most = most_by_play(evaluator_for(game, []), open_table(position), 1, rules_of(game, []))
        assert answer.status == "optimal" and answer.line is not None
        assert (answer.line.total, answer.bound) == (most, most)
