"""Layouts painted in the studio: what becomes of the text, and what is said of it."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from tilewright.packs.workspace import Workspace
from tilewright.studio.files import StudioFiles
from tilewright.studio.requests import Requests

NAME = "folder/keep.tw"
TEXT = "castle keep\n  players 2\n  heights  # a yard\n    . 2 .  # north\n    .  3  .\n"


@pytest.fixture
def requests(tmp_path: Path) -> Requests:
    """What answers the requests of a page that has an empty folder open."""
    return Requests(StudioFiles(tmp_path), Workspace())


def painted(requests: Requests, text: str, **act: Any) -> dict[str, Any]:
    """What is shown of a layout after an act."""
    return requests.answer("show", {"name": NAME, "text": text, "act": {"do": "paint", **act}})


def test_heights_go_into_the_text_and_all_else_stays(requests: Requests) -> None:
    """A layout editor changes the heights that were painted, and no comment or space beside them."""
    found = painted(requests, TEXT, heights=[[0, 1], [4, 0]], symmetry="mirror")
    assert found["text"] == TEXT.replace(". 2 .", "1 2 1").replace("3", ".")
    assert found["players"][0]["spaces"] == ["1 high", "2 high", "1 high", "no stack", "no stack", "no stack"]


def test_what_the_game_says_is_said_as_check_says_it(requests: Requests, tmp_path: Path) -> None:
    """The problems are those of check, each with the spaces that it is about."""
    text = "castle keep\n  players 2\n  heights\n" + 5 * "    2 2 2 2 2 2 2\n"
    found = painted(requests, text, heights=[[0, 2]])["painting"]
    path = tmp_path / "keep.tw"
    path.write_text(text, "utf-8")
    checked = Workspace().check(requests.files.read(NAME)).diagnostics
    assert [one["words"] for one in found["problems"]] == [f"{one.message}: {one.help}" for one in checked]
    assert [28 + i for i in range(7)] in [one["spaces"] for one in found["problems"]]
    assert [one["error"] for one in found["problems"]] == [one.is_error for one in checked]


def test_rows_and_columns_are_added_and_cut_off(requests: Requests) -> None:
    """Another size keeps what lies in both, and the indent of the rows."""
    found = painted(requests, TEXT, do="size", rows=3, columns=2)
    assert found["text"].endswith("    . 2\n    . 3\n    . .\n")


def test_a_new_layout_is_empty_and_of_the_size_of_the_board(requests: Requests) -> None:
    """A blank layout has its class, its id and no stacks, and can be painted at once."""
    text = requests.answer("blank", {"name": NAME, "game": "dragon-castle", "class": "castle"})["text"]
    assert text.startswith("castle keep\n")
    assert painted(requests, text, heights=[[0, 3]])["players"][0]["caption"].endswith("1 stacks, 3 tiles")


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ({"heights": [[0, 9]]}, "1 to 3"),
        ({"heights": [[99, 1]]}, "1 to 3"),
        ({"heights": [[0, 1]], "symmetry": "diagonal"}, "as many rows as columns"),
        ({"do": "size", "rows": 0, "columns": 3}, "1 to 40"),
    ],
)
def test_what_cannot_be_painted_is_refused(requests: Requests, act: dict[str, Any], words: str) -> None:
    """Heights, spaces, symmetries and sizes that cannot be are told in words."""
    assert words in painted(requests, TEXT, **act)["refused"]


@pytest.mark.parametrize(("format", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_a_layout_is_drawn_as_a_file(requests: Requests, format: str, start: bytes) -> None:
    """A layout is drawn in each format of pictures; another format is refused."""
    drawn = requests.answer("picture", {"name": NAME, "text": TEXT, "format": format})
    assert b64decode(drawn["content"]).startswith(start)
    assert ".png" in requests.answer("picture", {"name": NAME, "text": TEXT, "format": "gif"})["refused"]
