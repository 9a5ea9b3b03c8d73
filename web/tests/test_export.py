"""Puzzles as HTML files, opened from the disk in a real browser."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, expect

from conftest import CARDS

SHOTS = Path(__file__).parents[2] / "docs" / "pictures"


def tilewright(*arguments: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "tilewright", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_puzzle_is_solved_without_a_server(browser: Browser, tmp_path: Path) -> None:
    """Clicks place what is given, the score follows, a hint is told, and only the best is called solved."""
    puzzle, page = CARDS / "puzzles" / "two-roofs.puzzle.yaml", tmp_path / "roofs.html"
    tilewright("export", str(puzzle), "-o", str(page))
    solved = json.loads(tilewright("solve", str(puzzle), "--json"))
    before, after = (
        [space for row in text.strip().replace("\n", "|").split("|") for space in row.split()]
        for text in (json.loads(tilewright("show", str(puzzle), "--json"))["boards"][0]["board"], solved["realm"])
    )
    with browser.new_context(viewport={"width": 700, "height": 1000}) as context:
        view, faults = context.new_page(), list[str]()
        view.set_default_timeout(60_000)
        view.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        view.on("pageerror", lambda error: faults.append(str(error)))
        view.goto(page.as_uri())
        view.locator("#check").click()
        expect(view.locator("#said")).to_contain_text("still to be placed")
        for space, (old, new) in enumerate(zip(before, after, strict=True)):
            for what in view.locator("#tools button").evaluate_all("all => all.map(one => one.dataset.what)"):
                if what and what.rstrip("^") in new and what not in old and (what != "^" or "^" in new):
                    view.locator(f'#tools [data-what="{what}"]').click()
                    view.locator(".space").nth(space).click()
        expect(view.locator("#total")).to_have_text(str(solved["score"]))
        view.locator("#check").click()
        expect(view.locator("#said")).to_have_text(f"Solved: {solved['score']} is optimal.", timeout=60_000)
        view.screenshot(path=SHOTS / "puzzle-page.png")
        view.locator("#undo").click()
        view.locator("#hint").click()
        expect(view.locator("#said")).to_contain_text("matters most", timeout=60_000)
        view.set_viewport_size({"width": 360, "height": 740})
        assert view.locator("html").evaluate("element => element.scrollWidth") <= 360
        assert faults == []
