"""A puzzle's model for other solvers: named, and with a head that tells how to read an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version

from tilewright.core import expr as core
from tilewright.cpsat.literals import Literal
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import SpaceState, obstacles, possible_states
from tilewright.solver.xcsp import GOAL, xcsp
from tilewright.stopping import Unsupported
from tilewright.table.position import Puzzle

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
    """The states that each variable stands for; what is left when none is 1 has no variable."""
    found: dict[int, list[SpaceState]] = {}
    for state, literal in states:
        if not isinstance(literal, bool) and literal.index >= 0:
            found.setdefault(literal.index, []).append(state)
    return found


def _words(puzzle: Puzzle, state: SpaceState) -> list[str]:
    """What is put on the space, in words that can stand in a name."""
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
