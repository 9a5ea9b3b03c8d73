"""The commands of a game that only show something: moves, boards, stacks, cards, scores, turns.

Each gets the display of the game, and what was typed after its name.
"""

from __future__ import annotations

import re
from copy import copy

from tilewright.cli.table.display import Display, why
from tilewright.diagnostics import did_you_mean
from tilewright.draw.picture import of_position
from tilewright.draw.scene import clean
from tilewright.draw.text import pool_lines
from tilewright.play.choices import asked
from tilewright.play.log import HIDDEN, played_turns, turn_lines
from tilewright.play.match import Match
from tilewright.play.totals import known_parts, known_totals
from tilewright.table.board import Board

_SPACE = re.compile(r"(?:(.*\S)\s+)?(-?\d{1,3}),(-?\d{1,3})")


def moves(display: Display, rest: str) -> None:
    """Every move with its number."""
    match = display.match
    if match.over:
        display.say_wrapped("the game is over")
        return
    choice = asked(match.machine, match.state)
    display.say(display.screen.moves(match, choice, display.width, every=True))


def boards(display: Display, rest: str) -> None:
    """All boards."""
    match = display.match
    state = None if match.over else asked(match.machine, match.state).state
    display.say(display.screen.boards(match, state, display.width))


def look(display: Display, rest: str) -> None:
    """The stacks on a space, from the ground up as files have them, or what lies in a pool."""
    pools = [picture for picture in of_position(display.match.view().position()) if picture.board.pool]
    named = [
        pool for pool in pools if rest and rest.lower() in (pool.title.lower(), pool.title.lower().split(": ")[-1])
    ]
    for pool in named:
        display.say([clean(pool.title), *pool_lines(pool, display.width, color=display.screen.color)])
    if named:
        return
    found = _SPACE.fullmatch(rest)
    if found is None:
        display.say_wrapped("look at a space: look 3,4, or look NAME 3,4")
        return
    match = display.match
    known = _boards(match)
    name, row, column = found[1], int(found[2]), int(found[3])
    if name is None:
        shown = [one for one in (*match.view().position().boards, match.names[match.turn]) if not known[one].pool]
    elif name.lower() in map(str.lower, known):
        shown = [board for board in known if board.lower() == name.lower()]
    else:
        display.say_wrapped(f"there is no board '{name}'; {did_you_mean(name, known) or ', '.join(known)}")
        return
    if not shown or known[shown[0]].pool:
        place = shown[0] if shown and shown[0] in match.view().position().boards else match.game.own_place.name
        display.say_wrapped(f"a pool has no spaces: look {place}" if place else "this game has no board")
        return
    spaces = {board: _space(match, board, known[board], row, column) for board in shown}
    on_board = [board for board in shown if spaces[board] is not None]
    hiding = {board.name for board in match.game.boards if board.hides_covered}
    if match.game.own_place.hides_covered:
        hiding |= set(match.names)
    grows = {board.name for board in match.game.maps}
    for board in on_board or shown[:1]:
        about, space = f"{board} {row},{column}", spaces[board]
        if space is not None:
            display.say_wrapped(f"{about}: {_stack(known[board], space, board in hiding)}")
        elif board in grows:
            display.say_wrapped(f"{about}: nothing lies there")
        else:
            grid = known[board].geometry
            display.say_wrapped(f"{about}: off the board ({grid.rows} x {grid.columns})")


def _space(match: Match, name: str, board: Board, row: int, column: int) -> int | None:
    """The space at a row and column as moves name it: counted from 1, on a board that grows from its first tile."""
    if name not in {one.name for one in match.game.maps}:
        return board.geometry.at(row - 1, column - 1)
    known, columns = match.view().position().first, board.geometry.columns
    lying = next((space for space, stack in enumerate(board.stacks) if stack.height), 0)
    first = divmod(lying, columns) if known is None else (known[0] - 1, known[1] - 1)
    return board.geometry.at(row + first[0], column + first[1])


def board_names(match: Match) -> list[str]:
    """The boards and pools that can be looked at."""
    places = {name: board for name, board in _boards(match).items() if not board.pool}
    return [*places, *(place.name for place in match.game.boards if place.pool)]


def _boards(match: Match) -> dict[str, Board]:
    """The boards of the table by their names, and those of the players by theirs."""
    position = match.view().position()
    return dict(position.boards) | {player.name: player.board for player in position.players}


def _stack(board: Board, space: int, hides_covered: bool) -> str:
    stack = board.stacks[space]
    unknown = f"{stack.down} {'hidden' if hides_covered and stack.up else 'face-down'}"
    pieces = [*([unknown] if stack.down else []), *stack.up, *([f"{stack.caps} on top"] if stack.caps else [])]
    return ", ".join(pieces) or "empty"


def card(display: Display, rest: str) -> None:
    """The text of a card in play; of all of them when none is named."""
    known = {card.id: card for card in display.match.cards}
    if rest and rest not in known:
        near = did_you_mean(rest, known) or f"cards: {', '.join(known) or 'none'}"
        display.say_wrapped(f"no card '{rest[:40]}' is in play; {near}")
        return
    wording = display.screen.wording
    for shown in [known[rest]] if rest else known.values():
        said = [f"{name} {number}" for name, number in shown.numbers.items()]
        said += [f"{name}: {shown.printed.worded(name)}" for name in shown.conditions]
        about = ", ".join([shown.category, *said])
        display.say_wrapped(f"{shown.id} ({about}): {wording.text(shown.id)}")
    if not known:
        display.say_wrapped("no card is in play")


def card_ids(match: Match) -> list[str]:
    """The cards in play."""
    return [card.id for card in match.cards]


def scores(display: Display, rest: str) -> None:
    """The parts of all scores as things stand, and the spaces that earned them."""
    match = display.match
    view = match.view()
    known, whole = known_parts(view, match.state), known_totals(view, match.state)
    for found, parts, total in zip(match.scores(), known, whole, strict=True):
        said = f"{found.name}  {HIDDEN if total is None else total}"
        display.say_wrapped(
            said, *why(match, found, frozenset(name for name, number in parts.items() if number is None))
        )


def turns(display: Display, rest: str) -> None:
    """What was played, or the boards as they were before a turn."""
    match = display.match
    played = played_turns(match)
    if rest.isdecimal() and int(rest) - 1 in played:
        view = copy(match)
        view.state = next(state for state in match.states if state.turn == int(rest) - 1)
        display.screen.viewer = match.turn  # who asks now, not who was asked then
        display.say(display.screen.boards(view, None, display.width))
        display.screen.viewer = None
    elif rest:
        last = f"1 to {played[-1] + 1}" if played else "none yet"
        display.say_wrapped(f"there is no turn '{rest[:40]}'; turns: {last}")
    else:
        for turn in played:
            first, *others = turn_lines(match, turn)
            display.say_wrapped(f"{turn + 1:>3} {first}", *(f"    {line}" for line in others))


def turn_numbers(match: Match) -> list[str]:
    """The turns in which something was played."""
    return [str(turn + 1) for turn in played_turns(match)]
