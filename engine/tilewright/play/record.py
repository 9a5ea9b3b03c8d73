"""Records: from a game being played to its record, and back."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import replace

from tilewright.meaning.scoring import overwork
from tilewright.play.budget import Budget
from tilewright.play.match import IllegalMove, Match
from tilewright.play.naming import with_board
from tilewright.stopping import PlayError
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game
from tilewright.table.position import Record, Result, Turn

__all__ = ["Record", "Result", "Turn", "Unplayable", "record_of", "replay"]

MOST_LISTED = 6
"""If there are more moves than these, only the nearest ones are listed."""


class Unplayable(ValueError):
    """Where a record departs from the rules of its game.

    `turn` and `move` are indices: without a move the turn as a whole is meant, without a turn the result, of which
    `part` is ``scores`` or ``winners``, or a `card`. `code` is that of the diagnostic.
    """

    def __init__(
        self,
        code: str,
        reason: str,
        help: str,
        turn: int | None = None,
        move: int | None = None,
        part: str = "",
        card: str = "",
    ) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.help = help
        self.turn = turn
        self.move = move
        self.part = part
        self.card = card


def record_of(match: Match) -> Record:
    """The record of a game as far as it was played; with its result if it has ended.

    If the game began with a position (`Match.start`), the record has that, and at least the turn with which it began.
    """
    moves: list[list[str]] = [[] for _ in range(max(match.begun, match.start is not None))]
    cards = tuple(card.id for card in match.cards)
    for state, move in zip(match.states, match.played, strict=False):
        own = state.player == state.mover
        text = with_board(match.machine, match.names, state, move)
        moves[state.turn].append(text if own else f"{match.names[state.player]}: {text}")
    return Record(
        match.game.id,
        cards,
        match.names,
        {board: layout.id for board, layout in match.layouts.items()},
        match.seed,
        tuple(Turn(_player(match, turn), tuple(own)) for turn, own in enumerate(moves)),
        _result(match) if match.over else None,
        None if match.start is None else replace(match.start, cards=cards),
    )


def _player(match: Match, turn: int) -> int:
    """Whose turn it is or was: without a course, turns rotate."""
    state = match.state
    if match.machine.evaluator.play_rules.course:
        return state.movers[turn] if turn < len(state.movers) else state.mover
    return (state.mover + turn - state.turn) % len(match.names)


def _result(match: Match) -> Result:
    scores = match.scores()
    return Result(tuple(score.total for score in scores), tuple(match.winners()))


def replay(
    record: Record, game: Game, cards: Iterable[Card], layouts: Mapping[str, Layout], kind: type[Match] = Match
) -> Match:
    """The game of a record, every move of it played again by a `kind` of match.

    The cards and layouts (by board) are those that the record names. Raises `Unplayable` if a move is illegal, it is
    another player's turn, a turn or the game ends earlier or later than in the record, the result differs, or abilities
    take too much work to be tried.
    """
    try:
        return _replayed(record, game, cards, layouts, kind)
    except PlayError as problem:
        help = "play without that card, or make it do less"
        raise Unplayable("TW210", str(problem), help, card=problem.card) from None


def _replayed(
    record: Record, game: Game, cards: Iterable[Card], layouts: Mapping[str, Layout], kind: type[Match]
) -> Match:
    budget = Budget(limited=True)
    if record.start is None:
        match = kind(game, record.players, cards, layouts, record.seed, budget)
    else:
        first = record.turns[0].player if record.turns else 0
        match = kind.at(record.start, cards, first, record.seed, budget)
    for index, turn in enumerate(record.turns):
        _play_turn(match, index, turn)
        if index < len(record.turns) - 1 and match.state.turn <= index and not match.over:
            last = len(turn.moves) - 1 if turn.moves else None
            reason = f"{match.names[turn.player]}'s turn is not over after this"
            raise Unplayable("TW428", reason, _possible_moves(match), index, last)
    if record.result is not None:
        _compare(match, record.result)
    return match


def _play_turn(match: Match, index: int, turn: Turn) -> None:
    """Play the moves of a turn; everything before it was played."""
    if match.over and match.state.turn <= index:
        raise Unplayable("TW428", "the game has ended before this turn", "leave it out", index)
    known = not match.machine.evaluator.play_rules.course or index < len(match.state.movers)
    if known:  # else players choose before the first turn, in the course of the game
        _check_player(match, index, turn)
    name = match.names[_player(match, index)]
    for number, text in enumerate(turn.moves):
        if match.over or match.state.turn > index:
            reason = f"{name}'s turn ended before this move"
            help = "leave it out" if number else f"there is nothing to choose in this turn: write '{name}:' alone"
            raise Unplayable("TW428", reason, help, index, number)
        try:
            _play(match, _own(match, text))
        except IllegalMove as problem:
            raise Unplayable("TW426", str(problem), _possible_moves(match, text), index, number) from None
    if not known:
        _check_player(match, index, turn)


def _check_player(match: Match, index: int, turn: Turn) -> None:
    mover = _player(match, index)
    if turn.player != mover:
        name, other = match.names[mover], match.names[turn.player]
        raise Unplayable("TW427", f"it is {name}'s turn, not {other}'s", f"write '{name}:'", index)


def _own(match: Match, text: str) -> str:
    """The move itself, where it begins with the name of another player who decides."""
    state = match.state
    return text.removeprefix(f"{match.names[state.player]}: ") if state.player != state.mover else text


def _play(match: Match, text: str) -> None:
    """Play a move; an option that is the only one may be omitted. Raises `IllegalMove`."""
    try:
        match.play(text)
    except IllegalMove:
        own = [move for move in match.moves if move.kind != "use"]
        if len(own) != 1 or own[0].kind != "option":
            raise
        match.play(own[0])
        if match.over or text not in map(str, match.moves):
            match.undo()
            raise
        match.play(text)


def _possible_moves(match: Match, text: str = "") -> str:
    """The available moves; if there are many, those nearest to a text."""
    texts = [str(move) for move in match.moves]
    more = len(texts) - MOST_LISTED
    if more > 0 and text:
        texts.sort(key=lambda move: -difflib.SequenceMatcher(None, text[:60], move).ratio())
    return "moves now: " + "; ".join(texts[:MOST_LISTED]) + (f"; and {more} more" if more > 0 else "")


def _compare(match: Match, result: Result) -> None:
    if not match.over:
        raise Unplayable(
            "TW429", "there is a result, but the game has not ended", "leave it out, or add the turns that are missing"
        )
    if overwork(match.position(), match.cards):
        raise Unplayable("TW429", "the cards take too much work to score", "play with fewer cards")
    found = _result(match)
    if found.scores != result.scores:
        pairs = zip(match.names, found.scores, strict=True)
        scores = ", ".join(f"{name} {score}" for name, score in pairs)
        raise Unplayable("TW429", f"the game gives different scores: {scores}", "correct them", part="scores")
    if set(found.winners) != set(result.winners):
        names = ", ".join(found.winners)
        raise Unplayable(
            "TW429", f"the game gives different winners: {names}", f"write `winners: [{names}]`", part="winners"
        )
