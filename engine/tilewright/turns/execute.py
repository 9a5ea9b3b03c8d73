"""A symbolic execution as a CP-SAT model, and its solutions evaluated by the exact arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor
from typing import Any

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.cpsat.literals import Literal, run, run_alone_first
from tilewright.cpsat.post import Post
from tilewright.meaning.domain import Env, SpaceSet
from tilewright.meaning.evaluator import Evaluator
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.table import Table
from tilewright.stopping import Deadline
from tilewright.symbolic.board import Unknowns
from tilewright.symbolic.nodes import Bit, Conjunction, Finite, Linear, OrderEncoded, Reified, Variable
from tilewright.symbolic.numbers import Symbolic
from tilewright.symbolic.polarity import NEGATIVE, POSITIVE, Polarities
from tilewright.turns.blocks import statement
from tilewright.turns.run import Execution, GuardedDecision
from tilewright.turns.stacks import CaseSplit, PickedGroup


def execution(evaluator: StateEvaluator, table: Table, logic: Symbolic | None = None, player: int = 0) -> Execution:
    """An execution that begins with a turn of the player on a table."""
    return Execution(evaluator, table, statement, logic, player)


def scored(run: Execution, rules: Mapping[str, core.Expr]) -> dict[str, Linear]:
    """The parts of the player's score at the current point of an execution."""
    evaluator = Evaluator(Unknowns(run.logic, run.rules.domain.seats))
    return {name: evaluator.number(rule, {}, run.player) for name, rule in rules.items()}


LARGEST = 2**40
"""The bound for numbers in the model, well inside the 64 bits of the solver."""

ALONE = 1.0
"""The work for a first attempt with one worker, in CP-SAT's deterministic time: about a second."""


@dataclass(frozen=True)
class BestFound:
    """The result of the solver: ``optimal``, ``feasible``, ``infeasible`` or ``unknown``.

    `states` holds the value of each unknown in the best solution; `bound` is an upper bound of all solutions.
    """

    status: str
    value: int | None
    bound: int | None
    states: Mapping[Finite, int]


def best(
    run: Execution, total: Linear, deadline: Deadline, workers: int | None = None, least: int | None = None
) -> BestFound:
    """A solution that maximizes a number, among those with at least `least`. Raises `OutOfTime`."""
    model = cp_model.CpModel()
    polarities = Polarities(deadline=deadline)
    polarities.number(total, POSITIVE)
    for bits in run.demands:
        for bit in bits:
            polarities.bit(bit, POSITIVE)
    for one in run.bounds:
        polarities.number(one.number, (one.low is not None) * POSITIVE | (one.high is not None) * NEGATIVE)
    post = Post(model, polarities, {variable: _states(model, variable) for variable in run.variables})
    for bits in run.demands:
        _some(model, post, bits)
    for one in run.bounds:
        number = post.number(one.number)
        if one.low is not None:
            model.add(number >= one.low)
        if one.high is not None:
            model.add(number <= one.high)
    objective = post.number(total)
    if least is not None:
        model.add(objective >= least)
    model.maximize(objective)
    return _answer(run, model, post, deadline, workers)


def _states(model: cp_model.CpModel, variable: Variable) -> list[Literal]:
    if variable.states == 1:
        return [True]
    if variable.states == 2:
        fresh = model.new_bool_var("")
        return [fresh.negated(), fresh]
    several = [model.new_bool_var("") for _ in range(variable.states)]
    model.add_exactly_one(several)
    return list(several)


def _some(model: cp_model.CpModel, post: Post, bits: list[Bit]) -> None:
    literals = [post.bit(bit) for bit in bits]
    if not any(literal is True for literal in literals):
        model.add_bool_or([literal for literal in literals if literal is not False])


def _answer(run: Execution, model: cp_model.CpModel, post: Post, deadline: Deadline, workers: int | None) -> BestFound:
    solver, status = _searched(model, deadline, workers or 1)
    if status == cp_model.INFEASIBLE:
        return BestFound("infeasible", None, None, {})
    bound = floor(solver.best_objective_bound + 1e-6)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return BestFound("unknown", None, bound, {})
    states: dict[Finite, int] = {
        variable: next(i for i, literal in enumerate(literals) if literal is True or solver.boolean_value(literal))
        for variable, literals in post.states.items()
    }
    word = "optimal" if status == cp_model.OPTIMAL else "feasible"
    return BestFound(word, round(solver.objective_value), bound, states)


def _searched(
    model: cp_model.CpModel, deadline: Deadline, workers: int
) -> tuple[cp_model.CpSolver, cp_model.CpSolverStatus]:
    """Run the solver; returns it with its status. Raises `OutOfTime`."""

    def ask(solver: cp_model.CpSolver, model: cp_model.CpModel) -> cp_model.CpSolverStatus:
        status = run(solver, model)
        if deadline.work is not None:
            deadline.work -= solver.response_proto.deterministic_time
        return status

    deadline.check()
    alone = _solver(deadline, 1)
    if workers == 1:
        return alone, ask(alone, model)
    alone.parameters.max_deterministic_time = min(ALONE, alone.parameters.max_deterministic_time)
    return run_alone_first(model, alone, lambda: _solver(deadline, workers), ask)


def _solver(deadline: Deadline, workers: int) -> cp_model.CpSolver:
    """A solver limited to the remaining time and work; if nothing is left it stops at once."""
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.random_seed = 0
    parameters.linearization_level = 2
    parameters.num_workers = workers
    if deadline.left is not None:
        parameters.max_time_in_seconds = max(0.0, deadline.left)
    if deadline.work is not None:
        parameters.max_deterministic_time = max(0.0, deadline.work)
    return solver


class AnswerReading:
    """Evaluates a solution: every node of the graph is computed from the unknowns, independently of the solver."""

    def __init__(self, states: Mapping[Finite, int]) -> None:
        self._states = dict(states)

    def bit(self, bit: Bit) -> bool:
        """The value of a bit."""
        return bit if isinstance(bit, bool) else bool(bit.mask >> self.state(bit.node) & 1)

    def state(self, node: Finite) -> int:
        """The state of a node. Raises `TypeError` for nodes that decisions do not depend on."""
        if node not in self._states:
            match node:
                case Conjunction():
                    found = int(all(self.bit(part) for part in node.parts))
                case OrderEncoded():
                    found = min(max(self.number(node.linear) - node.low, 0), node.states - 1)
                case Reified():
                    found = int(self.number(node.linear) >= 0)
                case _:
                    raise TypeError(f"a decision depends on {type(node).__name__}")
            self._states[node] = found
        return self._states[node]

    def number(self, number: Linear) -> int:
        """The value of a number without products."""
        if number.coefs:
            raise TypeError("a decision depends on a product")
        return number.const + sum(values[self.state(node)] for node, values in number.terms.items())

    def element(self, element: Any) -> Any:
        """An element as the machine represents it."""
        if isinstance(element, CaseSplit):
            found = [one for one, bit in element.of if self.bit(bit)]
            return self.element(found[0]) if found else None
        if isinstance(element, PickedGroup):
            members = sorted(space for space, bit in element.members.items() if self.bit(bit))
            return SpaceSet(members[0], dict.fromkeys(members, True)) if members else None
        return element

    def env(self, env: Env) -> Env:
        """Bindings as the machine represents them."""
        return {var: self.element(element) for var, element in env.items()}

    def chosen(self, decision: GuardedDecision) -> Any:
        """What was picked in a decision; None if the path does not reach it."""
        return next((self.element(element) for element, bit in decision.cases if self.bit(bit)), None)
