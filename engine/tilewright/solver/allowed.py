"""All tables that the components of a game allow: boards on which every space is unknown.

A table is allowed if there are enough pieces and caps, and each stack by itself satisfies the placing rules; whether
play can reach it does not matter. The pieces under a top may be of any kind, but there must be enough of them: all
players together have no more pieces than the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.core.node import COUNTERS, MARKS, RULES
from tilewright.core.walk import asks, counters_read, find
from tilewright.cpsat.literals import Literal
from tilewright.cpsat.post import Post
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.unrolled import Seat
from tilewright.solver.arrange import LARGEST
from tilewright.solver.places import SpaceState, possible_states
from tilewright.solver.proof import TableScope
from tilewright.stopping import Deadline, Unsupported
from tilewright.symbolic.board import SymbolicBoard, Unknowns
from tilewright.symbolic.kinds import interchangeable, tallest_needed
from tilewright.symbolic.nodes import Linear, Variable, function
from tilewright.symbolic.numbers import Symbolic
from tilewright.symbolic.polarity import Polarities
from tilewright.table.board import MAX_HEIGHT, Board, Stack
from tilewright.table.game import Game, Kind
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Position, Puzzle

MOST_STATES = 40_000
"""The maximum number of unknown stacks: building a larger model would take minutes."""
MOST_STANDS = 1000
"""The maximum value of a counter without a limit."""

Literals = Mapping[Variable, Sequence[Literal]]


@dataclass(frozen=True)
class Model:
    """A posted model: the expressions of what was asked, and the tables.

    `weight` orders tables lexicographically: by the number of pieces, then of caps, then by the values of counters.
    """

    model: cp_model.CpModel
    post: Post
    weight: cp_model.LinearExpr
    read: Callable[[Callable[[Literal], bool]], Position]


class Allowed:
    """The tables of a scope as unknowns, on which rules can be evaluated.

    Kinds that none of the `rules` distinguishes are merged. Raises `OutOfTime`.
    """

    def __init__(
        self,
        game: Game,
        rules: Sequence[core.Expr],
        scope: TableScope,
        states: Sequence[SpaceState],
        classes: Sequence[tuple[Kind, ...]],
        deadline: Deadline | None = None,
    ) -> None:
        self.game, self.scope, self.states = game, scope, states
        self.classes = {kinds[0].code: kinds for kinds in classes}
        self.symbolic = symbolic = Symbolic(deadline)
        stacks = [[state.stack for state in states]] * scope.geometry.size
        self.boards = [SymbolicBoard(symbolic, game, scope.geometry, stacks) for _ in range(scope.players)]
        named = sorted(counters_read(*rules))
        self._least = {counter.name: counter.least for counter in game.counters}
        self.counters = [
            {name: symbolic.variable((_limit(game, name) or 0) - self._least[name] + 1) for name in named}
            for _ in self.boards
        ]
        seats = [
            Seat(board, self._numbers(own), name)
            for board, own, name in zip(self.boards, self.counters, names(scope.players), strict=True)
        ]
        self._evaluator = Evaluator(Unknowns(symbolic, seats))

    def _numbers(self, counters: Mapping[str, Variable]) -> dict[str, Linear]:
        numbers = {counter.name: Linear(0, {}, {}) for counter in self.game.counters}
        return numbers | {
            name: function(variable, [n + self._least[name] for n in range(variable.states)])
            for name, variable in counters.items()
        }

    def number(self, rule: core.Expr) -> Linear:
        """The value of a rule for the first player."""
        return self._evaluator.number(rule, {}, 0)

    # -- the model

    def posted(self, polarities: Polarities, number: Linear) -> Model:
        """The model for a number, with what `polarities` has marked."""
        if polarities.largest(number) > LARGEST:
            raise Unsupported("the numbers of the rules are too large to solve with")
        model = cp_model.CpModel()
        variables = [variable for board in self.boards for variable in board.variables if variable is not None]
        literals: dict[Variable, Sequence[Literal]] = {
            variable: _literals(model, self._cheapest(variable, polarities)) for variable in variables
        }
        for own in self.counters:
            literals |= {c: _literals(model, [True] * c.states) for c in own.values()}
        self._limits(model, literals)
        post = Post(model, polarities, literals)
        return Model(model, post, self._weight(literals), lambda value: self._position_of(literals, value))

    def _weight(self, literals: Literals) -> cp_model.LinearExpr:
        pieces = self._used(literals, [state.stack.height for state in self.states])
        caps = self._used(literals, [len(state.stack.caps) for state in self.states])
        counters = [variable for own in self.counters for variable in own.values()]
        # the same factor in every scope of a game, so that weights can be compared
        heights = sum(variable.states - 1 for variable in self.counters[0].values()) * self.game.players[1]
        most_caps = sum(cap.copies for cap in self.game.caps)
        return ((most_caps + 1) * pieces + caps) * (heights + 1) + _heights(counters, literals)

    def _cheapest(self, variable: Variable, polarities: Polarities) -> list[bool]:
        """Dominance: among states that no rule distinguishes, those that no other one undercuts in everything it uses."""
        uses = polarities.uses.get(variable, ())
        seen = [tuple(values[i] for values in uses) for i in range(len(self.states))]
        groups: dict[tuple[int, ...], list[int]] = {}
        for i, mark in enumerate(seen):
            groups.setdefault(mark, []).append(i)
        kept = [False] * len(self.states)
        for group in groups.values():
            for i in group:
                kept[i] = not any(_undercuts(self.states[j], self.states[i], j < i) for j in group if j != i)
        return kept

    def _used(self, literals: Literals, worth: Sequence[int]) -> cp_model.LinearExpr:
        """The sum of a value per state, over all spaces."""
        terms = [
            worth[i] * literal
            for board in self.boards
            for variable in board.variables
            if variable is not None
            for i, literal in enumerate(literals[variable])
            if literal is not False and worth[i]
        ]
        return cp_model.LinearExpr.sum(terms)

    def _limits(self, model: cp_model.CpModel, literals: Literals) -> None:
        """Constrain the numbers of pieces, of pieces of each class, and of caps to what there is."""
        game = self.game
        model.add(self._used(literals, [state.stack.height for state in self.states]) <= game.pieces)
        for code, kinds in self.classes.items():
            shown = self._used(literals, [int(state.piece == code) for state in self.states])
            model.add(shown <= sum(kind.copies for kind in kinds))
        for cap in game.caps:
            counter = game.reserve_of(cap.name)
            kept = [own[counter.name] for own in self.counters if counter and counter.name in own]
            placed = self._used(literals, [state.stack.caps.count(cap.mark) for state in self.states])
            model.add(placed + _heights(kept, literals) <= cap.copies)

    def _position_of(self, literals: Literals, value: Callable[[Literal], bool]) -> Position:
        """The table of a solution; the kinds of a class are assigned in order."""

        def state_of(variable: Variable) -> int:
            return next(i for i, literal in enumerate(literals[variable]) if literal is not False and value(literal))

        left = {code: [k.code for k in kinds for _ in range(k.copies)][::-1] for code, kinds in self.classes.items()}
        players = []
        for board, own, name in zip(self.boards, self.counters, names(self.scope.players), strict=True):
            found = [self.states[state_of(variable)] if variable else self.states[0] for variable in board.variables]
            stacks = [
                Stack(s.stack.down, (*s.stack.up[:-1], left[s.piece].pop()) if s.piece else s.stack.up, s.stack.caps)
                for s in found
            ]
            counters = {counter: state_of(variable) + self._least[counter] for counter, variable in own.items()}
            players.append(Player(name, Board(self.scope.geometry, tuple(stacks)), counters))
        return Position(self.game, tuple(players))


def allowed(
    game: Game, rules: Sequence[core.Expr], scope: TableScope, deadline: Deadline | None = None, *, light: bool = False
) -> Allowed:
    """The tables of a scope for some rules; raises `Unsupported` if they cannot be modeled.

    The heights of stacks are limited to what the values of the rules need; with `light`, so that also the lightest
    tables are included.
    """
    if game.own_place.drawn is not None:
        raise Unsupported(
            f"the {game.own_place.name} is a board of lines; only boards of squares and hexagons are searched"
        )
    placing = [game.place.condition, *(cap.place.condition for cap in game.caps)]
    if asks(_NOT_OF_STACKS, *placing) or any(find(core.InRegion, *placing)):
        raise Unsupported(f"where a {game.piece} may be placed depends on more than what lies there")
    counters = sorted(counters_read(*rules))
    for name in counters:
        if _limit(game, name) is None:
            raise Unsupported(f"it depends on the counter '{name}', which has no limit")
    # the placing rules also decide which kinds can be merged
    classes = interchangeable(game, [*rules, *placing])
    spaces = scope.geometry.size * scope.players
    needed = min(tallest_needed(game, [*rules, *placing], spaces, light=light), MAX_HEIGHT)
    height = needed if scope.height is None else min(needed, scope.height)
    states = _stacks(game, height, [kinds[0].code for kinds in classes])
    # one Boolean per state, so the size of the model is known before it is built
    if len(states) * spaces > MOST_STATES:
        raise Unsupported(f"{len(states)} different stacks on {spaces} spaces are too many")
    least = {counter.name: counter.least for counter in game.counters}
    if any((_limit(game, name) or 0) - least[name] > MOST_STANDS for name in counters):
        raise Unsupported(f"it depends on a counter that can be higher than {MOST_STANDS}")
    return Allowed(game, rules, scope, states, classes, deadline)


_NOT_OF_STACKS = COUNTERS | MARKS | RULES
"""What a placing rule of one variable may read besides its stack."""


def names(players: int) -> list[str]:
    """The names of the players of such a table."""
    return ["you", *(f"player {i}" for i in range(2, players + 1))]


def _limit(game: Game, counter: str) -> int | None:
    """The maximum value of a counter; None without a limit."""
    found = game.counters_by_name[counter]
    if found.cap is None:
        return found.most
    copies = game.caps_by_name[found.cap].copies
    return copies if found.most is None else min(copies, found.most)


def _stacks(game: Game, height: int, codes: Sequence[str]) -> list[SpaceState]:
    """All stacks that the placing rules allow; one of each height is tried with every piece and cap."""
    board = Board(Geometry(1, height + 1), tuple(Stack(down=h) for h in range(height + 1)))
    caps = {cap.name: cap.copies for cap in game.caps}
    # each code twice: with a single copy, no rule would ask whether another piece may be put on it
    states = possible_states(Puzzle(game, "", board, (), (*codes, *codes), caps))
    found = [state for possible in states for state in possible if state.stack.height <= height]
    # a cap only on a face-down top, and only one, as in Position.status
    return [state for state in found if len(state.stack.caps) <= int(state.stack.face_down)]


def _heights(counters: Sequence[Variable], literals: Literals) -> cp_model.LinearExpr:
    """The sum of the values of counters."""
    terms = [n * literal for variable in counters for n, literal in enumerate(literals[variable]) if n]
    return cp_model.LinearExpr.sum(terms)


def _undercuts(one: SpaceState, other: SpaceState, first: bool) -> bool:
    """Whether a state needs no more of anything than another one; `first` breaks ties, so that one of equal states
    remains."""
    caps, others = Counter(one.stack.caps), Counter(other.stack.caps)
    if one.piece not in (None, other.piece) or one.stack.height > other.stack.height or caps - others:
        return False
    same = one.piece == other.piece and one.stack.height == other.stack.height and caps == others
    return first or not same


def _literals(model: cp_model.CpModel, open_: Sequence[bool]) -> list[Literal]:
    """A literal for each open state of a variable; exactly one of them holds."""
    count = sum(open_)
    if count == 1:
        fresh: list[Literal] = [True]
    elif count == 2:
        one = model.new_bool_var("")
        fresh = [one.negated(), one]
    else:
        fresh = [model.new_bool_var("") for _ in range(count)]
        model.add_exactly_one(fresh)
    literals = iter(fresh)
    return [next(literals) if known else False for known in open_]
