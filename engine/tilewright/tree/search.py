"""The compiled game of a match, ready to be searched."""

from __future__ import annotations

from functools import lru_cache

from tilewright.core import expr as core
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.wasm.native import CompiledGame, compiled
from tilewright.kernel.wasm.search import TreeSearch
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.match import Match
from tilewright.play.view import View
from tilewright.resources import cache_folder
from tilewright.store import Store


def search_of(match: Match | View, megabytes: int = 64) -> TreeSearch:
    """A search in the game of a match, which knows what the game scores; its table of positions takes so many megabytes."""
    layout = match.machine.layout
    return TreeSearch(_scored(layout, tuple(scoring_rules(layout.game, match.cards).items())), megabytes)


@lru_cache(maxsize=16)
def _scored(layout: StateLayout, rules: tuple[tuple[str, core.Expr], ...]) -> CompiledGame:
    """The compiled game of a layout with what it scores; a process compiles it once."""
    store = Store(cache_folder("tilewright-compiled"))
    return compiled(layout, dict(rules), store=store, ties=layout.game.tie_breaks)
