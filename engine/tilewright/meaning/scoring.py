"""The final score of a position: the game's own parts, then the cards in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from tilewright.core import expr as core
from tilewright.core.walk import MAX_WORK, USUAL, Extent, find
from tilewright.diagnostics import Diagnostic, Severity
from tilewright.meaning.emit.functions import functions
from tilewright.meaning.exact import exact_evaluator, exact_seats
from tilewright.meaning.explained import Reason, explained, unpaid
from tilewright.meaning.work import work
from tilewright.source import Source, Span
from tilewright.table.board import BoardColumns
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.notebook import Displayed
from tilewright.table.position import Position, Puzzle

ScoringRules: TypeAlias = Mapping[str, core.Expr]
"""The scoring rules: by the name of the part of the score, a card's by its id."""


@dataclass(frozen=True)
class Score(Displayed):
    """A player's score: points by part (the game's parts first, then the card ids), in order.

    `reasons` has for each part every award included in it.
    """

    name: str
    parts: Mapping[str, int]
    reasons: Mapping[str, list[Reason]]

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(self.parts.values())


def scoring_rules(game: Game, cards: Iterable[Card]) -> dict[str, core.Expr]:
    """The scoring rules by the name of the part."""
    rules = {part.name: part.rule for part in game.parts}
    return rules | {card.id: card.rule for card in cards if card.rule is not None}


def scoring_sources(game_source: Source, game: Game, cards: Iterable[Card]) -> dict[str, Source]:
    """The source file of each part's rule, for the spans of reasons."""
    sources = {part.name: game_source for part in game.parts}
    return sources | {card.id: card.source for card in cards}


def titles(cards: Iterable[Card]) -> dict[str, str]:
    """The printed names of cards by id: the titles of their parts of the score; two cards with the same name keep their ids."""
    names = {card.id: card.name() for card in cards}
    return {id: name if list(names.values()).count(name) == 1 else id for id, name in names.items()}


def overwork(table: Position | Puzzle, cards: Iterable[Card]) -> list[Diagnostic]:
    """The diagnostic TW210 if all rules together take too much work on these boards, reported for the most expensive
    card.

    Cards that pass the check individually can cause this: too many of them, or boards larger than the game has.
    """
    scored = [card for card in cards if card.rule is not None]
    position = table.start() if isinstance(table, Puzzle) else table
    rules = scoring_rules(position.game, scored)
    extent = _extent(position, full=isinstance(table, Puzzle))
    total = sum(work(rule, extent) for rule in rules.values())
    total *= 1 if isinstance(table, Puzzle) else len(position.players)
    if total <= MAX_WORK or not scored:
        return []
    heaviest = max(scored, key=lambda card: work(rules[card.id], extent))
    span = next((award.span for award in find(core.Award, rules[heaviest.id])), Span(0, 0))
    board = position.game.own_place.name
    message = f"this takes too much work on a {board} of {extent.rows} x {extent.columns}"
    help = f"use fewer cards, a smaller {board}, or fewer nested 'for each'"
    return [Diagnostic("TW210", Severity.ERROR, message, heaviest.source, span, help).in_file()]


def _extent(position: Position, full: bool) -> Extent:
    """The extent of the boards; `full` if every space has to be expected to show anything, as in a search."""
    boards = [player.board for player in position.players]
    return replace(
        USUAL if full else position.game.box,
        rows=max((board.geometry.rows for board in boards), default=0),
        columns=max((board.geometry.columns for board in boards), default=0),
        tallest=1 + max((board.height for board in boards), default=0),
        players=len(boards),
        touching=max((board.geometry.touching for board in boards), default=4),
    )


def score(position: Position, cards: Iterable[Card]) -> list[Score]:
    """The score of every player, in turn order, by the exact arithmetic."""
    seats = exact_seats(position)
    rules = scoring_rules(position.game, cards)
    found = []
    for seat, player in enumerate(position.players):
        parts = {name: explained(rule, seats, seat) for name, rule in rules.items()}
        points = {name: number.value for name, number in parts.items()}
        found.append(Score(player.name, points, {name: list(number.reasons) for name, number in parts.items()}))
    return found


def unpaid_lines(position: Position, cards: Iterable[Card]) -> Iterator[Mapping[str, list[Reason]]]:
    """For every player, in turn order: the lines of each card, by its id, why they give nothing."""
    seats, rules = exact_seats(position), scoring_rules(position.game, cards)
    own = [card for card in rules if card not in {part.name for part in position.game.parts}]
    for seat in range(len(position.players)):
        yield {card: list(unpaid(rules[card], seats, seat)) for card in own}


def points(position: Position, rules: Mapping[str, core.Expr], first: int | None = None) -> list[dict[str, int]]:
    """The value of each rule for every player, or the `first` ones, in turn order, without reasons.

    Rules are compiled, for use on many positions.
    """
    players, game = position.players, position.game
    asked = range(len(players))[:first]
    if game.own_place.pool or any(
        map(_looks_at_places, rules.values())
    ):  # functions compiled here know only the boards
        evaluator = exact_evaluator(position)
        return [{name: evaluator.number(rule, {}, seat) for name, rule in rules.items()} for seat in asked]
    compiled = functions(game, None, tuple(player.board.geometry for player in players), len(players))
    columns = [BoardColumns(player.board, game) for player in players]
    counters = [player.counters for player in players]
    return [
        {name: compiled.function(rule)(columns, counters, {}, seat, {}, ()) for name, rule in rules.items()}
        for seat in asked
    ]


@lru_cache(maxsize=1000)
def _looks_at_places(rule: core.Expr) -> bool:
    """Whether a rule reads a place of a player other than the main one."""
    return any(range.place for range in find(core.Players, rule))


def score_briefly(position: Position, cards: Iterable[Card]) -> list[Score]:
    """Like `score`, but without the reasons: faster if many positions of one kind are scored."""
    found = points(position, scoring_rules(position.game, cards))
    return [Score(player.name, parts, {}) for player, parts in zip(position.players, found, strict=True)]


def winners(position: Position, scores: list[Score]) -> list[str]:
    """The names of the winners: most points, then the game's tie-breaks, then shared."""
    return [scores[seat].name for seat in winning_seats(position, scores)]


def winning_seats(position: Position, scores: list[Score]) -> list[int]:
    """The seats of the winners."""
    evaluator = exact_evaluator(position)
    keys = [
        (score.total, *(evaluator.number(tie, {}, seat) for tie in position.game.tie_breaks))
        for seat, score in enumerate(scores)
    ]
    best = max(keys, default=None)
    return [seat for seat, key in enumerate(keys) if key == best]
