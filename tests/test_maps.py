"""Boards that grow: their spaces, turned tiles, patches and the areas that these make."""

from __future__ import annotations

from random import Random

import pytest

from map_games import SHORES, areas, loose, terrain_of
from small_games import begin, game_of, moves, problems_of
from tilewright.core import play as steps
from tilewright.core.walk import find
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.match import Match
from tilewright.table.terrain import Patchwork, TileFace

GAME = game_of(SHORES)


def played(seed: int) -> list[Match]:
    """A game at random, looked at after every turn."""
    match, random = begin(GAME, 2, seed=seed), Random(seed)
    while not match.over:
        match.play(random.choice(list(match.moves)))
        yield match


def test_a_board_has_the_spaces_of_its_tiles_and_those_beside_them() -> None:
    """After each move every tile has four neighbors, and every empty space one with a tile."""
    for match in played(1):
        terrain = terrain_of(match)
        for space in range(terrain.size):
            around = terrain.neighbors(space)
            assert len(around) == 4 if space in terrain.faces else any(near in terrain.faces for near in around)


def test_moves_name_spaces_from_the_first_tile() -> None:
    """The first tile lies at 0,0, so what is above it is at -1,0."""
    assert moves(begin(GAME, 2, seed=1))[0] == "place -1,0"


def test_tiles_are_placed_where_their_edges_are_alike() -> None:
    """Wherever two tiles touch, the edges show one sort of area, or a ruin on one side; all games use all tiles that fit."""
    for match in played(2):
        terrain = terrain_of(match)
        for space, face in terrain.faces.items():
            for edge, side in enumerate(("top", "right", "bottom", "left")):
                for other in terrain.neighbors(space, side):
                    if other in terrain.faces:
                        both = {terrain.faces[other].edges[edge - 2], face.edges[edge]}
                        assert len(both - {None}) < 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_areas_are_what_a_search_finds(seed: int) -> None:
    """Areas that are kept along, and loose edges, are those that are found anew on the same map."""
    for match in played(seed):
        terrain = terrain_of(match)
        patchwork, first = terrain.patchwork, {space: own[0] for space, own in terrain.patchwork.on.items()}
        kept = {
            frozenset((patchwork.spaces[patch], patch - first[patchwork.spaces[patch]]) for patch in area)
            for area in patchwork.areas.values()
        }
        assert kept == areas(terrain)
        known = loose(terrain)
        assert [known[patchwork.spaces[p], p - first[patchwork.spaces[p]]] for p in range(patchwork.size)] == list(
            patchwork.loose
        )


@pytest.mark.slow
def test_compiled_rules_and_the_exact_arithmetic_agree() -> None:
    """Every rule, of every patch, tile and area of a game at random, comes to the same both ways."""
    compared = 0
    for at, match in enumerate(played(3)):
        if at % 8:
            continue
        state, evaluator = match.state, match.machine.evaluator
        exact = StateEvaluator(match.game, evaluator.program, 2, compiled=False)
        env = evaluator.places_of(state.table, 0)
        for rule in match.game.play_rules.rules if match.game.play_rules else ():
            seat = evaluator.seat(rule.home, env)
            geometry = state.table.grids[seat].geometry
            assert isinstance(geometry, Patchwork)
            for element in exact.exact(state).domain.maps.areas(seat, None):
                bound = {**env, rule.parameter.id: element[0], evaluator.me: seat}
                ask = evaluator.holds if rule.name == "complete" else evaluator.number
                same = exact.holds if rule.name == "complete" else exact.number
                assert ask(state, rule.body, bound) == same(state, rule.body, bound)
                compared += 1
        for pick in find(steps.Pick, *match.game.play_rules.turn):  # type: ignore[union-attr]
            if pick.verb == "place" and state.frame is not None and state.choice and state.choice.step is pick:
                env = state.frame.env
                found = evaluator.elements(state, pick.binder, pick.home, env)
                assert found == exact.elements(state, pick.binder, pick.home, env)
                compared += 1
    assert compared > 50


def test_turns_that_look_alike_are_one() -> None:
    """A tile has as many turns as look different: of the example one each, two and four."""
    turns = {
        kind.code: len(kind.face.turns)
        for kind in GAME.kinds
        if isinstance(kind.face, TileFace) and kind.stock == kind.index
    }
    assert turns == {"A": 4, "B": 2, "C": 4, "D": 2, "E": 4, "F": 4, "G": 2, "H": 1}


def test_copies_lie_on_the_map_or_in_the_heap() -> None:
    """Tiles are neither lost nor made: in every state all 26 are somewhere."""
    for match in played(4):
        table = match.state.table
        patches = table.seat_of("patches", 0)
        lying = sum(height for seat, grid in enumerate(table.grids) if seat != patches for height in grid.heights)
        assert lying + sum(table.gone) == 26


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("wood top to right", ""),
        ("wood top to bottom, path left to right", "TW113 this crosses something before it"),
        ("wood top to bottom, path left to right under wood", ""),
        ("wood top, path top", "TW109 the top edge already has a wood"),
        ("paths top and right and top", "TW109 the top edge already has a path"),
        ("wood up", "TW101 'up' is not an edge"),
        ("lake top", "TW101 'lake' is not an area of the piece"),
        ("deep path top", "TW101 a path is never 'deep'"),
        ("path top to wood", "TW113 the tile has no wood yet"),
        ("wood", "TW113 no edge of the wood"),
    ],
)
def test_what_is_wrong_with_a_tile(line: str, problem: str) -> None:
    """Edges said twice, lines that cross, and words that the piece does not know are told in their line."""
    text = SHORES.replace("with wood top to right", f"with {line}", 1)
    assert [told.split(" ", 1)[1] for told in problems_of(text)] == ([problem] if problem else [])


CHIPS = """\
  piece chip
    color red R1 to R3 copies 4
    identity twin

  pool box
    of the table
    holds chips

"""
MIXED = SHORES.replace("  board country\n", f"{CHIPS}  board country\n")


NET = """\
  board net
    of the table
    lines
      "o---o"
      "|    "
      "o    "

"""


def test_beside_a_board_of_lines() -> None:
    """The spaces of a board that grows are spaces, although not every one of another board is."""
    both = [begin(game_of(text)) for text in (MIXED, MIXED.replace("  turn\n", f"{NET}  turn\n"))]
    for _ in range(12):
        alone, beside = (moves(match) for match in both)
        assert alone == beside
        for match in both:
            match.play(alone[-1])
        if both[0].over:
            break


PLAIN = """\
game grows
  name en "Grows"
  players 2

  piece tile
    color red R1 to R3 copies 4
    identity face
    place where it is empty

  board field
    of the table
    grows to 20 by 20
    begins with 1 R1

  pool hand
    of each player
    holds tiles

  counter points

  part points
    score points

  turn
    place a tile in the hand called new

  end after a turn if points > 3
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PLAIN, "TW113 a board grows by tiles that show areas, and no piece of the game does"),
        (MIXED.replace("begins with 1 A", "begins with 1 R1"), "TW113 no piece of this kind can lie on the country"),
        (
            MIXED.replace(
                "    do the landing", "    move a chip in the box to a space in the country\n    do the landing"
            ),
            "TW202 the country holds no chips",
        ),
    ],
    ids=["plain pieces alone", "the first piece", "moved there"],
)
def test_plain_pieces_do_not_come_onto_a_board_that_grows(text: str, expected: str) -> None:
    """Issue item 6: pieces without areas have no place there, which is reported; played, they led to a ValueError."""
    assert not problems_of(MIXED)
    assert expected in [line.split(" ", 1)[1] for line in problems_of(text)]


def test_a_board_that_grows_has_no_border() -> None:
    """Of a board without a size nothing is said of its border or its rows."""
    told = "TW202 a board that grows has no border, corner, center or lines"
    for said in ("on the border", "in a corner", "in any row"):
        text = SHORES.replace("count of its tiles + ", f"count of tiles {said} + ")
        assert [line.split(" ", 1)[1] for line in problems_of(text)] == [told], said


@pytest.mark.parametrize(
    "said", ["count of woods", "1 for each wood on the country", "count of deep patches", "1 for each patch"]
)
def test_what_is_scored_cannot_speak_of_areas(said: str) -> None:
    """Areas belong to play: a part of the score that speaks of them is refused, with what to do instead."""
    text = SHORES.replace("    score points\n", f"    score points\n\n  part woods\n    score {said}\n", 1)
    assert [line.split(" ", 1)[1] for line in problems_of(text)] == ["TW202 scoring cannot refer to areas"]
