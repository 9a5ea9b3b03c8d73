"""Answers to puzzles over pools, as text and as JSON (pool/1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.table.board import Stack, counted, pool_of
from tilewright.table.pool_puzzle import PoolPuzzle

if TYPE_CHECKING:
    from tilewright.turns.open_pool import PoolAnswer


def pool_lines(name: str, puzzle: PoolPuzzle, found: PoolAnswer) -> Iterator[str]:
    """What has to lie in the pool, what is proved of it, and moves that lead from there to where they should."""
    if found.content is None:
        none = {
            "infeasible": f"with nothing in the {puzzle.pool} can the turn lead to {puzzle.where}",
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
        yield f"  {'nothing else is as good' if found.unique else 'something else is as good'}"


def pool_json(name: str, puzzle: PoolPuzzle, found: PoolAnswer) -> dict[str, object]:
    """The object of ``pool/1``."""
    return {
        "format": "pool/1",
        "file": name,
        "measure": puzzle.measure,
        "goal": str(puzzle.goal),
        "where": puzzle.where,
        "pool": puzzle.pool,
        "status": found.status,
        "content": None if found.content is None else _content(found),
        "line": list(found.line),
        "value": found.value,
        "bound": found.bound,
        "unique": found.unique,
        "seconds": round(found.seconds, 3),
    }


def _limit(puzzle: PoolPuzzle, bound: int) -> str:
    return f"nothing comes to {'less' if puzzle.goal.kind == 'least' else 'more'} than {bound}"


def _content(found: PoolAnswer) -> str:
    return counted(pool_of(Stack(0, (code,)) for code in found.content or ())) or "."
