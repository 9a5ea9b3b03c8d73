"""Games as trees: nodes with a player to choose or chance to answer, moves and outcomes, keys, returns, what players know.

`root` makes the tree of a match; algorithms need nothing else of a game. `solve_match` finds what a match is worth. docs/tree.md shows both at work.
"""

from tilewright.tree.node import CHANCE, TERMINAL, GameNode, root
from tilewright.tree.search import CannotSolve, GameValue, LineMove, SolveLimits, solve_match

__all__ = [
    "CHANCE",
    "TERMINAL",
    "CannotSolve",
    "GameNode",
    "GameValue",
    "LineMove",
    "SolveLimits",
    "root",
    "solve_match",
]
