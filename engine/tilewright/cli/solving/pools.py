"""Puzzles over pools: solved, and tried."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo, echo_answer
from tilewright.cli.errors import CannotRun
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.pools import pool_hint_lines, pool_lines, pool_output, tried_pool_lines
from tilewright.cli.solving.request import SolveRequest
from tilewright.stopping import STOP
from tilewright.table.board import Board, parse_pool
from tilewright.table.puzzles import PoolPuzzle

if TYPE_CHECKING:
    from tilewright.turns.open_pool import PoolSearch

UNANSWERED = ("goal", "every", "limit", "why", "output", "export")


def solve_pool(inputs: Inputs, loaded: Loaded[PoolPuzzle], request: SolveRequest) -> None:
    """Answer a puzzle over a pool and print the answer, or say why that cannot be."""
    from tilewright.turns.lines import Disallowed
    from tilewright.turns.open_pool import PoolSearch
    from tilewright.turns.unsupported import NotExecutable

    puzzle, name = loaded.value, loaded.source.name
    if request.refuses(inputs, loaded, "puzzles over pools", UNANSWERED):
        return
    if request.hint and request.as_json:
        inputs.refuse(loaded.source, "for puzzles over pools, it does not support --hint with --json")
        return
    try:
        with STOP.heeded(), Status(name):
            search = PoolSearch(puzzle, loaded.cards, time_limit=request.time_limit, workers=request.workers)
            found = search.solve(unique=request.answers(puzzle.expect) is not None)
    except (NotExecutable, Disallowed) as problem:
        inputs.refuse(loaded.source, f"solve does not support this: {problem}")
        return
    report = pool_output(name, puzzle, found)
    if request.hint:
        echo("\n".join(pool_hint_lines(name, puzzle, found, request.hint)))
        inputs.good = inputs.good and found.content is not None
        return
    echo_answer(report, pool_lines(name, puzzle, found), request.as_json)
    good = request.judged(name, puzzle.expect, report, found.content is not None)
    inputs.good = inputs.good and good and (not request.unique or found.unique is True)


def try_pool(inputs: Inputs, loaded: Loaded[PoolPuzzle], text: str, far: bool, time_limit: float | None) -> None:
    """Say whether what somebody lays in the pool leads where it should, and what it comes to. Raises `CannotRun`."""
    from tilewright.turns.lines import Disallowed
    from tilewright.turns.open_pool import PoolSearch
    from tilewright.turns.unsupported import NotExecutable

    puzzle, name = loaded.value, loaded.source.name
    try:
        with STOP.heeded(), Status(name):
            search = PoolSearch(puzzle, loaded.cards, time_limit=time_limit)
            content = _content(puzzle, search, text)
            line, value = search.line(content), search.value(content)
            best = search.solve() if far else None
    except (NotExecutable, Disallowed) as problem:
        raise CannotRun(f"this cannot be tried: {problem}") from None
    echo("\n".join(tried_pool_lines(name, puzzle, value, line, best)))
    inputs.good = inputs.good and line is not None


def _content(puzzle: PoolPuzzle, search: PoolSearch, text: str) -> list[str]:
    """The codes that a text names, as many as there are and as the puzzle allows. Raises `CannotRun`."""
    board = parse_pool(text, puzzle.position.game)
    if not isinstance(board, Board):
        raise CannotRun(f"--board: {board[0].message}")
    codes = [stack.top or "?" for stack in board.stacks]
    if puzzle.most is not None and len(codes) > puzzle.most:
        raise CannotRun(f"--board: the {puzzle.pool} holds {puzzle.most} at most here")
    there = search.there
    lacking = next((code for code, many in Counter(codes).items() if many > there[code]), None)
    if lacking is not None:
        raise CannotRun(f"--board: there are {there[lacking]} of {lacking} to lay there")
    return codes
