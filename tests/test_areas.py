"""Whether areas of a map can still be completed: proved both ways, against search by hand and an independent scorer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

from command_line import run
from princess import layout, match, moves, part_of, play, princess, scene, terrain_of
from test_files_doc import follow_page
from tile_facts import Map
from tilewright.areas.completion import Completer, Completion, completing, drawn_in_time
from tilewright.areas.greatest import GreatestQuestion, bound_of, greatest_area
from tilewright.areas.layable import Layable
from tilewright.areas.shapes import InsideAreas, TileStock, all_tiles, tiles_left
from tilewright.check.fragments import read_question
from tilewright.files.printing import print_position
from tilewright.files.records import print_record
from tilewright.files.schema import published
from tilewright.play.match import Match
from tilewright.play.positions import patch_word
from tilewright.play.record import record_of
from tilewright.stopping import STOP
from tilewright.table.terrain import Terrain

GAME = princess().game


def at_random(seed: int, turns: int) -> Match:
    """A game at random after so many turns."""
    made, random = match(2, seed), Random(seed)
    while made.state.turn < turns:
        made.play(random.choice(list(made.moves)))
    return made


def stock(*codes: str) -> TileStock:
    """Some tiles that are left."""
    return TileStock(GAME, Counter(GAME.by_code[code].index for code in codes))


def placed(terrain: Terrain, left: TileStock) -> Iterator[tuple[Terrain, TileStock]]:
    """The maps with one tile more."""
    for first, count in left.counts.items():
        rest = TileStock(GAME, {**left.counts, first: count - 1} if count > 1 else _without(left, first))
        for space in terrain.wanted:
            for kind in left.turns[first]:
                if kind.face is not None and terrain.fits(space, kind.face):
                    yield terrain.with_tile(space, kind.face), rest


def _without(left: TileStock, first: int) -> dict[int, int]:
    return {kind: count for kind, count in left.counts.items() if kind != first}


def fewest(terrain: Terrain, left: TileStock, patch: int, most: int) -> int | None:
    """How many tiles complete an area, by trying all; None when more than so many are needed."""
    if not any(terrain.patchwork.loose[one] for one in terrain.patchwork.area_of(patch)):
        return 0
    if not most:
        return None
    found = [fewest(after, rest, patch, most - 1) for after, rest in placed(terrain, left)]
    return min((one + 1 for one in found if one is not None), default=None)


def completer(made: Match) -> Completer:
    """What answers for the map of a match."""
    return Completer(terrain_of(made.state), tiles_left(made.state))


@pytest.mark.parametrize("seed", range(4))
def test_the_fewest_tiles_are_those_that_trying_all_finds(seed: int) -> None:
    """With four sorts of tiles left, up to two tiles: the same number, and none where trying all finds none."""
    made, random = at_random(seed, 4), Random(seed)
    left = stock(*random.sample(["E", "I", "N", "U", "V", "W", "J", "R", "A", "D"], 4))
    terrain = terrain_of(made.state)
    asked = Completer(terrain, left)
    for root in asked.open_areas(without="field"):
        found, expected = asked.complete(root), fewest(terrain, left, root, 2)
        if expected is not None or len(found.tiles) in (1, 2):
            assert found.status == "possible" and len(found.tiles) == expected
        assert found.status in ("possible", "never")


def test_a_witness_completes_the_area_by_the_independent_scorer() -> None:
    """The tiles of the answers, laid on the map of the union-find of the tests, leave no edge of the area open."""
    made = at_random(3, 24)
    asked, count = completer(made), 0
    for root in asked.open_areas(without="field"):
        found = asked.complete(root)
        if found.status != "possible" or asked.sort(root) == "cloister":
            continue
        known = layout(made.state)
        part = part_of(made.state, root, known)
        whole = Map({**known.tiles, **{place: _bare(kind.code) for place, kind in found.tiles}})
        assert whole.complete(whole.areas()[whole.find(part)]), found
        count += 1
    assert count > 5


def _bare(code: str) -> tuple[str, int]:
    turn = ">v<".find(code[-1]) + 1
    return (code[:-1] if turn else code), turn


def test_never_comes_with_its_reason() -> None:
    """Over the city of a tile nothing can be laid that shows no city; and that space stays empty."""
    terrain = terrain_of(scene({(0, 0): "E"}, "U").state)
    asked = Completer(terrain, stock("U", "V", "A"))
    found = next(asked.complete(root) for root in asked.open_areas() if asked.sort(root) == "city")
    assert found == Completion("never", (), "no remaining tile fits at -1,0")
    assert asked.gaps() == ((-1, 0),)


def test_parts_that_do_not_go_together_are_never_completed() -> None:
    """One tile that goes on in a straight line for ever: each space can be filled, and the whole never closed."""
    asked = Completer(terrain_of(scene({(0, 0): "E"}, "U").state), stock("G"))
    found = next(asked.complete(root) for root in asked.open_areas() if asked.sort(root) == "city")
    assert found.status == "never"


@pytest.mark.slow
def test_nothing_is_undecided_in_games_at_random() -> None:
    """Every open city and road of some maps is answered."""
    for seed in range(3):
        asked = completer(at_random(seed, 15 + 12 * seed))
        assert {asked.complete(root).status for root in asked.open_areas(without="field")} <= {"possible", "never"}


def test_the_command_tells_each_area(tmp_path: Path) -> None:
    """Of a position: a line an area, JSON by its schema, and an area that is not there."""
    file = tmp_path / "map.position.yaml"
    file.write_text(print_position(at_random(2, 12).position()))
    lines = run("complete", str(file)).output
    told = json.loads(run("complete", str(file), "--json").output)
    Draft202012Validator(published("completion-1")).validate(told)
    assert lines.count("\n") == len(told["areas"]) + bool(told["gaps"])
    one = run("complete", str(file), "--area", told["areas"][0]["area"])
    assert one.output.startswith(told["areas"][0]["area"])
    assert "no patch '9,9 city'" in run("complete", str(file), "--area", "9,9 city").output


def test_f78_what_never_closes_is_not_asked_for(tmp_path: Path) -> None:
    """F78: fields are the rest of tiles; that one is never completed is said as with `--greatest`, not worked out as an open area."""
    made = at_random(2, 12)
    terrain = completer(made).terrain
    table = made.state.table
    names = (patch_word(table, patch) for patch in range(terrain.patchwork.size))
    file = tmp_path / "map.position.yaml"
    file.write_text(print_position(made.position()))
    result = run("complete", str(file), "--area", next(name for name in names if " field" in name))
    assert result.exit_code == 2
    assert result.stderr == "tilewright: a field is the rest of a tile, and is never completed\n"


def test_the_page_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/maps.md, run: its files are written, its commands print what stands under them."""
    follow_page("maps.md", tmp_path, monkeypatch)


def test_the_chance_of_a_tile_in_time_is_that_of_all_draws() -> None:
    """Of eight tiles of which two close a city, three draws: counted over all ways to draw, without the one in the hand."""
    made = scene({(0, 0): "E"}, "U", heap=["E", "E", "V", "V", "V", "W"])
    drawn = Layable(made.machine.evaluator, made.state, made.state.mover).drawn()
    asked = Completer(terrain_of(made.state), drawn)
    city = next(root for root in asked.open_areas(without="field"))
    tiles = [kind for kind, count in drawn.counts.items() for _ in range(count)]
    ending = GAME.by_code["E"].index
    ways = list(combinations(range(len(tiles)), 3))
    lucky = sum(any(tiles[i] == ending for i in some) for some in ways)
    assert drawn_in_time(completing(asked, drawn, city), len(tiles), 3) == Fraction(lucky, len(ways))


# ------------------------------------------------------------------ a position is read as it stands

TABLE = """tilewright: position/2
game: princess-and-dragon
cards: [lair, portal, princess, volcano]
players:
  - {name: Ada, hand: ., camp: 7, points: 0}
  - {name: Bo, hand: ., camp: 7, points: 0}
"""


def asked(tmp_path: Path, country: str, heap: str, *options: str, more: str = "") -> dict[str, object]:
    """What `complete` says of a position with this map and these tiles left."""
    file = tmp_path / "table.position.yaml"
    rows = "".join(f"  {row}\n" for row in country.split("/"))
    file.write_text(f"{TABLE}country: |\n{rows}heap: {heap}\n{more}")
    found = json.loads(run("complete", str(file), "--json", *options).output)
    Draft202012Validator(published("completion-1")).validate(found)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_f68_the_order_of_the_heap_makes_no_difference(tmp_path: Path, seed: int) -> None:
    """F68: the tiles in any order: the same answer, and the fewest tiles that trying all finds on the map of the file."""
    random = Random(seed)
    country, tiles = "R>/D", random.sample(["E", "I", "N", "U", "V", "W", "J", "R", "A", "B"], 4)
    made = scene({(0, 0): "D", (-1, 0): "R>"}, "U")
    terrain = terrain_of(made.state)
    orders = random.sample(list(permutations(tiles)), 8)
    answers = [asked(tmp_path, country, " ".join(order), more="first-tile: 2,1\n") for order in orders]
    assert all(answer == answers[0] for answer in answers)
    expected = {}
    for root in Completer(terrain, stock(*tiles)).open_areas(without="field"):
        count = fewest(terrain, stock(*tiles), root, 2)
        if count is not None:
            expected[patch_word(made.state.table, root)] = count
    found = {one["area"]: len(one["tiles"]) for one in answers[0]["areas"]}  # type: ignore[attr-defined]
    assert {area: found[area] for area in expected} == expected
    assert not {area for area, count in found.items() if count in (1, 2)} - set(expected)


def test_f68_a_tile_that_must_be_drawn_is_not(tmp_path: Path) -> None:
    """F68: with one tile left it is neither drawn nor laid: the area is that of the file, and a draw of one brings it."""
    found = asked(tmp_path, "E", "E", "--draws", "1")
    (city,) = found["areas"]  # type: ignore[misc]
    assert city == {
        "area": "0,0 city",
        "status": "possible",
        "tiles": [{"tile": "Ev", "at": "-1,0"}],
        "reason": "",
        "chance": {"fraction": "1", "decimal": 1.0},
    }


@pytest.mark.parametrize(("heap", "chance"), [("E V", "1/2"), ("E E E E V V V W", "1/2"), ("V V W E", "1/4")])
def test_f68_one_draw_is_one_of_all_tiles_of_the_heap(tmp_path: Path, heap: str, chance: str) -> None:
    """F68: the chance of a single draw is the share of the tiles that close the city, by looking at each of them."""
    tiles = heap.split()
    for order in (tiles, tiles[::-1]):
        (city,) = asked(tmp_path, "E", " ".join(order), "--draws", "1")["areas"]  # type: ignore[misc]
        assert city["chance"]["fraction"] == chance == str(Fraction(tiles.count("E"), len(tiles)))


def test_f68_a_record_is_read_as_it_is(tmp_path: Path) -> None:
    """F68: of a record it is the map after its last move; the tile that was drawn then is in a hand, and one of those left."""
    made = at_random(2, 12)
    file = tmp_path / "game.record.yaml"
    file.write_text(print_record(record_of(made)))
    told = json.loads(run("complete", str(file), "--json").output)
    kept = list(completer(made).open_areas(without="field"))
    assert {patch_word(made.state.table, root) for root in kept} <= {one["area"] for one in told["areas"]}


# ------------------------------------------------------------------ areas inside of tiles, tiles that are refused


AROUND = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0)]


def ringed(terrain: Terrain, left: TileStock, around: list[tuple[int, int]]) -> bool:
    """Whether tiles can be laid on these spaces, by trying all."""
    if not around:
        return True
    place = next(place for place in around if place in terrain.at_place)
    space, rest = terrain.at_place[place], [other for other in around if other != place]
    for first, count in left.counts.items():
        fewer = TileStock(GAME, {**left.counts, first: count - 1} if count > 1 else _without(left, first))
        for kind in left.turns[first]:
            face = kind.face
            if face is not None and terrain.fits(space, face) and ringed(terrain.with_tile(space, face), fewer, rest):
                return True
    return False


@pytest.mark.parametrize(
    ("heap", "status", "count"),
    [
        ("B U U U U U U U", "never", 0),
        ("U U U U V V V V", "possible", 8),
        ("U U U U V V V", "never", 0),
        ("E E E E B B B V", "possible", 8),
    ],
)
def test_f78_a_cloister_wants_eight_tiles_around_it(tmp_path: Path, heap: str, status: str, count: int) -> None:
    """F78: a cloister on an otherwise empty map is in the list and is completed by eight tiles, as trying all finds."""
    areas = asked(tmp_path, "B", heap)["areas"]
    (cloister,) = (one for one in areas if one["area"] == "0,0 cloister")  # type: ignore[attr-defined]
    terrain = terrain_of(scene({(0, 0): "B"}, "U").state)
    assert ringed(terrain, stock(*heap.split()), AROUND) == (cloister["status"] == "possible")
    assert (cloister["status"], len(cloister["tiles"])) == (status, count)


def test_f78_cloisters_of_maps_at_random() -> None:
    """F78: of every cloister, by the independent scorer: as many tiles as spaces are empty around it, if trying all finds any."""
    count = 0
    for seed in range(5):
        made, random = at_random(seed, 30), Random(seed)
        terrain, known = terrain_of(made.state), layout(made.state)
        some = stock(*random.sample(["E", "I", "N", "U", "V", "W", "J", "R", "A", "D"], 4))
        for left in (tiles_left(made.state), some):
            answering = Completer(terrain, left, InsideAreas.of(made.machine.evaluator, made.state))
            for root in terrain.patchwork.areas:
                if answering.sort(root) != "cloister":
                    continue
                row, column = terrain.where[terrain.patchwork.spaces[root]]
                around = [(row + down, column + right) for down, right in AROUND]
                empty = [place for place in around if place not in known.tiles]
                found = answering.complete(root)
                assert (root in answering.open_areas()) == bool(empty)
                if len(empty) <= 3 or left is some:
                    assert (found.status == "possible") == ringed(terrain, left, empty)
                if found.status == "possible":
                    assert sorted(place for place, _ in found.tiles) == sorted(empty)
                count += 1
    assert count > 8


def test_f78_one_tile_that_surrounds_a_cloister_comes_with_its_chance(tmp_path: Path) -> None:
    """F78: with one space empty around a cloister: the share of the tiles that fit there."""
    ring = "V< U> V/U B U/Vv U> ."
    found = asked(tmp_path, ring, "B V V E", "--area", "0,0 cloister", "--draws", "1", more="first-tile: 2,2\n")
    (cloister,) = found["areas"]  # type: ignore[misc]
    assert (cloister["tiles"], cloister["chance"]["fraction"]) == ([{"tile": "V>", "at": "1,1"}], "1/2")


@pytest.mark.parametrize(
    ("heap", "more", "status", "refused"),
    [
        ("DA V", "", "never", ["DA"]),
        ("DA V VA", "", "possible", None),
        ("V", "aside: DA\n", "never", ["DA"]),
        ("V VA", "aside: DA\n", "possible", None),
    ],
)
def test_f78_tiles_that_nobody_may_lay_do_not_count(
    tmp_path: Path, heap: str, more: str, status: str, refused: list[str] | None
) -> None:
    """F78: without a dragon a dragon tile is not laid, unless a volcano can still come; also where it was put aside."""
    found = asked(tmp_path, "E", heap, more=more)
    assert [one["status"] for one in found["areas"]] == [status]  # type: ignore[attr-defined]
    assert found.get("refused") == refused


def test_f78_draws_are_from_the_heap_alone(tmp_path: Path) -> None:
    """F78: tiles put aside are not drawn, and a dragon tile that may not be laid yet completes nothing at once."""
    chances = []
    for map_row, more in (("E", "aside: DG\n"), ("E&", "aside: DG\n")):
        (city,) = asked(tmp_path, map_row, "E DA V VA", "--draws", "1", more=more)["areas"]  # type: ignore[misc]
        chances.append(city["chance"]["fraction"])
    assert chances == ["1/4", "1/2"]


def test_f78_the_size_of_an_area_is_the_number_of_its_patches() -> None:
    """F78: the size of each area counts a tile with two patches of it twice, the count of its tiles once (docs/language-boards.md)."""
    made = at_random(3, 40)
    patchwork, evaluator, env = terrain_of(made.state).patchwork, made.machine.evaluator, made.state.env
    areas = patchwork.areas.values()
    for text, expected in (
        ("total size of areas", sum(map(len, areas))),
        ("largest size of areas", max(map(len, areas))),
        ("largest (count of its tiles) of areas", max(len(patchwork.tiles_of(area)) for area in areas)),
    ):
        question = read_question(text, made.game, replace(made.game.largest, pieces=102))
        assert not isinstance(question, list), question
        assert evaluator.number(made.state, question, {**env, **evaluator.places_of(made.state.table, 0)}) == expected
    assert any(len(area) > len(patchwork.tiles_of(area)) for area in areas)


# ------------------------------------------------------------------ the greatest area


def base() -> TileStock:
    """The tiles of the base game."""
    every = all_tiles(GAME)
    return TileStock(GAME, {kind: n for kind, n in every.counts.items() if GAME.kinds[kind].values["land"] == "meadow"})


@pytest.mark.parametrize(("tiles", "points"), [(base(), 84), (all_tiles(GAME), 118)], ids=["base", "both"])
def test_the_greatest_city_is_proved_and_pays_what_it_should(tiles: TileStock, points: int) -> None:
    """The bound is reached, and the map pays twice that by the machine, which plays the last tile, and by the independent scorer."""
    found = greatest_area(GreatestQuestion(tiles, "city", "shielded"))
    assert found.size == found.bound == points // 2
    used = Counter(kind.first for _, kind in found.tiles)
    assert all(count <= tiles.counts[kind] for kind, count in used.items())
    whole = Map({place: _bare(kind.code) for place, kind in found.tiles})
    assert max(whole.worth(area) for area in whole.areas().values() if whole.complete(area)) == points

    *laid, (place, last) = found.tiles
    first, kind = laid[0]
    sort = "city.1" if [what.split()[-1] for what in kind.face.patches].count("city") > 1 else "city"  # type: ignore[union-attr]
    made = scene({at: one.code for at, one in laid}, GAME.kinds[last.first].code, {(first, sort): 0})
    at = f"{place[0]},{place[1]}"
    play(made, f"place {at}", f"turn {last.code}")
    play(made, *[move for move in moves(made) if move == "nothing"][:1])
    assert made.state.table.counters[0]["points"] == points


def test_the_bound_by_counting_is_what_trying_all_finds() -> None:
    """Of few tiles: the greatest completed city that trying all orders and places finds counts as much as the bound, and so does the map."""
    for codes in (["E", "E", "G"], ["E", "N", "E"], ["E", "R", "E", "E"], ["E", "I", "E"]):
        left = stock(*codes)
        found = greatest_area(GreatestQuestion(left, "city"))
        assert found.bound == found.size == _greatest_by_trying(left)


def _greatest_by_trying(left: TileStock) -> int:
    best = 0
    for first in left.counts:
        rest = TileStock(GAME, {**left.counts, first: left.counts[first] - 1})
        rest = TileStock(GAME, {kind: n for kind, n in rest.counts.items() if n})
        face = GAME.kinds[first].face
        assert face is not None
        best = max(best, _completed(Terrain(40, 40).with_tile(0, face), rest, set()))
    return best


def _completed(terrain: Terrain, left: TileStock, seen: set[object]) -> int:
    key = frozenset((terrain.where[space], face) for space, face in terrain.faces.items())
    if key in seen:
        return 0
    seen.add(key)
    patchwork, best = terrain.patchwork, 0
    for patches in patchwork.areas.values():
        face = terrain.faces[patchwork.spaces[patches[0]]]
        sort = face.patches[patches[0] - patchwork.on[patchwork.spaces[patches[0]]][0]].split()[-1]
        if sort == "city" and not any(patchwork.loose[patch] for patch in patches):
            best = max(best, len(patchwork.tiles_of(patches)))
    return max([best, *(_completed(after, rest, seen) for after, rest in placed(terrain, left))])


def test_a_search_that_was_stopped_gives_no_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is known, 0 is not told as a bound."""
    monkeypatch.setattr(STOP, "asked", True)
    with pytest.raises(KeyboardInterrupt):
        bound_of(GreatestQuestion(stock("E", "E"), "city"))
    monkeypatch.setattr(STOP, "_heeding", 1)
    with pytest.raises(KeyboardInterrupt):
        bound_of(GreatestQuestion(stock("E", "E"), "city"))


def test_a_word_that_no_tile_has_is_refused() -> None:
    """With the word that was probably meant."""
    result = run("complete", "princess-and-dragon", "--greatest", "city", "--only", "meadwo")
    assert result.exit_code == 2
    assert "there is no tile with the word 'meadwo'; did you mean 'meadow'?" in result.output


def test_the_command_tells_the_greatest_area() -> None:
    """As a map and as JSON by its schema; a sort that there is not is refused."""
    told = json.loads(run("complete", "princess-and-dragon", "--greatest", "city", "--json").output)
    Draft202012Validator(published("greatest-1")).validate(told)
    assert told["size"] == told["bound"] == len(told["tiles"])
    assert (
        "there are: city or shielded or royal" in run("complete", "princess-and-dragon", "--greatest", "castle").output
    )
