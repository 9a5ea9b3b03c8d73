"""Whether a rule looks at other players."""

from __future__ import annotations

from tilewright.core import expr as core
from tilewright.core.build import children


def looks_at_others(rule: core.Expr) -> bool:
    """Whether what it comes to can depend on the boards or counters of anyone else."""
    seen: set[int] = set()
    waiting: list[object] = [rule]
    while waiting:
        node = waiting.pop()
        if isinstance(node, core.Players) and node.which not in ("player", "self"):
            return True
        if id(node) not in seen:
            seen.add(id(node))
            waiting.extend(children(node))
    return False
