"""docs/a-game-in-a-page.md, followed from an empty folder to the pack that it ends with."""

from __future__ import annotations

import doctest
import os
import re
from pathlib import Path

import pytest

from test_readme import run

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "a-game-in-a-page.md"
STEP = re.compile(
    r"<!-- (?P<how>file|add): (?P<file>\S+) -->\n```\w*\n(?P<text>.*?)```"
    r"|```console\n\$ tilewright (?P<command>[^\n]*)\n(?P<output>.*?)```",
    re.DOTALL,
)


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return DOCUMENT.read_text(encoding="utf-8")


def follow(text: str) -> str:
    """The page with what its commands really print, as its files are written and grow."""

    def step(found: re.Match[str]) -> str:
        if not found["file"]:
            return f"```console\n$ tilewright {found['command']}\n{run(found['command'])}```"
        file = Path(found["file"])
        before = file.read_text(encoding="utf-8") + "\n" if found["how"] == "add" else ""
        file.write_text(before + found["text"], encoding="utf-8")
        if Path("game.tw").exists():
            assert "no problems" in run("check .")
        return found[0]

    followed, steps = STEP.subn(step, text)
    assert steps >= 12
    return followed


def test_the_commands(text: str) -> None:
    """Every step leaves a sound pack, and the commands print what the page shows."""
    followed = follow(text)
    if os.environ.get("UPDATE_GOLDEN"):
        DOCUMENT.write_text(followed, encoding="utf-8")
    assert followed == DOCUMENT.read_text(encoding="utf-8")


def test_the_python(text: str) -> None:
    """What is done from Python gives what the page shows."""
    follow(text)
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert (failed, tried > 8) == (0, True)


def test_it_ends_with_the_pack(text: str) -> None:
    """What the page builds is the pack that came with tilewright, file by file."""
    follow(text)
    shipped = {path.name: path for path in (ROOT / "cards" / "cairns").rglob("*.*")}
    for name in ("pack.yaml", "game.tw", "vigil.tw", "strap.tw"):
        assert Path(name).read_text("utf-8") == shipped[name].read_text("utf-8"), name
