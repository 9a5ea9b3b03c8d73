"""Outputs of solving: answers to puzzles, bounds and proofs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from tilewright.outputs.output import (
    ABSENT,
    SPREAD,
    Count,
    NotNegative,
    OneOrMore,
    Output,
    PlayedMove,
    Positive,
    SolveStatus,
    TwoOf,
    one_of,
)


class ConflictSets(Output):
    """Sets of parts that conflict."""

    sets: Sequence[OneOrMore[str]]
    """each a set of parts of the score that cannot be met together"""
    complete: bool
    """whether every other conflict contains one of these"""


class ChangeWorth(Output):
    """A change to a puzzle."""

    change: str
    """the change, in words"""
    worth: int | None
    """the best result with it"""
    known: bool
    """whether that is proved"""


class PartAlone(Output):
    """The most that a part of the score can be."""

    part: str
    """the line of the final score, or the id of the card"""
    most: int
    """its maximum"""
    parts: Mapping[str, int] | None
    """the parts of the best score with that maximum; null if not known"""


class PointsReason(Output):
    """Points and what earned them."""

    points: int
    """the points"""
    line: str
    """the line of the rule"""
    spaces: Sequence[str]
    """the spaces that earned them"""


class WhyOutput(Output):
    """with --why: what limits the score and where the points come from"""

    best: int | None
    """the most points"""
    changes: Sequence[ChangeWorth]
    """changes to the puzzle, and the best result with each: points, or what the goal counts (pieces as a negative
    number); null if nothing can be placed then, or if it is not known"""
    alone: Sequence[PartAlone]
    """the maximum of each part of the score, and the parts of the best score with it"""
    complete: bool
    """whether there was enough time for all of it"""
    limits: Sequence[str] = ABSENT
    """the limits of the puzzle that together keep the goal out of reach; empty: it is out of reach without any limits"""
    enough: Sequence[str] = ABSENT
    """those limits without which the goal can be reached although all others hold"""
    near: TwoOf[int | None] = ABSENT
    """the next lower and higher scores that can be reached, if this one cannot"""
    points: Mapping[str, Sequence[PointsReason]] = ABSENT
    """by part of the score: the points, the line of the rule that gave them, and the spaces that earned them"""


class SolutionOutput(Output, format="solution/1"):
    """Solution.

    What `solve --json` prints for each puzzle, one object per line; a file with errors gives a check/1 object instead.
    """

    file: str
    """the file as it was named; - for standard input"""
    status: SolveStatus
    """optimal: proved that no answer is better for the goal; feasible: an answer, not proved best; infeasible: there is
    none; unknown: none was found in time"""
    score: int | None = ABSENT
    """of the best answer found"""
    bound: int | None = ABSENT
    """a proved bound: no answer scores more; with the goal fewest, none places fewer pieces; with meet, none meets more
    parts; null with other goals"""
    parts: Mapping[str, int] = ABSENT
    """points by line of the final score, and by card id"""
    board: Mapping[str, str | None] = SPREAD
    """the final board in one line, by its name in the game file"""
    seconds: NotNegative = ABSENT
    """how long the search took"""
    goal: str = ABSENT
    """what was asked, if not the most points"""
    pieces: Count | None = ABSENT
    """with the goal fewest: how many pieces are placed"""
    met: Sequence[str] = ABSENT
    """with the goal meet: the parts of the score that are met"""
    reasons: OneOrMore[str] = ABSENT
    """for an infeasible puzzle: why there is no answer"""
    solutions: Count = ABSENT
    """with --all or --unique: how many best answers there are; a lower bound if not complete"""
    complete: bool = ABSENT
    """whether it is proven that there are no other best answers"""
    unique: bool | None = ABSENT
    """whether there is exactly one best answer; null if not known"""
    boards: Sequence[str] = ABSENT
    """with --all: the final board of each best answer, in one line"""
    groups: Sequence[OneOrMore[Count]] = ABSENT
    """with --all: the numbers of the boards, from 0, grouped if they differ only in pieces that pay nothing; absent for
    more than 1000 boards"""
    clashes: ConflictSets = ABSENT
    """with the goal meet: the smallest sets of parts that cannot be met together; complete: every other one contains one
    of these"""
    why: WhyOutput = ABSENT
    """with --why: what limits the score and where the points come from"""


class PlacementOutput(Output, format="placement/1", keywords={"minProperties": 4, "maxProperties": 4}):
    """Placement.

    What `solve --all --json` prints for each of several equally good placements, as they are found; the last line is a
    solution/1. The key of the final board is the game's name for boards.
    """

    file: str
    """the file as it was named; - for standard input"""
    number: Positive
    """its number, counted from 1"""
    board: Mapping[str, str] = SPREAD
    """the final board in one line"""


class HintOutput(Output, format="hint/1"):
    """Hint.

    What `solve --hint --json` prints for each file: the row that matters most; from --hint 2 on, its column; from 3 on,
    what goes there.
    """

    file: str
    """the file as it was named; - for standard input"""
    row: Positive | None
    """counted from 1; null if there is no hint"""
    loss: Count | None = ABSENT
    """how much worse the best placement is if the space becomes something else; null if there is none"""
    column: Positive = ABSENT
    """from --hint 2 on: the column"""
    what: str = ABSENT
    """the code of the piece to place, then the marks of the caps"""


class AttemptOutput(Output, format="attempt/1"):
    """Attempt.

    What `try --json` prints. The key of the board is the game's name for boards.
    """

    file: str
    """the file as it was named; - for standard input"""
    score: int
    """the score of the attempt"""
    parts: Mapping[str, int]
    """points by line of the final score, and by card id"""
    faults: Sequence[str]
    """what breaks the placing rules, or is left over"""
    reached: bool
    """whether the goal of the puzzle is reached; always true if the goal is the most points"""
    board: Mapping[str, str] = SPREAD
    """the final board in one line"""
    short: int | None = ABSENT
    """with --far: how many points it is below the best; null if not known"""


class RatedTake(Output):
    """A first take of a line of play."""

    take: str
    """its moves, separated by ';'"""
    status: SolveStatus
    """optimal: proved; feasible: found in time; infeasible: no line begins so; unknown: none was found in time"""
    bound: int | None
    """no line that begins with it scores more"""
    score: int = ABSENT
    """the score of the best line found that begins with it"""
    turns: Sequence[str] = ABSENT
    """that line"""


class ReplyOutput(Output):
    """the turn of the other player"""

    score: int
    """the score of the other player after it"""
    moves: str
    """its moves, separated by ';'"""


class LineOutput(Output, format="line/1"):
    """Line of play.

    The answer to a puzzle about turns: what solve --json prints, one object per line.
    """

    file: str
    """the file as it was named; - for standard input"""
    status: SolveStatus
    """optimal: proved, or the goal is reached; feasible: the best found in time; infeasible: no line reaches the goal;
    unknown: nothing found in time"""
    bound: int | None
    """no line scores more; null when nothing was proved"""
    goal: str = ABSENT
    """what was asked, if not the most points"""
    score: int = ABSENT
    """the score of the line, as played by the game's rules"""
    parts: Mapping[str, int] = ABSENT
    """points by line of the final score or card id"""
    turns: Sequence[str] = ABSENT
    """the moves of each turn, separated by ';'"""
    lead: int = ABSENT
    """with a reply: the lead of the first player after it"""
    reply: ReplyOutput = ABSENT
    """the turn of the other player"""
    seconds: NotNegative
    """how long the search took"""
    unique: bool | None = ABSENT
    """whether a single first take leads to the answer; null when that is not known"""
    takes: Sequence[RatedTake] = ABSENT
    """with --all and --unique the first takes that lead to the answer, with --why all of them"""


class TakeOutput(Output, format="take/1"):
    """First take.

    What `solve --all --json` prints for each first take of a puzzle about turns that leads to the answer, as it is found.
    """

    file: str
    """the file as it was named; - for standard input"""
    number: Positive
    """its number, counted from 1"""
    take: str
    """its moves, separated by ';'"""
    score: int
    """the score of the line"""
    turns: Sequence[str]
    """a line that begins with it: the moves of each turn"""


class TurnsHintOutput(Output, format="turns-hint/1"):
    """Hint about turns.

    What `solve --hint --json` prints for a puzzle about turns: when the points come; from --hint 2 on, the first move;
    from 3 on, the whole first take.
    """

    file: str
    """the file as it was named; - for standard input"""
    gains: Sequence[int] | None
    """what each turn of the best line adds to the score; null if there is no hint"""
    loss: Count | None = ABSENT
    """how much less the best line with another beginning scores; null if there is no other beginning"""
    move: str = ABSENT
    """from --hint 2 on: the first move"""
    take: str = ABSENT
    """from --hint 3 on: the first take, its moves separated by ';'"""


class FirstMove(Output):
    """A first move and its result."""

    move: str
    """the move, as it is typed"""
    worths: Sequence[int]
    """the result for each player, in turn order"""


class ContestOutput(Output, format="contest/1"):
    """Best play of a turn.

    What `solve --json` prints for a puzzle about moves, one object per line: the best line of a turn in which several
    players decide.
    """

    file: str
    """the name of the file"""
    worth: str
    """the number that every player maximizes"""
    players: Sequence[str]
    """the names of the players, in turn order"""
    worths: Sequence[int]
    """the result of best play for each player"""
    line: Sequence[PlayedMove]
    """the moves of best play, with the player who makes each"""
    unique: bool
    """whether exactly one first move is best"""
    lines: int | None
    """how many lines of moves the turn has, if they were counted"""
    states: Count
    """how many moves were played in the search"""
    firsts: Sequence[FirstMove]
    """the result of each first move, the best first"""


class MeasureOutput(Output, format="measure/1"):
    """Measure of layouts.

    What `solve --json` prints for a puzzle about layouts, and the command `bounds` of a class of layouts for every
    number, one object per line: the values of a measure over all layouts within the guidelines, or over all fillings of
    one.
    """

    file: str
    """the name of the file; for `bounds`, the id of the layout"""
    measure: str
    """the measure as given in the puzzle or the command"""
    goal: str
    """most, least, at least 17, at most 17"""
    over: Annotated[str, one_of("fillings", "guidelines")] = ABSENT
    """what varies: the fillings of one layout, or all layouts within the guidelines"""
    status: SolveStatus
    """optimal: proved, or the threshold is reached; feasible: the time ran out first; infeasible: there is none; unknown:
    none was found in time"""
    value: int | None
    """the value of the measure on the board; null without one"""
    bound: int | None
    """a proved bound: no board exceeds this; null if nothing is asked or known about it"""
    board: Mapping[str, str | None] = SPREAD
    """the board in one line, by the name of its class in the game file; null without one"""
    seconds: NotNegative
    """how long the search took"""


class PoolOutput(Output, format="pool/1"):
    """Content of a pool.

    What `solve --json` prints for a puzzle over a pool, one object per line: what has to be in it.
    """

    file: str
    """the name of the file"""
    measure: str
    """the measure, as the puzzle gives it"""
    goal: Annotated[str, one_of("most", "least")]
    """whether the measure is to be as large or as small as possible"""
    where: str
    """the condition after the turn, as the puzzle has it"""
    pool: str
    """the pool whose content is asked for"""
    status: SolveStatus
    """optimal: proved; feasible: the time ran out first; infeasible: no content leads there; unknown: none was found in
    time"""
    content: str | None
    """the codes of the pieces, equal ones counted, as in a position; null without an answer"""
    line: Sequence[str]
    """moves that lead from there to where the condition holds"""
    value: int | None
    """the value of the measure; null without an answer"""
    bound: int | None
    """a proved bound: no content exceeds this; null if nothing is known about it"""
    unique: bool | None
    """whether the best content is unique; null if not requested or not known"""
    seconds: NotNegative
    """how long the search took"""


class ScoreRange(Output):
    """The least and the most that a card can pay, for a number of players."""

    players: Positive
    """the number of players"""
    min: int
    """the least that was found"""
    max: int
    """the most that was found"""
    status: Annotated[str, one_of("optimal", "feasible")]
    """optimal: both ends are proved; feasible: the time ran out first"""
    limits: TwoOf[int | None]
    """proved: no board pays less than the first or more than the second; null if the time ran out before anything was
    proved"""
    seconds: NotNegative
    """how long the search took"""
    board: Mapping[str, str] = SPREAD
    """with --show: a board in one line that attains the most"""
    others: OneOrMore[str] = ABSENT
    """with --show: the boards of the other players, in turn order, one line each"""


class BoundsOutput(Output, format="bounds/1"):
    """Bounds.

    What `bounds --json` prints, one object per line for each card: the least and the most it can pay on any board that
    the pieces allow.
    """

    card: str
    """the id of the card"""
    min: int
    """the least that was found"""
    max: int
    """the most that was found"""
    status: Annotated[str, one_of("optimal", "feasible")]
    """optimal: both ends are proved; feasible: the time ran out first"""
    limits: TwoOf[int | None] = ABSENT
    """proved: no board pays less than the first or more than the second; null if the time ran out before anything was
    proved"""
    seconds: NotNegative = ABSENT
    """how long the search took"""
    board: Mapping[str, str] = SPREAD
    """with --show: a board in one line that attains the most, by its name in the game file"""
    others: OneOrMore[str] = ABSENT
    """with --show: the boards of the other players, in turn order, one line each"""
    players: OneOrMore[ScoreRange] = ABSENT
    """for a card that looks at other players: the same for each number of players"""


class ProofOutput(
    Output,
    format="proof/1",
    keywords={"if": {"properties": {"verdict": {"const": "different"}}}, "then": {"required": ["scores"]}},
):
    """Proof.

    What `prove --json` prints: whether two rules pay the same on all boards up to a size and height.
    """

    verdict: Annotated[str, one_of("equal", "different", "unknown")]
    """equal on all these boards (with --at-most: the first never pays more); different, with a counterexample; unknown:
    not decided in time"""
    cards: TwoOf[str] = ABSENT
    """what was compared: ids of cards or texts"""
    at_most: bool = ABSENT
    """whether the question was only if the first can pay more"""
    seconds: NotNegative = ABSENT
    """how long the search took"""
    scores: TwoOf[int] = ABSENT
    """what the two pay on the counterexample"""
    board: Mapping[str, str | None] = SPREAD
    """the smallest counterexample, a board in one line, by its name in the game file"""
    smallest: bool = ABSENT
    """whether it is proved that no counterexample is smaller"""
    others: OneOrMore[str] = ABSENT
    """of the counterexample: the boards of the other players, in turn order"""
    position: str = ABSENT
    """the counterexample as a position file"""


class DifficultyOutput(Output, format="difficulty/1"):
    """Difficulty of a puzzle.

    What `puzzle rate --json` prints for each file and `puzzle new --json` for each seed; a file with errors gives a
    check/1 object instead.
    """

    file: str = ABSENT
    """the file that was rated"""
    seed: Count = ABSENT
    """for a new puzzle"""
    status: Annotated[str, one_of("found", "unknown")] = ABSENT
    """for a new puzzle"""
    level: Annotated[str, one_of("easy", "medium", "hard", "fiendish")] = ABSENT
    """the difficulty as a word"""
    difficulty: float = ABSENT
    """the sum of the parts"""
    parts: Mapping[str, float] = ABSENT
    """what makes the difficulty, by name"""
    score: int = ABSENT
    """of the best placement or line"""
    greedy: float = ABSENT
    """the mean score of always taking the best immediate placement"""
    near: Count = ABSENT
    """placements (for puzzles about turns: first takes) at most a point short of the best, including the best; at most
    128 placements are counted"""
    conflicts: Count = ABSENT
    """of plain clause learning for a proof; at most 16384 are counted"""
    refuted: Count = ABSENT
    """for puzzles about turns: first takes that look as if they came within a point of the best but do not"""
    text: str = ABSENT
    """the file for a new puzzle"""


_FOUND = {
    "properties": {"status": {"const": "found"}},
    "required": ["id", "players", "seed", "symmetry", "heights", "total", "floors", "text"],
}
_NOT_FOUND = {"properties": {"status": {"enum": ["infeasible", "unknown"]}}, "required": ["reasons"]}


class LayoutOutput(Output, format="layout/1", keywords={"oneOf": [_FOUND, _NOT_FOUND]}):
    """New layout.

    What `CLASS new --json` prints for each layout: the layout, or why there is none; a drawing with errors gives a
    check/1 object instead.
    """

    class_: str
    """the class of layouts, as the game file names it"""
    status: Annotated[str, one_of("found", "infeasible", "unknown")]
    """infeasible: proved; unknown: none was found, and nothing was proved"""
    id: str = ABSENT
    """the id of the layout"""
    players: TwoOf[Positive] = ABSENT
    """the fewest and the most players"""
    seed: Count = ABSENT
    """the seed that gives the same layout again"""
    symmetry: Annotated[str, one_of("none", "mirror", "flip", "both", "half-turn", "quarter-turn", "diagonal")] = ABSENT
    """the symmetry of the heights"""
    heights: OneOrMore[OneOrMore[Count]] = ABSENT
    """row by row; 0: no stack"""
    total: Positive = ABSENT
    """the number of pieces"""
    floors: Sequence[Positive] = ABSENT
    """how many stacks reach floor 1, 2 ..."""
    text: str = ABSENT
    """the layout as a file of the language"""
    reasons: OneOrMore[str] = ABSENT
    """if none is found: the requirements that conflict, one per line"""
