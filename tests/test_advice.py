"""What help lines say to write is accepted when it is written (part C of the second round of findings)."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cards import card, checked, pack, place_of, points
from command_line import run
from tilewright.check.proposals import proposals_of
from tilewright.diagnostics import Diagnostic, fixed
from tilewright.pages import terms
from tilewright.source import Source
from tilewright.table.card import Card

REPLACED = [
    ("score 1 for each stack where height is 3 or more", "score 1 for each stack where height >= 3"),
    ("score 1 for each stack where its height is 3 or higher", "score 1 for each stack where height >= 3"),
    ("score 5 if count of shrines is 2 or more", "score 5 if count of shrines >= 2"),
    ("score 1 for each stack where height is 2 or less", "score 1 for each stack where height <= 2"),
    ("score one for each shrine", "score 1 for each shrine"),
    (
        "score 3 for each shrine that is the only shrine in its row and its column",
        "score 3 for each shrine where no shrine is in the same line",
    ),
    (
        "score 3 for each shrine where it is the only shrine in its row",
        "score 3 for each shrine where no shrine is in the same row",
    ),
    (
        "score 7 for each group of stacks that connects the left edge and the right edge",
        "score 7 for each group of stacks where any space in it is on the left edge and any space in it is on the right edge",
    ),
    (
        "score 4 for each row with at least 3 tiles of the same type",
        "score 4 for each row where any type has at least 3 tiles in the row",
    ),
    ("score 2 if count of winds is tied for the most", "score 2 if count of winds is at least that of every opponent"),
    ("score 1 for each shrine, at most 10", "score smaller of count of shrines and 10"),
    ("score -1 for each shrine, at most 10", "score larger of -1 * count of shrines and -10"),
    ("score -2 for each shrine, at most -10", "score larger of -2 * count of shrines and -10"),
    ("score 1 for each shrine where it touches the border", "score 1 for each shrine on the border"),
    ("score 1 for each shrine where it touches a corner", "score 1 for each shrine in a corner"),
    ("score 1 for each stack where it touches a shrine", "score 1 for each stack beside a shrine"),
    ("score 1 for each stack in the same row as a shrine", "score 1 for each stack in a row with a shrine"),
    (
        "score 1 for each stack where it is in the same column as any M5",
        "score 1 for each stack in a column with an M5",
    ),
    (
        "score 1 for each shrine in the same row as another shrine",
        "score 1 for each shrine in a row with at least 2 shrines",
    ),
    (
        "score 1 for each stack in the same row as two shrines",
        "score 1 for each stack in a row with at least 2 shrines",
    ),
    (
        "score 1 for each stack on the same floor as a shrine",
        "score 1 for each stack where it is as tall as any shrine",
    ),
    (
        "score 1 for each stack where it is in the same group as a shrine",
        "score 1 for each stack in a group of stacks with a shrine",
    ),
    ("score 5 if you have at least 2 shrines", "score 5 if count of shrines >= 2"),
    ("score 5 if you have 2 shrines", "score 5 if count of shrines >= 2"),
    ("score 5 if you have a shrine", "score 5 if there is a shrine"),
    ("score 1 for each level 3 stack", "score 1 for each stack where height = 3"),
    ("score 1 for each stack at height 3", "score 1 for each stack where height = 3"),
    ("score 1 for each stack taller than its neighbors", "score 1 for each stack where every neighbor is lower"),
    ("score 1 for each stack higher than all neighbors", "score 1 for each stack where every neighbor is lower"),
    ("score 1 for each shrine without neighbors", "score 1 for each shrine where every neighbor is empty"),
    ("score the number of shrines", "score count of shrines"),
    ("score amount of shrines", "score count of shrines"),
    ("score 2 x count of shrines", "score 2 * (count of shrines)"),
    ("score the height of the tallest stack", "score largest height of stacks"),
    ("score highest stack", "score largest height of stacks"),
    ("score size of largest group of shrines", "score largest size of groups of shrines"),
    ("score 5 if all shrines are face-down", "score 5 if every shrine is face-down"),
    (
        "score 3 for each opponent with fewer shrines than you",
        "score 3 for each opponent where count of shrines of the opponent < count of shrines",
    ),
    ("score 5 if no opponent has more shrines", "score 5 if count of shrines is at least that of every opponent"),
    (
        "score 1 for each column where every tile is the same type",
        "score 1 for each column where count of different types in it = 1",
    ),
    (
        "score 1 for each row with different types",
        "score 1 for each row where count of different types of its tiles = count of its tiles",
    ),
    ("score 3 if your realm is symmetrical", "score 3 if stacks mirror across the vertical axis"),
    ("score 2 for every 2 shrines", "score 2 * (count of shrines / 2)"),
    ("score 10 for 3 shrines", "score 10 if count of shrines >= 3"),
    ("score 2 for all shrines", "score 2 for each shrine"),
    ("lose 1 point for each shrine", "score -1 for each shrine"),
    ("score minus 1 for each shrine", "score -1 for each shrine"),
    ("score 2 x count of shrines", "score 2 * count of shrines"),
    ("score 1 for each shrine surrounded by lower stacks", "score 1 for each shrine where every neighbor is lower"),
    ("score 1 for each stack in the largest group", "score largest size of groups of stacks"),
    ("score 3 for each stack in your largest group", "score 3 * largest size of groups of stacks"),
    (
        "score 3 for each set of merchant, soldier and shrine",
        "score 3 * (smaller of count of merchants and (smaller of count of soldiers and count of shrines))",
    ),
    (
        "score 3 for each set of one merchant and one shrine",
        "score 3 * (smaller of count of merchants and count of shrines)",
    ),
    (
        "score 1, 3, 6 for 1, 2, 3 shrines",
        "score count of shrines read as 1: 1, 2: 3, 3 or more: 6",
    ),
    (
        "score 1 for each shrine diagonal to a shrine",
        "score 1 for each shrine where any diagonal neighbor has a shrine",
    ),
    (
        "score 1 for each stack 2 spaces away from a shrine",
        "score 1 for each stack where any neighbor 2 away has a shrine",
    ),
    ("score 5 if there is a shrine otherwise 2", "score 5 if there is a shrine, otherwise 2"),
    (
        "score min of count of merchants and count of farmers",
        "score smaller of count of merchants and count of farmers",
    ),
    (
        "score 2 for each merchant where left neighbor is farmer",
        "score 2 for each merchant where its left neighbor is a farmer",
    ),
    (
        "score 5 if there is a shrine and the top row is empty",
        "score 5 if there is a shrine and every space in the top row is empty",
    ),
    ("score 2 for each merchant 5", "score 2 for each M5"),
    ("score count of shrines divided by 2", "score count of shrines / 2"),
    ("minus 2 for each dragon", "score -2 for each dragon"),
    ("score 3 for each stack of 3 tiles", "score 3 for each stack where height = 3"),
    ("score 3 for each stack of at least 3 tiles", "score 3 for each stack where height >= 3"),
    ("score 5 if you have most merchants", "score 5 if count of merchants is more than that of every opponent"),
    ("score 1 for each shrine > 2", "score 1 for each shrine where height > 2"),
    (
        "score 3 for each group of stacks where it contains a shrine",
        "score 3 for each group of stacks where any space in it has a shrine",
    ),
]
"""Wrong lines, where the first text in quotes of the help stands for what is marked; and what that has to mean."""
BOARDS = (
    "3^ 2 M3 . . . | 2 1^ . . . . | . . 3 . . . | . . M5/S1/D3 2^ . . | . . . . . . | . . . . . 4^",
    "M3 S1 . . . . | . 2^ 1 . . . | . 3^ . . . . | . . . . . . | . . . . 1M3 . | 2 . . . . 2",
)


def one_problem(text: str) -> Diagnostic:
    """The only problem of a card: one mistake, one error."""
    (problem,) = checked(text)[1]
    return problem


def replaced(text: str, problem: Diagnostic) -> str:
    """A text with what the help line says to write in place of what is marked."""
    said = re.findall(r"'((?:[^']|'s)*)'", problem.help)
    place = place_of(problem, said[0])
    return text[: place.start] + said[0] + text[place.end :]


@pytest.mark.parametrize(("line", "meant"), REPLACED)
def test_what_the_help_says_means_what_was_meant(line: str, meant: str) -> None:
    """The line with what the help says scores as the line that the author had in mind."""
    text = f"dragon m\n  {line}\n"
    fixed = card(replaced(text, one_problem(text)))
    wanted = card(f"dragon m\n  {meant}\n")
    for board in BOARDS:
        assert points(fixed, board, BOARDS[0]) == points(wanted, board, BOARDS[0])


AUTHOR = Path(__file__).parent / "bad" / "author"


def test_both_lines_or_places_are_written_out() -> None:
    """What stands on both sides of an 'and' or 'or' is in the help."""
    two = one_problem("dragon m\n  score 1 for each merchant or soldier\n")
    assert two.help == "write 'stack where it is a merchant or a soldier'"
    text = "dragon m\n  score 1 for each shrine in the top row and left column\n"
    place = one_problem(text)
    fixed = card(text.replace("in the top row and left column", place.help.split("'")[1]))
    wanted = card("dragon m\n  score 1 for each shrine in the top row where it is in the left column\n")
    assert [points(fixed, board) for board in BOARDS] == [points(wanted, board) for board in BOARDS]


def test_a_table_with_strokes_is_no_division() -> None:
    """`1/3/6` is 0, and meant as a table; an ordinary card of nothing has the ordinary help."""
    table = one_problem("dragon m\n  score 1/3/6 for each shrine\n")
    assert table.code == "TW207" and "read as 1: 1, 2: 3, 3 or more: 6" in table.help
    assert "read as" not in one_problem("dragon m\n  score 0 for each shrine\n").help


@pytest.mark.parametrize(
    ("line", "help"),
    [
        (
            "score 4 for each set of a dragon and 2 different winds",
            "name the 2 parts one by one: 'a ... and a ...'",
        ),
        (
            "score 1 for each stack where its left neighbor is exactly 1 lower",
            "compare the heights, as in 'height = height of the stack - 1'",
        ),
        (
            "score 7 for each group of stacks that connects two opposite edges",
            "say which edges, as in 'where any space in it is on the left edge and any space in it is on the right edge'",
        ),
    ],
)
def test_what_only_the_author_knows_is_asked_for(line: str, help: str) -> None:
    """No words can be proposed, but what is missing is named."""
    assert one_problem(f"dragon m\n  {line}\n").help == help


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("an adjacent stack where height = 1", "a neighbor of it where height = 1"),
        ("a neighboring face-down stack", "a neighbor of it where it is face-down"),
    ],
)
def test_a_step_may_have_a_condition(said: str, meant: str) -> None:
    """The space beside it is a neighbor of it, whatever else is said of it."""
    text = "spirit m\n  ability\n    move a tile to {}\n"
    assert one_problem(text.format(said)).help == f"write 'move a tile to {meant}'"


def test_otherwise_if_takes_two_lines() -> None:
    """A condition behind 'otherwise' is a statement under it."""
    text = "dragon m\n  if there is a dragon\n    score 5\n  otherwise if there is a wind\n    score 2\n"
    assert one_problem(text).help == "put 'if there is a wind' on a line of its own, indented under 'otherwise'"


def test_each_of_them_is_under_what_repeats() -> None:
    """What is gained for each thing that something was done to is gained where it is done."""
    text = "spirit m\n  ability\n    2 times\n      turn face-down a face-up tile\n    gain 1 point for each of them\n"
    assert (
        one_problem(text).help == "put 'gain 1 point' under the line that repeats what is done, as in 'up to 2 times'"
    )


def test_a_word_that_is_no_name_is_reported_on_each_line() -> None:
    """A line that cannot be read may give names that later lines use, but 'that' is never one."""
    first = "dragon m\n  score 3 for each shrine that is the only shrine in its row\n"
    _, found = checked(f"{first}  score 7 for each group of stacks that connects two opposite edges\n")
    assert [problem.span.start > len(first) for problem in found] == [False, True]


def test_kinds_are_those_that_are_shown() -> None:
    """The help for `each type` writes the phrase that counts the types on the board."""
    text = "dragon m\n  score 1 for each type\n"
    problem = one_problem(text)
    fixed = card(text.replace("each type", f"each {problem.help.split(chr(39))[1]}"))
    wanted = card("dragon m\n  score count of different types of tiles\n")
    assert [points(fixed, board) for board in BOARDS] == [points(wanted, board) for board in BOARDS]


def answers() -> str:
    """What is printed about each line that an author of printed cards wrote, in a card that scores."""
    found = []
    for line in (AUTHOR / "lines.txt").read_text("utf-8").splitlines():
        problems = checked(f"dragon m\n  {line}\n")[1]
        said = (f"  {problem.code} {problem.message}\n    {problem.help}\n" for problem in problems)
        found.append(f"{line}\n{''.join(said) or '  no problem'}\n")
    return "\n".join(found)


def test_a_hundred_lines_of_an_author() -> None:
    """A hundred lines written in the words of printed cards, before anything was printed about them; ``UPDATE_GOLDEN=1`` rewrites the answers."""
    if os.environ.get("UPDATE_GOLDEN"):
        (AUTHOR / "answers.txt").write_text(answers(), "utf-8")
    assert answers() == (AUTHOR / "answers.txt").read_text("utf-8")


def test_one_mistake_is_one_error() -> None:
    """Of these lines only those with two mistakes have two errors."""
    for line in (AUTHOR / "lines.txt").read_text("utf-8").splitlines():
        errors = [problem for problem in checked(f"dragon m\n  {line}\n")[1] if problem.is_error]
        assert len(errors) <= 1 + (line in TWICE), (line, [str(error) for error in errors])


TWICE = (
    "score double if you have a dragon",
    "for every shrine",  # and nothing under it
)


def test_two_points_for_is_one_mistake() -> None:
    """`2 points for each shrine`: the line begins with `score`."""
    text = "dragon m\n  2 points for each shrine\n"
    problem = one_problem(text)
    assert problem.help == "write 'score 2 for each shrine'"
    assert card(text.replace("2 points", "score 2"))


def test_both_things_are_asked_in_one_condition() -> None:
    """`row with a shrine and a dragon`: the help has the whole condition."""
    text = "dragon m\n  score 1 for each row with a shrine and a dragon\n"
    problem = one_problem(text)
    assert problem.help == "write 'row where it has a shrine and a dragon'"
    assert card(text.replace("with a shrine and a dragon", "where it has a shrine and a dragon"))


def test_a_number_of_things_is_a_count() -> None:
    """`largest number of rows`: a number is what a piece shows."""
    text = "dragon m\n  score largest number of rows\n"
    assert one_problem(text).help.endswith("write 'count of rows'")
    assert card(text.replace("largest number of rows", "count of rows"))


def test_a_board_is_no_thing_on_it() -> None:
    """`each tile in realm` is left out; the castle cannot be seen, and leaving it out would be another card."""
    own = one_problem("dragon m\n  score 1 for each tile in realm\n")
    assert own.help == "leave 'in realm' out: everything is counted on the player's own board"
    assert card("dragon m\n  score 1 for each tile\n")
    for line in ("score 1 for each dragon tile in the castle", "score 1 for each dragon tile in castle"):
        problem = one_problem(f"dragon m\n  {line}\n")
        assert problem.help == "a card that scores sees only the players' boards, not the castle"


def test_a_noun_like_no_other_lists_the_things_of_the_game() -> None:
    """`each bamboo`: each of the words that are listed is accepted in its place."""
    text = "dragon m\n  score 2 for each bamboo\n"
    problem = one_problem(text)
    listed = problem.help.removeprefix("things of the game: ").split(", ")
    assert {"tile", "shrine", "merchant", "soldier", "farmer", "season", "wind", "dragon"} <= set(listed)
    for word in listed:
        assert card(text.replace("bamboo", word))


def test_an_ability_belongs_to_another_class() -> None:
    """`ability` in a Dragon is one problem, and with the class that the help names there is none."""
    text = "dragon m\n  ability\n    gain 1 point\n"
    assert one_problem(text).help == "write 'spirit' for 'dragon' in the first line of the card"
    assert not checked(text.replace("dragon m", "spirit m"))[1]


def test_swapping_two_things_names_both() -> None:
    """`swap two face-up tiles`: what the help says is a line of play."""
    text = "spirit m\n  ability\n    swap two face-up tiles\n"
    problem = one_problem(text)
    assert not checked(replaced(text, problem))[1]


@pytest.mark.parametrize("when", ["once a game", "once per game"])
def test_once_per_game_is_once_a_game(when: str) -> None:
    """Both are read, and mean the same."""
    (found,) = checked(f"spirit m\n  ability {when}\n    gain 1 point\n")[0]
    assert not checked(f"spirit m\n  ability {when}\n    gain 1 point\n")[1]
    assert isinstance(found.value, Card) and [ability.once for ability in found.value.abilities] == [True]


def test_a_range_of_players_is_written_with_to() -> None:
    """`players 2-3` in a castle: the help has the numbers of the line."""
    text = "castle c\n  players 2-3\n  heights\n    2 2\n"
    problem = checked(text)[1][0]
    assert problem.help.startswith("write '2 to 3'")
    assert "TW002" not in [found.code for found in checked(replaced(text, problem))[1]]


def test_a_card_in_a_text_file_is_renamed(tmp_path: Path) -> None:
    """A card in a `.txt` file: the help says to rename it, and then it is checked."""
    text = tmp_path / "mine.txt"
    text.write_text("# A card\ndragon mine\n  score 3 for each shrine in a corner\n", "utf-8")
    found = run("check", "--no-cache", str(text))
    assert found.exit_code == 1 and "rename it to mine.tw" in found.output
    named = text.rename(tmp_path / "mine.tw")
    assert run("check", "--no-cache", str(named)).exit_code == 0


def test_the_pack_has_a_castle() -> None:
    """The castle is a board of the pack that these tests are about."""
    assert "castle" in {board.name for board in pack().game.boards}


@pytest.mark.parametrize(
    ("line", "term"),
    [
        ("whoever has the tallest stack wins 5", "tallest"),
        ("score 4 for the majority in merchants, 2 for second place", "majority"),
        ("score 1 for each shrine that nobody can see in its symmetry", "symmetry"),
    ],
)
def test_a_line_without_a_correction_gets_the_nearest_recipe(line: str, term: str) -> None:
    """Where nothing is known to write instead, the help shows a rule of the kind, which `explain` knows by the term it gives."""
    problems = checked(f"dragon m\n  {line}\n")[1]
    (shown,) = [
        found
        for problem in problems
        if (found := re.search(r"a similar rule is '(.+)': see 'tilewright explain (.+)'$", problem.help))
    ]
    assert shown[2] == term and term in terms()
    assert not [problem for problem in checked(f"dragon m\n  {shown[1]}\n")[1] if problem.is_error]


def test_a_capital_hides_no_other_problem() -> None:
    """What is wrong behind the capital letter of a line is reported with it; a line that is written anew is one problem."""
    problems = checked("dragon m\n  Score 2 for each shrine in the hall\n")[1]
    assert [problem.code for problem in problems] == ["TW002", "TW101"]
    (problem,) = checked("spirit m\n  ability\n    All players discard a shrine\n")[1]
    assert problem.help.startswith("write 'for each player in turn'")


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("player 2", "did you mean 'players'?"),
        ("name: Tower", "write 'name en \"Tower\"'"),
        ("heights 1 2 3", "put each row on a line of its own, indented under 'heights'"),
    ],
)
def test_lines_of_a_layout(line: str, help: str) -> None:
    """What a layout says in other words than its own."""
    assert help in [problem.help for problem in checked(f"castle m\n  {line}\n  heights\n    1 1\n    1 1\n")[1]]


def test_an_ability_that_is_not_indented_is_one_problem() -> None:
    """What it does is no line of the card, so only the indentation is reported."""
    (problem,) = checked("spirit m\n  ability\n  draw a tile\n  discard a tile\n")[1]
    assert problem.code == "TW005" and problem.source.slice(problem.span) == "ability"


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        ("if no shrine then build a shrine on a stack", "if there is no shrine\n      build a shrine on a stack"),
        ("take a tile from the bag", "draw a tile"),
        ("draw tile, place tile", "draw a tile\n    place it"),
    ],
)
def test_the_help_for_what_is_done_has_all_of_it(lines: str, meant: str) -> None:
    """What an author of cards leaves out, an article or `there is`, is in the help."""
    (problem,) = checked(f"spirit m\n  ability\n    {lines}\n")[1]
    assert [line.strip() for line in re.findall("'([^']+)'", problem.help)] == [
        line.strip() for line in meant.split("\n")
    ]
    assert not [problem for problem in checked(f"spirit m\n  ability\n    {meant}\n")[1] if problem.is_error]


@pytest.mark.parametrize(
    "line",
    [
        "remove a shrine from your realm",
        "remove a shrine from the board",
        "discard a shrine from a stack",
        "take a shrine off a stack",
        "return a shrine to your supply",
    ],
)
def test_a_cap_on_a_board_is_not_one_in_the_reserve(line: str) -> None:
    """No counter says what takes a cap off a board, so no line is proposed; one from the reserve is paid."""
    (problem,) = checked(f"spirit m\n  ability\n    {line}\n")[1]
    assert problem.message == "a shrine cannot be taken off a board" and not proposals_of(problem)
    (problem,) = checked("spirit m\n  ability\n    remove a shrine from your supply\n")[1]
    assert proposals_of(problem) == ["pay 1 shrine"]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("score 4 points for each row with at least two shrines", "score 4 for each row with at least 2 shrines"),
        ("score 2 for every shrine next to a dragon", "score 2 for each shrine beside a dragon"),
        ("score two for each pair of shrines", "score 2 for each pair of shrines"),
    ],
)
def test_words_that_always_mean_the_same_are_fixed(line: str, meant: str) -> None:
    """`check --fix` writes all of them at once."""
    source = Source("m.tw", f"dragon m\n  {line}\n")
    found, _ = fixed(source, lambda source: checked(source.text)[1])
    assert found.text == f"dragon m\n  {meant}\n"
