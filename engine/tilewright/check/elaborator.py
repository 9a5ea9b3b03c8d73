"""The elaborators of expressions and noun phrases, connected over one context."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from tilewright.check.context import Context, Names
from tilewright.check.expressions.dispatch import Expressions
from tilewright.check.expressions.measures import Measures, Numbers, Sets
from tilewright.check.expressions.mentions import Mentions
from tilewright.check.expressions.predicates import Comparisons, Conditions, Predicates
from tilewright.check.phrases.noun_phrases import NounPhrases
from tilewright.check.phrases.references import References
from tilewright.check.typed import Bound, Cond, Name, Num, Reported, Scope, Typed
from tilewright.core.walk import MAX_SIZE, size
from tilewright.syntax import ast


class Elaborator:
    """The parts with which statements are elaborated.

    Expressions contain noun phrases and vice versa. The cycle is closed here: phrases receive the function that
    elaborates conditions, and expressions the handlers of all node types.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.names = names = Names(context)
        self.references = references = References(context, names)
        self.expressions = expressions = Expressions(context)
        self.phrases = phrases = NounPhrases(context, names, references, expressions.condition, expressions.number)
        self.lets = LetBindings(context, names, phrases, expressions)
        self.numbers = Numbers(context, expressions)
        self.measures = Measures(context, names, references, phrases, expressions)
        self.sets = Sets(context, phrases)
        comparisons = Comparisons(context, references, phrases, expressions)
        for part in (
            self.numbers,
            self.measures,
            self.sets,
            comparisons,
            Mentions(context, names, references, phrases, expressions, self.measures),
            Conditions(context, references, phrases, expressions),
            Predicates(context, names, phrases, expressions, comparisons),
        ):
            expressions.handlers.update(part.handlers)


@dataclass(frozen=True, eq=False)
class LetBindings:
    """Binds `let` names in a scope, and warns of unused ones."""

    context: Context
    names: Names
    phrases: NounPhrases
    expressions: Expressions

    def give(self, node: ast.Let, scope: Scope) -> None:
        """Bind a name in a scope; a name whose value has errors gets no value."""
        word = node.name
        if node.now:
            scope.names.setdefault(word.text, Name(word.text, word.span, None, scope.board, used=True))
            raise self.context.fail(
                "TW213", node.span, "'now' is not allowed here", "numbers change only during play: leave out 'now'"
            )
        if word.text in scope.names:
            raise self.names.repeated(word)
        value = None
        if self.context.vocabulary.is_taken(word.text):
            self.names.taken(word)
        else:
            with suppress(Reported):
                value = self._value(node.value, scope)
        scope.names[word.text] = Name(word.text, word.span, value, scope.board, used=value is None)

    def _value(self, value: ast.Expr | ast.NounValue, scope: Scope) -> Typed:
        """The value of a `let`, which is substituted for the name."""
        if isinstance(value, ast.NounValue):
            return self.phrases.bound(value.phrase, scope, many=False)
        typed = self.expressions.typed(value, scope)
        if isinstance(typed, Bound):
            raise self.context.fail(
                "TW201",
                value.span,
                "this is a set of things",
                "write 'count of ...', or 'a ...' to name the kind of thing",
            )
        if isinstance(typed, (Num, Cond)) and size(typed.expr) > MAX_SIZE:
            raise self.context.fail("TW210", value.span, "this takes too much work to evaluate", "make it simpler")
        return typed

    def warn_of_unused(self, inner: Scope, scope: Scope) -> None:
        """Warn of names that a block binds and does not use; `scope` is the enclosing scope."""
        for name in inner.names.values():
            given_here = scope.names.get(name.word) is not name
            if given_here and not name.used and not self.context.gaps.mentions(name.word):
                self.context.diagnostics.warning(
                    "TW103", name.span, f"'{name.word}' is never used", "use it or leave it out"
                )
