"""Puzzles over pools: solved, and tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo, echo_answer
from tilewright.cli.errors import CannotRun
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.solving.request import SolveRequest
from tilewright.outputs.solving import PoolOutput
from tilewright.stopping import STOP
from tilewright.table.board import Board, Stack, counted, parse_pool, pool_of
from tilewright.table.puzzles import PoolPuzzle

if TYPE_CHECKING:
    from tilewright.turns.open_pool import PoolAnswer, PoolSearch


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
            content = _codes_of(puzzle, search, text)
            line, value = search.line(content), search.value(content)
            best = search.solve() if far else None
    except (NotExecutable, Disallowed) as problem:
        raise CannotRun(f"this cannot be tried: {problem}") from None
    echo("\n".join(tried_pool_lines(name, puzzle, value, line, best)))
    inputs.good = inputs.good and line is not None


def _codes_of(puzzle: PoolPuzzle, search: PoolSearch, text: str) -> list[str]:
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


# ------------------------------------------------------------------ what is printed


def pool_lines(name: str, puzzle: PoolPuzzle, found: PoolAnswer) -> Iterator[str]:
    """What has to lie in the pool, what is proved of it, and moves that lead from there to where they should."""
    if found.content is None:
        none = {
            "infeasible": f"no contents of the {puzzle.pool} lead to {puzzle.where} in the turn",
            "unknown": "none was found in the time given, and nothing is proved",
        }
        yield f"{name}: {puzzle.measure}, {puzzle.goal}: {none[found.status]}"
        return
    proved = f"the {puzzle.goal} for {puzzle.where}, proved"
    if found.status != "optimal":
        proved = "not proved" if found.bound is None else f"not proved: {_limit(puzzle, found.bound)}"
    yield f"{name}: {puzzle.measure}: {found.value} ({proved})"
    yield f"  {puzzle.pool}: {_content_text(found)}"
    yield f"  moves: {'; '.join(found.line) or 'none'}"
    if found.unique is not None:
        yield f"  {'unique solution' if found.unique else 'not unique'}"


def pool_hint_lines(name: str, puzzle: PoolPuzzle, found: PoolAnswer, level: int) -> Iterator[str]:
    """A line for each level up to the one that is asked for: what the measure comes to, then one thing that lies there."""
    if found.status != "optimal" or found.content is None:
        yield f"{name}: no hint: there is no answer, or it was not found in the time given"
        return
    worth, one = pool_hint_texts(puzzle, found)
    yield f"{name}: {worth}"
    if level > 1:
        yield f"  {one}"


def pool_hint_texts(puzzle: PoolPuzzle, found: PoolAnswer) -> tuple[str, str]:
    """What the measure comes to, then one thing that lies there in an answer."""
    lies = f"{found.content[0]} can lie in" if found.content else "nothing has to be in"
    return f"{puzzle.measure}: {found.value} is the {puzzle.goal}", f"{lies} the {puzzle.pool}"


def tried_pool_lines(
    name: str, puzzle: PoolPuzzle, value: int, line: tuple[str, ...] | None, best: PoolAnswer | None
) -> Iterator[str]:
    """What somebody has laid in a pool comes to, whether it leads where it should, and how far it is from the `best`."""
    yield f"{name}: {puzzle.measure}: {value}{'' if line is not None else f', but it does not lead to {puzzle.where}'}"
    if line is None:
        return
    yield f"  moves: {'; '.join(line) or 'none'}"
    if best is not None and best.status == "optimal" and best.value is not None:
        apart = abs(value - best.value)
        yield f"  {f'{apart} from the {puzzle.goal}' if apart else f'that is the {puzzle.goal}'}"
    elif best is not None:
        yield f"  the {puzzle.goal} was not found in the time given"


def pool_output(name: str, puzzle: PoolPuzzle, found: PoolAnswer) -> PoolOutput:
    """The same as a line of JSON."""
    return PoolOutput(
        file=name,
        measure=puzzle.measure,
        goal=str(puzzle.goal),
        where=puzzle.where,
        pool=puzzle.pool,
        status=found.status,
        content=None if found.content is None else _content_text(found),
        line=found.line,
        value=found.value,
        bound=found.bound,
        unique=found.unique,
        seconds=round(found.seconds, 3),
    )


def _limit(puzzle: PoolPuzzle, bound: int) -> str:
    return f"nothing scores {'less' if puzzle.goal.kind == 'least' else 'more'} than {bound}"


def _content_text(found: PoolAnswer) -> str:
    return counted(pool_of(Stack(0, (code,)) for code in found.content or ())) or "."
