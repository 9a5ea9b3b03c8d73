"""What solve asks of puzzles about placing, turns, moves, maps and pools."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_file
from tilewright.cli.errors import CannotRun, asking
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import ProgressLine, Status
from tilewright.cli.report.answer import findings_output, lines_of
from tilewright.cli.report.layout import measured_lines, measured_output, picture_of_board
from tilewright.cli.report.maps import laying_lines, laying_output
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
from tilewright.cli.solving.request import PuzzleAnswer, PuzzleSolver, SolveRequest, refusing
from tilewright.cli.terminal import echo, echo_answer
from tilewright.draw import svg
from tilewright.expectimax.contest import ContestAnswer, ContestLine
from tilewright.meaning.scoring import scoring_rules
from tilewright.outputs.output import ABSENT, PlayedMove
from tilewright.outputs.solving import (
    AttemptOutput,
    ContestOutput,
    FirstMove,
    HintOutput,
    LineOutput,
    PlacementOutput,
    PoolOutput,
    TakeOutput,
)
from tilewright.solver.hints import Hint
from tilewright.solver.wordings import distance, picture
from tilewright.stopping import STOP, Unsupported
from tilewright.table.board import Board, Stack, counted, parse_pool, pool_of
from tilewright.table.goal import LAYOUT_FORMS, MOST, Goal
from tilewright.table.position import Puzzle
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle
from tilewright.table.record import moves_of
from tilewright.table.turns_puzzle import TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.questions.placement import PlacementAnswer
    from tilewright.turns.first_takes import TakeAnswer
    from tilewright.turns.lines import PlayedLine
    from tilewright.turns.open_pool import PoolAnswer, PoolSearch
    from tilewright.turns.solve import LineSearch, TurnsAnswer

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


# ------------------------------------------------------------------ puzzles about placing


def _solve_placement(loaded: Loaded[Puzzle], request: SolveRequest, say: Callable[[str], None]) -> PuzzleAnswer:
    if request.goal is not None:
        loaded = replace(loaded, value=replace(loaded.value, goal=request.goal))
    if request.hint is not None:
        return _hint(loaded, request, request.hint)
    found = _ask(loaded, request, say)
    answer, board = found.answer, found.answer.board
    # of cards to be met together an answer is one that meets any
    good = board is not None and (found.puzzle.goal.kind != "meet" or bool(answer.met))
    unique = None if found.solutions is None else found.solutions.unique
    drawn = None if board is None else lambda: svg([picture(found.puzzle, answer)])
    output = findings_output(loaded, found, request.every)
    return PuzzleAnswer(output, lines_of(loaded, found, request.every), good, unique, drawn)


PLACEMENTS = PuzzleSolver("puzzles about placing", (), _solve_placement)


def _ask(loaded: Loaded[Puzzle], request: SolveRequest, say: Callable[[str], None]) -> PlacementAnswer:
    """What is found out about a puzzle."""
    puzzle = loaded.value
    several = request.limit if request.every else request.answers(puzzle.expect)
    question = request.question(puzzle, scoring_rules(puzzle.game, loaded.cards), request.every, several)
    news = _News(loaded, request.as_json) if request.every else None
    return question.run(_PlacementLine(loaded.source.name, say, news))


class _News:
    """Prints placements that are as good while others are sought."""

    def __init__(self, loaded: Loaded[Puzzle], as_json: bool) -> None:
        self.file, self.as_json = loaded.source.name, as_json
        self.board = loaded.value.game.own_place.name

    def tell(self, number: int, board: Board) -> None:
        """One more, on a line of its own that is not kept back."""
        output = PlacementOutput(file=self.file, number=number, board={self.board: repr(board)})
        echo_answer(output, [f"{self.file}: placement {number}: {board!r}"], self.as_json)
        sys.stdout.flush()


class _PlacementLine(ProgressLine):
    """It also says how many placements were found, and prints them as they come."""

    def __init__(self, name: str, say: Callable[[str], None], news: _News | None) -> None:
        super().__init__(name, say)
        self.news, self.found = news, 0

    def placement(self, board: Board) -> None:
        """One of several that are as good was found."""
        self.found += 1
        self.step(f"{self.found} found")
        if self.news is not None:
            self.news.tell(self.found, board)


def _hint(loaded: Loaded[Puzzle], request: SolveRequest, level: int) -> PuzzleAnswer:
    """A hint, or that there is none to give."""
    from tilewright.solver.hints import best_hint

    puzzle, name = loaded.value, loaded.source.name
    rules = scoring_rules(puzzle.game, loaded.cards)
    found = best_hint(puzzle, rules, time_limit=request.time_limit, workers=request.workers)
    if found is None:
        nothing = "no hint: there is no placement, or the best one is not known in the time given"
        return PuzzleAnswer(HintOutput(file=name, row=None), [f"{name}: {nothing}"], False)
    return PuzzleAnswer(
        placement_hint_output(name, puzzle, found, level), placement_hint_lines(name, puzzle, found, level), True
    )


def export_model(inputs: Inputs, loaded: Loaded[Puzzle], request: SolveRequest, path: str) -> None:
    """Write the model of a puzzle instead of solving it, or report why that cannot be."""
    from tilewright.solver.export import exported

    puzzle = loaded.value if request.goal is None else replace(loaded.value, goal=request.goal)
    with refusing(inputs, loaded):
        echo(write_file(path, exported(puzzle, scoring_rules(puzzle.game, loaded.cards))), err=True)


# ------------------------------------------------------------------ hints


def placement_hint_lines(name: str, puzzle: Puzzle, hint: Hint, level: int) -> Iterator[str]:
    """A line for each level up to the one that is asked for."""
    yield f"{name}: {_row(puzzle, hint)}"
    where = puzzle.board.geometry.name(hint.space)
    if level > 1:
        yield f"  {_sorts(puzzle, hint)} to {where}"
    if level > 2:
        yield f"  which becomes {hint.stack!r}"


def placement_hint_output(name: str, puzzle: Puzzle, hint: Hint, level: int) -> HintOutput:
    """The same as a line of JSON; rows and columns count from 1."""
    row, column = divmod(hint.space, puzzle.board.geometry.columns)
    return HintOutput(
        file=name,
        row=row + 1,
        loss=hint.loss,
        column=column + 1 if level > 1 else ABSENT,
        what=f"{hint.piece or ''}{hint.caps}" if level > 2 else ABSENT,
    )


def _row(puzzle: Puzzle, hint: Hint) -> str:
    row = hint.space // puzzle.board.geometry.columns + 1
    if hint.loss is None:
        return f"row {row} matters most: every solution uses one of its spaces"
    if hint.loss == 0:
        return f"nothing is required: several placements are equally good; one of them uses row {row}"
    return f"row {row} matters most: one of its spaces makes a difference of {hint.loss}"


def _sorts(puzzle: Puzzle, hint: Hint) -> str:
    """What sort of thing goes somewhere, not which."""
    names = [puzzle.game.piece] if hint.piece else []
    names += [puzzle.game.by_mark[mark].name for mark in hint.caps]
    return " and ".join(f"a {name}" for name in names) + (" go" if len(names) > 1 else " goes")


# ------------------------------------------------------------------ puzzles about turns: solved, and tried


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
    """Play turns as they are typed, and print what they score. Raises `CannotRun` when there are none."""
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
    """The most that a puzzle can score, if that is proved in time. Raises `CannotRun` where solve cannot help."""
    from tilewright.turns.solve import solve_turns

    puzzle = loaded.value
    with asking("solve does not support this puzzle"), STOP.heeded(), Status(loaded.source.name):
        answer = solve_turns(puzzle.position, loaded.cards, puzzle.turns, time_limit=time_limit, worth=puzzle.worth)
    return answer.line.total if answer.status == "optimal" and answer.line is not None else None
