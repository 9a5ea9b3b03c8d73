"""CP-SAT models as an expert would write them for one card and this kind of puzzle.

Only what the card looks at is modeled: where tiles lie and where shrines are, a bit each.
"""

from __future__ import annotations

from collections.abc import Callable

from ortools.sat.python import cp_model

from peers.facts import Facts

Term = cp_model.LinearExpr | cp_model.IntVar


class Base:
    """The placing of tiles and shrines, and what shrines are worth by themselves."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.model = model = cp_model.CpModel()
        self.tile = {space: model.new_bool_var("") for space in facts.open}
        self.shrine = {space: model.new_bool_var("") for space in facts.down}
        for space, shrine in self.shrine.items():
            model.add_at_most_one(shrine, self.tile[space])
        model.add(cp_model.LinearExpr.sum(list(self.tile.values())) == facts.tiles)
        model.add(cp_model.LinearExpr.sum(list(self.shrine.values())) <= facts.shrines)
        self.terms: list[Term] = [facts.worth[s] * shrine for s, shrine in self.shrine.items()]

    def fresh(self) -> cp_model.IntVar:
        return self.model.new_bool_var("")


def humility(facts: Facts) -> Base:
    """A tile lifts a space above a neighbor only where the two were equal."""
    base = Base(facts)
    for space, shrine in base.shrine.items():
        gaps = {near: facts.height[near] - facts.height[space] for near in facts.near[space]}
        if any(gap > 0 for gap in gaps.values()):
            base.terms.append(shrine)
            continue
        lifted = [base.tile[near] for near, gap in gaps.items() if gap == 0 and near in base.tile]
        if lifted:
            pays = base.fresh()
            base.model.add_implication(pays, shrine)
            base.model.add_bool_or([pays.negated(), *lifted])
            base.terms.append(pays)
    return base


def bravery(facts: Facts) -> Base:
    """A space wins by what its tile and its neighbors' tiles do to the differences of height."""
    base = Base(facts)
    for space, height in enumerate(facts.height):
        gaps = {near: facts.height[near] - height for near in facts.near[space]}
        if any(gap > 0 or (gap == 0 and space not in base.tile) for gap in gaps.values()):
            continue
        wins, tile = base.fresh(), base.tile.get(space)
        level = [near for near, gap in gaps.items() if gap == 0]
        if tile is not None and (height == 0 or level):
            base.model.add_implication(wins, tile)
        for near in level:
            if near in base.tile:
                base.model.add_implication(wins, base.tile[near].negated())
        for near, gap in gaps.items():
            if gap == -1 and near in base.tile and not level:
                raised = [tile] if tile is not None else []
                base.model.add_bool_or([wins.negated(), base.tile[near].negated(), *raised])
        base.terms.append(wins)
    return base


def tranquility(facts: Facts) -> Base:
    """A head for each group: labels not above the own number, equal over neighbors, own at a head.

    Labels cannot be too many, so that the count is right when it is pushed up.
    """
    base, down = Base(facts), set(facts.down)
    label = {space: base.model.new_int_var(0, space, "") for space in down}
    for space in facts.down:
        head, covered = base.fresh(), base.tile[space]
        base.model.add_implication(head, covered.negated())
        base.model.add(label[space] == space).only_enforce_if(head)
        for near in facts.near[space]:
            if near in down and near < space:
                base.model.add_implication(head, base.tile[near])
                both = [covered.negated(), base.tile[near].negated()]
                base.model.add(label[space] == label[near]).only_enforce_if(both)
        base.terms.append(head)
    return base


def righteousness(facts: Facts) -> Base:
    """One row and one column; a shrine in a chosen line pays, and a full line if it can be."""
    base = Base(facts)
    for lines in (facts.rows, facts.columns):
        chosen = [base.fresh() for _ in lines]
        base.model.add_exactly_one(chosen)
        for line, is_chosen in zip(lines, chosen, strict=True):
            shrines = [base.shrine[space] for space in line if space in base.shrine]
            pays = base.model.new_int_var(0, len(shrines), "")
            base.model.add(pays <= cp_model.LinearExpr.sum(shrines))
            base.model.add(pays <= len(shrines) * is_chosen)
            base.terms.append(pays)
            if len(shrines) == facts.side <= facts.shrines:
                full = base.fresh()
                base.model.add_bool_and([is_chosen, *shrines]).only_enforce_if(full)
                base.terms.append(2 * full)
    return base


MODELS: dict[str, Callable[[Facts], Base]] = {
    "bravery": bravery,
    "humility": humility,
    "tranquility": tranquility,
    "righteousness": righteousness,
}


def model(card: str, facts: Facts) -> cp_model.CpModel:
    """The model of a puzzle with one card."""
    base = MODELS[card](facts)
    base.model.maximize(cp_model.LinearExpr.sum(base.terms))
    return base.model


def solver_for(limit: float, workers: int) -> cp_model.CpSolver:
    """CP-SAT's own parameters."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.max_time_in_seconds = limit
    return solver


def best(card: str, facts: Facts, limit: float, workers: int) -> int | None:
    """The proved optimum."""
    solver = solver_for(limit, workers)
    if solver.solve(model(card, facts)) != cp_model.OPTIMAL:
        return None
    return round(solver.objective_value)
