"""Every line of play of some turns, tried move by move; and random tables to play them on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from cards import pack
from tilewright.core import expr as core
from tilewright.kernel.contents import turn_of
from tilewright.kernel.engine import SeededChance
from tilewright.meaning.exact import exact_evaluator
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.machine import Machine
from tilewright.play.positions import position_of
from tilewright.play.program import program_of
from tilewright.play.state import GameState
from tilewright.play.table import Table
from tilewright.stopping import Deadline
from tilewright.symbolic.nodes import combine
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position
from tilewright.turns.execute import best, execution, scored
from tilewright.turns.lines import Endgame, is_over


def evaluator_for(game: Game, cards: Iterable[Card] = (), players: int = 1) -> StateEvaluator:
    """What the files of a game say."""
    assert game.play_rules is not None
    abilities = [ability for card in cards for ability in card.abilities]
    return StateEvaluator(game, program_of(game.play_rules, abilities), players)


def ends_of(evaluator: StateEvaluator, table: Table, turns: int) -> list[Table]:
    """Every table that turns of the first player can lead to, while the others pass, or at which the game is over."""
    machine = Machine.on(evaluator, table)
    tables, over = {table.key: table}, dict[object, Table]()
    for _ in range(turns):
        begun = [machine.single_turn(one, {}, 0, SeededChance(0)) for one in tables.values()]
        tables = {end.key: end for state in begun for end in ends_from(machine, state)}
        if table.players == 1 or not evaluator.play_rules.by_round:
            over |= {key: end for key, end in tables.items() if is_over(evaluator, end)}
        tables = {key: end for key, end in tables.items() if key not in over}
    return [*tables.values(), *over.values()]


def ends_from(machine: Machine, begun: GameState) -> list[Table]:
    """Every table that a turn can lead to, from somewhere in it on; the game is over after it."""
    ends, seen, waiting = dict[object, Table](), set[object](), [begun]
    while waiting:
        state = waiting.pop()
        if state.over:
            ends[state.table.key] = state.table
        for move in machine.moves_at(state):
            after = machine.applied(state, move)
            if after.over or after.key not in seen:
                seen.add(None if after.over else after.key)
                waiting.append(after)
    return list(ends.values())


def worth(table: Table, rules: Mapping[str, core.Expr]) -> int:
    """What a table scores for the first player."""
    names = [str(player) for player in range(table.players)]
    evaluator = exact_evaluator(position_of(table, names, ()))
    return sum(evaluator.number(rule, {}, 0) for rule in rules.values())


def most_by_play(evaluator: StateEvaluator, table: Table, turns: int, rules: Mapping[str, core.Expr]) -> int:
    """The most that turns of the first player come to, by trying all."""
    return max(worth(end, rules) for end in ends_of(evaluator, table, turns))


def lead_by_play(ending: Endgame) -> int:
    """The largest lead of the first of two players with one turn each, by trying every turn and every reply."""
    leads = []
    for own in ends_from(ending.machine, ending.begun(ending.table)):
        replies = ends_from(ending.machine, ending.begun(own, 1))
        totals = [[sum(ending.parts(end, player).values()) for player in (0, 1)] for end in replies]
        leads.append(min(first - other for first, other in totals))
    return max(leads)


def most_by_model(evaluator: StateEvaluator, table: Table, turns: int, rules: Mapping[str, core.Expr]) -> int | None:
    """The same by the execution of whole turns, as one model."""
    run = execution(evaluator, table)
    for _ in range(turns):
        run.run_turn(turn_of(run.flow))
    assert not run.relaxed
    total = combine((1, part) for part in scored(run, rules).values())
    answer = best(run, total, Deadline(), 1)
    assert answer.status == "optimal"
    return answer.value


# ------------------------------------------------------------------ tables


def _patches(board: Board) -> Sequence[set[int]]:
    """Groups of neighbors whose tops are of one type."""
    found: list[set[int]] = []
    for space, stack in enumerate(board.stacks):
        if stack.up and not any(space in known for known in found):
            patch, waiting = {space}, [space]
            while waiting:
                for near in board.geometry.neighbors(waiting.pop()):
                    up = board.stacks[near].up
                    if near not in patch and up and up[-1][0] == stack.up[-1][0]:
                        patch.add(near)
                        waiting.append(near)
            found.append(patch)
    return found


def random_ending(seed: int, *, side: int = 4, stacks: int = 6, types: int = 3, up: int = 6) -> Position:
    """An ending of Dragon Castle for one player: no set is on the realm yet, and the castle is known."""
    rng, game = Random(f"ending {seed} {side} {stacks} {types}"), pack().game
    letters = rng.sample("MSFYWD", types)
    codes = [kind.code for kind in game.kinds for _ in range(kind.copies) if kind.code[0] in letters]
    geometry = Geometry(side, side)
    while True:
        rng.shuffle(codes)
        laid = [Stack()] * geometry.size
        chosen = rng.sample(range(geometry.size), up + 3)
        for space, code in zip(chosen[:up], codes, strict=False):
            laid[space] = Stack(rng.randint(0, 1), (code,))
        for space in chosen[up:]:
            laid[space] = Stack(rng.randint(1, 2))
        realm = Board(geometry, tuple(laid))
        if all(len(patch) < 4 for patch in _patches(realm)):
            break
    left = iter(codes[up:])
    castle = [Stack(0, tuple(next(left) for _ in range(rng.randint(1, 2)))) for _ in range(stacks)]
    rows = -(-stacks // 4)
    castle += [Stack()] * (4 * rows - stacks)
    players = (Player("you", realm, {"reserve": rng.randint(0, 2)}),)
    return Position(game, players, (), {"castle": Board(Geometry(rows, 4), tuple(castle))})


def two_players(seed: int) -> Position:
    """An ending for two players, who take from the castle of the first one's."""
    own, other = random_ending(seed, stacks=3, up=9), random_ending(seed + 50, stacks=3, up=9)
    second = Player("them", other.players[0].board, other.players[0].counters)
    return Position(own.game, (*own.players, second), (), own.boards)


def as_file(position: Position, turns: int, *, cards: Sequence[str] = (), more: str = "") -> str:
    """A puzzle about turns as a file."""
    rows = [line.split() for line in repr(position.boards["castle"]).split("|")]
    lines = ["tilewright: puzzle/1", "kind: turns", "title: An ending", "game: dragon-castle"]
    lines += [f"cards: [{', '.join(cards)}]", f"turns: {turns}", "castle: |"]
    lines += ["  " + " ".join(row) for row in rows] + ["players:"]
    for player, name in zip(position.players, ("You", "Them"), strict=False):
        realm = [line.split() for line in repr(player.board).split("|")]
        lines += [f"  - name: {name}", "    realm: |", *("      " + " ".join(row) for row in realm)]
        lines += [f"    shrines: {player.counters['reserve']}"]
    return "\n".join(lines) + "\n" + more


def rules_of(game: Game, cards: Iterable[Card] = ()) -> dict[str, core.Expr]:
    """What is added up."""
    return dict(scoring_rules(game, cards))
