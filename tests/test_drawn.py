"""Boards given by a picture of their lines: what is joined and in line, rules on them in every meaning, and nine men's morris by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

import tilewright
from cases import mostly_slow
from classics import EXAMPLES
from cpsat_random import Rules, arrangements, random_board, random_rule
from doc_examples import game_of
from kernel_games import match_of
from lint_random import Recorder, nodes
from lockstep import Lockstep
from test_hexagonal import yard
from test_kernel_questions import COURSE, assert_scores, blocks_game, lay
from test_lint_bounds import within
from test_work import Counting
from tilewright.core.walk import Extent
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.lowering import flow_of
from tilewright.kernel.table import empty_state
from tilewright.kernel.wasm.native import Native, compiled
from tilewright.lint.bounds import Bounds
from tilewright.meaning.batch import score_positions
from tilewright.meaning.exact import Exact, evaluate, exact_seat
from tilewright.meaning.scoring import points, scoring_rules
from tilewright.meaning.unrolled import Unrolled
from tilewright.meaning.work import work
from tilewright.play.match import Match
from tilewright.solver.solve import Solution, solve
from tilewright.table.board import Board, parse_board
from tilewright.table.drawn import Drawn, PictureFault, read_picture
from tilewright.table.position import Player, Position, Puzzle
from tilewright.tree.search import solve_match

STAR = r"""
o-o-o
|\|/|
o-o-o
|/|\|
o-o-o
""".strip().splitlines()
MORRIS = tilewright.load_pack(EXAMPLES / "nine-mens-morris").game
RINGS = [[(k, k), (k, 3), (k, 6 - k), (3, 6 - k), (6 - k, 6 - k), (6 - k, 3), (6 - k, k), (3, k)] for k in range(3)]
"""The spaces of nine men's morris, ring by ring, from the upper left corner on."""
MILLS = [{ring[i], ring[i + 1], ring[(i + 2) % 8]} for ring in RINGS for i in (0, 2, 4, 6)]
MILLS += [{ring[i] for ring in RINGS} for i in (1, 3, 5, 7)]
JOINED = {frozenset((ring[i], ring[(i + 1) % 8])) for ring in RINGS for i in range(8)}
JOINED |= {frozenset((RINGS[k][i], RINGS[k + 1][i])) for k in (0, 1) for i in (1, 3, 5, 7)}


def drawn(picture: list[str]) -> Drawn:
    """The board of a picture that is right."""
    found = read_picture(picture)
    assert isinstance(found, Drawn)
    return found


def test_the_board_of_nine_mens_morris() -> None:
    """Spaces, lines and distances are those of three rings joined at the middles of their sides."""
    board = next(place.drawn for place in MORRIS.boards if place.drawn is not None)
    at = {space: divmod(space, 7) for space in board.region("board")}
    assert sorted(at.values()) == sorted(space for ring in RINGS for space in ring)
    assert {frozenset((at[a], at[b])) for a in at for b in board.neighbors(a)} == JOINED
    assert sorted(sorted(at[space] for space in line) for line in board.lines("line")) == sorted(map(sorted, MILLS))
    assert {board.between(a, b) for a in at for b in at if {at[a], at[b]} == {(0, 0), (0, 6)}} == {(3,)}
    assert board.distance(0, 48) == 4
    assert board.distance(3, 24 - 7) == 2
    assert len(board.region("corner")) == 4


def test_a_star() -> None:
    """Diagonal lines join and count as lines."""
    board = drawn(STAR)
    assert board.neighbors(0) == (1, 3, 4)
    assert set(board.neighbors(4)) == {0, 1, 2, 3, 5, 6, 7, 8}
    assert board.neighbors(1, "diagonal") == ()
    assert {frozenset(line) for line in board.lines("slope")} == {frozenset({0, 4, 8}), frozenset({2, 4, 6})}
    assert len(board.lines("line")) == 8
    assert board.between(0, 8) == (4,)


@pytest.mark.parametrize(
    ("picture", "where", "words"),
    [
        (["o-o", "|", "o x"], (2, 2), "no sign"),
        (["o-o-"], (0, 3), "does not lead"),
        (["o-o o"], (0, 4), "no line leads"),
        ([""], (0, 0), "no spaces"),
    ],
)
def test_what_is_wrong_in_a_picture(picture: list[str], where: tuple[int, int], words: str) -> None:
    """It is said at the sign."""
    found = read_picture(picture)
    assert isinstance(found, PictureFault)
    assert (found.row, found.column) == where
    assert words in found.message


def test_notation_of_missing_spaces() -> None:
    """A board with missing spaces is read as it is written; where there is no space nothing can stand."""
    place = next(place for place in MORRIS.boards if place.drawn is not None)
    row = "- - B . . - -"
    text = [". - - . - - W", "- . - . - . -", row, ". . . - . . .", row, "- . - . - . -", ". - - . - - ."]
    found = parse_board("\n".join(text), MORRIS, place)
    assert isinstance(found, Board)
    assert found.lines().splitlines() == text
    assert parse_board(repr(found), MORRIS, place) == found
    wrong = parse_board("\n".join([". . - . - - W", *text[1:]]), MORRIS, place)
    assert isinstance(wrong, list)
    assert [(one.row, one.column, one.message) for one in wrong] == [(0, 1, "there is no space here")]


@pytest.mark.parametrize("seed", mostly_slow(range(40), 4))
def test_random_rules_come_to_the_same(seed: int) -> None:
    """By the exact arithmetic, compiled functions, many boards at once and the compiled game; within the claimed bounds and work."""
    rng, board = Random(seed), drawn(STAR)
    place = replace(yard().boards[0], rows=3, columns=3, drawn=board)
    game = replace(yard(), boards=(place,))
    played = replace(blocks_game((3, 3)), boards=(place,))
    layout = StateLayout(flow_of(played, COURSE, ()), played, 2, {"yard": board})
    rules = {f"rule {i}": rng.choice([random_rule, lambda own: Rules(own).about(4)])(rng) for i in range(4)}
    native, interpreter = Native(compiled(layout, rules)), Interpreter(layout)
    stacks = [[replace(random_board(rng, 3, 3), geometry=board) for _ in range(2)] for _ in range(4)]
    for boards in stacks:
        state = empty_state(layout)
        for player, own in enumerate(boards):
            lay(state, player, own)
        native.load(state)
        assert_scores(interpreter, state, native, rules)
    positions = [
        Position(game, tuple(Player(str(i), own, {"coins": 2}) for i, own in enumerate(two))) for two in stacks
    ]
    for rule in rules.values():
        exact = [[evaluate(rule, one, seat) for seat in range(2)] for one in positions]
        assert score_positions([rule], positions)[:, :, 0].tolist() == exact
        assert [[own["rule"] for own in points(one, {"rule": rule})] for one in positions] == exact
        watched, bounds = nodes(rule), Bounds(game, nodes(rule))
        bounds.number(rule, {}, 0)
        for one in positions:
            recorder = Recorder(one)
            counting = Counting(Unrolled(Exact(), [exact_seat(player, game) for player in one.players]))
            recorder.number(rule, {}, 0)
            recorder.number(rule, {}, 1)
            for node in watched:
                within(bounds.found[node], recorder.found.get(node, set()), node)
            counting.number(rule, {}, 0)
            assert counting.steps <= work(
                rule, Extent(3, 3, max(own.board.height for own in one.players), 2, touching=8)
            )


def test_the_compiled_game_is_the_interpreted_one() -> None:
    """Each state of random games of nine men's morris, byte for byte."""
    pack = tilewright.load_pack(EXAMPLES / "nine-mens-morris")
    for seed in range(2):
        match = match_of(pack, [], seed)
        random, both = Random(seed), Lockstep(match)
        while both.stop.status == Status.CHOICE:
            both.play(random.choice(list(match.moves)))


# ------------------------------------------------------------------ nine men's morris by hand

Space = tuple[int, int]


class ByHand:
    """The men on the board, and what can be done with them."""

    def __init__(self) -> None:
        self.men: dict[Space, int] = {}
        self.left, self.mover, self.quiet = [9, 9], 0, 0

    def own(self, player: int) -> list[Space]:
        return sorted(space for space, owner in self.men.items() if owner == player)

    def milled(self, space: Space) -> bool:
        owner = self.men[space]
        return any(space in mill and all(self.men.get(one) == owner for one in mill) for mill in MILLS)

    def goals(self, player: int, man: Space) -> list[Space]:
        """Where a man can go."""
        free = [space for ring in RINGS for space in ring if space not in self.men]
        jumps = len(self.own(player)) == 3
        return sorted(space for space in free if jumps or frozenset((space, man)) in JOINED)

    def walkers(self, player: int) -> list[Space]:
        return [man for man in self.own(player) if self.goals(player, man)]

    def victims(self) -> list[Space]:
        theirs = self.own(1 - self.mover)
        return [man for man in theirs if not self.milled(man)] or theirs

    def lost(self, player: int) -> bool:
        return not self.left[player] and (len(self.own(player)) < 3 or not self.walkers(player))


@pytest.mark.parametrize("seed", mostly_slow(range(30), 5))
def test_nine_mens_morris_by_hand(seed: int) -> None:
    """Each list of moves and the result of a random game are those of rules written by hand."""
    match, random, hand, asked = Match(MORRIS, ["Ada", "Bo"], seed=seed), Random(seed), ByHand(), Counter[str]()

    def pick(spaces: list[Space], verb: str) -> Space:
        found = random.choice(spaces)
        if len(spaces) > 1:
            asked[verb] += 1
            written = {str(move).split(" (")[0]: move for move in match.moves}
            wanted = {f"{verb} {row + 1},{column + 1}": (row, column) for row, column in spaces}
            assert (match.turn, sorted(written)) == (hand.mover, sorted(wanted))
            match.play(str(written[next(words for words, space in wanted.items() if space == found)]))
        return found

    while True:
        hand.quiet += 1
        if hand.left[hand.mover]:
            goal = pick(sorted(space for ring in RINGS for space in ring if space not in hand.men), "choose")
            hand.left[hand.mover] -= 1
        else:
            man = pick(hand.walkers(hand.mover), "choose")
            goal = pick(hand.goals(hand.mover, man), "choose")
            del hand.men[man]
        hand.men[goal] = hand.mover
        if hand.milled(goal):
            del hand.men[pick(hand.victims(), "move")]
            hand.quiet = 0
        hand.mover = 1 - hand.mover
        if hand.lost(hand.mover) or hand.quiet == 60:
            break
        assert not match.over
    assert match.over
    assert asked["move"]
    assert match.winners() == (["Ada", "Bo"] if not hand.lost(hand.mover) else [["Ada", "Bo"][1 - hand.mover]])


def test_a_threat_to_two_mills_wins() -> None:
    """It is proved that a player who threatens two mills at once beats three men."""
    (position,) = tilewright.check_file(EXAMPLES / "nine-mens-morris/positions/last-men.position.yaml").tables
    assert isinstance(position, Position)
    assert solve_match(Match.at(position)).values == (1, -1)


GAPS = """game gaps
  players 1

  piece stone
    color red R copies 9
    color blue B copies 9
    identity face
    place where it is empty

  board net
    of each player
    lines
      "o---o---o"
      "|   |    "
      "o   o---o"
      "|       |"
      "o-------o"

  cards goal that score

  part groups
    score largest size of groups of stones with the same color
    score 2 for each run of blues
    score count of spaces where it is empty
"""


def test_the_best_arrangement_on_a_board_with_gaps() -> None:
    """What is proved best is the best of all ways to place stones; no stone lies where there is no space."""
    game, _ = game_of(GAPS)
    assert game is not None
    board = parse_board(". . . | . R . | . - .", game)
    assert isinstance(board, Board)
    assert [space for space in range(9) if space not in board.geometry.region("board")] == [7]
    task = Puzzle(game, "", board, (), ("R", "B", "B"))
    rules = scoring_rules(game, [])
    start = task.start()
    every = {
        points(replace(start, players=(replace(start.players[0], board=one),)), rules)[0]["groups"]
        for one in arrangements(task)
    }
    answer = solve(task, rules, workers=1)
    assert isinstance(answer, Solution)
    assert (answer.status, answer.score) == ("optimal", max(every))
    assert len(every) > 2
