"""Abilities tried in single turns on random tables: whether they can be used, what they cost, and whether they change anything."""

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
    """Tables of a game for some players, with boards of their usual size, or of about `side` spaces by as many.

    Boards of the table are never larger than about `SIDE`. On the share `numbered` of the tables all pieces show the
    same number.
    """

    def __init__(self, game: Game, players: int, side: int | None = None, numbered: float = 0) -> None:
        self.game, self.players, self._numbered = game, players, numbered
        self._boards = game.places(players)
        self._sizes = {board.name: _geometry(board, side) for board in game.boards}

    def table(self, random: Random, rules: StateEvaluator) -> Table:
        """A table; the rules of the game say where caps may lie."""
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
        """The kinds that lie on a table: any few, of one number, or of some values of the first attribute."""
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
        """Stacks of some of the spaces; face-up all through on boards of the table, else at the top or not at all."""
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
        """Some of the pieces that begin in a pool of the table lie in others that hold such pieces."""
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
    """The usual size of a board, or one with sides of about some length."""
    if board.pool or (side is None and board.each_player):
        return board.geometry
    rows, columns = (next(_sides(board, usual, side or SIDE)) for usual in (board.rows, board.columns))
    return board.sized(rows, columns)


def _sides(board: BoardDef, usual: int, side: int) -> Iterator[int]:
    """The sides that a board may have, from about a length on up to the usual one."""
    return (length for length in range(min(side, usual), usual + 1) if board.allows(length, length) or length == usual)


MOST_IDLE = 20
"""Places in a row where nothing can be done, after which a turn is left where it is."""
MOVE = 10
"""A move counts as so much work as this many steps of trials."""
_IDLE = play.Ability("idle", "", ())
"""An ability that does nothing: as long as it can be used no choice is made by itself, so a turn stops where another ability is done."""


class Allowance:
    """The work that may be done on a stage, and of that what one move may take: then `TooMuchWork` is raised, and the next one may begin.

    It is a `kernel.stops.TrialBudget`.
    """

    share, counts_questions = 0, False

    def __init__(self, most: float, most_asked: int) -> None:
        self.most, self._most_asked = most, most_asked
        self.spent = 0

    @property
    def left(self) -> float:
        """What the next move may take."""
        return self._most_asked

    @property
    def over(self) -> bool:
        """Whether all work is done."""
        return self.spent >= self.most

    def ask(self) -> None:
        """A question has no work of its own."""

    def spend(self, work: int, card: str) -> None:
        """Note work. Raises `TooMuchWork`."""
        self.spent += work
        if work > self._most_asked:
            raise TooMuchWork(card)


class Stage:
    """Turns of a game in which some abilities can be used, on random tables with boards of one size, with work that is limited.

    `kind` is that of the engine (`kernel.engine`): compiling a game takes longer than the reference interpreter takes for a few turns.
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
        assert game.course is not None, "only games that are played have abilities"
        self.allowance, self.players = allowance, players
        self._count, self._kind = len(abilities), kind
        self._tables = RandomTables(game, players, side, numbered)
        program = program_of(replace(game.course, course=(), cost=cost, after=()), [*abilities, _IDLE])
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
        """The moves at a choice without uses of abilities."""
        return [move for move in self._machine.moves_at(state) if move.kind != "use"]

    def uses_at(self, state: GameState) -> dict[int, Move]:
        """The abilities that may be used, by their number."""
        found = {use_of(move.value): move for move in self._machine.moves_at(state) if move.kind == "use"}
        return {number: move for number, move in found.items() if number < self._count}

    def after(self, state: GameState, move: Move) -> GameState:
        """The state after a move. Raises `TooMuchWork`."""
        self.allowance.spent += MOVE
        return self._with_a_move(self._machine.applied(state, move))

    def _with_a_move(self, state: GameState) -> GameState:
        """The state, or if nothing can be done there the next one where something can."""
        machine = self._machine
        for _ in range(MOST_IDLE):
            if state.over or self.moves_at(state) or self.uses_at(state):
                break
            (idle,) = machine.moves_at(state)
            state = machine.applied(state, idle)
            if not state.over:
                state.cells.set(machine.layout.used, 0, self._count)
                machine.advance(state)
        return state

    def without(self, state: GameState, *numbers: int) -> GameState:
        """The state as if these abilities had been used."""
        return self._machine.without_uses(state, numbers)


TURNS = 120
"""Turns in which an ability is tried."""
MOST_WORK = 40_000
"""Steps of trials that all of them may take together, about a third of a second at most."""
MOST_WORK_ASKED = 2000
"""Steps that may be spent on the question what can be done at one moment."""
LITTLE_WORK, LITTLE_WORK_ASKED = 8000, 400
"""The same for the reference interpreter, which is slower and begins at once."""
MOST_MOVES = 60
"""Moves of one turn."""
ENOUGH_USES = 12
"""Uses without any change after which no more are tried."""
ENOUGH_TURNS = 20
"""Turns without any use after which there probably is none."""


@dataclass(frozen=True)
class RandomTrial:
    """In how many turns an ability was tried, how often it was used there, and whether that ever changed anything."""

    turns: int
    uses: int
    changed: bool

    @property
    def came_to_something(self) -> bool:
        """Whether it changed anything, or was not tried often enough to say that it does not."""
        return self.changed or 0 < self.uses < ENOUGH_USES or self.turns < ENOUGH_TURNS


def try_at_random(ability: play.Ability, game: Game) -> RandomTrial:
    """Try an ability until it has changed something, or nothing more is to be tried.

    A few turns are played by the reference interpreter sooner than a game is compiled; most abilities need no more.
    """
    found, settled = _tried(ability, game, LITTLE_WORK, LITTLE_WORK_ASKED, INTERPRETER)
    return found if settled else _tried(ability, game, MOST_WORK, MOST_WORK_ASKED, "")[0]


def _tried(ability: play.Ability, game: Game, work: int, asked: int, kind: str) -> tuple[RandomTrial, bool]:
    """What comes of an ability with so much work, and whether more work would not make a difference."""
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
    """A turn at random, till the ability has been used as soon as it can be: the states before and after it, if it comes to that."""
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
    """All that an ability may change."""
    return state.table.key, len(state.changes)
