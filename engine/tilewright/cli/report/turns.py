"""Answers to puzzles about turns, as text and as JSON (line/1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tilewright.table.turns_puzzle import TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.turns.solve import TurnsAnswer


def turns_lines(name: str, puzzle: TurnsPuzzle, answer: TurnsAnswer) -> Iterator[str]:
    """What was found: how it ended, the total and its parts, and the moves turn by turn."""
    turns = f"{puzzle.turns} turn{'' if puzzle.turns == 1 else 's'}"
    at_most = "" if answer.bound is None else f", at most {answer.bound}"
    if answer.line is None:
        yield f"{name}: no line found in time{at_most}"
        return
    total = answer.line.total
    points = f"{total} point{'' if total == 1 else 's'} in {turns}"
    yield (
        f"{name}: {points}, the most there is" if answer.status == "optimal" else f"{name}: at least {points}{at_most}"
    )
    for number, moves in enumerate(answer.line.turns, 1):
        yield f"  turn {number}: {'; '.join(moves)}"
    yield "  " + ", ".join(f"{part} {points}" for part, points in answer.line.parts.items() if points)


def turns_json(name: str, answer: TurnsAnswer) -> dict[str, object]:
    """The same as a line/1 object."""
    line = answer.line
    found: dict[str, object] = {"format": "line/1", "file": name, "status": answer.status, "bound": answer.bound}
    if line is not None:
        found |= {"score": line.total, "parts": dict(line.parts), "turns": ["; ".join(moves) for moves in line.turns]}
    return {**found, "seconds": round(answer.seconds, 3)}


def turns_misses(puzzle: TurnsPuzzle, told: Mapping[str, object]) -> list[str]:
    """What the answer does not hold of what is expected."""
    return [
        f"expected {key} {value}, found {told.get(key)}"
        for key, value in puzzle.expect.items()
        if told.get(key) != value
    ]
