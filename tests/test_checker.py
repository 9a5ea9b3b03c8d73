"""The checker: phrases whose meaning is easily got wrong, each worth what it says."""

from __future__ import annotations

import pytest

from cards import card, checked, points, position
from tilewright.meaning.exact import exact_seats
from tilewright.meaning.explained import explained

MINE = """
3^ .  M2 M5
.  2  2^ S5
1^ .  .  2D1
.  .  3  2
"""
LEFT = """
.  .  .  .
.  5  .  1^
.  .  M1 .
.  .  .  .
"""
RIGHT = """
.  .  .  .
.  2^ 2^ .
.  2^ .  .
W4 .  .  .
"""


def text(lines: str) -> str:
    """A card of lines that are parted by semicolons."""
    return "dragon example\n" + "".join(f"  {line}\n" for line in lines.replace("; ", "\n").splitlines())


def worth(lines: str, *realms: str) -> int:
    """What the lines pay the player of the first realm."""
    return points(card(text(lines)), *(realms or (MINE, LEFT, RIGHT)))


def codes(lines: str) -> list[str]:
    """The codes of the problems of the lines."""
    return [problem.code for problem in checked(text(lines))[1]]


BEST = "let best be largest height of stacks; "


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (BEST + "for each opponent;   score 1 for each stack of the opponent where height > best", 1),
        (BEST + "for each opponent;   score 1 for each stack of the opponent where height > their best - 1", 4),
        (BEST + "for each opponent;   score their count of stacks where height > best - 1", 4),
        (BEST + "for each stack of the left player;   score 1 if height > best", 1),
        (BEST + "score count of stacks of the left player where height > best", 1),
        (BEST + "score 1 for each opponent where their best > best", 1),
        (BEST + "score best of the left player", 5),
        ("let tower be a stack on floor 3 or higher; score count of towers of the left player", 1),
    ],
)
def test_names_on_other_boards(lines: str, value: int) -> None:
    """A name keeps its meaning among another player's things, unless `their` stands before it."""
    assert worth(lines) == value


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        ("score count of shrines of the left player", 1),
        ("score count of shrines of the right player", 3),
        ("score 1 if the left player has a merchant and the right player has no merchant", 1),
        ("score 1 for each opponent where it is the left player", 1),
        ("score largest (count of its shrines) of opponents", 3),
        ("score 1 if every opponent has a shrine and no opponent has more than 3 shrines", 1),
    ],
)
def test_left_and_right(lines: str, value: int) -> None:
    """The left player is the next in turn order, the right one the one before."""
    assert worth(lines) == value


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        ("score 1 for each stack where no stack of the right player is as tall or taller", 3),
        ("score 1 for each stack where any stack of the left player is lower than the stack", 6),
        ("score 1 for each face-up tile where any tile of the left player has the same type", 2),
        ("for each stack;   score count of stacks of the left player where it is taller than the stack", 10),
        ("for each shrine;   score count of shrines of the right player where it is in the same row", 3),
        ("for each stack;   for each opponent;     score 1 if their height > height", 1),
    ],
)
def test_things_stay_on_their_boards(lines: str, value: int) -> None:
    """A thing is looked at on the board it lies on, wherever it is compared."""
    assert worth(lines) == value


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        ("for each player;   score 1", 1),
        ("for each opponent;   score 1", 0),
        ("score count of shrines of the left player", 0),
        ("score 1 if the left player has no shrine", 0),
        ("score 1 if every opponent has a dragon", 1),
        ("score largest (their count of shrines) of opponents", 0),
    ],
)
def test_alone(lines: str, value: int) -> None:
    """With one player there are no opponents: sums are 0, and `every` holds."""
    assert worth(lines, MINE) == value


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        ("score count of groups of face-down stacks where size >= 2", 2),
        ("score 1 for each group of face-down stacks where it has a shrine", 3),
        ("score count of groups of shrines with the same height", 3),
        ("score largest size of groups of face-up tiles with the same number where size > 1", 2),
        ("let tall be a stack where height >= 2; score count of groups of talls where size > 1", 2),
        ("let block be a group of stacks where size > 1; score largest total height of blocks", 15),
    ],
)
def test_where_after_groups_is_about_the_group(lines: str, value: int) -> None:
    """`where` and `with the same` after `groups of ...` speak of the group, not of its stacks."""
    assert worth(lines) == value


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        ("for each stack;   for each neighbor;     score 1 if the stack is a stack where height > 2", 8),
        ("for each row;   score total height of the row", 19),
        ("for each stack;   score height of its left neighbor", 8),
        ("score height of its mirror across the vertical axis for each shrine", 6),
        ("score 1 for each stack where its left neighbor is not taller", 6),
        ("score 1 for each stack where not its left neighbor is taller", 8),
        ("score 1 for each shrine where no stack in the same row is taller", 2),
        ("let tower be a stack on floor 3; score count of shrines on towers", 1),
        ("let tower be a stack on floor 3; score count of shrines not on a tower", 2),
        ("let bare be a row with no shrine; score count of stacks in a bare", 2),
        ("let city be a stack; let box be a stack; score count of cities + count of boxes", 20),
        ("score 1 for each type where it is a faction and there is a tile of it", 2),
        ("score 1 for each stack where exactly 1 neighbor is a merchant", 4),
        ("score 1 if exactly 2 corners are shrines", 0),
        ("score 2 for each diagonal axis where shrines mirror across it", 0),
    ],
)
def test_phrases(lines: str, value: int) -> None:
    """References, places, plurals and predicates mean what they say."""
    assert worth(lines) == value


@pytest.mark.parametrize(
    ("lines", "same"),
    [
        ("score 1 for each stack in a row with a shrine", "for each row with a shrine;   score count of its stacks"),
        (
            "score 1 for each stack where it is in a row with a shrine",
            "let r be a row with a shrine; score count of stacks in an r",
        ),
        (
            "score count of tiles in a column where it has a shrine",
            "for each column with a shrine;   score count of its tiles",
        ),
        (
            "score count of stacks in rows with exactly 1 shrine",
            "for each row with exactly 1 shrine;   score count of its stacks",
        ),
        (
            "score count of stacks not in a row with a shrine",
            "for each row with no shrine;   score count of its stacks",
        ),
        ("score count of stacks on a corner with a shrine", "score count of corner shrines"),
        ("for each row;   score count of stacks in the row where height > 1", "score count of stacks where height > 1"),
        ("score count of stacks on the border with a shrine", "score count of border shrines"),
        (
            "score count of stacks in a group of shrines where size = 1",
            "score count of groups of shrines where size = 1",
        ),
        ("score count of shrines in a corner of the left player", "score count of corner shrines of the left player"),
        (
            "score count of stacks in a row of the left player with a shrine",
            "for each row;   score count of stacks of the left player in the row if any shrine of the left player is in the row",
        ),
        (
            "score 1 for each stack where it is taller than every neighbor",
            "score 1 for each stack where no neighbor is as tall or taller",
        ),
        (
            "score 1 for each stack where it is taller than any stack of the left player",
            "score 1 for each stack where any stack of the left player is lower than the stack",
        ),
        (
            "score 1 for each tile where it has the same number as any neighbor",
            "score 1 for each tile where any neighbor has the same number",
        ),
        (
            "score 1 for each tile where it has the same type as any tile of the left player",
            "score 1 for each tile where any tile of the left player has the same type",
        ),
        (
            "for each shrine;   score count of stacks in the same row as the shrine",
            "for each shrine;   score count of stacks in the same row",
        ),
        (
            "score 1 for each shrine where any stack in the same row as it is taller",
            "score 1 for each shrine where any stack in the same row is taller",
        ),
    ],
)
def test_said_in_two_ways(lines: str, same: str) -> None:
    """What follows an indefinite place or thing is about it; two ways to say a thing agree."""
    assert worth(lines) == worth(same)
    assert codes(lines) == []


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        ("score 1 for each stack in a row with a shrine", 8),
        ("score 1 for each shrine in a row with a shrine where height > 2", 1),
        ("score count of stacks where height > 2 in a row with a shrine", 2),
    ],
)
def test_places(lines: str, value: int) -> None:
    """A place is described before what lies in it is counted."""
    assert worth(lines) == value


@pytest.mark.parametrize(
    "lines",
    [
        "choose a diagonal;   score 3;   score count of stacks in the diagonal",
        "choose a row and a diagonal;   score count of stacks in the row",
        "choose a row with a dragon;   score 3",
        "choose a group of dragons;   score 3",
        "choose a height;   score 3",
    ],
)
def test_nothing_to_choose(lines: str) -> None:
    """Where there is nothing to choose, the block scores 0, whatever is in it."""
    assert worth(lines, ". . . . | . . . .") == 0


@pytest.mark.parametrize(
    "lines",
    [
        "score count of stacks + total height of stacks",
        "score points + count of shrines",
        "score 1 for each tile where number = height",
        "score 1 for each tile where its number is at least its height",
        "score count of shrines - largest number of merchants",
        "score 1 if largest size of groups of stacks > count of shrines",
        "score 1 if total height of stacks > 2 * largest height of stacks",
        "score 1 for each stack where height >= (count of its neighbors)",
        "score count of factions of face-up tiles",
        "score 2 for each different symbol of face-up tiles",
        "score 1 for each row where it has at least 2 different heights",
        "score count of groups of face-down stacks with at least 3 neighbors",
        "score 1 for each opponent",
        "score 1 for each row where it has a shrine",
    ],
)
def test_no_false_alarms(lines: str) -> None:
    """What a sensible card may say gives no warning."""
    assert codes(lines) == []


def test_the_same_problem_is_reported_once() -> None:
    """A problem in a line that is used more than once is one problem."""
    assert codes("choose a row and a column;   for each chosen line;     score 1 for each shrin in the line") == [
        "TW101"
    ]


NESTED = "; ".join("  " * depth + "for each stack" for depth in range(4)) + "; " + "  " * 4 + "score 1"


DOUBLED = "let n0 be count of stacks; " + "; ".join(f"let n{i + 1} be n{i} * n{i}" for i in range(20)) + "; score n20"


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("score 1 if count of stacks = 3 or 4", "both sides of 'or' are whole conditions"),
        (
            "score 1 for each stack where it is taller than the largest height",
            "write 'its height is more than the largest height of ...'",
        ),
        ("score count of groups of dragons in a corner where size > 1", "write 'size of the ...'"),
        ("score count of stacks where it is in a corner of the left player", "say whose the thing itself is"),
        ("score 1 for each tile where any neighbor has a different type", "write 'is not of the same type'"),
        (
            "score 1 for each opponent where it has no different type",
            "write 'with at least 2 different types of tiles'",
        ),
        ("score 1 for each row with an odd number of stacks", "write 'where count of its stacks is odd'"),
        ("score 1 for each type where it is odd", "this applies to numbers"),
        ("score 1 for each neighbor of a shrine", "write 'stack beside a shrine'"),
    ],
)
def test_help_for_plain_mistakes(line: str, help: str) -> None:
    """The help line says what to write instead."""
    (problem,) = checked(text(line))[1]
    assert problem.help.startswith(help)


@pytest.mark.parametrize("lines", [NESTED, DOUBLED])
def test_work_is_bounded(lines: str) -> None:
    """A card that would take too much work is refused before any is done."""
    assert codes(lines)[0] == "TW210"


def test_points_for_what_others_have_are_explained() -> None:
    """Points counted on another player's board have reasons too, which name no space of one's own."""
    rule = card(text("for each opponent;   score 1 for each shrine of the opponent")).rule
    assert rule is not None
    found = explained(rule, exact_seats(position(MINE, LEFT, RIGHT))).reasons
    assert [reason.points for reason in found] == [1, 1, 1, 1]
    assert {reason.spaces for reason in found} == {()}
    assert {reason.what[0] for reason in found} == {"Bo", "Cy"}


PAIRS = "1^ 2^ 2^ 1^ | . . . ."


OUTER = pytest.mark.parametrize(
    "condition",
    [
        "its height = height of the shrine",
        "height = height of the shrine",
        "height of the shrine = its height",
        "it is as tall as the shrine",
        "the shrine is as tall",
        "its height is height of the shrine",
        "not (it is taller than the shrine or the shrine is taller)",
        "it is on the same floor as the shrine",
    ],
)


@OUTER
def test_the_thing_is_the_outer_one_in_every_form(condition: str) -> None:
    """F73: in the words about a shrine, `the shrine` is the one of the line above, whatever the form."""
    assert worth(f"for each shrine;   score 2 for each shrine right of it where {condition}", PAIRS) == 4
    assert codes(f"for each shrine;   score 2 for each shrine right of it where {condition}") == []


@OUTER
def test_the_thing_is_the_outer_one_in_blocks_too(condition: str) -> None:
    """F73: so it is where the second shrine has a line of its own; what does not speak of `it` is about the inner one."""
    lines = f"for each shrine;   for each shrine right of it;     score 2 if {condition}"
    assert worth(lines, PAIRS) == 4
    assert codes(lines) == []


def test_the_thing_is_the_inner_one_where_it_is_not_named_otherwise() -> None:
    """F73: without `it` there is one shrine that is meant, the last one; numbers are read as conditions are."""
    lines = "for each shrine;   for each shrine right of it;     score {}"
    assert worth(lines.format("height of the shrine"), PAIRS) == 2 + 2 + 1 + 2 + 1 + 1
    assert worth(lines.format("(its height - height of the shrine)"), PAIRS) == 1 + 1 + 0 + 0 - 1 - 1


def test_the_thing_is_the_one_described_if_there_is_no_other() -> None:
    """The exact noun goes before a general one, and what is described is meant only if nothing else is called so."""
    assert worth("score 1 for each row where count of shrines in the row > 2", PAIRS) == 1
    assert worth("for each shrine;   score 1 for each space where height of the space = 2", PAIRS) == 8


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("score 1 for each shrine where its height = height of the shrine", ["TW226"]),
        ("score 1 if there is a stack where height of the stack > its height", ["TW203", "TW226"]),
        ("for each shrine;   score 1 if its height >= height of the shrine", ["TW226"]),
        ("for each shrine;   score 1 for each stack where its height = height of the shrine", []),
        ("score 1 if count of shrines = count of dragons", ["TW215"]),
    ],
)
def test_a_comparison_with_itself_is_a_warning(lines: str, found: list[str]) -> None:
    """F73: both sides are the same number of one thing."""
    assert codes(lines) == found


def test_empty_spaces_are_as_tall() -> None:
    """F96: as docs/language.md says."""
    assert worth("score 1 for each space where any neighbor is as tall", "1 . . 2 | 2 3 4 1") == 2
    assert worth("score 1 for each stack where any neighbor is as tall", "1 . . 2 | 2 3 4 1") == 0


@pytest.mark.parametrize(
    ("line", "help"),
    [
        (
            "score 10 - 1 for each face-up tile",
            "'score 10' and, on a line of its own, 'score -1 for each face-up tile'",
        ),
        ("score 5 - 2 for each wind", "'score 5' and, on a line of its own, 'score -2 for each wind'"),
        (
            "score count of shrines + 2 for each dragon",
            "'score count of shrines' and, on a line of its own, 'score 2 for each dragon'",
        ),
        (
            "score 20 - count of shrines for each dragon",
            "'score 20' and, on a line of its own, 'score -(count of shrines) for each dragon'",
        ),
    ],
)
def test_a_sum_for_each_thing_is_a_warning(line: str, help: str) -> None:
    """F74: `for each` takes in the whole sum; the lines that are offered are read without a warning, and pay another sum."""
    (problem,) = (one for one in checked(text(line))[1] if one.code == "TW227")
    assert help in problem.help
    first, second = help.replace(" and, on a line of its own, ", "").strip("'").split("''")
    assert set(codes(f"{first}; {second}")) <= {"TW215"}
    amount, _, after = line.removeprefix("score ").partition(" for each ")
    assert set(codes(f"score ({amount}) for each {after}")) <= {"TW215"}


def test_what_is_offered_for_a_sum_pays_what_it_says() -> None:
    """F74: 10 less the number of tiles, and 9 for each."""
    board = "D1 Y1 | 1 ."
    assert worth("score 10 - 1 for each face-up tile", board) == 18
    assert worth("score 10; score -1 for each face-up tile", board) == 8


@pytest.mark.parametrize(
    "line",
    [
        "score height - 1 for each stack",
        "score 10 - height for each stack",
        "score 2 + count of its shrines for each row",
        "score 2 * 3 for each row",
        "score (10 - 1) for each stack",
        "score 10 - 1",
    ],
)
def test_a_sum_about_the_thing_is_no_problem(line: str) -> None:
    """F74: only where no part of the sum is about what is gone through."""
    assert "TW227" not in codes(line)


def test_each_chosen_thing_is_of_the_noun_that_is_named() -> None:
    """Of a row and a column that were chosen, one is a row, and both are lines."""
    choose = "choose a row and a column;   for each chosen {};     score 1"
    assert [worth(choose.format(noun)) for noun in ("row", "column", "line")] == [1, 1, 2]
