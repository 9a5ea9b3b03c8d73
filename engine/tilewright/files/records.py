"""The reader and printer of records of games. Whether the moves are legal is not checked here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilewright.diagnostics import Diagnostics, did_you_mean, quoted
from tilewright.files.positions import Linker, TableReader
from tilewright.files.printing import on_the_table
from tilewright.files.reader import (
    Ids,
    Reader,
    items_at,
    map_at,
    maps_at,
    numbers_at,
    text_at,
    texts_at,
)
from tilewright.files.schema import needed_keys, published, words_of
from tilewright.files.yaml_tree import MAX_PROBLEMS, Map, MapEntry, Scalar, YamlNode, block, inline, read_tree
from tilewright.source import MAX_BYTES, Source, Span
from tilewright.table.game import Game, spanned
from tilewright.table.position import Position, Record, Result, Turn, moves_of

START = "start"
"""The key of the position in which a game began."""
MOST_TURNS = 2000
"""The largest number of turns, as in the schema."""
MOST_MOVES = 5000
"""The largest number of moves in all: each of them is replayed."""
MOST_LETTERS = 2000
"""The largest number of characters in the moves of a turn, as in the schema."""


def read_record(
    source: Source, game: Game, diagnostics: Diagnostics, ids: Ids | None = None, linker: Linker | None = None
) -> Record | None:
    """Read a record of a game; None if it has errors, which are reported.

    Ids of cards and layouts that are not in `ids` are errors; for `linker`, see `read_position`.
    """
    reader = _RecordReader(source, game, diagnostics, ids)
    root = reader.open("record")
    if root is None:
        return None
    cards = reader.cards(root)
    start_map = map_at(root, START)
    layouts = reader.layouts(root)
    names = reader.players(root)
    start = None if start_map is None else reader.start(start_map, cards, names, linker)
    turns, result = reader.turns(root, names), reader.result(root, names)
    seed = numbers_at(root, {"seed": "seed"}).get("seed", 0)
    if diagnostics.has_errors:
        return None
    return Record(game.id, cards, names, layouts, seed, turns, result, start)


class _RecordReader(Reader):
    """The reader of the parts that only records have."""

    def layouts(self, root: Map) -> dict[str, str]:
        """The ids of layouts by board; a game that began with a position has none."""
        boards, found = words_of(self.game).layouts, {}
        if START not in root.entries:
            needed_keys(root, boards, published("record-1")["$defs"]["layout"], self.diagnostics)
        for board in boards:
            id = text_at(root, board)
            if id is None:
                continue
            found[board] = id
            self.look_up([(id, root.entries[board].value.span)], (board,))
            if START in root.entries:
                message = f"'{START}' gives what is on the {board}, so no layout is built there"
                self.diagnostics.error("TW404", root.entries[board].key_span, message, "leave one of the two out")
        return found

    def start(
        self, found: Map, cards: tuple[str, ...], names: tuple[str, ...], linker: Linker | None
    ) -> Position | None:
        """The position in which the game began, with the players of the record."""
        needed_keys(found, words_of(self.game).layouts, published("record-1")["$defs"]["board"], self.diagnostics)
        reader = TableReader(self.source, self.game, self.diagnostics, linker=linker)
        position = reader.position(found, cards)
        if position is None:
            return None
        reader.report(position.status(), found, maps_at(found, "players"))
        there = tuple(player.name for player in position.players)
        if names and there != names:
            message = f"the players of '{START}' are {', '.join(there)}, not {', '.join(names)}"
            self.diagnostics.error("TW404", found.entries["players"].key_span, message, "name the same players twice")
        return position

    def players(self, root: Map) -> tuple[str, ...]:
        """The names of the players."""
        found = texts_at(root, "players")
        low, high = self.game.players
        if found and not low <= len(found) <= high:
            message = f"{len(found)} players; the game is for {spanned(low, high)}"
            help = "add a player" if len(found) < low else "remove a player"
            self.diagnostics.error("TW411", root.entries["players"].key_span, message, help)
        return tuple(name.rstrip("\n") for name, _ in found)

    def turns(self, root: Map, names: tuple[str, ...]) -> tuple[Turn, ...]:
        """The turns with a known player."""
        found = []
        for name, entry in _turns(root):
            if self.known(name, names, entry.key_span) and isinstance(entry.value, Scalar):
                found.append(Turn(names.index(name), moves_of(str(entry.value.value or ""))))
        if sum(len(turn.moves) for turn in found) > MOST_MOVES:
            where = root.entries["turns"].key_span
            self.diagnostics.error("TW404", where, f"'turns' has more than {MOST_MOVES} moves", "record a shorter game")
        return tuple(found)

    def result(self, root: Map, names: tuple[str, ...]) -> Result | None:
        """The result of the game, if the record has one; every player must have a score."""
        found = map_at(root, "result")
        scores = map_at(found, "scores") if found else None
        if found is None or scores is None:
            return None
        for name, score in list(scores.entries.items())[:MAX_PROBLEMS]:
            self.known(name, names, score.key_span)
        winners = texts_at(found, "winners")
        for name, span in winners[:MAX_PROBLEMS]:
            self.known(name, names, span)
        missing = [name for name in names if name not in scores.entries]
        if missing:
            self.diagnostics.error(
                "TW404",
                found.entries["scores"].key_span,
                f"no score for {', '.join(missing)}",
                "write `NAME: POINTS` for each player",
            )
        values = [entry.value for name in names if (entry := scores.entries.get(name))]
        points = [node.value for node in values if isinstance(node, Scalar)]
        totals = tuple(value for value in points if isinstance(value, int))
        return Result(totals, tuple(name for name, _ in winners))

    def known(self, name: str, names: tuple[str, ...], span: Span) -> bool:
        """Whether a player has this name; otherwise it is reported."""
        if name in names or not names:
            return name in names
        help = did_you_mean(name, names) or "players: " + ", ".join(names)
        self.diagnostics.error("TW403", span, f"no player {quoted(name)}", help)
        return False


def _turns(root: Map) -> Iterator[tuple[str, MapEntry]]:
    """The player's name and the moves of each turn."""
    for item in items_at(root, "turns", MOST_TURNS):
        if isinstance(item, Map):
            yield from list(item.entries.items())[:1]


# ------------------------------------------------------------------ places


def place_of(source: Source, turn: int | None, move: int | None = None, part: str = "") -> Span:
    """The span of a move or the player of a turn, or of a part of the result, in a valid record."""
    root = read_tree(source, Diagnostics(source))
    assert isinstance(root, Map)
    if turn is None:
        result = map_at(root, "result")
        written = result.entries.get(part) if result else None
        return (written or root.entries["result"]).key_span
    _, entry = list(_turns(root))[turn]
    return entry.key_span if move is None else _move_span(source, entry.value, move)


def _move_span(source: Source, turn: YamlNode, move: int) -> Span:
    """The span of a move within the text of a turn; the whole text if it contains escapes."""
    assert isinstance(turn, Scalar)
    span = turn.span
    start = end = span.start
    for text in moves_of(str(turn.value))[: move + 1]:
        words = r"\s+".join(map(re.escape, text.split()))
        found = re.compile(words).search(source.text, end, span.end)
        if found is None:
            return span
        start, end = found.span()
    return Span(start, end)


# ------------------------------------------------------------------ printing


def print_record(record: Record) -> str:
    """The YAML text of a record. Reading it returns an equal record."""
    lines = [
        "tilewright: record/1",
        f"game: {inline(record.game)}",
        f"cards: {inline(list(record.cards))}",
        f"players: {inline(list(record.players))}",
        *(f"{board}: {inline(id)}" for board, id in record.layouts.items()),
        f"seed: {record.seed}",
        *(() if record.start is None else (f"{START}:", *(f"  {line}" for line in on_the_table(record.start)))),
        "turns:" if record.turns else "turns: []",
        *(_turn(turn, record.players[turn.player]) for turn in record.turns),
    ]
    if record.result is not None:
        scores = dict(zip(record.players, record.result.scores, strict=True))
        lines += ["result:", f"  scores: {inline(scores)}", f"  winners: {inline(list(record.result.winners))}"]
    return "\n".join(lines) + "\n"


def _turn(turn: Turn, name: str) -> str:
    if not turn.moves:
        return f"  - {inline(name)}:"
    return "  " + block([{name: "; ".join(turn.moves)}])


def too_long(record: Record, text: str) -> bool:
    """Whether a record exceeds the limits of the reader; `text` is its printed form."""
    return (
        len(record.turns) > MOST_TURNS
        or sum(len(turn.moves) for turn in record.turns) > MOST_MOVES
        or any(len("; ".join(turn.moves)) > MOST_LETTERS for turn in record.turns)
        or len(text.encode()) > MAX_BYTES
    )
