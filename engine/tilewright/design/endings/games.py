"""Endings to make puzzles of: moments of games that bots have played, with everything on the table laid open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from tilewright.play.bots import bot
from tilewright.play.match import Match
from tilewright.play.positions import position_of
from tilewright.play.state import State
from tilewright.source import Source
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game, LayoutDef
from tilewright.table.position import Player, Position
from tilewright.table.turns_puzzle import TurnsPuzzle
from tilewright.turns.unsupported import NotExecutable

PLAYERS = "search:20"
"""The bots that play: they look several turns ahead, and the same seed gives the same moves."""
ROWS, COLUMNS, HIGH = (3, 4), (4, 6), 2
"""The smallest and the largest boards of the table for which a layout is drawn, and the highest stacks on them."""
LEAST, MOST_LEFT = 5, 16
"""So many pieces lie on the table: with fewer there is nothing to choose, and more nobody takes in at a glance."""
STACKS, HEIGHTS, LIKED = (4, 8), (1, 1, 2), 0.8
"""How many stacks are drawn on a table, of what heights, and the share of pieces of kinds that the player has."""
SWAPPED, POPPED = 0.7, 0.9
"""The shares of changes that swap two pieces, and with these of those that take the top piece of a stack away."""
GAMES = 200
"""So many games are played."""
NAMES = ("You", "Bo", "Cleo", "Dan")


@dataclass(frozen=True)
class EndingOrder:
    """What is asked for: a game, the cards in play, and how many turns are left."""

    game: Game
    cards: tuple[Card, ...]
    turns: int


def endings(order: EndingOrder, random: Random) -> Iterator[TurnsPuzzle]:
    """Moments near the end of one game after another; the same for the same random numbers.

    Raises `NotExecutable` for games in which nothing lies on a board of the table.
    """
    if not any(not board.each_player and not board.pool for board in order.game.boards):
        raise NotExecutable("a game in which nothing is taken from a board of the table")
    for _ in range(GAMES):
        found = list(_of_game(order, random))
        random.shuffle(found)
        yield from found


def _of_game(order: EndingOrder, random: Random) -> Iterator[TurnsPuzzle]:
    count = max(2, order.game.players[0]) if order.game.players[1] > 1 else 1
    layouts = {one.name: _layout(one, random) for one in order.game.layouts}
    match = Match(order.game, NAMES[:count], order.cards, layouts, random.getrandbits(32))
    seats = [bot(PLAYERS, random.getrandbits(32)) for _ in range(count)]
    begun: list[State] = []
    match.machine.on_turn = lambda state: begun.append(state.copy())
    while not match.over:
        move = seats[match.turn].choose(match.view())
        begun.clear()  # those that the bot has thought of
        match.play(move)
        for state in begun:
            yield from _moment(order, match, state, random)


def _moment(order: EndingOrder, match: Match, state: State, random: Random) -> Iterator[TurnsPuzzle]:
    """The beginning of a turn as a puzzle of the player whose turn it is, if little enough lies on the table."""
    ids = tuple(card.id for card in order.cards)
    seen = position_of(state.table, match.names, ids)
    boards = _laid_open(seen, state.table.bag, random)
    left = sum(stack.height for board in boards.values() for stack in board.stacks)
    if not LEAST <= left <= MOST_LEFT:
        return
    turned = (*seen.players[state.mover :], *seen.players[: state.mover])
    players = tuple(_named(player, name) for player, name in zip(turned, NAMES, strict=False))
    puzzle = TurnsPuzzle("", replace(seen, players=players, boards=boards), order.turns)
    if not puzzle.status():
        yield puzzle


def redrawn(puzzle: TurnsPuzzle, random: Random) -> TurnsPuzzle:
    """The puzzle with other and fewer stacks on the table, most of them of kinds that its player has face-up."""
    position = puzzle.position
    seen = [code for player in position.players for stack in player.board.stacks for code in stack.up]
    left = Counter({kind.code: kind.copies for kind in position.game.kinds})
    left.subtract(seen)
    main = position.game.main_attribute
    shown = (stack.up[-1] for stack in position.players[0].board.stacks if stack.up)
    liked = {position.game.by_code[code].values.get(main) for code in shown}
    boards = {}
    for name, board in position.boards.items():
        stacks = [Stack()] * board.geometry.size
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
        boards[name] = replace(board, stacks=tuple(stacks))
    return replace(puzzle, position=replace(position, boards=boards))


def changed(puzzle: TurnsPuzzle, random: Random) -> TurnsPuzzle:
    """The puzzle with a small change on the table: two pieces change places, or one or a stack is gone. Boards of players stay."""
    while True:
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


def _named(player: Player, name: str) -> Player:
    return replace(player, name=name, counters={key: value for key, value in player.counters.items() if value})


def _laid_open(seen: Position, bag: Sequence[int], random: Random) -> dict[str, Board]:
    """The boards of the table; what lies covered there is drawn from what nobody has seen."""
    kinds = seen.game.kinds
    hidden = [kind.code for kind, count in zip(kinds, bag, strict=True) for _ in range(max(0, count))]
    random.shuffle(hidden)
    return {
        name: replace(
            board,
            stacks=tuple(
                Stack(0, (*(hidden.pop() for _ in range(stack.down)), *stack.up), stack.caps) for stack in board.stacks
            ),
        )
        for name, board in seen.boards.items()
    }


def _layout(definition: LayoutDef, random: Random) -> Layout:
    """A small layout without regard to the guidelines: games on it are over soon."""
    rows, columns, high = random.randint(*ROWS), random.randint(*COLUMNS), min(HIGH, definition.high)
    heights = tuple(tuple(random.randint(definition.low, high) for _ in range(columns)) for _ in range(rows))
    return Layout("drawn", definition.name, {}, (1, len(NAMES)), heights, Source("drawn", ""))
