"""The start page, the documents, the printed card, fixes by click, panes, and files that change on disk, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from test_access import needs_axe, violations
from test_page import opened, write

SHOTS = Path(__file__).parents[2] / "docs" / "pictures"
MISTAKE = "dragon mine\n  score 2 for each shrin\n"
MENDED = MISTAKE.replace("shrin", "shrine")


def pictures(page: Page) -> None:
    """Wait until each example has its picture."""
    expect(page.locator("#start-files .example").first).to_be_visible()
    expect(page.locator(".thumbnail:not(:has(svg, img))")).to_have_count(0)


def text(page: Page) -> str:
    """What is in the editor."""
    return "\n".join(page.locator(".cm-line").all_inner_texts())


# ------------------------------------------------------------------ the start page


def test_the_studio_begins_with_examples(page: Page) -> None:
    """Each game, a card of each class, a castle and puzzles have pictures; an example opens with a click, and is recent then."""
    pictures(page)
    assert page.locator("#start-games .example").count() == 6
    page.screenshot(path=SHOTS / "studio-start.png")
    page.locator(".example", has_text="Boldness").click()
    expect(page.locator("#file-name")).to_have_text("packs/dragon-castle/dragons/boldness.tw")
    expect(page.locator("#start")).to_be_hidden()
    opened(page, "mine.tw")
    page.locator("#home").click()
    expect(page.locator("#start-recent button")).to_have_text(["mine.tw", "packs/dragon-castle/dragons/boldness.tw"])
    page.locator("#start-recent button").first.click()
    expect(page.locator("#start")).to_be_hidden()
    page.reload()  # a page that is loaded again stays where it was
    expect(page.locator("#file-name")).to_have_text("mine.tw")
    expect(page.locator("#start")).to_be_hidden()


def test_a_sentence_on_the_start_page_is_a_card(page: Page) -> None:
    """It goes into the form for new cards, which finds the game that it is about, shows its rule and opens it."""
    page.locator("#start-sentence").fill("2 points for each shrine in a corner.")
    page.keyboard.press("Enter")
    expect(page.locator("#say-found pre")).to_contain_text("score 2 for each shrine in a corner")
    expect(page.locator("#say-class option:checked")).to_have_text("dragon (dragon-castle)")
    page.locator("#say-ok").click()
    expect(page.locator("#file-name")).to_have_text("my-card.tw")


def test_a_game_of_the_start_page_is_set_up(page: Page) -> None:
    """Its form is that of the game which was chosen, with words in place of identifiers."""
    page.locator(".example", has_text="Dragon Castle").first.click()
    form = page.locator("#game-setup-body")
    expect(form.get_by_label("Which game").locator("option:checked")).to_have_text("Dragon Castle")
    expect(form.get_by_label("castle").locator("option", has_text="The Barracks")).to_have_count(1)
    form.locator("summary", has_text="spirit").click()
    expect(form.locator(".check", has_text="Dawn").first).to_be_visible()


# ------------------------------------------------------------------ documents


def test_documents_are_read_searched_and_their_examples_opened(page: Page) -> None:
    """A search leads to a section, links to other pages, and an example into the editor, where it is free of errors."""
    page.locator("#documents-open").click()
    page.locator("#documents-search").fill("thick lines")
    page.locator(".pages.found button").first.click()
    expect(page.locator("#documents-body article h1")).to_be_visible()
    page.locator("#documents-search").fill("")
    page.locator("#documents-search").press("Space")
    page.locator("#documents-search").fill("")
    page.locator("#documents-body .pages button", has_text="Recipes").first.click()
    expect(page.locator("#documents-body article h1")).to_be_visible()
    page.screenshot(path=SHOTS / "studio-documents.png")
    page.locator(".open-example").first.click()
    expect(page.locator("#file-name")).to_have_text("example.tw")
    expect(page.locator(".cm-content")).to_contain_text(re.compile("^dragon example"))
    expect(page.locator("#face-picture")).to_be_visible()
    expect(page.locator(".problem.error")).to_have_count(0)
    page.locator("#documents-body .link").first.click()
    page.locator("#documents-back").click()
    expect(page.locator("#documents-body article h1")).to_contain_text("ecipes")
    page.locator("#documents-close").click()
    expect(page.locator("#documents")).to_be_hidden()


def test_documents_carry_no_markup_of_their_own(page: Page) -> None:
    """Whatever is in a document, only plain marks of text come onto the page."""
    page.locator("#documents-open").click()
    for title in page.locator("#documents-body .pages:not(.codes) button").all_inner_texts():
        page.locator("#documents-body .pages:not(.codes) button", has_text=title).first.click()
        expect(page.locator("#documents-body article h1").first).to_be_visible()
        assert page.locator("#documents-body :is(script, style, img, iframe, form)").count() == 0
        page.locator("#documents-back").click()
        expect(page.locator("#documents-body .codes")).to_be_visible()


# ------------------------------------------------------------------ one surface for a card


def test_a_problem_is_fixed_and_explained_by_click(page: Page) -> None:
    """The fix changes the text and can be undone; the code opens its page."""
    opened(page, "mine.tw")
    write(page, MISTAKE)
    row = page.locator(".problem-row", has_text="shrin")
    row.locator(".fix", has_text="Write 'shrine'").click()
    assert text(page).startswith(MENDED.rstrip())
    expect(page.locator(".problem.error")).to_have_count(0)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+z")
    assert text(page).startswith(MISTAKE.rstrip())
    row.locator("button", has_text="Explain TW").click()
    expect(page.locator("#documents-body h1")).to_contain_text("TW")


def test_the_printed_card_follows_the_text(page: Page) -> None:
    """It is drawn again as the text changes, in the language that is chosen; with an error it stays, dimmed."""
    opened(page, "mine.tw")
    picture = page.locator("#face-picture")
    expect(picture).to_be_visible()
    before = picture.get_attribute("src")
    page.locator("#face-language").select_option("it")
    expect(picture).not_to_have_attribute("src", before or "")
    italian = picture.get_attribute("src")
    write(page, 'dragon mine\n  name it "Nuova"\n  score 1 for each shrine\n')
    expect(picture).not_to_have_attribute("src", italian or "")
    assert picture.evaluate("image => image.naturalWidth") > 100
    write(page, MISTAKE.replace("score", "scor"))
    expect(page.locator("#face.stale")).to_have_count(1)
    page.keyboard.press("Control+s")
    expect(page.locator("#unsaved")).to_be_hidden()
    opened(page, "roofs.puzzle.yaml")
    expect(page.locator("#face")).to_be_hidden()


def test_panes_are_as_wide_as_one_likes(page: Page) -> None:
    """They are dragged, or moved by keys; the widths are kept, and Home brings back the usual ones."""
    opened(page, "mine.tw")
    width = lambda: page.locator("#table").evaluate("element => element.getBoundingClientRect().width")  # noqa: E731
    before, box = width(), page.locator("#table-border").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 3, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] - 97, box["y"] + 200, steps=4)
    page.mouse.up()
    assert abs(width() - before - 100) < 3
    page.locator("#table-border").press("ArrowLeft")
    assert abs(width() - before - 124) < 3
    page.reload()
    expect(page.locator("#board .cells button").first).to_be_visible()
    assert abs(width() - before - 124) < 3
    page.locator("#table-border").press("Home")
    assert abs(width() - before) < 3


def test_the_pieces_to_place_are_pictures_with_one_tab_stop(page: Page) -> None:
    """The arrows go from piece to piece; what is chosen is where the next Tab comes back to."""
    opened(page, "mine.tw")
    tools = page.locator("#toolbox button")
    assert page.locator("#toolbox [data-do=put] svg").count() == page.locator("#toolbox [data-do=put]").count() == 29
    assert page.locator('#toolbox button[tabindex="0"]').count() == 1
    tools.first.focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(tools.nth(2)).to_have_attribute("aria-pressed", "true")
    page.locator("#board .cells button").first.click()
    expect(page.locator("#board .cells button").first).to_have_attribute("aria-label", re.compile("merchant 3"))
    expect(page.locator('#toolbox button[tabindex="0"]')).to_have_attribute("data-what", "M3")


def test_a_game_is_played_with_the_card_that_is_open(page: Page) -> None:
    """Play offers the card that is being written, unsaved as it is, and it is in the game."""
    opened(page, "mine.tw")
    write(page, 'dragon mine\n  name en "Newest"\n  score 7 for each shrine\n')
    expect(page.locator("#score summary").last).to_contain_text("Newest")
    page.locator("#play").click()
    expect(page.get_by_label("with the card that you are writing: Newest")).to_be_checked()
    page.locator("#game-begin").click()
    expect(page.locator("#game-turn")).to_contain_text("Round")
    page.locator("#game-more summary", has_text="Cards in play").click()
    expect(page.locator("#game-cards")).to_contain_text("Newest")


# ------------------------------------------------------------------ files that somebody else changes


def test_a_file_that_changes_on_disk_is_read_again(page: Page, folder: Path) -> None:
    """Without changes of one's own it is read; with some in other lines both stand; undo takes that back."""
    (folder / "mine.tw").write_text("dragon mine\n\n  # above\n  score 1 for each shrine\n\n  # below\n", "utf-8")
    opened(page, "mine.tw")
    (folder / "mine.tw").write_text("dragon mine\n\n  # above\n  score 2 for each shrine\n\n  # below\n", "utf-8")
    expect(page.locator(".cm-content")).to_contain_text("score 2 for each shrine")
    expect(page.locator("#unsaved")).to_be_hidden()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("  # my own line\n")
    expect(page.locator("#unsaved")).to_be_visible()
    (folder / "mine.tw").write_text("dragon mine\n\n  # changed\n  score 2 for each shrine\n\n  # below\n", "utf-8")
    expect(page.locator(".cm-content")).to_contain_text("# changed")
    expect(page.locator(".cm-content")).to_contain_text("# my own line")
    page.keyboard.press("Control+s")
    expect(page.locator("#unsaved")).to_be_hidden()
    assert (folder / "mine.tw").read_text("utf-8").count("# changed") == 1
    assert (folder / "mine.tw").read_text("utf-8").endswith("# my own line\n")


@pytest.mark.parametrize("choice", ["Keep mine", "Take the file's"])
def test_changes_of_the_same_line_are_asked_about(page: Page, folder: Path, choice: str) -> None:
    """Nothing is written over in silence: one of the two is chosen, and saving works after that."""
    opened(page, "mine.tw")
    write(page, "dragon mine\n  score 3 for each shrine\n")
    expect(page.locator("#unsaved")).to_be_visible()
    (folder / "mine.tw").write_text("dragon mine\n  score 5 for each shrine\n", "utf-8")
    page.locator("#changed button", has_text=choice).click()
    points = 3 if choice == "Keep mine" else 5
    expect(page.locator(".cm-content")).to_contain_text(f"score {points} for each shrine")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+s")
    expect(page.locator("#unsaved")).to_be_hidden()
    assert (folder / "mine.tw").read_text("utf-8") == f"dragon mine\n  score {points} for each shrine\n"


def test_a_file_that_is_gone_is_kept_here(page: Page, folder: Path) -> None:
    """Its text stays, not saved, and saving writes it again."""
    opened(page, "mine.tw")
    before = (folder / "mine.tw").read_text("utf-8")
    (folder / "mine.tw").unlink()
    expect(page.locator("#unsaved")).to_be_visible()
    page.locator("#save").click()
    expect(page.locator("#unsaved")).to_be_hidden()
    assert (folder / "mine.tw").read_text("utf-8") == before


# ------------------------------------------------------------------ for everybody


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("size", [(1300, 900), (390, 844)])
def test_nothing_serious_on_the_start_page_and_in_documents(page: Page, look: str, size: tuple[int, int]) -> None:
    """The start page, a document, a card with a problem and its fix, and the menu, in both looks and on a phone."""
    page.emulate_media(color_scheme="dark" if look == "dark" else "light")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    pictures(page)
    assert violations(page) == []
    page.locator(".example", has_text="Boldness").click()
    expect(page.locator("#face-picture")).to_be_visible()
    write(page, MISTAKE)
    expect(page.locator(".fix").first).to_be_visible()
    assert violations(page) == []
    page.locator("#menu-open").click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.locator("#documents-open").click()
    page.locator("#documents-search").fill("print cards")
    page.locator(".pages.found button").first.click()
    expect(page.locator("#documents-body article h1")).to_be_visible()
    assert violations(page) == []
    assert page.locator("html").evaluate("element => element.scrollWidth") <= size[0]
