"""Puzzles about maps, moves and layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from tilewright.cli.loaded import Loaded
from tilewright.cli.report.layout import measured_lines, measured_output, picture_of_board
from tilewright.cli.report.maps import laying_lines, laying_output
from tilewright.cli.solving.request import PuzzleAnswer, PuzzleSolver, SolveRequest
from tilewright.draw import svg
from tilewright.expectimax.contest import ContestAnswer, ContestLine
from tilewright.outputs.output import PlayedMove
from tilewright.outputs.solving import ContestOutput, FirstMove
from tilewright.stopping import Unsupported
from tilewright.table.goal import LAYOUT_FORMS
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle

MOST_ANSWERS = 1000
"""How many equally good answers are printed when no limit is given."""


def _solve_map(loaded: Loaded[MapPuzzle], request: SolveRequest, say: Callable[[str], None]) -> PuzzleAnswer:
    from tilewright.areas.laying import most_points
    from tilewright.areas.puzzle import question_of

    puzzle, name = loaded.value, loaded.source.name
    answers = request.answers(puzzle.expect) or 1
    if request.every:
        answers = max(answers, request.limit or MOST_ANSWERS)
    question = question_of(puzzle, loaded.cards)
    found = most_points(question, answers=answers, time_limit=request.time_limit)
    output = laying_output(name, puzzle.worth, question, found)
    lines = laying_lines(name, question, found, request.every)
    return PuzzleAnswer(output, lines, found.score is not None, found.unique)


MAPS = PuzzleSolver("puzzles about maps", ("goal", "why", "hint", "workers", "output", "export"), _solve_map)


def _solve_moves(loaded: Loaded[MovesPuzzle], request: SolveRequest, say: Callable[[str], None]) -> PuzzleAnswer:
    from tilewright.expectimax.contest import contest_of
    from tilewright.expectimax.graph import TooManyStates

    puzzle, name = loaded.value, loaded.source.name
    try:
        found = contest_of(puzzle, loaded.cards).solve(count=request.every or "lines" in puzzle.expect)
    except TooManyStates:
        raise Unsupported("the turn has too many lines to search; play more moves first") from None
    players = [player.name for player in puzzle.position.players]
    output = contest_output(name, puzzle.worth, players, found)
    return PuzzleAnswer(output, contest_lines(name, players, found, request.every), True, found.is_unique)


MOVES = PuzzleSolver(
    "puzzles about moves",
    ("goal", "why", "hint", "limit", "time_limit", "workers", "output", "export"),
    _solve_moves,
)


def _solve_layout(loaded: Loaded[LayoutPuzzle], request: SolveRequest, say: Callable[[str], None]) -> PuzzleAnswer:
    from tilewright.design.layouts.measured import answered

    puzzle, name = loaded.value, loaded.source.name
    goal = request.goal or puzzle.goal
    if goal.kind not in ("most", "least", "at least", "at most"):
        raise Unsupported(f"goals of puzzles about layouts are: {LAYOUT_FORMS}")
    found = answered(puzzle, goal, time_limit=request.time_limit, workers=request.workers)
    output, lines = measured_output(name, puzzle, goal, found), measured_lines(name, puzzle, goal, found)
    drawn = None if found.board is None else lambda: svg([picture_of_board(puzzle, goal, found)])
    return PuzzleAnswer(output, lines, found.board is not None, drawn=drawn)


LAYOUTS = PuzzleSolver("puzzles about layouts", ("every", "unique", "why", "hint", "export"), _solve_layout)


# ------------------------------------------------------------------ what is printed of moves


def contest_lines(name: str, players: Sequence[str], found: ContestAnswer, every: bool) -> Iterator[str]:
    """The best line by player, what it is worth to each, and whether another first move is equally good."""
    best = found.best
    yield f"{name}: {_worths(players, best)} with best play"
    for player, moves in _moves_by_player(best):
        yield f"  {players[player]}: {'; '.join(moves)}"
    if every:
        for line in found.firsts:
            yield f"  {line.moves[0]}: {_worths(players, line)}"
    alike = "the only best first move" if found.is_unique else "another first move is equally good"
    counted = "" if found.lines is None else f"; {found.lines} lines in all"
    yield f"  {alike}: {best.moves[0]}{counted}" if found.is_unique else f"  {alike}{counted}"


def _worths(players: Sequence[str], line: ContestLine) -> str:
    return ", ".join(f"{player} {worth}" for player, worth in zip(players, line.worths, strict=True))


def _moves_by_player(line: ContestLine) -> Iterator[tuple[int, list[str]]]:
    """The moves that one player makes in a row."""
    for player, pairs in groupby(zip(line.players, line.moves, strict=True), key=lambda pair: pair[0]):
        yield player, [move for _, move in pairs]


def contest_output(name: str, worth: str, players: Sequence[str], found: ContestAnswer) -> ContestOutput:
    """The same as a line of JSON."""
    best = found.best
    return ContestOutput(
        file=name,
        worth=worth,
        players=players,
        worths=best.worths,
        line=[PlayedMove(player=players[of], move=move) for of, move in zip(best.players, best.moves, strict=True)],
        unique=found.is_unique,
        lines=found.lines,
        states=found.states,
        firsts=[FirstMove(move=line.moves[0], worths=line.worths) for line in found.firsts],
    )
