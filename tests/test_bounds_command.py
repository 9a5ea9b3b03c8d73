"""`tilewright bounds`, as its users meet it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command_line import ROOT, run, valid

GOLDEN = ROOT / "tests" / "golden" / "prove"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder outside of any pack."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_bounds_in_text_and_json() -> None:
    """One line a card, and the object of the contract; a board only when it is asked for."""
    result = run("bounds", "boldness", "bravery")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].startswith("boldness: 0 to 20, proved (")
    assert lines[1].startswith("bravery: 0 to 18, proved (")
    first, second = run("bounds", "boldness", "bravery", "--json").output.splitlines()
    answer = valid(first, "bounds-1")
    seconds = answer.pop("seconds")
    assert isinstance(seconds, float)
    assert answer == {
        "format": "bounds/1",
        "card": "boldness",
        "min": 0,
        "max": 20,
        "status": "optimal",
        "limits": [0, 20],
    }
    assert valid(second, "bounds-1")["card"] == "bravery"


@pytest.mark.slow
def test_show_draws_a_board_that_attains_the_most() -> None:
    """`--show` prints it, in JSON in one line; `-o` writes a picture."""
    output = run("bounds", "boldness", "--show").output
    assert "you: 20, the most possible\n" in output
    assert output.count("1^") == 20
    answer = valid(run("bounds", "boldness", "--show", "--json").output, "bounds-1")
    assert str(answer["realm"]).count("^") == 20
    assert run("bounds", "boldness", "-o", "most.svg").exit_code == 0
    assert "you: 20, the most possible" in Path("most.svg").read_text("utf-8")


@pytest.mark.slow
def test_cards_that_look_at_others() -> None:
    """They are told for each number of players; with --players for one."""
    result = run("bounds", "modesty", "--size", "2x2")
    assert [line.partition(" (")[0] for line in result.output.splitlines()] == [
        "modesty: -2 to 6, proved",
        "  2 players: -2 to 2, proved",
        "  3 players: -2 to 4, proved",
        "  4 players: -2 to 6, proved",
    ]
    answer = valid(run("bounds", "modesty", "--size", "2x2", "--json", "--show").output, "bounds-1")
    players = answer["players"]
    assert isinstance(players, list)
    assert [(known["players"], known["max"], len(known["others"])) for known in players] == [
        (2, 2, 1),
        (3, 4, 2),
        (4, 6, 3),
    ]
    assert (answer["min"], answer["max"], answer["realm"]) == (-2, 6, players[2]["realm"])
    assert "4 players" not in run("bounds", "modesty", "--size", "2x2", "--players", "3").output


@pytest.mark.slow
def test_the_size_is_called_after_the_board_too() -> None:
    """--realm and --size are one option; the name comes from the game file."""
    for option in ("--realm", "--size"):
        assert run("bounds", "tranquility", option, "4x4").output.startswith("tranquility: 0 to 8, proved")
    assert run("bounds", "tranquility", "--realm=4x2").output.startswith("tranquility: 0 to 4, proved")
    assert run("bounds", "climb", "--trail", "1x5").output.startswith("climb: 0 to 8, proved")
    assert "--realm" in run("bounds", "--help").output
    assert run("bounds", "boldness", "--relm", "4x4").exit_code == 2


def test_heights_can_be_limited() -> None:
    """Stacks of at most one piece are never on floor 3."""
    assert run("bounds", "majesty", "--height", "2").output.startswith("majesty: 0 to 0, proved")


@pytest.mark.slow
def test_files_and_folders(here: Path) -> None:
    """A file, a card of this folder by its id, standard input, and all cards of a folder that score."""
    text = "dragon tower\n  score 3 for each stack on floor 3 or higher\n"
    Path("mine.tw").write_text(text, "utf-8")
    for name in ("mine.tw", "tower", "-"):
        assert run("bounds", name, "--size", "2x2", input=text).output.startswith("tower: 0 to 12, proved")
    Path("own").mkdir()
    Path("own/a.tw").write_text(text, "utf-8")
    Path("own/b.tw").write_text("spirit still\n  ability\n    gain 1 point\n", "utf-8")
    result = run("bounds", "own", "--size", "2x2")
    assert result.exit_code == 0
    assert [line.split(":")[0] for line in result.output.splitlines()] == ["tower"]


@pytest.mark.slow
def test_what_is_not_proved_is_reported(here: Path) -> None:
    """The gap, and exit code 1; when the time did not last for the model there is no bound to tell."""
    result = run("bounds", "prudence", "--time-limit", "0.5", "--height", "3")
    assert result.exit_code == 1
    assert re.fullmatch(
        r"prudence: the least found is 0, the most found is 0; proved: never less than 0 and never more than \d+ \(0\.50 s\)\n",
        result.output,
    )
    result = run("bounds", "prudence", "--time-limit", "0.001", "--height", "3")
    assert (result.exit_code, result.output) == (
        1,
        "prudence: the least found is 0, the most found is 0; proved: never less than 0 (0.00 s)\n",
    )
    answer = valid(
        run("bounds", "power", "--players", "4", "--time-limit", "0.001", "--json", "--show").output, "bounds-1"
    )
    assert (answer["status"], answer["min"], answer["limits"]) == ("feasible", 0, [0, None])
    assert set(str(answer["realm"])) == {".", " ", "|"}


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["humilty"], 2, "tilewright: there is no card 'humilty'; did you mean 'humility'?"),
        (["abyss"], 1, "the card 'abyss' does not score"),
        (["boldness", "--size", "5x5"], 2, "a realm of 5 x 5; allowed: even numbers of rows and columns from 2 to 12"),
        (["boldness", "--size", "six"], 2, "rows and columns are needed, as in 4x4"),
        (["boldness", "--size", "99x2"], 2, "1 to 12 rows and columns"),
        (["boldness", "--players", "9"], 2, "dragon-castle is for 2 to 4 players, not 9"),
        (["boldness", "bravery", "-o", "x.svg"], 2, "one card is drawn as one file"),
        (["boldness", "-o", "nowhere/x.svg"], 2, "there is no folder nowhere"),
        (["boldness", "--time-limit", "0"], 2, "above 0"),
        (["none.tw"], 2, "cannot read none.tw"),
        ([""], 2, "there is no card ''"),
    ],
)
def test_what_cannot_be(arguments: list[str], code: int, message: str) -> None:
    """A plain message and the exit code of the contract."""
    result = run("bounds", *arguments)
    assert result.exit_code == code
    assert message in result.stderr


def test_rules_that_are_not_modeled_are_refused() -> None:
    """A counter without limit has no most; the message says which."""
    text = "dragon greed\n  score points / 10\n"
    result = run("bounds", "-", input=text)
    assert result.exit_code == 2
    assert "bounds does not support greed: it depends on the counter 'points', which has no limit" in result.stderr


def test_problems_of_a_card_are_reported() -> None:
    """A card with errors is not bounded: exit code 1, with --json as check/1."""
    text = "dragon tower\n  score 3 for each stak\n"
    result = run("bounds", "-", input=text)
    assert result.exit_code == 1
    assert "-:2:20: error TW101" in result.stderr
    assert valid(run("bounds", "-", "--json", input=text).output, "check-1")["file"] == "-"


@pytest.mark.slow
def test_numbers_too_large_are_not_supported() -> None:
    """A card whose numbers no solver takes is refused with the reason and exit code 2."""
    shares = "score (99999 * 99999 * count of shrines) / (99999 * 9999 * (count of face-up tiles - 2))"
    Path("big.tw").write_text(f"dragon big\n  {shares}\n", "utf-8")
    result = run("bounds", "--realm", "2x2", "big.tw")
    assert result.exit_code == 2
    assert "bounds does not support big: the numbers of the rules are too large to solve with" in result.stderr
