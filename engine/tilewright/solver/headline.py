"""An answer in a line of words, and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.draw.picture import Picture, of_board
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.solver.solve import Solution


def headline(puzzle: Puzzle, answer: Solution) -> str:
    """What was found and whether that is proved."""
    if answer.status == "unknown":
        return "nothing found in the time given"
    if answer.status == "infeasible":
        return "the goal is out of reach" if puzzle.goal.can_fail else "no placement is possible"
    proved, goal = answer.status == "optimal", puzzle.goal
    points = in_points(answer.score or 0)
    match goal.kind:
        case "exactly" | "at least":
            return f"{points}, the goal is reached"
        case "fewest":
            placed, game = len(answer.placed), puzzle.game
            pieces = f"{placed} {game.piece if placed == 1 else game.plural(game.piece)}"
            proof = "proved the fewest" if proved else f"not proved, at least {answer.bound}"
            return f"{pieces} for {points}, {proof}"
        case "meet":
            names = ": " + ", ".join(answer.met) if answer.met else ""
            proof = "proved the most" if proved else f"not proved, at most {answer.bound}"
            return f"{len(answer.met)} of {len(goal.parts)} met together, {proof}{names}"
    return f"{points}, proved best" if proved else f"{points} found; not proved, at most {answer.bound}"


def distance(short: int | None) -> str:
    """How far an attempt is from the best, in words; None where that is not known."""
    if short is None:
        return "not known how far it is from the best; allow more time"
    return "optimal" if short == 0 else f"{in_points(short)} below the optimum"


def in_points(count: int) -> str:
    """A number of points in words."""
    return f"{count} point{'' if count == 1 else 's'}"


def picture(puzzle: Puzzle, answer: Solution) -> Picture:
    """The final board, with what was placed marked."""
    assert answer.board is not None
    spaces = frozenset(answer.placed) | {s for found in answer.caps.values() for s in found}
    return of_board(answer.board, puzzle.game, puzzle.title, headline(puzzle, answer), spaces)
