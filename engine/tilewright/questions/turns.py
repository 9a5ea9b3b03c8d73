"""The question about the best line of the turns that are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from tilewright.draw import svg
from tilewright.draw.picture import Picture, of_player
from tilewright.meaning.scoring import titles
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import LineOutput, RatedTake, ReplyOutput, TurnsHintOutput
from tilewright.questions.question import NoProgress, ProgressListener, SolvedPuzzle
from tilewright.solver.wordings import in_points
from tilewright.stopping import Unsupported
from tilewright.table.card import Card
from tilewright.table.goal import MOST, Goal
from tilewright.table.position import Position
from tilewright.table.puzzles import TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.turns.first_takes import TakeAnswer, TurnsHint
    from tilewright.turns.last_round import LastRound, RepliedTake
    from tilewright.turns.lines import PlayedLine
    from tilewright.turns.solve import LineSearch, TurnsAnswer


@dataclass(frozen=True)
class TurnsQuestion:
    """The best line of several turns; with `every`, or up to `several`, the first takes that lead to it; with `why` all
    first takes."""

    kind = "puzzles about turns"
    unanswered = ("export",)

    puzzle: TurnsPuzzle
    cards: Sequence[Card]
    file: str = ""
    goal: Goal | None = None
    every: bool = False
    several: int | None = None
    why: bool = False
    hint: bool = False
    time_limit: float | None = None
    workers: int | None = None

    @property
    def asked(self) -> Goal:
        """What is to be reached."""
        return self.goal or self.puzzle.goal

    def run(self, watcher: ProgressListener | None = None) -> SolvedPuzzle[LineOutput]:
        """The answer. Raises `Unsupported`."""
        puzzle = self.puzzle
        if self.asked.kind in ("fewest", "meet"):
            raise Unsupported("for puzzles about turns, it does not support other goals")
        if puzzle.answered and (self.every or self.several or self.hint or self.goal):
            raise Unsupported("for a reply, it finds only the largest lead, and --why")
        if puzzle.answered:
            found = self.replied()
            return self._solved(found.line, self._reply_output(found), [*self._reply_lines(found)])
        with self._confirmed():
            return self._searched(watcher or NoProgress())

    def replied(self) -> LastRound:
        """The largest lead after a reply, with all first takes and the replies to them. Raises `Unsupported`."""
        from tilewright.turns.last_round import last_round

        with self._confirmed():
            return last_round(self.puzzle.position, self.cards, time_limit=self.time_limit, workers=self.workers)

    @contextmanager
    def _confirmed(self) -> Iterator[None]:
        """Report a game that cannot be played, and a solution that the rules do not confirm."""
        from tilewright.turns.lines import Disallowed

        if self.puzzle.game.play_rules is None:
            raise Unsupported("the game is scored, not played")
        try:
            yield
        except Disallowed as problem:
            raise Unsupported(f"the rules do not confirm the solution that was found: {problem.reason}") from None

    def _solved(self, line: PlayedLine | None, output: LineOutput, lines: list[str]) -> SolvedPuzzle[LineOutput]:
        return SolvedPuzzle(
            output,
            lines,
            line is not None,
            no_hint="there is no solution, or the value of every first take is not known in the time given",
            hint_output=partial(_hint_output, self.file, None),
            drawing=None if line is None else partial(_drawing, self.puzzle, line),
        )

    def _searched(self, heard: ProgressListener) -> SolvedPuzzle[LineOutput]:
        from tilewright.turns.first_takes import compared, hint_of
        from tilewright.turns.solve import LineSearch

        puzzle = self.puzzle
        search = LineSearch(
            puzzle.position,
            self.cards,
            puzzle.turns,
            time_limit=self.time_limit,
            workers=self.workers,
            worth=puzzle.worth,
        )
        answer = search.best(self.asked)
        line, output, lines = answer.line, self._output(answer), [*self._lines(answer)]
        found = self._solved(line, output, lines)
        if line is not None and answer.status == "optimal":
            found = replace(found, best=line.total)
        if self.hint:
            hint = hint_of(search, answer) if self.asked == MOST else None
            texts = () if hint is None else _hint_texts(hint)
            return replace(found, hints=texts, hint_output=partial(_hint_output, self.file, hint))
        if self.every or self.several is not None:
            takes, output.unique = self._leading(search, answer, heard)
            output.takes = list(map(_rated, takes))
            lines += _leading_lines(takes, output.unique, self.every)
            return replace(found, unique=output.unique)
        if self.why and line is not None:
            takes = []
            for take in compared(search):
                takes.append(take)
                heard.step(f"{len(takes)} first takes")
            takes.sort(key=lambda one: -(one.answer.line.total if one.answer.line else -1))
            output.takes = list(map(_rated, takes))
            lines += [_take_line(take, line.total) for take in takes]
        return found

    def _leading(
        self, search: LineSearch, answer: TurnsAnswer, heard: ProgressListener
    ) -> tuple[list[TakeAnswer], bool | None]:
        """The first takes that lead to an answer, and whether there is exactly one."""
        from tilewright.turns.first_takes import leading

        takes: list[TakeAnswer] = []
        sure, limit = 0, self.several if self.every else 2
        for take in leading(search, self.asked, answer):
            takes.append(take)
            if take.answer.line is not None:
                sure += 1
                heard.another(take)
                if sure == limit:
                    break
        whole = answer.status == "optimal" and sure != limit
        return takes, False if sure > 1 else True if whole and len(takes) == sure == 1 else None

    # -- in words, and in the format line/1

    def _lines(self, answer: TurnsAnswer) -> Iterator[str]:
        """How it ended, the total and its parts, and the moves turn by turn."""
        puzzle, goal, line = self.puzzle, self.asked, answer.line
        turns = f"{puzzle.turns} turn{'' if puzzle.turns == 1 else 's'}"
        at_most = _at_most(answer.bound)
        if line is None:
            nothing = f"no sequence of turns found in the time given{at_most}"
            if answer.status == "infeasible":
                nothing = f"no {turns} lead to {goal}" if puzzle.worth else f"no {turns} score {goal} points"
            yield f"{self.file}: {nothing}"
            return
        points = f"{total_text(puzzle, line)} in {turns}"
        if goal != MOST:
            yield f"{self.file}: {points}; the goal is {goal}"
        elif answer.status == "optimal":
            yield f"{self.file}: {points}, optimal"
        else:
            yield f"{self.file}: at least {points}{at_most}"
        yield from (f"  turn {number}: {moves}" for number, moves in enumerate(turn_texts(line), 1))
        names = titles(self.cards)
        yield "  " + ", ".join(f"{names.get(part, part)} {points}" for part, points in line.parts.items() if points)

    def _output(self, answer: TurnsAnswer) -> LineOutput:
        goal, line = self.asked, answer.line
        return LineOutput(
            file=self.file,
            status=answer.status,
            bound=answer.bound,
            goal=str(goal) if goal != MOST else ABSENT,
            score=ABSENT if line is None else line.total,
            parts=ABSENT if line is None else line.parts,
            turns=ABSENT if line is None else turn_texts(line),
            seconds=round(answer.seconds, 3),
        )

    def _reply_lines(self, found: LastRound) -> Iterator[str]:
        """The lead after the reply, both turns, and with `why` every first take."""
        if found.line is None or found.replied is None:
            yield f"{self.file}: no sequence of turns found in the time given{_at_most(found.bound)}"
            return
        if found.status == "optimal":
            lead = found.line.total - found.replied
            yield f"{self.file}: a lead of {lead} ({found.line.total} to {found.replied}), optimal"
        else:
            yield f"{self.file}: a lead of at least {found.low}{_at_most(found.bound)}"
        for player, moves in zip(self.puzzle.players, turn_texts(found.line), strict=True):
            yield f"  {player.name}: {moves}"
        if self.why:
            yield from map(_replied, found.takes)

    def _reply_output(self, found: LastRound) -> LineOutput:
        """The bound is that of the lead."""
        output = LineOutput(file=self.file, status=found.status, bound=found.bound, seconds=round(found.seconds, 3))
        if found.line is not None and found.replied is not None:
            own, reply = turn_texts(found.line)
            output.score, output.parts, output.turns = found.line.total, found.line.parts, [own]
            output.lead = found.line.total - found.replied
            output.reply = ReplyOutput(score=found.replied, moves=reply)
        if self.why:
            output.takes = [
                RatedTake(take="; ".join(take.take.moves), status=take.own.status, bound=take.high)
                for take in found.takes
            ]
        return output


def _drawing(puzzle: TurnsPuzzle, line: PlayedLine) -> str:
    """A row per moment: the boards of the active players, and those of the table."""
    from tilewright.play.positions import position_of

    names = [player.name for player in puzzle.players]
    stages = [puzzle.position, *(position_of(table, names, puzzle.cards) for table in line.tables)]
    rows = [_stage(stages[0], stages[0], 1 + puzzle.answered, "before")]
    for number, (before, after) in enumerate(pairwise(stages), 1):
        row = _stage(before, after, 1 + puzzle.answered, f"after turn {number}")
        mover = number - 1 if puzzle.answered else 0
        caption = "; ".join(filter(None, (row[mover].caption, *line.turns[number - 1])))
        row[mover] = replace(row[mover], caption=caption)
        rows.append(row)
    return svg([picture for row in rows for picture in row], title=puzzle.title, in_row=len(rows[0]))


def _stage(before: Position, after: Position, playing: int, when: str) -> list[Picture]:
    """The boards at a moment, with the spaces marked where a player's stacks have grown."""
    found = []
    for old, new in zip(before.players[:playing], after.players[:playing], strict=True):
        stacks = zip(old.board.stacks, new.board.stacks, strict=True)
        grown = (at for at, (o, n) in enumerate(stacks) if (n.height, len(n.caps)) > (o.height, len(o.caps)))
        picture = of_player(new, after.game)
        found.append(replace(picture, title=f"{new.name}, {when}", placed=frozenset(grown)))
    tables = [(name, board) for name, board in after.boards.items() if not board.pool]
    return found + [Picture(board, after.game, title=f"{name}, {when}") for name, board in tables]


def _leading_lines(takes: Sequence[TakeAnswer], unique: bool | None, every: bool) -> Iterator[str]:
    """Whether the first take is the only one; if not, and not all were printed already, two of them."""
    sure = [take for take in takes if take.answer.line is not None]
    if not sure:
        return
    if unique:
        yield f"  the only optimal first take: {sure[0].text}"
    elif unique is False:
        yield f"  not the only optimal first take: {'; or '.join(take.text for take in sure[:2])}"
        if every:
            yield f"  {len(sure)} optimal first takes"
    else:
        yield f"  not known whether {sure[0].text} is the only optimal first take"


def _hint_texts(hint: TurnsHint) -> tuple[str, str, str]:
    """When the points come, then the first move, then the first take."""
    gains = ", ".join(f"{points} in turn {number}" for number, points in enumerate(hint.gains, 1))
    if hint.loss is None:
        loss = "there is only one first take"
    elif hint.loss:
        loss = f"every other first take loses at least {hint.loss}"
    else:
        loss = "several first takes are equally good"
    moves = hint.take.moves
    return (
        f"the points by turn: {gains}; {loss}",
        f"the first turn begins with {moves[0]}",
        f"the first take is {'; '.join(moves)}",
    )


def _hint_output(file: str, hint: TurnsHint | None, level: int) -> TurnsHintOutput:
    if hint is None:
        return TurnsHintOutput(file=file, gains=None)
    return TurnsHintOutput(
        file=file,
        gains=hint.gains,
        loss=hint.loss,
        move=hint.take.moves[0] if level > 1 else ABSENT,
        take="; ".join(hint.take.moves) if level > 2 else ABSENT,
    )


def total_text(puzzle: TurnsPuzzle, line: PlayedLine) -> str:
    """What a line is worth: points, or a number of what the puzzle asks for in their place."""
    return str(line.total) if puzzle.worth else in_points(line.total)


def turn_texts(line: PlayedLine) -> list[str]:
    """The turns of a line as they are written."""
    return ["; ".join(moves) for moves in line.turns]


def _at_most(bound: int | None) -> str:
    return "" if bound is None else f", at most {bound}"


def _take_line(take: TakeAnswer, best: int) -> str:
    """How a first take compares with the best."""
    answer, short = take.answer, take.short(best)
    if answer.line is None:
        return f"  {take.text}: not known{_at_most(answer.bound)}"
    if answer.status != "optimal":
        return f"  {take.text}: at least {answer.line.total}{_at_most(answer.bound)}"
    return f"  {take.text}: {answer.line.total}{f', {short} short' if short else ''}"


def _rated(take: TakeAnswer) -> RatedTake:
    line = take.answer.line
    return RatedTake(
        take=take.text,
        status=take.answer.status,
        bound=take.answer.bound,
        score=ABSENT if line is None else line.total,
        turns=ABSENT if line is None else turn_texts(line),
    )


def _replied(take: RepliedTake) -> str:
    low, high = take.low, take.high
    lead = f"a lead of {low}" if low == high else f"a lead of {low} to {high}"
    return f"  {'; '.join(take.take.moves)}: {lead if low is not None and high is not None else 'not known'}"
