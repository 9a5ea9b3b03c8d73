"""The reader and printer of the point at which a game stands: the key ``play`` of positions. Whether it is reachable is
not checked here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tilewright.diagnostics import Diagnostics, did_you_mean, quoted
from tilewright.files.reader import items_at, map_at, maps_at, numbers_at, text_at, texts_at
from tilewright.files.yaml_tree import List, Map, Scalar, YamlNode, inline
from tilewright.source import Source, Span
from tilewright.table.board import parse_pool, split_rows
from tilewright.table.continuation import Continuation, FaceDownPieces, KeyPath, Marked, SavedFrame, SeenInPile
from tilewright.table.game import Game

PLAY = "play"
"""The key of the current point of the game."""


class PlayerNames:
    """The names of the players in a file; unknown names are reported."""

    def __init__(self, names: Sequence[str], diagnostics: Diagnostics) -> None:
        self.names, self._diagnostics = names, diagnostics

    def index(self, name: str | None, span: Span) -> int | None:
        """The index of a player; None if there is no name or it is unknown. In a file without players nothing is
        reported, since that is another error."""
        if name is None or not self.names:
            return None
        if name in self.names:
            return self.names.index(name)
        help = did_you_mean(name, self.names) or "players: " + ", ".join(self.names)
        self._diagnostics.error("TW403", span, f"no player {quoted(name)}", help)
        return None


def read_standing(root: Map, game: Game, seating: PlayerNames, diagnostics: Diagnostics) -> Continuation | None:
    """The current point of the game in a position, if given; errors are reported."""
    owner = map_at(root, PLAY)
    if owner is None:
        return None
    player = _player_at(owner, "turn", seating)
    gone = parse_pool(text_at(owner, "gone") or ".", game)
    if isinstance(gone, list):
        for error in gone:
            diagnostics.error("TW407", owner.entries["gone"].value.span, error.message, error.help)
        return None
    return Continuation(
        player or 0,
        tuple(map(_level, maps_at(owner, "at", 100))) if "at" in owner.entries else None,
        _named(owner),
        tuple(text for text, _ in texts_at(owner, "used")),
        _spent(owner, seating),
        tuple(_marked(one, seating) for one in maps_at(owner, "marks", 100)),
        tuple(_face_down(one, seating) for one in maps_at(owner, "face-down", 100)),
        tuple(stack.up[0] for stack in gone.stacks if stack.up),
        numbers_at(owner, {"draws": "draws"}).get("draws", 0),
        tuple(_seen(one, seating) for one in maps_at(owner, "seen", 100)),
    )


def _spent(owner: Map, seating: PlayerNames) -> dict[int, tuple[str, ...]]:
    found = map_at(owner, "spent")
    known = (
        {} if found is None else {name: seating.index(name, entry.key_span) for name, entry in found.entries.items()}
    )
    return {
        index: tuple(text for text, _ in texts_at(found, name))
        for name, index in known.items()
        if found is not None and index is not None
    }


def _player_at(owner: Map, key: str, seating: PlayerNames) -> int | None:
    name = _text(owner.entries[key].value) if key in owner.entries else None
    return None if name is None else seating.index(name, owner.entries[key].value.span)


def _level(owner: Map) -> SavedFrame:
    numbers = numbers_at(owner, {"statement": "statement", "done": "done"})
    return SavedFrame(
        text_at(owner, "block") or "",
        numbers.get("statement", 0),
        numbers.get("done", 0),
        (_text(owner.entries["of"].value) or "") if "of" in owner.entries else "",
        tuple(text for item in items_at(owner, "left") if (text := _text(item)) is not None),
        _named(owner),
    )


def _named(owner: Map) -> Mapping[str, str | None]:
    found = map_at(owner, "with")
    return {key: _text(entry.value) for key, entry in found.entries.items()} if found else {}


def _marked(owner: Map, seating: PlayerNames) -> Marked:
    place, mark, spaces = (text_at(owner, key) or "" for key in ("place", "mark", "spaces"))
    return Marked(place, _player_at(owner, "of", seating), mark, tuple(spaces.split()))


def _face_down(owner: Map, seating: PlayerNames) -> FaceDownPieces:
    stacks = map_at(owner, "stacks")
    known = {key: (_text(entry.value) or "").split() for key, entry in stacks.entries.items()} if stacks else {}
    return FaceDownPieces(
        text_at(owner, "place") or "",
        _player_at(owner, "of", seating),
        {space: tuple(pieces) for space, pieces in known.items()},
    )


def _seen(one: Map, seating: PlayerNames) -> SeenInPile:
    pieces = (text_at(one, "pieces") or "").split()
    place, player = text_at(one, "place") or "", _player_at(one, "by", seating)
    numbers = tuple(int(piece) for piece in pieces if piece.isdecimal())
    return SeenInPile(place, _player_at(one, "of", seating), player or 0, numbers)


def _text(node: YamlNode) -> str | None:
    value = node.value if isinstance(node, Scalar) else None
    return None if value is None else str(value)


def standing_span(source: Source, root: Map, where: KeyPath) -> Span:
    """The span of a part of the current point of the game, or of its table, or of the nearest enclosing part.

    A number after the name of a board is the index of a space in row-major order.
    """
    on_table = bool(where) and where[0] in root.entries
    entry = root.entries[str(where[0]) if on_table else PLAY]
    span, node = entry.key_span, entry.value
    for step in where[on_table:]:
        if isinstance(node, Map) and step in node.entries:
            entry = node.entries[str(step)]
            node = entry.value
            span = node.span if isinstance(node, Scalar) else entry.key_span
        elif isinstance(node, List) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
            span = node.span
        elif isinstance(node, Scalar) and isinstance(step, int):
            words = [word for row in word_spans(source, node.span, split_rows(str(node.value))) for word in row]
            span = words[step] if step < len(words) else span
    return span


# ------------------------------------------------------------------ printing


def standing_lines(standing: Continuation, names: Sequence[str]) -> Iterator[str]:
    """The lines of a position for the current point of the game."""
    yield f"{PLAY}:"
    yield f"  turn: {inline(names[standing.player])}"
    if standing.at is not None:
        yield "  at:"
        yield from (f"    - {inline(_level_map(level))}" for level in standing.at)
    if standing.named:
        yield f"  with: {inline(_plain_names(standing.named))}"
    if standing.used:
        yield f"  used: {inline(list(standing.used))}"
    if standing.spent:
        yield f"  spent: {inline({names[player]: list(spent) for player, spent in standing.spent.items()})}"
    yield from _list("marks", (_mark_map(marked, names) for marked in standing.marks))
    yield from _list("face-down", (_face_down_map(known, names) for known in standing.face_down))
    yield from _list("seen", (_seen_map(seen, names) for seen in standing.seen))
    if standing.gone:
        yield f"  gone: {inline(' '.join(standing.gone))}"
    if standing.draws:
        yield f"  draws: {standing.draws}"


def _list(key: str, maps: Iterator[dict[str, object]]) -> Iterator[str]:
    lines = [f"    - {inline(one)}" for one in maps]
    if lines:
        yield from (f"  {key}:", *lines)


def _level_map(level: SavedFrame) -> dict[str, object]:
    found: dict[str, object] = {"block": level.block} if level.block else {}
    found["statement"] = level.statement
    if level.done:
        found["done"] = level.done
    if level.of:
        found["of"] = _plain(level.of)
    if level.left:
        found["left"] = [_plain(text) for text in level.left]
    if level.named:
        found["with"] = _plain_names(level.named)
    return found


def _plain_names(named: Mapping[str, str | None]) -> dict[str, object]:
    return {word: None if text is None else _plain(text) for word, text in named.items()}


def _plain(text: str) -> str | int:
    """An integer if the text is one, so that it is printed without quotes."""
    return int(text) if text.isdecimal() and str(int(text)) == text else text


def _owned(place: str, owner: int | None, names: Sequence[str]) -> dict[str, object]:
    found: dict[str, object] = {"place": place}
    return found if owner is None else {**found, "of": names[owner]}


def _mark_map(marked: Marked, names: Sequence[str]) -> dict[str, object]:
    return _owned(marked.place, marked.owner, names) | {"mark": marked.mark, "spaces": " ".join(marked.spaces)}


def _face_down_map(known: FaceDownPieces, names: Sequence[str]) -> dict[str, object]:
    found = _owned(known.place, known.owner, names)
    found["stacks"] = {space: " ".join(pieces) for space, pieces in known.stacks.items()}
    return found


def _seen_map(seen: SeenInPile, names: Sequence[str]) -> dict[str, object]:
    by = {"by": names[seen.player], "pieces": " ".join(map(str, seen.pieces))}
    return _owned(seen.place, seen.owner, names) | by


# The first line of a block scalar contains no text.
_BLOCK_HEADER = re.compile(r"(!\S*\s+)?[|>][^\n]*\n")


def word_spans(source: Source, span: Span, rows: Sequence[Sequence[str]]) -> list[list[Span]]:
    """The span of each word of a board, row by row.

    `span` is that of the YAML value. A word written with escapes is not found; it gets the span of the value.
    """
    header = _BLOCK_HEADER.match(source.text, span.start, span.end)
    cursor = header.end() if header else span.start
    found = []
    for row in rows:
        spans = []
        for word in row:
            start = source.text.find(word, cursor, span.end)
            spans.append(Span(start, start + len(word)) if start >= 0 else span)
            cursor = max(cursor, start + len(word))
        found.append(spans)
    return found
