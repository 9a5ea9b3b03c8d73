"""The first line that a newcomer writes: what the help says, written into it, is accepted and means what was meant."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from cards import card, checked, pack, place_of
from command_line import run
from realms import random_board
from tilewright.diagnostics import Diagnostic
from tilewright.meaning.exact import evaluate
from tilewright.table.board import Board
from tilewright.table.position import Player, Position

PRINTED = [
    ("score 5 if there are no more than two winds", "score 5 if there are at most 2 winds"),
    ("score 3 for each row with no more than 2 shrines", "score 3 for each row with at most 2 shrines"),
    ("score 5 for each merchant/soldier pair", "score 5 for each set of a merchant and a soldier"),
    ("score 5 for each pair of a merchant and a soldier", "score 5 for each set of a merchant and a soldier"),
    ("score 5 for each merchant and soldier pair", "score 5 for each set of a merchant and a soldier"),
    ("score 4 for each set of three winds", "score 4 * (count of winds / 3)"),
    ("score 3 for each complete row", "score 3 for each row where every space in it has a stack"),
    ("score 3 for each row that is complete", "score 3 for each row where every space in it has a stack"),
    ("score 2 for each shrine surrounded by 4 tiles", "score 2 for each shrine beside at least 4 stacks"),
    (
        "score 2 for each shrine surrounded by three or more face-up tiles",
        "score 2 for each shrine where at least 3 neighbors are face-up",
    ),
    ("score 2 for each shrine surrounded by stacks", "score 2 for each shrine where every neighbor is a stack"),
    (
        "score 5 if all shrines are on different heights",
        DIFFERENT := "score 5 if there is no pair of shrines with the same height",
    ),
    ("score 5 if every shrine has a different height", DIFFERENT),
    (
        "score 1/2/4/7 for each set of 1/2/3/4 shrines",
        TABLE := "score count of shrines read as 1: 1, 2: 2, 3: 4, 4 or more: 7",
    ),
    ("score 1, 2, 4, 7 points for 1, 2, 3, 4 shrines", TABLE),
    ("score 2 for each tile with number 5 or 3", "score 2 for each tile where number = 5 or number = 3"),
    ("score 2 for each stack of height 1, 2 or 3", "score 2 for each stack where height <= 3"),
    ("score 2 for each tile numbered 3 or 5", "score 2 for each tile where number = 3 or number = 5"),
    ("score 2 for each stack on level 2 or above", "score 2 for each stack where height >= 2"),
    ("score 4 for each column without shrines", "score 4 for each column where not it has a shrine"),
    ("score 4 for each row without any shrines", "score 4 for each row where not it has a shrine"),
    ("score 4 for each shrine without adjacent stacks", "score 4 for each shrine where every neighbor is empty"),
    ("score 3 for each stack next to two or more stacks", "score 3 for each stack beside at least 2 stacks"),
    ("score 4 if no shrine touches another shrine", "score 4 if every shrine is not beside a shrine"),
    ("score 3 for each shrine not adjacent to another stack", "score 3 for each shrine not beside a stack"),
    (
        "score 5 for each row containing two different types",
        "score 5 for each row where count of different types of its tiles > 1",
    ),
    ("score 1 for each stack in your tallest column", "score largest (count of its stacks) of columns"),
    ("score 7 if your largest group has at least 3 stacks", "score 7 if largest size of groups of stacks > 2"),
    ("score 2 for each stack, but no more than 10", "score smaller of (2 * count of stacks) and 10"),
    ("score 5 for each 3 in a row of stacks", "score 5 for each run of stacks where size >= 3"),
    ("score the value of your highest merchant", "score largest number of merchants"),
    (
        "score 1 for each empty space surrounded on all sides",
        "score 1 for each empty space where every neighbor is a stack",
    ),
    (
        "score 3 if exactly half of your shrines are on the border",
        "score 3 if count of shrines on the border = count of shrines not on the border",
    ),
    (
        "score 2 for each stack if there are more shrines than merchants",
        "score 2 * count of stacks if count of shrines > count of merchants",
    ),
    ("score 4 for each corner occupied by a shrine", "score 4 for each corner where it has a shrine"),
    (
        "score 2 for each stack that is higher than all shrines in its row",
        "score 2 for each stack where no shrine in the same row is as tall or taller",
    ),
    ("score 10 minus 1 for each empty space", "score 10 - count of empty spaces"),
    ("score 10 minus 2 for each stack", "score 10 - 2 * count of stacks"),
    (
        "score 1 for each stack visible from the left",
        "score 1 for each stack where no stack left of it is as tall or taller",
    ),
    ("score half the number of stacks rounded up", "score count of stacks / 2 + count of stacks mod 2"),
    (
        "score 2 for each row in which all tiles have the same type",
        "score 2 for each row where count of different types of its tiles = 1",
    ),
    ("score 2 points for each stack next to a shrine", "score 2 for each stack beside a shrine"),
    ("score 2 for each stack whose height is 3 or more", "score 2 for each stack where height > 2"),
    ("score 3 for each stack with a shrine on its left", "score 3 for each stack where its left neighbor has a shrine"),
    ("score 5 if your realm has at least 4 different types", "score 5 if count of different types of tiles > 3"),
    (
        "score 1 for each shrine on the same row as another shrine",
        "score 1 for each shrine in a row with at least 2 shrines",
    ),
    (
        "score 4 for each group of exactly 2 face-up tiles",
        "score 4 for each group of face-up tiles where count of stacks in it = 2",
    ),
    ("score 2 for each shrine with nothing next to it", "score 2 for each shrine where every neighbor is empty"),
    ("score 1 for each different number among your merchants", "score count of different numbers of merchants"),
    ("score 2 for each stack which has a shrine next to it", "score 2 for each stack beside a shrine"),
    ("score the product of stacks and shrines", "score count of stacks * count of shrines"),
    (
        "score the difference between merchants and shrines",
        "score larger of count of merchants - count of shrines and count of shrines - count of merchants",
    ),
    (
        "score 2 for each pair of shrines in the same row",
        "for each row\n    score 2 for each pair of shrines in the row",
    ),
    (
        "score 1 for each stack exactly two spaces away from another shrine",
        "score 1 for each stack where any neighbor 2 away has a shrine",
    ),
    ("score 7 if you have more points than the player to your left", "score 7 if points > points of the left player"),
    (
        "score 10 if nobody has more shrines than you",
        "score 10 if count of shrines >= count of shrines of the left player",
    ),
    ("score 1 for each stack adjacent to at least one shrine", "score 1 for each stack beside a shrine"),
]
"""Lines as a newcomer writes them the first time, and what they have to mean."""
SENTENCES = [
    ("score 2 for each wind, but only if you have no dragons", "score 2 * count of winds if there is no dragon"),
    ("score 2 for each shrine, minus 1 for each wind", "score 2 * count of shrines - count of winds"),
    ("score 10 if your realm has no empty spaces", "score 10 if no space is empty"),
    (
        "score 7 if the player to your right has fewer shrines",
        "score 7 if count of shrines > count of shrines of the right player",
    ),
    (
        "score 1 for each shrine or dragon in a corner",
        "score 1 for each stack in a corner where it is a dragon or it has a shrine",
    ),
    (
        "score 2 for each stack adjacent to both a wind and a dragon",
        "score 2 for each stack where any neighbor is a wind and any neighbor is a dragon",
    ),
    ("score 2 for each row that doesn't contain a wind", "score 2 for each row where it has no wind"),
    ("score 2 for each group of 3+ stacks", "score 2 for each group of stacks where size > 2"),
    ("score 6 if your largest group is bigger than 4", "score 6 if largest size of groups of stacks > 4"),
    ("score 3 for each shrine without neighbours", "score 3 for each shrine where no neighbor is a stack"),
    ("score 2 for each shrine orthogonally adjacent to a stack", "score 2 for each shrine beside a stack"),
    ("score 2 for each pair of shrines 2 spaces apart", "score 2 for each pair of shrines where distance = 2"),
    ("score 1 for each tile facing up", "score count of face-up tiles"),
    ("score 2 for each hidden tile", "score 2 * count of face-down tiles"),
    ("score 3 for each 2x2 block of stacks", "score 3 for each square where count of its stacks = 4"),
    (
        "score 6 for connecting the left and right edges",
        "score 6 if there is a group of stacks where any space in it is on the left edge and any space in it is on the right edge",
    ),
    ("score 1 for each symbol that appears at least twice", "score 1 for each symbol with more than 1 stack"),
    ("score 3 for each symbol you have exactly once", "score 3 for each symbol with exactly 1 tile"),
    ("score half your shrines", "score count of shrines / 2"),
    ("score 3 if the top row is full", "score 3 if no space in the top row is empty"),
    (
        "score 2 for each shrine sharing a row with a wind",
        "score 2 for each shrine where any wind is in the same row or it is a wind",
    ),
    ("score 2 for each stack with a shrine above", "score 2 for each stack below a shrine"),
    (
        "score 2 for each stack taller than the stack to its left",
        "score 2 for each stack where its left neighbor is lower",
    ),
    ("score 1 for each face-up tile numbered more than 3", "score 1 for each tile where number > 3"),
    ("score the highest number among your merchants", "score largest number of merchants"),
    ("score 3 if all shrines are in the same row", "score 3 if any row has exactly (count of shrines) shrines"),
    ("score 3 if your shrines are all at different heights", DIFFERENT.replace("5", "3")),
    ("score 3 if no row is empty", "score 3 if every row has a stack"),
    (
        "score 3 if at least half of the tiles are face-up",
        "score 3 if count of face-up tiles >= count of face-down tiles",
    ),
    ("score 3 if only one shrine", "score 3 if count of shrines = 1"),
    ("score 5 if you have the same number of dragons and winds", "score 5 if count of winds = count of dragons"),
    ("score 4 if you have the tallest stack", "score 4 if largest height of stacks > that of every opponent"),
    ("score 2 for each shrine of your right neighbor", "score 2 * count of shrines of the right player"),
    ("score 5 for 3 or more shrines", "score 5 if count of shrines > 2"),
    ("score 2 for each shrine except those in the corner", "score 2 for each shrine not in a corner"),
    ("score for each shrine 2", "score 2 * count of shrines"),
    ("score points equal to the number of shrines", "score count of shrines"),
    ("gain 2 points for each shrine", "score 2 * count of shrines"),
    ("each shrine is worth 2 points", "score 2 * count of shrines"),
    ("your shrines are worth 2 points each", "score 2 * count of shrines"),
    ("if you have a wind, score 3", "score 3 if there is a wind"),
    (
        "score 2 for each shrine in line with a wind with nothing between them",
        "score 2 for each shrine where there is a wind in line with it where every space between it and the shrine is empty",
    ),
    ("score the distance between your two farthest shrines", FARTHEST := "score largest distance of pairs of shrines"),
    ("score the distance between your two shrines that are farthest apart", FARTHEST),
    ("score the largest distance between two shrines", FARTHEST),
    (
        "score 1 for each pair of shrines at least 3 spaces apart",
        "score count of pairs of shrines - count of pairs of shrines where distance < 3",
    ),
    ("score 1 for each tile next to the border", "score 1 for each tile on the border"),
    ("score 4 for each shrine that isn't next to a tile", "score 4 for each shrine where no neighbor is a tile"),
    (
        "score 2 for each shrine more than 2 spaces away from a dragon",
        "score 2 for each shrine where not any neighbor within 2 is a dragon",
    ),
    (
        "score 2 for each shrine at least two spaces from a stack",
        "score 2 for each shrine where no neighbor is a stack",
    ),
    (
        "score 2 for each shrine at most 2 spaces from a dragon",
        "score 2 for each shrine where any neighbor within 2 is a dragon",
    ),
    ("score 3 for having the most shrines", "score 3 if count of shrines > that of every opponent"),
    ("score 3 if you tie for the most winds", "score 3 if count of winds >= that of every opponent"),
    (
        "score 3 if you have the second most shrines",
        "score 3 if count of shrines < count of shrines of the left player",
    ),
    ("score 1 VP for each shrine", "score count of shrines"),
    ("score 1pt for each shrine", "score count of shrines"),
    ("score +2 for each shrine", "score 2 * count of shrines"),
    ("score 2x the number of shrines", "score 2 * count of shrines"),
    ("score double the height of your tallest stack", "score 2 * largest height of stacks"),
    (
        "score 1 for each face-up merchant or soldier",
        "score count of merchants + count of soldiers",
    ),
    ("score 2 for each merchant, soldier or farmer", "score 2 * count of faction tiles"),
    ("score 3 for each row with both a shrine and a dragon", "score 3 for each row where it has a dragon and a shrine"),
    (
        "score 3 for each row containing at least one shrine and one stack",
        "score 3 for each row where count of its shrines > 0",
    ),
    ("score 1 per tile in the longest row of tiles", "score largest size of runs of tiles"),
    ("score 5 if all four corners have stacks", "score 5 if count of stacks in a corner = 4"),
    ("score 5 if each quadrant has a stack", "score 5 if every quadrant has a stack"),
    ("score 5 if there's a stack in each quadrant", "score 5 if every quadrant has a stack"),
    ("score 7 if no two shrines are adjacent", "score 7 if every shrine is not beside a shrine"),
    ("score 3 for each three-tile stack", "score 3 for each stack where height = 3"),
    ("score 2 for each stack at least 3 high", "score 2 for each stack on floor 3 or higher"),
    ("score 2 for each stack of height at least 3", "score 2 for each stack on floor 3 or higher"),
    ("score 2 for each tile with number higher than 4", "score 2 for each tile where number > 4"),
    ("score 1 for each level of your highest shrine", "score largest height of shrines"),
    ("score the average height of your stacks", "score total height of stacks / count of stacks"),
    (
        "score 1 for each shrine at the highest level",
        "score 1 for each shrine where height = (largest height of stacks)",
    ),
    (
        "score 1 for each stack in the top two rows",
        "score count of stacks in the first row + count of stacks in the second row",
    ),
    (
        "score 2 for each stack in rows 1 and 2",
        "score 2 for each stack where it is in the second row or in the first row",
    ),
    ("score 3 for each empty row", "score 3 for each row where it has no stack"),
    (
        "score 4 for each row with only shrines",
        "score 4 for each row where it has a stack and count of its stacks = count of its shrines",
    ),
    ("score 10 points minus 1 for each empty space", "score 10 - count of empty spaces"),
    ("score 2 for each shrine, 3 if it is in a corner", "score 2 * count of shrines + count of shrines in a corner"),
    ("score 2 for each shrine; 3 for each dragon", TWO := "score 2 * count of shrines + 3 * count of dragons"),
    ("score 2 for each shrine and 3 for each dragon", TWO),
    (
        "score 3 for the first shrine and 1 for each other shrine",
        "score count of shrines + 2 * (smaller of count of shrines and 1)",
    ),
    (
        "score 1 for 1 shrine, 3 for 2 shrines and 6 for 3 shrines",
        TABLE_OF_3 := "score count of shrines read as 1: 1, 2: 3, 3 or more: 6",
    ),
    ("score 1/3/6 for 1/2/3+ shrines", TABLE_OF_3),
    ("score 5 if you have an odd number of shrines", "score 5 if count of shrines mod 2 = 1"),
    ("score 5 if there is neither a wind nor a dragon", "score 5 if count of winds + count of dragons = 0"),
    ("score 1 for each shrine your left neighbor has", "score count of shrines of the left player"),
    ("score 1 for each shrine in opponents' realms", "score total (count of their shrines) of opponents"),
    (
        "score 2 for each shrine more than your left neighbor",
        "score 2 * (larger of 0 and count of shrines - count of shrines of the left player)",
    ),
    (
        "score the difference between your shrines and your opponent's shrines",
        "score count of shrines - count of shrines of the left player",
    ),
    ("score 2 * shrines", "score 2 * count of shrines"),
    ("2 points per dragon", "score 2 * count of dragons"),
    ("2 points for each dragon next to a shrine", "score 2 for each dragon beside a shrine"),
    ("score 3 for each square of stacks", "score 3 for each square where count of its stacks = 4"),
]
"""The same of whole sentences."""
DONE = [
    ("all opponents discard 1 tile", "for each opponent in turn\n      discard 1 tile"),
    ("each opponent loses 1 point", "for each opponent\n      pay 1 point"),
    ("score 2 points", "gain 2 points"),
    ("gain 1 point for each shrine on the border", "gain (count of shrines on the border) points"),
    ("gain 2 points for each face-up tile", "gain (2 * count of face-up tiles) points"),
    ("move a tile to any adjacent space", "move a tile to a neighbor of it"),
    ("move a tile to any empty space", "move a tile to an empty space"),
    ("move a tile to any space", "move a tile to a space"),
    ("move a tile one space", "move a tile to a neighbor of it"),
    ("take any tile from the castle", "take a tile in the castle"),
    ("flip up to 3 tiles face down", "turn face-down up to 3 tiles"),
    ("pay 1 shrine to turn a tile face up", "pay 1 shrine\n    turn face-up a tile"),
    ("remove a wind from your realm and gain 3 points", "discard a wind\n    gain 3 points"),
    ("swap two adjacent tiles", "choose a tile\n    swap it and a neighbor"),
    ("gain 3 points if you have no dragons", "if there is no dragon\n      gain 3 points"),
    ("turn all winds face down", "for each wind\n      turn face-down it"),
    ("the left player discards a tile", "as the left player\n      discard a tile"),
    ("draw a tile and place it anywhere", "draw a tile\n    place it"),
    ("build a shrine on any tile of height 2", "build a shrine on a tile where its height is 2"),
]
"""The same of lines under `ability`, and what the help says to write."""


@cache
def positions() -> list[Position]:
    """Random positions of two players, on boards full and nearly empty."""
    rng = random.Random(7)
    found = []
    for _ in range(80):
        rows = rng.choice((2, 4, 6))
        own, other = random_board(rng, rows, rows), random_board(rng, rows, rows)
        kept = rng.choice((0.15, 0.5, 1))
        empty = (
            next(stack for stack in own.stacks if not stack.height) if any(not s.height for s in own.stacks) else None
        )
        if empty is not None:
            own = Board(own.geometry, tuple(stack if rng.random() < kept else empty for stack in own.stacks))
        found.append(
            Position(
                pack().game,
                (Player("Ada", own, {"points": rng.randrange(9)}), Player("Bo", other, {"points": rng.randrange(9)})),
            )
        )
    return found


def proposed(problem: Diagnostic, indent: str) -> str:
    """What a help line says to write in place of what its problem is about."""
    words = re.findall(r"'((?:[^']|'s\\b)*)'", problem.help)
    if problem.help.endswith("indented under it"):
        return f"\n{indent}  ".join(words)
    if problem.help.endswith("on the next"):
        return f"\n{indent}".join(words)
    return "" if problem.help.startswith(("leave it out", "write the number alone")) else words[0]


def followed(text: str) -> str:
    """A text in which all help lines are followed, each in its place."""
    problems = [problem for problem in checked(text)[1] if problem.is_error]
    assert problems
    for problem in reversed(problems):
        line = problem.source.line(problem.source.position(problem.span.start)[0])
        written = proposed(problem, line[: len(line) - len(line.lstrip())])
        place = place_of(problem, written)
        before, after = text[: place.start], text[place.end :]
        text = before + written + (after if written else after.lstrip(" "))
    return text


@pytest.mark.parametrize(("line", "meant"), PRINTED + SENTENCES)
def test_the_help_for_a_first_line_is_accepted_and_means_what_was_meant(line: str, meant: str) -> None:
    """With the help followed, the line scores as what was meant, on random boards; and not the same on all."""
    fixed, wanted = card(followed(f"dragon m\n  {line}\n")), card(f"dragon m\n  {meant}\n")
    assert fixed.rule is not None and wanted.rule is not None
    scored = [(evaluate(fixed.rule, on), evaluate(wanted.rule, on)) for on in positions()]
    assert all(one == other for one, other in scored)
    assert len(set(scored)) > 1


@pytest.mark.parametrize(("line", "wanted"), DONE)
def test_the_help_for_a_first_line_of_an_ability_is_accepted(line: str, wanted: str) -> None:
    """With the help followed, an ability has the lines that were meant, and no problem."""
    text = followed(f"spirit m\n  ability\n    {line}\n")
    assert text == f"spirit m\n  ability\n    {wanted}\n"
    assert not [problem for problem in checked(text)[1] if problem.is_error]


@pytest.mark.parametrize("line", [line for line, _ in PRINTED + SENTENCES])
def test_no_two_problems_of_a_line_are_about_the_same_words(line: str) -> None:
    """One mistake is one error: the places of a line's problems do not overlap, and no plural is corrected in what is reported."""
    problems = [problem for problem in checked(f"dragon m\n  {line}\n")[1] if problem.is_error]
    for problem, later in pairwise(problems):
        assert problem.span.end <= later.span.start


def test_no_number_of_the_line_is_lost_or_made_up() -> None:
    """A table has the numbers that were written, or the help has none to write."""
    for line in ("score 1/2/4/7 for each set of 1/2/3 shrines", "score 1/2/4/7 for each set of winds and shrines"):
        (problem,) = checked(f"dragon m\n  {line}\n")[1]
        assert set(re.findall(r"\d+", problem.help)) <= {"1", "2", "3", "4", "7"}
    (several,) = checked("dragon m\n  score 4 for each set of 4 different winds\n")[1]
    assert several.help == "name the 4 parts one by one: 'set of a ..., a ... and a ...'"


def test_help_that_would_not_be_accepted_is_not_given() -> None:
    """What the help line would say to write has no place in the line: it says where the words are explained."""
    (problem,) = checked("spirit m\n  ability\n    score 3 points for each dragon you discard\n")[1]
    assert problem.help == "see 'tilewright explain language' for how this can be written"


def test_an_unknown_word_is_named_whatever_is_written_around_it() -> None:
    """The words around it have their help once it is known."""
    (problem,) = checked("dragon m\n  score 3 for each row containing three different flavors\n")[1]
    assert problem.message == "'flavors' is not a known word"


@pytest.mark.parametrize("where", ["beside", "above", "not beside", "with", "where it has"])
def test_a_plural_after_an_article_is_reported(where: str) -> None:
    """`beside a winds`: the singular follows `a`, wherever it is written."""
    noun = "row" if "with" in where or "has" in where else "shrine"
    (problem,) = checked(f"dragon m\n  score 1 for each {noun} {where} a winds\n")[1]
    assert (problem.code, problem.replacement) == ("TW102", "wind")


def test_two_slips_are_two_problems() -> None:
    """Each of two misspelt words is reported where it is, and has its own correction."""
    problems = checked("dragon m\n  score 1 for each merchnt where any nieghbor is face-up\n")[1]
    assert [problem.replacement for problem in problems] == ["merchant", "neighbor"]


def test_lines_beside_it_do_not_matter() -> None:
    """A line is tried without the other lines that have errors, and with the names that they would have given."""
    text = "dragon m\n  let tower be a stack of height 3\n  score 1 per tower\n  score 4 for each row without shrines\n"
    found = {problem.source.slice(problem.span): problem.help for problem in checked(text)[1]}
    assert found == {
        "of height 3": "write 'where its height is 3'",
        "per": "write 'score 1 for each tower'",
        "without shrines": "write 'with no shrines'",
    }


def test_a_layout_asked_of_new_card_is_made_by_its_own_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`new card --class castle`: the command that the message names writes one that passes check."""
    monkeypatch.chdir(tmp_path)
    refused = run("new", "card", "mine", "--game", "dragon-castle", "--class", "castle")
    assert refused.exit_code == 2 and "`tilewright castle new --id mine -o mine.tw` makes one" in refused.output
    assert run("castle", "new", "--id", "mine", "-o", "mine.tw", "--seed", "1").exit_code == 0
    assert run("check", "mine.tw").exit_code == 0
