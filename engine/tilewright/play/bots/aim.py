"""What a bot plays for that was not given a goal."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.core import expr as core
from tilewright.meaning.scoring import scoring_rules
from tilewright.table.card import Card
from tilewright.table.game import Game

POINT = 100
"""So much more than one of its measure a point is worth."""


def points_and_measure(game: Game, cards: Iterable[Card]) -> core.Expr:
    """The points of a player, and with them what the game file measures first."""
    assert game.course is not None, "games that are played have a course"
    points = core.Add(tuple(scoring_rules(game, tuple(cards)).values()))
    return core.Add((core.Mul(core.Const(POINT), points), *(number for _, number in game.course.measures[:1])))
