"""Records of games that began with a position: it stands in the record, and the game is replayed from there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cards import pack
from command_line import run
from kings import throwing
from plays import table
from tilewright.diagnostics import Diagnostic
from tilewright.files.records import print_record
from tilewright.packs.workspace import Workspace
from tilewright.play.match import Match
from tilewright.play.record import record_of, replay
from tilewright.source import Source

LATE = """\
tilewright: record/1
game: dragon-castle
cards: []
players: [Ada, Bob]
seed: 7
start:
  players:
    - name: Ada
      realm: 1 M5 | . 2^
    - name: Bob
      realm: S1 . | . .
      points: 3
  castle: W1 W2 . W3
turns:
  - Bob: take; take 1,1; shrine; place 1,2
  - Ada: take; take 1,2; discard
"""


def begun(turn: int) -> Match:
    """A game of two that begins with a turn of one of them, and in which tiles are drawn from the bag."""
    start = table("M1 F1 | . 2^", "S1 . | . .", castle="M1 . S1 . F1 | W1 2W2 . M2 M3", spirits=[]).start
    assert start is not None
    return Match.at(start, [pack().card("humility")], turn, seed=5)


def reread(match: Match) -> tuple[Match | None, list[Diagnostic]]:
    """The game of the text of a record of a match, and what is wrong with it."""
    report = Workspace().check(Source("late.record.yaml", print_record(record_of(match))))
    return report.match, report.diagnostics


@pytest.mark.slow
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("moves", [0, 1, 4, 400])
def test_it_is_replayed_to_where_it_stood(turn: int, moves: int) -> None:
    """Whoever began, and after any number of moves, the record leads to the same moment, and is the same again."""
    match, random = begun(turn), Random(moves)
    while not match.over and len(match.played) < moves:
        match.play(random.choice(match.moves))
    again, problems = reread(match)
    assert problems == [] and again is not None
    assert (again == match, again.over, list(again.moves)) == (True, match.over, list(match.moves))
    assert print_record(record_of(again)) == print_record(record_of(match))
    record = record_of(match)
    assert replay(record, match.game, match.cards, {}) == match
    assert record.turns[0].player == turn


@pytest.mark.slow
def test_cards_that_lie_at_places_are_in_it() -> None:
    """Dice, and cards of several owners, are read again as they lay."""
    before = throwing("1 3 6", "5 5", ["farmer", "fool"])
    match = Match.at(before.position(), before.cards, turn=1, seed=2)
    for _ in range(3):
        match.play(match.moves[0])
    again, problems = reread(match)
    assert problems == []
    assert again == match


@pytest.mark.slow
def test_it_is_saved_and_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`play` of a position keeps the game; `play` of the record goes on there; `score` and `show` take it too."""
    monkeypatch.chdir(tmp_path)
    position = "\n".join(line.removeprefix("  ") for line in LATE.partition("start:\n")[2].splitlines()[:-3])
    Path("a.position.yaml").write_text(f"tilewright: position/2\ngame: dragon-castle\ncards: []\n{position}\n", "utf-8")
    first = run(
        "play", "a.position.yaml", "--players", "Ada,Bob", "--seed", "7", "--save", "a.record.yaml", input="2\n"
    )
    assert first.exit_code == 0, first.output
    assert "Ada moves first" in first.output
    assert Path("a.record.yaml").read_text("utf-8").endswith("  castle: |\n    W1 W2 .  W3\nturns:\n  - Ada: summon\n")
    on = run("play", "a.record.yaml", "--players", "Ada,Bob", input="summon\n")
    assert on.exit_code == 0 and "moves first" not in on.output
    assert "turns:\n  - Ada: summon\n  - Bob: summon\nresult:" in Path("a.record.yaml").read_text("utf-8")
    for words in (("check",), ("score",), ("show", "--moves"), ("show", "--turn", "1")):
        assert run(*words, "a.record.yaml").exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("seed", "castle: base-2\nseed", "TW404", "'start' gives what is on the castle, so no layout is built there"),
        ("name: Bob", "name: Bo", "TW404", "the players of 'start' are Ada, Bo, not Ada, Bob"),
        ("  castle: W1 W2 . W3\n", "", "TW404", "the key 'castle' is missing"),
        ("M5 |", "M5^ |", "TW413", "space (1,2) has a shrine on a face-up tile"),
        ("M5 |", "m5 |", "TW407", "there is no tile 'm5'"),
        ("points", "pionts", "TW403", "unknown key 'pionts'"),
        ("W1 W2 . W3", "D1 D1 D1 D1 D1 W1", "TW415", "D1 in all"),
        ("take 1,1;", "take 1,3;", "TW426", "'take 1,3' is not a move now"),
    ],
)
def test_what_is_wrong_is_reported_where_it_is(old: str, new: str, code: str, message: str) -> None:
    """A record and its position have to fit, and the position has to be one."""
    assert Workspace().check(Source("a.record.yaml", LATE)).diagnostics == []
    found = Workspace().check(Source("a.record.yaml", LATE.replace(old, new, 1))).diagnostics
    assert any(problem.code == code and message in problem.message for problem in found), list(map(str, found))
