"""What the texts of a puzzle over a pool mean: the statements of its turn, its condition and its measure."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from textwrap import indent

from tilewright.check.context import Context
from tilewright.check.play.abilities import elaborate_ability, setting_of
from tilewright.check.play.totality import check_ability
from tilewright.check.questions import read_measure, read_question
from tilewright.check.typed import Reported
from tilewright.check.vocabulary import Vocabulary
from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.diagnostics import Diagnostic, Diagnostics, Severity
from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.syntax.parser import parse
from tilewright.table.game import Game
from tilewright.table.puzzles import PoolPuzzle

SHELL, INDENT = "fragment fragment\n  ability\n", "    "
"""What stands before statements that stand by themselves, and in front of each of their lines."""


@dataclass(frozen=True)
class PoolTexts:
    """What is the least or the most, what is done in the turn, and where it leads."""

    measure: core.Expr
    turn: play.Block
    where: core.Expr


def read_pool_texts(puzzle: PoolPuzzle) -> PoolTexts | Mapping[str, list[Diagnostic]]:
    """The texts of a puzzle; else what is wrong with them, by the keys of its file.

    Problems of the turn are placed in its text, the others in texts of their own.
    """
    game = puzzle.position.game
    measure, turn, where = read_measure(puzzle.measure, game), read_turn(puzzle.turn, game), _condition(puzzle)
    if not isinstance(measure, list) and not isinstance(turn, list) and not isinstance(where, list):
        return PoolTexts(measure, turn, where)
    parts = {"measure": measure, "turn": turn, "where": where}
    return {key: problems for key, problems in parts.items() if isinstance(problems, list)}


def read_turn(text: Source, game: Game) -> play.Block | list[Diagnostic]:
    """Statements that stand outside of the game file, said as in an ability; else what is wrong with them.

    The game has a course; where its cards are linked (`play.linking`) statements may name them.
    """
    assert game.course is not None, "only games that are played have turns"
    source = Source("turn", SHELL + indent(text.text, INDENT))
    diagnostics = Diagnostics(source)
    cards = [node for node in parse(source, diagnostics) if isinstance(node, ast.Card)]
    if not diagnostics.has_errors:
        members = [member for card in cards for member in card.members]
        if len(members) == 1 and isinstance(members[0], ast.Ability):
            with suppress(Reported):
                context = Context(Vocabulary(game), diagnostics, setting_of(game.course), game.course.me)
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
    """A problem of statements in their shell as one of their own text."""

    def place(offset: int) -> int:
        row, column = shell.position(offset)
        lines = own.text.split("\n")
        line = min(max(0, row - 1 - SHELL.count("\n")), len(lines) - 1)
        inside = min(max(0, column - 1 - len(INDENT)), len(lines[line]))
        return sum(len(one) + 1 for one in lines[:line]) + inside

    return problem.at(own, Span(place(problem.span.start), place(problem.span.end)))
