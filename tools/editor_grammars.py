"""Writes what editors color files by, from the rules of `tilewright.highlight`: `make grammar`.

A TextMate grammar for Visual Studio Code and its kin, and a mode for CodeMirror 6. They are kept in the repository; a test
holds that they are what this writes.
"""

from __future__ import annotations

import json
from pathlib import Path

from tilewright.highlight.words import BLANK, ColorRule, rules

ROOT = Path(__file__).resolve().parents[1]
TEXTMATE = ROOT / "editors" / "vscode" / "syntaxes" / "tilewright.tmLanguage.json"
CODEMIRROR = ROOT / "editors" / "codemirror" / "tilewright.js"
CLASSES = ROOT / "editors" / "classes.json"
SCOPES = {
    "declaration": "storage.type",
    "class": "entity.name.type.class",
    "statement": "keyword.control",
    "phrase": "keyword.other",
    "thing": "support.class",
    "name": "variable.other",
    "code": "constant.other",
    "number": "constant.numeric.integer",
    "operator": "keyword.operator",
    "punctuation": "punctuation.separator",
    "text": "string.quoted.double",
    "comment": "comment.line.number-sign",
}
"""The scope of each class, by the conventions of TextMate grammars."""
TAGS = {
    "declaration": "definitionKeyword",
    "class": "className",
    "statement": "controlKeyword",
    "phrase": "keyword",
    "thing": "standard",
    "name": "variableName",
    "code": "atom",
    "number": "number",
    "operator": "operator",
    "punctuation": "punctuation",
    "text": "string",
    "comment": "comment",
}
"""The tag of each class, by the names of @lezer/highlight."""
MODE = """\
// Written by tools/editor_grammars.py from the words of the language: do not change it here.
// A mode for CodeMirror 6: StreamLanguage.define(tilewright) of @codemirror/language.

// Each rule has a pattern, whether it holds at the beginning of a line alone, and the tags of its groups or of all of it.
const RULES = %s;

const compiled = RULES.map(([pattern, atStart, tags]) => [new RegExp(pattern, "y"), atStart, tags]);

// The length and the tag of each part of what the first rule matches that matches at a place of a line.
function parts(line, start) {
  for (const [pattern, atStart, tags] of compiled) {
    if (atStart && start > 0) continue;
    pattern.lastIndex = start;
    const found = pattern.exec(line);
    if (!found || !found[0]) continue;
    if (tags.length === 1) return [[found[0].length, tags[0]]];
    return found.slice(1).map((text, i) => [text.length, tags[i]]).filter(([length]) => length > 0);
  }
  return [[1, "invalid"]];
}

export const tilewright = {
  name: "tilewright",
  startState: () => ({ waiting: [] }),
  copyState: (state) => ({ waiting: state.waiting.slice() }),
  token(stream, state) {
    if (stream.sol()) state.waiting = [];
    if (!state.waiting.length) state.waiting = parts(stream.string, stream.pos);
    const [length, tag] = state.waiting.shift();
    stream.pos += length;
    return tag;
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", '"'] } },
};
"""


def textmate() -> str:
    """The TextMate grammar."""
    patterns = [_pattern(rule) for rule in rules() if rule.classes != (BLANK,)]
    grammar = {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "tilewright",
        "scopeName": "source.tilewright",
        "fileTypes": ["tw"],
        "comment": "Written by tools/editor_grammars.py from the words of the language: do not change it here.",
        "patterns": patterns,
    }
    return json.dumps(grammar, indent=2) + "\n"


def _pattern(rule: ColorRule) -> dict[str, object]:
    if len(rule.classes) == 1:
        return {"match": rule.pattern, "name": _scope(rule.classes[0])}
    captures = {
        str(number): {"name": _scope(name)} for number, name in enumerate(rule.classes, start=1) if name != BLANK
    }
    return {"match": rule.pattern, "captures": captures}


def _scope(name: str) -> str:
    return f"{SCOPES[name]}.tilewright"


def codemirror() -> str:
    """The CodeMirror mode."""
    table = [
        [rule.pattern.removeprefix("^"), rule.pattern.startswith("^"), [TAGS.get(name) for name in rule.classes]]
        for rule in rules()
    ]
    return MODE % json.dumps(table, indent=1)


def classes() -> str:
    """The scope and the tag of each class, for what compares the two."""
    table = {name: {"scope": scope, "tag": TAGS[name]} for name, scope in SCOPES.items()}
    return json.dumps(table, indent=2) + "\n"


WRITTEN = {TEXTMATE: textmate, CODEMIRROR: codemirror, CLASSES: classes}
"""The files and what writes them."""


def main() -> None:
    """Write all."""
    for path, made in WRITTEN.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made(), "utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
