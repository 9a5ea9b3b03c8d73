"""The Python API: its document, its names, its errors."""

from __future__ import annotations

import doctest
import re
from dataclasses import replace
from pathlib import Path

import pytest

import tilewright
from tilewright.source import Span

DOCUMENT = Path(__file__).parents[1] / "docs" / "api.md"


@pytest.mark.slow
def test_the_examples_of_the_document() -> None:
    """Every example of docs/api.md gives what the document shows."""
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert tried > 15
    assert failed == 0


@pytest.mark.parametrize("name", tilewright.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    """Every name of `tilewright.__all__` can be had and says what it is."""
    assert (getattr(tilewright, name).__doc__ or "").strip()


def test_other_names_are_not_there() -> None:
    """A misspelt name is an AttributeError, as of any module."""
    with pytest.raises(AttributeError, match="no attribute 'lode_pack'"):
        _ = tilewright.lode_pack  # type: ignore[attr-defined]


def test_check_of_a_file_that_is_not_there() -> None:
    """A file that cannot be read raises Problems that names it."""
    with pytest.raises(tilewright.Problems, match="no-such-file"):
        tilewright.check_file("no-such-file.tw")


def test_board_errors_name_every_word() -> None:
    """A board that cannot be read raises Problems that name each bad word with its place."""
    game = tilewright.load_pack("dragon-castle").game
    with pytest.raises(tilewright.Problems, match=r"row 1, column 2.*row 2, column 1"):
        tilewright.parse_board("3 Q9 | 4! .", game)


def test_cards_of_a_pack() -> None:
    """A card that is not there raises Problems with the nearest id; one that is there has its names and its rule."""
    pack = tilewright.load_pack("dragon-castle")
    with pytest.raises(tilewright.Problems, match=r"there is no card 'knowlege'; did you mean 'knowledge'\?") as caught:
        pack.card("knowlege")
    assert [problem.code for problem in caught.value.diagnostics] == ["TW405"]
    assert pack.card("knowledge").name("it") == "Conoscenza"
    assert pack.card("knowledge").name("de") == "Knowledge"
    assert pack.card("knowledge").rule is not None
    assert pack.card("destruction").rule is None


def test_pictures_draw_themselves_in_notebooks() -> None:
    """A picture has the SVG that notebooks look for."""
    game = tilewright.load_pack("dragon-castle").game
    picture = tilewright.picture(tilewright.parse_board("2^ M5 | . .", game), game, "Home")
    assert picture._repr_svg_() == tilewright.svg([picture])
    assert "Home" in picture._repr_svg_()


def test_pictures_mark_what_was_scored() -> None:
    """A space that earns points alone bears them; spaces that earn them together are marked without any."""
    pack = tilewright.load_pack("dragon-castle")
    board = tilewright.parse_board("2^ M5 | . 1^", pack.game)
    lone = [tilewright.Reason(2, Span(0, 0), (0,), ()), tilewright.Reason(1, Span(0, 0), (0,), ())]
    shared = tilewright.Reason(4, Span(0, 0), (1, 3), ())
    picture = tilewright.picture(board, pack.game, "Ada", "both", reasons=[*lone, shared])
    assert picture.scored == {0: 3, 1: 0, 3: 0}
    assert picture.caption == "both"
    assert "Scored: (1,1) +3, (1,2), (2,2)." in tilewright.svg([picture])


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"pieces": ("ZZ",)}, "no tile 'ZZ'"),
        ({"caps": {"shrines": 2}}, "did you mean 'shrine'?"),
        ({"caps": {"shrine": -1}}, "-1 caps"),
        ({"counters": {"point": 1}}, "did you mean 'points'?"),
        ({"pieces": ("M3",) * 5}, "5 M3 in all"),
        ({"caps": {"shrine": 99}}, "99 shrines in all"),
    ],
)
def test_a_puzzle_that_cannot_be_is_not_solved(wrong: dict[str, object], told: str) -> None:
    """What the game does not have, and too much of what it has, raises Problems that say so."""
    game = tilewright.load_pack("dragon-castle").game
    board = tilewright.parse_board("2 1 | 1 .", game)
    puzzle = replace(tilewright.Puzzle(game, "Steps", board, (), ("M3",)), **wrong)  # type: ignore[arg-type]
    with pytest.raises(tilewright.Problems, match=re.escape(told)):
        tilewright.solve(puzzle, [])


def test_score_refuses_a_position_that_cannot_be() -> None:
    """A shrine on a face-up tile scores nothing: every reason is told."""
    pack = tilewright.load_pack("dragon-castle")
    wrong = tilewright.position(pack, tilewright.parse_board("D1^ D1 | D1 D1", pack.game))
    with pytest.raises(tilewright.Problems, match=r"space \(1,1\) has a shrine on a face-up tile"):
        tilewright.score(wrong, [])
    more = tilewright.position(pack, tilewright.parse_board("D1 D1 D1 D1 | D1 D1 . .", pack.game))
    with pytest.raises(tilewright.Problems, match="6 D1 in all; there are 4"):
        tilewright.score(more, [])


def test_check_text_takes_any_line_ends() -> None:
    """A text with the line ends of another system has the problems of the same text with ours."""
    text = 'dragon probe\n  name en "Probe"\n  score 1 for each shrin\n'
    plain = [str(item) for item in tilewright.check_text(text).diagnostics]
    assert plain
    for end in ("\r\n", "\r"):
        found = tilewright.check_text(text.replace("\n", end)).diagnostics
        assert [str(item) for item in found] == plain
