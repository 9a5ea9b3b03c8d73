"""`tilewright simulate`: its games, its file that can be gone on with, its messages, its plot."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any
from xml.etree import ElementTree

import pytest

from command_line import run, valid
from kings import characters
from tilewright.cli.args import series as playing
from tilewright.cli.args.games import game_setup
from tilewright.cli.args.series import SeriesRecipe
from tilewright.cli.commands import simulate as module
from tilewright.cli.terminal import CannotRun
from tilewright.outputs.games import MeasureAtTurn, Played
from tilewright.play.bots import BOTS
from tilewright.sim.processes import in_order, processes
from tilewright.sim.simulation import AtOnce, Series, play_game, simulate
from toy import GAME, write_toy

DOCUMENT = Path(__file__).parents[1] / "docs" / "simulate.md"
KEEP = Path(__file__).parents[1] / "cards" / "dragon-castle" / "castles" / "keep.tw"


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The toy pack; commands play in this process."""
    monkeypatch.setattr(playing, "processes", lambda workers: AtOnce())
    monkeypatch.chdir(tmp_path)
    return write_toy(tmp_path)


def command(game: str, *more: str, output: str | None = "games.jsonl") -> list[str]:
    """The words of a small run."""
    kept = ["-o", output] if output else []
    return ["simulate", game, "--players", "random,random", "--games", "5", *kept, *more]


def series_of(game: str, cards: str = "", players: int = 2, **more: Any) -> Series:
    """A series for random bots."""
    return Series(SeriesRecipe(game, players, cards, None, 0), ("random",) * players, **more)


def error_of(*arguments: str) -> str:
    """The message of a run that could not be."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    return result.stderr


# ------------------------------------------------------------------ the games


@pytest.mark.slow
def test_the_numbers_do_not_depend_on_the_workers(tmp_path: Path) -> None:
    """One process and two give the same file, byte for byte, and the same summary."""
    files = [tmp_path / "1.jsonl", tmp_path / "2.jsonl"]
    results = [
        run(
            "simulate",
            "dragon-castle",
            "--players",
            "random,random",
            "--cards",
            "humility,destruction",
            "--layout",
            "base-2",
            "--games",
            "4",
            "--seed",
            "7",
            "--workers",
            str(n),
            "-o",
            str(file),
        )
        for n, file in enumerate(files, start=1)
    ]
    assert [result.exit_code for result in results] == [0, 0], results[0].output
    assert results[0].output == results[1].output
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(files[0].read_text("utf-8").splitlines()) == 5


@pytest.mark.slow
def test_any_executor_plays(tmp_path: Path) -> None:
    """Threads, or an executor of one's own, give the games in order and the same ones."""
    series = series_of(write_toy(tmp_path), "lift,lead", seed=3)
    with ThreadPoolExecutor(3) as threads, AtOnce() as here:
        found = list(simulate(series, range(1, 41), threads, ahead=4))
        assert found == list(simulate(series, range(1, 41), here))
    assert [game.game for game in found] == list(range(1, 41))
    assert len({game.seed for game in found}) == 40
    assert found[6] == play_game(series, 7)


def test_what_is_reported_a_game_adds_up(tmp_path: Path) -> None:
    """Gains by turn add up to the totals; turns without a choice, and without a change, are known."""
    series = series_of(write_toy(tmp_path), players=3)
    for game in (play_game(series, number) for number in range(1, 6)):
        assert len(game.gains) == len(game.movers) == game.turns == len(game.measures["own"])
        assert game.movers == [1 + turn % 3 for turn in range(game.turns)]
        points = [0, 0, 0]
        forced = []
        for turn, (mover, gain) in enumerate(zip(game.movers, game.gains, strict=True), start=1):
            assert game.measures["own"][turn - 1] == points[mover - 1]
            if points[mover - 1] >= 2:
                forced.append(turn)
            points[mover - 1] += gain
        assert points == game.totals == [sum(parts.values()) for parts in game.scores]
        assert game.forced == forced
        assert game.idle == [turn for turn, gain in enumerate(game.gains, start=1) if gain == 0]
        assert game.decisions == game.turns - len(forced)
        best = max(points)
        assert game.winners == [seat for seat, total in enumerate(points, start=1) if total == best]


def test_uses_of_abilities_are_reported_by_seat_and_turn(tmp_path: Path) -> None:
    """A turn in which the ability was used gains at least what it gives, and its user has the turn."""
    game = play_game(series_of(write_toy(tmp_path), "lift"), 1)
    uses = [(seat, turn) for seat, own in enumerate(game.uses, start=1) for turn in own.get("lift", [])]
    assert uses
    for seat, turn in uses:
        assert game.movers[turn - 1] == seat
        assert game.gains[turn - 1] >= 3


def test_bots_stay_at_their_seats_unless_they_rotate() -> None:
    """With `rotate` the bots move on by a seat from game to game."""
    series = Series(SeriesRecipe("toy", 3, "", None, 0), ("a", "b", "c"))
    assert [series.seats(game) for game in (1, 2)] == [["a", "b", "c"]] * 2
    turned = replace(series, rotate=True)
    assert [turned.seats(game) for game in (1, 2, 4)] == [["a", "b", "c"], ["b", "c", "a"], ["a", "b", "c"]]


def test_a_game_at_the_cap_is_counted_and_the_others_go_on(toy: str) -> None:
    """Games with as many decisions as the cap are stopped, kept, counted apart, and in none of the numbers."""
    usual = [play_game(series_of(toy), number) for number in range(1, 6)]
    cap = sorted(game.decisions for game in usual)[2]
    result = run(*command(toy, "--cap", str(cap), "--json"))
    summary: Any = valid(result.stdout, "simulation-summary-1")
    kept = [valid(line, "simulation-1") for line in Path("games.jsonl").read_text("utf-8").splitlines()[1:]]
    ended = [game["ended"] for game in kept]
    assert ended == [game.decisions <= cap for game in usual]
    assert (summary["games"], summary["unended"]) == (ended.count(True), ended.count(False))
    assert max(game["decisions"] for game in kept) == cap  # type: ignore[type-var]
    assert summary["length"]["decisions"]["min"] == min(game.decisions for game in usual)
    told_of = run(*command(toy, "--cap", str(cap))).stdout
    stopped = ended.count(False)
    count = "1 game" if stopped == 1 else f"{stopped} games"
    assert "toy: 5 games" in told_of
    assert f"Not ended: {count}; stopped after {cap} decisions. The numbers cover the other {5 - stopped}." in told_of


def test_when_no_game_ends_there_are_no_numbers(toy: str) -> None:
    """The run goes to its end all the same, and says so; there is nothing to plot, and another cap is another setting."""
    result = run(*command(toy, "--cap", "2", "--plot", "a.svg"))
    assert result.exit_code == 0
    assert "Not ended: 5 games; stopped after 2 decisions. So there are no numbers to show." in result.stdout
    assert result.stderr == "tilewright: no game has ended, so there is no plot\n"
    assert not Path("a.svg").exists()
    summary = valid(run(*command(toy, "--cap", "2", "--json")).stdout, "simulation-summary-1")
    assert (summary["games"], summary["unended"], summary["seats"]) == (0, 5, [])
    assert "(cap 2, not 5000)" in error_of(*command(toy))


STALL = """\
game stall
  name en "Stall"
  players 2

  piece chip
    color red R1 to R3 copies 4
    identity twin

  pool heap
    of the table
    holds chips{begins}

  pool hand
    of each player
    holds chips

  counter points

  part points
    score points

  turn
    move a chip in the heap to the hand
    gain 1 point

  end after a turn if points > {points}
"""


@pytest.mark.parametrize(
    ("begins", "points", "stalled"),
    [("", 3, True), ("\n    begins with every chip", 99, True), ("\n    begins with every chip", 2, False)],
    ids=["at once", "when the heap is empty", "never"],
)
def test_stalls_games_that_end_because_nothing_can_be_done_are_reported(
    toy: str, begins: str, points: int, stalled: bool
) -> None:
    """A game without any way on ends after 1000 turns: of each it is kept, the summary says of how many, and `play` says it."""
    folder = Path(toy) / "stalls"
    folder.mkdir()
    (folder / "game.tw").write_text(STALL.format(begins=begins, points=points))
    (folder / "pack.yaml").write_text("tilewright: 1\ngame: stall\nfile: game.tw\ntitle: Stall\n")
    text = run(*command(str(folder))).stdout
    assert ("5 of 5 games ended because nothing could be done for 1000 turns in a row" in text) == stalled
    kept = [valid(line, "simulation-1") for line in Path("games.jsonl").read_text("utf-8").splitlines()[1:]]
    assert [game.get("stalled", False) for game in kept] == [stalled] * 5
    again: Any = valid(run(*command(str(folder), "--json")).stdout, "simulation-summary-1")
    assert again.get("stalled", 0) == 5 * stalled and again["games"] == 5
    end = run("play", str(folder), "--players", "random,random", "--seed", "1", input="").stdout
    assert ("nothing could be done" in end) == stalled


COURSE = """\
  course
    3 times
      for each player in turn
        do turn
"""


@pytest.mark.parametrize(
    ("begins", "said"), [("", True), ("\n    begins with every chip", False)], ids=["empty", "full"]
)
def test_stalls_a_course_in_which_nobody_can_do_anything_is_reported(toy: str, begins: str, said: bool) -> None:
    """Item 6: a course of so many rounds ends by itself, so no turn is missed; that none of them changed anything is said."""
    folder = Path(toy) / "stalls"
    folder.mkdir()
    ending = "  end after a turn if points > {points}\n"
    (folder / "game.tw").write_text(STALL.replace(ending, COURSE).format(begins=begins))
    (folder / "pack.yaml").write_text("tilewright: 1\ngame: stall\nfile: game.tw\ntitle: Stall\n")
    text = run(*command(str(folder))).stdout
    assert ("\nIn 5 of 5 games no turn changed anything\n" in text) == said, text
    again: Any = valid(run(*command(str(folder), "--json")).stdout, "simulation-summary-1")
    assert again.get("unchanged", 0) == 5 * said and "stalled" not in again and again["games"] == 5


# ------------------------------------------------------------------ the file


@pytest.mark.slow
@pytest.mark.parametrize("kept", ["nothing", "half a setting", "the setting", "two games", "two and a half"])
def test_a_run_that_was_stopped_is_gone_on_with(toy: str, kept: str) -> None:
    """Whatever the file was cut to, the same command makes it whole, and tells the same summary."""
    first = run(*command(toy))
    assert first.exit_code == 0, first.output
    file = Path("games.jsonl")
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    length = {
        "nothing": 0,
        "half a setting": len(lines[0]) // 2,
        "the setting": len(lines[0]),
        "two games": sum(map(len, lines[:3])),
        "two and a half": sum(map(len, lines[:3])) + len(lines[3]) // 2,
    }[kept]
    file.write_bytes(whole[:length])
    assert run(*command(toy)).output == first.output
    assert file.read_bytes() == whole


def test_a_broken_last_line_is_played_again(toy: str) -> None:
    """A last line that is no game, though it ends, is dropped; the games before it are kept."""
    run(*command(toy))
    file = Path("games.jsonl")
    whole = file.read_text("utf-8")
    *lines, last = whole.splitlines(keepends=True)
    file.write_text("".join(lines) + last[:20] + "\n", "utf-8")
    assert run(*command(toy)).exit_code == 0
    assert file.read_text("utf-8") == whole


def test_games_that_are_kept_are_not_played_again(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole file is only added up, be it for fewer games than it has."""
    all_five = run(*command(toy)).output
    monkeypatch.setattr(playing, "processes", None)
    assert run(*command(toy)).output == all_five
    assert "toy: 3 games" in run(*command(toy, "--games", "3")).output
    assert len(Path("games.jsonl").read_text("utf-8").splitlines()) == 6


def test_a_broken_line_in_the_middle_is_reported(toy: str) -> None:
    """Games after a broken line are not thrown away without a word."""
    run(*command(toy))
    file = Path("games.jsonl")
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines[:2], "{}\n", *lines[3:]]), "utf-8")
    assert "line 3 of games.jsonl is damaged" in error_of(*command(toy))
    assert file.read_text("utf-8").splitlines()[2] == "{}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--seed", "1"], "(seed 0, not 1)"),
        (["--cards", "lift,lead"], "(cards none, not lift,lead)"),
        (["--rotate"], "(rotate false, not true)"),
        (["--players", "random,random,random"], "(players random,random, not random,random,random)"),
    ],
)
def test_another_setting_is_refused(toy: str, more: list[str], message: str) -> None:
    """A file of another setting stays as it is, and the message tells the difference."""
    run(*command(toy))
    before = Path("games.jsonl").read_bytes()
    assert message in error_of(*command(toy, *more))
    assert Path("games.jsonl").read_bytes() == before


def test_another_text_of_the_rules_is_another_setting(toy: str) -> None:
    """When the game file has changed the games are not mixed."""
    run(*command(toy))
    Path("game.tw").write_text(GAME.replace(">= 8", ">= 9"), "utf-8")
    assert "was made with different versions of the game" in error_of(*command(toy))


@pytest.mark.parametrize("text", ["hello\n", "{}\n", '{"format":"score/1"}\n', "half a line", "\xff\x00"])
def test_a_file_of_something_else_is_left_alone(toy: str, text: str) -> None:
    """What simulate has not written, it does not change."""
    Path("games.jsonl").write_text(text, "latin-1")
    assert error_of(*command(toy)) == "tilewright: games.jsonl is not a file of simulate; name another file\n"
    assert Path("games.jsonl").read_text("latin-1") == text


@pytest.mark.slow
def test_a_stopped_run_tells_how_far_it_came(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C the games that were done are in the file, and the run can go on."""
    whole = run(*command(toy)).output
    Path("games.jsonl").unlink()

    def stopped(*arguments: Any) -> Iterator[Played]:
        games = simulate(*arguments)
        yield next(games)
        yield next(games)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(module, "simulate", stopped)
        kept, lost = run(*command(toy)), run(*command(toy, output=None))
    said = "tilewright: stopped: 2 of 5 games are done"
    assert kept.stderr == f"{said}, kept in games.jsonl; the same command continues from there\n"
    assert lost.stderr == f"{said}\n"
    assert kept.stdout == lost.stdout == run(*command(toy, "--games", "2", output=None)).stdout
    assert len(Path("games.jsonl").read_text("utf-8").splitlines()) == 3
    assert run(*command(toy)).output == whole


def test_the_file_cannot_be_written(toy: str) -> None:
    """A folder that is not there is told before any game is played."""
    assert "cannot write nowhere/games.jsonl: " in error_of(*command(toy, output="nowhere/games.jsonl"))


# ------------------------------------------------------------------ what is printed


def test_lines_and_summary_obey_their_schemas(toy: str) -> None:
    """Every line of the file, and the summary with --json, is as published; it is the only output."""
    for more in ([], ["--rotate"], ["--games", "1"]):
        Path("games.jsonl").unlink(missing_ok=True)
        result = run(*command(toy, "--cards", "lift,lead", "--json", *more))
        summary = valid(result.stdout, "simulation-summary-1")
        first, *games = [valid(line, "simulation-1") for line in Path("games.jsonl").read_text("utf-8").splitlines()]
        assert first == {"format": "simulation/1"} | summary["setting"]  # type: ignore[operator]
        assert [game["game"] for game in games] == list(range(1, summary["games"] + 1))  # type: ignore[operator]


@pytest.mark.slow
def test_one_player_has_no_lead() -> None:
    """A game for one can be simulated; there is nobody to be ahead of."""
    result = run("simulate", "cairns", "--players", "random", "--games", "1", "--workers", "1", "--json")
    assert valid(result.stdout, "simulation-summary-1")["first"] == {
        "wins": {"share": 1.0, "low": 0.2065, "high": 1.0},
        "even": 1.0,
    }


# ------------------------------------------------------------------ settings


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("dragon-castel", 2, "", None), "there is no game 'dragon-castel'; did you mean 'dragon-castle'?"),
        ((".", 2, "", None), "there is no pack.yaml in ."),
        (("dragon-castle", 5, "", None), "dragon-castle is for 2 to 4 players, not 5"),
        (("dragon-castle", 2, "humilty", None), "there is no card 'humilty'; did you mean 'humility'?"),
        (("dragon-castle", 2, "base-2", None), "there is no card 'base-2'; it is a castle, not a card"),
        (("dragon-castle", 2, str(KEEP), None), f"there is no card in {KEEP}"),
        (("dragon-castle", 2, "none.tw", None), "cannot read none.tw: No such file or directory"),
        (("dragon-castle", 2, "", "bas-2"), "there is no castle 'bas-2'; did you mean 'base-2'?"),
        (("dragon-castle", 2, "", "humility"), "there is no castle 'humility'; it is a dragon, not a castle"),
        (("dragon-castle", 2, "", "base-3"), "the castle 'base-3' is for 3 players, not 2"),
        (("cairns", 2, "", "base-2"), "cairns has no layouts to choose from"),
    ],
)
def test_settings_that_cannot_be(
    arguments: tuple[str, int, str, str | None], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not there or does not fit is told, with the nearest name."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CannotRun) as caught:
        game_setup(*arguments, seed=0)
    assert caught.value.message == message


def test_cards_and_layouts_come_from_the_folder_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An id of a file in the current folder goes before the pack's; a file can be named itself."""
    monkeypatch.chdir(tmp_path)
    Path("mine.tw").write_text('dragon humility\n  name en "Mine"\n  score 1\n\ndragon other\n  score 2\n', "utf-8")
    found = game_setup("dragon-castle", 2, " humility, power,humility", "base-2", 0)
    assert [(card.id, card.name()) for card in found.cards] == [("humility", "Mine"), ("power", "Power")]
    assert [card.id for card in game_setup("dragon-castle", 2, "mine.tw", None, 0).cards] == ["humility", "other"]
    Path("mine.tw").write_text("dragon humility\n  score 1 for each shrien\n", "utf-8")
    with pytest.raises(CannotRun, match=r"the card 'humility' has errors: mine\.tw:2:20: error TW101"):
        game_setup("dragon-castle", 2, "humility", None, 0)


@pytest.mark.slow
def test_cards_at_places_are_the_printed_ones_where_none_are_named() -> None:
    """All printed cards of a game whose cards lie at places, none by fans; names replace them; other games have none."""
    printed = game_setup("court-the-king", 2, None, None, 0).cards
    assert {card.id for card in printed} == {card.id for card in characters()}
    assert [card.id for card in game_setup("court-the-king", 2, "queen,juggler", None, 0).cards] == ["queen", "juggler"]
    assert game_setup("court-the-king", 2, "", None, 0).cards == ()
    assert game_setup("dragon-castle", 2, None, "base-2", 0).cards == ()


@pytest.mark.slow
def test_the_seed_draws_a_layout_that_fits() -> None:
    """Without one that is named, seeds draw several, and each is for that many players."""
    drawn = [game_setup("dragon-castle", 3, "", None, seed).layouts["castle"] for seed in range(6)]
    assert len({layout.id for layout in drawn}) > 1
    assert all(layout.players[0] <= 3 <= layout.players[1] for layout in drawn)
    assert drawn[0] == game_setup("dragon-castle", 3, "", None, 0).layouts["castle"]


def test_an_unknown_bot_is_reported(toy: str) -> None:
    """The message names the bot."""
    assert "'fool'" in error_of("simulate", toy, "--players", "random,fool")


# ------------------------------------------------------------------ the plot


@pytest.mark.slow
def test_the_plot_shows_the_summary(toy: str) -> None:
    """Each seat, part, ability and measure has its words on it; the same run draws the same plot."""
    pytest.importorskip("altair")
    for name in ("a.svg", "b.svg"):
        result = run(*command(toy, "--cards", "lift,lead", "--plot", name, "--json"))
        assert result.exit_code == 0, result.output
        assert result.stderr == f"wrote {name}\n"
    text = Path("a.svg").read_text("utf-8")
    assert text == Path("b.svg").read_text("utf-8")
    words = " ".join(ElementTree.fromstring(text).itertext())
    for word in ("toy, 5 games", "lift, lead", "seat 1 (random)", "seat 2 (random)", "own by turn", "lead"):
        assert word in words, word


def test_the_plot_tells_turns_that_few_games_reached() -> None:
    """The lines of a measure are dotted from the last turn that half of the games reached, and the title says so."""
    pytest.importorskip("altair")
    from tilewright.sim.plot import _measure

    def dotted(games: list[int]) -> tuple[list[int], str]:
        turns = [MeasureAtTurn(turn=i, games=n, mean=1.0, min=0) for i, n in enumerate(games, start=1)]
        chart = _measure("own", turns)
        rows = chart.data.values
        assert [row["turn"] for row in rows if row["of"] == "min" and not row["few"]] == [
            i for i, n in enumerate(games, start=1) if 2 * n >= games[0]
        ]
        return [row["turn"] for row in rows if row["of"] == "mean" and row["few"]], chart.title

    assert dotted([4, 4, 2, 1, 1]) == ([3, 4, 5], "own by turn (dotted: fewer than half of the games)")
    assert dotted([4, 4, 2]) == ([], "own by turn")


def test_without_altair_nothing_is_played(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """That the extra is missing is told at once."""
    monkeypatch.delitem(sys.modules, "tilewright.sim.plot", raising=False)
    monkeypatch.setitem(sys.modules, "altair", None)
    message = error_of(*command(toy, "--plot", "a.svg"))
    assert message == "tilewright: --plot needs altair; pip install 'tilewright[pictures]'\n"
    assert not Path("games.jsonl").exists()


@pytest.mark.slow
def test_simulate_does_without_altair() -> None:
    """The command itself loads neither altair nor the solver."""
    text = "import sys, tilewright.cli.commands.simulate; print({'altair', 'ortools', 'numpy'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "set()"


def test_the_help_has_an_example() -> None:
    """`--help` tells where bots sit."""
    text = " ".join(run("simulate", "--help").output.split())
    assert "Example: tilewright simulate my-game" in text
    assert "they keep their seats" in text


@pytest.mark.parametrize("name", ["simulate", "play"])
def test_the_help_says_what_bots_do(name: str) -> None:
    """Of each bot it says how it plays, of greedy that it builds nothing up."""
    text = " ".join(run(name, "--help").output.split())
    assert all(f"{bot}: {what}" in text for bot, what in BOTS.items())
    assert "ignores what pays only later" in BOTS["greedy"]


def test_the_page_shows_commands_that_run() -> None:
    """Every command of docs/simulate.md is one, of a setting there is; to run them all takes minutes."""
    text = DOCUMENT.read_text("utf-8")
    commands = re.findall(r"^\$ tilewright simulate (.*)$", text, re.M)
    assert commands
    for words in commands:
        found = module.command.make_context("simulate", shlex.split(words)).params
        chosen = game_setup(found["game"], len(found["players"]), found["cards"], found["layout"], found["seed"])
        layouts = ", ".join(f"{board} {layout.id}" for board, layout in chosen.layouts.items())
        assert f"{found['game']}: {found['games']} games, {layouts}, " in text


def test_calls_are_in_order_a_few_ahead_and_never_taken_back() -> None:
    """So many as are asked for are under way; those that are when nobody asks for more are left to whoever ends the workers."""
    begun: list[Future[int]] = []

    class Slow(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            begun.append(Future())
            if len(begun) < 4:
                begun[-1].set_result(fn(*args))
            return begun[-1]

    found = in_order(Slow(), abs, (-number for number in range(9)), ahead=3)
    assert [next(found), next(found)] == [0, 1] and len(begun) == 4
    found.close()  # type: ignore[attr-defined]
    assert not begun[-1].cancelled() and list(in_order(AtOnce(), abs, [-2, 1])) == [2, 1]


def _written_late(path: Path) -> None:
    Event().wait(30)
    path.touch()


@pytest.mark.slow
def test_workers_end_with_what_they_work_for(tmp_path: Path) -> None:
    """What goes wrong is told at once: what the workers have begun is not done to its end."""
    with pytest.raises(OSError, match="full"), processes(2) as executor:
        for name in "abc":
            executor.submit(_written_late, tmp_path / name)
        raise OSError("full")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The example plays three games."""
    exec(re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.M | re.S)[0], {})
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["1", "2", "3"]


def test_open_choices_of_pieces_are_no_secrets() -> None:
    """To Court the King: what is picked in the open, as the number of a die, is not counted as chosen in secret."""
    series = Series(SeriesRecipe("court-the-king", 2, None, None, 0), ("random", "random"), 0, rotate=True, cap=200)
    game = play_game(series, 0)
    assert not game.ended and game.decisions == 200
