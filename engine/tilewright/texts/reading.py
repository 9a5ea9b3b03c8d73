"""What a printed sentence can mean: each reading as a rule of the card language, checked there, with signs that it was misread."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import product

from tilewright.check.fragments import read_ability, read_fragment
from tilewright.core import expr as core
from tilewright.core.deeds import chooses_in_vain, plainly
from tilewright.core.node import Node
from tilewright.core.play import Ability
from tilewright.core.same import canonical
from tilewright.core.walk import find
from tilewright.diagnostics import Diagnostic, most_similar
from tilewright.source import Span, named
from tilewright.table.card import Card
from tilewright.texts.bare import PAUSE, BareReadings
from tilewright.texts.chart import (
    Grammar,
    OutOfWork,
    ReadingFailure,
    ReadingWork,
    TextPaths,
    TooMany,
    Tree,
    read,
)
from tilewright.texts.claims import Claims
from tilewright.texts.coined import WordMeaning
from tilewright.texts.definitions import (
    ANY_LINE,
    CONDITION,
    SAID,
    THING,
    Definition,
    definitions,
    names_of,
    only,
    qualities_of,
    united,
    with_word,
    without,
)
from tilewright.texts.idle import cannot_be_done, denies, is_far_fetched, is_idle, is_of_itself, leaves_a_choice
from tilewright.texts.layout import as_used, layout, plain
from tilewright.texts.pattern import Form, Slot
from tilewright.texts.phrasebook import CardLanguage, Language
from tilewright.texts.table import PhraseTable
from tilewright.texts.tokens import DASH, DASHES, SIGNS_OF_TABLES, WordAt
from tilewright.texts.topics import without_adjustment, without_title, without_topics

_TWICE = re.compile(r"\bnot \(+(?:not|(?:there (?:is|are)|it has) no)\b")
"""What a rule denies that denies something itself."""


def fault_of_tables(card: Card) -> str:
    """What is wrong with the tables and shares of a card that is read from a text; nothing if they can be printed.

    "1 point for 2 stacks" is no table: it may be once, for at least two, or for every two. "Every first" of some is no share.
    """
    if any(share.right == core.Const(1) for share in find(core.Div, *_roots(card))):
        return "every first one is each of them"
    twice = next(_in_two_rows(card), None)
    if twice is not None:
        return f"its table of points has {twice} in two rows"
    rows = [table.entries for table in find(core.Lookup, *_roots(card))]
    alone = len(rows) == 1 and len(rows[0]) == 1 and rows[0][0][0] == rows[0][0][1]
    return f"it can be points for exactly {rows[0][0][0]}, or for every {rows[0][0][0]}" if alone else ""


def _in_two_rows(card: Card) -> Iterator[int]:
    """The numbers that are in two rows of a table of points, or of two tables of the same number.

    Rows without an upper end may overlap: "2 for 3 or more, 5 for 6 or more".
    """
    tables: dict[core.Expr, list[tuple[int, int | None, int]]] = {}
    for table in find(core.Lookup, *_roots(card)):
        tables.setdefault(canonical(table.body), []).extend(table.entries)
    for rows in tables.values():
        for at, (low, high, _) in enumerate(rows):
            for other_low, other_high, _ in rows[:at]:
                ends = [end for end in (high, other_high) if end is not None]
                if ends and max(low, other_low) <= min(ends):
                    yield max(low, other_low)


def _roots(card: Card) -> list[Node]:
    return [ability for _, ability in card.effects] if card.rule is None else [card.rule]


STACK, THINGS = "stack", frozenset({"N", "NA", "Nm", "Nb", "Ref"})
"""The word of tables for a whole stack, and the categories of phrases that are called by the first noun in them."""


def moves_stacks(tree: Tree, table: PhraseTable) -> bool:
    """Whether a text says that something is done with whole stacks, which is done with the pieces on top of them."""
    single = table.single.get(tree.function.name, ()) if tree.function is not None else ()
    here = any(_noun(tree.kids[part], table) == STACK for part in single if part in tree.kids)
    return here or any(moves_stacks(kid, table) for kid in tree.kids.values())


def _noun(tree: Tree, table: PhraseTable) -> str:
    """The noun by which a thing is called; nothing for other phrases."""
    ways = table.patterns.get(tree.function.name, {}).get("", ()) if tree.function is not None else ()
    for item in ways[0].items if ways else ():
        if isinstance(item, Form):
            return item.lexeme
        if isinstance(item, Slot) and item.category in THINGS and item.name in tree.kids:
            return _noun(tree.kids[item.name], table)
    return ""


TEXT, ABILITY = "Text", "Ability"
"""The categories of a whole text, and of the text of an ability."""
MOST_CHECKED = 100
"""How many readings are checked. A text that has more is not understood: some reading could be the rule. By the words that
count alone the plainest decide."""
WORK, WORK_PER_CHARACTER = 130_000, 250
"""How much work a text may take, whatever its length and for each of its characters; a text that needs more is too long."""
CHECK = 25
"""What checking a rule counts for of that, for each of its words; a rule of several trees is checked once."""
MAX_LENGTH = 2000
"""How many characters of a text are read."""
MOST_EXPECTED = 8
"""With more words that can stand at a place, none of them is more likely to be meant than another."""
REFERS, PAUSES = "that-one", frozenset(",()")
"""As what words that refer back are read where that matters: behind a comma, at the beginning, behind words like "of";
and the signs that are read as pauses."""
_DASH_HELP = "write a minus sign directly before its number; in place of a dash write a comma or a colon"


@dataclass(frozen=True)
class Reading:
    """One thing that a text can mean: the rule in the card language, and what it settles that the text leaves open.

    A `bare` one is what the words that count mean when the others are left out; it is `cut` if only the plainest ones
    were looked at.
    """

    rule: str
    card: Card
    tree: Tree
    rulings: tuple[str, ...] = ()
    bare: bool = False
    cut: bool = False

    @cached_property
    def is_idle(self) -> bool:
        """Whether it is a rule that nobody prints, so probably a misreading."""
        in_vain = any(chooses_in_vain(ability) or cannot_be_done(ability) for _, ability in self.card.effects)
        return is_idle(self.card.rule) or leaves_a_choice(self.rule) or in_vain


@dataclass(frozen=True)
class NotUnderstood:
    """A text that cannot be read: where, and what is in the way there.

    `ambiguous`: there are too many ways to read it. `stuck`: its words are known, but no phrase goes on at the place.
    `advice` may be a function, since what would help is looked for only when it is shown.
    """

    span: Span
    reason: str
    advice: str | Callable[[], str] = ""
    ambiguous: bool = False
    stuck: bool = False

    @cached_property
    def help(self) -> str:
        """What to do about it; "" if nothing is known."""
        return self.advice if isinstance(self.advice, str) else self.advice()


def meaning(card: Card) -> object:
    """What a card scores or does, without names: equal for cards that come to the same."""
    if card.rule is not None:
        return canonical(card.rule)
    return tuple((when, deed(ability)) for when, ability in card.effects)


@lru_cache(maxsize=10_000)
def deed(ability: Ability, unlimited: frozenset[str] = frozenset()) -> Ability:
    """What an ability does, in its plain form and without names; of `unlimited` counters there is enough for all."""
    return canonical(replace(plainly(ability, unlimited), card="", text=""))


def that_say_something(found: Iterable[Reading]) -> list[Reading]:
    """The readings whose rules are not idle."""
    return [reading for reading in found if not reading.is_idle]


def readings(language: Language, text: str, start: str = TEXT) -> list[Reading] | NotUnderstood:
    """Every rule, or with `start` every ability, that a text can mean; they differ in more than names.

    The plainest comes first. A text that the phrases of printed cards say means nothing else: general phrases are read
    in other texts alone, and an aside is left out only where the text is not understood with it. What nobody says
    (see `Reading.is_idle`) is a meaning only if there is no other.
    """
    if len(text) > MAX_LENGTH:
        return _too_long(text)
    ways = _Ways(language, text)
    effort = ReadingWork(WORK + WORK_PER_CHARACTER * len(text))
    defined = _with_its_words(ways, effort) if start == TEXT else None
    if isinstance(defined, list) and not defined[0].bare:
        return defined
    found = _as_it_is(ways, start, effort)
    if start == ABILITY:
        found = _with_its_choices(found, ways.whole, language)
    if isinstance(defined, list):
        return defined if isinstance(found, NotUnderstood) or found[0].bare else found
    if start == TEXT and not _is_printed(found):
        found = _adjusted(ways, effort) or found
    if isinstance(found, NotUnderstood) and not found.ambiguous and start == TEXT:
        for shorter in without_topics(text, ways.whole, language.table):
            other = _as_it_is(_Ways(language, shorter), start, effort)
            if not isinstance(other, NotUnderstood):
                return [replace(reading, bare=True) for reading in other]
        untitled = without_title(text, ways.whole, language.table, language.has)
        return readings(language, untitled) if untitled else defined or found
    return found


def _with_its_words(ways: _Ways, effort: ReadingWork) -> list[Reading] | NotUnderstood | None:
    """What a text that defines a word can mean (see `definitions`); None if it defines none that can be read."""
    language, text = ways.language, ways.text
    failed = None
    for definition in definitions(text, ways.whole, language):
        try:
            meanings, bare = _meanings(language, text, definition, effort)
        except (OutOfWork, RecursionError):
            return failed
        if meanings:
            found = readings(with_word(language, definition.word, meanings), without(text, definition))
            if isinstance(found, list):
                return [replace(reading, bare=True) for reading in found] if bare else found
            failed = failed or found
    return failed


def _meanings(
    language: Language, text: str, definition: Definition, effort: ReadingWork
) -> tuple[list[WordMeaning], bool]:
    """What a word means by a definition, and whether only the words of it that count were read."""
    things = _Ways(language, only(text, definition.parts[THING]))
    named, bare = _phrases(things, THING, effort, names_of)
    if CONDITION not in definition.parts:
        return [meaning for _, meaning in named], bare
    lines, _ = _phrases(things, ANY_LINE, effort, names_of)
    said = _Ways(language, only(text, definition.parts[CONDITION]))
    for symbol in SAID if named or lines else ():
        found, less = _phrases(said, symbol, effort, partial(qualities_of, [tree for tree, _ in (*named, *lines)]))
        if found:
            return [*united(meaning for _, meaning in found)], bare or less
    return [], bare


def _phrases(
    ways: _Ways, symbol: str, effort: ReadingWork, meanings: Callable[[Tree, CardLanguage], Iterable[WordMeaning]]
) -> tuple[list[tuple[Tree, WordMeaning]], bool]:
    """The readings of some words as a phrase with what they mean for a word, and whether only those that count were read."""
    language = ways.language
    for of in _from_plain_to_bare(language, ways.text, effort):
        bare = of.bare
        for tokens, asides in ways:
            words = _that_count(ways.text, tokens, bare, inside=True) if bare else tokens
            trees = of.read([token.word for token in words], symbol) if words else ()
            found = [
                (tree, meaning)
                for tree in (trees if isinstance(trees, list) else ())
                for meaning in meanings(tree, language.card)
                if _is_said(of, tree, meaning, words, asides)
            ]
            if found:
                return found, bare is not None
    return [], False


def _from_plain_to_bare(language: Language, text: str, effort: ReadingWork) -> Iterator[_Text]:
    """A text by each grammar of its language; the one for the words that count comes last, since it takes long to make."""
    for loose, grammar in product((False, True), (language.idioms, language.grammar)):
        yield _Text(language, grammar, text, TEXT, effort, loose)
    if language.bare is not None:
        yield _Text(language, language.bare.grammar, text, TEXT, effort, loose=True, bare=language.bare)


def _is_said(of: _Text, tree: Tree, meaning: WordMeaning, words: list[WordAt], asides: Sequence[list[WordAt]]) -> bool:
    """Whether a word can mean something: a rule with it can be printed, and what its definition claims holds in it."""
    language = of.language
    rule = layout(f"{meaning.line}score 1 for each {meaning.example}")
    card = of.checked(rule)
    if not isinstance(card, Card) or card.rule is None or is_idle(card.rule):
        return False
    denied = of.bare is None or denies(card.rule) or not any(it.word in language.table.negations for it in words)
    return denied and _unmet(of, _Seen(of.seen(words), tree), rule, card, asides) is None


def _is_printed(found: list[Reading] | NotUnderstood) -> bool:
    """Whether a text is read by the phrases of printed cards, as a rule that somebody might print."""
    return isinstance(found, list) and any(not reading.bare for reading in that_say_something(found))


def _adjusted(ways: _Ways, effort: ReadingWork) -> list[Reading]:
    """What a text can mean in which a remark is about a word in all the rest: "diagonals included"."""
    language = ways.language
    adjusted = without_adjustment(ways.text, ways.whole, language.adjustments)
    if adjusted is None:
        return []
    shorter, remark = adjusted
    found = _as_it_is(_Ways(language, shorter), TEXT, effort)
    kept: dict[object, Reading] = {}
    for reading in found if isinstance(found, list) else ():
        rule = remark.applied(reading.rule)
        card = checked(language.card, rule, TEXT) if rule else None
        if rule and isinstance(card, Card) and card.rule is not None:
            kept.setdefault(meaning(card), replace(reading, rule=rule, card=card))
    return that_say_something(kept.values())


def _as_it_is(ways: _Ways, start: str, effort: ReadingWork) -> list[Reading] | NotUnderstood:
    """What a text can mean (see `readings`), sentence by sentence."""
    language, text = ways.language, ways.text
    problem = _too_long(text)
    idle: list[Reading] = []
    try:
        for loose, grammar in product((False, True), (language.idioms, language.grammar)):
            for tokens, asides in ways:
                if loose and language.likes.paths([token.word for token in tokens]) is None:
                    continue
                of = _Text(language, grammar, text, start, effort, loose)
                found = _readings(of, tokens, asides)
                if isinstance(found, NotUnderstood):
                    if found.ambiguous and not loose:
                        return idle or found
                    problem = problem if loose else found
                elif not all(reading.is_idle for reading in found):
                    return _once_denied(found, tokens, language)
                else:
                    idle = idle or found
        return _bare(ways, start, effort) or idle or problem
    except (OutOfWork, RecursionError):  # of the latter are hundreds of phrases inside one another
        return idle or (problem if loose else _too_long(text))


def _once_denied(found: list[Reading], tokens: Sequence[WordAt], language: Language) -> list[Reading]:
    """Readings of a text with a negation without those that deny twice, if it has others: "non ... nessun" denies once."""
    if not any(token.word in language.table.negations for token in tokens):
        return found
    return [reading for reading in found if not _TWICE.search(reading.rule)] or found


def _with_its_choices(
    found: list[Reading] | NotUnderstood, tokens: Sequence[WordAt], language: Language
) -> list[Reading] | NotUnderstood:
    """Readings of a text of which one sentence says that something may be done, without those in which it must be.

    "You may turn a piece. Gain 2 points" is no price of 2 points; only if all readings are of that kind they stay.
    """
    chosen = [] if isinstance(found, NotUnderstood) else [it for it in found if _OPTIONAL.search(it.rule)]
    words = [token.word for token in tokens]
    end = words[:-1].index(SENTENCE_END) if SENTENCE_END in words[:-1] else 0
    if not chosen or not end:
        return found
    return found if language.acting.isdisjoint(words[:end]) else chosen


SENTENCE_END = "."
_OPTIONAL = re.compile(r"^ *(?:may|up to) [^\n]+\n *\S", re.MULTILINE)
"""What may be done, and something behind it."""


class _Ways:
    """The words of a text with its asides, and if these make a difference those without them, and the asides left out."""

    def __init__(self, language: Language, text: str) -> None:
        self.language, self.text = language, text

    def __iter__(self) -> Iterator[tuple[list[WordAt], Sequence[list[WordAt]]]]:
        yield self.whole, ()
        if self.shorter[0] != self.whole:
            yield self.shorter

    @cached_property
    def whole(self) -> list[WordAt]:
        """All words."""
        return self.language.tokens(self.text, asides=True)

    @cached_property
    def shorter(self) -> tuple[list[WordAt], list[list[WordAt]]]:
        """The words without asides, which are looked for only in a text that is not understood with them."""
        left_out: list[list[WordAt]] = []
        return self.language.tokens(self.text, left_out=left_out), left_out


def _bare(ways: _Ways, start: str, effort: ReadingWork) -> list[Reading]:
    """What the words of a text that count can mean, when the others are left out.

    Where one of them denies, a meaning that denies nothing is none. A meaning that the text only has with plainer words in
    place of its own shows no mistake in it.
    """
    language, text = ways.language, ways.text
    bare = language.bare if start == TEXT else language.bare_of_acts
    if bare is None:
        return []
    shorter, left_out = ways.shorter
    of = _Text(language, bare.grammar, text, start, effort, loose=True, bare=bare)
    refers = (True, False) if start == TEXT else (False,)
    ways_to_read = product((ways.whole, shorter), refers)
    said = (tuple(_that_count(text, tokens, bare, refer=refer)) for tokens, refer in ways_to_read)
    for kept in map(list, dict.fromkeys(said)):
        found = _readings(of, kept, left_out) if kept else []
        if isinstance(found, NotUnderstood):
            continue
        if any(token.word in language.table.negations for token in kept):
            found = [reading for reading in found if any(map(denies, _roots(reading.card)))]
        if found:
            return found if _is_as_written(of, kept) else [replace(reading, cut=True) for reading in found]
    return []


def _is_as_written(of: _Text, kept: list[WordAt]) -> bool:
    """Whether the words of a text that count can be read without plainer ones in place of some."""
    words = [token.word for token in kept]
    if of.bare is None or of.bare.likes.paths(words) is None:
        return True
    exact = replace(of, loose=False)
    try:
        return not isinstance(_of_dashes(exact, kept), NotUnderstood)
    except OutOfWork:
        return False


def _that_count(
    text: str, tokens: Sequence[WordAt], bare: BareReadings, inside: bool = False, refer: bool = False
) -> list[WordAt]:
    """The words that count: a light one too, where it refers back to the subject or to what was counted.

    A comma and a parenthesis are a pause: what stands in parentheses has to be read like everything else. Of words `inside`
    a sentence the first is not its beginning. With `refer` what stands inside of something refers to that. The end is like a period.
    """
    kept: list[WordAt] = []
    before = WordAt("", 0, 0)
    behind = bare.behind | bare.inside if refer else bare.behind
    words = [*(token.word for token in tokens), "."]
    for at, token in enumerate(tokens):
        between = text[before.end : token.start]
        if not PAUSES.isdisjoint(between):
            kept.append(WordAt(PAUSE, token.start, token.start))
        refers = token.word in bare.referring and (
            before.word in behind or not PAUSES.isdisjoint(between) or not (before.word or inside)
        )
        if refers:
            kept.append(replace(token, word=REFERS))
        elif bare.words.counts(words, at):
            kept.append(token)
        before = token
    while kept and kept[-1].word in bare.soft:
        kept.pop()
    return kept


@dataclass(frozen=True)
class _Text:
    """A text that is read as a `start` by one of the grammars of a language, and the work it may take.

    With `loose` what means the same as plainer words is read as these.
    """

    language: Language
    grammar: Grammar
    text: str
    start: str
    effort: ReadingWork
    loose: bool = False
    bare: BareReadings | None = None

    def read(
        self, words: Sequence[str], start: str, grammar: Grammar | None = None
    ) -> list[Tree] | ReadingFailure | TooMany:
        """The readings of some of its words; why there are none only if no other grammar may have some."""
        ways = self._paths(words) or words
        if self.bare is not None:
            return read(self.bare.grammar, ways, start, why=False, effort=self.effort, cut=True)
        whole = grammar is not None or (start == self.start and self.grammar is self.language.grammar)
        return read(grammar or self.grammar, ways, start, why=whole and not self.loose, effort=self.effort)

    def seen(self, tokens: Sequence[WordAt]) -> Sequence[WordAt]:
        """Some of its words at the places of their readings."""
        paths = self._paths([token.word for token in tokens])
        return [tokens[at] for at in paths.origin[:-1]] if paths else tokens

    def _paths(self, words: Sequence[str]) -> TextPaths | None:
        """The ways to read some of its words, if there are others than the words themselves."""
        if self.bare is not None:
            return self.bare.paths(words, self.loose)
        return self.language.likes.paths(words) if self.loose else None

    def stuck(self, stuck: ReadingFailure | TooMany, tokens: list[WordAt]) -> NotUnderstood:
        """Why some of its words cannot be read; positions are those of the words as written, not of plainer ones."""
        if self.loose or self.bare is not None:
            return NotUnderstood(Span(0, len(self.text)), "it has no known phrases")
        return _stuck(self.language, stuck, tokens, self.text, self._fitting(stuck, tokens), self._nearest)

    def _nearest(self, tokens: list[WordAt], unknown: WordAt) -> str:
        """The word most like an unknown one with which the text can be read; "" if there is none."""
        effort = ReadingWork(WORK)
        for word in most_similar(unknown.word, self.language.known) if self.grammar is self.language.grammar else ():
            if self._reads([replace(token, word=word) if token is unknown else token for token in tokens], effort):
                return word
        return ""

    def _reads(self, tokens: list[WordAt], effort: ReadingWork) -> bool:
        """Whether some words can be read, all of them or those that count."""
        bare = self.language.bare if self.start == TEXT else self.language.bare_of_acts
        try:
            if isinstance(read(self.grammar, [it.word for it in tokens], self.start, why=False, effort=effort), list):
                return True
            if bare is None:
                return False
            kept = bare.paths([it.word for it in _that_count(self.text, tokens, bare)])
            return isinstance(read(bare.grammar, kept, self.start, why=False, effort=effort, cut=True), list)
        except OutOfWork:
            return False

    def _fitting(self, stuck: ReadingFailure | TooMany, tokens: list[WordAt]) -> Iterator[str]:
        """The words with which the whole text could be read: in place of the one where it cannot, or at its end.

        Others that are expected there lead nowhere, so they are no help.
        """
        words = [token.word for token in tokens]
        expected = [] if isinstance(stuck, TooMany) else [word for word in stuck.expected if word.isalpha()]
        if len(expected) > MOST_EXPECTED or isinstance(stuck, TooMany):
            return
        effort = ReadingWork(WORK)
        try:
            for word in sorted(expected):
                changed = [*words[: stuck.at], word, *words[stuck.at + 1 :]]
                if isinstance(read(self.grammar, changed, self.start, why=False, effort=effort), list):
                    yield word
        except OutOfWork:
            return

    def affords(self, rule: str) -> bool:
        """Whether there is work left to check a reading."""
        return rule in self.effort.checked or self.effort.left >= CHECK * len(rule.split())

    def checked(self, rule: str) -> Card | list[Diagnostic]:
        """A reading as a card, or what is wrong with it."""
        if rule not in self.effort.checked:
            self.effort.checked.add(rule)
            self.effort.spend(CHECK * len(rule.split()))
        return checked(self.language.card, rule, self.start)


def _readings(of: _Text, tokens: list[WordAt], asides: Sequence[list[WordAt]]) -> list[Reading] | NotUnderstood:
    """What the words of a text can mean, when some asides are left out."""
    language, text = of.language, of.text
    found = _of_dashes(of, tokens)
    if isinstance(found, NotUnderstood):
        return found
    if len(found) > MOST_CHECKED and of.bare is None:
        return _too_many(text)
    kept: dict[object, Reading] = {}
    refused = ""
    doubt: NotUnderstood | None = None
    meant = (
        (seen, tree, rule)
        for seen in found[:MOST_CHECKED]
        for tree in language.card.resolved(seen.tree)
        for rule in as_used(rule_text(tree, language.card, language.coined.lines(seen.tree)))
    )
    for seen, tree, rule in meant:
        if of.bare is not None and kept and not of.affords(rule):
            of.effort.cut = True
            break
        if is_of_itself(rule) or is_far_fetched(rule):
            continue
        card = of.checked(rule)
        if isinstance(card, Card) and (card.rule is not None or card.effects):
            wrong = _unmet(of, replace(seen, tree=tree), rule, card, asides)
            doubt = doubt or wrong
            if wrong is None:
                reading = Reading(rule, card, tree, tuple(rulings(tree)), of.bare is not None)
                kept.setdefault(meaning(card), reading)
        elif not isinstance(card, Card):
            refused = refused or f"{plain(rule)!r}: {card[0].message}"
    if not kept and doubt is not None:
        return doubt
    if not kept:
        why = f"no reading makes a rule: {refused}" if refused else "its parts do not fit together"
        return NotUnderstood(Span(0, len(text)), f"it can be read, but {why}")
    return [replace(reading, cut=of.effort.cut) for reading in kept.values()]


def _unmet(of: _Text, seen: _Seen, rule: str, card: Card, asides: Sequence[list[WordAt]]) -> NotUnderstood | None:
    """Why a text cannot be what it is read as, although nothing else is: see `claims`."""
    fault = fault_of_tables(card)
    if moves_stacks(seen.tree, of.language.card.table):
        fault = "it can be about whole stacks, or about the pieces on top of them"
    if fault:
        return NotUnderstood(Span(0, len(of.text)), fault)

    def check(rule: str) -> Card | None:
        found = of.checked(rule)
        return found if isinstance(found, Card) else None

    claims = Claims(of.language.card, seen.tree, rule, card, check)
    for claim in sorted(seen.tree.claims, key=lambda claim: (claim.begin, claim.end)):
        if not claims.holds(claim):
            return _does_not_hold(of.text, seen.tokens[claim.begin : claim.end])
    for aside in asides:
        ways = of.language.asides([token.word for token in aside])
        if not any(claims.hold(way.claims) for way in ways):
            return _does_not_hold(of.text, aside)
    return None


def _does_not_hold(text: str, words: Sequence[WordAt]) -> NotUnderstood:
    span = Span(words[0].start, words[-1].end)
    return NotUnderstood(span, f"'{text[span.start : span.end]}' does not fit what the rest says")


def rule_text(tree: Tree, language: CardLanguage, names: str = "") -> str:
    """What a tree is in the card language, behind the lines that name things."""
    return layout(f"{names}{language.text(tree) or ''}")


def checked(language: CardLanguage, rule: str, start: str) -> Card | list[Diagnostic]:
    """A reading as a card, or what is wrong with it; texts of several languages have the same readings."""
    if (rule, start) not in language.checked:
        language.checked[rule, start] = (read_fragment if start == TEXT else read_ability)(rule, language.game)
    return language.checked[rule, start]


@dataclass(frozen=True)
class _Seen:
    """A reading of words."""

    tokens: Sequence[WordAt]
    tree: Tree


def _of_dashes(of: _Text, tokens: list[WordAt]) -> list[_Seen] | NotUnderstood:
    """The readings of a text in which a dash between words is a comma, a colon or a period, all of them the same."""
    dashes = {at for at, token in enumerate(tokens) if token.word == DASH}
    if not dashes:
        return _sentences(of, tokens)
    without = [token for at, token in enumerate(tokens) if at not in dashes]
    signed = (
        [replace(token, word=sign) if at in dashes else token for at, token in enumerate(tokens)] for sign in ":."
    )
    tried = [_sentences(of, way) for way in (without, *signed)]
    return [found for way in tried if isinstance(way, list) for found in way] or tried[0]


def _sentences(of: _Text, tokens: list[WordAt]) -> list[_Seen] | NotUnderstood:
    """The readings of a text."""
    words = [token.word for token in tokens]
    found = of.read(words, of.start)
    if not isinstance(found, list):
        return of.stuck(found, tokens)
    seen = of.seen(tokens)
    return [_Seen(seen, tree) for tree in found if of.language.coined.fits(tree)]


def _too_many(text: str) -> NotUnderstood:
    return NotUnderstood(
        Span(0, len(text)), "it can be read in too many ways", "write it as several shorter sentences", True
    )


def several_ways(text: str) -> NotUnderstood:
    """That the words of a text that count can mean several rules."""
    return NotUnderstood(Span(0, len(text)), "it can be read in several ways", "write it in plainer words", True)


def says_nothing(text: str) -> NotUnderstood:
    """That each way to read a text is a rule that nobody prints (see `Reading.is_idle`)."""
    reason = "it can be read, but one of its parts says nothing about the thing that it is about"
    return NotUnderstood(Span(0, len(text)), reason, "write it in plainer words")


def _too_long(text: str) -> NotUnderstood:
    return NotUnderstood(Span(0, len(text)), "it is too long to read", "write it shorter")


def _stuck(
    language: Language,
    stuck: ReadingFailure | TooMany,
    tokens: list[WordAt],
    text: str,
    fitting: Iterator[str],
    nearest: Callable[[list[WordAt], WordAt], str],
) -> NotUnderstood:
    """Where a text cannot be read; `fitting` words would make it readable, as would the one `nearest` to an unknown word."""
    if isinstance(stuck, TooMany):
        return _too_many(text)
    unknown = next((token for token in tokens if not language.has(token.word)), None)
    if unknown is not None:
        span = Span(unknown.start, unknown.end)
        if not span.start and unknown.word in language.card.game.card_classes:
            message = f"it begins with '{text[: span.end]}', the class of the card"
            return NotUnderstood(span, message, "leave it out: the first line of the card has it")
        reason, advice = _unknown(text[span.start : span.end])
        return NotUnderstood(span, reason, advice or partial(_meant, nearest, tokens, unknown, language))
    possible = partial(_possible, fitting, language)
    if stuck.at == len(tokens):
        return NotUnderstood(Span(len(text), len(text)), "the text ends too early", possible, stuck=True)
    sign = next((token for token in tokens[stuck.at :: -1][:2] if token.word in SIGNS_OF_TABLES), None)
    at = sign or tokens[stuck.at]
    span = Span(at.start, at.end)
    written = text[span.start : span.end]
    if sign is not None:
        return NotUnderstood(span, *_unknown(written))
    return NotUnderstood(span, f"did not expect '{written}' here", possible, stuck=True)


def _meant(
    nearest: Callable[[list[WordAt], WordAt], str], tokens: list[WordAt], unknown: WordAt, language: Language
) -> str:
    near = nearest(tokens, unknown)
    return f"did you mean '{language.spelled(near)}'?" if near else ""


def _unknown(written: str) -> tuple[str, str]:
    """What is wrong with a word that no table has, and what to do about it where that is clear."""
    if any(letter.isalpha() for letter in written):
        return f"'{written}' is not a known word", ""
    if any(letter.isdecimal() for letter in written):
        return f"'{written}' is not a number that can be read", "write a whole number"
    if unicodedata.category(written[0])[0] in "CM":
        return f"the character {named(written[0])} is neither a letter nor a sign", "remove it"
    return f"'{written}' is not a known sign here", _DASH_HELP if written in DASHES else "write in words what it means"


def _possible(fitting: Iterator[str], language: Language) -> str:
    words = sorted(map(language.spelled, fitting))
    return f"possible here: {', '.join(words)}" if words else ""


def rulings(tree: Tree) -> Iterator[str]:
    """What the phrases of a tree settle that they do not say."""
    if tree.function is not None and tree.function.ruling:
        yield tree.function.ruling
    for kid in tree.kids.values():
        yield from rulings(kid)
