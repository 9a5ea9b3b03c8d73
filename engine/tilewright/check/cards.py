"""Cards: the header, names and texts, and the statements that score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilewright.check.layouts import Layouts
from tilewright.check.statements import Checker
from tilewright.check.typed import Note
from tilewright.check.vocabulary import Vocabulary
from tilewright.core import expr as core
from tilewright.core.build import awards
from tilewright.core.size import MAX_SIZE, MAX_WORK, size, work
from tilewright.diagnostics import Diagnostics
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.syntax import ast
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game


@dataclass(frozen=True)
class Checked:
    """A card or layout that may be used, and the notes that inspections look at."""

    value: Card | Layout
    node: ast.Card
    notes: tuple[Note, ...] = ()


def check_cards(
    nodes: Iterable[ast.Card], game: Game, diagnostics: Diagnostics, languages: Iterable[str] = ()
) -> list[Checked]:
    """Check the cards and layouts of a file; those with errors are left out."""
    vocabulary = Vocabulary(game)
    layouts = {layout.name: Layouts(layout, diagnostics) for layout in game.layouts}
    found: list[Checked] = []
    for node in nodes:
        names = labels(node, "name", diagnostics, languages)
        checked: Checked | None = None
        if node.category.text in layouts:
            layout = layouts[node.category.text].check(node, names)
            checked = Checked(layout, node) if layout else None
        elif node.category.text in game.card_classes:
            checked = _card(node, names, vocabulary, diagnostics, languages)
        else:
            _unknown_class(node, game, diagnostics)
        if any(other.node.id == node.id for other in found):
            diagnostics.error("TW109", node.id.span, f"there is a card '{node.id.text}' above already", "give it another id")  # fmt: skip
        elif checked is not None:
            found.append(checked)
    return found


def _unknown_class(node: ast.Card, game: Game, diagnostics: Diagnostics) -> None:
    classes = [*game.card_classes, *(layout.name for layout in game.layouts)]
    help = did_you_mean(node.category.text, classes) or "known: " + ", ".join(classes)
    diagnostics.error("TW107", node.category.span, f"'{node.category.text}' is not a class of cards", help)  # fmt: skip


def _card(
    node: ast.Card,
    names: dict[str, str],
    vocabulary: Vocabulary,
    diagnostics: Diagnostics,
    languages: Iterable[str],
) -> Checked | None:
    texts = labels(node, "text", diagnostics, languages)
    statements: list[ast.Statement] = []
    for member in node.members:
        if isinstance(member, (ast.Players, ast.Heights)):
            diagnostics.error("TW110", member.span, f"a {node.category.text} has no such line",
                              "player counts and heights are for layouts")  # fmt: skip
        elif not isinstance(member, ast.Labelled):
            statements.append(member)
    checker = Checker(vocabulary, diagnostics)
    rule = None
    if vocabulary.game.card_classes[node.category.text]:
        rule = _rule(node, statements, checker)
        if rule is None:
            return None
    elif statements:
        diagnostics.error("TW110", statements[0].span, f"a {node.category.text} does not score",
                          "for now such cards have names and texts only")  # fmt: skip
        return None
    card = Card(node.id.text, node.category.text, names, texts, rule, diagnostics.source)
    return Checked(card, node, tuple(checker.notes))


def _rule(
    node: ast.Card, statements: list[ast.Statement], checker: Checker
) -> core.Expr | None:
    rule = checker.rule(tuple(statements))
    if rule is not None and not statements:
        checker.diagnostics.error("TW110", node.id.span, "this card scores nothing: it has no 'score'",
                                  "add a line such as 'score 1 for each stack'")  # fmt: skip
        return None
    return rule if rule is not None and _bounded(rule, node, checker.diagnostics) else None


def _bounded(rule: core.Expr, node: ast.Card, diagnostics: Diagnostics) -> bool:
    if size(rule) <= MAX_SIZE and work(rule) <= MAX_WORK:
        return True
    spans = [award.span for award in awards(rule)] if size(rule) <= MAX_SIZE else []
    diagnostics.error("TW210", spans[-1] if spans else node.id.span, "this takes too much work",
                      "fewer 'for each', 'any' and 'every' inside one another")  # fmt: skip
    return False


def labels(
    node: ast.Card, what: str, diagnostics: Diagnostics, languages: Iterable[str]
) -> dict[str, str]:
    """The names or texts of a card by language."""
    found: dict[str, str] = {}
    known = set(languages)
    for member in node.members:
        if not isinstance(member, ast.Labelled) or member.what != what:
            continue
        language = member.language.text
        if language in found:
            diagnostics.error("TW109", member.span, f"there is a {what} in '{language}' above already", "keep one")  # fmt: skip
        elif known and language not in known:
            help = did_you_mean(language, known) or "known: " + ", ".join(sorted(known))
            diagnostics.error("TW108", member.language.span, f"'{language}' is not a language of this pack", help)  # fmt: skip
        elif not member.value.strip():
            diagnostics.error("TW108", member.span, f"the {what} is empty", "write it or leave the line out")  # fmt: skip
        found[language] = member.value
    return found
