"""Records of games: replayed move by move, told in transcripts, refused where they depart from the game.

The games of tests/games were played by tools/record_games.py; their transcripts are in
tests/transcripts, rewritten with UPDATE_GOLDEN=1.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from cards import card, pack
from cases import mostly_slow
from command_line import run, valid
from file_texts import RECORD, problems_of
from plays import play, start, table
from tilewright.api import load_pack
from tilewright.files.records import print_record
from tilewright.packs.pack import Pack, Report
from tilewright.packs.resolve import bundled_folders
from tilewright.packs.workspace import Workspace
from tilewright.play.log import transcript
from tilewright.play.match import IllegalMove, Match
from tilewright.play.record import Record, Result, Turn, Unplayable, record_of, replay
from tilewright.source import Source, read_source

GAMES = sorted((Path(__file__).parent / "games").glob("*.record.yaml"))
TRANSCRIPTS = Path(__file__).parent / "transcripts"
SHORT = """\
tilewright: record/1
game: dragon-castle
cards: [destruction]
players: [Ada, Bo]
castle: base-2
seed: 7
turns:
  - Ada: take; take 3,6; discard; done
  - Bo: >
      use   destruction; discard 4,5;
      take 4,6; discard
  - Ada: take
"""


@cache
def loaded(name: str) -> Pack:
    """A pack that came with tilewright."""
    return load_pack(name)


@cache
def checked(path: Path) -> Report:
    """A game of tests/games, replayed."""
    source = read_source(str(path))
    assert isinstance(source, Source)
    return Workspace().check(source)


def game(path: Path) -> Match:
    """The end of a game of tests/games."""
    match = checked(path).match
    assert match is not None, list(map(str, checked(path).diagnostics))
    return match


def again(record: Record) -> Match:
    """The game of a record, replayed with the cards and layouts of its pack."""
    own = loaded(record.game)
    layouts = {layout.id: layout for layout in own.layouts()} if record.layouts else {}
    chosen = {board: layouts[id] for board, id in record.layouts.items()}
    return replay(record, own.game, map(own.card, record.cards), chosen)


each_game = pytest.mark.parametrize("path", mostly_slow(GAMES), ids=lambda path: path.name.partition(".")[0])


# ------------------------------------------------------------------ whole games


@pytest.mark.slow
@each_game
def test_a_game_reaches_the_same_end(path: Path) -> None:
    """Every move can be played, the result is the one recorded, and the file is in canonical form."""
    match = game(path)
    assert (checked(path).diagnostics, match.over) == ([], True)
    assert print_record(record_of(match)) == path.read_text("utf-8")


@pytest.mark.slow
@each_game
def test_a_transcript_is_unchanged(path: Path) -> None:
    """What each turn of a game changes on the table is what it was before."""
    expected = TRANSCRIPTS / path.name.replace(".record.yaml", ".txt")
    found = "\n".join(transcript(game(path))) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(found, "utf-8")
    assert found == expected.read_text("utf-8")


@pytest.mark.slow
@each_game
def test_every_move_can_be_taken_back(path: Path) -> None:
    """Back at its beginning, a game cannot be told from one that has just begun."""
    record = record_of(game(path))
    match, fresh = again(record), again(Record(record.game, record.cards, record.players, record.layouts, record.seed))
    assert hash(match) != hash(fresh)
    while match.played:
        match.undo()
    assert hash(match) == hash(fresh)
    assert match.state.table.key == fresh.state.table.key


@pytest.mark.parametrize("name", bundled_folders())
def test_every_card_is_in_a_game(name: str) -> None:
    """No card of a pack is without a game, no ability is never used, no layout that was printed is without one."""
    own = loaded(name)
    matches = [match for match in map(game, GAMES) if match.game.id == own.game.id]
    assert matches
    played = {card.id for match in matches for card in match.cards}
    assert played == {card.id for card in own.cards()}
    used = {move.text.removeprefix("use ") for match in matches for move in match.played if move.kind == "use"}
    assert used == {card.id for card in own.cards() if card.abilities}
    layouts = {layout.id for match in matches for layout in match.layouts.values()}
    files = own.catalog().files([definition.name for definition in own.game.layouts]) if own.game.layouts else {}
    printed = {id for id, path in files.items() if not path.parent.name.startswith("fan-")}
    assert layouts == printed
    assert len({len(match.names) for match in matches}) > 1


def test_every_transcript_is_of_a_game() -> None:
    """No transcript is left over."""
    assert {path.stem for path in TRANSCRIPTS.iterdir()} == {path.name.partition(".")[0] for path in GAMES}


# ------------------------------------------------------------------ games that go on


@pytest.mark.slow
def test_a_game_may_stop_at_any_move() -> None:
    """The record of a game that goes on leads back to where it stands."""
    match = again(record_of(game(GAMES[1])))
    while match.played:
        for _ in range(min(37, len(match.played))):
            match.undo()
        record = record_of(match)
        other = again(record)
        assert record.result is None
        assert other.state.table.key == match.state.table.key
        assert list(other.moves) == list(match.moves)
        assert record_of(other) == record


def test_a_layout_is_for_so_many_players() -> None:
    """A record with another number of players is told so where it names the layout."""
    text = SHORT.replace("[Ada, Bo]", "[Ada, Bo, Cy]")
    found = Workspace().check(Source("three.record.yaml", text))
    assert [(item.code, item.message) for item in found.diagnostics] == [
        ("TW411", "the castle 'base-2' is for 2 players, not 3")
    ]


THIEF = """spirit thief
  ability
    discard a tile of the left player
    discard a tile in the castle
"""


def test_a_record_names_the_board_where_a_verb_is_used_of_several() -> None:
    """Of the board of another player or of the table it is said; of one's own, and where a verb has one board, it is not."""
    match = table("M1 F1 | . .", "S1 F2 | . .", castle="M1 . S1 . F1", spirits=[card(THIEF)])
    moves = ("use thief", "discard 1,2", "discard 1,1", "discard 1,3", "take 1,1", "discard")
    (turn, *_) = record_of(play(match, *moves)).turns
    told = ("use thief", "discard 1,2", "discard Bo 1,1", "discard castle 1,3", "take 1,1", "discard")
    assert tuple(text for text in turn.moves if text != "take") == told


def test_a_move_may_name_its_board() -> None:
    """With the board of the choice or without it is the same move; with another one it is none."""
    for castle in ("discard castle 1,3", "discard 1,3", "DISCARD  Castle 1,3", "1,3"):
        match = table("M1 F1 | . .", "S1 F2 | . .", castle="M1 . S1 . F1", spirits=[card(THIEF)])
        play(match, "use thief", "discard realm 1,2")
        with pytest.raises(IllegalMove):
            match.play("discard castle 1,1")
        match.play("discard Bo 1,1")
        assert match.play(castle).text == "discard 1,3"


def test_a_turn_without_a_choice_has_no_moves() -> None:
    """It is recorded all the same, with the player whose turn it was."""
    match = play(table(". . | . .", castle="M1 . S1"), "take 1,1", "discard", "take", "discard")
    first = Turn(0, ("take", "take 1,1", "discard"))
    assert record_of(match).turns == (first, Turn(1, ("take", "discard")), Turn(0), Turn(1))
    told = list(transcript(match))
    assert told[told.index("3 Ada: nothing to choose") :][:6] == [
        "3 Ada: nothing to choose",
        "",
        "4 Bo: nothing to choose",
        "    castle 1,3 S1 -> .",
        "    Ada: countdown 0 -> 1",
        "    points 0 -> 1; countdown 0 -> 1",
    ]


def test_a_match_goes_back_to_a_turn() -> None:
    """All moves of a turn and of later ones are taken back, and none of an earlier one."""
    match = play(start(2), "take 3,6", "discard")
    after = hash(match)
    play(match, "take 4,5", "discard", "take 4,6")
    assert (match.begun, len(match.played)) == (3, 5)
    match.back_to(1)
    assert (match.begun, len(match.played), hash(match)) == (1, 2, after)


def test_the_parts_of_a_record_are_read() -> None:
    """Names, layouts, moves and the result arrive as they are written; a turn may have no moves."""
    record, diagnostics = problems_of(Source("f", RECORD))
    assert not diagnostics.items
    moves = [("take 1,4", "pair", "take 3,2", "place 2,2"), (), ("place 1,1", "discard"), ("summon",)]
    turns = tuple(Turn(number % 2, own) for number, own in enumerate(moves))
    assert record == Record(
        "dragon-castle",
        ("humility", "bravery"),
        ("Ada", "on"),
        {"castle": "base-2"},
        7,
        turns,
        Result((31, -2), ("Ada",)),
    )


# ------------------------------------------------------------------ what is wrong


def test_a_saved_game_is_sound() -> None:
    """The record that the next tests spoil is free of problems, its last turn unfinished."""
    report = Workspace().check(Source("f", SHORT))
    assert (report.diagnostics, report.match and report.match.begun) == ([], 3)


LATER = "  - Ada: take\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "code", "where", "message", "help"),
    [
        ("take 3,6", "take 1,1", "TW426", "take 1,1", "'take 1,1' is not a move now", "moves now: take 3,6; "),
        ("take 4,6", "tkae 4,7", "TW426", "tkae 4,7", "is not a move now", "moves now: take 3,7; "),
        (
            "use   destruction",
            "used   destruction",
            "TW426",
            "used   destruction",
            "is not a move",
            "moves now: take; use destruction",
        ),
        ("Bo: >", "Ada: >", "TW427", "Ada", "it is Bo's turn, not Ada's", "write 'Bo:'"),
        (
            LATER,
            LATER + "  - Bo: take\n",
            "TW428",
            "take",
            "Ada's turn is not over after this",
            "moves now: take ",
        ),
        (
            LATER,
            "  - Ada:\n  - Bo: take\n",
            "TW428",
            "Ada",
            "Ada's turn is not over after this",
            "moves now: take; use destruction",
        ),
        (
            "discard\n  - Ada",
            "discard; take\n  - Ada",
            "TW428",
            "take",
            "Bo's turn ended before this move",
            "leave it out",
        ),
        (
            LATER,
            LATER + "result: {scores: {Ada: 1, Bo: 2}, winners: [Bo]}\n",
            "TW429",
            "result",
            "has not ended",
            "leave it out",
        ),
        ("base-2", "base-9", "TW405", "base-9", "no castle 'base-9'", "did you mean 'base-"),
        (
            "base-2",
            "destruction",
            "TW405",
            "destruction",
            "no castle 'destruction'",
            "it is a spirit, not a castle",
        ),
        ("[destruction]", "[destrution]", "TW405", "destrution", "no card 'destrution'", "did you mean 'destruction'?"),
        ("[Ada, Bo]", "[Ada]", "TW411", "players", "1 players; the game is for 2 to 4", "add a player"),
    ],
)
def test_a_departure_is_reported_at_the_very_move(
    old: str, new: str, code: str, where: str, message: str, help: str
) -> None:
    """The place, the reason and what could be written instead."""
    assert old in SHORT
    source = Source("f", SHORT.replace(old, new))
    found = Workspace().check(source).diagnostics[0]
    assert (found.code, source.slice(found.span)) == (code, where)
    assert message in found.message
    assert help in found.help


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "where", "message"),
    [
        ("Ada: ", "Ada: 1", "scores", "the game gives different scores: "),
        ("winners: [", "winners: [Ada, Bo] #", "winners", "the game gives different winners: "),
    ],
)
def test_another_result_is_refused(old: str, new: str, where: str, message: str) -> None:
    """Scores and winners have to be those of the game."""
    turns, _, result = (Path(__file__).parent / "games" / "base-2.record.yaml").read_text("utf-8").partition("result:")
    source = Source("f", f"{turns}result:{result.replace(old, new, 1)}")
    [found] = Workspace().check(source).diagnostics
    assert (found.code, source.slice(found.span)) == ("TW429", where)
    assert message in found.message


@pytest.mark.slow
def test_nothing_follows_the_end_of_a_game() -> None:
    """A turn after the last one is refused, and the exception tells which."""
    record = record_of(game(GAMES[0]))
    turn = Turn(len(record.turns) % 2, ("summon",))
    longer = Record(record.game, record.cards, record.players, record.layouts, record.seed, (*record.turns, turn))
    with pytest.raises(Unplayable, match="the game has ended before this turn") as caught:
        again(longer)
    assert (caught.value.code, caught.value.turn, caught.value.move) == ("TW428", len(record.turns), None)


@pytest.mark.slow
def test_a_move_that_is_made_by_itself_is_not_written() -> None:
    """In a turn without a choice a move is refused, and the help says how the turn is written."""
    match = start(2)
    while not match.over:
        match.play(match.moves[0])
    record = record_of(match)
    assert again(record).state.table.key == match.state.table.key
    empty = next(number for number, turn in enumerate(record.turns) if not turn.moves)
    turns = [*record.turns[:empty], Turn(record.turns[empty].player, ("summon",))]
    with pytest.raises(Unplayable) as caught:
        again(Record(record.game, record.cards, record.players, record.layouts, record.seed, tuple(turns)))
    assert (caught.value.code, caught.value.turn, caught.value.move) == ("TW428", empty, 0)
    name = record.players[record.turns[empty].player]
    assert caught.value.help == f"there is nothing to choose in this turn: write '{name}:' alone"


def test_a_castle_beside_the_record(tmp_path: Path) -> None:
    """A layout in the folder of a record may be played on; one with errors is told."""
    layout = (pack().folder / "castles" / "base-2.tw").read_text("utf-8").replace("base-2", "mine")
    (tmp_path / "mine.tw").write_text(layout, "utf-8")
    source = Source("f", SHORT.replace("base-2", "mine"), tmp_path / "f.record.yaml")
    assert Workspace().check(source).diagnostics == []
    (tmp_path / "mine.tw").write_text(layout.replace("3", "x"), "utf-8")
    [found] = Workspace().check(source).diagnostics
    assert (found.code, found.message) == ("TW405", "the castle 'mine' has errors")


# ------------------------------------------------------------------ the commands


@pytest.mark.slow
def test_show_draws_the_table_of_a_record() -> None:
    """At the end of what is recorded, or after so many turns; no more than there are."""
    path = str(GAMES[1])
    turns = game(GAMES[1]).begun
    assert f"{turns} turns were played; the game has ended; winners: " in run("show", path).output
    assert "0 turns were played; Ada is to move" in run("show", path, "--turn", "0").output
    boards = valid(run("show", path, "--turn", "0", "--json").output, "boards-1")["boards"]
    assert isinstance(boards, list)
    assert set(boards[0]["board"].split()) == {".", "|"}
    late = run("show", path, "--turn", str(turns + 1))
    assert (late.exit_code, late.stderr) == (2, f"tilewright: the record has {turns} turns\n")


@pytest.mark.slow
def test_show_tells_the_moves() -> None:
    """With `--moves` the transcript, of the first turns alone if they are counted."""
    path = GAMES[1]
    expected = (TRANSCRIPTS / path.name.replace(".record.yaml", ".txt")).read_text("utf-8")
    assert run("show", str(path), "--moves").output == expected
    first = run("show", str(path), "--moves", "--turn", "2").output
    assert "\n2 Bo: " in first and "\n3 Ada: " not in first
    assert run("show", str(path), "--moves", "--json").exit_code == 2


def test_show_refuses_turns_of_other_files(tmp_path: Path) -> None:
    """`--turn` and `--moves` are for records."""
    for option in (["--moves"], ["--turn", "1"]):
        result = run("show", str(pack().folder / "castles" / "base-2.tw"), *option)
        assert (result.exit_code, result.stderr) == (2, "tilewright: --turn and --moves are for records of games\n")


@pytest.mark.slow
def test_score_of_a_record() -> None:
    """It is that of the position which the game has come to."""
    result = record_of(game(GAMES[1])).result
    assert result is not None
    answer = valid(run("score", "--json", str(GAMES[1])).output, "score-1")
    players = answer["players"]
    assert isinstance(players, list)
    assert tuple(player["total"] for player in players) == result.scores
    assert answer["winners"] == list(result.winners)
