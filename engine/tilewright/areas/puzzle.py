"""Puzzles about maps as questions: the table, the tiles to lay, the number that is asked, and a solution that is written down."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tilewright.areas.laying import Laid, LayingQuestion
from tilewright.areas.shapes import TileStock, terrain_at
from tilewright.check.questions import read_question
from tilewright.core.build import is_condition
from tilewright.diagnostics import Problems
from tilewright.meaning.work import PATCHES
from tilewright.play.linking import evaluator_of
from tilewright.play.positions import table_of
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.puzzles import MapPuzzle
from tilewright.table.terrain import Terrain

_LAID = re.compile(r"(?P<code>\S+) (?P<row>-?\d{1,3}),(?P<column>-?\d{1,3})")


class CannotLay(Exception):
    """What is asked of a map makes no sense; the text says why, `key` at which key."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(reason)
        self.key = key


def question_of(puzzle: MapPuzzle, cards: Sequence[Card]) -> LayingQuestion:
    """The question of a puzzle.

    Raises `Misplaced` where the game cannot stand so, `Problems` where what is asked cannot be read, and `CannotLay`.
    """
    position = puzzle.position
    evaluator = evaluator_of(position.game, cards, len(position.players))
    game, mover = evaluator.game, 0 if position.standing is None else position.standing.player
    state = evaluator.on(table_of(replace(position, game=game))[0], mover)
    terrain = terrain_at(state)
    if terrain is None:
        raise CannotLay("game", f"{game.id} has no board that grows")
    counts = Counter(game.by_code[code].first for code in puzzle.tiles)
    lying = Counter(game.kinds[game.by_code[code].first].first for code in _tiles_on_table(puzzle))
    for first, count in counts.items():
        kind = game.kinds[first]
        if kind.face is None:
            raise CannotLay(game.plural(game.piece), f"{kind.code} is not a tile that is laid on the map")
        if count + lying[first] > kind.copies:
            there = f"there are {kind.copies} of {kind.code}, but with those on the table there would be {count + lying[first]}"
            raise CannotLay(game.plural(game.piece), there)
    asked = read_question(puzzle.worth, game, replace(game.largest, pieces=_tiles_of_patches(terrain, game, counts)))
    if isinstance(asked, list):
        raise Problems(diagnostics=asked)
    if is_condition(asked):
        raise CannotLay("worth", "worth must be a number; this is a condition")
    return LayingQuestion(evaluator, state, TileStock(game, counts), asked)


def _tiles_of_patches(terrain: Terrain, game: Game, counts: Counter[int]) -> int:
    """How many tiles have as many patches as there are here, as work is reckoned: tiles show fewer than the most."""
    new = sum(count * len(face.patches) for first, count in counts.items() if (face := game.kinds[first].face))
    return -(-(terrain.patchwork.size + new) // PATCHES)


def _tiles_on_table(puzzle: MapPuzzle) -> list[str]:
    """The codes of the tiles that lie on the table of a puzzle, on the map or elsewhere."""
    position = puzzle.position
    boards = [*position.boards.values(), *(pool for player in position.players for pool in player.pools.values())]
    boards += [player.board for player in position.players]
    return [code for board in boards for stack in board.stacks for code in stack.up]


def laid_of(puzzle: MapPuzzle, question: LayingQuestion) -> Laid:
    """The tiles of a solution that is written down, all of which fit. Raises `CannotLay`."""
    game, terrain = question.evaluator.game, question.terrain
    found: dict[tuple[int, int], int] = {}
    for text in puzzle.solution:
        read = _LAID.fullmatch(text)
        kind = game.by_code.get(read["code"]) if read else None
        if read is None or kind is None:
            raise CannotLay("solution", f"'{text}' is not in the form CODE ROW,COLUMN")
        place = int(read["row"]), int(read["column"])
        if place in found:
            raise CannotLay("solution", f"there are two tiles at {place[0]},{place[1]}")
        found[place] = kind.index
    if Counter(game.kinds[index].first for index in found.values()) != question.stock.counts:
        raise CannotLay("solution", "its tiles are not those of the puzzle")
    waiting = dict(found)
    while waiting:
        place = next((place for place in waiting if terrain.at_place.get(place) in terrain.wanted), (-1, -1))
        kind = game.kinds[waiting.pop(place)] if place in waiting else None
        if kind is None or kind.face is None or not terrain.fits(terrain.at_place[place], kind.face):
            left = ", ".join(f"{row},{column}" for row, column in ([place] if kind else waiting))
            raise CannotLay("solution", f"no tile can be laid like this at {left}")
        terrain = terrain.with_tile(terrain.at_place[place], kind.face)
    return frozenset(found.items())
