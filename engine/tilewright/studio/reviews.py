"""The review of a finished game: the value of each decision, and better moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from tilewright.play.bots.uct import MoveAdvice, Uct
from tilewright.play.match import Match
from tilewright.play.prompts import with_picked
from tilewright.studio.tables import JsonObject

PLAYOUTS = 400
"""The number of random playouts from each decision."""
MISTAKE = 0.1
"""The loss of win share from which a move is a mistake, beyond twice the standard error."""
MOST_DECISIONS = 150
"""The largest number of decisions reviewed: the last ones."""


@dataclass(frozen=True)
class Review:
    """A decision: its index among the moves, its player and turn, the move played and the best one.

    The shares are estimates of the player's share of the win after each move, by random playouts.
    """

    index: int
    turn: int
    player: int
    played: str
    best: str
    share: float
    best_share: float
    doubt: float
    """The standard error of the difference of the shares."""

    @property
    def lost(self) -> float:
        """The share of the win that was lost."""
        return max(0.0, self.best_share - self.share)

    def shown(self) -> JsonObject:
        """The review as JSON."""
        mistake = self.lost >= MISTAKE + 2 * self.doubt and self.played != self.best
        return {
            "index": self.index,
            "turn": self.turn + 1,
            "player": self.player,
            "played": self.played,
            "best": self.best,
            "share": round(self.share, 3),
            "best_share": round(self.best_share, 3),
            "mistake": mistake,
        }


def reviewed(match: Match, tell: Callable[[JsonObject], None], playouts: int = PLAYOUTS) -> list[Review]:
    """The decisions of a game with at least two choices; `tell` receives the progress."""
    found = list[Review]()
    start = max(0, len(match.played) - MOST_DECISIONS)
    again = Match(match.game.unlinked or match.game, match.names, match.cards, match.layouts, match.seed)
    for index, move in enumerate(match.played):
        view = again.view()
        if index >= start and len(view.moves) > 1:
            best = Uct(index, playouts=playouts).advise(view)[0]
            played = best
            if best.move.value != move.value:  # too few playouts began with it, so it gets its own
                [played] = Uct(index, playouts=playouts).advise(view, [move])
            found.append(_review(again, index, played, best))
            tell({"done": index + 1, "moves": len(match.played)})
        again.play(str(move))
    return found


def _review(match: Match, index: int, played: MoveAdvice, best: MoveAdvice) -> Review:
    """The review of one decision."""
    state, player = match.state, match.turn
    was, better = (with_picked(match, state, one.move) for one in (played, best))
    doubt = 0.0 if best.tried.winner == player else sqrt(_variance(played) + _variance(best))
    return Review(index, state.turn, player, was, better, _share(played, player), _share(best, player), doubt)


def _variance(advice: MoveAdvice) -> float:
    """The variance of the mean of a move's playouts, with one more win and loss added (Agresti and Coull, 1998)."""
    visits = advice.tried.visits + 2
    share = (advice.tried.won * advice.tried.visits + 1) / visits
    return share * (1 - share) / visits


def _share(advice: MoveAdvice, player: int) -> float:
    """The share of the win; 0 or 1 if the winner is proved."""
    winner = advice.tried.winner
    return advice.tried.won if winner is None else float(winner == player)
