"""The small games of `examples/` that OpenSpiel does not have, and Breakthrough: played against rules and scores written by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random
from xml.etree import ElementTree

import pytest

import tilewright
from classics import EXAMPLES
from native_lockstep import play_natively
from tilewright.cli.commands.show import pictures_of_match
from tilewright.play.bots import bots_of_game
from tilewright.play.match import Match
from tilewright.sim.health import measure_game
from tilewright.sim.simulation import PreparedStart, Series, Start
from tilewright.table.board import Board
from tilewright.table.position import Position
from tilewright.tree.search import solve_match

SHELF = (
    "beds",
    "breakthrough",
    "combs",
    "dowsers",
    "herd",
    "mill",
    "nine-mens-morris",
    "peddlers",
    "picnic",
    "polders",
    "reversi",
    "ridges",
    "shires",
    "tesserae",
)
RARE = ("combs", "nine-mens-morris")
"""Those with a statement that chance hardly comes to: four in a line before three; all men in mills."""
MAIN = {"dowsers": "basin", "herd": "", "mill": "town", "peddlers": "hand", "picnic": "blanket", "ridges": "camp"}
"""The first pool of each player."""
NAMES = ["Ada", "Bo", "Cy", "Di"]


def new_match(name: str, players: int = 2, seed: int = 0) -> Match:
    """A game of `examples/` at its beginning."""
    return Match(tilewright.load_pack(EXAMPLES / name).game, NAMES[:players], seed=seed)


def pool(match: Match, player: int, name: str) -> list[str]:
    """The codes of what lies in a pool of a player."""
    own = match.position().players[player]
    return codes(own.board if name == MAIN[match.game.id] else own.pools.get(name))


def codes(board: Board | None) -> list[str]:
    """The codes of what lies in a pool; one that is empty is not in a position."""
    return [] if board is None else [repr(stack) for row in board.rows() for stack in row]


@pytest.mark.parametrize("name", SHELF)
def test_random_games_end(name: str) -> None:
    """They end for every number of players, alike in the compiled game and the interpreter, with something to choose."""
    low, high = tilewright.load_pack(EXAMPLES / name).game.players
    for players in range(low, high + 1):
        match = new_match(name, players, seed=players)
        decisions, listed = play_natively(match, players, 5000)
        assert 5 < decisions < 5000
        assert listed > decisions


@pytest.mark.parametrize("name", SHELF)
def test_bots_play_it_and_it_is_drawn(name: str) -> None:
    """A bot that looks ahead plays it to its end; what lies on the table is a picture with the names of its kinds of places."""
    match = new_match(name, seed=5)
    bots = bots_of_game(("uct:10", "random"), 5)
    while not match.over:
        match.play(bots[match.turn].choose(match.view()))
    assert match.winners() and not match.stalled
    drawn = ElementTree.fromstring(tilewright.svg(pictures_of_match(match, None)))
    assert len(list(drawn.iter())) > 20


@pytest.mark.parametrize("name", [name for name in SHELF if name not in RARE])
def test_every_line_is_used(name: str) -> None:
    """In some of ten random games each statement has its part."""
    pack = tilewright.load_pack(EXAMPLES / name)
    series = Series(PreparedStart(name, Start(pack.game)), ("random", "random"), seed=1)
    never = [set(measure_game(series, 0, number).never) for number in range(1, 11)]
    assert set.intersection(*never) == set()


# ------------------------------------------------------------------ Breakthrough

Field = list[list[int]]
"""0 is empty; 1 black, which moves down; 2 white."""


def steps(field: Field, side: int) -> dict[str, list[tuple[str, tuple[int, int], tuple[int, int]]]]:
    """The steps of a side by the men that make them."""
    down, found = 1 if side == 1 else -1, dict[str, list[tuple[str, tuple[int, int], tuple[int, int]]]]()
    size = len(field)
    for row in range(size):
        for column in range(size):
            for across in (-1, 0, 1):
                to, at = row + down, column + across
                if field[row][column] == side and 0 <= to < size and 0 <= at < size:
                    there = field[to][at]
                    if there == 0 or (across and there != side):
                        step = (f"choose {to + 1},{at + 1}", (row, column), (to, at))
                        found.setdefault(f"choose {row + 1},{column + 1}", []).append(step)
    return found


def test_breakthrough_by_hand() -> None:
    """Each list of moves, each capture and the end of random games are those of rules written by hand."""
    for seed in range(15):
        match, random, side = new_match("breakthrough", seed=seed), Random(seed), 1
        field: Field = [[1] * 6, [1] * 6, [0] * 6, [0] * 6, [2] * 6, [2] * 6]
        while True:
            men = steps(field, side)
            if len(men) > 1:
                assert sorted(map(str, match.moves)) == sorted(men)
            man = random.choice(sorted(men))
            if len(men) > 1:
                match.play(man)
            targets = sorted(men[man])
            if len(targets) > 1:
                assert sorted(map(str, match.moves)) == [text for text, _, _ in targets]
            text, (row, column), (to, at) = random.choice(targets)
            if len(targets) > 1:
                match.play(text)
            field[row][column], field[to][at] = 0, side
            if to in (0, 5) or not any(3 - side in line for line in field):
                break
            side = 3 - side
            assert not match.over
        assert match.over
        assert match.winners() == [NAMES[side - 1]]


@pytest.mark.slow
def test_breakthrough_on_a_small_board_is_solved() -> None:
    """On 4 by 4 the second player wins, as best play by hand has it."""

    @cache
    def wins(field: tuple[tuple[int, ...], ...], side: int) -> bool:
        for own in steps([list(row) for row in field], side).values():
            for _, (row, column), (to, at) in own:
                then = [list(line) for line in field]
                then[row][column], then[to][at] = 0, side
                if to in (0, 3) or not any(3 - side in line for line in then):
                    return True
                if not wins(tuple(map(tuple, then)), 3 - side):
                    return True
        return False

    (position,) = tilewright.check_file(EXAMPLES / "breakthrough/positions/four-by-four.position.yaml").tables
    assert isinstance(position, Position)
    assert solve_match(Match.at(position)).values == (-1, 1)
    assert not wins(((1,) * 4, (1,) * 4, (2,) * 4, (2,) * 4), 1)


# ------------------------------------------------------------------ Combs

AXES = [(0, 1), (1, 0), (1, -1)]


def longest_line(own: frozenset[tuple[int, int]]) -> int:
    """The longest straight line of hexagons, each beside the next."""
    found = 0
    for row, column in own:
        for down, across in AXES:
            length = 1
            while (row + length * down, column + length * across) in own:
                length += 1
            found = max(found, length)
    return found


def won(own: frozenset[tuple[int, int]], mover: int) -> int | None:
    """Who has won when a player has put a bee: with four in a line that player, with three the other one."""
    line = longest_line(own)
    return mover if line >= 4 else 1 - mover if line == 3 else None


def test_combs_by_hand() -> None:
    """Random games last as long, and are won by the same player, as by rules written by hand."""
    for seed in range(20):
        match, random, bees = (
            new_match("combs", seed=seed),
            Random(seed),
            (set[tuple[int, int]](), set[tuple[int, int]]()),
        )
        winner, mover = None, 0
        while winner is None and not match.over:
            free = [(r, c) for r in range(5) for c in range(5) if (r, c) not in bees[0] | bees[1]]
            assert sorted(map(str, match.moves)) == sorted(f"to {r + 1},{c + 1}" for r, c in free)
            row, column = random.choice(free)
            match.play(f"to {row + 1},{column + 1}")
            bees[mover].add((row, column))
            winner, mover = won(frozenset(bees[mover]), mover), 1 - mover
        assert match.over
        assert match.winners() == (NAMES[:2] if winner is None else [NAMES[winner]])


def test_combs_on_a_small_board_is_solved() -> None:
    """On 3 by 3 it is a draw, as best play by hand has it; on 4 by 4 the first player wins."""

    @cache
    def best(first: frozenset[tuple[int, int]], second: frozenset[tuple[int, int]]) -> int:
        """What the first player can reach: 1, 0 or -1."""
        mover = len(first) - len(second)  # 0 is the first player's turn
        values = []
        for space in [(r, c) for r in range(3) for c in range(3) if (r, c) not in first | second]:
            after = (first | {space}, second) if mover == 0 else (first, second | {space})
            winner = won(after[mover], mover)
            values.append(best(*after) if winner is None else 1 - 2 * winner)
        return (max, min)[mover](values, default=0)

    for name, value in (("three-by-three", best(frozenset(), frozenset())), ("four-by-four", 1)):
        (position,) = tilewright.check_file(EXAMPLES / f"combs/positions/{name}.position.yaml").tables
        assert isinstance(position, Position)
        assert solve_match(Match.at(position)).values == (value, -value)


# ------------------------------------------------------------------ Tesserae

PRINT = ("BGR", "RBG", "GRB")


def run_points(wall: dict[tuple[int, int], str], space: tuple[int, int]) -> int:
    """One less than the size of each line of stones through a space."""
    found = 0
    for down, across in ((0, 1), (1, 0)):
        reach = 0
        for side in (1, -1):
            at = space[0] + side * down, space[1] + side * across
            while at in wall:
                reach, at = reach + 1, (at[0] + side * down, at[1] + side * across)
        found += reach
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_tesserae_by_hand(players: int) -> None:
    """What is offered, what is set where, and the points of random games are those of rules written by hand."""
    match, random = new_match("tesserae", players, seed=players), Random(players)
    walls, points = [dict[tuple[int, int], str]() for _ in range(players)], [0] * players
    mover, plates = 0, dict[tuple[int, int], str]()

    def pick(spaces: list[tuple[int, int]]) -> tuple[int, int]:
        found = random.choice(spaces)
        if len(spaces) > 1:
            written = {str(move).split(" (")[0]: str(move) for move in match.moves}
            assert (match.turn, sorted(written)) == (mover, sorted(f"choose {r + 1},{c + 1}" for r, c in spaces))
            match.play(written[f"choose {found[0] + 1},{found[1] + 1}"])
        return found

    while True:
        if not plates:
            drawn = match.position().boards["plates"]
            plates = {divmod(i, 3): repr(stack) for i, stack in enumerate(drawn.stacks)}
        row, column = pick(sorted(plates))
        color = plates[row, column]
        taken = [space for space, code in plates.items() if space[0] == row and code == color]
        plates = {space: code for space, code in plates.items() if space not in taken}
        for _ in taken:
            wall = walls[mover]
            goals = [(r, c) for r in range(3) for c in range(3) if PRINT[r][c] == color and (r, c) not in wall]
            if goals:
                goal = pick(goals)
                wall[goal] = color
                points[mover] += 1 + run_points(wall, goal)
            else:
                points[mover] = max(0, points[mover] - 1)
        mover = (mover + 1) % players
        if not mover and max(map(len, walls)) >= 8:
            break
    assert match.over
    rows = [3 * sum(all((r, c) in wall for c in range(3)) for r in range(3)) for wall in walls]
    assert [score.total for score in match.scores()] == [own + more for own, more in zip(points, rows, strict=True)]


def test_the_last_plate_of_tesserae_is_solved() -> None:
    """It is proved that the second player wins from a position near the end."""
    (position,) = tilewright.check_file(EXAMPLES / "tesserae/positions/last-plate.position.yaml").tables
    assert isinstance(position, Position)
    assert solve_match(Match.at(position)).values == (-1, 1)


# ------------------------------------------------------------------ Reversi

WAYS = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if (down, across) != (0, 0)]


def turned_over(discs: dict[tuple[int, int], int], space: tuple[int, int], mover: int) -> list[tuple[int, int]]:
    """The discs of the other player between a space and the next disc of the mover, each way."""
    found = list[tuple[int, int]]()
    for down, across in WAYS:
        way, at = list[tuple[int, int]](), (space[0] + down, space[1] + across)
        while discs.get(at) == 1 - mover:
            way.append(at)
            at = at[0] + down, at[1] + across
        found += way if discs.get(at) == mover else []
    return found


def test_reversi_by_hand() -> None:
    """Each list of moves, what is turned over, who passes and the result of random games are those of rules written by hand."""
    passes = 0
    for seed in range(8):
        match, random, mover, passed = new_match("reversi", seed=seed), Random(seed), 0, 0
        discs = {(3, 4): 0, (4, 3): 0, (3, 3): 1, (4, 4): 1}
        while passed < 2:
            empty = [(row, column) for row in range(8) for column in range(8) if (row, column) not in discs]
            moves = {space: over for space in empty if (over := turned_over(discs, space, mover))}
            passed = 0 if moves else passed + 1
            if moves:
                written = {f"choose {row + 1},{column + 1}": (row, column) for row, column in moves}
                space = random.choice(sorted(moves))
                if len(moves) > 1:
                    assert (match.turn, sorted(map(str, match.moves))) == (mover, sorted(written))
                    match.play(next(text for text, at in written.items() if at == space))
                discs |= dict.fromkeys([space, *moves[space]], mover)
            else:
                passes += 1
            mover = 1 - mover
        counts = [sum(disc == player for disc in discs.values()) for player in range(2)]
        assert match.over
        assert [score.total for score in match.scores()] == counts
    assert passes > 16, "somebody has to pass before the end of a game"


@pytest.mark.slow
def test_reversi_on_a_small_board_is_solved() -> None:
    """On 4 by 4 the second player wins: best play by hand, without the engine, gives as many points as are proved."""

    @cache
    def best(discs: frozenset[tuple[tuple[int, int], int]], mover: int, passed: bool) -> int:
        """The difference that the mover can reach."""
        lying = dict(discs)
        empty = [(row, column) for row in range(4) for column in range(4) if (row, column) not in lying]
        moves = {space: over for space in empty if (over := turned_over(lying, space, mover))}
        if not moves:
            own = sum(1 if disc == mover else -1 for disc in lying.values())
            return own if passed else -best(discs, 1 - mover, True)
        after = (frozenset((lying | dict.fromkeys([space, *over], mover)).items()) for space, over in moves.items())
        return max(-best(then, 1 - mover, False) for then in after)

    begin = {(1, 2): 0, (2, 1): 0, (1, 1): 1, (2, 2): 1}
    (position,) = tilewright.check_file(EXAMPLES / "reversi/positions/four-by-four.position.yaml").tables
    assert isinstance(position, Position)
    found, by_hand = solve_match(Match.at(position), points=True), best(frozenset(begin.items()), 0, False)
    assert (found.low, found.high) == (by_hand, by_hand)
    assert by_hand == -8


# ------------------------------------------------------------------ scores by hand


def ended(name: str, players: int, seed: int) -> Match:
    """A random game at its end."""
    match, random = new_match(name, players, seed), Random(seed)
    while not match.over:
        match.play(random.choice(list(match.moves)))
    return match


@pytest.mark.parametrize("seed", range(4))
def test_the_score_of_a_picnic(seed: int) -> None:
    """Eight dishes each; three cheeses pay 10, two apples 5, cakes 1, 3, 6, 10, 15, most bread 6, ties included."""
    match = ended("picnic", 2 + seed % 3, seed)
    dishes = [Counter(pool(match, player, "blanket")) for player in range(len(match.names))]
    assert [sum(own.values()) for own in dishes] == [8] * len(dishes)
    most = max(own["B"] for own in dishes)
    for own, score in zip(dishes, match.scores(), strict=True):
        cakes = (0, 1, 3, 6, 10, 15)[min(own["K"], 5)]
        bread = 6 if own["B"] == most > 0 else 0
        assert score.total == own["C"] // 3 * 10 + own["A"] // 2 * 5 + cakes + bread


def test_dishes_are_passed_to_the_left() -> None:
    """What the first player does not take is in the hand of the left neighbor next."""
    match = new_match("picnic", 3, seed=3)
    before = [Counter(pool(match, player, "basket")) for player in range(3)]
    taken = list[tuple[int, str]]()
    while len(taken) < 3:
        move = match.moves[0]
        taken.append((match.turn, str(move).split()[-1]))
        match.play(move)
    assert [player for player, _ in taken] == [0, 1, 2]
    for player, code in taken:
        assert Counter(pool(match, (player + 1) % 3, "basket")) == before[player] - Counter([code])
        assert code in pool(match, player, "blanket")


@pytest.mark.parametrize("seed", range(4))
def test_the_score_of_a_shire(seed: int) -> None:
    """Each stretch of a land, found by a flood, pays its size times its crowns."""
    match = ended("shires", 2 + seed % 3, seed)
    for player, score in enumerate(match.scores()):
        rows = match.position().players[player].board.rows()
        land = {(r, c): repr(stack) for r, row in enumerate(rows) for c, stack in enumerate(row)}
        assert all(len(code) == 2 for code in land.values())
        total, left = 0, set(land)
        while left:
            start = left.pop()
            area, todo = {start}, [start]
            while todo:
                r, c = todo.pop()
                near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
                same = {at for at in near if land[at][0] == land[start][0]}
                left -= same
                area |= same
                todo += same
            total += len(area) * sum(int(land[at][1]) for at in area)
        assert score.total == total


def test_the_coins_of_a_mill() -> None:
    """Each turn gains a coin and the yield of the town; a work costs its price and is offered only if it can be paid."""
    price, income = {"W": 2, "M": 5, "I": 7, "H": 11}, {"W": 1, "M": 2, "I": 1, "H": 0}
    fame = {"W": 0, "M": 1, "I": 4, "H": 9}
    match, random = new_match("mill", 2, seed=4), Random(4)
    coins, towns, begun = [2, 2], [Counter[str](), Counter[str]()], -1
    while not match.over:
        while begun < match.state.turn:  # turns without a choice pass by unasked
            begun += 1
            seat = begun % 2
            coins[seat] += 1 + sum(income[code] * count for code, count in towns[seat].items())
        mover, texts = match.state.mover, {str(move) for move in match.moves}
        left = {code for code, count in Counter(codes(match.position().boards["market"])).items() if count}
        assert match.position().players[mover].counters["coins"] == coins[mover]
        payable = {code for code in left if price[code] <= coins[mover]}
        assert texts in ({"build", "save"}, {f"choose {code}" for code in payable})
        assert payable
        before = Counter(pool(match, mover, "town"))
        match.play(random.choice(list(match.moves)))
        bought = Counter(pool(match, mover, "town")) - before
        coins[mover] -= sum(price[code] for code in bought)
        towns[mover] += bought
    for own, score in zip(towns, match.scores(), strict=True):
        assert score.total == sum(fame[code] * count for code, count in own.items())


def test_ridges_are_climbed_by_the_rules() -> None:
    """A climb touches three ridges at most; steps in camps are fewer than a ridge is long; three ridges win at once."""
    lengths = {2: 2, 3: 2, 4: 3, 5: 3, 6: 4, 7: 4, 8: 4, 9: 3, 10: 3, 11: 2, 12: 2}
    for seed in range(4):
        match, random = new_match("ridges", 2 + seed % 2, seed), Random(seed)
        while not match.over:
            climb = set(codes(match.position().boards.get("climb")))
            assert len(climb) <= 3
            for player in range(len(match.names)):
                steps_there = Counter(int(code[1:]) for code in pool(match, player, "camp"))
                assert all(count < lengths[number] for number, count in steps_there.items())
            match.play(random.choice(list(match.moves)))
        assert sorted(score.total for score in match.scores())[-2] < 3 <= max(score.total for score in match.scores())


# ------------------------------------------------------------------ Herd


class Meadow:
    """Herd by hand: rows of cows, what is chosen, what each player has to count."""

    def __init__(self, rows: list[list[int]], players: int) -> None:
        self.rows, self.strays = rows, [0] * players

    def fits(self, cow: int) -> list[int]:
        """The row whose last cow is next below; all rows if there is none."""
        below = [row for row in self.rows if row[-1] < cow]
        return [self.rows.index(max(below, key=lambda row: row[-1]))] if below else [0, 1, 2, 3]

    def put(self, player: int, cow: int, row: int) -> None:
        """A cow goes to a row; it may send those there to the barn."""
        if len(self.rows[row]) == 5 or self.rows[row][-1] > cow:
            self.strays[player] += len(self.rows[row])
            self.rows[row] = []
        self.rows[row].append(cow)


def rows_of(match: Match) -> list[list[int]]:
    """The cows of the meadow."""
    rows = match.position().boards["meadow"].rows()
    return [[int(repr(stack)[1:]) for stack in row if repr(stack) != "."] for row in rows]


def test_a_herd_by_hand() -> None:
    """Cows are put in the order of their numbers, rows are taken and counted as by hand, for two to four players."""
    taken = 0
    for seed in range(9):
        players = 2 + seed % 3
        match, random = new_match("herd", players, seed), Random(seed)
        meadow = Meadow(rows_of(match), players)
        hands = [{int(code[1:]) for code in pool(match, player, "hand")} for player in range(players)]
        for left in range(8, 0, -1):
            chosen = [0] * players
            for player in range(players):
                if left == 1:  # the last cow is played unasked
                    (chosen[player],) = hands[player]
                    continue
                assert match.turn == player
                assert {str(move) for move in match.moves} == {f"pick C{cow}" for cow in hands[player]}
                move = random.choice(list(match.moves))
                chosen[player] = int(str(move).removeprefix("pick C"))
                hands[player].remove(chosen[player])
                match.play(move)
            for cow, player in sorted((cow, player) for player, cow in enumerate(chosen)):
                rows = meadow.fits(cow)
                row = rows[0]
                if len(rows) > 1:
                    assert match.turn == player
                    assert [str(move) for move in match.moves] == [f"choose {at + 1},1" for at in rows]
                    row, taken = random.choice(rows), taken + 1
                    match.play(f"choose {row + 1},1")
                meadow.put(player, cow, row)
            if left != 2:  # the last cows are put unasked after that
                assert rows_of(match) == meadow.rows
        assert match.over
        assert [score.total for score in match.scores()] == [-count for count in meadow.strays]
    assert taken > 5


# ------------------------------------------------------------------ Proofs

PROOFS = {
    "picnic/positions/last-dishes": (-1, 1),
    "herd/positions/last-cows": (-1, 1),
    "dowsers/positions/last-water": (0, 0),
    "peddlers/positions/last-ship": (1, -1),
    "polders/positions/last-strips": (1, -1),
}
"""Positions near the end with who wins, where all see everything."""


def test_the_last_halls_of_mill_are_solved() -> None:
    """The second player wins; the proved line, played, ends so. (A player may save for ever, so not every line can be tried.)"""
    (position,) = tilewright.check_file(EXAMPLES / "mill/positions/last-halls.position.yaml").tables
    assert isinstance(position, Position)
    assert solve_match(Match.at(position)).values == (-1, 1)
    match = Match.at(position)
    for move in ("build", "choose W", "build", "choose H", "build", "choose H", "build", "choose M"):
        match.play(move)
    assert match.over
    assert match.winners() == ["Bo"]


def test_polders_half_way_is_solved() -> None:
    """On boards of the usual size Ada comes out 3 points ahead."""
    (position,) = tilewright.check_file(EXAMPLES / "polders/positions/half-way.position.yaml").tables
    assert isinstance(position, Position)
    found = solve_match(Match.at(position), points=True)
    assert (found.low, found.high) == (3, 3)


def test_the_last_step_of_ridges() -> None:
    """Of all throws of four dice so many have two that make 7 as are counted one by one."""
    (position,) = tilewright.check_file(EXAMPLES / "ridges/positions/last-step.position.yaml").tables
    assert isinstance(position, Position)
    throws = list(product(range(1, 7), repeat=4))
    sevens = [throw for throw in throws if any(sum(two) == 7 for two in combinations(throw, 2))]
    found = tilewright.odds(Match.at(position), "ridges >= 3", at_end=True)
    assert found.is_exact
    assert found.value == Fraction(len(sevens), len(throws)) == Fraction(139, 216)


@pytest.mark.parametrize("name", PROOFS)
def test_the_end_of_a_game_is_solved(name: str) -> None:
    """What is proved is what trying every line by playing it comes to."""

    (position,) = tilewright.check_file(EXAMPLES / f"{name}.position.yaml").tables
    assert isinstance(position, Position)

    def best(*played: str) -> tuple[int, ...]:
        """What each player reaches after some moves: 1 for who wins, -1 for who loses."""
        match = Match.at(position)
        for move in played:
            match.play(move)
        if match.over:
            winners = match.winners()
            return (0, 0) if len(winners) == 2 else (1, -1) if winners == ["Ada"] else (-1, 1)
        mover = match.turn
        return max((best(*played, str(move)) for move in match.moves), key=lambda values: values[mover])

    assert solve_match(Match.at(position), open_information=True).values == PROOFS[name] == best()
