"""Booklets with puzzles that are placed and that are played, as one HTML file opened from the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from test_access import needs_axe, violations
from test_built_page import moves
from test_turns_page import PLAY

from conftest import puzzle_of, tilewright
from test_export import DESK, PHONE, ROOFS, solve
from tilewright.table.position import moves_of
from tilewright.table.puzzles import MovesPuzzle, TurnsPuzzle

CARDS = Path(__file__).parents[2] / "cards"
TURNS = CARDS / "dragon-castle/puzzles/turns/alone-at-the-gate.puzzle.yaml"
MOVES = CARDS / "princess-and-dragon/puzzles/moves/needle.puzzle.yaml"
MAP = CARDS / "princess-and-dragon/puzzles/maps/roads-home.puzzle.yaml"
POOL = CARDS / "fist-of-dragonstones/puzzles/pools/quack-round.puzzle.yaml"
LAYOUT = CARDS / "dragon-castle/puzzles/layouts/a-narrow-castle.puzzle.yaml"
FILES = {"turns": TURNS, "moves": MOVES, "map": MAP, "pool": POOL}


@pytest.fixture(scope="session")
def booklet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of six puzzles, one of each kind."""
    page = tmp_path_factory.mktemp("booklet") / "booklet.html"
    tilewright("export", str(ROOFS), *map(str, [*FILES.values(), LAYOUT]), "-o", str(page), "--title", "Six kinds")
    return page


@contextmanager
def opened(browser: Browser, page: Path, size: dict[str, int], look: str = "light") -> Iterator[Page]:
    """The page, which complains of nothing and is no wider than the screen."""
    with browser.new_context(viewport=size, color_scheme="dark" if look == "dark" else "light") as context:
        view, faults = context.new_page(), list[str]()
        view.set_default_timeout(60_000)
        view.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        view.on("pageerror", lambda error: faults.append(str(error)))
        view.goto(page.as_uri())
        yield view
        assert faults == []
        assert view.locator("html").evaluate("element => element.scrollWidth") <= size["width"]


def answer(kind: str) -> list[str]:
    """What is clicked to solve a puzzle that is played."""
    path = FILES[kind]
    if kind in ("map", "pool"):
        return moves(path)[0]
    if kind == "moves":
        return [move for text in puzzle_of(path, MovesPuzzle).solution for move in moves_of(text)]
    return [move for turn in puzzle_of(path, TurnsPuzzle).solution for text in turn for move in moves_of(text)]


def choose(view: Page, words: str) -> None:
    """Open a puzzle of the list, which lies behind a button on a phone."""
    if view.locator("#files-toggle").is_visible():
        view.locator("#files-toggle").click()
    view.locator("#puzzles button").filter(has_text=words).click()


def test_every_kind_is_solved_in_one_booklet(browser: Browser, booklet: Path) -> None:
    """On a phone: each is played to its answer, the list says so and keeps it, and a placement is still placed."""
    assert booklet.stat().st_size <= 600_000
    with opened(browser, booklet, PHONE) as view:
        for kind in FILES:
            choose(view, f", {kind}")
            expect(view.locator("#game")).to_have_attribute("data-awaits", "person")
            expect(view.locator("#game-task")).not_to_be_empty()
            view.evaluate(PLAY, answer(kind))
            expect(view.locator("#game-turn")).to_contain_text("Solved: ")
            expect(view.locator("#puzzles button").filter(has_text=f", {kind}")).to_contain_text("\u2713 solved in ")
        view.locator("#game-undo").click()
        expect(view.locator("#game-turn")).not_to_contain_text("Solved: ")
        view.locator("#game-new").click()
        expect(view.locator("#log li")).to_have_count(0)
        choose(view, "Two roofs")
        expect(view.locator("#game")).to_have_count(0)
        best = solve(view, ROOFS)
        view.locator("#check").click()
        expect(view.locator("#said")).to_have_text(f"Solved: {best} is optimal.")
        choose(view, ", layout")
        expect(view.locator("#task-words")).to_contain_text("What is the least that 'openings' can be")
        expect(view.locator("#board")).to_be_hidden()
        for number, said in (("3", "It is not 3."), ("2", "Solved: 2 is right.")):
            view.locator("#number-answer").fill(number)
            view.keyboard.press("Enter")
            expect(view.locator("#said")).to_have_text(said)
        view.reload()
        expect(view.locator("#puzzles .solved")).to_have_count(6)
        choose(view, ", moves")
        expect(view.locator("#game-turn")).to_contain_text("Solved: ")


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
def test_nothing_serious_on_a_puzzle_about_a_layout(browser: Browser, booklet: Path, look: str) -> None:
    """The field for the number has a label; the hints come one after the other."""
    with opened(browser, booklet, PHONE, look) as view:
        choose(view, ", layout")
        for hint in ("it is from 0 to 4", "it is 2"):
            view.locator("#hint").click()
            expect(view.locator("#said")).to_have_text(hint)
        assert violations(view) == []


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_serious_on_a_booklet_that_is_played(
    browser: Browser, booklet: Path, size: dict[str, int], look: str
) -> None:
    """A puzzle that is played beside the list, in both looks and sizes; a hint of it is read."""
    with opened(browser, booklet, size, look) as view:
        choose(view, ", map")
        expect(view.locator("#game")).to_have_attribute("data-awaits", "person")
        expect(view.locator("#played-title")).to_be_focused()
        view.locator("#game-hint").click()
        expect(view.locator("#game-said")).to_contain_text("the most is")
        assert violations(view) == []
