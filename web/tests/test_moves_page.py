"""Puzzles about moves as HTML files: best play is clicked there, for every player, and the page says that it is best play."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from test_access import needs_axe, violations
from test_turns_page import PLAY

from conftest import puzzle_of, tilewright
from test_game_page import PHONE, opened
from tilewright.table.position import moves_of
from tilewright.table.puzzles import MovesPuzzle

CARDS = Path(__file__).parents[2] / "cards"
FILES = sorted(CARDS.glob("*/puzzles/moves/*.puzzle.yaml"))
OTHER = """async (best) => {
  const game = document.getElementById("game");
  for (let first = true; game.dataset.awaits !== "nobody"; first = false) {
    const all = [...document.querySelectorAll("#choices [data-choice]")];
    const said = (one) => one.dataset.move;
    (all.find((one) => !first || !said(one).startsWith(best)) ?? all[0]).click();
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}"""
QUICK = ("needle", "three-at-the-lair", "closing-time")


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path.name.split(".")[0] in QUICK else pytest.mark.slow) for path in FILES],
    ids=lambda path: path.name.split(".")[0],
)
def test_best_play_is_clicked(browser: Browser, path: Path, tmp_path: Path) -> None:
    """On a phone: best play is said to be that, and other moves are not."""
    puzzle, page = puzzle_of(path, MovesPuzzle), tmp_path / "page.html"
    best = [move for text in puzzle.solution for move in moves_of(text)]
    tilewright("export", str(path), "-o", str(page), "--no-hints")
    assert page.stat().st_size <= 300_000
    with opened(browser, page, PHONE) as view:
        turn = view.locator("#game-turn")
        expect(view.locator("#game")).to_have_attribute("data-awaits", "person")
        view.evaluate(PLAY, best)
        expect(turn).to_have_text("Solved: nobody can do better")
        view.locator("#game-new").click()
        expect(view.locator("#log li")).to_have_count(0)
        view.evaluate(OTHER, best[0])
        expect(turn).to_have_text("Not yet: somebody could do better")


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
def test_hints_are_read(browser: Browser, look: str, tmp_path: Path) -> None:
    """The first hint is what best play is worth, the second its first move; nothing serious is on the page."""
    path, page = next(one for one in FILES if one.name.startswith("needle")), tmp_path / "page.html"
    tilewright("export", str(path), "-o", str(page))
    assert "place 3,1" not in page.read_text("utf-8")
    with opened(browser, page, PHONE, look) as view:
        for words in ("the turn is worth: Ada 9, Bo 0", "best play begins with: place 3,1"):
            view.locator("#game-hint").click()
            expect(view.locator("#game-said")).to_contain_text(words)
        assert violations(view) == []
