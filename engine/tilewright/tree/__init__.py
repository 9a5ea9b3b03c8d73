"""Games as trees: nodes with a player to choose or chance to answer, moves and outcomes, keys, returns, what players know.

`root` makes the tree of a match; algorithms need nothing else of a game. docs/tree.md shows it at work.
"""

from tilewright.tree.node import CHANCE, TERMINAL, GameNode, root

__all__ = ["CHANCE", "TERMINAL", "GameNode", "root"]
