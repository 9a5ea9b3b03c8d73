"""Lists what users read, one string a line: ``python tools/strings.py [PATH...] [--kind KIND]``.

Messages, help lines and option help are the string literals of the engine that hold words; the help of a command is its
docstring. Of the documents it lists the prose (not the examples, which are outputs or inputs), of the schemas the
descriptions, of the studio the literals of its sources and the text of its page. `tests/test_english.py` reads the same list.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENGINE, WEB, SCHEMAS = ROOT / "engine" / "tilewright", ROOT / "web", ROOT / "schemas"
GENERATED = ENGINE / "kernel" / "wasm"
"""What is written there are programs, which nobody reads."""
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs")

_WORDS = re.compile(r"[A-Za-z]{2,}[,;:.]? +\S*[A-Za-z]")
_FENCE = re.compile(r"^\s*(```|~~~)")
_CODE = re.compile(r"`[^`]*`")
_LITERAL = re.compile(
    r"""//[^\n]*|/\*.*?\*/|(?P<s>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)""", re.DOTALL
)
_BRACES = re.compile(r"\$\{[^{}]*\}")


@dataclass(frozen=True)
class Text:
    """A string that a user reads, of one `kind` (message, command, docs, schema, studio), and where it is."""

    path: Path
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {' '.join(self.text.split())}"


def texts() -> Iterator[Text]:
    """All of them, by file."""
    for path in sorted(ENGINE.rglob("*.py")):
        if not path.is_relative_to(GENERATED):
            yield from of_python(path)
    for page in PAGES:
        folder = ROOT / page
        for path in [folder] if folder.is_file() else sorted(folder.rglob("*.md")):
            yield from of_markdown(path)
    for path in sorted(SCHEMAS.glob("*.json")):
        yield from of_schema(path)
    for path in sorted((WEB / "src").glob("*.ts")):
        yield from of_typescript(path)
    for page in sorted(WEB.glob("*.html")):
        yield from of_html(page)


def of_python(path: Path) -> Iterator[Text]:
    """The literals with words in them, but patterns and docstrings; of commands the docstrings."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    hidden: set[int] = set()
    found: list[Text] = []
    for node in ast.walk(tree):
        for doc in _docstrings(node):
            hidden.add(id(doc))
            if isinstance(node, ast.FunctionDef) and _is_command(node):
                found.append(Text(path, doc.lineno, "command", str(doc.value)))
        if isinstance(node, ast.JoinedStr):
            hidden.update(id(part) for part in ast.walk(node) if isinstance(part, ast.Constant))
            hidden.difference_update(id(part) for value in node.values for part in _inner(value))
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in hidden:
            text = node.value
        else:
            continue
        if _WORDS.search(text.replace("{}", "x")) and not _is_raw(source, node):
            found.append(Text(path, node.lineno, "message", text))
    yield from sorted(found, key=lambda item: item.line)


def _docstrings(node: ast.AST) -> Iterator[ast.Constant]:
    """The string statements of a body: its docstring, and those under attributes."""
    for statement in getattr(node, "body", None) or [] if not isinstance(node, (ast.Lambda, ast.IfExp)) else []:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            yield statement.value


def _inner(value: ast.expr) -> Iterator[ast.AST]:
    """The literals inside a placeholder of an f-string, which are texts of their own."""
    if isinstance(value, ast.FormattedValue):
        yield from (part for part in ast.walk(value.value) if not isinstance(part, ast.JoinedStr))


def _is_command(node: ast.FunctionDef) -> bool:
    return any(re.search(r"\b(?:command|group)\(", ast.unparse(item)) for item in node.decorator_list)


def _is_raw(source: str, node: ast.expr) -> bool:
    return "r" in re.match(r"[A-Za-z]*", ast.get_source_segment(source, node) or "").group().lower()  # type: ignore[union-attr]


def of_markdown(path: Path) -> Iterator[Text]:
    """The paragraphs of a page without its examples; code in a line is left out of them."""
    fenced, start, lines = False, 0, list[str]()
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        fence = bool(_FENCE.match(line))
        ends = fence or fenced or not line.strip() or re.match(r"\s*(?:[-*#|]|\d+\.) ", line) or line.startswith("|")
        if ends and lines:
            yield Text(path, start, "docs", _CODE.sub("`...`", " ".join(lines)))
            lines = []
        fenced = fenced != fence
        if not fenced and not fence and line.strip() and not line.startswith("    "):
            start = start if lines else number
            lines.append(line.strip())


def of_schema(path: Path) -> Iterator[Text]:
    """The titles and descriptions of a JSON Schema, which editors show."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for quoted in re.findall(r'"(?:title|description)": ("(?:[^"\\]|\\.)*")', line):
            yield Text(path, number, "schema", json.loads(quoted))


def of_typescript(path: Path) -> Iterator[Text]:
    """The literals of a source of the studio that hold words."""
    source = path.read_text(encoding="utf-8")
    for match in _LITERAL.finditer(source):
        if match["s"] and _WORDS.search((text := _BRACES.sub("{}", match["s"][1:-1])).replace("{}", "x")):
            yield Text(path, source.count("\n", 0, match.start()) + 1, "studio", text)


def of_html(path: Path) -> Iterator[Text]:
    """The text of a page, and of attributes that are shown or read aloud."""
    page = _Page(path)
    page.feed(path.read_text(encoding="utf-8"))
    yield from page.found


class _Page(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.found: list[Text] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("title", "aria-label", "placeholder", "alt", "content"):
                self.handle_data(value or "")

    def handle_data(self, data: str) -> None:
        if re.search(r"[A-Za-z]{2}", data):
            self.found.append(Text(self.path, self.getpos()[0], "studio", data))


def main() -> None:
    """List them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, help="only of files in these folders")
    parser.add_argument("--kind", choices=("message", "command", "docs", "schema", "studio"))
    asked = parser.parse_args()
    wanted = [path.resolve() for path in asked.paths]
    for text in texts():
        if asked.kind in (None, text.kind) and (not wanted or any(text.path.is_relative_to(path) for path in wanted)):
            sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
