"""YAML as a tree with the span of every key and value, also within embedded text of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Union

import yaml

from tilewright.diagnostics import Diagnostics, quoted
from tilewright.source import CONTROL, Excerpt, Source, Span, blanked, named
from tilewright.struct import Struct, struct

MAX_PROBLEMS = 50
"""The largest number of problems reported for a file."""

_TABS = re.compile(r"^[^\n\t]*(\t)", re.MULTILINE)

# The C and the Python parser of PyYAML have different messages; these parts are common to both.
_WORDS = (
    (
        r"mapping values are not allowed",
        "':' is not allowed here",
        "put text that contains ': ' in quotes, or check the indentation",
    ),
    (r"could not find expected ':'", "there is no ':' after this key", "write `key: value`"),
    (r"quoted.scalar.*(end of stream|document)", "this quote is never closed", "close it"),
    (r"escape|hexa?decimal", "an unknown escape after '\\'", "use single quotes, in which '\\' is itself"),
    (r"cannot start any token", "text cannot start with this character", "put the text in quotes"),
    (r"flow.(sequence|mapping)|flow node", "expected ',' or the closing bracket", ""),
    (
        r"block mapping",
        "expected a key, or the end of the mapping",
        "keys of one mapping start in the same column; no line after '|' is indented less than the first",
    ),
    (
        r"block collection",
        "expected '-', or the end of the list",
        "all '-' of a list start in the same column",
    ),
    (r"sequence entries are not allowed", "a list cannot start here", "start it on a line of its own"),
    (r"block scalar", "only '-', '+' or a comment can follow '|' on the same line", "start the text on the next line"),
    (r"node content", "expected a value", ""),
    (r"document start", "nothing can follow the value of the file", ""),
    (r"directive|incompatible|%TAG|tag handle '|version", "a '%' line is not allowed", "delete it"),
    (r"tag", "a tag (!) is not allowed", "leave it out"),
    (r"anchor|alias", "an anchor (&) or alias (*) is not allowed", "write the value out, or put it in quotes"),
)


def clean(source: Source, diagnostics: Diagnostics) -> str | None:
    """Report tabs and control characters. The text with spaces instead, of the same length, so that spans stay valid.

    None if a tab is part of the indentation, whose width is unknown.
    """
    usable = True
    for found in list(_TABS.finditer(source.text))[:MAX_PROBLEMS]:
        where = Span(*found.span(1))
        diagnostics.error("TW401", where, "a tab", "use spaces")
        usable = usable and bool(found[0].strip())
    for found in list(CONTROL.finditer(source.text))[:MAX_PROBLEMS]:
        diagnostics.error("TW401", Span(*found.span()), f"a control character ({named(found[0])})", "delete it", "")
    return blanked(source.text).replace("\t", " ") if usable else None


def plain_words(problem: Exception, text: str) -> tuple[Span, str, str]:
    """The span, message and help for an error of the YAML parser."""
    said = str(problem)
    mark, opening = None, None
    if isinstance(problem, yaml.MarkedYAMLError):
        said = f"{problem.context} {problem.problem}"
        mark, opening = problem.problem_mark, problem.context_mark
    start = min(mark.index, len(text)) if mark else 0
    at_end = not text[start:].strip()
    if opening and (at_end or "could not find" in said):
        start = min(opening.index, len(text))
    if at_end and "flow" in said:
        start = min(start, len(text.rstrip()) - 1)
        return Span(start, start + 1), "this bracket is never closed", "close it"
    message, help = next(
        ((words, help) for pattern, words, help in _WORDS if re.search(pattern, said)),
        ("this is not YAML", ""),
    )
    if opening and "flow" in said:
        help = f"the bracket was opened on line {opening.line + 1}"
    end = start + 1 if text[start : start + 1].strip() else start
    return Span(start, end), message, help


# ------------------------------------------------------------------ YAML as a tree with spans

MAX_DEPTH = 20
MAX_NODES = 20_000
MAX_DIGITS = 9

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)\Z")
_CORE = "tag:yaml.org,2002:"
_STR, _INT, _NULL = (_CORE + name for name in ("str", "int", "null"))


_RESOLVERS = {"": [(_NULL, re.compile(r"\Z"))]} | {sign: [(_INT, _WHOLE)] for sign in "-0123456789"}


def loader(base: type[Any]) -> type[Any]:
    """A PyYAML loader whose only resolved scalars are integers and null; all others are text."""
    return type("Loader", (base,), {"yaml_implicit_resolvers": _RESOLVERS})


LOADER = loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@struct
class Scalar(Struct):
    """Text, an integer, or None for an empty value."""

    value: str | int | None
    span: Span


@struct
class List(Struct):
    """A list of values."""

    items: tuple[YamlNode, ...]
    span: Span


@struct
class MapEntry(Struct):
    """The span of a key, and its value."""

    key_span: Span
    value: YamlNode


@struct
class Map(Struct):
    """Entries by key, in the order of the text."""

    entries: Mapping[str, MapEntry]
    span: Span


YamlNode = Union[Scalar, List, Map]


def plain(node: YamlNode) -> object:
    """The tree as dicts, lists, texts, integers and None."""
    if isinstance(node, Map):
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    if isinstance(node, List):
        return [plain(item) for item in node.items]
    return node.value


def read_tree(source: Source, diagnostics: Diagnostics) -> YamlNode | None:
    """The tree of a YAML text; None if it cannot be read. Reports TW401, TW402, TW404 and TW409.

    Invalid keys are dropped; of duplicate keys the first counts.
    """
    tree, problems = _parsed(source)
    diagnostics.extend(problem.at(diagnostics.source) for problem in problems)
    return tree


@lru_cache(maxsize=16)
def _parsed(source: Source) -> tuple[YamlNode | None, Diagnostics]:
    diagnostics = Diagnostics(source)
    text = clean(source, diagnostics)
    if text is None:
        return None, diagnostics
    refused = False
    try:
        for event, message, help in islice(_refused(text), MAX_PROBLEMS):
            diagnostics.error("TW402", _span(event, text), message, help)
            refused = True
        node = None if refused else yaml.compose(text, Loader=LOADER)
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        diagnostics.error("TW401", *plain_words(problem, text))
        return None, diagnostics
    if node is not None:
        return _tree(node, text, diagnostics), diagnostics
    if not refused:
        diagnostics.error("TW401", Span(0, 0), "the file is empty", "begin with a line `tilewright: ...`")
    return None, diagnostics


# -- unsupported YAML

_TAGS: dict[type[yaml.Event], tuple[str, ...]] = {
    yaml.ScalarEvent: ("!", _STR, _INT),
    yaml.SequenceStartEvent: (_CORE + "seq",),
    yaml.MappingStartEvent: (_CORE + "map",),
}
"""The tags that are allowed: those that are implied by the value anyway."""


def _refused(text: str) -> Iterator[tuple[yaml.Event, str, str]]:
    """The parts of YAML that are not supported, with message and help, up to the limits of size and depth."""
    nodes = depth = documents = 0
    for event in yaml.parse(text, Loader=LOADER):
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                help = "remove `---`, or make two files"
                yield event, "a second document starts here; a file contains one", help
                return
            if event.version or event.tags:
                yield event, "a '%' line is not allowed", "delete it"
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.NodeEvent):
            nodes += 1
            if nodes > MAX_NODES:
                yield event, f"the file contains more than {MAX_NODES} values", ""
                return
            if depth > MAX_DEPTH:
                yield event, f"values are nested more than {MAX_DEPTH} levels deep", "no file needs that"
                return
            yield from ((event, *refusal) for refusal in _refused_of(event))
            depth += isinstance(event, yaml.CollectionStartEvent)


def _refused_of(event: yaml.NodeEvent) -> Iterator[tuple[str, str]]:
    """The reasons why a value is not supported: message and help."""
    if isinstance(event, yaml.AliasEvent):
        yield "an alias (*) is not allowed", "write the value out"
        return
    if event.anchor is not None:
        yield "an anchor (&) is not allowed", "write each value out"
    tag = getattr(event, "tag", None)
    if tag is not None and tag not in _TAGS[type(event)]:
        yield f"the tag {quoted(tag.replace(_CORE, '!!'))} is not allowed", "leave it out"
    if not isinstance(event, yaml.ScalarEvent):
        return
    if CONTROL.search(event.value):
        yield "an escape that stands for a control character", "leave it out"
    plain = event.implicit[0] or event.tag == _INT
    if plain and len(event.value.lstrip("-")) > MAX_DIGITS and _WHOLE.match(event.value):
        yield f"a number with more than {MAX_DIGITS} digits", "put it in quotes if it is text"


# -- conversion of PyYAML nodes


def _tree(node: yaml.Node, text: str, diagnostics: Diagnostics) -> YamlNode:
    """The tree of a node. Reports TW404 and TW409."""
    if isinstance(node, yaml.ScalarNode):
        return Scalar(_value(node), _span(node, text))
    if isinstance(node, yaml.SequenceNode):
        items = tuple(_tree(item, text, diagnostics) for item in node.value)
        return List(items, _outer(node, items, text))
    assert isinstance(node, yaml.MappingNode)
    pairs = [(_tree(key, text, diagnostics), _tree(value, text, diagnostics)) for key, value in node.value]
    return Map(_entries(pairs, diagnostics), _outer(node, [part for pair in pairs for part in pair], text))


def _entries(pairs: list[tuple[YamlNode, YamlNode]], diagnostics: Diagnostics) -> dict[str, MapEntry]:
    """The entries of a mapping by key."""
    entries: dict[str, MapEntry] = {}
    for key, value in pairs:
        name = str(key.value) if isinstance(key, Scalar) and key.value not in (None, "") else None
        if name is not None and name not in entries:
            entries[name] = MapEntry(key.span, value)
        elif len(diagnostics.items) >= MAX_PROBLEMS:
            break
        elif name is not None:
            line, _ = diagnostics.source.position(entries[name].key_span.start)
            message, help = f"the key {quoted(name)} is given twice", f"it is already on line {line}"
            diagnostics.error("TW409", key.span, message, help)
        else:
            what = "a key is missing here" if isinstance(key, Scalar) else "a key must be a word"
            diagnostics.error("TW404", key.span, what, "write `key: value`")
    return entries


def _value(node: yaml.ScalarNode) -> str | int | None:
    """Text, an integer, or None for an empty value."""
    if node.tag == _STR or (node.value and not _WHOLE.match(node.value)):
        return str(node.value)
    return int(node.value) if node.value else None


def _outer(node: yaml.CollectionNode, inside: Sequence[YamlNode], text: str) -> Span:
    """The span of a list or mapping: with its brackets, or from its first item to its last."""
    return _span(node, text) if node.flow_style else inside[0].span.to(inside[-1].span)


def _span(part: yaml.Event | yaml.Node, text: str) -> Span:
    """The span of a part of the text, without trailing whitespace."""
    assert part.start_mark and part.end_mark
    start = min(part.start_mark.index, len(text))
    return Span(start, start + len(text[start : part.end_mark.index].rstrip()))


def inline(value: object) -> str:
    """A value on one line."""
    text = yaml.safe_dump([value], default_flow_style=True, allow_unicode=True, width=10**9, sort_keys=False)
    return text.strip()[1:-1]


def block(value: object) -> str:
    """A list with one line per item."""
    text = yaml.safe_dump(value, default_flow_style=False, allow_unicode=True, width=10**9, sort_keys=False)
    return str(text).rstrip("\n")


_BLOCK_HEADER = re.compile(r"(?:!\S*\s+)?\|[^\n]*\n")


def embedded_at(file: Source, root: Map, key: str, diagnostics: Diagnostics) -> Source | None:
    """The text of a key, as a source that knows its position in the file.

    None if there is none, or if it is not a block scalar (``key: |``), which is reported (TW404).
    """
    entry = root.entries.get(key)
    node = entry.value if entry else None
    if entry is None or not isinstance(node, Scalar) or not isinstance(node.value, str):
        return None
    header = _BLOCK_HEADER.match(file.text, node.span.start, node.span.end)
    if header is None:
        help = f"write '{key}: |', and the text on the lines below it, indented"
        diagnostics.error("TW404", entry.key_span, f"'{key}' must be a block of lines", help)
        return None
    starts, indents, start = [], [0], header.end()
    for line in node.value.split("\n"):
        end = file.text.find("\n", start)
        end = len(file.text) if end < 0 else end
        starts.append(end - len(line))  # a block scalar removes the same indentation from each line
        if line.strip():
            indents.append(starts[-1] - start)
        start = min(end + 1, len(file.text))
    excerpt = Excerpt(file, tuple(starts), indents[-1], Span(header.end(), node.span.end))
    return Source(file.name, node.value, None, excerpt)
