"""Positions of boards that grow, and puzzles about turns in which several players decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import fists
from command_line import run
from princess import match, moves, princess, scene, symbols, terrain_of
from small_games import game_of
from tilewright.design.contests import ContestOrder, new_contest
from tilewright.diagnostics import Diagnostics
from tilewright.expectimax.contest import Contest, contest_of
from tilewright.expectimax.moment import Moment, NoOdds, TooManyStates
from tilewright.expectimax.question import read_goal
from tilewright.files.positions import read_position
from tilewright.files.printing import print_moves_puzzle, print_position
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.source import Source
from tilewright.table.puzzles import MovesPuzzle

PUZZLES = sorted((princess().folder / "puzzles" / "moves").glob("*.puzzle.yaml"))
WORTH = "points + total size of areas where it is not a field and the player has the most followers in it"
RING = {(0, 0): "U", (0, 1): "E>", (1, 1): "V<", (1, 0): "U", (2, 0): "X", (2, 1): "U>"}


def walk(players: int) -> Match:
    """A small map on which a walk begins: the tile with the dragon's card has been placed, and nobody put down."""
    standing = {((0, 0), "road"): 0, ((2, 1), "road"): 1, ((2, 0), "field.1"): players - 1}
    made = scene({(0, 0): "U", (1, 0): "U", (2, 0): "X", (2, 1): "U>"}, "DA", standing, dragon=(1, 0), players=players)
    made.play(next(move for move in moves(made) if move.startswith("place")))
    while any(move.startswith("turn") for move in moves(made)):
        made.play(moves(made)[0])
    return made


def brute(made: Match, worth: str) -> tuple[int, ...]:
    """The same by going through every line, on the machine of the match itself."""
    goal = read_goal(worth, made.game)
    assert not isinstance(goal, list)
    machine, turn, players = made.machine, made.state.turn, len(made.names)

    def value(state: GameState) -> tuple[int, ...]:
        if state.over or state.turn != turn:
            env = [machine.evaluator.places_of(state.table, player) for player in range(players)]
            return tuple(machine.evaluator.number(state, goal.asked, own) for own in env)
        found = []
        for move in machine.moves_at(state):
            found.append(value(machine.applied(state, move)))
        me = state.player
        if players == 2:
            return max(found, key=lambda own: own[me] - own[1 - me])
        return max(found, key=lambda own: (own[me], -sum(own)))

    return value(made.state)


def lead(worths: Sequence[int]) -> int:
    """What the first of two players is ahead by."""
    return worths[0] - worths[1]


@pytest.mark.parametrize("players", [2, 3])
def test_best_play_is_what_going_through_all_lines_finds(players: int) -> None:
    """Minimax with pruning, and max^n with the ties broken as they are said to be, against plain recursion."""
    made = walk(players)
    goal = read_goal(WORTH, made.game)
    assert not isinstance(goal, list)
    found = Contest(Moment.of(made), goal.asked).solve(count=True)
    expected = brute(made, WORTH)
    assert (lead(found.best.worths), None) == (lead(expected), None) if players == 2 else found.best.worths == expected
    assert found.lines is not None and found.lines >= len(found.firsts) > 1


def test_a_line_of_best_play_is_played_by_the_machine() -> None:
    """The moves of the answer are legal in the game itself, and end the turn."""
    made = walk(2)
    goal = read_goal(WORTH, made.game)
    assert not isinstance(goal, list)
    found, turn = Contest(Moment.of(made), goal.asked).solve(), made.state.turn
    for text, player in zip(found.best.moves, found.best.players, strict=True):
        assert made.turn == player
        made.play(text)
    assert made.state.turn == turn + 1


def test_a_turn_that_chance_decides_is_refused() -> None:
    """In To Court the King dice are rolled within the turn."""
    from kings import match_of

    made = match_of()
    goal = read_goal("count of dice", made.game)
    assert not isinstance(goal, list)
    with pytest.raises(NoOdds, match="chance"):
        Contest(Moment.of(made), goal.asked).solve()


def test_a_game_that_hides_something_is_refused() -> None:
    """Coins in closed fists: whoever answers second would know what the first has."""
    made = fists.match_of()
    assert made.game.hides
    goal = read_goal("points", made.game)
    assert not isinstance(goal, list)
    with pytest.raises(NoOdds, match="fist-of-dragonstones has hidden information"):
        Contest(Moment.of(made), goal.asked)


def test_a_puzzle_about_a_game_that_hides_something_is_refused(tmp_path: Path) -> None:
    """`solve` says so where the file names the game."""
    file = tmp_path / "fists.puzzle.yaml"
    file.write_text(print_moves_puzzle(MovesPuzzle("Fists", fists.match_of().position(), "points", ("nothing",))))
    result = run("solve", str(file))
    assert result.exit_code == 1 and "fist-of-dragonstones has hidden information" in result.output


def test_a_turn_that_can_lead_back_to_where_it_began_has_too_many_states() -> None:
    """A turn that goes on until somebody has had enough, and another way to go on that changes nothing."""
    game = game_of(
        "game patience\n  players 2\n\n  counter points\n\n  part points\n    score points\n\n"
        "  course\n    for each player in turn\n      repeat until points > 0\n        choose one\n"
        "          option wait\n            gain 0 points\n          option take\n            gain 1 points\n\n"
        "  end at once if points > 5\n"
    )
    made = Match(game, ("Ada", "Bo"))
    goal = read_goal("points", game)
    assert not isinstance(goal, list)
    with pytest.raises(TooManyStates):
        Contest(Moment.of(made), goal.asked).solve()


# ------------------------------------------------------------------ positions


def test_a_position_of_a_map_is_read_as_it_was_printed() -> None:
    """Tiles, turns, what stands on tiles and on patches, and the first tile, after some turns at random."""
    made, random = match(3, seed=5), Random(5)
    while made.state.turn < 30:
        made.play(random.choice(list(made.moves)))
    position = made.position()
    source = Source("map.position.yaml", print_position(position))
    diagnostics = Diagnostics(source)
    again = read_position(source, princess().game, diagnostics)
    assert again is not None and not diagnostics.has_errors
    assert replace(again, game=position.game) == position
    assert Match.at(position, symbols()).position() == position
    assert len(position.figures) > 3 and position.first is not None
    known, laid = terrain_of(made.state), terrain_of(Match.at(position, symbols()).state)
    assert {known.where[s]: f for s, f in known.faces.items()} == {laid.where[s]: f for s, f in laid.faces.items()}


@pytest.mark.parametrize(
    ("map_", "figure", "message"),
    [
        ("D E", "", "E does not fit at 0,1"),
        ("D . U", "", "this tile does not touch any other"),
        ("D", "follower of Ada on 0,0 cloister", "there is no patch '0,0 cloister'"),
        ("D", "dragon on 0,0 city", "there is no figure on a patch like th"),
        ("D", "Ada on the road", "'Ada on the road' is not a figure on a patch"),
    ],
)
def test_a_map_that_cannot_be_is_reported_where_it_is(tmp_path: Path, map_: str, figure: str, message: str) -> None:
    """Tiles that do not fit or touch, and figures where none can stand."""
    figures = f"figures:\n  - {figure}\n" if figure else ""
    text = (
        "tilewright: position/2\ngame: princess-and-dragon\ncards: []\n"
        f"players:\n  - name: Ada\n    hand: .\n  - name: Bo\n    hand: .\ncountry: {map_}\n{figures}"
    )
    file = tmp_path / "map.position.yaml"
    file.write_text(text)
    result = run("check", str(file))
    assert result.exit_code == 1 and message in result.output


# ------------------------------------------------------------------ the puzzles of the pack


def test_there_are_twelve() -> None:
    """Walks of several players, and turns of one alone; each expects one best first move and names the command that made it."""
    texts = [file.read_text("utf-8") for file in PUZZLES]
    assert len(texts) == 12 and sum("--alone" in text for text in texts) == 6
    assert all("unique: true" in text and text.startswith("# tilewright puzzle new") for text in texts)


@pytest.mark.parametrize("alone", [False, True])
def test_a_new_puzzle_has_one_best_first_move(alone: bool) -> None:
    """What is made is solved as it expects, and the same random numbers make the same."""
    order = (
        ContestOrder(princess().game, symbols(), "points", 2, alone)
        if alone
        else ContestOrder(princess().game, symbols(), WORTH, 2)
    )
    made = new_contest(order, Random(7))
    assert made is not None and made == new_contest(order, Random(7))
    found = contest_of(made, symbols()).solve(count=True)
    assert found.is_unique and list(found.best.worths) == made.expect["worths"] and found.lines == made.expect["lines"]
    assert (len(set(found.best.players)) == 1) == alone


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("fist-of-dragonstones", "--worth", "points"), "fist-of-dragonstones has hidden information"),
        (("princess-and-dragon", "--worth", "points > 3"), "--worth must be a number; this is a condition"),
        (("princess-and-dragon", "--worth", "points", "--players", "6"), "is for 2 to 5 players, not 6"),
    ],
)
def test_impossible_orders_are_reported(options: tuple[str, ...], message: str) -> None:
    """Games that hide something, a condition instead of a number, and more players than the game is for."""
    result = run("puzzle", "new", "--kind", "moves", "--game", *options, "--seed", "1")
    assert result.exit_code == 2 and message in result.output


@pytest.mark.slow
@pytest.mark.parametrize("file", PUZZLES, ids=lambda file: file.name)
def test_puzzles_of_the_pack_are_solved_as_they_expect(file: Path) -> None:
    """Every puzzle of the pack says what its answer is, and solve finds that."""
    result = run("solve", str(file), "--check")
    assert result.exit_code == 0 and "as expected" in result.output
