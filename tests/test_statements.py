"""What is said of each statement of play, in one place for all its readers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cards import card, pack
from plays import CASTLE, table
from plays import play as play_moves
from test_cairns import cairns
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.table.card import Card

COURSES = [pack().game.play_rules, cairns().game.play_rules]


def steps(block: play.Block) -> Iterator[play.Step]:
    """All statements of a block, those inside of others too."""
    for step in block:
        yield step
        for inner in play.blocks(step):
            yield from steps(inner)


# ------------------------------------------------------------------ blocks


@pytest.mark.parametrize("course", COURSES)
def test_blocks_can_be_put_back(course: play.PlayRules) -> None:
    """A statement with its own blocks is the same; with other blocks it has those and nothing else is new."""
    seen = 0
    for block in (course.turn, course.setup, *(verb.body for verb in course.verbs)):
        for step in steps(block):
            bodies = play.blocks(step)
            assert play.with_blocks(step, bodies) == step
            other: list[play.Block] = [(play.Gain("points", core.Const(i)),) for i in range(len(bodies))]
            assert play.blocks(play.with_blocks(step, other)) == other
            assert play.with_blocks(play.with_blocks(step, other), bodies) == step
            seen += len(bodies)
    assert seen > 5


# ------------------------------------------------------------------ how often


def ends(probe: Card, realm: str) -> set[int]:
    """The points that an ability gains, whatever the player answers."""
    begun = play_moves(table(realm, castle=CASTLE, spirits=[probe], counters=[{"reserve": 1}]), "use probe", "shrine")
    found, waiting = set(), [begun.state]
    while waiting:
        state = waiting.pop()
        if not state.ability:
            found.add(state.table.counters[0]["points"])
            continue
        for move in begun.machine.moves_at(state):
            waiting.append(begun.machine.applied(state, move))
    return found


@pytest.mark.parametrize(
    ("often", "expected"),
    [
        ("up to (count of merchants) times", {0, 1, 2, 3}),
        ("(count of merchants) times", {3}),
        ("up to (count of merchants) times until there is no merchant", {0, 1, 2, 3}),
        ("(count of merchants) times until count of merchants = 1", {2}),
    ],
)
@pytest.mark.parametrize("first", ["discard a merchant", "gain 1 point\n      discard a merchant"])
def test_f70_how_often_is_known_before_the_first_time(often: str, expected: set[int], first: str) -> None:
    """F70: what is counted changes with each round, the number of rounds does not, whatever the form of the loop."""
    body = first if first.startswith("gain") else f"{first}\n      gain 1 point"
    assert ends(card(f"spirit probe\n  ability\n    {often}\n      {body}\n"), "M1 M2 M3 | . . .") == expected


@pytest.mark.parametrize("body", ["gain 1 point", "choose a merchant\n      gain 1 point"])
@pytest.mark.parametrize(
    ("often", "expected"),
    [("2 times", {2}), ("1 to 3 times", {1, 2, 3}), ("up to 2 times", {0, 1, 2}), ("up to 1 times", {0, 1})],
)
def test_a_loop_is_done_as_often_as_it_says(often: str, expected: set[int], body: str) -> None:
    """Whatever the player answers, the rounds are at least the least and at most the most, and each number can be."""
    assert ends(card(f"spirit probe\n  ability\n    {often}\n      {body}\n"), "M1 M2 | . .") == expected


# ------------------------------------------------------------------ frames
