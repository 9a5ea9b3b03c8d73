"""What the pages of the language say of a statement or a word of it: how it is written, what it means, examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tilewright.pages import LANGUAGE, REFERENCE, pages

MOST_ROWS, MOST_SECTIONS, MOST_ITEMS = 8, 3, 2
"""So many lines of a table, headings and items of a list are shown at most."""
_ROW = re.compile(r"^\| (.+) \|\s*$", re.MULTILINE)
_SECTION = re.compile(r"^(#{2,3}) (.+)$", re.MULTILINE)
_ITEM = re.compile(r"^- \*\*.+(?:\n  .+)*\n", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")


def usage_of(words: str) -> str | None:
    """A page about a statement or a word of the language, made of its documents; None if they do not use it."""
    wanted = " ".join(words.lower().split())
    if not re.fullmatch(r"[a-z][a-z -]*", wanted):
        return None
    forms, uses = _forms(wanted)[:MOST_ROWS], list(dict.fromkeys(_uses(wanted)))[:MOST_ROWS]
    items = list(_list_items(wanted))[:MOST_ITEMS] if not forms and not uses else []
    if not forms and not uses and not items:
        return None
    sections = [f"'{heading}'" for heading in list(dict.fromkeys(_sections(wanted)))[:MOST_SECTIONS]]
    parts = [
        f"# {'what the pages say' if items else 'how it is written'}\n",
        *items,
        *(f"- {form}\n  {meaning}; for example {example}\n" for form, meaning, example in forms),
        "On the board of the page of the language:\n" if uses else "",
        "".join(f"- {use}\n" for use in uses),
        f"More: tilewright explain language, {' and '.join(sections)}\n" if sections else "",
    ]
    return "\n".join(filter(None, parts))


@cache
def _split(name: str) -> tuple[tuple[str, str], ...]:
    """The sections of a page by their headings, but for those whose heading has code."""
    text = pages()[name]
    marks = list(_SECTION.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    pairs = zip(marks, ends, strict=True)
    return tuple((mark[2], text[mark.end() : end]) for mark, end in pairs if "`" not in mark[2])


def _forms(wanted: str) -> list[tuple[str, str, str]]:
    """The rows of the reference whose form begins with the words, else those that have them: form, meaning, example."""
    rows = [tuple(row[1].split(" | ")) for row in _ROW.finditer(pages()[REFERENCE])]
    known = [(row[0], row[1], row[2]) for row in rows if len(row) == 3 and row[0].startswith("`")]
    begin = [row for row in known if _begins(row[0].strip("`"), wanted)]
    return begin or [row for row in known if _has(row[0].replace("/ ", " "), wanted)]


def _begins(form: str, wanted: str) -> bool:
    plain = re.sub(r"\[[^\]]*\]|\b[A-Z]+\b|\ba\b|\.\.\.|[()/]", " ", form)
    return f"{' '.join(plain.split())} ".startswith(f"{wanted} ")


def _has(text: str, wanted: str) -> bool:
    plural = "es" if wanted.endswith(("s", "x", "z", "ch", "sh")) else "s"
    return re.search(rf"(?<![\w-]){re.escape(wanted)}(?:{plural})?(?![\w-])", text) is not None


def _uses(wanted: str) -> Iterator[str]:
    """The rows of examples in which the words are: the expression, and its value on the board of that page."""
    for heading, text in _split(LANGUAGE[0]):
        for row in _ROW.finditer(text) if heading != "Words" else ():
            first, *rest = row[1].split(" | ")
            code = _CODE.fullmatch(first)
            if code and rest and _has(code[1], wanted):
                yield f"`{code[1]}`: {rest[0]}"


def _list_items(wanted: str) -> Iterator[str]:
    """The items of lists in which the words are explained, those first that begin with them."""
    items = [item[0] for name in LANGUAGE for _, text in _split(name) for item in _ITEM.finditer(text)]
    about = [item for item in items if any(_begins(code, wanted) for code in _CODE.findall(item))]
    yield from sorted(about, key=lambda item: not _begins(next(iter(_CODE.findall(item))), wanted))


def _sections(wanted: str) -> Iterator[str]:
    """The headings of the sections that are about the words, and of those that speak of them in their prose."""
    known = [section for name in LANGUAGE for section in _split(name)]
    yield from (heading for heading, _ in known if _has(heading.lower(), wanted))
    for heading, text in known:
        prose = _ROW.sub("", _FENCED.sub("", text))
        if any(_begins(code, wanted) for code in _CODE.findall(prose)):
            yield heading
