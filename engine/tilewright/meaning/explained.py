"""Reasons for points: the domain in which a number carries the awards that produced it, and the spaces it is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tilewright.core import expr as core
from tilewright.core import walk
from tilewright.core.node import Node
from tilewright.meaning.domain import NO_MAPS, Element, Entries, Env, Loop, Maps, SpaceSet, X
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import COMPARE, Exact, ExactBoard, divide, look_up, remainder
from tilewright.meaning.unrolled import Seat, Unrolled
from tilewright.source import Span

SpaceIds = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Points awarded by one line of a card.

    `span` is the amount in that line; `spaces` earned the points (empty: the board as a whole); `what` names the bound
    elements, outermost first; `compared` are the numbers in conditions about the whole board. `units` are the spaces of each
    thing or set of things that was counted, `sum` is the arithmetic with the numbers of this board; empty without any.
    """

    points: int
    span: Span
    spaces: SpaceIds
    what: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    units: tuple[SpaceIds, ...] = ()
    sum: str = ""


@dataclass(frozen=True, slots=True)
class ExplainedNumber:
    """A number, the awards included in it, and the spaces it is about.

    `units` are the spaces of each thing, or set of things, that it counts; `compared` the numbers in the condition by which it
    counts players; `sum` the arithmetic that gave it, with numbers for names and counts.
    """

    value: int
    reasons: tuple[Reason, ...] = ()
    about: SpaceIds = ()
    units: tuple[SpaceIds, ...] = ()
    compared: tuple[str, ...] = ()
    sum: str = ""

    def __str__(self) -> str:
        return self.sum or str(self.value)


@dataclass(frozen=True, slots=True)
class ExplainedTruth:
    """Whether a condition holds, the spaces it is about, and the numbers that it compares."""

    holds: bool
    about: SpaceIds = ()
    compared: tuple[str, ...] = ()


def explained(rule: core.Expr, seats: Sequence[Seat[int, bool]], seat: int = 0) -> ExplainedNumber:
    """The value of a rule for a player, with reasons whose points add up to it.

    Of equally good choices the first one is used.
    """
    return Evaluator(Explained(seats)).number(rule, {}, seat)


UNMET, NOTHING = "its condition is not met", "nothing qualifies"


def unpaid(rule: core.Expr, seats: Sequence[Seat[int, bool]], seat: int = 0) -> Iterator[Reason]:
    """The lines of a rule that gives nothing, each as a reason of 0 points that says why as far as that is one thing.

    A condition about the whole board has its numbers.
    """
    evaluator = Evaluator(Explained(seats))

    def lines(node: Node, what: tuple[str, ...] = (), compared: tuple[str, ...] = ()) -> Iterator[Reason]:
        match node:
            case core.Award(span=span):
                yield Reason(0, span, (), what, tuple(dict.fromkeys(compared)))
            case core.If(condition=condition, then=then, otherwise=otherwise) if not walk.free(condition):
                met = evaluator.condition(condition, {}, seat)
                yield from lines(then) if met.holds else lines(then, (UNMET,), met.compared)
                yield from lines(otherwise)
            case core.Sum():
                yield from (Reason(0, award.span, (), (NOTHING,)) for award in walk.find(core.Award, node))
            case _:  # awards lie only below statements, which are searched
                for child in walk.children(node):
                    yield from lines(child, what, compared)

    yield from lines(rule)


@dataclass(frozen=True)
class Among:
    """A range: its elements, and whether reasons name them."""

    elements: Iterable[Element]
    named: bool = True


class Explained:
    """`meaning.domain.Domain` on known boards; no loop exits early.

    The bindings and the conditions met on the way to an award are kept on stacks.
    """

    def __init__(self, seats: Sequence[Seat[int, bool]]) -> None:
        self.seats = seats
        self.exact = Unrolled(Exact(), seats)
        self._bound: list[tuple[core.Var, Element]] = []
        self._met: list[SpaceIds] = []
        self._compared: list[tuple[str, ...]] = []

    # -- numbers

    def number(self, value: int) -> ExplainedNumber:
        return ExplainedNumber(value)

    def add(self, parts: Sequence[ExplainedNumber]) -> ExplainedNumber:
        reasons = tuple(reason for part in parts for reason in part.reasons)
        shown = " + ".join(map(str, parts)).replace("+ -", "- ")
        return ExplainedNumber(sum(part.value for part in parts), reasons, _spaces_about(parts), sum=shown)

    def times(self, left: ExplainedNumber, right: ExplainedNumber) -> ExplainedNumber:
        units = left.units if not right.about else right.units if not left.about else ()
        value = left.value * right.value
        shown = str(value) if not left.about and not right.about else f"{_factor(left)} * {_factor(right, last=True)}"
        return ExplainedNumber(value, (), left.about + right.about, units, sum=shown)

    def divide(self, left: ExplainedNumber, right: ExplainedNumber) -> ExplainedNumber:
        value = divide(left.value, right.value)
        together = zip(*[iter(left.units)] * max(1, right.value), strict=False) if not right.about else ()
        units = tuple(tuple(space for unit in some for space in unit) for some in together)
        shown = f"{_factor(left)} / {_factor(right, last=True)}"
        return ExplainedNumber(value, (), left.about + right.about, units, sum=shown)

    def remainder(self, left: ExplainedNumber, right: ExplainedNumber) -> ExplainedNumber:
        return ExplainedNumber(remainder(left.value, right.value), (), left.about + right.about)

    def extreme_of(self, which: str, parts: Sequence[ExplainedNumber]) -> ExplainedNumber:
        value = (max if which == "max" else min)(part.value for part in parts)
        return ExplainedNumber(value, (), _spaces_about(parts), _sets(parts) if which == "min" else ())

    def table(self, body: ExplainedNumber, entries: Entries) -> ExplainedNumber:
        return ExplainedNumber(look_up(body.value, entries), (), body.about)

    def if_else(
        self,
        condition: Callable[[], ExplainedTruth],
        then: Callable[[], ExplainedNumber],
        otherwise: Callable[[], ExplainedNumber],
    ) -> ExplainedNumber:
        met = condition()
        if not met.holds:
            return otherwise()
        self._met.append(met.about)
        self._compared.append(met.compared)
        number = then()
        self._met.pop()
        self._compared.pop()
        return number

    def award(self, amount: Callable[[], ExplainedNumber], span: Span) -> ExplainedNumber:
        number = amount()
        if not number.value:
            return ExplainedNumber(0, (), number.about)
        spaces = self._innermost() or number.about
        for met in reversed(self._met):
            spaces = spaces or met
        names = tuple(_label(var, element, self.seats) for var, element in self._bound)
        lying = () if _is_pool(self.seats[0]) else tuple(dict.fromkeys(spaces))
        compared = () if self._bound else tuple(dict.fromkeys(said for met in self._compared for said in met))
        units = number.units if lying == tuple(dict.fromkeys(number.about)) else ()
        reason = Reason(
            number.value, span, lying, names, compared, units, number.sum if " " in number.sum and not units else ""
        )
        return ExplainedNumber(number.value, (reason,), number.about)

    def _innermost(self) -> SpaceIds:
        """The innermost bound space, else the spaces of the innermost bound line or group."""
        for var, element in reversed(self._bound):
            if var.sort == core.SPACE:
                return (element,)
        parts = (element for _, element in reversed(self._bound) if isinstance(element, SpaceSet))
        return next(map(_spaces, parts), ())

    # -- conditions

    def truth(self, value: bool) -> ExplainedTruth:
        return ExplainedTruth(value)

    def compare(self, operator: str, left: ExplainedNumber, right: ExplainedNumber) -> ExplainedTruth:
        holds = bool(COMPARE[operator](left.value, right.value))
        compared = left.compared + right.compared or (f"{left.value} {operator} {right.value}",)
        return ExplainedTruth(holds, left.about + right.about, compared)

    def every(self, parts: Sequence[Callable[[], ExplainedTruth]]) -> ExplainedTruth:
        asked = [part() for part in parts]
        compared = tuple(said for part in asked for said in part.compared)
        return ExplainedTruth(all(part.holds for part in asked), _spaces_about(asked), compared)

    def some(self, parts: Sequence[Callable[[], ExplainedTruth]]) -> ExplainedTruth:
        asked = [part() for part in parts]
        return ExplainedTruth(any(part.holds for part in asked), _spaces_about(asked))

    def invert(self, bit: ExplainedTruth) -> ExplainedTruth:
        return ExplainedTruth(not bit.holds, bit.about)

    # -- loops

    def total(self, each: Loop[ExplainedTruth], body: Callable[[Env], ExplainedNumber], alike: bool) -> ExplainedNumber:
        value = 0
        reasons: list[Reason] = []
        about: list[SpaceIds] = []
        compared: list[str] = []
        for element, number, guard in self._rounds(each, body):
            value += number.value
            reasons.extend(number.reasons)
            if number.value:
                about.append(_spaces_of(element, each.var, number.about))
                compared.extend(self._about_player(guard.compared, each.var, element))
        units = tuple(about) if value == len(about) and all(about) else ()
        if each.var.sort != core.PLAYER or each.guard is None:
            compared = []
        elif not value:
            compared = [f"no {each.var.noun}"]
        return ExplainedNumber(value, tuple(reasons), tuple(chain(*about)), units, tuple(compared))

    def _about_player(self, compared: tuple[str, ...], var: core.Var, element: Element) -> Iterator[str]:
        """Comparisons with the name of the player that they are about, if it is one."""
        of = f", {_label(var, element, self.seats)}" if var.sort == core.PLAYER else ""
        return (said + of for said in compared)

    def best(
        self,
        which: str,
        each: Loop[ExplainedTruth],
        body: Callable[[Env], ExplainedNumber],
        weight: Callable[[Element], ExplainedNumber] | None,
        rank: int,
    ) -> ExplainedNumber:
        sign = -1 if which == "max" else 1
        found = sorted(self._rounds(each, body, met=False), key=lambda one: sign * one[1].value)
        if len(found) < rank:
            return ExplainedNumber(0)
        element, number, _ = found[rank - 1]
        return replace(number, about=_spaces_of(element, each.var, number.about))

    def exists(self, each: Loop[ExplainedTruth], condition: Callable[[Env], ExplainedTruth]) -> ExplainedTruth:
        found = [(element, truth) for element, truth, _ in self._rounds(each, condition) if truth.holds]
        about = (space for element, truth in found for space in _spaces_of(element, each.var, truth.about))
        return ExplainedTruth(bool(found), tuple(about))

    def forall(self, each: Loop[ExplainedTruth], condition: Callable[[Env], ExplainedTruth]) -> ExplainedTruth:
        asked = [(element, truth) for element, truth, _ in self._rounds(each, condition)]
        compared = (said for element, truth in asked for said in self._about_player(truth.compared, each.var, element))
        return ExplainedTruth(all(truth.holds for _, truth in asked), (), tuple(compared))

    def _rounds(
        self, each: Loop[ExplainedTruth], body: Callable[[Env], X], met: bool = True
    ) -> Iterator[tuple[Element, X, ExplainedTruth]]:
        """The elements that satisfy the guard, each with the value of the body, and the guard."""
        among: Among = each.range
        for element in among.elements:
            inner = each.bind(element)
            guard = ExplainedTruth(True) if each.guard is None else each.guard(inner)
            if not guard.holds:
                continue
            bound, on_the_way = len(self._bound), len(self._met)
            self._bound.extend([(each.var, element)] if among.named else [])
            self._met.extend([guard.about] if met else [])
            found = body(inner)
            del self._bound[bound:], self._met[on_the_way:]
            yield element, found, guard

    # -- ranges

    def spaces(self, seat: int) -> Among:
        return self._among(self.exact.spaces(seat))

    def neighbors(self, seat: int, space: int, around: core.Neighbors) -> Among:
        return self._among(self.exact.neighbors(seat, space, around))

    def between(self, seat: int, first: int, last: int) -> Among:
        return self._among(self.exact.between(seat, first, last))

    def lines(self, seat: int, which: core.Lines) -> Among:
        return self._among(self.exact.lines(seat, which))

    def members(self, part: SpaceSet[bool]) -> Among:
        return self._among(self.exact.members(part))

    def groups(self, seat: int, member: Callable[[Element], ExplainedTruth], same: core.Values | None) -> Among:
        return self._among(self.exact.groups(seat, lambda space: member(space).holds, same))

    def runs(
        self,
        seat: int,
        member: Callable[[Element], ExplainedTruth],
        links: Sequence[Callable[[Element, Element], ExplainedTruth]],
        along: str,
    ) -> Among:
        known = [lambda one, other, link=link: link(one, other).holds for link in links]
        return self._among(self.exact.runs(seat, lambda space: member(space).holds, known, along))

    def values(self, values: Sequence[core.Value]) -> Among:
        return self._among(self.exact.values(values))

    def heights(self, seat: int) -> Among:
        return self._among(self.exact.heights(seat))

    def players(self, which: str, seat: int, place: str) -> Among:
        return self._among(self.exact.players(which, seat, place), which != "self")

    def axes(self, names: Sequence[str]) -> Among:
        return self._among(self.exact.axes(names))

    def image(self, seat: int, axis: str, space: int) -> Among:
        return self._among(self.exact.image(seat, axis, space))

    def _among(self, elements: Iterable[tuple[Element, bool]], named: bool = True) -> Among:
        return Among([element for element, there in elements if there], named)

    # -- elements

    def axis(self, name: str) -> str:
        return name

    def elsewhere(self, player: int, body: Callable[[int], X]) -> X:
        """Points for what another player has are not earned by any of the player's own spaces."""
        met, self._met = self._met, []
        found = body(player)
        self._met = met
        if isinstance(found, ExplainedNumber):
            reasons = tuple(replace(reason, spaces=(), units=()) for reason in found.reasons)
            return replace(found, reasons=reasons, about=(), units=())
        return replace(found, about=()) if isinstance(found, ExplainedTruth) else found

    def same(self, left: Element, right: Element, sort: str) -> ExplainedTruth:
        return ExplainedTruth(self.exact.same(left, right, sort))

    def inside(self, space: int, part: SpaceSet[bool]) -> ExplainedTruth:
        return ExplainedTruth(self.exact.inside(space, part))

    def in_region(self, seat: int, space: int, region: str) -> ExplainedTruth:
        return ExplainedTruth(self.exact.in_region(seat, space, region))

    def near(self, seat: int, left: int, right: int, around: core.Neighbors) -> ExplainedTruth:
        return ExplainedTruth(self.exact.near(seat, left, right, around))

    def one_of(self, value: core.Value, kinds: frozenset[int]) -> ExplainedTruth:
        return ExplainedTruth(self.exact.one_of(value, kinds))

    def number_of(self, value: core.Value) -> ExplainedNumber:
        return ExplainedNumber(self.exact.number_of(value))

    def distance(self, seat: int, one: int, other: int) -> ExplainedNumber:
        return ExplainedNumber(self.exact.distance(seat, one, other))

    def shows_value(self, seat: int, space: int, value: core.Value) -> ExplainedTruth:
        return ExplainedTruth(self.exact.shows_value(seat, space, value))

    def board(self, seat: int) -> ExplainedBoard:
        return ExplainedBoard(self.seats[seat])

    @property
    def maps(self) -> Maps[ExplainedTruth]:
        return NO_MAPS

    def seat_number(self, seat: int) -> ExplainedNumber:
        return ExplainedNumber(self.exact.seat_number(seat))

    def counter(self, seat: int, name: str) -> ExplainedNumber:
        return ExplainedNumber(self.exact.counter(seat, name))

    def shared(self, expr: core.Expr, env: Env, seat: int, make: Callable[[], X]) -> X:
        return make()


class ExplainedBoard:
    """`meaning.domain.BoardView` of a known board."""

    def __init__(self, seat: Seat[int, bool]) -> None:
        self.view = seat.board

    def height(self, space: int) -> ExplainedNumber:
        return ExplainedNumber(self.view.height(space))

    def attribute(self, space: int, numbers: tuple[tuple[int, int], ...]) -> ExplainedNumber:
        return ExplainedNumber(self.view.attribute(space, numbers))

    def shows(self, space: int, kinds: frozenset[int]) -> ExplainedTruth:
        return ExplainedTruth(self.view.shows(space, kinds))

    def face_down(self, space: int) -> ExplainedTruth:
        return ExplainedTruth(self.view.face_down(space))

    def capped(self, space: int, cap: str) -> ExplainedTruth:
        return ExplainedTruth(self.view.capped(space, cap))

    def flagged(self, space: int, mark: str) -> ExplainedTruth:
        return ExplainedTruth(self.view.flagged(space, mark))


def _sets(parts: Sequence[ExplainedNumber]) -> tuple[SpaceIds, ...]:
    """The spaces of each set of one thing from every part, if no thing counts in two parts."""
    units = [unit for part in parts for unit in part.units]
    spaces = tuple(chain(*units))
    apart = len(set(spaces)) == len(spaces) and all(len(part.units) == part.value for part in parts)
    return tuple(tuple(chain(*row)) for row in zip(*(part.units for part in parts), strict=False)) if apart else ()


def _factor(number: ExplainedNumber, last: bool = False) -> str:
    """A number in a product: in parentheses if it is a sum, or if it is the last factor and itself a product."""
    shown = outside = str(number)
    while "(" in outside:
        outside = re.sub(r"\([^()]*\)", "", outside)
    return f"({shown})" if any(f" {sign} " in outside for sign in ("+-*/" if last else "+-")) else shown


def _spaces_about(parts: Sequence[ExplainedNumber] | Sequence[ExplainedTruth]) -> SpaceIds:
    return tuple(space for part in parts for space in part.about)


def _spaces(part: SpaceSet[bool]) -> SpaceIds:
    return tuple(sorted(space for space, belongs in part.members.items() if belongs))


def _spaces_of(element: Element, var: core.Var, about: SpaceIds) -> SpaceIds:
    """The spaces of an element; if it is none, the spaces it is about."""
    if var.sort == core.SPACE:
        return (element,)
    return _spaces(element) if isinstance(element, SpaceSet) else about


def _is_pool(seat: Seat[int, bool]) -> bool:
    """Whether the main place of a player is a pool, whose spaces have no names."""
    return isinstance(seat.board, ExactBoard) and seat.board.board.pool


def _label(var: core.Var, element: object, seats: Sequence[Seat[int, bool]]) -> str:
    """The label of a bound element: `stack (2,3)`, `row 4`, `color red`, a player's name."""
    geometry = seats[0].board.geometry
    if var.sort == core.PLAYER and isinstance(element, int):
        return seats[element].name or f"{var.noun} {element + 1}"
    if _is_pool(seats[0]) and isinstance(element, (int, SpaceSet)):
        return var.noun
    if isinstance(element, int):
        return f"{var.noun} {geometry.name(element)}"
    if isinstance(element, SpaceSet):
        row, column = divmod(element.root, geometry.columns)
        where = {"row": str(row + 1), "column": str(column + 1)}
        return f"{var.noun} {where.get(var.noun, geometry.name(element.root))}"
    label = element.label if isinstance(element, core.Value) else element
    return f"{var.noun} {label}"
