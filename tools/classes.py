"""Writes docs/classes.md, the classes that stand for the words of the language: ``make grammar``.

The forms are those of docs/reference.md, and the classes are those that the table of `syntax/builders.py` builds from each
rule of the grammar. `tests/test_reference.py` fails if the page is old.
"""

from __future__ import annotations

from functools import partial
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from reference import MEANINGS, PARTS, ROOT, Forms
from tilewright.syntax.builders import BUILDERS

PAGE = ROOT / "docs" / "classes.md"
HEAD = """\
# Words of the language and their classes

For each construct of the language, as [the reference](reference.md) shows it: its rule in `grammar/tilewright.lark` and the
class of its node in the surface tree (`engine/tilewright/syntax/`). `BUILDERS` in `syntax/builders.py` builds the nodes; the
methods of `check/` whose tables name a class elaborate it to nodes of `core/`. This page is generated from the grammar and
from that table.
"""
PARTS_HEAD = """\
## Parts

These rules have no form of their own in the reference; they are parts of the forms above.

| rule | class |
|---|---|"""


def built_by(rule: str) -> str:
    """The classes of the nodes that a rule becomes, or what else is made of it."""
    builder = BUILDERS[rule]
    return _named(get_type_hints(builder.func if isinstance(builder, partial) else builder)["return"])


def _named(made: Any) -> str:
    if isinstance(made, UnionType):
        return " or ".join(_named(part) for part in get_args(made) if part is not type(None))
    if get_origin(made) is tuple or get_origin(made) is list:
        return ", ".join(_named(part) for part in get_args(made) if part is not ...)
    if made is Any:
        return "as its part"
    module = made.__module__.rpartition(".")[2]
    return f"`{made.__qualname__}`" if module == "builtins" else f"`{module}.{made.__qualname__}`"


def written() -> str:
    """The page."""
    forms = Forms()
    lines = [HEAD.rstrip()]
    for section, meanings in MEANINGS.items():
        lines += ["", f"## {section}", "", "| form | rule | class |", "|---|---|---|"]
        lines += [f"| `{forms.of(rule)}` | `{rule}` | {built_by(rule)} |" for rule in meanings]
    parts = ((rule, built_by(rule)) for rule in sorted(PARTS))
    lines += ["", PARTS_HEAD, *(f"| `{rule}` | {made} |" for rule, made in parts if "ast." in made)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
