"""Games as HTML files: what is in the page, and what is reported of games that no page can play; `web/tests` opens them in a browser."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any
from zlib import decompress

import pytest

from command_line import run

EXAMPLES = Path(__file__).parents[1] / "examples"
POLICY = re.compile(r'content="(default-src [^"]*)"')


def exported(what: str, folder: Path, *options: str) -> str:
    """The page of a game."""
    path = folder / "page.html"
    done = run("export", what, "-o", str(path), *options)
    assert done.exit_code == 0, done.stderr
    return path.read_text("utf-8")


def data_of(page: str) -> Any:
    """What a page knows of its game."""
    found = re.search(r'id="data">([^<]*)<', page)
    assert found
    return json.loads(decompress(b64decode(found[1])))


def test_a_page_is_small_and_may_load_nothing(tmp_path: Path) -> None:
    """Its policy allows its own script alone, and it names no address but those of XML."""
    page = exported("dragon-castle", tmp_path)
    assert len(page.encode()) <= 200_000
    policy = POLICY.search(page)
    assert policy and "connect-src" not in policy[1] and policy[1].startswith("default-src 'none'; img-src data:;")
    assert set(re.findall(r"https?://[^\"' )]+", page)) <= {"http://www.w3.org/2000/svg"}


def test_a_card_is_exported_with_its_game(tmp_path: Path) -> None:
    """By its id or its file, with those that are named too."""
    assert [card["name"] for card in data_of(exported("change", tmp_path))["cards"]] == ["Change"]
    own = tmp_path / "mine.tw"
    own.write_text((EXAMPLES.parent / "cards/dragon-castle/fan/serenity.tw").read_text("utf-8"), "utf-8")
    data = data_of(exported(str(own), tmp_path, "--cards", "change", "--players", "3"))
    assert sorted(card["name"] for card in data["cards"]) == ["Change", "Serenity"]
    assert len(data["names"]) == 3


def test_the_page_of_a_hidden_hand_names_what_is_hidden(tmp_path: Path) -> None:
    """What others hide is known by the places and parts of the score, so that the page never shows it."""
    data = data_of(exported("herons", tmp_path))
    assert data["hides"] and {seat["name"] for seat in data["seats"] if seat["hidden"]} == {"hand"}


@pytest.mark.parametrize(
    "arguments, why",
    [
        (("herons", "-o", "x.png"), "a game is written as a .html file"),
        (("herons", "--players", "7", "-o", "x.html"), "herons is for 3 to 4 players, not 7"),
        (("heron", "-o", "x.html"), "herons"),
        (("no-such.tw", "-o", "x.html"), "cannot read no-such.tw"),
        (("two.puzzle.yaml", "--players", "2", "-o", "x.html"), "--players, --cards and --layout are for games"),
    ],
)
def test_what_cannot_be_exported_is_reported(
    arguments: tuple[str, ...], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is written then."""
    monkeypatch.chdir(tmp_path)
    done = run("export", *arguments)
    assert done.exit_code == 2
    assert why in done.stderr
    assert not list(tmp_path.iterdir())
