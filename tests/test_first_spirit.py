"""docs/first-spirit.md, followed as a newcomer would: files, commands, Python and the test it ends with."""

from __future__ import annotations

import doctest
import os
import re
import runpy
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from test_readme import STEP, run
from tilewright.cli.main import command

DOCUMENT = Path(__file__).parents[1] / "docs" / "first-spirit.md"


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return DOCUMENT.read_text(encoding="utf-8")


def follow(text: str) -> str:
    """The page with what its commands really print, after its files were written.

    Of a game that is played only parts are shown, with ``...`` between them.
    """

    def step(found: re.Match[str]) -> str:
        if found["file"]:
            Path(found["file"]).write_text(found["text"], encoding="utf-8")
            return found[0]
        shown = found["output"]
        if not found["command"].startswith("play "):
            shown = run(found["command"])
        return f"```console\n$ tilewright {found['command']}\n{shown}```"

    followed, steps = STEP.subn(step, text)
    assert steps == text.count("\n```") // 2 - text.count("```python\n>>>")
    return followed


@pytest.mark.slow
def test_the_commands(text: str) -> None:
    """Its files, written as it says, give the output it shows."""
    followed = follow(text)
    if os.environ.get("UPDATE_GOLDEN"):
        DOCUMENT.write_text(followed, encoding="utf-8")
    assert followed == DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_game(text: str) -> None:
    """What is typed behind the prompts gives what is shown, part by part."""
    follow(text)
    (game,) = (step for step in STEP.finditer(text) if (step["command"] or "").startswith("play "))
    typed = "".join(f"{line}\n" for line in re.findall(r"^\w+> (.*)$", game["output"], re.MULTILINE))
    output = CliRunner().invoke(command, shlex.split(game["command"]), input=typed).output
    parts = [re.escape(part.strip("\n")) for part in re.split(r"^\.{3}\n", game["output"], flags=re.MULTILINE)]
    assert re.search(r".*^".join(parts), output, re.DOTALL | re.MULTILINE), output


@pytest.mark.slow
def test_the_python(text: str) -> None:
    """What is done from Python gives what the page shows."""
    follow(text)
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert (failed, tried > 5) == (0, True)


@pytest.mark.slow
def test_its_test(text: str) -> None:
    """The tests that it ends with pass."""
    follow(text)
    tests = [test for name, test in runpy.run_path("test_hermit.py").items() if name.startswith("test_")]
    assert len(tests) == 2
    for test in tests:
        test()
