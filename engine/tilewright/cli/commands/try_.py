"""`tilewright try`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import AnyLoadedPuzzle, load_puzzles
from tilewright.cli.args.given import complete_files
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.report.answer import part_line
from tilewright.cli.terminal import CannotRun, Status, asking, echo, echo_answer
from tilewright.meaning.scoring import titles
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import AttemptOutput
from tilewright.packs.tables import Loaded
from tilewright.questions.puzzles import QUESTIONS, asked
from tilewright.questions.turns import total_text
from tilewright.solver.attempts import Attempt, PlacedThing, attempt, placed_on
from tilewright.solver.wordings import distance, in_points
from tilewright.stopping import STOP
from tilewright.table.board import Board, parse_board, parse_pool
from tilewright.table.goal import MOST
from tilewright.table.position import Puzzle, moves_of
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle, TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.turns.lines import Endgame, PlayedLine
    from tilewright.turns.open_pool import PoolAnswer, PoolSearch


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
        if isinstance(loaded.value, (LayoutPuzzle, MapPuzzle, MovesPuzzle)):
            raise CannotRun(f"try does not support {QUESTIONS[type(loaded.value)].kind}; use solve")
        if isinstance(loaded.value, PoolPuzzle):
            if options.text is None or options.places or options.turns or options.as_json:
                raise click.UsageError(
                    "for a puzzle over a pool, give its contents with --board, such as --board 'R 2B'"
                )
            _try_pool(inputs, loaded, options.text, options.far, options.time_limit)
            continue
        if isinstance(loaded.value, TurnsPuzzle):
            if options.text is not None or options.places:
                raise click.UsageError("for a puzzle about turns, give your moves with --turn, once for each turn")
            _try_turns(inputs, loaded, options.turns, options.far, options.time_limit, options.as_json)
            continue
        if options.turns:
            raise click.UsageError("--turn is for puzzles about turns")
        puzzle = loaded.value
        placed = _placed(puzzle, options.places) if options.places else _filled(puzzle, options.text)
        tried = attempt(puzzle, loaded.cards, placed)
        reached = puzzle.goal.worth(tried.score.parts, _pieces(puzzle, placed)) is not None
        asks = options.far and not tried.faults and puzzle.goal == MOST
        best = _best_known(loaded, options.time_limit) if asks else None
        short = None if best is None else best - tried.score.total
        _report(loaded, tried, reached, short, options.far, options.as_json)
        inputs.good = inputs.good and reached and not tried.faults
    return inputs.exit_code


def _placed(puzzle: Puzzle, places: Sequence[str]) -> list[PlacedThing]:
    """The placements of `--place`, in order. Raises `CannotRun`."""
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
    """The placements of a completed board, given or in the puzzle. Raises `CannotRun` if it does not fit the
    puzzle."""
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


def _best_known(loaded: AnyLoadedPuzzle, time_limit: float | None) -> int | None:
    """The best score of a puzzle if it is proved in time. Raises `CannotRun` if solve does not support it."""
    with asking("solve does not support this puzzle"), STOP.heeded(), Status(loaded.source.name):
        return asked(loaded.value, loaded.cards, time_limit=time_limit).run().best


def _report(loaded: Loaded[Puzzle], tried: Attempt, reached: bool, short: int | None, far: bool, as_json: bool) -> None:
    puzzle, name = loaded.value, loaded.source.name
    total, parts = tried.score.total, tried.score.parts
    lines = [f"{name}: {in_points(total)}{'' if not tried.faults else ', but it breaks the rules'}"]
    lines += [f"  {fault}" for fault in tried.faults]
    names = titles(loaded.cards)
    lines += [part_line(points, part, names) for part, points in parts.items()]
    if puzzle.goal != MOST:
        lines.append(f"  the goal is {'' if reached else 'not '}reached")
    elif far and not tried.faults:
        lines.append(f"  {distance(short)}")
    output = AttemptOutput(file=name, score=total, parts=parts, faults=tried.faults, reached=reached)
    output.board = {puzzle.game.own_place.name: repr(tried.board)}
    output.short = short if far else ABSENT
    echo_answer(output, lines, as_json)


def _try_pool(inputs: Inputs, loaded: Loaded[PoolPuzzle], text: str, far: bool, time_limit: float | None) -> None:
    """Report the value of an attempt at a pool, and whether it reaches the goal. Raises `CannotRun`."""
    from tilewright.turns.open_pool import PoolSearch

    puzzle, name = loaded.value, loaded.source.name
    with asking("this cannot be tried"), STOP.heeded(), Status(name):
        search = PoolSearch(puzzle, loaded.cards, time_limit=time_limit)
        content = _codes_of(puzzle, search, text)
        line, value = search.line(content), search.value(content)
        best = search.solve() if far else None
    echo("\n".join(_tried_pool_lines(name, puzzle, value, line, best)))
    inputs.good = inputs.good and line is not None


def _codes_of(puzzle: PoolPuzzle, search: PoolSearch, text: str) -> list[str]:
    """The codes in a text, if the puzzle allows as many. Raises `CannotRun`."""
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


def _tried_pool_lines(
    name: str, puzzle: PoolPuzzle, value: int, line: tuple[str, ...] | None, best: PoolAnswer | None
) -> Iterator[str]:
    """The value of the attempt, whether it reaches the goal, and its distance from the `best`."""
    yield f"{name}: {puzzle.measure}: {value}{'' if line is not None else f', but it does not lead to {puzzle.where}'}"
    if line is None:
        return
    yield f"  moves: {'; '.join(line) or 'none'}"
    if best is not None and best.status == "optimal" and best.value is not None:
        apart = abs(value - best.value)
        yield f"  {f'{apart} from the {puzzle.goal}' if apart else f'that is the {puzzle.goal}'}"
    elif best is not None:
        yield f"  the {puzzle.goal} was not found in the time given"


def _try_turns(
    inputs: Inputs,
    loaded: Loaded[TurnsPuzzle],
    turns: Sequence[str],
    far: bool,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Play the given turns, and print their score. Raises `CannotRun` if there are none."""
    from tilewright.turns.lines import Disallowed, Endgame

    puzzle, name = loaded.value, loaded.source.name
    if not turns or len(turns) > puzzle.turns + puzzle.answered:
        raise CannotRun(f"give your moves with --turn, once for each of {puzzle.turns + puzzle.answered} turns")
    if puzzle.game.play_rules is None:
        raise CannotRun(f"the game '{puzzle.game.id}' is scored, not played")
    ending = Endgame(puzzle.position, loaded.cards, puzzle.worth)
    try:
        line = ending.written([moves_of(text) for text in turns], answered=puzzle.answered)
    except Disallowed as problem:
        inputs.good = False
        fault = f"turn {problem.turn + 1}: {problem.reason}"
        output = AttemptOutput(file=name, score=0, parts={}, faults=[fault], reached=False)
        echo_answer(output, [f"{name}: {fault}"], as_json)
        return
    reached = puzzle.goal.worth(line.parts, 0) is not None
    best = _best_known(loaded, time_limit) if far and puzzle.goal == MOST and not puzzle.answered else None
    short = None if best is None else best - line.total
    inputs.good = inputs.good and reached
    lines = [*_attempt_lines(loaded, line, ending)]
    if puzzle.goal != MOST:
        lines.append(f"  the goal is {'' if reached else 'not '}reached")
    elif far:
        lines.append(f"  {distance(short)}")
    output = AttemptOutput(file=name, score=line.total, parts=line.parts, faults=[], reached=reached)
    output.short = short if far else ABSENT
    echo_answer(output, lines, as_json)


def _attempt_lines(loaded: Loaded[TurnsPuzzle], line: PlayedLine, ending: Endgame) -> Iterator[str]:
    """The score of the given turns part by part; after a reply, the lead."""
    puzzle, names = loaded.value, titles(loaded.cards)
    left = puzzle.turns + puzzle.answered - len(line.turns)
    yield f"{loaded.source.name}: {total_text(puzzle, line)} after {len(line.turns)} of {len(line.turns) + left} turns"
    yield from (part_line(points, part, names) for part, points in line.parts.items())
    if puzzle.answered and not left:
        yield f"  a lead of {line.total - sum(ending.parts(line.table, 1).values())}"
