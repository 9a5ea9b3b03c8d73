"""Positions say where a game stands: any state at a choice is written, read again, and gone on with alike."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright
from cards import pack
from classics import EXAMPLES
from command_line import run
from kings import NAMES, characters, match_of, of_our_own
from tilewright.diagnostics import Diagnostics
from tilewright.files.printing import print_position
from tilewright.files.reader import moved_on
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.packs.tables import TableFile
from tilewright.play.match import Match, NotExpressible
from tilewright.play.positions import board_of, table_of
from tilewright.source import Source
from tilewright.table.board import Board, parse_pool
from tilewright.table.game import Game
from tilewright.table.position import Player, Position


def read(text: str) -> tuple[Position | None, list[str]]:
    """The position of a text, and its problems as they are printed without their place."""
    source = Source("a.position.yaml", text)
    report = TableFile(Resolver(), source, Diagnostics(source), "position").report()
    found = next((value for value in report.values if isinstance(value, Position)), None)
    return found, [f"{problem.code}: {problem.message}" for problem in report.diagnostics if problem.is_error]


def begun(game: str, seed: int) -> Match:
    """A new match of a game with cards of the pack, as the seed says."""
    random = Random(seed)
    if game == "court-the-king":
        return match_of(2 + seed % 4, seed, [*characters(), *(of_our_own() if seed % 3 == 0 else ())])
    found = Resolver().game(game)
    assert isinstance(found, Pack)
    low, high = found.game.players
    players = NAMES[: random.randint(low, min(high, len(NAMES)))]
    acting = [card for card in found.cards() if card.abilities]
    layouts = [one for one in found.layouts() if one.players is None or len(players) in one.players]
    places = {found.game.table_boards[0].name: random.choice(layouts)} if layouts else {}
    return Match(found.game, players, random.sample(acting, min(2, len(acting))), places, seed)


GAMES = ("dragon-castle", "cairns", "court-the-king", "herons")


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 9999), st.integers(0, 150))
def test_any_choice_of_a_random_game_is_written_and_read_again(game: str, seed: int, moves: int) -> None:
    """What is read stands at the same moment, with the same moves, and goes on alike; or it is said why it cannot be."""
    match, random = begun(game, seed), Random(seed)
    for _ in range(moves):
        if not match.over:
            match.play(random.choice(list(match.moves)))
    while match.state.changes and not match.over:  # a rule that is changed to the end of the turn cannot be said
        with pytest.raises(NotExpressible, match="a rule is changed"):
            match.full_position()
        match.play(random.choice(list(match.moves)))
    if match.over:
        return
    text = print_position(match.full_position())
    position, problems = read(text)
    assert position is not None, problems
    assert print_position(position) == text
    again = Match.at(position, match.cards, seed=seed)
    for _ in range(5):
        assert again.state.key == match.state.key
        assert sorted(map(str, again.moves)) == sorted(map(str, match.moves))
        if match.over:
            break
        move = random.choice(list(match.moves))
        match.play(move)
        again.play(str(move))


@pytest.mark.slow
def test_a_position_is_as_an_author_would_write_it() -> None:
    """Two levels say that dice are to be set aside now; without the course the game begins with this turn."""
    match = match_of(2, seed=1)
    text = print_position(match.position())
    standing = f"play:\n  turn: {match.names[match.turn]}\n  at:\n    - {{block: turn, statement: 2}}\n"
    position, problems = read(text + standing + "    - {block: throw, statement: 2}\n")
    assert position is not None, problems
    again = Match.at(position, match.cards)
    assert again.turn == match.turn
    assert Match.at(again.full_position(), match.cards) == again
    assert sorted(map(str, again.moves)) == sorted(map(str, match.moves))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("standing", "message"),
    [
        ("turn: Zoe", "no player 'Zoe'"),
        ("turn: Ada\n  at: [{block: turns, statement: 1}]", "there is no block 'turns' here"),
        ("turn: Ada\n  at: [{block: turn, statement: 9}]", "there is no statement 9"),
        ("turn: Ada\n  at: [{block: turn, statement: 2, with: {it: 3}}]", "there is nothing named 'it'"),
        ("turn: Ada\n  at: [{block: use nobody, statement: 1}]", "there is no block 'use nobody' here"),
        ("turn: Ada\n  at: [{block: course, statement: 1}, {statement: 2}, {statement: 1}]", "block without a name"),
        ("turn: Ada\n  spent: {Ada: [nobody]}", "no card in play has the ability 'nobody'"),
        ("turn: Ada\n  gone: farmers", "there is no piece 'farmers'"),
        ("turn: Ada\n  gone: 9farmer", "there are not that many 'farmer'"),
        ("turn: Ada\n  marks: [{place: court, mark: new, spaces: '1'}]", "the game has no mark 'new'"),
        ("turn: Ada\n  face-down: [{place: court, of: Ada, stacks: {1: farmer}}]", "no such place: 'court'"),
        ("turn: Ada\n  face-down: [{place: court, stacks: {1: farmer}}]", "1 pieces are named"),
        ("turn: Ada\n  face-down: [{place: court, stacks: {99: farmer}}]", "there is no space '99'"),
    ],
)
def test_where_a_game_cannot_stand_is_reported(standing: str, message: str) -> None:
    """Each thing that there is not is a problem of the file, no traceback."""
    text = print_position(match_of(2, seed=1).position())
    position, problems = read(f"{text}play:\n  {standing}\n")
    assert any(message in problem for problem in problems), (position, problems)


@pytest.mark.slow
def test_roles_and_counters_of_the_table_are_read_and_counted() -> None:
    """Who has a role and what is counted for all is said once, at the top."""
    match = match_of(3, seed=2)
    text = print_position(match.position())
    starter = next(name for name, own in zip(match.names, match.state.table.counters, strict=True) if own["starter"])
    assert f"starter: {starter}\n" in text and "record" not in text
    position, problems = read(text + "record: 72\nholder: Bo\n")
    assert position is not None, problems
    assert [player.counters["record"] for player in position.players] == [72] * 3
    assert [player.counters["holder"] for player in position.players] == [0, 1, 0]
    assert read(text + "holder: Zoe\n")[1] == ["TW403: no player 'Zoe'"]


def test_files_of_version_1_are_read_and_moved_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They mean what they meant; fmt writes the new version and leaves the rest, comments too."""
    old = "# mine\ntilewright: position/1 # old\ngame: dragon-castle\ncards: []\nplayers:\n  - name: Ada\n    realm: . 3 | . .\n"
    first, problems = read(old)
    assert first is not None, problems
    source = Source("a", old)
    new = moved_on(source, "position", Diagnostics(source))
    assert new == old.replace("position/1", "position/2")
    assert read(new)[0] == first
    monkeypatch.chdir(tmp_path)
    Path("a.position.yaml").write_text(old, "utf-8")
    assert run("fmt", "--check", ".").exit_code == 1
    assert run("fmt", ".").exit_code == 0
    assert Path("a.position.yaml").read_text("utf-8") == new
    assert run("fmt", "--check", ".").exit_code == 0
    assert read(old + "play: {turn: Ada}\n")[1] == ["TW403: unknown key 'play'"]


@pytest.mark.slow
def test_play_writes_a_position_and_continues_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`save` to a position keeps the middle of a turn; the game that begins there has the same moves."""
    monkeypatch.chdir(tmp_path)
    lines = "1\n1\nmoves\nsave a.position.yaml\nquit\n"
    played = run("play", "court-the-king", "--players", "Ada,Bo", "--seed", "4", input=lines)
    assert "saved in a.position.yaml" in played.stdout, played.output
    assert run("check", "a.position.yaml").exit_code == 0
    again = run("play", "a.position.yaml", "--players", "Ada,Bo", input="moves\nquit\n")
    assert again.exit_code == 0, again.output
    assert "does not say" not in again.stdout
    listed = [line for line in played.stdout.splitlines() if line.startswith("  ")]
    assert listed[-1] in again.stdout


@pytest.mark.slow
def test_where_a_position_cannot_say_it_the_record_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that is changed to the end of a turn is in no position; the record has what led to it."""
    match = next(
        match
        for seed in range(40)
        for match in [begun("dragon-castle", seed)]
        if _until_a_rule_is_changed(match, Random(seed))
    )
    from tilewright.cli.table.save import RecordFile, RecordWriter

    said = RecordFile(RecordWriter(pack()), None, print).write_as(match, str(tmp_path / "a.position.yaml"))
    assert said.startswith("this state cannot be written as a position: a rule is changed until the end of this turn")
    assert (tmp_path / "a.record.yaml").is_file() and not (tmp_path / "a.position.yaml").exists()


def _until_a_rule_is_changed(match: Match, random: Random) -> bool:
    for _ in range(40):
        if match.state.changes or match.over:
            break
        match.play(random.choice(list(match.moves)))
    return bool(match.state.changes) and not match.over


def pool(text: str, game: Game) -> Board:
    """A pool in notation."""
    found = parse_pool(text, game)
    assert isinstance(found, Board)
    return found


@pytest.mark.parametrize(("market", "expected"), [("1H", "H"), (".", "."), (None, "2W 8M 8I 5H")])
def test_a_pool_that_is_named_holds_no_more_than_the_file_says(market: str | None, expected: str) -> None:
    """Of pieces that all begin in a pool the rest has left the game; in one that is not named they lie."""
    game = tilewright.load_pack(EXAMPLES / "mill").game
    players = tuple(Player(name, pool(town, game)) for name, town in (("Ada", "6W"), ("Bo", "1H")))
    table, _ = table_of(Position(game, players, boards={} if market is None else {"market": pool(market, game)}))
    found = board_of(table.grids[table.seat_of("market", 0)], game)
    assert sorted(map(repr, found.stacks)) == sorted(map(repr, pool(expected, game).stacks))
    assert sum(table.gone) == (0 if market is None else 30 - 7 - len(found.stacks))
