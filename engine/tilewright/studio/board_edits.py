"""What a click on a board does: pieces put, taken, turned, caps put and taken."""

from __future__ import annotations

from dataclasses import replace

from tilewright.stopping import Unsupported
from tilewright.table.board import MAX_HEIGHT, Board, Stack, parse_board
from tilewright.table.game import Game

PUT, TAKE, TURN, CAP, DOWN = "put", "take", "turn", "cap", "down"


class RefusedEdit(Unsupported):
    """What was asked for cannot be; the message is for the user."""


def edited(board: Board, game: Game, do: str, space: int, what: str) -> Board:
    """The board after an act on a space. Raises `RefusedEdit`."""
    if space not in board.geometry.region("board"):
        raise RefusedEdit("there is no such space")
    stacks = list(board.stacks)
    stacks[space] = _stack(stacks[space], game, do, what)
    return replace(board, stacks=tuple(stacks))


def _stack(stack: Stack, game: Game, do: str, what: str) -> Stack:
    """What becomes of a stack."""
    if do == TAKE:
        return _without_top(stack)
    if do == TURN:
        return _turned(stack, game, what)
    if do == CAP:
        if what not in game.by_mark:
            raise RefusedEdit("the game has no such piece")
        return replace(stack, caps=stack.caps.replace(what, "", 1) if what in stack.caps else stack.caps + what)
    if stack.height >= MAX_HEIGHT:
        raise RefusedEdit(f"a stack has at most {MAX_HEIGHT} {game.plural(game.piece)}")
    if do == DOWN:
        if stack.up:
            raise RefusedEdit(f"nothing can be face-down on a face-up {game.piece}; turn it first")
        return replace(stack, down=stack.down + 1)
    if do == PUT and what in game.by_code:
        return replace(stack, up=(*stack.up, what))
    raise RefusedEdit("the game has no such piece")


def _without_top(stack: Stack) -> Stack:
    if stack.caps:
        return replace(stack, caps=stack.caps[:-1])
    if stack.up:
        return replace(stack, up=stack.up[:-1])
    return replace(stack, down=max(0, stack.down - 1))


def _turned(stack: Stack, game: Game, code: str) -> Stack:
    """Face-up pieces are turned face-down, with all below; of a face-down stack the top shows a kind."""
    if stack.up:
        return replace(stack, down=stack.height, up=())
    if not stack.down:
        raise RefusedEdit("there is nothing to turn")
    if code not in game.by_code:
        raise RefusedEdit(f"choose which {game.piece} it shows first")
    return replace(stack, down=stack.down - 1, up=(code,))


def empty(game: Game, rows: int, columns: int) -> Board:
    """A board without pieces. Raises `RefusedEdit` when the game has none of this size."""
    place = game.own_place
    if not place.allows(rows, columns):
        raise RefusedEdit(f"a {place.name} has {place.sizes}")
    return Board(place.sized(rows, columns), (Stack(),) * (rows * columns))


def written(text: str, game: Game) -> Board:
    """A board in notation. Raises `RefusedEdit` with everything that cannot be read."""
    found = parse_board(text, game)
    if isinstance(found, Board):
        return found
    raise RefusedEdit("; ".join(f"row {one.row + 1}, column {one.column + 1}: {one.message}" for one in found[:5]))


def resized(board: Board, game: Game, rows: int, columns: int) -> Board:
    """The board with rows and columns added or cut off at its end. Raises `RefusedEdit`."""
    blank, old = empty(game, rows, columns), board.geometry
    stacks = list(blank.stacks)
    for space in range(old.size):
        target = blank.geometry.at(*divmod(space, old.columns))
        if target is not None:
            stacks[target] = board.stacks[space]
    return replace(blank, stacks=tuple(stacks))
