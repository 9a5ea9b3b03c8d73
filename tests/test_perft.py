"""All turns from small positions, counted, against a brute force that does not use the engine (`turns.py`).

For one and for two turns (of Ada, then of the next player) both count the *lines*, the ways to choose
(a forced choice is none; tiles of one symbol in hand are alike), and gather the *ends*, the different
tables at the end. The numbers of both are written down here; the ends are compared one by one. With
Spirits only the ends count: the same can be done at many moments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import pytest

import turns
from cases import mostly_slow
from moments import moment
from plays import Counters, table
from tilewright.play.match import Match
from tilewright.play.state import GameState


@dataclass(frozen=True)
class Start:
    """A position at the beginning of Ada's turn, and the lines and ends of one and of two turns."""

    castle: str
    realms: tuple[str, ...] = (". . | . .", ". . | . .")
    counters: tuple[Counters, ...] = ({}, {})
    one: tuple[int, int] = (0, 0)
    two: tuple[int, int] = (0, 0)


@dataclass
class Walk:
    """Every line of a game, played by the machine to the end of some turns."""

    match: Match
    turns: int

    def tables(self) -> Iterator[str]:
        """The table at the end of each line."""
        found: list[str] = []

        def begun(state: GameState) -> None:
            if state.turn == self.turns or state.over:
                found.append(written(self.match, state))

        def lines(state: GameState) -> Iterator[str]:
            for move in self.match.machine.moves_at(state):
                then = self.match.machine.applied(state, move)
                if found:
                    yield found[0]
                    found.clear()
                else:
                    yield from lines(then)

        self.match.machine.on_turn = begun
        yield from lines(self.match.state)


def written(match: Match, state: GameState) -> str:
    """A table as `turns.Moment` writes it."""
    match.state = state
    position = match.position()
    boards = [*(player.board for player in position.players), position.boards["castle"]]
    texts = [" ".join(map(repr, chain.from_iterable(board.rows()))) for board in boards]
    numbers = [tuple(p.counters[name] for p in position.players) for name in ("points", "countdown", "reserve")]
    return " ; ".join([*texts, f"{numbers[0]} {numbers[1]} {numbers[2]} {state.mover} {state.over}"])


FLOOR = "M1 . M2 . S3"
"""A castle with nothing but its ground floor: the dragon can be summoned."""
FULL = "1^ 1^ 1^ | 1^ M1 1^ | 1^ 1^ 1^"
STARTS = {
    "pairs": Start(
        "M1/S1 . M2/S1 . S1",
        one=(58, 28),
        two=(674, 151),
    ),
    "no pairs": Start(
        "M1/S1 . M2/S2 . F1",
        one=(10, 10),
        two=(50, 49),
    ),
    "a pair that the first tile frees": Start(
        "M1/S1 M2/S1 M3/S3 | S1 F2 S1",
        one=(46, 28),
        two=(1168, 495),
    ),
    "top floors": Start(
        "M1/M2/F3 . F3 W1 F3 . W2/W3 | . F3/F3 . . . . .",
        one=(41, 23),
        two=(1311, 513),
    ),
    "a set that completes": Start(
        "M1/M4 . M2/S2 . M4",
        ("M1 M2 M3 | . . . | . . .", FULL),
        ({"reserve": 2}, {"reserve": 1}),
        one=(164, 95),
        two=(335, 195),
    ),
    "sets on two floors": Start(
        "M1/S4 . S4/S2",
        ("2S1 1 S3 | S5 . 1^ | . 1 .", "1 2 1^ | S1 S2 S3 | 1^ 1^ 1^"),
        one=(20, 20),
        two=(240, 164),
    ),
    "two sets at once": Start(
        "M1/M4 . M2/S2 . M4",
        ("M1 M2 M3 . | 1 1^ S1 . | M5 M6 M6 .", "M1 M2 M3 . | 1^ 1^ 1^ 1^ | M5 M6 M6 ."),
        ({"reserve": 2}, {}),
        one=(201, 88),
        two=(663, 308),
    ),
    "two sets of two types": Start(
        "D1/Y1 . Y1/D1",
        ("Y2 Y3 Y4 . | W1 W2 W3 W4", "D1 D2 D3 . | 1 M1 M2 M3"),
        ({"reserve": 2}, {"reserve": 1}),
        one=(341, 118),
        two=(14599, 2861),
    ),
    "dragons": Start(
        "M1/D1 . D1",
        ("D1 D2 D3 | . 1 1", "D1 1 D2 | 1 D3 ."),
        ({"reserve": 1}, {"reserve": 2}),
        one=(88, 52),
        two=(1480, 736),
    ),
    "seasons": Start(
        "M1/Y1 . M2/W2",
        ("Y1 Y2 Y3 | . 1 1^", "W1 W2 1 | W3 . 1"),
        ({"reserve": 3}, {"reserve": 1}),
        one=(38, 26),
        two=(1272, 563),
    ),
    "no shrines in the supply": Start(
        "M1/M4 . M2/S2 . M4",
        ("M1 M2 M3 | 1 1^ 1^", "1^ . . | . . 1"),
        ({"reserve": 30}, {"reserve": 7}),
        one=(13, 13),
        two=(118, 97),
    ),
    "one shrine in the supply": Start(
        "M1/M4 . M2/S2 . M4",
        ("1^ 1 | . .", ". . | . ."),
        ({"reserve": 38}, {}),
        one=(14, 11),
        two=(118, 78),
    ),
    "no room": Start(
        "M1/S4 . M2/S4",
        ("1^ S2 | M3 F4", "1^ 1^ | 1^ M1"),
        one=(6, 5),
        two=(18, 9),
    ),
    "room for one": Start(
        "M1/S4 . M2/S4",
        ("1^ S2 | M3 1", "1^ 1^ | 1 M1"),
        ({"reserve": 1}, {}),
        one=(6, 5),
        two=(18, 9),
    ),
    "a set with the last tile": Start(
        "M1/S4 . M2/S4",
        ("S1 S2 | S3 1", "1 1 | S5 S6"),
        ({"reserve": 1}, {}),
        one=(22, 17),
        two=(106, 53),
    ),
    "summoning": Start(
        FLOOR,
        counters=({}, {"countdown": 1}),
        one=(16, 16),
        two=(181, 178),
    ),
    "the last token": Start(
        FLOOR,
        counters=({"countdown": 1}, {}),
        one=(16, 16),
        two=(181, 178),
    ),
    "no token left": Start(
        FLOOR,
        counters=({"countdown": 4}, {"countdown": 3}),
        one=(15, 15),
        two=(150, 147),
    ),
    "the castle runs out": Start(
        "M1 . M1",
        ("M1 M1 | . .", ". . | . ."),
        ({}, {"countdown": 1}),
        one=(11, 8),
        two=(75, 39),
    ),
    "three players": Start(
        FLOOR,
        ("S1 S2 | 1 1^", "1^ 1^ | 1 M1", ". . | . ."),
        ({"countdown": 2}, {"reserve": 1}, {"countdown": 1}),
        one=(7, 7),
        two=(37, 34),
    ),
}
ROOM, WIDE = ". . . | . . .", ". . . . | . . . ."
SIMPLE = ("abyss", "cunning", "deception", "destruction", "faith", "strength")
SPIRITS = {
    "destruction": (Start("M1/S1 M2/M5 S1 S3 S1", ("M1 S1 | . 1", ". . | . ."), ({"reserve": 1}, {})), 81),
    "destruction, then summoning": (Start("M1/M2 . W1", ("M1 1^ | . 1", ". . | . .")), 23),
    "destruction with a set": (Start("M1/M4 . M2/S2 . M4", ("M1 M2 M3 | . 1 1", ROOM), ({"reserve": 1}, {})), 273),
    "deception": (Start("F1/M1 F2/S5 F3 | F4/D1 . F1", ("M1 S1 | 1 .", ". . | . ."), ({"reserve": 1}, {})), 37),
    "abyss": (Start("F1/M1 . F2/W1 . M2 M3 M1 . S1", ("M1 S1 | 1 .", ". . | . ."), ({"reserve": 1}, {})), 28),
    "abyss, deception": (Start("F1/M1 F2/W1 . M2 M3 M1 . S1", ("M1 S1 | 1 .", ". . | . ."), ({"reserve": 2}, {})), 107),
    "faith": (Start("F1/M4 . F2/W1 . M4", ("M1 M2 M3 | 1 . S1", ROOM), ({"reserve": 2}, {})), 80),
    "faith on dragons": (Start("F1/D2", ("D1 D1 D2 | . S1 1", ROOM), ({"reserve": 3}, {})), 79),
    "destruction, deception": (Start("F1/M1 F2/S5 F3 | F4/D1 . F1", ("M1 S1 | 1 .", ". . | . .")), 364),
    "destruction, abyss": (Start("F1/M1 F2/M5 F3 | F4 . M3", ("M1 S1 | 1 .", ". . | . .")), 353),
    "destruction, faith": (Start("F1/M4 . M2", ("M1 M2 M3 | S1 . 1", ROOM), ({"reserve": 1}, {})), 169),
    "cunning": (Start("F1/F4 . F2/W1 . F4", ("M1 M2 M3 | 1 . F1", ROOM), ({"reserve": 1}, {})), 186),
    "cunning beside a set": (Start("F1/F4 . F2/W1", ("F1 F2 F3 . | D1 D2 D3 1^", WIDE), ({"reserve": 2}, {})), 475),
    "strength": (Start("W1", ("1M1 . | M2 2", ". . | . ."), ({"reserve": 1}, {})), 357),
    "strength and a set": (Start("W1", ("M1 M2 M3 . | 1^ 1^ 1^ M4", WIDE), ({"reserve": 1}, {})), 479),
    "strength, cunning": (Start("W1", ("M1 . M3 | 1^ M2 1^", ROOM), ({"reserve": 1}, {})), 186),
}
"""Positions with the Spirits that the name begins with, and the number of ends of one turn."""


def played(start: Start, depth: int, spirits: tuple[str, ...] = ()) -> tuple[int, set[str]]:
    """Lines and ends by the engine."""
    match = table(*start.realms, castle=start.castle, counters=start.counters, spirits=spirits)
    found = list(Walk(match, depth).tables())
    return len(found), set(found)


def plain(start: Start, depth: int) -> tuple[int, set[str]]:
    """Lines and ends by the brute force."""
    begin = moment(start.realms, start.castle, start.counters)
    return turns.lines(begin, depth), turns.ends(begin, depth)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("name", mostly_slow(STARTS, quick=8))
def test_turns(name: str, depth: int) -> None:
    """Without Spirits the engine plays just the turns that the rules allow, to the last of them."""
    start = STARTS[name]
    (lines, ends), (plain_lines, plain_ends) = played(start, depth), plain(start, depth)
    assert ends == plain_ends
    assert (lines, len(ends)) == (plain_lines, len(plain_ends)) == (start.two if depth == 2 else start.one)


@pytest.mark.slow
@pytest.mark.parametrize("name", mostly_slow(SPIRITS, quick=4))
def test_turns_with_spirits(name: str) -> None:
    """With simple Spirits, used at any time in the turn, it ends as the rules allow, and in no other way."""
    start, count = SPIRITS[name]
    spirits = tuple(id for id in SIMPLE if id in name)
    ends = turns.ends(moment(start.realms, start.castle, start.counters), 1, spirits)
    assert played(start, 1, spirits)[1] == ends
    assert len(ends) == count
