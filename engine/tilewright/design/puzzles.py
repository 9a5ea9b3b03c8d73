"""New puzzles: random boards like those of real games, changed step by step until the answer is unique."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2
from random import Random

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.core.players import refers_to_players
from tilewright.cpsat.literals import negate, run
from tilewright.design.difficulty import LEVELS, Difficulty, States, difficulty, listed, posted
from tilewright.meaning.scoring import ScoringRules
from tilewright.solver.places import obstacles, possible_states
from tilewright.solver.solve import checked, solver_for
from tilewright.stopping import Deadline, Unsupported
from tilewright.symbolic.kinds import interchangeable
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Player, Puzzle

HEIGHTS, EMPTY = (1,) * 8 + (2,) * 7 + (3,) * 2, (0.05, 0.15, 0.25)
"""The heights of stacks to draw from, and shares of empty spaces, both as in real games."""
SPARSE, DRAWS = 0.6, 400
"""The share of empty spaces if denser boards fail, and the number of attempts to draw a valid board."""
TOP = max(HEIGHTS)
SHOWN, CAPPED, BARE = 0.13, 0.05, 9
"""The shares of stacks that begin with a face-up piece and with a cap; at most one space in `BARE` has a cap."""
MOST_KINDS = 4
"""The largest number of kinds of pieces to place: a puzzle should be surveyable."""
OTHER = "Ines"

PuzzleChange = Callable[[Puzzle, Sequence[int]], Puzzle]


@dataclass(frozen=True)
class Order:
    """The properties of the puzzle: cards (by id), size, number of pieces, and number of caps (by name)."""

    game: Game
    cards: tuple[str, ...]
    rules: Mapping[str, core.Expr]
    geometry: Geometry
    pieces: int
    caps: Mapping[str, int]
    fixed_caps: bool = False
    """Whether the number of caps was requested and must not change."""


def most_pieces(game: Game, rules: Mapping[str, core.Expr]) -> int:
    """The most pieces that can be given without two kinds that look different and score the same."""
    classes = interchangeable(game, list(rules.values()))
    copies = sorted((max(kind.copies for kind in members) for members in classes), reverse=True)
    return sum(copies[:MOST_KINDS])


class Drafts:
    """Draws puzzles for an order, and changes them. Deterministic for a given `random`."""

    def __init__(self, order: Order, random: Random) -> None:
        self.order, self.random = order, random
        self.rules = list(order.rules.values())
        self.codes = [random.choice(members).code for members in interchangeable(order.game, self.rules)]
        """One code of each class that no rule divides: others would make answers that look different."""
        random.shuffle(self.codes)
        self.codes = self.codes[:MOST_KINDS]

    # -------------------------------------------------------------- drawing

    def draft(self) -> Puzzle | None:
        """A random puzzle; None if the pieces of the game do not suffice for this size."""
        for attempt in range(DRAWS):
            empty = self.random.choice(EMPTY) if attempt < DRAWS // 2 else SPARSE
            others = (Player(OTHER, self._board(empty)),) if refers_to_players(*self.rules) else ()
            puzzle = Puzzle(
                self.order.game,
                "",
                self._board(empty),
                self.order.cards,
                self._pieces(),
                dict(self.order.caps),
                others=others,
            )
            if self.sound(puzzle):
                return puzzle
        return None

    def _board(self, empty: float) -> Board:
        spaces = range(self.order.geometry.size)
        return Board(self.order.geometry, tuple(self._stack(empty) for _ in spaces))

    def _stack(self, empty: float) -> Stack:
        """A random stack; on sparse boards all are face-down."""
        down = 0 if self.random.random() < empty else self.random.choice(HEIGHTS)
        chance = self.random.random() + SHOWN * (empty == SPARSE)
        if down and chance < SHOWN:
            return Stack(down - 1, (self._shown(),))
        capped = down and self.order.game.caps and chance < SHOWN + CAPPED
        return Stack(down, (), self.random.choice(self.order.game.caps).mark if capped else "")

    def _shown(self) -> str:
        """The code of a random face-up piece; half of them are of kinds that are to be placed."""
        kinds = [kind.code for kind in self.order.game.kinds]
        return self.random.choice(self.codes if self.random.random() < 0.5 else kinds)

    def _pieces(self) -> tuple[str, ...]:
        counts: Counter[str] = Counter()
        copies = {code: self.order.game.by_code[code].copies for code in self.codes}
        while counts.total() < self.order.pieces:
            counts[self.random.choice([code for code in self.codes if counts[code] < copies[code]])] += 1
        return self._in_order(counts)

    def _in_order(self, counts: Counter[str]) -> tuple[str, ...]:
        return tuple(sorted(counts.elements(), key=lambda code: self.order.game.by_code[code].index))

    def sound(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle is valid, few stacks have caps, and no adjacent face-up pieces have the same main
        attribute."""
        boards = [player.board for player in puzzle.start().players]
        capped = max(sum(bool(stack.caps) for stack in board.stacks) for board in boards)
        few = capped <= -(-puzzle.board.geometry.size // BARE)
        return few and not puzzle.status() and not any(_crowded(puzzle.game, board) for board in boards)

    # -------------------------------------------------------------- changing

    def changed(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """The puzzle with a small random change, preferably on one of these spaces."""
        weights: dict[PuzzleChange, int] = {
            self._height: 6,
            self._show: 3,
            self._swap: 3,
            self._piece: 2,
            self._cap: 1,
            self._caps: int(not self.order.fixed_caps),
            self._other: 2 * len(puzzle.others),
        }
        while True:
            (change,) = self.random.choices(list(weights), list(weights.values()))
            after = change(puzzle, spaces)
            if after != puzzle and self.sound(after):
                return after

    def _space(self, spaces: Sequence[int]) -> int:
        near = spaces and self.random.random() < 0.7
        return self.random.choice(spaces) if near else self.random.randrange(self.order.geometry.size)

    def _height(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        space = self._space(spaces)
        stack = puzzle.board.stacks[space]
        down = stack.down + self.random.choice((1, -1))
        if not 0 <= down <= TOP or (not down and stack.caps):
            return puzzle
        return _with(puzzle, {space: replace(stack, down=down)})

    def _show(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """Add, remove or replace a face-up piece."""
        space = self._space(spaces)
        stack = puzzle.board.stacks[space]
        up = () if stack.up and self.random.random() < 0.5 else (self._shown(),)
        return puzzle if stack.caps else _with(puzzle, {space: replace(stack, up=up)})

    def _swap(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        one, other = self._space(spaces), self._space(())
        stacks = puzzle.board.stacks
        return _with(puzzle, {one: stacks[other], other: stacks[one]})

    def _piece(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """Replace one of the pieces to place."""
        counts = Counter(puzzle.pieces)
        counts[self.random.choice(puzzle.pieces)] -= 1
        counts[self.random.choice(self.codes)] += 1
        return replace(puzzle, pieces=self._in_order(counts))

    def _cap(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """Add or remove a cap on a board."""
        space = self._space(spaces)
        stack = puzzle.board.stacks[space]
        if not puzzle.game.caps or not stack.face_down:
            return puzzle
        mark = "" if stack.caps else self.random.choice(puzzle.game.caps).mark
        return _with(puzzle, {space: replace(stack, caps=mark)})

    def _caps(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """Increase or decrease the number of caps to place."""
        if not puzzle.caps:
            return puzzle
        name = self.random.choice(list(puzzle.caps))
        count = puzzle.caps[name] + self.random.choice((1, -1))
        allowed = max(1, self.order.caps[name] - 1) <= count <= self.order.caps[name] + 1
        return replace(puzzle, caps={**puzzle.caps, name: count}) if allowed else puzzle

    def _other(self, puzzle: Puzzle, spaces: Sequence[int]) -> Puzzle:
        """Redraw a space of another player's board."""
        (other,) = puzzle.others
        stacks = list(other.board.stacks)
        stacks[self._space(())] = self._stack(EMPTY[-1])
        return replace(puzzle, others=(replace(other, board=replace(other.board, stacks=tuple(stacks))),))


def _with(puzzle: Puzzle, new: Mapping[int, Stack]) -> Puzzle:
    stacks = tuple(new.get(space, stack) for space, stack in enumerate(puzzle.board.stacks))
    return replace(puzzle, board=replace(puzzle.board, stacks=stacks))


def _crowded(game: Game, board: Board) -> bool:
    sorts = [game.by_code[s.top].values.get(game.main_attribute) if s.top else None for s in board.stacks]
    return any(
        sort is not None and sorts[near] == sort
        for space, sort in enumerate(sorts)
        for near in board.geometry.neighbors(space)
    )


EFFORT = 2.0
"""The deterministic time for one solve; a puzzle that takes longer is too hard for people."""
TRIES, DRAFTS, PATIENCE = 1000, 8, 80
"""The number of puzzles examined, of drafts before the changes begin, and of changes without improvement before a
restart."""
TIES = 64
"""The number of equally good answers that are listed."""
SLIP = 1.0
"""The mean cost by which a change may be worse and still be accepted, as in simulated annealing."""
FLAW, AMBIGUOUS, HOPELESS = 12.0, 40.0, 1000.0
"""The costs of a flaw (such as a card that scores nothing), of several answers, and of none in time."""

TriedReport = Callable[[int, float], None]

UNPLACED = "no room for all pieces"
UNSOLVED = "the best placement not proved within the limit"
SEVERAL = "several equally good placements"
IDLE = "a card scored nothing, or a cap was left over"
EASY, HARD = "too easy", "too hard"
HINTS = {
    UNPLACED: "try a larger --size, or fewer --tiles and --caps",
    UNSOLVED: "try a smaller --size, or fewer --tiles and --caps",
    SEVERAL: "try fewer --tiles and --caps, or a smaller --size",
    IDLE: "try more --tiles, fewer --caps, or fewer cards",
    EASY: "try more --tiles, or an easier --difficulty",
    HARD: "try fewer --tiles, or a harder --difficulty",
}
"""The reasons why a puzzle is rejected, and the hint for each if it is the most frequent."""
OFTEN = 0.25
"""The share of the rejections from which on a reason counts in the hint."""
BOTH_WAYS = "with fewer pieces these puzzles are too easy, with more they have several answers: try an easier --difficulty, or other cards"
"""The hint where a puzzle is often too easy and often has several answers: one asks for more pieces, one for fewer."""


def hint_of(failures: Mapping[str, int]) -> str:
    """What would help, by how often each reason was found; `failures` is not empty."""
    total = sum(failures.values())
    if min(failures.get(reason, 0) for reason in (SEVERAL, EASY)) >= OFTEN * total:
        return BOTH_WAYS
    return HINTS[max(failures, key=lambda reason: failures[reason])]


@dataclass(frozen=True)
class NewPuzzle:
    """A puzzle whose best arrangement, `board`, is unique; `parts` is its score by part."""

    puzzle: Puzzle
    board: Board
    parts: Mapping[str, int]
    difficulty: Difficulty


@dataclass(frozen=True)
class _Look:
    """The evaluation of a puzzle: its cost, and the spaces on which the answers differ."""

    puzzle: Puzzle
    cost: float
    spaces: tuple[int, ...] = ()
    found: NewPuzzle | None = None
    failure: str = ""


def new_puzzle(
    order: Order,
    level: str,
    seed: int,
    deadline: Deadline,
    on_progress: TriedReport | None = None,
    failures: Counter[str] | None = None,
) -> NewPuzzle | None:
    """The puzzle made from a seed; None if none was found.

    `on_progress` receives the number of puzzles examined and the lowest cost (0: found). `failures` counts the
    reasons of rejections: keys of `HINTS`. Deterministic except for the deadline. Raises `Unsupported`.
    """
    search = _Search(order, level, Random(seed))
    for number in range(1, TRIES + 1):
        if deadline.left == 0:
            break
        look = search.step()
        if on_progress is not None:
            on_progress(number, search.least)
        if look.found is not None and look.cost == 0:
            return look.found
        if failures is not None:
            failures[look.failure] += 1
    return None


class _Search:
    """A random walk over puzzles: drafts, then changes of the best draft, then a restart."""

    def __init__(self, order: Order, level: str, random: Random) -> None:
        self.order, self.level, self.random = order, level, random
        self.least = HOPELESS
        self._anew()

    def _anew(self) -> None:
        self.drafts = Drafts(self.order, self.random)
        self.here: _Look | None = None
        self.best: _Look | None = None
        self.drawn = self.idle = 0

    def step(self) -> _Look:
        """Examine the next puzzle."""
        if self.idle > PATIENCE:
            self._anew()
        if self.drawn < DRAFTS or self.here is None:
            self.drawn += 1
            draft = self.drafts.draft()
            if draft is None:
                raise Unsupported("there are not enough pieces for boards of this size")
            puzzle = draft
        else:
            puzzle = self.drafts.changed(self.here.puzzle, self.here.spaces)
        look = _look(puzzle, self.order.rules, self.level)
        self._go(look)
        return look

    def _go(self, look: _Look) -> None:
        slip = self.random.expovariate(1 / SLIP) if self.drawn >= DRAFTS else 0.0
        if self.here is None or look.cost <= self.here.cost + slip:
            self.here = look
        self.idle += 1
        if self.best is None or look.cost < self.best.cost:
            self.best, self.idle = look, 0
        elif self.idle % (PATIENCE // 3) == 0:
            self.here = self.best
        self.least = min(self.least, look.cost)


def _look(puzzle: Puzzle, rules: ScoringRules, level: str) -> _Look:
    """The cost of a puzzle: 0 if it has a unique answer and the wanted difficulty."""
    states = possible_states(puzzle)
    if obstacles(puzzle, states):
        return _Look(puzzle, HOPELESS, failure=UNPLACED)
    model = posted(puzzle, states, rules, apart=True)
    solver = _solver()
    status = run(solver, model.model)
    if status != cp_model.OPTIMAL:
        return _Look(puzzle, HOPELESS, failure=UNPLACED if status == cp_model.INFEASIBLE else UNSOLVED)
    answer, best = checked(model, rules, lambda literal: bool(solver.value(literal)))
    assert answer.board is not None
    flaws = FLAW * sum(answer.parts[card] == 0 for card in puzzle.cards if card in answer.parts)
    used = {name: len(answer.caps.get(name, ())) for name in puzzle.caps}
    if used != puzzle.caps:
        flaws += FLAW  # a cap that is left over suggests a better answer
    others = _others(puzzle, states, rules, best, answer.board)
    if others is None:
        return _Look(puzzle, HOPELESS, failure=UNSOLVED)
    if others:
        spaces = _different([answer.board, *others])
        return _Look(puzzle, AMBIGUOUS + 3 * log2(1 + len(others)) + len(spaces) + flaws, spaces, failure=SEVERAL)
    hard = difficulty(puzzle, states, rules, best, answer.board)
    lured = level == "easy" or hard.missed > 0
    off, found = _off(hard.value, level), NewPuzzle(puzzle, answer.board, answer.parts, hard)
    failure = (HARD if hard.value >= LEVELS[level][1] else EASY) if off or not lured else IDLE if flaws else ""
    return _Look(puzzle, off + flaws + (0.0 if lured else FLAW), (), found, failure)


def _off(value: float, level: str) -> float:
    """The distance of a difficulty from a level."""
    low, high = LEVELS[level]
    return low - value if value < low else value - high + 1 if value >= high else 0.0


def _others(puzzle: Puzzle, states: States, rules: ScoringRules, best: int, board: Board) -> list[Board] | None:
    """Some of the other arrangements with the best score; empty if it is proved that there are none, None if not
    known."""
    model = posted(puzzle, states, rules, apart=True, least=best)
    model.model.clear_objective()  # type: ignore[no-untyped-call]
    same = [
        next(literal for state, literal in known if state.stack == board.stacks[space])
        for space, known in model.spaces.items()
        if len(known) > 1
    ]
    model.model.add_bool_or([negate(literal) for literal in same])
    solver = _solver()
    status = run(solver, model.model)
    if status == cp_model.UNKNOWN:
        return None
    if status == cp_model.INFEASIBLE:
        return []
    other, _ = checked(model, rules, lambda literal: bool(solver.value(literal)))
    assert other.board is not None
    more = listed(puzzle, states, rules, best, TIES)
    return [other.board, *(found for found in more if found not in (board, other.board))]


def _different(boards: Sequence[Board]) -> tuple[int, ...]:
    """The spaces on which the boards differ."""
    columns = zip(*(board.stacks for board in boards), strict=True)
    return tuple(space for space, stacks in enumerate(columns) if len(set(stacks)) > 1)


def _solver() -> cp_model.CpSolver:
    """A deterministic solver."""
    solver = solver_for(None, 1)
    solver.parameters.max_deterministic_time = EFFORT
    return solver
