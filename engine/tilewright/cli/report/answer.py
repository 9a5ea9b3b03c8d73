"""Scores, answers to puzzles, and new puzzles with their difficulty, as text and JSON."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from tilewright.cli.terminal import colored
from tilewright.diagnostics import Diagnostics
from tilewright.draw import terminal
from tilewright.draw.picture import of_board
from tilewright.draw.text import CHOICE, beside, compact
from tilewright.files.printing import print_puzzle, print_turns_puzzle
from tilewright.meaning.explained import Reason, SpaceIds
from tilewright.meaning.scoring import Score, score, scoring_sources, titles, unpaid_lines
from tilewright.outputs.files import PlayerScore, ScoreOutput
from tilewright.outputs.output import ABSENT, plain
from tilewright.outputs.solving import (
    ChangeWorth,
    ConflictSets,
    DifficultyOutput,
    PartAlone,
    PointsReason,
    SolutionOutput,
    WhyOutput,
)
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.packs.tables import Loaded, TableFile
from tilewright.solver.variants import variants
from tilewright.solver.wordings import headline, picture, sensitivity_lines
from tilewright.source import Source
from tilewright.stopping import Unsupported
from tilewright.table.board import Board
from tilewright.table.geometry import Geometry
from tilewright.table.goal import MOST
from tilewright.table.position import Position, Puzzle

if TYPE_CHECKING:
    from tilewright.design.difficulty import Difficulty
    from tilewright.design.endings import EndingDifficulty, NewEnding
    from tilewright.design.puzzles import NewPuzzle
    from tilewright.questions.placement import PlacementAnswer
    from tilewright.solver.enumerate import Solutions
    from tilewright.solver.solve import Solution
    from tilewright.solver.why import MinimalSubsets, Sensitivity


def score_output(file: str, scores: Iterable[Score], best: Sequence[str]) -> ScoreOutput:
    """The scores of a file as JSON."""
    players = [PlayerScore(name=one.name, total=one.total, parts=one.parts) for one in scores]
    return ScoreOutput(file=file, players=players, winners=best)


def score_lines(loaded: Loaded[Position], scores: Sequence[Score], best: Sequence[str], brief: bool) -> Iterator[str]:
    """The parts of each score, the spaces that earned them unless `brief`, and the winners."""
    sources = scoring_sources(loaded.pack.source, loaded.value.game, loaded.cards)
    names = titles(loaded.cards)
    yield click.style(loaded.source.name, bold=True)
    for found, player, unpaid in zip(
        scores, loaded.value.players, unpaid_lines(loaded.value, loaded.cards), strict=True
    ):
        yield from _player(found, player.board.geometry, sources, names, None if brief else unpaid)
    silent = [card.id for card in loaded.cards if card.rule is None]
    if silent:
        yield f"  without points: {', '.join(silent)}"
    if not loaded.final:
        yield "The game has not ended."
    elif len(scores) > 1:
        yield f"{'Winner' if len(best) == 1 else 'Shared by'}: {', '.join(best)}"


def part_line(points: int, part: str, names: Mapping[str, str]) -> str:
    """The points of a part of the score; `names` are the titles of parts that are cards."""
    return f"  {points:>5}  {names.get(part, part)}"


def _player(
    found: Score,
    geometry: Geometry,
    sources: dict[str, Source],
    names: Mapping[str, str],
    unpaid: Mapping[str, list[Reason]] | None,
) -> Iterator[str]:
    yield f"  {click.style(found.name, bold=True)}  {found.total}"
    for part, points in found.parts.items():
        yield part_line(points, part, names)
        if unpaid is not None:
            reasons = found.reasons[part] or unpaid.get(part, [])
            yield from why_lines(reasons, sources[part], geometry)


def why_lines(reasons: Iterable[Reason], source: Source, geometry: Geometry) -> Iterator[str]:
    """The reasons of a part of the score by source line, with equal ones combined."""
    by_line: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for reason in reasons:
        groups = by_line.setdefault(_by_number(source.slice(reason.span)), {})
        for worth, spaces in _shares(reason):
            about = ", ".join(word for word in reason.what if "(" not in word)
            compared = f"({'; '.join(reason.compared)})" if reason.compared else ""
            part = geometry.part(spaces)
            where = part or " ".join(geometry.name(space) for space in spaces)
            alone = where if len(spaces) > 1 and not part else ""  # a set or group has a line of its own
            about, place = ("" if part == about else about), "in" if part else "at"
            shown = f"{worth:+d}{f' = {reason.sum}' if reason.sum else ''}"
            groups.setdefault((shown, about, compared, place, alone), []).append(where)
    for line, groups in by_line.items():
        yield f"           {click.style(line, dim=True)}"
        for (points, about, compared, place, _), places in groups.items():
            each = " each" if len(places) > 1 else ""
            where = ", ".join(filter(None, places))
            parts = [f"{points}{each}", about, f"{place} {where}" if where else "", compared]
            yield "           " + "  ".join(part for part in parts if part)


def _shares(reason: Reason) -> list[tuple[int, SpaceIds]]:
    """The points of each set or group that a line counts; of single things, all points together."""
    units = reason.units
    if len(units) < 2 or max(map(len, units)) == 1 or reason.points % len(units):
        return [(reason.points, reason.spaces)]
    return [(reason.points // len(units), unit) for unit in units]


_TABLE = re.compile(r"^score (?P<number>.*) read as (?P<entries>[-\w:, ]+?)(?P<each> for each .*)?$")
_ENTRY = re.compile(r"(\d+(?: or more| or fewer| or less| to \d+)?): (-?\d+)")


def _by_number(line: str) -> str:
    """A line with a table as a sentence: `score height read as 1: 1, 2: 3` is by height: 1 point for 1, 3 for 2."""
    found = _TABLE.match(line)
    entries = [f"{points} for {number}" for number, points in _ENTRY.findall(found["entries"])] if found else []
    if not found or not entries:
        return line
    first = entries[0].replace(" for", " point for" if entries[0].startswith("1 ") else " points for")
    return f"by {found['number']}: {', '.join([first, *entries[1:]])}{found['each'] or ''}"


# ------------------------------------------------------------------ the answer to a puzzle


def lines_of(loaded: Loaded[Puzzle], found: PlacementAnswer, every: bool) -> Iterator[str]:
    """The answer to a puzzle; with `every` one line per answer."""
    answer, color = found.answer, colored(sys.stdout)
    puzzle, several = loaded.value, found.solutions
    groups = variants(puzzle, loaded.cards, several.boards) if several and every else None
    name = click.style(loaded.source.name, bold=True)
    yield f"{name}: {headline(puzzle, answer)} ({answer.seconds:.2f} s)"
    yield from (f"  {reason}" for reason in answer.reasons)
    if answer.board is not None:
        yield from (f"  {line}" for line in ([_how_many(several, groups)] if several else []))
        if several and not every and len(several.boards) > 1:
            yield from _two(puzzle, several.boards[0], several.boards[1], color)
        else:
            # the caption is in the headline above
            yield terminal(replace(picture(puzzle, answer), caption=""), color=color)
        yield from _part_lines(loaded, answer, found.why is not None)
    if several and groups and len(groups) < len(several.boards):
        yield "  the essentially different ones, each with the number of variants that differ only in pieces that score nothing"
        yield from (f"    {len(group):>4} x  {several.boards[group[0]]!r}" for group in groups)
    if found.clashes is not None:
        yield from _clashes(puzzle, found.clashes)
    if found.why is not None:
        yield from _why(loaded, found)


def _how_many(found: Solutions, groups: list[list[int]] | None) -> str:
    count = len(found.boards)
    different = f"; {len(groups)} essentially different" if groups and len(groups) < count else ""
    if count == 1:
        return "unique solution" if found.complete else "not known whether the solution is unique"
    if found.complete:
        return f"exactly {count} placements have this score{different}"
    return f"not unique: at least {count} placements have this score{different}"


def _two(puzzle: Puzzle, one: Board, other: Board, color: bool) -> Iterator[str]:
    """Two boards side by side, with their differences marked."""
    spaces = [s for s in range(one.geometry.size) if one.stacks[s] != other.stacks[s]]
    blocks = [
        compact(of_board(board, puzzle.game, title), frozenset(spaces), color=color)
        for board, title in ((one, "one"), (other, "another"))
    ]
    yield from beside(blocks, shutil.get_terminal_size().columns)
    yield f"{CHOICE} where they differ"
    for space in spaces:
        yield f"  {one.geometry.name(space)}  {one.stacks[space]!r} or {other.stacks[space]!r}"


def _part_lines(loaded: Loaded[Puzzle], answer: Solution, reasons: bool) -> Iterator[str]:
    """The points by part, with reasons if requested."""
    assert answer.board is not None
    sources = scoring_sources(loaded.pack.source, loaded.value.game, loaded.cards)
    why = score(loaded.value.end(answer.board), loaded.cards)[0].reasons if reasons else {}
    names = titles(loaded.cards)
    for part, points in answer.parts.items():
        yield part_line(points, part, names)
        yield from why_lines(why.get(part, ()), sources[part], answer.board.geometry)


def _clashes(puzzle: Puzzle, found: MinimalSubsets) -> Iterator[str]:
    wanted = dict(puzzle.goal.parts)
    for names in found.sets:
        wishes = " and ".join(f"{name} {wanted[name]}" for name in names)
        yield f"  {wishes}: not possible together" if len(names) > 1 else f"  {wishes}: not possible even alone"
    if not found.complete:
        yield "  not all conflicts were found in the time given"


def _why(loaded: Loaded[Puzzle], found: PlacementAnswer) -> Iterator[str]:
    """The explanation of the answer, wrapped to the width of the terminal with hanging indents."""
    assert found.why is not None
    for line in sensitivity_lines(loaded.value, found.answer, found.why, titles(loaded.cards)):
        if line.folds:
            width, indent = shutil.get_terminal_size().columns, " " * len(line.start)
            yield from wrap(line.words, width, initial_indent=line.start, subsequent_indent=indent)
        else:
            yield line.start + line.words


def answer_output(file: str, puzzle: Puzzle, answer: Solution) -> SolutionOutput:
    """An answer as JSON; the key of the final board is the game's word for a board."""
    goal, board = puzzle.goal, answer.board
    return SolutionOutput(
        file=file,
        status=answer.status,
        score=answer.score,
        bound=answer.bound,
        parts=answer.parts,
        board={puzzle.game.own_place.name: None if board is None else repr(board)},
        seconds=round(answer.seconds, 3),
        goal=str(goal) if goal != MOST else ABSENT,
        pieces=ABSENT if goal.kind != "fewest" else None if board is None else len(answer.placed),
        met=answer.met if goal.kind == "meet" else ABSENT,
        reasons=answer.reasons or ABSENT,
    )


def findings_output(loaded: Loaded[Puzzle], found: PlacementAnswer, every: bool) -> SolutionOutput:
    """The answer with all findings as JSON; with `every` all boards, and always the two boards of a difference."""
    output = answer_output(loaded.source.name, loaded.value, found.answer)
    several = found.solutions
    if several is not None:
        groups = variants(loaded.value, loaded.cards, several.boards) if every else None
        output.solutions, output.complete, output.unique = len(several.boards), several.complete, several.unique
        output.boards = [repr(board) for board in several.boards] if every or several.unique is False else ABSENT
        output.groups = ABSENT if groups is None else groups
    if found.clashes is not None:
        output.clashes = ConflictSets(sets=found.clashes.sets, complete=found.clashes.complete)
    if found.why is not None:
        output.why = _why_output(found.why, found.answer, loaded)
    return output


def _why_output(why: Sensitivity, answer: Solution, loaded: Loaded[Puzzle]) -> WhyOutput:
    return WhyOutput(
        best=why.best.score,
        changes=[ChangeWorth(change=one.words, worth=one.worth, known=one.known) for one in why.changes],
        alone=[PartAlone(part=one.part, most=one.most, parts=one.parts) for one in why.alone],
        complete=why.complete,
        limits=ABSENT if why.mus is None else why.mus.limits,
        enough=ABSENT if why.mus is None else why.mus.enough,
        near=ABSENT if why.near is None else why.near,
        points=_points(answer.board, loaded) if answer.board else ABSENT,
    )


def _points(board: Board, loaded: Loaded[Puzzle]) -> dict[str, list[PointsReason]]:
    """The reasons for the points of each part of the score, with their source lines."""
    sources = scoring_sources(loaded.pack.source, loaded.value.game, loaded.cards)
    own = score(loaded.value.end(board), loaded.cards)[0]
    return {
        part: [
            PointsReason(
                points=reason.points,
                line=sources[part].slice(reason.span),
                spaces=[board.geometry.name(space) for space in reason.spaces],
            )
            for reason in reasons
        ]
        for part, reasons in own.reasons.items()
    }


def in_words(found: Difficulty | EndingDifficulty) -> str:
    """A difficulty on one line, with its terms."""
    parts = ", ".join(f"{name} {value:.1f}" for name, value in found.parts.items())
    return f"{found.level}, {found.value:.1f} ({parts})"


def difficulty_output(found: Difficulty | EndingDifficulty) -> DifficultyOutput:
    """The difficulty as JSON, without file and seed."""
    from tilewright.design.endings import EndingDifficulty

    return DifficultyOutput(
        level=found.level,
        difficulty=round(found.value, 2),
        parts={name: round(value, 2) for name, value in found.parts.items()},
        score=found.best,
        greedy=found.greedy if isinstance(found, EndingDifficulty) else round(found.greedy, 2),
        near=found.near,
        conflicts=ABSENT if isinstance(found, EndingDifficulty) else found.conflicts,
        refuted=found.refuted if isinstance(found, EndingDifficulty) else ABSENT,
    )


def ending_file(pack: Pack, made: NewEnding, command: str, name: str) -> str:
    """The file of a new puzzle about turns, with the command that makes it again.

    Raises `UnconfirmedAnswer` if it does not pass `check`.
    """
    from tilewright.solver.solve import UnconfirmedAnswer

    hard = made.difficulty
    comment = [
        f"{hard.level.capitalize()}. Only one first take is optimal; always taking the best single turn scores {hard.greedy}.",
        command,
        f"difficulty: {in_words(hard)}",
    ]
    text = "".join(f"# {line}\n" for line in comment) + print_turns_puzzle(made.puzzle)
    source = Source(f"{name}.puzzle.yaml", text)
    report = TableFile(Resolver(), source, Diagnostics(source), "puzzle").report(pack)
    if report.values != (made.puzzle,):
        raise UnconfirmedAnswer(f"the puzzle found does not pass check: {'; '.join(map(str, report.diagnostics))}")
    return text


def puzzle_file(pack: Pack, made: NewPuzzle, command: str, name: str) -> str:
    """The file of a new puzzle, with the command that makes it again.

    Raises `UnconfirmedAnswer` if it does not pass `solve --check`.
    """
    from tilewright.questions.placement import PlacementQuestion
    from tilewright.solver.solve import UnconfirmedAnswer

    expect = {"status": "optimal", "score": made.difficulty.best, "unique": True, "parts": dict(made.parts)}
    puzzle = replace(made.puzzle, expect=expect)
    text = "".join(f"# {line}\n" for line in _comment(made, command)) + print_puzzle(puzzle)
    source = Source(f"{name}.puzzle.yaml", text)
    report = TableFile(Resolver(), source, Diagnostics(source), "puzzle").report(pack)
    if report.values != (puzzle,):
        raise UnconfirmedAnswer(f"the puzzle found does not pass check: {'; '.join(map(str, report.diagnostics))}")
    try:
        found = PlacementQuestion(puzzle, report.cards, several=2, workers=1).run()
    except Unsupported as problem:
        raise UnconfirmedAnswer(f"the puzzle found cannot be solved: {problem.reason}") from None
    missed = list(
        misses(expect, plain(findings_output(Loaded(source, pack, puzzle, list(report.cards)), found, False)))
    )
    if missed:
        raise UnconfirmedAnswer(f"the puzzle found cannot be solved: {'; '.join(missed)}")
    return text


def _comment(made: NewPuzzle, command: str) -> list[str]:
    hard = made.difficulty
    leads = f"scores {hard.greedy:.1f}".removesuffix(".0") if hard.missed else "also finds it"
    return [
        f"{hard.level.capitalize()}. The best placement is unique; always taking the best immediate placement {leads}.",
        command,
        f"difficulty: {in_words(hard)}",
    ]


def misses(expect: Mapping[str, object], answer: Mapping[str, object], path: str = "") -> Iterator[str]:
    """The differences between an answer and an expectation, which may be partial."""
    for key, wanted in expect.items():
        found = answer.get(key)
        if isinstance(wanted, Mapping) and isinstance(found, Mapping):
            yield from misses(wanted, found, f"{path}{key}.")
        elif key == "solutions" and answer.get("complete") is False:
            yield f"expected {path}{key} {wanted}, found at least {found}"
        elif found != wanted:
            yield f"expected {path}{key} {_written(wanted)}, found {_written(found)}"


def _written(value: object) -> object:
    """A value in YAML notation."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else value
