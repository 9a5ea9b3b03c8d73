"""Random testing of abilities in single turns on random tables: whether they can be used, what they cost, and whether
they change anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.kernel.engine import INTERPRETER, SeededChance
from tilewright.kernel.stops import use_of
from tilewright.play.budget import TooMuchWork
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.machine import Machine
from tilewright.play.program import program_of
from tilewright.play.state import GameState, Move
from tilewright.play.table import Grid, Table
from tilewright.table.game import BoardDef, Game
from tilewright.table.geometry import Geometry

SIDE = 4
_LOW, _TALL = (1, 1, 2), (1, 2, 3, 4)


class RandomTables:
    """Random tables of a game for some players, with boards of their usual size, or with sides of about `side`.

    Boards of the table never have sides of more than about `SIDE`. On a share `numbered` of the tables all pieces show
    the same number.
    """

    def __init__(self, game: Game, players: int, side: int | None = None, numbered: float = 0) -> None:
        self.game, self.players, self._numbered = game, players, numbered
        self._boards = game.places(players)
        self._sizes = {board.name: _geometry(board, side) for board in game.boards}

    def table(self, random: Random, rules: StateEvaluator) -> Table:
        """A random table; the rules of the game decide where caps may be."""
        table = Table(self.game, self.players, self._sizes)
        kinds = self._palette(random)
        for grid, (board, _) in zip(table.grids, self._boards, strict=True):
            if not board.pool:
                self._lay(table, grid, board, kinds, random)
        table.begin()
        self._deal(table, random)
        for player, counters in enumerate(table.counters):
            self._cap(table, player, random, rules)
            for counter in self.game.counters:
                most = counter.most if counter.most is not None else random.choice((3, 30))
                counters[counter.name] = random.choice((counter.least, 1, most // 2, most))
        return table

    def _palette(self, random: Random) -> list[int]:
        """The kinds on a table: a few random ones, of one number, or of some values of the first attribute."""
        game, chance = self.game, random.random()
        if chance < 0.3:
            return random.sample(sorted(game.sorts[0].kinds), min(3, len(game.sorts[0].kinds)))
        numbered = [kind for kind in game.kinds if kind.numbers]
        if numbered and chance < 0.3 + self._numbered:
            shown = random.choice(numbered).numbers
            return [kind.index for kind in numbered if shown.items() & kind.numbers.items()]
        values = game.values_of(game.main_attribute)
        chosen = random.sample(values, min(random.choice((1, 2, 3, len(values))), len(values)))
        return [kind.index for kind in game.kinds if kind.values.get(game.main_attribute) in chosen]

    def _lay(self, table: Table, grid: Grid, board: BoardDef, kinds: list[int], random: Random) -> None:
        """Stacks on some of the spaces; entirely face-up on boards of the table, else the top at most."""
        full, up = random.choice((0.3, 0.7, 1)), random.choice((0, 0.5, 0.5, 1))
        heights = random.choice((_LOW, _TALL))
        everywhere = frozenset(range(grid.geometry.size))
        border = grid.geometry.region("border")
        parts = (everywhere, everywhere, border, everywhere - border) if board.each_player else (everywhere,)
        for space in sorted(random.choice(parts) or border):
            left = [kind for kind in kinds if table.bag[kind]]
            if not left or random.random() >= full:
                continue
            height, shown = random.choice(heights), random.random() < up
            for floor in range(height):
                kind = random.choice(left)
                if table.bag[kind]:
                    table.bag[kind] -= 1
                    face = not board.each_player or (shown and floor == height - 1)
                    grid.put(space, kind * 2 + face)

    def _deal(self, table: Table, random: Random) -> None:
        """Move some of the pieces that begin in a pool of the table to other pools for such pieces."""
        pools = [(seat, board) for seat, (board, _) in enumerate(self.game.places(self.players)) if board.pool]
        for seat, board in pools:
            share = random.choice((0, 0.3, 0.7)) if board.begins else 0
            for space in range(len(table.grids[seat].piles)) if share else ():
                if table.grids[seat].piles[space] and random.random() < share:
                    kind = table.grids[seat].piles[space][-1] >> 1
                    sort = self.game.sort_of_kind[kind].name
                    other = random.choice([other for other, held in pools if held.keeps(sort)])
                    table.changing(other).add(table.changing(seat).lift(space))

    def _cap(self, table: Table, player: int, random: Random, rules: StateEvaluator) -> None:
        """Caps where the rules of the game allow them."""
        share, asked = random.choice((0, 0.3, 1)), rules.on(table, player)
        for cap in self.game.caps:
            allowed = core.Binder(cap.place.var, core.Spaces(), cap.place.condition)
            for space in rules.elements(asked, allowed, None, asked.env):
                if random.random() < share and table.supply(cap.name) > 0:
                    table.grids[player].caps[space] += cap.mark


def _geometry(board: BoardDef, side: int | None) -> Geometry:
    """The usual size of a board, or one with sides of about a given length."""
    if board.pool or (side is None and board.each_player):
        return board.geometry
    rows, columns = (next(_sides(board, usual, side or SIDE)) for usual in (board.rows, board.columns))
    return board.sized(rows, columns)


def _sides(board: BoardDef, usual: int, side: int) -> Iterator[int]:
    """The sides that a board may have, from about a length up to the usual one."""
    return (length for length in range(min(side, usual), usual + 1) if board.allows(length, length) or length == usual)


MOST_IDLE = 20
"""The number of consecutive states where nothing can be done, after which a turn is abandoned."""
MOVE = 10
"""The work of a move, in steps of trials."""
_IDLE = play.Ability("idle", "", ())
"""An ability that does nothing: while it can be used no choice is forced, so a turn stops after another ability is
done."""


class Allowance:
    """The work that may be done on a stage, and by a single move; a move that exceeds it raises `TooMuchWork`, and the
    next one may begin.

    Implements `kernel.stops.TrialBudget`.
    """

    share, counts_questions = 0, False

    def __init__(self, most: float, most_asked: int) -> None:
        self.most, self._most_asked = most, most_asked
        self.spent = 0

    @property
    def left(self) -> float:
        """The work that the next move may take."""
        return self._most_asked

    @property
    def over(self) -> bool:
        """Whether all work is spent."""
        return self.spent >= self.most

    def ask(self) -> None:
        """Questions do not add to the budget."""

    def spend(self, work: int, card: str) -> None:
        """Count work. Raises `TooMuchWork`."""
        self.spent += work
        if work > self._most_asked:
            raise TooMuchWork(card)


class Stage:
    """Turns of a game in which some abilities can be used, on random tables with boards of one size, with limited work.

    `kind` is that of the engine (`kernel.engine`): compiling a game takes longer than a few turns in the reference
    interpreter.
    """

    def __init__(
        self,
        game: Game,
        abilities: Sequence[play.Ability],
        players: int,
        side: int | None,
        allowance: Allowance,
        cost: play.Block = (),
        numbered: float = 0,
        kind: str = "",
    ) -> None:
        assert game.play_rules is not None, "only games that are played have abilities"
        self.allowance, self.players = allowance, players
        self._count, self._kind = len(abilities), kind
        self._tables = RandomTables(game, players, side, numbered)
        program = program_of(replace(game.play_rules, course=(), cost=cost, after=()), [*abilities, _IDLE])
        self._rules = StateEvaluator(game, program, players)

    def table(self, random: Random) -> Table:
        """A random table."""
        return self._tables.table(random, self._rules)

    @cached_property
    def _machine(self) -> Machine:
        return Machine.on(self._rules, self.table(Random(0)), self.allowance, self._kind)

    def turn(self, table: Table, seed: int) -> GameState:
        """The first choice of a turn of the first player; the game is over after it."""
        return self._with_a_move(self._machine.single_turn(table, {}, 0, SeededChance(seed)))

    def moves_at(self, state: GameState) -> list[Move]:
        """The moves at a choice, without uses of abilities."""
        return [move for move in self._machine.moves_at(state) if move.kind != "use"]

    def uses_at(self, state: GameState) -> dict[int, Move]:
        """The abilities that may be used, by index."""
        found = {use_of(move.value): move for move in self._machine.moves_at(state) if move.kind == "use"}
        return {number: move for number, move in found.items() if number < self._count}

    def after(self, state: GameState, move: Move) -> GameState:
        """The state after a move. Raises `TooMuchWork`."""
        self.allowance.spent += MOVE
        return self._with_a_move(self._machine.applied(state, move))

    def _with_a_move(self, state: GameState) -> GameState:
        """The state, or if nothing can be done there, the next one where something can."""
        machine = self._machine
        for _ in range(MOST_IDLE):
            if state.over or self.moves_at(state) or self.uses_at(state):
                break
            (idle,) = machine.moves_at(state)
            state = machine.applied(state, idle)
            if not state.over:
                state.cells.set(machine.layout.used, 0, self._count)  # the idle ability can be used again
                machine.advance(state)
        return state

    def without(self, state: GameState, *numbers: int) -> GameState:
        """The state as if these abilities had been used."""
        return self._machine.without_uses(state, numbers)


TURNS = 120
"""The number of turns in which an ability is tried."""
MOST_WORK = 40_000
"""The maximum number of steps of trials in all of them, about a third of a second."""
MOST_WORK_ASKED = 2000
"""The maximum number of steps for the question what can be done at one moment."""
LITTLE_WORK, LITTLE_WORK_ASKED = 8000, 400
"""The same limits for the reference interpreter, which is slower but needs no compilation."""
MOST_MOVES = 60
"""The maximum number of moves in one turn."""
ENOUGH_USES = 12
"""The number of uses without any change after which no more are tried."""
ENOUGH_TURNS = 20
"""The number of turns without any use after which the ability is probably unusable."""


@dataclass(frozen=True)
class RandomTrial:
    """The number of turns in which an ability was tried, the number of uses, and whether any of them changed anything."""

    turns: int
    uses: int
    changed: bool

    @property
    def came_to_something(self) -> bool:
        """Whether it changed anything, or was not tried often enough to rule that out."""
        return self.changed or 0 < self.uses < ENOUGH_USES or self.turns < ENOUGH_TURNS


def try_at_random(ability: play.Ability, game: Game) -> RandomTrial:
    """Try an ability until it has changed something, or enough was tried.

    A few turns are played by the reference interpreter first, which is faster than compiling a game; most abilities
    need no more.
    """
    found, settled = _trial_result(ability, game, LITTLE_WORK, LITTLE_WORK_ASKED, INTERPRETER)
    return found if settled else _trial_result(ability, game, MOST_WORK, MOST_WORK_ASKED, "")[0]


def _trial_result(ability: play.Ability, game: Game, work: int, asked: int, kind: str) -> tuple[RandomTrial, bool]:
    """The result of trying an ability with limited work, and whether more work would make no difference."""
    turns = uses = 0
    players, settled = max(min(2, game.players[1]), game.players[0]), True
    for side in (SIDE, None):
        allowance = Allowance(work // 2, asked)
        stage = Stage(game, [ability], players, side, allowance, kind=kind)
        for number in range(1, TURNS // 2 + 1):
            if allowance.over or uses >= ENOUGH_USES:
                break
            before, after = None, None
            try:
                before, after = _used(stage, ability.during, Random(number))
            except TooMuchWork:
                settled = False
            turns, uses = turns + 1, uses + (after is not None)
            if before is not None and after is not None and _whole_state(before) != _whole_state(after):
                return RandomTrial(turns, uses, True), settled
        settled = settled and not allowance.over
    return RandomTrial(turns, uses, False), settled or uses >= ENOUGH_USES


def _used(stage: Stage, during: str, random: Random) -> tuple[GameState | None, GameState | None]:
    """Play a random turn until the ability has been used, as soon as possible: the states before and after it, or None."""
    table, before = stage.table(random), None
    state = stage.turn(table, random.getrandbits(32))
    for _ in range(MOST_MOVES):
        if before is not None and (state.over or not state.ability):
            return before, state
        moves = stage.moves_at(state)
        if not moves and not stage.uses_at(state):
            break
        use = None if before is not None else stage.uses_at(state).get(0)
        if use is not None:
            before = state
        state = stage.after(state, use or random.choice([move for move in moves if move.text == during] or moves))
    return before, None


def _whole_state(state: GameState) -> object:
    """Everything that an ability may change."""
    return state.table.key, len(state.changes)
