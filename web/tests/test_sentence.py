"""A card that begins with the text to be printed on it, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from test_access import needs_axe, violations

SHOTS = Path(__file__).parents[2] / "docs" / "pictures"
SAID = "2 points for each face-up tile in a corner."
TWO_WAYS = "Each shrine next to 2 taller stacks scores 1 point."


def say(page: Page, text: str, language: str = "en", sort: str = "dragon (dragon-castle)") -> None:
    """Type a text into the form for new cards."""
    page.locator("#say-open").click()
    page.locator("#say-class").select_option(label=sort)
    page.locator("#say-language").select_option(language)
    page.locator("#say-text").fill(text)


def test_a_typed_sentence_is_a_card_that_scores(page: Page, folder: Path) -> None:
    """What one would print is typed; its rule is shown, opened as a new card, scores what is put on the board, and is saved."""
    say(page, SAID)
    expect(page.locator("#say-found pre")).to_contain_text("score 2 for each face-up tile in a corner")
    page.locator("#say-name").fill("ends.tw")
    expect(page.locator("#say-found pre")).to_contain_text("dragon ends")
    page.locator("#say-ok").click()
    expect(page.locator("#file-name")).to_have_text("ends.tw")
    expect(page.locator(".cm-content")).to_contain_text(f'text en "{SAID}"')
    cells = page.locator("#table-body:not([inert]) .cells button")
    cells.nth(0).click()
    expect(page.locator("#total")).to_have_text("2")
    cells.nth(1).click()
    expect(cells.nth(1)).not_to_have_attribute("aria-label", "row 1, column 2: empty")
    expect(page.locator("#total")).to_have_text("2")
    expect(page.locator("#problems")).to_be_empty()
    page.locator("#save").click()
    expect(page.locator("#unsaved")).to_be_hidden()
    assert "  score 2 for each face-up tile in a corner\n" in (folder / "ends.tw").read_text("utf-8")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "1 point pour chaque sanctuaire qui a une voisine plus haute."),
        ("it", "1 punto per ogni sacrario che ha una pila vicina più alta."),
    ],
)
def test_any_language_of_the_pack_will_do(page: Page, language: str, text: str) -> None:
    """The sentence may be in each language that the game has words in."""
    say(page, text, language)
    expect(page.locator("#say-found pre")).to_contain_text("score 1 for each shrine where any neighbor is taller")
    expect(page.locator("#say-found pre")).to_contain_text(f'text {language} "{text}"')


def test_other_readings_come_with_a_board(page: Page) -> None:
    """A text that can mean two rules is a card with one of them, and the other as a comment with a board that tells them apart."""
    say(page, TWO_WAYS)
    expect(page.locator("#say-found p")).to_have_count(0)
    card = page.locator("#say-found pre")
    expect(card).to_contain_text("score 1 for each shrine where there are exactly 2 neighbors")
    expect(card).to_contain_text("# The text can also mean this; it scores 1 instead of 0 on ")
    page.locator("#say").screenshot(path=SHOTS / "studio-sentence.png")
    page.locator("#say-ok").click()
    expect(page.locator(".cm-content")).to_contain_text("# The text can also mean this")


def test_what_is_not_understood_is_marked(page: Page) -> None:
    """The word that is in the way is marked, and there is nothing to open until the text is understood."""
    say(page, "2 points for each shrin in a corner.")
    expect(page.locator("#say-found mark")).to_have_text("shrin")
    expect(page.locator("#say-found")).to_contain_text("did you mean 'shrine'?")
    expect(page.locator("#say-ok")).to_be_disabled()
    page.locator("#say-text").fill("2 points for each shrine in a corner.")
    expect(page.locator("#say-ok")).to_be_enabled()
    expect(page.locator("#say-found mark")).to_have_count(0)


def test_an_ability_is_written_too(page: Page) -> None:
    """A card of a class with abilities gets the statements that its text means."""
    say(page, "Once per game: gain 2 shrines.", sort="spirit (dragon-castle)")
    expect(page.locator("#say-found pre")).to_contain_text("ability once a game")
    expect(page.locator("#say-found pre")).to_contain_text("gain 2 shrines")


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
def test_nothing_serious_in_the_form(page: Page, look: str) -> None:
    """The form with a card and with a text that is not understood, in both looks; it fits a narrow screen."""
    page.emulate_media(color_scheme="dark" if look == "dark" else "light")
    say(page, SAID)
    expect(page.locator("#say-ok")).to_be_enabled()
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("#say-text").fill("2 points for each shrin.")
    expect(page.locator("#say-found mark")).to_be_visible()
    assert violations(page) == []
    assert page.locator("#say").evaluate("element => element.scrollWidth - element.clientWidth") <= 0
