"""What it takes to find out what can be done: counted in steps of trials, the same on every machine, and bounded."""

from __future__ import annotations

from math import inf, perm
from random import Random

import pytest

from cards import card, pack
from cases import mostly_slow
from kernel_games import match_of
from tilewright.play.random_trial import Allowance, Stage
from tilewright.play.table import Table

LINES, OTHERS = 8, 10
"""So often a tile is discarded; so many steps all else that can be done takes."""
SPIRITS = [one.id for one in pack().cards() if one.abilities]
DECISIONS = 120
USUALLY, MOST = 3_000, {"dawn": 100_000, "elegance": 100_000, "change": 30_000}
"""Steps that a decision in a game with one Spirit takes at most, and those of Spirits of which much has to be tried."""


def eight_lines() -> Stage:
    """Turns in which an ability of eight equal lines can be used."""
    (ability,) = card("spirit probe\n  ability\n" + "    discard a face-up tile\n" * LINES).abilities
    return Stage(pack().game, [ability], 2, 4, Allowance(inf, 1 << 30))


def with_tiles(stage: Stage, count: int) -> Table:
    """A table on which the first player has so many face-up tiles, all different."""
    table = stage.table(Random(1))
    own = table.changing(0)
    for space in range(len(own.tops)):
        for shown in own.piles[space]:
            table.bag[shown >> 1] += 1
        own.caps[space] = ""
        own.lay(space, (2 * space + 1,) if space < count else ())
    return table


@pytest.mark.parametrize("count", [0, 1, 4, 7, 8, 12, 16])
def test_eight_equal_lines_cost_no_more_than_plain_trying(count: int) -> None:
    """F81: where there are too few tiles each sequence of them is tried; where there are enough the first one leads on."""
    stage = eight_lines()
    state = stage.turn(with_tiles(stage, count), 1)
    assert (0 in stage.uses_at(state)) == (count >= LINES)
    sequences = LINES if count >= LINES else sum(perm(count, size) for size in range(1, count + 1))
    assert 0 < stage.allowance.spent <= 2 * sequences + OTHERS


@pytest.mark.parametrize("id", mostly_slow(SPIRITS, 6))
def test_the_work_of_every_spirit_is_bounded(id: str) -> None:
    """No decision of a game takes more steps than it is said to, and the same game takes as many in every run."""
    taken = [work_of_decisions(id, seed) for seed in (0, 1, 1)]
    assert taken[1] == taken[2] and max(taken[0]) > 0
    assert max(max(one) for one in taken) <= MOST.get(id, USUALLY)


def work_of_decisions(id: str, seed: int) -> list[int]:
    """The steps that trials take for each decision of a game in which a Spirit is used often."""
    match, random, taken = match_of(pack(), [pack().card(id)], seed), Random(seed), list[int]()
    engine = match.machine.engine
    before = engine.work
    while not match.over and len(taken) < DECISIONS:
        moves = list(match.moves)
        uses = [move for move in moves if move.kind == "use"]
        match.play(random.choice(uses if uses and random.random() < 0.5 else moves))
        taken.append(engine.work - before)
        before = engine.work
    return taken
