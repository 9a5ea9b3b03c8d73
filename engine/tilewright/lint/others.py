"""Whether a rule looks at other players."""

from __future__ import annotations

from tilewright.core import expr as core
from tilewright.core.walk import find


def looks_at_others(rule: core.Expr) -> bool:
    """Whether what it comes to can depend on the boards or counters of anyone else."""
    return any(players.which not in ("player", "self") for players in find(core.Players, rule))
