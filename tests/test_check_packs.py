"""`tilewright check` and packs: which game a file is checked against, and broken packs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tilewright.cli.main import command

PACK = "tilewright: 1\ngame: quarry\ntitle: Quarry\n"
GAME = """\
game quarry
  players 2 to 3

  piece block
    type red R1 to R3 copies 4
    identity symbol

  board yard
    of each player
    size 4 by 4
    sizes 2 to 8

  cards goal that score
"""
GOAL = "goal wall\n  score 1 for each red\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*words: str) -> str:
    """What `tilewright check` prints; an exception that gets out is raised."""
    return CliRunner().invoke(command, ["check", *words], catch_exceptions=False).output


def pack(folder: Path, **files: str) -> dict[str, list[str]]:
    """The codes that a folder with a pack gives, by file; None leaves a file out."""
    texts = {"pack.yaml": PACK, "game.tw": GAME, "wall.tw": GOAL}
    texts |= {name.replace("_", "."): text for name, text in files.items()}
    for name, text in texts.items():
        if text:
            (folder / name).write_text(text)
    answers = [json.loads(line) for line in check(".", "--json").splitlines()]
    return {a["file"]: [p["code"] for p in a["diagnostics"]] for a in answers}


def test_cards_belong_to_the_pack_above_them(folder: Path) -> None:
    """A pack of its own is found from its cards, and its words are known."""
    assert pack(folder) == {"game.tw": [], "pack.yaml": [], "wall.tw": []}


def test_a_card_of_another_file_has_the_id(folder: Path) -> None:
    """Two files of a pack cannot have cards with one id."""
    assert pack(folder, other_tw=GOAL)["wall.tw"] == ["TW109"]


@pytest.mark.parametrize(
    ("files", "codes"),
    [
        ({"game_tw": GAME.replace("red", "row")}, {"game.tw": ["TW105"], "pack.yaml": ["TW406"], "wall.tw": ["TW406"]}),
        ({"game_tw": ""}, {"pack.yaml": ["TW406"], "wall.tw": ["TW406"]}),
        ({"game_tw": GOAL}, {"game.tw": ["TW406"], "pack.yaml": ["TW406"], "wall.tw": ["TW406"]}),
        ({"pack_yaml": PACK.replace("quarry", "query")}, {"game.tw": [], "pack.yaml": ["TW406"], "wall.tw": ["TW406"]}),
        ({"pack_yaml": "tilewright: 1\n"}, {"game.tw": [], "pack.yaml": ["TW404", "TW404"], "wall.tw": ["TW406"]}),
        ({"game_tw": GAME + GOAL}, {"game.tw": ["TW110"], "pack.yaml": ["TW406"], "wall.tw": ["TW406"]}),
        ({"game_tw": GAME + GAME}, {"game.tw": ["TW111"], "pack.yaml": ["TW406"], "wall.tw": ["TW406"]}),
    ],
)
def test_a_pack_with_problems(folder: Path, files: dict[str, str], codes: dict[str, list[str]]) -> None:
    """Problems of a pack are told in the file they are in; what depends on it says so."""
    assert pack(folder, **files) == codes


def test_another_yaml_file_is_not_taken_for_the_pack(folder: Path) -> None:
    """A pack file under another name is read by itself."""
    (folder / "other.yaml").write_text(PACK)
    assert check("other.yaml") == "1 file checked: no problems\n"


def test_a_position_of_a_broken_pack(folder: Path) -> None:
    """It says that the pack has problems, not that there is no such game."""
    table = "tilewright: position/2\ngame: quarry\ncards: [wall]\nplayers:\n  - {name: Ada, yard: 1 2 | . R1}\n"
    answer = pack(folder, game_tw="game quarry\n  players 2\n  cap lid\n    copies 3\n", a_position_yaml=table)
    assert answer["a.position.yaml"] == ["TW406"]


def test_a_layout_fits_the_board_of_its_name(folder: Path) -> None:
    """A layout with more rows or columns than its board may have is an error."""
    board = (
        "\n  board hall\n    of the table\n    size 2 by 2\n    sizes 1 to 3\n\n  layouts hall\n    heights 1 to 3\n"
    )
    wide = "hall wide\n  players 2\n\n  heights\n    1 1 1 1\n"
    assert pack(folder, game_tw=GAME + board, wide_tw=wide)["wide.tw"] == ["TW302"]
    assert pack(folder, game_tw=GAME + board, wide_tw=wide.replace("1 1 1 1", "1 1 1"))["wide.tw"] == []


ONE_MISTAKE = {
    "  players 2 to 3\n": "  players two to three\n",
    "    type red R1 to R3 copies 4\n": "    type red R1 to R3 4 copies\n",
    "    size 4 by 4\n": "    size 4 x 4\n",
    "    gain 1 coin\n": "    gain one coin\n",
    "  counter coins\n": "  counter coins each\n",
    "    score coins\n": "    coins\n",
    "    if there is a red\n": "    when there is a red\n",
}
"""Lines of the game below, and the same with a mistake."""
PLAYED = (
    GAME
    + "\n  counter coins\n\n  part coins\n    score coins\n\n  turn\n    if there is a red\n      gain 1 coin\n    gain 1 coin\n"
)


@pytest.mark.parametrize("line", ONE_MISTAKE)
def test_one_mistake_in_a_game_file_is_one_error(folder: Path, line: str) -> None:
    """What follows from it, in the file itself, in `pack.yaml` and in cards, is counted but not listed."""
    assert line in PLAYED
    wrong = PLAYED.replace(line, ONE_MISTAKE[line], 1)
    for name, text in (("pack.yaml", PACK), ("game.tw", wrong), ("wall.tw", GOAL)):
        (folder / name).write_text(text)
    found = check(".").splitlines()
    assert next(text for text in found if ": error " in text).startswith("game.tw:")
    assert found[-1] == "3 files checked: 1 error; 2 more follow from it"


def test_what_help_says_of_a_game_file_is_tried(folder: Path) -> None:
    """A help line that would not be accepted in its place is replaced by one that is, or says less."""
    for name, text in (("pack.yaml", PACK), ("game.tw", PLAYED.replace("if there is a red", "if 2 reds"))):
        (folder / name).write_text(text)
    assert "help: write 'there are at least 2 reds' or 'there are exactly 2 reds'" in check("game.tw")
