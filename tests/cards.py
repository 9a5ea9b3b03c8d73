"""The real pack, for tests: check a card's text, and score it on realms in notation."""

from __future__ import annotations

from functools import cache

from tilewright.api import load_pack
from tilewright.check.cards import Checked
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.meaning.exact import evaluate
from tilewright.meaning.scoring import Score, score, winners
from tilewright.packs.pack import Pack
from tilewright.resources import data_folder
from tilewright.source import Source, Span
from tilewright.table.board import Board, parse_board
from tilewright.table.card import Card
from tilewright.table.position import Player, Position


@cache
def pack() -> Pack:
    """The Dragon Castle pack."""
    return load_pack(data_folder("cards") / "dragon-castle")


def checked(text: str) -> tuple[list[Checked], list[Diagnostic]]:
    """What a card file gives, and every problem of it by place."""
    source = Source("card.tw", text)
    diagnostics = Diagnostics(source)
    return pack().check(source, diagnostics), diagnostics.sorted()


def card(text: str) -> Card:
    """The one card of a text, which must be free of errors."""
    found, problems = checked(text)
    assert found, [f"{problem} ({problem.help})" for problem in problems]
    assert isinstance(found[0].value, Card)
    return found[0].value


def board(realm: str) -> Board:
    """A realm in notation."""
    found = parse_board(realm, pack().game)
    assert isinstance(found, Board), found
    return found


def position(*realms: str, **counters: int) -> Position:
    """Players Ada, Bo, Cy, Di in turn order, one for each realm; the counters are Ada's.

    A position that cannot be is refused.
    """
    names = ("Ada", "Bo", "Cy", "Di")
    players = [
        Player(name, board(realm), counters if name == "Ada" else {})
        for name, realm in zip(names, realms, strict=False)
    ]
    found = Position(pack().game, tuple(players))
    assert not found.status(), found.status()
    return found


def points(rule: Card, *realms: str, **counters: int) -> int:
    """What a card pays the player of the first realm."""
    assert rule.rule is not None
    return evaluate(rule.rule, position(*realms, **counters))


def printed(id: str, *realms: str, **counters: int) -> int:
    """What a card of the pack, by its id, pays the player of the first realm."""
    return points(pack().card(id), *realms, **counters)


def scores(found: Position, *ids: str) -> tuple[list[Score], list[str]]:
    """The scores of all players with the cards of these ids, and the winners."""
    result = score(found, [pack().card(id) for id in ids])
    return result, winners(found, result)


def place_of(problem: Diagnostic, words: str) -> Span:
    """Where what a help line says to write is written: in place of the whole line if it has the rest of it, else of what is marked."""
    source = problem.source
    line = source.line_span(source.position(problem.span.start)[0])
    before, after = source.text[line.start : problem.span.start].lstrip(), source.text[problem.span.end : line.end]
    if not (before or after) or not (words.startswith(before) and words.endswith(after)):
        return problem.span
    return Span(problem.span.start - len(before), line.end)
