"""New puzzles about turns: endings of games between bots, changed step by step until their first take is unique and the
difficulty fits.

The difficulty is a sum of five numbers that can be inspected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import inf, log2
from random import Random

from tilewright.core import play
from tilewright.core.players import refers_to_players
from tilewright.core.walk import find
from tilewright.play.bots import bot
from tilewright.play.match import Match
from tilewright.play.positions import position_of
from tilewright.play.state import GameState
from tilewright.play.table import POOL
from tilewright.source import Source
from tilewright.stopping import Deadline, OutOfTime
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game, LayoutDef
from tilewright.table.geometry import Geometry
from tilewright.table.goal import MOST
from tilewright.table.position import Player, Position
from tilewright.table.puzzles import LEVELS, TurnsPuzzle
from tilewright.turns.first_takes import TakeAnswer, leading
from tilewright.turns.lines import Endgame, PlayedLine, draws_left, is_over
from tilewright.turns.solve import LineSearch
from tilewright.turns.stacks import NotExecutable

PLAYERS = "uct:20"
"""The bots that play: they look several turns ahead and are deterministic for a seed."""
ROWS, COLUMNS, HIGH = (4, 5), (5, 6), 2
"""The sizes of the boards on which games are played, and their highest stacks."""
DRAWN = Geometry(3, 4)
"""The size of tables that are drawn at random."""
LEAST, FROM = 5, 0.6
"""The least number of pieces on a table, for there to be choices, and the share of a game's pieces at which its
positions are first considered."""
STACKS, HEIGHTS, LIKED = (4, 8), (1, 1, 2), 0.8
"""The number of stacks drawn on a table, their heights, and the share of pieces of kinds that the player already
has."""
SWAPPED, POPPED, ATTEMPTS = 0.7, 0.9, 100
"""The share of changes that swap two pieces; up to the second number, the changes that remove the top piece of a stack;
the number of attempts until a change has an effect."""
GAMES, LAST = 200, 12
"""The number of games played, and the number of last turns considered in a game that was given."""
DRAWS, WIDE = (2, 3), 4
"""The range of pieces drawn, in games with draws, and the number of columns kept of a player's board there, so that all
lines can be searched."""
NAMES = ("You", "Bo", "Cleo", "Dan")


@dataclass(frozen=True)
class EndingOrder:
    """The properties of the puzzle: the game, the cards in play, the number of turns left, and optionally a game that
    was played."""

    game: Game
    cards: tuple[Card, ...]
    turns: int
    played: Match | None = None


def drawn_endings(order: EndingOrder, random: Random) -> Iterator[TurnsPuzzle]:
    """Positions late in games, as puzzles. Deterministic for a given `random`.

    Raises `NotExecutable` for games without pieces on the table and without draws.
    """
    if not _has_table(order.game) and not _draws(order.game):
        raise NotExecutable("a game in which nothing is taken from a board of the table, and nothing is drawn")
    for _ in range(GAMES):
        found = list(_of_match(order, order.played, random) if order.played else _of_game(order, random))
        random.shuffle(found)
        yield from found


def _has_table(game: Game) -> bool:
    """Whether the game has a board on the table."""
    return any(not board.each_player and not board.pool for board in game.boards)


def _draws(game: Game) -> bool:
    """Whether a turn of the game contains draws."""
    return game.play_rules is not None and any(find(play.Draw, *game.play_rules.turn, *game.play_rules.verbs))


def _of_match(order: EndingOrder, match: Match, random: Random) -> Iterator[TurnsPuzzle]:
    """The last turns of a given game, from their beginning."""
    states: Sequence[GameState] = match.states
    begun = [after for before, after in pairwise(states) if after.turn != before.turn]
    for state in begun[-LAST:]:
        yield from _moment(order, match, state, random)


def _of_game(order: EndingOrder, random: Random) -> Iterator[TurnsPuzzle]:
    count = max(2, order.game.players[0]) if order.game.players[1] > 1 else 1
    layouts = {one.name: _layout(one, random) for one in order.game.layouts}
    match = Match(order.game, NAMES[:count], order.cards, layouts, random.getrandbits(32))
    seats = [bot(PLAYERS, random.getrandbits(32)) for _ in range(count)]
    begun: list[GameState] = []
    most = FROM * sum(layout.total for layout in layouts.values())
    match.machine.on_turn = lambda state: begun.append(state.copy())
    while not match.over:
        move = seats[match.turn].choose(match.view())
        begun.clear()  # those that the bot has thought of
        match.play(move)
        for state in begun:
            if sum(len(pile) for seat in range(count, len(state.table.grids)) for pile in _board(state, seat)) <= most:
                yield from _moment(order, match, state, random)


def _board(state: GameState, seat: int) -> Sequence[Sequence[int]]:
    """The piles of a board of the table; empty for a pool."""
    grid = state.table.grids[seat]
    return () if grid.geometry == POOL else grid.piles


def _moment(order: EndingOrder, match: Match, state: GameState, random: Random) -> Iterator[TurnsPuzzle]:
    """The beginning of a turn, as a puzzle for the player whose turn it is."""
    seen = position_of(state.table, match.names, tuple(card.id for card in order.cards))
    turned = (*seen.players[state.mover :], *seen.players[: state.mover])
    if not any(card.rule is not None and refers_to_players(card.rule) for card in order.cards):
        turned = turned[:1]  # nobody else makes a difference
    players = tuple(_named(player, name) for player, name in zip(turned, NAMES, strict=False))
    if any(player.pools for player in players):
        return  # the turn has begun already
    boards = {name: board for name, board in seen.boards.items() if not board.pool}
    if not boards:
        players = tuple(replace(player, board=_narrowed(order.game, player.board)) for player in players)
    puzzle = redrawn(TurnsPuzzle("", replace(seen, players=players, boards=boards), order.turns), random)
    if not puzzle.status():
        ending = Endgame(puzzle.position, order.cards)
        if not is_over(ending.evaluator, ending.table):
            yield puzzle


def _narrowed(game: Game, board: Board) -> Board:
    """The first columns of a board, if the game allows boards of that size."""
    rows, columns = board.geometry.rows, board.geometry.columns
    if columns <= WIDE or not game.own_place.allows(rows, WIDE):
        return board
    return Board(Geometry(rows, WIDE), tuple(pile for at, pile in enumerate(board.stacks) if at % columns < WIDE))


def _unseen(position: Position) -> Counter[str]:
    """The number of pieces of each kind that are on no player's board."""
    left = Counter({kind.code: kind.copies for kind in position.game.kinds})
    left.subtract(code for player in position.players for stack in player.board.stacks for code in stack.up)
    return +left


def redrawn(puzzle: TurnsPuzzle, random: Random) -> TurnsPuzzle:
    """The puzzle with other, fewer stacks on the table, mostly of kinds that its player has face-up; or with other
    draws."""
    position = puzzle.position
    left = _unseen(position)
    if not position.boards:
        drawn = random.sample(sorted(left.elements()), random.randint(*DRAWS))
        return replace(puzzle, position=replace(position, draws=tuple(drawn)))
    main = position.game.main_attribute
    shown = (stack.up[-1] for stack in position.players[0].board.stacks if stack.up)
    liked = {position.game.by_code[code].values.get(main) for code in shown}
    boards = {}
    for name in position.boards:
        stacks = [Stack()] * DRAWN.size
        for space in random.sample(range(len(stacks)), min(len(stacks), random.randint(*STACKS))):
            pile = []
            for _ in range(random.choice(HEIGHTS)):
                kinds = [code for code, count in left.items() if count > 0]
                if not kinds:
                    break
                own = [code for code in kinds if position.game.by_code[code].values.get(main) in liked]
                code = random.choice(own if own and random.random() < LIKED else kinds)
                left[code] -= 1
                pile.append(code)
            stacks[space] = Stack(0, tuple(pile))
        boards[name] = Board(DRAWN, tuple(stacks))
    return replace(puzzle, position=replace(position, boards=boards))


def changed(puzzle: TurnsPuzzle, random: Random) -> TurnsPuzzle:
    """The puzzle with a small random change on the table: two pieces are swapped, or a piece or a stack is removed.

    Players' boards do not change. Without a table, a draw is replaced or moved. The puzzle is returned unchanged if
    no change is found.
    """
    if puzzle.position.draws:
        return replace(puzzle, position=replace(puzzle.position, draws=_other_draws(puzzle.position, random)))
    for _ in range(ATTEMPTS):
        name = random.choice(list(puzzle.position.boards))
        board = puzzle.position.boards[name]
        piles = [list(stack.up) for stack in board.stacks]
        filled = [at for at, pile in enumerate(piles) if pile]
        draw = random.random()
        if draw < SWAPPED and len(filled) > 1:
            one, other = random.sample(filled, 2)
            low, high = random.randrange(len(piles[one])), random.randrange(len(piles[other]))
            piles[one][low], piles[other][high] = piles[other][high], piles[one][low]
        elif sum(map(len, piles)) > LEAST:
            one = random.choice(filled)
            piles[one] = piles[one][: -1 if draw < POPPED else 0]
        stacks = tuple(replace(stack, up=tuple(pile)) for stack, pile in zip(board.stacks, piles, strict=True))
        if stacks != board.stacks:
            boards = {**puzzle.position.boards, name: replace(board, stacks=stacks)}
            return replace(puzzle, position=replace(puzzle.position, boards=boards))
    return puzzle


def _other_draws(position: Position, random: Random) -> tuple[str, ...]:
    draws = list(position.draws or ())
    at = random.randrange(len(draws))
    if random.random() < SWAPPED:
        draws.insert(random.randrange(len(draws)), draws.pop(at))
    else:
        draws[at] = random.choice(sorted((_unseen(position) - Counter(draws)).elements()) or draws)
    return tuple(draws)


def _named(player: Player, name: str) -> Player:
    return replace(player, name=name, counters={key: value for key, value in player.counters.items() if value})


def _layout(definition: LayoutDef, random: Random) -> Layout:
    """A small random layout, without regard to the guidelines, so that games end soon."""
    rows, columns, high = random.randint(*ROWS), random.randint(*COLUMNS), min(HIGH, definition.high)
    heights = tuple(tuple(random.randint(definition.low, high) for _ in range(columns)) for _ in range(rows))
    return Layout("drawn", definition.name, {}, (1, len(NAMES)), heights, Source("drawn", ""))


# ------------------------------------------------------------------ how hard a puzzle about turns is

POINT, LATE, LURED = 2, 2, 3
"""The weights of a point that the greedy player misses, of a turn before the first points, and of a misleading first
take."""
CHOICES, MOVES = 5, 2
"""The least number of first takes, or of first moves if all lines are played."""


@dataclass(frozen=True)
class EndingDifficulty:
    """How hard it is to find the best line and to see that it is the best.

    `greedy` is the total of a player who maximizes each turn alone; `near` the number of ways to take within a point
    of the best, itself included; `refuted` the number of others whose bound is as high, so that they must be
    refuted; `late` the number of turns before the points of the line come. `lured`: no first take that maximizes its
    own turn leads to the best.
    """

    best: int
    greedy: int
    near: int
    refuted: int
    late: int
    lured: bool

    @property
    def parts(self) -> dict[str, float]:
        """The terms of the difficulty by name."""
        return {
            "greed": float(POINT * (self.best - self.greedy)),
            "near": log2(max(1, self.near)),
            "refutation": log2(1 + self.refuted),
            "late": float(LATE * self.late),
            "lure": float(LURED * self.lured),
        }

    @property
    def value(self) -> float:
        """The difficulty: the sum of the terms."""
        return sum(self.parts.values())

    @property
    def level(self) -> str:
        """The name of the level. A puzzle that the greedy player solves is easy."""
        if self.greedy >= self.best:
            return "easy"
        return next(name for name, (_, end) in LEVELS.items() if self.value < end)


@dataclass(frozen=True)
class SolvedEnding:
    """A puzzle with its best line and the first takes that lead to it, compared with the greedy player.

    `greedy` is the total of a player who maximizes each turn alone; `tempted` if that player may begin with one of
    the takes.
    """

    search: LineSearch
    line: PlayedLine
    takes: tuple[TakeAnswer, ...]
    greedy: int
    tempted: bool

    @property
    def choices(self) -> int:
        """The number of first takes."""
        return len(self.search.first_takes())

    @property
    def keyed(self) -> bool:
        """Whether exactly one of several first takes leads to the best, and the greedy player misses it."""
        return len(self.takes) == 1 and self.greedy < self.line.total and self.choices >= _enough(self.search)

    @property
    def flaws(self) -> int:
        """The distance from being keyed; 0 if it is."""
        return 6 * (self.greedy >= self.line.total) + 2 * (len(self.takes) - 1)


def missing_choices(puzzle: TurnsPuzzle, cards: Sequence[Card]) -> int:
    """How many first takes are missing for a puzzle. Needs no solver."""
    search = LineSearch(puzzle.position, cards, puzzle.turns, worth=puzzle.worth)
    return max(0, _enough(search) - len(search.first_takes()))


def _enough(search: LineSearch) -> int:
    """The least number of first takes; of single moves, which are fewer, if every line is played."""
    return CHOICES if search.tree is None else MOVES


def solved_ending(
    puzzle: TurnsPuzzle, cards: Sequence[Card], *, takes: int | None = None, work: float | None = None
) -> SolvedEnding | None:
    """The answer to a puzzle that asks for the most; None if there is no line, or none is proved within `work`.

    With `takes`, at most so many first takes are found, and only one if the greedy player finds the best. Raises
    `NotExecutable`.
    """
    search = LineSearch(puzzle.position, cards, puzzle.turns, work=work, workers=1, worth=puzzle.worth)
    alone = LineSearch(puzzle.position, cards, 1, workers=1, worth=puzzle.worth)
    answer, at_once = search.best(), alone.best()
    if answer.line is None or answer.status != "optimal" or at_once.line is None:
        return None
    greedy = _greedy(puzzle, cards, at_once.line)
    enough = 1 if takes is not None and greedy >= answer.line.total else takes
    leads = tuple(islice(leading(search, MOST, answer), enough))
    if takes is not None and len(leads) != 1:
        return SolvedEnding(search, answer.line, leads, greedy, False)
    tempting = {take.text for take in leading(alone, MOST, at_once)}
    return SolvedEnding(search, answer.line, leads, greedy, any(take.text in tempting for take in leads))


def rated_ending(solved: SolvedEnding) -> EndingDifficulty:
    """The difficulty of a solved puzzle. Raises `OutOfTime` if its limit of work does not suffice."""
    search, line = solved.search, solved.line
    near, refuted = search.reaching(line.total - 1)
    totals = [sum(search.ending.parts(table).values()) for table in (search.table, *line.tables)]
    late = next((at for at, (before, after) in enumerate(pairwise(totals)) if after > before), len(line.turns))
    return EndingDifficulty(line.total, solved.greedy, near, refuted, late, not solved.tempted)


def _greedy(puzzle: TurnsPuzzle, cards: Sequence[Card], first: PlayedLine) -> int:
    """The total of a player who maximizes each turn alone, after a given first line."""
    line, names = first, [player.name for player in puzzle.players]
    for _ in range(puzzle.turns - 1):
        left = draws_left(puzzle.position, line.table)
        position = replace(position_of(line.table, names, puzzle.cards), draws=left)
        search = LineSearch(position, cards, 1, workers=1, worth=puzzle.worth)
        if search.over:
            break
        following = search.best().line
        if following is None:
            break
        line = following
    return line.total


NOT_KEYED = "no single best first take"
"""The reason against an ending that is not keyed."""
TRIES = 1000
"""The number of puzzles examined for a seed."""
REDRAWS, CHANGES, PATIENCE = 10, 40, 15
"""How often the table of an ending is redrawn, how often it is changed, and after how many changes without improvement
it is dropped."""
TIES = 6
"""The largest number of optimal first takes that are counted."""
WORK = 10.0
"""The limit of work to solve a puzzle, in CP-SAT's deterministic time."""
UNSOLVED = 50
"""The base cost of a puzzle with too few first takes: more than that of any solved one."""


@dataclass(frozen=True)
class NewEnding:
    """A puzzle with a unique optimal first take (proved), its solution and its difficulty."""

    puzzle: TurnsPuzzle
    solved: SolvedEnding
    difficulty: EndingDifficulty


def new_ending(
    order: EndingOrder,
    level: str,
    seed: int,
    deadline: Deadline,
    on_progress: Callable[[int], None] | None = None,
    failures: Counter[str] | None = None,
) -> NewEnding | None:
    """The puzzle made from a seed; None if none was found.

    `on_progress` receives the number of puzzles examined. Why each was rejected is added to `failures`. Deterministic except for the deadline. Raises
    `NotExecutable` for games that cannot be solved.
    """
    for number, found in enumerate(islice(keyed_endings(order, Random(seed)), TRIES), 1):
        if deadline.left == 0:
            return None
        if on_progress is not None:
            on_progress(number)
        if found is not None and found.difficulty.level == level:
            return found
        if failures is not None:
            failures[f"{found.difficulty.level}, not {level}" if found else NOT_KEYED] += 1
    return None


def ending_hint(failures: Mapping[str, int]) -> str:
    """What would help, by how often each reason was found: the level that was found most often, if any."""
    levels = [reason for reason in failures if reason != NOT_KEYED]
    other = "try other cards, or another number of --turns"
    return (
        f"{other}, or --difficulty {max(levels, key=lambda one: failures[one]).partition(',')[0]}" if levels else other
    )


def keyed_endings(order: EndingOrder, random: Random) -> Iterator[NewEnding | None]:
    """The puzzles examined, in order; None for each that is not keyed."""
    for ending in drawn_endings(order, random):
        here, least, idle = ending, inf, 0
        for number in range(REDRAWS + CHANGES):
            puzzle = ending if number == 0 else redrawn(ending, random) if number < REDRAWS else changed(here, random)
            flaws, found = _looked_into(puzzle, order)
            yield found
            if found is not None:
                break
            idle = 0 if flaws < least else idle + 1
            if flaws <= least:
                here, least = puzzle, flaws
            if idle > PATIENCE:
                break


def _looked_into(puzzle: TurnsPuzzle, order: EndingOrder) -> tuple[float, NewEnding | None]:
    """The cost of a puzzle, and the puzzle with its solution if it is keyed.

    The number of first takes is tested before solving, since it is cheap.
    """
    if puzzle.status():
        return inf, None
    missing = missing_choices(puzzle, order.cards)
    if missing:
        return UNSOLVED + missing, None
    solved = solved_ending(puzzle, order.cards, takes=TIES, work=WORK)
    if solved is None:
        return inf, None
    if not solved.keyed:
        return solved.flaws, None
    expect = {"status": "optimal", "score": solved.line.total, "unique": True}
    keyed = replace(puzzle, expect=expect, solution=solved.line.turns)
    try:
        return 0, NewEnding(keyed, solved, rated_ending(solved))
    except OutOfTime:
        return inf, None
