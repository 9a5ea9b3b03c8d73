"""Which players rules refer to."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core import expr as core
from tilewright.core.facts import PLAYERS, reads
from tilewright.core.walk import walk


def refers_to_others(*rules: core.Expr) -> bool:
    """Whether rules refer to a player besides the one they are evaluated for; alone they lack somebody."""
    return any(which not in ("player", "self") for which in _which(*rules))


def refers_to_players(*rules: core.Expr) -> bool:
    """Whether rules refer to others or to all: what they come to can depend on who else is at the table."""
    return any(which != "self" for which in _which(*rules))


def _which(*rules: core.Expr) -> Iterator[str]:
    """Which players rules refer to, as `core.Players` names them."""
    return (getattr(node, "which", "opponent") for node in walk(*rules) if reads(node) >= PLAYERS)
