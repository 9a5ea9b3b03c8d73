"""How large a rule is and how much work it takes, counted without unrolling it."""

from __future__ import annotations

from tilewright.core import expr as core
from tilewright.core.build import children

MAX_SIZE = 20_000
MAX_WORK = 2_000_000
SPACES, NEAR, LINES, GROUPS, PLAYERS, HEIGHTS = 36, 8, 6, 18, 4, 99
_CAP = 10**12


def size(expr: core.Expr) -> int:
    """The number of nodes, shared ones counted each time."""
    return _size(expr, {})


def work(expr: core.Expr) -> int:
    """The number of evaluations on a board of 36 spaces, at a rough and safe guess."""
    return _work(expr, {})


def _size(node: object, known: dict[int, int]) -> int:
    if id(node) not in known:
        known[id(node)] = min(_CAP, 1 + sum(_size(child, known) for child in children(node)))
    return known[id(node)]


def _work(node: object, known: dict[int, int]) -> int:
    if id(node) not in known:
        binder = getattr(node, "binder", None)
        inside = sum(_work(child, known) for child in children(node) if child is not binder)
        if isinstance(binder, core.Binder):  # its domain once, the rest for each element
            inside = (inside + _work(binder.guard, known)) * _elements(binder.domain)
            inside += _work(binder.domain, known)
        elif isinstance(node, core.Values):
            inside = _values(node) * (SPACES if node.heights else 1)
        known[id(node)] = min(_CAP, 1 + inside)
    return known[id(node)]


def _elements(domain: core.Domain) -> int:
    """How many elements a domain has."""
    match domain:
        case core.Spaces() | core.SpacesOf():
            return SPACES
        case core.Neighbors():
            return NEAR if domain.distance == 1 else SPACES
        case core.Lines():
            return LINES
        case core.Groups():
            return GROUPS
        case core.Values():
            return _values(domain)
        case core.Players():
            return PLAYERS
        case _:
            return 2


def _values(domain: core.Values) -> int:
    return HEIGHTS if domain.heights else max(1, len(domain.values))
