"""The tables of the parser: what ``make grammar`` has made of the grammar.

The grammar is compiled by Lark, which is not needed to run the tables: they are a file of data that
comes with tilewright, and are read in a few milliseconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from tilewright.resources import data_folder

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
