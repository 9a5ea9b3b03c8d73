"""A game that is played, as a page draws it: boards with what can be chosen on them, the choices, what was played."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from tilewright.draw.picture import of_board, of_table
from tilewright.play.choices import ChoiceList, OfferedMove, asked
from tilewright.play.log import HIDDEN, turn_lines
from tilewright.play.match import Match
from tilewright.play.prompts import (
    MoveFormatter,
    picked_spaces,
    picked_things,
    round_of,
    spaces_of,
    top_code,
    with_picked,
)
from tilewright.play.state import GameState, Move
from tilewright.play.totals import known_parts, known_totals
from tilewright.play.view import BYSTANDER, View
from tilewright.studio.board_tools import pieces_shown
from tilewright.studio.tables import JsonObject, board_shown
from tilewright.table.board import Board, Stack
from tilewright.table.game import in_words
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position
from tilewright.table.terrain import Terrain


class GameLog:
    """The lines of what was played, which are found once for each turn as long as it is not taken back."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[GameState, list[str]]] = {}

    def lines(self, match: Match) -> Iterator[JsonObject]:
        """The turns of a game in which something was played, with their lines."""
        last = {state.turn: after for state, after in pairwise(match.states)}
        for turn, after in sorted(last.items()):
            known = self._known.get(turn)
            if known is None or known[0] is not after:
                self._known[turn] = known = after, turn_lines(match, turn)
            yield {"turn": turn + 1, "lines": known[1]}


def shown_match(match: Match, before: GameState, bots: Collection[int], log: GameLog) -> JsonObject:
    """Everything that a page draws of a game; what has changed since the state `before` is marked."""
    asks = None if match.over or match.turn in bots else asked(match.machine, match.state)
    people = [player for player in range(len(match.names)) if player not in bots]
    viewer = people[0] if len(people) == 1 else match.turn if match.turn in people else BYSTANDER
    view = match.view(viewer)
    position = view.position()
    return {
        "moves": [str(move) for move in match.played],
        "over": match.over,
        "players": list(match.names),
        "turn": match.turn,
        "bots": sorted(bots),
        "round": round_of(match),
        "alone": match.game.hides and len(people) > 1,
        "question": MoveFormatter(match.cards).question(match, asks.state) if asks else "",
        "choices": list(_choices(match, asks)) if asks else [],
        "boards": list(_boards(match, position, view.position_at(before))),
        "counters": _counters(match, position),
        "scores": _scores(view, match.state),
        "winners": match.winners() if match.over else [],
        "log": list(log.lines(match)),
        "cards": [{"name": card.name(), "text": MoveFormatter(match.cards).text(card.id)} for card in match.cards],
    }


# -- what can be chosen


def _choices(match: Match, asks: ChoiceList) -> Iterator[JsonObject]:
    """The choices in order, with the spaces or the piece of a place where they are made."""
    wording = MoveFormatter(match.cards)
    options = wording.options(asks.state)
    for way in asks.ways:
        yield {
            "words": with_picked(match, asks.state, way.move),
            "says": _says(asks.state, way, wording, options),
            "at": _place_of(match, asks.state, way.move),
        }


def _place_of(match: Match, state: GameState, move: Move) -> JsonObject | None:
    """Where a move picks something: spaces of a board, or a piece of a pool."""
    if move.kind != "pick":
        return None
    picked = picked_spaces(match, state)
    if picked is not None:
        geometry = state.table.grids[picked[0]].geometry
        where = _drawn(geometry)
        return {"seat": picked[0], "spaces": [where[space] for space in spaces_of(state.picked(move))]}
    things = picked_things(match, state)
    space = state.picked(move)
    if things is None or not isinstance(space, int):
        return None
    return {"seat": things[0], "piece": top_code(match, state.table.grids[things[0]].tops[space])}


def space_drawn(geometry: Geometry, number: int) -> int | None:
    """The space of a board that its picture numbers so; None where a map ends."""
    where = _drawn(geometry)
    return where.index(number) if number in where else None


def _drawn(geometry: Geometry) -> Sequence[int]:
    """The number of each space of a board in its picture."""
    return _on_map(geometry) if isinstance(geometry, Terrain) else range(geometry.size)


def _on_map(terrain: Terrain) -> list[int]:
    """The number of each space in the picture of a map with the spaces around it (`Scene.surrounded`)."""
    if not terrain.faces:
        return [0]
    rows, columns = zip(*(terrain.where[space] for space in terrain.faces), strict=True)
    width = max(columns) - min(columns) + 3
    return [(row - min(rows) + 1) * width + column - min(columns) + 1 for row, column in terrain.where]


def _says(state: GameState, way: OfferedMove, wording: MoveFormatter, options: dict[str, str]) -> str:
    """What the files say of a choice: of an option its statements, of an ability the card's text."""
    if way.move.kind == "use":
        return wording.text(state.picked(way.move).card)
    return options.get(way.text, "") if way.move.kind == "option" else ""


# -- what lies on the table


def _boards(match: Match, now: Position, before: Position) -> Iterator[JsonObject]:
    """The boards of the table, then those of the players; places without a piece in them are left out."""
    table = match.state.table
    for name, board in now.boards.items():
        seat, earlier = table.seat_of(name, 0), before.boards.get(name, board)
        picture = of_table(now, name, board)
        if picture.faces:
            known = {picture.place(space) for space in of_table(before, name, earlier).faces}
            placed = frozenset(space for space in picture.faces if picture.place(space) not in known)
            picture = replace(picture, placed=placed).surrounded()
            yield {"name": name, "seat": seat, "player": None, **board_shown(picture)}
        else:
            yield from _board(match, name, seat, board, earlier, None)
    for i, (player, old) in enumerate(zip(now.players, before.players, strict=True)):
        yield from _board(match, player.name, i, player.board, old.board, i)
        for name, pool in player.pools.items():
            yield from _board(match, name, table.seat_of(name, i), pool, old.pools.get(name, pool), i)


def _board(match: Match, name: str, seat: int, board: Board, old: Board, player: int | None) -> Iterator[JsonObject]:
    place = {"name": name, "seat": seat, "player": player}
    if board.pool:
        if board.stacks:
            yield {**place, "pieces": pieces_shown(board, match.game, "" if player is None else match.names[player])}
        return
    same = board.geometry == old.geometry
    changed = {s for s, stack in enumerate(board.stacks) if same and _seen(stack) != _seen(old.stacks[s])}
    yield {**place, **board_shown(of_board(board, match.game, placed=frozenset(changed)))}


def _seen(stack: Stack) -> object:
    return stack.height, stack.top, stack.caps


def _counters(match: Match, position: Position) -> list[str]:
    """What each player has, in words; what is hidden is a question mark."""
    game = match.game
    known = [(counter.name, in_words(counter.written)) for counter in game.counters]
    own = [[(word, player.counters.get(name)) for name, word in known] for player in position.players]
    words = [[f"{word} {HIDDEN if n is None else n}" for word, n in one if n != 0] for one in own]
    for player, said in zip(position.players, words, strict=True):
        said += map(" ".join, game.chosen(player.counters))
    roles = [[in_words(role) for role in match.game.roles if player.counters.get(role)] for player in position.players]
    return [", ".join(counted + named) for counted, named in zip(words, roles, strict=True)]


def _scores(view: View, state: GameState) -> JsonObject:
    """The points of every player as things stand, part by part; question marks for what others hide."""
    found, names = known_parts(view, state), {card.id: card.name() for card in view.cards}
    parts = [{"name": names.get(name, name), "points": [_points(own[name]) for own in found]} for name in found[0]]
    return {"parts": parts, "totals": [_points(total) for total in known_totals(view, state)]}


def _points(number: int | None) -> int | str:
    return HIDDEN if number is None else number
