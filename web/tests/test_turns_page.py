"""Puzzles about turns as HTML files: their solutions are played there by clicks, and the page says that they are solved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from test_access import needs_axe, violations

from conftest import puzzle_of, tilewright
from test_game_page import PHONE, opened
from tilewright.table.position import moves_of
from tilewright.table.puzzles import TurnsPuzzle

CARDS = Path(__file__).parents[2] / "cards"
FILES = sorted(CARDS.glob("*/puzzles/turns/*.puzzle.yaml"))
QUICK = ("alone-at-the-gate", "wait-for-moss", "greater-numbers", "three-bold-turns")
PLAY = """async (moves) => {
  const game = document.getElementById("game");
  const wait = () => new Promise((resolve) => setTimeout(resolve, 2));
  for (const move of moves) {
    while (!["person", "nobody"].includes(game.dataset.awaits)) await wait();
    const all = [...document.querySelectorAll("#choices [data-choice]")];
    const said = (one) => one.dataset.move;
    const found = all.find((one) => said(one) === move) ?? all.find((one) => said(one).startsWith(`${move} (`));
    if (found) found.click(); // else it went without saying
  }
  while (!["person", "nobody"].includes(game.dataset.awaits)) await wait();
}"""


def play(view: Page, puzzle: TurnsPuzzle) -> None:
    """Click the moves of the solution."""
    view.evaluate(PLAY, [move for turn in puzzle.solution for text in turn for move in moves_of(text)])


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path.name.split(".")[0] in QUICK else pytest.mark.slow) for path in FILES],
    ids=lambda path: path.name.split(".")[0],
)
def test_a_solution_is_played(browser: Browser, path: Path, tmp_path: Path) -> None:
    """On a phone: the turns are counted, the answer is the most, and one move less is no answer."""
    puzzle, page = puzzle_of(path, TurnsPuzzle), tmp_path / "page.html"
    tilewright("export", str(path), "-o", str(page), "--no-hints")
    assert page.stat().st_size <= 200_000
    with opened(browser, page, PHONE) as view:
        turn = view.locator("#game-turn")
        expect(turn).to_have_text(f"Turn 1 of {puzzle.turns}")
        play(view, puzzle)
        expect(turn).to_have_text(f"Solved: {puzzle.expect['score']} points are the most")
        view.locator("#game-undo").click()
        expect(turn).to_have_text(f"Turn {puzzle.turns} of {puzzle.turns}")
        view.locator("#game-new").click()
        expect(turn).to_have_text(f"Turn 1 of {puzzle.turns}")
        expect(view.locator("#log li")).to_have_count(0)


DOCUMENT = Path(__file__).parents[2] / "docs" / "last-turns.md"
REPLIES = [
    ("take; take 1,1; pair; place 2,1; place 3,1; build 1,1", "summon", "Solved: a lead of 1, and nothing is better"),
    ("summon", "take 1,1 (M1); pair", "Not yet: 1 point behind, and something is better"),
]
"""A turn, how the reply begins, and what is said: by `solve reply.puzzle.yaml --why` in the document."""


def test_the_other_player_replies(browser: Browser, tmp_path: Path) -> None:
    """With the best turn there is after what was taken; the lead after it is judged, and a turn is taken back with its reply."""
    (text,) = re.findall(r"```yaml reply.puzzle.yaml\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    file, page = tmp_path / "reply.puzzle.yaml", tmp_path / "page.html"
    file.write_text(text, "utf-8")
    tilewright("export", str(file), "-o", str(page))
    with opened(browser, page, PHONE) as view:
        expect(view.locator("#game-task")).to_contain_text("the largest lead after the best reply of Ann")
        view.locator("#game-hint").click()
        expect(view.locator("#game-said")).to_contain_text("the largest lead is 1")
        for turn, reply, words in REPLIES:
            expect(view.locator("#game-turn")).to_have_text("Your turn")
            view.evaluate(PLAY, list(moves_of(turn)))
            expect(view.locator("#game-turn")).to_have_text(words)
            lines = view.locator("#log li").last.get_attribute("data-lines") or ""
            assert lines.startswith(f"Ann: {reply}"), lines
            while view.locator("#game-undo").is_enabled():
                view.locator("#game-undo").click()


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_hint_is_read(browser: Browser, look: str, tmp_path: Path) -> None:
    """The hints of `solve --hint` come one after another; nothing serious is on the page."""
    page = tmp_path / "page.html"
    tilewright("export", str(FILES[-1]), "-o", str(page))
    with opened(browser, page, PHONE, look) as view:
        for words in ("the points by turn", "the first turn begins with", "the first take is"):
            view.locator("#game-hint").click()
            expect(view.locator("#game-said")).to_contain_text(words)
        assert violations(view) == []
