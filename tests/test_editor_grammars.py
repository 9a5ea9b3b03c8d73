"""What editors color files by: made of one list of words, up to date, and at one with the lexer on every example."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pygments.token import Error

from test_highlight import examples
from tilewright.highlight.lexer import _TOKENS, TilewrightLexer
from tilewright.highlight.words import BLANK, rules
from tilewright.packs.workspace import Workspace
from tilewright.source import Source

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import editor_grammars

Part = tuple[str, str]
"""A piece of a line and its class; the empty class is that of what no rule knows."""


@pytest.mark.parametrize("path", editor_grammars.WRITTEN, ids=lambda path: path.name)
def test_the_files_are_what_the_words_make(path: Path) -> None:
    """Nobody has changed a word of the language and forgotten `make grammar`."""
    assert path.read_text("utf-8") == editor_grammars.WRITTEN[path]()


def by_pygments(text: str) -> Iterator[list[Part]]:
    """The words of each line by the lexer of Pygments."""
    classes = {token: name for name, token in _TOKENS.items()} | {Error: ""}
    line: list[Part] = []
    for token, value in TilewrightLexer(stripnl=False, ensurenl=False).get_tokens(text):
        if value == "\n":
            yield line
            line = []
        else:
            line.append((value, classes[token]))
    yield line


def by_textmate(line: str) -> list[Part]:
    """The words of a line as TextMate finds them: what matches first, of that the rule that stands first."""
    grammar = json.loads(editor_grammars.textmate())
    names = {f"{scope}.tilewright": name for name, scope in editor_grammars.SCOPES.items()}
    found: list[Part] = []
    place = 0
    while place < len(line):
        hits = [
            (match, rule) for rule in grammar["patterns"] if (match := re.compile(rule["match"]).search(line, place))
        ]
        hits = [hit for hit in hits if hit[0].group()]
        if not hits:
            break
        match, rule = min(hits, key=lambda hit: hit[0].start())
        captures = {int(number): names[capture["name"]] for number, capture in rule.get("captures", {}).items()}
        if captures:
            found += [(match[number], name) for number, name in captures.items()]
        else:
            found.append((match[0], names[rule["name"]]))
        place = match.end()
    return found


def by_codemirror(line: str) -> list[Part]:
    """The words of a line as the mode for CodeMirror finds them: the first rule that matches at a place."""
    table = re.search(r"^const RULES = (.*?\n\]);$", editor_grammars.codemirror(), re.MULTILINE | re.DOTALL)
    assert table
    names = {tag: name for name, tag in editor_grammars.TAGS.items()} | {None: BLANK}
    found: list[Part] = []
    place = 0
    while place < len(line):
        for pattern, at_start, tags in json.loads(table[1]):
            match = None if at_start and place else re.compile(pattern).match(line, place)
            if match and match[0]:
                parts = [match[0]] if len(tags) == 1 else list(match.groups())
                found += [(part, names[tag]) for part, tag in zip(parts, tags, strict=True) if part]
                place = match.end()
                break
        else:
            found.append((line[place], ""))
            place += 1
    return found


@pytest.mark.slow
def test_lexer_grammar_and_mode_agree() -> None:
    """Each line of every example has the same words in the same classes, and so has what is none of the language."""
    lines = dict.fromkeys(line for _, text in list(examples())[::4] for line in text.split("\n"))
    lines |= dict.fromkeys(["  score $1 M5x \N{EURO SIGN}", "-x 7y \t# no", 'dragon x "open', "tie-breaks scores"])
    assert len(lines) > 300
    for line in lines:
        [expected] = list(by_pygments(line))
        assert by_codemirror(line) == expected
        assert by_textmate(line) == [part for part in expected if part[1] not in (BLANK, "")]


def test_every_class_has_a_color_everywhere() -> None:
    """Each class of the rules has a token of Pygments, a scope of TextMate and a tag of CodeMirror, and no two share one."""
    classes = {name for rule in rules() for name in rule.classes}
    assert classes == set(_TOKENS)
    for table in (editor_grammars.SCOPES, editor_grammars.TAGS):
        assert set(table) == classes - {BLANK}
        assert len(set(table.values())) == len(table)


def test_snippets_are_cards_without_problems() -> None:
    """What each snippet of the extension writes by default is read: as a card, or as a line of one."""
    folder = Path(__file__).parents[1] / "editors" / "vscode"
    snippets = json.loads((folder / "snippets" / "tilewright.json").read_text("utf-8"))
    assert (folder / "icon.png").read_bytes().startswith(b"\x89PNG")
    for name, snippet in snippets.items():
        lines = [re.sub(r"\$\{\d+:([^}]*)\}|\$\d+", lambda found: found[1] or "", line) for line in snippet["body"]]
        if snippet["prefix"] == "let":
            lines.append("score 1 for each tower")
        text = "\n".join(lines) if snippet["prefix"] == "card" else "dragon mine\n  " + "\n  ".join(lines)
        report = Workspace().check(Source("mine.tw", f"{text}\n", Path("mine.tw")))
        assert [problem.message for problem in report.diagnostics if problem.severity == "error"] == [], name
