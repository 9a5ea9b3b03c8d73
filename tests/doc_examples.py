"""The examples of the pages of the language and of the recipes.

A fence says what its block is: ``tw`` a file of cards, ``rule`` the lines of a card without its
header, ``ability`` those of an ability (what follows the fence is its header, as in ``during pair``),
``game`` a game file, ``lines`` more lines of the game above; each is free of problems unless a
``problem`` block follows, which lists all of them. ``realm`` gives the realms of you and the other
players in turn order (rows, then counters, a blank line between players) for the values below it:
`scores N` after ``rule``, rows ``| `what follows score` | value |`` of tables, and ``board scores N``,
which has realms of its own for the card above it. ``play`` plays the card above it (`doc_play`).
``quote FILE`` stands in that file, ``console`` is run. ``of the game above`` after a fence means the
game of the page instead of the pack's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from cards import pack
from tilewright.check.cards import check_cards
from tilewright.check.vocabulary import Vocabulary
from tilewright.diagnostics import Diagnostics
from tilewright.lint.rules import inspect
from tilewright.packs.pack import read_game
from tilewright.source import Source
from tilewright.syntax import ast
from tilewright.syntax.parser import parse
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    ROOT / "docs" / f"{name}.md"
    for name in ("language", "language-play", "language-game", "language-boards", "recipes")
]
FENCE = re.compile(r"^```\w", re.MULTILINE)
_ABOVE = "of the game above"
_PART = re.compile(
    r"^```(?P<kind>\w+)(?P<info>[^\n]*)\n(?P<text>.*?)^```$"
    r"|^\| `(?P<amount>[^`]+)` \| (?P<value>-?\d+|yes|no) \|",
    re.MULTILINE | re.DOTALL,
)
HEADERS = {
    "rule": ("dragon example\n", "  "),
    "row": ("dragon example\n", "  "),
    "ability": ("spirit example\n  ability{}\n", "    "),
    "lines": ("", "  "),
}
"""What stands above the lines of a block, and how far they are indented."""


@dataclass
class Example:
    """A block or a row: where it stands, what came before it and what it must give.

    `source` is the whole file that is checked, `shift` the lines and columns it is moved by.
    """

    page: str
    line: int
    kind: str
    info: str
    text: str
    realms: str = ""
    source: str = ""
    shift: tuple[int, int] = (0, 0)
    game: str = ""
    problems: str = ""
    expected: int | None = None

    def __str__(self) -> str:
        return f"{self.page} line {self.line}: {self.kind}"


@dataclass
class _Reader:
    page: str
    realms: str = ""
    game: str = ""
    last: Example | None = None
    examples: list[Example] = field(default_factory=list)

    def take(self, found: re.Match[str], line: int) -> None:
        kind, info, text = found["kind"] or "row", (found["info"] or "").strip(), found["text"] or ""
        if kind == "problem":
            assert self.last is not None
            self.last.problems = text
            return
        if kind == "realm":
            self.realms = text
        if kind == "row":
            text, info = _row(found["amount"], found["value"])
        example = Example(self.page, line, kind, info, text, self.realms)
        score = re.search(r"scores (-?\d+)$", info)
        example.expected = int(score[1]) if score else None
        self._complete(example)
        self.examples.append(example)

    def _complete(self, example: Example) -> None:
        """The whole file of an example, and the game it belongs to."""
        if example.kind in ("board", "play"):
            assert self.last is not None
            example.source, example.game = self.last.source, self.last.game
            example.realms = example.text
            return
        example.source = example.text
        if example.kind == "game":
            self.game = example.text
        if example.kind == "lines" or _ABOVE in example.info:
            example.game = self.game
        if example.kind in HEADERS:
            header, indent = HEADERS[example.kind]
            during = example.info.removesuffix(_ABOVE).rstrip()
            above = self.game if example.kind == "lines" else header.format(f" {during}" if during else "")
            example.source = above + "".join(f"{indent}{line}".rstrip() + "\n" for line in example.text.splitlines())
            example.shift = (above.count("\n"), len(indent))
        if example.kind in ("tw", "rule", "ability", "game", "lines"):
            self.last = example


def _row(amount: str, value: str) -> tuple[str, str]:
    """A row of a table as the text of a rule and its fence: conditions are yes or no."""
    if value in ("yes", "no"):
        return f"score 1 if {amount}\n", f"scores {int(value == 'yes')}"
    return f"score {amount}\n", f"scores {value}"


def _examples(document: Path) -> list[Example]:
    """Every example of a page, in order."""
    text = document.read_text(encoding="utf-8")
    reader = _Reader(document.stem)
    for found in _PART.finditer(text):
        reader.take(found, text.count("\n", 0, found.start()) + 1)
    return reader.examples


EXAMPLES = [example for document in DOCUMENTS for example in _examples(document)]


def of_kind(*kinds: str) -> list[Example]:
    """The examples of these kinds."""
    return [example for example in EXAMPLES if example.kind in kinds]


def game_of(text: str) -> tuple[Game | None, Diagnostics]:
    """The game of a game file and the problems of it; the pack's own without a text."""
    source = Source("game.tw", text)
    diagnostics = Diagnostics(source)
    return (read_game(source, diagnostics) if text else pack().game), diagnostics


def checked(text: str, game: Game) -> tuple[list[Card | Layout], Diagnostics]:
    """The cards and layouts of a text, and every problem of it."""
    source = Source("card.tw", text)
    diagnostics = Diagnostics(source)
    if game is pack().game:
        return [found.value for found in pack().check(source, diagnostics)], diagnostics
    nodes = [node for node in parse(source, diagnostics) if isinstance(node, ast.Card)]
    languages = pack().imprint.languages
    found = [c for c in check_cards(nodes, Vocabulary(game), diagnostics, languages) if inspect(c, game, diagnostics)]
    return [c.value for c in found if c.value is not None], diagnostics


def without(code: str, diagnostics: Diagnostics) -> Diagnostics:
    """The problems but those of a code."""
    kept = Diagnostics(diagnostics.source)
    kept.extend(problem for problem in diagnostics if problem.code != code)
    return kept


def report(diagnostics: Diagnostics, shift: tuple[int, int]) -> str:
    """Problems as the document shows them; `shift` moves lines and columns."""
    lines = []
    for problem in diagnostics.sorted():
        line, column = problem.source.position(problem.span.start)
        where = f"{line - shift[0]}:{column - shift[1]}"
        lines.append(f"{where} {problem.severity.value} {problem.code}: {problem.message}\n  help: {problem.help}\n")
    return "".join(lines)
