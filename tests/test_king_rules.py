"""The rules of To Court the King, each test named after the ruling that it holds; random games under watch."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kings import characters, court, lay, match_of, pieces_in, throwing, uses
from test_king_cards import PRICES
from tilewright.kernel.engine import Engine, SeededChance
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause
from tilewright.packs.workspace import Workspace
from tilewright.play.match import InvalidStanding, Match
from tilewright.play.record import record_of, replay
from tilewright.play.state import GameState
from tilewright.source import Source, read_source
from tilewright.table.board import Board, parse_pool

ROWS = {
    "I": ("farmer", "maid", "philosopher", "artisan", "guard"),
    "II": ("astronomer", "merchant", "hunter"),
    "III": ("banker", "knight", "sorcerer", "lady"),
    "IV": ("alchemist", "bishop", "nobleman", "commander"),
    "V": ("king", "queen"),
    "fool": ("fool",),
}
COPIES = {
    2: {"I": 2, "II": 1, "III": 1, "IV": 1, "V": 1, "fool": 2},
    3: {"I": 2, "II": 2, "III": 2, "IV": 2, "V": 1, "fool": 3},
    4: {"I": 3, "II": 3, "III": 2, "IV": 2, "V": 1, "fool": 4},
    5: {"I": 4, "II": 3, "III": 3, "IV": 3, "V": 1, "fool": 5},
}


def cards_for(players: int) -> Counter[str]:
    """How many of each card are in play, as the rulebook has it."""
    return Counter({card: COPIES[players][row] for row, cards in ROWS.items() for card in cards})


def texts(match: Match) -> list[str]:
    """The moves there are."""
    return [str(move) for move in match.moves]


class Told(SeededChance):
    """Dice fall as they are told; what is not told is a 1."""

    def __init__(self, sides: str) -> None:
        super().__init__(0)
        self._sides = iter(map(int, sides.split()))

    def go_on(self, engine: Engine, state: FlatState, stop: Pause, turns: bool = True) -> tuple[Pause, int | None]:
        """The next side."""
        kind = stop.codes[next(self._sides, 1) - 1]
        return engine.answered(state, kind, turns), kind


def with_dice(match: Match, sides: str) -> Match:
    """The match with dice that fall as told."""
    match.state.chance = Told(sides)
    return match


def buying(kept: str, retinue: tuple[str, ...] = (), players: int = 2, seed: int = 1) -> Match:
    """A match in which the mover has this final result, and is about to set the last die aside."""
    *others, last = kept.split()
    match = throwing(last, " ".join(others), retinue, seed, players)
    if pieces_in(match, "active", match.state.mover):  # else the only die there is was set aside at once
        match.play(f"move {last}") if f"move {last}" in texts(match) else match.play(match.moves[0])
    return match


# ------------------------------------------------------------------ set-up


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_section_2_cards_in_play(players: int) -> None:
    """So many of each card of a row for so many players; of five players all sixty."""
    assert Counter(pieces_in(match_of(players), "court")) == cards_for(players)
    assert players < 5 or cards_for(5).total() == 60


def test_section_1_twelve_dice() -> None:
    """There are twelve dice; a turn begins with three."""
    match = match_of(3)
    player = match.state.mover
    assert len(pieces_in(match, "supply")) == 9 and len(pieces_in(match, "active", player)) == 3


# ------------------------------------------------------------------ a turn


@pytest.mark.parametrize(
    ("retinue", "dice"),
    [
        ((), 3),
        (("farmer",), 4),
        (("commander",), 5),
        (("fool/down",), 4),
        (("fool/down", "fool/down"), 5),
        (("fool",), 3),
        (("farmer", "commander", "fool/down"), 7),
    ],
)
def test_ruling_3_2_dice_that_must_be_added(retinue: tuple[str, ...], dice: int) -> None:
    """Farmer, Commander and each Charlatan add their dice at the beginning, without being asked."""
    match = match_of(2)
    lay(match, "retinue", retinue, 1 - match.state.mover)
    first = match.state.mover
    while match.state.mover == first and match.state.turn == 0:
        match.play(match.moves[-1])
    player = match.state.mover
    assert len(pieces_in(match, "active", player) + pieces_in(match, "kept", player)) == dice


def test_ruling_3_3_cards_before_the_first_throw() -> None:
    """A card that adds a die may be used before the first throw; the die is thrown with the others."""
    match = match_of(2)
    player, other = match.state.mover, 1 - match.state.mover
    lay(match, "retinue", ["artisan"], other)
    while match.state.mover == player:
        match.play(match.moves[-1])
    assert texts(match) == ["roll", "use artisan"] and pieces_in(match, "active", other) == ["1", "1", "1"]
    with_dice(match, "6 5 4 3").play("use artisan")
    assert pieces_in(match, "active", other) == ["3", "4", "5", "6"]


def test_ruling_3_5_at_least_one_is_set_aside() -> None:
    """After a throw a die is set aside, then more as one likes; only then the rest is thrown again."""
    match = throwing("2 3 5")
    assert "done" not in texts(match)
    match.play(match.moves[0])
    assert "done" in texts(match)


def test_ruling_3_5_an_added_die_is_the_one_set_aside() -> None:
    """The Guard's 2 is active and may be the only die that is set aside."""
    match = throwing("3 3 5", "", ["guard"])
    match.play("use guard")
    player = match.state.mover
    with_dice(match, "1 4 6")
    match.play("move 2")
    match.play("done")
    assert pieces_in(match, "kept", player) == ["2"] and pieces_in(match, "active", player) == ["1", "4", "6"]


def test_ruling_3_7_no_card_without_an_active_die() -> None:
    """When all dice are set aside rolling is over: no card can be used any more."""
    match = buying("4 4 2", ("guard", "artisan"))
    assert not any(text.startswith("use") for text in texts(match))


@pytest.mark.slow
def test_golden_rule_dice_set_aside_stay() -> None:
    """What was set aside never changes, whatever is used."""
    for seed in range(12):
        match, random = throwing("1 2 4", "6 6", ["fool", "maid", "sorcerer", "merchant"], seed), Random(seed)
        player, before = match.state.mover, Counter({"6": 2})
        turn = match.state.turn
        while match.state.turn == turn and pieces_in(match, "active", player):
            match.play(random.choice(list(match.moves)))
            now = Counter(pieces_in(match, "kept", player))
            if match.state.turn != turn:
                break
            assert not before - now
            before = now


def test_once_a_turn_each_card() -> None:
    """A card is used once in a turn; two fools are two uses."""
    match = throwing("1 2 4", "", ["fool", "fool"], players=3)
    for _ in range(2):
        match.play("use fool")
        while match.state.ability:
            match.play(match.moves[0])
    assert "use fool" not in texts(match)


def test_ruling_12_dice_a_thirteenth_adds_nothing() -> None:
    """With all twelve dice before the player no card adds another; it is not offered."""
    match = throwing("1 2 3 4 5 6", "1 2 3 4 5 6", ["guard", "sorcerer"])
    assert uses(match) == ["use sorcerer"]


# ------------------------------------------------------------------ buying


def test_ruling_8_one_result_may_fit_several_cards() -> None:
    """5-5-5 fits Farmer, Artisan and Guard; one is bought, and it may be declined."""
    match = buying("5 5 5")
    player = match.state.mover
    assert {"court", "nothing"} <= set(texts(match))
    match.play("court")
    assert set(texts(match)) == {"move fool", "move farmer", "move maid", "move artisan", "move guard"}
    match.play("move guard")
    assert pieces_in(match, "retinue", player) == ["guard"] and match.state.mover != player


def test_ruling_8_no_two_of_the_same_card() -> None:
    """What one has cannot be bought again; of Fools only when all one has are turned."""
    match = buying("5 5 5", ("guard", "fool"))
    match.play("court")
    assert set(texts(match)) == {"move farmer", "move maid", "move artisan"}
    match = buying("5 5 5", ("guard", "fool/down"))
    match.play("court")
    assert "move fool" in texts(match)


def test_section_5_the_charlatan_is_a_purchase() -> None:
    """Turning a Fool takes no card from the court, and ends the purchase of the turn."""
    match = buying("1 2 4", ("fool",), players=3)
    player, court = match.state.mover, len(pieces_in(match, "court"))
    match.play("charlatan")
    assert pieces_in(match, "retinue", player) == ["fool/down"] and len(pieces_in(match, "court")) == court
    assert match.state.mover != player


def test_section_5_a_turned_fool_has_no_power() -> None:
    """The Charlatan cannot be used as a Fool."""
    match = throwing("1 2 4", "", ["fool/down"])
    assert not uses(match)


def test_ruling_alchemist_with_two_dice() -> None:
    """Like the Philosopher: two active dice will do; with one nothing can be done."""
    match = throwing("2 5", "", ["alchemist"])
    assert len(uses(match)) == 1
    match = throwing("2", "5", ["alchemist"])
    assert uses(match) == []


# ------------------------------------------------------------------ rounds


def test_section_4_the_starter_goes_to_the_right() -> None:
    """A B C D, D A B C, C D A B: who has just played last plays twice running."""
    match, random = match_of(4, 3), Random(3)
    while len(match.state.movers) < 12 and not match.over:
        match.play(random.choice(list(match.moves)))
    first = match.state.movers[0]
    expected = [(first - i + step) % 4 for i in range(3) for step in range(4)]
    assert list(match.state.movers[:12]) == expected


# ------------------------------------------------------------------ the end


def taken(sides: str = "2 2 2 2 2 2 2", players: int = 4, seed: int = 1) -> Match:
    """The first mover has taken the King with this result."""
    match = buying(sides, players=players, seed=seed)
    match.play("crown")
    return match


def role(match: Match, name: str) -> int:
    """Who has a role."""
    return [own[name] for own in match.state.table.counters].index(1)


def test_section_6_the_king_may_be_left() -> None:
    """Seven equal dice may take the King or another card; six may not take him."""
    assert {"crown", "court", "nothing"} <= set(texts(buying("3 3 3 3 3 3 3")))
    assert "crown" not in texts(buying("3 3 3 3 3 3 4"))


def test_section_6_the_queen_comes_with_the_king() -> None:
    """Who takes the King gets the Queen; number and face of the equal dice are the record."""
    match = taken("2 2 2 2 2 2 2 2")
    player = role(match, "favorite")
    assert pieces_in(match, "retinue", player) == ["king", "queen"]
    assert match.state.table.counters[0]["record"] == 82


def test_section_6_nobody_else_takes_the_king_in_that_round() -> None:
    """The round goes on; seven equal dice of another player do not take him."""
    match = taken()
    lay(match, "active", "6", ask=False)
    lay(match, "kept", ["6", "6", "6", "6", "6", "6"])  # the last die is set aside at once
    assert "crown" not in texts(match) and "court" in texts(match)


def finale(match: Match) -> Match:
    """The match at the first turn of the final round."""
    while "nothing" in texts(match) or match.state.turn < 4:
        match.play("nothing" if "nothing" in texts(match) else match.moves[-1])
    return match


def test_section_6_the_last_round() -> None:
    """It begins with the right neighbor of the starter, leaves the Queen's owner out, who is last; nothing is bought."""
    match = finale(taken(players=4))
    movers, favorite = match.state.movers, role(match, "favorite")
    start = (movers[0] - 1) % 4
    order = [player for player in ((start + step) % 4 for step in range(4)) if player != favorite]
    while not match.over:
        match.play(match.moves[-1])
        assert not {"court", "charlatan", "crown", "nothing"} & set(texts(match))
    assert list(match.state.movers[4:]) == [*order, favorite]


def rank(match: Match, sides: str) -> None:
    """Let the mover of the final round end with this result."""
    while not any(text.startswith("move") for text in texts(match)):
        match.play("roll")
    *others, last = sides.split()
    turn = match.state.turn
    lay(match, "kept", others, ask=False)
    lay(match, "active", [last])  # the last die is moved at once where nothing else may be done
    if not match.over and match.state.turn == turn:
        match.play(f"move {last}")
    assert match.over or match.state.turn > turn


@pytest.mark.slow
@pytest.mark.parametrize(
    ("others", "last", "winner"),
    [
        (("1 1 1 1 1 1 1 1", "3 3 3 3 3 3 3 3", "5"), "4 4 4 4 4 4 4 4", "favorite"),  # the example of the rulebook
        (("1 1 1 1 1 1 1 1", "5", "5"), "1 1 1 1 1 1 1 1", "favorite"),  # an equal result is enough for the Queen
        (("2 2 2 2 2 2 2", "5", "5"), "5", "favorite"),  # an equal result does not beat: the earlier one stands
        (("3 3 3 3 3 3 3", "3 3 3 3 3 3 3", "5"), "5", 0),  # nor does it beat another challenger
        (("1 1 1 1 1 1 1 1", "6 6 6 6 6 6 6", "5"), "5", 0),  # eight 1s beat seven 6s
        (("3 3 3 3 3 3 3", "4 4 4 4 4 4 4", "5"), "5", 1),  # of as many dice the higher face
    ],
)
def test_section_6_who_wins(others: tuple[str, ...], last: str, winner: str | int) -> None:
    """More equal dice, then the higher face; the favorite needs only to equal. Who has the King at the end wins."""
    match = finale(taken(players=4))
    favorite, order = role(match, "favorite"), []
    for sides in (*others, last):
        order.append(match.state.mover)
        rank(match, sides)
    assert match.over and order[-1] == favorite
    wins = favorite if winner == "favorite" else order[int(winner)]
    assert match.winners() == [match.names[wins]]
    assert [len(set(pieces_in(match, "retinue", p)) & {"king"}) for p in range(4)] == [int(p == wins) for p in range(4)]


# ------------------------------------------------------------------ the example of the rulebook


@pytest.mark.slow
def test_section_7_the_worked_example() -> None:
    """The turn of the rulebook, with the guard where it says the artisan twice, is a record: 4-2-2-2-2 pays the hunter."""
    source = read_source(str(Path(__file__).parent / "king" / "the-worked-example.record.yaml"))
    assert isinstance(source, Source)
    report = Workspace().check(source)
    match = report.match
    assert match is not None and report.diagnostics == []
    thrown, kept = [], list[str]()
    for state in match.states:
        active = " ".join(pieces_in(match, "active", 0, state))
        thrown += [active] if active and thrown[-1:] != [active] else []
        kept = pieces_in(match, "kept", 0, state) or kept
    for throw in ("2 5 6", "3 3 5", "4 5 6", "2 3"):
        assert throw in thrown
    assert kept == ["2", "2", "2", "2", "4"]
    assert "hunter" in pieces_in(match, "retinue", 0)


# ------------------------------------------------------------------ random games under watch


def watch(match: Match) -> None:
    """Twelve dice, and as many cards as there are, each at one place."""
    table = match.state.table
    dice: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for grid in table.grids:
        for pile in grid.piles:
            assert len(pile) <= 1
            for piece in pile:
                code = match.game.kinds[piece >> 1].code
                if code.isdigit():
                    dice["die"] += 1
                else:
                    cards[code.removesuffix("/down")] += 1
    assert dice["die"] == 12 and cards == cards_for(len(match.names)) and not any(table.bag) and not any(table.gone)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games(players: int) -> None:
    """Whatever is played: nothing is lost or doubled, and nothing is bought that its result does not pay."""
    match, random = match_of(players, seed=players), Random(players)
    for step in range(260):
        if match.over:
            break
        move = random.choice(list(match.moves))
        before, mover = match.state, match.state.mover
        kept = tuple(int(side) for side in pieces_in(match, "kept", mover))
        match.play(move)
        _check_bought(match, before, mover, kept, str(move))
        if step % 5 == 0:
            watch(match)
    watch(match)
    assert replay(record_of(match), court().game, characters(), {}) == match


def _check_bought(match: Match, before: GameState, mover: int, kept: tuple[int, ...], move: str) -> None:
    """A card that has come to the mover is paid by the dice that were set aside, the last one too."""
    had = Counter(pieces_in(match, "retinue", mover, before))
    new = Counter(pieces_in(match, "retinue", mover)) - had
    for card in new:
        if card.endswith("/down"):
            assert move == "charlatan" and had["fool"]
        elif card == "queen":
            assert new["king"]
        elif (move.startswith("move") and move.split()[1] == card) or move in ("court", "crown"):
            assert PRICES[card](kept), (card, kept)


def test_more_dice_than_there_are_cannot_lie_anywhere() -> None:
    """A state has room for the pieces of the game, so a position with more is refused."""
    position = match_of().position()
    supply = parse_pool("1 " * 13, court().game)
    assert isinstance(supply, Board)
    with pytest.raises(InvalidStanding, match="there are 41 pieces on the table, but the game has only"):
        Match.at(replace(position, boards={**position.boards, "supply": supply}), characters())
