"""A studio of a folder, and a page in Chromium that shows it; what the page complains of fails the test."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from signal import SIGTERM, Signals
from typing import TypeVar

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tilewright.packs.workspace import Workspace
from tilewright.source import read_source

P = TypeVar("P")

CARDS = Path(__file__).parents[2] / "cards" / "dragon-castle"
FILES = {"mine.tw": "fan/serenity.tw", "roofs.puzzle.yaml": "puzzles/two-roofs.puzzle.yaml"}
FILES |= {"realms.position.yaml": "positions/two-realms.position.yaml"}

expect.set_options(timeout=60_000)  # a busy machine fails no test


def tilewright(*arguments: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "tilewright", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def puzzle_of(path: Path, kind: type[P]) -> P:
    """The puzzle of a file, of a class."""
    return next(one for one in Workspace().check(read_source(str(path))).values if isinstance(one, kind))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a card, a position and a puzzle."""
    for name, source in FILES.items():
        shutil.copyfile(CARDS / source, tmp_path / name)
    return tmp_path


@contextmanager
def studio(folder: Path, port: int = 0, *, end: Signals = SIGTERM, **environment: str) -> Iterator[str]:
    """A studio of a folder, ended by a signal; the address that it prints, with its token."""
    command = [sys.executable, "-u", "-m", "tilewright", "studio", str(folder), "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}) as process:
        assert process.stdout
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            yield found[0]
        finally:  # a test that fails would wait for its end for ever
            process.send_signal(end)


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """The address of a studio of the folder, with its token."""
    with studio(folder) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window, which reaches nothing but this machine."""
    binary = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if binary is None:
        pytest.fail("there is no chromium; apt-get install chromium, or name it in CHROMIUM")
    flags = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=binary, args=flags)
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page, opened."""
    context = browser.new_context(viewport={"width": 1300, "height": 900})
    found, faults = context.new_page(), list[str]()
    found.set_default_timeout(60_000)
    found.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    found.on("pageerror", lambda error: faults.append(str(error)))
    asked = list[str]()
    found.on("request", lambda request: asked.append(request.url))
    found.goto(address)
    found.locator("#tree button").first.wait_for(state="attached")
    yield found
    context.close()
    assert faults == []
    origin = address.split("/#")[0]
    assert [url for url in asked if not url.startswith((origin, "data:", "blob:"))] == []


def shot(view: Page, picture: str) -> Image.Image:
    """A picture as the browser shows it."""
    with view.context.new_page() as alone:
        alone.set_content(f"<style>body {{ margin: 0 }} svg {{ width: 600px }}</style>{picture}")
        return Image.open(BytesIO(alone.locator("svg").screenshot())).convert("RGB")
