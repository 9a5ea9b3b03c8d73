"""Every card that scores, in both arithmetics."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cases import mostly_slow
from cpsat_random import arrangements
from realms import cards, pack, random_board
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import evaluate
from tilewright.meaning.scoring import scoring_rules
from tilewright.meaning.unrolled import Seat, Unrolled
from tilewright.solver.places import SpaceState
from tilewright.solver.solve import Solution, solve
from tilewright.symbolic.board import known_board
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.board import Board, Stack
from tilewright.table.position import Player, Position, Puzzle

CARDS = sorted(cards())
REALMS = 100  # a card, on fixed boards
SMALL = 30  # a card, on boards small enough to try every arrangement


def players(rng: Random, count: int) -> tuple[Player, ...]:
    return tuple(Player(f"p{i}", random_board(rng), {"points": i}) for i in range(count))


@pytest.mark.slow
@pytest.mark.parametrize("card", mostly_slow(CARDS, quick=3))
def test_fixed_boards_give_the_same_number(card: str) -> None:
    """On boards without unknowns the symbolic number is a constant, the exact one."""
    rng, rule = Random(card), cards()[card].rule
    assert rule is not None
    for _ in range(REALMS):
        position = Position(pack().game, players(rng, rng.randint(2, 4)))
        symbolic = Symbolic()
        seats = [
            Seat(
                known_board(symbolic, position.game, player.board),
                {name: symbolic.number(value) for name, value in player.counters.items()},
            )
            for player in position.players
        ]
        found = Evaluator(Unrolled(symbolic, seats)).number(rule, {}, 0)
        assert found.constant
        assert found.const == evaluate(rule, position)


def puzzle_of(rng: Random, card: str, pieces: int, caps: int) -> Puzzle:
    """A 6 x 6 realm with some pieces to place, and one or two neighbors."""
    game = pack().game
    first, *others = players(rng, rng.randint(2, 3))
    stacks = [replace(s, up=()) if rng.random() < 0.6 else s for s in first.board.stacks]
    board = Board(first.board.geometry, tuple(stacks))
    codes = [kind.code for kind in game.kinds for _ in range(kind.copies)]
    cap = {game.caps[0].name: caps}
    return Puzzle(game, "", board, (card,), tuple(rng.sample(codes, pieces)), cap, others=tuple(others))


def placed_at_random(rng: Random, task: Puzzle) -> Board:
    """A legal arrangement: pieces and caps on any spaces of the right sort."""
    stacks = list(task.board.stacks)
    free = [s for s, t in enumerate(stacks) if not t.height or (t.face_down and not t.caps)]
    rng.shuffle(free)
    for code in task.pieces:
        space = free.pop()
        stacks[space] = replace(stacks[space], up=(code,))
    bare = [s for s in free if stacks[s].face_down]
    for space in bare[: sum(task.caps.values())]:
        stacks[space] = Stack(stacks[space].down, (), task.game.caps[0].mark)
    return Board(task.board.geometry, tuple(stacks))


@pytest.mark.slow
@pytest.mark.parametrize("card", mostly_slow(CARDS, quick=3))
def test_no_arrangement_beats_the_proved_optimum(card: str) -> None:
    """On free boards the answer is proved and re-scored, and no random arrangement beats it."""
    for seed in range(3):
        rng = Random(f"{card} {seed}")
        task = puzzle_of(rng, card, rng.choice([4, 6]), rng.choice([2, 3]))
        rules = scoring_rules(task.game, [cards()[card]])
        answer = solve(task, rules, workers=2)
        assert isinstance(answer, Solution)
        assert answer.status == "optimal"
        assert answer.score == answer.bound == sum(answer.parts.values())
        start = task.start()
        for _ in range(40):
            board = placed_at_random(rng, task)
            tried = replace(start, players=(replace(start.players[0], board=board), *task.others))
            assert sum(evaluate(rule, tried) for rule in rules.values()) <= answer.score


def small_puzzle(rng: Random, card: str) -> Puzzle:
    """A puzzle of which every arrangement can be tried; one or two neighbors."""
    game, size = pack().game, rng.choice([(2, 2), (2, 4), (4, 2)])
    board, *others = (random_board(rng, *size) for _ in range(rng.randint(2, 3)))
    stacks = tuple(replace(s, up=()) if rng.random() < 0.5 else s for s in board.stacks)
    free = sum(not s.height or (s.face_down and not s.caps) for s in stacks)
    codes = rng.choices([kind.code for kind in game.kinds], k=min(free, rng.randint(1, 2)))
    cap = {game.caps[0].name: rng.randint(0, 2)}
    neighbors = tuple(Player(f"p{i}", other) for i, other in enumerate(others))
    return Puzzle(game, "", Board(board.geometry, stacks), (card,), tuple(codes), cap, others=neighbors)


@pytest.mark.slow
@pytest.mark.parametrize("card", mostly_slow(CARDS, quick=3))
def test_small_optima_are_those_of_every_arrangement(card: str) -> None:
    """On small boards the proved optimum is the best of all arrangements."""
    rule = cards()[card].rule
    assert rule is not None
    for seed in range(SMALL):
        task = small_puzzle(Random(f"{card} {seed}"), card)
        answer = solve(task, {card: rule}, workers=1)
        assert isinstance(answer, Solution) and answer.status == "optimal"
        start = task.start()
        scores = (
            evaluate(rule, replace(start, players=(replace(start.players[0], board=board), *task.others)))
            for board in arrangements(task)
        )
        assert answer.score == max(scores), (seed, task)


def test_states_are_stacks_that_the_rules_allow() -> None:
    """A space becomes what the game's rule lets it: nothing lies on a cap or a face-up piece."""
    from tilewright.solver.places import possible_states

    game = pack().game
    mark = game.caps[0].mark
    task = puzzle_of(Random(3), CARDS[0], 4, 2)
    states = possible_states(task)
    assert isinstance(states, list)
    for stack, possible in zip(task.board.stacks, states, strict=True):
        assert possible[0] == SpaceState(stack)
        if stack.up or stack.caps:
            assert len(possible) == 1
        else:
            grown = {state.stack for state in possible}
            wanted = {stack} | {replace(stack, up=(code,)) for code in task.pieces}
            assert grown == wanted | ({replace(stack, caps=mark)} if stack.down else set())
