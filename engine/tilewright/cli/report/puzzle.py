"""New puzzles as files, which are checked before anybody sees them, and difficulties in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.loaded import Loaded
from tilewright.cli.report.answer_json import findings_json, misses
from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import read_puzzle
from tilewright.files.printing import print_puzzle
from tilewright.meaning.scoring import scoring_rules
from tilewright.packs.pack import Pack
from tilewright.source import Source
from tilewright.table.card import Card

if TYPE_CHECKING:
    from tilewright.design.puzzles.difficulty import Difficulty
    from tilewright.design.puzzles.search import NewPuzzle


def in_words(found: Difficulty) -> str:
    """A difficulty on one line, with its parts."""
    parts = " + ".join(f"{value:.1f} {name}" for name, value in found.parts.items())
    return f"{found.level}, {found.value:.1f} = {parts}"


def as_json(found: Difficulty) -> dict[str, object]:
    """The keys of ``difficulty/1``."""
    parts = {name: round(value, 2) for name, value in found.parts.items()}
    return {
        "level": found.level,
        "difficulty": round(found.value, 2),
        "parts": parts,
        "score": found.best,
        "greedy": round(found.greedy, 2),
        "near": found.near,
        "conflicts": found.conflicts,
    }


def puzzle_file(pack: Pack, cards: Sequence[Card], made: NewPuzzle, title: str, command: str, name: str) -> str:
    """The text of the file of a new puzzle, with the command that makes it again.

    Raises `Refused` when `solve --check` would not take it.
    """
    from tilewright.solver.places import Unsupported
    from tilewright.solver.questions import Question, ask
    from tilewright.solver.solve import Refused

    expect = {"status": "optimal", "score": made.difficulty.best, "unique": True, "parts": dict(made.parts)}
    puzzle = replace(made.puzzle, title=title, expect=expect)
    text = "".join(f"# {line}\n" for line in _comment(made, command)) + print_puzzle(puzzle)
    source = Source(f"{name}.puzzle.yaml", text)
    diagnostics = Diagnostics(source)
    value = read_puzzle(source, pack.game, diagnostics, pack.catalog(Path()))
    if value != puzzle or diagnostics.items:
        raise Refused(f"check does not take the puzzle found: {'; '.join(map(str, diagnostics))}")
    found = ask(value, scoring_rules(pack.game, cards), Question(several=2, workers=1))
    if isinstance(found, Unsupported):
        raise Refused(f"solve does not take the puzzle found: {found.reason}")
    missed = list(misses(expect, findings_json(Loaded(source, pack, value, list(cards)), found, False)))
    if missed:
        raise Refused(f"solve does not take the puzzle found: {'; '.join(missed)}")
    return text


def _comment(made: NewPuzzle, command: str) -> list[str]:
    hard = made.difficulty
    leads = f"comes to {hard.greedy:.1f}" if hard.missed else "leads there"
    return [
        f"{hard.level.capitalize()}. There is one best placement; placing what pays most at once {leads}.",
        command,
        f"difficulty: {in_words(hard)}",
    ]
