"""`tilewright try`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import load_puzzles
from tilewright.cli.args.completion import complete_files
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.errors import CannotRun, asking
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.solving.puzzles import try_pool, try_turns
from tilewright.cli.terminal import echo_answer
from tilewright.meaning.scoring import scoring_rules
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import AttemptOutput
from tilewright.solver.attempts import Attempt, PlacedThing, attempt, placed_on
from tilewright.solver.wordings import distance, in_points
from tilewright.stopping import STOP
from tilewright.table.board import Board, parse_board
from tilewright.table.goal import MOST
from tilewright.table.position import Puzzle
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle
from tilewright.table.turns_puzzle import TurnsPuzzle


class TryOptions(given.Options):
    file: str = given.argument(metavar="PUZZLE", shell_complete=complete_files)
    places: tuple[str, ...] = given.option(
        "--place",
        multiple=True,
        metavar="ROW,COLUMN=WHAT",
        help="Put a tile, caps or both on a space: 2,3=M3 or 2,4=^ or 1,1=M3^. May be repeated.",
    )
    text: str | None = given.option(
        "--board",
        metavar="BOARD",
        help="The completed board in notation: '. M3 | 2^ .'; or the contents of a pool: 'R 2B'.",
    )
    turns: tuple[str, ...] = given.option(
        "--turn",
        multiple=True,
        metavar="MOVES",
        help="For puzzles about turns: the moves of a turn, separated by ';'. May be repeated.",
    )
    far: bool = given.flag("--far", help="Show how far it is from the best, without showing the best.")
    time_limit: float | None = given.time_limit("With --far: search for at most S seconds.")
    as_json: bool = given.json()


@given.command(TryOptions, epilog="Example: tilewright try roofs.puzzle.yaml --place 2,3=M3 --place 2,4=^ --far")
def command(options: TryOptions) -> int:
    """Score your own placement or turns, and show which rules they break.

    Give the placement with --place or --board; otherwise it is the board under 'attempt' in the puzzle. For puzzles
    about turns, use --turn.

    Exit code 1 if it breaks a placing rule, leaves a tile unplaced, or does not reach the goal of the puzzle.
    """
    if options.text is not None and options.places:
        raise click.UsageError("give your placement with --place (once or more) or with --board")
    inputs = Inputs([options.file], (".puzzle.yaml",), options.as_json)
    for loaded in load_puzzles(inputs):
        if isinstance(loaded.value, LayoutPuzzle):
            raise CannotRun("try does not support puzzles about layouts; use solve")
        if isinstance(loaded.value, PoolPuzzle):
            if options.text is None or options.places or options.turns or options.as_json:
                raise click.UsageError(
                    "for a puzzle over a pool, give its contents with --board, such as --board 'R 2B'"
                )
            try_pool(inputs, loaded, options.text, options.far, options.time_limit)
            continue
        if isinstance(loaded.value, MapPuzzle):
            raise CannotRun("try does not support puzzles about maps; use solve")
        if isinstance(loaded.value, MovesPuzzle):
            raise CannotRun("try does not support puzzles about moves; use solve")
        if isinstance(loaded.value, TurnsPuzzle):
            if options.text is not None or options.places:
                raise click.UsageError("for a puzzle about turns, give your moves with --turn, once for each turn")
            try_turns(inputs, loaded, options.turns, options.far, options.time_limit, options.as_json)
            continue
        if options.turns:
            raise click.UsageError("--turn is for puzzles about turns")
        puzzle = loaded.value
        placed = _placed(puzzle, options.places) if options.places else _filled(puzzle, options.text)
        tried = attempt(puzzle, loaded.cards, placed)
        reached = puzzle.goal.worth(tried.score.parts, _pieces(puzzle, placed)) is not None
        short = (
            _short(loaded, tried, options.time_limit)
            if options.far and not tried.faults and puzzle.goal == MOST
            else None
        )
        _report(loaded, tried, reached, short, options.far, options.as_json)
        inputs.good = inputs.good and reached and not tried.faults
    return inputs.exit_code


def _placed(puzzle: Puzzle, places: Sequence[str]) -> list[PlacedThing]:
    """What `--place` says, one thing after another. Raises `CannotRun`."""
    geometry, marks = puzzle.board.geometry, "".join(puzzle.game.by_mark)
    found = []
    for place in places:
        parts = re.fullmatch(r"\s*\(?(\d+)\s*,\s*(\d+)\)?\s*=\s*(\S+)\s*", place)
        space = None if parts is None else geometry.at(int(parts[1]) - 1, int(parts[2]) - 1)
        if parts is None or space is None:
            raise CannotRun(f"--place {place}: write ROW,COLUMN=WHAT for a space of the board, such as 1,2=M3")
        code = parts[3].rstrip(marks)
        found += [PlacedThing(space, what) for what in ([code] if code else [])]
        found += [PlacedThing(space, mark) for mark in parts[3][len(code) :]]
    return found


def _filled(puzzle: Puzzle, text: str | None) -> list[PlacedThing]:
    """What a filled-in board says, or that of the puzzle. Raises `CannotRun` when it cannot come of the puzzle's."""
    board = puzzle.attempt if text is None else parse_board(text, puzzle.game)
    if board is None:
        raise CannotRun("give your placement: --place, --board, or the completed board under 'attempt:' in the puzzle")
    where = "'attempt'" if text is None else "--board"
    if not isinstance(board, Board):
        raise CannotRun(f"{where}: {board[0].message}")
    placed = placed_on(puzzle, board)
    if isinstance(placed, str):
        raise CannotRun(f"{where}: {placed}")
    return placed


def _pieces(puzzle: Puzzle, placed: Sequence[PlacedThing]) -> int:
    return sum(step.what not in puzzle.game.by_mark for step in placed)


def _short(loaded: Loaded[Puzzle], tried: Attempt, time_limit: float | None) -> int | None:
    """How many points are missing; None when the best is not known."""
    from tilewright.solver.solve import solve

    with asking("solve does not support this puzzle"), STOP.heeded(), Status(loaded.source.name):
        rules = scoring_rules(loaded.value.game, loaded.cards)
        best = solve(loaded.value, rules, time_limit=time_limit)
    return best.score - tried.score.total if best.status == "optimal" and best.score is not None else None


def _report(loaded: Loaded[Puzzle], tried: Attempt, reached: bool, short: int | None, far: bool, as_json: bool) -> None:
    puzzle, name = loaded.value, loaded.source.name
    total, parts = tried.score.total, tried.score.parts
    lines = [f"{name}: {in_points(total)}{'' if not tried.faults else ', but it breaks the rules'}"]
    lines += [f"  {fault}" for fault in tried.faults]
    lines += [f"  {points:>5}  {part}" for part, points in parts.items()]
    if puzzle.goal != MOST:
        lines.append(f"  the goal is {'' if reached else 'not '}reached")
    elif far and not tried.faults:
        lines.append(f"  {distance(short)}")
    output = AttemptOutput(file=name, score=total, parts=parts, faults=tried.faults, reached=reached)
    output.board = {puzzle.game.own_place.name: repr(tried.board)}
    output.short = short if far else ABSENT
    echo_answer(output, lines, as_json)
