"""Games against bots on a page: the page stores the setup and the moves, and receives what to draw."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TypeVar

from tilewright.diagnostics import Diagnostic, in_one_line
from tilewright.draw.picture import Picture, of_board, of_position, of_table
from tilewright.draw.scene import clean
from tilewright.draw.sheet import board_for_page, things_for_page
from tilewright.files.records import print_record
from tilewright.meaning.scoring import overwork
from tilewright.packs.documents import PUZZLE_SUFFIX
from tilewright.packs.equipment import drawn_layout, fitting_layouts, printed_cards
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.play.bots import BOTS, FOR_MANY, Bot, bot, named, usual_bot
from tilewright.play.budget import Budget
from tilewright.play.choices import ChoiceList, OfferedMove, asked, take_back
from tilewright.play.log import HIDDEN, turn_lines
from tilewright.play.match import IllegalMove, Match
from tilewright.play.naming import without_board
from tilewright.play.prompts import (
    MoveFormatter,
    picked_spaces,
    picked_things,
    round_of,
    spaces_of,
    top_code,
    with_picked,
)
from tilewright.play.record import record_of
from tilewright.play.state import GameState, Move
from tilewright.play.totals import known_parts, known_totals
from tilewright.play.tracing import why_not, why_not_there
from tilewright.play.view import BYSTANDER, View
from tilewright.sim.simulation import Start
from tilewright.stopping import PlayError
from tilewright.studio.boards import RefusedEdit, pieces_shown
from tilewright.studio.files import StudioFiles
from tilewright.studio.tables import JsonObject, board_shown
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card, Layout
from tilewright.table.game import in_words, spanned
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position
from tilewright.table.terrain import Terrain


class GameLog:
    """The log of a game, cached per turn unless it is undone."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[GameState, list[str]]] = {}

    def lines(self, match: Match) -> Iterator[JsonObject]:
        """The nonempty turns of a game, with their lines."""
        last = {state.turn: after for state, after in pairwise(match.states)}
        for turn, after in sorted(last.items()):
            known = self._known.get(turn)
            if known is None or known[0] is not after:
                self._known[turn] = known = after, turn_lines(match, turn)
            yield {"turn": turn + 1, "lines": known[1]}


def shown_match(match: Match, before: GameState, bots: Collection[int], log: GameLog) -> JsonObject:
    """Everything that a page draws of a game, with changes since the state `before` marked."""
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


# -- choices


def _choices(match: Match, asks: ChoiceList) -> Iterator[JsonObject]:
    """The choices in order, with their spaces or piece."""
    wording = MoveFormatter(match.cards)
    options = wording.options(match, asks.state)
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
    """The space of a board with a number in its picture; None beyond the border of a map."""
    where = _drawn(geometry)
    return where.index(number) if number in where else None


def _drawn(geometry: Geometry) -> Sequence[int]:
    """The number of each space in the picture of a board."""
    return _on_map(geometry) if isinstance(geometry, Terrain) else range(geometry.size)


def _on_map(terrain: Terrain) -> list[int]:
    """The number of each space in the picture of a map, which includes the adjacent empty spaces
    (`Scene.surrounded`)."""
    if not terrain.faces:
        return [0]
    rows, columns = zip(*(terrain.where[space] for space in terrain.faces), strict=True)
    width = max(columns) - min(columns) + 3
    return [(row - min(rows) + 1) * width + column - min(columns) + 1 for row, column in terrain.where]


def _says(state: GameState, way: OfferedMove, wording: MoveFormatter, options: dict[str, str]) -> str:
    """The explanation of a choice: the statements of an option, or the card's text for an ability."""
    if way.move.kind == "use":
        return wording.text(state.picked(way.move).card)
    return options.get(way.text, "") if way.move.kind == "option" else ""


# -- the table


def _boards(match: Match, now: Position, before: Position) -> Iterator[JsonObject]:
    """The boards of the table, then those of the players; empty pools are omitted."""
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
    """The counters of each player in words; hidden ones are question marks."""
    game = match.game
    known = [(counter.name, in_words(counter.written)) for counter in game.counters]
    own = [[(word, player.counters.get(name)) for name, word in known] for player in position.players]
    words = [[f"{word} {HIDDEN if n is None else n}" for word, n in one if n != 0] for one in own]
    for player, said in zip(position.players, words, strict=True):
        said += map(" ".join, game.chosen(player.counters))
    roles = [[in_words(role) for role in match.game.roles if player.counters.get(role)] for player in position.players]
    return [", ".join(counted + named) for counted, named in zip(words, roles, strict=True)]


def _scores(view: View, state: GameState) -> JsonObject:
    """The current points of every player, part by part; hidden ones are question marks."""
    found, names = known_parts(view, state), {card.id: card.name() for card in view.cards}
    parts = [{"name": names.get(name, name), "points": [_points(own[name]) for own in found]} for name in found[0]]
    return {"parts": parts, "totals": [_points(total) for total in known_totals(view, state)]}


def _points(number: int | None) -> int | str:
    return HIDDEN if number is None else number


T = TypeVar("T")
LONGEST_NAME = 40
MOST_MOVES = 5000
MOST_PICTURED = 60
"""The largest number of moves played for a picture of a game that begins with empty boards."""
NO_SPACE = "nothing is chosen here now"


class PlayedGames:
    """The games of one page. The last one is cached, so that it need not be replayed."""

    def __init__(self, resolver: Callable[[], Resolver], written: Callable[[JsonObject], Card]) -> None:
        self.resolver, self.written = resolver, written
        self._kept: tuple[str, Match, dict[int, Bot]] | None = None
        self._log = GameLog()

    # -- the list of games

    def offered(self) -> list[JsonObject]:
        """The available games with their options."""
        return [_offered(pack) for pack in self.resolver().packs() if pack.game.play_rules is not None]

    def beginning(self, id: str) -> str | None:
        """The picture of the first board of a new game, or of a little later if all are empty. Raises
        `RefusedEdit`."""
        pack = _found(self.resolver().game(id))
        names = list("abcdefgh"[: pack.game.players[0]])
        players = [{"name": name, "bot": ""} for name in names]
        setup = {"game": pack.game.id, "players": players, "cards": printed_cards(pack), "layouts": {}, "seed": 1}
        _, start = start_of(self.resolver(), setup, self.written)
        match = Match(start.game, names, start.cards, start.layouts, 1)
        pictures, random = of_position(match.position()), Random(1)
        while _is_bare(pictures) and not match.over and len(match.played) < MOST_PICTURED:
            match.play(random.choice(match.moves))
            pictures = of_position(match.position())
        return cover(pictures)

    # -- playing

    def played(self, args: JsonObject) -> JsonObject:
        """The game sent by the page, after an action if there is one. Raises `RefusedEdit`."""
        try:
            match, bots = self._at(args["setup"], [str(move) for move in args["moves"]])
            before = match.state
            if args.get("act") is not None:
                _act(match, bots, args["act"])
        except PlayError as problem:
            raise RefusedEdit(f"{problem}; play without that card" if problem.card else str(problem)) from None
        except IllegalMove as problem:
            raise RefusedEdit(str(problem)) from None
        return {**shown_match(match, before, frozenset(bots), self._log), "setup": args["setup"]}

    def record(self, args: JsonObject) -> JsonObject:
        """The text of the record of a game."""
        match, _ = self._at(args["setup"], [str(move) for move in args["moves"]])
        return {"text": print_record(record_of(match))}

    def finished(self, args: JsonObject) -> Match:
        """The game sent by the page. Raises `RefusedEdit`."""
        try:
            return self._at(args["setup"], [str(move) for move in args["moves"]])[0]
        except (PlayError, IllegalMove) as problem:
            raise RefusedEdit(str(problem)) from None

    def why(self, args: JsonObject) -> JsonObject:
        """The condition that forbids a move or a clicked space. Raises `RefusedEdit`."""
        match, bots = self._at(args["setup"], [str(move) for move in args["moves"]])
        if match.turn in bots and not match.over:
            raise RefusedEdit(f"it is {match.names[match.turn]}'s turn")
        with match.uncharged():  # the question does not count as a part of the game
            if "seat" in args:
                space = space_drawn(match.state.table.grids[int(args["seat"])].geometry, int(args["space"]))
                return {"lines": why_not_there(match, int(args["seat"]), space) if space is not None else [NO_SPACE]}
            text = without_board(match.machine, match.names, match.state, str(args["move"]))
            return {"lines": why_not(match, text)}

    def advice(self, args: JsonObject) -> JsonObject:
        """The choice of a bot: its number and its text. Raises `RefusedEdit`."""
        match, bots = self._at(args["setup"], [str(move) for move in args["moves"]])
        if match.over or match.turn in bots:
            raise RefusedEdit("there is nothing to choose now")
        try:
            with match.uncharged():
                here = asked(match.machine, match.state)
                own = here.ways[0].moves[:-1]  # the forced moves
                for move in own:
                    match.play(move)
                chosen = bot(usual_bot(match.game), int(args["setup"]["seed"])).choose(match.view())
                for _ in own:
                    match.undo()
        except PlayError as problem:
            raise RefusedEdit(str(problem)) from None
        found = next((i for i, way in enumerate(here.ways) if way.move == chosen), None)
        if found is None:
            raise RefusedEdit("there is no hint here")
        return {"choice": found, "words": with_picked(match, here.state, chosen)}

    def _at(self, setup: JsonObject, moves: Sequence[str]) -> tuple[Match, dict[int, Bot]]:
        """The game after these moves, continued from the cached one if one list of moves is a prefix of the other."""
        if len(moves) > MOST_MOVES:
            raise RefusedEdit(f"a game has at most {MOST_MOVES} moves here")
        key = json.dumps(setup, sort_keys=True)
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, *self._begun(setup))
            self._log = GameLog()
        _, match, bots = self._kept
        alike = _alike([str(move) for move in match.played], moves)
        while len(match.played) > alike:
            match.undo()
        for move in moves[alike:]:
            match.play(move)
        return match, bots

    def _begun(self, setup: JsonObject) -> tuple[Match, dict[int, Bot]]:
        """A new game. Raises `RefusedEdit` and `UnknownBot`."""
        names, seed = [_name(one["name"]) for one in setup["players"]], int(setup["seed"])
        _, start = start_of(self.resolver(), setup, self.written)
        if len(set(names)) < len(names):
            raise RefusedEdit("each player needs a different name")
        bots = {i: bot(str(one["bot"]), seed + i) for i, one in enumerate(setup["players"]) if one["bot"]}
        match = Match(start.game, names, start.cards, start.layouts, seed, Budget(limited=True))
        if overwork(match.position(), match.cards):
            raise RefusedEdit("the cards take too much work to score; play with fewer")
        return match, bots


def start_of(resolver: Resolver, setup: JsonObject, written: Callable[[JsonObject], Card]) -> tuple[Pack, Start]:
    """The setup of games as sent by a page, with the pack. Raises `RefusedEdit`.

    The setup may contain a card that is being `written`: it replaces the card with the same id.
    """
    pack, count = _found(resolver.game(str(setup["game"]))), len(setup["players"])
    low, high = pack.game.players
    if pack.game.play_rules is None or not low <= count <= high:
        raise RefusedEdit(f"{pack.game.id} is for {spanned(low, high)} players")
    draft = written(setup["written"]) if setup.get("written") else None
    ids = [str(id) for id in setup["cards"] if draft is None or id != draft.id]
    cards = _found(resolver.cards(ids, pack)) if ids else ()
    cards += (draft,) if draft is not None else ()
    layouts = {sort: _layout(pack, sort, setup, count) for sort in (one.name for one in pack.game.layouts)}
    return pack, Start(pack.game, cards, layouts)


def _offered(pack: Pack) -> JsonObject:
    game, layouts = pack.game, dict[str, dict[int, list[str]]]()
    for sort in (one.name for one in game.layouts):
        for players in range(game.players[0], game.players[1] + 1):
            found = fitting_layouts(pack, sort, players)
            layouts.setdefault(sort, {})[players] = [one.id for one in found if isinstance(one, Layout)]
    return {
        "id": game.id,
        "name": pack.imprint.title,
        "players": list(game.players),
        "layouts": layouts,
        "cards": {kind: sorted(pack.catalog().files([kind])) for kind in game.card_classes},
        "printed": printed_cards(pack),
        "names": names_of(pack),
        "bots": BOTS,
        "bot": usual_bot(game),
        "bot_for_many": FOR_MANY,
    }


def names_of(pack: Pack) -> dict[str, str]:
    """The names of cards and layouts by id; those with errors are omitted."""
    game = pack.game
    cards = [pack.find_card(id) for kind in game.card_classes for id in pack.catalog().files([kind])]
    layouts = [pack.find_layout(id, [one.name]) for one in game.layouts for id in pack.catalog().files([one.name])]
    return {one.id: one.name() for one in (*cards, *layouts) if isinstance(one, Card | Layout)}


def _act(match: Match, bots: Mapping[int, Bot], act: JsonObject) -> None:
    """Execute a choice of a person, a move of a bot, or an undo of the last choice of a person."""
    people = frozenset(range(len(match.names))) - bots.keys()
    if act["do"] == "undo":
        if not take_back(match, people):
            raise RefusedEdit("there is nothing to undo")
    elif match.over:
        raise RefusedEdit("the game is over")
    elif act["do"] == "choose":
        if match.turn in bots:
            raise RefusedEdit(f"it is {match.names[match.turn]}'s turn")
        ways = asked(match.machine, match.state).ways
        for move in ways[int(act["choice"])].moves:
            match.play(move)
    elif act["do"] == "bot" and match.turn in bots:
        with match.uncharged():  # searches are ended by the limit of the process instead
            move = bots[match.turn].choose(match.view())
        match.play(move)


def setup_of(match: Match) -> JsonObject:
    """The setup of a game as a page stores it; players with names of bots become bots."""
    texts = [re.sub(r"-\d+$", "", name) for name in match.names]
    return {
        "game": match.game.id,
        "players": [
            {"name": name, "bot": text if named(text).partition(":")[0] in BOTS else ""}
            for name, text in zip(match.names, texts, strict=True)
        ],
        "cards": [card.id for card in match.cards],
        "layouts": {sort: layout.id for sort, layout in match.layouts.items()},
        "seed": match.seed,
    }


def _layout(pack: Pack, sort: str, setup: JsonObject, players: int) -> Layout:
    """The layout that was named for a board, else one that the seed draws."""
    id = setup["layouts"].get(sort)
    found = pack.find_layout(str(id), [sort]) if id else drawn_layout(pack, sort, players, int(setup["seed"]))
    return _found(found)


def _found(found: T | list[Diagnostic]) -> T:
    """The result of a lookup. Raises `RefusedEdit` with its diagnostics."""
    if isinstance(found, list):
        raise RefusedEdit(in_one_line(found))
    return found


def _name(text: object) -> str:
    found = clean(str(text))[:LONGEST_NAME].strip()
    if not found:
        raise RefusedEdit("every player needs a name")
    return found


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the common prefix of two lists."""
    pairs: Iterator[tuple[str, str]] = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def examples(packs: Sequence[Pack], files: StudioFiles) -> list[JsonObject]:
    """The playable games, then per pack a card of each class, a layout of each class and a puzzle."""
    games = [pack for pack in packs if pack.game.play_rules is not None]
    played = [
        {"kind": "game", "name": pack.game.id, "title": pack.imprint.title, "about": _players(pack)} for pack in games
    ]
    return [*played, *(one for pack in packs for one in _files(pack, files))]


def _is_bare(pictures: Sequence[Picture]) -> bool:
    """Whether each board is less than a third full; with pools only, whether all are empty."""
    boards = [one.board for one in pictures if not one.board.pool] or [one.board for one in pictures]
    return all(3 * sum(stack.height > 0 for stack in board.stacks) < max(1, len(board.stacks)) for board in boards)


def cover(pictures: Sequence[Picture]) -> str | None:
    """A picture to represent several: the first board that is not empty, or the piece with the most detail."""
    boards = [one for one in pictures if not one.board.pool]
    filled = (one for one in boards if any(stack.height for stack in one.board.stacks))
    for picture in filled:
        return board_for_page(picture)
    things = [svg for one in pictures if one.board.pool for _, row in things_for_page(one) for _, svg in row]
    return max(things or map(board_for_page, boards[:1]), key=len, default=None)


def _players(pack: Pack) -> str:
    low, high = pack.game.players
    return f"{low} players" if low == high else f"{low} to {high} players"


def _files(pack: Pack, files: StudioFiles) -> Iterator[JsonObject]:
    documents = pack.documents
    sorts = [*pack.game.card_classes, *(layout.name for layout in pack.game.layouts)]
    firsts = [(sort, next(iter(pack.catalog().files([sort]).values()), None)) for sort in sorts]
    firsts.append(("puzzle", next(iter(documents.files(pack.folder, True, PUZZLE_SUFFIX)), None)))
    for kind, path in firsts:
        name = files.name(Path(documents.real(path))) if path is not None else None
        if path is not None and name is not None:
            yield {"kind": kind, "name": name, "title": _titled(path), "about": f"{kind}, {pack.imprint.title}"}


def _titled(path: Path) -> str:
    words = in_words(path.name.partition(".")[0])
    return words[:1].upper() + words[1:]
