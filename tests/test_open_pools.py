"""Puzzles over pools: what has to lie there so that a turn leads to something, compared with going through everything."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from command_line import run, valid
from fists import fist
from tilewright.packs.pack import Report
from tilewright.packs.workspace import Workspace
from tilewright.source import Source
from tilewright.table.puzzles import PoolPuzzle
from tilewright.turns.open_pool import PoolAnswer, PoolSearch
from tilewright.turns.stacks import NotExecutable

PACK = sorted((fist().folder / "puzzles" / "pools").glob("*.puzzle.yaml"))
TURN = """up to 3 times
    choose a character in the crowd called other
    move the other to the past
    do reward it"""
TEXT = """tilewright: puzzle/1
title: A pool
game: fist-of-dragonstones
cards: [{cards}]
kind: pool
open: hoard
at-most: {most}
turn: |
  {turn}
where: {where}
measure: {measure}
goal: {goal}
crowd: {crowd}
players:
  - name: You
    hoard: {hoard}
    silver: 3
  - name: Bo
    hoard: 10R 2B
  - name: Cy
    hoard: .
"""


def text(
    cards: str,
    *,
    turn: str = TURN,
    where: str = "points >= 1",
    measure: str = "count of stones",
    goal: str = "least",
    most: int = 4,
    hoard: str = ".",
) -> str:
    """The file of a puzzle with some characters in the crowd."""
    crowd = cards.replace(",", "")
    return TEXT.format(**locals())


def report(file: str) -> Report:
    """The report of a file."""
    return Workspace().check(Source("p.puzzle.yaml", file, Path("p.puzzle.yaml")))


def search(file: str) -> PoolSearch:
    """The search of a puzzle that has no errors."""
    found = report(file)
    assert not found.has_errors, found.diagnostics
    (puzzle,) = found.values
    assert isinstance(puzzle, PoolPuzzle)
    return PoolSearch(puzzle, found.cards, workers=1)


def brute(own: PoolSearch, most: int) -> dict[tuple[str, ...], int]:
    """The measure of every content from which the machine finds its way, within what the bank has: 2 red stones, 10 blue, 12 yellow."""
    contents = [c for size in range(most + 1) for c in combinations_with_replacement("RBY", size) if c.count("R") <= 2]
    return {content: own.value(content) for content in contents if own.line(content) is not None}


CASES = {
    "a menu, and pieces that are picked together": text("magician, wizard", where="points >= 1"),
    "alike pieces": text("sorcerers-apprentice, wizard", where="points >= 2", most=5),
    "everything goes": text("quack-wizard, sorcerers-apprentice", where="points >= 2"),
    "what others lose too": text("troll, wizard, red-dragon", where="points >= 1 and there are no stones"),
    "from the bank": text("blue-dragon, ancient-dragon, sorcerer", where="points >= 2"),
    "the most": text("quack-wizard, magician", where="points >= 2", goal="most", measure="count of red stones"),
    "counters with a supply": text("dwarf, magician", where="silver >= 10 and count of stones < 2", goal="most"),
    "nothing will do": text("magician", where="points >= 2"),
    "as often as one likes, in one of several ways": text(
        "merchant", where="count of stones >= 2 and silver = 0", most=2
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("file", CASES.values(), ids=CASES)
def test_the_proved_content_is_the_best_of_all(file: str) -> None:
    """The answer has the measure of the best content that the machine finds by going through all, and is unique if that is."""
    own = search(file)
    answer, reached = own.solve(unique=True), brute(own, own.puzzle.most or 0)
    if not reached:
        assert answer == PoolAnswer("infeasible", seconds=answer.seconds)
        return
    best = (min if own.puzzle.goal.kind == "least" else max)(reached.values())
    assert (answer.status, answer.value, answer.bound) == ("optimal", best, best)
    assert answer.content in reached
    assert answer.unique is (list(reached.values()).count(best) == 1)


@pytest.mark.slow
@pytest.mark.parametrize("path", PACK, ids=lambda path: path.name.partition(".")[0])
def test_puzzles_of_the_pack_are_as_expected(path: Path) -> None:
    """Every puzzle over a pool in the pack is solved, with proof, to what stands in it."""
    found = run("solve", str(path), "--check", "--workers", "1")
    assert found.exit_code == 0, found.output
    assert "proved" in found.output
    assert "as expected" in found.output


@pytest.mark.slow
def test_what_solve_prints(tmp_path: Path) -> None:
    """As text it tells content, moves and proof; as JSON it obeys its schema; an expectation that fails is told."""
    file = tmp_path / "small.puzzle.yaml"
    file.write_text(text("wizard") + "expect: {value: 2}\n", "utf-8")
    told = run("solve", str(file), "--unique")
    assert told.exit_code == 0
    lines = [line.strip() for line in told.output.splitlines()]
    assert lines[0].endswith("count of stones: 3 (the least for points >= 1, proved)")
    assert lines[1:] == ["hoard: R B Y", "moves: choose wizard; blend", "unique solution"]
    as_json = valid(run("solve", str(file), "--json").output, "pool-1")
    assert (as_json["content"], as_json["value"], as_json["unique"]) == ("R B Y", 3, None)
    missed = run("solve", str(file), "--check")
    assert missed.exit_code == 1
    assert "expected value 2, found 3" in missed.output


WRONG = {
    "turn": (text("wizard", turn="do rewrad it"), "rewrad", 9),
    "condition": (text("wizard", where="points + 1"), "condition", 13),
    "measure": (text("wizard", measure="count of stonse"), "stonse", 14),
    "pieces": (text("wizard", hoard="R"), "You has pieces in the hoard", 6),
    "pool": (text("wizard").replace("open: hoard", "open: bank"), "'bank' is not a pool of each player", 6),
    "too many": (text("wizard").replace("10R 2B", "10R 77B"), "in all; there are 12", 22),
    "no pool": (text("wizard").replace("open: hoard\n", ""), "open", 1),
    "no block": (text("wizard").replace("turn: |\n  " + TURN, "turn: do reward it"), "must be a block of lines", 8),
}


@pytest.mark.parametrize(("file", "words", "line"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_reported_where_it_is(file: str, words: str, line: int) -> None:
    """A text of a puzzle that cannot be read is reported at its line of the file."""
    (problem, *_) = report(file).diagnostics
    assert words in problem.message
    assert problem.source.position(problem.span.start)[0] == line


@pytest.mark.parametrize("character", ["doppelganger", "rainbow-dragon", "brigand"])
def test_what_cannot_be_executed_is_refused(character: str, tmp_path: Path) -> None:
    """A puzzle whose turn is left to chance, to others or to abilities is refused with its reason, not answered."""
    with pytest.raises(NotExecutable):
        search(text(character)).solve()
    file = tmp_path / "refused.puzzle.yaml"
    file.write_text(text(character), "utf-8")
    told = run("solve", str(file))
    assert told.exit_code != 0
    assert "does not support this" in told.output


def test_options_of_other_puzzles_are_refused(tmp_path: Path) -> None:
    """An option that such a puzzle does not answer is named; `puzzle rate` says that it rates none."""
    file = tmp_path / "small.puzzle.yaml"
    file.write_text(text("wizard"), "utf-8")
    assert "does not support --why" in run("solve", str(file), "--why").output
    assert "not rated" in run("puzzle", "rate", str(file)).output


QUACK = Path(__file__).parents[1] / "cards" / "fist-of-dragonstones" / "puzzles" / "pools" / "quack-round.puzzle.yaml"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "code", "told"),
    [
        ("4R", 0, "count of stones: 4\n  moves: choose sorcerer; enchant; choose wizard; choose quack-wizard\n"),
        ("5R", 0, "1 from the least"),
        ("R B Y", 1, "count of stones: 3, but it does not lead to points >= 3"),
        (".", 1, "count of stones: 0, but"),
        ("11R", 2, "holds 10 at most"),
        ("R X", 2, "no piece 'X'"),
        ("?", 2, "there are 0 of ?"),
    ],
)
def test_a_content_of_ones_own_is_tried(board: str, code: int, told: str) -> None:
    """`try` says whether a content leads where it should, and how far it is from the best; what cannot lie there is refused."""
    found = run("try", str(QUACK), "--board", board, "--far")
    assert found.exit_code == code and told in found.output, found.output


@pytest.mark.slow
def test_hints_tell_a_little_more_each() -> None:
    """The first tells what the number comes to, the second one thing that lies there, neither the answer."""
    first, second = (run("solve", str(QUACK), "--hint", level).stdout for level in "12")
    assert "count of stones: 4 is the least" in first and second.startswith(first)
    assert "R can lie in the hoard" in second and "4R" not in second and "moves" not in second
    assert "--board" in run("try", str(QUACK)).output
