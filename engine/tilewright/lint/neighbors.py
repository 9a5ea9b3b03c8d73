"""What is said of every thing and a neighbor that those at an edge of the board do not have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tilewright.check.typed import Note
from tilewright.core import expr as core
from tilewright.core.build import conjuncts
from tilewright.core.node import Node
from tilewright.core.walk import find, walk
from tilewright.diagnostics import Diagnostics

_EDGES = {"left": "first column", "right": "last column", "top": "first row", "bottom": "last row"}
"""The spaces that have no neighbor on a side."""
_ACROSS = {"left": "row", "right": "row", "top": "column", "bottom": "column"}
"""The lines that have such a space, whichever of them it is."""
_PLACED = (core.InRegion, core.Inside, core.Near, core.Neighbors, core.Lines)
"""What may leave those spaces out."""


def inspect_neighbors(notes: Sequence[Note], roots: Sequence[Node], diagnostics: Diagnostics) -> None:
    """Warn of `every` that no thing at an edge can satisfy, or that everything there does (TW219)."""
    said = [(note, note.expr) for note in notes if note.kind == "every" and isinstance(note.expr, core.Forall)]
    if not said:
        return
    ranges = {binder.var: binder.domain for binder in find(core.Binder, *roots)}
    for note, forall in said:
        domain, noun = forall.binder.domain, forall.binder.var.noun
        if isinstance(domain, core.Neighbors) and domain.shape in _EDGES and domain.distance == 1:
            message = f"in the {_EDGES[domain.shape]} there is no {domain.shape} neighbor, so this holds"
            help = f"write 'its {domain.shape} neighbor is ...', which does not hold there, or 'no {domain.shape} neighbor'"
            diagnostics.warning("TW219", note.span, message, help)
            continue
        side = next((side for side in _needed(forall) if _reaches(forall.binder, side, ranges)), None)
        if side is not None:
            edge = _EDGES[side]
            thing = diagnostics.source.slice(note.span)
            message = f"a {noun} in the {edge} has no {side} neighbor, so this never holds for it"
            help = f"leave it out: 'every {thing} not in the {edge} ...'"
            diagnostics.warning("TW219", note.span, message, help)


def _needed(forall: core.Forall) -> Iterator[str]:
    """The sides on which each thing needs a neighbor for the condition to hold."""
    condition, var = forall.condition, forall.binder.var
    for part in conjuncts(condition):
        domain = part.binder.domain if isinstance(part, core.Exists) else None
        if (
            isinstance(domain, core.Neighbors)
            and domain.space == var
            and domain.shape in _EDGES
            and domain.nearest == 1
        ):
            yield domain.shape


def _reaches(binder: core.Binder, side: str, ranges: Mapping[core.Var, core.RangeExpr]) -> bool:
    """Whether a thing may stand at the edge, wherever it is looked for."""
    if any(isinstance(node, _PLACED) for node in walk(binder.guard)):
        return False
    match binder.domain:
        case core.Spaces():
            return True
        case core.SpacesOf(of=line):
            lines = ranges.get(line)
            return isinstance(lines, core.Lines) and lines.kind == _ACROSS[side]
        case _:  # no warning of what is not seen
            return False
