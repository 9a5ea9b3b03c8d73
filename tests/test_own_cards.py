"""Puzzles that carry their own cards: one file to hand over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tilewright
from command_line import run
from tilewright import Puzzle
from tilewright.files.printing import print_puzzle

CARD = """\
dragon lighthouse
  name en "Lighthouse"
  text en "2 points for each shrine in a corner."
  score 2 for each shrine in a corner
"""
PUZZLE = """\
tilewright: puzzle/1
title: Corners
game: dragon-castle
cards: [lighthouse]
own-cards: |
{card}
kind: arrange
realm: 2 1 | 1 .
tiles: [M1]
shrines: 2
expect: {{score: 7, parts: {{lighthouse: 4}}}}
"""


def puzzle(card: str = CARD, indent: str = "  ") -> str:
    """A puzzle that carries a card."""
    return PUZZLE.format(card="\n".join(f"{indent}{line}".rstrip() for line in card.splitlines()))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(text: str) -> str:
    """The name of a puzzle file with this text."""
    Path("corners.puzzle.yaml").write_text(text, encoding="utf-8")
    return "corners.puzzle.yaml"


def test_every_command_takes_it(here: Path) -> None:
    """A puzzle with its own card is checked, drawn, solved, rated and formatted with no other file at hand."""
    file = written(puzzle())
    assert run("check", file).output == "1 file checked: no problems\n"
    assert "7 points, proved best" in run("solve", file, "--check").output
    assert "Lighthouse: 0" in run("show", file, "--card", "lighthouse").output
    assert run("puzzle", "rate", file).exit_code == 0
    assert run("fmt", "--check", file).exit_code == 0


def test_the_api_gives_its_cards(here: Path) -> None:
    """`check_file` gives the puzzle and the cards in play, which `solve` takes; printed, it reads back the same."""
    report = tilewright.check_file(written(puzzle()))
    (found,) = report.values
    assert isinstance(found, Puzzle)
    assert tilewright.solve(found, report.cards).score == 7
    again = tilewright.check_file(written(print_puzzle(found)))
    assert (again.values, again.diagnostics) == ((found,), [])


@pytest.mark.slow
@pytest.mark.parametrize("indent", ["  ", "      "])
@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("a corner\n", "a cornr\n", "TW101"),
        ("score 2 for each", "score 2 for all", "TW001"),
        ("  score 2", "    score 2", "TW005"),
        ("name en", "name xx", "TW108"),
    ],
)
def test_problems_point_into_the_file(here: Path, indent: str, right: str, wrong: str, code: str) -> None:
    """A problem of a carried card has the place that it has in a file of cards, moved down and to the right."""
    assert right in CARD
    card = CARD.replace(right, wrong)
    Path("lighthouse.tw").write_text(card, encoding="utf-8")
    alone = tilewright.check_file("lighthouse.tw").diagnostics
    within = tilewright.check_file(written(puzzle(card, indent))).diagnostics
    assert [item.code for item in alone] == [item.code for item in within] == [code]
    for one, other in zip(alone, within, strict=True):
        (line, column), (row, place) = one.source.position(one.span.start), other.source.position(other.span.start)
        assert (row, place) == (line + 5, column + len(indent))
        assert one.source.slice(one.span) == other.source.slice(other.span)
        assert other.source.name == "corners.puzzle.yaml"
        assert (other.message, other.help) == (one.message, one.help)


def test_too_much_work_is_reported_in_the_file(here: Path) -> None:
    """A problem that is found only when a card meets a board stands where its line stands in the puzzle."""
    near = "  for each stack\n    for each stack\n      score 1 if count of neighbors within 2 > 3\n"
    realm = " | ".join([". . . . 1 1 . . . . . ."] * 12)
    text = puzzle(CARD + near * 4).replace("2 1 | 1 .", realm).replace("expect", "#")
    result = run("solve", written(text), "--json")
    [problem] = json.loads(result.stdout)["diagnostics"]
    assert problem["code"] == "TW210"
    assert text.splitlines()[problem["line"] - 1][problem["column"] - 1 :].startswith("score")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (puzzle().replace("own-cards: |", "own-cards: >"), "'own-cards' must be a block of lines"),
        (puzzle().replace("cards: [lighthouse]", "cards: []").replace("expect", "#"), "is not listed in 'cards'"),
        (puzzle("game g\n  players 1\n"), "a game is not allowed here"),
        (puzzle("castle keep\n  players 2\n  heights\n    1 1\n    1 1\n"), "a castle is not allowed here"),
        (puzzle().replace("cards: [lighthouse]", "cards: [lighthous]"), "did you mean 'lighthouse'?"),
    ],
)
def test_what_cannot_be_carried(here: Path, text: str, told: str) -> None:
    """Text that is no block, cards that are not in play, games and layouts are reported."""
    assert told in run("check", written(text)).output


def test_a_card_beside_the_puzzle_that_differs_is_reported(here: Path) -> None:
    """The carried card counts; a file or the pack with another card of the id is a warning, with the same card none."""
    Path("lighthouse.tw").write_text("# mine\n" + CARD, encoding="utf-8")
    file = written(puzzle())
    assert run("check", file).output == "1 file checked: no problems\n"
    Path("lighthouse.tw").write_text(CARD.replace("score 2", "score 3"), encoding="utf-8")
    assert "TW424: 'lighthouse' is the card in this file; the one in lighthouse.tw" in run("check", file).output
    assert "7 points" in run("solve", file).output
    own = puzzle().replace("lighthouse", "humility")
    assert "the one in humility.tw is different" in run("check", written(own)).output


def test_fmt_formats_the_cards(here: Path) -> None:
    """`fmt` puts the lines of carried cards in order and leaves the rest of the file as it is."""
    card = CARD.replace("  score 2 for", "\n\n\n  score  2   for").replace("  name", "   # a tower\n  name")
    file = written(puzzle(card, "    "))
    before = Path(file).read_text(encoding="utf-8")
    assert run("fmt", "--check", file).exit_code == 1
    assert run("fmt", file).exit_code == 0
    after = Path(file).read_text(encoding="utf-8")
    assert after != before
    assert "    dragon lighthouse\n      # a tower\n      name" in after
    assert "\n\n      score 2 for each shrine in a corner\nkind: arrange\n" in after
    assert run("fmt", "--check", file).exit_code == 0
    assert [line for line in after.splitlines() if line[:1] not in ("", " ")] == [
        line for line in before.splitlines() if line[:1] not in ("", " ")
    ]
    assert run("fmt", written(puzzle("dragon x\n  scre 1\n"))).exit_code == 1
    assert run("fmt", "--check", written(puzzle().partition("own-cards")[0])).exit_code == 0


@pytest.mark.slow
def test_puzzle_new_writes_the_card_in(here: Path) -> None:
    """A new puzzle of a card of one's own, by its file or its id, carries the card; one of the pack's does not."""
    Path("mine.tw").write_text("# for Ada\n" + CARD + "\n" + CARD.replace("lighthouse", "beacon"), encoding="utf-8")
    made = run("puzzle", "new", "lighthouse,humility", "--difficulty", "easy", "--size", "4x4", "--seed", "1")
    assert made.exit_code == 0, made.output
    Path("mine.tw").rename("mine.txt")
    file = written(made.stdout)
    assert made.stdout.count("dragon ") == 1
    assert "own-cards: |\n  dragon lighthouse\n" in made.stdout
    assert "as expected" in run("solve", file, "--check").output
    Path("mine.txt").rename("mine.tw")
    both = run("puzzle", "new", "mine.tw", "--difficulty", "easy", "--size", "4x4", "--seed", "1", "--json")
    text = json.loads(both.stdout)["text"]
    assert "cards: [lighthouse, beacon]\nown-cards: |\n  dragon lighthouse" in text
    assert "title: Mine 1\n" in text
