"""The words of the language by class, and the lexer of Pygments that is made of them."""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String, Token

from tilewright.check.vocabulary import KEYWORDS
from tilewright.highlight.lexer import TilewrightLexer
from tilewright.highlight.words import words
from tilewright.resources import data_folder
from tilewright.syntax.lalr import tables
from tilewright.syntax.parser import tokens

ROOT = Path(__file__).parents[1]
FILES = sorted(data_folder("cards").rglob("*.tw"))
PAGES = sorted(ROOT.glob("docs/*.md"))
LANGUAGE = ("tw", "rule", "ability", "game", "lines", "tilewright")


def lexed(text: str) -> list[tuple[object, str]]:
    """The tokens of a text that are not blanks."""
    return [(kind, word) for kind, word in TilewrightLexer().get_tokens(text) if word.strip()]


def examples() -> Iterator[tuple[str, str]]:
    """Every file of the packs, and every block of the language in the documents, with its place."""
    for path in FILES:
        yield str(path), path.read_text("utf-8")
    for path in (*PAGES, *sorted(ROOT.glob("docs/codes/*.md"))):
        text = path.read_text("utf-8")
        for found in re.finditer(rf"^```(?:{'|'.join(LANGUAGE)})\b(?! bad)[^\n]*\n(.*?)^```$", text, re.M | re.S):
            yield f"{path.name}:{text.count(chr(10), 0, found.start()) + 1}", found[1]


def test_every_example_is_lexed() -> None:
    """No card, layout or game of the packs and no example of the documents has a sign that the lexer does not know."""
    found = list(examples())
    assert len(found) > 150
    wrong = {place: word for place, text in found for kind, word in lexed(text) if kind is Error}
    assert not wrong


def test_what_is_not_of_the_language_is_an_error() -> None:
    """A sign that no file can have is marked."""
    assert [word for kind, word in lexed("dragon x\n  score $1 for each \N{EURO SIGN}\n") if kind is Error] == [
        "$",
        "\N{EURO SIGN}",
    ]


def test_words_are_colored_by_what_they_are() -> None:
    """Headers, words that begin lines, those inside them, nouns, words of a game and values differ."""
    text = 'dragon tower-2  # mine\n  name en "A, b"\n  score 2 for each M5 where total height of stacks >= 3\n'
    assert lexed(text) == [
        (Keyword.Declaration, "dragon"),
        (Name.Class, "tower-2"),
        (Comment.Single, "# mine"),
        (Keyword, "name"),
        (Name, "en"),
        (String.Double, '"A, b"'),
        (Keyword, "score"),
        (Number.Integer, "2"),
        (Keyword.Pseudo, "for"),
        (Keyword.Pseudo, "each"),
        (Name.Constant, "M5"),
        (Keyword.Pseudo, "where"),
        (Keyword.Pseudo, "total"),
        (Name.Builtin, "height"),
        (Keyword.Pseudo, "of"),
        (Name.Builtin, "stacks"),
        (Operator, ">="),
        (Number.Integer, "3"),
    ]


def test_every_word_of_the_grammar_is_in_one_class() -> None:
    """The classes share no word, have each keyword of the grammar, and know those that are spelled in a pattern."""
    known = words()
    assert not (known.statements & known.phrases or (known.statements | known.phrases) & known.things)
    literal = {t.pattern for t in tables().terminals.values() if t.literal and t.pattern[0].isalpha()}
    assert literal <= known.statements | known.phrases
    assert {"score", "choose", "if", "otherwise", "tie-break", "game"} <= known.statements
    assert {"a", "an", "rises", "falls", "never", "fewer", "away"} <= known.phrases
    assert {"stacks", "border", "neighbors", "axes"} <= known.things
    assert set(KEYWORDS) <= known.statements | known.phrases | known.things


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES[::7], ids=lambda path: path.stem)
def test_the_lexer_and_the_parser_see_the_same_words(path: Path) -> None:
    """What the parser reads as a word of the language is no word of a game to the lexer, and is cut at the same places."""
    text = path.read_text("utf-8")
    named = {"WORD", "CODE", "INT", "STRING"}
    parts, offset = {}, 0
    for kind, word in TilewrightLexer(stripnl=False, ensurenl=False).get_tokens(text):
        parts[offset] = kind, word
        offset += len(word)
    for token in tokens(text):
        if token.type in named:
            assert parts[token.start][1] == str(token)
        elif not token.type.startswith("_"):
            assert parts[token.start][0] not in (Name, Token.Error), token


def test_pygments_finds_it() -> None:
    """The entry point of the package names the lexer."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["tilewright"].partition(":")
    assert getattr(importlib.import_module(module), name) is TilewrightLexer
    assert "*.tw" in TilewrightLexer.filenames
