"""Puzzles about turns: solved, and tried."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo_answer
from tilewright.cli.errors import CannotRun, asking
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.turns import (
    attempt_lines,
    first_takes,
    hint_lines,
    hint_output,
    round_lines,
    round_output,
    take_line,
    takes_lines,
    turns_lines,
    turns_output,
    turns_svg,
)
from tilewright.cli.solving.request import PuzzleAnswer, PuzzleSolver, SolveRequest
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import AttemptOutput, LineOutput, TakeOutput
from tilewright.solver.wordings import distance
from tilewright.stopping import STOP, Unsupported
from tilewright.table.goal import MOST, Goal
from tilewright.table.record import moves_of
from tilewright.table.turns_puzzle import TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.turns.first_takes import TakeAnswer
    from tilewright.turns.lines import PlayedLine
    from tilewright.turns.solve import LineSearch, TurnsAnswer


def _solve_turns(loaded: Loaded[TurnsPuzzle], request: SolveRequest, say: Callable[[str], None]) -> PuzzleAnswer:
    from tilewright.turns.lines import Disallowed

    puzzle = loaded.value
    goal = request.goal or puzzle.goal
    if goal.kind in ("fewest", "meet"):
        raise Unsupported("for puzzles about turns, it does not support other goals")
    if puzzle.answered and (request.every or request.unique or request.hint or request.goal):
        raise Unsupported("for a reply, it finds only the largest lead, and --why")
    if puzzle.game.course is None:
        raise Unsupported("the game is scored, not played")
    try:
        return _Answering(loaded, request, goal, say).answer()
    except Disallowed as problem:
        raise Unsupported(f"the rules do not confirm the solution that was found: {problem.reason}") from None


TURNS = PuzzleSolver("puzzles about turns", ("export",), _solve_turns)


class _Answering:
    """One puzzle, and what is asked of it."""

    def __init__(
        self, loaded: Loaded[TurnsPuzzle], request: SolveRequest, goal: Goal, say: Callable[[str], None]
    ) -> None:
        self.puzzle, self.cards, self.request = loaded.value, loaded.cards, request
        self.name, self.goal, self.say = loaded.source.name, goal, say

    def answer(self) -> PuzzleAnswer:
        """Find it out."""
        if self.puzzle.answered:
            return self._reply()
        from tilewright.turns.solve import LineSearch

        request = self.request
        search = LineSearch(
            self.puzzle.position,
            self.cards,
            self.puzzle.turns,
            time_limit=request.time_limit,
            workers=request.workers,
            worth=self.puzzle.worth,
        )
        answer = search.best(self.goal)
        if request.hint is not None:
            return self._hint(search, answer, request.hint)
        report = turns_output(self.name, self.goal, answer)
        lines = [*turns_lines(self.name, self.puzzle, self.goal, answer)]
        unique = None
        if request.every or request.answers(self.puzzle.expect) is not None:
            takes, whole = self._leading(search, answer)
            sure = [take for take in takes if take.answer.line is not None]
            unique = False if len(sure) > 1 else True if whole and len(takes) == len(sure) == 1 else None
            report.unique, report.takes = unique, first_takes(takes)
            lines += takes_lines(takes, unique, request.every)
        elif request.why and answer.line is not None:
            compared = self._compared(search)
            report.takes = first_takes(compared)
            lines += [take_line(take, answer.line.total) for take in compared]
        return self._answer(report, lines, answer.line, unique)

    def _leading(self, search: LineSearch, answer: TurnsAnswer) -> tuple[list[TakeAnswer], bool]:
        """The first takes that lead to the answer, and whether they are all there are; with --all each is printed at once."""
        from tilewright.turns.first_takes import leading

        request, known = self.request, 0
        found: list[TakeAnswer] = []
        limit = request.limit if request.every else 2
        whole = True
        for take in leading(search, self.goal, answer):
            found.append(take)
            if take.answer.line is not None:
                known += 1
                if request.every:
                    self._tell(known, take)
                if known == limit:
                    whole = False
                    break
        return found, whole and answer.status == "optimal"

    def _tell(self, number: int, take: TakeAnswer) -> None:
        line = take.answer.line
        assert line is not None
        turns = ["; ".join(moves) for moves in line.turns]
        output = TakeOutput(file=self.name, number=number, take=take.text, score=line.total, turns=turns)
        lines = [f"  turn {at}: {moves}" for at, moves in enumerate(turns, 1)]
        echo_answer(output, [f"{self.name}: first take {number}: {take.text}", *lines], self.request.as_json)
        sys.stdout.flush()

    def _compared(self, search: LineSearch) -> list[TakeAnswer]:
        from tilewright.turns.first_takes import compared

        found: list[TakeAnswer] = []
        for take in compared(search):
            found.append(take)
            self.say(f"{self.name}: {len(found)} first takes")
        return sorted(found, key=lambda one: -(one.answer.line.total if one.answer.line else -1))

    def _hint(self, search: LineSearch, answer: TurnsAnswer, level: int) -> PuzzleAnswer:
        from tilewright.turns.first_takes import hint_of

        hint = hint_of(search, answer) if self.goal == MOST else None
        output, lines = hint_output(self.name, hint, level), hint_lines(self.name, hint, level)
        return PuzzleAnswer(output, lines, hint is not None)

    def _reply(self) -> PuzzleAnswer:
        from tilewright.turns.last_round import last_round

        request = self.request
        found = last_round(self.puzzle.position, self.cards, time_limit=request.time_limit, workers=request.workers)
        report = round_output(self.name, found, request.why)
        return self._answer(report, round_lines(self.name, self.puzzle, found, request.why), found.line)

    def _answer(
        self, report: LineOutput, lines: Iterable[str], line: PlayedLine | None, unique: bool | None = None
    ) -> PuzzleAnswer:
        drawn = None if line is None else partial(turns_svg, self.puzzle, line)
        return PuzzleAnswer(report, lines, line is not None, unique, drawn)


def try_turns(
    inputs: Inputs,
    loaded: Loaded[TurnsPuzzle],
    turns: Sequence[str],
    far: bool,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Play turns as they are typed, and say what they come to. Raises `CannotRun` when there are none."""
    from tilewright.turns.lines import Disallowed, Endgame

    puzzle, name = loaded.value, loaded.source.name
    if not turns or len(turns) > puzzle.turns + puzzle.answered:
        raise CannotRun(f"give your moves with --turn, once for each of {puzzle.turns + puzzle.answered} turns")
    if puzzle.game.course is None:
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
    lines = [*attempt_lines(puzzle, line, ending, name)]
    if puzzle.goal != MOST:
        lines.append(f"  the goal is {'' if reached else 'not '}reached")
    elif far:
        lines.append(f"  {distance(short)}")
    output = AttemptOutput(file=name, score=line.total, parts=line.parts, faults=[], reached=reached)
    output.short = short if far else ABSENT
    echo_answer(output, lines, as_json)


def _best_known(loaded: Loaded[TurnsPuzzle], time_limit: float | None) -> int | None:
    """The most that a puzzle comes to, if that is proved in time. Raises `CannotRun` where solve cannot help."""
    from tilewright.turns.solve import solve_turns

    puzzle = loaded.value
    with asking("solve does not support this puzzle"), STOP.heeded(), Status(loaded.source.name):
        answer = solve_turns(puzzle.position, loaded.cards, puzzle.turns, time_limit=time_limit, worth=puzzle.worth)
    return answer.line.total if answer.status == "optimal" and answer.line is not None else None
