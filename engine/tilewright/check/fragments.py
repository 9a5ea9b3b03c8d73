"""Texts that are not complete files: expressions, questions about a state of a game, and the texts of pool puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from textwrap import indent

from tilewright.check.cards import check_cards
from tilewright.check.context import Context
from tilewright.check.play.elaborator import PlayElaborator
from tilewright.check.play.play_rules import elaborate_ability, setting_of
from tilewright.check.play.totality import check_ability
from tilewright.check.typed import Num, Reported
from tilewright.check.vocabulary import Vocabulary
from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.core.node import Node
from tilewright.core.walk import Extent, substitute, transform, variables
from tilewright.diagnostics import Diagnostic, Diagnostics, Severity
from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.syntax.parser import parse
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.puzzles import PoolPuzzle

SHELLS = (
    "fragment fragment\n  ability if {}\n    gain 1 points\n",
    "fragment fragment\n  ability\n    let fragment be {}\n    gain 1 points\n",
)
"""Templates of cards for a condition and for a number."""


def read_question(text: str, game: Game, extent: Extent | None = None) -> core.Expr | list[Diagnostic]:
    """A condition or number in the words of the game, as in abilities; or the diagnostics.

    The game has a course. If its cards are linked (`play.linking`), "the knight" is the card of that name wherever
    it lies, and the question must not depend on that. The work is limited for a table of an `extent`, by default the
    largest of the game.
    """
    asked = " ".join(text.split())
    problems = []
    for shell in SHELLS:
        found = _question(shell, asked, game, extent)
        if not isinstance(found, list):
            return found
        problems.append(found)
    return max(problems, key=lambda own: min(problem.span.start for problem in own))


def read_measure(text: str, game: Game) -> core.Expr | list[Diagnostic]:
    """A number: the measure of that name in the game file, or an expression in the words of the game; or the
    diagnostics."""
    assert game.play_rules is not None, "only games with turns can be asked about"
    named = dict(game.play_rules.measures).get(text.strip())
    if named is not None:
        return named
    found = read_question(text, game)
    if isinstance(found, list) or not build.is_condition(found):
        return found
    message, names = "a condition is not a measure", ", ".join(name for name, _ in game.play_rules.measures)
    help = f"write a number, for example 'count of ...'{f', or a measure of the game: {names}' if names else ''}"
    return [Diagnostic("TW201", Severity.ERROR, message, Source("measure", text), Span(0, len(text)), help)]


def _question(shell: str, text: str, game: Game, extent: Extent | None = None) -> core.Expr | list[Diagnostic]:
    """The expression in a template, or the diagnostics with spans in the text."""
    source, own = Source("goal", shell.format(text)), Source("goal", text)
    diagnostics = Diagnostics(source)
    nodes = [node for node in parse(source, diagnostics) if isinstance(node, ast.Card)]
    at = shell.index("{}")
    found = None
    if not diagnostics.has_errors:
        with suppress(Reported):
            found = _condition_of(nodes[0], game, diagnostics, extent)
    if found is not None and not diagnostics.has_errors:
        return found
    if not diagnostics.has_errors:
        message = "this is neither a condition nor a number"
        return [
            Diagnostic("TW201", Severity.ERROR, message, own, Span(0, len(text)), "for example 'count of ... >= 2'")
        ]
    return [_shifted(problem, own, at) for problem in diagnostics.errors()]


def _condition_of(card: ast.Card, game: Game, diagnostics: Diagnostics, extent: Extent | None) -> core.Expr | None:
    """The condition of the ability, or the expression of the name in it."""
    play_rules = game.play_rules
    assert play_rules is not None, "only games with turns can be asked about"
    (ability,) = (member for member in card.members if isinstance(member, ast.Ability))
    context = Context(Vocabulary(game), diagnostics, setting_of(play_rules), play_rules.me)
    elaborator = PlayElaborator(context)
    scope, known = elaborator.steps.scope(), {}
    for name, kind in _fronts(game):
        var = context.fresh(core.SPACE, name)
        scope, known[var] = scope.bind(var), kind
    if ability.condition is not None:
        found = elaborator.expressions.condition(ability.condition, scope)
    else:
        (let,) = (one for one in ability.body if isinstance(one, ast.Let))
        if isinstance(let.value, ast.NounValue):
            return None
        typed = elaborator.expressions.typed(let.value, scope)
        if not isinstance(typed, Num):
            return None
        found = typed.expr
    found = transform(found, partial(_of_card, known, play_rules))
    if any(var in known for var in variables(found)):
        message = "the answer depends on where the card is"
        raise context.fail("TW106", card.span, message, "say where, as in 'there is a ... in the ...'")
    condition = found if build.is_condition(found) else core.Compare(">", found, core.Const(0))
    check_ability(play.Ability("", "", (play.Require(condition),)), game, card.span, diagnostics, extent)
    return found


def _fronts(game: Game) -> Iterator[tuple[str, int]]:
    """The ids and kinds of the cards that lie at places."""
    located = game.located
    sort = None if located is None else game.sorts_by_name.get(located.name)
    for kind in game.kinds:
        if sort is not None and kind.index in sort.kinds and kind.values.get("card") and kind.first == kind.index:
            yield kind.values["card"], kind.index


def _of_card(known: Mapping[core.Var, int], play_rules: play.PlayRules, node: Node) -> Node:
    """Simplify a condition on a known card."""
    match node:
        case core.Shows(space, kinds) if space in known:
            return core.TRUE if known[space] in kinds else core.FALSE
        case core.Attribute(space) if space in known:
            return core.Const(dict(node.numbers).get(known[space], 0))
        case core.And():
            return build.conjunction(node.parts)
        case core.Or():
            return build.disjunction(node.parts)
        case core.RuleHolds() | core.RuleNumber() if node.of in known:
            rule = next(rule for rule in play_rules.rules if rule.name == node.rule)
            there = {**known, rule.parameter: known[node.of]}
            return substitute(transform(rule.body, partial(_of_card, there, play_rules)), rule.parameter, node.of)
        case _:  # a question that depends on the place of a known card is reported
            return node


def _shifted(problem: Diagnostic, own: Source, at: int) -> Diagnostic:
    """Map a problem from the template to the text."""
    start, end = (min(max(place - at, 0), len(own.text)) for place in (problem.span.start, problem.span.end))
    return problem.at(own, Span(start, max(start, end)))


THIS_CARD = "this-card"
"""The id of the card of a text: the noun for itself in what it does."""
FORMS = ("", "score ", "score 1 if ")
"""Prefixes that turn a text into a statement of a card."""


def read_fragment(text: str, game: Game, name: str = "text") -> Card | list[Diagnostic]:
    """The card of a text, called `name`, or diagnostics.

    The text is tried with each of `FORMS`; if all fail, the diagnostics are those whose first error comes last.
    """
    found: list[list[Diagnostic]] = []
    for form in FORMS:
        card = _card_of(form, text, game, name)
        if isinstance(card, Card):
            return card
        found.append(card)
    return max(found, key=lambda problems: min(problem.span.start for problem in problems))


def read_ability(text: str, game: Game, name: str = "text") -> Card | list[Diagnostic]:
    """The card with the abilities in a text, or diagnostics.

    The lines are those below the header of a card: ``ability`` and its statements.
    """
    category = next(iter(game.acting), None)
    if category is None:
        return [Diagnostic.about("TW110", name, "no cards of this game have abilities")]
    return _of_class(category, "", text, game, name)


def _card_of(form: str, text: str, game: Game, name: str) -> Card | list[Diagnostic]:
    """The card, or diagnostics with spans in the text."""
    category = next((category for category, scores in game.card_classes.items() if scores), None)
    if category is None:
        return [Diagnostic.about("TW110", name, "no cards of this game score")]
    return _of_class(category, form, text, game, name)


def _of_class(category: str, form: str, text: str, game: Game, name: str) -> Card | list[Diagnostic]:
    lines = "".join(f"  {form}{line}\n" for line in text.strip().split("\n"))
    source = Source(name, f"{category} {THIS_CARD}\n{lines}")
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


SHELL, INDENT = "fragment fragment\n  ability\n", "    "
"""The template of a card for statements, and their indentation."""


@dataclass(frozen=True)
class PoolTexts:
    """The elaborated texts of a pool puzzle: the measure, the statements of the turn, and the goal."""

    measure: core.Expr
    turn: play.Block
    where: core.Expr


def read_pool_texts(puzzle: PoolPuzzle) -> PoolTexts | Mapping[str, list[Diagnostic]]:
    """The elaborated texts of a puzzle, or diagnostics by the keys of its file.

    Diagnostics of the turn have spans in its text, the others in texts of their own.
    """
    game = puzzle.position.game
    measure, turn, where = read_measure(puzzle.measure, game), read_turn(puzzle.turn, game), _condition(puzzle)
    if not isinstance(measure, list) and not isinstance(turn, list) and not isinstance(where, list):
        return PoolTexts(measure, turn, where)
    parts = {"measure": measure, "turn": turn, "where": where}
    return {key: problems for key, problems in parts.items() if isinstance(problems, list)}


def read_turn(text: Source, game: Game) -> play.Block | list[Diagnostic]:
    """Statements outside of a game file, in the language of abilities; or diagnostics.

    The game has a course; if its cards are linked (`play.linking`), statements may name them.
    """
    assert game.play_rules is not None, "only games that are played have turns"
    source = Source("turn", SHELL + indent(text.text, INDENT))
    diagnostics = Diagnostics(source)
    cards = [node for node in parse(source, diagnostics) if isinstance(node, ast.Card)]
    if not diagnostics.has_errors:
        members = [member for card in cards for member in card.members]
        if len(members) == 1 and isinstance(members[0], ast.Ability):
            with suppress(Reported):
                context = Context(Vocabulary(game), diagnostics, setting_of(game.play_rules), game.play_rules.me)
                ability = elaborate_ability("", members[0], context)
                check_ability(ability, game, members[0].span, diagnostics)
                if not diagnostics.has_errors:
                    return ability.body
        else:
            where = Span(len(SHELL), len(source.text))
            diagnostics.error(
                "TW201", where, "these are not the statements of a turn", "write them as in the game file"
            )
    return [_in_text(problem, source, text) for problem in diagnostics.errors()]


def _condition(puzzle: PoolPuzzle) -> core.Expr | list[Diagnostic]:
    found = read_question(puzzle.where, puzzle.position.game)
    if isinstance(found, list) or build.is_condition(found):
        return found
    message, help = "the goal of the turn must be a condition, not a number", "write one, for example 'points >= 3'"
    own = Source("where", puzzle.where)
    return [Diagnostic("TW201", Severity.ERROR, message, own, Span(0, len(puzzle.where)), help)]


def _in_text(problem: Diagnostic, shell: Source, own: Source) -> Diagnostic:
    """Map a problem from the template to the text."""

    def place(offset: int) -> int:
        row, column = shell.position(offset)
        lines = own.text.split("\n")
        line = min(max(0, row - 1 - SHELL.count("\n")), len(lines) - 1)
        inside = min(max(0, column - 1 - len(INDENT)), len(lines[line]))
        return sum(len(one) + 1 for one in lines[:line]) + inside

    return problem.at(own, Span(place(problem.span.start), place(problem.span.end)))
