"""The grammar as a parser of Lark, which all runs share and which holds nothing of any run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any

import lark as library
from lark import Lark, Token
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import TerminalDef

from tilewright.resources import data_folder

TABLES = "tables.json"
"""The LALR tables that come with the grammar; ``make grammar`` writes them."""


@lru_cache(maxsize=1)
def lark() -> Lark:
    """The parser, made once a process.

    Its tables come with tilewright, since building them takes longer than checking a pack. When
    they are of another grammar or of another version of Lark, they are built in memory.
    """
    folder = data_folder("grammar")
    grammar = (folder / "tilewright.lark").read_text(encoding="utf-8")
    try:
        kept = json.loads((folder / TABLES).read_bytes())
    except (OSError, ValueError):
        return build(grammar)
    return load(kept) if kept["of"] == _made_of(grammar) else build(grammar)


def build(grammar: str) -> Lark:
    """A parser of a grammar, with tables built in memory."""
    return Lark(grammar, parser="lalr", maybe_placeholders=True, **_hooks())


def tables(grammar: str) -> dict[str, Any]:
    """The tables of a grammar as values that JSON can hold, the same for every run of Python.

    They are those of `Lark.save` and of its stand-alone parsers, but for the numbers of the states,
    which there depend on the order of sets: here a state is numbered when it is first reached.
    """
    data, memo = build(grammar).memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name not in _hooks()}
    data["parser"]["parser"] = _renumbered(data["parser"]["parser"])
    return {"of": _made_of(grammar), "data": data, "memo": memo}


def load(kept: dict[str, Any]) -> Lark:
    """The parser of tables that have been through JSON, where every key is a text."""
    data, table = kept["data"], kept["data"]["parser"]["parser"]
    table["tokens"] = _by_number(table["tokens"])
    table["states"] = {state: _by_number(row) for state, row in _by_number(table["states"]).items()}
    data["options"] |= _hooks()
    return Lark.load({"data": data, "memo": _by_number(kept["memo"])})


def _made_of(grammar: str) -> dict[str, str]:
    """What the tables depend on: the grammar, and Lark, whose format is its own."""
    return {"lark": library.__version__, "grammar": sha256(grammar.encode()).hexdigest()}


def _by_number(row: dict[str, Any]) -> dict[int, Any]:
    return {int(key): value for key, value in row.items()}


def _renumbered(table: dict[str, Any]) -> dict[str, Any]:
    """The table of `lark.parsers.lalr_analysis.ParseTableBase` with states and tokens in a fixed order."""
    names: dict[int, str] = table["tokens"]
    rows = {state: sorted((names[token], act) for token, act in row.items()) for state, row in table["states"].items()}
    order = list(table["start_states"].values())
    for state in order:  # grows as states are reached
        order += dict.fromkeys(goal for _, (reduce, goal) in rows[state] if not reduce and goal not in order)
    number = {state: i for i, state in enumerate(order)}
    tokens = {name: i for i, name in enumerate(sorted(names.values()))}

    def renumbered(row: list[tuple[str, tuple[int, Any]]]) -> dict[int, tuple[int, Any]]:
        return {tokens[name]: (reduce, goal if reduce else number[goal]) for name, (reduce, goal) in row}

    return {
        "tokens": {i: name for name, i in tokens.items()},
        "states": {number[state]: renumbered(rows[state]) for state in order},
        "start_states": {name: number[state] for name, state in table["start_states"].items()},
        "end_states": {name: number[state] for name, state in table["end_states"].items()},
    }


def _hooks() -> dict[str, Any]:
    """The options of Lark that are code of ours."""
    return {"postlex": _LineEnds(), "propagate_positions": _counts_for_span}


class _LineEnds(PostLex):
    """Has the lexer read line ends everywhere: `Indentation`, which belongs to a run, needs all of them."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


def _counts_for_span(node: object) -> bool:
    """Whether a node counts for the span of its parent: line ends and indentation do not."""
    return not (isinstance(node, Token) and node.type in ("_NL", "_INDENT", "_DEDENT"))
