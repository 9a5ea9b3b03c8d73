"""Where editions of The Princess and the Dragon differ: what to change in its files, and what is played then."""

from __future__ import annotations

import pytest

from princess import edition, ended, figure, followers, layout, moves, play, points, scene
from tilewright.play.match import Match

AT_THE_END = "    for each area with a follower\n      do settle it\n"
WALK = "    do the departure of the new\n"
SETTLING = "    for each complete area with a follower\n      do settle it\n"
KNIGHT = "        return a follower in it\n        now no patch is open\n"
FARMS = """\
    for each complete city
      for each field beside it
        for each player
          gain (count of followers of it in the field) farmers
      let highest be largest (their farmers) of players now
      if highest > 0
        for each player where their farmers = highest
          gain 4 points
      for each player
        pay (farmers) farmers
"""
FAIRY = "  figure fairy\n    mark *\n    copies 1\n    stands on a tile\n"


def standing(made: Match) -> int:
    """How many followers stand on the map."""
    return len(followers(made.state, layout(made.state)))


@pytest.mark.parametrize(("line", "paid"), [("count of its tiles > 2", 2), ("count of its tiles > 1", 4)])
def test_a_city_of_two_tiles_pays_less(line: str, paid: int) -> None:
    """The first edition pays two points for it; the same line with another number pays four, as the later ones."""
    rules = edition(("(2 if it is complete, otherwise 1)", f"(2 if it is complete and {line}, otherwise 1)"))
    made = play(scene({(0, 0): "E"}, "E", {((0, 0), "city"): 0}, by=rules), "place -1,0", "turn Ev", "nothing")
    assert points(made.state) == [paid, 0]


def test_farms_pay_four_a_city() -> None:
    """Another number in the worth of a field."""
    rules = edition(("3 * count of complete cities beside it", "4 * count of complete cities beside it"))
    tiles = {(0, 0): "E", (-1, 0): "Ev", (0, 1): "E"}
    assert ended(scene(tiles, "B", {((0, 0), "field"): 1}, by=rules)) == [0, 4]


def test_farms_are_counted_by_the_city() -> None:
    """In the first printing each city pays four to who has most farmers in all fields beside it together."""
    rules = edition(
        ("  counter points\n", "  counter points\n  counter farmers\n"),
        (AT_THE_END, FARMS + AT_THE_END),
        ("3 * count of complete cities beside it if it is a field", "0 if it is a field"),
    )
    tiles = {(0, 0): "Ev", (1, 0): "R", (1, -1): "E>", (1, 1): "E<", (0, -1): "B", (0, 1): "B", (2, 0): "U>"}
    farmers = {((0, 0), "field"): 0, ((1, -1), "field"): 0, ((2, 0), "field.1"): 1}
    assert ended(scene(tiles, "B", farmers)) == [3, 3]
    assert ended(scene(tiles, "B", farmers, by=rules)) == [4, 0]


def test_the_walk_comes_after_the_scoring() -> None:
    """The English edition of the time: the knight is paid for the city that the dragon tile completes, and is safe."""
    rules = edition((WALK + SETTLING, SETTLING + WALK))
    tiles = {(0, 0): "E", (1, 0): "B"}
    made = scene(tiles, "DA", {((0, 0), "city"): 0}, dragon=(1, 0), by=rules)
    play(made, "place -1,0", "turn DAv", "nothing")
    assert points(made.state) == [4, 0]


def test_the_princess_may() -> None:
    """The second edition leaves it to the player: then the knight stays, and a follower may be put down."""
    rules = edition((KNIGHT, "        may\n          return a follower in it\n          now no patch is open\n"))
    for answer, left, follower in (("done", 1, True), ("return 0,0 city", 0, False)):
        made = scene({(0, 0): "E"}, "QE", {((0, 0), "city"): 1}, by=rules)
        play(made, "place -1,0", "turn QEv")
        assert moves(made) == ["return 0,0 city", "done"]
        play(made, answer)
        assert standing(made) == left and ("follower" in moves(made)) == follower


def test_the_fairy_stands_by_one_follower() -> None:
    """Later editions: she stands on the part of the tile where the follower is, and brings nothing to others on the tile."""
    rules = edition(
        (FAIRY, FAIRY.replace("a tile", "a patch")),
        (
            "any follower of the player is on a tile with a fairy",
            "any follower of the player is on a patch with a fairy",
        ),
        ("any follower of it in the area is on a tile with", "any follower of it in the area is on a patch with"),
        ("move a fairy to a tile with", "move a fairy to a patch with"),
        ("build a fairy on a tile with", "build a fairy on a patch with"),
        ("if it is visited or it has a fairy", "if it is visited or any patch on it has a fairy"),
    )
    both = {((0, 0), "cloister"): 0, ((0, 0), "road"): 0}
    for part, paid in (
        ("road", 3 + 3),
        ("cloister", 3 + 1),
    ):  # three for the road; the monk brings one as the next turn of its owner begins
        made = scene({(0, 0): "A", (1, 0): "U"}, "X", both, by=rules, heap=["B", "B"])
        play(made, "place 2,0", "fairy", f"build 0,0 {part}")
        assert made.state.mover == 1
        while made.state.mover == 1:
            made.play("nothing" if "nothing" in moves(made) else next(iter(made.moves)))
        assert points(made.state) == [paid, 0]
    made = scene({(0, 0): "B", (0, 1): "B", (0, 2): "B"}, "DE", {((0, 0), "cloister"): 0}, dragon=(0, 1), by=rules)
    play(made, "place 0,3", "turn DEv", "fairy")
    assert figure(made.state, "&") == (0, 3) and standing(made) == 1  # away from her tile
