"""What an ability costs and does: conditions that are asked too late, and what comes to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tilewright.check.typed import Note
from tilewright.core.facts import MARKS, RULES, asked_of, reads
from tilewright.core.walk import free, walk
from tilewright.diagnostics import Diagnostics
from tilewright.lint.bounds import Bounds
from tilewright.syntax import ast, play_ast
from tilewright.syntax.walk import walk as walk_syntax
from tilewright.table.game import CapPiece, Game


def inspect_abilities(node: ast.Card, notes: Sequence[Note], game: Game, diagnostics: Diagnostics) -> None:
    """Warn of what takes its cost for nothing (TW216, TW217), and of words with two meanings (TW218)."""
    for note in notes:
        if note.kind == "amount":
            _inspect_amount(note, game, diagnostics)
    for member in node.members:
        if isinstance(member, ast.Ability):
            _inspect_gate(member, diagnostics)
            _inspect_reserves(member, game, diagnostics)


def _inspect_gate(ability: ast.Ability, diagnostics: Diagnostics) -> None:
    """All of an ability under one `if`: its cost is paid before that is asked."""
    done = [statement for statement in ability.body if not isinstance(statement, ast.Let)]
    if len(done) != 1 or not isinstance(done[0], ast.IfBlock) or done[0].otherwise:
        return
    during = f" during {ability.during.text}" if ability.during else ""
    once = " once a game" if ability.once else ""
    asked = [condition for condition in (ability.condition, done[0].condition) if condition is not None]
    gate = " and ".join(_joinable(condition, len(asked) > 1, diagnostics) for condition in asked)
    help = f"write 'ability{during}{once} if {gate}', and put what is done under it"
    if len(done) < len(ability.body):
        help += "; names from 'let' are not known there"
    diagnostics.warning(
        "TW216", done[0].condition.span, "if this does not hold, the ability is paid for and does nothing", help
    )


def _joinable(condition: ast.Expr, joined: bool, diagnostics: Diagnostics) -> str:
    """A condition as it is written, in parentheses where 'and' would part it."""
    text = diagnostics.source.slice(condition.span)
    return f"({text})" if joined and isinstance(condition, ast.Junction) and condition.operator == "or" else text


def _inspect_amount(note: Note, game: Game, diagnostics: Diagnostics) -> None:
    """What is gained or paid, if that can be said of every board."""
    if free(note.expr) or any(reads(part) & (RULES | MARKS) or asked_of(part) for part in walk(note.expr)):
        return
    bounds = Bounds(game, [])
    _, most = bounds.number(note.expr, {}, 0)
    if most <= 0:
        help = "write how many, or leave the line out"
        diagnostics.warning("TW217", note.span, "this is always 0, so nothing changes", help)


# ------------------------------------------------------------------ caps on the table and in reserve


def _inspect_reserves(ability: ast.Ability, game: Game, diagnostics: Diagnostics) -> None:
    """A condition on caps that lie on the table, above a line that pays one from the reserve."""
    for condition, body in _conditional(ability):
        for cap in game.caps:
            reserve = game.reserve_of(cap.name)
            paid = next(_paid(body, cap, game), None)
            said = _said(condition, cap, game)
            words = {word.text for word in _words(condition)}
            if reserve is None or paid is None or said is None or words & {reserve.name, reserve.written}:
                continue
            line = diagnostics.source.slice(paid.span).strip()
            message = f"here, a {cap.name} is on a stack; '{line}' takes one from the reserve"
            help = f"write '{reserve.name} >= 1'; if you mean it, put the condition in parentheses"
            if isinstance(condition, ast.Phrase):
                help = f"write 'where their {reserve.name} >= 1'; if you mean it, write 'where (it has a {cap.name})'"
            diagnostics.warning("TW218", said.span, message, help)


def _conditional(ability: ast.Ability) -> Iterator[tuple[ast.SyntaxNode, tuple[ast.Statement, ...]]]:
    """What blocks of an ability depend on, and the blocks."""
    if ability.condition is not None:
        yield ability.condition, ability.body
    for node in walk_syntax(ability):
        match node:
            case ast.IfBlock(condition=condition, body=body):
                yield condition, body
            case play_ast.Option(condition=ast.SyntaxNode() as asked, body=body):
                yield asked, body
            case ast.ForEach(phrase=phrase, body=body) if phrase.noun.text in ("player", "opponent"):
                yield phrase, body


def _paid(body: Iterable[ast.Statement], cap: CapPiece, game: Game) -> Iterator[play_ast.Gain]:
    """The lines of a block that pay a cap, under its own name."""
    for statement in body:
        if isinstance(statement, play_ast.Gain) and statement.pay and statement.counter.text in _names(cap, game):
            yield statement


def _said(condition: ast.SyntaxNode, cap: CapPiece, game: Game) -> ast.Phrase | None:
    """The caps on the table that a condition asks for, unless in parentheses."""
    phrases = (part for part in walk_syntax(condition, (ast.Group,)) if isinstance(part, ast.Phrase) and part.words)
    return next((phrase for phrase in phrases if phrase.noun.text in _names(cap, game)), None)


def _names(cap: CapPiece, game: Game) -> tuple[str, str]:
    return cap.name, game.plural(cap.name)


def _words(node: ast.SyntaxNode) -> Iterator[ast.Word]:
    return (part for part in walk_syntax(node) if isinstance(part, ast.Word))
