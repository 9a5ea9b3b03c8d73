"""Boards and their notation, and what makes a position or a puzzle invalid."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import dragon_like, small_game
from tilewright.table.board import (
    MAX_ERRORS,
    Board,
    NotationError,
    Stack,
    parse_board,
    parse_stack,
    split_rows,
)
from tilewright.table.game import LayoutDef
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position, Puzzle, Spot

GAME, SMALL = dragon_like(), small_game()


def board(text: str) -> Board:
    """The board that a notation means."""
    found = parse_board(text, GAME)
    assert isinstance(found, Board), found
    return found


STACKS = st.builds(
    Stack,
    down=st.integers(0, 60),
    up=st.lists(st.sampled_from(sorted(GAME.by_code)), max_size=6).map(tuple),
    caps=st.sampled_from(["", "^", "^^"]),
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards of any stacks, sound or not."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    stacks = st.lists(STACKS, min_size=rows * columns, max_size=rows * columns)
    return Board(Geometry(rows, columns), tuple(draw(stacks)))


@pytest.mark.slow
@given(STACKS)
def test_a_printed_stack_reads_back(stack: Stack) -> None:
    """The notation of a stack means that stack."""
    assert parse_stack(repr(stack), GAME) == stack


@pytest.mark.slow
@given(boards())
def test_a_printed_board_reads_back(value: Board) -> None:
    """A board reads back from one line and from many, and prints the same again."""
    for text in (repr(value), value.lines()):
        again = parse_board(text, GAME)
        assert again == value
        assert isinstance(again, Board)
        assert repr(again) == repr(value)


@given(st.text(st.one_of(st.characters(), st.sampled_from("0123MSF/^.| \n")), max_size=40))
def test_any_board_text_is_a_board_or_errors(text: str) -> None:
    """Errors point at a word that is there."""
    found = parse_board(text, GAME)
    rows = split_rows(text)
    if not isinstance(found, Board):
        assert found
        assert all(not rows or error.column < len(rows[error.row]) for error in found)


@pytest.mark.parametrize(
    ("word", "stack"),
    [
        (".", Stack()),
        ("0", Stack()),
        ("3", Stack(3)),
        ("3^", Stack(3, (), "^")),
        ("M5", Stack(0, ("M5",))),
        ("2M5", Stack(2, ("M5",))),
        ("M5/S1/D3", Stack(0, ("M5", "S1", "D3"))),
    ],
)
def test_the_words_of_the_notation(word: str, stack: Stack) -> None:
    """Each form of a stack means what the contract says."""
    assert parse_stack(word, GAME) == stack


@pytest.mark.parametrize(
    ("word", "message", "help"),
    [
        ("M9", "there is no tile 'M9'", "known: M1, M2, M3, M4, M5, M6"),
        ("X1", "there is no tile 'X1'", "codes begin with M, S, F, Y, W, D, as in 'M1'"),
        ("m5", "there is no tile 'm5'", "did you mean 'M5'?"),
        ("3?", "no piece has the symbol '?'", "known symbols: ^ (shrine)"),
        ("M5/", "'M5/' is not a stack", "forms of a stack: ., 3, 3^, M1, 2M1, M1/M2"),
        ("99M5", "a stack of 100 is too high", "at most 99"),
    ],
)
def test_an_unreadable_word_is_explained(word: str, message: str, help: str) -> None:
    """The message says what is wrong, and the help line uses the game's own codes and signs."""
    assert parse_stack(word, GAME) == (message, help)


def test_uneven_rows_are_blamed_at_the_first_word_too_many_or_the_last_one() -> None:
    """A long row and a short row each give one error, with their place."""
    help = "write '.' for an empty space"
    assert parse_board("1 2 | 1 2 3 4 | 5", GAME) == [
        NotationError(1, 2, "", "row 2 has 4 spaces, row 1 has 2", help),
        NotationError(2, 0, "", "row 3 has 1 spaces, row 1 has 2", help),
    ]


def test_a_hopeless_board_is_not_read_to_its_end() -> None:
    """The number of errors is that of a few rows, however large the board."""
    errors = parse_board(" | ".join([" ".join("?" * 40)] * 40), GAME)
    assert isinstance(errors, list)
    assert MAX_ERRORS <= len(errors) < MAX_ERRORS + 40


def player(name: str, text: str, **counters: int) -> Player:
    """A player with a board in notation."""
    return Player(name, board(text), counters)


def reasons(invalid: Position | Puzzle) -> list[tuple[str, Spot]]:
    """The codes and places of all reasons."""
    return [(reason.code, reason.spot) for reason in invalid.status()]


def test_a_sound_position_has_no_reason() -> None:
    """Caps on face-down tops, few pieces and small counters are fine."""
    players = (player("A", "3^ M5 | . 2S1", points=4), player("B", "1 . | . .", reserve=2))
    assert Position(GAME, players, (), {"castle": board("M1/M2 . W1")}).status() == []


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ((), [("TW411", Spot(None, "players"))]),
        ([player(name, ". . | . .") for name in "ABCDE"], [("TW411", Spot(None, "players"))]),
        ([player("A", ". . | . .")] * 2, [("TW411", Spot(1, "name"))]),
        ([player("A", ". . . | . . .")], [("TW412", Spot(0, "realm"))]),
        (
            [player("A", ". . | . ."), player("B", ". . . . | . . . .")],
            [("TW412", Spot(1, "realm"))],
        ),
        (
            [player("A", "M1^ ^ | 2^ .")],
            [("TW413", Spot(0, "realm", 0)), ("TW413", Spot(0, "realm", 1))],
        ),
        ([player("A", "1 2^^ | . .")], [("TW414", Spot(0, "realm", 1))]),
        ([player("A", "M1 M1 | M1/M1 M1")], [("TW415", Spot(0, "realm", 3))]),
        ([player("A", "60 50 | 6 1")], [("TW415", Spot(0, "realm", 3))]),
        ([player("A", "1^ . | . .", reserve=40)], [("TW416", Spot(0, "shrines"))]),
        ([player("A", ". . | . .", countdown=8)], [("TW417", Spot(0, "countdown"))]),
        ([player("A", ". . | . .", points=-1)], [("TW417", Spot(0, "points"))]),
    ],
)
def test_each_reason_names_its_place(players: list[Player], expected: list[tuple[str, Spot]]) -> None:
    """Each sort of invalid position has its own code and the place that is at fault."""
    assert reasons(Position(GAME, tuple(players))) == expected


def test_every_reason_is_named_at_once() -> None:
    """A position with every fault lists them all, not the first one."""
    players = [player("A", "M1^ 99^^ | 30 M1/M1/M1/M1", countdown=9, reserve=40)] * 5
    found = Position(GAME, tuple(players), (), {"castle": board(" ".join("1" * 21))}).status()
    assert {reason.code for reason in found} == {f"TW{n}" for n in (*range(411, 418), 420)}


def test_boards_of_the_table_count_too() -> None:
    """Pieces on a board of the table are among the copies, and its size is judged."""
    position = Position(GAME, (player("A", "M1 M1 | . ."),), (), {"castle": board("M1/M1/M1 .")})
    assert reasons(position) == [("TW415", Spot(None, "castle", 0))]
    wide = replace(position, boards={"castle": board(" ".join("." * 21))})
    assert reasons(wide) == [("TW412", Spot(None, "castle"))]


def test_what_lies_on_the_table_is_face_up() -> None:
    """No face-down piece and no cap lies on a board of the table, nor a stack no layout of it has."""
    layouts = (LayoutDef("castle", 1, 3), LayoutDef("wall", 1, 9))
    game = replace(GAME, layouts=layouts)
    position = Position(game, (player("A", ". . | . ."),), (), {"castle": board("M1/S1/F1 . W1")})
    assert position.status() == []
    bad = replace(position, boards={"castle": board("2^ 1M1 S1^ S1/S2/S3/S4")})
    assert reasons(bad) == [
        ("TW413", Spot(None, "castle", 2)),
        ("TW420", Spot(None, "castle", 0)),
        ("TW420", Spot(None, "castle", 3)),
    ]
    assert [r.code for r in replace(bad, game=replace(game, layouts=layouts[1:])).status()] == ["TW413", "TW420"]


@pytest.mark.parametrize(
    ("word", "plural"),
    [
        ("tower", "towers"),
        ("moss", "mosses"),
        ("box", "boxes"),
        ("birch", "birches"),
        ("bush", "bushes"),
        ("city", "cities"),
        ("way", "ways"),
        ("ox", "oxen"),
    ],
)
def test_plurals(word: str, plural: str) -> None:
    """Plurals are the regular ones of English, unless the game file tells another."""
    assert replace(GAME, plurals={"ox": "oxen"}).plural(word) == plural


def test_what_a_puzzle_places_counts() -> None:
    """Pieces and caps still to place are among the copies; the list and the key are at fault."""
    puzzle = Puzzle(GAME, "x", board("M1 M1 | 1^ ."), (), ("M1", "S1", "M1", "M1"), {"shrine": 40})
    assert reasons(puzzle) == [("TW415", Spot(0, "tiles", 3)), ("TW416", Spot(0, "shrines"))]
    assert [reason.message for reason in puzzle.status()] == [
        "5 M1 in all; there are 4",
        "41 shrines in all; there are 40",
    ]


def test_the_other_players_of_a_puzzle_are_judged() -> None:
    """Their boards and counters have reasons of their own, with the solver as player 0."""
    others = (player("B", "M1^ . | . ."), player("B", ". .", countdown=8))
    puzzle = Puzzle(GAME, "x", board(". . | . ."), (), (), others=others)
    assert reasons(puzzle) == [
        ("TW411", Spot(2, "name")),
        ("TW413", Spot(1, "realm", 0)),
        ("TW412", Spot(2, "realm")),
        ("TW417", Spot(2, "countdown")),
        ("TW412", Spot(2, "realm")),
    ]


def test_a_cap_without_a_reserve_is_counted_on_boards() -> None:
    """In another game, each sort of cap has its own number of copies."""
    found = parse_board("1* 2* | 3* 1!", SMALL)
    assert isinstance(found, Board)
    status = Position(SMALL, (Player("A", found),)).status()
    assert [reason.message for reason in status] == ["3 lamps in all; there are 2"]


def test_the_start_of_a_puzzle_is_a_position() -> None:
    """The solver goes first, with the counters of the puzzle and no caps in reserve."""
    puzzle = Puzzle(GAME, "x", board("1 . | . ."), ("a",), ("M1",), {"shrine": 2}, {"points": 3})
    start = puzzle.start()
    assert start.players == (Player("you", puzzle.board, {"points": 3}),)
    assert start.cards == ("a",)
    assert start.status() == []
