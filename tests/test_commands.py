"""The commands score, show and fmt, and what all commands share, as their users meet them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from command_line import POSITION, PUZZLE, ROOT, run, valid, write_both
from file_texts import RECORD
from tilewright.table.geometry import Geometry


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a position and a puzzle, outside of any pack."""
    monkeypatch.chdir(tmp_path)
    write_both()
    return tmp_path


def test_score_json(here: Path) -> None:
    """`score --json` is the score/1 of the contract: parts in order, cards by id, the winners."""
    result = run("score", "--json", "game.position.yaml")
    answer = valid(result.output, "score-1")
    players = answer["players"]
    assert isinstance(players, list)
    assert players[0]["parts"] == {"points": 4, "countdown": 2, "shrines": 3, "humility": 1, "knowledge": 4}
    assert [p["total"] for p in players] == [14, 12]
    assert answer["winners"] == ["Ada"]
    assert list(players[0]["parts"]) == ["points", "countdown", "shrines", "humility", "knowledge"]


@pytest.mark.slow
def test_score_of_an_unfinished_game() -> None:
    """As long as the game of a record goes on nobody has won it; when it is over somebody has."""
    over = Path(__file__).parent / "games" / "base-2.record.yaml"
    text = over.read_text("utf-8")
    turns, result = text.split("result:")
    begun = "\n".join(turns.splitlines()[:20]) + "\n"
    assert valid(run("score", "--json", "-", input=text).output, "score-1")["winners"]
    assert valid(run("score", "--json", "-", input=begun).output, "score-1")["winners"] == []
    shown = run("score", "-", input=begun).output
    assert "The game has not ended." in shown and "Winner" not in shown and result


@pytest.mark.slow
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


def test_score_names_rows_columns_and_quadrants(here: Path) -> None:
    """What fills a row, a column or a quadrant is called by it, the others by their spaces; a bound line is not named twice."""
    Path("lines.tw").write_text(
        "dragon lines\n  score 1 for each row with a stack\n  score 2 for each quadrant with a stack\n"
        "  score 3 for each group of stacks\n  choose a column\n    score 5 for each stack in the column\n",
        "utf-8",
    )
    realm = "realm: |\n      1 1 1 1\n      . . . .\n      . . . 2\n      3 . . .\n"
    Path("game.position.yaml").write_text(
        f"tilewright: position/2\ngame: dragon-castle\ncards: [lines]\nplayers:\n  - name: Ada\n    {realm}", "utf-8"
    )
    output = run("score", "game.position.yaml").output
    assert "           +1 each  in row 1, row 3, row 4\n" in output
    assert "+2 each  in top left quadrant, top right quadrant, bottom left quadrant, bottom right quadrant\n" in output
    assert "           +3  in row 1\n           +3 each  at (3,4), (4,1)\n" in output
    assert "           +5 each  column 1  at (1,1), (4,1)\n" in output
    board = Geometry(4, 6)
    assert board.part([15, 16, 17, 21, 22, 23]) == "bottom right quadrant"
    assert board.part([0]) == board.part([0, 1]) == board.part([]) == ""


def test_score_says_why_a_card_gives_nothing(here: Path) -> None:
    """Each line of the card, with the numbers of a condition that is not met; the parts of the game are silent."""
    Path("altar.tw").write_text(
        "dragon altar\n  score 50 if there are at least 40 shrines\n  score 3 for each shrine where height > 50\n",
        "utf-8",
    )
    Path("game.position.yaml").write_text(re.sub(r"cards: \[.*\]", "cards: [altar]", POSITION), "utf-8")
    output = run("score", "game.position.yaml").output
    assert re.search(r"40 shrines\n +\+0  its condition is not met  \(\d+ >= 40\)\n", output), output
    assert "height > 50\n           +0  nothing qualifies\n" in output
    assert "+0" not in run("score", "--brief", "game.position.yaml").output


@pytest.mark.slow
@pytest.mark.parametrize("name", ["score", "solve", "fmt"])
def test_one_line_for_each_file(here: Path, name: str) -> None:
    """`--json` prints one object a line for each file, in the order given: the answer or the problems."""
    Path("x.tw").write_text("dragon x\n  score 1 for each stack\n", encoding="utf-8")
    Path("bad.tw").write_text("dragon x\n  scre 1\n", encoding="utf-8")
    Path("bad.position.yaml").write_text(POSITION.replace("- name", "- {name"), encoding="utf-8")
    Path("bytes.tw").write_bytes(b"\xff")
    files = ["bytes.tw", "bad.tw", "game.position.yaml", "x.tw", "none", "bad.position.yaml", "steps.puzzle.yaml"]
    result = run(name, "--json", *files)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["file"] for line in lines] == files
    good = {
        "score": ["game.position.yaml"],
        "solve": ["steps.puzzle.yaml"],
        "fmt": ["game.position.yaml", "x.tw", "steps.puzzle.yaml"],
    }[name]
    assert [line["file"] for line in lines if line["format"] != "check/1"] == good
    for line in lines:
        if line["format"] == "check/1":
            valid(json.dumps(line), "check-1")
            assert line["diagnostics"]
    assert result.exit_code == 2
    assert "cannot read none: No such file" in result.stderr


def test_show_gives_one_line_too(here: Path) -> None:
    """`show --json` of a file with errors prints its problems."""
    Path("bad.tw").write_text("dragon x\n  scre 1\n", encoding="utf-8")
    for name, code in [("bad.tw", 1), ("none.tw", 2)]:
        result = run("show", "--json", name)
        assert valid(result.stdout, "check-1")["file"] == name
        assert result.exit_code == code


@pytest.mark.slow
def test_a_folder_is_searched_for_what_the_command_takes(here: Path) -> None:
    """Of a folder with a pack `score` takes the positions only, and not the pack's own file."""
    result = run("score", "--json", str(ROOT / "cards" / "dragon-castle" / "positions"))
    assert result.exit_code == 0
    shutil.copytree(ROOT / "cards" / "dragon-castle", here / "mine", ignore=shutil.ignore_patterns("fan", "puzzles"))
    result = run("score", "--json", "mine")
    assert [json.loads(line)["file"] for line in result.stdout.splitlines()] == [
        "mine/positions/two-realms.position.yaml"
    ]


@pytest.mark.parametrize("name", ["score", "solve", "show", "fmt"])
def test_bytes_that_are_no_text_are_a_problem_of_the_file(here: Path, name: str) -> None:
    """Exit code 1 and the same code as `check` gives, as the file can be read."""
    Path("bytes.tw").write_bytes(b"dragon \xff")
    result = run(name, "bytes.tw")
    assert result.exit_code == 1
    assert "bytes.tw:1:1: error TW011" in result.stderr


def test_a_card_beside_the_file_comes_first(here: Path) -> None:
    """A card of that id in the folder of a position is used instead of the pack's, with a warning."""
    Path("humility.tw").write_text("dragon humility\n  score 7 for each shrine\n", encoding="utf-8")
    for file, text in [("game.position.yaml", None), ("-", POSITION)]:
        result = run("score", "--json", file, input=text)
        assert valid(result.stdout, "score-1")["players"][0]["parts"]["humility"] == 14  # type: ignore[index]
        assert f"{file}:3:9: warning TW424" in result.stderr


def test_a_card_of_the_current_folder_is_known_on_standard_input(here: Path) -> None:
    """A position on standard input may name a card that lies in the current folder."""
    Path("mine.tw").write_text("dragon mine\n  score 3 for each shrine\n", encoding="utf-8")
    result = run("score", "--json", "-", input=POSITION.replace("humility", "mine"))
    assert valid(result.output, "score-1")["players"][0]["parts"]["mine"] == 6  # type: ignore[index]


def test_cards_in_play_are_cards(here: Path) -> None:
    """A layout is not a card in play and cannot be marked; a card that scores nothing is one."""
    result = run("check", "-", input=POSITION.replace("humility", "base-2"))
    assert result.exit_code == 1
    assert "-:3:9: error TW405: there is no card 'base-2'" in result.output
    assert "= help: it is a castle, not a card" in result.output
    assert run("check", "-", input=POSITION.replace("humility", "beauty")).exit_code == 0
    assert run("show", "game.position.yaml", "--card", "base-2").exit_code == 2


@pytest.mark.slow
@pytest.mark.parametrize("table", [PUZZLE, POSITION.split("  - name: Bob")[0]], ids=["puzzle", "position"])
def test_a_card_about_other_players_needs_some(here: Path, table: str) -> None:
    """With one player a card that looks at others is warned of, where it is named; others are not."""
    for card, warned in [("humility", False), ("power", True), ("modesty", True), ("beauty", False)]:
        result = run("check", "-", input=table.replace("humility", card))
        assert (f"warning TW423: the card '{card}'" in result.output) is warned
        assert result.exit_code == 0
    assert "TW423" not in run("check", "-", input=POSITION.replace("humility", "power")).output


def test_a_bad_card_in_play_is_shown(here: Path) -> None:
    """A card in play that has problems stops the score; its problems are told with their place."""
    Path("humility.tw").write_text("dragon humility\n  score 7 for each shrin\n", encoding="utf-8")
    result = run("score", "game.position.yaml")
    assert result.exit_code == 1
    assert "humility.tw:2:20: error TW101" in result.stderr
    answer = valid(run("score", "--json", "game.position.yaml").stdout, "check-1")
    assert answer["file"] == "game.position.yaml"
    assert [d["message"].startswith("humility.tw:2:20: ") for d in answer["diagnostics"] if d["code"] == "TW101"] == [
        True
    ]  # type: ignore[attr-defined]


def test_the_wrong_kind_of_file(here: Path) -> None:
    """A puzzle is not scored and a card not solved: a problem with a code, exit code 1."""
    Path("x.tw").write_text("dragon x\n  score 1 for each stack\n", encoding="utf-8")
    for arguments in (["score", "steps.puzzle.yaml"], ["solve", "x.tw"]):
        result = run(*arguments)
        assert result.exit_code == 1
        assert "TW418" in result.stderr


@pytest.mark.slow
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


@pytest.mark.slow
def test_show_marks_a_card_on_a_puzzle(here: Path) -> None:
    """`show --card` marks the start of a puzzle too; an unknown card or a file of cards is refused."""
    Path("steps.puzzle.yaml").write_text(PUZZLE.replace("2 1 | 1 .", "2 1^ | 1 ."), encoding="utf-8")
    output = run("show", "steps.puzzle.yaml", "--card", "humility").output
    assert "Humility: 1" in output and "+1" in output
    unknown = run("show", "steps.puzzle.yaml", "--card", "humilty")
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert "did you mean 'humility'?" in unknown.stderr
    Path("x.tw").write_text("dragon x\n  score 1 for each stack\n", encoding="utf-8")
    assert run("show", "x.tw", "--card", "humility").exit_code == 2


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
    assert run("show", "game.position.yaml", "-o", "x.gif").exit_code == 2


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


@pytest.mark.parametrize("old", ["\ufeffdragon x\n  score 1\n", "dragon x\r\n  score 1\r\n"], ids=["mark", "CRLF"])
def test_fmt_puts_line_ends_in_order(here: Path, old: str) -> None:
    """A byte order mark and other line ends are not the canonical layout."""
    Path("x.tw").write_bytes(old.encode())
    assert run("fmt", "--check", "x.tw").exit_code == 1
    assert "\n-" in run("fmt", "--diff", "x.tw").output
    assert run("fmt", "x.tw").exit_code == 0
    assert Path("x.tw").read_bytes() == b"dragon x\n  score 1\n"


def test_fmt_formats_no_records(here: Path) -> None:
    """A record is refused in one message and left alone, from a file and from a pipe."""
    Path("game.record.yaml").write_text(RECORD, encoding="utf-8")
    for result in (run("fmt", "game.record.yaml"), run("fmt", "-", input=RECORD)):
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.count("error") == result.stderr.count("TW418") == 1
    assert Path("game.record.yaml").read_text(encoding="utf-8") == RECORD


def test_fmt_json_of_standard_input_holds_the_text(here: Path) -> None:
    """What cannot be rewritten in place is in the answer; with --check nothing is."""
    answer = valid(run("fmt", "--json", "-", input="dragon   x\n  score 1\n").output, "fmt-1")
    assert (answer["changed"], answer["text"]) == (True, "dragon x\n  score 1\n")
    assert "text" not in valid(run("fmt", "--json", "--check", "-", input="dragon x\n  score 1\n").output, "fmt-1")


def test_standard_input_named_twice(here: Path) -> None:
    """It is the same text the second time."""
    first, second = run("score", "--json", "-", "-", input=POSITION).output.splitlines()
    assert first == second
    assert valid(first, "score-1")["winners"] == ["Ada"]


@pytest.mark.slow
def test_the_pack_is_formatted() -> None:
    """Every file of the pack is in the canonical layout already."""
    assert run("fmt", "--check", str(ROOT / "cards")).exit_code == 0


def test_bad_usage_is_exit_2(here: Path) -> None:
    """Options that make no sense are refused before any work."""
    for arguments in (
        ["solve", "--time-limit", "0", "steps.puzzle.yaml"],
        ["solve", "--time-limit", "nan", "steps.puzzle.yaml"],
        ["solve", "--time-limit", "inf", "steps.puzzle.yaml"],
        ["solve", "-o", "no/such/folder.svg", "steps.puzzle.yaml"],
        ["solve", "-o", "a.svg", "."],
        ["score", ""],
        ["solve", "-o", "a.svg", "steps.puzzle.yaml", "steps.puzzle.yaml"],
        ["solve"],
        ["score", "--nonsense", "game.position.yaml"],
        ["nonsense"],
    ):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, ""), arguments


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


@pytest.mark.parametrize(
    "words", [("print", "--fonts", "a\0b", "harmony"), ("studio", "a\0b"), ("lsp", "--log", "a\0b")]
)
def test_a_name_that_no_file_can_have_is_refused(words: tuple[str, ...]) -> None:
    """In one line, as one that is not there."""
    result = run(*words)
    assert result.exit_code == 2 and "'a\\x00b': embedded null byte" in result.stderr
