"""A game that was played, looked at again: moves that gave the win away are found, with the ones that were better."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright import load_pack
from tilewright.packs.workspace import Workspace
from tilewright.play.match import Match
from tilewright.studio.files import StudioFiles
from tilewright.studio.questions import Questions
from tilewright.studio.requests import Requests
from tilewright.studio.reviews import reviewed

EXAMPLES = Path(__file__).parents[1] / "examples"
pytest.importorskip("wasmtime")


def played(moves: list[tuple[int, int]]) -> Match:
    """A game of tic-tac-toe; the first player has the marks X."""
    match = Match(load_pack(EXAMPLES / "tic-tac-toe").game, ["Ada", "Bo"])
    for row, column in moves:
        place = f"{row},{column}"
        [move] = [move for move in match.view().moves if place in move.text]
        match.play(move)
    return match


def test_a_win_that_was_not_seen_is_a_mistake() -> None:
    """With two in a row and the third space free, another move is a mistake; the space that wins is named, and the win is certain."""
    match = played([(1, 1), (2, 1), (1, 2), (2, 2), (3, 3)])
    found = reviewed(match, lambda news: None)[-1].shown()
    assert found["mistake"] and found["best_share"] == 1.0 and "1,3" in found["best"] and "3,3" in found["played"]


def test_a_game_without_a_mistake_has_none() -> None:
    """In a drawn game of perfect play no move gives the win away; each decision is there once, in order."""
    match = played([(2, 2), (1, 1), (1, 2), (3, 2), (2, 1), (2, 3), (3, 1), (1, 3)])
    news = list[dict[str, object]]()
    found = reviewed(match, news.append, playouts=2000)
    assert [one.index for one in found] == sorted({one.index for one in found}) and found[0].index == 0
    assert not [one.shown() for one in found if one.shown()["mistake"]]
    assert news[-1] == {"done": 8, "moves": 8}


@pytest.mark.slow
def test_a_page_asks_for_the_review_of_a_game(tmp_path: Path) -> None:
    """The moves of the page, in its set-up; of bots that play at random, some are mistakes, whose words are those of the log."""
    requests = Requests(StudioFiles(tmp_path), Workspace())
    players = [{"name": name, "bot": "random"} for name in ("Ada", "Bo", "Cy")]
    game = {"setup": {"game": "herons", "players": players, "cards": [], "layouts": {}, "seed": 3}, "moves": []}
    shown = requests.answer("play", {**game, "act": None})
    while not shown["over"]:
        shown = requests.answer("play", {**game, "moves": shown["moves"], "act": {"do": "bot"}})
    found = Questions(requests, lambda news: None).answer("review", {**game, "moves": shown["moves"]})["reviews"]
    lines = " ".join(line for entry in shown["log"] for line in entry["lines"])
    assert found and all(0 <= one["share"] <= 1 for one in found)
    assert all(one["played"].split()[-1] in lines for one in found)
    assert any(one["mistake"] for one in found)
    assert "refused" in Questions(requests, lambda news: None).answer("review", {**game, "moves": ["nonsense"]})
