"""Cards: the header, names and texts, and the statements that score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tilewright.check.card_members import LINES, CardMembers
from tilewright.check.context import Context
from tilewright.check.labels import labels
from tilewright.check.layouts import Layouts
from tilewright.check.scoring import Scoring
from tilewright.check.typed import Note
from tilewright.check.vocabulary import Vocabulary
from tilewright.core import expr as core
from tilewright.core.size import MAX_SIZE, MAX_WORK, size
from tilewright.core.walk import find
from tilewright.diagnostics import Diagnostics
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.meaning.work import work
from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game


@dataclass(frozen=True)
class Checked:
    """A card or layout that may be used."""

    value: Card | Layout
    node: ast.Card


@dataclass(frozen=True)
class Draft:
    """A card or layout as far as it could be read, for later inspection.

    Without a `value` it has errors; `rule` is what the sound statements of a card score, and
    `notes` are about it.
    """

    node: ast.Card
    value: Card | Layout | None = None
    rule: core.Expr | None = None
    notes: tuple[Note, ...] = ()


def check_cards(
    nodes: Iterable[ast.Card], vocabulary: Vocabulary, diagnostics: Diagnostics, languages: Iterable[str] = ()
) -> list[Draft]:
    """Check the cards and layouts of a file against the game that the words are of."""
    game = vocabulary.game
    layouts = {layout.name: Layouts(layout, game.players, diagnostics) for layout in game.layouts}
    found: list[Draft] = []
    taken: set[str] = set()
    for node in nodes:
        names = labels(node, "name", diagnostics, languages)
        draft = Draft(node)
        if node.category.text in layouts:
            draft = Draft(node, layouts[node.category.text].check(node, names))
        elif node.category.text in game.card_classes:
            draft = _card(node, names, vocabulary, diagnostics, languages)
        else:
            _unknown_class(node, game, diagnostics)
        free = _free_id(node, taken, game, diagnostics)
        found.append(draft if free else replace(draft, value=None))
        taken.add(node.id.text)
    return found


def _free_id(node: ast.Card, taken: set[str], game: Game, diagnostics: Diagnostics) -> bool:
    """Whether a card may have its id: a score has a part for each card, and parts of its own."""
    id = node.id.text
    if id in taken:
        diagnostics.error("TW109", node.id.span, f"there is already a card '{id}' above", "give it another id")
    elif id in [part.name for part in game.parts]:
        diagnostics.error("TW105", node.id.span, f"'{id}' is a part of every score", "give the card another id")
    else:
        return True
    return False


def _unknown_class(node: ast.Card, game: Game, diagnostics: Diagnostics) -> None:
    classes = [*game.card_classes, *(layout.name for layout in game.layouts)]
    help = did_you_mean(node.category.text, classes) or "known: " + ", ".join(classes)
    diagnostics.error("TW107", node.category.span, f"'{node.category.text}' is not a kind of card", help)


def _card(
    node: ast.Card,
    names: dict[str, str],
    vocabulary: Vocabulary,
    diagnostics: Diagnostics,
    languages: Iterable[str],
) -> Draft:
    texts = labels(node, "text", diagnostics, languages)
    statements: list[ast.Statement] = []
    for member in node.members:
        if isinstance(member, (ast.Players, ast.Heights)):
            diagnostics.error(
                "TW110",
                member.span,
                f"a {node.category.text} cannot have this line",
                "player counts and heights are for layouts",
            )
        elif isinstance(member, (ast.Ability, ast.AbilityAfter)) and node.category.text not in vocabulary.game.acting:
            diagnostics.error(
                "TW110",
                member.span,
                f"a {node.category.text} has no abilities",
                _with_abilities(vocabulary.game, node),
            )
        elif isinstance(member, LINES) and node.category.text not in vocabulary.game.acting:
            diagnostics.error(
                "TW110",
                member.span,
                f"a {node.category.text} cannot have this line",
                "it is for cards of a class 'with abilities'",
            )
        elif isinstance(member, ast.PaysEmpty):
            _check_board(member, node, vocabulary.game, diagnostics)
        elif not isinstance(member, (ast.Labelled, *LINES)):
            statements.append(member)
    card = Card(node.id.text, node.category.text, names, texts, None, diagnostics.source)
    if node.category.text in vocabulary.game.acting:
        return _acting(card, node, vocabulary, diagnostics, languages)
    if vocabulary.game.card_classes[node.category.text]:
        return _scoring(card, node, statements, Context(vocabulary, diagnostics))
    if statements:
        diagnostics.error(
            "TW110",
            statements[0].span,
            f"a {node.category.text} does not score",
            "for now, such cards have only names and texts",
        )
        return Draft(node)
    return Draft(node, card)


def _with_abilities(game: Game, node: ast.Card) -> str:
    """What to write for a card whose class has no abilities, but something under `ability`."""
    acting = [name for name in game.card_classes if name in game.acting]
    if not acting:
        return "write 'with abilities' after its class in the game file"
    return f"write '{acting[0]}' for '{node.category.text}' in the first line of the card"


def _check_board(member: ast.PaysEmpty, node: ast.Card, game: Game, diagnostics: Diagnostics) -> None:
    """`pays on an empty yard` is allowed once in a card that scores, and of the board of each player, or of the table if players have none."""
    board, others = game.spoken_place.name, [one for one in node.members if isinstance(one, ast.PaysEmpty)]
    if not game.card_classes[node.category.text]:
        diagnostics.error(
            "TW110", member.span, f"a {node.category.text} cannot have this line", "it scores nothing at the end"
        )
    elif member.board.text != board:
        diagnostics.error(
            "TW101",
            member.span,
            f"this line is about the {board}",
            f"write 'pays on an empty {board}'",
        )
    elif member is not others[0]:
        diagnostics.error("TW109", member.span, "there is already such a line above", "keep one")


def _acting(
    card: Card, node: ast.Card, vocabulary: Vocabulary, diagnostics: Diagnostics, languages: Iterable[str]
) -> Draft:
    """A card with its abilities, and what else it does."""
    before = len(diagnostics.errors())
    damaged = any(isinstance(member, ast.Hole) for member in node.members)
    for member in node.members:
        if not damaged and not isinstance(member, (ast.Labelled, ast.PaysEmpty, *LINES)):
            diagnostics.error(
                "TW110",
                member.span,
                f"a {node.category.text} does nothing by itself",
                "put what it does under 'ability'",
            )
    if vocabulary.game.course is None:
        return Draft(node, None if damaged or len(diagnostics.errors()) > before else card)
    faces = CardMembers(node, vocabulary, diagnostics, languages)
    found = faces.card(card)
    sound = len(diagnostics.errors()) == before and not damaged and not faces.damaged
    return Draft(node, found if sound else None, notes=tuple(faces.notes))


def _scoring(card: Card, node: ast.Card, statements: list[ast.Statement], context: Context) -> Draft:
    """A card with what its statements score."""
    if not statements:
        if any(isinstance(member, (ast.Ability, ast.AbilityAfter)) for member in node.members):
            return Draft(node)  # reported already: it is of another class
        context.diagnostics.error(
            "TW207",
            node.id.span,
            "this card scores nothing: it has no 'score'",
            "add a line such as 'score 1 for each stack'",
        )
        return Draft(node)
    rule, sound = Scoring(context).rule(tuple(statements))
    if not bounded(rule, node.id.span, context.game, context.diagnostics):
        return Draft(node)
    return Draft(node, replace(card, rule=rule) if sound else None, rule, tuple(context.notes))


def bounded(rule: core.Expr, place: Span, game: Game, diagnostics: Diagnostics) -> bool:
    """Whether a rule can be evaluated soon on any board of a game; if not, this is reported."""
    if size(rule) <= MAX_SIZE and work(rule, game.largest) <= MAX_WORK:
        return True
    spans = [award.span for award in find(core.Award, rule)] if size(rule) <= MAX_SIZE else []
    diagnostics.error(
        "TW210",
        spans[-1] if spans else place,
        "this takes too much work to evaluate",
        "use fewer nested 'for each', 'any' and 'every'",
    )
    return False
