"""Rules as data: the page evaluates them to the same points, for the same reasons, as the engine does; under Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cases import mostly_slow
from cpsat_random import GAME as BLOCKS
from cpsat_random import random_board, random_rule
from tilewright.core import expr as core
from tilewright.meaning.emit.portable import SAFE, NotPortable, Portable
from tilewright.meaning.exact import exact_seats
from tilewright.meaning.explained import Reason, explained
from tilewright.source import Source, Span
from tilewright.table.drawn import Drawn, read_picture
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry, Hexagons
from tilewright.table.position import Player, Position

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no Node to run JavaScript with")
PAGE = Path(__file__).parents[1] / "engine" / "tilewright" / "studio" / "assets" / "puzzle-page.js"
CAPS = {cap.name: cap.mark for cap in BLOCKS.caps}
TEXT = Source("rules.tw", "every space: its height\nevery crown: 5\n")
RULES, BOARDS = 25, 12
SNAKE = read_picture(["o-o-o", "    |", "o-o-o"])
"""A board of lines, on which spaces are farther apart than on a grid of its size."""
assert isinstance(SNAKE, Drawn)


def node(program: str, folder: Path) -> Any:
    """What a program that knows the script of a page writes, as JSON."""
    file = folder / "rules.js"
    file.write_text(PAGE.read_text("utf-8") + program, "utf-8")
    assert NODE is not None
    done = subprocess.run([NODE, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def seat(player: Player, game: Game) -> dict[str, Any]:
    """A player as the page sees one."""
    stacks = player.board.stacks
    return {
        "name": player.name,
        "columns": player.board.geometry.columns,
        "heights": [stack.height for stack in stacks],
        "tops": [game.by_code[stack.top].index if stack.top else -1 for stack in stacks],
        "down": [stack.face_down for stack in stacks],
        "caps": [list(stack.caps) for stack in stacks],
        "counters": dict(player.counters),
    }


def written(reasons: tuple[Reason, ...] | list[Reason], source: Source) -> list[Any]:
    """Reasons as the page has them, but for the numbers of lines."""
    return [[one.points, source.slice(one.span), list(one.spaces), list(one.what)] for one in reasons]


def answers(asked: list[Any], folder: Path) -> Any:
    """What the page finds of rules with their tables, lines and seats: the points and the reasons, or the name of an error."""
    program = f"""
    const found = {json.dumps(asked)}.map(([rule, tables, lines, seats]) => {{
      try {{
        const {{ points, reasons }} = new tilewright.Rules(tables, seats).points(rule);
        return [points, reasons.map(({{ points, line, spaces, what }}) => [points, lines[line], spaces, what])];
      }} catch (fault) {{ return fault.name; }}
    }});
    console.log(JSON.stringify(found));
    """
    return node(program, folder)


def with_awards(rule: core.Expr, rng: Random) -> core.Expr:
    """The rule as points of a line, alone or as what each space or player gives."""
    spans = [Span(0, 23), Span(24, 38)]
    award = core.Award(rule, rng.choice(spans))
    space, player = core.Var(900, core.SPACE, "stack"), core.Var(901, core.PLAYER, "player")
    tall = core.Compare(">", core.Height(space), core.Const(0))
    each = core.Sum(core.Binder(space, core.Spaces(), tall), core.Award(core.Height(space), rng.choice(spans)))
    elsewhere = core.Sum(
        core.Binder(player, core.Players("opponent"), core.TRUE), core.OnBoardOf(player, core.Award(rule, spans[0]))
    )
    if_tall = core.If(
        core.Exists(core.Binder(space, core.Spaces(), core.TRUE), tall), core.Award(core.Const(3), spans[1]), rule
    )
    return core.Add((award, each, rng.choice([elsewhere, if_tall])))


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize("seed", mostly_slow(range(20), quick=2))
def test_random_rules_have_the_same_points_for_the_same_reasons(seed: int, tmp_path: Path) -> None:
    """Random rules, with awards in them, on random boards of several players."""
    rng, asked, expected = Random(seed), list[Any](), list[Any]()
    for _ in range(RULES):
        size, count = rng.choice([(1, 3), (2, 2), (3, 3), (4, 4)]), rng.randint(1, 3)
        lattice = rng.choice([Geometry(*size), Geometry(*size), Hexagons(*size), SNAKE])
        rule = with_awards(random_rule(rng, rng.randint(2, 4)), rng)
        portable = Portable([lattice] * count, CAPS)
        tree = portable.rule(rule, TEXT)
        for _ in range(BOARDS):
            drawn = (random_board(rng, lattice.rows, lattice.columns) for _ in range(count))
            boards = [replace(board, geometry=lattice) for board in drawn]
            players = [Player(f"p{i}", board, {"coins": rng.randint(0, 5)}) for i, board in enumerate(boards)]
            found = explained(rule, exact_seats(Position(BLOCKS, tuple(players))))
            expected.append([found.value, written(found.reasons, TEXT)])
            asked.append([tree, portable.tables, portable.awarding, [seat(player, BLOCKS) for player in players]])
    assert answers(asked, tmp_path) == expected


def of_numbers(rule: core.Expr) -> list[Any]:
    """A rule that asks for no board."""
    return [Portable([], {}).rule(rule, TEXT), [], [], []]


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize(
    ("left", "operator", "right"),
    [
        (SAFE, core.Mul, 2),
        (-SAFE, core.Mul, 3),
        (SAFE, lambda a, b: core.Add((a, b)), 1),
        (2**40, core.Mul, 2**40),
    ],
)
def test_numbers_that_are_not_exact_are_refused(left: int, operator: Any, right: int, tmp_path: Path) -> None:
    """What goes beyond 2**53 throws an error, and is never another number."""
    assert answers([of_numbers(operator(core.Const(left), core.Const(right)))], tmp_path) == ["RangeError"]


@pytest.mark.slow
@needs_node
def test_division_is_rounded_down(tmp_path: Path) -> None:
    """Quotients and remainders are those of the exact arithmetic for all signs, large numbers and 0."""
    numbers = [-SAFE, -7, -3, -1, 0, 1, 2, 3, 7, SAFE]
    pairs = [(a, b) for a in numbers for b in numbers]
    rules = [kind(core.Const(a), core.Const(b)) for a, b in pairs for kind in (core.Div, core.Mod)]
    found = [points for points, _ in answers(list(map(of_numbers, rules)), tmp_path)]
    assert found == [number for a, b in pairs for number in ((a // b, a % b) if b else (0, 0))]


@pytest.mark.parametrize(
    "rule",
    [core.Const(SAFE + 1), core.Lookup(core.Const(1), ((0, None, SAFE + 1),))],
)
def test_a_constant_that_is_too_large_is_refused(rule: core.Expr) -> None:
    """A rule with a number beyond 2**53 is refused when it is written."""
    with pytest.raises(NotPortable, match="beyond 2\\^53"):
        Portable([], {}).rule(rule, TEXT)


@pytest.mark.slow
@needs_node
def test_the_puzzle_of_the_day_takes_turns(tmp_path: Path) -> None:
    """Every puzzle comes once before one comes again, in another order; days in a row are counted to today or yesterday."""
    program = """
    const { puzzleOf, streak, dayOf } = tilewright;
    const rounds = [0, 1, 2].map((round) => [...Array(10).keys()].map((i) => puzzleOf(10 * (2000 + round) + i, 10)));
    const rows = [[7, 8, 9], [7, 8], [5, 6, 8], [], [7, 9]].map((days) => streak(days, 9));
    console.log(JSON.stringify([rounds, rows, dayOf(new Date(2026, 10, 25, 23, 59)), dayOf(new Date(2026, 10, 25))]));
    """
    rounds, rows, late, early = node(program, tmp_path)
    assert all(sorted(one) == list(range(10)) for one in rounds)
    assert len({tuple(one) for one in rounds}) == 3
    assert rows == [3, 2, 1, 0, 1]
    assert late == early == 20782
