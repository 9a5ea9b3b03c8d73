"""The languages of a game: the tables of phrases together with the words of the game.

All tables put the same phrases into words, so that a tree that one language is read into can be written in
another. What a phrase means is what the card language says for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain, permutations

from tilewright.diagnostics import Diagnostic
from tilewright.source import Source
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.texts.alike import alike, placed
from tilewright.texts.anaphora import resolved
from tilewright.texts.bare import BareReadings
from tilewright.texts.chart import (
    Grammar,
    Part,
    Production,
    Synonyms,
    Tree,
    read,
)
from tilewright.texts.coined import Coined
from tilewright.texts.grammars import (
    LIST,
    bare_file,
    bare_rules,
    files_of,
    folder_of,
    grammar_rules,
    is_bare,
    languages,
    leaves_of,
    light_words,
    parts_of,
    prepared,
    prepared_bare,
    rules_of,
    source_of,
)
from tilewright.texts.pattern import NUMBERS, PLURAL, SINGULAR, Choice, Fixed, Form, Pattern, PatternItem, Slot
from tilewright.texts.table import CARD, Adjustment, Phrase, PhraseTable, read_table
from tilewright.texts.tokens import Tokenizer, WordAt, wordings
from tilewright.texts.words import NEUTER, Word, invariable, of_game, of_two_kinds, roles

POINTS_AS_AMOUNTS = frozenset({("Pw", "Amt"), ("Pn", "Amt")})
"""What points are elsewhere, so that they may be what is scored; by the words that count alone they are no statement."""
AND_SO_ON = "..."
"""In a phrase of lists of numbers it parts what is said of all but the last from what is said of the last."""
JOINING = (Fixed("and"), Fixed("or"))
"""Words of the card language that would be read as part of a condition before them: there, a place is written without `where`."""
NEXT = Fixed("next-less-1")
"""There the number before the first one of the next row stands."""
REMARK = "Remark"
"""The words of a table that say what holds anyway."""
DEFAULTS = {"Near": "Near1", "Q": "Some"}
"""Parts that a pattern need not say."""
WRITTEN_ONLY = ("is", "pre", "no", "inv", "it")
"""Fields of the card language that stand inside what other phrases write; rules are not read by them."""
NOWHERE = "no"
"""The field of a phrase that says nothing when the phrase has no such field."""
ALL_KINDS = "all"
"""The field of a class in which all its kinds are named."""
YOURS = "Yours"
"""The words of a table that say whose the things are."""
MOST_NAMED = 4
"""How many kinds a class has at most that may be named in any order."""


class Phrasebook:
    """The phrases of a game, in the card language and the languages of printed texts.

    `more` are tables of a pack, by language, which are read behind those that come with tilewright; `instead` are
    read instead of these. Raises `BadPattern` when one cannot be read; with `report`, which is called with the file,
    the number of the line and what is wrong with it, that line is left out.
    """

    def __init__(
        self,
        game: Game,
        more: Mapping[str, Source] | None = None,
        instead: Mapping[str, Source] | None = None,
        report: Callable[[Source, int, str], None] | None = None,
    ) -> None:
        self.game = game
        self.more, self.instead, self._report = dict(more or {}), dict(instead or {}), report
        self.functions: dict[str, Phrase] = {}
        self.kinds: list[tuple[str, str]] = []
        self._tables: dict[str, PhraseTable] = {}
        self.card = CardLanguage(self.table(CARD), game)
        self._languages: dict[str, Language] = {}

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that there is a table for."""
        return tuple(sorted({*languages(), *self.more, *self.instead} - {CARD}))

    def language(self, name: str) -> Language | None:
        """A language that has a table and says the words of the game."""
        if name not in self.languages or not any(word.language == name for word in self.game.words):
            return None
        if name not in self._languages:
            self._languages[name] = Language(self.table(name), self.card, partial(self.bare_table, name))
        return self._languages[name]

    def table(self, name: str) -> PhraseTable:
        """A table as it is in its file, with the words of the game; it is read once."""
        if name not in self._tables:
            self._tables[name] = self._new_table(name)
        return self._tables[name]

    def bare_table(self, name: str) -> PhraseTable | None:
        """The table by which only the words that count are read, with the lexicon of the language; None if it has none."""
        kinds = [kind for kind in self.kinds if kind not in POINTS_AS_AMOUNTS]
        if not (self.instead or self._report):
            known = prepared_bare(name)
            return known and self._filled(known.copied(self.functions, kinds), self._more(name))
        path, changed = bare_file(name), self.instead.get(name)
        bare = changed if changed is not None and is_bare(changed) else path and source_of(path)
        table = PhraseTable(name, dict(self.functions), kinds=kinds)
        return self._filled(table, [*self._sources(name), bare, *self._more(name)]) if bare else None

    def _new_table(self, name: str) -> PhraseTable:
        if self.instead or self._report:
            table = PhraseTable(name, dict(self.functions), kinds=self.kinds)
            return self._filled(table, [*self._sources(name), *self._more(name)])
        known = prepared(name).table
        if name == CARD:
            self.functions |= known.functions
        return self._filled(known.copied(self.functions, self.kinds), self._more(name))

    def _more(self, name: str) -> list[Source]:
        """The table of the pack in a language, if there is one."""
        return [self.more[name]] if name in self.more else []

    def _filled(self, table: PhraseTable, sources: Iterable[Source]) -> PhraseTable:
        """A table with what files say and the words of the game."""
        for source in sources:
            read_table(source, table, self.functions, partial(self._report, source) if self._report else None)
        for word, category in words_of(self.game):
            function = Phrase(f"game:{word}", category)
            self.functions.setdefault(function.name, function)
            table.add(function, "", [Pattern((Form(function.name),))])
            table.lexicon[function.name] = _forms(table, self.game, word)
        for name, kinds in self.game.classes.items():
            for way in _named(table, name, kinds):
                table.add(self.functions[f"game:{name}"], ALL_KINDS, [way])
        for role, word in roles(self.game):
            table.lexicon[role] = table.lexicon.get(f"game:{word}") or _forms(table, self.game, word)
        return table

    def _sources(self, name: str) -> Iterator[Source]:
        """The files of a language that come with tilewright, or what is read instead of one."""
        changed = self.instead.get(name)
        files = files_of(name)
        if changed is None or (is_bare(changed) and name != CARD):
            yield from map(source_of, files)
        else:
            own = [path for path in files if folder_of(path) == folder_of(changed.path)]
            yield from (changed if path in own else source_of(path) for path in files)
            yield from () if own else (changed,)


OF_GAMES = ("Noun", "Kind", "Class", "Attr", "Place", "Counter")
"""The categories of phrases that are words of a game."""


def words_of(game: Game) -> Iterator[tuple[str, str]]:
    """The words of a game that sentences have phrases for, with the category of these."""
    yield from ((cap.name, "Noun") for cap in game.caps)
    yield from ((sort.name, "Noun") for sort in game.sorts[1:])
    yield from ((value, "Kind") for sort in game.sorts for value in game.values_of(sort.main_attribute))
    yield from ((board.name, "Place") for board in game.boards)
    yield from ((counter.name, "Counter") for counter in game.counters if counter.cap is None)
    yield from ((name, "Class") for name in game.classes)
    yield from ((name, "Attr") for name in (game.main_attribute, game.identity, *game.numeric_attributes))


def _forms(table: PhraseTable, game: Game, word: str) -> list[Word]:
    if table.is_card:
        singular, plural = word, game.plural(word)
        if word in game.counters_by_name:  # its name may be for one or for many; rules have either
            return [invariable(word, word), invariable(word.removesuffix("s"), plural)]
        return [invariable(singular, plural)]
    return [of_game(said) for said in game.words if (said.word, said.language) == (word, table.language)]


def _named(table: PhraseTable, name: str, kinds: Collection[str]) -> Iterator[Pattern]:
    """How a class is named by its kinds: "this, that and those", in any order; in the card language by its name."""
    if table.is_card:
        yield Pattern((Form(f"game:{name}", SINGULAR),))
    elif 1 < len(kinds) <= MOST_NAMED:
        joining = Choice(tuple((Fixed(word),) for word in sorted(table.conjunctions)))
        own: list[PatternItem] = [Choice(((), (Slot(YOURS),)))] if YOURS in table.functions else []
        for *others, last in permutations(kinds):
            said = [part for kind in others for part in (*own, Form(f"game:{kind}"))]
            yield Pattern((*said, joining, *own, Form(f"game:{last}")))


class CardLanguage:
    """The card language: what phrases mean, as its text; `checked` are rules in it that were checked before."""

    def __init__(self, table: PhraseTable, game: Game) -> None:
        self.table, self.game = table, game
        self.checked: dict[tuple[str, str], Card | list[Diagnostic]] = {}
        self.is_of_two_kinds = of_two_kinds(kind.values.get(game.main_attribute, "") for kind in game.kinds)
        unsaid = dict(DEFAULTS)
        if game.numeric_attributes:
            unsaid["Attr"] = f"game:{game.numeric_attributes[0]}"
        self.defaults = {category: self.remade(Tree(table.functions[name], {})) for category, name in unsaid.items()}

    @cached_property
    def parts(self) -> dict[str, frozenset[str]]:
        """Of each phrase the parts that the card language says."""
        return parts_of(self.table)

    def remade(self, tree: Tree) -> Tree:
        """A new tree with what it means."""
        tree.meaning = self.meaning(tree)
        return tree

    def resolved(self, tree: Tree) -> Iterator[Tree]:
        """A tree in which words like "one" are the things they refer to, in every way."""
        return resolved(tree, self.remade)

    def meaning(self, tree: Tree) -> Hashable:
        """What a tree means: its text in every field and number. None when it has none."""
        if tree.function is None:
            return str(tree.value)
        if tree.function.local:
            return ()
        found = tuple(
            (field, number, self._written(tree, field, number))
            for field in self.table.patterns.get(tree.function.name, ())
            for number in NUMBERS
        )
        return found if found and found[0][2] is not None and not self.is_of_two_kinds(found[0][2]) else None

    def text(self, tree: Tree, field: str = "", number: str = SINGULAR) -> str | None:
        """The text of a tree in one way; None when it cannot be said so."""
        if tree.function is None:
            return str(tree.value)
        if isinstance(tree.meaning, tuple):
            for known, form, text in tree.meaning:
                if (known, form) == (field, number):
                    return str(text) if text is not None else None
        return "" if field == NOWHERE or tree.function.local else None

    def _written(self, tree: Tree, field: str, number: str) -> str | None:
        assert tree.function is not None
        items = self.table.patterns[tree.function.name][field][0].items
        if any(isinstance(item, Slot) and item.category == LIST for item in items):
            return _side_by_side(items, tree)
        words = []
        for item, following in zip(items, [*items[1:], None], strict=True):
            word = self._item(item, tree, number)
            if word is None:
                return None
            words.append(placed(word) if following in JOINING else word)
        return " ".join(filter(None, words))

    def _item(self, item: PatternItem, tree: Tree, number: str) -> str | None:
        match item:
            case Fixed():
                return item.text
            case Form():
                return self.table.lexicon[item.lexeme][0].form(item.number or number, NEUTER)
            case Slot():
                kid = self.part(tree, item.name)
                return None if kid is None else self.text(kid, item.field, self._number(item.number, tree, number))
            case _:
                return None

    def part(self, tree: Tree, name: str) -> Tree | None:
        """A part of a tree, or what it is when nothing is said of it."""
        return tree.kids.get(name) or self.defaults.get(name.rstrip("0123456789"))

    def _number(self, asked: str, tree: Tree, number: str) -> str:
        """The number of a slot: its own, that which a part asks for, or that of the phrase."""
        if asked in NUMBERS:
            return asked
        part = self.part(tree, asked) if asked else None
        return number if part is None else number_asked(part, self.table.patterns)

    def same_words(self, word: str) -> tuple[str, ...]:
        """A word of a rule as phrases are read by it: "are" is "is"."""
        return self.table.expansions.get(word, (word,))

    @cached_property
    def plurals(self) -> dict[str, str]:
        """The plurals of nouns."""
        words = [word for words in self.table.lexicon.values() for word in words]
        forms = ((word.form(SINGULAR, NEUTER), word.form(PLURAL, NEUTER)) for word in words)
        return {singular: plural for singular, plural in forms if singular != plural}

    @cached_property
    def grammar(self) -> Grammar:
        """How rules are read, for those who write sentences from them.

        Authors may put parentheses around any phrase, and need not where a pattern has them.
        """
        tokens = Tokenizer(self.table)
        plain = {
            name: {
                field: [way for pattern in patterns for way in (pattern, _without_parentheses(pattern))]
                for field, patterns in fields.items()
                if field not in WRITTEN_ONLY
            }
            for name, fields in self.table.patterns.items()
            if name not in self.table.unwritten and not self.table.functions[name].ruling
        }
        rules = rules_of(self.table, tokens, self.parts, plain)
        for symbol in (symbol for symbol in rules if symbol[0] not in "~["):
            rules[symbol] = [*rules[symbol], Production(None, ("(", Part(symbol, symbol), ")"))]
        return Grammar(rules, leaves_of(tokens), self.meaning, alike)


def _without_parentheses(pattern: Pattern) -> Pattern:
    return replace(pattern, items=tuple(item for item in pattern.items if item not in (Fixed("("), Fixed(")"))))


def _side_by_side(items: Sequence[PatternItem], tree: Tree) -> str | None:
    """Lists of numbers in one phrase, number by number: ``1/3`` and ``2/5`` as ``1 : 2 , 3 : 5``.

    None when one is longer than another.
    """
    lists = {name: str(kid.value).split("/") for name, kid in tree.kids.items() if kid.function is None}
    rows = list(zip(*lists.values(), strict=False))
    if any(len(numbers) != len(rows) for numbers in lists.values()):
        return None
    cut = items.index(Fixed(AND_SO_ON)) if Fixed(AND_SO_ON) in items else 0
    first = list(lists).index(next(item.name for item in items if isinstance(item, Slot)))
    found = []
    for number, row in enumerate(rows, 1):
        said = dict(zip(lists, row, strict=True))
        before = str(int(rows[number][first]) - 1) if number < len(rows) else ""
        here = items[:cut] if cut and number < len(rows) else items[cut + bool(cut) :]
        found.append(
            " ".join(
                said[item.name] if isinstance(item, Slot) else before if item == NEXT else item.text
                for item in here
                if isinstance(item, (Slot, Fixed))
            )
        )
    return " , ".join(found)


def number_asked(tree: Tree, patterns: Mapping[str, Mapping[str, Sequence[Pattern]]]) -> str:
    """The number that a quantity or amount asks of its noun."""
    if tree.function is None:
        return SINGULAR if tree.value == 1 else PLURAL
    asked = patterns[tree.function.name][""][0].number
    return number_asked(tree.kids[asked], patterns) if asked in tree.kids else asked or SINGULAR


class Language:
    """A language of printed texts: how it is read, and what it is written by."""

    def __init__(
        self, table: PhraseTable, card: CardLanguage, bare: Callable[[], PhraseTable | None] = lambda: None
    ) -> None:
        self.table, self.card, self._make_bare_table = table, card, bare
        game = card.game
        lists = [*game.classes.values(), game.values_of(game.main_attribute)]
        self.tokenizer = Tokenizer(table, [frozenset(f"game:{kind}" for kind in kinds) for kinds in lists])
        self.tokenizer.is_aside = self._is_aside
        self.coined = Coined(table.endings)
        self.new_bare = self._new_bare
        self.holed: Grammar | None = None  # with holes, when a text has been read that is not wholly understood

    def _is_aside(self, words: Sequence[str]) -> bool:
        """Whether words are a `Remark` of the table: something that holds anyway."""
        return bool(words) and bool(self.asides(words))

    def asides(self, words: Sequence[str]) -> list[Tree]:
        """The ways to read words as a `Remark` of the table; what they claim may differ."""
        if REMARK not in self.grammar.corners(words[0]).symbols:
            return []  # so it is with most parts of most texts
        found = read(self.grammar, words, REMARK, why=False)
        return found if isinstance(found, list) else []

    @cached_property
    def adjustments(self) -> list[Adjustment]:
        """The remarks of the table about the rest of a text, in words as texts have them."""
        return [replace(it, words=tuple(self.tokenizer.words(" ".join(it.words)))) for it in self.table.adjustments]

    @property
    def name(self) -> str:
        """Its code, as in ``en``."""
        return self.table.language

    @cached_property
    def grammar(self) -> Grammar:
        """How its sentences are read."""
        rules = grammar_rules(self.table, self.tokenizer, self.card.parts)
        return Grammar(rules, leaves_of(self.tokenizer), self.card.meaning, alike)

    @cached_property
    def writable(self) -> Grammar:
        """How rules are read by the phrases that it has words for.

        Of some categories no phrase is said as it is, but only in other ways; of the others each must be.
        """
        patterns, functions = self.table.patterns, self.table.functions
        plain = {functions[name].category for name, fields in patterns.items() if "" in fields}

        known = (pattern for fields in patterns.values() for known in fields.values() for pattern in known)
        implied = {part.function for pattern in known for part in pattern.unsaid}

        def without_words(rule: Production) -> bool:
            if rule.function is None or rule.function.name in implied:
                return False
            fields = patterns.get(rule.function.name, {})
            return not fields or (rule.function.category in plain and "" not in fields)

        def meaning(tree: Tree) -> Hashable:
            function = tree.function
            free = function is None or function.name in implied or function.category not in plain
            return self.card.meaning(tree) if free or self.says(tree) else None

        return replace(self.card.grammar.without(without_words), meaning=meaning)

    def pattern(self, tree: Tree, field: str = "") -> Pattern | None:
        """The first pattern that says a phrase: of what it leaves unsaid the phrase says nothing else.

        Of a general phrase, or one that is only written, the parts have the fields in which they are said.
        """
        assert tree.function is not None
        for pattern in self.table.patterns.get(tree.function.name, {}).get(field, ()):
            unsaid = ((self.card.part(tree, part.name), part.function) for part in pattern.unsaid)
            fits = all(part and part.function and part.function.name == name for part, name in unsaid)
            if fits and all(self._has_field(tree, slot) for slot in pattern.written()):
                return pattern
        return None

    def _has_field(self, tree: Tree, slot: Slot) -> bool:
        part = self.card.part(tree, slot.name)
        function = part.function if part else None
        read = not (tree.function and (tree.function.general or tree.function.unread))
        return read or not slot.field or function is None or slot.field in self.table.patterns.get(function.name, ())

    def says(self, tree: Tree, field: str = "") -> bool:
        """Whether there are words for a phrase, and in it for each part in the field in which that is said."""
        if tree.function is None:
            return True
        pattern = self.pattern(tree, field)
        parts = ((self.card.part(tree, slot.name), slot.field) for slot in pattern.written()) if pattern else ()
        return pattern is not None and all(
            part is not None and (not said or self.says(part, said)) for part, said in parts
        )

    @cached_property
    def idioms(self) -> Grammar:
        """How its sentences are read by the phrases of printed cards alone, without the general ones."""
        functions = self.table.functions
        return self.grammar.without(lambda rule: rule.function is not None and functions[rule.function.name].general)

    @cached_property
    def bare(self) -> BareReadings | None:
        """How the words of its sentences that count are read, if it has a table for that; made when a text needs it."""
        return self.new_bare()

    @cached_property
    def bare_of_acts(self) -> BareReadings | None:
        """The same for the sentences of abilities, in which a few light words count."""
        return self._new_bare(acts=True)

    def _new_bare(self, acts: bool = False) -> BareReadings | None:
        table = self._bare_table
        if table is None:
            return None
        tokenizer = Tokenizer(table)
        rules = bare_rules(table, tokenizer, self.card.parts, self._board, acts)
        grammar = Grammar(rules, leaves_of(tokenizer), self.card.meaning, alike)
        return BareReadings(table, light_words(table, self._board, acts), grammar, self.likes)

    @cached_property
    def _bare_table(self) -> PhraseTable | None:
        return self._make_bare_table()

    @cached_property
    def acting(self) -> frozenset[str]:
        """The words that are light in texts that score, and count in abilities: "may"."""
        table = self._bare_table
        return frozenset() if table is None else frozenset(table.acting - set(table.kept))

    @cached_property
    def _board(self) -> frozenset[str]:
        """The words that the game calls the board by."""
        forms = (form for word in self.table.lexicon["board"] for form in word.forms)
        return frozenset(chain.from_iterable(map(self.tokenizer.words, forms)))

    @cached_property
    def light(self) -> frozenset[str]:
        """The words that mean little by themselves: those of the table, and what the game calls the board."""
        return self._board | self.table.light

    @cached_property
    def of_quantities(self) -> frozenset[str]:
        """The words with which quantities are said."""
        return frozenset(self._words_of("Q"))

    @cached_property
    def _same(self) -> dict[str, str]:
        """Of each phrase the first one for which the card language writes the same."""
        first: dict[object, str] = {}
        found: dict[str, str] = {}
        for name, fields in self.card.table.patterns.items():
            known = (
                self.card.table.functions[name].category,
                *((field, ways[0].items) for field, ways in fields.items()),
            )
            found[name] = first.setdefault(known, name)
        return found

    def are_same(self, one: str, other: str) -> bool:
        """Whether two phrases are one in the card language."""
        return one == other or (one in self._same and self._same[one] == self._same.get(other))

    def frames(self, name: str) -> tuple[frozenset[str], tuple[tuple[Part, ...], ...]]:
        """The words with which a phrase is said, and the orders in which its patterns have two parts or more."""
        return self._frames.get(self._same.get(name, name), (frozenset(), ()))

    @cached_property
    def _frames(self) -> dict[str, tuple[frozenset[str], tuple[tuple[Part, ...], ...]]]:
        words: dict[str, set[str]] = {}
        orders: dict[str, dict[tuple[Part, ...], None]] = {}
        for rule in chain.from_iterable(self.grammar.rules.values()):
            if rule.function is None:
                continue
            name = self._same.get(rule.function.name, rule.function.name)
            own = words.setdefault(name, set())
            for symbol in rule.symbols:
                if isinstance(symbol, str):
                    own.add(symbol)
                elif not symbol.slot:
                    own |= self._words_of(symbol.symbol)
            needed = self.card.parts.get(name, ())
            order = tuple(part for part in rule.symbols if isinstance(part, Part) and part.slot in needed)
            if len(order) > 1 and not rule.unsaid:
                orders.setdefault(name, {})[order] = None
        return {name: (frozenset(own), tuple(orders.get(name, ()))) for name, own in words.items()}

    def _words_of(self, symbol: str) -> set[str]:
        found: set[str] = set()
        for way in self.grammar.symbols.get(symbol, ()):
            for part in way:
                found |= {part} if isinstance(part, str) else self._words_of(part.symbol)
        return found

    @cached_property
    def plain_rules(self) -> Mapping[str, Sequence[Production]]:
        """The rules of its grammar with every choice among words written out."""
        return rules_of(self.table, self.tokenizer, self.card.parts, shared=False)

    @cached_property
    def likes(self) -> Synonyms:
        """The words that are read as plainer ones in texts that are not understood as they are."""
        ways = ((plainer, way) for plainer, pattern in self.table.likes for way in wordings(pattern.items))
        found = ((self._like_words(way), self._like_words(plainer)) for plainer, way in ways)
        joining = frozenset(self.table.conjunctions)
        return Synonyms([(said, plainer) for said, plainer in found if said], self.tokenizer.number, joining)

    @cached_property
    def frames_of_definitions(self) -> list[tuple[str, ...]]:
        """The ways to define a word, each as words and the names of its parts; those with most words come first.

        So "a tower is a stack" is read with "is a", and "a stack" is not looked for as a whole.
        """
        ways = (way for pattern in self.table.definitions for way in wordings(pattern.items))
        return sorted(dict.fromkeys(map(self._like_words, ways)), key=len, reverse=True)

    def _like_words(self, text: str) -> tuple[str, ...]:
        parts = ((part,) if part.startswith("{") else self.tokenizer.words(part) for part in text.split())
        return tuple(chain.from_iterable(parts))

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that stands in a phrase."""
        rules = (rule for rules in self.grammar.rules.values() for rule in rules)
        return frozenset(symbol for rule in rules for symbol in rule.symbols if isinstance(symbol, str))

    def has(self, word: str) -> bool:
        """Whether a word can stand in a sentence."""
        return word in self.known or word in self.likes.known or self.tokenizer.ordinal(word) is not None

    def spelled(self, word: str) -> str:
        """A word of the table with its accents, from how it is compared."""
        return self.tokenizer.spelled.get(word, word)

    def tokens(self, text: str, asides: bool = False, left_out: list[list[WordAt]] | None = None) -> list[WordAt]:
        """The words of a text as they are read, with those of `asides` or without; the latter are added to `left_out`."""
        return self.coined.marked(self.tokenizer.tokens(text, asides, left_out))
