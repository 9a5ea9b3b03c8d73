"""Positions and puzzles, and every reason why one is not valid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tilewright.table.board import Board
from tilewright.table.game import Game


@dataclass(frozen=True)
class Player:
    """A player: a name, the board, and the counters by name (absent ones are 0)."""

    name: str
    board: Board
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Position:
    """Players in turn order, the boards of the table by name, and the ids of the cards."""

    game: Game
    players: tuple[Player, ...]
    cards: tuple[str, ...] = ()
    boards: Mapping[str, Board] = field(default_factory=dict)

    def status(self) -> list[Invalid]:
        """Every reason why the position is not valid; an empty list when it is.

        Counted are the face-up pieces of each kind, all pieces, and the caps, on all boards
        and in reserve.
        """
        return list(_reasons(self))


@dataclass(frozen=True)
class Puzzle:
    """Place every piece of `pieces` and up to `caps[name]` caps, and score the most.

    `pieces` are codes; `counters` are added to the player's.
    """

    game: Game
    title: str
    board: Board
    cards: tuple[str, ...]
    pieces: tuple[str, ...]
    caps: Mapping[str, int] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    expect: Mapping[str, object] = field(default_factory=dict)

    def start(self) -> Position:
        """The position before anything is placed (caps to place are not in reserve)."""
        player = Player("you", self.board, self.counters)
        return Position(self.game, (player,), self.cards)

    def status(self) -> list[Invalid]:
        """Every reason why the puzzle's board and pieces cannot be."""
        reasons = list(_board_reasons(self.game, "", self.board, "board"))
        reasons += _counts(self.game, [self.board], self.pieces, self.caps)
        return reasons


@dataclass(frozen=True, slots=True)
class Invalid:
    """A reason: its code, what is wrong, the part of the file it concerns and the space.

    `part` is ``players``, ``pieces``, ``board:<player>`` or ``table:<board>``.
    """

    code: str
    message: str
    part: str
    space: int | None = None


def _reasons(position: Position) -> Iterator[Invalid]:
    game = position.game
    low, high = game.players
    if not low <= len(position.players) <= high and len(position.players) != 1:
        yield Invalid("TW411", f"{len(position.players)} players; the game is for {low} to {high}", "players")  # fmt: skip
    for i, player in enumerate(position.players):
        yield from _board_reasons(game, f"{player.name}: ", player.board, f"board:{i}")
        yield from _counter_reasons(game, player, i)
    for name, board in position.boards.items():
        yield from _stack_reasons(game, "", board, f"table:{name}")
    reserve: Counter[str] = Counter()
    for player in position.players:
        for counter in game.counters:
            if counter.cap:
                reserve[counter.cap] += player.counters.get(counter.name, 0)
    boards = [player.board for player in position.players] + list(position.boards.values())
    yield from _counts(game, boards, (), reserve)


def _board_reasons(game: Game, who: str, board: Board, part: str) -> Iterator[Invalid]:
    expected = game.player_board
    geometry = board.geometry
    if not expected.allows(geometry.rows, geometry.columns):
        size = f"{geometry.rows} x {geometry.columns}"
        yield Invalid("TW412", f"{who}a {expected.name} of {size}; allowed: {expected.sizes}", part)
    yield from _stack_reasons(game, who, board, part)


def _stack_reasons(game: Game, who: str, board: Board, part: str) -> Iterator[Invalid]:
    for space, stack in enumerate(board.stacks):
        where = f"{who}space {board.geometry.name(space)}"
        if stack.caps and not stack.face_down:
            cap = game.by_mark[stack.caps[0]].name
            ground = f"a face-up {game.piece}" if stack.up else "an empty space"
            yield Invalid("TW413", f"{where} has a {cap} on {ground}", part, space)
        if len(stack.caps) > 1:
            yield Invalid("TW414", f"{where} bears more than one piece on its top", part, space)


def _counter_reasons(game: Game, player: Player, index: int) -> Iterator[Invalid]:
    for counter in game.counters:
        value = player.counters.get(counter.name, 0)
        if value < 0 or (counter.most is not None and value > counter.most):
            bounds = "0 or more" if counter.most is None else f"0 to {counter.most}"
            message = f"{player.name}: {counter.written} is {value}; it can be {bounds}"
            yield Invalid("TW417", message, f"board:{index}")


def _counts(
    game: Game, boards: Iterable[Board], pieces: Iterable[str], reserve: Mapping[str, int]
) -> list[Invalid]:
    """Too many copies of a kind, too many pieces or too many caps."""
    stacks = [stack for board in boards for stack in board.stacks]
    shown = Counter(code for stack in stacks for code in stack.up)
    shown.update(pieces)
    found = [
        Invalid("TW415", f"{count} copies of {code}; there are {game.by_code[code].copies}", "pieces")
        for code, count in sorted(shown.items())
        if count > game.by_code[code].copies
    ]
    total = sum(stack.down for stack in stacks) + sum(shown.values())
    if total > game.pieces:
        plural = game.plural(game.piece)
        found.append(Invalid("TW415", f"{total} {plural} in all; there are {game.pieces}", "pieces"))
    for cap in game.caps:
        lying = sum(stack.caps.count(cap.mark) for stack in stacks)
        used = lying + reserve.get(cap.name, 0)
        if used > cap.copies:
            plural = game.plural(cap.name)
            found.append(Invalid("TW416", f"{used} {plural} in all; there are {cap.copies}", "pieces"))
    return found
