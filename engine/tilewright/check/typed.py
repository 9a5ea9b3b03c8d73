"""What an expression turns out to be, and the names in reach of it."""

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
    """The problem has been reported; what depends on it is given up (never leaves `check`)."""


def together(thunks: Iterable[Callable[[], Any]]) -> list[Any]:
    """The results of all of them; raises `Reported` if any did, after the problems of each are reported."""
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
    """A whole number; `unit` is ``height``, ``count``, an attribute, or None for a bare one."""

    expr: core.Expr
    unit: str | None = None


@struct
class Cond(Struct):
    """A condition."""

    expr: core.Expr


@struct
class Elem(Struct):
    """One element: a bound variable.

    With a `binder` it is bound where it is used and may not be there, as a mirror image; on the board of another
    player if there is one `outer`. Of equal pieces that show an `answer`, the player and the name, it is any one.
    """

    var: core.Var
    binder: core.Binder | None = None
    outer: Elem | None = None
    answer: tuple[core.Var, str] | None = None

    def closed(self, expr: core.Expr) -> core.Expr:
        """`expr` about this element: false or 0 when it is not there."""
        if self.binder is not None:
            if is_condition(expr):
                expr = core.Exists(self.binder, expr)
            else:
                expr = core.Extremum("max", self.binder, expr) if self.answer else core.Sum(self.binder, expr)
        return self.outer.closed(core.OnBoardOf(self.outer.var, expr)) if self.outer else expr


@struct
class Bound(Struct):
    """A noun phrase as a binder.

    `near` is the space a neighbor is near; `player` the player on whose board it ranges; `line` the kind
    of the one line in which all of its elements lie.
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
        """A binder over spaces as one condition on its variable."""
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
        """`expr` on the right player's board."""
        player = self.player
        return player.closed(core.OnBoardOf(player.var, expr)) if player else expr

    def inside(self, scope: Scope) -> Scope:
        """The scope in which the element is bound."""
        return scope.on(self.player).bind(self.var)


Typed = Union[Num, Cond, Elem, Bound]


@dataclass
class Name:
    """A name given by `let`.

    Without a `value` its problem has been reported. `board` is the player on whose board it
    was given (None: one's own); `used` tells whether anything refers to it.
    """

    word: str
    span: Span
    value: Typed | None
    board: core.Var | None = None
    used: bool = False


@dataclass(frozen=True)
class Scope:
    """What is in reach: bound elements, innermost last, and names.

    `board` is the player on whose board things are looked for (None: one's own), `homes` the
    one on whose board each element lies; after `their`, `theirs` says that names and elements
    are looked at on that player's board too. `described` is the element that a phrase describes here.
    Statements are done for the player `acting` (None: who was it from the beginning), and those around the block
    for the player `before`.
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
        """The scope inside a binder."""
        return replace(self, elements=(*self.elements, var), homes={**self.homes, var: self.board}, described=None)

    def describing(self, var: core.Var) -> Scope:
        """The scope of what is said about an element, which is `it` there."""
        scope = self if self.innermost() == var else self.bind(var)
        return replace(scope, described=var)

    def without(self, var: core.Var) -> Scope:
        """The scope outside of an element."""
        return replace(self, elements=tuple(v for v in self.elements if v != var))

    def home(self, var: core.Var) -> core.Var | None:
        """The player on whose board an element is looked at (None: one's own)."""
        return self.board if self.theirs else self.homes.get(var, self.board)

    def choose(self, var: core.Var) -> Scope:
        """The scope inside a choice."""
        return replace(self.bind(var), chosen=(*self.chosen, var))

    def on(self, player: Elem | None) -> Scope:
        """The scope on a player's board; None changes nothing."""
        return replace(self, board=player.var) if player else self

    def block(self) -> Scope:
        """The scope of a block: its names end with it."""
        return replace(self, names=dict(self.names))

    def innermost(self, *sorts: str) -> core.Var | None:
        """The innermost element, or the innermost of some sorts."""
        return next((v for v in reversed(self.elements) if not sorts or v.sort in sorts), None)

    def named(self, *tests: Callable[[core.Var], bool]) -> core.Var | None:
        """The element that passes the first test that any passes.

        It is the innermost, but never the one that is described if another passes the same test: that one is `it`.
        """
        for test in tests:
            found = sorted(filter(test, reversed(self.elements)), key=lambda var: var == self.described)
            if found:
                return found[0]
        return None


def singular(word: str, scope: Scope) -> str:
    """The `let` name a word is, also in the regular plural: towers, benches, cities."""
    return next((form for form in singulars(word) if form in scope.names), word)


def singulars(word: str) -> tuple[str, ...]:
    """The words of which a word may be the regular plural, itself the first."""
    return word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word)


@struct
class Note(Struct):
    """A condition, divisor, guard, amount or `every` as written, for later inspection.

    `kind` is ``condition``, ``divisor``, ``guard`` (then `expr` is about `var` alone), ``amount`` (of what is
    gained or paid; then `span` is that of its statement) or ``every`` (then `span` is that of the things).
    """

    kind: str
    span: Span
    expr: core.Expr
    var: core.Var | None = None
