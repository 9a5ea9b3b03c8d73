"""The types of elaborated expressions, and scopes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Union

from tilewright.core import expr as core
from tilewright.core.build import conjunction, is_condition
from tilewright.source import Span
from tilewright.struct import Struct, struct


class Reported(Exception):
    """Raised after an error has been reported, to abandon what depends on it; never leaves `check`."""


def together(thunks: Iterable[Callable[[], Any]]) -> list[Any]:
    """The results of all thunks. Raises `Reported` if any did, after all have run, so that each reports its
    problems."""
    results, failed = [], False
    for thunk in thunks:
        try:
            results.append(thunk())
        except Reported:
            failed = True
    if failed:
        raise Reported
    return results


@struct
class Num(Struct):
    """An integer; `unit` is ``height``, ``count``, an attribute, or None."""

    expr: core.Expr
    unit: str | None = None


@struct
class Cond(Struct):
    """A condition."""

    expr: core.Expr


@struct
class Elem(Struct):
    """An element: a bound variable.

    With a `binder` it is bound at its use and may not exist, as a mirror image; `outer` is the player on whose board
    it is bound. With an `answer` (player and name), it is any of several equal pieces.
    """

    var: core.Var
    binder: core.Binder | None = None
    outer: Elem | None = None
    answer: tuple[core.Var, str] | None = None

    def closed(self, expr: core.Expr) -> core.Expr:
        """`expr` about this element; false or 0 if it does not exist."""
        if self.binder is not None:
            if is_condition(expr):
                expr = core.Exists(self.binder, expr)
            else:
                expr = core.Extremum("max", self.binder, expr) if self.answer else core.Sum(self.binder, expr)
        return self.outer.closed(core.OnBoardOf(self.outer.var, expr)) if self.outer else expr


@struct
class Bound(Struct):
    """A noun phrase as a binder.

    `near` is the space that a neighbor belongs to, `player` the player on whose board it ranges, `line` the kind of
    the single line that contains its elements.
    """

    binder: core.Binder
    near: core.Var | None = None
    player: Elem | None = None
    line: str | None = None

    @property
    def var(self) -> core.Var:
        """The bound variable."""
        return self.binder.var

    @property
    def guard(self) -> core.Expr:
        """The binder over spaces as a condition on its variable."""
        match self.binder.domain:
            case core.SpacesOf() as domain:
                return conjunction([core.Inside(self.var, domain.of), self.binder.guard])
            case core.Neighbors() as domain:
                return conjunction([core.Near(self.var, domain), self.binder.guard])
            case core.Between() as domain:
                there = replace(self.var, id=-1 - self.var.id)
                on_the_way = core.Exists(core.Binder(there, domain, core.TRUE), core.Same(there, self.var))
                return conjunction([on_the_way, self.binder.guard])
            case _:  # all spaces, or all areas
                return self.binder.guard

    def closed(self, expr: core.Expr) -> core.Expr:
        """`expr` on the player's board."""
        player = self.player
        return player.closed(core.OnBoardOf(player.var, expr)) if player else expr

    def inside(self, scope: Scope) -> Scope:
        """The scope in which the element is bound."""
        return scope.on(self.player).bind(self.var)


Typed = Union[Num, Cond, Elem, Bound]


@dataclass
class Name:
    """A `let` name.

    Without a `value`, its definition has errors, which are reported. `board` is the player on whose board it was
    bound (None: one's own); `used` is whether anything refers to it.
    """

    word: str
    span: Span
    value: Typed | None
    board: core.Var | None = None
    used: bool = False


@dataclass(frozen=True)
class Scope:
    """The elements and names in scope; the innermost element is the last.

    `board` is the player on whose board things are looked for (None: one's own), `homes` the player on whose board
    each element lies. After `their`, `theirs` means that names and elements are looked up on that board as well.
    `described` is the element that a phrase describes. `acting` is the player for whom statements are executed
    (None: the initial one), `before` the one of the enclosing block.
    """

    elements: tuple[core.Var, ...] = ()
    names: dict[str, Name] = field(default_factory=dict)
    chosen: tuple[core.Var, ...] = ()
    board: core.Var | None = None
    homes: dict[core.Var, core.Var | None] = field(default_factory=dict)
    theirs: bool = False
    described: core.Var | None = None
    acting: core.Var | None = None
    before: core.Var | None = None

    def bind(self, var: core.Var) -> Scope:
        """The scope with a bound element."""
        return replace(self, elements=(*self.elements, var), homes={**self.homes, var: self.board}, described=None)

    def describing(self, var: core.Var) -> Scope:
        """The scope of conditions about an element, which is `it` there."""
        scope = self if self.innermost() == var else self.bind(var)
        return replace(scope, described=var)

    def without(self, var: core.Var) -> Scope:
        """The scope without an element."""
        return replace(self, elements=tuple(v for v in self.elements if v != var))

    def home(self, var: core.Var) -> core.Var | None:
        """The player on whose board an element is looked up (None: one's own)."""
        return self.board if self.theirs else self.homes.get(var, self.board)

    def choose(self, var: core.Var) -> Scope:
        """The scope inside a choice."""
        return replace(self.bind(var), chosen=(*self.chosen, var))

    def on(self, player: Elem | None) -> Scope:
        """The scope on a player's board; None changes nothing."""
        return replace(self, board=player.var) if player else self

    def block(self) -> Scope:
        """The scope of a block, whose names are local."""
        return replace(self, names=dict(self.names))

    def innermost(self, *sorts: str) -> core.Var | None:
        """The innermost element, or the innermost of some sorts."""
        return next((v for v in reversed(self.elements) if not sorts or v.sort in sorts), None)

    def named(self, *tests: Callable[[core.Var], bool]) -> core.Var | None:
        """The element that passes the first successful test.

        It is the innermost one, except that the described element is taken last, since that one is `it`.
        """
        for test in tests:
            found = sorted(filter(test, reversed(self.elements)), key=lambda var: var == self.described)
            if found:
                return found[0]
        return None


def singular(word: str, scope: Scope) -> str:
    """The `let` name that a word is, possibly in the regular plural: towers, benches, cities."""
    return next((form for form in singulars(word) if form in scope.names), word)


def singulars(word: str) -> tuple[str, ...]:
    """The words whose regular plural a word may be, beginning with the word itself."""
    return word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word)


@struct
class Note(Struct):
    """A condition, divisor, guard, amount or `every` with its span, for inspections.

    `kind` is ``condition``, ``divisor``, ``guard`` (`expr` is about `var` only), ``amount`` (gained or paid; `span`
    is that of the statement) or ``every`` (`span` is that of the things).
    """

    kind: str
    span: Span
    expr: core.Expr
    var: core.Var | None = None
