"""Attempts at a puzzle: the score of a placement by a user, and the rules that it breaks. Nothing is searched for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tilewright.meaning.scoring import Score, score
from tilewright.solver.places import fitting_spaces
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.position import Puzzle


@dataclass(frozen=True)
class PlacedThing:
    """A thing put on a space: the code of a piece, or the mark of a cap."""

    space: int
    what: str


@dataclass(frozen=True)
class Attempt:
    """The board after an attempt, its score, and everything that is wrong with it, as texts."""

    board: Board
    score: Score
    faults: tuple[str, ...]


def attempt(puzzle: Puzzle, cards: Iterable[Card], placed: Sequence[PlacedThing]) -> Attempt:
    """Place things in order, pieces first, and score the result.

    Things that break a rule are placed nevertheless, and reported, except a piece or cap that the puzzle does not give.
    """
    game, geometry = puzzle.game, puzzle.board.geometry
    stacks, faults = list(puzzle.board.stacks), list[str]()
    left = Counter(puzzle.pieces) + Counter({cap.mark: puzzle.caps.get(cap.name, 0) for cap in game.caps})
    for step in sorted(placed, key=lambda step: step.what in game.by_mark):
        cap = game.by_mark.get(step.what)
        noun, rule = (cap.name, cap.place) if cap else (game.piece, game.place)
        named = f"{noun} {step.what}" if cap is None else noun
        if not left[step.what]:
            given = step.what in puzzle.pieces or (cap is not None and puzzle.caps.get(cap.name, 0))
            faults.append(f"there is {'no other' if given else 'no'} {named} to place")
            continue
        left[step.what] -= 1
        stack = stacks[step.space]
        if cap is None:
            rule = rule.of_kind(game.by_code[step.what].index)
        if not fitting_spaces(puzzle, rule, stacks, [step.space]):
            faults.append(f"no {noun} may be placed at {geometry.name(step.space)}, on {stack!r}")
        up = (*stack.up, step.what) if cap is None else stack.up
        stacks[step.space] = Stack(stack.down, up, stack.caps + (step.what if cap else ""))
    missing = [code for code in sorted(left.elements()) if code not in game.by_mark]
    if missing and not puzzle.goal.leaves_pieces:
        faults.append(f"not placed: {', '.join(missing)}")
    board = Board(geometry, tuple(stacks))
    return Attempt(board, score(puzzle.end(board), list(cards))[0], tuple(faults))


def placed_on(puzzle: Puzzle, board: Board) -> list[PlacedThing] | str:
    """What must be placed to get from a puzzle's board to another one; if that is impossible, a text that says why."""
    if board.geometry != puzzle.board.geometry:
        return f"the board is {board.geometry.rows} x {board.geometry.columns}, a different size from the puzzle's"
    found: list[PlacedThing] = []
    for space, (before, after) in enumerate(zip(puzzle.board.stacks, board.stacks, strict=True)):
        codes = after.up[len(before.up) :]
        kept = after.down == before.down and after.up[: len(before.up)] == before.up
        if not (kept and after.caps.startswith(before.caps)):
            return f"{puzzle.board.geometry.name(space)} has {before!r}, and {after!r} cannot result from it"
        found += [PlacedThing(space, what) for what in (*codes, *after.caps[len(before.caps) :])]
    return found
