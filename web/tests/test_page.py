"""The studio as its user has it, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from conftest import CARDS, tilewright

SHOTS = Path(__file__).parents[2] / "docs" / "pictures"


def opened(page: Page, name: str) -> None:
    """Open a file of the folder."""
    page.locator(f'#tree button[data-name="folder/{name}"]').click()
    expect(page.locator("#file-name")).to_have_text(name)
    expect(page.locator("#table-body:not([inert]) .cells button").first).to_be_visible()


def new_layout(page: Page) -> None:
    """A castle without stacks in a new file, keep.tw."""
    page.locator("#new").click()
    page.get_by_label("Start from").select_option(label="castle (dragon-castle)")
    page.locator("#dialog-input").fill("keep.tw")
    page.locator("#dialog-ok").click()
    expect(page.locator("#faults")).to_contain_text("add 116")


def write(page: Page, text: str) -> None:
    """Put a text in the place of the one in the editor."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


CARD = "dragon mine\n  score 2 for each {word}\n"


def test_a_mistake_is_underlined_and_mended(page: Page, folder: Path) -> None:
    """A card with a mistake is underlined and told below; mended, the marks are gone, and it is saved."""
    opened(page, "mine.tw")
    write(page, CARD.format(word="shrin"))
    expect(page.locator(".cm-lintRange-error")).to_have_text("shrin")
    expect(page.locator("#problems")).to_contain_text("did you mean 'shrine'?")
    write(page, CARD.format(word="shrine"))
    expect(page.locator(".cm-lintRange-error")).to_have_count(0)
    page.keyboard.press("Control+s")
    expect(page.locator("#unsaved")).to_be_hidden()
    assert (folder / "mine.tw").read_text("utf-8") == CARD.format(word="shrine")


def test_words_are_offered(page: Page) -> None:
    """Completion offers the words that can stand at a place, with what is said of them."""
    opened(page, "mine.tw")
    write(page, "dragon mine\n  score 2 for each shr")
    page.keyboard.press("Control+Space")
    expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("shrine")


def test_a_click_changes_the_score(page: Page) -> None:
    """Pieces are put on the board by clicks, the score follows, reasons light their spaces, and undo takes back."""
    opened(page, "mine.tw")
    write(page, "dragon mine\n  score 2 for each face-up tile\n")
    expect(page.locator("#score summary").last).to_contain_text("mine")
    cells = page.locator(".cells button")
    cells.nth(0).click()
    expect(page.locator("#total")).to_have_text("2")
    cells.nth(7).click()
    expect(page.locator("#total")).to_have_text("4")
    page.locator("#score summary").last.click()
    page.locator("details[open] .chip").nth(1).hover()
    expect(page.locator(".cells button.lit")).to_have_count(1)
    expect(cells.nth(7)).to_have_class("lit")
    expect(page.locator(".cm-lit")).to_have_text("score 2 for each face-up tile")
    page.locator("#undo").click()
    expect(page.locator("#total")).to_have_text("2")


def test_what_is_done_quickly_is_done_in_order(page: Page) -> None:
    """Clicks and an undo that come faster than answers are done one after another."""
    opened(page, "mine.tw")
    write(page, "dragon mine\n  score 2 for each face-up tile\n")
    expect(page.locator("#score summary").last).to_contain_text("mine")
    page.evaluate("""() => {
        const cells = document.querySelectorAll("#board .cells button");
        const undo = () => cells[0].dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
        for (const space of [0, 7, 8]) cells[space].click();
        undo();
        undo();
        cells[14].click();
    }""")
    cells = page.locator(".cells button")
    expect(cells.nth(14)).to_have_attribute("aria-label", re.compile("merchant"))
    expect(cells.nth(7)).to_have_attribute("aria-label", re.compile("empty"))
    expect(page.locator("#total")).to_have_text("4")


def test_the_board_works_with_the_keyboard_alone(page: Page) -> None:
    """Arrows go from space to space; Enter puts, Delete takes, and each space says what lies on it."""
    opened(page, "mine.tw")
    cells = page.locator(".cells button")
    cells.first.focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(cells.nth(7)).to_have_attribute("aria-label", re.compile("^row 2, column 2: merchant"))
    page.keyboard.press("t")
    expect(cells.nth(7)).to_have_attribute("aria-label", re.compile("face-down"))
    page.keyboard.press("Delete")
    expect(cells.nth(7)).to_have_attribute("aria-label", "row 2, column 2: empty")
    expect(cells.nth(7)).to_be_focused()


def test_a_puzzle_is_solved_with_proof(page: Page) -> None:
    """The answer is told with its proof and lies on the board; undo brings back what lay there."""
    opened(page, "roofs.puzzle.yaml")
    expect(page.locator("#faults")).to_contain_text("not placed")
    page.locator("#solve").click()
    expect(page.locator(".answer.proved")).to_contain_text("16 points, proved best")
    expect(page.locator("#total")).to_have_text("16")
    expect(page.locator("#faults li")).to_have_count(0)
    page.screenshot(path=SHOTS / "studio-puzzle.png")
    page.locator("#undo").click()
    expect(page.locator("#faults")).to_contain_text("not placed")


def test_a_puzzle_solved_by_hand_is_marked(page: Page) -> None:
    """The list of files marks what its user has solved, also after the page is opened again."""
    opened(page, "roofs.puzzle.yaml")
    page.locator("#solve").click()
    expect(page.locator("#total")).to_have_text("16")
    expect(page.locator("#tree .solved")).to_have_count(0)
    page.locator("#setup summary").click()
    page.locator("#setup textarea").evaluate("area => area.dispatchEvent(new Event('change'))")
    expect(page.locator("#said")).to_contain_text("Solved")
    expect(page.locator("#tree .solved")).to_have_count(1)
    page.reload()
    expect(page.locator("#tree .solved")).to_have_count(1)


def test_a_stop_stops(page: Page) -> None:
    """A question that takes long ends when it is stopped, and another one can be asked."""
    opened(page, "mine.tw")
    groups = (
        "(count of groups of faction tiles with the same type) times (count of groups of tiles with the same number)"
    )
    write(page, f"dragon mine\n  score {groups}\n")
    expect(page.locator("#score summary").last).to_contain_text("mine")
    page.locator("#bounds").click()
    page.locator("#stop").click()
    expect(page.locator("#stop")).to_be_hidden()
    expect(page.locator("#bounds")).to_be_enabled()


def test_a_shared_link_brings_text_and_board(page: Page, browser: Browser, address: str) -> None:
    """A link holds the text and the board, and opens in another page."""
    opened(page, "mine.tw")
    write(page, "dragon mine\n  score 3 for each face-up tile\n")
    expect(page.locator("#score summary").last).to_contain_text("mine")
    page.locator(".cells button").nth(3).click()
    expect(page.locator("#total")).to_have_text("3")
    page.locator("#menu-open").click()
    page.locator("#share").click()
    expect(page).to_have_url(re.compile("#s="))
    with browser.new_context() as context:
        other = context.new_page()
        other.goto(page.url.replace("#", f"#{address.split('#')[1]}&"))
        expect(other.locator("#total")).to_have_text("3", timeout=60_000)
        expect(other.locator(".cm-content")).to_contain_text("score 3 for each face-up tile")
        expect(other.locator("#unsaved")).to_be_visible()


def test_a_position_shows_every_player(page: Page) -> None:
    """Each player of a position has a board and a score; changes become the text."""
    opened(page, "realms.position.yaml")
    expect(page.locator("#players button")).to_have_count(2)
    expect(page.locator("#total")).to_have_text("41, wins")
    page.screenshot(path=SHOTS / "studio-position.png")
    page.locator("#players button").nth(1).click()
    page.locator("#toolbox button", has_text="Remove").click()
    page.locator(".cells button").nth(1).click()
    page.locator("#to-text").click()
    expect(page.locator(".cm-content")).to_contain_text(re.compile(r"1\^\s+\.\s+S4\s+S5"))
    expect(page.locator(".cm-lintRange-error")).to_have_count(0)


def test_without_the_token_nothing_is_shown(browser: Browser, address: str) -> None:
    """A page that was opened without the token says what it needs."""
    with browser.new_context() as context:
        stranger = context.new_page()
        stranger.goto(address.split("#")[0])
        expect(stranger.locator("#lost")).to_contain_text("token", timeout=60_000)
        expect(stranger.locator("#tree button")).to_have_count(0)


def test_it_fits_a_narrow_screen_in_the_dark(browser: Browser, address: str) -> None:
    """Nothing is wider than 360 pixels, and the board is reached and used there."""
    with browser.new_context(viewport={"width": 360, "height": 740}, color_scheme="dark") as context:
        narrow = context.new_page()
        narrow.set_default_timeout(60_000)
        narrow.goto(address)
        expect(narrow.locator("#start")).to_be_visible()
        assert narrow.locator("html").evaluate("element => element.scrollWidth") <= 360
        narrow.locator("#files-toggle").click()
        narrow.locator('#tree button[data-name="folder/mine.tw"]').click()
        expect(narrow.locator(".cells button").first).to_be_visible()
        assert narrow.locator("html").evaluate("element => element.scrollWidth") <= 360
        narrow.locator(".cells button").nth(14).click()
        expect(narrow.locator(".cells button").nth(14)).to_have_attribute(
            "aria-label", re.compile("column 3: (?!empty)")
        )
        narrow.screenshot(path=SHOTS / "studio-narrow.png")


def test_a_layout_is_painted_by_dragging(page: Page, folder: Path) -> None:
    """A new layout is painted by drags and keys, mirrored; what the game says of it follows, and it is saved."""
    new_layout(page)
    cells = page.locator("#board .cells button")
    page.get_by_role("button", name="3 high").first.click()
    page.locator("#symmetry").select_option("both")
    start, end = cells.nth(0).bounding_box(), cells.nth(5).bounding_box()
    assert start and end
    page.mouse.move(start["x"] + 9, start["y"] + 9)
    page.mouse.down()
    page.mouse.move(end["x"] + 9, end["y"] + 9)
    expect(page.locator("#faults")).to_contain_text("add 44")  # while the pointer is down: 24 stacks of 3
    expect(page.locator(".cm-content")).not_to_contain_text("3 3")
    page.mouse.up()
    expect(page.locator(".cm-content")).to_contain_text("3 3 3 3 3 3 3 3 3 3 3 3")
    expect(page.locator("#faults .warning")).to_contain_text("24 stacks on the ground floor")
    cells.nth(14).focus()
    page.keyboard.press("2")
    expect(cells.nth(21)).to_have_attribute("aria-label", "row 2, column 10: 2 high")
    page.keyboard.press("Shift+ArrowRight")
    expect(cells.nth(20)).to_have_attribute("aria-label", "row 2, column 9: 3 high")
    page.locator("#undo").click()
    expect(cells.nth(20)).to_have_attribute("aria-label", "row 2, column 9: no stack")
    page.screenshot(path=SHOTS / "studio-layout.png")
    page.locator("#save").click()
    expect(page.locator("#unsaved")).to_be_hidden()
    assert "    3 3 3 3 3 3 3 3 3 3 3 3\n" in (folder / "keep.tw").read_text("utf-8")


def test_what_is_being_painted_is_taken_back(page: Page) -> None:
    """Undo that comes before the answer to what is being painted waits for it: the last one to be painted goes first."""
    new_layout(page)
    cells = page.locator("#board .cells button")
    for space, height in ((14, "2"), (16, "1")):
        cells.nth(space).press(height)
        expect(cells.nth(space)).to_have_attribute("aria-label", re.compile(f": {height} high"))
    page.evaluate("""() => {
        const cell = document.querySelectorAll("#board .cells button")[15];
        cell.focus();
        cell.dispatchEvent(new KeyboardEvent("keydown", { key: "3", bubbles: true }));
        for (let i = 0; i < 2; i++) document.getElementById("undo").click();
    }""")
    expect(cells.nth(16)).to_have_attribute("aria-label", re.compile("no stack"))
    expect(cells.nth(15)).to_have_attribute("aria-label", re.compile("no stack"))
    expect(cells.nth(14)).to_have_attribute("aria-label", re.compile("2 high"))
    page.evaluate("""() => {
        const cells = document.querySelectorAll("#board .cells button");
        const paint = (space) => {
            cells[space].focus();
            cells[space].dispatchEvent(new KeyboardEvent("keydown", { key: "3", bubbles: true }));
        };
        paint(15);
        document.getElementById("undo").click();
        paint(16);
    }""")
    expect(cells.nth(16)).to_have_attribute("aria-label", re.compile("3 high"))
    expect(cells.nth(15)).to_have_attribute("aria-label", re.compile("no stack"))
    page.locator("#undo").click()
    expect(cells.nth(16)).to_have_attribute("aria-label", re.compile("no stack"))
    expect(cells.nth(14)).to_have_attribute("aria-label", re.compile("2 high"))


def test_why_there_is_none_better(page: Page) -> None:
    """What would be better if the puzzle were changed is told in the words of the command."""
    opened(page, "roofs.puzzle.yaml")
    page.locator("#why").click()
    expect(page.locator(".answer.proved")).to_contain_text("16 points, proved best")
    expect(page.locator("#total")).to_have_text("16")
    told = tilewright("solve", str(CARDS / "puzzles" / "two-roofs.puzzle.yaml"), "--why")
    lines = page.locator(".why").inner_text().split("\n")
    assert len(lines) > 5
    assert " ".join("\n".join(lines).split()) in " ".join(told.split())
    page.locator("#undo").click()
    expect(page.locator("#faults")).to_contain_text("not placed")


def test_puzzles_are_listed_by_level_with_what_was_reached(page: Page) -> None:
    """Easy puzzles come first; what its user has reached in one stands beside it, also after the page is opened again."""
    page.locator("#show-puzzles").click()
    levels = page.locator("#puzzles h2")
    names = ("Easy", "Medium", "Hard", "Fiendish", "Others")
    expect(levels).to_have_text([re.compile(f"^{name} 0 of") for name in names])
    own = page.locator('#puzzles [data-name="folder/roofs.puzzle.yaml"]')
    own.click()
    expect(own).to_have_attribute("aria-current", "true")
    page.locator("#why").click()  # all pieces lie on the board then, but not by hand
    expect(page.locator("#total")).to_have_text("16")
    expect(own).to_have_text("Two roofs dragon-castle")
    page.locator("#board .cells button[aria-label*='shrine']").first.click(modifiers=["Shift"])
    expect(own).to_contain_text("best so far")
    page.locator("#setup summary").click()
    page.locator("#undo").click()
    expect(page.locator("#total")).to_have_text("16")
    page.locator("#setup textarea").evaluate("area => area.dispatchEvent(new Event('change'))")
    expect(own).to_contain_text("solved")
    expect(levels.first).to_contain_text(re.compile("^Easy 1 of"))
    page.reload()
    page.locator("#show-puzzles").click()
    expect(own).to_contain_text("solved")
    page.screenshot(path=SHOTS / "studio-puzzles.png")


def test_lenses_show_positions_and_solve(page: Page, folder: Path) -> None:
    """Over a card stand its points on the positions beside it, which open; over a puzzle that it can be solved."""
    card = (folder / "realms.position.yaml").read_text("utf-8").split("cards: [")[1].split("]")[0].split(",")[0]
    opened(page, "mine.tw")
    write(page, f"dragon {card}\n  score 2 for each face-up tile\n")
    lens = page.locator(".cm-lens button", has_text=re.compile("^realms"))
    expect(lens).to_have_text(re.compile(r"realms.position.yaml: \d+, \d+"))
    page.keyboard.press("Control+s")
    expect(page.locator("#unsaved")).to_be_hidden()
    lens.press("Enter")
    expect(page.locator("#file-name")).to_have_text("realms.position.yaml")
    expect(page.locator(".cm-lens")).to_contain_text(re.compile(r"\w+: \d+, \w+: \d+"))
    opened(page, "roofs.puzzle.yaml")
    page.locator(".cm-lens button", has_text="Solve").click()
    expect(page.locator(".answer.proved")).to_contain_text("points, proved best")


def test_boards_are_saved_as_pictures(page: Page) -> None:
    """What lies on the boards is saved as SVG, PNG and PDF."""
    opened(page, "realms.position.yaml")
    for format, start in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        with page.expect_download() as found:
            page.locator("#picture").select_option(format)
        assert found.value.suggested_filename == f"realms.position.{format}"
        assert found.value.path().read_bytes().startswith(start)
