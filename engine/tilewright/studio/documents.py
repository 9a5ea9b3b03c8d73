"""The bundled documentation: reading and searching it on a page, and its examples as files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tilewright.pages import documents
from tilewright.studio.boards import RefusedEdit
from tilewright.studio.tables import JsonObject

MOST_FOUND = 20
EXCERPT = 140
"""The length of an excerpt around a search result, in characters."""
_HEADING = re.compile(r"^(#{1,4}) (.+)$", re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class DocumentSection:
    """A section of a document, from one heading to the next."""

    page: str
    title: str
    heading: str
    text: str


def listed() -> list[JsonObject]:
    """The documents by name and title, with those of codes last."""
    titles = [(name, _title(text)) for name, text in documents().items()]
    return [{"name": name, "title": title, "code": _is_code(name)} for name, title in titles]


def read(name: str) -> JsonObject:
    """A document as Markdown. Raises `RefusedEdit`."""
    text = documents().get(name)
    if text is None:
        raise RefusedEdit(f"there is no document '{name[:80]}'")
    return {"name": name, "title": _title(text), "text": text}


def found(words: str) -> list[JsonObject]:
    """The sections that contain all words, ranked; words in headings count more."""
    wanted = [word for word in re.split(r"\s+", words.lower()) if word]
    if not wanted:
        return []
    ranked = [(_worth(section, wanted), number, section) for number, section in enumerate(_sections())]
    best = sorted((-worth, number, section) for worth, number, section in ranked if worth > 0)[:MOST_FOUND]
    return [_shown(section, wanted) for _, _, section in best]


@cache
def _sections() -> Sequence[DocumentSection]:
    return [section for name, text in documents().items() for section in _sections_of(name, text)]


def _sections_of(name: str, text: str) -> Iterator[DocumentSection]:
    code = [found.span() for found in _FENCE.finditer(text)]
    heads = [h for h in _HEADING.finditer(text) if not any(start < h.start() < end for start, end in code)]
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=True):
        yield DocumentSection(name, _title(text), head[2].replace("`", ""), text[head.end() : end])


def _worth(section: DocumentSection, wanted: Sequence[str]) -> int:
    heading, body = f"{section.title} {section.heading}".lower(), section.text.lower()
    if not all(word in heading or word in body for word in wanted):
        return 0
    return sum(20 * (word in heading) + min(5, body.count(word)) for word in wanted)


def _shown(section: DocumentSection, wanted: Sequence[str]) -> JsonObject:
    text = " ".join(re.sub(r"[`|*#]+|\]\([^)]*\)|\[", " ", section.text).split())
    places = [place for word in wanted if (place := text.lower().find(word)) >= 0]
    start = max(0, min(places, default=0) - EXCERPT // 3)
    start = text.rfind(" ", 0, start) + 1 if start else 0
    excerpt = ("… " if start else "") + text[start : start + EXCERPT].rsplit(" ", 1)[0]
    return {"name": section.page, "title": section.title, "heading": section.heading, "excerpt": excerpt}


def _title(text: str) -> str:
    return text.partition("\n")[0].removeprefix("# ").replace("`", "")


def _is_code(name: str) -> bool:
    return re.fullmatch(r"TW\d+", name) is not None
