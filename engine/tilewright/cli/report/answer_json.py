"""The answer to a puzzle as the object of ``solution/1``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.cli.loaded import Loaded
from tilewright.meaning.scoring import score, scoring_sources
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import ChangeWorth, ConflictSets, PartAlone, PointsReason, SolutionOutput, WhyOutput
from tilewright.solver.variants import variants
from tilewright.table.board import Board
from tilewright.table.goal import MOST
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.solver.questions import Findings
    from tilewright.solver.solve import Solution
    from tilewright.solver.why import Sensitivity


def answer_output(file: str, puzzle: Puzzle, answer: Solution) -> SolutionOutput:
    """An answer as a line of JSON; the final board stands under the name the game gives boards."""
    goal, board = puzzle.goal, answer.board
    return SolutionOutput(
        file=file,
        status=answer.status,
        score=answer.score,
        bound=answer.bound,
        parts=answer.parts,
        board={puzzle.game.own_place.name: None if board is None else repr(board)},
        seconds=round(answer.seconds, 3),
        goal=str(goal) if goal != MOST else ABSENT,
        pieces=ABSENT if goal.kind != "fewest" else None if board is None else len(answer.placed),
        met=answer.met if goal.kind == "meet" else ABSENT,
        reasons=answer.reasons or ABSENT,
    )


def findings_output(loaded: Loaded[Puzzle], found: Findings, every: bool) -> SolutionOutput:
    """The same with all that was found out; with `every` the boards of all answers, those of two that differ anyhow."""
    output = answer_output(loaded.source.name, loaded.value, found.answer)
    several = found.solutions
    if several is not None:
        groups = variants(loaded.value, loaded.cards, several.boards) if every else None
        output.solutions, output.complete, output.unique = len(several.boards), several.complete, several.unique
        output.boards = [repr(board) for board in several.boards] if every or several.unique is False else ABSENT
        output.groups = ABSENT if groups is None else groups
    if found.clashes is not None:
        output.clashes = ConflictSets(sets=found.clashes.sets, complete=found.clashes.complete)
    if found.why is not None:
        output.why = _why(found.why, found.answer, loaded)
    return output


def _why(why: Sensitivity, answer: Solution, loaded: Loaded[Puzzle]) -> WhyOutput:
    return WhyOutput(
        best=why.best.score,
        changes=[ChangeWorth(change=one.words, worth=one.worth, known=one.known) for one in why.changes],
        alone=[PartAlone(part=one.part, most=one.most, parts=one.parts) for one in why.alone],
        complete=why.complete,
        limits=ABSENT if why.mus is None else why.mus.limits,
        enough=ABSENT if why.mus is None else why.mus.enough,
        near=ABSENT if why.near is None else why.near,
        points=_points(answer.board, loaded) if answer.board else ABSENT,
    )


def _points(board: Board, loaded: Loaded[Puzzle]) -> dict[str, list[PointsReason]]:
    """Of each part of the score the reasons for its points, with the line of the rule."""
    sources = scoring_sources(loaded.pack.source, loaded.value.game, loaded.cards)
    own = score(loaded.value.end(board), loaded.cards)[0]
    return {
        part: [
            PointsReason(
                points=reason.points,
                line=sources[part].slice(reason.span),
                spaces=[board.geometry.name(space) for space in reason.spaces],
            )
            for reason in reasons
        ]
        for part, reasons in own.reasons.items()
    }
