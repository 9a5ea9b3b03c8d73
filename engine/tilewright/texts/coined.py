"""The words that a text defines itself, as phrases of its language: what each may mean, and where it fits (see `definitions`)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tilewright.texts.anaphora import head
from tilewright.texts.chart import Grammar, Part, Production, Tree
from tilewright.texts.table import Phrase
from tilewright.texts.tokens import WordAt

DEFINED = "new"
"""The word of the lexicon that a text defines."""
QUALITY, NAMES = "NewM", {"N": "NewN", "NA": "NewN", "G": "NewG"}
"""The phrases that a word is that describes things, and that it is as their name, by what they are."""
LINES, LINE = ("Row", "Column"), "Line"
"""What a word may describe that is defined for lines."""
NOUNS, OF_THINGS, GROUP = ("U", "L", "N", "NA", "G"), ("Noun", "Kind", "Class", "N", "NA"), "G"
"""The parts of phrases that say what these are about, the categories of the nouns of things, and that of groups."""
ANYTHING = frozenset({"Piece", "Stack", "Space", "APiece", "AStack", "Back", "BackN", "BackG"})
"""The phrases of the card language that any rule may be about."""


def are_forms(word: str, other: str, endings: Sequence[Sequence[str]]) -> bool:
    """Whether two words are the same but for the endings that a word may have (``endings - s es``)."""
    return word == other or any(
        word.removesuffix(one) == other.removesuffix(two) != ""
        for known in endings
        for one in known
        if word.endswith(one)
        for two in known
        if other.endswith(two)
    )


@dataclass(frozen=True)
class WordMeaning:
    """One thing that a word may mean: the phrase that it is, what that means, and an example of what it is said of.

    It is said of what has the noun that it describes, or has a line that names it.
    """

    phrase: str
    meaning: Hashable
    example: str
    described: tuple[Tree, ...] = ()
    line: str = ""


class Coined:
    """The words that a text defines: as what each is read, and what it may mean, by the names of the phrases for that.

    The forms of a word have one of the `endings` of a language.
    """

    def __init__(self, endings: Sequence[Sequence[str]]) -> None:
        self.endings = endings
        self.symbols: dict[str, str] = {}
        self.meanings: dict[str, WordMeaning] = {}

    def added(self, word: str, meanings: Iterable[WordMeaning]) -> Coined:
        """These and another word."""
        found = Coined(self.endings)
        symbol = f"word {len(self.symbols)}"
        found.symbols = {**self.symbols, word: symbol}
        found.meanings = self.meanings | {f"{symbol}.{number}": known for number, known in enumerate(meanings)}
        return found

    def marked(self, tokens: list[WordAt]) -> list[WordAt]:
        """Words of a text, of which each form of one that is defined is read as what no table has."""
        if not self.symbols:
            return tokens
        return [replace(token, word=self._symbol(token.word)) for token in tokens]

    def _symbol(self, word: str) -> str:
        ways = (symbol for known, symbol in self.symbols.items() if are_forms(known, word, self.endings))
        return next(ways, word)

    def fits(self, tree: Tree) -> bool:
        """Whether each word has one meaning in a tree, and describes what it is defined for."""
        used = {name.split(".")[0]: name for name in self._used(tree)}
        return len(set(self._used(tree))) == len(used) and self._describe(tree, None)

    def lines(self, tree: Tree) -> str:
        """The lines that a tree needs in the card language, before its own."""
        return "".join(dict.fromkeys(self.meanings[name].line for name in sorted(set(self._used(tree)))))

    def _used(self, tree: Tree) -> Iterator[str]:
        if tree.function is not None and tree.function.name in self.meanings:
            yield tree.function.name
        for kid in tree.kids.values():
            yield from self._used(kid)

    def _describe(self, tree: Tree, about: Tree | None) -> bool:
        """Whether the words in a tree describe what they are defined for; what is `about` them is described outside of it."""
        known = self.meanings.get(tree.function.name) if tree.function is not None else None
        if known is not None:
            return not known.described or any(about is not None and _is_of(about, noun) for noun in known.described)
        return all(self._describe(kid, _noun_beside(tree, name) or about) for name, kid in tree.kids.items())


def noun_of(thing: Tree) -> Tree:
    """The noun that a thing is called by; a group is not called by the things in it."""
    return thing if thing.function is not None and thing.function.category == GROUP else head(thing)


def _noun_beside(tree: Tree, part: str) -> Tree | None:
    """The noun of a phrase that what one of its parts says is about."""
    things = (kid for name, kid in tree.kids.items() if name != part and name in NOUNS)
    return next(map(noun_of, things), None)


def _is_of(noun: Tree, general: Tree) -> bool:
    """Whether things with a name are among those with another."""
    one, other = noun.function, general.function
    if one is None or other is None:
        return False
    return (
        noun.meaning == general.meaning
        or (other.name == LINE and one.name in LINES)
        or (other.name in ANYTHING and one.category in OF_THINGS)
    )


def with_meanings(grammar: Grammar, symbol: str, meanings: Mapping[str, WordMeaning]) -> Grammar:
    """A grammar with a word as each of the phrases that it may be."""
    rules = {**grammar.rules, f"~{DEFINED}": [*grammar.rules.get(f"~{DEFINED}", ()), Production(None, (symbol,))]}
    for kind, known in grammar.rules.items():
        for rule, function in ((rule, rule.function) for rule in known if rule.function is not None):
            for name in (name for name, meaning in meanings.items() if meaning.phrase == function.name):
                symbols = tuple(symbol if part == Part(f"~{DEFINED}") else part for part in rule.symbols)
                own = rule._replace(function=Phrase(name, function.category), symbols=symbols)
                rules[kind] = [*rules[kind], own]

    def said(tree: Tree) -> Hashable:
        name = tree.function.name if tree.function is not None else ""
        if name in (QUALITY, *NAMES.values()):
            return None
        return meanings[name].meaning if name in meanings else grammar.meaning(tree)

    return Grammar(rules, grammar.leaves, said, grammar.key)
