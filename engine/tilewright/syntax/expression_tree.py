"""Lark's tree to the surface tree: phrases and expressions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta

from tilewright.source import Span
from tilewright.syntax import ast

_OPERATORS = {"times": "*"}
_COMPARATIVES = {
    "taller": ">",
    "lower": "<",
    "as tall": "=",
    "as tall or taller": ">=",
    "as tall or lower": "<=",
}


def span(meta: Meta) -> Span:
    """The span of a Lark node."""
    return Span(meta.start_pos, meta.end_pos) if not meta.empty else Span(0, 0)


def word(token: Token) -> ast.Word:
    """A word with its span."""
    return ast.Word(str(token), Span(token.start_pos or 0, token.end_pos or 0))


def number(token: Token) -> int:
    """The value of a numeral, which is at most five digits long."""
    return int(token)


def kept(children: Iterable[Any]) -> list[Any]:
    """The children without the placeholders of absent options."""
    return [child for child in children if child is not None]


@v_args(meta=True)
class ExpressionTree(Transformer[Token, Any]):
    """Noun phrases, expressions and predicates."""

    # -- noun phrases
    def words(self, meta: Meta, children: list[Token]) -> tuple[ast.Word, ...]:
        return tuple(word(token) for token in children)

    def _phrase(self, meta: Meta, children: list[Any]) -> ast.Phrase:
        article: str | None = None
        words: tuple[ast.Word, ...] = ()
        modifiers = []
        for child in kept(children):
            if isinstance(child, Token):
                article = str(child)
            elif isinstance(child, tuple):
                words = child
            else:
                modifiers.append(child)
        return ast.Phrase(article, words, tuple(modifiers), span=span(meta))

    full_phrase = noun_phrase = place = axis = reference = _phrase

    def subject_phrase(self, meta: Meta, children: list[Any]) -> ast.Named:
        return ast.Named(self._phrase(meta, children), span=span(meta))

    def it(self, meta: Meta, children: list[Token]) -> ast.Named:
        return ast.Named(ast.Phrase("it", (), span=span(meta)), span=span(meta))

    def of_phrase(self, meta: Meta, children: list[Any]) -> ast.OfPhrase:
        phrase = self._phrase(meta, children)
        starts = [c.span.start for c in phrase.words] or [meta.start_pos + 3]
        inner = Span(starts[0], meta.end_pos)
        return ast.OfPhrase(
            ast.Phrase(phrase.article, phrase.words, phrase.modifiers, span=inner),
            span=span(meta),
        )

    def quantity(self, meta: Meta, children: list[Token]) -> ast.Quantity:
        names = " ".join(str(token) for token in children if token.type != "INT")
        counts = [number(token) for token in children if token.type == "INT"]
        kind = {"more": "more than", "less": "fewer than", "fewer": "fewer than"}.get(names, names)
        return ast.Quantity(kind, counts[0] if counts else 1, span=span(meta))

    def quantified(self, meta: Meta, children: list[Any]) -> ast.Counted:
        quantity, phrase = children
        return ast.Counted(quantity, phrase, span=span(meta))

    def counted(self, meta: Meta, children: list[Any]) -> ast.Counted:
        if len(children) == 1:
            quantity = ast.Quantity("any", span=Span(meta.start_pos, meta.start_pos + 1))
            return ast.Counted(quantity, children[0], span=span(meta))
        return self.quantified(meta, children)

    def in_place(self, meta: Meta, children: list[Any]) -> ast.InPlace | ast.InSame:
        (place,) = children
        if isinstance(place, ast.Phrase):
            return ast.InPlace(place, span=span(meta))
        noun, reference = place
        return ast.InSame(noun, reference, span=span(meta))

    def same_place(self, meta: Meta, children: list[Any]) -> tuple[ast.Word, ast.Phrase | None]:
        return word(children[0]), children[1]

    def not_placed(self, meta: Meta, children: list[Any]) -> ast.NotPlaced:
        return ast.NotPlaced(children[0], span=span(meta))

    def on_floor(self, meta: Meta, children: list[Any]) -> ast.OnFloor:
        bound = "="
        for token in kept(children[1:]):
            bound = ">=" if token.type == "OR_MORE" else "<="
        return ast.OnFloor(number(children[0]), bound, span=span(meta))

    def where(self, meta: Meta, children: list[Any]) -> ast.WhereClause:
        return ast.WhereClause(children[0], span=span(meta))

    def with_some(self, meta: Meta, children: list[Any]) -> ast.WithSome:
        return ast.WithSome(children[0], span=span(meta))

    def same_as(self, meta: Meta, children: list[Token]) -> ast.SameAs:
        return ast.SameAs(word(children[0]), span=span(meta))

    def beside(self, meta: Meta, children: list[Any]) -> ast.Beside:
        return ast.Beside(children[0], span=span(meta))

    def within(self, meta: Meta, children: list[Token]) -> ast.Within:
        return ast.Within(number(children[0]), span=span(meta))

    def across(self, meta: Meta, children: list[Any]) -> ast.Across:
        return ast.Across(children[0], span=span(meta))

    # -- expressions
    def number(self, meta: Meta, children: list[Token]) -> ast.Number:
        return ast.Number(number(children[0]), span=span(meta))

    def signed(self, meta: Meta, children: list[Any]) -> int:
        sign, digits = children
        return -number(digits) if sign is not None else number(digits)

    def group(self, meta: Meta, children: list[Any]) -> ast.Group:
        return ast.Group(children[0], span=span(meta))

    def negative(self, meta: Meta, children: list[Any]) -> ast.Negative:
        return ast.Negative(children[-1], span=span(meta))

    def arithmetic(self, meta: Meta, children: list[Any]) -> ast.Arithmetic:
        left, operator, right = children
        sign = _OPERATORS.get(str(operator), str(operator))
        return ast.Arithmetic(sign, left, right, span=span(meta))

    def lookup(self, meta: Meta, children: list[Any]) -> ast.Lookup:
        return ast.Lookup(children[0], tuple(children[1:]), span=span(meta))

    def entry(self, meta: Meta, children: list[Any]) -> ast.Entry:
        low, high, value = children
        top = number(low) if high is None else number(high)
        return ast.Entry(number(low), top, value, span=span(meta))

    def entry_or_more(self, meta: Meta, children: list[Any]) -> ast.Entry:
        return ast.Entry(number(children[0]), None, children[2], span=span(meta))

    def case(self, meta: Meta, children: list[Any]) -> tuple[Any, Any]:
        value, condition = children
        return (value, condition)

    def otherwise(self, meta: Meta, children: list[Any]) -> list[Any]:
        return children

    def cases(self, meta: Meta, children: list[Any]) -> ast.Cases:
        first, condition, *rest = kept(children)
        return cases_of(meta, first, condition, rest)

    def count(self, meta: Meta, children: list[Any]) -> ast.Count:
        return ast.Count(children[-1], span=span(meta))

    def aggregate(self, meta: Meta, children: list[Token]) -> Token:
        return children[0]

    def measure(self, meta: Meta, children: list[Token]) -> ast.Word:
        return word(children[0])

    def measure_of_parts(self, meta: Meta, children: list[Token]) -> ast.PartsMeasure:
        return ast.PartsMeasure(str(children[0]), word(children[1]), span=span(meta))

    def measure_expr(self, meta: Meta, children: list[Any]) -> Any:
        return children[0]

    def aggregated(self, meta: Meta, children: list[Any]) -> ast.Aggregated:
        _, aggregate, measure, phrase = children
        return ast.Aggregated(str(aggregate), measure, phrase, span=span(meta))

    def extreme_of(self, meta: Meta, children: list[Any]) -> ast.ExtremeOf:
        _, which, left, right = children
        return ast.ExtremeOf(str(which), left, right, span=span(meta))

    def theirs(self, meta: Meta, children: list[Any]) -> ast.Theirs:
        return ast.Theirs(children[-1], span=span(meta))

    def there_is(self, meta: Meta, children: list[Any]) -> ast.ThereIs:
        return ast.ThereIs(children[0], span=span(meta))

    def compare(self, meta: Meta, children: list[Any]) -> ast.Compare:
        left, operator, right = children
        return ast.Compare(str(operator), left, right, span=span(meta))

    def predicate(self, meta: Meta, children: list[Any]) -> ast.Predicate:
        subject, predicate = children
        if isinstance(predicate, ast.Counted):
            predicate = ast.WithSome(predicate, span=predicate.span)
        return ast.Predicate(subject, predicate, span=span(meta))

    def mirror(self, meta: Meta, children: list[Any]) -> ast.Mirror:
        subject, place = children
        return ast.Mirror(subject, place, span=span(meta))

    def any_of(self, meta: Meta, children: list[Any]) -> ast.Junction:
        return ast.Junction("or", tuple(children), span=span(meta))

    def all_of(self, meta: Meta, children: list[Any]) -> ast.Junction:
        return ast.Junction("and", tuple(children), span=span(meta))

    def negation(self, meta: Meta, children: list[Any]) -> ast.Negation:
        return ast.Negation(children[0], span=span(meta))

    # -- predicates
    def negated_is(self, meta: Meta, children: list[Any]) -> ast.IsNot:
        return ast.IsNot(children[0], span=span(meta))

    def bounded(self, meta: Meta, children: list[Any]) -> ast.Bounded:
        key = " ".join(str(t) for t in children if isinstance(t, Token))
        signs = {"at least": ">=", "at most": "<=", "more": ">", "less": "<", "fewer": "<"}
        return ast.Bounded(signs[key], children[-1], span=span(meta))

    def relative(self, meta: Meta, children: list[Any]) -> ast.Relative:
        operator = _COMPARATIVES[" ".join(str(children[0]).split())]
        return ast.Relative(operator, children[1], span=span(meta))

    def is_a(self, meta: Meta, children: list[Any]) -> ast.IsA:
        return ast.IsA(children[0], span=span(meta))

    def is_value(self, meta: Meta, children: list[Any]) -> ast.IsValue:
        return ast.IsValue(children[0], span=span(meta))

    def same(self, meta: Meta, children: list[Any]) -> ast.SameAs:
        return ast.SameAs(word(children[0]), children[1], span=span(meta))


def cases_of(meta: Meta, first: Any, condition: Any, rest: list[Any]) -> ast.Cases:
    pairs = [(first, condition)]
    last = None
    for item in rest:
        if isinstance(item, list):
            last = item[0]
        else:
            pairs.append(item)
    return ast.Cases(tuple(pairs), last, span=span(meta))
