"""Running a command in this process, and files for it; shared by the tests of the commands."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from tilewright.cli.main import command

ROOT = Path(__file__).parents[1]
POSITION = """\
tilewright: position/2
game: dragon-castle
cards: [humility, destruction, knowledge]
players:
  - name: Ada
    realm: |
      2^ 3 . .
      .  W1 D1 .
      .  .  1^ .
      .  .  .  .
    points: 4
    countdown: 1
  - name: Bob
    realm: |
      . . . .
      . 1 . 1
      . . 3^ .
      . . . 1
    points: 9
    shrines: 2
"""
PUZZLE = """\
tilewright: puzzle/1
title: Steps
game: dragon-castle
cards: [humility]
kind: arrange
realm: 2 1 | 1 .
tiles: [M3]
shrines: 2
points: 3
expect: {score: 7, status: optimal, parts: {humility: 2}}
"""


def run(*arguments: str, input: str | None = None) -> Result:
    """Run a command in this process; anything but an orderly exit is a failure."""
    result = CliRunner().invoke(command, list(arguments), input=input, prog_name="tilewright")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def valid(text: str, schema: str) -> dict[str, object]:
    """A line of JSON, checked against its published schema."""
    answer: dict[str, object] = json.loads(text)
    published = json.loads((ROOT / "schemas" / f"{schema}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(published).validate(answer)
    return answer


def write_both() -> None:
    """Write the position and the puzzle into the current folder."""
    Path("game.position.yaml").write_text(POSITION, encoding="utf-8")
    Path("steps.puzzle.yaml").write_text(PUZZLE, encoding="utf-8")
