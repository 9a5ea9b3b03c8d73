"""The tables of the parser, which ``make grammar`` has made of the grammar, and a run of them: a contextual lexer and a shift-reduce parser."""

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
"""What stands after the last token of a text."""

Matcher = Callable[[str, int], int]
"""Where a terminal ends that begins at a place of a text; 0 when none begins there."""


class Terminal(NamedTuple):
    """A sort of words or signs: a `pattern` (a regular expression, or with `literal` the text itself).

    `starts` are the characters it may begin with. Terminals stand in the order in which they are tried.
    A literal that is also matched by the terminal `within` (a keyword that is a word) is read as that
    one first, wherever it stands: a keyword ends where the word ends.
    """

    name: str
    pattern: str
    literal: bool
    starts: str
    within: str | None


class Rule(NamedTuple):
    """A production of the grammar, and how its children are laid out.

    `children` lists what becomes a child: a symbol by its place, the children of an inlined rule by the
    complement of its place (``~place``), None for an option that is absent; None for all symbols as they
    stand. A rule without a `node` has its children inlined in its place; one that is `transparent`
    stands for its child when it has only one.
    """

    origin: str
    size: int
    node: str | None
    children: list[int | None] | None
    transparent: bool


class Candidate(NamedTuple):
    """A terminal that may stand at a place; `words` are the keywords that it may turn out to be.

    Without a `name` only these may stand there.
    """

    name: str
    end: Matcher
    words: dict[str, str]


class Tables:
    """LALR(1) tables: in each state a row of actions, by the name of a terminal or of the origin of a rule.

    An action is the number of the state to go to, or the complement of that of the rule to reduce.
    `contexts` has for each state the terminals that may stand there; `anywhere` has all of them.
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
    """A set of terminals: what may begin with a character where they may stand, in the order to try."""

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
    """The tables of the grammar, read once a process; they hold nothing of any run."""
    return Tables(json.loads((data_folder("grammar") / FILE).read_bytes()))


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
