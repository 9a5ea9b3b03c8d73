"""Positions and puzzles are printed in one form, which reads back as the same value."""

from __future__ import annotations

import random

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from file_texts import DRAGON, POSITION, PUZZLE, RECORD
from tilewright.diagnostics import Diagnostics
from tilewright.files import yaml_tree
from tilewright.files.positions import read_position, read_puzzle
from tilewright.files.printing import print_position, print_puzzle
from tilewright.files.records import place_of, print_record, read_record
from tilewright.files.yaml_tree import plain, read_tree
from tilewright.source import Source
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position, Puzzle, Record, Result, Turn

LINE = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp", "Cn", "Co"]),
    min_size=1,
    max_size=12,
).filter(str.strip)
IDS = st.one_of(LINE, st.sampled_from(["on", "null", "~", "007", "5", "1.5", "a: b", "- a", "#", "'"]))


def _board(draw: st.DrawFn, game: Game, shape: tuple[int, int], deck: list[str]) -> Board:
    """A board on which caps lie on face-down tops only, with pieces from the deck."""
    marks = ["", *game.by_mark]
    stacks = []
    for _ in range(shape[0] * shape[1]):
        down, up = draw(st.integers(0, 3)), draw(st.integers(0, 1))
        codes = tuple(deck.pop() for _ in range(min(up, len(deck))))
        caps = draw(st.sampled_from(marks)) if down and not codes else ""
        stacks.append(Stack(down, codes, caps))
    return Board(Geometry(*shape), tuple(stacks))


def _table(draw: st.DrawFn, deck: list[str]) -> Board:
    """A board of the table, on which all pieces are face-up."""
    heights = draw(st.lists(st.integers(0, 3), min_size=3, max_size=3))
    stacks = (Stack(0, tuple(deck.pop() for _ in range(min(h, len(deck))))) for h in heights)
    return Board(Geometry(1, 3), tuple(stacks))


def _players(draw: st.DrawFn, game: Game, shape: tuple[int, int], deck: list[str], count: int) -> tuple[Player, ...]:
    names = draw(st.lists(IDS, min_size=count, max_size=count, unique=True))
    counters = st.fixed_dictionaries({}, optional={counter.name: st.integers(0, 7) for counter in game.counters})
    return tuple(Player(name, _board(draw, game, shape, deck), draw(counters)) for name in names)


def _deck(draw: st.DrawFn, game: Game) -> list[str]:
    deck = [kind.code for kind in game.kinds for _ in range(kind.copies)]
    random.Random(draw(st.integers(0, 1000))).shuffle(deck)
    return deck


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Sound positions of a game with enough pieces."""
    deck, shape = _deck(draw, DRAGON), draw(st.sampled_from([(2, 2), (2, 4), (4, 2)]))
    players = _players(draw, DRAGON, shape, deck, draw(st.integers(1, 2)))
    cards = draw(st.lists(IDS, max_size=3, unique=True))
    boards = {"castle": _table(draw, deck)} if draw(st.booleans()) else {}
    return Position(DRAGON, players, tuple(cards), boards)


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Sound puzzles of a game with enough pieces."""
    deck, shape = _deck(draw, DRAGON), draw(st.sampled_from([(2, 2), (2, 4)]))
    board = _board(draw, DRAGON, shape, deck)
    cards = draw(st.lists(IDS, max_size=3, unique=True))
    pieces = tuple(deck.pop() for _ in range(draw(st.integers(0, 3))))
    numbers = {name: st.integers(0, 7) for name in ("points", "countdown")}
    expectation = {
        "score": st.integers(-99, 99),
        "status": st.sampled_from(["optimal", "infeasible"]),
        "parts": st.dictionaries(st.sampled_from(["points", *cards]), st.integers(0, 9)),
    }
    return Puzzle(
        DRAGON,
        draw(LINE),
        board,
        tuple(cards),
        pieces,
        draw(st.fixed_dictionaries({}, optional={"shrine": st.integers(0, 9)})),
        draw(st.fixed_dictionaries({}, optional=numbers)),
        draw(st.fixed_dictionaries({}, optional=expectation)),
        _players(draw, DRAGON, shape, deck, draw(st.integers(1, 2))) if draw(st.booleans()) else (),
    )


MOVES = st.one_of(
    st.sampled_from(["take 1,4", "pair", "place 2,2", "use a: b", "- x", "# no"]),
    LINE.map(lambda text: " ".join(text.replace(";", ",").split())).filter(bool),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Records of any names and moves; nobody asks whether these can be played."""
    names = draw(st.lists(IDS, min_size=2, max_size=4, unique=True))
    turns = st.builds(Turn, st.integers(0, len(names) - 1), st.lists(MOVES, max_size=4).map(tuple))
    scores = st.lists(st.integers(-99, 99), min_size=len(names), max_size=len(names)).map(tuple)
    winners = st.lists(st.sampled_from(names), min_size=1, unique=True).map(tuple)
    return Record(
        DRAGON.id,
        tuple(draw(st.lists(IDS, max_size=3, unique=True))),
        tuple(names),
        {"castle": draw(IDS)},
        draw(st.integers(0, 10**9 - 1)),
        tuple(draw(st.lists(turns, max_size=6))),
        draw(st.none() | st.builds(Result, scores, winners)),
    )


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(records())
def test_a_printed_record_reads_back(record: Record) -> None:
    """Printing and reading a record gives the same one, and printing again the same text."""
    text = print_record(record)
    diagnostics = Diagnostics(Source("f", text))
    again = read_record(diagnostics.source, DRAGON, diagnostics)
    assert (again, diagnostics.items) == (record, [])
    assert again is not None and print_record(again) == text


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(records())
def test_every_move_has_its_place(record: Record) -> None:
    """The place of a move is the move, unless the file writes it in another way than it is."""
    source = Source("f", print_record(record))
    for turn, own in enumerate(record.turns):
        for number, move in enumerate(own.moves):
            found = source.slice(place_of(source, turn, number))
            assert found == move or "'" in found or '"' in found


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(positions())
def test_a_printed_position_reads_back(position: Position) -> None:
    """Printing and reading a sound position gives the same one."""
    diagnostics = Diagnostics(Source("f", print_position(position)))
    assert (read_position(diagnostics.source, DRAGON, diagnostics), diagnostics.items) == (
        position,
        [],
    )


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_a_printed_puzzle_reads_back(puzzle: Puzzle) -> None:
    """Printing and reading a sound puzzle gives the same one."""
    diagnostics = Diagnostics(Source("f", print_puzzle(puzzle)))
    assert (read_puzzle(diagnostics.source, DRAGON, diagnostics), diagnostics.items) == (puzzle, [])


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(positions())
def test_what_is_printed_is_canonical_and_means_the_same_to_others(position: Position) -> None:
    """Printing again changes nothing, and an ordinary YAML loader finds the same values."""
    text = print_position(position)
    source = Source("f", text)
    again = read_position(source, DRAGON, Diagnostics(source))
    assert again is not None
    assert print_position(again) == text
    tree = read_tree(source, Diagnostics(source))
    assert tree is not None
    assert plain(tree) == yaml.safe_load(text)


@pytest.mark.parametrize("text", [POSITION, PUZZLE, RECORD])
def test_both_yaml_parsers_give_one_tree(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the fast parser every value has the same place."""
    fast = read_tree(Source("fast", text), Diagnostics(Source("fast", text)))
    monkeypatch.setattr(yaml_tree, "LOADER", yaml_tree.loader(yaml.SafeLoader))
    slow = read_tree(Source("slow", text), Diagnostics(Source("slow", text)))
    assert slow is not None
    assert slow == fast
