"""What an expression turns out to be, and the names in reach of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Union

from tilewright.core import expr as core
from tilewright.source import Span


class Reported(Exception):
    """The problem has been reported; what depends on it is given up (never leaves `check`)."""


@dataclass(frozen=True, slots=True)
class Num:
    """A whole number; `unit` is ``height``, ``count``, an attribute, or None for a bare one."""

    expr: core.Expr
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Cond:
    """A condition."""

    expr: core.Expr


@dataclass(frozen=True, slots=True)
class Elem:
    """One element: a bound variable. `wrap` binds it where it is used, if that is needed."""

    var: core.Var
    wrap: Callable[[core.Expr], core.Expr] | None = None

    def bind(self, condition: core.Expr) -> core.Expr:
        """`condition` about this element, closed."""
        return self.wrap(condition) if self.wrap else condition


@dataclass(frozen=True, slots=True)
class Bound:
    """A noun phrase as a binder.

    `near` is the space a neighbor is near; `player` the player on whose board it ranges.
    """

    binder: core.Binder
    near: core.Var | None = None
    player: core.Var | None = None

    @property
    def var(self) -> core.Var:
        """The bound variable."""
        return self.binder.var

    def closed(self, expr: core.Expr) -> core.Expr:
        """`expr` on the right player's board."""
        return core.OnBoardOf(self.player, expr) if self.player else expr


Typed = Union[Num, Cond, Elem, Bound]


@dataclass
class Name:
    """A name given by `let`; `used` tells whether anything refers to it."""

    word: str
    span: Span
    value: Typed | None
    used: bool = False


@dataclass(frozen=True)
class Scope:
    """What is in reach: bound elements, innermost last, and names."""

    elements: tuple[core.Var, ...] = ()
    names: dict[str, Name] = field(default_factory=dict)
    chosen: tuple[core.Var, ...] = ()

    def bind(self, var: core.Var) -> Scope:
        """The scope inside a binder."""
        return Scope((*self.elements, var), self.names, self.chosen)

    def choose(self, var: core.Var) -> Scope:
        """The scope inside a choice."""
        return Scope((*self.elements, var), self.names, (*self.chosen, var))

    def block(self) -> Scope:
        """The scope of a block: its names end with it."""
        return Scope(self.elements, dict(self.names), self.chosen)

    def innermost(self, *sorts: str) -> core.Var | None:
        """The innermost element, or the innermost of some sorts."""
        return next((v for v in reversed(self.elements) if not sorts or v.sort in sorts), None)

    def named(self, *tests: Callable[[core.Var], bool]) -> core.Var | None:
        """The innermost element that passes the first test that any passes."""
        return next(self._matches(*tests), None)

    def _matches(self, *tests: Callable[[core.Var], bool]) -> Iterator[core.Var]:
        for test in tests:
            yield from (v for v in reversed(self.elements) if test(v))


def singular(word: str, scope: Scope) -> str:
    """The `let` name a word is, also in the plural with -s."""
    if word not in scope.names and word.endswith("s") and word[:-1] in scope.names:
        return word[:-1]
    return word


@dataclass(frozen=True, slots=True)
class Note:
    """A condition, divisor or guard as it stands in the text, for later inspection.

    `kind` is ``condition``, ``divisor`` or ``guard`` (then `expr` is about `var` alone).
    """

    kind: str
    span: Span
    expr: core.Expr
    var: core.Var | None = None
