"""How large a rule is and how much work it takes, counted without unrolling it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.core import expr as core
from tilewright.core.node import Node
from tilewright.core.walk import children

MAX_SIZE = 20_000
MAX_WORK = 3_000_000
"""A second or two: of one rule for one player, and of all rules for all players of a position."""
_DEPTH = 4  # groups inside groups, as far as they are counted closely
_CAP = 10**12


@dataclass(frozen=True, slots=True)
class Extent:
    """What work depends on: the size of a board in spaces, its tallest stack, and the players."""

    rows: int = 6
    columns: int = 6
    tallest: int = 99
    players: int = 4

    @property
    def spaces(self) -> int:
        """The number of spaces."""
        return self.rows * self.columns


USUAL = Extent()


def size(expr: core.Expr) -> int:
    """The number of nodes, shared ones counted each time."""
    return _size(expr, {})


def work(expr: core.Expr, extent: Extent = USUAL) -> int:
    """The number of evaluations for one player, at a rough guess that is rather too high.

    Without an extent, on a usual board.
    """
    return _Work(extent).of(expr)


def _size(node: Node, known: dict[int, int]) -> int:
    if id(node) not in known:
        known[id(node)] = min(_CAP, 1 + sum(_size(child, known) for child in children(node)))
    return known[id(node)]


@dataclass
class _Work:
    """Counts work; `longest` is how many spaces the line or group of a variable has at most."""

    extent: Extent
    longest: dict[int, int] = field(default_factory=dict)
    depth: int = 0
    known: dict[int, int] = field(default_factory=dict)

    def of(self, node: Node) -> int:
        """The work of an expression or a domain."""
        if id(node) not in self.known:
            self.known[id(node)] = min(_CAP, 1 + self._inside(node))
        return self.known[id(node)]

    def _inside(self, node: Node) -> int:
        spaces = self.extent.spaces
        if isinstance(node, core.Groups):  # whether each space is a member, for each value
            values = self._elements(node.same) if node.same else 1
            return spaces * (self.of(node.binder.guard) + values) + (self.of(node.same) if node.same else 0)
        if isinstance(node, core.Values):
            return self.extent.tallest * spaces if node.heights else len(node.values)
        binder = getattr(node, "binder", None)
        if not isinstance(binder, core.Binder):
            return sum(map(self.of, children(node)))
        if isinstance(binder.domain, core.Groups) and self.depth < _DEPTH:
            return self._over_groups(node, binder)
        if isinstance(binder.domain, core.Lines):
            self.longest[binder.var.id] = self._line(binder.domain.kind)[1]
        return self.of(binder.domain) + self._elements(binder.domain) * self._each(node, binder)

    def _each(self, node: Node, binder: core.Binder) -> int:
        """The work for each element of a binder."""
        return self.of(binder.guard) + sum(self.of(child) for child in children(node) if child is not binder)

    def _over_groups(self, node: Node, binder: core.Binder) -> int:
        """Groups share the spaces of a board: at worst one has all and the others have one each."""
        total = self.of(binder.domain)
        for longest, count in ((1, self._elements(binder.domain)), (self.extent.spaces, 1)):
            inner = _Work(self.extent, {**self.longest, binder.var.id: longest}, self.depth + 1)
            total += count * inner._each(node, binder)
        return total

    def _elements(self, domain: core.Domain) -> int:
        """How many elements a domain has."""
        extent = self.extent
        match domain:
            case core.Spaces():
                return extent.spaces
            case core.SpacesOf():
                one = 1 if domain.of.sort == core.SPACE else extent.spaces
                return self.longest.get(domain.of.id, one)
            case core.Neighbors():
                return min(extent.spaces, _near(domain))
            case core.Lines():
                return self._line(domain.kind)[0]
            case core.Groups():
                return extent.spaces if domain.same else (extent.spaces + 1) // 2
            case core.Values():
                return min(extent.tallest, extent.spaces) if domain.heights else len(domain.values)
            case core.Players():
                return {"self": 1, "left": 1, "right": 1, "adjacent": 2}.get(domain.which, extent.players)
            case core.Axes():
                return len(domain.names)
            case core.Image():
                return 1

    def _line(self, kind: str) -> tuple[int, int]:
        """How many lines of a kind there are, and how many spaces the longest has."""
        rows, columns = self.extent.rows, self.extent.columns
        return {
            "row": (rows, columns),
            "column": (columns, rows),
            "line": (rows + columns, max(rows, columns)),
            "diagonal": (2, max(rows, columns)),
            "quadrant": (4, (rows // 2) * (columns // 2)),
            "square": ((rows - 1) * (columns - 1), 4),
        }[kind]


def _near(domain: core.Neighbors) -> int:
    """How many spaces are near one."""
    steps = domain.distance
    if domain.shape == "orthogonal":
        return 2 * steps * (steps + 1)
    return (2 * steps + 1) ** 2 - 1 if domain.shape in ("diagonal", "surrounding") else steps
