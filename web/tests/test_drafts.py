"""Unsaved texts outlive the server and the page: the page comes back by itself, and a lost page leaves a draft."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from signal import SIGKILL, SIGTERM, Signals

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from test_page import opened, write

from conftest import studio

TEXT = "dragon mine\n  score 7 for each shrine\n"


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that keeps what its pages keep."""
    with browser.new_context(viewport={"width": 1300, "height": 900}) as found:
        found.set_default_timeout(60_000)
        yield found


def changed(context: BrowserContext, address: str) -> Page:
    """A page with a text that is not saved."""
    page = context.new_page()
    page.goto(address)
    opened(page, "mine.tw")
    write(page, TEXT)
    expect(page.locator("#unsaved")).to_be_visible()
    expect(page.locator("#score summary").last).to_contain_text("mine")
    return page


@pytest.mark.parametrize("end", [SIGTERM, SIGKILL], ids=["ended", "killed"])
def test_a_page_comes_back_after_a_restart_of_the_server(
    context: BrowserContext, folder: Path, tmp_path: Path, end: Signals
) -> None:
    """F92: it connects again with its unsaved text, which is checked, scored and saved as before."""
    port, cache = free_port(), {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    with studio(folder, port, end=end, **cache) as address:
        page = changed(context, address)
    expect(page.locator("#lost")).to_be_visible()
    with studio(folder, port, **cache):
        expect(page.locator("#lost")).to_have_count(0)
        expect(page.locator(".cm-content")).to_contain_text("score 7 for each shrine")
        write(page, TEXT.replace("shrine", "shrin"))
        expect(page.locator(".cm-lintRange-error")).to_have_text("shrin")
        write(page, TEXT)
        page.keyboard.press("Control+s")
        expect(page.locator("#unsaved")).to_be_hidden()
        assert (folder / "mine.tw").read_text("utf-8") == TEXT


def test_a_page_comes_back_when_another_one_brings_the_new_token(
    context: BrowserContext, folder: Path, tmp_path: Path
) -> None:
    """F92: where no token is kept, the address that the server prints is opened once, and all pages come back."""
    port = free_port()
    with studio(folder, port, XDG_CACHE_HOME=str(tmp_path / "one")) as address:
        page = changed(context, address)
    with studio(folder, port, XDG_CACHE_HOME=str(tmp_path / "other")) as again:
        assert again != address
        expect(page.locator("#lost")).to_contain_text("token")
        context.new_page().goto(again)
        expect(page.locator("#lost")).to_have_count(0)
        expect(page.locator(".cm-content")).to_contain_text("score 7 for each shrine")
        expect(page.locator("#unsaved")).to_be_visible()


def painted(page: Page) -> str:
    """Put three pieces on the board; the board in notation."""
    page.locator("#toolbox [data-do=put]").first.click()
    for space in (0, 1, 8):
        page.locator("#board .cells button").nth(space).click()
    page.locator("#setup summary").click()
    notation = page.get_by_label("The board in notation")
    expect(notation).to_have_value(re.compile(r"^\w+\s+\w+\s+(\.\s+){6}\w"))
    return notation.input_value()


def test_the_board_of_a_page_that_was_closed_is_restored(context: BrowserContext, folder: Path, address: str) -> None:
    """F92: a draft holds the board beside its text; without an unsaved text the board is there when its file is opened."""
    page = changed(context, address)
    board = painted(page)
    page.close()
    page = context.new_page()
    page.goto(address)
    page.get_by_role("button", name="Restore mine.tw").click()
    page.locator("#setup summary").click()
    expect(page.get_by_label("The board in notation")).to_have_value(board)
    expect(page.locator(".cm-content")).to_contain_text("score 7 for each shrine")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+s")
    expect(page.locator("#unsaved")).to_be_hidden()
    page.close()
    page = context.new_page()
    page.goto(address)
    opened(page, "mine.tw")
    expect(page.locator("#drafts")).to_have_count(0)
    page.locator("#setup summary").click()
    expect(page.get_by_label("The board in notation")).to_have_value(board)
    page.locator("#reset").click()
    expect(page.get_by_label("The board in notation")).not_to_have_value(board)


def test_the_text_of_a_page_that_was_closed_is_offered(context: BrowserContext, folder: Path, address: str) -> None:
    """F92: a page that ends without being asked leaves its text as a draft, until that is saved or discarded."""
    changed(context, address).close()
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#drafts")).to_contain_text("mine.tw")
    page.get_by_role("button", name="Restore mine.tw").click()
    expect(page.locator("#drafts")).to_have_count(0)
    expect(page.locator(".cm-content")).to_contain_text("score 7 for each shrine")
    expect(page.locator("#unsaved")).to_be_visible()
    page.keyboard.press("Control+s")
    expect(page.locator("#unsaved")).to_be_hidden()
    assert (folder / "mine.tw").read_text("utf-8") == TEXT
    page.reload()
    opened(page, "mine.tw")
    expect(page.locator("#drafts")).to_have_count(0)
    write(page, TEXT + "  score 1 for each dragon\n")
    expect(page.locator("#unsaved")).to_be_visible()
    expect(page.locator("#score summary").last).to_contain_text("mine")
    page.close()
    last = context.new_page()
    last.goto(address)
    last.get_by_role("button", name="Discard mine.tw").click()
    expect(last.locator("#drafts")).to_have_count(0)
    last.reload()
    last.locator("#tree button").first.wait_for(state="attached")
    expect(last.locator("#drafts")).to_have_count(0)


BEFORE = "dragon mine\n\n  # above\n  score 1 for each shrine\n\n  # below\n"


def left(context: BrowserContext, address: str, folder: Path, text: str) -> Page:
    """A new page, after one that held a text was closed, not saved, and the file was changed on disk."""
    (folder / "mine.tw").write_text(BEFORE, "utf-8")
    page = context.new_page()
    page.goto(address)
    opened(page, "mine.tw")
    write(page, text)
    expect(page.locator("#unsaved")).to_be_visible()
    page.close()
    (folder / "mine.tw").write_text(BEFORE.replace("# above", "# of a friend"), "utf-8")
    page = context.new_page()
    page.goto(address)
    return page


def test_a_draft_is_merged_with_what_changed_on_disk(context: BrowserContext, folder: Path, address: str) -> None:
    """The file was changed while no page was open: what is restored and saved has the changes of both."""
    page = left(context, address, folder, BEFORE.replace("# below", "# my own"))
    page.get_by_role("button", name="Restore mine.tw").click()
    expect(page.locator(".cm-content")).to_contain_text("# of a friend")
    expect(page.locator(".cm-content")).to_contain_text("# my own")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+s")
    expect(page.locator("#unsaved")).to_be_hidden()
    both = BEFORE.replace("# above", "# of a friend").replace("# below", "# my own")
    assert (folder / "mine.tw").read_text("utf-8") == both


def test_a_draft_of_the_same_lines_is_asked_about(context: BrowserContext, folder: Path, address: str) -> None:
    """It is opened by its file, not by the offer; the changes on disk are written over by nobody who was not asked."""
    page = left(context, address, folder, BEFORE.replace("# above", "# my own"))
    opened(page, "mine.tw")
    expect(page.locator("#drafts")).to_have_count(0)
    page.locator("#changed button", has_text="Keep mine").click()
    expect(page.locator(".cm-content")).to_contain_text("# my own")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+s")
    expect(page.locator("#unsaved")).to_be_hidden()
    assert (folder / "mine.tw").read_text("utf-8") == BEFORE.replace("# above", "# my own")


def test_opening_a_file_does_not_drop_its_draft(context: BrowserContext, folder: Path, address: str) -> None:
    """Whoever opens the file without a look at the offer, and closes the page, has the text yet; Undo shows the file."""
    changed(context, address).close()
    for _ in range(2):
        page = context.new_page()
        page.goto(address)
        opened(page, "mine.tw")
        expect(page.locator(".cm-content")).to_contain_text("score 7 for each shrine")
        page.close()
    page = context.new_page()
    page.goto(address)
    opened(page, "mine.tw")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+z")
    expect(page.locator(".cm-content")).to_contain_text("Serenity")
    expect(page.locator("#unsaved")).to_be_hidden()
