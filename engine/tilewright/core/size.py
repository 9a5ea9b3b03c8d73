"""How large a rule is and how much work it takes, counted without unrolling it."""

from __future__ import annotations

from tilewright.core import expr as core
from tilewright.core.build import children

MAX_SIZE = 20_000
MAX_WORK = 2_000_000
SPACES, NEAR, LINES, GROUPS, PLAYERS = 36, 8, 6, 18, 4
_CAP = 10**12


def size(expr: core.Expr) -> int:
    """The number of nodes, shared ones counted each time."""
    return _measure(expr, {}, unroll=False)


def work(expr: core.Expr) -> int:
    """The number of evaluations on a board of 36 spaces, at a rough and safe guess."""
    return _measure(expr, {}, unroll=True)


def _measure(node: object, known: dict[int, int], *, unroll: bool) -> int:
    found = known.get(id(node))
    if found is None:
        inner = sum(_measure(child, known, unroll=unroll) for child in children(node))
        times = _elements(node) if unroll else 1
        found = known[id(node)] = min(_CAP, 1 + inner * times)
    return found


def _elements(node: object) -> int:
    """How many times the inside of a node is evaluated."""
    if isinstance(node, core.Groups):
        return SPACES * (len(node.same.values) + 1 if node.same else 1)
    binder = getattr(node, "binder", None)
    if not isinstance(binder, core.Binder):
        return 1
    match binder.domain:
        case core.Spaces() | core.SpacesOf():
            return SPACES
        case core.Neighbors():
            return NEAR if binder.domain.distance == 1 else SPACES
        case core.Lines():
            return LINES
        case core.Groups():
            return GROUPS
        case core.Values():
            return max(1, len(binder.domain.values))
        case core.Players():
            return PLAYERS
        case _:
            return 2
