"""The pages of the language and the recipes, run: every block and every value of a table is a test."""

from __future__ import annotations

import os
import re
from random import Random

import pytest
from click.testing import CliRunner

from doc_examples import (
    DOCUMENTS,
    EXAMPLES,
    FENCE,
    ROOT,
    Example,
    checked,
    game_of,
    of_kind,
    report,
    without,
)
from doc_play import follow
from grammar_rules import NODES, TERMINALS, used
from tilewright import parse_board
from tilewright.cli.main import command
from tilewright.meaning.exact import evaluate
from tilewright.play.match import Match
from tilewright.syntax.parser import tokens
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game
from tilewright.table.position import Player, Position

KINDS = {"tw", "rule", "row", "ability", "game", "lines", "realm", "board", "play", "quote", "console"}
UNWRITTEN = {"start", "hole", "hole_card"}
"""Names of the grammar for what nobody writes: the file, and lines that could not be read."""


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


@pytest.mark.slow
@pytest.mark.parametrize("example", of_kind("tw", "rule", "row", "ability"), ids=str)
def test_cards(example: Example) -> None:
    """A card has the problems told under it and no others, and scores what stands beside it.

    A row shows a number or a condition, not a card: it may pay on an empty board.
    """
    game, _ = game_of(example.game)
    assert game is not None
    found, diagnostics = checked(example.source, game)
    if example.kind == "row":
        diagnostics = without("TW215", diagnostics)
    _compare(example, "problem", example.problems, report(diagnostics, example.shift))
    if example.expected is not None:
        (card,) = found
        assert isinstance(card, Card) and card.rule is not None
        assert evaluate(card.rule, position(example.realms, game)) == example.expected


@pytest.mark.parametrize("example", of_kind("realm", "board"), ids=str)
def test_boards(example: Example) -> None:
    """Realms are valid; on those of a ``board`` the card above scores what the fence says."""
    game, _ = game_of(example.game)
    assert game is not None
    found = position(example.realms, game)
    if example.kind == "board":
        (card,) = checked(example.source, game)[0]
        assert isinstance(card, Card) and example.expected is not None and card.rule is not None
        assert evaluate(card.rule, found) == example.expected


@pytest.mark.slow
@pytest.mark.parametrize("example", of_kind("play"), ids=str)
def test_play(example: Example) -> None:
    """A game with the card above, or of the game above, goes as the transcript tells."""
    played = example.game or (example.source if example.source.startswith("game") else "")
    game, _ = game_of(played)
    assert game is not None
    found = [] if example.source == played else checked(example.source, game)[0]
    cards = [value for value in found if isinstance(value, Card)]
    _compare(example, "play", example.text, follow(example.text, game, cards))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_the_whole_game_is_played(seed: int) -> None:
    """The game of the page of play goes from its set-up to its end, with the cards and the layout below it."""
    example = next(e for e in of_kind("tw") if e.page == "language-game" and e.game)
    game, _ = game_of(example.game)
    assert game is not None
    values = checked(example.source, game)[0]
    cards = [value for value in values if isinstance(value, Card)]
    layouts = {value.category: value for value in values if isinstance(value, Layout)}
    match = Match(game, ["Ada", "Bo"], cards, layouts, seed)
    assert (len(cards), len(layouts), match.over) == (2, 1, False)
    chance = Random(seed)
    while not match.over:
        match.play(chance.choice(match.moves))
    assert max(score.total for score in match.scores()) > 0


@pytest.mark.slow
@pytest.mark.parametrize("example", of_kind("game", "lines"), ids=str)
def test_games(example: Example) -> None:
    """A game file has the problems told under it and no others."""
    _, diagnostics = game_of(example.source)
    _compare(example, "problem", example.problems, report(diagnostics, example.shift))


def _compare(example: Example, kind: str, shown: str, found: str) -> None:
    """What the page shows in a block is what was found; UPDATE_GOLDEN mends the page."""
    if shown and shown != found and os.environ.get("UPDATE_GOLDEN"):
        page = next(path for path in DOCUMENTS if path.stem == example.page)
        block = f"\n```{kind}{{}}\n{{}}```\n"
        text = page.read_text("utf-8")
        for info in {"", f" {example.info}"}:
            text = text.replace(block.format(info, shown), block.format(info, found))
        page.write_text(text, "utf-8")
    assert found == shown


@pytest.mark.parametrize("example", of_kind("quote"), ids=str)
def test_quotes(example: Example) -> None:
    """What is quoted from a file stands in it."""
    assert example.text in (ROOT / example.info).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("example", of_kind("console"), ids=str)
def test_commands(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command prints what stands under it."""
    monkeypatch.chdir(ROOT)
    line, _, shown = example.text.partition("\n")
    assert line.startswith("$ tilewright ")
    assert CliRunner().invoke(command, line.split()[2:]).output == shown


def test_every_block_is_run() -> None:
    """No block is of a kind that is not run, and there are many."""
    text = "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    problems = len(re.findall(r"^```problem$", text, re.MULTILINE))
    assert len(FENCE.findall(text)) == problems + sum(e.kind != "row" for e in EXAMPLES)
    assert {example.kind for example in EXAMPLES} == KINDS
    assert len(EXAMPLES) >= 180


# ------------------------------------------------------------------ the whole language


def good() -> list[str]:
    """The files of all examples that have no problems."""
    kinds = ("tw", "rule", "row", "ability", "game", "lines")
    return [example.source for example in of_kind(*kinds) if not example.problems]


def test_every_rule_of_the_grammar_is_shown() -> None:
    """Each sort of line and phrase of the grammar occurs in a good example."""
    missing = NODES - UNWRITTEN - set().union(*map(used, good()))
    assert not missing, sorted(missing)


def test_every_word_of_the_grammar_is_shown() -> None:
    """Each word that the language itself gives a meaning occurs, as such, in a good example."""
    shown = {
        (token.type, word) for text in good() for token in tokens(text) for word in re.findall(r"[a-z-]+", str(token))
    }
    missing = set()
    for terminal in TERMINALS:
        words = re.findall(r"(?<![\[\\-])\b[a-z]+(?:-[a-z]+)*\b(?![-\]])", terminal.pattern)
        missing |= {(terminal.name, word) for word in words if len(word) > 1} - shown
    assert not missing, sorted(missing)


def test_the_pages_say_that_they_show_all() -> None:
    """The first page makes the promise that the tests above keep, and links to the other two."""
    text = DOCUMENTS[0].read_text("utf-8")
    assert "whole language" in text and all(f"({page.name})" in text for page in DOCUMENTS[1:3])


@pytest.mark.parametrize(
    "name",
    [
        "language.md",
        "language-play.md",
        "language-game.md",
        "language-boards.md",
        "first-spirit.md",
        "api.md",
        "commands.md",
    ],
)
def test_links_lead_somewhere(name: str) -> None:
    """Every file that a page points to is there, and every heading on it."""
    page = ROOT / "docs" / name
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
        file, _, anchor = link.partition("#")
        target = (page.parent / file) if file else page
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE)
            assert anchor in [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings], link
