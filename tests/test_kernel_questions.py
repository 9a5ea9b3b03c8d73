"""Random expressions, asked by the exact arithmetic and by compiled functions on the same random tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

import tilewright
from cases import mostly_slow
from cpsat_random import CODES, GAME, Rules, Scope, random_board, random_rule
from kernel_games import match_of
from lockstep import Lockstep
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.kernel import layout as cells
from tilewright.kernel import table
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.lowering import flow_of
from tilewright.kernel.state import FlatState
from tilewright.kernel.table import empty_state
from tilewright.kernel.wasm.answers import CompiledQuestions
from tilewright.kernel.wasm.native import Native, compiled
from tilewright.meaning.scoring import scoring_rules
from tilewright.table.board import Board
from tilewright.table.game import BoardDef, CounterDef, Game
from tilewright.table.geometry import Geometry

ME = core.Var(-7, core.PLAYER, "player")
COURSE = play.PlayRules(ME, (), (), (), (), (), (), (), core.FALSE, False)


def blocks_game(size: tuple[int, int]) -> Game:
    """The game of random rules, with a turn in which nothing is done, and more pieces than there are spaces."""
    kinds = tuple(replace(kind, copies=60) for kind in GAME.kinds)
    yard = BoardDef("yard", True, *size, 1, 9)
    return replace(GAME, kinds=kinds, boards=(yard,), counters=(CounterDef("coins", "coins"),), play_rules=COURSE)


def lay(state: FlatState, seat: int, board: Board) -> None:
    """Let a board of random stacks lie on a place."""
    layout = state.layout
    for space, stack in enumerate(board.stacks):
        for shown in [0] * stack.down + [2 * CODES.index(code) + 1 for code in stack.up]:
            table.put(state, (seat, space), table.new_piece(state, shown))
        at = layout.space_at(seat, space) + cells.MARKS + layout.mark_cells
        for number, cap in enumerate(layout.game.caps):
            state.narrow[at + number] = stack.caps.count(cap.mark)


def closed(rng: Random) -> core.Expr:
    """A random rule, or a random condition as a number."""
    if rng.random() < 0.6:
        return random_rule(rng, rng.randint(2, 4))
    maker = Rules(rng)
    binder, scope = maker.binder(Scope(), 3)
    held = (
        core.Exists(binder, maker.condition(scope, 3))
        if rng.random() < 0.5
        else core.Forall(binder, maker.condition(scope, 3))
    )
    return core.If(held, core.Const(1), core.Const(0))


@pytest.mark.parametrize("seed", mostly_slow(range(120), 6))
def test_random_expressions_are_the_same(seed: int) -> None:
    """Ten random expressions on five random tables: every player gets the number that the exact arithmetic gives."""
    rng = Random(seed)
    size, players = rng.choice([(1, 3), (2, 2), (2, 3), (3, 3), (4, 4), (5, 7), (6, 6)]), rng.randint(1, 4)
    known = blocks_game(size)
    layout = StateLayout(flow_of(known, COURSE, ()), known, players, {"yard": Geometry(*size)})
    rules = {f"rule {number}": closed(rng) for number in range(10)}
    assert_scores_on_tables(rng, layout, size, rules, 5)


def assert_scores_on_tables(
    rng: Random, layout: StateLayout, size: tuple[int, int], rules: Mapping[str, core.Expr], tables: int
) -> None:
    """On so many random tables each rule gives each player the same number, interpreted, compiled with the game, and
    compiled as a question beside it."""
    game = compiled(layout, rules)
    native, interpreter = Native(game), Interpreter(layout)
    answers = CompiledQuestions(game, [*rules.values()])
    for _ in range(tables):
        state = empty_state(layout)
        for player in range(layout.players):
            lay(state, player, random_board(rng, *size))
            state.set_counter(player, "coins", rng.randint(0, 5))
        native.load(state)
        assert_scores(interpreter, state, native, rules)
        for player in range(layout.players):
            state.set(layout.mover, player)
            assert answers(state) == tuple(native.score(player).values())


def assert_scores(interpreter: Interpreter, state: FlatState, native: Native, rules: Mapping[str, core.Expr]) -> None:
    """Each rule gives each player the same number by both."""
    evaluator = interpreter.evaluator(state)
    for player in range(state.layout.players):
        assert native.score(player) == {name: evaluator.number(rule, {}, player) for name, rule in rules.items()}


PACKS = ["cairns", "dragon-castle", "herons", "princess-and-dragon"]


@pytest.mark.parametrize("name", PACKS)
def test_scores_are_the_same(name: str) -> None:
    """All parts of the score, of all cards that score, on the tables that random play comes to."""
    pack = tilewright.load_pack(name)
    for seed in range(2):
        match = match_of(pack, [], seed)
        rules = scoring_rules(match.game, [card for card in pack.cards() if card.rule is not None])
        random, both = Random(seed), Lockstep(match)
        native = Native(compiled(both.interpreter.layout, rules))
        for decision in range(60):
            if both.stop.status != Status.CHOICE:
                break
            both.play(random.choice(list(match.moves)))
            if decision % 6 == 0 or both.stop.status != Status.CHOICE:
                native.load(both.state)
                assert_scores(both.interpreter, both.state, native, rules)
