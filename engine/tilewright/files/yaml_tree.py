"""A YAML text as a tree in which every key and value knows its place.

Only events of a safe loader are read: no object is ever constructed. Of YAML this takes
one document of mappings, lists, text and whole numbers; anchors, aliases and other tags
are refused, and so is a text that nests too deeply or holds too much. Words that YAML takes
for truth values, dates, fractions or nothing (``on``, ``2024-01-01``, ``1.5``, ``null``)
are text here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Union

import yaml

from tilewright.diagnostics import Diagnostics
from tilewright.diagnostics.nearest import quoted
from tilewright.files.yaml_problems import CONTROL, MAX_PROBLEMS, clean, plain_words
from tilewright.source import Source, Span

MAX_DEPTH = 20
MAX_NODES = 20_000
MAX_DIGITS = 9
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
_CORE = "tag:yaml.org,2002:"
_TAGS = {
    "scalar": ("!", _CORE + "str", _CORE + "int"),
    "list": (_CORE + "seq",),
    "mapping": (_CORE + "map",),
}


@dataclass(frozen=True, slots=True)
class Scalar:
    """Text, a whole number, or None where nothing is written."""

    value: str | int | None
    span: Span


@dataclass(frozen=True, slots=True)
class List:
    """Values in order."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Entry:
    """The place of a key, and its value."""

    key_span: Span
    value: Node


@dataclass(frozen=True, slots=True)
class Map:
    """Entries by key, in the order of the text."""

    entries: Mapping[str, Entry]
    span: Span


Node = Union[Scalar, List, Map]


def plain(node: Node) -> object:
    """The tree as dicts, lists, texts, ints and None."""
    if isinstance(node, Map):
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    if isinstance(node, List):
        return [plain(item) for item in node.items]
    return node.value


def read_tree(source: Source, diagnostics: Diagnostics) -> Node | None:
    """The tree of a YAML text, or None when there is none; reports TW401, TW402 and TW409.

    Duplicate keys are reported but leave a tree, in which the first one counts.
    """
    tree, problems = _read(source)
    for problem in problems:
        diagnostics.error(problem.code, problem.span, problem.message, problem.help)
    return tree


@lru_cache(maxsize=16)
def _read(source: Source) -> tuple[Node | None, Diagnostics]:
    diagnostics = Diagnostics(source)
    text = clean(source, diagnostics)
    if text is None:
        return None, diagnostics
    try:
        tree = _Composer(text, diagnostics).document()
    except _Stop:
        tree = None
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        diagnostics.error("TW401", *plain_words(problem, text))
        tree = None
    return tree, diagnostics


class _Stop(Exception):
    """There is no point in reading on."""


class _Composer:
    """Builds the tree from the events of one text."""

    def __init__(self, text: str, diagnostics: Diagnostics) -> None:
        self.text = text
        self.diagnostics = diagnostics
        self.events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=LOADER))
        self.nodes = 0
        self.refused = False

    def document(self) -> Node | None:
        """The tree of the only document."""
        next(self.events)  # the start of the stream
        start = next(self.events)
        if not isinstance(start, yaml.DocumentStartEvent):
            self.diagnostics.error("TW401", Span(0, 0), "the file is empty", "begin with a line `tilewright: ...`")
            return None
        if start.version or start.tags:
            self.refuse(start, "a '%' line is not allowed", "delete it")
        tree = self.node(next(self.events), 0)
        next(self.events)  # the end of the document
        after = next(self.events)
        if isinstance(after, yaml.DocumentStartEvent):
            self.refuse(after, "a second document starts here; a file holds one", "take `---` away, or make two files")
        return None if self.refused else tree

    def node(self, event: yaml.Event, depth: int) -> Node:
        """The value that starts with an event, at a depth of nesting."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.refuse(event, f"the file holds more than {MAX_NODES} values")
            raise _Stop
        if depth > MAX_DEPTH:
            self.refuse(event, f"values are nested more than {MAX_DEPTH} deep", "no file needs that")
            raise _Stop
        if isinstance(event, yaml.AliasEvent):
            self.refuse(event, "an alias (*) is not allowed", "write the value out")
            return Scalar(event.anchor, self.span(event))
        if getattr(event, "anchor", None) is not None:
            self.refuse(event, "an anchor (&) is not allowed", "write each value out")
        if isinstance(event, yaml.MappingStartEvent):
            self.check_tag(event, "mapping")
            return self.mapping(event, depth)
        if isinstance(event, yaml.SequenceStartEvent):
            self.check_tag(event, "list")
            return self.sequence(event, depth)
        assert isinstance(event, yaml.ScalarEvent)
        self.check_tag(event, "scalar")
        return self.scalar(event)

    def sequence(self, event: yaml.SequenceStartEvent, depth: int) -> List:
        """A list, once its start was read."""
        items: list[Node] = []
        while not isinstance(following := next(self.events), yaml.SequenceEndEvent):
            items.append(self.node(following, depth + 1))
        inside = [item.span for item in items]
        return List(tuple(items), self.outer(event, following, inside))

    def mapping(self, event: yaml.MappingStartEvent, depth: int) -> Map:
        """A mapping, once its start was read."""
        entries: dict[str, Entry] = {}
        inside: list[Span] = []
        while not isinstance(following := next(self.events), yaml.MappingEndEvent):
            key = self.node(following, depth + 1)
            value = self.node(next(self.events), depth + 1)
            inside += [key.span, value.span]
            self.add(entries, key, value)
        return Map(entries, self.outer(event, following, inside))

    def add(self, entries: dict[str, Entry], key: Node, value: Node) -> None:
        """Record an entry, or report why its key cannot be one."""
        if not isinstance(key, Scalar) or key.value in (None, ""):
            what = "a key must be a word" if not isinstance(key, Scalar) else "a key is missing here"
            self.error("TW404", key.span, what, "write `key: value`")
            return
        name = str(key.value)
        if name in entries:
            line, _ = self.diagnostics.source.position(entries[name].key_span.start)
            self.error(
                "TW409",
                key.span,
                f"the key {quoted(name)} stands twice",
                f"it is already in line {line}",
            )
            return
        entries[name] = Entry(key.span, value)

    def scalar(self, event: yaml.ScalarEvent) -> Scalar:
        """Text or a number: only what is written without quotes can be a number."""
        span, value = self.span(event), event.value
        if CONTROL.search(value):
            self.refuse(event, "an escape that stands for a control character", "leave it out")
        if not event.implicit[0] and event.tag != _CORE + "int":
            return Scalar(value, span)
        if not value:
            return Scalar(None, span)
        if not _WHOLE.fullmatch(value):
            return Scalar(value, span)
        if len(value.lstrip("-")) > MAX_DIGITS:
            self.refuse(
                event,
                f"a number of more than {MAX_DIGITS} digits",
                "put it in quotes if it is text",
            )
            return Scalar(0, span)
        return Scalar(int(value), span)

    def check_tag(self, event: yaml.NodeEvent, kind: str) -> None:
        """Refuse every tag but those that name the kind of value it is anyway."""
        tag = getattr(event, "tag", None)
        if tag is not None and tag not in _TAGS[kind]:
            self.refuse(event, f"the tag {quoted(tag.replace(_CORE, '!!'))} is not allowed", "leave it out")

    def refuse(self, event: yaml.Event, message: str, help: str = "") -> None:
        """Report a part of YAML that is not taken; the file then has no tree."""
        self.refused = True
        self.error("TW402", self.span(event), message, help)

    def error(self, code: str, span: Span, message: str, help: str) -> None:
        """Report a problem, unless there are too many to be of use."""
        self.diagnostics.error(code, span, message, help)
        if len(self.diagnostics.items) >= MAX_PROBLEMS:
            raise _Stop

    def span(self, event: yaml.Event) -> Span:
        """The place of an event, without the white space after it."""
        assert event.start_mark and event.end_mark
        start = min(event.start_mark.index, len(self.text))
        text = self.text[start : event.end_mark.index].rstrip()
        return Span(start, start + len(text))

    def outer(self, start: yaml.Event, end: yaml.Event, inside: list[Span]) -> Span:
        """The place of a list or mapping: its brackets, or from its first part to its last."""
        if getattr(start, "flow_style", False) or not inside:
            return self.span(start).to(self.span(end))
        return inside[0].to(inside[-1])
