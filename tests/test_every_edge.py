"""Edges that match every edge: maps at random against rules of our own, compiled play, and the answers about maps against trying all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest

from command_line import run
from map_games import every_laying, laying_question
from native_lockstep import play_natively
from small_games import begin, game_of, problems_of
from tilewright.areas.completion import Completer
from tilewright.areas.greatest import GreatestQuestion, greatest_area, rectangle_of
from tilewright.areas.laying import LayingQuestion, LayingSearch, most_points
from tilewright.areas.shapes import TileStock, terrain_at
from tilewright.core.walk import Extent
from tilewright.draw.faces import BUILT, OPEN
from tilewright.files.printing import print_position
from tilewright.play.match import Match
from tilewright.table.game import Kind
from tilewright.table.terrain import Location, Terrain, beyond

GAME = """\
game shores
  players 2

  piece tile
    area wood
    area path between the rest
    area meadow as the rest
    area ruin matches every edge
    placed in any turn
    place where it is empty

    ground plain A copies 5 with wood top to right
    ground plain B copies 4 with path top to bottom
    ground plain C copies 4 with wood left, path right
    ground plain E copies 3 with wood top
    ground old R copies 3 with ruin top to right to bottom to left
    ground old S copies 3 with ruin top, wood bottom
    ground old T copies 3 with ruin top to left, path right to bottom

  board country
    of the table
    grows to 20 by 20
    begins with 1 A

  pool heap
    of the table
    holds tiles
    begins with every tile

  pool quarry
    of the table
    holds tiles

  pool hand
    of each player
    holds tiles

  counter points

  part points
    score points

  rule an area is complete if it has no loose patch
  rule the worth of an area is count of its tiles

  turn
    move a random tile in the heap to the hand
    if any tile in the hand is placeable
      place a tile in the hand called new
      for each complete area on the new
        gain (its worth) points
    otherwise
      move a tile in the hand to the quarry

  end after a turn if there is no tile in the heap
"""
PATCHES = {
    "A": [("wood", {0, 1})],
    "B": [("path", {0, 2})],
    "C": [("wood", {3}), ("path", {1})],
    "E": [("wood", {0})],
    "R": [("ruin", {0, 1, 2, 3})],
    "S": [("ruin", {0}), ("wood", {2})],
    "T": [("ruin", {0, 3}), ("path", {1, 2})],
}
"""What is printed on the tiles, without the meadows: sorts of areas, with the edges at which they lie, clockwise from the top."""


def at_random(seed: int, turns: int) -> Match:
    made, random = begin(game_of(GAME), seed=seed), Random(seed)
    while not made.over and made.state.turn < turns:
        made.play(random.choice(made.moves))
    return made


def terrain_of(made: Match) -> Terrain:
    found = terrain_at(made.state)
    assert found is not None
    return found


def patches_of(code: str) -> list[tuple[str, set[int]]]:
    """What a tile shows as it lies."""
    turn = max(0, ">v<".find(code[1:]) + 1) if code[1:] else 0
    return [(sort, {(edge + turn) % 4 for edge in edges}) for sort, edges in PATCHES[code[0]]]


def at_edge(code: str, edge: int) -> str:
    return next((sort for sort, edges in patches_of(code) if edge in edges), "meadow")


def alike(code: str, edge: int, other: str) -> bool:
    pair = {at_edge(code, edge), at_edge(other, (edge + 2) % 4)}
    return len(pair) == 1 or "ruin" in pair


def areas_of(tiles: dict[Location, str]) -> Counter[tuple[str, tuple[Location, ...], int]]:
    """The areas of a map but its meadows: the sort, the place of each patch, and at how many edges nothing lies."""
    nodes = [(place, sort, edges) for place, code in tiles.items() for sort, edges in patches_of(code)]
    name = list(range(len(nodes)))
    for (i, one), (j, other) in product(enumerate(nodes), repeat=2):
        for edge in one[2]:
            if beyond(one[0], edge) == other[0] and (edge + 2) % 4 in other[2] and one[1] == other[1]:
                name = [name[i] if known == name[j] else known for known in name]
    found = []
    for area in set(name):
        own = [node for node, known in zip(nodes, name, strict=True) if known == area]
        loose = sum(beyond(place, edge) not in tiles for place, _, edges in own for edge in edges)
        found.append((own[0][1], tuple(sorted(place for place, _, _ in own)), loose))
    return Counter(found)


def areas_in(terrain: Terrain) -> Counter[tuple[str, tuple[Location, ...], int]]:
    """The same as the engine has them."""
    known, found = terrain.patchwork, []
    for patches in known.areas.values():
        space = known.spaces[patches[0]]
        sort = terrain.faces[space].areas[patches[0] - known.on[space][0]]
        places = tuple(sorted(terrain.where[known.spaces[patch]] for patch in patches))
        if sort != "meadow":
            found.append((sort, places, sum(known.loose[patch] for patch in patches)))
    return Counter(found)


def tiles_by_location(made: Match) -> dict[Location, str]:
    terrain, codes = terrain_of(made), {}
    grid = next(grid for grid in made.state.table.grids if grid.geometry is terrain)
    for space in terrain.faces:
        codes[terrain.where[space]] = made.game.kinds[grid.tops[space]].code
    return codes


@pytest.mark.parametrize("seed", range(6))
def test_maps_at_random_are_as_our_own_rules_have_them(seed: int) -> None:
    """Where each tile fits, which patches make an area, and which edges are loose; mixed edges touch without joining."""
    made = at_random(seed, 20)
    terrain, tiles = terrain_of(made), tiles_by_location(made)
    assert areas_in(terrain) == areas_of(tiles)
    for space, kind in product(terrain.wanted, made.game.kinds):
        if kind.face is not None:
            around = {edge: tiles.get(beyond(terrain.where[space], edge)) for edge in range(4)}
            own = all(alike(kind.code, edge, other) for edge, other in around.items() if other)
            assert terrain.fits(space, kind.face) == own
    mixed = [
        (place, edge)
        for place, code in tiles.items()
        for edge in range(4)
        if (other := tiles.get(beyond(place, edge))) and at_edge(code, edge) != at_edge(other, (edge + 2) % 4)
    ]
    assert mixed
    play_natively(begin(game_of(GAME), seed=seed), seed, 100)


def test_a_tile_that_matches_everywhere_can_lie_on_every_space() -> None:
    for seed in range(6):
        made = at_random(seed, 12)
        face, terrain = made.game.by_code["R"].face, terrain_of(made)
        assert face is not None and all(terrain.fits(space, face) for space in terrain.wanted)


# ------------------------------------------------------------------ the answers about maps


def stock(made: Match, codes: str) -> TileStock:
    return TileStock(made.game, Counter(made.game.by_code[code].index for code in codes.split()))


def placed(terrain: Terrain, left: TileStock) -> Iterator[tuple[Terrain, TileStock]]:
    """The maps with one tile more."""
    for first in left.counts:
        rest = TileStock(left.game, +(Counter(left.counts) - Counter([first])))
        for space in terrain.wanted:
            for kind in left.turns[first]:
                if kind.face is not None and terrain.fits(space, kind.face):
                    yield terrain.with_tile(space, kind.face), rest


def fewest(terrain: Terrain, left: TileStock, patch: int, most: int) -> int | None:
    """How many tiles complete an area, by trying all; None when more than so many are needed."""
    if not any(terrain.patchwork.loose[one] for one in terrain.patchwork.area_of(patch)):
        return 0
    if not most:
        return None
    found = [fewest(after, rest, patch, most - 1) for after, rest in placed(terrain, left)]
    return min((one + 1 for one in found if one is not None), default=None)


@pytest.mark.parametrize("seed", range(8))
def test_the_fewest_tiles_are_those_that_trying_all_finds(seed: int) -> None:
    """Areas of every sort on maps at random, with all tiles that are given and at most two of them."""
    made, random = at_random(seed, 4), Random(seed)
    terrain, left = terrain_of(made), stock(made, " ".join(random.sample(list("AABCERST"), 3)))
    asked = Completer(terrain, left)
    for root in asked.open_areas(without="meadow"):
        found, expected = asked.complete(root), fewest(terrain, left, root, 2)
        assert found.status in ("possible", "never")
        if expected is not None or len(found.tiles) in (1, 2):
            assert (found.status, len(found.tiles)) == ("possible", expected), (asked.sort(root), root)


def test_a_ruin_closes_what_no_other_tile_does() -> None:
    """The loose wood of `A` is closed by tiles that show no wood; a gap is where not even they are left."""
    made = begin(game_of(GAME))
    terrain = terrain_of(made)
    closed = Completer(terrain, stock(made, "R R B"))
    root = next(root for root in closed.open_areas() if closed.sort(root) == "wood")
    assert [kind.code for _, kind in closed.complete(root).tiles] == ["R", "R"] and closed.gaps() == ()
    assert Completer(terrain, stock(made, "B")).complete(root).status == "never"
    assert Completer(terrain, stock(made, "B")).gaps() != ()


WORTHS = (
    "total worth of areas where it is not a meadow",
    "total worth of complete woods",
    "2 * total size of ruins + count of complete areas",
    "total worth of complete ruins",
    "largest size of complete woods",
)


def question(made: Match, codes: str, worth: str) -> LayingQuestion:
    """What some tiles come to on the map of a match."""
    return laying_question(made, stock(made, codes), worth, Extent(20, 20, pieces=8))


@pytest.mark.parametrize("worth", WORTHS)
def test_the_most_points_are_those_that_trying_all_finds(worth: str) -> None:
    for seed, codes in ((1, "R E"), (2, "S S"), (3, "E T"), (4, "E"), (5, "R")):
        asked = question(at_random(seed, 3), codes, worth)
        expected, found = every_laying(asked), most_points(asked, answers=10_000)
        best = max(expected.values())
        assert (found.status, found.score, found.every) == ("optimal", best, True), codes
        assert set(found.answers) == {laid for laid, value in expected.items() if value == best}


@pytest.mark.parametrize("worth", WORTHS)
def test_no_map_passes_the_bound_of_a_map_that_it_comes_of(worth: str) -> None:
    random, laid = Random(7), 0
    for seed in range(12):
        asked = question(at_random(seed, 4), "E R S T", worth)
        search = LayingSearch(asked, 1, 10**9, None)
        at, bounds = search.start(), []
        while at.left and (choices := search.following(at)):
            bounds.append(search.counts(at).bound)
            _, at = random.choice(choices)
        if not at.left:
            laid += 1
            assert asked.value(at.laid) <= min([search.counts(at).bound, *bounds])
    assert laid > 1


@pytest.mark.parametrize("codes", ["A B", "A R B", "B R E", "S T B C", "B S B E"])
def test_a_rectangle_is_laid_exactly_where_trying_all_lays_it(codes: str) -> None:
    made = begin(game_of(GAME))
    left, count = stock(made, codes), len(codes.split())
    rows = 2 if count == 4 else 1
    possible = any(
        _rectangle(kinds, rows)
        for order in permutations([left.turns[first] for first, n in left.counts.items() for _ in range(n)])
        for kinds in product(*order)
    )
    assert rectangle_of(left, rows, count // rows).status == ("possible" if possible else "never")


def _rectangle(kinds: tuple[Kind, ...], rows: int) -> bool:
    columns = len(kinds) // rows
    tiles = {(i // columns, i % columns): kind.code for i, kind in enumerate(kinds)}
    return all(
        alike(code, edge, other)
        for place, code in tiles.items()
        for edge in range(4)
        if (other := tiles.get(beyond(place, edge)))
    )


@pytest.mark.parametrize("sort", ["wood", "ruin", "path"])
@pytest.mark.parametrize("codes", ["A R R", "E R", "S E R", "R R B", "T B R", "S S"])
def test_the_greatest_area_is_at_most_the_bound(sort: str, codes: str) -> None:
    """No way to lay some of a few tiles completes an area of more of them than the bound, or fewer than was found."""
    made = begin(game_of(GAME))
    left = stock(made, codes)
    found, best = greatest_area(GreatestQuestion(left, sort), grown=50), _greatest_by_trying(left, sort)
    assert found.size <= best <= found.bound


def _greatest_by_trying(left: TileStock, sort: str) -> int:
    best, waiting = 0, [(Terrain(20, 20), left)]
    while waiting:
        terrain, rest = waiting.pop()
        done = (len(set(places)) for of, places, loose in areas_in(terrain) if of == sort and not loose)
        best = max([best, *done])
        waiting += placed(terrain, rest)
    return best


def test_a_position_of_such_a_map_is_read_and_drawn(tmp_path: Path) -> None:
    """Printed, checked, drawn, and each of its areas is answered by the command."""
    made = at_random(2, 14)
    folder = tmp_path / "shores"
    folder.mkdir()
    (folder / "pack.yaml").write_text("tilewright: 1\ngame: shores\nfile: game.tw\ntitle: Shores\n")
    (folder / "game.tw").write_text(GAME)
    file, text = folder / "map.position.yaml", print_position(made.position())
    file.write_text(text)
    checked = run("check", str(file))
    assert checked.exit_code == 0, checked.output
    assert run("show", str(file)).exit_code == 0
    assert run("show", str(file), "-o", str(tmp_path / "map.svg")).exit_code == 0
    picture = (tmp_path / "map.svg").read_text()
    assert OPEN in picture and BUILT in picture
    told = json.loads(run("complete", str(file), "--json").output)
    assert {one["status"] for one in told["areas"]} <= {"possible", "never"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("ruin top, wood bottom", "ruin, wood bottom", "no edge of the ruin"),
        ("matches every edge", "matches each edge", "did not expect 'each' here"),
    ],
)
def test_errors_in_such_a_line_are_reported(old: str, new: str, said: str) -> None:
    assert said in problems_of(GAME.replace(old, new))[0]
