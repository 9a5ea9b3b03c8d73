"""Compiled rules: the same answers as the evaluator, and the same games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from cards import checked, pack
from cases import mostly_slow
from cpsat_random import CODES, Rules, Scope, random_board, random_rule
from cpsat_random import GAME as BLOCKS
from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.meaning.emit.functions import compiled
from tilewright.meaning.emit.writer import CompileContext
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact
from tilewright.meaning.unrolled import Seat, Unrolled, elements
from tilewright.play.match import Match
from tilewright.play.table import Grid, GridView
from tilewright.table.board import Board
from tilewright.table.card import Card, Layout

MARKS = {cap.name: cap.mark for cap in BLOCKS.caps}


def grid_of(board: Board) -> Grid:
    """A board as it lies on the table in play."""
    grid = Grid(board.geometry)
    for space, stack in enumerate(board.stacks):
        for piece in [-1] * stack.down + [CODES.index(code) * 2 + 1 for code in stack.up]:
            grid.put(space, piece)
        grid.caps[space] = stack.caps
    return grid


class Asked:
    """Random boards, asked by the evaluator and by compiled functions."""

    def __init__(self, rng: Random) -> None:
        sizes = rng.choice([(1, 3), (2, 2), (2, 3), (3, 3), (4, 4)]), rng.choice([(1, 2), (3, 2), (4, 5)])
        players = rng.randint(1, 4)
        self.grids = [grid_of(random_board(rng, *sizes[0])) for _ in range(players)]
        self.grids.append(grid_of(random_board(rng, *sizes[1])))
        self.counters = [{"coins": rng.randint(0, 5)} for _ in range(players)]
        seats = [Seat(GridView(self.grids, seat, MARKS, {}), own) for seat, own in enumerate(self.counters)]
        seats.append(Seat(GridView(self.grids, players, MARKS, {}), {}, owner=0))
        self.evaluator = Evaluator(Unrolled(Exact(), seats))
        geometries = tuple(grid.geometry for grid in self.grids)
        self.world = CompileContext(players, len(CODES), geometries, tuple(MARKS.items()))

    def compiled(self, node: Any, env: dict[int, Any], seat: int) -> Any:
        """What the compiled function says."""
        return compiled(node, self.world)(self.grids, self.counters, env, seat, {}, ())

    def evaluated(self, node: Any, env: dict[int, Any], seat: int) -> Any:
        """What the evaluator says."""
        if isinstance(node, core.Binder):
            return elements(self.evaluator, node, env, seat)
        ask = self.evaluator.condition if is_condition(node) else self.evaluator.number
        return ask(node, env, seat)

    def check(self, node: Any, env: dict[int, Any], seats: int | None = None) -> None:
        """Both say the same for the first seats, or all."""
        for seat in range(len(self.grids))[:seats]:
            expected, found = self.evaluated(node, env, seat), self.compiled(node, env, seat)
            assert (found, type(found)) == (expected, type(expected)), node


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(150), quick=20))
def test_random_rules_are_the_same_compiled(seed: int) -> None:
    """A random rule, and random conditions and binders with bound variables, come to the same."""
    rng = Random(seed)
    asked = Asked(rng)
    asked.check(random_rule(rng, rng.randint(2, 4)), {})
    maker = Rules(rng)
    for _ in range(4):
        binder, scope = maker.binder(Scope(), 3)
        asked.check(binder, {})
        for element in asked.evaluated(binder, {}, 0)[:3]:
            env = {binder.var.id: element}
            inner, _ = maker.binder(scope, 3)
            for node in (maker.condition(scope, 3), maker.number(scope, 3), inner):
                asked.check(node, env, asked.world.players)


# ------------------------------------------------------------------ real games


@cache
def layout() -> Layout:
    """A layout of the pack for two players."""
    name = "base-2"
    found, problems = checked(pack().catalog().all_files[name].read_text(encoding="utf-8"))
    assert found, list(map(str, problems))
    assert isinstance(found[0].value, Layout)
    return found[0].value


def match(cards: Sequence[Card], seed: int) -> Match:
    """A game of two players."""
    return Match(pack().game, ["Ada", "Bo"], cards, {"castle": layout()}, seed)


def cards() -> list[Card]:
    """Every card of the pack."""
    every = pack().cards()
    return [found for found in every if isinstance(found, Card)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_scores_are_the_same_compiled(seed: int) -> None:
    """Every scoring card comes to the same on what lies on the table, for all places."""
    game, rng = match([], seed), Random(seed)
    for _ in range(rng.choice([30, 70, 110])):
        if not game.over:
            game.play(rng.choice(list(game.moves)))
    state = game.state
    rules = [card.rule for card in cards() if card.rule is not None]
    assert len(rules) > 20
    for rule in [*rules, *(part.rule for part in pack().game.parts), *pack().game.tie_breaks]:
        for seat in range(2):
            evaluator = game.machine.evaluator
            env = {evaluator.me: seat}
            assert evaluator.ask(state, rule, env, seat) == evaluator.exact(state).number(rule, env, seat)
