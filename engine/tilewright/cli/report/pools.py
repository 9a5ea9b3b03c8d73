"""Answers to puzzles over pools, as text and as JSON (pool/1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.outputs.solving import PoolOutput
from tilewright.table.board import Stack, counted, pool_of
from tilewright.table.puzzles import PoolPuzzle

if TYPE_CHECKING:
    from tilewright.turns.open_pool import PoolAnswer


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
    yield f"  {puzzle.pool}: {_content(found)}"
    yield f"  moves: {'; '.join(found.line) or 'none'}"
    if found.unique is not None:
        yield f"  {'unique solution' if found.unique else 'not unique'}"


def pool_hint_lines(name: str, puzzle: PoolPuzzle, found: PoolAnswer, level: int) -> Iterator[str]:
    """A line for each level up to the one that is asked for: what the measure comes to, then one thing that lies there."""
    if found.status != "optimal" or found.content is None:
        yield f"{name}: no hint: there is no answer, or it was not found in the time given"
        return
    yield f"{name}: {puzzle.measure}: {found.value} is the {puzzle.goal}"
    if level > 1:
        yield f"  {f'{found.content[0]} can lie in' if found.content else 'nothing has to be in'} the {puzzle.pool}"


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
        content=None if found.content is None else _content(found),
        line=found.line,
        value=found.value,
        bound=found.bound,
        unique=found.unique,
        seconds=round(found.seconds, 3),
    )


def _limit(puzzle: PoolPuzzle, bound: int) -> str:
    return f"nothing scores {'less' if puzzle.goal.kind == 'least' else 'more'} than {bound}"


def _content(found: PoolAnswer) -> str:
    return counted(pool_of(Stack(0, (code,)) for code in found.content or ())) or "."
