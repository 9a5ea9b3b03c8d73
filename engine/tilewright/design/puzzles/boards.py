"""Boards and pieces for new puzzles: drawn as play leaves them, and changed a little at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from tilewright.core import expr as core
from tilewright.core.players import refers_to_players
from tilewright.symbolic.kinds import interchangeable
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Puzzle

HEIGHTS, EMPTY = (1,) * 8 + (2,) * 7 + (3,) * 2, (0.05, 0.15, 0.25)
"""What the heights of stacks are drawn from, and the share of empty spaces: boards as play leaves them."""
SPARSE, DRAWS = 0.6, 400
"""The share of empty spaces where more will not do, and how often a board is drawn until one can be."""
TOP = max(HEIGHTS)
SHOWN, CAPPED, BARE = 0.13, 0.05, 9
"""The shares of stacks that begin with a face-up piece, or with a cap; at most one of so many spaces has one."""
MOST_KINDS = 4
"""So many kinds of pieces are given at most, for a puzzle has to be taken in at a glance."""
OTHER = "Ines"

PuzzleChange = Callable[[Puzzle, Sequence[int]], Puzzle]


@dataclass(frozen=True)
class Order:
    """What is asked for: the cards by id, the size, how many pieces, and caps by name."""

    game: Game
    cards: tuple[str, ...]
    rules: Mapping[str, core.Expr]
    geometry: Geometry
    pieces: int
    caps: Mapping[str, int]
    fixed_caps: bool = False
    """Whether the number of caps was asked for, and is not to be changed."""


def most_pieces(game: Game, rules: Mapping[str, core.Expr]) -> int:
    """So many pieces can be given of which no two look different and score the same."""
    classes = interchangeable(game, list(rules.values()))
    copies = sorted((max(kind.copies for kind in members) for members in classes), reverse=True)
    return sum(copies[:MOST_KINDS])


class Drafts:
    """Draws puzzles for an order, and changes them; the same for the same random numbers."""

    def __init__(self, order: Order, random: Random) -> None:
        self.order, self.random = order, random
        self.rules = list(order.rules.values())
        self.codes = [random.choice(members).code for members in interchangeable(order.game, self.rules)]
        """One code of each class that no rule divides: others would make answers that look different."""
        random.shuffle(self.codes)
        self.codes = self.codes[:MOST_KINDS]

    # -------------------------------------------------------------- drawing

    def draft(self) -> Puzzle | None:
        """A puzzle at random; None when the pieces of the game hardly fill a board of this size."""
        for attempt in range(DRAWS):
            empty = self.random.choice(EMPTY) if attempt < DRAWS // 2 else SPARSE
            others = (Player(OTHER, self._board(empty)),) if refers_to_players(*self.rules) else ()
            puzzle = Puzzle(
                self.order.game,
                "",
                self._board(empty),
                self.order.cards,
                self._pieces(),
                dict(self.order.caps),
                others=others,
            )
            if self.sound(puzzle):
                return puzzle
        return None

    def _board(self, empty: float) -> Board:
        spaces = range(self.order.geometry.size)
        return Board(self.order.geometry, tuple(self._stack(empty) for _ in spaces))

    def _stack(self, empty: float) -> Stack:
        """A stack at random; on sparse boards all are face-down."""
        down = 0 if self.random.random() < empty else self.random.choice(HEIGHTS)
        chance = self.random.random() + SHOWN * (empty == SPARSE)
        if down and chance < SHOWN:
            return Stack(down - 1, (self._shown(),))
        capped = down and self.order.game.caps and chance < SHOWN + CAPPED
        return Stack(down, (), self.random.choice(self.order.game.caps).mark if capped else "")

    def _shown(self) -> str:
        """The code of a piece that lies there at the start: half of them are of those that are given."""
        kinds = [kind.code for kind in self.order.game.kinds]
        return self.random.choice(self.codes if self.random.random() < 0.5 else kinds)

    def _pieces(self) -> tuple[str, ...]:
        counts: Counter[str] = Counter()
        copies = {code: self.order.game.by_code[code].copies for code in self.codes}
        while counts.total() < self.order.pieces:
            counts[self.random.choice([code for code in self.codes if counts[code] < copies[code]])] += 1
        return self._in_order(counts)

    def _in_order(self, counts: Counter[str]) -> tuple[str, ...]:
        return tuple(sorted(counts.elements(), key=lambda code: self.order.game.by_code[code].index))

    def sound(self, puzzle: Puzzle) -> bool:
        """Whether it can be, and no two pieces of one sort lie face-up side by side at the start."""
        boards = [player.board for player in puzzle.start().players]
        capped = max(sum(bool(stack.caps) for stack in board.stacks) for board in boards)
        few = capped <= -(-puzzle.board.geometry.size // BARE)
        return few and not puzzle.status() and not any(_crowded(puzzle.game, board) for board in boards)

    # -------------------------------------------------------------- changing

    def changed(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """A puzzle that differs a little, for choice on one of these spaces."""
        weights: dict[PuzzleChange, int] = {
            self._height: 6,
            self._show: 3,
            self._swap: 3,
            self._piece: 2,
            self._cap: 1,
            self._caps: int(not self.order.fixed_caps),
            self._other: 2 * len(puzzle.others),
        }
        while True:
            (change,) = self.random.choices(list(weights), list(weights.values()))
            after = change(puzzle, spaces)
            if after != puzzle and self.sound(after):
                return after

    def _space(self, spaces: Sequence[int]) -> int:
        near = spaces and self.random.random() < 0.7
        return self.random.choice(spaces) if near else self.random.randrange(self.order.geometry.size)

    def _height(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        space = self._space(spaces)
        stack = puzzle.board.stacks[space]
        down = stack.down + self.random.choice((1, -1))
        if not 0 <= down <= TOP or (not down and stack.caps):
            return puzzle
        return _with(puzzle, {space: replace(stack, down=down)})

    def _show(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """A face-up piece comes, goes or is another."""
        space = self._space(spaces)
        stack = puzzle.board.stacks[space]
        up = () if stack.up and self.random.random() < 0.5 else (self._shown(),)
        return puzzle if stack.caps else _with(puzzle, {space: replace(stack, up=up)})

    def _swap(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        one, other = self._space(spaces), self._space(())
        stacks = puzzle.board.stacks
        return _with(puzzle, {one: stacks[other], other: stacks[one]})

    def _piece(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """Another piece is given for one."""
        counts = Counter(puzzle.pieces)
        counts[self.random.choice(puzzle.pieces)] -= 1
        counts[self.random.choice(self.codes)] += 1
        return replace(puzzle, pieces=self._in_order(counts))

    def _cap(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """A cap that stands comes or goes."""
        space = self._space(spaces)
        stack = puzzle.board.stacks[space]
        if not puzzle.game.caps or not stack.face_down:
            return puzzle
        mark = "" if stack.caps else self.random.choice(puzzle.game.caps).mark
        return _with(puzzle, {space: replace(stack, caps=mark)})

    def _caps(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """One more or less may be placed."""
        if not puzzle.caps:
            return puzzle
        name = self.random.choice(list(puzzle.caps))
        count = puzzle.caps[name] + self.random.choice((1, -1))
        allowed = max(1, self.order.caps[name] - 1) <= count <= self.order.caps[name] + 1
        return replace(puzzle, caps={**puzzle.caps, name: count}) if allowed else puzzle

    def _other(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """A space of another player's board is drawn again."""
        (other,) = puzzle.others
        stacks = list(other.board.stacks)
        stacks[self._space(())] = self._stack(EMPTY[-1])
        return replace(puzzle, others=(replace(other, board=replace(other.board, stacks=tuple(stacks))),))


def _with(puzzle: Puzzle, new: Mapping[int, Stack]) -> Puzzle:
    stacks = tuple(new.get(space, stack) for space, stack in enumerate(puzzle.board.stacks))
    return replace(puzzle, board=replace(puzzle.board, stacks=stacks))


def _crowded(game: Game, board: Board) -> bool:
    sorts = [game.by_code[s.top].values.get(game.main_attribute) if s.top else None for s in board.stacks]
    return any(
        sort is not None and sorts[near] == sort
        for space, sort in enumerate(sorts)
        for near in board.geometry.neighbors(space)
    )
