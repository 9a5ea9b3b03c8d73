"""Rulings of The Princess and the Dragon where its rules are silent, and maps with figures as positions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from command_line import run
from princess import NAMES, figure, followers, layout, match, moves, play, points, princess, scene, symbols
from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import read_position
from tilewright.files.printing import print_position
from tilewright.packs.workspace import Workspace
from tilewright.play.match import Match
from tilewright.source import Source, read_source


def where(made: Match) -> list[tuple[int, int]]:
    """The places on which followers stand."""
    return sorted(at for at, _ in followers(made.state, layout(made.state)))


def placed(made: Match, place: str) -> Match:
    """The match after a tile was placed there, in the first turn in which it fits."""
    play(made, f"place {place}")
    while moves(made)[0].startswith("turn"):
        made.play(next(iter(made.moves)))
    return made


def test_ruling_4_6_with_no_follower_left_the_fairy_may_be_moved() -> None:
    """Who has no follower in the camp may still put the fairy on a tile with an own one."""
    standing = {((0, column), "cloister"): 0 for column in range(7)}
    made = placed(scene({(0, column): "B" for column in range(7)}, "B", standing), "-1,0")
    assert moves(made) == ["fairy", "nothing"]


def test_ruling_4_8_dragon_tiles_that_no_volcano_frees_are_never_played() -> None:
    """The game ends with the heap, though dragon tiles are still aside."""
    made = scene({(0, 0): "B"}, "B", heap=["DC"])
    while not made.over:
        made.play("nothing" if "nothing" in moves(made) else next(iter(made.moves)))
    known = layout(made.state)
    assert {code for code, _ in known.tiles.values()} == {"B"}


def test_ruling_4_2_the_last_turn_ends_without_a_tile_if_none_is_left() -> None:
    """Where the last tiles fit nowhere nothing is placed, and the game is over."""
    made = scene({(0, 0): "C"}, "X")
    assert made.over and len(layout(made.state).tiles) == 1


def test_ruling_5_the_fairy_pays_in_the_final_scoring_too() -> None:
    """A follower on her tile gets three points more for its area when all that is left is paid, and one as its owner's turn begins."""
    made = scene({(0, 0): "B", (0, 1): "B"}, "B", {((0, 0), "cloister"): 1}, fairy=(0, 0))
    while not made.over:
        made.play("nothing" if "nothing" in moves(made) else next(iter(made.moves)))
    alone = scene({(0, 0): "B", (0, 1): "B"}, "B", {((0, 0), "cloister"): 1})
    while not alone.over:
        alone.play("nothing" if "nothing" in moves(alone) else next(iter(alone.moves)))
    assert points(made.state)[1] == points(alone.state)[1] + 3 + 1


def test_ruling_6_princess_the_princess_acts_in_her_own_city() -> None:
    """Of a tile with two cities only the one with the princess counts: a knight of the other one stays."""
    hers = scene({(0, 0): "E"}, "QB", {((0, 0), "city"): 1})
    play(hers, "place -1,0")
    turns = [move for move in moves(hers) if move.startswith("turn")]
    gone = {
        turn: not where(play(scene({(0, 0): "E"}, "QB", {((0, 0), "city"): 1}), "place -1,0", turn)) for turn in turns
    }
    assert gone == {"turn QBv": True, "turn QB": False, "turn QB>": False}


def test_ruling_6_princess_who_places_the_princess_chooses_among_several_knights() -> None:
    """Two knights of a city: each may be sent home, one has to be."""
    made = scene({(0, 0): "Nv", (0, 1): "Q"}, "QC", {((0, 0), "city"): 0, ((0, 1), "city"): 1})
    placed(made, "1,0")
    found = [move for move in moves(made) if move.startswith("return")]
    assert len(found) == 2
    play(made, found[1])
    assert len(where(made)) == 1 and moves(made) in (["fairy", "nothing"], ["nothing"])


def test_ruling_6_fairy_the_fairy_stays_when_her_follower_goes_home() -> None:
    """Also when the princess sends it."""
    made = play(scene({(0, 0): "E"}, "QE", {((0, 0), "city"): 0}, fairy=(0, 0)), "place -1,0", "turn QEv")
    assert where(made) == [] and figure(made.state, "*") == (0, 0)


def test_ruling_6_portal_a_portal_may_lead_to_the_tile_of_the_dragon_and_to_a_field() -> None:
    """The follower may stand with the dragon; a field is never completed, so it is allowed if nobody is there."""
    made = placed(scene({(0, 0): "U", (1, 0): "B"}, "PB", dragon=(1, 0)), "-1,0")
    play(made, "follower")
    assert {"build 1,0 cloister", "build 0,0 road", "build 1,0 field"} & set(moves(made)) >= {"build 1,0 cloister"}
    assert any(move.startswith("build 0,0 field") for move in moves(made))


def test_ruling_6_portal_a_portal_does_not_lead_into_a_completed_area() -> None:
    """Not into a cloister that is surrounded, though nobody ever was there."""
    beside = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1), (2, 0)]
    tiles = {(0, 0): "B", **dict.fromkeys(beside, "B")}
    made = placed(scene(tiles, "PB"), "3,0")
    play(made, "follower")
    assert "build 0,0 cloister" not in moves(made) and "build 1,0 cloister" in moves(made)


RING = {(-1, 0): "U>", (0, 1): "U", (0, -1): "U", (1, 0): "U>", (-1, -1): "V<", (-1, 1): "V", (1, -1): "Vv"}


def built(made: Match) -> set[str]:
    """Where a follower may be put, in areas that are no fields."""
    return {move.removeprefix("build ") for move in moves(made) if "field" not in move}


def test_f71_section_6_portal_what_the_portal_itself_completes_is_open_on_all_its_tiles() -> None:
    """F71: a road that the portal tile closes is not scored yet: it is open from end to end, and scored with the follower there."""
    tiles = {(0, 0): "X", (0, 1): "U>", (0, -1): "U>", (0, -2): "X"}
    made = play(placed(scene(tiles, "PB"), "0,2"), "follower")
    assert {move for move in built(made) if move.startswith(("0,0", "0,1"))} >= {"0,1 road"}
    closed = {move for move in built(made) if move.startswith("0,-1")}
    assert not closed, "the road on the left was closed before"
    play(made, "build 0,1 road")
    assert points(made.state)[0] == 3 and made.state.table.counters[0]["camp"] == 7


def test_f71_section_6_portal_a_cloister_that_the_portal_surrounds_is_open() -> None:
    """F71: the last tile around a cloister that nobody holds: the follower may go there, for 9 points, or on any tile of the ring of roads."""
    made = placed(scene({(0, 0): "B", **RING}, "PA"), "1,1")
    play(made, "follower")
    assert {f"{row},{column} road" for row, column in RING} | {"0,0 cloister"} <= built(made)
    play(made, "build 0,0 cloister")
    assert points(made.state)[0] == 9


def test_f71_section_6_portal_what_was_completed_before_is_closed() -> None:
    """F71: a cloister that was surrounded and a road that was closed in an earlier turn stay closed, though nobody was ever there."""
    tiles = {(0, 0): "B", **RING, (1, 1): "V>", (2, 1): "B"}
    made = placed(scene(tiles, "PC"), "3,1")
    play(made, "follower")
    assert "0,0 cloister" not in built(made) and "2,1 cloister" in built(made)
    assert not any(move.endswith("road") for move in built(made))


def test_ruling_5_a_tie_is_shared() -> None:
    """With equally many points all who have them win."""
    made = scene({(0, 0): "B"}, "U")
    while not made.over:
        made.play("nothing" if "nothing" in moves(made) else next(iter(made.moves)))
    assert points(made.state) == [0, 0] and list(made.winners()) == list(NAMES[:2])


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 5)])
def test_a_map_goes_through_its_notation(tmp_path_factory: pytest.TempPathFactory, seed: int, players: int) -> None:
    """A position of a game at random, with followers, dragon and fairy, is printed, read again and the same; it is shown."""
    made, random = match(players, seed), Random(seed)
    while made.state.turn < 25:
        made.play(random.choice(list(made.moves)))
    path = tmp_path_factory.mktemp("maps") / "evening.position.yaml"
    text = print_position(made.position())
    path.write_text(text, encoding="utf-8")
    assert "figures:" in text and symbols()
    assert run("check", str(path)).exit_code == 0
    source = Source("evening.position.yaml", text)
    position = read_position(source, princess().game, Diagnostics(source), linker=None)
    assert position is not None
    again = Match.at(position, symbols(), seed=1)
    assert followers(again.state, layout(again.state)) == followers(made.state, layout(made.state))
    shown = run("show", str(path))
    assert shown.exit_code == 0 and "country" in shown.stdout


def test_section_6_the_walk_of_the_rulebook() -> None:
    """The example with four players is a record: up, left, down, left (not right, where it began), up, up."""
    source = read_source(str(Path(__file__).parent / "walks" / "the-walk-of-the-rulebook.record.yaml"))
    assert isinstance(source, Source)
    report = Workspace().check(source)
    walked = report.match
    assert walked is not None and report.diagnostics == []
    asked = [state for state in walked.states if not state.over]
    steps = [state for state in asked if str(walked.machine.moves_at(state)[0]).startswith("choose")]
    assert [state.player for state in steps] == [0, 1, 2, 3, 0, 1]
    way = [figure(state, "&") for state in (*steps, walked.state)]
    assert way == [(0, 0), (-1, 0), (-1, -1), (0, -1), (0, -2), (-1, -2), (-2, -2)]
    assert "choose 0,0" not in map(str, walked.machine.moves_at(steps[3]))
    assert [own["camp"] for own in walked.state.table.counters] == [7, 7, 7, 7] and where(walked) == []
