"""The 102 tiles of The Princess and the Dragon: what their lines say is what is printed."""

from __future__ import annotations

import pytest

from princess import princess
from tile_facts import SIDES, printed

GAME = princess().game
FIRSTS = {kind.code: kind for kind in GAME.kinds if kind.face is not None and kind.stock == kind.index}


def test_the_tiles_are_those_of_the_box() -> None:
    """72 tiles of the base game and 30 of the expansion, 13 shields, six symbols of each sort and twelve dragons."""
    assert {code: kind.copies for code, kind in FIRSTS.items()} == {t.code: t.copies for t in printed().values()}
    assert sum(kind.copies for kind in FIRSTS.values()) == 102
    assert sum(t.copies for t in printed().values() if any("shielded" in p.words for p in t.parts)) == 13
    lands = [kind.values["land"] for kind in FIRSTS.values() for _ in range(kind.copies)]
    assert {land: lands.count(land) for land in set(lands)} == {
        "meadow": 72,
        "volcano": 6,
        "lair": 12,
        "portal": 6,
        "princess": 6,
    }


@pytest.mark.parametrize("code", printed())
def test_a_tile_shows_what_is_printed(code: str) -> None:
    """Edges, joins, shields and fields of a line are those of a painting of the tile; fields border what they touch."""
    tile, face = printed()[code], FIRSTS[code].face
    assert face is not None
    assert "".join(edge[0].upper() for edge in face.edges) == tile.edges
    assert FIRSTS[code].values["land"] == tile.symbol
    mine = []
    for patch, what in enumerate(face.patches):
        rim = frozenset((SIDES[place // 3], place % 3) for place, known in enumerate(face.rim) if known == patch)
        mine.append((what.split()[-1], frozenset(what.split()[:-1]), rim))
    theirs = [(part.sort, part.words, part.rim) for part in tile.parts]
    assert sorted(mine, key=repr) == sorted(theirs, key=repr)
    for patch, what in enumerate(face.patches):
        if what == "field":
            near = {mine[other] for other in face.beside[patch] if mine[other][0] == "city"}
            part = tile.parts[theirs.index(mine[patch])]
            assert near == {theirs[other] for other in part.beside if tile.parts[other].sort == "city"}


def test_section_2_the_fields_of_the_tile_with_two_cities() -> None:
    """Its west field borders both cities, and so does the one that is enclosed by them."""
    face = FIRSTS["QB"].face
    assert face is not None
    fields = [patch for patch, what in enumerate(face.patches) if what == "field"]
    cities = {patch for patch, what in enumerate(face.patches) if what.endswith("city")}
    assert len(fields) == len(cities) == 2
    assert all(cities <= set(face.beside[patch]) for patch in fields)
