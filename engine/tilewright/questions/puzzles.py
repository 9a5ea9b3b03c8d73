"""Puzzles of every kind as questions: those about placing (`placement`), those about turns (`turns`), and here the others.

The question of a kind is a dataclass of the puzzle, the cards in play and the name of its file, then its options; `kind` names such puzzles,
and `unanswered` are the options of `solve` that they have no answer to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol

from tilewright.draw import Picture, svg
from tilewright.files.layout_puzzles import heights_row
from tilewright.outputs.maps import LaidTile, LayingOutput
from tilewright.outputs.output import Output, PlayedMove
from tilewright.outputs.solving import ContestOutput, FirstMove, MeasureOutput, PoolOutput
from tilewright.questions import question
from tilewright.questions.placement import PlacementAnswer, PlacementQuestion
from tilewright.questions.question import ProgressListener, SolvedPuzzle
from tilewright.questions.turns import TurnsQuestion
from tilewright.stopping import Unsupported
from tilewright.table.board import Board, Stack, counted, pool_of
from tilewright.table.card import Card
from tilewright.table.game import Kind
from tilewright.table.goal import LAYOUT_FORMS, Goal
from tilewright.table.position import Puzzle
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle, TurnsPuzzle
from tilewright.table.terrain import Location

if TYPE_CHECKING:
    from tilewright.areas.laying import Laid, LayingAnswer, LayingQuestion
    from tilewright.design.layouts.measured import MeasuredLayout
    from tilewright.expectimax.contest import ContestAnswer, ContestLine
    from tilewright.turns.open_pool import PoolAnswer

# ------------------------------------------------------------------ moves


@dataclass(frozen=True)
class MovesQuestion:
    """The best play of a turn; with `every` the value of each first move, and the number of lines."""

    kind = "puzzles about moves"
    unanswered = ("goal", "why", "limit", "time_limit", "workers", "output", "export")

    puzzle: MovesPuzzle
    cards: Sequence[Card]
    file: str = ""
    every: bool = False

    def run(self, watcher: ProgressListener | None = None) -> SolvedPuzzle[ContestOutput]:
        """The answer. Raises `Unsupported`."""
        from tilewright.expectimax.contest import contest_of
        from tilewright.expectimax.moment import TooManyStates

        try:
            found = contest_of(self.puzzle, self.cards).solve(count=self.every or "lines" in self.puzzle.expect)
        except TooManyStates:
            raise Unsupported("the turn has too many lines to search; play more moves first") from None
        best = found.best
        hints = (
            f"with best play the turn is worth: {self._worths(best)}",
            f"best play begins with: {best.moves[0]}",
        )
        return SolvedPuzzle(self._output(found), [*self._lines(found)], True, found.is_unique, best.worths[0], hints)

    @property
    def _players(self) -> list[str]:
        return [player.name for player in self.puzzle.position.players]

    def _worths(self, line: ContestLine) -> str:
        return ", ".join(f"{player} {worth}" for player, worth in zip(self._players, line.worths, strict=True))

    def _lines(self, found: ContestAnswer) -> Iterator[str]:
        """The best line by player, what it is worth to each, and whether another first move is equally good."""
        best = found.best
        yield f"{self.file}: {self._worths(best)} with best play"
        for player, moves in groupby(zip(best.players, best.moves, strict=True), key=lambda pair: pair[0]):
            yield f"  {self._players[player]}: {'; '.join(move for _, move in moves)}"
        if self.every:
            yield from (f"  {line.moves[0]}: {self._worths(line)}" for line in found.firsts)
        counted = "" if found.lines is None else f"; {found.lines} lines in all"
        only = f"the only best first move: {best.moves[0]}"
        yield f"  {only if found.is_unique else 'another first move is equally good'}{counted}"

    def _output(self, found: ContestAnswer) -> ContestOutput:
        best, players = found.best, self._players
        return ContestOutput(
            file=self.file,
            worth=self.puzzle.worth,
            players=players,
            worths=best.worths,
            line=[PlayedMove(player=players[of], move=move) for of, move in zip(best.players, best.moves, strict=True)],
            unique=found.is_unique,
            lines=found.lines,
            states=found.states,
            firsts=[FirstMove(move=line.moves[0], worths=line.worths) for line in found.firsts],
        )


# ------------------------------------------------------------------ pools


@dataclass(frozen=True)
class PoolQuestion:
    """The best contents of a pool; with `several` whether they are unique."""

    kind = "puzzles over pools"
    unanswered = ("goal", "every", "limit", "why", "output", "export")

    puzzle: PoolPuzzle
    cards: Sequence[Card]
    file: str = ""
    several: int | None = None
    time_limit: float | None = None
    workers: int | None = None

    def run(self, watcher: ProgressListener | None = None) -> SolvedPuzzle[PoolOutput]:
        """The answer. Raises `Unsupported`."""
        from tilewright.turns.open_pool import PoolSearch

        search = PoolSearch(self.puzzle, self.cards, time_limit=self.time_limit, workers=self.workers)
        found = search.solve(unique=self.several is not None)
        proved, puzzle, hints = found.status == "optimal", self.puzzle, list[str]()
        if proved:
            lies = f"{found.content[0]} can lie in" if found.content else "nothing has to be in"
            hints = [f"{puzzle.measure}: {found.value} is the {puzzle.goal}", f"{lies} the {puzzle.pool}"]
        return SolvedPuzzle(
            self._output(found),
            [*self._lines(found)],
            found.content is not None,
            found.unique,
            found.value if proved else None,
            hints,
            "there is no answer, or it was not found in the time given",
        )

    def _lines(self, found: PoolAnswer) -> Iterator[str]:
        """What has to lie in the pool, what is proved of it, and moves that lead from there to where they should."""
        puzzle = self.puzzle
        if found.content is None:
            none = {
                "infeasible": f"no contents of the {puzzle.pool} lead to {puzzle.where} in the turn",
                "unknown": "none was found in the time given, and nothing is proved",
            }
            yield f"{self.file}: {puzzle.measure}, {puzzle.goal}: {none[found.status]}"
            return
        proved = f"the {puzzle.goal} for {puzzle.where}, proved"
        if found.status != "optimal":
            which = "less" if puzzle.goal.kind == "least" else "more"
            proved = "not proved" + ("" if found.bound is None else f": nothing scores {which} than {found.bound}")
        yield f"{self.file}: {puzzle.measure}: {found.value} ({proved})"
        yield f"  {puzzle.pool}: {_content_text(found)}"
        yield f"  moves: {'; '.join(found.line) or 'none'}"
        if found.unique is not None:
            yield f"  {'unique solution' if found.unique else 'not unique'}"

    def _output(self, found: PoolAnswer) -> PoolOutput:
        return PoolOutput(
            file=self.file,
            measure=self.puzzle.measure,
            goal=str(self.puzzle.goal),
            where=self.puzzle.where,
            pool=self.puzzle.pool,
            status=found.status,
            content=None if found.content is None else _content_text(found),
            line=found.line,
            value=found.value,
            bound=found.bound,
            unique=found.unique,
            seconds=round(found.seconds, 3),
        )


def _content_text(found: PoolAnswer) -> str:
    return counted(pool_of(Stack(0, (code,)) for code in found.content or ())) or "."


# ------------------------------------------------------------------ maps


MOST_ANSWERS = 1000
"""The default limit of equally good answers that are listed."""


@dataclass(frozen=True)
class MapQuestion:
    """The most points from tiles laid on a map; `every` answer, or enough to tell whether there are `several`."""

    kind = "puzzles about maps"
    unanswered = ("goal", "why", "workers", "output", "export")

    puzzle: MapPuzzle
    cards: Sequence[Card]
    file: str = ""
    every: bool = False
    several: int | None = None
    time_limit: float | None = None

    def run(self, watcher: ProgressListener | None = None) -> SolvedPuzzle[LayingOutput]:
        """The answer. Raises `Unsupported`."""
        from tilewright.areas.laying import in_order, most_points, question_of

        asked = question_of(self.puzzle, self.cards)
        answers = self.several or (MOST_ANSWERS if self.every else 1)
        found = most_points(asked, answers=answers, time_limit=self.time_limit)
        game, best = asked.evaluator.game, found.score if found.status == "optimal" else None
        laid = [laid_tiles(in_order(game, asked.terrain, one)) for one in found.answers]
        begin = [] if best is None else [f"the most is {best}", f"begin with {laid[0][0].tile} {laid[0][0].at}"]
        lines = [*self._lines(asked, found, laid)]
        return SolvedPuzzle(self._output(found, laid), lines, found.score is not None, found.unique, best, begin)

    def _lines(self, asked: LayingQuestion, found: LayingAnswer, answers: Sequence[list[LaidTile]]) -> Iterator[str]:
        """The most there is, how the tiles lie, and the map; with `every`, all answers."""
        yield f"{self.file}: {_headline(found)}"
        if found.score is None:
            return
        for number, laid in enumerate(answers if self.every else answers[:1], 1):
            tiles = "; ".join(f"{one.tile} {one.at}" for one in laid)
            yield f"  {f'{number}: ' if self.every else ''}{tiles}"
        yield from map_rows(_map(asked, found.answers[0]))
        if found.unique is not None:
            yield f"  {'the only answer' if found.unique else 'other answers are equally good'}"

    def _output(self, found: LayingAnswer, answers: Sequence[list[LaidTile]]) -> LayingOutput:
        return LayingOutput(
            file=self.file,
            worth=self.puzzle.worth,
            status=found.status,
            score=found.score,
            bound=found.bound,
            unique=found.unique,
            solutions=len(found.answers) if found.every and found.status == "optimal" else None,
            answers=answers,
            maps=found.maps,
        )


def _headline(found: LayingAnswer) -> str:
    match found.status:
        case "optimal":
            return f"{found.score}, optimal"
        case "feasible":
            most = "not known how much more is possible" if found.bound is None else f"at most {found.bound}"
            return f"at least {found.score}, {most}"
        case "infeasible":
            return "the tiles cannot all be laid"
    return "nothing was found in time"


def _map(asked: LayingQuestion, laid: Laid) -> dict[Location, str]:
    """The codes of all tiles by location."""
    game, terrain, tops = asked.evaluator.game, asked.terrain, asked.state.table.grids[asked.seat].tops
    codes = {terrain.where[space]: game.kinds[tops[space]].code for space in terrain.faces}
    return codes | {place: game.kinds[index].code for place, index in laid}


def place_text(place: Location) -> str:
    """A location of a map in file notation."""
    return f"{place[0]},{place[1]}"


def laid_tiles(tiles: Iterable[tuple[Location, Kind]]) -> list[LaidTile]:
    """Tiles for JSON output."""
    return [LaidTile(tile=kind.code, at=place_text(place)) for place, kind in tiles]


def map_rows(tiles: Mapping[Location, str]) -> Iterator[str]:
    """A map as rows of codes, as in positions."""
    rows, columns = (sorted({place[i] for place in tiles}) for i in (0, 1))
    for row in range(rows[0], rows[-1] + 1) if rows else ():
        codes = (tiles.get((row, column), ".") for column in range(columns[0], columns[-1] + 1))
        yield ("  " + " ".join(f"{code:4}" for code in codes)).rstrip()


# ------------------------------------------------------------------ layouts


@dataclass(frozen=True)
class LayoutQuestion:
    """The optimum of the measure of a puzzle, or whether another goal is reached."""

    kind = "puzzles about layouts"
    unanswered = ("every", "unique", "why", "export")

    puzzle: LayoutPuzzle
    cards: Sequence[Card] = ()
    file: str = ""
    goal: Goal | None = None
    time_limit: float | None = question.time_limit("Stop after S seconds for each number.", 60.0)
    workers: int | None = question.workers()

    def run(self, watcher: ProgressListener | None = None) -> SolvedPuzzle[MeasureOutput]:
        """The answer. Raises `Unsupported`."""
        from tilewright.design.layouts.measured import answered

        goal = self.goal or self.puzzle.goal
        if goal.kind not in ("most", "least", "at least", "at most"):
            raise Unsupported(f"goals of puzzles about layouts are: {LAYOUT_FORMS}")
        found = answered(self.puzzle, goal, time_limit=self.time_limit, workers=self.workers)
        best, puzzle, board = found.value if found.status == "optimal" else None, self.puzzle, found.board
        hints = [] if best is None else [f"it is from {max(0, best - 2)} to {best + 2}", f"it is {best}"]
        lines = [*self._lines(goal, found)]

        def drawing() -> str:
            assert board is not None
            return svg([Picture(board, puzzle.game, puzzle.title, f"{puzzle.measure}: {found.value} ({goal})")])

        return SolvedPuzzle(
            self._output(goal, found),
            lines,
            board is not None,
            best=best,
            hints=hints,
            drawing=None if board is None else drawing,
        )

    def _lines(self, goal: Goal, found: MeasuredLayout) -> Iterator[str]:
        """The value of the measure, what is proved of it, and the board; of a whole layout its filling."""
        puzzle, file = self.puzzle, self.file
        over = "fillings" if puzzle.given else f"{puzzle.game.plural(puzzle.definition.name)} within the guidelines"
        if found.board is None:
            none = {"infeasible": "there is none", "unknown": "none was found in the time given, and nothing is proved"}
            yield f"{file}: {puzzle.measure}, {goal}: of all {over} {none[found.status]}"
            if found.bound is not None:
                yield f"  {limit_text(str(goal), found.bound)}"
            return
        if goal.kind in ("at least", "at most"):
            proof = f"{goal} is possible"
        elif found.status == "optimal":
            proof = f"the {goal} over all {over}, proved"
        else:
            proof = f"not proved: of all {over} {limit_text(str(goal), found.bound)}"
        yield f"{file}: {puzzle.measure}: {found.value} ({proof})"
        yield from (f"  {row}" for row in (_rows(repr(found.board)) if puzzle.given else _heights(found.board)))

    def _output(self, goal: Goal, found: MeasuredLayout) -> MeasureOutput:
        return MeasureOutput(
            file=self.file,
            measure=self.puzzle.measure,
            goal=str(goal),
            over="fillings" if self.puzzle.given else "guidelines",
            status=found.status,
            value=found.value,
            bound=found.bound,
            board={self.puzzle.definition.name: None if found.board is None else repr(found.board)},
            seconds=round(found.seconds, 3),
        )


def limit_text(goal: str, bound: int | None) -> str:
    """The proved bound of a measure whose optimum is not known."""
    return f"none has {'less' if goal == 'least' else 'more'} than {bound}"


def _heights(board: Board) -> list[str]:
    columns, heights = board.geometry.columns, [stack.height for stack in board.stacks]
    return [heights_row(heights[at : at + columns]) for at in range(0, len(heights), columns)]


def _rows(notation: str) -> list[str]:
    """The rows of a board, its columns below one another."""
    rows = [row.split() for row in notation.split("|")]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [" ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


# ------------------------------------------------------------------ every kind

QUESTIONS: dict[type, Any] = {
    Puzzle: PlacementQuestion,
    TurnsPuzzle: TurnsQuestion,
    MovesPuzzle: MovesQuestion,
    PoolPuzzle: PoolQuestion,
    MapPuzzle: MapQuestion,
    LayoutPuzzle: LayoutQuestion,
}


class PuzzleQuestion(Protocol):
    """A question about a puzzle."""

    def run(self, watcher: ProgressListener | None = None) -> SolvedPuzzle[Output] | PlacementAnswer:
        """The answer. Raises `Unsupported`."""


def asked(puzzle: object, cards: Sequence[Card], file: str = "", **options: Any) -> PuzzleQuestion:
    """The question about a puzzle, with the options that its kind supports."""
    asks = QUESTIONS[type(puzzle)]
    named = {name: options[name] for name in options.keys() & asks.__dataclass_fields__.keys()}
    question: PuzzleQuestion = asks(puzzle, cards, file, **named)
    return question
