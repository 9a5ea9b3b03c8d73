"""Puzzles about turns as files: read, checked with their solutions, and solved from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cases import mostly_slow
from command_line import run, valid
from line_search import as_file, ends_from, lead_by_play, random_ending, two_players, worth
from tilewright.files.printing import print_turns_puzzle
from tilewright.packs.workspace import Workspace
from tilewright.source import Source
from tilewright.table.position import Position, moves_of
from tilewright.table.puzzles import TurnsPuzzle
from tilewright.turns.lines import Endgame, play_texts
from tilewright.turns.solve import LineSearch

ENDING = random_ending(3)
"""An ending whose best line begins with one take alone."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path, more: str = "", turns: int = 1, cards: tuple[str, ...] = ()) -> str:
    """A file of the puzzle."""
    (folder / "a.puzzle.yaml").write_text(as_file(ENDING, turns, cards=cards, more=more), "utf-8")
    return "a.puzzle.yaml"


@pytest.mark.slow
def test_the_most_is_found_and_reported(folder: Path) -> None:
    """The line, the total and that it is proved; exit code 0."""
    result = run("solve", written(folder), "--workers", "1")
    assert result.exit_code == 0
    assert "5 points in 1 turn, optimal" in result.stdout
    assert "  turn 1: take 2,2; pair; place" in result.stdout


@pytest.mark.slow
def test_the_answer_as_json_obeys_its_schema(folder: Path) -> None:
    """And its moves are a solution that `check` takes."""
    found = valid(run("solve", written(folder), "--workers", "1", "--json").stdout, "line-1")
    assert (found["status"], found["score"], found["bound"]) == ("optimal", 5, 5)
    solution = "".join(f"  - {turn}\n" for turn in found["turns"])
    file = written(folder, f"expect: {{status: optimal, score: 5}}\nsolution:\n{solution}")
    assert run("check", file).exit_code == 0
    assert "as expected" in run("solve", file, "--check", "--workers", "1").stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "code", "message"),
    [
        ("solution: ['take 9,9']\n", "TW426", "'take 9,9' cannot be played here"),
        ("solution: ['take 2,2; shrine']\n", "TW426", "the turn is not over yet"),
        ("expect: {score: 9}\nsolution: ['take 2,2; discard']\n", "TW429", "not 9"),
        ("others: leave\n", "TW404", "must be 'pass' or 'answer'"),
        ("goal: fewest 3\n", "TW404", "'goal' is not in the right form"),
        ("solution: ['discard', 'discard']\n", "TW404", "more than 1 turns"),
        ("reealm: 1\n", "TW403", "unknown key"),
    ],
)
def test_errors_are_reported(folder: Path, more: str, code: str, message: str) -> None:
    """Each with the place in the file."""
    result = run("check", written(folder, more))
    assert result.exit_code == 1
    assert code in result.output and message in result.output


def test_a_castle_that_is_not_known_is_refused(folder: Path) -> None:
    """Of every stack all pieces have to be written."""
    text = as_file(ENDING, 1)
    row = next(line for line in text.split("\n") if line.startswith("  ") and "/" in line)
    (folder / "a.puzzle.yaml").write_text(
        text.replace(row, row.replace("/", "x", 0).replace(row.split()[0], "1S1")), "utf-8"
    )
    result = run("check", "a.puzzle.yaml")
    assert "TW420" in result.output and "not known" in result.output


@pytest.mark.parametrize("options", [("--fewest", "3"), ("--meet", "points=1"), ("--export", "a.xml")])
def test_options_of_another_kind_are_refused(folder: Path, options: tuple[str, ...]) -> None:
    """What is not answered for such puzzles is said, not passed over."""
    result = run("solve", *options, written(folder))
    assert result.exit_code != 0 and "TW421" in result.output


# ------------------------------------------------------------------ questions


def most_by_take(position: Position) -> dict[str, int]:
    """The most of every first take with one turn, by trying all that can be played."""
    ending = Endgame(position, [])
    found: dict[str, int] = {}
    search = LineSearch(position, [], 1)
    for take in search.first_takes():
        _, state = play_texts(ending.machine, ending.begun(ending.table), take.moves, 0)
        ends = ends_from(ending.machine, state)
        found["; ".join(take.moves)] = max(worth(end, ending.rules) for end in ends)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(4), quick=1))
def test_every_first_take_is_what_all_play_gives(folder: Path, seed: int) -> None:
    """--why tells of each first take what exhaustive play finds, with a line that was played; --all those of them that are best."""
    position = random_ending(seed, stacks=3, up=9)
    (folder / "a.puzzle.yaml").write_text(as_file(position, 1), "utf-8")
    wanted = most_by_take(position)
    told = valid(run("solve", "a.puzzle.yaml", "--why", "--workers", "1", "--json").stdout, "line-1")
    assert {take["take"]: take["score"] for take in told["takes"]} == wanted
    for take in told["takes"]:
        line = Endgame(position, []).written([moves_of(turn) for turn in take["turns"]])
        assert line.total == take["score"] and take["turns"][0].startswith(take["take"])
    best = max(wanted.values())
    *takes, last = run("solve", "a.puzzle.yaml", "--all", "--workers", "1", "--json").stdout.splitlines()
    leading = {valid(take, "take-1")["take"] for take in takes}
    assert leading == {take for take, score in wanted.items() if score == best}
    assert valid(last, "line-1")["unique"] is (len(leading) == 1)


@pytest.mark.slow
def test_the_key_move(folder: Path) -> None:
    """--unique names the only optimal first take, or two of several with exit code 1; the file may expect it."""
    (folder / "a.puzzle.yaml").write_text(as_file(ENDING, 1, more="expect: {unique: true}\n"), "utf-8")
    result = run("solve", "a.puzzle.yaml", "--unique", "--check", "--workers", "1")
    assert result.exit_code == 0
    assert "the only optimal first take: take" in result.stdout and "as expected" in result.stdout
    (folder / "a.puzzle.yaml").write_text(as_file(random_ending(0), 1, more="expect: {unique: true}\n"), "utf-8")
    result = run("solve", "a.puzzle.yaml", "--unique", "--check", "--workers", "1")
    assert result.exit_code == 1
    assert "not the only optimal first take" in result.stdout and "expected unique true, found false" in result.output


@pytest.mark.slow
def test_hints_grow(folder: Path) -> None:
    """Each level tells what the one before does, and more; none names a space before the second."""
    (folder / "a.puzzle.yaml").write_text(as_file(ENDING, 1), "utf-8")
    told = [run("solve", "a.puzzle.yaml", "--hint", str(level), "--workers", "1").stdout for level in (1, 2, 3)]
    assert "every other first take loses" in told[0] and "take " not in told[0].replace("first take ", "")
    assert "begins with take" in told[1] and "the first take is take" in told[2]
    found = valid(run("solve", "a.puzzle.yaml", "--hint", "3", "--workers", "1", "--json").stdout, "turns-hint-1")
    assert len(found["gains"]) == 1 and found["loss"] > 0 and found["take"].startswith(found["move"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("goal", "status", "said"),
    [
        ("exactly 3", "optimal", "the goal is exactly 3"),
        ("at least 5", "optimal", "the goal is at least 5"),
        ("at least 6", "infeasible", "no 1 turn score at least 6 points"),
        ("exactly 9", "infeasible", "no 1 turn score exactly 9 points"),
    ],
)
def test_goals(folder: Path, goal: str, status: str, said: str) -> None:
    """In the file or as options: a line with that total, or the proof that there is none."""
    result = run("solve", written(folder, f"goal: {goal}\n"), "--workers", "1")
    assert said in result.stdout and result.exit_code == (status == "infeasible")
    kind, score = goal.rsplit(" ", 1)
    option = "--" + kind.replace(" ", "-")
    found = valid(run("solve", written(folder), option, score, "--workers", "1", "--json").stdout, "line-1")
    assert (found["status"], found["goal"]) == (status, goal)
    if status == "optimal":
        assert found["score"] == int(score)


@pytest.mark.slow
def test_turns_of_ones_own(folder: Path) -> None:
    """`try` plays them, tells what they come to and how far that is from the best, or where they break off."""
    file = written(folder)
    best = valid(run("solve", file, "--workers", "1", "--json").stdout, "line-1")
    result = run("try", file, "--turn", best["turns"][0], "--far")
    assert result.exit_code == 0
    assert "5 points after 1 of 1 turns" in result.stdout and "optimal" in result.stdout
    found = valid(run("try", file, "--turn", "take 2,2; discard", "--far", "--json").stdout, "attempt-1")
    assert found["score"] + found["short"] == 5 and found["reached"]
    result = run("try", file, "--turn", "take 2,2; shrine")
    assert result.exit_code == 1 and "the turn is not over yet; moves: place" in result.stdout
    assert run("try", file).exit_code == 2 or "--turn" in run("try", file).output


def test_pictures_from_turn_to_turn(folder: Path) -> None:
    """The board of the player and that of the table, before and after each turn."""
    assert run("solve", written(folder), "--workers", "1", "-o", "a.svg").exit_code == 0
    drawn = (folder / "a.svg").read_text("utf-8")
    for title in ("You, before", "castle, before", "You, after turn 1", "castle, after turn 1"):
        assert f">{title}<" in drawn


@pytest.mark.slow
def test_cards_in_the_file(folder: Path) -> None:
    """A puzzle may carry its cards, as puzzles of other kinds do."""
    own = "own-cards: |\n  dragon lamp\n    score 2 for each shrine\n"
    (folder / "a.puzzle.yaml").write_text(as_file(ENDING, 1, cards=("lamp",), more=own), "utf-8")
    assert run("check", "a.puzzle.yaml").exit_code == 0
    found = valid(run("solve", "a.puzzle.yaml", "--workers", "1", "--json").stdout, "line-1")
    assert "lamp" in found["parts"]


def test_printed_puzzles_are_read_again(folder: Path) -> None:
    """With all that a puzzle can have."""
    more = "own-cards: |\n  dragon lamp\n    score 2 for each shrine\ngoal: at least 3\nexpect: {unique: true}\n"
    text = as_file(ENDING, 2, cards=("lamp",), more=more + "solution: ['take 2,2; discard']\n")
    (puzzle,) = Workspace().check(Source("a.puzzle.yaml", text)).values
    assert isinstance(puzzle, TurnsPuzzle)
    assert Workspace().check(Source("a.puzzle.yaml", print_turns_puzzle(puzzle))).values == (puzzle,)


# ------------------------------------------------------------------ a reply


def last_round_file(seed: int) -> str:
    """Two players with one turn each, as a file."""
    return as_file(two_players(seed), 1, more="others: answer\n")


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(5), quick=1))
def test_the_lead_is_that_of_minimax(folder: Path, seed: int) -> None:
    """On small castles: the largest lead over all turns of the first player, of the smallest over all replies."""
    position = two_players(seed)
    ending = Endgame(position, [])
    most = lead_by_play(ending)
    (folder / "a.puzzle.yaml").write_text(last_round_file(seed), "utf-8")
    found = valid(run("solve", "a.puzzle.yaml", "--workers", "1", "--json").stdout, "line-1")
    assert (found["status"], found["lead"]) == ("optimal", most)
    line = ending.written([moves_of(found["turns"][0]), moves_of(found["reply"]["moves"])], answered=True)
    assert line.total - sum(ending.parts(line.table, 1).values()) == most
    assert line.total - found["reply"]["score"] == most


def test_what_a_reply_needs(folder: Path) -> None:
    """Two players, one turn, and scores that do not depend on one another."""
    for more, code in (("others: answer\n", "TW411"), ("others: answer\ngoal: at least 3\n", "TW404")):
        assert code in run("check", written(folder, more)).output
    text = as_file(two_players(0), 1, cards=("power",), more="others: answer\n")
    (folder / "a.puzzle.yaml").write_text(text, "utf-8")
    result = run("solve", "a.puzzle.yaml")
    assert result.exit_code == 2 and "TW421" in result.output and "the scores depend on one another" in result.output


@pytest.mark.slow
def test_cards_that_can_be_used_are_used(folder: Path) -> None:
    """The line says when, and it is a solution that `check` takes."""
    result = run("solve", written(folder, cards=("faith",)), "--workers", "1")
    assert "6 points in 1 turn, optimal" in result.stdout and "use faith; tile" in result.stdout
    line = next(line.split(": ")[1] for line in result.stdout.split("\n") if line.startswith("  turn 1"))
    file = written(folder, f"solution: ['{line}']\n", cards=("faith",))
    assert run("check", file).exit_code == 0


def test_a_card_that_cannot_be_executed_is_named(folder: Path) -> None:
    """With its file."""
    result = run("solve", written(folder, cards=("tribute",)))
    assert "tribute.tw:1:1" in result.output and "TW421" in result.output


def test_a_miss_is_reported(folder: Path) -> None:
    """With --check, what is expected and not so is said, and the exit code is 1."""
    result = run("solve", written(folder, "expect: {score: 6}\n"), "--check", "--workers", "1")
    assert result.exit_code == 1
    assert "expected score 6, found 5" in result.output


def test_no_time_gives_no_claim(folder: Path) -> None:
    """Without time there is neither a line nor a bound."""
    found = json.loads(run("solve", written(folder), "--time-limit", "0.000001", "--json").stdout)
    assert (found["status"], found["bound"]) == ("unknown", None) and "score" not in found
