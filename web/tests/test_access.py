"""Whoever uses a keyboard alone or a screen reader: axe-core finds nothing serious, and every page is reached by keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from test_game import begin, play_out, settled

from conftest import CARDS, tilewright

AXE = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: run npm ci in web/")
RULES = "axe.run(document, {resultTypes: ['violations']})"


def violations(page: Page) -> list[str]:
    """What axe-core finds that is serious or critical (WCAG 2.2 and best practices), with the elements."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(f"async () => (await {RULES}).violations")
    return [
        f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
def test_nothing_serious_in_the_editor_and_on_boards(page: Page, look: str) -> None:
    """A card with a mistake, a position with its reasons open, and a puzzle, in both looks."""
    page.emulate_media(color_scheme="dark" if look == "dark" else "light")
    for name in ("mine.tw", "realms.position.yaml", "roofs.puzzle.yaml"):
        page.locator(f'#tree button[data-name="folder/{name}"]').click()
        expect(page.locator("#file-name")).to_have_text(name)
        expect(page.locator("#board .cells button").first).to_be_visible()
        if page.locator("#score summary").count():
            page.locator("#score summary").last.click()
        assert violations(page) == []
    page.locator("#show-puzzles").click()
    expect(page.locator("#puzzles li").first).to_be_visible()
    page.locator("#why").click()
    expect(page.locator(".why")).to_be_visible()
    assert violations(page) == []
    page.locator("#new").click()
    page.get_by_label("Start from").select_option(label="castle (dragon-castle)")
    page.locator("#dialog-input").fill("keep.tw")
    assert violations(page) == []
    page.locator("#dialog-ok").click()
    expect(page.locator("#faults .warning")).to_be_visible()
    assert violations(page) == []


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
def test_nothing_serious_in_a_game(page: Page, look: str) -> None:
    """The form that sets a game up, boards with choices, and pools, in both looks."""
    page.emulate_media(color_scheme="dark" if look == "dark" else "light")
    page.locator("#play").click()
    expect(page.locator("#game-begin")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Cancel").click()
    for game in ("dragon-castle", "court-the-king"):
        begin(page, game, "random")
        settled(page)
        assert violations(page) == []
        page.locator("#game-leave").click()
        page.evaluate("localStorage.removeItem('tilewright-game')")
        page.reload()
        page.locator("#tree button").first.wait_for(state="attached")


@needs_axe
def test_nothing_serious_in_an_exported_puzzle(browser: Browser, tmp_path: Path) -> None:
    """A puzzle as a page, in both looks and at 360 pixels."""
    file = tmp_path / "x.html"
    tilewright("export", str(CARDS / "puzzles" / "two-roofs.puzzle.yaml"), "-o", str(file), "--no-hints")
    for look in ("light", "dark"):
        with browser.new_context(viewport={"width": 360, "height": 740}, color_scheme=look) as context:  # type: ignore[arg-type]
            page = context.new_page()
            page.goto(file.as_uri())
            assert violations(page) == []


def test_a_game_is_played_with_the_keyboard_alone(page: Page) -> None:
    """The form, a lit space, a listed choice and undo are reached and used by keys."""
    page.locator("#play").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#game-begin")).to_be_visible()
    page.get_by_label("Which game").press("d")
    expect(page.locator("#game-setup-body .field", has_text="any suitable one").first).to_be_visible()
    page.locator("#game-begin").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#game-turn")).to_contain_text(re.compile("Round"))
    page.locator("#boards .cells [tabindex='0']").first.focus()
    spaces = page.locator("#boards .cells").first.locator("button")
    lit = spaces.evaluate_all("all => all.findIndex(one => one.classList.contains('open'))")
    columns = page.locator("#boards .cells").first.locator("[role=row]").first.locator("button").count()
    for key in ["ArrowDown"] * (lit // columns) + ["ArrowRight"] * (lit % columns) + ["Enter"]:
        page.keyboard.press(key)
    expect(page.locator("#log")).to_contain_text("You")
    page.keyboard.press("Control+z")
    expect(page.locator("#log li")).to_have_count(0)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_game_fits_a_narrow_screen(page: Page, look: str) -> None:
    """Nothing of a game is wider than 360 pixels."""
    page.emulate_media(color_scheme="dark" if look == "dark" else "light")
    page.set_viewport_size({"width": 360, "height": 740})
    begin(page, "dragon-castle", "random")
    settled(page)
    assert page.locator("html").evaluate("element => element.scrollWidth") <= 360


@needs_axe
@pytest.mark.slow
def test_a_review_on_a_phone_by_keys(page: Page) -> None:
    """The focus goes from the button to Stop and to what was found; nothing serious, and nothing is wider than the screen."""
    page.emulate_media(color_scheme="dark")
    begin(page, "herons", "random")
    play_out(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#review").press("Enter")
    expect(page.locator("#review-stop")).to_be_focused()
    expect(page.locator("#review-found polyline").first).to_be_visible()
    expect(page.locator("#review-title")).to_be_focused()
    assert page.locator("html").evaluate("element => element.scrollWidth") <= 390
    assert violations(page) == []
    page.keyboard.press("Tab")
    there = page.locator("#review-found button").first
    if there.count():
        expect(there).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#review-found")).to_be_visible()
