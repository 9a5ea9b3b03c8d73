"""Pictures of boards that grow: what is drawn of a tile is what its line says, and maps can be read without colors."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from command_line import run
from map_games import SHORES
from princess import match, princess
from small_games import game_of
from tilewright.diagnostics import Diagnostics
from tilewright.draw.faces import GRID, UNIT, FaceArt, flattened, shapes_of
from tilewright.draw.picture import of_position, of_tiles
from tilewright.draw.sheet import svg
from tilewright.files.reader import read_imprint
from tilewright.source import Source
from tilewright.table.game import Kind
from tilewright.table.terrain import PLACES

CARDS = Path(__file__).parents[1] / "cards" / "princess-and-dragon"
SVG = "{http://www.w3.org/2000/svg}"


def tiles() -> list[Kind]:
    """The tiles of the pack in every turn, and those of the fan cards."""
    fan = [princess().card(id) for id in ("fair", "hermitage", "storm", "tournament")]
    return [*(kind for kind in princess().game.kinds if kind.face), *(tile for card in fan for tile in card.tiles)]


def at_rim(owner: tuple[int, ...], place: int) -> int:
    """What is drawn at a place of the rim: in the middle of a third of an edge."""
    edge, part = divmod(place, PLACES)
    along = (2 * part + 1) * GRID // (2 * PLACES)
    row, column = {0: (0, along), 1: (along, GRID - 1), 2: (GRID - 1, GRID - 1 - along), 3: (GRID - 1 - along, 0)}[edge]
    return owner[row * GRID + column]


def pieces_of(owner: tuple[int, ...], patch: int) -> int:
    """In how many connected pieces a patch is drawn."""
    left, found = {cell for cell, known in enumerate(owner) if known == patch}, 0
    while left:
        waiting, found = [left.pop()], found + 1
        while waiting:
            row, column = divmod(waiting.pop(), GRID)
            near = {(row + down) * GRID + column + right for down, right in product((-1, 0, 1), repeat=2)}
            new = {cell for cell in near & left if abs(cell % GRID - column) <= 1}
            left -= new
            waiting += new
    return found


@pytest.mark.slow
def test_a_tile_is_drawn_as_its_line_says() -> None:
    """At each place of the rim the drawing has the patch of the line, and a patch hangs together, but for one under another."""
    places = {name: area.place for name, area in princess().game.areas.items()}
    for kind in tiles():
        assert kind.face is not None
        shapes = shapes_of(kind.face, places)
        assert tuple(at_rim(shapes.owner, place) for place in range(4 * PLACES)) == kind.face.rim, kind.code
        under = {track.patch for track in shapes.tracks if track.mouths}
        for patch in range(len(kind.face.patches)):
            assert pieces_of(shapes.owner, patch) == (2 if patch in under else 1), (kind.code, patch)


@pytest.mark.slow
def test_figures_have_room_on_their_patches() -> None:
    """Where a figure is drawn on an area is the area, away from its border."""
    places = {name: area.place for name, area in princess().game.areas.items()}
    for kind in tiles():
        assert kind.face is not None
        shapes = shapes_of(kind.face, places)
        for patch, (x, y) in enumerate(shapes.spots):
            where = int(y * GRID / UNIT) * GRID + int(x * GRID / UNIT)
            assert shapes.owner[where] == patch or any(patch == track.patch for track in shapes.tracks), kind.code
            if places[kind.face.patches[patch].split()[-1]] != "between":
                assert shapes.clear((x, y)) >= 2 * UNIT / GRID, (kind.code, patch)


def test_a_path_under_an_area_is_seen_at_its_ends() -> None:
    """The tunnel has a mouth at each end, and the field there is one from side to side."""
    game = princess().game
    face = game.by_code["DI"].face
    assert face is not None
    (track,) = shapes_of(face, {name: area.place for name, area in game.areas.items()}).tracks
    assert [edge for _, edge in track.mouths] == [0, 2]


def test_a_curve_keeps_its_ends() -> None:
    """The points on a curve begin and end where it does."""
    curve = ((0.0, 0.0), (1.0, 5.0), (2.0, 5.0), (9.0, 1.0))
    points = flattened(curve)
    assert points[0] == curve[0] and points[-1] == pytest.approx(curve[-1])


def test_a_picture_of_a_map_is_well_formed_and_always_the_same() -> None:
    """The same game gives the same text, its rows and columns counted from the first tile."""
    made, random = match(3, 4), Random(4)
    while made.state.turn < 12:
        made.play(random.choice(list(made.moves)))
    text = svg(of_position(made.position()))
    assert text == svg(of_position(made.position()))
    words = [element.text for element in ElementTree.fromstring(text).iter(f"{SVG}text")]
    assert "0" in words and "-1" in words and "country" in words


def test_a_game_without_colors_and_signs_is_drawn_too() -> None:
    """What the pack says nothing of gets a color, and as a sign its first letter: here what is deep, and springs."""
    game = game_of(SHORES)
    kinds = [kind for kind in game.kinds if kind.face is not None and kind.first == kind.index]
    words = {e.text for e in ElementTree.fromstring(svg([of_tiles(kinds, game, "All")])).iter(f"{SVG}text")}
    assert {"D", "S", "All"} <= words


def test_signs_are_paths_alone() -> None:
    """A pack file cannot bring anything but the numbers and letters of a path into a picture, and no color but #rrggbb."""
    pack = "tilewright: 1\ngame: drawn\ntitle: Drawn\nappearance:\n  wood: {{{what}}}\n"
    for what in ("sign: '\"><script/>'", "color: 'url(#a)'", "shape: 1"):
        source = Source("pack.yaml", pack.format(what=what))
        diagnostics = Diagnostics(source)
        assert read_imprint(source, diagnostics) is None and diagnostics.has_errors


@pytest.mark.parametrize("what", [("--tile", "shielded city top to left, road right to bottom"), ("--tile", "DI"), ()])
def test_show_draws_tiles(tmp_path: Path, what: tuple[str, ...]) -> None:
    """A tile of its line alone, a tile of the game, and all tiles, as a picture."""
    found = run("show", str(CARDS), *what, "-o", str(tmp_path / "tiles.svg"))
    assert found.exit_code == 0, found.stderr
    assert ElementTree.parse(tmp_path / "tiles.svg").getroot().tag == f"{SVG}svg"


@pytest.mark.parametrize("before", ["", "land meadow Z copies 2 with "])
def test_show_draws_a_tile_in_the_terminal(before: str) -> None:
    """Three lines of a tile, rows and columns named; the line may be whole, as it stands in a game file."""
    found = run("show", str(CARDS), "--tile", f"{before}city top to left, road right to bottom")
    assert found.stdout.split("\n")[1:4] == ["  CCCC.", "0 CC===", "  C.=.."]


def test_show_says_what_is_wrong_with_a_line() -> None:
    """A word that is no edge is told with the nearest one."""
    found = run("show", str(CARDS), "--tile", "city tpo")
    assert found.exit_code == 1 and "did you mean 'top'" in found.stderr
    found = run("show", "cairns", "--tile", "city top")
    assert found.exit_code == 2 and "tiles that show areas" in found.stderr


def test_signs_are_drawn_of_patches_and_values() -> None:
    """A shield for each shielded patch, a sign for a land that has one; figures of players have a letter each."""
    game = princess().game
    art, root = FaceArt(game), ElementTree.Element("svg")
    art.draw(root, game.by_code["PC"], 0, 0, UNIT)
    signs = {element.get("d") for element in root.iter("path")}
    assert {game.depictions["shielded"].sign, game.depictions["portal"].sign} <= signs
    art.figure(root, "+", 2, False, (50.0, 50.0))
    assert [element.text for element in root.iter("text")] == ["C"]


def test_hands_of_players_stand_side_by_side() -> None:
    """Where each player has one pool they are one row above the map, and the heap is below it."""
    drawn = ElementTree.fromstring(svg(of_position(match(3).position())))
    tops = {
        text.text: float(text.get("y", "0")) for text in drawn.iter(f"{SVG}text") if text.get("font-weight") == "bold"
    }
    hands = {top for words, top in tops.items() if words in ("Bo: hand", "Cy: hand")}
    assert len(hands) == 1 and hands.pop() < tops["country"] < tops["heap"]
