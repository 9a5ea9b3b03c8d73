"""Puzzles about maps, moves and layouts, and over pools: solved; those over pools are tried as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo
from tilewright.cli.errors import CannotRun, asking
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.layout import measured_lines, measured_output, picture_of_board
from tilewright.cli.report.maps import laying_lines, laying_output
from tilewright.cli.solving.request import PuzzleAnswer, PuzzleSolver, SolveRequest
from tilewright.draw import svg
from tilewright.expectimax.contest import ContestAnswer, ContestLine
from tilewright.outputs.output import PlayedMove
from tilewright.outputs.solving import ContestOutput, FirstMove, PoolOutput
from tilewright.stopping import STOP, Unsupported
from tilewright.table.board import Board, Stack, counted, parse_pool, pool_of
from tilewright.table.goal import LAYOUT_FORMS
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle

if TYPE_CHECKING:
    from tilewright.turns.open_pool import PoolAnswer, PoolSearch


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


# ------------------------------------------------------------------ pools


def _solve_pool(loaded: Loaded[PoolPuzzle], request: SolveRequest, say: Callable[[str], None]) -> PuzzleAnswer:
    from tilewright.turns.open_pool import PoolSearch

    puzzle, name = loaded.value, loaded.source.name
    if request.hint and request.as_json:
        raise Unsupported("for puzzles over pools, it does not support --hint with --json")
    search = PoolSearch(puzzle, loaded.cards, time_limit=request.time_limit, workers=request.workers)
    found = search.solve(unique=request.answers(puzzle.expect) is not None)
    lines = pool_hint_lines(name, puzzle, found, request.hint) if request.hint else pool_lines(name, puzzle, found)
    return PuzzleAnswer(pool_output(name, puzzle, found), lines, found.content is not None, found.unique)


POOLS = PuzzleSolver("puzzles over pools", ("goal", "every", "limit", "why", "output", "export"), _solve_pool)


def try_pool(inputs: Inputs, loaded: Loaded[PoolPuzzle], text: str, far: bool, time_limit: float | None) -> None:
    """Report whether what a solver lays in the pool reaches the goal, and what it is worth. Raises `CannotRun`."""
    from tilewright.turns.open_pool import PoolSearch

    puzzle, name = loaded.value, loaded.source.name
    with asking("this cannot be tried"), STOP.heeded(), Status(name):
        search = PoolSearch(puzzle, loaded.cards, time_limit=time_limit)
        content = _codes_of(puzzle, search, text)
        line, value = search.line(content), search.value(content)
        best = search.solve() if far else None
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
    """A line for each level up to the one that is asked for: the value of the measure, then one thing that lies there."""
    if found.status != "optimal" or found.content is None:
        yield f"{name}: no hint: there is no answer, or it was not found in the time given"
        return
    worth, one = pool_hint_texts(puzzle, found)
    yield f"{name}: {worth}"
    if level > 1:
        yield f"  {one}"


def pool_hint_texts(puzzle: PoolPuzzle, found: PoolAnswer) -> tuple[str, str]:
    """What the measure is worth, then one thing that lies there in an answer."""
    lies = f"{found.content[0]} can lie in" if found.content else "nothing has to be in"
    return f"{puzzle.measure}: {found.value} is the {puzzle.goal}", f"{lies} the {puzzle.pool}"


def tried_pool_lines(
    name: str, puzzle: PoolPuzzle, value: int, line: tuple[str, ...] | None, best: PoolAnswer | None
) -> Iterator[str]:
    """What the pool of a solver is worth, whether it reaches the goal, and how far it is from the `best`."""
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
