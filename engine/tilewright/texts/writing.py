"""Rules written as printed sentences: the first pattern of each phrase, with agreement, contractions and elision."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise, product
from operator import itemgetter

from tilewright.check.fragments import THIS_CARD
from tilewright.core import play
from tilewright.core.walk import find
from tilewright.syntax.parser import tokens
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.texts.chart import Grammar, Tree, plainest
from tilewright.texts.pattern import NUMBERS, SINGULAR, Choice, Fixed, Form, Pattern, PatternItem, Slot, flat
from tilewright.texts.phrasebook import CardLanguage, Language, number_asked
from tilewright.texts.reading import ABILITY, TEXT, checked, meaning, rule_text
from tilewright.texts.verdict import Agreement, judge_card
from tilewright.texts.words import MASCULINE

NO_STATEMENTS = ("name", "text", "pays", "its", "piece")
"""How lines of a card begin that neither score nor do anything."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
"""What options are called, whose names no text says: by their order."""
LAYOUT = (";", "begin", "end")
ENDS = (*LAYOUT, ",", "if", "where", ")")
"""What follows the conditions of a thing."""


def rule_words(card: Card) -> list[str]:
    """The statements of a card as words, blocks between ``begin`` and ``end``, lines separated by ``;``."""
    found: list[str] = []
    line: list[str] = []
    depth = 0
    inside = False
    for token in tokens(card.source.text):
        if token.type in ("_NL", "_INDENT", "_DEDENT"):
            if line and depth == 0:
                inside = len(line) == 2 and line[1] == card.id
            elif line and inside and line[0] not in NO_STATEMENTS:
                found += [*([";"] if found and found[-1] not in ("begin", ";") else []), *line]
            line = []
            depth += {"_NL": 0, "_INDENT": 1, "_DEDENT": -1}[token.type]
            if inside and token.type == "_INDENT" and depth > 1:
                found.append("begin")
            elif inside and token.type == "_DEDENT" and depth > 0:
                found.append("end")
        else:
            line += str(token).split()
    return found


def with_options_numbered(words: Sequence[str]) -> list[str]:
    """The words of statements in which options are called by their order among those that one chooses from."""
    found: list[str] = []
    counts = [0]
    for word in words:
        if word == "option":
            counts[-1] += 1
        elif word == "begin":
            counts.append(0)
        elif word == "end" and len(counts) > 1:
            counts.pop()
        is_name = bool(found) and found[-1] == "option" and counts[-1] <= len(ORDINALS)
        found.append(ORDINALS[counts[-1] - 1] if is_name else word)
    return found


def unnamed(words: Sequence[str], plurals: Mapping[str, str]) -> list[str]:
    """The words of statements, with what it stands for in place of each name that a `let` gives.

    `plurals` are those of the nouns that there are. A name of a number comes to be in parentheses.
    """
    names: dict[str, list[str]] = {}
    found: list[str] = []
    for line in _lines(words):
        line = [said for word in line for said in names.get(word, [word])]
        match line:
            case ["let", name, "be", "a" | "an", *noun]:
                names |= {name: noun, f"{name}s": _in_plural(noun, plurals)}
            case ["let", name, "be", *number]:
                names[name] = ["(", *(number[1:] if number[0] == "the" else number), ")"]
            case _:
                found += line
                continue
    return [
        word
        for word, before in zip(found, ["begin", *found], strict=False)
        if word != ";" or before not in (";", "begin")
    ]


def uncalled(words: Sequence[str], plurals: Mapping[str, str]) -> list[str]:
    """The words of statements in which things are called by their nouns, as they are without a name of their own.

    A noun means the thing that was last called by it: where that is another than the one meant the names are left.
    """
    nouns: dict[str, str] = {}
    latest: dict[str, str] = {}
    said: list[str] = []
    for at, word in enumerate(words):
        if word == "called":
            noun = _noun_called(words[:at], plurals)
            if not noun:
                return list(words)
            nouns[words[at + 1]] = noun
            latest[noun] = words[at + 1]
        elif word in nouns and at and words[at - 1] != "called":
            if latest[nouns[word]] != word:
                return list(words)
            said.append(nouns[word])
        elif not at or words[at - 1] != "called":
            said.append(word)
    return said


def _noun_called(words: Sequence[str], plurals: Mapping[str, str]) -> str:
    """The noun of the phrase at the end of some words, which a name follows; empty if there is none."""
    begin = max((i for i, word in enumerate(words) if word in LAYOUT), default=0)
    phrase = [*words[begin:], ""]
    return next((word for word, after in pairwise(phrase) if word in plurals and after not in plurals), "")


def _lines(words: Sequence[str]) -> Iterator[list[str]]:
    """The words line by line; what parts lines is a line of its own."""
    line: list[str] = []
    for word in words:
        if word in LAYOUT:
            yield from ([line, [word]] if line else [[word]])
            line = []
        else:
            line.append(word)
    if line:
        yield line


def _in_plural(noun: Sequence[str], plurals: Mapping[str, str]) -> list[str]:
    """A noun with what stands around it: the last of its first nouns in the plural."""
    head = next(
        (i for i, word in enumerate(noun) if word in plurals and noun[i + 1 : i + 2] and noun[i + 1] not in plurals), -1
    )
    return [plurals.get(word, word) if i in (head, len(noun) + head) else word for i, word in enumerate(noun)]


HEADS = (
    "N",
    "NA",
    "Noun",
    "Kind",
    "Place",
    "Counter",
    "G",
    "L",
    "U",
    "Attr",
    "Nm",
    "Nb",
    "Nc",
    "Ref",
    "Set",
    "Ms",
    "Mp",
    "Num",
    "Val",
    "Th",
    "Ctr",
)
"""The categories of phrases that have a gender, which others agree with."""
NOUN = "n"
"""The field of a phrase in which it is a noun."""
CLASS = "Class"
"""The category of the classes of kinds."""
LINE = "L"
"""The category of lines, and of the values and classes that things are counted by."""
CLEAR = "clear"
"""The field of a phrase in which it shows where its parts begin."""
BEFORE = ("prep", "t")
"""The fields in which a phrase stands before another and agrees with what stands before itself."""
AGREEING = (
    "Q",
    "QA",
    "QO",
    "Qt",
    "Cmp",
    "J",
    "Class",
    "M",
    "C",
    "Near",
    "Vp",
    "Cp",
    "Loc",
    "Cl",
    "Side",
    "Nth",
    "Rel",
    "Alt",
    "LS",
    "LN",
)
"""Those that agree with the head of the phrase they stand in."""
COUNTED = ("Cmp", "J", "Near", "M", "Vp", "Cp", "Loc")
"""Of these, those that take the number of the head as well."""
QUANTITIES = ("Q", "QA", "QO", "Qt")
"""Of these, those that belong to the noun behind them, whatever stands before."""
FACES = ("face-up", "face-down")
SHAPES = ("diagonal", "surrounding", "left", "right", "top", "bottom")
"""Words that may stand in any order before a noun, and come in this one where the tables have them."""
UNPROVED = 4.5
"""What a way to see a rule costs if it has to be proved that it is the rule."""
CLUMSY = 3
"""What it costs that something describes a thing that should stand before what does, too (see `PhraseTable.openers`)."""
DESCRIBED = ("N", "Nm", "Nb", "L", "U")
"""The categories of things with what describes them."""
MOST_TREES = 6
"""How many ways to see a rule are tried."""


class NoWords(LookupError):
    """A language has no words for a phrase."""


# -- from a rule to trees


def trees_of(card: Card, language: CardLanguage, spoken: Language | None = None) -> list[Tree]:
    """The ways to see the rule of a card as phrases, the plainest first; none when no table has such phrases.

    Phrases that the language in which they are `spoken` has no words for are left out.
    """
    return _trees_by(language.grammar if spoken is None else spoken.writable, card, language)


def idiomatic_trees(card: Card, spoken: Language) -> list[Tree]:
    """The ways to see the rule of a card as phrases of printed cards; if there are none, as general ones."""
    idioms = spoken.writable.without(lambda rule: rule.function is not None and rule.function.general)
    return _trees_by(idioms, card, spoken.card) or trees_of(card, spoken.card, spoken)


def _trees_by(grammar: Grammar, card: Card, language: CardLanguage) -> list[Tree]:
    words = rule_words(card)
    if card.rule is not None:
        return _plainest_ways(unnamed(words, language.plurals), grammar, language)
    own = [THIS_CARD if word == card.id and word not in language.plurals else word for word in words]
    words = with_options_numbered(own)
    found: list[Tree] = []
    pieces = _of_pieces(words, language.game)
    for said in (words, pieces) if pieces != words else (words,):  # some phrases have the names that cards give
        trees = _trees(said, grammar, language, ABILITY)
        found += trees or _trees(uncalled(said, language.plurals), grammar, language, ABILITY)
    return found


def _plainest_ways(words: Sequence[str], grammar: Grammar, language: CardLanguage) -> list[Tree]:
    """The ways to see a rule: as its author wrote it, or with one condition behind another in place of "and".

    Of ways that are as plain one condition behind another comes first, since it is shorter.
    """
    said = [subjects_first(words), list(words)]
    ways = [way for it in said for way in (conditions_apart(it), conditions_apart(it, backward=True), it)]
    known = {tuple(way): None for way in ways}
    found = [tree for way in known for tree in _trees(way, grammar, language, TEXT)]
    return sorted(found, key=lambda tree: tree.cost)


def conditions_apart(words: Sequence[str], backward: bool = False) -> list[str]:
    """The words of a rule in which each condition of a thing has a "where" of its own: in place of "where ... and ...".

    Where there is an "or" the conditions stay together. `backward`: the last condition comes first.
    """
    found: list[str] = []
    at = 0
    while at < len(words):
        if words[at] != "where":
            found.append(words[at])
            at += 1
            continue
        parts, at = _conditions(words, at + 1)
        parts = parts[::-1] if backward else parts
        found += [word for part in parts for word in ("where", *part)]
    return found


def subjects_first(words: Sequence[str]) -> list[str]:
    """The words of a rule with "any thing is" in place of "there is a thing where it is"."""
    text = f" {' '.join(words)} "
    for article, said in (("an? ", "any "), ("", "")):
        text = re.sub(rf" there (?:is|are) {article}([a-z0-9 -]+?) where it (is|has) ", rf" {said}\1 \2 ", text)
    return text.split()


def _conditions(words: Sequence[str], at: int) -> tuple[list[list[str]], int]:
    """The conditions that stand behind a "where" between "and", and where they end."""
    if words[at : at + 1] == ["("]:
        inside, end = _conditions(words, at + 1)
        if [*words[end : end + 2], ";"][1] in ENDS and words[end] == ")":
            return inside, end + 1
    depth = 0
    parts: list[list[str]] = [[]]
    while at < len(words):
        word = words[at]
        if not depth and word in ENDS:
            break
        depth += {"(": 1, ")": -1}.get(word, 0)
        if word == "and" and not depth:
            parts.append([])
        else:
            parts[-1].append(word)
        at += 1
    if any(word == "or" for part in parts for word in part):
        return [[word for part in parts for word in ("and", *part)][1:]], at
    return parts, at


def _of_pieces(words: Sequence[str], game: Game) -> list[str]:
    """The words of statements with pieces where they have stacks: what is done with a stack is done with its top piece."""
    pieces = {"stack": game.piece, "stacks": game.plural(game.piece)}
    return [pieces.get(word, word) for word in words]


def _trees(words: Sequence[str], grammar: Grammar, language: CardLanguage, start: str) -> list[Tree]:
    return plainest(grammar, [part for word in _in_order(words) for part in language.same_words(word)], start)


def _in_order(words: Sequence[str]) -> list[str]:
    """The words with faces before shapes: a "diagonal face-up neighbor" is a face-up diagonal neighbor."""
    found: list[str] = []
    for word in words:
        at = len(found)
        while word in FACES and at and found[at - 1] in SHAPES:
            at -= 1
        found.insert(at, word)
    return found


def write(card: Card, language: Language) -> str | None:
    """A sentence that means the rule of a card, which is proved; None when the tables have none.

    One that can only mean the rule is preferred to one that has other readings.
    """
    second: str | None = None
    for text in _sentences(card, language):
        agreement = judge_card(language, text, card).agreement
        if agreement is Agreement.AGREES:
            return text
        if agreement is Agreement.ONE_READING:
            second = second or text
    return second


def unwritten(card: Card) -> str:
    """What is reported where the tables have no sentence for a card, with the reason if it is one choice."""
    secret = any(block.sealed for block in find(play.ForEach, *card.abilities))
    why = ": it has a choice in secret, whose name a sentence does not keep" if secret else ""
    return f"this rule cannot be put into words yet{why}"


def _sentences(card: Card, language: Language) -> Iterator[str]:
    """What may be written for a card, each once: first the plainest ways to see its rule.

    Authors leave open what belongs together, which the checker settles: trees that are not the rule as they are cost more.
    """
    seen = trees_of(card, language.card, language)
    meant: list[tuple[float, Tree]] = []
    for tree in seen:
        read = checked(language.card, rule_text(tree, language.card), ABILITY if card.rule is None else TEXT)
        if isinstance(read, Card):
            cost = UNPROVED * (meaning(read) != meaning(card)) + CLUMSY * _Writer(language).clumsiness(tree)
            meant.append((tree.cost + cost, tree))
    trees = [tree for _, tree in sorted(meant, key=itemgetter(0))[:MOST_TREES]]
    found: set[str] = set()
    for tree, clearly in product(trees, (False, True)):
        with suppress(NoWords):
            text = sentence(tree, language, clearly)
            if text not in found:
                found.add(text)
                yield text


def sentence(tree: Tree, language: Language, clearly: bool = False) -> str:
    """A tree as a sentence, if it is said `clearly` with words that show what belongs together. Raises `NoWords`."""
    return _finished(_Writer(language, clearly).words(tree), language)


def phrase(tree: Tree, language: Language) -> str:
    """A tree as a part of a sentence. Raises `NoWords`."""
    text = sentence(tree, language).removesuffix(".")
    return text[:1].lower() + text[1:]


# -- from a tree to words


@dataclass(frozen=True)
class _Said:
    """A tree while it is said: the number, gender and case that are asked of it, and the part that is the nearest noun.

    That is the last noun before, or else the first one behind.
    """

    tree: Tree
    number: str
    gender: str
    case: str
    head: Slot | None


@dataclass(frozen=True)
class _Writer:
    language: Language
    clearly: bool = False

    def words(
        self, tree: Tree, number: str = SINGULAR, gender: str = MASCULINE, field: str = "", case: str = ""
    ) -> list[str]:
        """The words of a tree, in the number, gender and case that are asked of it."""
        if tree.function is None:
            return [str(tree.value)]
        pattern = self.pattern(tree, field)
        own = self.gender(tree, field) if tree.function.category in HEADS else gender
        head = next(filter(_is_head, pattern.slots()), None)
        asked = self._number(pattern.number, tree, number)
        return list(self._items(pattern.items, _Said(tree, asked, own, case, head)))

    def clumsiness(self, tree: Tree) -> int:
        """How often two descriptions of a thing stand in the wrong order, or both begin with words such as "with"."""
        own = 0
        head, place = self._described(tree)
        if head is not None and place is not None:
            before = self._described(head)[1] or 0
            own = before > place or before == place > 0
        return own + sum(map(self.clumsiness, tree.kids.values()))

    def _described(self, tree: Tree) -> tuple[Tree | None, int | None]:
        """The thing that a tree describes behind its noun, and where such a description stands; nothing if it does not."""
        if tree.function is None or tree.function.category not in DESCRIBED:
            return None, None
        with suppress(NoWords):
            first, *rest = self.pattern(tree).items
            if isinstance(first, Slot) and first.category in DESCRIBED and rest:
                said = _Said(tree, SINGULAR, MASCULINE, "", first)
                text = f"{' '.join(self._items(rest, said))} "
                places = (place for way, place in self.language.table.openers.items() if text.startswith(f"{way} "))
                return self._part(tree, first.name), max(places, default=0)
        return None, None

    def _items(self, items: Sequence[PatternItem], said: _Said) -> Iterator[str]:
        for at, item in enumerate(items):
            match item:
                case Fixed():
                    yield item.text
                case Choice():
                    yield from self._items(item.options[0], said)
                case Form():
                    yield self._form(item, said)
                case Slot():
                    if item.category == CLASS and not item.number and len(items) > 1 and self._is_noun(said.tree, item):
                        item = replace(item, number=SINGULAR)
                    behind = items[at + 1] if at + 1 < len(items) else None
                    if item.category in QUANTITIES and isinstance(behind, Slot) and _is_head(behind):
                        yield from self._slot(item, replace(said, head=behind))
                    else:
                        yield from self._slot(item, said)
                    said = replace(said, head=item) if _is_head(item) else said
                case _:
                    pass

    def _slot(self, slot: Slot, said: _Said) -> list[str]:
        tree, gender, head = said.tree, said.gender, said.head
        kid = self._part(tree, slot.name)
        asked = self._number(slot.number, tree, said.number)
        if head is not None and slot != head and slot.category in AGREEING and slot.field not in BEFORE:
            gender = self.gender(self._part(tree, head.name), head.field)
            if slot.category in COUNTED and not slot.number:
                asked = self._number(head.number, tree, said.number)
        return self.words(kid, asked, gender, slot.field, slot.case or said.case)

    def _is_noun(self, tree: Tree, slot: Slot) -> bool:
        """Whether a part is a noun of its own, which does not agree with one that it stands beside."""
        kid = self._part(tree, slot.name)
        words = self.language.table.lexicon.get(kid.function.name, ()) if kid.function else ()
        return any(word.is_noun for word in words[:1])

    def _form(self, form: Form, said: _Said) -> str:
        tree, number, gender = said.tree, said.number, said.gender
        word = self.language.table.lexicon[form.lexeme][0]
        if form.agree:
            slot = next(slot for slot in self._slots_of(tree) if slot.name == form.agree)
            gender = self.gender(self._part(tree, form.agree), slot.field)
            number = self._number(form.number or slot.number, tree, number)
        case, cases = form.case or said.case, self.language.table.cases
        return word.form(self._number(form.number, tree, number), gender, cases.index(case) if case else 0)

    def _slots_of(self, tree: Tree) -> list[Slot]:
        assert tree.function is not None
        patterns = self.language.table.patterns[tree.function.name].values()
        return [slot for known in patterns for pattern in known for slot in pattern.slots()]

    def _part(self, tree: Tree, name: str) -> Tree:
        found = self.language.card.part(tree, name)
        if found is None:
            raise NoWords(name)
        return found

    def _number(self, asked: str, tree: Tree, number: str) -> str:
        if not asked or asked in NUMBERS:
            return asked or number
        return number_asked(self._part(tree, asked), self.language.table.patterns)

    def pattern(self, tree: Tree, field: str = "") -> Pattern:
        """The first pattern that says a tree. Raises `NoWords`."""
        assert tree.function is not None
        known = self.language.table.patterns.get(tree.function.name, {})
        found = self.language.pattern(tree, CLEAR if self.clearly and not field and CLEAR in known else field)
        if found is None:
            raise NoWords(tree.function.name)
        return found

    def gender(self, tree: Tree, field: str = "") -> str:
        """The gender of what a tree names."""
        if tree.function is None:
            return MASCULINE
        for item in flat(self.pattern(tree, field).items):
            if isinstance(item, Form) and self.language.table.lexicon[item.lexeme][0].is_noun:
                return self.language.table.lexicon[item.lexeme][0].gender
            if isinstance(item, Slot) and (
                _is_head(item) or (item.category == CLASS and tree.function.category == LINE)
            ):
                return self.gender(self._part(tree, item.name), item.field)
        return MASCULINE


def _is_head(slot: Slot) -> bool:
    return slot.category in HEADS or slot.field == NOUN


# -- from words to a sentence


def _finished(words: Sequence[str], language: Language) -> str:
    table = language.table
    plain = [part for word in words for part in word.split()]
    for i in range(len(plain) - 1):
        variants = (new for old, what, new in table.variants if plain[i] == old and what.match(plain[i + 1]))
        plain[i] = next(variants, plain[i])
    joined = _joined(plain, language)
    for i in range(len(joined) - 1):
        joined[i] = table.elisions.get(joined[i], joined[i]) if _elides(joined[i + 1], language) else joined[i]
    text = re.sub(r" ([,.)])", r"\1", re.sub(r"(?: ,)+", " ,", " ".join(joined))).replace("' ", "'").replace("( ", "(")
    if not table.spaced_colon:
        text = text.replace(" :", ":").replace(" ;", ";")
    text = re.sub(r",(?=[.,:;]|$)", "", text).replace(" 's", "'s")
    text = re.sub(r"(^|[.] )(\w)", lambda found: found[1] + found[2].upper(), text)
    return text if text.endswith(".") else f"{text}."


def _elides(word: str, language: Language) -> bool:
    """Whether words before a word lose their vowel."""
    return bool(re.match("[aeiouyhàâéèêîôûœ]", word, re.I)) and word not in language.table.aspirated


def _joined(words: Sequence[str], language: Language) -> list[str]:
    """The words with those contracted that are: "de le" but before a vowel, where it is "de l'"."""
    elisions = language.table.elisions
    found: list[str] = []
    at = 0
    while at < len(words):
        join = next((join for join in language.table.joins if tuple(words[at : at + len(join[0])]) == join[0]), None)
        behind = words[at + len(join[0])] if join and at + len(join[0]) < len(words) else ""
        if join and join[1] not in elisions and join[0][-1] in elisions and _elides(behind, language):
            join = None
        found.append(join[1] if join else words[at])
        at += len(join[0]) if join else 1
    return found
