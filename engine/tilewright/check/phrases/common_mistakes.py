"""Common English in noun phrases that has no meaning or another one in the language, with suggestions."""

from __future__ import annotations

import re

from tilewright.check import vocabulary as words
from tilewright.check.context import Context, Names
from tilewright.check.phrases.placement import COLLECTIONS
from tilewright.check.phrases.references import Subject
from tilewright.check.typed import Bound, Reported, Scope
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.syntax.repair.wordings import FOREIGN, MISPLACED

_COMPARED = {
    **dict.fromkeys(("taller", "higher", "bigger", "greater"), "taller"),
    **dict.fromkeys(("lower", "shorter"), "lower"),
}
_RELATIVES = ("whose", "that", "which", "who", "when")
"""English relative pronouns."""


def no_adjective(word: ast.Word, following: ast.Word, phrase: ast.Phrase, scope: Scope, names: Names) -> Reported:
    """Report a word that is not an adjective here, or, if it is the noun, the words after it.

    A later relative pronoun is reported as the cause instead.
    """
    after = phrase.words[phrase.words.index(word) :]
    foreign = next((other for other in after if other.text in _RELATIVES and other.text not in scope.names), None)
    if foreign is not None:
        return names.unknown(foreign, scope)
    if word.text == "edge":
        help = f"write 'border {following.text}', or which edge, as in '{following.text} in the top row'"
        return names.context.fail("TW101", word.span, "an edge is a line, not a place", help)
    if word.text in words.NAMED_LINES.get(following.text, {}):
        line = f"the {word.text} {following.text}"
        help = f"for the one you mean, write '{line}', as in 'each stack in {line}'"
        return names.context.fail("TW202", word.span, f"there is only one {word.text} {following.text}", help)
    if word.text in ("every", "any", "no") and names.context.vocabulary.sort_of(following.text) == core.PLAYER:
        help = f"write 'that of {word.text} {following.text}'"
        return names.context.fail("TW201", word.span, "a number must be compared with a number", help)
    if names.context.vocabulary.sort_of(word.text) is None:
        return names.unknown(word, scope)
    help = "more about a thing begins with 'where', 'with', 'in', 'on', 'of' or 'beside'"
    help = (FOREIGN | MISPLACED).get(following.text, help)
    if following.text in _COMPARED:
        help = f"write 'where it is {_COMPARED[following.text]} ...'"
    return names.context.fail("TW101", following.span, f"'{following.text}' cannot follow '{word.text}'", help)


def check_members(modifier: ast.Modifier, phrase: ast.Phrase, context: Context) -> None:
    """Report `group of flags with at least 3 stacks`: `with` applies to each member, which is a single space."""
    if not isinstance(modifier, ast.WithSome):
        return
    quantity, noun = modifier.counted.quantity, modifier.counted.phrase.noun.text
    own = context.vocabulary.sort_of(noun) == core.SPACE and noun not in ("neighbor", "neighbors")
    if quantity.kind in ("exactly", "at least", "more than") and quantity.count > 1 and own:
        raise context.fail(
            "TW202",
            modifier.span,
            f"'with' is about each of the {phrase.noun.text}, not about the group",
            f"write 'where size {OPERATORS[quantity.kind]} {quantity.count}', or 'where it has ...' for the group",
        )


def check_after_of(phrase: ast.Phrase, var: core.Var, is_neighbor: bool, context: Context) -> None:
    """Report `of the same color`, `of color red`, `neighbor of a stack`."""
    if len(phrase.words) != 2:
        return
    known = context.vocabulary
    first, second = (word.text for word in phrase.words)
    if phrase.article == "the" and first == "same" and known.sort_of(second) == core.VALUE:
        raise context.fail(
            "TW202",
            phrase.span,
            f"'of the same {second}' cannot follow a thing",
            f"write 'with the same {second}' for a group, 'where it is of the same {second}' for a {known.game.piece}",
        )
    if var.sort != core.SPACE:
        return
    if known.sort_of(first) == core.VALUE and second in known.kinds_of:
        raise context.fail(
            "TW202",
            phrase.span,
            f"'of {first} {second}' is not allowed here",
            f"write '{second}' alone, as in 'each {second}'",
        )
    if is_neighbor and first in ("a", "an") and known.sort_of(second) == core.SPACE:
        before = context.diagnostics.source.text[max(phrase.span.start - 20, 0) : phrase.span.start]
        asked = re.search(r"\bneighbor(s?) of +$", before)
        start, several = (phrase.span.start - len(asked[0]), asked[1]) if asked else (phrase.span.start, "")
        help = f"write 'stack{several} beside a {second}'"
        raise context.fail("TW106", Span(start, phrase.span.end), f"which {second}?", help)


def check_whose(phrase: ast.Phrase, owner: core.Var, subject: Subject, context: Context) -> None:
    """Warn if `its stacks` means those of a player or space, and those of a row may have been meant."""
    source, scope = context.diagnostics.source, subject.scope
    possible = (var for var in reversed(scope.elements) if _may_own(var, phrase, subject))
    other = next((var for var in possible if var.sort != owner.sort), None)
    if owner.sort not in (core.PLAYER, core.SPACE) or other is None or not _says_its(phrase, source):
        return
    message = f"'its' refers to the {owner.noun} here, not to the {other.noun}"
    if owner.sort == core.PLAYER:
        help = _both_readings(phrase, owner, other, scope, source)
    elif phrase.noun.text in context.vocabulary.plurals:
        thing, line = source.slice(_thing(phrase)), source.line(source.position(phrase.span.start)[0])
        help = f"a {owner.noun} is a single thing; if you mean the {other.noun}, write '{thing} of the {other.noun}'"
        help += ", or 'where it has ... and ...' in place of 'with ...'" if " with " in line else ""
    else:
        return
    context.diagnostics.warning("TW220", phrase.span, message, help)


def _says_its(phrase: ast.Phrase, source: Source) -> bool:
    return source.slice(phrase.span).startswith("its ")


def _thing(phrase: ast.Phrase) -> Span:
    """The span of the noun and its adjectives."""
    return Span(phrase.words[0].span.start, phrase.words[-1].span.end)


def _both_readings(phrase: ast.Phrase, owner: core.Var, other: core.Var, scope: Scope, source: Source) -> str:
    """The line with `its` replaced by the player, and by the element mentioned before."""
    span = Span(phrase.span.start, _thing(phrase).end)
    thing = source.slice(_thing(phrase))
    whole = source.line_span(source.position(span.start)[0])
    before, after = source.slice(Span(whole.start, span.start)), source.slice(Span(span.end, whole.end))
    after = after.partition("#")[0].rstrip()
    read = thing if scope.theirs and scope.board == owner else f"their {thing}"
    return f"write '{before}{read}{after}'; if you mean the {other.noun}, write '{before}{read} of the {other.noun}{after}'"


def _may_own(var: core.Var, phrase: ast.Phrase, subject: Subject) -> bool:
    """Whether an element mentioned before may own what a phrase describes."""
    if subject.var.sort != core.SPACE:
        return False
    if phrase.noun.text in ("neighbor", "neighbors"):
        return var.sort == core.SPACE
    return var.sort in COLLECTIONS and var.sort != core.SPACE


OPERATORS = {"exactly": "=", "at least": ">=", "at most": "<=", "more than": ">", "fewer than": "<"}


def quantified(quantity: ast.Quantity, bound: Bound, condition: core.Expr, count: core.Expr) -> core.Expr:
    """The condition that a quantity of elements satisfies a condition; `count` is the number after `at least` etc."""
    binder = bound.binder
    match quantity.kind:
        case "any":
            return build.exists(binder, condition)
        case "no":
            return build.negation(build.exists(binder, condition))
        case "every":
            return core.Forall(binder, condition)
    kept = core.Binder(binder.var, binder.domain, build.conjunction([binder.guard, condition]))
    return core.Compare(OPERATORS[quantity.kind], core.Sum(kept, core.Const(1)), count)
