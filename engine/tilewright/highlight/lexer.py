"""A lexer of Pygments for files of the language; Pygments knows it as ``tilewright`` or ``tw``."""

from __future__ import annotations

from typing import Any

from pygments.lexer import RegexLexer, bygroups
from pygments.lexer import words as any_of
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from tilewright.highlight.words import words
from tilewright.syntax.tables import tables

_ID = r"[a-z][a-z0-9-]*"


def _rules() -> list[Any]:
    """What stands at a place, first what is tried first; a sign that the grammar does not know is an error."""
    pattern = {name: terminal.pattern for name, terminal in tables().terminals.items()}
    known = words()
    ends = r"(?![a-z0-9-])"
    begins = any_of(sorted(known.statements)).get()
    return [
        (rf"^({_ID})([ \t]+)({_ID})(?=[ \t]*(?:#.*)?$)", bygroups(Keyword.Declaration, Whitespace, Name.Class)),
        (rf"^([ \t]*)({begins}){ends}", bygroups(Whitespace, Keyword)),
        (r"\n|[ \t]+", Whitespace),
        (r"#[^\n]*", Comment.Single),
        (pattern["STRING"], String.Double),
        (any_of(sorted(known.statements | known.phrases), suffix=ends), Keyword.Pseudo),
        (any_of(sorted(known.things), suffix=ends), Name.Builtin),
        (pattern["WORD"], Name),
        (pattern["CODE"], Name.Constant),
        (pattern["INT"], Number.Integer),
        (pattern["COMPARISON"], Operator),
        (pattern["SIGN"], Operator),
        (r"[-+/*]", Operator),
        (r"[(),:.]", Punctuation),
    ]


class TilewrightLexer(RegexLexer):
    """Colors words by what they are: those that begin a line, those inside it, nouns, and the words of a game."""

    name = "tilewright"
    url = "https://pygments.org/docs/lexers/"
    aliases = ["tilewright", "tw"]  # noqa: RUF012 (Pygments wants a list)
    filenames = ["*.tw"]  # noqa: RUF012
    tokens = {"root": _rules()}  # noqa: RUF012
