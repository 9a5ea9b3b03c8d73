"""Games as trees: nodes where a player chooses or chance answers, moves and outcomes, keys, returns, information of
players.

`root` makes the tree of a match; algorithms need nothing else of a game. `solve_match` finds the value of a match.
docs/tree.md has examples of both.
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
