"""The rulings of Dragon Castle about sets, shrines and the end of the game, one test each."""

from __future__ import annotations

import pytest

from plays import counter, moves, play, realm, table
from tilewright.play.match import Match

ROOM = ". . | . ."
LONG = "{} | . . . . . . . . . . . ."


def row(codes: str, tile: str, at: str, reserve: int = 0) -> Match:
    """After `tile` was placed with the shrine action at `at` of a realm whose first row is `codes`."""
    words = codes.split()
    own = LONG.format(" ".join(words + ["."] * (12 - len(words))))
    match = table(own, castle=f"W1/{tile} . W2/W3 . W4/Y1 . W1/Y2", counters=[{"reserve": reserve}])
    return play(match, "take 1,1", "shrine", f"place {at}")


def top(match: Match) -> str:
    """The first row of Ada's realm, without the empty spaces at its end."""
    return realm(match).split(" | ")[0].rstrip(" .")


# ------------------------------------------------------------------ sets


@pytest.mark.parametrize(("size", "points"), [(3, 0), (4, 2), (5, 3), (6, 5), (7, 6), (8, 8), (9, 9), (10, 10)])
def test_worth(size: int, points: int) -> None:
    """Consolidate: 4 tiles give 2 points, 5 give 3, then 5, 6, 8, and 1 more for each beyond 8."""
    codes = ["M1", "M2", "M3", "M4", "M5", "M6", "M1", "M2", "M3"][: size - 1]
    match = row(" ".join(codes), "M6", f"1,{size}")
    assert counter(match, "points") == points
    assert ("M6" in top(match)) == (size < 4)


@pytest.mark.parametrize(
    ("codes", "tile", "points"), [("D1 D2 D3", "D1", 3), ("D1 D2 D3 D1", "D1", 4), ("Y1 Y2 Y3", "Y4", 2)]
)
def test_dragons(codes: str, tile: str, points: int) -> None:
    """Consolidate: dragon sets give 1 point more (the rulebooks: 5 dragons are 3 + 1)."""
    assert counter(row(codes, tile, f"1,{len(codes.split()) + 1}"), "points") == points


def test_face_down() -> None:
    """Consolidate: every tile of the set is turned face-down, be it 4 or more, and no other."""
    assert top(play(row("M1 M2 2M3 M4 S1", "M5", "2,1"), "done")) == "1 1 3 1 S1"


def test_must() -> None:
    """Consolidate: a set must be consolidated; nothing is asked."""
    match = play(row("M1 M2 M3", "M4", "1,4"), "done")
    assert (top(match), match.turn) == ("1 1 1 1", 1)


def test_numbers_and_floors() -> None:
    """Consolidate: numbers may differ, and so may floors."""
    assert counter(row("M1 3M2 1M6", "M4", "1,4"), "points") == 2


def test_diagonal() -> None:
    """Consolidate: tiles that touch at corners do not belong together."""
    assert counter(row("M1 M2 . M3", "M4", "2,3"), "points") == 0


def test_types() -> None:
    """Consolidate: adjacent factions or specials of different types are no set."""
    assert counter(row("W1 W2 Y1 Y2", "D1", "1,5"), "points") == 0


def test_covered_tiles() -> None:
    """Consolidate: only the tops of stacks count, and face-down ones do not."""
    assert counter(row("M1 M2 1", "M4", "1,4"), "points") == 0


def test_after_all_tiles() -> None:
    """Consolidate: only after all tiles of the turn are placed."""
    match = table("M1 M2 M3 . . . | . . . . . .", castle="W1/M4 . W2/W3 . M4")
    play(match, "take 1,1", "pair", "place 1,4")
    assert (realm(match).split(" | ")[0], counter(match, "points")) == ("M1 M2 M3 M4 . .", 0)
    play(match, "place 1,5")
    assert (realm(match).split(" | ")[0], counter(match, "points")) == ("1 1 1 1 1 .", 3)


def test_two_sets_of_one_type() -> None:
    """Consolidate: two sets of a turn that do not touch count each for itself."""
    match = table("M1 M2 M3 . | . . . . | M5 M6 M6 . | . . . .", castle="W1/M4 . W2/W3 . M4")
    play(match, "take 1,1", "pair", "place 1,4", "place 3,4")
    assert moves(match) == ["set 1,1", "set 3,1"]
    play(match, "set 3,1")
    assert (counter(match, "points"), realm(match)) == (4, "1 1 1 1 | . . . . | 1 1 1 1 | . . . .")


def test_order_of_sets() -> None:
    """Consolidate, our ruling: of several sets the player says which comes first."""
    match = table("M1 M2 M3 . | . . . . | M5 M6 M6 . | . . . .", castle="W1/M4 . W2/W3 . M4", counters=[{"reserve": 1}])
    play(match, "take 1,1", "pair", "place 1,4", "place 3,4", "set 3,1")
    assert moves(match) == ["build 3,1", "build 3,2", "build 3,3", "build 3,4", "done"]


# ------------------------------------------------------------------ building


def test_faction_shrine() -> None:
    """Build: up to 1 shrine on a faction set, on a tile of that set."""
    match = row("M1 M2 M3", "M4", "1,4", reserve=3)
    assert moves(match) == ["build 1,1", "build 1,2", "build 1,3", "build 1,4", "done"]
    play(match, "build 1,3")
    assert (top(match), counter(match, "reserve"), match.turn) == ("1 1 1^ 1", 3, 1)


@pytest.mark.parametrize(("codes", "tile"), [("W1 W2 W3", "W4"), ("Y1 Y2 Y3", "Y4"), ("D1 D2 D3", "D1")])
def test_special_shrines(codes: str, tile: str) -> None:
    """Build: up to 2 shrines on a special set, at most one to a tile."""
    match = play(row(codes, tile, "1,4", reserve=3), "build 1,3")
    assert moves(match) == ["build 1,1", "build 1,2", "build 1,4", "done"]
    play(match, "build 1,1")
    assert (top(match), counter(match, "reserve"), match.turn) == ("1^ 1 1^ 1", 2, 1)


def test_build_may() -> None:
    """Build: nobody has to build; one shrine instead of two will do."""
    match = play(row("D1 D2 D3", "D1", "1,4", reserve=3), "build 1,3", "done")
    assert (top(match), counter(match, "reserve"), match.turn) == ("1 1 1^ 1", 3, 1)


def test_build_from_the_reserve() -> None:
    """Build: shrines come from the reserve; the one of this turn's action is there already."""
    match = play(row("D1 D2 D3", "D1", "1,4"), "build 1,3")
    assert (counter(match, "reserve"), match.turn) == (0, 1)


def test_build_never_later() -> None:
    """Build: not on tiles of earlier turns, nor on other face-down tiles."""
    match = row("1 M1 M2 M3", "M4", "1,5", reserve=3)
    assert "build 1,1" not in moves(match)
    play(match, "done", "take 1,3", "discard")
    play(match, "take 1,5", "discard")
    assert not any("build" in text for text in moves(match)) and counter(match, "reserve") == 4


def test_nothing_on_a_shrine() -> None:
    """Build: nothing may be placed on a shrine."""
    match = play(row("M1 M2 M3", "M4", "1,4"), "build 1,3", "take 1,3", "discard", "take 1,5", "shrine")
    assert "place 1,2" in moves(match) and "place 1,3" not in moves(match)


# ------------------------------------------------------------------ the end


def test_round_is_finished() -> None:
    """End: after the last token of the track the round goes on until all had equally many turns."""
    match = table(ROOM, castle="M1 . M2 . M3", counters=[{"countdown": 1}, {}])
    play(match, "summon")
    assert not match.over and match.turn == 1
    assert play(match, "take", "take 1,1", "discard").over


def test_last_player_ends() -> None:
    """End: when the last player takes the last token of the track the game is over at once."""
    match = table(ROOM, castle="M1 . M2 . M3", counters=[{"countdown": 1}, {}], turn=1)
    assert play(match, "summon").over


def test_tokens_by_players() -> None:
    """End: as many tokens lie on the track as there are players."""
    match = table(ROOM, ROOM, ROOM, castle="M1 . M2 . M3", counters=[{"countdown": 1}, {}, {}], turn=2)
    assert not play(match, "summon").over


def test_summon_after_the_last_token() -> None:
    """End: in the last round summoning stays possible, from the tokens left over."""
    match = table(ROOM, castle="M1 . M2 . M3", counters=[{"countdown": 1}, {}])
    play(match, "summon", "summon")
    assert match.over and counter(match, "countdown", 1) == 1


def test_final_score() -> None:
    """Score: points, 2 for each countdown token, shrines by floor (1, 2, 3 at the most)."""
    counters = [{"points": 7, "countdown": 1}, {"points": 10}]
    match = table("1^ 2^ | 3^ 5^", ROOM, castle="M1 . M2", counters=counters, turn=1)
    play(match, "summon")
    assert match.over
    assert [score.total for score in match.scores()] == [7 + 2 + 1 + 2 + 3 + 3, 12]
    assert match.winners() == ["Ada"]


@pytest.mark.parametrize(
    ("first", "second", "winners"),
    [
        ("1 1 | . .", "1 2 | 1 .", ["Bo"]),
        ("1^ 1 | 2 .", "1 1 | 2 .", ["Ada"]),
        ("2 M1 | . 1", "1 2M1 | . 3", ["Ada", "Bo"]),
    ],
)
def test_ties(first: str, second: str, winners: list[str]) -> None:
    """Ties: more stacks with a face-down top, then more shrines in the realm, then shared."""
    more = 1 if "^" in first else 0
    counters = [{"points": 4, "countdown": 1}, {"points": 4 + more}]
    match = play(table(first, second, castle="M2 . M3", counters=counters, turn=1), "summon")
    assert match.over and match.winners() == winners


@pytest.mark.parametrize(("size", "points"), [(11, 11), (12, 12), (13, 13), (15, 15)])
def test_worth_of_large_sets(size: int, points: int) -> None:
    """Consolidate: 1 more point for each tile beyond 8, without end."""
    codes = ["M1", "M2", "M3", "M4", "M5", "M6", "M1", "M2", "M3", "M4", "M5", "M6", "M1", "M2"]
    first, second = codes[: min(size - 1, 11)], codes[11 : size - 1]
    own = f"{' '.join(first + ['.'] * (12 - len(first)))} | {' '.join(['.'] * 8 + second + ['.'] * (4 - len(second)))}"
    match = table(own, castle="W1/M6 . W2/W3 . W4/Y1 . W1/Y2")
    play(match, "take 1,1", "shrine", f"place 1,{len(first) + 1}")
    assert counter(match, "points") == points


def test_shrines_on_one_or_more() -> None:
    """Build: where one rulebook has one of the tiles and the other one or more: a special set bears two, on two tiles."""
    match = row("Y1 Y2 Y3", "Y4", "1,4", reserve=3)
    play(match, "build 1,2")
    assert "build 1,2" not in moves(match)
    play(match, "build 1,4")
    assert (top(match), match.turn) == ("1 1^ 1 1^", 1)


def test_sets_of_spirits_must_be_consolidated() -> None:
    """Consolidate: "should" in one rulebook, "must" in the other: a set that a Spirit has made is, and nothing is asked."""
    match = table("M1 M2 M3 . | . . . . | . . . . | M4 . . .", spirits=["strength"], counters=[{"reserve": 1}])
    play(match, "use strength", "shrine", "move 4,1", "to 1,4", "done")
    assert (realm(match).split(" | ")[0], counter(match, "points")) == ("1 1 1 1", 2)
