"""The README is followed line by line, as a stranger would."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tilewright.cli.main import COMMANDS, command

README = Path(__file__).parents[1] / "README.md"
COMMANDS_PAGE = README.parent / "docs" / "commands.md"
PICTURE = README.parent / "docs" / "pictures" / "evening.svg"
"""What the puzzle of the README draws."""
STEP = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n)```\w*\n(?P<text>.*?)```"
    r"|<!-- edit: (?P<edited>\S+): (?P<old>\S+) -> (?P<new>\S+) -->"
    r"|```console\n\$ tilewright (?P<command>[^\n]*)\n(?P<output>.*?)```",
    re.DOTALL,
)


def run(arguments: str, typed: str | None = None) -> str:
    """What a command prints, with lines that are typed; times are masked."""
    result = CliRunner().invoke(command, shlex.split(arguments), prog_name="tilewright", input=typed)
    assert not isinstance(result.exception, Exception) or isinstance(result.exception, SystemExit)
    return re.sub(r"\d+\.\d+ s\b", "0.02 s", result.output)


@pytest.mark.slow
def test_readme_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files, written as it says, give the output and the picture it shows."""
    text = README.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    steps = 0

    def follow(step: re.Match[str]) -> str:
        nonlocal steps
        steps += 1
        if step["file"]:
            Path(step["file"]).write_text(step["text"], encoding="utf-8")
        elif step["edited"]:
            file = Path(step["edited"])
            assert step["old"] in file.read_text(encoding="utf-8")
            file.write_text(file.read_text(encoding="utf-8").replace(step["old"], step["new"]), encoding="utf-8")
        else:
            return f"```console\n$ tilewright {step['command']}\n{run(step['command'])}```"
        return step[0]

    followed = STEP.sub(follow, text)
    assert steps >= 8
    if os.environ.get("UPDATE_GOLDEN"):
        README.write_text(followed, encoding="utf-8")
        shutil.copy("evening.svg", PICTURE)
    assert followed == README.read_text(encoding="utf-8")
    assert Path("evening.svg").read_bytes() == PICTURE.read_bytes()


def test_readme_links_lead_somewhere() -> None:
    """Every file the README points to is there."""
    text = README.read_text(encoding="utf-8")
    targets = [t for t in re.findall(r"\]\(([^)]+)\)", text) if "://" not in t]
    assert targets
    missing = [target for target in targets if not (README.parent / target).exists()]
    assert not missing, missing


def test_every_command_and_every_game_is_listed() -> None:
    """The page of commands has each command of the program, and the README each game that comes with it."""
    listed = set(re.findall(r"`(?:tilewright )?([a-z]+)[ `]", COMMANDS_PAGE.read_text(encoding="utf-8")))
    assert set(COMMANDS) <= listed, set(COMMANDS) - listed
    games = {path.parent.name for path in (README.parent / "cards").glob("*/game.tw")}
    assert games == set(re.findall(r"\(cards/([a-z-]+)/game\.tw\)", README.read_text(encoding="utf-8")))


def test_the_two_commands_come_first() -> None:
    """`make demo` and `make test` are the first commands a reader sees."""
    commands = re.findall(r"^\$ (.+?)(?: +#.*)?$", README.read_text(encoding="utf-8"), re.M)
    assert [c.strip() for c in commands[:2]] == ["make demo", "make test"]
    assert sys.version_info >= (3, 11)
