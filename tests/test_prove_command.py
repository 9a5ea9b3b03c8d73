"""`tilewright prove`, as its users meet it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from command_line import ROOT, run, valid
from kings import court
from tilewright.check.fragments import read_fragment

GOLDEN = ROOT / "tests" / "golden" / "prove"
HIGHER = "score 1 for each shrine where any neighbor is as tall or taller"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder outside of any pack."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def without_time(output: str) -> str:
    """A text without the seconds in it."""
    head, _, rest = output.partition("(")
    return head + "(" + rest.partition(" s)")[2].join(["0.0 s)", ""])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("equal", ["bravery", "score 1 for each stack where every neighbor is lower"]),
        ("different", ["humility", HIGHER]),
        ("at-most", ["--at-most", "majesty", "18"]),
        ("more", ["--at-most", "majesty", "17"]),
        ("players", ["--players", "2", "count of shrines of the left player", "count of shrines"]),
    ],
)
def test_verdicts_as_text(name: str, arguments: list[str]) -> None:
    """The text equals the golden file but for the time; ``UPDATE_GOLDEN=1`` rewrites it."""
    result = run("prove", "--workers", "1", *arguments)
    assert result.exit_code == (0 if name in ("equal", "at-most") else 1)
    path, text = GOLDEN / f"{name}.txt", without_time(result.output)
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


@pytest.mark.slow
def test_json_is_the_format_of_the_contract() -> None:
    """Equal and different as proof/1, with the counterexample as a position that can be pasted."""
    answer = valid(run("prove", "--json", "humility", HIGHER).output, "proof-1")
    assert (answer["verdict"], answer["scores"], answer["smallest"]) == ("different", [0, 1], True)
    assert answer["cards"] == ["humility", HIGHER]
    assert str(answer["realm"]).count("1") == 2
    Path("found.position.yaml").write_text(str(answer["position"]), "utf-8")
    score = valid(run("score", "--json", "found.position.yaml").output, "score-1")
    assert score["players"][0]["parts"]["humility"] == 0  # type: ignore[index]
    answer = valid(run("prove", "--json", "--at-most", "humility", HIGHER).output, "proof-1")
    assert (answer["verdict"], answer["at_most"], "scores" in answer) == ("equal", True, False)


@pytest.mark.slow
def test_the_counterexample_is_written_and_scored_as_it_is() -> None:
    """`-o` writes a position that `score` takes, with both cards when the folder finds them; `--svg` draws it."""
    Path("lofty.tw").write_text(f"dragon lofty\n  {HIGHER}\n", "utf-8")
    result = run("prove", "humility", "lofty", "-o", "differ.yaml", "--svg", "differ.svg")
    assert result.exit_code == 1
    assert "wrote differ.yaml\nwrote differ.svg\n" in result.output
    score = valid(run("score", "--json", "differ.yaml").output, "score-1")
    parts = score["players"][0]["parts"]  # type: ignore[index]
    assert (parts["humility"], parts["lofty"]) == (0, 1)
    assert Path("differ.svg").read_text("utf-8").startswith("<svg")
    Path("far").mkdir()
    assert run("prove", "humility", "lofty.tw", "-o", "far/differ.yaml").exit_code == 1
    assert "cards: [humility]" in Path("far/differ.yaml").read_text("utf-8")
    assert run("score", "far/differ.yaml").exit_code == 0


@pytest.mark.slow
def test_other_players_are_drawn_and_written() -> None:
    """Rules that look at others are compared on tables of two and three players."""
    left, right = "count of shrines of the left player", "count of shrines of the right player"
    result = run("prove", left, right, "-o", "differ.yaml")
    assert result.exit_code == 1
    assert "player 3" in result.output
    assert len(valid(run("prove", "--json", left, right).output, "proof-1")["others"]) == 2  # type: ignore[arg-type]
    assert run("score", "differ.yaml").exit_code == 0
    assert run("prove", left, right, "--players", "2").exit_code == 0


@pytest.mark.slow
def test_sizes_and_heights() -> None:
    """Only boards up to the size, and stacks up to the height, are looked at."""
    assert run("prove", "boldness", "count of shrines").exit_code == 1
    assert run("prove", "boldness", "count of shrines", "--realm", "2x4").exit_code == 0
    floors = ("count of shrines on floor 3 or higher", "0")
    assert run("prove", *floors).exit_code == 1
    assert run("prove", *floors, "--height", "2").exit_code == 0


@pytest.mark.slow
def test_conditions_count_as_one_or_zero() -> None:
    """A condition is 1 where it holds, so it compares with numbers."""
    assert run("prove", "any shrine is on floor 3 or higher", "any shrine is on floor 3 or higher").exit_code == 0
    result = run("prove", "--at-most", "2 * count of shrines", "any shrine is taller than its left neighbor")
    assert "A pays 2, B pays 0" in result.output or "pays 2" in result.output


@pytest.mark.slow
def test_no_verdict_in_time() -> None:
    """It is unknown, exit code 1, and says how far the proof came."""
    result = run("prove", "power", "abundance", "--at-most", "--time-limit", "0.001")
    assert result.exit_code == 1
    assert result.output.startswith("unknown: no difference found, nothing proved; time ran out")
    answer = valid(run("prove", "power", "majesty", "--json", "--time-limit", "0.001").output, "proof-1")
    assert answer["verdict"] == "unknown"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["humilty", "power"], 2, "tilewright: there is no card 'humilty'; did you mean 'humility'?"),
        (["humility", "abyss"], 1, "the card 'abyss' does not score"),
        (["humility", "climb"], 2, "the two cards are of different games"),
        (["count of stacks", "count of stacks"], 2, "the texts may be of several games; name one with --game: "),
        (
            ["count of stacks", "5", "--game", "dragon-cstle"],
            2,
            "there is no game 'dragon-cstle'; did you mean 'dragon-castle'?",
        ),
        (["humility", ""], 2, "a text to compare is empty"),
        (["humility", "count of shrins where"], 1, "text:1:"),
        (
            ["humility", "points"],
            2,
            "prove does not support this: it depends on the counter 'points', which has no limit",
        ),
        (["humility", "power", "--size", "1x1"], 2, "no realm is as small as 1 x 1"),
        (["humility", "power", "-o", "x.txt"], 2, "positions are written as .yaml files"),
        (["humility", "power", "-o", "nowhere/x.yaml"], 2, "there is no folder nowhere"),
        (["humility", "two.tw"], 2, "two.tw contains 2 cards; name one by its id"),
    ],
)
def test_what_cannot_be(arguments: list[str], code: int, message: str) -> None:
    """A plain message and the exit code of the contract."""
    Path("two.tw").write_text("dragon a\n  score 1 for each shrine\ndragon b\n  score 1 for each stack\n", "utf-8")
    result = run("prove", *arguments)
    assert result.exit_code == code
    assert message in result.stderr


def test_the_game_of_texts_can_be_named() -> None:
    """Words that several games share need --game; words of one do not."""
    assert run("prove", "count of stacks", "count of stacks", "--game", "cairns").exit_code == 0
    assert run("prove", "count of beacons", "count of beacons").exit_code == 0


def test_numbers_too_large_are_not_supported() -> None:
    """A rule whose numbers no solver takes is refused with the reason and exit code 2."""
    shares = "score (99999 * 99999 * count of shrines) / (99999 * 9999 * (count of face-up tiles - 2))"
    result = run("prove", "--realm", "2x2", shares, "humility")
    assert result.exit_code == 2
    assert "prove does not support this: the numbers of the rules are too large to solve with" in result.stderr


def test_a_text_for_a_game_without_scoring_cards_is_refused() -> None:
    """Where no card of a game scores, a text cannot stand for one, and that is said."""
    found = read_fragment("score 1", court().game)
    assert [(item.code, item.message) for item in found] == [("TW110", "no cards of this game score")]  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.parametrize(("several", "two"), [("smallest", "smaller"), ("largest", "larger"), ("smaller", "smaller")])
def test_the_extreme_of_several_numbers_is_that_of_two_at_a_time(several: str, two: str) -> None:
    """Also with a comma before the last one; and it is not that of the first two."""
    a, b, c = "(count of merchants)", "(count of soldiers)", "(count of farmers)"
    nested = f"{two} of {a} and ({two} of {b} and {c})"
    for written in (f"{several} of {a}, {b} and {c}", f"{several} of {a}, {b}, and {c}"):
        assert run("prove", "--workers", "1", written, nested).output.startswith("proved: ")
    assert run("prove", "--workers", "1", f"{several} of {a}, {b} and {c}", f"{two} of {a} and {b}").exit_code == 1
