"""Endings to make puzzles of: boards of players as bots have left them in a game, beside a small table that is drawn anew.

In a game in which nothing lies on the table but pieces are drawn, it is known which these are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
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
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game, LayoutDef
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position
from tilewright.table.puzzles import TurnsPuzzle
from tilewright.turns.lines import Endgame, is_over
from tilewright.turns.stacks import NotExecutable

PLAYERS = "uct:20"
"""The bots that play: they look several turns ahead, and the same seed gives the same moves."""
ROWS, COLUMNS, HIGH = (4, 5), (5, 6), 2
"""The smallest and the largest boards of the table on which games are played, and the highest stacks on them."""
DRAWN = Geometry(3, 4)
"""The size of the tables that are drawn."""
LEAST, FROM = 5, 0.6
"""So many pieces lie on a table at least, else there is nothing to choose; and the share of those of a game that are left when
its moments are looked at first."""
STACKS, HEIGHTS, LIKED = (4, 8), (1, 1, 2), 0.8
"""How many stacks are drawn on a table, of what heights, and the share of pieces of kinds that the player has."""
SWAPPED, POPPED, ATTEMPTS = 0.7, 0.9, 100
"""The shares of changes that swap two pieces, and with these of those that take the top piece of a stack away; and how often
a change is drawn until one changes something."""
GAMES, LAST = 200, 12
"""So many games are played; of one that was played, so many of the last turns are looked at."""
DRAWS, WIDE = (2, 3), 4
"""How many pieces are drawn, in a game that draws; and how many columns of a player's board are left there, so that every line can
be gone through."""
NAMES = ("You", "Bo", "Cleo", "Dan")


@dataclass(frozen=True)
class EndingOrder:
    """What is asked for: a game, the cards in play, how many turns are left, and a game that was played, if not new ones."""

    game: Game
    cards: tuple[Card, ...]
    turns: int
    played: Match | None = None


def endings(order: EndingOrder, random: Random) -> Iterator[TurnsPuzzle]:
    """Moments of the later part of one game after another; the same for the same random numbers.

    Raises `NotExecutable` for games in which nothing lies on a board of the table, and nothing is drawn.
    """
    if not _has_table(order.game) and not _draws(order.game):
        raise NotExecutable("a game in which nothing is taken from a board of the table, and nothing is drawn")
    for _ in range(GAMES):
        found = list(_of_match(order, order.played, random) if order.played else _of_game(order, random))
        random.shuffle(found)
        yield from found


def _has_table(game: Game) -> bool:
    """Whether pieces lie on a board of the table."""
    return any(not board.each_player and not board.pool for board in game.boards)


def _draws(game: Game) -> bool:
    """Whether pieces are drawn in a turn."""
    return game.course is not None and any(find(play.Draw, *game.course.turn, *game.course.verbs))


def _of_match(order: EndingOrder, match: Match, random: Random) -> Iterator[TurnsPuzzle]:
    """The last turns of a game that was played, from their beginnings on."""
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
    """The piles of a board of the table; none of a pool."""
    grid = state.table.grids[seat]
    return () if grid.geometry == POOL else grid.piles


def _moment(order: EndingOrder, match: Match, state: GameState, random: Random) -> Iterator[TurnsPuzzle]:
    """The beginning of a turn as a puzzle of the player whose turn it is."""
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
    """The first columns of a board, if the game is played on such ones."""
    rows, columns = board.geometry.rows, board.geometry.columns
    if columns <= WIDE or not game.own_place.allows(rows, WIDE):
        return board
    return Board(Geometry(rows, WIDE), tuple(pile for at, pile in enumerate(board.stacks) if at % columns < WIDE))


def _unseen(position: Position) -> Counter[str]:
    """How many pieces of each kind lie on no board of a player."""
    left = Counter({kind.code: kind.copies for kind in position.game.kinds})
    left.subtract(code for player in position.players for stack in player.board.stacks for code in stack.up)
    return +left


def redrawn(puzzle: TurnsPuzzle, random: Random) -> TurnsPuzzle:
    """The puzzle with other and fewer stacks on the table, most of them of kinds that its player has face-up; or with other pieces to draw."""
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
    """The puzzle with a small change on the table: two pieces change places, or one or a stack is gone. Boards of players stay.

    Without a table one of the pieces to draw is another one, or comes at another time. Where no change is found (too few
    pieces are left), the puzzle is returned as it is.
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
    """A small layout without regard to the guidelines: games on it are over soon."""
    rows, columns, high = random.randint(*ROWS), random.randint(*COLUMNS), min(HIGH, definition.high)
    heights = tuple(tuple(random.randint(definition.low, high) for _ in range(columns)) for _ in range(rows))
    return Layout("drawn", definition.name, {}, (1, len(NAMES)), heights, Source("drawn", ""))
