"""A puzzle's model for other solvers, also as XCSP3-core text: with names, and a header that explains how to read a
solution."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from google.protobuf import text_format  # type: ignore[import-untyped]
from ortools.sat import cp_model_pb2 as pb
from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.cpsat.literals import Literal
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import SpaceState, obstacles, possible_states
from tilewright.stopping import Unsupported
from tilewright.table.position import Puzzle

GOAL = "goal"
ENDS = (-(2**63), 2**63 - 1)
OPERATIONS = {"lin_max": "max", "int_prod": "mul"}


@dataclass(frozen=True)
class Row:
    """The sum of `coefs[v]` times variable v is between `low` and `high` (None: no limit)."""

    coefs: Mapping[int, int]
    low: int | None = None
    high: int | None = None


def xcsp(model: cp_model.CpModel, names: Mapping[int, str], head: Sequence[str]) -> str:
    """The model as the text of an XCSP3 file.

    `names` are those of some variables by index, the others become ``x7``; the lines of `head` are put in a comment.
    The objective is the variable ``goal``.
    """
    proto = pb.CpModelProto()
    text_format.Parse(str(model.proto), proto)
    for constraint in proto.constraints:
        reason = _unwritable(constraint)
        if reason:
            raise Unsupported(f"XCSP3 cannot be written for {reason}")
    return "\n".join(_Instance(proto, names).lines(head)) + "\n"


def _unwritable(constraint: pb.ConstraintProto) -> str | None:
    kind = constraint.WhichOneof("constraint")
    if kind == "linear" and len(constraint.linear.domain) != 2:
        return "a sum with gaps (linear)"
    if kind in OPERATIONS and constraint.enforcement_literal:
        return f"a constraint that holds under a condition ({kind})"
    if kind not in ("linear", "bool_or", "bool_and", "exactly_one", "at_most_one", *OPERATIONS):
        return f"a constraint of the model ({kind})"
    return None


class _Instance:
    def __init__(self, proto: pb.CpModelProto, names: Mapping[int, str]) -> None:
        self.proto = proto
        self.domains = [list(variable.domain) for variable in proto.variables]
        self.names = [names.get(index, f"x{index}") for index in range(len(self.domains))]
        self.goal: int | None = None
        self.rows: list[Row] = []
        if proto.HasField("objective"):
            self.rows = [self._goal()]

    def lines(self, head: Sequence[str]) -> Iterator[str]:
        """The lines of the file."""
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield from ("<!--", *(f"  {line}".replace("--", "- -").rstrip() for line in head), "-->")
        yield f'<instance format="XCSP3" type="{"CSP" if self.goal is None else "COP"}">'
        yield "  <variables>"
        for name, domain in zip(self.names, self.domains, strict=True):
            yield f'    <var id="{name}"> {_values(domain)} </var>'
        yield from ("  </variables>", "  <constraints>")
        yield from (f"    {text}" for text in self._constraints())
        yield "  </constraints>"
        if self.goal is not None:
            way = "maximize" if self.proto.objective.scaling_factor < 0 else "minimize"
            yield f"  <objectives> <{way}> {GOAL} </{way}> </objectives>"
        yield "</instance>"

    def _goal(self) -> Row:
        """The objective as an additional variable, and its definition."""
        objective = self.proto.objective
        sign = -1 if objective.scaling_factor < 0 else 1
        coefs = _added(zip(objective.vars, (sign * c for c in objective.coeffs), strict=True))
        const = sign * round(objective.offset)
        self.goal = len(self.domains)
        self.domains.append([end + const for end in self._ends(coefs)])
        self.names.append(GOAL)
        return Row({**coefs, self.goal: -1}, -const, -const)

    def _constraints(self) -> Iterator[str]:
        for row in self.rows:
            yield from self._sum(row)
        for constraint in self.proto.constraints:
            kind = constraint.WhichOneof("constraint")
            if kind in OPERATIONS:
                yield self._operation(OPERATIONS[kind], getattr(constraint, kind))
                continue
            unmet = [-1 - literal for literal in constraint.enforcement_literal]
            for row in _rows(kind, constraint):
                yield from self._sum(self._lifted(row, unmet))

    def _operation(self, name: str, argument: pb.LinearArgumentProto) -> str:
        values = [self._expression(part) for part in argument.exprs]
        whole = values[0] if len(values) == 1 else f"{name}({','.join(values)})"
        return f"<intension> eq({self._expression(argument.target)},{whole}) </intension>"

    def _expression(self, linear: pb.LinearExpressionProto) -> str:
        coefs = _added(zip(linear.vars, linear.coeffs, strict=True))
        terms = [self.names[v] if c == 1 else f"mul({c},{self.names[v]})" for v, c in coefs.items()]
        terms += [str(linear.offset)] if linear.offset or not terms else []
        return terms[0] if len(terms) == 1 else f"add({','.join(terms)})"

    def _lifted(self, row: Row, unmet: Sequence[int]) -> Row:
        """A big-M form of a row (with at most one limit), which holds only if none of the literals is true."""
        low, high = self._ends(row.coefs)
        lift = max(0, row.low - low) if row.low is not None else 0
        drop = max(0, high - row.high) if row.high is not None else 0
        return _with_literals(row, [(literal, lift - drop) for literal in unmet])

    def _ends(self, coefs: Mapping[int, int]) -> tuple[int, int]:
        """The minimum and the maximum of a sum."""
        spans = [(c * self.domains[v][0], c * self.domains[v][-1]) for v, c in coefs.items()]
        return sum(map(min, spans)), sum(map(max, spans))

    def _sum(self, row: Row) -> Iterator[str]:
        if row.low is not None and row.low == row.high:
            conditions = [f"(eq,{row.low})"]
        else:
            conditions = [f"(ge,{row.low})"] if row.low is not None else []
            conditions += [f"(le,{row.high})"] if row.high is not None else []
        coefs = row.coefs
        if not coefs:
            if (row.low or 0) <= 0 <= (row.high or 0):
                return
            coefs, conditions = {0: 1}, [f"(gt,{self.domains[0][-1]})"]  # a condition that is always false
        names = " ".join(self.names[variable] for variable in coefs)
        factors = " ".join(map(str, coefs.values()))
        weights = f" <coeffs> {factors} </coeffs>" if set(coefs.values()) != {1} else ""
        for condition in conditions:
            yield f"<sum> <list> {names} </list>{weights} <condition> {condition} </condition> </sum>"


def _rows(kind: str, constraint: pb.ConstraintProto) -> Iterator[Row]:
    """The linear rows of a constraint; a constraint with enforcement literals is split into rows with one limit each."""
    literals = list(getattr(constraint, kind).literals) if kind != "linear" else []
    ones = [(literal, 1) for literal in literals]
    match kind:
        case "bool_or":
            yield _with_literals(Row({}, 1), ones)
        case "bool_and":
            yield from (_with_literals(Row({}, 1), [one]) for one in ones)
        case "at_most_one":
            yield _with_literals(Row({}, None, 1), ones)
        case "exactly_one":
            yield _with_literals(Row({}, 1, 1), ones)
        case _:
            yield from _linear_rows(constraint)


def _linear_rows(constraint: pb.ConstraintProto) -> Iterator[Row]:
    linear = constraint.linear
    coefs = _added(zip(linear.vars, linear.coeffs, strict=True))
    low, high = (None if end in ENDS else end for end in linear.domain)
    if not constraint.enforcement_literal:
        yield Row(coefs, low, high)
        return
    if low is not None:
        yield Row(coefs, low)
    if high is not None:
        yield Row(coefs, None, high)


def _with_literals(row: Row, terms: Sequence[tuple[int, int]]) -> Row:
    """The row with a coefficient added for each literal that is true; literal -1 - v is "not v"."""
    moved = sum(worth for literal, worth in terms if literal < 0)
    signed = [(v, c) if v >= 0 else (-1 - v, -c) for v, c in terms]
    coefs = _added([*row.coefs.items(), *signed])
    low, high = (None if end is None else end - moved for end in (row.low, row.high))
    return Row(coefs, low, high)


def _added(terms: Iterator[tuple[int, int]] | Sequence[tuple[int, int]]) -> dict[int, int]:
    """The coefficients by variable; a negative index -1 - v in a sum means minus v."""
    coefs: dict[int, int] = {}
    for index, coef in terms:
        variable, signed = (index, coef) if index >= 0 else (-1 - index, -coef)
        coefs[variable] = coefs.get(variable, 0) + signed
    return {variable: coef for variable, coef in coefs.items() if coef}


def _values(domain: Sequence[int]) -> str:
    spans = zip(domain[::2], domain[1::2], strict=True)
    return " ".join(str(low) if low == high else f"{low}..{high}" for low, high in spans)


_GOALS = {
    "most": "the score",
    "fewest": "0 minus the number of {pieces} placed",
    "meet": "how many parts of the goal are met",
}


def exported(puzzle: Puzzle, rules: Mapping[str, core.Expr]) -> str:
    """The model that `solve` posts for a puzzle, as the text of an XCSP3 file."""
    states = possible_states(puzzle)
    reasons = obstacles(puzzle, states)
    if reasons:
        raise Unsupported(f"there is no placement: {reasons[0]}")
    model = arrangement(puzzle, states, rules)
    named = _named(model)
    names = {index: name for name, (index, _) in named.items()}
    return xcsp(model.model, names, [*_head(puzzle), *_legend(named)])


NamedVariables = dict[str, tuple[int, list[SpaceState]]]


def _named(model: Arrangement) -> NamedVariables:
    """For each variable that stands for states of a space: its name, its index, the states."""
    named: NamedVariables = {}
    for space, states in model.spaces.items():
        row, column = divmod(space, model.puzzle.board.geometry.columns)
        for index, same in _by_variable(states).items():
            words = [f"r{row + 1}c{column + 1}", *_words(model.puzzle, same[0])]
            named[_free("_".join(words), named)] = index, same
    return named


def _by_variable(states: Sequence[tuple[SpaceState, Literal]]) -> dict[int, list[SpaceState]]:
    """The states that each variable stands for; the state for which all are 0 has no variable."""
    found: dict[int, list[SpaceState]] = {}
    for state, literal in states:
        if not isinstance(literal, bool) and literal.index >= 0:
            found.setdefault(literal.index, []).append(state)
    return found


def _words(puzzle: Puzzle, state: SpaceState) -> list[str]:
    """What is put on the space, as words that are allowed in a name."""
    words = [state.piece] if state.piece else []
    words += [puzzle.game.by_mark[mark].name for mark in state.caps]
    words = ["cleared"] * state.cleared + words or ["same"]
    return [re.sub(r"\W", "", word, flags=re.ASCII) for word in words]


def _free(name: str, taken: NamedVariables) -> str:
    number = 1
    while (full := name if number == 1 else f"{name}_{number}") in taken:
        number += 1
    return full


def _head(puzzle: Puzzle) -> Iterator[str]:
    game = puzzle.game
    yield f"{puzzle.title or 'A puzzle'}, for {game.id}; cards: {', '.join(puzzle.cards) or 'none'}"
    yield f"The model of `tilewright solve` (version {version('tilewright')}) as XCSP3-core."
    yield ""
    yield from (f"  {line}" for line in puzzle.board.lines().splitlines())
    yield f"To place: {' '.join(puzzle.pieces) or 'nothing'}"
    yield from (f"{game.plural(name).capitalize()}: up to {n}" for name, n in puzzle.caps.items())
    yield f"Goal: {puzzle.goal}"
    goal_text = _GOALS.get(puzzle.goal.kind)
    pieces = game.plural(game.piece)
    yield f"`{GOAL}` is {goal_text.format(pieces=pieces)}." if goal_text else "There is nothing to maximize."
    yield ""
    yield "A variable below is 1 if its space (row, column) becomes one of the stacks listed with it;"
    yield f"several are equivalent for these cards, and hold any of the remaining {pieces}. A space of"
    yield "which no variable is 1 stays as it is. All the others (x...) are auxiliary."
    yield ""


def _legend(named: NamedVariables) -> Iterator[str]:
    width = max(map(len, named), default=0)
    for name, (_, states) in named.items():
        yield f"{name:<{width}}  {' '.join(repr(state.stack) for state in states)}"
