"""The table next to a text: boards that can be edited, and their scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tilewright.draw.picture import Picture, of_board, of_layout, of_position, of_puzzle, of_table
from tilewright.draw.sheet import LABELS, RIM, board_for_page
from tilewright.draw.sprites import shape_of
from tilewright.draw.tiles import SIDE
from tilewright.meaning.scoring import Score, overwork, score, scoring_sources, winners
from tilewright.packs.pack import Pack, Report
from tilewright.solver.attempts import attempt, placed_on
from tilewright.source import Source, Span
from tilewright.studio.boards import RefusedEdit, empty, height_words, pieces_shown, space_words, tools, written
from tilewright.studio.layout_editor import LayoutEditor
from tilewright.table.board import Board
from tilewright.table.card import Card, Layout
from tilewright.table.game import SEAT, Game
from tilewright.table.goal import MOST
from tilewright.table.position import Player, Position, Puzzle

JsonObject = dict[str, Any]
Tell = Callable[[JsonObject], None]
"""Receives intermediate results of an answer."""
CARDS, POSITION, PUZZLE, LAYOUT = "cards", "position", "puzzle", "layout"


@dataclass(frozen=True)
class Tabletop:
    """The boards that belong to a text, and the cards in play.

    `puzzle` is solved on the first player's board. `extra` are the ids of cards that the user added to those of the
    text.
    """

    kind: str
    pack: Pack
    position: Position
    cards: tuple[Card, ...]
    puzzle: Puzzle | None = None
    layout: Layout | None = None
    extra: tuple[str, ...] = ()

    @property
    def game(self) -> Game:
        """The game of the table."""
        return self.pack.game

    def with_board(self, player: int, board: Board) -> Tabletop:
        """The table with another board of a player."""
        return self.with_player(player, replace(self.position.players[player], board=board))

    def with_player(self, index: int, player: Player) -> Tabletop:
        """The table with a player replaced."""
        players = list(self.position.players)
        players[index] = player
        return replace(self, position=replace(self.position, players=tuple(players)))

    def state(self) -> JsonObject:
        """The state that a page stores, for `table_of`."""
        players = [
            {"name": player.name, "board": repr(player.board), "counters": dict(player.counters)}
            for player in self.position.players
        ]
        return {"players": players, "extra": list(self.extra)}


FindCards = Callable[[Pack, Sequence[str]], tuple[Card, ...]]
"""Finds cards of a pack by id; raises `RefusedEdit`."""


def table_of(report: Report, state: JsonObject | None, find: FindCards) -> Tabletop | None:
    """The table of a checked text, in the state sent by a page; None if it has none. Raises `RefusedEdit`."""
    if report.pack is None:
        return None
    fresh = _fresh(report, report.pack)
    if fresh is None or state is None or fresh.kind == LAYOUT:
        return fresh
    extra = tuple(dict.fromkeys(id for id in state["extra"] if id not in {card.id for card in fresh.cards}))
    cards = (*fresh.cards, *find(report.pack, extra)) if extra else fresh.cards
    players = list(_players(state, fresh))
    if fresh.puzzle is not None or fresh.kind == POSITION:
        players = [*players, *fresh.position.players[len(players) :]]
    position = replace(fresh.position, players=tuple(players), cards=tuple(card.id for card in cards))
    return replace(fresh, position=position, cards=cards, extra=extra)


def _fresh(report: Report, pack: Pack) -> Tabletop | None:
    """The initial table of a text."""
    game = pack.game
    editor = LayoutEditor.of(report)
    if editor is not None:
        layout = editor.layout(pack)
        return Tabletop(LAYOUT, pack, Position(game, (Player(layout.name(), layout.board()),)), (), layout=layout)
    for table in report.tables:
        if isinstance(table, Puzzle):
            return Tabletop(PUZZLE, pack, table.start(), report.cards, table)
        return Tabletop(POSITION, pack, table, report.cards)
    if report.source.path is None or report.source.path.suffix != ".tw":
        return None
    place = game.own_place
    if place.pool:
        return None
    cards = tuple(value for value in report.values if isinstance(value, Card))
    player = Player("you", empty(game, place.rows, place.columns))
    return Tabletop(CARDS, pack, Position(game, (player,), tuple(card.id for card in cards)), cards)


def _players(state: JsonObject, fresh: Tabletop) -> Iterator[Player]:
    """The players in the state sent by a page; what it does not show is unchanged."""
    known = fresh.position.players
    if not 1 <= len(state["players"]) <= fresh.game.players[1]:
        raise RefusedEdit(f"the game has at most {fresh.game.players[1]} players")
    for i, entry in enumerate(state["players"]):
        before = known[i] if i < len(known) else Player(f"player {i + 1}", known[0].board)
        board = before.board if before.board.pool else written(entry["board"], fresh.game)
        counters = {counter.name: int(entry["counters"].get(counter.name, 0)) for counter in fresh.game.counters}
        yield replace(before, name=str(entry["name"])[:60] or before.name, board=board, counters=counters)


# ------------------------------------------------------------------ what is shown


def shown(table: Tabletop, source: Source) -> JsonObject:
    """Everything that a page draws of a table, whose text is a source."""
    game = table.game
    answer: JsonObject = {
        "kind": table.kind,
        "state": table.state(),
        "game": {
            "id": game.id,
            "name": game.names.get("en", game.id),
            "piece": game.piece,
            "board": game.own_place.name,
            "most": game.players[1],
            "counters": [
                {"name": counter.name, "words": counter.written, "least": counter.least} for counter in game.counters
            ],
            "cards": [{"id": card.id, "name": card.name(), "text": card.text()} for card in table.cards],
        },
        "tools": [] if table.kind == LAYOUT else tools(game, _left_to_place(table)),
        "problems": [],
    }
    found, answer["problems"] = ([], []) if table.kind == LAYOUT else _scored(table)
    answer["places"] = [] if table.kind == LAYOUT else list(_places(table.position))
    answer["solved"] = bool(found) and not answer["problems"] and _is_solved(table, found[0].total)
    best = winners(table.position, found) if len(found) > 1 else []
    answer["players"] = [
        {**_board(table, i, player), **(_score(found[i], table, source) if i < len(found) else {})}
        for i, player in enumerate(table.position.players)
    ]
    for player in answer["players"]:
        player["wins"] = player["name"] in best
    return answer


def _left_to_place(table: Tabletop) -> Counter[str] | None:
    """The pieces and caps of a puzzle still to be placed; None if there is no limit."""
    puzzle = table.puzzle
    if puzzle is None:
        return None
    given = Counter(puzzle.pieces) + Counter({cap.mark: puzzle.caps.get(cap.name, 0) for cap in puzzle.game.caps})
    placed = placed_on(puzzle, table.position.players[0].board)
    given.subtract(() if isinstance(placed, str) else [step.what for step in placed])
    return given


def _is_solved(table: Tabletop, total: int) -> bool:
    """Whether a complete and legal board reaches the best score given in the puzzle."""
    puzzle = table.puzzle
    return puzzle is not None and puzzle.goal == MOST and puzzle.expect.get("score") == total


def _scored(table: Tabletop) -> tuple[list[Score], list[str]]:
    """The scores of the players, and the problems of the table."""
    puzzle, position = table.puzzle, table.position
    if puzzle is not None:
        placed = placed_on(puzzle, position.players[0].board)
        if isinstance(placed, str):
            return [], [placed]
        found = attempt(puzzle, table.cards, placed)
        others = score(position, table.cards)[1:]
        return [found.score, *others], list(found.faults)
    heavy = overwork(position, table.cards)
    if heavy:
        return [], [problem.message for problem in heavy]
    return score(position, table.cards), [reason.message for reason in position.status()]


def _board(table: Tabletop, index: int, player: Player) -> JsonObject:
    """A board as a picture, with a name for each space."""
    game = table.game
    start = table.puzzle.board.stacks if table.puzzle and index == 0 else player.board.stacks
    placed = frozenset(s for s, stack in enumerate(player.board.stacks) if stack != start[s])
    picture = of_layout(table.layout, game) if table.layout else of_board(player.board, game, placed=placed)
    return {
        **({} if player.board.pool else board_shown(picture)),
        "name": player.name,
        "caption": picture.caption,
        "fixed": player.board.pool or bool(table.puzzle and index),
        "notation": player.board.lines(),
        "counters": dict(player.counters),
    }


def board_shown(picture: Picture) -> JsonObject:
    """A board as a picture, with a description of each space."""
    geometry = picture.board.geometry
    return {
        "svg": board_for_page(picture),
        **shape_of(geometry),
        "corner": picture.corner,
        "frame": {"edge": RIM, "labels": LABELS, "side": SIDE},
        "spaces": [
            height_words(stack) if picture.layout else space_words(stack, picture.game, geometry.made_for(space))
            for space, stack in enumerate(picture.board.stacks)
        ],
    }


def _places(position: Position) -> Iterator[JsonObject]:
    """The pools and piles of players in turn order, then those of the table."""
    game = position.game
    for player in position.players:
        own = {game.own_place.name: player.board} if player.board.pool and game.own_place != SEAT else {}
        for name, board in {**own, **player.pools}.items():
            yield _place(position, f"{player.name}: {name}", board, player.name)
    for name, board in position.boards.items():
        yield _place(position, name, board)


def _place(position: Position, name: str, board: Board, owner: str = "") -> JsonObject:
    if board.pool:
        return {"name": name, "rows": pieces_shown(board, position.game, owner)}
    return {"name": name, "fixed": True, **board_shown(of_table(position, name, board))}


def _score(found: Score, table: Tabletop, source: Source) -> JsonObject:
    """The points of a player, part by part, with their reasons by source line."""
    sources = scoring_sources(table.pack.source, table.game, table.cards)
    names = {card.id: card.name() for card in table.cards}
    parts = [
        {
            "name": names.get(name, name),
            "points": points,
            "lines": list(_lines(found.reasons[name], sources[name], source)),
        }
        for name, points in found.parts.items()
    ]
    return {"total": found.total, "parts": parts}


def _lines(reasons: Iterable[Any], written_in: Source, source: Source) -> Iterator[JsonObject]:
    """The reasons of a part by source line; `from` and `to` are its span in the text of the page."""
    groups: dict[Span, list[Any]] = {}
    for reason in reasons:
        groups.setdefault(reason.span, []).append(reason)
    here = written_in.text == source.text
    for span, found in groups.items():
        place = {"from": _units(source, span.start), "to": _units(source, span.end)} if here else {}
        items = [
            {
                "points": reason.points,
                "spaces": list(reason.spaces),
                "about": ", ".join(word for word in reason.what if "(" not in word),
            }
            for reason in found
        ]
        yield {"text": written_in.slice(span), "items": items, **place}


def _units(source: Source, offset: int) -> int:
    """An offset in UTF-16 code units, as used by browsers."""
    return len(source.text[:offset].encode("utf-16-le", "surrogatepass")) // 2


def pictures_of(table: Tabletop) -> list[Picture]:
    """The pictures of a table: the layout, the puzzle until something is placed, or the boards."""
    if table.layout is not None:
        return [of_layout(table.layout, table.game)]
    puzzle = table.puzzle
    if puzzle is not None and table.position.players[0].board == puzzle.board:
        return of_puzzle(puzzle, table.cards)
    return of_position(table.position)


def placed_table(table: Tabletop, boards: Mapping[int, Board]) -> JsonObject:
    """The state of a table with the boards of some players replaced."""
    for player, board in boards.items():
        table = table.with_board(player, board)
    return table.state()
