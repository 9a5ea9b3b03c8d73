"""The puzzles about turns that come with the packs and with the examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command_line import run
from tilewright.resources import data_folder

EXAMPLES = Path(__file__).parents[1] / "examples"
PATHS = sorted(path for root in (data_folder("cards"), EXAMPLES) for path in root.glob("*/puzzles/turns/*.puzzle.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name.partition(".")[0])
def test_the_solution_is_played(path: Path) -> None:
    """`check` plays it to the score that is expected; the first lines tell the level and a hint."""
    text = path.read_text("utf-8")
    assert "\nsolution:\n" in text and "unique: true" in text
    assert re.match(r"# (Easy|Medium|Hard|Fiendish)\. \S.*\n# Hint: \S", text)
    assert run("check", str(path)).exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name.partition(".")[0])
def test_the_key_is_proved(path: Path) -> None:
    """The score is the most, and one first take alone leads to it."""
    assert run("solve", "--unique", "--check", "--workers", "1", str(path)).exit_code == 0
