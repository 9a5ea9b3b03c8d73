"""A game being played: whose turn it is, the moves there are, playing one, taking it back."""

from tilewright.play.flat.match import FlatMatch as Match
from tilewright.play.moves import IllegalMove, Moves
from tilewright.play.view import View
from tilewright.play.words import Unsayable
from tilewright.table.standing import Misplaced

__all__ = ["IllegalMove", "Match", "Misplaced", "Moves", "Unsayable", "View"]
