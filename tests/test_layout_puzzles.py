"""Puzzles about layouts: how far a measure goes over all layouts, or over all fillings of one."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from cards import pack
from command_line import run, valid
from file_texts import LAYOUT_PUZZLE
from tilewright.check.fragments import read_measure
from tilewright.core import expr as core
from tilewright.design.layouts.measured import MeasuredLayout, measured_layout
from tilewright.design.layouts.sketch import LayoutRequirements
from tilewright.resources import data_folder
from tilewright.table.game import LayoutDef, RowGuideline
from tilewright.table.goal import LAYOUT_FORMS, parse_goal

PATHS = sorted(data_folder("cards").glob("*/puzzles/layouts/*.puzzle.yaml"))
SMALL = LayoutDef("castle", 1, 2, 7, {2: (4, 5)}, (RowGuideline(2, 1, 1),))
"""Guidelines of which small boards can be full."""
Heights = tuple[tuple[int, ...], ...]


def measure(text: str) -> core.Expr:
    """A measure that has no errors."""
    found = read_measure(text, pack().game)
    assert not isinstance(found, list), found
    return found


def answer(text: str, goal: str, requirements: LayoutRequirements) -> MeasuredLayout:
    """The answer to a question that can be asked."""
    asked = parse_goal(goal, LAYOUT_FORMS)
    assert asked is not None
    found = measured_layout(pack().game, requirements, measure(text), asked)
    assert isinstance(found, MeasuredLayout), found
    return found


def filled(heights: Heights) -> LayoutRequirements:
    """The question over the fillings of a layout."""
    return LayoutRequirements(SMALL, (2, 2), len(heights), len(heights[0]), part=heights, joined=False)


def layouts() -> list[Heights]:
    """All layouts of 3 x 3 within the small guidelines, found without any model."""
    rows = list(product(range(3), repeat=3))
    return [
        heights
        for heights in product(rows, repeat=3)
        if sum(map(sum, heights)) == 7
        and 4 <= sum(height > 0 for row in heights for height in row) <= 5
        and sum(row[1] == 2 and 2 in (row[0], row[2]) for row in heights) <= 1
    ]


def available(heights: Heights) -> list[int]:
    """The heights of the stacks whose top is free on a long side."""
    found = []
    for row in heights:
        for at, height in enumerate(row):
            beside = [row[other] if 0 <= other < len(row) else 0 for other in (at - 1, at + 1)]
            found += [height] if height and min(beside) < height else []
    return found


def openings(heights: Heights) -> int:
    """How many of them are the highest there are."""
    return available(heights).count(max(map(max, heights)))


MEASURES: dict[str, Callable[[Heights], int]] = {
    "openings": openings,
    "count of available tiles in the castle": lambda heights: len(available(heights)),
    "total height of available tiles in the castle": lambda heights: sum(available(heights)),
}


@pytest.mark.slow
@pytest.mark.parametrize("text", MEASURES)
def test_extremes_are_those_of_all_layouts(text: str) -> None:
    """The most and the least agree with going through every layout of 3 x 3, and are proved."""
    values = [MEASURES[text](heights) for heights in layouts()]
    requirements = LayoutRequirements(SMALL, (2, 2), 3, 3, joined=False)
    for goal, value in (("most", max(values)), ("least", min(values))):
        found = answer(text, goal, requirements)
        assert (found.status, found.value, found.bound) == ("optimal", value, value)


@pytest.mark.slow
def test_a_threshold_is_passed_or_refuted() -> None:
    """At least as much as the most can be, one more cannot."""
    most = max(map(openings, layouts()))
    requirements = LayoutRequirements(SMALL, (2, 2), 3, 3, joined=False)
    assert answer("openings", f"at least {most}", requirements).value == most
    assert answer("openings", f"at least {most + 1}", requirements).status == "infeasible"
    least = min(map(openings, layouts()))
    assert answer("openings", f"at most {least - 1}", requirements).status == "infeasible"


def test_a_drawing_is_kept_and_symmetry_heeded() -> None:
    """What is drawn stands in the layout that is found; with a symmetry only layouts that have it are asked."""
    part = ((2, None, None), (None, None, None), (None, None, None))
    known = [heights for heights in layouts() if heights[0][0] == 2]
    found = answer("openings", "most", LayoutRequirements(SMALL, (2, 2), 3, 3, part=part, joined=False))
    assert found.value == max(map(openings, known))
    mirrored = [heights for heights in layouts() if all(row == row[::-1] for row in heights)]
    even = answer("openings", "least", LayoutRequirements(SMALL, (2, 2), 3, 3, "mirror", joined=False))
    assert even.value == min(map(openings, mirrored))


@pytest.mark.slow
def test_fillings_are_limited_by_the_supply() -> None:
    """Of each symbol there are four tiles: five open ones show two symbols at least."""
    tower = ((1,), (2,), (1,), (1,), (3,))
    text = "count of symbols of tiles in the castle"
    assert [answer(text, goal, filled(tower)).value for goal in ("least", "most")] == [2, 5]
    assert answer("count of winds in the castle", "most", filled(tower)).value == 5
    assert answer("count of dragons in the castle", "most", filled(((1,) * 14,))).value == 12


def test_layouts_that_cannot_be_are_refuted() -> None:
    """Guidelines that no layout of the size meets."""
    found = answer("openings", "most", LayoutRequirements(SMALL, (2, 2), 2, 1, joined=False))
    assert (found.status, found.value, found.board) == ("infeasible", None, None)


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name.partition(".")[0])
def test_the_puzzles_of_the_packs_are_as_expected(path: Path) -> None:
    """`solve --check` proves what they expect."""
    assert "expect: {status: optimal" in path.read_text("utf-8")
    assert run("solve", "--check", str(path)).exit_code == 0


def test_the_answer_is_printed(tmp_path: Path) -> None:
    """As rows of the board, as JSON of its schema and as a picture."""
    file = tmp_path / "a.puzzle.yaml"
    file.write_text(LAYOUT_PUZZLE.replace("4x4", "|\n  1 2\n  . 1\n"), "utf-8")
    printed = run("solve", str(file))
    assert printed.exit_code == 0
    assert "openings: 1 (the least over all fillings, proved)\n  M1 1M1\n  .  M1\n" in printed.output
    told = valid(run("solve", str(file), "--json").output, "measure-1")
    assert (told["value"], told["castle"]) == (1, "M1 1M1 | . M1")
    assert run("solve", str(file), "-o", str(tmp_path / "a.svg")).exit_code == 0
    assert (tmp_path / "a.svg").read_text("utf-8").startswith("<svg")


SMALL_CASTLE = """\
castle corner
  players 2

  heights
    1 2
    . 1
"""


def test_how_tight_a_layout_is(tmp_path: Path) -> None:
    """What a measure comes to when play begins, over its fillings and over all layouts of its size within the guidelines."""
    file = tmp_path / "corner.tw"
    file.write_text(SMALL_CASTLE, "utf-8")
    assert run("castle", "bounds", str(file)).exit_code == 1  # it is no castle by the guidelines
    printed = run("castle", "bounds", "base-4", "--measure", "count of stacks in the castle")
    assert printed.exit_code == 0
    assert printed.output.splitlines()[0].endswith("count of stacks in the castle: 52 when play begins")
    assert printed.output.splitlines()[1].endswith("within the guidelines: 40 to 55")
    lines = run(
        "castle", "bounds", "base-4", "--measure", "count of stacks in the castle", "--json"
    ).output.splitlines()
    told = [valid(line, "measure-1") for line in lines]
    assert [(one["over"], one["goal"]) for one in told] == [
        (over, goal) for over in ("fillings", "guidelines") for goal in ("least", "most")
    ]


def test_what_cannot_be_asked_of_layouts() -> None:
    """With the reason: what is no measure, and what is no layout of the class."""
    assert (
        "a condition is not a measure"
        in run("castle", "bounds", "base-4", "--measure", "count of stacks in the castle > 3").output
    )
    assert run("castle", "bounds", "no-such").exit_code == 2


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("measure: openings", "measure: sum of all", "TW"),
        ("measure: openings", "measure: count of tiles in the castle > 3", "TW201"),
        ("castle: 4x4", "castle: 30x4", "TW302"),
        ("castle: 4x4", "castle: no-such", "TW405"),
        ("castle: 4x4", "castle: |\n  1 x\n  ? ?", "TW308"),
        ("castle: 4x4\n", "", "TW404"),
        ("goal: least", "goal: exactly 3", "TW404"),
        ("goal: least", "goal: least\nplayers: 9", "TW411"),
    ],
)
def test_what_is_wrong_is_reported_where_it_is(tmp_path: Path, old: str, new: str, problem: str) -> None:
    """Problems of the file are values with a code and a place."""
    file = tmp_path / "a.puzzle.yaml"
    file.write_text(LAYOUT_PUZZLE.replace(old, new), "utf-8")
    checked = run("check", "--json", str(file))
    assert checked.exit_code == 1
    assert problem in json.dumps(json.loads(checked.output))


def test_what_does_not_go_with_layouts_is_refused(tmp_path: Path) -> None:
    """Options of other kinds, other commands and goals of other kinds."""
    file = tmp_path / "a.puzzle.yaml"
    file.write_text(LAYOUT_PUZZLE, "utf-8")
    assert "TW421" in run("solve", str(file), "--unique").output
    assert "TW421" in run("solve", str(file), "--exactly", "3").output
    assert run("try", str(file), "--board", ".").exit_code == 2
    assert run("puzzle", "rate", str(file)).exit_code == 1
