"""New puzzles as files, which are checked before anybody sees them, and difficulties in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.cli.loaded import Loaded
from tilewright.cli.report.answer import findings_output
from tilewright.diagnostics import Diagnostics
from tilewright.files.printing import print_puzzle, print_turns_puzzle
from tilewright.outputs.output import ABSENT, plain
from tilewright.outputs.solving import DifficultyOutput
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.packs.tables import TableFile
from tilewright.source import Source
from tilewright.stopping import Unsupported

if TYPE_CHECKING:
    from tilewright.design.endings.rating import EndingDifficulty
    from tilewright.design.endings.search import NewEnding
    from tilewright.design.puzzles.difficulty import Difficulty
    from tilewright.design.puzzles.search import NewPuzzle


def in_words(found: Difficulty | EndingDifficulty) -> str:
    """A difficulty on one line, with its parts."""
    parts = " + ".join(f"{value:.1f} {name}" for name, value in found.parts.items())
    return f"{found.level}, {found.value:.1f} = {parts}"


def difficulty_output(found: Difficulty | EndingDifficulty) -> DifficultyOutput:
    """The same as a line of JSON, without the file or the seed."""
    from tilewright.design.endings.rating import EndingDifficulty

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
    """The text of the file of a new puzzle about turns, with the command that makes it again.

    Raises `Refused` when `check` would not take it.
    """
    from tilewright.solver.solve import Refused

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
        raise Refused(f"the puzzle found does not pass check: {'; '.join(map(str, report.diagnostics))}")
    return text


def puzzle_file(pack: Pack, made: NewPuzzle, command: str, name: str) -> str:
    """The text of the file of a new puzzle, with the command that makes it again.

    Raises `Refused` when `solve --check` would not take it.
    """
    from tilewright.questions.placement import PlacementQuestion
    from tilewright.solver.solve import Refused

    expect = {"status": "optimal", "score": made.difficulty.best, "unique": True, "parts": dict(made.parts)}
    puzzle = replace(made.puzzle, expect=expect)
    text = "".join(f"# {line}\n" for line in _comment(made, command)) + print_puzzle(puzzle)
    source = Source(f"{name}.puzzle.yaml", text)
    report = TableFile(Resolver(), source, Diagnostics(source), "puzzle").report(pack)
    if report.values != (puzzle,):
        raise Refused(f"the puzzle found does not pass check: {'; '.join(map(str, report.diagnostics))}")
    try:
        found = PlacementQuestion(puzzle, report.cards, several=2, workers=1).run()
    except Unsupported as problem:
        raise Refused(f"the puzzle found cannot be solved: {problem.reason}") from None
    missed = list(
        misses(expect, plain(findings_output(Loaded(source, pack, puzzle, list(report.cards)), found, False)))
    )
    if missed:
        raise Refused(f"the puzzle found cannot be solved: {'; '.join(missed)}")
    return text


def _comment(made: NewPuzzle, command: str) -> list[str]:
    hard = made.difficulty
    leads = f"scores {hard.greedy:.1f}" if hard.missed else "also finds it"
    return [
        f"{hard.level.capitalize()}. The best placement is unique; always taking the best immediate placement {leads}.",
        command,
        f"difficulty: {in_words(hard)}",
    ]


def misses(expect: Mapping[str, object], answer: Mapping[str, object], path: str = "") -> Iterator[str]:
    """Where an answer differs from an expectation, which need not name everything."""
    for key, wanted in expect.items():
        found = answer.get(key)
        if isinstance(wanted, Mapping) and isinstance(found, Mapping):
            yield from misses(wanted, found, f"{path}{key}.")
        elif key == "solutions" and answer.get("complete") is False:
            yield f"expected {path}{key} {wanted}, found at least {found}"
        elif found != wanted:
            yield f"expected {path}{key} {_written(wanted)}, found {_written(found)}"


def _written(value: object) -> object:
    """A value as YAML has it."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else value
