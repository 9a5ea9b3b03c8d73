"""What the pages on the language say of a word: its examples, with their values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tilewright.pages import LANGUAGE, pages

_ROW = re.compile(r"^\| `(?P<code>[^`]+)` \| (?P<result>[^|]*) \|", re.MULTILINE)
_BLOCK = re.compile(r"^```(?:tw|game|ability|lines)\b(?! bad)[^\n]*\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
_OTHER = re.compile(r'"|\.\.\.')
"""Lines with quoted texts, and lines with parts left out, are not examples."""
_LEFT_OUT = ("Reference", "When something is wrong", "Limits")
_SHOWN = 3


class Example(NamedTuple):
    """A line of the language, and its value where the page gives one."""

    code: str
    result: str
    section: str


@cache
def _examples() -> tuple[Example, ...]:
    """The examples of the pages in their order: first those in tables, then the lines of cards and games."""
    found = [example for name in LANGUAGE for example in _of_page(pages()[name])]
    return tuple(sorted(found, key=lambda example: not example.result))


def _of_page(page: str) -> Iterator[Example]:
    heads = list(_SECTION.finditer(page))
    for head, end in zip(heads, [*(after.start() for after in heads[1:]), len(page)], strict=True):
        title = head["title"]
        if title in _LEFT_OUT:
            continue
        for row in _ROW.finditer(page, head.end(), end):
            yield Example(row["code"], row["result"].strip(), title)
        for block in _BLOCK.finditer(page, head.end(), end):
            yield from (Example(line.strip(), "", title) for line in block["body"].splitlines() if line.strip())


@cache
def about(word: str) -> str:
    """Examples of a word of the language as Markdown; empty when the pages have none."""
    pattern = re.compile(rf"(?<![a-z-]){re.escape(word)}(?![a-z-])")
    known = [example for example in _examples() if pattern.search(example.code) and not _OTHER.search(example.code)]
    if not known:
        return ""
    section = known[0].section
    shown = sorted((example for example in known if example.section == section), key=lambda one: len(one.code))[:_SHOWN]
    lines = [f"{one.code}  # {one.result}" if one.result else one.code for one in shown]
    return "\n".join(("```tilewright", *lines, "```", f"*{section}*, in `tilewright explain language`"))
