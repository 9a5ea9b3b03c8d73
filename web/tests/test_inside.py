"""The studio without a server, as `make site` builds it: a folder of files behind a plain web server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from test_access import AXE, violations
from test_game import click, settled

TOOLS = Path(__file__).parents[2] / "tools"
SIZES = {"desk": {"width": 1300, "height": 900}, "phone": {"width": 390, "height": 844}}
LONG = 300_000
"""Milliseconds: a busy machine may need them to load Python."""


class Quiet(SimpleHTTPRequestHandler):
    """A plain web server."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the studio."""
    folder = tmp_path_factory.mktemp("site") / "studio"
    command = [sys.executable, str(TOOLS / "build_studio.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.stderr.startswith("the studio cannot be built"):
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def site(built: Path) -> Iterator[str]:
    """The address of the studio, below that of the site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built.parent))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/studio/"
        server.shutdown()


@contextmanager
def opened(context: BrowserContext, address: str) -> Iterator[Page]:
    """A page of the studio; what it complains of, and what it loads from elsewhere, fails the test."""
    page, faults, asked = context.new_page(), list[str](), list[str]()
    page.set_default_timeout(LONG)
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    yield page
    assert faults == []
    assert [url for url in asked if not url.startswith((address.split("#")[0], "data:", "blob:"))] == []


def accessible(page: Page) -> None:
    """What axe-core finds, where it is there."""
    assert not AXE.exists() or violations(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_card_is_written_shared_and_played(browser: Browser, site: str, size: str) -> None:
    """A wrong card is mended by a click, scores, goes on in a link, is there after a reload, and a game is played."""
    expect.set_options(timeout=LONG)
    with browser.new_context(viewport=SIZES[size], color_scheme="dark" if size == "phone" else "light") as context:  # type: ignore[arg-type]
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        with opened(context, site) as page:
            written(page, size)
            page.locator("#menu-open").click()
            page.locator("#share").click()
            expect(page.locator(".note")).to_contain_text("Link copied")
            link = str(page.evaluate("navigator.clipboard.readText()"))
            assert link.startswith(f"{site}#s=")
            page.locator("#save").click()
            expect(page.locator("#unsaved")).to_be_hidden()
            page.reload()
            expect(page.locator("#file-name")).to_have_text("mine.tw")
            expect(page.locator(".cm-content")).to_contain_text("for each shrine")
            expect(page.locator("#total")).to_have_text("2")
            play(page)
        context.clear_cookies()
    with browser.new_context(viewport=SIZES[size]) as friend, opened(friend, link) as page:  # type: ignore[arg-type]
        expect(page.locator("#file-name")).to_have_text("mine.tw")
        expect(page.locator("#total")).to_have_text("2")


def written(page: Page, size: str) -> None:
    """Write a card before Python is there, mend it, and put a shrine on its board."""
    expect(page.locator("#start-games .thumbnail svg").first).to_be_visible()
    expect(page.locator("#loading")).to_be_visible()
    if size == "phone":
        page.locator("#files-toggle").click()
    page.locator("#new").click()
    page.locator("#dialog-input").fill("mine.tw")
    page.locator("#dialog-ok").click()
    page.locator(".cm-content").click()
    page.keyboard.insert_text("dragon mine\n  score 2 for each shrin\n")
    expect(page.locator(".problem").first).to_contain_text("'shrin' is not a known word")
    expect(page.locator("#loading")).to_be_hidden()
    accessible(page)
    page.locator(".fix", has_text="shrine").click()
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.locator(".cm-content")).to_contain_text("for each shrine")
    page.locator(".tool", has_text="shrine").click()
    page.locator("#board .cells button").first.click()
    expect(page.locator("#total")).to_have_text("2")
    assert page.locator("#picture option").all_inner_texts() == ["save as", ".svg"]
    page.locator("#bounds").click()
    expect(page.locator("#result")).to_contain_text("tilewright bounds mine.tw")
    accessible(page)
    assert page.locator("html").evaluate("element => element.scrollWidth") <= SIZES[size]["width"]


def play(page: Page) -> None:
    """A move in a game against a bot."""
    page.locator("#play").click()
    page.locator("#game-begin").click()
    expect(page.locator("#game-turn")).to_contain_text(re.compile("Round"))
    settled(page)
    click(page, 0)
    expect(page.locator("#log li").first).to_contain_text("You")
    accessible(page)


def test_opened_from_the_disk_it_says_what_it_needs(browser: Browser, built: Path) -> None:
    """A browser runs no module of a file; the page says that it needs a web server."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((built / "index.html").as_uri())
        expect(page.locator("#loading")).to_be_visible()
        expect(page.locator("#loading")).to_contain_text("python -m http.server")
