"""The parts that elaborate expressions and noun phrases, put together over one context."""

from __future__ import annotations

from tilewright.check.context import Context
from tilewright.check.expressions.comparisons import Comparisons
from tilewright.check.expressions.conditions import Conditions
from tilewright.check.expressions.dispatch import Expressions
from tilewright.check.expressions.measures import Measures
from tilewright.check.expressions.mentions import Mentions
from tilewright.check.expressions.numbers import Numbers
from tilewright.check.expressions.predicates import Predicates
from tilewright.check.expressions.sets import Sets
from tilewright.check.let_bindings import LetBindings
from tilewright.check.names import Names
from tilewright.check.phrases.noun_phrases import NounPhrases
from tilewright.check.phrases.references import References


class Elaborator:
    """What statements are elaborated with.

    Expressions contain phrases and phrases contain expressions; the circle is closed here: phrases
    get the function that elaborates a condition, expressions the handlers of every kind of node.
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
