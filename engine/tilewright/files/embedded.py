"""A text of the language inside a YAML file."""

from __future__ import annotations

import re

from tilewright.diagnostics import Diagnostics
from tilewright.files.yaml_tree import Map, Scalar
from tilewright.source import Excerpt, Source, Span

_BLOCK_HEADER = re.compile(r"(?:!\S*\s+)?\|[^\n]*\n")


def embedded_at(file: Source, root: Map, key: str, diagnostics: Diagnostics) -> Source | None:
    """The text after a key, with its position in the file.

    None when there is none, or when it is not a block (``key: |``), which is reported (TW404).
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
        starts.append(end - len(line))  # a block takes the same indentation from each line
        if line.strip():
            indents.append(starts[-1] - start)
        start = min(end + 1, len(file.text))
    excerpt = Excerpt(file, tuple(starts), indents[-1], Span(header.end(), node.span.end))
    return Source(file.name, node.value, None, excerpt)
