"""Tables at random, for trying things on: how full, tall and varied they are differs much.

They are such as play could bring about, more or less: nothing is laid that there are no pieces for, and caps lie
where the rules of the game allow them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tilewright.core import expr as core
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.table import Grid, Table
from tilewright.table.game import BoardDef, Game
from tilewright.table.geometry import Geometry

SIDE = 4
_LOW, _TALL = (1, 1, 2), (1, 2, 3, 4)


class RandomTables:
    """Tables of a game for some players, with boards of their usual size, or of about `side` spaces by as many.

    Boards of the table are never larger than about `SIDE`. On the share `numbered` of the tables all pieces show the
    same number.
    """

    def __init__(self, game: Game, players: int, side: int | None = None, numbered: float = 0) -> None:
        self.game, self.players, self._numbered = game, players, numbered
        self._boards = game.places(players)
        self._sizes = {board.name: _geometry(board, side) for board in game.boards}

    def table(self, random: Random, rules: StateEvaluator) -> Table:
        """A table; the rules of the game say where caps may lie."""
        table = Table(self.game, self.players, self._sizes)
        kinds = self._palette(random)
        for grid, (board, _) in zip(table.grids, self._boards, strict=True):
            if not board.pool:
                self._lay(table, grid, board, kinds, random)
        table.begin()
        self._deal(table, random)
        for player, counters in enumerate(table.counters):
            self._cap(table, player, random, rules)
            for counter in self.game.counters:
                most = counter.most if counter.most is not None else random.choice((3, 30))
                counters[counter.name] = random.choice((counter.least, 1, most // 2, most))
        return table

    def _palette(self, random: Random) -> list[int]:
        """The kinds that lie on a table: any few, of one number, or of some values of the first attribute."""
        game, chance = self.game, random.random()
        if chance < 0.3:
            return random.sample(sorted(game.sorts[0].kinds), min(3, len(game.sorts[0].kinds)))
        numbered = [kind for kind in game.kinds if kind.numbers]
        if numbered and chance < 0.3 + self._numbered:
            shown = random.choice(numbered).numbers
            return [kind.index for kind in numbered if shown.items() & kind.numbers.items()]
        values = game.values_of(game.main_attribute)
        chosen = random.sample(values, min(random.choice((1, 2, 3, len(values))), len(values)))
        return [kind.index for kind in game.kinds if kind.values.get(game.main_attribute) in chosen]

    def _lay(self, table: Table, grid: Grid, board: BoardDef, kinds: list[int], random: Random) -> None:
        """Stacks of some of the spaces; face-up all through on boards of the table, else at the top or not at all."""
        full, up = random.choice((0.3, 0.7, 1)), random.choice((0, 0.5, 0.5, 1))
        heights = random.choice((_LOW, _TALL))
        everywhere = frozenset(range(grid.geometry.size))
        border = grid.geometry.region("border")
        parts = (everywhere, everywhere, border, everywhere - border) if board.each_player else (everywhere,)
        for space in sorted(random.choice(parts) or border):
            left = [kind for kind in kinds if table.bag[kind]]
            if not left or random.random() >= full:
                continue
            height, shown = random.choice(heights), random.random() < up
            for floor in range(height):
                kind = random.choice(left)
                if table.bag[kind]:
                    table.bag[kind] -= 1
                    face = not board.each_player or (shown and floor == height - 1)
                    grid.put(space, kind * 2 + face)

    def _deal(self, table: Table, random: Random) -> None:
        """Some of the pieces that begin in a pool of the table lie in others that hold such pieces."""
        pools = [(seat, board) for seat, (board, _) in enumerate(self.game.places(self.players)) if board.pool]
        for seat, board in pools:
            share = random.choice((0, 0.3, 0.7)) if board.begins else 0
            for space in range(len(table.grids[seat].piles)) if share else ():
                if table.grids[seat].piles[space] and random.random() < share:
                    kind = table.grids[seat].piles[space][-1] >> 1
                    sort = self.game.sort_of_kind[kind].name
                    other = random.choice([other for other, held in pools if held.keeps(sort)])
                    table.changing(other).add(table.changing(seat).lift(space))

    def _cap(self, table: Table, player: int, random: Random, rules: StateEvaluator) -> None:
        """Caps where the rules of the game allow them."""
        share, asked = random.choice((0, 0.3, 1)), rules.on(table, player)
        for cap in self.game.caps:
            allowed = core.Binder(cap.place.var, core.Spaces(), cap.place.condition)
            for space in rules.elements(asked, allowed, None, asked.env):
                if random.random() < share and table.supply(cap.name) > 0:
                    table.grids[player].caps[space] += cap.mark


def _geometry(board: BoardDef, side: int | None) -> Geometry:
    """The usual size of a board, or one with sides of about some length."""
    if board.pool or (side is None and board.each_player):
        return board.geometry
    rows, columns = (next(_sides(board, usual, side or SIDE)) for usual in (board.rows, board.columns))
    return board.sized(rows, columns)


def _sides(board: BoardDef, usual: int, side: int) -> Iterator[int]:
    """The sides that a board may have, from about a length on up to the usual one."""
    return (length for length in range(min(side, usual), usual + 1) if board.allows(length, length) or length == usual)
