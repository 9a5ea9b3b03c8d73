"""A lexer of Pygments for files of the language; Pygments knows it as ``tilewright`` or ``tw``."""

from __future__ import annotations

from typing import Any

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from tilewright.highlight.words import BLANK, rules

_TOKENS = {
    "declaration": Keyword.Declaration,
    "class": Name.Class,
    "statement": Keyword,
    "phrase": Keyword.Pseudo,
    "thing": Name.Builtin,
    "name": Name,
    "code": Name.Constant,
    "number": Number.Integer,
    "operator": Operator,
    "punctuation": Punctuation,
    "text": String.Double,
    "comment": Comment.Single,
    BLANK: Whitespace,
}


def _rules() -> list[Any]:
    found: list[Any] = [(r"\n", Whitespace)]
    for rule in rules():
        tokens = [_TOKENS[name] for name in rule.classes]
        found.append((rule.pattern, tokens[0] if len(tokens) == 1 else bygroups(*tokens)))
    return found


class TilewrightLexer(RegexLexer):
    """Colors words by what they are: those that begin a line, those inside it, nouns, and the words of a game."""

    name = "tilewright"
    url = "https://pygments.org/docs/lexers/"
    aliases = ["tilewright", "tw"]  # noqa: RUF012 (Pygments wants a list)
    filenames = ["*.tw"]  # noqa: RUF012
    tokens = {"root": _rules()}  # noqa: RUF012
