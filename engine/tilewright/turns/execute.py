"""An execution with the meanings of all statements, and its result."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core import expr as core
from tilewright.meaning.evaluator import Evaluator
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.table import Table
from tilewright.symbolic.board import Unknowns
from tilewright.symbolic.nodes import Linear
from tilewright.symbolic.numbers import Symbolic
from tilewright.turns.blocks import statement
from tilewright.turns.run import Execution


def execution(evaluator: StateEvaluator, table: Table, logic: Symbolic | None = None, player: int = 0) -> Execution:
    """An execution that begins with a turn of the player on a table."""
    return Execution(evaluator, table, statement, logic, player)


def scored(run: Execution, rules: Mapping[str, core.Expr]) -> dict[str, Linear]:
    """What scoring rules come to for the player as things stand."""
    evaluator = Evaluator(Unknowns(run.logic, run.rules.domain.seats))
    return {name: evaluator.number(rule, {}, run.player) for name, rule in rules.items()}
