"""Models for other solvers: what is written means the same, and others find our optimum."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from ortools.sat.python import cp_model

import tilewright
from command_line import run
from cpsat_random import GAME
from tilewright import Puzzle
from tilewright.core import expr as core
from tilewright.meaning.scoring import scoring_rules
from tilewright.resources import data_folder
from tilewright.solver.export import exported, xcsp
from tilewright.solver.solve import Solution, solve
from tilewright.stopping import Unsupported
from tilewright.table.board import Board, parse_board
from tilewright.table.goal import MOST, Goal
from xcsp_reader import Reader

PATHS = sorted(data_folder("cards").glob("*/puzzles/*.puzzle.yaml"))
SPACE = core.Var(1, core.SPACE, "space")
EVERY = core.Binder(SPACE, core.Spaces(), core.TRUE)
SQUARES = core.Sum(EVERY, core.Mul(core.Height(SPACE), core.Height(SPACE)))
CROWNS = core.Sum(core.Binder(SPACE, core.Spaces(), core.Capped(SPACE, "crown")), core.Const(5))
Model = cp_model.CpModel


class Solutions(cp_model.CpSolverSolutionCallback):
    """All solutions that CP-SAT finds, as tuples."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count
        self.found: set[tuple[int, ...]] = set()

    def on_solution_callback(self) -> None:
        self.found.add(tuple(self.response_proto.solution)[: self.count])


def solutions_of(model: Model) -> set[tuple[int, ...]]:
    feasible = model.clone()
    feasible.clear_objective()
    solver, watcher = cp_model.CpSolver(), Solutions(len(model.proto.variables))
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(feasible, watcher)
    return watcher.found


def random_model(rng: Random) -> Model:
    """A small model with a few constraints of every type that is written."""
    model = Model()
    bits = [model.new_bool_var("") for _ in range(4)]
    numbers = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(sorted(rng.sample(range(-3, 5), 3))), "")
        for _ in range(3)
    ]

    def literal() -> cp_model.LiteralT:
        bit = rng.choice(bits)
        return bit.negated() if rng.random() < 0.4 else bit

    def linear() -> cp_model.LinearExpr:
        terms = rng.sample([*numbers, *bits, literal()], 3)
        return cp_model.LinearExpr.weighted_sum(terms, [rng.choice([-2, -1, 1, 3]) for _ in terms])

    makers: list[Callable[[], object]] = [
        lambda: model.add(linear() <= rng.randint(0, 5)).only_enforce_if([literal(), literal()]),
        lambda: model.add(linear() >= rng.randint(-5, 1)).only_enforce_if(literal()),
        lambda: model.add(linear() == rng.randint(-1, 2)).only_enforce_if(literal()),
        lambda: model.add_linear_constraint(linear(), -4, 4),
        lambda: model.add_bool_or([literal(), literal(), literal()]),
        lambda: model.add_bool_or([literal(), literal()]).only_enforce_if(literal()),
        lambda: model.add_bool_and([literal(), literal()]).only_enforce_if(literal(), literal()),
        lambda: model.add_implication(literal(), literal()),
        lambda: model.add_at_most_one(bits[0], bits[1].negated(), bits[2]),
        lambda: model.add_exactly_one(bits[1], bits[3], bits[0].negated()),
        lambda: model.add_max_equality(numbers[0], [numbers[1] * 2 - 1, bits[0] + numbers[2], 0]),
        lambda: model.add_multiplication_equality(numbers[2], [numbers[0], numbers[1] + 1]),
    ]
    for maker in rng.sample(makers, 4):
        maker()
    (model.maximize if rng.random() < 0.5 else model.minimize)(linear() + rng.randint(-9, 9))
    return model


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_a_written_model_has_the_same_solutions(seed: int) -> None:
    """Every constraint type is written so that just the same assignments keep it, and the goal is worth the same."""
    model = random_model(Random(seed))
    text = xcsp(model, {}, [])
    assert isinstance(text, str)
    reader = Reader(text)
    names = [f"x{index}" for index in range(len(model.proto.variables))]
    found = list(reader.solutions())
    assert {tuple(one[name] for name in names) for one in found} == solutions_of(model)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    best = round(solver.objective_value) if solver.solve(model) == cp_model.OPTIMAL else None
    assert reader.best() == best


def test_a_model_that_cannot_be_kept_is_written_so() -> None:
    """A constraint without variables that is false leaves no solution."""
    model = Model()
    bit = model.new_bool_var("")
    model.add_bool_or([])
    model.maximize(bit)
    text = xcsp(model, {}, [])
    assert isinstance(text, str)
    assert Reader(text).best() is None


def _refused() -> dict[str, Model]:
    models = {name: Model() for name in ("int_div", "int_mod", "circuit", "table", "element", "all_diff", "gaps")}
    x, y = ({n: m.new_int_var(1, 4, "") for n, m in models.items()} for _ in range(2))
    models["int_div"].add_division_equality(x["int_div"], y["int_div"], 2)
    models["int_mod"].add_modulo_equality(x["int_mod"], y["int_mod"], 2)
    models["circuit"].add_circuit([(0, 1, True), (1, 0, True)])
    models["table"].add_allowed_assignments([x["table"], y["table"]], [(1, 2)])
    models["element"].add_element(x["element"], [1, 2, 3, 4, 1], y["element"])
    models["all_diff"].add_all_different(x["all_diff"], y["all_diff"])
    models["gaps"].add(x["gaps"] + y["gaps"] != 3)
    return models


@pytest.mark.parametrize("name", sorted(_refused()))
def test_what_is_not_written_is_refused_by_name(name: str) -> None:
    """A type of constraint that our encodings do not post is refused, and the reason names it."""
    with pytest.raises(Unsupported, match="linear" if name == "gaps" else name):
        xcsp(_refused()[name], {}, [])


def small(goal: Goal = MOST) -> Puzzle:
    board = parse_board("2 . 1 | 1 A1 .", GAME)
    assert isinstance(board, Board)
    return Puzzle(GAME, "Two -- dashes", board, (), ("A1", "B1"), {"crown": 1}, goal=goal)


@pytest.mark.parametrize("goal", [MOST, Goal("at least", 12), Goal("fewest", 14), Goal("exactly", 999)], ids=str)
def test_a_small_puzzle_read_anew_has_our_answer(goal: Goal) -> None:
    """All solutions of an exported puzzle, found by trying, contain what `solve` proves."""
    task, rules = small(goal), {"squares": SQUARES, "crowns": CROWNS}
    text, answer = exported(task, rules), solve(task, rules, workers=1)
    assert isinstance(text, str)
    assert isinstance(answer, Solution)
    best = Reader(text).best()
    expected = {"most": answer.score, "fewest": -len(answer.placed), "at least": 0}
    assert best == (None if answer.status == "infeasible" else expected[goal.kind])


def test_names_and_head_tell_how_to_read_it() -> None:
    """Variables are named by row, column and what is put there; the comment explains them and is sound."""
    text = exported(small(), {"squares": SQUARES, "crowns": CROWNS})
    assert isinstance(text, str)
    names = re.findall(r'<var id="(r\dc\d\w*)"', text)
    assert {"r1c1_A1", "r1c1_crown", "r1c2_A1"} <= set(names)
    assert len(set(names)) == len(names)
    head = text.split("<!--", 1)[1].split("-->", 1)[0]
    assert "--" not in head
    for word in ("Two", GAME.id, "`goal` is the score", "To place: A1 B1", ["2", ".", "1"][0], "r1c1_crown"):
        assert word in head
    assert "2A1 2B1" in head or ("2A1" in head and "2B1" in head)


def test_pieces_that_do_not_fit_are_reported() -> None:
    """Without any placement there is no model, and the reason is given."""
    with pytest.raises(Unsupported, match="no placement"):
        exported(replace(small(), pieces=("A1",) * 6), {"squares": SQUARES})


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name.removesuffix(".puzzle.yaml"))
def test_another_solver_finds_our_optimum(path: Path, tmp_path: Path) -> None:
    """SCIP proves the score that each puzzle of the packs expects."""
    for module in ("cpmpy", "pycsp3", "pyscipopt"):
        pytest.importorskip(module, reason=f"{module} is not installed (the extra 'peers')")
    (puzzle,) = tilewright.check_file(path).values
    assert isinstance(puzzle, Puzzle)
    pack = tilewright.load_pack(path.parents[1].name)
    text = exported(puzzle, scoring_rules(puzzle.game, [pack.card(id) for id in puzzle.cards]))
    assert isinstance(text, str)
    file = tmp_path / "model.xml"
    file.write_text(text, "utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from cpmpy.tools.xcsp3.parser import load_xcsp3

        model = load_xcsp3(str(file))
        assert model.solve(solver="scip")
    assert model.objective_value() == puzzle.expect["score"]


def test_the_command_writes_a_model(tmp_path: Path) -> None:
    """`solve --export` writes the file instead of solving; another ending or two puzzles are refused."""
    path, file = str(PATHS[-1]), tmp_path / "model.xml"
    done = run("solve", path, "--export", str(file))
    assert done.exit_code == 0
    assert f"wrote {file}" in done.output
    assert Reader(file.read_text("utf-8")).maximized
    assert [one.name for one in tmp_path.iterdir()] == ["model.xml"]
    assert run("solve", path, "--export", str(tmp_path / "model.fzn")).exit_code == 2
    assert run("solve", path, path, "--export", str(file)).exit_code == 2
    assert run("solve", path, "--export", str(tmp_path / "no" / "model.xml")).exit_code == 2
