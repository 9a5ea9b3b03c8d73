"""The possible states of each space of a puzzle, found by trying the game's own placing rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tilewright.meaning.exact import exact_evaluator
from tilewright.stopping import Unsupported
from tilewright.table.board import Board, Stack
from tilewright.table.game import CapPiece
from tilewright.table.placing import PlacingRule
from tilewright.table.position import Position, Puzzle

MOST_STATES = 500  # per space


@dataclass(frozen=True, slots=True)
class SpaceState:
    """A possible state of a space: its stack, the code of the piece placed, the caps added.

    `caps` are marks in an order that the rules allow. ``cleared``: what was there was removed first; such a state is
    not an arrangement of the puzzle, and is used only for explanations.
    """

    stack: Stack
    piece: str | None = None
    caps: str = ""
    cleared: bool = False


Layer = dict[int, SpaceState]


def possible_states(puzzle: Puzzle) -> list[list[SpaceState]]:
    """The possible states of each space; the first one is its current state.

    All pieces are placed, then the caps. A placing rule reads only its own space, so the order among pieces does not
    matter, nor among caps. Raises `Unsupported`.
    """
    game = puzzle.game
    rules = {code: game.place.of_kind(game.by_code[code].index) for code in puzzle.pieces}
    pieces = [(rule, game.piece) for rule in rules.values() or [game.place.of_any]]
    for rule, word in [*pieces, *((cap.place, cap.name) for cap in game.caps)]:
        if not rule.of_space:
            raise Unsupported(f"where a {word} may be placed depends on other spaces")
    start = {space: SpaceState(stack) for space, stack in enumerate(puzzle.board.stacks)}
    layers = [start]
    for code, rule in rules.items():
        layer = {
            space: SpaceState(Stack(state.stack.down, (*state.stack.up, code), state.stack.caps), code)
            for space, state in _fitting(puzzle, rule, start).items()
        }
        if len(puzzle.pieces) > 1 and any(_fitting(puzzle, other, layer) for other in dict.fromkeys(rules.values())):
            raise Unsupported(f"a {game.piece} may be placed on one placed before it")
        layers.append(layer)
    states: list[list[SpaceState]] = [[] for _ in start]
    for layer in layers:
        for capped in _with_caps(puzzle, layer):
            for space, state in capped.items():
                states[space].append(state)
                if len(states[space]) > MOST_STATES:
                    raise Unsupported("too many ways to fill one space")
    return states


def _fitting(puzzle: Puzzle, rule: PlacingRule, layer: Layer) -> Layer:
    """The states of a layer on which a piece may be placed."""
    stacks = [Stack()] * puzzle.board.geometry.size
    for space, state in layer.items():
        stacks[space] = state.stack
    fitting = fitting_spaces(puzzle, rule, stacks, layer)
    return {space: layer[space] for space in fitting}


def fitting_spaces(puzzle: Puzzle, rule: PlacingRule, stacks: Sequence[Stack], spaces: Iterable[int]) -> list[int]:
    """Those of the spaces on which the rule allows a piece."""
    first, *others = puzzle.start().players
    player = replace(first, board=Board(puzzle.board.geometry, tuple(stacks)))
    evaluator = exact_evaluator(Position(puzzle.game, (player, *others)))
    return [s for s in spaces if evaluator.condition(rule.condition, {rule.var.id: s}, 0)]


def _with_caps(puzzle: Puzzle, layer: Layer) -> Iterator[Layer]:
    """The layer itself, then with every set of caps that can be placed on each space."""
    seen: set[tuple[int, str]] = set()
    waiting = [layer]
    for current in waiting:
        if not current:
            continue
        yield current
        for cap in puzzle.game.caps:
            following = {}
            for space, state in _fitting(puzzle, cap.place, current).items():
                after = _capped(state, cap)
                key = space, "".join(sorted(after.caps))
                if after.caps.count(cap.mark) <= puzzle.caps.get(cap.name, 0) and key not in seen:
                    seen.add(key)
                    following[space] = after
            waiting.append(following)


def _capped(state: SpaceState, cap: CapPiece) -> SpaceState:
    stack = replace(state.stack, caps=state.stack.caps + cap.mark)
    return replace(state, stack=stack, caps=state.caps + cap.mark)


def obstacles(puzzle: Puzzle, states: Sequence[Sequence[SpaceState]]) -> tuple[str, ...]:
    """Why the pieces cannot all be placed, in the game's words; empty if they can."""
    open_ = sum(any(state.piece for state in possible) for possible in states)
    wanted = len(puzzle.pieces)
    most = wanted if puzzle.goal.leaves_pieces else _most_placed(puzzle.pieces, states)
    if wanted == most:
        return ()
    game = puzzle.game
    pieces = game.piece if wanted == 1 else game.plural(game.piece)
    if most < open_:
        return (f"{wanted} {pieces} to place, but there are spaces for only {most} of them",)
    can = "no space" if not open_ else f"only {open_} space{'s' if open_ > 1 else ''}"
    return (f"{wanted} {pieces} to place, but {can} can hold one",)


def _most_placed(pieces: Sequence[str], states: Sequence[Sequence[SpaceState]]) -> int:
    """The maximum number of pieces that can be on spaces of their own: a maximum matching, by augmenting paths (Berge
    1957)."""
    fits = [{state.piece for state in possible} for possible in states]
    placed: dict[int, str] = {}

    def place(piece: str, tried: set[int]) -> bool:
        for space in (space for space, those in enumerate(fits) if piece in those and space not in tried):
            tried.add(space)
            if space not in placed or place(placed[space], tried):
                placed[space] = piece
                return True
        return False

    return sum(place(piece, set()) for piece in pieces)


def replayed(puzzle: Puzzle, placed: Mapping[int, str], caps: Sequence[tuple[int, str]]) -> Board | None:
    """The board after placing everything in order; None if a rule forbids a step.

    `placed` is the code for each space, `caps` are spaces and marks in order. Exactly the pieces of the puzzle must be
    placed (no others, if its goal allows leaving some out), and at most the caps that it allows.
    """
    game, stacks = puzzle.game, list(puzzle.board.stacks)
    used = Counter(game.by_mark[mark].name for _, mark in caps)
    pieces, given = Counter(placed.values()), Counter(puzzle.pieces)
    if not pieces <= given or (pieces != given and not puzzle.goal.leaves_pieces):
        return None
    if any(number > puzzle.caps.get(name, 0) for name, number in used.items()):
        return None
    steps = [(space, game.place.of_kind(game.by_code[code].index), code, "") for space, code in sorted(placed.items())]
    steps += [(space, game.by_mark[mark].place, "", mark) for space, mark in caps]
    for space, rule, code, mark in steps:
        if not fitting_spaces(puzzle, rule, stacks, [space]):
            return None
        stack = stacks[space]
        up = (*stack.up, code) if code else stack.up
        stacks[space] = Stack(stack.down, up, stack.caps + mark)
    return Board(puzzle.board.geometry, tuple(stacks))
