"""Puzzles as HTML files, opened from the disk in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import pytest
from PIL import ImageChops
from playwright.sync_api import Browser, Page, expect
from test_access import needs_axe, violations

from conftest import CARDS, shot, tilewright
from tilewright.draw.picture import of_board
from tilewright.draw.sheet import board_for_page
from tilewright.packs.workspace import Workspace
from tilewright.source import read_source
from tilewright.table.board import Board, parse_board
from tilewright.table.position import Puzzle

SHOTS = Path(__file__).parents[2] / "docs" / "pictures"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1200, "height": 850}
ROOFS = CARDS / "puzzles" / "two-roofs.puzzle.yaml"
BOOKLET = [ROOFS, CARDS / "puzzles" / "ramparts.puzzle.yaml", CARDS.parent / "cairns/puzzles/both-ways.puzzle.yaml"]


@pytest.fixture(scope="session")
def roofs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of one puzzle, with hints."""
    page = tmp_path_factory.mktemp("puzzle") / "roofs.html"
    tilewright("export", str(ROOFS), "-o", str(page))
    return page


@pytest.fixture(scope="session")
def booklet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of three puzzles of two games."""
    page = tmp_path_factory.mktemp("booklet") / "booklet.html"
    tilewright("export", *map(str, BOOKLET), "-o", str(page), "--title", "Castles and cairns", "--no-hints")
    return page


@contextmanager
def puzzle_opened(
    browser: Browser, page: Path, size: dict[str, int], look: str = "light", now: datetime | None = None
) -> Iterator[Page]:
    """A page that asks for nothing and complains of nothing; at a time, if one is given, and then the clock stands."""
    with browser.new_context(viewport=size, color_scheme="dark" if look == "dark" else "light") as context:
        view, faults, asked = context.new_page(), list[str](), list[str]()
        if now is not None:
            view.clock.install(time=now)
            view.clock.pause_at(now)
        view.set_default_timeout(60_000)
        view.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        view.on("pageerror", lambda error: faults.append(str(error)))
        view.on("request", lambda request: asked.append(request.url))
        view.goto(page.as_uri())
        expect(view.locator("#board .cells button").first).to_be_visible()
        yield view
        assert faults == []
        assert [url for url in asked if url != page.as_uri() and not url.startswith("data:")] == []
        assert view.locator("html").evaluate("element => element.scrollWidth") <= size["width"]


def answered(puzzle: Path) -> tuple[int, str]:
    """The best score of a puzzle, and a board that has it."""
    solved = json.loads(tilewright("solve", str(puzzle), "--json"))
    return solved["score"], next(solved[board] for board in ("realm", "trail") if board in solved)


def things(puzzle: Path) -> tuple[int, list[tuple[int, str]]]:
    """The best score of a puzzle, and what an answer that reaches it puts where: pieces, then what lies on top."""
    score, board = answered(puzzle)
    before, after = (
        [space for row in text.strip().replace("\n", "|").split("|") for space in row.split()]
        for text in (json.loads(tilewright("show", str(puzzle), "--json"))["boards"][0]["board"], board)
    )
    codes, caps = list[tuple[int, str]](), list[tuple[int, str]]()
    for space, (old, new) in enumerate(zip(before, after, strict=True)):
        found = re.search(r"[A-Z]\w*", new)
        codes += [(space, found[0])] if found and found[0] not in old else []
        caps += [(space, mark) for mark in "^*" if mark in new and mark not in old]
    return score, codes + caps


STILL = """() => {
    const timer = document.getElementById("timer"), still = timer.cloneNode();
    still.textContent = "1:23";
    timer.replaceWith(still);  // the clock goes on in the element that is gone
}"""
"""Puts a time in place of the clock, so that a picture is the same at each run."""


def solve(view: Page, puzzle: Path) -> int:
    """Place an answer by clicks; the best score."""
    best, placed = things(puzzle)
    for space, what in placed:
        view.locator(f'#toolbox [data-what="{what}"]').click()
        view.locator("#board .cells button").nth(space).click()
    expect(view.locator("#total")).to_have_text(str(best))
    return best


def test_a_puzzle_is_solved_without_a_server(browser: Browser, roofs: Path) -> None:
    """Clicks place what is given, the score follows with its reasons, a hint is told, and only the best is called solved."""
    with puzzle_opened(browser, roofs, DESK) as view:
        said = view.locator("#said")
        view.locator("#check").click()
        expect(said).to_contain_text("still to be placed")
        best = solve(view, ROOFS)
        part = view.locator("#score details", has_text="Humility")
        part.locator("summary").click()
        chip = part.locator(".chip").first
        where = re.search(r"(\d),(\d)", chip.inner_text())
        assert where
        chip.hover()
        lit = view.locator("#board .cells button.lit")
        expect(lit).to_have_attribute("aria-label", re.compile(f"^row {where[1]}, column {where[2]}: .*shrine"))
        view.locator("#check").click()
        expect(said).to_have_text(f"Solved: {best} is optimal.")
        view.evaluate(STILL)
        view.screenshot(path=SHOTS / "puzzle-page.png")
        view.locator("#undo").click()
        expect(view.locator("#total")).not_to_have_text(str(best))
        view.locator("#check").click()
        expect(said).to_contain_text("is not the best yet.")
        view.locator("#hint").click()
        expect(said).to_contain_text("matters most")


def test_a_puzzle_is_solved_by_keyboard_on_a_phone(browser: Browser, roofs: Path) -> None:
    """Arrows go from space to space, Enter places, c puts a shrine, Delete takes; what was placed is there again after a reload."""
    best, placed = things(ROOFS)
    with puzzle_opened(browser, roofs, PHONE, "dark") as view:
        view.locator("#board .cells button").first.focus()
        at = 0
        for space, what in placed:
            if what != "^":
                tool = view.locator(f'#toolbox [data-what="{what}"]')
                tool.focus()
                view.keyboard.press("Enter")
                expect(tool).to_have_attribute("aria-pressed", "true")
                view.locator("#board .cells button[tabindex='0']").focus()
            for key in way(at, space, 6):
                view.keyboard.press(key)
            view.keyboard.press("c" if what == "^" else "Enter")
            at = space
        expect(view.locator("#total")).to_have_text(str(best))
        view.keyboard.press("Delete")
        expect(view.locator("#total")).not_to_have_text(str(best))
        view.keyboard.press("Control+z")
        expect(view.locator("#total")).to_have_text(str(best))
        view.reload()
        expect(view.locator("#total")).to_have_text(str(best))
        view.locator("#check").focus()
        view.keyboard.press("Enter")
        expect(view.locator("#said")).to_have_text(f"Solved: {best} is optimal.")


def way(start: int, end: int, columns: int) -> list[str]:
    """The arrows from a space to another one."""
    down, right = end // columns - start // columns, end % columns - start % columns
    vertical = ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)
    return vertical + ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right)


def test_what_must_not_be_placed_is_refused(browser: Browser, roofs: Path) -> None:
    """A tile on a tile, a shrine on nothing and what is used up change nothing, and the page says why."""
    with puzzle_opened(browser, roofs, DESK) as view:
        cells, said = view.locator("#board .cells button"), view.locator("#said")
        cells.nth(9).click()
        expect(said).to_have_text("No tile may be placed at row 2, column 4.")
        view.locator('#toolbox [data-what="^"]').click()
        cells.nth(0).click()
        expect(said).to_have_text("No shrine may be placed at row 1, column 1.")
        view.locator('#toolbox [data-what="M4"]').click()
        cells.nth(0).click()
        view.locator('#toolbox [data-what="M4"]').click()
        cells.nth(4).click()
        expect(said).to_have_text("There is no other merchant 4 to place.")
        expect(cells.nth(4)).to_have_attribute("aria-label", re.compile(": empty"))


def test_a_board_is_drawn_as_the_studio_draws_it(browser: Browser, roofs: Path) -> None:
    """After some things are placed the board looks as the picture that Python draws of it, marks and all."""
    puzzle = next(value for value in Workspace().check(read_source(str(ROOFS))).values if isinstance(value, Puzzle))
    with puzzle_opened(browser, roofs, DESK) as view:
        solve(view, ROOFS)
        drawn = view.locator("#board .picture").evaluate("one => one.innerHTML")
        board = parse_board(answered(ROOFS)[1], puzzle.game)
        assert isinstance(board, Board)
        changed = frozenset(s for s, stack in enumerate(board.stacks) if stack != puzzle.board.stacks[s])
        expected = board_for_page(of_board(board, puzzle.game, placed=changed))
        difference = ImageChops.difference(shot(view, drawn), shot(view, expected)).convert("L")
        assert sum(difference.histogram()[61:]) <= 20


def test_a_booklet_keeps_progress_and_time(browser: Browser, booklet: Path) -> None:
    """Puzzles by level; what was solved and in what time is there again after a reload, and the next puzzle is one click away."""
    with puzzle_opened(browser, booklet, DESK, now=datetime(2026, 11, 25, 12)) as view:
        expect(view.locator("h1")).to_have_text("Castles and cairns")
        heads, rows = view.locator("#puzzles h2"), view.locator("#puzzles button")
        expect(heads).to_have_text(["Easy 0 of 2 solved", "Medium 0 of 1 solved"])
        rows.filter(has_text="Two roofs").click()
        expect(view.locator("#title")).to_have_text("Two roofs")
        view.clock.run_for(83_000)
        expect(view.locator("#timer")).to_have_text("1:23")
        best = solve(view, ROOFS)
        view.locator("#check").click()
        expect(view.locator("#said")).to_have_text(f"Solved: {best} is optimal.")
        expect(rows.filter(has_text="Two roofs")).to_contain_text("solved in 1:23")
        expect(heads.first).to_have_text("Easy 1 of 2 solved")
        view.clock.run_for(60_000)
        expect(view.locator("#timer")).to_have_text("1:23")
        view.locator("#next").click()
        expect(view.locator("#title")).to_have_text("Both ways")
        expect(view.locator("#timer")).to_have_text("0:00")
        view.reload()
        expect(view.locator("#title")).to_have_text("Both ways")
        expect(rows.filter(has_text="Two roofs")).to_contain_text("solved in 1:23")
        rows.filter(has_text="Two roofs").click()
        expect(view.locator("#total")).to_have_text(str(best))


def test_a_booklet_has_a_puzzle_of_the_day(browser: Browser, booklet: Path) -> None:
    """Another one each day, all of them in three days; days in a row are counted."""
    titles, files = set(), {"Two roofs": BOOKLET[0], "Ramparts": BOOKLET[1], "Both ways": BOOKLET[2]}
    with browser.new_context(viewport=PHONE, timezone_id="Europe/Berlin") as context:
        for day in (27, 28, 29):
            view = context.new_page()
            view.clock.install(time=datetime(2026, 11, day, 12))
            view.goto(booklet.as_uri())
            view.locator("#files-toggle").click()
            expect(view.locator("#today")).to_have_text(f"Puzzle of the day, {day} November")
            view.locator("#today").click()
            title = view.locator("#title").inner_text()
            titles.add(title)
            solve(view, files[title])
            view.locator("#check").click()
            expect(view.locator("#said")).to_contain_text("is optimal", timeout=60_000)
            expect(view.locator("#today")).to_have_text(f"\u2713 Puzzle of the day, {day} November")
            expect(view.locator("#streak")).to_have_text("" if day == 27 else f"solved {day - 26} days in a row")
            view.close()
    assert titles == set(files)


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_serious_on_a_booklet(browser: Browser, booklet: Path, size: dict[str, int], look: str) -> None:
    """The board with what was placed, open reasons, and the list of puzzles, in both looks and sizes."""
    with puzzle_opened(browser, booklet, size, look) as view:
        toggle, rows = view.locator("#files-toggle"), view.locator("#puzzles button")
        if size is PHONE:
            toggle.click()
            assert violations(view) == []
        rows.filter(has_text="Two roofs").click()
        solve(view, ROOFS)
        for summary in view.locator("#score summary").all():
            summary.click()
        assert violations(view) == []
        if size is PHONE:
            toggle.click()
            view.keyboard.press("Escape")
            expect(view.locator("#files")).to_be_hidden()
            expect(toggle).to_be_focused()
