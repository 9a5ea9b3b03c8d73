"""docs/language.md, run: every code block and every value in its tables is a test.

A fence says what its block is: ``tw`` a file of cards, ``rule`` the lines of a card without its
header, ``game`` a game file; each is free of problems unless a ``problem`` block follows, which
lists all of them. ``realm`` gives the realms of you and the other players in turn order (rows, then
counters, a blank line between players) for the values below it: `scores N` after ``rule``, rows
``| `what follows score` | value |`` of tables, and ``board scores N``, which has realms of its own
for the card above it. ``quote FILE`` stands in that file, ``console`` is run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner

from cards import pack
from tilewright import parse_board
from tilewright.check.cards import check_cards
from tilewright.cli.main import command
from tilewright.diagnostics import Diagnostics
from tilewright.lint.rules import inspect
from tilewright.meaning.exact import evaluate
from tilewright.packs import read_game
from tilewright.source import Source
from tilewright.syntax import ast
from tilewright.syntax.parser import parse
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.position import Player, Position

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "language.md"
_PART = re.compile(
    r"^```(?P<kind>\w+)(?P<info>[^\n]*)\n(?P<text>.*?)^```$"
    r"|^\| `(?P<amount>[^`]+)` \| (?P<value>-?\d+|yes|no) \|",
    re.MULTILINE | re.DOTALL,
)
_FENCE = re.compile(r"^```\w", re.MULTILINE)


@dataclass
class Example:
    """A block or a row: where it stands, what came before it and what it must give."""

    line: int
    kind: str
    info: str
    text: str
    realms: str = ""
    card: str = ""
    game: str = ""
    problems: str = ""
    expected: int | None = None

    def __str__(self) -> str:
        return f"line {self.line}: {self.kind}"


@dataclass
class _Reader:
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
        example = Example(line, kind, info, text, self.realms)
        score = re.search(r"scores (-?\d+)$", info)
        example.expected = int(score[1]) if score else None
        if kind == "board" and self.last is not None:
            example.card, example.game = self.last.text, self.last.game
            example.realms = text
        elif kind == "game":
            self.game = text
        elif "of the game above" in info:
            example.game = self.game
        if kind in ("tw", "rule", "game"):
            self.last = example
        self.examples.append(example)


def _row(amount: str, value: str) -> tuple[str, str]:
    """A row of a table as the text of a rule and its fence: conditions are yes or no."""
    if value in ("yes", "no"):
        return f"score 1 if {amount}\n", f"scores {int(value == 'yes')}"
    return f"score {amount}\n", f"scores {value}"


def examples() -> list[Example]:
    """Every example of the document, in order."""
    text = DOCUMENT.read_text(encoding="utf-8")
    reader = _Reader()
    for found in _PART.finditer(text):
        reader.take(found, text.count("\n", 0, found.start()) + 1)
    return reader.examples


EXAMPLES = examples()
KINDS = {"tw", "rule", "row", "game", "realm", "board", "quote", "console"}


def game_of(text: str) -> tuple[Game | None, Diagnostics]:
    """The game of a game file and the problems of it; the pack's own without a text."""
    source = Source("game.tw", text)
    diagnostics = Diagnostics(source)
    return (read_game(source, diagnostics) if text else pack().game), diagnostics


def checked(text: str, game: Game) -> tuple[list[Card], Diagnostics]:
    """The cards of a text that score, and every problem of it."""
    source = Source("card.tw", text)
    diagnostics = Diagnostics(source)
    nodes = [node for node in parse(source, diagnostics) if isinstance(node, ast.Card)]
    languages = pack().imprint.languages
    found = [c for c in check_cards(nodes, game, diagnostics, languages) if inspect(c, game, diagnostics)]
    return [c.value for c in found if isinstance(c.value, Card)], diagnostics


def card_text(example: Example) -> str:
    """A whole card; the lines of a rule get a header."""
    if example.kind == "tw" or example.kind == "board":
        return example.card or example.text
    return "dragon example\n" + "".join(f"  {line}\n" for line in example.text.splitlines())


def position(realms: str, game: Game) -> Position:
    """The players of a ``realm`` or ``board`` block; the position must be a valid one."""
    players = []
    for number, part in enumerate(realms.strip().split("\n\n"), start=1):
        lines = part.splitlines()
        pairs = (re.fullmatch(r"([a-z]{2,}) (\d+)", line) for line in lines)
        counters = {pair[1]: int(pair[2]) for pair in pairs if pair}
        rows = lines[: len(lines) - len(counters)]
        players.append(Player(f"player {number}", parse_board("\n".join(rows), game), counters))
    found = Position(game, tuple(players))
    assert not found.status(), found.status()
    return found


def report(diagnostics: Diagnostics, shift: tuple[int, int]) -> str:
    """Problems as the document shows them; `shift` moves lines and columns."""
    lines = []
    for problem in diagnostics.sorted():
        line, column = problem.source.position(problem.span.start)
        where = f"{line - shift[0]}:{column - shift[1]}"
        lines.append(f"{where} {problem.severity.value} {problem.code}: {problem.message}\n  help: {problem.help}\n")
    return "".join(lines)


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.kind in ("tw", "rule", "row")], ids=str)
def test_cards(example: Example) -> None:
    """A card has the problems told under it and no others, and scores what stands beside it."""
    game, _ = game_of(example.game)
    assert game is not None
    found, diagnostics = checked(card_text(example), game)
    assert report(diagnostics, (0, 0) if example.kind == "tw" else (1, 2)) == example.problems
    if example.expected is not None:
        (card,) = found
        assert card.rule is not None
        assert evaluate(card.rule, position(example.realms, game)) == example.expected


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.kind in ("realm", "board")], ids=str)
def test_boards(example: Example) -> None:
    """Realms are valid; on those of a ``board`` the card above scores what the fence says."""
    game, _ = game_of(example.game)
    assert game is not None
    found = position(example.realms, game)
    if example.kind == "board":
        (card,) = checked(card_text(example), game)[0]
        assert example.expected is not None and card.rule is not None
        assert evaluate(card.rule, found) == example.expected


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.kind == "game"], ids=str)
def test_games(example: Example) -> None:
    """A game file has the problems told under it and no others."""
    _, diagnostics = game_of(example.text)
    assert report(diagnostics, (0, 0)) == example.problems


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.kind == "quote"], ids=str)
def test_quotes(example: Example) -> None:
    """What is quoted from a file stands in it."""
    assert example.text in (ROOT / example.info).read_text(encoding="utf-8")


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e.kind == "console"], ids=str)
def test_commands(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command prints what stands under it."""
    monkeypatch.chdir(ROOT)
    line, _, shown = example.text.partition("\n")
    assert line.startswith("$ tilewright ")
    assert CliRunner().invoke(command, line.split()[2:]).output == shown


def test_every_block_is_run() -> None:
    """No block is of a kind that is not run, and there are many."""
    text = DOCUMENT.read_text(encoding="utf-8")
    problems = len(re.findall(r"^```problem$", text, re.MULTILINE))
    assert len(_FENCE.findall(text)) == problems + sum(e.kind != "row" for e in EXAMPLES)
    assert {example.kind for example in EXAMPLES} == KINDS
    assert len(EXAMPLES) >= 60
