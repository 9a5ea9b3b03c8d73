"""The second pack: another kind of game, from set-up to score, and its rulings one by one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest

import tilewright
from plays import moves
from relaid import relaid
from tilewright import Pack, Position, Puzzle
from tilewright.meaning.scoring import winners
from tilewright.play.match import Match
from tilewright.table.position import Player

GEAR = ("staff", "strap")
SIGHTS = ("climb", "medley", "twins", "vigil")


@cache
def cairns() -> Pack:
    """The pack."""
    return tilewright.load_pack("cairns")


def day(trail: str = ". . . . . . .", bag: str = "S1", bread: int = 2, gear: Iterable[str] = ()) -> Match:
    """A walk of one, at the start of a day; the bag has only the stones that are told."""
    game = cairns().game
    board = tilewright.parse_board(trail, game)
    position = Position(game, (Player("Ada", board, {"bread": bread}),))
    match = Match.at(position, [cairns().card(id) for id in gear])
    unknown = sum(stack.down for stack in board.stacks)  # nobody knows which these are: say, of the kind drawn first
    codes = [*bag.split(), *bag.split()[:1] * unknown]
    match.state.table.bag = [codes.count(kind.code) for kind in game.kinds]
    relaid(match)
    return match


def played(match: Match, *texts: str) -> Match:
    """The game after these moves."""
    for text in texts:
        match.play(text)
    return match


def trail(match: Match) -> str:
    """The trail in notation."""
    return repr(match.position().players[0].board)


def points(text: str, *cards: str, bread: int = 0) -> dict[str, int]:
    """What one trail is worth, part by part."""
    game = cairns().game
    player = Player("Ada", tilewright.parse_board(text, game), {"bread": bread})
    (found,) = tilewright.score(Position(game, (player,)), [cairns().card(id) for id in cards])
    return dict(found.parts)


# ------------------------------------------------------------------ whole games


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("gear", [(), GEAR], ids=["bare", "gear"])
def test_a_week_is_over_after_seven_days(players: int, gear: tuple[str, ...]) -> None:
    """Games end with the seventh day of all, on a table that can be, and no stone is lost."""
    pack = cairns()
    cards = [pack.card(id) for id in (*gear, *SIGHTS)]
    for seed in range(6):
        random, match = Random(seed), Match(pack.game, list("ABCD")[:players], cards, seed=seed)
        while not match.over:
            match.play(random.choice(match.moves))
            table = match.state.table
            stones = sum(len(pile) for grid in table.grids for pile in grid.piles)
            assert stones + sum(table.bag) + sum(table.gone) == pack.game.pieces
        position = match.position()
        assert not position.status()
        assert [player.counters["days"] for player in position.players] == [7] * players
        assert match.state.turn == 7 * players
        assert set(match.winners()) <= set("ABCD")


def test_a_walk_can_be_repeated_and_taken_back() -> None:
    """The same seed and moves give the same table, and undo leads back to the start."""
    pack = cairns()
    first, second = (Match(pack.game, ["Ada", "Bo"], seed=3) for _ in range(2))
    start, random = hash(first), Random(3)
    for _ in range(60):
        second.play(first.play(random.choice(first.moves)))
    assert first.position() == second.position()
    for _ in range(60):
        first.undo()
    assert hash(first) == start


@pytest.mark.slow
def test_compiled_rules_play_the_same_game() -> None:
    """The same moves are open, and lead to the same table, by the compiled rules and by the evaluator."""
    pack = cairns()
    cards = [pack.card(id) for id in GEAR]
    first, second = (Match(pack.game, ["Ada", "Bo"], cards, seed=8) for _ in range(2))
    second.machine.evaluator.compiled = False
    random = Random(8)
    while not first.over:
        assert moves(first) == moves(second)
        second.play(first.play(random.choice(first.moves)))
    assert second.over and first.position() == second.position()


# ------------------------------------------------------------------ which pack a text belongs to


@pytest.mark.parametrize(
    ("text", "pack", "code"),
    [
        ("sight new\n  score 1 for each stack\n", "cairns", None),
        ("dragon new\n  score 1 for each stack\n", "dragon-castle", None),
        ("gear new\n  ability\n    move a face-up stone to another space\n", "cairns", None),
        ("sigth new\n  score 1 for each stack\n", "cairns", "TW107"),
        ("dragn new\n  score 1 for each stack\n", "dragon-castle", "TW107"),
        ("card new\n  score 1 for each beacon\n", "cairns", "TW107"),
        ("card new\n  score 1 for each shrine\n", "dragon-castle", "TW107"),
        ("card new\n  score 1 for each stack\n", None, "TW406"),
    ],
)
def test_a_loose_card_belongs_to_a_game(text: str, pack: str | None, code: str | None) -> None:
    """Its first word decides, then a word near to it, then all others; else it is told that no game does."""
    report = tilewright.check_text(text)
    assert (report.pack.game.id if report.pack else None) == pack
    assert [problem.code for problem in report.diagnostics if problem.is_error] == ([code] if code else [])


# ------------------------------------------------------------------ rulings


def test_two_stones_of_one_weight_tear_the_sack() -> None:
    """All that was gathered is lost, and the act is over."""
    match = played(day(bag="G3 Q3 S3"), "gather", "more")
    assert trail(match) == ". . . . . . ."
    assert sum(match.state.table.gone) == 2
    assert moves(match) == ["gather", "rest"]


def test_what_was_gathered_in_time_is_placed_by_choice() -> None:
    """The player stops, and places the stones in any order."""
    match = played(day(bag="G3 Q4"), "gather", "more")
    assert set(moves(match)) == {"stone G3", "stone Q4"}
    played(match, "stone Q4", "place 1,2", "place 1,1")  # a single stone left needs no choice
    assert trail(match) == "G3 Q4 . . . . ."


def test_stones_bear_stones_only_where_moss_is_and_no_beacon() -> None:
    """Empty spaces and mossy stones without a beacon."""
    match = played(day("1 1* G1 2G2 . 3 2*", bag="S5"), "gather")
    while "done" in moves(match):
        match.play("done")
    assert moves(match) == ["place 1,1", "place 1,5", "place 1,6"]


def test_a_stone_without_a_site_is_lost() -> None:
    """On a trail with nothing but face-up stones and beacons."""
    match = played(day("G1 1* G3 G4 2* Q1 Q2", bag="S5"), "gather")
    while "done" in moves(match):
        match.play("done")
    assert trail(match) == "G1 1* G3 G4 2* Q1 Q2"
    assert sum(match.state.table.gone) == 1


def test_a_beacon_costs_bread_and_stands_on_moss() -> None:
    """Without bread, or without a mossy stone, there is nothing to light."""
    assert "light" in moves(day("2 . . . . . ."))
    assert "light" not in moves(day("2 . . . . . .", bread=0))
    assert "light" not in moves(day("2* G1 . . . . ."))
    match = played(day("2 . . . . . 1"), "light", "build 1,1")
    assert trail(match) == "2* . . . . . 1"


def test_rest_feeds_and_moss_grows_over_three_at_most() -> None:
    """One bread, and up to three stones are turned."""
    match = played(day("G1 G2 G3 G4 . . .", bread=0), "rest", "turn 1,1", "turn 1,2", "turn 1,4")
    assert trail(match) == "1 1 G3 1 . . ."
    assert match.state.table.counters[0]["bread"] == 1
    assert moves(match) == ["gather", "rest", "light"]


def test_with_the_strap_the_sack_bears_two_of_a_weight() -> None:
    """Two of one weight are kept, three tear the sack."""
    match = played(day(bag="G3 Q3", gear=["strap"]), "gather", "use strap", "more")
    assert set(moves(match)) >= {"stone G3", "stone Q3"}
    assert match.state.table.counters[0]["bread"] == 1
    match = played(day(bag="G3 Q3 S3", gear=["strap"]), "gather", "use strap", "more", "more")
    assert sum(match.state.table.gone) == 3


def test_the_strap_is_for_gathering_and_costs_bread() -> None:
    """It is offered only then, and not without bread."""
    assert "use strap" not in moves(day("G1 . . . . . .", gear=["strap"]))
    assert "use strap" not in moves(played(day(bag="G3 Q4", bread=0, gear=["strap"]), "gather"))


def test_the_staff_moves_a_stone() -> None:
    """To another space where stones may lie; what it leaves can bear another one."""
    match = played(day("1G5 . 1 1* G2 G3 G4", gear=["staff"]), "use staff", "move 1,1")
    assert {move.split()[1] for move in moves(match)} == {"1,2", "1,3"}
    played(match, "to 1,3")
    assert trail(match) == "1 . 1G5 1* G2 G3 G4"


# ------------------------------------------------------------------ scores


def test_scores_by_hand() -> None:
    """Each part counted on one trail."""
    found = points("S1 S3 1S4 1* G2 Q5 2*", *SIGHTS, bread=2)
    assert found == {
        "stones": 15,
        "beacons": 5,
        "veins": 3,
        "bread": 2,
        "climb": 2 * 2,
        "medley": 5 * 2 + 3,
        "twins": 5 - 2 + 0,
        "vigil": 6,
    }


def test_empty_trail() -> None:
    """Nothing lies there, nothing scores."""
    assert set(points(". . . . . . .", *SIGHTS).values()) == {0}


def test_a_tie_goes_to_the_tallest_cairn() -> None:
    """The position of the pack: 44 to 44."""
    folder = cairns().folder / "positions"
    report = tilewright.check_file(folder / "two-trails.position.yaml")
    (position,) = report.values
    assert isinstance(position, Position) and not report.diagnostics
    found = tilewright.score(position, [cairns().card(id) for id in position.cards])
    assert [score.total for score in found] == [44, 44]
    assert winners(position, found) == ["Ada"]


@pytest.mark.slow
def test_the_best_of_a_puzzle_by_trying_all() -> None:
    """All placements of the smaller puzzle, scored one by one: one is the best, and it is what is proved."""
    (puzzle,) = tilewright.check_file(cairns().folder / "puzzles" / "last-stones.puzzle.yaml").values
    assert isinstance(puzzle, Puzzle)
    words = repr(puzzle.board).split()
    open_ = [i for i, word in enumerate(words) if word == "." or word.isdigit()]
    found = {}
    for spaces in permutations(open_, len(puzzle.pieces)):
        placed = list(words)
        for space, code in zip(spaces, puzzle.pieces, strict=True):
            placed[space] = code if words[space] == "." else words[space] + code
        bare = [i for i, word in enumerate(placed) if word.isdigit()]
        for lit in (pair for count in range(3) for pair in combinations(bare, count)):
            text = " ".join(word + "*" if i in lit else word for i, word in enumerate(placed))
            found[text] = sum(points(text, "vigil", bread=1).values())
    assert max(found.values()) == puzzle.expect["score"]
    assert list(found.values()).count(max(found.values())) == 1
