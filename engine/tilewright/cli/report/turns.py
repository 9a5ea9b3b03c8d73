"""Answers to puzzles about turns, as text, as JSON (line/1, take/1, turns-hint/1) and as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from tilewright.draw import svg
from tilewright.draw.picture import Picture, of_player
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import LineOutput, RatedTake, ReplyOutput, TurnsHintOutput
from tilewright.solver.wordings import in_points
from tilewright.table.goal import MOST, Goal
from tilewright.table.position import Position
from tilewright.table.turns_puzzle import TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.turns.first_takes import TakeAnswer, TurnsHint
    from tilewright.turns.last_round import LastRound, RepliedTake
    from tilewright.turns.lines import Endgame, PlayedLine
    from tilewright.turns.solve import TurnsAnswer


def turns_lines(name: str, puzzle: TurnsPuzzle, goal: Goal, answer: TurnsAnswer) -> Iterator[str]:
    """What was found: how it ended, the total and its parts, and the moves turn by turn."""
    turns = f"{puzzle.turns} turn{'' if puzzle.turns == 1 else 's'}"
    at_most = "" if answer.bound is None else f", at most {answer.bound}"
    if answer.line is None:
        nothing = ""
        if answer.status == "infeasible":
            nothing = f"no {turns} lead to {goal}" if puzzle.worth else f"no {turns} score {goal} points"
        yield f"{name}: {nothing or 'no sequence of turns found in the time given'}{'' if nothing else at_most}"
        return
    points = f"{_total(puzzle, answer.line)} in {turns}"
    if goal != MOST:
        yield f"{name}: {points}; the goal is {goal}"
    elif answer.status == "optimal":
        yield f"{name}: {points}, optimal"
    else:
        yield f"{name}: at least {points}{at_most}"
    yield from _moves(answer.line)


def _total(puzzle: TurnsPuzzle, line: PlayedLine) -> str:
    """What a line is worth: points, or a number of what the puzzle asks for in their place."""
    return str(line.total) if puzzle.worth else in_points(line.total)


def _moves(line: PlayedLine) -> Iterator[str]:
    for number, moves in enumerate(line.turns, 1):
        yield f"  turn {number}: {'; '.join(moves)}"
    yield "  " + ", ".join(f"{part} {points}" for part, points in line.parts.items() if points)


def turns_output(name: str, goal: Goal, answer: TurnsAnswer) -> LineOutput:
    """The same as a line of JSON."""
    line = answer.line
    return LineOutput(
        file=name,
        status=answer.status,
        bound=answer.bound,
        goal=str(goal) if goal != MOST else ABSENT,
        score=ABSENT if line is None else line.total,
        parts=ABSENT if line is None else line.parts,
        turns=ABSENT if line is None else ["; ".join(moves) for moves in line.turns],
        seconds=round(answer.seconds, 3),
    )


def attempt_lines(puzzle: TurnsPuzzle, line: PlayedLine, ending: Endgame, name: str) -> Iterator[str]:
    """What turns of somebody's own come to, part by part; after a reply the lead."""
    left = puzzle.turns + puzzle.answered - len(line.turns)
    yield f"{name}: {_total(puzzle, line)} after {len(line.turns)} of {len(line.turns) + left} turns"
    yield from (f"  {points:>5}  {part}" for part, points in line.parts.items())
    if puzzle.answered and not left:
        yield f"  a lead of {line.total - sum(ending.parts(line.table, 1).values())}"


# ------------------------------------------------------------------ first takes


def takes_lines(takes: Iterable[TakeAnswer], unique: bool | None, every: bool) -> Iterator[str]:
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


def take_line(take: TakeAnswer, best: int) -> str:
    """What a first take comes to beside the best."""
    answer, short = take.answer, take.short(best)
    if answer.line is None:
        return f"  {take.text}: not known{'' if answer.bound is None else f', at most {answer.bound}'}"
    if answer.status != "optimal":
        return (
            f"  {take.text}: at least {answer.line.total}{'' if answer.bound is None else f', at most {answer.bound}'}"
        )
    return f"  {take.text}: {answer.line.total}{f', {short} short' if short else ''}"


def first_takes(takes: Iterable[TakeAnswer]) -> list[RatedTake]:
    """First takes as an output lists them."""
    return [
        RatedTake(
            take=take.text,
            status=take.answer.status,
            bound=take.answer.bound,
            score=ABSENT if take.answer.line is None else take.answer.line.total,
            turns=ABSENT if take.answer.line is None else ["; ".join(moves) for moves in take.answer.line.turns],
        )
        for take in takes
    ]


# ------------------------------------------------------------------ hints


def hint_lines(name: str, hint: TurnsHint | None, level: int) -> Iterator[str]:
    """What the first turn begins with stands below the points by turn."""
    if hint is None:
        yield f"{name}: no hint: there is no solution, or the value of every first take is not known in the time given"
        return
    points, *takes = hint_texts(hint)
    yield f"{name}: {points}"
    if level > 1:
        yield f"  {takes[min(level, 3) - 2]}"


def hint_texts(hint: TurnsHint) -> tuple[str, str, str]:
    """What a hint of each level says."""
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


def hint_output(name: str, hint: TurnsHint | None, level: int) -> TurnsHintOutput:
    """The same as a line of JSON."""
    if hint is None:
        return TurnsHintOutput(file=name, gains=None)
    return TurnsHintOutput(
        file=name,
        gains=hint.gains,
        loss=hint.loss,
        move=hint.take.moves[0] if level > 1 else ABSENT,
        take="; ".join(hint.take.moves) if level > 2 else ABSENT,
    )


# ------------------------------------------------------------------ a reply


def round_lines(name: str, puzzle: TurnsPuzzle, found: LastRound, why: bool) -> Iterator[str]:
    """The lead after the reply, both turns, and with `why` every first take."""
    at_most = "" if found.bound is None else f", at most {found.bound}"
    if found.line is None or found.replied is None:
        yield f"{name}: no sequence of turns found in the time given{at_most}"
        return
    lead = found.line.total - found.replied
    sums = f"{found.line.total} to {found.replied}"
    if found.status == "optimal":
        yield f"{name}: a lead of {lead} ({sums}), optimal"
    else:
        yield f"{name}: a lead of at least {found.low}{at_most}"
    for player, moves in zip(puzzle.players, found.line.turns, strict=True):
        yield f"  {player.name}: {'; '.join(moves)}"
    if why:
        yield from (_replied(take) for take in found.takes)


def _replied(take: RepliedTake) -> str:
    low, high = take.low, take.high
    lead = f"a lead of {low}" if low == high else f"a lead of {low} to {high}"
    return f"  {'; '.join(take.take.moves)}: {lead if low is not None and high is not None else 'not known'}"


def round_output(name: str, found: LastRound, why: bool) -> LineOutput:
    """The same as a line of JSON; `bound` is that of the lead."""
    output = LineOutput(file=name, status=found.status, bound=found.bound, seconds=round(found.seconds, 3))
    if found.line is not None and found.replied is not None:
        own, reply = found.line.turns
        output.score, output.parts, output.turns = found.line.total, found.line.parts, ["; ".join(own)]
        output.lead = found.line.total - found.replied
        output.reply = ReplyOutput(score=found.replied, moves="; ".join(reply))
    if why:
        output.takes = [
            RatedTake(take="; ".join(take.take.moves), status=take.own.status, bound=take.high) for take in found.takes
        ]
    return output


# ------------------------------------------------------------------ pictures


def turns_svg(puzzle: TurnsPuzzle, line: PlayedLine) -> str:
    """A row for each moment: the boards of the players who play, those of the table beside them."""
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
    """The boards at one moment; marked are the spaces of players that have grown."""
    found = []
    for old, new in zip(before.players[:playing], after.players[:playing], strict=True):
        stacks = zip(old.board.stacks, new.board.stacks, strict=True)
        grown = (at for at, (o, n) in enumerate(stacks) if (n.height, len(n.caps)) > (o.height, len(o.caps)))
        picture = of_player(new, after.game)
        found.append(replace(picture, title=f"{new.name}, {when}", placed=frozenset(grown)))
    tables = [(name, board) for name, board in after.boards.items() if not board.pool]
    return found + [Picture(board, after.game, title=f"{name}, {when}") for name, board in tables]
