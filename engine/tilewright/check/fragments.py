"""A rule in a few words instead of a card: statements, a number or a condition.

Statements stand as in a card, ``score 1 for each stack``; a number, ``count of stacks``, is what
is scored; a condition, ``any stack is taller than its left neighbor``, scores 1 where it holds.
"""

from __future__ import annotations

from tilewright.check.cards import check_cards
from tilewright.check.vocabulary import Vocabulary
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.syntax.parser import parse
from tilewright.table.card import Card
from tilewright.table.game import Game

FORMS = ("", "score ", "score 1 if ")
"""What stands before a text in a card: nothing, or what makes a statement of it."""


def read_fragment(text: str, game: Game, name: str = "text") -> Card | list[Diagnostic]:
    """The card that a text comes to, called `name`; what is wrong with it when it is none.

    Of the three ways to read it the one counts in which it has no error, or the first error last.
    """
    found: list[list[Diagnostic]] = []
    for form in FORMS:
        card = _card_of(form, text, game, name)
        if isinstance(card, Card):
            return card
        found.append(card)
    return max(found, key=lambda problems: min(problem.span.start for problem in problems))


def read_ability(text: str, game: Game, name: str = "text") -> Card | list[Diagnostic]:
    """The card with abilities that a text comes to; what is wrong with it when it is none.

    The lines are those under the header of a card: ``ability`` and what it does.
    """
    category = next(iter(game.acting), None)
    if category is None:
        return [Diagnostic.about("TW110", name, "no cards of this game have abilities")]
    return _of_class(category, "", text, game, name)


def _card_of(form: str, text: str, game: Game, name: str) -> Card | list[Diagnostic]:
    """The card, or the errors in order, placed in the text itself."""
    category = next((category for category, scores in game.card_classes.items() if scores), None)
    if category is None:
        return [Diagnostic.about("TW110", name, "no cards of this game score")]
    return _of_class(category, form, text, game, name)


def _of_class(category: str, form: str, text: str, game: Game, name: str) -> Card | list[Diagnostic]:
    lines = "".join(f"  {form}{line}\n" for line in text.strip().split("\n"))
    source = Source(name, f"{category} fragment\n{lines}")
    diagnostics = Diagnostics(source)
    nodes = [node for node in parse(source, diagnostics) if isinstance(node, ast.Card)]
    drafts = check_cards(nodes, Vocabulary(game), diagnostics)
    value = drafts[0].value if len(drafts) == 1 else None
    if isinstance(value, Card) and not diagnostics.has_errors:
        return value
    own = Source(name, text.strip())
    return [_placed(problem, own, len(form) + 2) for problem in diagnostics.errors()]


def _placed(problem: Diagnostic, own: Source, indent: int) -> Diagnostic:
    """A problem of the card as one of the text: without the first line and the indent."""
    ends = [problem.source.position(end) for end in (problem.span.start, problem.span.end)]
    start, end = (_offset(own, line - 1, column - indent) for line, column in ends)
    return problem.at(own, Span(start, max(start, end)))


def _offset(own: Source, line: int, column: int) -> int:
    lines = own.text.count("\n") + 1
    line = min(max(line, 1), lines)
    return own.offset(line, min(max(column, 1), len(own.line(line)) + 1))
