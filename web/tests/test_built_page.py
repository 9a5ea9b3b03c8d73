"""Puzzles about maps and pools as HTML files: the answer of the solver is laid there by clicks, and the page says that it is the best."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from test_access import needs_axe, violations
from test_turns_page import PLAY

from conftest import tilewright
from test_game_page import PHONE, opened

CARDS = Path(__file__).parents[2] / "cards"
MAPS = sorted(CARDS.glob("*/puzzles/maps/*.puzzle.yaml"))
POOLS = sorted(CARDS.glob("*/puzzles/pools/*.puzzle.yaml"))
QUICK = ("roads-home", "scarce-colors", "quack-round")
FIRST = """async (count) => {
  const game = document.getElementById("game");
  for (let i = 0; i < count || game.dataset.awaits !== "nobody"; i++) {
    const all = [...document.querySelectorAll("#choices [data-choice]")];
    if (!all.length) break;
    (i < count ? all[0] : all.at(-1)).click();
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}"""
"""Click the first choice so many times, then the last one to the end."""


def moves(path: Path) -> tuple[list[str], int]:
    """What is clicked to lay the answer of the solver, and what that comes to."""
    found = json.loads(tilewright("solve", str(path), "--json"))
    if path in MAPS:
        laid = [(one["tile"], one["at"]) for one in found["answers"][0]]
        return [
            move for tile, at in laid for move in (f"choose {tile.rstrip('<>v')}", f"place {at}", f"turn {tile}")
        ], found["score"]
    codes = [(one.lstrip("0123456789"), int(one.rstrip("RBY") or 1)) for one in found["content"].split()]
    return [*(f"choose {code}" for code, count in codes for _ in range(count)), "done", *found["line"]], found["value"]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=() if path.name.split(".")[0] in QUICK else pytest.mark.slow)
        for path in [*MAPS, *POOLS]
    ],
    ids=lambda path: path.name.split(".")[0],
)
def test_the_best_is_laid(browser: Browser, path: Path, tmp_path: Path) -> None:
    """On a phone: the answer of the solver is the best, and another one is not."""
    page = tmp_path / "page.html"
    tilewright("export", str(path), "-o", str(page), "--no-hints")
    assert page.stat().st_size <= 300_000
    best, worth = moves(path)
    with opened(browser, page, PHONE) as view:
        turn = view.locator("#game-turn")
        expect(view.locator("#game")).to_have_attribute("data-awaits", "person")
        view.evaluate(PLAY, best)
        expect(turn).to_have_text(f"Solved: {worth}, and nothing is better")
        view.locator("#game-new").click()
        expect(view.locator("#log li")).to_have_count(0)
        view.evaluate(FIRST, 9 if path in POOLS else 0)
        expect(turn).to_have_text(re.compile("^Not yet: "))


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize(
    ("name", "best", "one"),
    [
        ("roads-home", "the most is 4", "begin with Ev -1,0"),
        ("quack-round", "count of stones: 4 is the least", "can lie in the hoard"),
    ],
)
def test_hints_are_read(browser: Browser, name: str, best: str, one: str, look: str, tmp_path: Path) -> None:
    """The first hint is what the best comes to, the second one thing of it; nothing serious is on the page."""
    path, page = next(one for one in [*MAPS, *POOLS] if one.name.startswith(name)), tmp_path / "page.html"
    tilewright("export", str(path), "-o", str(page))
    assert best not in page.read_text("utf-8")
    with opened(browser, page, PHONE, look) as view:
        for words in (best, one):
            view.locator("#game-hint").click()
            expect(view.locator("#game-said")).to_contain_text(words)
        assert violations(view) == []
