"""The commands score, show, fmt and solve, as their users meet them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from tilewright.cli.main import command

ROOT = Path(__file__).parents[1]
POSITION = """\
tilewright: position/1
game: dragon-castle
cards: [humility, destruction, knowledge]
players:
  - name: Ada
    realm: |
      2^ 3 . .
      .  W1 D1 .
      .  .  1^ .
      .  .  .  .
    points: 4
    countdown: 1
  - name: Bob
    realm: |
      . . . .
      . 1 . 1
      . . 3^ .
      . . . 1
    points: 9
    shrines: 2
"""
PUZZLE = """\
tilewright: puzzle/1
title: Steps
game: dragon-castle
cards: [humility]
kind: arrange
realm: 2 1 | 1 .
tiles: [M3]
shrines: 2
points: 3
expect: {score: 7, status: optimal, parts: {humility: 2}}
"""


def run(*arguments: str, input: str | None = None) -> Result:
    """Run a command in this process; anything but an orderly exit is a failure."""
    result = CliRunner().invoke(command, list(arguments), input=input, prog_name="tilewright")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a position and a puzzle, outside of any pack."""
    monkeypatch.chdir(tmp_path)
    Path("game.position.yaml").write_text(POSITION, encoding="utf-8")
    Path("steps.puzzle.yaml").write_text(PUZZLE, encoding="utf-8")
    return tmp_path


def valid(text: str, schema: str) -> dict[str, object]:
    """A line of JSON, checked against its published schema."""
    answer: dict[str, object] = json.loads(text)
    published = json.loads((ROOT / "schemas" / f"{schema}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(published).validate(answer)
    return answer


def test_score_json(here: Path) -> None:
    """`score --json` is the score/1 of the contract: parts in order, cards by id, the winners."""
    result = run("score", "--json", "game.position.yaml")
    answer = valid(result.output, "score-1")
    players = answer["players"]
    assert isinstance(players, list)
    assert players[0]["parts"] == {"points": 4, "countdown": 2, "shrines": 3, "humility": 1, "knowledge": 4}  # fmt: skip
    assert [p["total"] for p in players] == [14, 12]
    assert answer["winners"] == ["Ada"]
    assert list(players[0]["parts"]) == ["points", "countdown", "shrines", "humility", "knowledge"]


def test_score_ties(here: Path) -> None:
    """Ties: more stacks whose top is face-down, then more shrines, then shared."""
    level = POSITION.replace("points: 9", "points: 11")
    cases = {
        level: ["Bob"],  # 3 face-down stacks and more against 2
        level.replace(". 1 . 1", ". . . .").replace(". . . 1", ". . . ."): ["Ada"],
    }
    for text, winners in cases.items():
        answer = valid(run("score", "--json", "-", input=text).output, "score-1")
        assert answer["winners"] == winners
    same = POSITION.replace("points: 9", "points: 4").split("  - name: Bob")[0]
    second = same[same.index("  - name: Ada") :].replace("Ada", "Bob")
    answer = valid(run("score", "--json", "-", input=same + second).output, "score-1")
    assert answer["winners"] == ["Ada", "Bob"]


def test_score_tells_why(here: Path) -> None:
    """`score` quotes the line of the card and names the spaces that earned the points."""
    output = run("score", "game.position.yaml").output
    assert "score 1 for each shrine where any neighbor is taller" in output
    assert "symbol W1  at (2,2)" in output
    assert "at (1,1)" not in run("score", "--brief", "game.position.yaml").output


def test_several_files_one_line_each(here: Path) -> None:
    """`--json` prints one object a line for each file, in the order given; a missing one is exit 2."""
    Path("b.position.yaml").write_text(POSITION, encoding="utf-8")
    result = run("score", "--json", "b.position.yaml", "game.position.yaml", "none.position.yaml")
    lines = result.stdout.splitlines()
    assert [json.loads(line)["file"] for line in lines] == ["b.position.yaml", "game.position.yaml"]
    assert result.exit_code == 2
    assert "none.position.yaml" in result.stderr


def test_a_card_beside_the_file_comes_first(here: Path) -> None:
    """A card of that id in the folder of a position is used instead of the pack's."""
    Path("humility.tw").write_text("dragon humility\n  score 7 for each shrine\n", encoding="utf-8")
    answer = valid(run("score", "--json", "game.position.yaml").output, "score-1")
    assert answer["players"][0]["parts"]["humility"] == 14  # type: ignore[index]


def test_a_bad_card_in_play_is_shown(here: Path) -> None:
    """A card in play that has problems stops the score; its problems are told with their place."""
    Path("humility.tw").write_text("dragon humility\n  score 7 for each shrin\n", encoding="utf-8")
    result = run("score", "game.position.yaml")
    assert result.exit_code == 1
    assert "humility.tw:2:20: error TW101" in result.stderr


def test_the_wrong_kind_of_file(here: Path) -> None:
    """A puzzle is not scored and a position not solved: a problem with a code, exit code 1."""
    for arguments in (["score", "steps.puzzle.yaml"], ["solve", "game.position.yaml"]):
        result = run(*arguments)
        assert result.exit_code == 1
        assert "TW418" in result.stderr


def test_show_every_kind(here: Path) -> None:
    """`show` draws positions, puzzles and layouts, and prints the texts of cards and packs."""
    pack = ROOT / "cards" / "dragon-castle"
    assert "Ada" in run("show", "game.position.yaml").output
    assert "place M3; up to 2 shrines" in run("show", "steps.puzzle.yaml").output
    assert "116 tiles" in run("show", str(pack / "castles" / "keep.tw")).output
    assert "Umiltà" in run("show", str(pack / "dragons" / "humility.tw")).output
    assert "castle keep: The Keep" in run("show", str(pack / "pack.yaml")).output


def test_the_other_outputs_fit_their_schemas(here: Path) -> None:
    """`show`, `fmt` and `explain` print JSON that fits its published schema."""
    boards = valid(run("show", "--json", "game.position.yaml").output, "boards-1")["boards"]
    assert [board["title"] for board in boards] == ["Ada", "Bob"]  # type: ignore[attr-defined]
    keep = str(ROOT / "cards" / "dragon-castle" / "castles" / "keep.tw")
    assert valid(run("fmt", "--check", "--json", keep).output, "fmt-1")["changed"] is False
    assert valid(run("explain", "--json", "TW101").output, "explain-1")["code"] == "TW101"


def test_show_writes_one_whole_file(here: Path) -> None:
    """`show -o` writes an SVG and nothing else into the folder, also over an old one."""
    before = set(here.iterdir())
    for _ in range(2):
        assert run("show", "game.position.yaml", "--card", "humility", "-o", "x.svg").exit_code == 0
    assert set(here.iterdir()) - before == {here / "x.svg"}
    assert "+1" in Path("x.svg").read_text(encoding="utf-8")
    result = run("show", "game.position.yaml", "-o", "no/such/folder.svg")
    assert result.exit_code == 2
    assert "cannot write" in result.output
    assert run("show", "game.position.yaml", "-o", "x.png").exit_code == 2


def test_fmt(here: Path) -> None:
    """`fmt` rewrites a file in place; --check and --diff only tell; a bad file is left alone."""
    text = "dragon   x\n    score 1   for each stack # why\n"
    Path("x.tw").write_text(text, encoding="utf-8")
    assert run("fmt", "--check", "x.tw").exit_code == 1
    assert "+  score 1 for each stack  # why" in run("fmt", "--diff", "x.tw").output
    assert Path("x.tw").read_text(encoding="utf-8") == text
    assert run("fmt", "x.tw").exit_code == 0
    assert Path("x.tw").read_text(encoding="utf-8") == "dragon x\n  score 1 for each stack  # why\n"
    assert run("fmt", "--check", "x.tw").exit_code == 0
    assert run("fmt", "-", input=text).output == "dragon x\n  score 1 for each stack  # why\n"
    Path("bad.tw").write_text("dragon x\n  scre 1\n", encoding="utf-8")
    assert run("fmt", "bad.tw").exit_code == 1
    assert Path("bad.tw").read_text(encoding="utf-8") == "dragon x\n  scre 1\n"


def test_the_pack_is_formatted() -> None:
    """Every file of the pack is in the canonical layout already."""
    assert run("fmt", "--check", str(ROOT / "cards")).exit_code == 0


def test_solve_json_and_check(here: Path) -> None:
    """`solve --json` is the solution/1 of the contract; --check compares with the expectation."""
    result = run("solve", "--json", "--check", "steps.puzzle.yaml")
    answer = valid(result.output, "solution-1")
    assert (answer["status"], answer["score"], answer["bound"]) == ("optimal", 7, 7)
    assert str(answer["realm"]).count("^") == 2
    assert result.exit_code == 0
    missed = run("solve", "--check", "-", input=PUZZLE.replace("score: 7", "score: 9"))
    assert missed.exit_code == 1
    assert "expected score 9, found 7" in missed.stderr


def test_solve_draws_the_answer(here: Path) -> None:
    """`solve -o` writes the final board, with what was placed marked."""
    assert run("solve", "steps.puzzle.yaml", "-o", "answer.svg").exit_code == 0
    text = Path("answer.svg").read_text(encoding="utf-8")
    assert "7 points, proved best" in text
    assert "Placed: (" in text


def test_an_infeasible_puzzle_says_why(here: Path) -> None:
    """A puzzle that cannot be filled is infeasible, exit code 1, with a reason in the game's words."""
    text = PUZZLE.replace("tiles: [M3]", "tiles: [M3, M3, S1, S1, F1]")
    result = run("solve", "-", input=text)
    assert result.exit_code == 1
    assert "tiles" in result.output
    assert "no placement is possible" in result.output
    answer = valid(run("solve", "--json", "-", input=text).output, "solution-1")
    assert (answer["status"], answer["score"], answer["realm"]) == ("infeasible", None, None)


def test_bad_usage_is_exit_2(here: Path) -> None:
    """Options that make no sense are refused before any work."""
    for arguments in (
        ["solve", "--time-limit", "0", "steps.puzzle.yaml"],
        ["solve", "-o", "a.svg", "steps.puzzle.yaml", "steps.puzzle.yaml"],
        ["solve"],
        ["score", "--nonsense", "game.position.yaml"],
        ["nonsense"],
    ):
        assert run(*arguments).exit_code == 2


@pytest.mark.parametrize("name", ["check", "explain", "fmt", "score", "show", "solve"])
def test_help_has_an_example(name: str) -> None:
    """Every command has --help with an example, and --json."""
    output = run(name, "--help").output
    assert f"Example: tilewright {name}" in output
    assert "--json" in output


def test_a_pack_above_the_file_is_used(here: Path) -> None:
    """A file under a folder with a pack.yaml belongs to that pack, not to the one that came along."""
    shutil.copytree(ROOT / "cards" / "dragon-castle", here / "mine", ignore=shutil.ignore_patterns("fan", "puzzles"))
    game = here / "mine" / "game.tw"
    game.write_text(game.read_text(encoding="utf-8").replace("copies 40", "copies 41"), encoding="utf-8")
    (here / "mine" / "x.position.yaml").write_text(POSITION.replace("shrines: 2", "shrines: 39"), encoding="utf-8")
    (here / "y.position.yaml").write_text(POSITION.replace("shrines: 2", "shrines: 39"), encoding="utf-8")
    assert "there are 41" in run("check", "mine/x.position.yaml").output
    assert "there are 40" in run("check", "y.position.yaml").output
