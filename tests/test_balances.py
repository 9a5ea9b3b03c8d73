"""The worth of the card that a page is writing: games with its text and without it, as the command plays them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tilewright.packs.workspace import Workspace
from tilewright.studio.files import StudioFiles
from tilewright.studio.questions import Questions
from tilewright.studio.requests import Requests

pytest.importorskip("wasmtime")
CARD = "dragon mine\n  score 300\n"


def test_text_with_errors_is_refused(tmp_path: Path) -> None:
    """No game is played with a card that has errors."""
    asked = {"name": "folder/mine.tw", "text": "dragon mine\n  score 1 for each shrin\n", "game": "dragon-castle"}
    desk = Requests(StudioFiles(tmp_path), Workspace())
    assert Questions(desk, lambda news: None).answer("balance", asked) == {"refused": "the card has errors"}


@pytest.mark.slow
def test_the_text_of_the_page_is_played(tmp_path: Path) -> None:
    """Three hundred points for everybody: each bot has that much more with the card, and as much for the others is no advantage."""
    news = list[dict[str, Any]]()
    asked = {"name": "folder/mine.tw", "text": CARD, "game": "dragon-castle"}
    found = Questions(Requests(StudioFiles(tmp_path), Workspace()), news.append).answer("balance", asked)["report"]
    [card] = found["cards"]
    assert [one["done"] for one in news] == list(range(1, 1 + len(news))) and card["games"] >= 12
    assert all(one["points"]["difference"]["mean"] == pytest.approx(300, abs=30) for one in card["bots"])
