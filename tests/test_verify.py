"""`tilewright verify`: lines of play against known numbers, the measures of a game's health against games worked out by hand."""

from __future__ import annotations

import subprocess
import sys
from math import log10
from pathlib import Path
from xml.etree import ElementTree

import pytest

from classics import Lines, paths
from command_line import run, valid
from test_files_doc import BLOCK
from test_readme import run as printed
from tilewright.cli.args import series as playing
from tilewright.cli.args.series import SeriesRecipe
from tilewright.outputs.output import plain
from tilewright.sim.health import ExpectedShares, Health, MeasuredGame, measure_game
from tilewright.sim.simulation import AtOnce, Series, play_game
from toy import GAME, write_toy

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
DOCUMENT = ROOT / "docs" / "verify.md"


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played in this process."""
    monkeypatch.setattr(playing, "processes", lambda workers: AtOnce())


# ------------------------------------------------------------------ lines of play


def test_all_games_of_tic_tac_toe() -> None:
    """255,168 games, as is known; each row is what rules written by hand give, and the count stops where all games have ended."""
    result = run("verify", str(EXAMPLES / "tic-tac-toe"), "--perft", "20", "--expect", "255168", "--json")
    assert result.exit_code == 0, result.output
    answer = valid(result.stdout, "verify-1")
    assert answer["complete"] is True
    rows = answer["perft"]
    assert isinstance(rows, list)
    assert [row["lines"] for row in rows] == [paths(Lines(3, 3), depth) for depth in range(1, 9)]
    assert [row["over"] for row in rows] == [0, 0, 0, 0, 1440, 5328, 47952, 200448]
    assert rows[-1]["lines"] == 255_168


def test_connect_four_at_depth_seven() -> None:
    """823,536 lines, as is known; another expectation is exit code 1, with both numbers."""
    game = str(EXAMPLES / "connect-four")
    result = run("verify", game, "--perft", "7")
    assert result.stdout.splitlines()[-1].split() == ["7", "823536", "13032", "823536"]
    wrong = run("verify", game, "--perft", "2", "--expect", "48")
    assert wrong.exit_code == 1
    assert wrong.stderr == "tilewright: 49 lines, not 48\n"


def test_chance_makes_ways_of_its_own() -> None:
    """In Pig a decision is to hold, or to roll one of six sides."""
    rows = valid(run("verify", str(EXAMPLES / "pig"), "--perft", "3", "--json").stdout, "verify-1")["perft"]
    assert isinstance(rows, list)
    assert [row["lines"] for row in rows] == [7, 49, 343]


def test_what_cannot_be_counted_is_refused() -> None:
    """Options that do not go together are named, and so is a place that chance has to fill."""
    game = str(EXAMPLES / "tic-tac-toe")
    for words, message in (
        (["--perft", "2", "--plot", "x.svg"], "--plot draws the health report"),
        (["--expect", "2"], "--expect needs --perft"),
        (["--perft", "2", "--players", "random,random"], "--players is a number"),
        (["--perft", "2", "--players", "1" * 10], "--players is too large"),
        (["--players", "1" * 5000], "--players is too large"),
        (["--perft", "251"], "250"),
    ):
        result = run("verify", game, *words)
        assert result.exit_code == 2
        assert message in result.stderr
    for words in ((), ("--perft", "2")):
        assert "is for 2 players, not 123456" in run("verify", game, "--players", "123456", *words).stderr
    position = str(EXAMPLES / "hex" / "positions" / "three-by-three.position.yaml")
    assert "name a game, or use --perft" in run("verify", position).stderr
    assert run("verify", position, "--perft", "1").stdout.splitlines()[-1].split() == ["1", "9", "0", "9"]


def test_an_interrupt_prints_what_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows that are complete are printed, and stderr says how many of how many."""
    from tilewright.kernel.wasm.walks import TreeSearch

    counts = TreeSearch.counts

    def interrupted(search: TreeSearch, state: object, depth: int) -> object:
        if depth == 4:
            raise KeyboardInterrupt
        return counts(search, state, depth)  # type: ignore[arg-type]

    monkeypatch.setattr(TreeSearch, "counts", interrupted)
    result = run("verify", str(EXAMPLES / "tic-tac-toe"), "--perft", "9")
    assert result.stdout.splitlines()[-1].split() == ["3", "504", "0", "504"]
    assert result.stderr == "tilewright: stopped: 3 of 9 decisions are counted\n"


# ------------------------------------------------------------------ health


def game(winners: list[int], *shares: float, choices: int = 2, ended: bool = True) -> MeasuredGame:
    """A game for two in which the first player was expected to win these shares."""
    outlooks = [ExpectedShares((share, 1 - share)) for share in shares]
    return MeasuredGame(len(shares), [choices] * len(shares), outlooks, winners, ended, False, [])


@pytest.mark.parametrize(
    ("found", "decisive"),
    [
        (
            game([0], 0.5, 0.7, 0.2, 0.9, 0.95),
            0.4,
        ),  # the loser was at 0.8 once; 0.9 at the fourth of five decisions is more
        (game([1], 0.5, 0.4, 0.3, 0.2), 0.75),  # the loser was at 0.5; the winner is at 0.6 from the second of four on
        (game([0], 0.6, 0.7), 1.0),  # 0.6 is more than the loser ever had
        (game([0], 0.1, 0.2), 0.0),  # the winner was never expected to win more than the loser once
        (game([0, 1], 0.6, 0.7), None),  # drawn
        (game([0], 0.6, ended=False), None),
        (game([0]), None),
    ],
)
def test_decisiveness_by_hand(found: MeasuredGame, decisive: float | None) -> None:
    """The share of the decisions from the first one on at which the winner was above all that losers had."""
    assert found.decisive == (decisive if decisive is None else pytest.approx(decisive))


def test_lead_changes_by_hand() -> None:
    """Of five decisions the leader is another at two; where nobody leads nothing changes."""
    assert game([0], 0.6, 0.5, 0.7, 0.4, 0.9).lead_changes == pytest.approx(2 / 5)
    assert game([0]).lead_changes is None


def test_shares_of_games_by_hand() -> None:
    """Wins alone, draws and stopped games add up to all; balance is 1 less the largest difference between seats."""
    health = Health(Series(lambda: None, ("random", "random")), 0)  # type: ignore[arg-type, return-value]
    for one in (game([0], 0.6), game([0], 0.6), game([1], 0.6), game([0, 1], 0.6), game([0], 0.6, ended=False)):
        health.add(one)
    found = plain(health.summary())
    shares = {key: found[key]["share"] for key in ("completion", "draws", "timeouts")}
    assert shares == {"completion": 0.6, "draws": 0.2, "timeouts": 0.2}
    assert [wins["share"] for wins in found["wins"]] == [0.4, 0.2]
    assert found["balance"] == 0.8


def test_branching_and_complexity_by_hand() -> None:
    """Tic-tac-toe at random has 9, 8, 7 ... moves at its decisions; its tree is as large as their product."""
    series = Series(SeriesRecipe(str(EXAMPLES / "tic-tac-toe"), 2, None, None, 0), ("random", "random"))
    health = Health(series, 0)
    for number in range(1, 6):
        health.add(measure_game(series, 0, number))
    for one in health.games:
        assert one.choices == list(range(9, 9 - len(one.choices), -1))
        assert one.outlooks == []
    branching = health.summary().branching
    assert branching is not None
    means = [(9 + one.choices[-1]) / 2 for one in health.games]
    assert branching.mean == pytest.approx(sum(means) / 5, abs=1e-4)
    logs = [sum(map(log10, one.choices)) for one in health.games]
    assert branching.complexity == pytest.approx(sum(logs) / 5, abs=1e-4)
    assert health.summary().decisiveness is None


@pytest.mark.parametrize("name", ["tic-tac-toe", "goofspiel", "pig"])
def test_the_same_games_as_simulate(name: str) -> None:
    """A game of a number is the one that `simulate` plays: turns, decisions, winners, lines that were never done."""
    series = Series(SeriesRecipe(str(EXAMPLES / name), 2, None, None, 3), ("random", "random"), 3, covered=True)
    for number in (1, 2, 3):
        ours, theirs = measure_game(series, 0, number), play_game(series, number)
        assert (ours.turns, len(ours.choices)) == (theirs.turns, theirs.decisions)
        assert [seat + 1 for seat in ours.winners] == theirs.winners
        assert ours.never == theirs.never


def test_a_win_in_one_is_seen() -> None:
    """Who has won a proved win is expected to win all: in games of tic-tac-toe that are won, the last decision is the winner's."""
    series = Series(SeriesRecipe(str(EXAMPLES / "tic-tac-toe"), 2, None, None, 0), ("uct:60", "random"))
    won = [one for one in (measure_game(series, 60, number) for number in range(1, 9)) if one.winner == 0]
    assert won
    for one in won:
        assert one.outlooks[-1].shares == (1.0, 0.0)


def test_three_players_and_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With three, a seat keeps what was last known of it; alone, nothing is said of wins."""
    monkeypatch.chdir(tmp_path)
    toy = write_toy(tmp_path)
    answer = valid(
        run("verify", toy, "--players", "3", "--games", "3", "--playouts", "20", "--json").stdout, "verify-1"
    )
    health = answer["health"]
    assert isinstance(health, dict)
    assert len(health["wins"]) == 3
    assert health["lead_changes"] is not None
    result = run("verify", "cairns", "--players", "random", "--games", "2")
    assert result.exit_code == 0, result.output
    assert "balance" not in result.output and "drawn" not in result.output


def test_a_rule_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are stopped are timeouts, with a note; a statement that is never done is listed."""
    monkeypatch.chdir(tmp_path)
    toy = write_toy(tmp_path)
    text = GAME.replace("total points of players >= 8", "total points of players >= 800")
    text = text.replace(
        "          gain 0 points\n    otherwise", "          if points > 90\n            gain 0 points\n    otherwise"
    )
    assert text != GAME and "points > 90" in text
    Path(toy, "game.tw").write_text(text.replace("if points < 2", "if points < 20"), "utf-8")
    result = run("verify", toy, "--games", "2", "--cap", "9", "--players", "random,random", "--playouts", "0")
    assert result.exit_code == 0, result.output
    rows = {line.strip().partition("  ")[0]: line for line in result.output.splitlines()}
    assert "100.0%" in rows["stopped at the cap"]
    assert "Games were stopped before their end: a rule that ends the game may be missing." in result.output
    assert "gain 0 points" in result.output.partition("Lines that were never carried out in these games:")[2]


@pytest.mark.slow
def test_the_plot_shows_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How games end, how long they are, how much there is to choose from; drawn alike by the same run."""
    pytest.importorskip("altair")
    monkeypatch.chdir(tmp_path)
    for name in ("a.svg", "b.svg"):
        result = run(
            "verify",
            str(EXAMPLES / "tic-tac-toe"),
            "--games",
            "4",
            "--players",
            "random,random",
            "--plot",
            name,
            "--json",
        )
        assert result.exit_code == 0, result.output
        assert result.stderr == f"wrote {name}\n"
        valid(result.stdout, "verify-1")
    text = Path("a.svg").read_text("utf-8")
    assert text == Path("b.svg").read_text("utf-8")
    words = " ".join(ElementTree.fromstring(text).itertext())
    for word in ("tic-tac-toe, 4 games", "won by player 1", "drawn", "Length of the games", "Moves to choose from"):
        assert word in words, word


@pytest.mark.slow
def test_the_command_loads_nothing_heavy() -> None:
    """The command itself loads neither altair nor the solver nor compiled games."""
    text = "import sys, tilewright.cli.commands.verify; print({'altair', 'ortools', 'numpy', 'wasmtime'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "set()"


@pytest.mark.slow
def test_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of docs/verify.md print what it shows."""
    import os

    monkeypatch.chdir(ROOT)
    text = DOCUMENT.read_text("utf-8")
    followed, count = BLOCK.subn(
        lambda block: f"```console\n$ tilewright {block['command']}\n{printed(block['command'])}```", text
    )
    assert count == 3
    if os.environ.get("UPDATE_GOLDEN"):
        DOCUMENT.write_text(followed, "utf-8")
    assert followed == DOCUMENT.read_text("utf-8")
