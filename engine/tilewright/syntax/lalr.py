"""The runtime of the parser: a contextual lexer and a shift-reduce parser, driven by the tables of ``make
grammar``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from tilewright.resources import data_folder
from tilewright.source import Span

FILE = "tables.json"
END = "$END"
"""The terminal after the last token."""

Matcher = Callable[[str, int], int]
"""Returns the end of a terminal at an offset of a text; 0 if it does not match."""


class Terminal(NamedTuple):
    """A terminal: a `pattern` (a regular expression, or with `literal` the text itself).

    `starts` are its possible first characters. Terminals are ordered by priority. A literal that also matches the
    terminal `within` (a keyword that is a word) is first lexed as that one, so that a keyword ends where the word
    ends.
    """

    name: str
    pattern: str
    literal: bool
    starts: str
    within: str | None


class Rule(NamedTuple):
    """A production of the grammar, and the arrangement of its children.

    `children` lists what becomes a child: a symbol by its index, the children of an inlined rule by the complement
    (``~index``), None for an absent option; None instead of a list: all symbols. A rule without a `node` is inlined
    into its parent; a `transparent` one is replaced by its only child.
    """

    origin: str
    size: int
    node: str | None
    children: list[int | None] | None
    transparent: bool


class Candidate(NamedTuple):
    """A terminal that may match; `words` are the keywords that it may turn out to be.

    Without a `name`, only these keywords are allowed.
    """

    name: str
    end: Matcher
    words: dict[str, str]


class Tables:
    """LALR(1) tables: for each state a row of actions, by terminal or by the origin of a rule.

    An action is the state to shift to, or the complement of the rule to reduce. `contexts` is the set of allowed
    terminals of each state; `anywhere` has all terminals.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.terminals = {name: Terminal(name, *rest) for name, *rest in data["terminals"]}
        self.ignored = frozenset(data["ignored"])
        self.rules = [Rule(*rule) for rule in data["rules"]]
        self.rows: list[dict[str, int]] = data["rows"]
        self.end_state: int = data["end_state"]
        contexts = [TerminalSet(self.terminals, frozenset(names)) for names in data["sets"]]
        self.contexts = [contexts[number] for number in data["contexts"]]
        self.anywhere = TerminalSet(self.terminals, frozenset(self.terminals))


class TerminalSet(dict[str, list[Candidate]]):
    """A set of terminals, indexed lazily by first character: the candidates in order of priority."""

    def __init__(self, terminals: dict[str, Terminal], names: frozenset[str]) -> None:
        self.terminals = terminals
        self.names = names

    def __missing__(self, first: str) -> list[Candidate]:
        self[first] = found = list(self._candidates(first))
        return found

    def _candidates(self, first: str) -> Iterator[Candidate]:
        begun = [terminal for terminal in self.terminals.values() if first in terminal.starts]
        allowed = [terminal for terminal in begun if terminal.name in self.names]
        for terminal in begun:
            words = {word.pattern: word.name for word in allowed if word.within == terminal.name}
            if terminal in allowed and terminal.within is None:
                yield Candidate(terminal.name, _matcher(terminal), words)
            elif words:
                yield Candidate("", _matcher(terminal), words)


@cache
def _matcher(terminal: Terminal) -> Matcher:
    if terminal.literal:
        text = terminal.pattern
        return lambda source, start: start + len(text) if source.startswith(text, start) else 0
    match = re.compile(terminal.pattern).match
    return lambda source, start: found.end() if (found := match(source, start)) else 0


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables of the grammar, cached for the process; they are immutable."""
    return Tables(json.loads((data_folder("grammar") / FILE).read_bytes()))


BLOCKS = ("_NL", "_INDENT", "_DEDENT")
"""Tokens of line breaks and blocks, which are not part of the spans of nodes."""


class Token(str):
    """A token: its text, its terminal, and its position."""

    __slots__ = ("end", "start", "type")
    type: str
    start: int
    end: int

    def __new__(cls, type: str, text: str, start: int, end: int) -> Token:
        token = super().__new__(cls, text)
        token.type, token.start, token.end = type, start, end
        return token


class UnexpectedInput(Exception):
    """A syntax error."""


class UnexpectedToken(UnexpectedInput):
    """A token that is not allowed here; `wanted` are the allowed terminals."""

    def __init__(self, token: Token, wanted: set[str]) -> None:
        super().__init__(token)
        self.token = token
        self.wanted = wanted


class UnexpectedCharacter(UnexpectedInput):
    """No token begins at `start`; `allowed` are the allowed terminals."""

    def __init__(self, start: int, allowed: set[str]) -> None:
        super().__init__(start)
        self.start = start
        self.allowed = allowed


StackEntry = tuple[int, Any, int, int, int]
"""An entry of the parser stack: the state, the value of its symbol, the start and end of its tokens (-1 if it has
none), and the nesting depth of the value."""
Builder = Callable[[Span, list[Any]], Any]


class Parser:
    """One run. `builders` create the value of a node, by name, from its span and its children."""

    def __init__(self, tables: Tables, builders: Mapping[str, Builder]) -> None:
        self.tables = tables
        self.builders = builders
        self.stack: list[StackEntry] = [(0, None, -1, -1, 0)]

    def tokens(self, text: str) -> Iterator[Token]:
        """The tokens of a text, lexed lazily in the context of the current state.

        Raises `UnexpectedCharacter`, and `UnexpectedToken` for a token that is allowed only elsewhere.
        """
        contexts, ignored = self.tables.contexts, self.tables.ignored
        start = 0
        while start < len(text):
            context = contexts[self.stack[-1][0]]
            name, end = _match(text, start, context)
            if not end:
                raise self._unexpected(text, start, context)
            if name not in ignored:
                yield Token(name, text[start:end], start, end)
            start = end

    def _unexpected(self, text: str, start: int, context: TerminalSet) -> UnexpectedInput:
        name, end = _match(text, start, self.tables.anywhere)
        if end:
            return UnexpectedToken(Token(name, text[start:end], start, end), self.wanted())
        return UnexpectedCharacter(start, set(context.names - self.tables.ignored))

    @property
    def depth(self) -> int:
        """The nesting depth of the last value."""
        return self.stack[-1][-1]

    def take(self, token: Token) -> Any:
        """Process a token; returns the value of the text after its end.

        Raises `UnexpectedToken`.
        """
        rows, rules, stack = self.tables.rows, self.tables.rules, self.stack
        while True:
            action = rows[stack[-1][0]].get(token.type)
            if action is None:
                raise UnexpectedToken(token, self.wanted())
            if action >= 0:
                start, end = (-1, -1) if token.type in BLOCKS else (token.start, token.end)
                stack.append((action, token, start, end, 0))
                return None
            self._reduce(rules[~action])
            if token.type == END and stack[-1][0] == self.tables.end_state:
                return stack[-1][1]

    def _reduce(self, rule: Rule) -> None:
        stack = self.stack
        symbols = stack[len(stack) - rule.size :]
        del stack[len(stack) - rule.size :]
        state = self.tables.rows[stack[-1][0]][rule.origin]
        if rule.transparent and rule.size == 1 and rule.children is None:  # the most frequent case
            stack.append((state, *symbols[0][1:]))
            return
        start = end = -1
        depth = 0
        values = []
        for _, value, first, last, inside in symbols:
            if first >= 0:
                start, end = first if start < 0 else start, last
            if inside > depth:
                depth = inside
            values.append(value)
        value = values if rule.children is None else _children(rule.children, values)
        if rule.transparent and len(value) == 1:
            value = value[0]
        elif rule.node is not None:
            span = Span(start, end) if start >= 0 else Span(0, 0)
            value, depth = self.builders[rule.node](span, value), depth + 1
        stack.append((state, value, start, end, depth))

    def wanted(self) -> set[str]:
        """The terminals that may follow. Terminals with an action on which the parser would fail after reductions are
        excluded."""
        terminals = {name for name in self.tables.rows[self.stack[-1][0]] if name.isupper()}
        return set(filter(self._goes_on, terminals)) or terminals

    def _goes_on(self, terminal: str) -> bool:
        rows, rules = self.tables.rows, self.tables.rules
        states = [state for state, *_ in self.stack]
        while True:
            action = rows[states[-1]].get(terminal)
            if action is None or action >= 0:
                return action is not None
            rule = rules[~action]
            del states[len(states) - rule.size :]
            states.append(rows[states[-1]][rule.origin])
            if terminal == END and states[-1] == self.tables.end_state:
                return True


def _match(text: str, start: int, context: TerminalSet) -> tuple[str, int]:
    """The terminal at an offset, and its end; 0 if none matches."""
    for name, end_of, words in context[text[start]]:
        end = end_of(text, start)
        found = words.get(text[start:end], name) if end and words else name
        if end and found:
            return found, end
    return "", 0


def _children(places: list[int | None], values: list[Any]) -> list[Any]:
    """The children of a node, from the values of all symbols of its rule (see `Rule.children`)."""
    children: list[Any] = []
    for place in places:
        if place is None:
            children.append(None)
        elif place >= 0:
            children.append(values[place])
        elif children:
            children += values[~place]
        else:
            children = values[~place]  # reuse a long list of all items but the last, without a copy
    return children
