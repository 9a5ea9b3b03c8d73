"""Checks of the declarations in a game file, line by line: unique and allowed names, and ranges of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.check import vocabulary as words
from tilewright.diagnostics import Diagnostics, did_you_mean
from tilewright.source import Span
from tilewright.syntax import ast, game_ast
from tilewright.syntax.words import VERBS
from tilewright.table.board import MAX_HEIGHT, MAX_SIDE
from tilewright.table.game import OWNER
from tilewright.table.geometry import LINES

_RESERVED = frozenset(
    {
        *words.KEYWORDS,
        *words.SPACE_ADJECTIVES,
        *words.REGION_WORDS,
        *words.NEIGHBOR_ADJECTIVES,
        *words.PLAYER_WORDS,
        *words.PLAYER_ADJECTIVES,
        *words.MEASURES,
        *LINES,
        *(adjective for named in words.NAMED_LINES.values() for adjective in named),
        *words.SYMMETRIES,
        *(adjective for known in words.SYMMETRIES.values() for adjective in known),
        "space",
        "stack",
        "neighbor",
        "group",
        "run",
        "random",
    }
)
_OF_OWNED = frozenset({*words.OWNED, OWNER})
"""Words reserved in games with pieces that belong to players."""
_VERBS_TAKEN = frozenset({*VERBS, *words.KEYWORDS, "do", "now", "may", "fill", "shuffle", "look", "option"})
_FILE_KEYS = ("tilewright", "game", "cards", "players", "name", "title", "kind", "expect")
_ONCE = (
    ast.Players,
    game_ast.PlaceRule,
    game_ast.Identity,
    game_ast.CapSign,
    game_ast.Copies,
    game_ast.Owner,
    game_ast.Size,
    game_ast.Sizes,
    game_ast.LayoutHeights,
    game_ast.LayoutTotal,
    game_ast.Pool,
    game_ast.Hidden,
    game_ast.Holds,
    game_ast.Sides,
    game_ast.AnyTurn,
)


def check_declarations(node: game_ast.Game, diagnostics: Diagnostics) -> None:
    """Report duplicate and reserved names (TW105, TW111) and invalid numbers (TW113)."""
    _Declarations(node, diagnostics).check()


class _Declarations:
    def __init__(self, node: game_ast.Game, diagnostics: Diagnostics) -> None:
        self.node = node
        self.diagnostics = diagnostics

    def check(self) -> None:
        parts = (member.name for member in self.node.members if isinstance(member, game_ast.Part))
        pieces = (member for member in self.node.members if isinstance(member, game_ast.Piece))
        owned = any(isinstance(line, game_ast.Owner) for piece in pieces for line in piece.members)
        reserved = _RESERVED | _OF_OWNED if owned else _RESERVED
        self._names(_rule_words(self.node), reserved, "a word of the language")
        self._names(_callable_words(self.node), _VERBS_TAKEN, "a word of the language")
        self._names(_classes(self.node), ("game",), "a word of the language")
        self._names(_keys(self.node), _FILE_KEYS, "a key of every file")
        self._names(((name, "") for name in parts), (), "")
        for block in (self.node, *self.node.members):
            self._once(getattr(block, "members", ()))
        self._signs()
        self._pools()
        self._references()
        for member in self.node.members:
            self._member(member)

    def _lines(self) -> Iterator[ast.SyntaxNode]:
        """The lines in the blocks of the game."""
        return (line for member in self.node.members for line in getattr(member, "members", ()))

    def _signs(self) -> None:
        signs: set[str] = set()
        for line in self._lines():
            if isinstance(line, game_ast.CapSign):
                if line.sign in signs:
                    self._twice(line.span, f"the sign {line.sign}", "choose another sign")
                signs.add(line.sign)

    def _pools(self) -> None:
        """Report a size, or anything about floors, in a pool."""
        boards = [member for member in self.node.members if isinstance(member, game_ast.Board)]
        pools = [board for board in boards if any(isinstance(line, game_ast.Pool) for line in board.members)]
        for line in (line for pool in pools for line in pool.members):
            if isinstance(line, (game_ast.Size, game_ast.Sizes)):
                self._wrong(line.span, "a pool has no size", "leave it out")
            elif isinstance(line, game_ast.Hidden):
                self._wrong(line.span, "pieces in a pool are not stacked", "leave it out")

    def _references(self) -> None:
        """Report words that must be declared elsewhere in the file."""
        caps = [member.name.text for member in self.node.members if isinstance(member, game_ast.Cap)]
        counters = [member for member in self.node.members if isinstance(member, game_ast.Counter)]
        stocks = [counter.name.text for counter in counters if counter.copies is not None]
        for counter in counters:
            if counter.counted is None:
                continue
            if counter.copies is not None:
                self._wrong(counter.span, "there are as many as there are pieces to count", "leave out 'copies'")
            elif counter.counted.text not in (*caps, *stocks):
                self._undeclared(counter.counted, "cap", [*caps, *stocks])
        plurals = [line for line in self._lines() if isinstance(line, game_ast.Plural)]
        words = {word.text for word, _ in _rule_words(self.node)} - {line.plural.text for line in plurals}
        for line in plurals:
            if line.singular.text not in words:
                self._undeclared(line.singular, "word", sorted(words))

    def _undeclared(self, word: ast.Word, what: str, known: list[str]) -> None:
        help = did_you_mean(word.text, known) or "declared here: " + (", ".join(known) or "none")
        self.diagnostics.error("TW101", word.span, f"no {what} '{word.text}' is declared", help)

    def _wrong(self, span: Span, message: str, help: str) -> None:
        self.diagnostics.error("TW113", span, message, help)

    def _twice(self, span: Span, what: str, help: str) -> None:
        self.diagnostics.error("TW111", span, f"{what} is already declared above", help)

    def _names(self, words: Iterable[tuple[ast.Word, str]], reserved: Iterable[str], taken_by: str) -> None:
        """Check names with their roles: a name may be repeated only in the same nonempty role."""
        roles: dict[str, str] = {}
        for word, role in words:
            if word.text in reserved:
                self.diagnostics.error("TW105", word.span, f"'{word.text}' is {taken_by}", "choose another name")
            elif word.text in roles and (not role or role != roles[word.text]):
                self._twice(word.span, f"'{word.text}'", "choose another name")
            roles.setdefault(word.text, role)

    def _once(self, members: Iterable[ast.SyntaxNode]) -> None:
        """Report lines that may occur only once in a block."""
        seen: set[object] = set()
        for member in members:
            match member:
                case game_ast.Plural():
                    key: object = ("plural", member.singular.text)
                case game_ast.LayoutGround():
                    key = ("ground", member.players)
                case game_ast.Stage():
                    key = ("stage", member.name, member.title and member.title.text)
                case game_ast.Ending():
                    key = ("ending", member.when == "at once")
                case _ if isinstance(member, _ONCE):
                    key = type(member)
                case _:
                    continue
            if key in seen:
                name = getattr(member, "name", None)
                span = name.span if isinstance(name, ast.Word) else member.span
                self._twice(span, "this", "keep one of the two")
            seen.add(key)

    # -- numbers

    def _member(self, member: ast.SyntaxNode) -> None:
        match member:
            case ast.Players():
                self._range(member.range, 1, None, "players")
            case game_ast.Piece():
                for line in member.members:
                    self._piece_line(line)
            case game_ast.Counter(copies=int(copies)):
                self._at_least(1, copies, member.span, "copies")
            case game_ast.Cap():
                for cap_line in member.members:
                    if isinstance(cap_line, game_ast.Copies):
                        self._at_least(1, cap_line.count, cap_line.span, "copies")
            case game_ast.Board():
                for board_line in member.members:
                    if isinstance(board_line, game_ast.Sizes):
                        self._sizes(board_line)
            case game_ast.LayoutClass():
                for layout_line in member.members:
                    self._layout_line(layout_line)
            case _:
                pass

    def _piece_line(self, line: ast.SyntaxNode) -> None:
        if isinstance(line, game_ast.Kinds):
            self._at_least(1, line.copies, line.span, "copies")
            self._names(((numbered.attribute, "") for numbered in line.numbers), (), "")
        elif isinstance(line, game_ast.Copies):
            self._at_least(1, line.count, line.span, "copies")
        elif isinstance(line, (game_ast.ClassLine, game_ast.Wild)):
            self._names(((value, "") for value in line.values), (), "")

    def _layout_line(self, line: ast.SyntaxNode) -> None:
        match line:
            case game_ast.LayoutHeights():
                self._range(line.range, 1, MAX_HEIGHT, "heights")
            case game_ast.LayoutTotal():
                self._at_least(1, line.total, line.span, "pieces in all")
            case game_ast.LayoutGround():
                self._range(line.range, 0, None, "stacks")
                self._ground_players(line)
            case game_ast.LayoutRows():
                self._at_least(2, line.length, line.span, "pieces in a row")
            case _:
                pass

    def _ground_players(self, line: game_ast.LayoutGround) -> None:
        players = next((m.range for m in self.node.members if isinstance(m, ast.Players)), None)
        if players and players.low <= players.high and not players.low <= line.players <= players.high:
            self._wrong(line.span, f"the game is not for {line.players} players", f"it is for {_numbers(players)}")

    def _sizes(self, line: game_ast.Sizes) -> None:
        if line.low > line.high:
            self._wrong(line.span, "the range runs backwards", f"write '{line.high} to {line.low}'")
        elif line.low < 1 or line.high > MAX_SIDE:
            self._wrong(line.span, f"sizes from {line.low} to {line.high}", f"they can be 1 to {MAX_SIDE}")

    def _range(self, range: ast.Range, least: int, most: int | None, what: str) -> None:
        if range.low > range.high:
            self._wrong(range.span, "the range runs backwards", f"write '{range.high} to {range.low}'")
        elif range.low < least or (most is not None and range.high > most):
            bounds = f"{least} or more" if most is None else f"{least} to {most}"
            self._wrong(range.span, f"{_numbers(range)} {what}", f"it can be {bounds}")

    def _at_least(self, least: int, number: int, span: Span, what: str) -> None:
        if number < least:
            self._wrong(span, f"{number} {what}", f"it must be {least} or more")


def _numbers(range: ast.Range) -> str:
    return str(range.low) if range.low == range.high else f"{range.low} to {range.high}"


def _rule_words(node: game_ast.Game) -> Iterator[tuple[ast.Word, str]]:
    """The names usable in rules, with their roles; an empty role allows no repetition."""
    for member in node.members:
        if isinstance(member, game_ast.Piece):
            yield member.name, ""
            for line in member.members:
                yield from _piece_words(line)
        elif isinstance(member, (game_ast.Cap, game_ast.Counter)):
            yield member.name, ""
            for line in getattr(member, "members", ()):
                yield from _plural(line)
        elif isinstance(member, (game_ast.MarkDef, game_ast.Role)):
            yield member.name, ""
        elif isinstance(member, game_ast.CardClass) and member.members:
            yield member.name, ""
            yield from _class_words(member)


def _class_words(node: game_ast.CardClass) -> Iterator[tuple[ast.Word, str]]:
    for line in node.members:
        if isinstance(line, game_ast.ClassNamed):
            yield from ((name, "") for name in line.names)
        elif not isinstance(line, game_ast.ClassCopies):
            yield line.name, ""


def _piece_words(line: ast.SyntaxNode) -> Iterator[tuple[ast.Word, str]]:
    match line:
        case game_ast.Kinds():
            yield line.attribute, "attribute"
            yield line.value, "value"
            yield from ((numbered.attribute, "number") for numbered in line.numbers)
        case game_ast.ClassLine() | game_ast.Identity():
            yield line.name, ""
        case game_ast.Sides():
            yield line.attribute, "number"
            yield from ((name, "value") for name in line.names)
        case _:
            yield from _plural(line)


def _plural(line: ast.SyntaxNode) -> Iterator[tuple[ast.Word, str]]:
    if isinstance(line, game_ast.Plural) and line.plural.text != line.singular.text:
        yield line.plural, ""


def _callable_words(node: game_ast.Game) -> Iterator[tuple[ast.Word, str]]:
    """The names usable after `do`: verbs, and turns with a title."""
    for member in node.members:
        if isinstance(member, (game_ast.Verb, game_ast.Moment)):
            yield member.name, ""
        elif isinstance(member, game_ast.Stage) and member.title is not None:
            yield member.title, ""


def _classes(node: game_ast.Game) -> Iterator[tuple[ast.Word, str]]:
    """The words that begin a card or layout."""
    kinds = (game_ast.CardClass, game_ast.LayoutClass)
    return ((m.name, "") for m in node.members if isinstance(m, kinds))


def _keys(node: game_ast.Game) -> Iterator[tuple[ast.Word, str]]:
    """The keys of positions: boards, and counters."""
    for member in node.members:
        if isinstance(member, (game_ast.Board, game_ast.PoolDef)):
            yield member.name, ""
        elif isinstance(member, game_ast.Counter):
            yield member.written or member.name, ""
