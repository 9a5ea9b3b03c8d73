"""Readers of positions and puzzles, which report all errors in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, cast

from tilewright.diagnostics import Diagnostics, did_you_mean, quoted
from tilewright.files.reader import (
    FileKind,
    Ids,
    Reader,
    line_at,
    map_at,
    maps_at,
    numbers_at,
    open_document,
    schema_of,
    text_at,
    texts_at,
    unwrapped,
)
from tilewright.files.schema import check_structure, first_key, structure, words_of
from tilewright.files.standings import PlayerNames, read_standing, word_spans
from tilewright.files.yaml_tree import MAX_PROBLEMS, List, Map, Scalar, embedded_at, plain, read_tree
from tilewright.source import Source, Span
from tilewright.table.board import (
    Board,
    NotationError,
    Stack,
    parse_board,
    parse_pool,
    parse_stack,
    pool_of,
    split_rows,
)
from tilewright.table.game import SEAT, Game
from tilewright.table.goal import FORMS, LEAST, MOST, POOL_FORMS, TURNS_FORMS, Goal, parse_goal
from tilewright.table.position import DRAWS, FigureStanding, Invalid, Player, Position, Puzzle, Spot, moves_of
from tilewright.table.puzzles import MapPuzzle, MovesPuzzle, PoolPuzzle, TurnsPuzzle

OWN_CARDS = "own-cards"
"""The key of the cards contained in a puzzle, as text in the language."""
ATTEMPT = "attempt"
"""The key of a board that a solver of the puzzle has filled in."""

FIGURES = "figures"
"""The key of the figures on patches."""
FIRST_TILE = "first-tile"
"""The key of the tile at the origin of the coordinates of a board that grows."""
_PLACE = re.compile(r"(?P<row>[1-9][0-9]?),(?P<column>[1-9][0-9]?)")
_FIGURE = re.compile(r"(?P<name>\S+)(?: of (?P<owner>.+))? on (?P<patch>-?\d+,-?\d+ \S+)")


Linker = Callable[[Sequence[str], int], Game]
"""Instantiates cards, given by id, in a game for a number of players: the result has their pieces."""


def read_position(
    source: Source, game: Game, diagnostics: Diagnostics, ids: Ids | None = None, linker: Linker | None = None
) -> Position | None:
    """Read a position of a game; None if it has errors, which are reported.

    Ids of cards that are not in `ids` are errors. In games whose cards lie at places, the position belongs to the
    game that `linker` returns, which has the pieces of these cards.
    """
    reader = TableReader(source, game, diagnostics, ids, linker)
    opened = reader.with_position("position")
    if opened is None:
        return None
    root, position = opened
    reader.report(position.status(), root, maps_at(root, "players"))
    return None if diagnostics.has_errors else position


def read_turns_puzzle(
    source: Source, game: Game, diagnostics: Diagnostics, ids: Ids | None = None, linker: Linker | None = None
) -> TurnsPuzzle | None:
    """Read a puzzle about turns, like `read_position`. The solution is not checked here."""
    reader = TableReader(source, game, diagnostics, ids, linker)
    opened = reader.with_position("puzzle", "puzzle-turns")
    draws = None if opened is None else reader.pieces(opened[0], DRAWS)
    if opened is None or draws is None:
        return None
    root, position = opened
    turns = numbers_at(root, {"turns": "turns"}).get("turns", 1)
    solution = tuple(moves_of(text) for text, _ in texts_at(root, "solution"))
    goal = reader.goal(root, position.cards, TURNS_FORMS)
    own = reader.own_cards(root)
    others = text_at(root, "others") or "pass"
    puzzle = TurnsPuzzle(
        line_at(root, "title", ""),
        replace(position, draws=draws if DRAWS in root.entries else None),
        turns,
        _expectation(root),
        solution,
        others,
        goal or MOST,
        own,
        unwrapped(root, "worth"),
    )
    reader.report(puzzle.status(), root, maps_at(root, "players"))
    most = 2 if puzzle.answered else turns
    if len(solution) > most:
        where = root.entries["solution"].key_span
        diagnostics.error("TW404", where, f"'solution' has more than {most} turns", "remove the others")
    return None if diagnostics.has_errors else puzzle


def read_moves_puzzle(
    source: Source, game: Game, diagnostics: Diagnostics, ids: Ids | None = None, linker: Linker | None = None
) -> MovesPuzzle | None:
    """Read a puzzle about moves, like `read_position`. Its moves and worth are not checked here."""
    reader = TableReader(source, game, diagnostics, ids, linker)
    opened = reader.with_position("puzzle", "puzzle-moves")
    if opened is None:
        return None
    root, position = opened
    own = reader.own_cards(root)
    reader.report(position.status(), root, maps_at(root, "players"))
    if diagnostics.has_errors:
        return None
    return MovesPuzzle(
        line_at(root, "title", ""),
        position,
        unwrapped(root, "worth"),
        moves_of(text_at(root, "after") or ""),
        moves_of(text_at(root, "solution") or ""),
        _expectation(root),
        own,
    )


def read_pool_puzzle(
    source: Source, game: Game, diagnostics: Diagnostics, ids: Ids | None = None, linker: Linker | None = None
) -> PoolPuzzle | None:
    """Read a puzzle over a pool, like `read_position`. Its expressions are not checked here."""
    reader = TableReader(source, game, diagnostics, ids, linker)
    opened = reader.with_position("puzzle", "puzzle-pool")
    if opened is None:
        return None
    root, position = opened
    reader.report(position.status(), root, maps_at(root, "players"))
    if diagnostics.has_errors:
        return None
    turn, own = embedded_at(source, root, "turn", diagnostics), reader.own_cards(root)
    goal = reader.goal(root, position.cards, POOL_FORMS) if "goal" in root.entries else LEAST
    pool = text_at(root, "open") or ""
    reader.open_pool(pool, root.entries["open"].value.span, position)
    if diagnostics.has_errors or turn is None or goal is None:
        return None
    return PoolPuzzle(
        line_at(root, "title", ""),
        position,
        pool,
        turn,
        unwrapped(root, "where"),
        unwrapped(root, "measure"),
        goal,
        numbers_at(root, {"at-most": "at-most"}).get("at-most"),
        _expectation(root),
        own,
    )


def read_map_puzzle(
    source: Source, game: Game, diagnostics: Diagnostics, ids: Ids | None = None, linker: Linker | None = None
) -> MapPuzzle | None:
    """Read a puzzle about a map, like `read_position`. Its worth is not checked here."""
    reader = TableReader(source, game, diagnostics, ids, linker)
    opened = reader.with_position("puzzle", "puzzle-map")
    if opened is None:
        return None
    root, position = opened
    own = reader.own_cards(root)
    tiles = reader.pieces(root, reader.game.plural(reader.game.piece))
    reader.report(position.status(), root, maps_at(root, "players"))
    if tiles is None or diagnostics.has_errors:
        return None
    return MapPuzzle(
        line_at(root, "title", ""),
        position,
        unwrapped(root, "worth"),
        tiles,
        tuple(text for text, _ in texts_at(root, "solution")),
        _expectation(root),
        own,
    )


def kind_of_puzzle(source: Source) -> str:
    """The value of ``kind`` in a puzzle, such as ``turns``."""
    tree = read_tree(source, Diagnostics(source))
    return (text_at(tree, "kind") or "") if isinstance(tree, Map) else ""


def read_puzzle(source: Source, game: Game, diagnostics: Diagnostics, ids: Ids | None = None) -> Puzzle | None:
    """Read a puzzle of a game, like `read_position`."""
    reader = TableReader(source, game, diagnostics, ids)
    root = reader.open("puzzle")
    if root is None:
        return None
    cards = reader.cards(root)
    reader.parts(root, cards)
    neighbors = maps_at(root, "players")
    board = reader.board(root, game.own_place.name)
    pieces = reader.pieces(root, game.plural(game.piece))
    goal = reader.goal(root, cards)
    attempt = reader.board(root, ATTEMPT)
    own = reader.own_cards(root)
    players = reader.players(neighbors, 2)
    if board is None or pieces is None or goal is None or len(players) < len(neighbors):
        return None
    caps = {cap.name: game.plural(cap.name) for cap in game.caps}
    added = {counter.name: counter.written for counter in game.counters if counter.cap is None}
    puzzle = Puzzle(
        game,
        line_at(root, "title", ""),
        board,
        cards,
        pieces,
        numbers_at(root, caps),
        numbers_at(root, added, least_of(game)),
        _expectation(root),
        players,
        goal,
        own,
        attempt,
    )
    reader.report(puzzle.status(), root, [root, *neighbors])
    return None if diagnostics.has_errors else puzzle


def least_of(game: Game) -> dict[str, int]:
    """The least value of each counter."""
    return {counter.name: counter.least for counter in game.counters}


def check_keys(source: Source, kind: FileKind, game: Game, diagnostics: Diagnostics) -> None:
    """Check only the keys of a file and the types of their values, with the words of a game."""
    root = open_document(source, kind, diagnostics)
    if root is not None:
        check_structure(root, structure(schema_of(root, kind), words_of(game)), diagnostics)


class TableReader(Reader):
    """A reader of files that contain boards."""

    def __init__(
        self,
        source: Source,
        game: Game,
        diagnostics: Diagnostics,
        ids: Ids | None = None,
        linker: Linker | None = None,
    ) -> None:
        super().__init__(source, game, diagnostics, ids)
        self._linker = linker

    def with_position(self, kind: FileKind, schema: str = "") -> tuple[Map, Position] | None:
        """The root of the file with the position that it describes; None if it has errors."""
        root = self.open(kind, schema)
        position = None if root is None else self.position(root, self.cards(root))
        return None if root is None or position is None else (root, position)

    def own_cards(self, root: Map) -> str:
        """The cards contained in a puzzle, as the text of a file; "" if there are none."""
        own = embedded_at(self.source, root, OWN_CARDS, self.diagnostics)
        return own.text.strip("\n") + "\n" if own else ""

    def position(self, root: Map, cards: tuple[str, ...]) -> Position | None:
        """The players and boards of a position with these cards; None if a board cannot be read."""
        if self._linker is not None:
            self.game = self._linker(cards, len(maps_at(root, "players")))
        owners = maps_at(root, "players")
        seating = PlayerNames(
            [line_at(owner, "name", "") for owner in owners], self.diagnostics
        )  # whatever their boards are
        players = self._with_shared(root, self.players(owners, 1), seating)
        names = [board.name for board in self.game.boards if not board.each_player and board.name in root.entries]
        boards = {name: board for name in names if (board := self.board(root, name)) is not None}
        standing = read_standing(root, self.game, seating, self.diagnostics)
        figures = self._figures(root, seating)
        if not players or len(boards) < len(names):
            return None
        first = _PLACE.fullmatch(text_at(root, FIRST_TILE) or "")  # the schema reports what is not a coordinate
        known = None if first is None else (int(first["row"]), int(first["column"]))
        return Position(self.game, players, cards, boards, standing, figures, known)

    def _figures(self, root: Map, seating: PlayerNames) -> tuple[FigureStanding, ...]:
        """The figures on patches; errors are reported."""
        found = []
        for text, span in texts_at(root, FIGURES):
            read = _FIGURE.fullmatch(text)
            if read is None or read["name"] not in {cap.name for cap in self.game.caps}:
                known = " or ".join(cap.name for cap in self.game.caps) or "none"
                help = f"write 'FIGURE of PLAYER on ROW,COLUMN AREA'; figures: {known}"
                self.diagnostics.error("TW407", span, f"{quoted(text)} is not a figure on a patch", help)
                continue
            found.append(FigureStanding(read["name"], seating.index(read["owner"], span), read["patch"]))
        return tuple(found)

    def _with_shared(self, root: Map, players: tuple[Player, ...], seating: PlayerNames) -> tuple[Player, ...]:
        """The players with the counters of the table and the roles."""
        shared: dict[str, int] = {}
        for name in self.game.table_counters:
            value = root.entries[name].value if name in root.entries else None
            if isinstance(value, Scalar) and isinstance(value.value, int):
                shared[name] = value.value
        holders = {name: text for name in self.game.roles if (text := text_at(root, name)) is not None}
        has = {name: seating.index(text, root.entries[name].value.span) for name, text in holders.items()}
        return tuple(
            replace(
                player, counters={**player.counters, **shared, **{name: int(i == who) for name, who in has.items()}}
            )
            for i, player in enumerate(players)
        )

    def parts(self, root: Map, cards: Sequence[str]) -> None:
        """Check that the expected points of a puzzle name existing parts of the score."""
        expect = map_at(root, "expect")
        parts = map_at(expect, "parts") if expect else None
        if parts is not None and self._cards_are_named(root):
            self._known_parts({name: entry.key_span for name, entry in parts.entries.items()}, cards)

    def goal(self, root: Map, cards: Sequence[str], forms: str = FORMS) -> Goal | None:
        """The goal of a puzzle, by default the most points; None if it is not one of these forms."""
        entry = root.entries.get("goal")
        if entry is None:
            return MOST
        goal = parse_goal(text_at(root, "goal") or "", forms)
        if goal is None:
            plain = re.sub(r" ?\b(?:score|points?|pts)\b ?", "", text_at(root, "goal") or "").strip()
            help = f"write 'goal: {plain}'" if plain and parse_goal(plain, forms) else f"forms: {forms}"
            self.diagnostics.error("TW404", entry.value.span, "'goal' is not in the right form", help)
            return None
        if self._cards_are_named(root):
            self._known_parts({name: entry.value.span for name, _ in goal.parts}, cards)
        return goal

    def _cards_are_named(self, root: Map) -> bool:
        """Whether the cards are a list, so that the parts of the score are known."""
        entry = root.entries.get("cards")
        return entry is not None and isinstance(entry.value, List)

    def _known_parts(self, names: Mapping[str, Span], cards: Sequence[str]) -> None:
        """Report names that are not parts of the score."""
        known = [*(part.name for part in self.game.parts), *cards]
        meant = {card.lower() for card in cards}  # ids with capitals are reported where they are named
        unknown = [name for name in names if name not in known and name not in meant]
        for name in unknown[:MAX_PROBLEMS]:
            help = did_you_mean(name, known) or "known parts: " + ", ".join(known)
            self.diagnostics.error("TW403", names[name], f"the score has no part {quoted(name)}", help)

    def open_pool(self, name: str, where: Span, position: Position) -> None:
        """Check that a name is that of a pool of each player, and that the first player's is empty."""
        pools = [board.name for board in self.game.boards if board.pool and board.each_player and not board.of_patches]
        if name not in pools:
            help = did_you_mean(name, pools) or "pools of each player: " + (", ".join(pools) or "none")
            self.diagnostics.error("TW404", where, f"{quoted(name)} is not a pool of each player", help)
            return
        first = position.players[0]
        lying = first.board if name == self.game.own_place.name else first.pools.get(name)
        if lying is not None and lying.stacks:
            message = f"{first.name} has pieces in the {name}, whose contents are the question"
            self.diagnostics.error("TW404", where, message, f"write '{name}: .'")

    def players(self, owners: Sequence[Map], first: int) -> tuple[Player, ...]:
        """All players; empty if a board of one cannot be read."""
        written = {counter.name: counter.written for counter in self.game.counters}
        written |= {answer: answer for answer, pool in self.game.answers.items() if not pool}
        place = self.game.own_place
        boards = [pool_of(()) if place == SEAT else self.board(owner, place.name) for owner in owners]
        pools = [self._pools(owner) for owner in owners]
        return tuple(
            Player(
                line_at(owner, "name", f"player {i}"),
                board,
                numbers_at(owner, written, least_of(self.game)) | self._chosen(owner),
                own,
            )
            for i, (owner, board, own) in enumerate(zip(owners, boards, pools, strict=True), first)
            if board is not None and None not in boards
        )

    def _chosen(self, owner: Map) -> dict[str, int]:
        """The pieces that a player has chosen in secret, numbered as by `build.shown`."""
        found = dict[str, int]()
        for name, pool in self.game.answers.items():
            entry = owner.entries.get(name) if pool else None
            if entry is None or not isinstance(entry.value, Scalar):
                continue
            code, place = str(entry.value.value), self.game.boards_by_name[pool]
            held = (kind for kind in self.game.kinds if place.keeps(self.game.sort_of_kind[kind.index].name))
            kinds = {kind.code: kind.index + 1 for kind in held}
            if code in kinds:
                found[name] = kinds[code]
            else:
                help = did_you_mean(code, kinds) or f"known codes: {', '.join(list(kinds)[:8])}"
                self.diagnostics.error("TW407", entry.value.span, f"{quoted(code)} is not the code of a piece", help)
        return found

    def _pools(self, owner: Map) -> dict[str, Board]:
        """The contents of a player's named pools, except the main one."""
        read = {pool.name: self.board(owner, pool.name) for pool in self.game.own_pools if pool.name in owner.entries}
        return {name: board for name, board in read.items() if board is not None}

    def board(self, owner: Map, key: str) -> Board | None:
        """A board; reports each word that cannot be read."""
        text = text_at(owner, key)
        if text is None:
            return None
        entry = owner.entries[key]
        if _folded(self.source.slice(entry.value.span), text):
            message, help = "the rows run together into one", f"write '|' after '{key}:'"
            self.diagnostics.error("TW407", entry.key_span, message, help)
            return None
        place = self.game.boards_by_name.get(key, self.game.own_place)
        board = parse_pool(text, self.game) if place.pool else parse_board(text, self.game, place)
        if isinstance(board, Board):
            return board
        rows = [text.split()] if place.pool else split_rows(text)
        words = word_spans(self.source, entry.value.span, rows)
        for error in board:
            where = words[error.row][error.column] if any(rows) else entry.key_span
            self.diagnostics.error("TW407", where, error.message, _advice(error, rows))
        return None

    def pieces(self, root: Map, key: str) -> tuple[str, ...] | None:
        """The codes in a list of pieces; None if one is unknown."""
        found = texts_at(root, key)
        unknown = [pair for pair in found if pair[0] not in self.game.by_code or self.game.by_code[pair[0]].covers]
        for code, span in unknown[:MAX_PROBLEMS]:
            only = f"{quoted(code)} is not the code of one {self.game.piece}"
            read = parse_stack(code, self.game) if code.split() == [code] else Stack()
            message, help = (only, "for example " + self.game.kinds[0].code) if isinstance(read, Stack) else read
            self.diagnostics.error("TW407", span, message, help)
        return None if unknown else tuple(code for code, _ in found)

    def report(self, reasons: Iterable[Invalid], root: Map, owners: Sequence[Map]) -> None:
        """Report the reasons why the content is impossible, each at its span."""
        for reason in islice(reasons, MAX_PROBLEMS):
            spot = reason.spot
            owner = root if spot.player is None else owners[spot.player]
            self.diagnostics.error(reason.code, self.place(owner, spot), reason.message, reason.help)

    def place(self, owner: Map, spot: Spot) -> Span:
        """The span of a spot: a word of a board, an item of a list, or a key."""
        entry = owner.entries.get(spot.key)
        if entry is None:
            return first_key(owner)
        if spot.part is None:
            return entry.key_span
        if isinstance(entry.value, List):
            return entry.value.items[spot.part].span
        rows = split_rows(text_at(owner, spot.key) or "")
        spans = word_spans(self.source, entry.value.span, rows)
        found = [
            (word, span) for row, own in zip(rows, spans, strict=True) for word, span in zip(row, own, strict=True)
        ]
        place = self.game.boards_by_name.get(spot.key)
        if place is not None and place.pool:
            return [span for word, span in found for _ in range(self._pieces_of(word))][spot.part]
        return found[spot.part][1]

    def _pieces_of(self, word: str) -> int:
        """The number of pieces that a word of a pool stands for, such as `9R`."""
        read = parse_pool(word, self.game)
        return len(read.stacks) if isinstance(read, Board) else 1


def _folded(written: str, text: str) -> bool:
    """Whether rows on several lines were joined by YAML, which folds text without ``|``."""
    return "\n" in written and "\n" not in text.strip() and "|" not in text and written[0] != "|"


def _advice(error: NotationError, rows: list[list[str]]) -> str:
    """The help for a word that cannot be read, or for a row of a different length."""
    if error.word == "-":
        return "write '.' for an empty space"
    if not error.word and rows:
        row, extra = rows[error.row], len(rows[error.row]) - len(rows[0])
        if extra > 0:
            return f"remove {extra}"
        high = next((word for word in row if len(word) > 1 and word.isdigit()), "")
        if high:
            return f"{error.help}; '{high}' is one stack of {high}"
    return error.help


def _expectation(root: Map) -> dict[str, object]:
    found = map_at(root, "expect")
    expected = cast(dict[str, Any], plain(found)) if found else {}
    return {key: value == "true" if key == "unique" else value for key, value in expected.items()}
