"""The grammar as a parser of Lark, which is shared by all runs and holds nothing of any."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lark import Lark, Token
from lark.lark import PostLex

from tilewright.resources import cache_folder, data_folder


@lru_cache(maxsize=1)
def lark() -> Lark:
    """The parser, built once a process; its tables are kept in the user's cache folder.

    Building them takes longer than checking a pack. Lark tells by a hash whether kept ones
    are those of this grammar.
    """
    grammar = (data_folder("grammar") / "tilewright.lark").read_text(encoding="utf-8")
    folder = cache_folder()
    return Lark(
        grammar,
        parser="lalr",
        postlex=_LineEnds(),
        propagate_positions=_CountsForSpan(),
        maybe_placeholders=True,
        cache=str(folder / "grammar") if folder else False,
    )


class _LineEnds(PostLex):
    """Has the lexer read line ends everywhere: `Indentation`, which belongs to a run, needs all of them."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


class _CountsForSpan:
    """Whether a node counts for the span of its parent: line ends and indentation do not."""

    def __call__(self, node: object) -> bool:
        return not (isinstance(node, Token) and node.type in ("_NL", "_INDENT", "_DEDENT"))

    def __repr__(self) -> str:
        return "counts for span"  # the same in every process: it is part of Lark's hash
