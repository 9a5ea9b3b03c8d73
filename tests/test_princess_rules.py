"""The rules of The Princess and the Dragon, each test named after the section of the rules digest that it holds, on a map laid out for it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from princess import ended, figure, followers, interpreted, layout, match, moves, play, points, scene, seat, terrain_of
from tilewright.kernel.flow import Operation, PutCap
from tilewright.kernel.state import FlatState
from tilewright.play.evaluator import TableContext
from tilewright.play.match import Match
from tilewright.play.table import table_in

ROAD = {(0, 0): "U", (1, 0): "U"}


def where(made: Match, *, of: int | None = None) -> list[tuple[int, int]]:
    """The places on which followers stand, of one player or all."""
    found = followers(made.state, layout(made.state))
    return sorted(at for (at, _), owner in found.items() if of in (None, owner))


# ------------------------------------------------------------------ the base game


def test_section_4_3_a_tile_is_placed_where_it_fits() -> None:
    """Beside a straight road a curve continues it, or lies field to field, turned as it must be."""
    made = scene({(0, 0): "U"}, "V")
    assert moves(made) == ["place -1,0", "place 0,1", "place 1,0", "place 0,-1"]
    play(made, "place -1,0")
    assert moves(made) == ["turn V", "turn V<"]


def test_section_4_2_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    """Where every edge is a city the crossing fits nowhere: it is out, and another tile is drawn."""
    made = scene({(0, 0): "C"}, "X", heap=["R"])
    codes = [made.game.kinds[top].code for top in made.state.table.grids[seat(made.state, "hand")].tops if top >= 0]
    left = sum(made.state.table.grids[seat(made.state, "heap")].heights)
    assert codes == ["R"] and sum(made.state.table.gone) + left == 2


def test_section_4_5_a_follower_goes_where_nobody_is() -> None:
    """On the tile that was placed, in an area without a follower of anyone."""
    made = play(scene(ROAD, "U", {((0, 0), "road"): 1}), "place -1,0")
    play(made, "follower")
    assert moves(made) == ["build -1,0 field.1", "build -1,0 field.2"]


def test_section_5_a_completed_road_pays_a_point_a_tile_and_sends_its_followers_home() -> None:
    """From a crossing to a cloister over one tile: three points, and the follower is back."""
    made = play(scene({(0, 0): "A", (1, 0): "U"}, "X", {((0, 0), "road"): 0}), "place 2,0", "nothing")
    assert points(made.state) == [3, 0] and where(made) == []
    assert [own["camp"] for own in made.state.table.counters] == [7, 7]


def test_section_5_a_follower_put_down_in_the_turn_counts() -> None:
    """The road that the tile completes pays the follower that has just been put on it."""
    made = play(scene({(0, 0): "A", (1, 0): "U"}, "X"), "place 2,0", "follower", "build 2,0 road.1")
    assert points(made.state)[0] == 3


def test_section_5_a_road_that_is_a_loop_is_completed() -> None:
    """Four curves make a loop of four points."""
    tiles = {(0, 0): "V<", (0, 1): "V", (1, 1): "V>"}
    made = play(scene(tiles, "V", {((0, 0), "road"): 1}), "place 1,0", "turn Vv", "nothing")
    assert points(made.state) == [0, 4]


def test_section_5_a_city_of_two_tiles_pays_four() -> None:
    """Two points a tile, as any other."""
    made = play(scene({(0, 0): "E"}, "E", {((0, 0), "city"): 0}), "place -1,0", "turn Ev", "nothing")
    assert points(made.state) == [4, 0]


def test_section_5_a_shield_pays_two_more() -> None:
    """Three tiles, of which one has a shield: eight points."""
    tiles = {(0, 0): "F", (0, 1): "E<"}
    made = play(scene(tiles, "E", {((0, 0), "city"): 0}), "place 0,-1", "turn E>", "nothing")
    assert points(made.state) == [8, 0]


def test_section_5_who_has_as_many_followers_shares() -> None:
    """Two roads of two players become one: both get all its points."""
    tiles = {(0, 0): "A", (0, 1): "B", (1, 1): "B", (2, 1): "B", (2, 0): "Av"}
    made = play(scene(tiles, "U", {((0, 0), "road"): 0, ((2, 0), "road"): 1}), "place 1,0", "nothing")
    assert points(made.state) == [3, 3] and where(made) == []


def test_section_5_a_cloister_pays_nine_when_all_around_it_lies() -> None:
    """With the eighth tile beside it the monk gets nine points."""
    tiles = {(0, 0): "B"} | {(r, c): "B" for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) not in ((0, 0), (1, 1))}
    order = [(0, 0), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (-1, 1), (0, 1)]
    made = play(scene({at: tiles[at] for at in order}, "B", {((0, 0), "cloister"): 1}), "place 1,1", "nothing")
    assert points(made.state) == [0, 9]


def test_section_5_what_is_left_is_paid_at_the_end() -> None:
    """An open city a point a tile and shield, an open road a point a tile, a cloister one and one a tile around it."""
    made = scene(
        {(0, 0): "M", (0, 1): "U", (0, 2): "B"},
        "B",
        {((0, 0), "city"): 0, ((0, 1), "road"): 1, ((0, 2), "cloister"): 0},
    )
    while not made.over:
        made.play("nothing" if "nothing" in moves(made) else next(iter(made.moves)))
    around = layout(made.state).around((0, 2))
    assert points(made.state) == [2 + 1 + around, 1]


def test_section_5_a_field_pays_three_for_each_completed_city_beside_it() -> None:
    """The farmer of the field beside a completed city gets three points at the end, for an open city none."""
    tiles = {(0, 0): "E", (-1, 0): "Ev", (0, 1): "E"}
    made = scene(tiles, "B", {((0, 0), "field"): 1})
    while not made.over:
        made.play("nothing" if "nothing" in moves(made) else next(iter(made.moves)))
    assert points(made.state) == [0, 3]


def test_section_4_8_the_game_ends_with_the_last_tile() -> None:
    """When the heap is empty the turn is brought to its end, and no other begins."""
    made = play(scene({(0, 0): "B"}, "B"), "place -1,0", "nothing", "place -2,0", "nothing")
    assert made.over


# ------------------------------------------------------------------ volcano and dragon


def test_section_6_volcano_the_dragon_comes_to_the_volcano() -> None:
    """For the first time, and from wherever it is; nobody puts a follower on that tile."""
    made = play(scene({(0, 0): "B"}, "VA"), "place -1,0")
    assert figure(made.state, "&") == (-1, 0) and moves(made)[0] != "follower"
    made = play(scene({(0, 0): "B"}, "VA", dragon=(0, 0)), "place -1,0")
    assert figure(made.state, "&") == (-1, 0)


def test_section_4_6_the_fairy_may_be_put_down_after_a_volcano() -> None:
    """Who may put no follower down may still put the fairy on a tile with one."""
    made = play(scene({(0, 0): "B"}, "VA", {((0, 0), "cloister"): 0}), "place -1,0")
    assert moves(made) == ["fairy", "nothing"]


def test_section_4_2_dragon_tiles_wait_for_the_dragon() -> None:
    """Without a dragon such tiles are put aside and another one is drawn; the first volcano brings them back."""
    made = scene({(0, 0): "B"}, "DC", heap=["VA"])
    state = made.state
    assert [state.table.game.kinds[top].code for top in state.table.grids[seat(state, "hand")].tops if top >= 0] == [
        "VA"
    ]
    waiting = sum(state.table.grids[seat(state, "aside")].heights)
    left = sum(state.table.grids[seat(state, "heap")].heights)
    assert waiting + left == 2
    play(made, "place -1,0")
    assert not any(made.state.table.grids[seat(made.state, "aside")].heights)
    places = [("heap", 0), ("hand", 0), ("hand", 1)]
    assert sum(sum(made.state.table.grids[seat(made.state, *place)].heights) for place in places) == 2


def walk(made: Match) -> list[tuple[int, tuple[int, int] | None]]:
    """What the dragon does until the next tile is placed: who moves it, and where it is then."""
    engine, dragon = interpreted(made), made.game.by_mark["&"].name
    found, do = [], engine.do

    def watched(state: FlatState, operation: Operation) -> bool:
        done = do(state, operation)
        if isinstance(operation, PutCap) and operation.cap == dragon:
            found.append((state.number(operation.me), figure(TableContext(table_in(state), {}), "&")))
        return done

    engine.do = watched  # type: ignore[method-assign]
    turn = made.state.turn
    while made.state.turn == turn:
        made.play(next(iter(made.moves)))
    return found


def test_section_6_dragon_the_dragon_makes_six_steps_in_turn() -> None:
    """Beginning with who placed the tile each player in turn makes one step, to a tile beside it, never back."""
    tiles = dict.fromkeys(((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0), (2, 0), (2, 1)), "B")
    made = play(scene(tiles, "B", dragon=(0, 0), players=4), "place 2,2")
    assert walk(made) == []
    made = play(scene(tiles, "DE", dragon=(0, 0), players=4), "place 3,1")
    steps = walk(made)
    assert [player for player, _ in steps] == [0, 1, 2, 3, 0, 1][: len(steps)] and len(steps) > 3
    way = [(0, 0), *(at for _, at in steps)]
    assert len(set(way)) == len(way)
    assert all(one and other and abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1 for one, other in pairwise(way))


def line(length: int) -> dict[tuple[int, int], str]:
    """Cloisters in a row, from 0,0 to the right."""
    return {(0, column): "B" for column in range(length)}


def test_section_6_dragon_the_walk_ends_where_there_is_no_way() -> None:
    """A dragon in a blind alley stays there; the tile on which it began counts as visited."""
    made = play(scene(line(3), "DE", dragon=(0, 1)), "place 0,3", moves_of_turn("DE"))
    play(made, "nothing")
    assert sorted(moves(made)) == ["choose 0,0", "choose 0,2"]
    play(made, "choose 0,0")
    assert figure(made.state, "&") == (0, 0) and moves(made)[0].startswith("place")


def moves_of_turn(code: str) -> str:
    """The tile as it is printed."""
    return f"turn {code}v"


def test_section_6_dragon_whom_the_dragon_meets_goes_home() -> None:
    """Followers on the tiles it comes to go home, whoever's they are; those where it begins stay."""
    standing = {((0, 0), "cloister"): 0, ((0, 1), "cloister"): 1, ((0, 2), "field"): 0}
    made = play(scene(line(3), "DE", standing, dragon=(0, 1)), "place 0,3", moves_of_turn("DE"))
    play(made, "nothing", "choose 0,2")
    assert where(made) == [(0, 0), (0, 1)]


def test_section_6_dragon_the_dragon_does_not_enter_the_tile_of_the_fairy() -> None:
    """The fairy's tile is no way for it, so its followers are safe."""
    standing = {((0, 0), "cloister"): 1}
    made = play(scene(line(3), "DE", standing, dragon=(0, 1), fairy=(0, 0)), "place 0,3", moves_of_turn("DE"))
    play(made, "nothing")
    assert "choose 0,0" not in moves(made) and where(made) == [(0, 0)]


def test_section_4_8_the_walk_comes_before_the_scoring() -> None:
    """A knight whose city the dragon tile completes, and whom the dragon meets, has no points for it."""
    made = play(scene({(0, 0): "E", (1, 0): "B"}, "DA", {((0, 0), "city"): 0}, dragon=(1, 0)), "place -1,0", "turn DAv")
    play(made, "nothing")
    while figure(made.state, "&") == (1, 0) and moves(made)[0].startswith("choose"):
        made.play(next(iter(made.moves)))
    assert points(made.state) == [0, 0] and where(made) == []


# ------------------------------------------------------------------ portal, princess, fairy


def test_section_6_portal_a_portal_leads_to_any_tile() -> None:
    """The follower may be put anywhere in an area without one that is not completed, but not on a volcano."""
    tiles = {(0, 0): "E", (-1, 0): "Ev", (1, 0): "B", (1, 1): "VA", (0, 1): "U"}
    made = play(scene(tiles, "PB", {((1, 0), "cloister"): 1}), "place 0,2")
    while moves(made)[0].startswith("turn"):
        made.play(next(iter(made.moves)))
    play(made, "follower")
    spaces = {move.removeprefix("build ").split(" ")[0] for move in moves(made)}
    assert "0,1" in spaces and "0,2" in spaces and "1,1" not in spaces
    assert not any("city" in move for move in moves(made)) and "build 1,0 cloister" not in moves(made)


def test_section_6_princess_the_princess_sends_a_knight_home() -> None:
    """It has to be done, also to an own knight, and no follower is put down; the fairy may be."""
    standing = {((0, 0), "city"): 0, ((1, 0), "field"): 0}
    made = play(scene({(0, 0): "E", (1, 0): "B"}, "QE", standing), "place -1,0", "turn QEv")
    assert where(made) == [(1, 0)] and moves(made) == ["fairy", "nothing"]


def test_section_6_princess_without_a_knight_the_princess_does_nothing() -> None:
    """A follower is put down as usual, in her city too."""
    made = play(scene({(0, 0): "E"}, "QE"), "place -1,0", "turn QEv", "follower")
    assert "build -1,0 city" in moves(made)


def test_section_6_princess_a_monk_in_the_city_is_no_knight() -> None:
    """The cloister in the city is an area of its own: princess and knights leave its monk alone."""
    made = play(scene({(0, 0): "DD"}, "QE", {((0, 0), "cloister"): 1}), "place -1,0", "turn QEv")
    assert where(made) == [(0, 0)] and "follower" in moves(made)
    play(made, "follower")
    assert "build -1,0 city" in moves(made)


def test_section_6_princess_the_princess_acts_before_the_scoring() -> None:
    """A city that her tile completes is scored without the knight that went home."""
    made = play(
        scene({(0, 0): "E", (0, -1): "B", (-1, -1): "E>"}, "QE", {((0, 0), "city"): 0}), "place -1,0", "turn QEv"
    )
    assert points(made.state) == [0, 0] and where(made) == []


def test_section_4_1_the_fairy_pays_a_point_when_a_turn_begins() -> None:
    """Who begins a turn with a follower on her tile gets one point, whoever put her there."""
    assert points(scene(line(2), "B", {((0, 0), "cloister"): 0}, fairy=(0, 0)).state) == [1, 0]
    assert points(scene(line(2), "B", {((0, 0), "cloister"): 1}, fairy=(0, 0)).state) == [0, 0]


def test_section_5_the_fairy_pays_three_when_an_area_is_scored() -> None:
    """Also who has no majority gets three points for a follower on her tile, once; she stays there."""
    tiles = {(0, 0): "A", (0, 1): "B", (1, 1): "B", (2, 1): "B", (2, 0): "Av"}
    standing = {((0, 0), "road"): 0, ((2, 0), "road"): 1}
    made = play(scene(tiles, "U", standing, fairy=(2, 0)), "place 1,0", "nothing")
    assert points(made.state) == [3, 6] and figure(made.state, "*") == (2, 0)


def test_section_5_the_fairy_pays_only_for_the_area_that_is_scored() -> None:
    """A follower on her tile that stands on another area brings nothing for this one: 1 point as the owner's turn begins, no 3."""
    made = scene({(0, 0): "A", (1, 0): "U"}, "X", {((0, 0), "cloister"): 1, ((1, 0), "road"): 0}, fairy=(0, 0))
    play(made, "place 2,0", "nothing")
    assert made.state.mover == 1 and points(made.state) == [3, 1]


def test_section_6_fairy_the_fairy_goes_where_an_own_follower_is() -> None:
    """To any tile with a follower of the player, in place of a follower put down."""
    standing = {((0, 0), "cloister"): 0, ((0, 1), "cloister"): 1, ((0, 2), "cloister"): 0}
    made = play(scene(line(3), "B", standing, fairy=(0, 2)), "place 0,3", "fairy")
    assert figure(made.state, "*") == (0, 0)  # the one other tile there is


def test_section_6_tunnel_a_road_under_a_city_is_one() -> None:
    """The tunnel is one road, and the fields at its ends are one each."""
    made = play(scene({(0, 0): "A"}, "DI", dragon=(0, 0)), "place 1,0", "follower")
    assert moves(made).count("build 1,0 road") == 1
    assert sum("field" in move for move in moves(made)) == 2


def test_the_map_is_as_large_as_its_tiles() -> None:
    """Its spaces are those of the tiles and the empty ones beside them."""
    assert terrain_of(scene(line(2), "B").state).size == 8


@pytest.mark.parametrize("players", [2, 5])
def test_section_3_the_set_up(players: int) -> None:
    """A straight road with a city lies there, 101 tiles are to be drawn; seven followers and no point for each player."""
    made = match(players)
    table = made.state.table
    heaps = sum(sum(table.grids[seat(made.state, name)].heights) for name in ("heap", "aside"))
    drawn = sum(table.grids[seat(made.state, "hand")].heights)
    assert layout(made.state).tiles == {(0, 0): ("D", 0)} and heaps + drawn + sum(table.gone) == 101
    assert [(own["camp"], own["points"]) for own in table.counters] == [(7, 0)] * players
    assert (figure(made.state, "&"), figure(made.state, "*")) == (None, None)


def test_section_3_turns_go_round() -> None:
    """Each player in turn has a turn, in the order of the seats."""
    made = match(5)
    while made.state.turn < 7:
        made.play("nothing" if "nothing" in moves(made) else next(iter(made.moves)))
    assert made.state.movers[:7] == (0, 1, 2, 3, 4, 0, 1)


def test_section_4_6_a_follower_or_the_fairy() -> None:
    """Who has put a follower down is not asked for the fairy."""
    made = play(scene(line(2), "B", {((0, 0), "cloister"): 0}), "place -1,0")
    assert moves(made) == ["follower", "fairy", "nothing"]
    turn = made.state.turn
    play(made, "follower", "build -1,0 cloister")
    assert made.state.turn == turn + 1 and figure(made.state, "*") is None


@pytest.mark.parametrize(("code", "way"), [("X", "X"), ("A", "Av"), ("T", "Tv"), ("VB", "VBv")])
def test_section_5_where_a_road_ends(code: str, way: str) -> None:
    """At a crossing, a cloister, a gate of a city and a volcano."""
    made = scene({(0, 0): "A", (1, 0): "U"}, code, {((0, 0), "road"): 0})
    play(made, "place 2,0")
    play(made, *[f"turn {way}"] * moves(made)[0].startswith("turn"))
    play(made, *["nothing"] * ("nothing" in moves(made)))
    assert points(made.state)[0] == 3


def knights(*standing: tuple[tuple[tuple[int, int], str], int], fairy: tuple[int, int] | None = None) -> Match:
    """A city of four tiles around a corner, completed by the last of them; of the first one two sides are of it."""
    tiles = {(0, 0): "I", (-1, 0): "N<", (0, -1): "N>"}
    return play(scene(tiles, "N", dict(standing), fairy=fairy), "place -1,-1", "turn Nv", "nothing")


def test_section_5_a_tile_counts_once() -> None:
    """Though two parts of a tile are of the same city it pays two points for that tile: eight for four tiles."""
    made = knights((((0, 0), "city.1"), 0))
    assert points(made.state) == [8, 0] and where(made) == []


def test_section_5_the_majority_has_all_points() -> None:
    """Two knights against one: all points for the one player, none for the other, and all go home."""
    made = knights((((0, 0), "city.1"), 0), (((0, 0), "city.2"), 0), (((-1, 0), "city"), 1))
    assert points(made.state) == [8, 0] and where(made) == []
    assert [own["camp"] for own in made.state.table.counters] == [7, 7]


def test_section_5_where_nobody_stands_nobody_is_paid() -> None:
    """A completed city without knights pays nothing."""
    assert points(knights().state) == [0, 0]


def test_ruling_5_the_fairy_pays_three_once_an_area() -> None:
    """However many followers of the player stand on her tile and in the area; a point as the turn began besides."""
    made = knights((((0, 0), "city.1"), 0), (((0, 0), "city.2"), 0), fairy=(0, 0))
    assert points(made.state) == [1 + 8 + 3, 0]


def test_ruling_5_each_who_stands_with_the_fairy_profits() -> None:
    """Followers of two players on her tile, on two areas: each one's own brings the point as that player's turn begins."""
    both = {((0, 0), "cloister"): 0, ((0, 0), "road"): 1}
    tiles = {(0, 0): "A", (1, 0): "U"}
    assert [points(scene(tiles, "B", both, fairy=(0, 0), mover=who).state) for who in (0, 1)] == [[1, 0], [0, 1]]
    made = play(scene(tiles, "X", both, fairy=(0, 0), mover=1), "place 2,0", "nothing")
    assert points(made.state)[1] == 1 + 3 + 3


def test_section_5_a_city_is_counted_for_several_fields() -> None:
    """The farmers of two fields beside one completed city are both paid for it, and one is for two cities."""
    tiles = {(0, 0): "Ev", (1, 0): "R", (1, -1): "E>", (1, 1): "E<", (0, -1): "B", (0, 1): "B", (2, 0): "U>"}
    assert ended(scene(tiles, "B", {((0, 0), "field"): 0, ((2, 0), "field.1"): 1})) == [3, 3]
    two = {(0, 0): "E", (-1, 0): "Ev", (0, 1): "E", (-1, 1): "Ev"}
    assert ended(scene(two, "B", {((0, 0), "field"): 1})) == [0, 6]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_section_6_dragon_six_steps_whatever_the_number_of_players(players: int) -> None:
    """Along a row without another way: six steps, each by the next player, and no seventh."""
    made = play(scene(line(9), "DE", dragon=(0, 0), players=players), "place 0,9", "turn DEv")
    steps = walk(made)
    assert steps == [(step % players, (0, step + 1)) for step in range(6)]


def test_section_6_cloister_in_the_city() -> None:
    """A monk may be put there though knights are in the city; he is paid when all around lies, though the city is open."""
    made = scene({(0, 0): "E"}, "DD", {((0, 0), "city"): 1}, dragon=(0, 0), fairy=(0, 0))
    play(made, "place -1,0", "turn DD>", "follower")
    assert {"build -1,0 cloister", "build -1,0 city"} & set(moves(made)) == {"build -1,0 cloister"}
    ring = {(-1, 0): "G", (-1, 1): "B", (0, 1): "F", (1, 1): "B", (1, 0): "B", (1, -1): "B", (0, -1): "F"}
    made = scene({(0, 0): "DD", **ring}, "B", {((0, 0), "cloister"): 0})
    play(made, "place -1,-1", "nothing")
    assert points(made.state) == [9, 0] and where(made) == []
