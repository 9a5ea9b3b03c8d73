"""What the inspections say of any board: against what rules come to on random positions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import cpsat_random
from cards import checked, pack
from cases import mostly_slow
from lint_random import Recorder, nodes, random_position
from tilewright.check.cards import Draft, check_cards
from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.diagnostics import Diagnostics
from tilewright.lint.bounds import Bounds
from tilewright.lint.rules import can_be
from tilewright.source import Source
from tilewright.syntax import ast
from tilewright.syntax.parser import parse
from tilewright.table.game import BoardDef, CounterDef, Game


def yard(low: int, high: int, even: bool = False) -> Game:
    """The game of the solver's random tests, with boards of some sizes."""
    board = BoardDef("yard", True, low, low, low, high, even)
    return replace(cpsat_random.GAME, boards=(board,), counters=(CounterDef("coins", "coins"),))


YARDS = [yard(1, 1), yard(1, 4), yard(2, 3), yard(2, 4, even=True), yard(3, 4), yard(3, 3)]


def assert_sound(rule: core.Expr, game: Game, rng: Random, positions: int) -> None:
    """What every expression of a rule comes to on random positions lies within its bounds."""
    watched = nodes(rule)
    bounds = Bounds(game, watched)
    whole = bounds.number(rule, {}, 0)
    assert whole in bounds.found[rule]
    for _ in range(positions):
        position = random_position(rng, game)
        recorder = Recorder(position)
        for seat in range(len(position.players)):
            recorder.number(rule, {}, seat)
        for node in watched:
            within(bounds.found[node], recorder.found.get(node, set()), node)


def within(claimed: set[object], came_to: set[int], node: core.Expr) -> None:
    """Nothing is outside of what was claimed; nothing claimed says nothing."""
    if not claimed or None in claimed:
        return
    if is_condition(node):
        assert came_to <= claimed, node
    else:
        lows, highs = zip(*claimed, strict=True)  # type: ignore[call-overload]
        assert all(min(lows) <= number <= max(highs) for number in came_to), (claimed, came_to, node)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(120))
def test_random_rules_stay_within_their_bounds(seed: int) -> None:
    """Nothing in a random rule leaves its bounds, on no size, with no number of players."""
    rng = Random(seed)
    for _ in range(3):
        rule = cpsat_random.random_rule(rng)
        assert_sound(rule, rng.choice(YARDS), rng, positions=6)


# ------------------------------------------------------------------ sentences

THINGS = [
    "spaces",
    "stacks",
    "tiles",
    "shrines",
    "merchants",
    "dragons",
    "face-down tiles",
    "faction tiles",
    "corners",
    "corner stacks",
    "empty spaces",
    "face-up stacks",
]
MORE = [
    "",
    "",
    "",
    " on the border",
    " in the center",
    " on a diagonal",
    " not on the border",
    " beside a shrine",
    " where height > 2",
    " where count of its neighbors > 3",
    " where it is in a corner",
    " in a row",
    " where count of its neighbors within 2 < 5",
    " in a quadrant",
    " where any neighbor is taller",
    " where it is on the border and it is a corner",
]
OTHERS = [
    "rows",
    "lines",
    "diagonals",
    "quadrants",
    "squares",
    "opponents",
    "players",
    "different factions",
    "different heights of stacks",
    "adjacent players",
]
NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 18, 19, 24, 36, 40, 41, 64, 72, 73, 116, 117, 144, 145]


def sentence(rng: Random) -> str:
    """A line of a card about a count of something."""
    things = rng.choice(THINGS) + rng.choice(MORE)
    number, sign = rng.choice(NUMBERS), rng.choice(["=", "!=", "<", ">", "<=", ">="])
    amount = rng.choice(
        [
            f"count of {things}",
            f"count of {things}",
            f"count of groups of {things}",
            f"largest size of groups of {things}",
            f"count of {rng.choice(OTHERS)}",
            f"largest height of {things}",
            f"total height of {things}",
            "points",
            "countdown",
            "reserve",
            f"count of {things} - count of {rng.choice(OTHERS)}",
        ]
    )
    line = rng.choice(["row", "column", "line", "diagonal", "quadrant", "square", "corner", "opponent", "type"])
    return rng.choice(
        [
            f"score 1 if {amount} {sign} {number}",
            f"score 1 for each {line} where count of {things} in it {sign} {number}",
            f"score 1 for each {line} with at least {number} {things}",
            f"score 1 for each {line} where count of its {things} {sign} {number}",
            f"score 1 for each {line} where count of groups of {things} in it {sign} {number}",
            f"score 12 / ({amount})",
            f"score {amount} read as 0 to {number}: 1, {number + 1} or more: 2",
        ]
    )


def draft(text: str) -> Draft:
    """A card as it is before it is inspected."""
    source = Source("card.tw", text)
    diagnostics = Diagnostics(source)
    nodes = [node for node in parse(source, diagnostics) if isinstance(node, ast.Card)]
    return check_cards(nodes, pack().vocabulary, diagnostics)[0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(40), quick=10))
def test_sentences_stay_within_their_bounds(seed: int) -> None:
    """Nothing in a card leaves its bounds, and no phrase that contradicts itself ever holds."""
    rng, game = Random(seed), pack().game
    cards = [draft(f"dragon a\n  {sentence(rng)}\n") for _ in range(8)]
    sound = [card for card in cards if card.value is not None and card.rule is not None]
    assert sound
    for card in sound:
        assert card.rule is not None
        assert_sound(card.rule, game, rng, positions=5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(40), quick=10))
def test_phrases_that_contradict_themselves_never_hold(seed: int) -> None:
    """A guard that no stack satisfies holds nowhere."""
    rng, game = Random(seed), pack().game
    words = "face-up", "face-down", "empty", "corner"
    wheres = (
        "height > 1",
        "height = 0",
        "it is a dragon",
        "it is face-down",
        "number > 3",
        "it has a shrine",
        "height + 1 = 3",
    )
    for _ in range(8):
        noun = rng.choice(["stack", "tile", "shrine", "merchant", "special"])
        card = draft(
            f"dragon a\n  score 1 for each {rng.choice(words)} {noun} where {' and '.join(rng.sample(wheres, 2))}\n"
        )
        guards = [note for note in card.notes if note.kind == "guard" and note.var]
        dead = [note for note in guards if note.var and not can_be(note.expr, note.var, game)]
        for _ in range(4 if dead and card.rule else 0):
            assert card.rule and Recorder(random_position(rng, game)).number(card.rule, {}, 0) == 0


def codes(line: str) -> set[str]:
    """The codes of the problems of a card of one line."""
    return {problem.code for problem in checked(f"dragon a\n  {line}\n")[1]}


@pytest.mark.parametrize(
    "line",
    [
        "score 1 if count of groups of corner stacks = 4",
        "score 1 if there are at least 4 groups of corner shrines",
        "score 1 if count of groups of stacks on a diagonal > 6",
        "score 1 if count of stacks > 40",
        "score 1 for each row with at least 7 shrines",
        "score 1 if largest size of groups of stacks > 36",
        "score 1 if there are at least 3 opponents",
        "score 1 if there are exactly 2 opponents",
        "score 1 if points > 2000",
        "score count of opponents - 2",
        "score 1 if count of spaces = 36",
        "score 1 if count of spaces = 64",
    ],
)
def test_what_some_board_allows_is_no_problem(line: str) -> None:
    """What holds on some sizes or with some number of players, and not on others, is well said."""
    assert codes(line) == set()


@pytest.mark.parametrize(
    "line",
    [
        "score 1 if count of corners > 4",
        "score 1 for each corner where it is not on the border",
        "score 1 if count of spaces > 144",
        "score 1 if count of shrines > 40",
        "score 1 if count of dragons > 12",
        "score 1 for each row with at least 13 shrines",
        "score 1 for each row where count of groups of shrines in it > 6",
        "score 1 if count of groups of stacks > 72",
        "score 1 if count of groups of spaces on a diagonal > 24",
        "score 1 if there are at least 4 opponents",
        "score 1 if countdown > 7",
        "score 1 for each corner where count of its neighbors > 2",
        "score 1 for each space where count of its neighbors within 2 > 12",
        "score 1 for each stack where height > 99",
        "score 1 for each merchant where number > 6",
    ],
)
def test_what_no_board_allows_is_found(line: str) -> None:
    """What holds on no size, with no number of players, is an error."""
    assert codes(line) == {"TW203"}


@pytest.mark.parametrize(
    "line",
    [
        "score 1 for each corner where it is on the border",
        "score 1 if count of corners = 4",
        "score 1 if count of spaces > 3",
        "score 1 for each space where count of its neighbors > 1",
    ],
)
def test_what_every_board_has_is_found(line: str) -> None:
    """What holds on every size is a warning."""
    assert codes(line) == {"TW204"}
