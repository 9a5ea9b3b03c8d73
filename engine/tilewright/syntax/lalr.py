"""A run of LALR(1) tables over a text: a contextual lexer and a shift-reduce parser.

The algorithm is that of Aho, Lam, Sethi and Ullman, Compilers (2nd edition), 4.7; that the lexer
tries only the terminals which the state of the parser allows is Lark's contextual lexer. Lark runs
its tables too, but takes 25 times as long to load them, twice as long to parse, and is a large library
to import: with it most of the time of a short command was spent before the first word was read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tilewright.source import Span
from tilewright.syntax.tables import END, Rule, Tables, TerminalSet

BLOCKS = ("_NL", "_INDENT", "_DEDENT")
"""Tokens of line ends and blocks; they do not count for the spans of nodes."""


class Token(str):
    """A word or sign of a text: its text, its terminal, and its position."""

    __slots__ = ("end", "start", "type")
    type: str
    start: int
    end: int

    def __new__(cls, type: str, text: str, start: int, end: int) -> Token:
        token = super().__new__(cls, text)
        token.type, token.start, token.end = type, start, end
        return token


class UnexpectedInput(Exception):
    """The parser cannot go on."""


class UnexpectedToken(UnexpectedInput):
    """A token that cannot stand where it does; `wanted` are the terminals that can."""

    def __init__(self, token: Token, wanted: set[str]) -> None:
        super().__init__(token)
        self.token = token
        self.wanted = wanted


class UnexpectedCharacter(UnexpectedInput):
    """No word or sign begins at `start`; `allowed` are the terminals that could stand there."""

    def __init__(self, start: int, allowed: set[str]) -> None:
        super().__init__(start)
        self.start = start
        self.allowed = allowed


StackEntry = tuple[int, Any, int, int, int]
"""What stands on the stack: a state, the value of the symbol that led to it, where its tokens start and end
(-1 when none of them counts), and how many nodes lie inside one another in it."""
Builder = Callable[[Span, list[Any]], Any]


class Parser:
    """One run. `builders` make the value of a node, by its name, of its span and its children."""

    def __init__(self, tables: Tables, builders: Mapping[str, Builder]) -> None:
        self.tables = tables
        self.builders = builders
        self.stack: list[StackEntry] = [(0, None, -1, -1, 0)]

    def tokens(self, text: str) -> Iterator[Token]:
        """The tokens of a text, each as the state allows it when it is asked for.

        Raises `UnexpectedCharacter`, and `UnexpectedToken` for one that could stand elsewhere.
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
        """How many nodes lie inside one another in what was read last."""
        return self.stack[-1][-1]

    def take(self, token: Token) -> Any:
        """Go on by one token; the value of the whole text when that was its end.

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
        if rule.transparent and rule.size == 1 and rule.children is None:  # most of all
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
        """The terminals that can stand next. On some that have an action in a state the parser fails later."""
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
    """The terminal that begins at a place, and where it ends; 0 when none does."""
    for name, end_of, words in context[text[start]]:
        end = end_of(text, start)
        found = words.get(text[start:end], name) if end and words else name
        if end and found:
            return found, end
    return "", 0


def _children(places: list[int | None], values: list[Any]) -> list[Any]:
    """The children of a node, of the values of all symbols of its rule (see `Rule.children`)."""
    children: list[Any] = []
    for place in places:
        if place is None:
            children.append(None)
        elif place >= 0:
            children.append(values[place])
        elif children:
            children += values[~place]
        else:
            children = values[~place]  # of a long list, all but the last item: not copied
    return children
