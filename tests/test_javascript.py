"""Rules as JavaScript: the same answers as the exact arithmetic, under Node; and what has no spelling is refused."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cases import mostly_slow
from cpsat_random import CODES, random_board, random_rule
from cpsat_random import GAME as BLOCKS
from tilewright.core import expr as core
from tilewright.meaning.emit.javascript import RUNTIME, SAFE, NotSpelled, constant, javascript
from tilewright.meaning.emit.scope import World
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact, exact_seats
from tilewright.meaning.unrolled import Unrolled
from tilewright.table.columns import BoardColumns
from tilewright.table.position import Player, Position

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no Node to run JavaScript with")
MARKS = tuple((cap.name, cap.mark) for cap in BLOCKS.caps)
RULES, BOARDS = 25, 12


def run(program: str, folder: Path) -> Any:
    """What a program writes, as JSON."""
    file = folder / "rules.js"
    file.write_text(RUNTIME.read_text("utf-8") + program, "utf-8")
    assert NODE is not None
    done = subprocess.run([NODE, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def columns(board: Any) -> dict[str, Any]:
    """The columns of a board, as JavaScript has them."""
    found = BoardColumns(board, BLOCKS)
    return {name: list(getattr(found, name)) for name in ("heights", "tops", "caps", "flags")}


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize("seed", mostly_slow(range(20), quick=2))
def test_random_rules_are_the_same_in_javascript(seed: int, tmp_path: Path) -> None:
    """Random rules come to the same on random boards of several players."""
    rng, asked, expected = Random(seed), list[str](), list[int]()
    for _ in range(RULES):
        size, count = rng.choice([(1, 3), (2, 2), (3, 3), (4, 4)]), rng.randint(1, 3)
        rule = random_rule(rng, rng.randint(2, 4))
        tables = []
        for _ in range(BOARDS):
            boards = [random_board(rng, *size) for _ in range(count)]
            counters = [{"coins": rng.randint(0, 5)} for _ in range(count)]
            players = [Player(f"p{i}", *own) for i, own in enumerate(zip(boards, counters, strict=True))]
            evaluator: Evaluator[int, bool] = Evaluator(
                Unrolled(Exact(), exact_seats(Position(BLOCKS, tuple(players))))
            )
            expected += [evaluator.number(rule, {}, seat) for seat in range(count)]
            tables.append([list(map(columns, boards)), counters])
        world = World(count, len(CODES), tuple(board.geometry for board in boards), MARKS)
        asked.append(f"[{javascript(rule, world)}, {json.dumps(tables)}]")
    program = f"""
    const found = [];
    for (const [rule, tables] of [{", ".join(asked)}])
      for (const [G, K] of tables) G.forEach((_, seat) => found.push(rule(G, K, {{}}, seat, {{}}, [])));
    console.log(JSON.stringify(found));
    """
    assert run(program, tmp_path) == expected


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
    rule = operator(core.Const(left), core.Const(right))
    text = javascript(rule, World(1, 1, ()))
    program = f"let told = ''; try {{ ({text})([], [], {{}}, 0, {{}}, []); }} catch (e) {{ told = e.name; }}"
    assert run(program + "console.log(JSON.stringify(told));", tmp_path) == "RangeError"


@pytest.mark.slow
@needs_node
def test_division_is_rounded_down(tmp_path: Path) -> None:
    """Quotients and remainders are those of the exact arithmetic for all signs, large numbers and 0."""
    numbers = [-SAFE, -7, -3, -1, 0, 1, 2, 3, 7, SAFE]
    pairs = [(a, b) for a in numbers for b in numbers]
    expected = [[a // b if b else 0, a % b if b else 0] for a, b in pairs]
    rules = [
        [javascript(kind(core.Const(a), core.Const(b)), World(1, 1, ())) for kind in (core.Div, core.Mod)]
        for a, b in pairs
    ]
    asked = ", ".join(f"[{', '.join(texts)}]" for texts in rules)
    program = (
        f"console.log(JSON.stringify([{asked}].map((two) => two.map((rule) => rule([], [], {{}}, 0, {{}}, [])))));"
    )
    assert run(program, tmp_path) == expected


def test_a_constant_that_is_too_large_is_not_spelled() -> None:
    """A rule with a number beyond 2**53 is refused when it is written."""
    with pytest.raises(NotSpelled):
        javascript(core.Const(SAFE + 1), World(1, 1, ()))


def test_what_has_no_spelling_is_named() -> None:
    """F82: by its name, not by where it lies in memory."""
    with pytest.raises(NotSpelled, match=r"^run cannot be written in JavaScript$"):
        constant(run)
