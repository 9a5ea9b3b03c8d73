"""Builders of noun phrases, expressions and predicates."""

from __future__ import annotations

from typing import Any

from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.syntax.builders.rules import Builders, integer, present, top_of, word
from tilewright.syntax.lalr import Token

_OPERATORS = {"times": "*"}
_COMPARATIVES = {
    "taller": ">",
    "lower": "<",
    "as tall": "=",
    "as tall or taller": ">=",
    "as tall or lower": "<=",
}


RULES = Builders()

# -- noun phrases


@RULES.of("words")
def words(span: Span, children: list[Token]) -> tuple[ast.Word, ...]:
    return tuple(word(token) for token in children)


@RULES.of("full_phrase", "noun_phrase", "place", "axis", "reference", "reference_of")
def phrase(span: Span, children: list[Any]) -> ast.Phrase:
    article: str | None = None
    words: tuple[ast.Word, ...] = ()
    modifiers = []
    for child in present(children):
        if isinstance(child, Token):
            article = str(child)
        elif isinstance(child, tuple):
            words = child
        else:
            modifiers.append(child)
    return ast.Phrase(article, words, tuple(modifiers), span=span)


@RULES.of("subject_phrase")
def subject_phrase(span: Span, children: list[Any]) -> ast.Named:
    return ast.Named(phrase(span, children), span=span)


@RULES.of("it")
def it(span: Span, children: list[Token]) -> ast.Named:
    return ast.Named(ast.Phrase("it", (), span=span), span=span)


@RULES.of("of_phrase")
def of_phrase(span: Span, children: list[Any]) -> ast.OfPhrase:
    said = phrase(span, children)
    starts = [c.span.start for c in said.words] or [span.start + 3]
    inner = Span(starts[0], span.end)
    return ast.OfPhrase(
        ast.Phrase(said.article, said.words, said.modifiers, span=inner),
        span=span,
    )


@RULES.of("quantity")
def quantity(span: Span, children: list[Any]) -> ast.Quantity:
    names = " ".join(str(token) for token in children if isinstance(token, Token))
    kind = {"more": "more than", "less": "fewer than", "fewer": "fewer than"}.get(names, names)
    amount = None if isinstance(children[-1], Token) else children[-1]
    if amount is None or isinstance(amount, ast.Number):
        return ast.Quantity(kind, amount.value if amount else 1, span=span)
    return ast.Quantity(kind, amount=amount, span=span)


@RULES.of("quantified")
def quantified(span: Span, children: list[Any]) -> ast.Counted:
    quantity, phrase = children
    return ast.Counted(quantity, phrase, span=span)


@RULES.of("counted")
def counted(span: Span, children: list[Any]) -> ast.Counted:
    if len(children) == 1:
        quantity = ast.Quantity("any", span=Span(span.start, span.start + 1))
        return ast.Counted(quantity, children[0], span=span)
    return quantified(span, children)


@RULES.of("in_place")
def in_place(span: Span, children: list[Any]) -> ast.InPlace | ast.InSame:
    (place,) = children
    if isinstance(place, ast.Phrase):
        return ast.InPlace(place, span=span)
    noun, reference = place
    return ast.InSame(noun, reference, span=span)


@RULES.of("same_place")
def same_place(span: Span, children: list[Any]) -> tuple[ast.Word, ast.Phrase | None]:
    return word(children[0]), children[1]


@RULES.of("not_placed")
def not_placed(span: Span, children: list[Any]) -> ast.NotPlaced:
    return ast.NotPlaced(children[0], span=span)


@RULES.of("on_floor")
def on_floor(span: Span, children: list[Any]) -> ast.OnFloor:
    bound = "="
    for token in present(children[1:]):
        bound = ">=" if token.type == "OR_MORE" else "<="
    return ast.OnFloor(integer(children[0]), bound, span=span)


@RULES.of("where")
def where(span: Span, children: list[Any]) -> ast.WhereClause:
    return ast.WhereClause(children[0], span=span)


@RULES.of("with_some")
def with_some(span: Span, children: list[Any]) -> ast.WithSome:
    return ast.WithSome(children[0], span=span)


@RULES.of("with_most", "has_most")
def with_most(span: Span, children: list[Any]) -> ast.WithMost:
    which, counted = children
    return ast.WithMost("min" if which.type == "FEWEST" else "max", counted, span=span)


@RULES.of("same_as")
def same_as(span: Span, children: list[Token]) -> ast.SameAs:
    return ast.SameAs(word(children[0]), span=span)


@RULES.of("consecutive")
def consecutive(span: Span, children: list[Token]) -> ast.Consecutive:
    return ast.Consecutive(word(children[0]), span=span)


@RULES.of("beside", "beside_known")
def beside(span: Span, children: list[Any]) -> ast.Beside:
    return ast.Beside(children[0], span=span)


@RULES.of("toward")
def toward(span: Span, children: list[Any]) -> ast.Toward:
    said, other = children
    words = {"above": "top", "below": "bottom"}
    side = words.get(str(said)) or ("left" if "left" in said else "right")
    return ast.Toward(side, other, span=span)


@RULES.of("away")
def away(span: Span, children: list[Any]) -> ast.Away:
    steps, *across = (int(word) for word in children[0].split() if word.isdigit())
    return ast.Away(steps, across[0] if across else None, span=span)


@RULES.of("within")
def within(span: Span, children: list[Token]) -> ast.Within:
    return ast.Within(integer(children[0]), span=span)


@RULES.of("across")
def across(span: Span, children: list[Any]) -> ast.Across:
    return ast.Across(children[0], span=span)


# -- expressions


@RULES.of("number")
def number(span: Span, children: list[Token]) -> ast.Number:
    return ast.Number(integer(children[0]), span=span)


@RULES.of("signed")
def signed(span: Span, children: list[Any]) -> int:
    sign, digits = children
    return -integer(digits) if sign is not None else integer(digits)


@RULES.of("group")
def group(span: Span, children: list[Any]) -> ast.Group:
    return ast.Group(children[0], span=span)


@RULES.of("negative")
def negative(span: Span, children: list[Any]) -> ast.Negative:
    return ast.Negative(children[-1], span=span)


@RULES.of("arithmetic")
def arithmetic(span: Span, children: list[Any]) -> ast.BinaryOperation:
    left, operator, right = children
    sign = _OPERATORS.get(str(operator), str(operator))
    return ast.BinaryOperation(sign, left, right, span=span)


@RULES.of("lookup")
def lookup(span: Span, children: list[Any]) -> ast.Lookup:
    return ast.Lookup(children[0], tuple(children[1:]), span=span)


@RULES.of("entry")
def entry(span: Span, children: list[Any]) -> ast.Entry:
    low, high, value = children
    return ast.Entry(integer(low), top_of(low, high), value, span=span)


@RULES.of("entry_or_more")
def entry_or_more(span: Span, children: list[Any]) -> ast.Entry:
    return ast.Entry(integer(children[0]), None, children[2], span=span)


@RULES.of("case")
def case(span: Span, children: list[Any]) -> tuple[Any, Any]:
    value, condition = children
    return (value, condition)


@RULES.of("otherwise")
def otherwise(span: Span, children: list[Any]) -> list[Any]:
    return children


@RULES.of("cases")
def cases(span: Span, children: list[Any]) -> ast.Cases:
    first, condition, *rest = present(children)
    return cases_of(span, first, condition, rest)


@RULES.of("count_of_sets")
def count_of_sets(span: Span, children: list[Any]) -> ast.SetsOf:
    return ast.SetsOf(children[-1].parts, span=span)


@RULES.of("count")
def count(span: Span, children: list[Any]) -> ast.Count:
    return ast.Count(children[-1], span=span)


@RULES.of("set_part")
def set_part(span: Span, children: list[Any]) -> ast.SetPart:
    *many, phrase = children
    return ast.SetPart(integer(many[0]) if many else 1, phrase, span=span)


@RULES.of("set_of")
def set_of(span: Span, children: list[Any]) -> ast.SetsOf:
    return ast.SetsOf(tuple(children), span=span)


@RULES.of("measure")
def measure(span: Span, children: list[Token]) -> ast.Word:
    return word(children[0])


@RULES.of("measure_of_parts")
def measure_of_parts(span: Span, children: list[Token]) -> ast.PartsMeasure:
    return ast.PartsMeasure(str(children[0]), word(children[1]), span=span)


@RULES.of("aggregate", "measure_expr", "each", "each_set", "chosen", "target")
def only_child(span: Span, children: list[Any]) -> Any:
    """What stands in a rule that wraps one child in words."""
    return children[0]


@RULES.of("aggregated")
def aggregated(span: Span, children: list[Any]) -> ast.Aggregated:
    _, aggregate, measure, phrase = children
    return ast.Aggregated(str(aggregate), measure, phrase, span=span)


@RULES.of("ranked")
def ranked(span: Span, children: list[Any]) -> ast.Ranked:
    _, ordinal, aggregate, measure, phrase = children
    return ast.Ranked(word(ordinal), str(aggregate), measure, phrase, span=span)


@RULES.of("total_of_ranks")
def total_of_ranks(span: Span, children: list[Any]) -> ast.TotalOfRanks:
    *_, count, aggregate, measure, phrase = children
    return ast.TotalOfRanks(integer(count), str(aggregate), measure, phrase, span=span)


@RULES.of("extreme_of")
def extreme_of(span: Span, children: list[Any]) -> ast.ExtremeOf:
    _, which, *parts = children
    return ast.ExtremeOf(str(which), tuple(parts), span=span)


@RULES.of("theirs")
def theirs(span: Span, children: list[Any]) -> ast.Theirs:
    return ast.Theirs(children[-1], span=span)


@RULES.of("there_is")
def there_is(span: Span, children: list[Any]) -> ast.ThereIs:
    return ast.ThereIs(children[0], span=span)


@RULES.of("compare")
def compare(span: Span, children: list[Any]) -> ast.Compare:
    left, operator, right = children
    return ast.Compare(str(operator), left, right, span=span)


@RULES.of("predicate")
def predicate(span: Span, children: list[Any]) -> ast.Predicate:
    subject, predicate = children
    if isinstance(predicate, ast.Counted):
        predicate = ast.WithSome(predicate, span=predicate.span)
    return ast.Predicate(subject, predicate, span=span)


@RULES.of("that_of")
def that_of(span: Span, children: list[Any]) -> ast.ThatOf:
    return ast.ThatOf(children[0], span=span)


@RULES.of("mirror")
def mirror(span: Span, children: list[Any]) -> ast.Mirror:
    subject, place = children
    return ast.Mirror(subject, place, span=span)


@RULES.of("trend")
def trend(span: Span, children: list[Any]) -> ast.Trend:
    subject, said, measure, course = children
    *never, verb = said.split()
    rises = verb.startswith("rise")
    operator = (">=" if rises else "<=") if never else ("<" if rises else ">")
    return ast.Trend(subject, operator, measure and word(measure), course.split()[-1], span=span)


@RULES.of("any_of")
def any_of(span: Span, children: list[Any]) -> ast.Junction:
    return ast.Junction("or", tuple(children), span=span)


@RULES.of("all_of")
def all_of(span: Span, children: list[Any]) -> ast.Junction:
    return ast.Junction("and", tuple(children), span=span)


@RULES.of("further")
def further(span: Span, children: list[Any]) -> ast.Further:
    return ast.Further(children[0], span=span)


@RULES.of("negation")
def negation(span: Span, children: list[Any]) -> ast.Negation:
    return ast.Negation(children[0], span=span)


# -- predicates


@RULES.of("negated_is")
def negated_is(span: Span, children: list[Any]) -> ast.IsNot:
    return ast.IsNot(children[0], span=span)


@RULES.of("bounded")
def bounded(span: Span, children: list[Any]) -> ast.Bounded:
    key = " ".join(str(t) for t in children if isinstance(t, Token))
    signs = {"at least": ">=", "at most": "<=", "more": ">", "less": "<", "fewer": "<"}
    return ast.Bounded(signs[key], children[-1], span=span)


@RULES.of("relative")
def relative(span: Span, children: list[Any]) -> ast.Relative:
    operator = _COMPARATIVES[" ".join(str(children[0]).split())]
    return ast.Relative(operator, children[1], span=span)


@RULES.of("is_a")
def is_a(span: Span, children: list[Any]) -> ast.IsA:
    return ast.IsA(children[0], span=span)


@RULES.of("is_value")
def is_value(span: Span, children: list[Any]) -> ast.IsValue:
    return ast.IsValue(children[0], span=span)


@RULES.of("same")
def same(span: Span, children: list[Any]) -> ast.SameAs:
    return ast.SameAs(word(children[0]), children[1], span=span)


def cases_of(span: Span, first: Any, condition: Any, rest: list[Any]) -> ast.Cases:
    pairs = [(first, condition)]
    last = None
    for item in rest:
        if isinstance(item, list):
            last = item[0]
        else:
            pairs.append(item)
    return ast.Cases(tuple(pairs), last, span=span)
