"""Positions in which cards lie at places: written, read again, scored, drawn, and played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run
from kings import characters, court, pieces_in, throwing
from relaid import relaid
from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import read_position
from tilewright.files.printing import print_position
from tilewright.meaning.scoring import score, score_briefly
from tilewright.packs.resolve import Resolver
from tilewright.packs.tables import TableFile
from tilewright.play.linking import linked
from tilewright.play.match import Match
from tilewright.source import Source
from tilewright.table.position import Position


def read(text: str) -> tuple[Position | None, list[str]]:
    """The position of a text, and its problems."""
    source = Source("a.position.yaml", text)
    report = TableFile(Resolver(), source, Diagnostics(source), "position").report()
    found = next((value for value in report.values if isinstance(value, Position)), None)
    return found, [str(problem) for problem in report.diagnostics]


@pytest.mark.slow
def test_a_position_with_cards_is_read_as_it_was_written() -> None:
    """Dice and cards lie where they lay, a charlatan turned over too, and the text is the same again."""
    match = throwing("1 3 6", "5 5", ["farmer", "fool"])
    table = match.state.table
    grid = table.changing(table.seat_of("retinue", match.turn))
    fool = match.game.by_code["fool"].index
    space = grid.tops.index(fool)
    *below, piece = grid.piles[space]
    grid.lay(space, (*below, 2 * match.game.turned[fool] + (piece & 1)))
    relaid(match)
    text = print_position(match.position())
    assert "retinue: fool/down farmer" in text
    position, problems = read(text)
    assert position is not None, problems
    assert problems == []
    assert position == match.position()
    assert print_position(position) == text
    again = Match.at(position, match.cards, turn=match.turn)
    assert pieces_in(again, "retinue", match.turn) == pieces_in(match, "retinue", match.turn)
    assert pieces_in(again, "court") == pieces_in(match, "court")


def test_after_a_turn_at_a_position_the_course_continues() -> None:
    """A match that begins with a position plays its turn to the end, and then asks the course of the game."""
    before = throwing("1 3 6", "5 5", ["farmer"])
    match = Match.at(before.position(), before.cards, turn=1)
    while match.state.turn == 0:
        match.play(match.moves[0])
    assert match.state.movers[0] == 1


def test_a_game_is_linked_again_and_not_twice() -> None:
    """Linking a game that has cards gives what linking it without them gives."""
    once = linked(court().game, characters(), 3)
    assert linked(once.game, characters(), 3) is once


@pytest.mark.slow
def test_without_cards_their_codes_are_unknown() -> None:
    """A card at a place must be among the cards of the position, and there are no more copies than its class says."""
    text = print_position(throwing("1", "5 5", ["farmer"]).position())
    position, problems = read(text.replace("farmer, ", "", 1))
    assert position is None
    assert any("there is no piece 'farmer'" in problem for problem in problems)
    position, problems = read(text.replace("retinue: farmer", "retinue: king farmer"))
    assert position is None
    assert any("TW415: 2 king in all; there are 1" in problem for problem in problems), problems
    source = Source("a", text)
    assert read_position(source, court().game, Diagnostics(source)) is None


@pytest.mark.slow
def test_score_show_and_play_take_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each place is shown with its pieces, the King is worth a crown, and play begins with what lies there."""
    monkeypatch.chdir(tmp_path)
    match = throwing("1 3 6", "5 5", ["farmer", "king"])
    name = match.names[match.turn]
    Path("a.position.yaml").write_text(print_position(match.position()), "utf-8")
    scored = run("score", "a.position.yaml")
    assert scored.exit_code == 0, scored.output
    assert f"  {name}  1\n      1  crown\n" in scored.stdout
    shown = run("show", "a.position.yaml")
    assert shown.exit_code == 0, shown.output
    assert f"{name}: active\n\n╭─────╮╭─────╮╭─────╮\n│     ││    ●││●   ●│\n" in shown.stdout
    assert "\n\nsupply\n\n   ╭─────╮\n   │     │\n 7×│  ●  │\n" in shown.stdout
    assert "\nlevel 2\n    Hunter      4 equal\n" in shown.stdout
    played = run("play", "a.position.yaml", "--players", "Ada,Bo", input="quit\n")
    assert played.exit_code == 0, played.output
    assert f"{name} (total 1)\nkept 5  5\n" in played.stdout or "kept 5  5\n" in played.stdout
    hinted = run("play", "a.position.yaml", "--players", "Ada,Bo", input="hint\nhint search\nquit\n")
    assert "chances in this turn, with best play" in hinted.stdout and "uct suggests: " in hinted.stdout, hinted.stdout


def test_scores_without_reasons_are_the_same() -> None:
    """Rules that look at pools of players are scored with reasons and without."""
    before = throwing("1 3 6", "5 5", ["farmer", "king"])
    position = before.position()
    briefly, fully = (found(position, before.cards) for found in (score_briefly, score))
    assert [one.parts for one in briefly] == [one.parts for one in fully]
    assert [one.total for one in briefly] == [0, 1] or [one.total for one in briefly] == [1, 0]


def problems_of(lines: str) -> list[str]:
    """What is reported of a position of two players with a few dice, as it is printed without its place."""
    return [
        problem.split(" ", 1)[1]
        for problem in read(
            f"tilewright: position/2\ngame: court-the-king\ncards: []\n{lines}"
            "players:\n  - {name: Ada, kept: ., active: 2 4 4}\n  - {name: Bo, kept: .}\n"
        )[1]
    ]


@pytest.mark.parametrize("play", ["", "play: {turn: Bo}\n"])
def test_f69_a_role_that_nobody_has_is_reported(play: str) -> None:
    """F69: turns are taken from the starter, so without one nothing can be done after the first turn; other roles may be free."""
    (problem,) = problems_of(play)
    assert problem.startswith("warning TW433: nobody is the starter, so the game cannot continue"), problem
    assert problems_of(f"starter: Bo\n{play}") == []
    assert len(problems_of(f"favorite: Bo\nholder: Ada\n{play}")) == 1


def test_f69_players_are_known_whatever_else_is_wrong() -> None:
    """F69: a position without cards or a board has those errors, and none about a player that it has."""
    head, standing = "tilewright: position/2\ngame: court-the-king\n", "starter: Bo\nplay: {turn: Bo}\n"
    players = "players:\n  - {name: Ada, kept: .}\n  - {name: Bo, kept: .}\n"
    missing = [f"error TW404: the key '{key}' is missing" for key in ("cards", "kept", "players")]

    def found(text: str) -> list[str]:
        return [problem.split(" ", 1)[1] for problem in read(text)[1]]

    assert found(head + standing + players) == missing[:1]
    assert found(head + "cards: []\n" + standing + players.replace(", kept: .", "")) == missing[1:2] * 2
    assert found(head + "cards: []\n" + standing) == missing[2:]
    assert found(head + "cards: []\n" + standing.replace("Bo", "Cy") + players) == ["error TW403: no player 'Cy'"] * 2
