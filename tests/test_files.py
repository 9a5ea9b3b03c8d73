"""Positions, puzzles and packs: what is read, and what is said of bad ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from file_texts import DRAGON, POSITION, PUZZLE, RECORD, SMALL, problems_of, said
from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import read_puzzle
from tilewright.files.reader import PackInfo, kind_of, read_imprint
from tilewright.files.yaml_tree import Map, plain, read_tree
from tilewright.resources import data_folder
from tilewright.source import Source, read_source
from tilewright.table.position import Position, Puzzle

BAD = Path(__file__).parent / "bad" / "files"


# ------------------------------------------------------------------ golden diagnostics


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(BAD.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_bad_file_is_explained(path: Path) -> None:
    """A bad file gives exactly the diagnostics beside it, and no value."""
    source = Source(path.name, path.read_text("utf-8"))
    value, diagnostics = problems_of(source)
    found = "".join(f"{d}\n" + (f"  help: {d.help}\n" if d.help else "") for d in diagnostics)
    expected = path.with_suffix(".txt")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(found, "utf-8")
    assert value is None
    assert found == expected.read_text("utf-8")


@pytest.mark.parametrize("number", range(401, 418))
def test_every_code_has_a_bad_file(number: int) -> None:
    """Each code of these files occurs in the expected text of a bad file."""
    assert any(f" TW{number}: " in path.read_text("utf-8") for path in BAD.glob("*.txt"))


# ------------------------------------------------------------------ what is read


def test_the_parts_of_a_position_are_read() -> None:
    """Players, counters, cards and boards of the table arrive as they are written."""
    position, diagnostics = problems_of(Source("f", POSITION))
    assert isinstance(position, Position)
    assert not diagnostics.items
    ada, second = position.players
    assert (ada.name, repr(ada.board)) == ("Ada", ". M3 2^ . | 1 . . 2M5")
    assert ada.counters == {"points": 11, "countdown": 1, "reserve": 2}
    assert (second.name, dict(second.counters)) == ("on", {})
    assert position.cards == ("harmony", "bravery")
    assert repr(position.boards["castle"]) == "M5/S1 . D1"


def test_the_parts_of_a_puzzle_are_read() -> None:
    """Pieces, caps, counters, other players and the expectation arrive as they are written."""
    puzzle, diagnostics = problems_of(Source("f", PUZZLE))
    assert isinstance(puzzle, Puzzle)
    assert not diagnostics.items
    assert (puzzle.title, repr(puzzle.board)) == ("Two roofs", ". 3 | 2^ 1")
    assert puzzle.pieces == ("M3", "M3", "S1")
    assert (puzzle.caps, puzzle.counters) == ({"shrine": 2}, {"points": 0})
    assert puzzle.expect == {"score": 17, "parts": {"humility": 2}}
    assert [other.name for other in puzzle.others] == ["Bob"]
    assert [player.name for player in puzzle.start().players] == ["you", "Bob"]


def test_one_player_is_enough() -> None:
    """A position of one player is sound, for cards that look at no neighbor."""
    text = "tilewright: position/2\ngame: dragon-castle\ncards: []\nplayers: [{name: A, realm: . 1 | 2 3}]\n"
    assert said(text) == ""


def test_another_game_has_other_keys() -> None:
    """The keys of boards, pieces, caps and counters are those of the game in hand."""
    text = "tilewright: puzzle/1\ntitle: x\ngame: quarry\ncards: []\nkind: arrange\nyard: 1! 2*\nashlars: [R1]\nflags: 1\nlamps: 1\ncoins: 3\n"
    diagnostics = Diagnostics(Source("f", text))
    puzzle = read_puzzle(diagnostics.source, SMALL, diagnostics)
    assert puzzle is not None
    assert (puzzle.caps, puzzle.counters) == ({"flag": 1, "lamp": 1}, {"coins": 3})
    assert "TW406" in said(text)


def test_the_pack_of_dragon_castle_is_sound() -> None:
    """The pack that ships reads without a problem."""
    source = read_source(str(data_folder("cards") / "dragon-castle" / "pack.yaml"))
    assert isinstance(source, Source)
    diagnostics = Diagnostics(source)
    pack = read_imprint(source, diagnostics)
    assert isinstance(pack, PackInfo)
    assert (pack.game, pack.file, diagnostics.items) == ("dragon-castle", "game.tw", [])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (POSITION, "position"),
        (PUZZLE, "puzzle"),
        (RECORD, "record"),
        ("tilewright: 1\n", "pack"),
        ("tilewright: 7\n", "pack"),
        ('{"tilewright": "puzzle/1"}', "puzzle"),
        ("tilewright: position/2\na: [", "position"),
        ("tilewright: castle/1\n", None),
        ("- tilewright\n", None),
        ("", None),
    ],
)
def test_the_kind_of_a_file(text: str, kind: str | None) -> None:
    """The header tells the kind, of a file with YAML errors too; without one, that is reported."""
    source = Source("f", text)
    diagnostics = Diagnostics(source)
    assert kind_of(source, diagnostics) == kind
    assert diagnostics.has_errors == (kind is None)


def test_a_file_of_another_kind_is_named_as_such() -> None:
    """A reader that meets a sound file of another kind says so, and nothing else."""
    diagnostics = Diagnostics(Source("f", POSITION))
    assert read_puzzle(diagnostics.source, DRAGON, diagnostics) is None
    assert [str(d) for d in diagnostics] == ["f:1:13: error TW408: this is not a puzzle: its format is 'position/2'"]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("on", "on"),
        ("no", "no"),
        ("null", "null"),
        ("~", "~"),
        ("2024-01-01", "2024-01-01"),
        ("1.5", "1.5"),
        ("1e3", "1e3"),
        ("0x1F", "0x1F"),
        ("007", "007"),
        ("12:30:45", "12:30:45"),
        ("-5", -5),
        ("0", 0),
        ("'5'", "5"),
        ("!!str 5", "5"),
        ("!!int 5", 5),
        ("", None),
        ('""', ""),
    ],
)
def test_scalars_are_text_or_whole_numbers(written: str, value: object) -> None:
    """Only plain decimal numbers are numbers; YAML's other words are text."""
    source = Source("f", f"key: {written}\n")
    tree = read_tree(source, Diagnostics(source))
    assert isinstance(tree, Map)
    assert plain(tree) == {"key": value}


# ------------------------------------------------------------------ places of board words


@pytest.mark.parametrize(
    "realm",
    [
        "|\n      . 2\n      3 Q7",
        "|2-   # a comment\n\n        . 2\n\n        3 Q7\n",
        ">\n      . 2 |\n      3 Q7",
        ". 2 | 3 Q7",
        ". 2 |\n      3 Q7   # a comment",
        "'. 2|3 Q7'",
        '". 2 | 3 Q7"',
        '". 2\\n3 Q7"',
        "!!str |\n      . 2\n      3 Q7",
    ],
)
def test_a_bad_word_of_a_board_is_reported_in_its_place(realm: str) -> None:
    """In every style of YAML text, the word itself is underlined."""
    text = f"tilewright: position/2\ngame: dragon-castle\ncards: []\nplayers:\n  - name: é😀\n    realm: {realm}\n"
    source = Source("f", text)
    _, diagnostics = problems_of(source)
    assert [(d.code, source.slice(d.span)) for d in diagnostics] == [("TW407", "Q7")]


def test_a_word_with_escapes_is_blamed_at_its_value() -> None:
    """A word that the file does not spell out has the place of the value that holds it."""
    source = Source("f", POSITION.replace('". . 3 . |', '". . 3 \\x51 |'))
    _, diagnostics = problems_of(source)
    assert [source.slice(d.span)[:3] for d in diagnostics] == ['". ']


# ------------------------------------------------------------------ one slip is told once


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (POSITION.replace("points: 11", "points: -3"), ["TW404"]),
        (POSITION.replace("shrines: 2 ", "shrines: 60"), ["TW417"]),
        (POSITION.replace("cards:", "card:"), ["TW403"]),
        (PUZZLE.replace("tiles:", "tile:"), ["TW403"]),
    ],
)
def test_one_slip_is_reported_once(text: str, told: list[str]) -> None:
    """A slip that breaks two rules gives one problem."""
    assert [problem.code for problem in problems_of(Source("f", text))[1]] == told


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        (POSITION.replace("realm: |\n", "realm:\n", 1), "the rows run together into one", "write '|' after 'realm:'"),
        (POSITION.replace("3 . |", "3 - |"), "no piece has the symbol '-'", "write '.' for an empty space"),
        (POSITION.replace("| . . . F1", "| . . . . F1"), "row 2 has 5 spaces, row 1 has 4", "remove 1"),
        (
            POSITION.replace("| . . . F1", "| . 25 F1"),
            "row 2 has 3 spaces, row 1 has 4",
            "write '.' for an empty space; '25' is one stack of 25",
        ),
        (PUZZLE.replace("tiles:", "tile:"), "unknown key 'tile'", "did you mean 'tiles'?"),
        (
            PUZZLE.replace("realm: |\n  .  3\n  2^ 1\n", ""),
            "the key 'realm' is missing",
            "your realm goes at the top, not under 'players'; one word per space, one line per row",
        ),
    ],
)
def test_the_help_says_what_to_write(text: str, message: str, help: str) -> None:
    """Slips that beginners make have a help line of their own."""
    assert (message, help) in [(d.message, d.help) for d in problems_of(Source("f", text))[1]]
