"""Many games between bots in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from test_access import needs_axe, violations

SHOTS = Path(__file__).parents[2] / "docs" / "pictures"


def begin(page: Page, game: str, games: int) -> None:
    """Let two bots that choose at random play."""
    page.locator("#menu-open").click()
    page.locator("#simulate").click()
    page.get_by_label("Which game").select_option(game)
    for i in (1, 2):
        page.get_by_label(f"Person or bot for player {i}").select_option("random")
    page.get_by_label("Games", exact=True).fill(str(games))
    page.get_by_label("Seed").fill("3")
    page.locator("#game-begin").click()


def test_many_games_are_played_and_drawn(page: Page) -> None:
    """The numbers of the games are told and drawn, and the form is there again for others."""
    begin(page, "dragon-castle", 12)
    expect(page.locator("#trial[data-state=done]")).to_be_visible()
    expect(page.locator("#trial-said")).to_have_text("12 games")
    expect(page.get_by_role("region", name="Seats").locator("tr")).to_have_count(3)
    picture = page.locator("#trial-plot img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    page.screenshot(path=SHOTS / "studio-simulation.png")
    with page.expect_download() as found:
        page.locator("#trial-save").click()
    assert found.value.path().read_text("utf-8").startswith("<svg")
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.locator("html").evaluate("element => element.scrollWidth") <= 360
    page.locator("#trial-leave").click()
    expect(page.locator("#menu-open")).to_be_focused()


def test_many_games_begin_with_a_bot_that_is_quick(page: Page) -> None:
    """What is offered first is the usual bot with few games a turn, in a game with weights and in one without."""
    for game in ("dragon-castle", "herons"):
        page.locator("#menu-open").click()
        page.locator("#simulate").click()
        page.get_by_label("Which game").select_option(game)
        expect(page.get_by_label("Person or bot for player 1")).to_have_value("uct:30")
        page.keyboard.press("Escape")


@needs_axe
def test_a_stop_keeps_the_numbers_so_far(page: Page) -> None:
    """What was played until the stop is told and drawn, and nothing serious stands in the way of anybody."""
    begin(page, "dragon-castle", 2000)
    expect(page.locator("#trial-said")).to_have_text(re.compile("^(8|9|[1-9][0-9]+) of 2000 games"))
    expect(page.get_by_role("region", name="Seats")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    page.locator("#trial-stop").click()
    expect(page.locator("#trial[data-state=done]")).to_be_visible()
    expect(page.locator("#trial-said")).to_have_text("Stopped")
    expect(page.locator("#trial-plot img")).to_be_visible()
    assert violations(page) == []


@needs_axe
@pytest.mark.slow
def test_the_balance_of_the_card_that_is_written(page: Page) -> None:
    """Without a card the page says what is needed; a card is played as it stands, with progress, and a stop ends it."""
    page.locator("#menu-open").click()
    page.locator("#balance").click()
    expect(page.locator(".note")).to_contain_text("Open a card")
    page.locator('#tree button[data-name="folder/mine.tw"]').click()
    expect(page.locator("#table-body:not([inert]) .cells button").first).to_be_visible()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("dragon mine\n  score 300\n")
    page.locator("#menu-open").click()
    page.locator("#balance").click()
    expect(page.locator("#trial-title")).to_have_text("Balance of mine")
    numbers = page.get_by_role("region", name="What it adds, by bot")
    expect(numbers.locator("tr").nth(1)).to_contain_text("+300", timeout=300_000)
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    page.locator("#trial-stop").click()
    expect(page.locator("#trial-said")).to_have_text("Stopped")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("html").evaluate("element => element.scrollWidth") <= 390
