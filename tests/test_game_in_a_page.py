"""The pages that make a game in steps, followed from an empty folder to the pack that each ends with."""

from __future__ import annotations

import doctest
import os
import re
from pathlib import Path

import pytest

from test_readme import run

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "a-game-in-a-page.md"
DICE = ROOT / "docs" / "a-game-with-dice.md"
TILES = ROOT / "docs" / "a-game-of-tiles.md"
WRONG = "wrong.tw"
"""A file with mistakes, which is there for one command."""
STEP = re.compile(
    r"<!-- (?P<how>file|add): (?P<file>\S+) -->\n```\w*\n(?P<text>.*?)```"
    r"|(?:<!-- type: (?P<typed>[^\n]*) -->\n)?```console\n\$ tilewright (?P<command>[^\n]*)\n(?P<output>.*?)```",
    re.DOTALL,
)


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return DOCUMENT.read_text(encoding="utf-8")


def follow(text: str, least: int = 12) -> str:
    """The page with what its commands really print, as its files are written and grow, in so many steps at least."""

    def step(found: re.Match[str]) -> str:
        if not found["file"]:
            typed = found["typed"]
            above = f"<!-- type: {typed} -->\n" if typed else ""
            lines = None if typed is None else typed.replace(" / ", "\n") + "\n"
            printed = run(found["command"], lines)
            Path(WRONG).unlink(missing_ok=True)
            return f"{above}```console\n$ tilewright {found['command']}\n{printed}```"
        file = Path(found["file"])
        before = file.read_text(encoding="utf-8") + "\n" if found["how"] == "add" else ""
        file.write_text(before + found["text"], encoding="utf-8")
        if Path("game.tw").exists() and found["file"] != WRONG:
            assert "no problems" in run("check .")
        return found[0]

    followed, steps = STEP.subn(step, text)
    assert steps >= least
    return followed


@pytest.mark.slow
def test_the_commands(text: str) -> None:
    """Every step leaves a sound pack, and the commands print what the page shows."""
    followed = follow(text)
    if os.environ.get("UPDATE_GOLDEN"):
        DOCUMENT.write_text(followed, encoding="utf-8")
    assert followed == DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("page", [DICE, TILES], ids=lambda page: page.stem)
def test_the_other_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: Path) -> None:
    """Every step of the other pages leaves a sound pack too, is played as the page shows, and keeps to 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    followed = follow(page.read_text(encoding="utf-8"), 11)
    if os.environ.get("UPDATE_GOLDEN"):
        page.write_text(followed, encoding="utf-8")
    assert followed == page.read_text(encoding="utf-8")
    shown = re.findall(r"```console\n\$ tilewright (?:play|show)(.*?)```", followed, re.DOTALL)
    assert max(len(line) for block in shown for line in block.splitlines()) <= 80


@pytest.mark.slow
def test_the_python(text: str) -> None:
    """What is done from Python gives what the page shows."""
    follow(text)
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert (failed, tried > 8) == (0, True)


@pytest.mark.slow
def test_it_ends_with_the_pack(text: str) -> None:
    """What the page builds is the pack that came with tilewright, file by file."""
    follow(text)
    shipped = {path.name: path for path in (ROOT / "cards" / "cairns").rglob("*.*")}
    for name in ("pack.yaml", "game.tw", "vigil.tw", "strap.tw"):
        assert Path(name).read_text("utf-8") == in_english(shipped[name].read_text("utf-8")), name


def in_english(text: str) -> str:
    """A file of a pack without its words in other languages."""
    return re.sub(r"  (name|text|word \S+) (de|fr|it) .*\n", "", text).replace("[en, fr, it, de]", "[en]")
