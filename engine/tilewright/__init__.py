"""Rules as data for board games.

Load a pack, check files, score positions with the reasons, solve puzzles, draw boards: the
functions are in `tilewright.api`, their examples in docs/api.md.

Names are loaded when they are first used; none but `solve` and `solutions` load the solver.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.api import (
        balance,
        bounds,
        check_file,
        check_text,
        equilibrium,
        load_pack,
        odds,
        parse_board,
        picture,
        position,
        prove,
        score,
        score_many,
        solutions,
        solve,
    )
    from tilewright.diagnostics import Diagnostic, Problems
    from tilewright.draw import Picture, svg, terminal
    from tilewright.meaning.explained import Reason
    from tilewright.meaning.scoring import Score, winners
    from tilewright.packs.pack import Pack, Report
    from tilewright.play.bots import bot
    from tilewright.play.match import IllegalMove, Match
    from tilewright.play.record import Record, record_of, replay
    from tilewright.play.state import Move
    from tilewright.table.board import Board, Stack
    from tilewright.table.card import Card, Layout
    from tilewright.table.game import Game
    from tilewright.table.position import Player, Position, Puzzle

_MODULES = {
    "api": "balance bounds check_file check_text equilibrium load_pack odds parse_board picture position prove score score_many solutions solve",
    "diagnostics": "Diagnostic Problems",
    "draw": "Picture svg terminal",
    "meaning.scoring": "Score winners",
    "meaning.explained": "Reason",
    "packs.pack": "Pack Report",
    "play.bots": "bot",
    "play.match": "IllegalMove Match",
    "play.record": "Record record_of replay",
    "play.state": "Move",
    "table.board": "Board Stack",
    "table.card": "Card Layout",
    "table.game": "Game",
    "table.position": "Player Position Puzzle",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = [
    "Board",
    "Card",
    "Diagnostic",
    "Game",
    "IllegalMove",
    "Layout",
    "Match",
    "Move",
    "Pack",
    "Picture",
    "Player",
    "Position",
    "Problems",
    "Puzzle",
    "Reason",
    "Record",
    "Report",
    "Score",
    "Stack",
    "balance",
    "bot",
    "bounds",
    "check_file",
    "check_text",
    "equilibrium",
    "load_pack",
    "odds",
    "parse_board",
    "picture",
    "position",
    "prove",
    "record_of",
    "replay",
    "score",
    "score_many",
    "solutions",
    "solve",
    "svg",
    "terminal",
    "winners",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'tilewright' has no attribute '{name}'")
    return getattr(import_module(f"tilewright.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
