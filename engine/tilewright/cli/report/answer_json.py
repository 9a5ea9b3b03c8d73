"""The answer to a puzzle as the object of ``solution/1``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.cli.loaded import Loaded
from tilewright.meaning.scoring import score, scoring_sources
from tilewright.solver.variants import variants
from tilewright.table.board import Board
from tilewright.table.goal import MOST
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.solver.enumerate import Solutions
    from tilewright.solver.questions import Findings
    from tilewright.solver.solve import Solution
    from tilewright.solver.why import Sensitivity


def answer_json(file: str, puzzle: Puzzle, answer: Solution) -> dict[str, object]:
    """The object of ``solution/1``; the final board stands under the name the game gives boards."""
    result: dict[str, object] = {
        "format": "solution/1",
        "file": file,
        "status": answer.status,
        "score": answer.score,
        "bound": answer.bound,
        "parts": dict(answer.parts),
        puzzle.game.own_place.name: None if answer.board is None else repr(answer.board),
        "seconds": round(answer.seconds, 3),
    }
    goal = puzzle.goal
    if goal != MOST:
        result["goal"] = str(goal)
    if goal.kind == "fewest":
        result["pieces"] = None if answer.board is None else len(answer.placed)
    if goal.kind == "meet":
        result["met"] = list(answer.met)
    return result | ({"reasons": list(answer.reasons)} if answer.reasons else {})


def findings_json(loaded: Loaded[Puzzle], found: Findings, every: bool) -> dict[str, object]:
    """The same with all that was found out; with `every` the boards of all answers, those of two that differ anyhow."""
    result = answer_json(loaded.source.name, loaded.value, found.answer)
    if found.solutions is not None:
        result |= _solutions(found.solutions, every or found.solutions.unique is False)
        groups = variants(loaded.value, loaded.cards, found.solutions.boards) if every else None
        result |= {} if groups is None else {"groups": groups}
    if found.clashes is not None:
        result["clashes"] = {"sets": [list(names) for names in found.clashes.sets], "complete": found.clashes.complete}
    if found.why is not None:
        result["why"] = _why(found.why, found.answer, loaded)
    return result


def _solutions(found: Solutions, every: bool) -> dict[str, object]:
    result: dict[str, object] = {
        "solutions": len(found.boards),
        "complete": found.complete,
        "unique": found.unique,
    }
    return result | ({"boards": [repr(board) for board in found.boards]} if every else {})


def _why(why: Sensitivity, answer: Solution, loaded: Loaded[Puzzle]) -> dict[str, object]:
    result: dict[str, object] = {
        "best": why.best.score,
        "changes": [{"change": c.words, "worth": c.worth, "known": c.known} for c in why.changes],
        "alone": [
            {"part": a.part, "most": a.most, "parts": None if a.parts is None else dict(a.parts)} for a in why.alone
        ],
        "complete": why.complete,
    }
    if why.mus is not None:
        result["limits"] = list(why.mus.limits)
        result["enough"] = list(why.mus.enough)
    if why.near is not None:
        result["near"] = list(why.near)
    return result | ({"points": _points(answer.board, loaded)} if answer.board else {})


def _points(board: Board, loaded: Loaded[Puzzle]) -> dict[str, object]:
    """Of each part of the score the reasons for its points, with the line of the rule."""
    sources = scoring_sources(loaded.pack.source, loaded.value.game, loaded.cards)
    own = score(loaded.value.end(board), loaded.cards)[0]
    geometry = board.geometry
    return {
        part: [
            {
                "points": reason.points,
                "line": sources[part].slice(reason.span),
                "spaces": [geometry.name(space) for space in reason.spaces],
            }
            for reason in reasons
        ]
        for part, reasons in own.reasons.items()
    }
