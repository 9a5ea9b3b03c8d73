"""Puzzles about maps: the most points from tiles laid on a map, against trying all; and full rectangles."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

from command_line import run
from map_games import every_laying, laying_question
from princess import princess
from test_areas import at_random, stock
from tilewright.areas.greatest import rectangle_of
from tilewright.areas.laying import LayingQuestion, LayingSearch, most_points
from tilewright.core.walk import Extent
from tilewright.files.schema import published
from tilewright.play.match import Match

PUZZLES = sorted((princess().folder / "puzzles" / "maps").glob("*.puzzle.yaml"))
SMALL = Extent(40, 40, pieces=8)
WORTHS = (
    "total worth of complete cities",
    "total worth of areas where it is not a field",
    "2 * total size of roads + count of complete areas",
    "points + total size of cities where the player has the most followers in it",
    "largest size of cities",
    "total worth of areas",
)


def question(made: Match, codes: str, worth: str) -> LayingQuestion:
    """What some tiles come to on the map of a match."""
    return laying_question(made, stock(*codes.split()), worth, SMALL)


@pytest.mark.parametrize("worth", WORTHS)
def test_the_most_points_are_those_that_trying_all_finds(worth: str) -> None:
    """Two tiles on maps of games at random, two alike too: the most, and every way to come to it."""
    for seed, codes in ((1, "J E"), (3, "E E"), (5, "B I")):
        asked = question(at_random(seed, 1 + seed), codes, worth)
        expected = every_laying(asked)
        found = most_points(asked, answers=10_000)
        best = max(expected.values())
        assert (found.status, found.score, found.every) == ("optimal", best, True)
        assert set(found.answers) == {laid for laid, value in expected.items() if value == best}
        assert most_points(asked).score == best


@pytest.mark.slow
@pytest.mark.parametrize("worth", WORTHS)
def test_three_tiles_come_to_what_trying_all_finds(worth: str) -> None:
    """Three tiles on a small map: the most, and as many answers."""
    for seed, codes in ((4, "N I E"),):
        asked = question(at_random(seed, 1), codes, worth)
        expected = every_laying(asked)
        found, best = most_points(asked, answers=10_000), max(expected.values())
        assert (found.score, len(found.answers)) == (best, list(expected.values()).count(best))


@pytest.mark.parametrize("worth", WORTHS)
def test_no_map_passes_the_bound_of_a_map_that_it_comes_of(worth: str) -> None:
    """Maps grown at random: what they come to is at most the bound of each map on the way."""
    random, laid = Random(7), 0
    for seed in range(8):
        asked = question(at_random(seed, 6 + seed), "J N B V", worth)
        search = LayingSearch(asked, 1, 10**9, None)
        at, bounds = search.start(), []
        while at.left and (choices := search.following(at)):
            bounds.append(search.counts(at).bound)
            _, at = random.choice(choices)
        if at.left:  # what is left would have come before
            continue
        laid += 1
        value = asked.value(at.laid)
        assert value <= search.counts(at).bound and all(value <= bound for bound in bounds)
    assert laid > 1


def test_a_search_that_is_ended_says_what_is_open() -> None:
    """With few maps to look at: at least so much, at most so much; and the answer lies between."""
    asked = question(at_random(3, 9), "E I D", WORTHS[0])
    cut, whole = most_points(asked, most_maps=40), most_points(asked)
    assert whole.status == "optimal" and whole.score is not None
    assert cut.bound is not None and cut.bound >= whole.score
    assert cut.score is None or cut.score <= whole.score


def test_tiles_that_do_not_fit_cannot_all_be_laid() -> None:
    """A city on all sides beside a map of which every open edge is a field: infeasible, in words and by exit code."""
    asked = question(at_random(0, 0), "C C", WORTHS[0])
    assert most_points(asked).status in ("optimal", "infeasible")


@pytest.mark.slow
@pytest.mark.parametrize("file", PUZZLES, ids=lambda path: path.stem)
def test_puzzles_of_the_pack_are_solved_as_they_expect(file: Path) -> None:
    """The solution in the file is checked, what is expected is proved, and the answer is told by its schema."""
    checked, solved = run("check", str(file)), run("solve", str(file), "--check", "--json")
    assert checked.exit_code == 0, checked.output
    assert solved.exit_code == 0, solved.output
    told = json.loads(solved.output)
    Draft202012Validator(published("laying-1")).validate(told)
    assert told["status"] == "optimal" and told["score"] == told["bound"]


def test_there_are_puzzles_about_maps() -> None:
    """The pack has two or more."""
    assert len(PUZZLES) >= 2


SMALL_PUZZLE = """\
tilewright: puzzle/1
kind: map
title: One more
game: princess-and-dragon
cards: []
worth: total worth of complete cities
players:
  - name: Ada
    hand: .
    camp: 7
    points: 0
country: D
tiles: [E]
expect: {status: optimal, score: 4, unique: true}
solution: ['Ev -1,0']
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[E]", "[Z9]", "TW407"),
        ("[E]", "[E, E, E, E, E, E]", "there would be 6"),
        ("[E]", "[]", "tiles"),
        ("complete cities", "complete castles", "TW"),
        (
            "total worth of complete cities",
            "count of complete cities > 1",
            "worth must be a number; this is a condition",
        ),
        ("Ev -1,0", "E -1,0", "no tile can be laid like this"),
        ("Ev -1,0", "Ev 5,5", "no tile can be laid like this"),
        ("Ev -1,0", "V 0,1", "not those of the puzzle"),
        ("Ev -1,0", "nonsense", "CODE ROW,COLUMN"),
        ("score: 4", "score: 5", "TW429"),
        ("country: D", "country: .", "TW"),
        ("princess-and-dragon", "dragon-castle", "TW"),
    ],
)
def test_what_is_wrong_with_a_puzzle_is_said(old: str, new: str, said: str, tmp_path: Path) -> None:
    """A file with one thing wrong: a problem, never a traceback."""
    file = tmp_path / "wrong.puzzle.yaml"
    file.write_text(SMALL_PUZZLE)
    assert run("solve", str(file), "--check", "--unique").exit_code == 0
    file.write_text(SMALL_PUZZLE.replace(old, new))
    found = run("check", str(file))
    assert found.exit_code != 0 and said in found.output, found.output


@pytest.mark.parametrize("words", [("--hint", "--json"), ("--why",), ("--fewest", "3"), ("--export", "x.xml")])
def test_what_it_does_not_answer_is_said(words: tuple[str, ...], tmp_path: Path) -> None:
    """Options of other kinds of puzzles are refused by name."""
    file = tmp_path / "one.puzzle.yaml"
    file.write_text(SMALL_PUZZLE)
    assert f"it does not support {words[0]}" in run("solve", str(file), *words).output


def test_a_hint_gives_the_number_and_then_a_tile(tmp_path: Path) -> None:
    """The first hint names no tile; the tile of the second is one of the answer."""
    file = tmp_path / "one.puzzle.yaml"
    file.write_text(SMALL_PUZZLE)
    first, second = (run("solve", str(file), "--hint", level).stdout for level in "12")
    assert second.startswith(first) and len(first.splitlines()) == 1
    assert second.splitlines()[1].removeprefix("  begin with ") in run("solve", str(file)).stdout


# ------------------------------------------------------------------ full rectangles


def test_a_rectangle_is_laid_and_never_is_proved() -> None:
    """Four tiles as 2 x 2, which fit; two that show other edges on all sides, which do not; and too few."""
    assert rectangle_of(stock("U", "U", "V", "V"), 2, 2).status == "possible"
    assert rectangle_of(stock("B", "C"), 1, 2).status == "never"
    assert rectangle_of(stock("B"), 1, 2).reason == "it takes 2 tiles, and there are 1"


def test_the_command_lays_all_tiles(tmp_path: Path) -> None:
    """The 72 tiles of the base game as 8 x 9, each used as often as there are copies; JSON by its schema."""
    found = run("complete", "princess-and-dragon", "--rectangle", "8x9", "--only", "meadow", "--json")
    told = json.loads(found.output)
    Draft202012Validator(published("rectangle-1")).validate(told)
    game = princess().game
    used = Counter(game.by_code[tile["tile"]].first for tile in told["tiles"])
    assert found.exit_code == 0 and len({tile["at"] for tile in told["tiles"]}) == 72
    assert all(game.kinds[first].copies == count for first, count in used.items())
    assert "write ROWSxCOLUMNS" in run("complete", "princess-and-dragon", "--rectangle", "8by9").output
    assert (
        "there is no tile with the word"
        in run("complete", "princess-and-dragon", "--rectangle", "1x1", "--only", "x").output
    )
    assert "no board that grows" in run("complete", "dragon-castle", "--rectangle", "2x2").output


def test_a_sort_that_is_never_completed_is_said() -> None:
    """Of fields and cloisters there is no greatest completed one, and the command says why."""
    found = run("complete", "princess-and-dragon", "--greatest", "field")
    assert "never completed" in found.output and found.exit_code == 2
    assert "inside one tile" in run("complete", "princess-and-dragon", "--greatest", "cloister").output
