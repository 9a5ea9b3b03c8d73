"""The boards of a page: the tools, descriptions of spaces, and edits by clicks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from tilewright.draw import palette
from tilewright.draw.pools import Thing, card_face
from tilewright.draw.scene import Scene
from tilewright.draw.sheet import things_for_page
from tilewright.stopping import Unsupported
from tilewright.table.board import MAX_HEIGHT, Board, Stack, parse_board
from tilewright.table.game import Game, Kind
from tilewright.table.geometry import Geometry

PUT, TAKE, TURN, CAP, DOWN = "put", "take", "turn", "cap", "down"


class RefusedEdit(Unsupported):
    """A request that cannot be fulfilled; the message is for the user."""


def edited(board: Board, game: Game, do: str, space: int, what: str) -> Board:
    """The board after an action on a space. Raises `RefusedEdit`."""
    if space not in board.geometry.region("board"):
        raise RefusedEdit("there is no such space")
    stacks = list(board.stacks)
    stacks[space] = _stack(stacks[space], game, do, what)
    return replace(board, stacks=tuple(stacks))


def _stack(stack: Stack, game: Game, do: str, what: str) -> Stack:
    """The stack after an action."""
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
    """Turn face-up pieces face-down, with all below; or turn the top of a face-down stack up as a piece of a kind."""
    if stack.up:
        return replace(stack, down=stack.height, up=())
    if not stack.down:
        raise RefusedEdit("there is nothing to turn")
    if code not in game.by_code:
        raise RefusedEdit(f"first choose which {game.piece} it shows")
    return replace(stack, down=stack.down - 1, up=(code,))


def empty(game: Game, rows: int, columns: int) -> Board:
    """A board without pieces. Raises `RefusedEdit` if the game does not allow this size."""
    place = game.own_place
    if not place.allows(rows, columns):
        raise RefusedEdit(f"a {place.name} has {place.sizes}")
    return Board(place.sized(rows, columns), (Stack(),) * (rows * columns))


def written(text: str, game: Game) -> Board:
    """A board in notation. Raises `RefusedEdit` with all errors."""
    found = parse_board(text, game)
    if isinstance(found, Board):
        return found
    raise RefusedEdit("; ".join(f"row {one.row + 1}, column {one.column + 1}: {one.message}" for one in found[:5]))


def resized(board: Board, game: Game, rows: int, columns: int) -> Board:
    """The board with rows and columns added or removed at the end. Raises `RefusedEdit`."""
    blank, old = empty(game, rows, columns), board.geometry
    stacks = list(blank.stacks)
    for space in range(old.size):
        target = blank.geometry.at(*divmod(space, old.columns))
        if target is not None:
            stacks[target] = board.stacks[space]
    return replace(blank, stacks=tuple(stacks))


def tools(game: Game, left: Counter[str] | None) -> list[dict[str, Any]]:
    """The buttons in groups: one per value of the main attribute, then the pieces for tops of stacks.

    `left` is the number of each to place; None: unlimited.
    """
    looks = Scene(Board(Geometry(0, 0), ()), game).looks()
    pictures = _pictures(game)
    groups: dict[str, list[dict[str, Any]]] = {}
    for kind in game.kinds:
        if left is not None and kind.code not in left:
            continue
        fill, ink, _ = palette.fill_of(looks[kind.code])
        tool = {"do": "put", "what": kind.code, "words": kind_words(kind, game), "fill": fill, "ink": ink}
        tool["svg"] = pictures[kind.code]
        groups.setdefault(kind.values.get(game.main_attribute, game.piece), []).append(_counted(tool, left, kind.code))
    found = [{"name": name, "tools": own} for name, own in groups.items()]
    more = [
        _counted(
            {"do": "cap", "what": cap.mark, "words": cap.name, "fill": palette.CAP, "ink": palette.CAP_INK},
            left,
            cap.mark,
        )
        for cap in game.caps
        if left is None or cap.mark in left
    ]
    if left is None:
        down = {"do": "down", "what": "", "words": f"face-down {game.piece}"}
        more.append({**down, "fill": palette.DOWN_FACE, "ink": palette.DOWN_INK})
    return [*found, {"name": "", "tools": more}]


def _pictures(game: Game) -> dict[str, str]:
    """The picture of each kind of piece, by code."""
    codes = [kind.code for kind in game.kinds]
    scene = Scene(Board(Geometry(1, len(codes)), tuple(Stack(0, (code,)) for code in codes)), game)
    return {thing.code: svg for _, things in things_for_page(scene) for thing, svg in things}


def _counted(tool: dict[str, Any], left: Counter[str] | None, what: str) -> dict[str, Any]:
    return tool if left is None else {**tool, "left": left[what]}


def pieces_shown(pool: Board, game: Game, owner: str = "") -> list[dict[str, Any]]:
    """The pieces of a pool in labeled rows: dice one by one, other equal pieces together."""
    return [
        {
            "label": row.label,
            "pieces": [
                {"code": thing.code, "words": thing_words(thing, game), "count": thing.count, "svg": picture}
                for thing, picture in things
            ],
        }
        for row, things in things_for_page(Scene(pool, game, owner=owner))
    ]


def thing_words(thing: Thing, game: Game) -> str:
    """The description of a piece in a pool, with what stands on it."""
    many = f" \u00d7 {thing.count}" if thing.count > 1 else ""
    if thing.kind is None:
        return f"face-down{many}"
    if thing.look != "card":
        return kind_words(thing.kind, game) + many
    face = card_face(game, thing.kind)
    numbers = [f"{name} {value}" for name, value in face.numbers]
    said = "; ".join(filter(None, [*numbers, *(words for _, words in face.prices), face.text]))
    return f"{face.title}{many}: {said}" if said else f"{face.title}{many}"


def kind_words(kind: Kind, game: Game) -> str:
    """The description of a kind of piece: its values and numbers."""
    words = [*kind.values.values(), *map(str, kind.numbers.values())]
    return " ".join(dict.fromkeys(words)) or f"{game.piece} {kind.code}"


def space_words(stack: Stack, game: Game, made_for: str = "") -> str:
    """The description of a space: its contents, and what is printed on it."""
    if not stack.height and not stack.caps:
        return ", ".join(filter(None, ("empty", made_for)))
    words = [f"{stack.height} high" if stack.height > 1 else ""]
    if stack.top:
        words.append(kind_words(game.by_code[stack.top], game))
    elif stack.down:
        words.append("face-down")
    words += [game.by_mark[mark].name for mark in stack.caps]
    return ", ".join(filter(None, (*words, made_for)))


def height_words(stack: Stack) -> str:
    """The height of a stack in a layout, in words."""
    return f"{stack.height} high" if stack.height else "no stack"
