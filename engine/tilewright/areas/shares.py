"""What an area can count at most before all tiles are laid: the share of each part in a number that is asked.

The total over all finished areas is at most that of the shares over all parts (`areas.partial_map`), whichever of them come together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilewright.areas.partial_map import PartialMapDomain
from tilewright.areas.parts import ENDLESS, AreaPart, NoBound, SharedInterval
from tilewright.areas.shapes import TileStock
from tilewright.core import expr as core
from tilewright.core.node import Node
from tilewright.core.walk import transform, walk
from tilewright.lint.intervals import Maybe
from tilewright.meaning.domain import Element, Env, Ruling
from tilewright.meaning.evaluator import Evaluator
from tilewright.play.evaluator import EvaluationContext, StateEvaluator


@dataclass(frozen=True)
class Shares:
    """The most that can come of a table: `base`, and what each part adds if its area is `loose` at the end, or closed."""

    base: int
    loose: dict[Element, int]
    closed: dict[Element, int]


def shares_of(
    evaluator: StateEvaluator, state: EvaluationContext, stock: TileStock, asked: core.Expr, env: Env, seat: int
) -> Shares:
    """The shares of the parts, by the first patch of each, in a number that is asked. Raises `NoBound`."""
    domain = PartialMapDomain(evaluator, state, stock)
    known = {name: [_ordered(one) for one in said] for name, said in evaluator.exact(state).rules.items()}
    bounds: Evaluator[SharedInterval, Maybe] = Evaluator(domain, known)
    base, loose, closed = 0, dict[Element, int](), dict[Element, int]()
    for factor, term, place in _terms(transform(asked, _loop_last), env, seat, 1):
        over_areas = isinstance(term, core.Sum) and term.binder.domain == core.Areas()
        if not isinstance(term, core.Sum) or not over_areas:
            base += factor * bounds.number(term, env, place).high
            continue
        for part in domain.parts:
            for is_loose, found in ((True, loose), (False, closed)):
                share = _share(domain, bounds, term, part, is_loose, env, place)
                found[part.patches[0]] = found.get(part.patches[0], 0) + factor * share
    if base >= ENDLESS:
        raise NoBound("an unbounded number")
    return Shares(base, loose, closed)


def _share(
    domain: PartialMapDomain,
    evaluator: Evaluator[SharedInterval, Maybe],
    term: core.Sum,
    part: AreaPart,
    loose: bool,
    env: Env,
    seat: int,
) -> int:
    """The share of a part in a total over all areas, if its area is loose or closed at the end."""
    if part.whole and loose:
        return 0
    domain.focus = focus = AreaPart(part.patches, part.sort, part.whole, loose)
    before = domain.part_of
    domain.part_of = {**before, **dict.fromkeys(part.patches, focus)}
    inner = {**env, term.binder.var.id: focus}
    held = evaluator.condition(term.binder.guard, inner, seat)
    share = 0 if held is False else evaluator.number(term.body, inner, seat).share
    domain.focus, domain.part_of = None, before
    return share


def _terms(expr: core.Expr, env: Env, seat: int, factor: int) -> Iterator[tuple[int, core.Expr, int]]:
    """The terms of a sum, each with what it is multiplied by and the place of which it is asked."""
    match expr:
        case core.Add():
            for part in expr.parts:
                yield from _terms(part, env, seat, factor)
        case core.OnBoardOf() if expr.player.id in env:
            yield from _terms(expr.body, env, env[expr.player.id], factor)
        case core.Mul(left=core.Const(value=value), right=body) if value >= 0:
            yield from _terms(body, env, seat, factor * value)
        case core.Mul(left=body, right=core.Const(value=value)) if value >= 0:
            yield from _terms(body, env, seat, factor * value)
        case _:  # one term, which is bounded as a whole
            yield factor, expr, seat


def _ordered(ruling: Ruling) -> Ruling:
    return replace(ruling, body=transform(ruling.body, _loop_last))


def _loop_last(node: Node) -> Node:
    """A product with the factor last that goes through something, of which the shares are taken."""
    if isinstance(node, core.Mul) and _goes_through(node.left) and not _goes_through(node.right):
        return core.Mul(node.right, node.left)
    return node


def _goes_through(expr: core.Expr) -> bool:
    return any(isinstance(node, (core.Sum, core.Best, core.RuleNumber)) for node in walk(expr))
