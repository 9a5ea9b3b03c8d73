"""Predicates that share their subject: `it is taller or empty`, `it is on the border and face-up`."""

from __future__ import annotations

from tilewright.check.context import Context
from tilewright.check.typed import Reported, Scope, singular
from tilewright.check.vocabulary import OWNED, SPACE_ADJECTIVES
from tilewright.syntax import ast


def whole_conditions(node: ast.Junction, scope: Scope, context: Context) -> tuple[ast.Expr, ...]:
    """The parts of a junction, in which a bare predicate is joined to the condition before it.

    So `every neighbor is a wall or a gate` asks of each neighbor whether it is one of the two.
    """
    whole: list[ast.Expr] = []
    for part in node.parts:
        further = _bare(part, scope, context) if whole else None
        if not isinstance(part, ast.ElidedPredicate) and not isinstance(whole[-1] if whole else None, ast.Predicate):
            further = None
        whole.append(_with_elided(node.operator, whole.pop(), further, context) if further else part)
    return tuple(whole)


def _bare(part: ast.Expr, scope: Scope, context: Context) -> ast.Pred | None:
    """What stands without a subject: `a gate`, `on the border`, `empty`, `3`; None for a whole condition."""
    if isinstance(part, ast.ElidedPredicate):
        return part.predicate
    if isinstance(part, ast.Number):
        return ast.IsValue(part, span=part.span)
    if not isinstance(part, ast.Named) or part.phrase.article or part.phrase.modifiers:
        return None
    known, word = context.vocabulary, part.phrase.noun.text
    said = {*SPACE_ADJECTIVES, *OWNED, *known.kinds_of, *known.rules, *known.game.marks}
    return ast.IsValue(part, span=part.span) if word in said and singular(word, scope) not in scope.names else None


def _with_elided(operator: str, before: ast.Expr, further: ast.Pred, context: Context) -> ast.Predicate:
    if not isinstance(before, ast.Predicate) or isinstance(before.predicate, ast.IsNot):
        raise _unclear(operator, further, context)
    first = before.predicate
    known = first.parts if isinstance(first, ast.JoinedPredicate) else (first,)
    if isinstance(known[-1], ast.WithSome):
        further = _had(operator, further, context)
    span = before.span.to(further.span)
    both = ast.JoinedPredicate(operator, (*known, further), span=known[0].span.to(further.span))
    return ast.Predicate(before.subject, both, span=span)


def _had(operator: str, further: ast.Pred, context: Context) -> ast.Pred:
    """After `has a wall or` stands a further thing that it has."""
    if not isinstance(further, ast.IsA):
        raise _unclear(operator, further, context)
    any_ = ast.Quantity("any", span=further.span)
    return ast.WithSome(ast.Counted(any_, further.phrase, span=further.span), span=further.span)


def _unclear(operator: str, further: ast.Pred, context: Context) -> Reported:
    help = f"write the whole condition, as in '{operator} it is ...'"
    return context.fail("TW201", further.span, "it is not clear what this refers to", help)
