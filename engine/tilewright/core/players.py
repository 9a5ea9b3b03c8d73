"""Which players rules refer to."""

from __future__ import annotations

from tilewright.core import expr as core
from tilewright.core.walk import find


def refers_to_others(*rules: core.Expr) -> bool:
    """Whether rules refer to a player besides the one they are evaluated for; alone they lack somebody."""
    return any(players.which not in ("player", "self") for players in find(core.Players, *rules))


def refers_to_players(*rules: core.Expr) -> bool:
    """Whether rules refer to others or to all: what they come to can depend on who else is at the table."""
    return any(players.which != "self" for players in find(core.Players, *rules))
