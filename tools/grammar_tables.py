"""Makes the tables of the parser, which come with tilewright, from the grammar."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from lark import Lark
from lark.grammar import Rule as LarkRule
from lark.lark import PostLex
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Shift

from tilewright.resources import data_folder
from tilewright.syntax.lalr import FILE, Rule, Terminal

ALWAYS = "_NL"
"""Line ends are read everywhere, for what opens and closes blocks is made of all of them."""


class LineEnds(PostLex):
    """Keeps Lark from leaving line ends out."""

    always_accept = (ALWAYS,)

    def process(self, stream: Iterator[Any]) -> Iterator[Any]:
        return stream


def main() -> None:
    """Run it after every change of the grammar."""
    folder = data_folder("grammar")
    made = tables((folder / "tilewright.lark").read_text(encoding="utf-8"))
    (folder / FILE).write_text(written(made), encoding="utf-8")
    print(f"{folder / FILE}: {len(made['rows'])} states")


def written(tables: dict[str, Any]) -> str:
    """The tables as JSON: each list of lists with one of these a line, so that changes can be read."""
    parts = []
    for name, value in tables.items():
        items = ",\n".join(json.dumps(item, separators=(",", ":")) for item in value) if isinstance(value, list) else ""
        parts.append(f"{json.dumps(name)}:[\n{items}\n]" if items else f"{json.dumps(name)}:{json.dumps(value)}")
    return "{" + ",\n".join(parts) + "}\n"


def tables(grammar: str) -> dict[str, Any]:
    """The tables of a grammar (see `tilewright.syntax.lalr`), the same for every run of Python.

    A state is numbered when it is first reached: Lark's own numbers depend on the order of sets.
    """
    lark = Lark(grammar, parser="lalr", maybe_placeholders=True, postlex=LineEnds())
    table = lark.parser.parser._parse_table
    rules = {rule: number for number, rule in enumerate(lark.rules)}
    terminals = list(_terminals(lark.terminals))
    order = [table.start_states["start"]]
    for state in order:  # grows as states are reached
        shifts = sorted((name, goal) for name, (action, goal) in table.states[state].items() if action is Shift)
        order += dict.fromkeys(goal for _, goal in shifts if goal not in order)
    number = {state: i for i, state in enumerate(order)}
    rows = [
        {name: number[goal] if action is Shift else ~rules[goal] for name, (action, goal) in sorted(row.items())}
        for row in (table.states[state] for state in order)
    ]
    ignored = list(lark.ignore_tokens)
    sets = [[t.name for t in terminals if t.name in row or t.name in (ALWAYS, *ignored)] for row in rows]
    distinct = sorted(map(list, {tuple(names) for names in sets}))
    return {
        "terminals": [list(terminal) for terminal in terminals],
        "ignored": ignored,
        "rules": [list(_rule(rule)) for rule in lark.rules],
        "rows": rows,
        "end_state": number[table.end_states["start"]],
        "contexts": [distinct.index(names) for names in sets],
        "sets": distinct,
    }


def _terminals(terminals: list[TerminalDef]) -> Iterator[Terminal]:
    """The terminals in the order in which Lark's lexer tries them (`lark.lexer.BasicLexer`)."""
    order = sorted(terminals, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name))
    for terminal in order:
        pattern = terminal.pattern
        assert not pattern.flags, "a pattern without flags"
        literal = pattern.type == "str"
        around = [other.name for other in order if literal and _matches(other, terminal)]
        assert len(around) <= 1, "a keyword is read as one other terminal"
        starts = pattern.value[0] if literal else "".join(sorted(_starts(re._parser.parse(pattern.value))))
        yield Terminal(terminal.name, pattern.value, literal, starts, around[0] if around else None)


def _matches(other: TerminalDef, word: TerminalDef) -> bool:
    """Whether a keyword is also matched by a terminal of the same priority (`lark.lexer._create_unless`)."""
    if other.pattern.type == "str" or other.priority != word.priority:
        return False
    found = re.match(other.pattern.value, word.pattern.value)
    return found is not None and found[0] == word.pattern.value


def _starts(pattern: Any) -> set[str]:
    """The characters with which a match of a parsed regular expression may begin."""
    for kind, value in pattern:
        match str(kind):
            case "LITERAL":
                return {chr(value)}
            case "IN":
                return {char for char in map(chr, range(128)) if re.match(_class(value), char)}
            case "SUBPATTERN":
                return _starts(value[-1])
            case "BRANCH":
                return set().union(*map(_starts, value[1]))
            case "MAX_REPEAT" if value[0] > 0:
                return _starts(value[2])
            case _:
                raise ValueError(f"{kind} cannot begin a terminal")
    raise ValueError("a terminal is not empty")


def _class(items: list[tuple[Any, Any]]) -> str:
    """A parsed set of characters, without a complement, as a regular expression."""
    ranges = [
        (value, value) if str(kind) == "LITERAL" else value
        for kind, value in items
        if str(kind) in ("LITERAL", "RANGE")
    ]
    assert len(ranges) == len(items), "characters and ranges alone"
    return "[" + "".join(f"{re.escape(chr(low))}-{re.escape(chr(high))}" for low, high in ranges) + "]"


def _rule(rule: LarkRule) -> Rule:
    """A rule, with its children as `lark.parse_tree_builder` lays them out."""
    origin, size = str(rule.origin.name), len(rule.expansion)
    inlined = origin.startswith("_") and not rule.alias
    absent = "".join("n" if empty else "s" for empty in rule.options.empty_indices or [False] * size)
    children: list[int | None] = []
    place = 0
    for part in absent:
        if part == "n":
            children.append(None)
            continue
        symbol = rule.expansion[place]
        if not symbol.is_term:
            children.append(~place if symbol.name.startswith("_") else place)
        elif not symbol.filter_out:
            children.append(place)
        place += 1
    assert place == size and not rule.options.keep_all_tokens
    plain = children == list(range(size))
    transparent = bool(rule.options.expand1 and not rule.alias)
    return Rule(origin, size, None if inlined else str(rule.alias or origin), None if plain else children, transparent)


if __name__ == "__main__":
    main()
