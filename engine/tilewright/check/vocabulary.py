"""The symbol table of a game: the words of the language and those that the game file declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.core.build import has_role, is_condition, occupied
from tilewright.syntax.words import ORDINALS
from tilewright.table.game import OWN, OWNER, PATCH, Game, PieceDef
from tilewright.table.geometry import LINES, SIDES

SPACE_ADJECTIVES = ("face-up", "face-down", "empty")
OWNED = ("own", "opposing")
"""The adjectives for pieces of the acting player, and of others."""
REGION_WORDS = ("border", "corner", "center")
REGIONS = (*REGION_WORDS, "diagonal")
NEIGHBOR_ADJECTIVES = ("orthogonal", "diagonal", "surrounding", *SIDES)
PLAYER_WORDS = ("player", "opponent")
PLAYER_SIDES = ("left", "right")
PLAYER_ADJECTIVES = (*PLAYER_SIDES, "adjacent")
SYMMETRIES = {
    "axis": {
        "": ("vertical", "horizontal"),
        "vertical": ("vertical",),
        "horizontal": ("horizontal",),
        "diagonal": ("diagonal", "antidiagonal"),
        "falling": ("diagonal",),
        "rising": ("antidiagonal",),
    },
    "turn": {"": ("half", "quarter"), "half": ("half",), "quarter": ("quarter",)},
}
"""The symmetry in the core for each adjective of an axis or a turn."""
_PLACES = {**{word: place for place, word in enumerate(ORDINALS)}, "last": -1}
NAMED_LINES: dict[str, dict[str, tuple[str, int]]] = {
    "row": {**{word: ("row", at) for word, at in _PLACES.items()}, "top": ("row", 0), "bottom": ("row", -1)},
    "column": {
        **{word: ("column", at) for word, at in _PLACES.items()},
        "left": ("column", 0),
        "right": ("column", -1),
    },
    "edge": {"top": ("row", 0), "bottom": ("row", -1), "left": ("column", 0), "right": ("column", -1)},
    "diagonal": {"falling": ("diagonal", 0), "rising": ("diagonal", 1)},
}
"""The line (kind and index, as in `core.Lines`) for each adjective of a noun."""
AXIS_ADJECTIVES, TURN_ADJECTIVES = (tuple(known)[1:] for known in SYMMETRIES.values())
PARITIES = {"even": 0, "odd": 1}
"""The remainder modulo 2 for each parity."""
RANKS = {word: rank for rank, word in enumerate(ORDINALS, 1) if rank > 1}
"""The rank for each ordinal."""
HEIGHT_WORDS = ("height", "floor")
MEASURES = (*HEIGHT_WORDS, "size", "distance")
KEYWORDS = (
    "score",
    "for",
    "each",
    "if",
    "otherwise",
    "choose",
    "let",
    "be",
    "and",
    "or",
    "not",
    "any",
    "every",
    "no",
    "exactly",
    "at",
    "least",
    "most",
    "more",
    "less",
    "fewer",
    "than",
    "is",
    "are",
    "has",
    "have",
    "there",
    "of",
    "in",
    "on",
    "where",
    "with",
    "beside",
    "within",
    "across",
    "under",
    "mirror",
    "repeat",
    "the",
    "it",
    "its",
    "their",
    "a",
    "an",
    "same",
    "as",
    "read",
    "to",
    "count",
    "total",
    "largest",
    "smallest",
    "larger",
    "smaller",
    "times",
    "mod",
    "taller",
    "lower",
    "different",
    "consecutive",
    "chosen",
    "above",
    "below",
    "rise",
    "rises",
    "fall",
    "falls",
    "never",
)


@dataclass(frozen=True)
class Noun:
    """A noun: the sort of element, its singular and plural, its kinds if it means kinds, and their sort of piece."""

    singular: str
    sort: str
    plural: str
    kinds: frozenset[int] | None = None
    piece: str = ""


def engine_nouns() -> dict[str, Noun]:
    """The nouns of all games."""
    found = [
        Noun(word, core.SPACE, f"{word}s") for word in ("space", "stack", "neighbor", "border", "center", "corner")
    ]
    found += [Noun(word, core.LINE, f"{word}s") for word in (*LINES, "run")]
    found += [Noun("group", core.GROUP, "groups")]
    found += [Noun(word, core.PLAYER, f"{word}s") for word in PLAYER_WORDS]
    found += [Noun("axis", core.AXIS, "axes"), Noun("turn", core.AXIS, "turns"), Noun("height", core.VALUE, "heights")]
    return {noun.singular: noun for noun in found}


ENGINE_WORDS = frozenset(
    {
        *(*SPACE_ADJECTIVES, *REGION_WORDS, *NEIGHBOR_ADJECTIVES, *PLAYER_ADJECTIVES),
        *(*AXIS_ADJECTIVES, *TURN_ADJECTIVES, *(word for named in NAMED_LINES.values() for word in named)),
        *(*PARITIES, *MEASURES, "different", "chosen", "mirror"),
    }
)
"""The words of all games, besides nouns."""


class Vocabulary:
    """The symbol table of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.nouns = engine_nouns()
        self.kinds_of: dict[str, frozenset[int]] = {}
        self.caps = {cap.name for cap in game.caps}
        self.answers = dict(game.answers)
        """The secret answers, as in `Game.answers`."""
        self.counters = {*(counter.name for counter in game.counters), *game.table_counters, *_numbers(game.answers)}
        self.rules = {rule.name: rule for rule in game.play_rules.rules} if game.play_rules else {}
        self.unscored: frozenset[str] = frozenset()
        """The rules of play, while only scoring is elaborated."""
        self._game_nouns()
        self.plurals = {noun.plural: noun for noun in self.nouns.values()}

    def of_card(self, id: str, category: str, answers: Mapping[str, str]) -> Vocabulary:
        """The symbol table for one card: its id becomes a noun, and its secret answers are added."""
        own, game = copy(self), self.game
        own.answers, own.counters = {**self.answers, **answers}, self.counters | set(_numbers(answers))
        own.nouns, own.plurals, own.kinds_of = dict(self.nouns), dict(self.plurals), dict(self.kinds_of)
        piece = game.piece if category in game.tied else game.located.name if game.located else ""
        if piece and not self.is_taken(id):
            own._add(id, core.SPACE, game.plural(id), OWN, piece)
            own.kinds_of[id], own.plurals[game.plural(id)] = OWN, own.nouns[id]
        return own

    def _add(
        self, singular: str, sort: str, plural: str = "", kinds: frozenset[int] | None = None, piece: str = ""
    ) -> None:
        self.nouns[singular] = Noun(singular, sort, plural or singular + "s", kinds, piece)

    def _game_nouns(self) -> None:
        game = self.game
        for role in game.roles:
            self._add(role, core.PLAYER)
        for cap in game.caps:
            self._add(cap.name, core.SPACE, game.plural(cap.name), piece=cap.stands_on)
        for sort in game.sorts:
            self._add(sort.name, core.SPACE, game.plural(sort.name), piece=sort.name)
            if sort.name == PATCH:
                self._area_nouns(sort)
                continue
            for value in game.values_of(sort.main_attribute):
                kinds = game.kinds_with(sort.main_attribute, value)
                self.kinds_of[value] = kinds
                self._add(value, core.SPACE, game.plural(value), kinds, sort.name)
        for kind in game.kinds:
            if self.piece_of(kind.index) == PATCH:
                continue
            if kind.stock < 0 or (kind.face is not None and kind.first == kind.index):
                shown = frozenset(game.stocks[kind.index]) | self._wild(kind.index)
                self.kinds_of[kind.code] = shown
                self._add(kind.code, core.SPACE, kind.code, shown, self.piece_of(kind.index))
        for name, values in game.classes.items():
            members = [game.kinds_with(game.main_attribute, value) for value in values]
            self.kinds_of[name] = frozenset().union(*members)
            self._add(name, core.VALUE, game.plural(name))
        sorts = [sort for sort in game.sorts if sort.name != PATCH]
        own = (word for sort in sorts for word in (sort.main_attribute, sort.identity))
        numbers = (name for name in game.numeric_attributes if not game.located or name not in game.located.numbers)
        for attribute in (*own, *numbers):
            self._add(attribute, core.VALUE, game.plural(attribute))

    def _area_nouns(self, sort: PieceDef) -> None:
        """Add `area`, each kind of area, and the marks of patches."""
        game = self.game
        self._add("area", core.GROUP, "areas", piece=PATCH)
        for area in game.areas:
            self._add(area, core.GROUP, game.plural(area), game.kinds_with("area", area), PATCH)
        for kind in (game.kinds[index] for index in sorted(sort.kinds)):
            for mark in set(kind.values) - {"area"}:
                self.kinds_of[mark] = game.kinds_with(mark, mark)

    def lies(self, noun: Noun, var: core.Var) -> core.Expr:
        """The condition that a piece of a sort lies on a space; where only one sort can, that anything does."""
        places = [place for place in self.game.boards if not noun.piece or place.keeps(noun.piece)]
        shared = noun.piece and any(len(place.holds) != 1 for place in places) and len(self.game.sorts) > 1
        if not shared:
            return occupied(var)
        return core.Shows(var, self.game.sorts_by_name[noun.piece].kinds)

    def figure(self, word: str) -> str:
        """The figure with an owner that a noun (singular or plural) means; else ""."""
        noun = self.nouns.get(word) or self.plurals.get(word)
        return noun.singular if noun is not None and noun.singular in self.game.owned else ""

    def players(self, noun: str, var: core.Var) -> tuple[core.Players, *tuple[core.Expr, ...]]:
        """The domain of a noun for players; for a role, those who have it."""
        if noun not in self.game.roles:
            return (core.Players(noun),)
        return core.Players("player"), has_role(var, noun)

    def face_down(self, var: core.Var) -> core.Expr:
        """The condition that the top of a space is face-down, or the back of a card."""
        down = core.FaceDown(var)
        return core.Or((down, core.Shows(var, self.game.backs))) if self.game.backs else down

    def piece_of(self, kind: int) -> str:
        """The sort of piece of a kind."""
        return self.game.sort_of_kind[kind].name

    def sort_of(self, word: str) -> str | None:
        """The sort of element that a noun (singular or plural) names."""
        noun = self.nouns.get(word) or self.plurals.get(word)
        return noun.sort if noun else None

    def values(self, noun: str) -> core.Values:
        """The values of an attribute."""
        game = self.game
        if noun == "height":
            return core.Values((), heights=True)
        if noun in game.numeric_attributes:
            return core.Values(self._numbers(noun))
        for sort in game.sorts:
            if noun == sort.identity != sort.main_attribute:
                own = [k for k in game.kinds if k.index in sort.kinds and not k.wild]
                return core.Values(tuple(core.Value(k.code, self._wild(k.index) | {k.index}) for k in own))
        main = next((sort.main_attribute for sort in game.sorts if noun == sort.main_attribute), game.main_attribute)
        labels = game.classes.get(noun) or game.values_of(main)
        wild = game.wild_kinds(main)
        values = (core.Value(v, game.kinds_with(main, v)) for v in labels)
        return core.Values(tuple(value for value in values if value.kinds != wild))

    def _numbers(self, attribute: str) -> tuple[core.Value, ...]:
        numbers = sorted({k.numbers[attribute] for k in self.game.kinds if attribute in k.numbers})
        return tuple(
            core.Value(
                str(n),
                frozenset(k.index for k in self.game.kinds if k.numbers.get(attribute) == n),
                n,
            )
            for n in numbers
        )

    def _wild(self, kind: int) -> frozenset[int]:
        """The wild kinds of a sort."""
        sort = self.game.sort_of_kind.get(kind)
        return self.game.wild_kinds(sort.main_attribute) if sort is not None else frozenset()

    def numbers(self, attribute: str) -> tuple[tuple[int, int], ...]:
        """The pairs (kind, number) for a numeric attribute."""
        pairs = ((kind.index, kind.numbers.get(attribute)) for kind in self.game.kinds)
        return tuple((index, number) for index, number in pairs if number is not None)

    def who_has(self, word: str) -> frozenset[str]:
        """The sorts of pieces with a numeric attribute, or with a condition of cards."""
        located = self.game.located
        said = {located.name} if located is not None and word in located.conditions else set[str]()
        return frozenset({self.piece_of(kind) for kind, _ in self.numbers(word)} | said)

    def lacks(self, noun: str, word: str) -> bool:
        """Whether a noun means a sort of piece without that attribute or condition."""
        known = self.nouns.get(noun)
        return known is not None and bool(known.piece) and known.piece not in self.who_has(word)

    def owned(self, word: str) -> bool:
        """Whether a noun (singular or plural) means pieces that belong to players."""
        noun = self.nouns.get(word) or self.plurals.get(word)
        return noun is not None and noun.piece in self.game.with_owners

    def is_of(self, var: core.Var, seat: core.Expr) -> core.Expr:
        """The condition that a piece belongs to the player at a seat."""
        return core.Compare("=", core.Attribute(var, self.numbers(OWNER), OWNER), seat)

    def is_measure(self, word: str) -> bool:
        """Whether a word is a measure of elements."""
        return word in self.measures

    @property
    def measures(self) -> set[str]:
        """All measures."""
        ruled = {rule.name for rule in self.rules.values() if not is_condition(rule.body)}
        return {*MEASURES, *self.game.numeric_attributes} | ruled

    @property
    def face_up(self) -> frozenset[int]:
        """All kinds of pieces except the backs of cards."""
        return frozenset(range(len(self.game.kinds))) - self.game.backs

    def known(self, names: Mapping[str, object]) -> set[str]:
        """All words in scope, as candidates for suggestions."""
        words = set(self.nouns) | set(self.plurals) | set(self.kinds_of) | set(names)
        words |= set(OWNED) if self.game.with_owners else set()
        return words | ENGINE_WORDS | {*self.rules, *self.game.marks, *self.answers} | self.counters

    def only_in_file(self, word: str) -> str:
        """The help for a name that only the game file can use; else ""."""
        if word in self.unscored:
            return f"'{word}' is a rule of play, which scoring cannot use: write out what it means"
        names = self.game.play_rules.names if self.game.play_rules else ()
        known = {word, word.removesuffix("s")} & set(names)
        return "cards cannot use this name from the game file: write out what it means" if known else ""

    def is_taken(self, word: str) -> bool:
        """Whether a word already has a meaning, so that `let` cannot bind it."""
        return word in self.known({}) or word in KEYWORDS


def _numbers(answers: Mapping[str, str]) -> Iterable[str]:
    """The names of what is chosen in secret that are numbers."""
    return (name for name, pool in answers.items() if not pool)
