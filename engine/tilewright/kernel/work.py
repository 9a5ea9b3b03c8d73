"""How much work a question of a flow takes at worst, in blocks: what takes more than usual counts as several."""

from __future__ import annotations

from functools import lru_cache

from tilewright.core import expr as core
from tilewright.kernel.layout import PlaceCells, StateLayout
from tilewright.meaning.domain import Ruling
from tilewright.meaning.emit.functions import effort_of, world_of
from tilewright.table.geometry import Geometry, Heap
from tilewright.table.terrain import GROWN


class QuestionWork:
    """The work of the questions of a flow on its boards, under all changes of rules that it may make."""

    def __init__(self, layout: StateLayout) -> None:
        geometries = tuple(_geometry(place) for place in layout.places)
        self._world = world_of(layout.game, layout.game.course, geometries, layout.players)
        changes = [ruling.now for ruling in layout.flow.rulings]
        self._changes = [(one.rule, Ruling(one.parameter, one.body, {}, one.also, None, one.where)) for one in changes]
        self._known: dict[int, int] = {}
        self._asked: list[core.Expr | core.Binder] = []  # what is known, so that its ids stay its own

    def of(self, asked: core.Expr | core.Binder) -> int:
        """As how many blocks more a question counts; 0 where it takes no more than usual."""
        found = self._known.get(id(asked))
        if found is None:
            found = self._known[id(asked)] = effort_of(asked, self._world, self._changes)
            self._asked.append(asked)
        return found


def _geometry(place: PlaceCells) -> Geometry:
    """The geometry of a place as far as it is fixed: what grows, and pools, count as small."""
    if place.board.grows or place.board.of_patches:
        return GROWN
    return Heap(1, 0) if place.board.pool else place.geometry


@lru_cache(maxsize=32)
def work_of(layout: StateLayout) -> QuestionWork:
    """The work of the questions of a flow."""
    return QuestionWork(layout)
