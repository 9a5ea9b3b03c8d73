"""A game that was played, looked at again: what each decision was worth, and which moves were better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from tilewright.play.bots.uct import MoveAdvice, Uct
from tilewright.play.match import Match
from tilewright.play.prompts import with_picked
from tilewright.studio.tables import JsonObject

PLAYOUTS = 400
"""Games that are played on at random from each decision."""
MISTAKE = 0.1
"""The share of the win from which a worse move is a mistake, beside twice the standard error of what was found."""
MOST_DECISIONS = 150
"""Of a longer game, the last ones are looked at."""


@dataclass(frozen=True)
class Review:
    """A decision: where it is among the moves, who made it in which turn, what was played and what would have been best.

    The shares are those of the win that the player has with each, as far as games played on at random say.
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
        """The share of the win that was given away."""
        return max(0.0, self.best_share - self.share)

    def shown(self) -> JsonObject:
        """What a page draws of it."""
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
    """The decisions of a game in which there was something to choose; `tell` is given how far it is."""
    found = list[Review]()
    start = max(0, len(match.played) - MOST_DECISIONS)
    again = Match(match.game.unlinked or match.game, match.names, match.cards, match.layouts, match.seed)
    for index, move in enumerate(match.played):
        view = again.view()
        if index >= start and len(view.moves) > 1:
            best = Uct(index, playouts=playouts).advise(view)[0]
            played = best
            if best.move.value != move.value:  # few of those games began with it: it gets as many of its own
                [played] = Uct(index, playouts=playouts).advise(view, [move])
            found.append(_review(again, index, played, best))
            tell({"done": index + 1, "moves": len(match.played)})
        again.play(str(move))
    return found


def _review(match: Match, index: int, played: MoveAdvice, best: MoveAdvice) -> Review:
    """What is known of one decision."""
    state, player = match.state, match.turn
    was, better = (with_picked(match, state, one.move) for one in (played, best))
    doubt = 0.0 if best.tried.winner == player else sqrt(_variance(played) + _variance(best))
    return Review(index, state.turn, player, was, better, _share(played, player), _share(best, player), doubt)


def _variance(advice: MoveAdvice) -> float:
    """Of the mean of the games that began with a move, as if one more had been won and one more lost (Agresti and Coull, 1998)."""
    visits = advice.tried.visits + 2
    share = (advice.tried.won * advice.tried.visits + 1) / visits
    return share * (1 - share) / visits


def _share(advice: MoveAdvice, player: int) -> float:
    """The share of the win; all or nothing if it is proved who wins."""
    winner = advice.tried.winner
    return advice.tried.won if winner is None else float(winner == player)
