"""Why a point: the awards of a rule on a known board, and the spaces that earned them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tilewright.core import expr as core
from tilewright.core.walk import children
from tilewright.meaning.arithmetic import Seat
from tilewright.meaning.binders import Env, Part
from tilewright.meaning.evaluator import Evaluator
from tilewright.source import Span

Conditions = tuple[core.Expr, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Points given by one line of a card.

    `span` is that line's amount in the card; `spaces` earned the points (none: no single
    space did, the board as a whole); `what` names the bound things, outermost first.
    """

    points: int
    span: Span
    spaces: tuple[int, ...]
    what: tuple[str, ...] = ()


def reasons(evaluator: Evaluator[int, bool], rule: core.Expr, seat: int = 0) -> list[Reason]:
    """Every award that counts; their points add up to the value of the rule.

    Of a choice the first best one counts.
    """
    return list(_Tracer(evaluator, seat, {}).walk(rule, {}, ()))


class _Tracer:
    def __init__(self, evaluator: Evaluator[int, bool], seat: int, bound: dict[int, core.Var]) -> None:
        self.evaluator = evaluator
        self.seat = seat
        self.bound = bound

    def walk(self, expr: core.Expr, env: Env, given: Conditions) -> Iterator[Reason]:
        """The awards in an expression; `given` are the conditions met on the way to it."""
        match expr:
            case core.Award():
                yield from self._award(expr, env, given)
            case core.Add():
                for part in expr.parts:
                    yield from self.walk(part, env, given)
            case core.If():
                holds = self.evaluator.condition(expr.condition, env, self.seat)
                if holds:
                    yield from self.walk(expr.then, env, (*given, expr.condition))
                else:
                    yield from self.walk(expr.otherwise, env, given)
            case core.Sum():
                for inner in self._bind(expr.binder, env):
                    yield from self.walk(expr.body, inner, (*given, expr.binder.guard))
            case core.Best():
                winner = self._winner(expr, env)
                if winner is not None:
                    yield from self.walk(expr.body, winner, given)
            case core.OnBoardOf():  # points for what another player has: no space of one's own
                other = _Tracer(self.evaluator, env[expr.player.id], self.bound)
                yield from (replace(reason, spaces=()) for reason in other.walk(expr.body, env, ()))

    def _bind(self, binder: core.Binder, env: Env) -> Iterator[Env]:
        if binder.domain != core.Players("self"):
            self.bound[binder.var.id] = binder.var
        for inner, holds in self.evaluator.satisfying(binder, env, self.seat):
            if holds:
                yield inner

    def _winner(self, best: core.Best, env: Env) -> Env | None:
        sign = 1 if best.which == "max" else -1
        return max(
            self._bind(best.binder, env),
            key=lambda inner: sign * self.evaluator.number(best.body, inner, self.seat),
            default=None,
        )

    def _award(self, award: core.Award, env: Env, given: Conditions) -> Iterator[Reason]:
        points = self.evaluator.number(award.amount, env, self.seat)
        if not points:
            return
        spaces = self._of_bound(env) or tuple(dict.fromkeys(self._witnesses(award.amount, env)))
        for condition in reversed(given):
            spaces = spaces or tuple(dict.fromkeys(self._witnesses(condition, env)))
        names = (_label(self.bound[i], env[i], self.evaluator.seats) for i in env if i in self.bound)
        yield Reason(points, award.span, spaces, tuple(names))

    def _of_bound(self, env: Env) -> tuple[int, ...]:
        """The innermost bound space, else the spaces of the innermost bound line or group."""
        bound = [(self.bound[i].sort, env[i]) for i in reversed(env) if i in self.bound]
        for sort, element in bound:
            if sort == core.SPACE:
                return (element,)
        for sort, element in bound:
            if sort in (core.LINE, core.GROUP):
                return _spaces(element)
        return ()

    def _witnesses(self, expr: core.Expr, env: Env) -> Iterator[int]:
        """The spaces that an amount or a condition is about."""
        match expr:
            case core.Sum():
                for inner in self._bind(expr.binder, env):
                    if self.evaluator.number(expr.body, inner, self.seat):
                        yield from self._of_element(expr.binder.var, inner, expr.body)
            case core.Best():
                winner = self._winner(expr, env)
                if winner is not None:
                    yield from self._of_element(expr.binder.var, winner, expr.body)
            case core.Exists():
                for inner in self._bind(expr.binder, env):
                    if self.evaluator.condition(expr.condition, inner, self.seat):
                        yield from self._of_element(expr.binder.var, inner, expr.condition)
            case core.If():
                holds = self.evaluator.condition(expr.condition, env, self.seat)
                yield from self._witnesses(expr.then if holds else expr.otherwise, env)
            case core.Forall() | core.OnBoardOf():
                return
            case _:
                for child in children(expr):
                    yield from self._witnesses(child, env)  # type: ignore[arg-type]

    def _of_element(self, var: core.Var, env: Env, body: core.Expr) -> Iterator[int]:
        element = env[var.id]
        if var.sort == core.SPACE:
            yield element
        elif isinstance(element, Part):
            yield from _spaces(element)
        else:
            yield from self._witnesses(body, env)


def _spaces(part: Part[bool]) -> tuple[int, ...]:
    return tuple(sorted(space for space, belongs in part.members.items() if belongs))


def _label(var: core.Var, element: object, seats: Sequence[Seat[int, bool]]) -> str:
    """What a bound thing is called: `stack (2,3)`, `row 4`, `color red`, a player's name."""
    geometry = seats[0].board.geometry
    if var.sort == core.PLAYER and isinstance(element, int):
        return seats[element].name or f"{var.noun} {element + 1}"
    if isinstance(element, int):
        return f"{var.noun} {geometry.name(element)}"
    if isinstance(element, Part):
        row, column = divmod(element.root, geometry.columns)
        where = {"row": str(row + 1), "column": str(column + 1)}
        return f"{var.noun} {where.get(var.noun, geometry.name(element.root))}"
    label = element.label if isinstance(element, core.Value) else element
    return f"{var.noun} {label}"
