"""The rulings of Dragon Castle, one test each, through the card files and the game file.

Each docstring names the card or the part of the rules and says the ruling in our words.
"""

from __future__ import annotations

import pytest

from cards import board, pack, position, printed, scores
from tilewright.meaning.exact import holds
from tilewright.table.board import Stack
from tilewright.table.game import PlacingRule
from tilewright.table.position import Player, Position

EMPTY = ". . | . ."


def parts(realm: str, **counters: int) -> dict[str, int]:
    """What the game's own scoring lines give, without any card."""
    found, _ = scores(position(realm, **counters))
    return dict(found[0].parts)


def winners(*realms: str, points: tuple[int, ...]) -> list[str]:
    """Who wins with these realms and victory points."""
    players = [
        Player(name, board(realm), {"points": count})
        for name, realm, count in zip(("Ada", "Bo", "Cy"), realms, points, strict=False)
    ]
    found = Position(pack().game, tuple(players))
    assert not found.status()
    return scores(found)[1]


# ------------------------------------------------------------------ the ten printed Dragons


def test_tranquility_one_alone() -> None:
    """Tranquility: a single face-down stack is a group too."""
    assert printed("tranquility", "1 . | . .") == 1


def test_tranquility_groups() -> None:
    """Tranquility: face-down stacks that touch side to side are one group, at corners they are not."""
    assert printed("tranquility", "1 2 . . | . 3 . . | . . 1 . | . . 2^ .") == 2


def test_tranquility_separation() -> None:
    """Tranquility: a face-up tile on top separates, also when face-down tiles lie under it."""
    assert printed("tranquility", "1 2M3 | . 1") == 2


def test_tranquility_shrines() -> None:
    """Tranquility: a stack with a shrine is face-down like any other; floors do not matter."""
    assert printed("tranquility", "1^ 3 | . .") == 1


def test_righteousness_crossing() -> None:
    """Righteousness: a shrine where the row and the column cross counts for both."""
    assert printed("righteousness", "1^ . | . .") == 2


def test_righteousness_best_lines() -> None:
    """Righteousness: one row and one column are chosen, those that pay most."""
    realm = "1^ 1^ 1^ . | . . 1^ . | 1^ . . . | . . 1^ ."
    assert printed("righteousness", realm) == 3 + 3


def test_righteousness_full_line() -> None:
    """Righteousness: 2 more for each of the two lines that has a shrine in every space."""
    assert printed("righteousness", "1^ 2^ | 1^ .") == (2 + 2) + (2 + 2)
    assert printed("righteousness", "1^ 2^ | 1 .") == (2 + 2) + 1


def test_humility_at_least_one() -> None:
    """Humility: a shrine counts once, however many of its neighbors are taller."""
    assert printed("humility", ". 2 . . | 3 1^ 4 . | . . . . | . . . .") == 1


def test_humility_stack_without_shrine() -> None:
    """Humility: the shrine counts tiles only: on one tile it is no higher than a single tile."""
    assert printed("humility", "1^ 1 | . .") == 0


def test_humility_any_face() -> None:
    """Humility: the taller stack may show a tile, and may bear a shrine."""
    assert printed("humility", "1^ 1M3 | . .") == 1
    assert printed("humility", "1^ 2^ | . .") == 1


def test_humility_side_to_side() -> None:
    """Humility: a taller stack at a corner is not adjacent."""
    assert printed("humility", "1^ . | . 3") == 0


def test_bravery_equals() -> None:
    """Bravery: two adjacent stacks of the same height spoil each other."""
    assert printed("bravery", "2 2 | . .") == 0


def test_bravery_alone() -> None:
    """Bravery: a stack with nothing around it counts, and so does the taller of two."""
    assert printed("bravery", "1 . | . .") == 1
    assert printed("bravery", "1 2M4 | . .") == 1


def test_bravery_corners() -> None:
    """Bravery: an equal stack that touches only at a corner does no harm."""
    assert printed("bravery", "2 . | . 2") == 2


def test_majesty_one_tile_a_faction() -> None:
    """Majesty: one tile of each faction, the one with the highest number, on floor 3 or higher."""
    realm = "2M2 2M5 . . | 3S1 . . . | 1F6 . . . | . . . ."
    assert printed("majesty", realm) == 5 + 1


def test_majesty_specials() -> None:
    """Majesty: special tiles have no number and belong to no faction."""
    assert printed("majesty", "2D1 3W2 | 2Y4 .") == 0


def test_majesty_floor() -> None:
    """Majesty: the floor is that of the tile itself: on two tiles it lies on floor 3."""
    assert printed("majesty", "1M6 . | . .") == 0
    assert printed("majesty", "2M6 . | . .") == 6


def test_power_groups() -> None:
    """Power: the group with the largest sum of numbers counts, not all tiles of the faction."""
    mine = "M6 . M5 M4 | . . . . | . . . . | . . . ."
    theirs = "M6 . M1 . | . M3 . . | M2 . . . | . . . ."
    assert printed("power", mine, theirs) == 2
    assert printed("power", theirs, mine) == 0


def test_power_equal() -> None:
    """Power: 1 point when the two are equal."""
    assert printed("power", "M2 M3 | . .", "M5 . | . .") == 1


def test_power_as_in_the_rulebooks() -> None:
    """Power (example): the Italian rulebook's 10 against 10 pays 1; the French one's 9 against 10 pays nothing."""
    assert printed("power", "M4 M6 | . .", "M5 M5 | . .") == 1
    assert printed("power", "M4 M5 | . .", "M5 M5 | . .") == 0


def test_power_without_a_tile() -> None:
    """Power: without a tile of the faction there are no points, not even for being equal."""
    assert printed("power", EMPTY, EMPTY) == 0


def test_power_two_players() -> None:
    """Power: with two players there is one comparison for each faction, not two."""
    assert printed("power", "M1 S1 | F1 .", EMPTY) == 3 * 2


def test_power_neighbors() -> None:
    """Power: with four players it looks left and right, not at the player across."""
    assert printed("power", "M3 . | . .", "M2 . | . .", "M6 . | . .", "M1 . | . .") == 2 + 2
    assert printed("power", "M3 . | . .", "M6 . | . .", EMPTY, "M3 . | . .") == 0 + 1


def test_power_face_up() -> None:
    """Power: only face-up tiles count, whatever their floors."""
    assert printed("power", "M1 2M2 | . .", "1 2 | . M2") == 2


def test_knowledge_different() -> None:
    """Knowledge: a symbol counts once, however often it shows; factions do not count."""
    assert printed("knowledge", "W1 W1 | M1 Y1") == 4


def test_knowledge_most() -> None:
    """Knowledge: there are eleven special symbols, so it never pays more than 22."""
    realm = "Y1 Y2 Y3 . | Y4 W1 W2 W3 | W4 D1 D2 D3 | D1 . . ."
    assert printed("knowledge", realm) == 22


def test_knowledge_on_top() -> None:
    """Knowledge: what lies face-up on any floor counts, face-down tiles show nothing."""
    assert printed("knowledge", "3D1 2 | . 1^") == 2


def test_harmony_faces() -> None:
    """Harmony: the heights of stacks mirror; which side is up does not matter."""
    assert printed("harmony", "2 1M4 . . | 2 2 . . | . . . . | . . . 1") == 2 + 2
    assert printed("harmony", "2 . . 1M4 | . 1 S2 . | . . . . | . . . .") == 4 + 2 + 2


def test_harmony_own_cross() -> None:
    """Harmony: symmetric about the board's own cross, not about a shifted axis."""
    assert printed("harmony", "2 . 2 . | . . . . | . . . . | . . . .") == 2 + 2
    assert printed("harmony", ". 2 2 . | . . . . | . . . . | . . . .") == 4 + 2 + 2


def test_harmony_shrines() -> None:
    """Harmony: shrines mirror with their floors: equal heights on both sides, and a shrine on both."""
    both = "1^ . . 1^ | . . . . | . . . . | 1^ . . 1^"
    floors = "1^ . . 2^ | . . . . | . . . . | . . . ."
    one = "1^ . . 1 | . . . . | . . . . | . . . ."
    assert printed("harmony", both) == 2 * (4 + 2)
    assert printed("harmony", floors) == 0
    assert printed("harmony", one) == 4


def test_harmony_each_line() -> None:
    """Harmony: each of the two thick lines is judged for itself."""
    assert printed("harmony", "1^ . . 1^ | . . . . | . . . . | . . . .") == 4 + 2


def test_devotion_once() -> None:
    """Devotion: a shrine with several face-up dragons around it counts once."""
    assert printed("devotion", ". D1 . . | D2 1^ . . | . . 1^ . | . . . 1^") == 1


def test_devotion_dragons_only() -> None:
    """Devotion: other special tiles do not count, nor does a dragon at a corner."""
    assert printed("devotion", "1^ W1 | . D1") == 0


def test_devotion_floors() -> None:
    """Devotion: adjacent whatever the floors."""
    assert printed("devotion", "1^ 3D1 | . .") == 1


def test_boldness_border() -> None:
    """Boldness: each shrine on the border of the realm, corners among them."""
    assert printed("boldness", "1^ . 2^ . | . 1^ . 3^ | . . . . | . . . .") == 3


# ------------------------------------------------------------------ the final score


@pytest.mark.parametrize(("stack", "points"), [("1^", 1), ("2^", 2), ("3^", 3), ("5^", 3), ("3", 0)])
def test_shrines(stack: str, points: int) -> None:
    """Shrines: 1 on floor 1, 2 on floor 2, 3 on floor 3 or higher."""
    assert parts(f"{stack} . | . .")["shrines"] == points


def test_countdown() -> None:
    """Countdown: each token is worth 2."""
    assert parts(EMPTY, countdown=3)["countdown"] == 6


def test_reserve() -> None:
    """Shrines in reserve are worth nothing."""
    assert sum(parts(EMPTY, reserve=9).values()) == 0


def test_total() -> None:
    """The score: tokens, countdown tokens, shrines and Dragons are added up."""
    found, _ = scores(position("1^ . | . 2^", points=7, countdown=1), "boldness", "tranquility")
    assert found[0].parts == {"points": 7, "countdown": 2, "shrines": 3, "boldness": 2, "tranquility": 2}
    assert found[0].total == 16


def test_tie_face_down() -> None:
    """Ties: first, more stacks whose top is face-down."""
    assert winners("1 2 | . .", "3 M1 | . .", points=(5, 5)) == ["Ada"]


def test_tie_shrines() -> None:
    """Ties: then, more shrines in the realm."""
    assert winners("1^ 1 | . .", "1^ 1^ | . .", points=(6, 5)) == ["Bo"]


def test_tie_shared() -> None:
    """Ties: then the victory is shared."""
    assert winners("1^ 1 | . .", "1 1^ | . .", EMPTY, points=(6, 6, 2)) == ["Ada", "Bo"]


# ------------------------------------------------------------------ placing and building


def may(rule: PlacingRule, stack: Stack) -> bool:
    """Whether a piece may be placed on a stack."""
    return holds(rule.condition, rule.var, stack, pack().game)


@pytest.mark.parametrize(
    ("stack", "allowed"),
    [(Stack(), True), (Stack(1), True), (Stack(4), True), (Stack(2, (), "^"), False), (Stack(0, ("M1",)), False)],
)
def test_placing(stack: Stack, allowed: bool) -> None:
    """Placing: on an empty space or a face-down top without a shrine; nothing on a shrine."""
    assert may(pack().game.place, stack) is allowed


@pytest.mark.parametrize(
    ("stack", "allowed"),
    [(Stack(), False), (Stack(1), True), (Stack(3), True), (Stack(1, (), "^"), False), (Stack(1, ("D1",)), False)],
)
def test_building(stack: Stack, allowed: bool) -> None:
    """Building: a shrine stands on a face-down tile, at most one to a tile."""
    assert may(pack().game.caps[0].place, stack) is allowed


# ------------------------------------------------------------------ components and notation


def test_components() -> None:
    """Components: 116 tiles, 24 of each faction, 16 seasons, 16 winds, 12 dragons; 40 shrines."""
    game = pack().game
    counts = {
        value: sum(kind.copies for kind in game.kinds if kind.values["type"] == value)
        for value in game.values_of("type")
    }
    assert counts == {"merchant": 24, "soldier": 24, "farmer": 24, "season": 16, "wind": 16, "dragon": 12}
    assert game.pieces == 116
    assert [cap.copies for cap in game.caps] == [40]


@pytest.mark.parametrize(
    ("realm", "counters"),
    [("M1 M1 M1 . | M1 . . . | . . . . | . . M1 .", {}), (EMPTY, {"countdown": 8}), ("1^ . | . .", {"reserve": 40})],
)
def test_components_run_out(realm: str, counters: dict[str, int]) -> None:
    """Components: four copies of each tile, seven countdown tokens, forty shrines built or in reserve."""
    found = Position(pack().game, (Player("Ada", board(realm), counters),))
    assert found.status()


def test_realm() -> None:
    """Realm: 6 x 6, and on other sizes an even number of rows and of columns."""
    realm = pack().game.own_place
    assert (realm.rows, realm.columns) == (6, 6)
    assert realm.allows(4, 8)
    assert not realm.allows(5, 6)


@pytest.mark.parametrize(
    ("word", "height", "top", "face_down"),
    [
        (".", 0, None, False),
        ("3", 3, None, True),
        ("3^", 3, None, True),
        ("M5", 1, "M5", False),
        ("2M5", 3, "M5", False),
        ("M5/S1/D3", 3, "D3", False),
    ],
)
def test_notation(word: str, height: int, top: str | None, face_down: bool) -> None:
    """Notation: face-down tiles are a number, shrines add no height, a face-up tile is on the rest."""
    stack = board(f"{word} .").stacks[0]
    assert (stack.height, stack.top, stack.face_down) == (height, top, face_down)
    assert repr(stack) == word


def test_layouts_use_all_tiles() -> None:
    """Castles: every layout uses all 116 tiles, in stacks of 1 to 3."""
    layouts = pack().layouts()
    assert len(layouts) == 18
    for layout in layouts:
        assert layout.total == 116
        assert {height for row in layout.heights for height in row} <= {0, 1, 2, 3}
