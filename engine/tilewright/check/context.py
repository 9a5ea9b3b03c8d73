"""The shared state of the checker while a file is elaborated, and name resolution."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from tilewright.check import vocabulary as words
from tilewright.check.typed import Bound, Cond, Elem, Note, Num, Reported, Scope, singular, singulars
from tilewright.check.vocabulary import Noun, Vocabulary
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import conjuncts
from tilewright.core.node import ConditionText, SourceLine, WordForm
from tilewright.diagnostics import LISTED, Diagnostics, did_you_mean, nearest
from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.syntax.repair.wordings import FOREIGN, MISPLACED
from tilewright.table.board import near_codes
from tilewright.table.game import BoardDef

_ABOUT_WORDS = ("TW101", "TW102", "TW106", "TW202", "TW209", "TW213")
"""Codes of problems with a word that is unknown or misplaced."""


@dataclass
class Setting:
    """The names that statements of play can refer to, besides the elements in scope.

    `places` are the variables of the places other than the player's main board, by name; `lasting` are the named
    things of a turn, with their homes. While `naming`, named things last until the end of the turn. `turns` are the
    names of turns, filled while `in_course`. What is chosen while `in_secret` is a secret answer.
    """

    places: dict[str, core.Var] = field(default_factory=dict)
    verbs: dict[str, play.VerbDef] = field(default_factory=dict)
    lasting: dict[str, play.At] = field(default_factory=dict)
    turns: frozenset[str] = frozenset()
    in_course: bool = False
    in_secret: bool = False
    options: dict[str, None] = field(default_factory=dict)
    naming: bool = False

    @property
    def around(self) -> dict[str, core.Var]:
        """The places and lasting things by name."""
        return {**self.places, **{name: at.space for name, at in self.lasting.items()}}

    @property
    def homes(self) -> dict[core.Var, core.Var | None]:
        """The place of each lasting thing."""
        return {at.space: at.home for at in self.lasting.values()}


class UnreadLines:
    """Lines with syntax errors, which suppress errors that may follow from them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found = False
        self._lost: set[str] = set()
        self._said: set[str] = set()

    def restart(self) -> None:
        """Forget the lines, before another rule; names used in them still count as used."""
        self.found, self._lost = False, set()

    def add(self, place: Span) -> None:
        """Add a line with a syntax error, with all its words."""
        words = re.findall(r"[a-z][a-z0-9-]*", self.source.line(self.source.position(place.start)[0]))
        self.found = True
        self._lost.update(words)
        self._said.update(words)

    def miss(self, word: str) -> None:
        """Add a word whose referent could not be determined."""
        self._lost.add(word)

    def explains(self, word: str) -> bool:
        """Whether an unresolved word may be defined on one of these lines."""
        lost = not self._lost.isdisjoint(singulars(word))
        return lost or bool(self._lost and word in ("it", "its", "their"))

    def mentions(self, word: str) -> bool:
        """Whether one of these lines uses a word."""
        return word in self._said

    @contextmanager
    def local(self) -> Iterator[None]:
        """Restore the current state at the end of the context."""
        lost = set(self._lost)
        try:
            yield
        finally:
            self._lost = lost


class Context:
    """The symbol table, the diagnostics, fresh variables, and the notes for inspections.

    With a `setting`, statements of play are elaborated (`in_play`), else scoring rules. `me` is the player for whom
    rules are evaluated: a new variable unless given.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        diagnostics: Diagnostics,
        setting: Setting | None = None,
        me: core.Var | None = None,
    ) -> None:
        self.vocabulary = vocabulary
        self.game = vocabulary.game
        self.diagnostics = diagnostics
        self.in_play = setting is not None
        self.scores = False
        """Whether a scoring rule is being elaborated."""
        self.setting = setting or Setting()
        self.gaps = UnreadLines(diagnostics.source)
        self._turns: set[Span] = set()
        self.notes: list[Note] = []
        self._written: dict[int, tuple[core.Expr, Span, WordForm]] = {}
        """Where conditions are written, by their identity, and in which form."""
        self.numbers: set[core.Var] = set()
        """The variables whose values are numbers, whatever they are called."""
        self.placed: dict[core.Var, BoardDef] = {}  # places of others that phrases speak of
        self.sizes: dict[core.Var, core.Expr] = {}
        """The sizes of groups of values."""
        play_rules = vocabulary.game.play_rules
        covering = [sort.covering for sort in self.game.sorts if sort.covering is not None]
        placed = [sort.place for sort in self.game.sorts] + [cap.place for cap in self.game.caps]
        self._ids = count(
            play_rules.variables
            if play_rules
            else max([rule.reserved for rule in placed] + [sort.reserved for sort in covering])
        )
        self.me = me or self.fresh(core.PLAYER, "player")

    def neighbors_wanted(self, around: core.Neighbors, span: Span) -> core.Neighbors:
        """The neighbors, if a board of the game has neighbors of that shape. Raises `Reported`."""
        boards = [place for place in self.game.boards if not place.pool]
        if boards and not any(place.geometry.steps(around.shape) for place in boards):
            help = "they have left, right, top left, top right, bottom left and bottom right ones"
            raise self.fail("TW202", span, f"hexagons have no neighbors '{around.shape}'", help)
        return around

    def there_is(self, space: core.Var) -> list[core.Expr]:
        """The condition that a space of a grid exists on the board; empty if every space does."""
        drawn = any(place.drawn is not None for place in self.game.boards)
        return [core.InRegion(space, "board")] if drawn else []

    def keeper(self, piece: str) -> core.Var | None:
        """The place to which a player takes a sort of piece: the first pool of each player that can hold it."""
        pools = (place for place in self.game.boards if place.pool and place.each_player and place.keeps(piece))
        return next((self.setting.places[place.name] for place in pools), None)

    def require_had(self, word: ast.Word, var: core.Var) -> None:
        """Report an attribute that a sort of piece does not have, such as `level of a die`."""
        known = self.vocabulary
        if known.lacks(var.noun, word.text):
            those = " and ".join(sorted(self.game.plural(sort) for sort in known.who_has(word.text)))
            raise self.fail("TW202", word.span, f"a {var.noun} has no {word.text}", f"this applies only to {those}")

    def fresh(self, sort: str, noun: str) -> core.Var:
        """A new variable."""
        return core.Var(next(self._ids), sort, noun)

    def note(self, kind: str, span: Span, expr: core.Expr, var: core.Var | None = None) -> None:
        """Record an expression with its span, for inspections."""
        self.notes.append(Note(kind, span, expr, var))
        self.note_words(span, expr)

    def note_words(self, span: Span, condition: core.Expr, form: WordForm = "") -> None:
        """Record the span of a condition; the first one counts."""
        for part in (condition, *conjuncts(condition)):
            self._written.setdefault(id(part), (part, span, form))

    def wording(self, span: Span, condition: core.Expr = core.TRUE) -> SourceLine:
        """The source line of a span, with the text of a condition."""
        file, place = self.diagnostics.source.in_file(span)
        number = file.position(place.start)[0]
        line = file.line(number).partition("#")[0].rstrip()
        indent = len(line) - len(line.lstrip())
        return SourceLine(file.name, number, indent, line.strip(), tuple(map(self._words, conjuncts(condition))))

    def _words(self, part: core.Expr) -> ConditionText:
        while id(part) not in self._written and isinstance(part, core.OnBoardOf):
            part = part.body
        if id(part) not in self._written:
            return ConditionText()
        _, span, form = self._written[id(part)]
        return ConditionText(" ".join(self.diagnostics.source.slice(span).split()), form)

    def fail(self, code: str, span: Span, message: str, help: str, replacement: str | None = None) -> Reported:
        """Report an error, and return the exception to raise.

        An error of a word within an unsupported idiom is reported once, for the whole idiom.
        """
        turn = self._turn_of_phrase(span) if code in _ABOUT_WORDS else None
        if turn is not None:
            (span, message, help), replacement = turn, None
            code = "TW101" if code == "TW102" else code
            if span in self._turns:
                return Reported()
            self._turns.add(span)
        self.diagnostics.error(code, span, message, help, replacement)
        return Reported()

    def _turn_of_phrase(self, span: Span) -> tuple[Span, str, str] | None:
        from tilewright.syntax.repair.hints import NEVER, NEVER_DONE, turn_of_phrase  # not loaded for sound files

        source = self.diagnostics.source
        line, column = source.position(span.start)
        found = turn_of_phrase(
            NEVER_DONE if self.in_play else NEVER, source.line(line).partition("#")[0].rstrip(), column - 1
        )
        if found is None:
            return None
        start = span.start - (column - 1)
        whole = Span(start + found[0], start + found[1])
        return whole, f"'{source.slice(whole)}' is not allowed here", found[2]

    def fail_unless_lost(
        self, word: str, code: str, span: Span, message: str, help: str, replacement: str | None = None
    ) -> Reported:
        """Like `fail`, but silent if a line with a syntax error may define the word."""
        return Reported() if self.gaps.explains(word) else self.fail(code, span, message, help, replacement)

    def at_home(self, expr: core.Expr, var: core.Var, scope: Scope) -> core.Expr:
        """`expr` about an element, evaluated on the board of the element."""
        home = scope.home(var)
        return expr if home == scope.board else core.OnBoardOf(home or self.me, expr)


class Names:
    """Name resolution; unresolved words are reported."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def noun(self, word: ast.Word, scope: Scope, many: bool | None) -> Noun:
        """Resolve a noun; `many` is whether it must be plural (None: either)."""
        vocabulary = self.context.vocabulary
        one, several = vocabulary.nouns.get(word.text), vocabulary.plurals.get(word.text)
        noun = one or several
        if noun is None:
            raise self.unknown(word, scope, near={*vocabulary.nouns, *vocabulary.plurals, *scope.names})
        if many is not None and (several if many else one) is None:
            found, wanted, right = (
                ("singular", "plural", noun.plural) if many else ("plural", "singular", noun.singular)
            )
            message = f"'{word.text}' is {found}; use the {wanted} here"
            raise self.context.fail("TW102", word.span, message, f"write '{right}'", right)
        return noun

    def guess(self, word: ast.Word) -> Noun | None:
        """The noun that was probably meant."""
        vocabulary = self.context.vocabulary
        close = nearest(word.text, {*vocabulary.nouns, *vocabulary.plurals}) or ""
        return vocabulary.nouns.get(close) or vocabulary.plurals.get(close)

    def kind(self, word: ast.Word, scope: Scope) -> Bound | None:
        """The noun phrase that a `let` name stands for."""
        name = scope.names.get(singular(word.text, scope))
        if name is None or isinstance(name.value, (Num, Cond, Elem)):
            return None
        name.used = True
        if name.value is None:
            raise Reported
        return name.value

    def require_play(self, word: ast.Word) -> None:
        """Report a rule of play or a mark of a turn in a scoring rule."""
        if not self.context.in_play:
            raise self.context.fail(
                "TW101",
                word.span,
                f"'{word.text}' is allowed only in play",
                "scoring sees only what is on the board: write out what is meant",
            )

    def unknown(
        self, word: ast.Word, scope: Scope, known: Iterable[str] | None = None, near: Iterable[str] | None = None
    ) -> Reported:
        """Report a word that is unknown or misplaced, with a suggestion.

        `known` are the words allowed here (by default all), `near` the candidates for a suggestion.
        """
        context = self.context
        everywhere = {*context.vocabulary.known(scope.names), *context.setting.around, *words.KEYWORDS}
        if near is None:
            near = known
        near = _alike_in_length(word.text, everywhere) if near is None else set(near) - {word.text}
        if context.vocabulary.answers.get(word.text):
            of = "".join(f"{number} of " for number in sorted(context.game.numeric_attributes)[:1])
            message = f"'{word.text}' is a piece, not a number"
            return context.fail("TW101", word.span, message, f"write '{of}the {word.text}'")
        if word.text in everywhere:
            return context.fail(
                "TW101",
                word.span,
                f"'{word.text}' cannot be used here",
                MISPLACED.get(word.text, "see 'tilewright explain language' for where it can"),
            )
        help, replacement = context.vocabulary.only_in_file(word.text) or FOREIGN.get(word.text), None
        if any(element.noun == word.text for element in scope.elements):
            help = f"write 'the {word.text}'"
            replacement = f"the {word.text}"
        if word.text in {board.name for board in context.game.boards}:
            return self.board(word)
        if word.text[:1].isupper():
            help = near_codes(word.text, context.game)
        elif not help:
            help, replacement = did_you_mean(word.text, near), nearest(word.text, near)
            help = help or self._things()
        message = f"'{word.text}' is not a known word"
        help = help or "see 'tilewright explain language' for the words of the language"
        if word.text in FOREIGN:  # no line that could not be read gives this name
            return context.fail("TW101", word.span, message, help, replacement)
        return context.fail_unless_lost(word.text, "TW101", word.span, message, help, replacement)

    def board(self, word: ast.Word) -> Reported:
        """Report the name of a board that is used as a thing on a board."""
        game = self.context.game
        help = f"write 'the {word.text}'"
        if not self.context.in_play:
            help = f"a card that scores sees only the players' boards, not the {word.text}"
            if word.text == game.own_place.name:
                help = f"leave 'in {word.text}' out: everything is counted on the player's own board"
        return self.context.fail("TW101", word.span, f"'{word.text}' is a board, not a thing on one", help)

    def _things(self) -> str:
        """What lies on the boards of the game, for the help of an unknown noun."""
        game = self.context.game
        pieces = [*(sort.name for sort in game.sorts), *(cap.name for cap in game.caps)]
        things = [word for word in pieces if word in self.context.vocabulary.nouns]
        kinds = [word for word in self.context.vocabulary.kinds_of if word.islower() and word not in things]
        known = [*dict.fromkeys([*things, *kinds])]
        return f"things of the game: {', '.join(known)}" if 0 < len(known) <= LISTED else ""

    def check_thing(self, word: ast.Word) -> None:
        """Report a name of a thing that would also be a number or a keyword."""
        known = self.context.vocabulary
        if word.text in known.measures | known.counters or word.text in words.KEYWORDS:
            self.taken(word)
            self.context.gaps.miss(word.text)

    def taken(self, word: ast.Word) -> Reported:
        """Report a new name that already has a meaning."""
        return self.context.fail("TW105", word.span, f"'{word.text}' already has a meaning", "choose another name")

    def repeated(self, word: ast.Word) -> Reported:
        """Report a name that is defined twice."""
        return self.context.fail("TW104", word.span, f"'{word.text}' is already defined", "choose another name")


def _alike_in_length(word: str, known: Iterable[str]) -> set[str]:
    """The candidates for a misspelling by length; short keywords never are."""
    keywords = {keyword for keyword in words.KEYWORDS if len(keyword) < 6}
    return {w for w in set(known) - keywords if abs(len(w) - len(word)) < 3} - {word}
