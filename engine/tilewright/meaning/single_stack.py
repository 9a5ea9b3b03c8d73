"""What a condition on one space can come to, of a stack that is looked at alone."""

from __future__ import annotations

from tilewright.core import expr as core
from tilewright.core.walk import variables, walk
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact, ExactBoard
from tilewright.meaning.unrolled import Seat, Unrolled
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry

_LOCAL = (
    core.And,
    core.Or,
    core.Not,
    core.Truth,
    core.Compare,
    core.Const,
    core.Add,
    core.Mul,
    core.Height,
    core.Attribute,
    core.Shows,
    core.FaceDown,
    core.Capped,
    core.Exists,
    core.Binder,
    core.SpacesOf,
    core.Var,
)


def is_local(expr: core.Expr, var: core.Var) -> bool:
    """Whether an expression looks at what lies on one space, and at nothing else."""
    nodes = list(walk(expr))
    bound = {node.var for node in nodes if isinstance(node, core.Binder)}
    own = variables(expr) <= {var, *bound}
    return own and all(isinstance(node, _LOCAL) for node in nodes)


def holds(condition: core.Expr, var: core.Var, stack: Stack, game: Game) -> bool:
    """Whether a condition about one space holds of a stack that stands alone."""
    board = Board(Geometry(1, 1), (stack,))
    evaluator: Evaluator[int, bool] = Evaluator(Unrolled(Exact(), [Seat(ExactBoard(board, game), {})]))
    return evaluator.condition(condition, {var.id: 0}, 0)


def may_hold(condition: core.Expr, var: core.Var, stack: Stack, game: Game) -> bool:
    """Whether a condition about one space holds of a stack in some surroundings, as far as can be seen."""
    return _kleene(condition, var, stack, game) is not False


def _kleene(condition: core.Expr, var: core.Var, stack: Stack, game: Game) -> bool | None:
    """Its truth value in Kleene's logic of three: None where it depends on more than the stack."""
    if is_local(condition, var):
        return holds(condition, var, stack, game)
    match condition:
        case core.And(parts):
            known = [_kleene(part, var, stack, game) for part in parts]
            return False if False in known else None if None in known else True
        case core.Or(parts):
            known = [_kleene(part, var, stack, game) for part in parts]
            return True if True in known else None if None in known else False
        case core.Not(body):
            inner = _kleene(body, var, stack, game)
            return None if inner is None else not inner
        case _:  # it may hold or not
            return None
