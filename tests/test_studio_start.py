"""What the studio offers beside files: examples with pictures, documents, the printed card, versions put together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarry import lay_out
from tilewright.packs.workspace import Workspace
from tilewright.studio.documents import found, listed
from tilewright.studio.files import StudioFiles, stamp
from tilewright.studio.questions import Questions
from tilewright.studio.requests import Requests, merged

ROOT = Path(__file__).parents[1]
SERENITY = (ROOT / "cards/dragon-castle/fan/serenity.tw").read_text("utf-8")


@pytest.fixture
def requests(tmp_path: Path) -> Requests:
    """What answers the requests of a page with an empty folder."""
    return Requests(StudioFiles(tmp_path), Workspace())


# ------------------------------------------------------------------ examples


@pytest.mark.slow
def test_every_game_and_sort_of_file_has_an_example_with_a_picture(
    requests: Requests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each game that comes with tilewright, a card of each class, a layout, and puzzles; each is a drawing, each file is read."""
    monkeypatch.setenv("TILEWRIGHT_ENGINE", "")  # put back after it, for its process sets it
    questions, examples = Questions(requests, lambda news: None), requests.answer("examples", {})["examples"]
    packs = [path.parent.name for path in sorted((ROOT / "cards").glob("*/pack.yaml"))]
    assert [one["name"] for one in examples if one["kind"] == "game"] == packs
    kinds = {one["kind"] for one in examples}
    assert {"game", "dragon", "spirit", "castle", "puzzle", "character"} <= kinds
    for one in examples:
        found = questions.answer("beginning", one) if one["kind"] == "game" else requests.answer("thumbnail", one)
        assert fromstring(found["svg"]).tag.endswith("svg"), one
        if one["kind"] != "game":
            assert "text" in requests.answer("read", {"name": one["name"]})


def test_a_game_that_begins_with_empty_boards_is_pictured_a_little_later(requests: Requests) -> None:
    """The trail of Cairns is empty at first; its picture has stones."""
    picture = requests.plays.beginning("cairns")
    assert picture and picture.count("fill-edge") + picture.count("<text") > 10


# ------------------------------------------------------------------ the printed card


def face(requests: Requests, text: str, language: str = "en") -> dict[str, Any]:
    """The card of a text as it will be printed."""
    return requests.answer("face", {"name": "folder/mine.tw", "text": text, "language": language})


def test_a_card_is_drawn_as_it_will_be_printed(requests: Requests) -> None:
    """In each language of its pack, with other letters in each; a text that is cut off is reported; other files have none."""
    english, italian = face(requests, SERENITY), face(requests, SERENITY, "it")
    assert english["languages"] == ["en", "fr", "it"]
    assert english["svg"] != italian["svg"] and not english["cut"]
    assert fromstring(english["svg"]).attrib["width"] == "178.582677165pt"  # 63 mm
    long = re.sub(r'text en ".*"', f'text en "{"word " * 900}"', SERENITY)
    assert face(requests, long)["cut"]
    assert face(requests, "dragon x\n  score\n") == {"svg": None}


# ------------------------------------------------------------------ documents


def test_all_documents_are_listed_and_read(requests: Requests) -> None:
    """By the titles that they begin with."""
    names = {one["name"] for one in listed()}
    assert {path.stem for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "data"} == names
    for one in listed():
        text = requests.answer("document", {"name": one["name"]})["text"]
        assert text.partition("\n")[0].replace("`", "") == f"# {one['title']}"
    assert "refused" in requests.answer("document", {"name": "../README"})


def test_sections_are_found_by_their_words() -> None:
    """All words must be there; a heading that has them comes first; nothing is found for words that are nowhere."""
    best = found("bleed cut marks")
    assert (best[0]["name"], best[0]["heading"]) == ("print", "Cards") and "cut marks" in best[0]["excerpt"]
    assert found("TW430")[0]["name"] == "TW430"
    assert found("zzyzx") == found("") == []
    for one in found("shrine"):
        text = (next((ROOT / "docs").rglob(f"{one['name']}.md"))).read_text("utf-8")
        assert "shrine" in text.lower()


def test_lines_of_a_document_become_a_card(requests: Requests) -> None:
    """A rule is a card of a class that scores, an ability one of a class that acts; what is neither says so."""
    rule = requests.answer("example", {"kind": "rule", "text": "score 2 for each face-up dragon\n"})["text"]
    assert rule == "dragon example\n  score 2 for each face-up dragon\n"
    ability = requests.answer("example", {"kind": "ability", "text": "gain 2 shrines\n"})["text"]
    assert ability == "spirit example\n  ability\n    gain 2 shrines\n"
    assert "refused" in requests.answer("example", {"kind": "rule", "text": "score 2 for each zeppelin\n"})


# ------------------------------------------------------------------ versions of a text


TEXT = "a\nb\nc\nd\ne\nf\n"


@pytest.mark.parametrize(
    ("mine", "theirs", "both"),
    [
        ("A\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\ne\nF\n", "A\nb\nc\nd\ne\nF\n"),
        ("a\nc\nd\ne\nf\n", "a\nb\nc\nd\nx\ne\nf\n", "a\nc\nd\nx\ne\nf\n"),
        ("a\nB\nc\nd\ne\nf\n", "a\nB\nc\nd\ne\nf\n", "a\nB\nc\nd\ne\nf\n"),
        ("a\nB\nc\nd\ne\nf\n", "a\nX\nc\nd\ne\nf\n", None),
        ("a\nB\nc\nd\ne\nf\n", "a\nb\nC\nd\ne\nf\n", None),
        ("x\na\nb\nc\nd\ne\nf\n", "y\na\nb\nc\nd\ne\nf\n", None),
    ],
)
def test_changes_of_two_are_put_together(mine: str, theirs: str, both: str | None) -> None:
    """In different lines both stand; in the same lines or beside one another neither is lost in silence."""
    assert merged(TEXT, mine, theirs) == merged(TEXT, theirs, mine) == both


lines = st.lists(st.sampled_from("abcde"), max_size=6).map(lambda text: [f"{line}\n" for line in text])


@given(lines, lines, lines)
def test_what_only_one_has_changed_is_the_result(before: list[str], mine: list[str], theirs: list[str]) -> None:
    """Whoever it is, and if both have changed the same; the order of the two makes no difference."""
    one, two, three = ("".join(text) for text in (before, mine, theirs))
    assert merged(one, two, one) == merged(one, one, two) == merged(one, two, two) == two
    assert merged(one, two, three) == merged(one, three, two)


@given(lines, lines, lines, lines)
def test_changes_that_are_apart_both_stand(
    first: list[str], mine: list[str], second: list[str], theirs: list[str]
) -> None:
    """What one has put in place of the first lines and the other in place of the last, with unchanged lines between them."""
    between = [f"{n}\n" for n in range(3)]
    before, own = "".join([*first, *between, *second]), "".join([*mine, *between, *second])
    other, both = "".join([*first, *between, *theirs]), "".join([*mine, *between, *theirs])
    assert merged(before, own, other) == both


def test_the_stamp_of_a_file_follows_what_is_on_disk(requests: Requests, tmp_path: Path) -> None:
    """It is the one that a page was given until the file changes, and None when it is gone or no file of the studio."""
    (tmp_path / "mine.tw").write_text(SERENITY, "utf-8")
    given_stamp = requests.answer("read", {"name": "folder/mine.tw"})["stamp"]
    assert requests.files.stamp_of("folder/mine.tw") == given_stamp == stamp(SERENITY)
    (tmp_path / "mine.tw").write_text(SERENITY + "#\n", "utf-8")
    assert requests.files.stamp_of("folder/mine.tw") == stamp(SERENITY + "#\n")
    (tmp_path / "mine.tw").unlink()
    assert requests.files.stamp_of("folder/mine.tw") is None
    assert requests.files.stamp_of("folder/../x.tw") is None


# ------------------------------------------------------------------ the card that is being written, in play


CARD = "dragon mine\n  score 1000\n"
SETUP = {
    "game": "dragon-castle",
    "players": [{"name": name, "bot": "random"} for name in ("Ada", "Bo")],
    "cards": [],
    "layouts": {},
    "seed": 3,
    "written": {"name": "folder/mine.tw", "text": CARD},
}


def test_a_game_is_played_with_the_card_that_is_being_written(requests: Requests) -> None:
    """Its text need not be saved; it pays in the game, and in place of a card of the pack that has its id."""
    offered = requests.answer("games", SETUP["written"])  # type: ignore[arg-type]
    assert offered["card"] == {"game": "dragon-castle", "id": "mine", "name": "mine"}
    assert requests.answer("games", {"name": "folder/mine.tw", "text": "dragon mine\n  score"})["card"] is None
    game = requests.answer("play", {"setup": SETUP, "moves": [], "act": None})
    assert [card["name"] for card in game["cards"]] == ["mine"]
    assert game["scores"]["totals"] == [1000, 1000]
    again = {
        **SETUP,
        "cards": ["boldness"],
        "written": {"name": "folder/x.tw", "text": CARD.replace("mine", "boldness")},
    }
    game = requests.answer("play", {"setup": again, "moves": [], "act": None})
    assert game["scores"]["totals"] == [1000, 1000]
    broken = {**SETUP, "written": {"name": "folder/mine.tw", "text": "dragon mine\n  score"}}
    assert requests.answer("play", {"setup": broken, "moves": [], "act": None}) == {"refused": "the card has errors"}


@pytest.mark.slow
def test_many_games_are_played_with_the_card_that_is_being_written(requests: Requests) -> None:
    """It is a source of points like any other card."""
    questions = Questions(requests, lambda news: None)
    found = questions.answer("simulate", {"setup": SETUP, "games": 2, "rotate": False})
    assert {one["name"]: one["mean"] for one in found["summary"]["parts"]}["mine"] == 1000


def test_games_cards_and_layouts_are_called_by_their_names(tmp_path: Path) -> None:
    """Also those of a pack in the folder."""
    lay_out(tmp_path, puzzle=False)
    games = {one["id"]: one for one in Requests(StudioFiles(tmp_path), Workspace()).answer("games", {})["games"]}
    castle = games["dragon-castle"]
    assert castle["name"] == "Dragon Castle"
    assert castle["names"]["barracks"] == "The Barracks" and castle["names"]["boldness"] == "Boldness"
