"""The table of builders, and what all of them need: words and numbers of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.syntax.lalr import Builder, Token

B = TypeVar("B", bound=Builder)


class Builders(dict[str, Builder]):
    """Builders by the name of the rule of the grammar (or of the alias) whose node they build."""

    def of(self, *names: str) -> Callable[[B], B]:
        """Enter the decorated function for the rules of these names."""

        def enter(builder: B) -> B:
            self.update(dict.fromkeys(names, builder))
            return builder

        return enter


def word(token: Token) -> ast.Word:
    """A word with its span."""
    return ast.Word(str(token), Span(token.start, token.end))


def word_if_any(token: Token | None) -> ast.Word | None:
    """The word of an option of the grammar, which may be absent."""
    return None if token is None else word(token)


def integer(token: Token) -> int:
    """The value of a numeral, which is at most five digits long."""
    return int(token)


def top_of(low: Token, high: Token | None) -> int:
    """The upper end of `low to high`, where `to high` may be absent."""
    return integer(low if high is None else high)


def present(children: Iterable[Any]) -> list[Any]:
    """The children without the placeholders of absent options."""
    return [child for child in children if child is not None]


def without_holes(children: Iterable[Any]) -> tuple[Any, ...]:
    """The children without the lines that could not be read."""
    return tuple(child for child in children if not isinstance(child, ast.Hole))
