"""Traversals of expressions: their nodes, what they read, and their size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import is_
from typing import Any, TypeVar, cast

from tilewright.core.expr import Binder, Capped, Shows, Var
from tilewright.core.node import COUNTERS, MARKS, RULES, Node, field_names, reads
from tilewright.struct import Struct, struct

N = TypeVar("N", bound=Node)
_FIELDS: dict[type[Node], tuple[str, ...]] = {}


def _fields(node: Node) -> tuple[str, ...]:
    kind = type(node)
    if kind not in _FIELDS:
        _FIELDS[kind] = field_names(kind)
    return _FIELDS[kind]


def children(node: Node) -> list[Node]:
    """The nodes directly inside a node, in the order of its fields."""
    found: list[Node] = []
    for name in _fields(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            found += [item for item in value if isinstance(item, Node)]
    return found


def walk(*roots: Node) -> Iterator[Node]:
    """The roots and all nodes in them, in preorder; equal nodes once."""
    seen: set[Node] = set()
    waiting = list(reversed(roots))
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            yield node
            waiting += reversed(children(node))


def find(kind: type[N], *roots: Node) -> Iterator[N]:
    """The nodes of one class, in the order of `walk`."""
    return (node for node in walk(*roots) if isinstance(node, kind))


def transform(root: N, change: Callable[[Node], Node]) -> N:
    """`root` with every node replaced by the result of `change`, bottom up.

    Unchanged nodes remain the same objects, and equal parts are changed once, except statements with different source
    locations.
    """
    return cast(N, _transformed(root, change, {}))


def _transformed(value: Any, change: Callable[[Node], Node], done: dict[Node, Node]) -> Any:
    if isinstance(value, tuple):
        parts = tuple(_transformed(item, change, done) for item in value)
        return value if all(map(is_, parts, value)) else parts
    if not isinstance(value, Node):
        return value
    names = _fields(value)
    if value not in done or "wording" in names:
        old = [getattr(value, name) for name in names]
        new = [_transformed(inner, change, done) for inner in old]
        same = all(map(is_, new, old))
        done[value] = change(value if same else cast(Any, type(value))(**dict(zip(names, new, strict=True))))
    return done[value]


def substitute(root: N, old: Var, new: Var) -> N:
    """`root` with one variable replaced by another."""
    return transform(root, lambda node: new if node == old else node)


@lru_cache(maxsize=100_000)
def variables(root: Node) -> frozenset[Var]:
    """Every variable that occurs in a node, including bound ones."""
    own = (root,) if isinstance(root, Var) else ()
    return frozenset(own).union(*map(variables, children(root)))


def bound(root: Node) -> list[Var]:
    """The variables that binders in a node bind, outermost first."""
    return [binder.var for binder in find(Binder, root)]


@lru_cache(maxsize=100_000)
def free(root: Node) -> tuple[Var, ...]:
    """The free variables of a node, by number; no two binders of a rule bind the same one."""
    return tuple(sorted(variables(root) - _bound(root), key=lambda var: var.id))


@lru_cache(maxsize=100_000)
def _bound(root: Node) -> frozenset[Var]:
    own = (root.var,) if isinstance(root, Binder) else ()
    return frozenset(own).union(*map(_bound, children(root)))


# ------------------------------------------------------------------ the size of rules and boards

MAX_SIZE = 20_000
MAX_WORK = 2_600_000
"""About a second or two; the limit for one rule for one player, and for all rules for all players of a position."""
CAP = 10**12
"""The maximum at which counts saturate."""


@struct
class Extent(Struct):
    """The parameters of work: the size of a board in spaces, its tallest stack, the players, the tiles of a growing
    board, the number of neighbors of a space, and where there is a limit to them, the pieces by kind (the stock of each,
    and how many that has) and the caps by name."""

    rows: int = 6
    columns: int = 6
    tallest: int = 99
    players: int = 4
    pieces: int = 100
    touching: int = 4
    kinds: tuple[tuple[int, int], ...] = ()
    caps: tuple[tuple[str, int], ...] = ()

    @property
    def spaces(self) -> int:
        """The number of spaces."""
        return self.rows * self.columns

    def most(self, shown: Shows | Capped) -> int:
        """The maximum number of spaces that can show this."""
        if isinstance(shown, Capped):
            return min(self.spaces, dict(self.caps).get(shown.cap, self.spaces))
        if not self.kinds:
            return self.spaces
        return min(self.spaces, sum(dict(self.kinds[kind] for kind in shown.kinds).values()))


USUAL = Extent()


def size(expr: Node) -> int:
    """The number of nodes, with shared ones counted each time."""
    return _size(expr, {})


def _size(node: Node, known: dict[Node, int]) -> int:
    if node not in known:
        known[node] = min(CAP, 1 + sum(_size(child, known) for child in children(node)))
    return known[node]


# ------------------------------------------------------------------ what expressions read


def rules_asked(*nodes: Node) -> frozenset[str]:
    """The named rules used by expressions in the nodes."""
    return _named(RULES, "rule", nodes)


def counters_read(*nodes: Node) -> frozenset[str]:
    """The counters read by expressions in the nodes."""
    return _named(COUNTERS, "name", nodes)


def marks_read(*nodes: Node) -> frozenset[str]:
    """The marks of the turn read by expressions in the nodes."""
    return _named(MARKS, "mark", nodes)


def _named(what: frozenset[str], field: str, nodes: tuple[Node, ...]) -> frozenset[str]:
    return frozenset(getattr(node, field) for node in walk(*nodes) if what & reads(node))


def asks(what: frozenset[str], *nodes: Node) -> bool:
    """Whether expressions in the nodes read any of this."""
    return any(what & reads(node) for node in walk(*nodes))
