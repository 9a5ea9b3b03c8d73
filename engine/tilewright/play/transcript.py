"""A game turn by turn: the moves, and what they changed on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilewright.play.match import Match
from tilewright.play.record import Record, record_of
from tilewright.play.state import GameState
from tilewright.table.board import Board, Stack, counted, pool_of
from tilewright.table.game import Game
from tilewright.table.position import Player, Position

MANY = 12
"""Of a pool of more pieces only the difference is reported."""


def transcript(match: Match) -> Iterator[str]:
    """The lines of a game as far as it was played.

    After the set-up there is a line for each turn, and under it the spaces and counters that
    are no longer as they were: ``1,4 M5/S1 -> M5``; of pools of many pieces what went and what came: ``- M5 + 2S1``.
    A change of another player bears the name.
    """
    record, states = record_of(match), match.states
    begins = {state.turn: state for state in reversed(states)}
    begins.setdefault(len(record.turns), states[-1])
    before = _position(match, states[0])
    yield from _head(record, before)
    for index, turn in enumerate(record.turns):
        yield ""
        yield f"{index + 1} {match.names[turn.player]}: {'; '.join(turn.moves) or 'nothing to choose'}"
        # A turn without a choice is over before anybody sees it: what it changes is reported under it.
        if index + 1 in begins:
            after = _position(match, begins[index + 1])
            yield from _changes(before, after, match.names[turn.player])
            before = after
    yield ""
    yield from _end(record, before)


def _position(match: Match, state: GameState) -> Position:
    return match.position_at(state)


def _head(record: Record, start: Position) -> Iterator[str]:
    yield f"game: {record.game}"
    yield f"cards: {', '.join(record.cards) or 'none'}"
    yield f"players: {', '.join(record.players)}"
    yield f"seed: {record.seed}"
    for name, board in start.boards.items():
        yield ""
        yield " ".join(filter(None, [f"{name}:", record.layouts.get(name)]))
        yield from (f"  {line}" for line in ([counted(board)] if _is_big(board) else board.lines().splitlines()))


def _changes(before: Position, after: Position, mover: str) -> Iterator[str]:
    """What differs between two positions, a line for each board and for the counters of a player."""
    for name, board in after.boards.items():
        yield from (
            f"    {line}" for line in _change_lines(f"{name} ", _spaces(before.boards.get(name, pool_of(())), board))
        )
    for old, new in zip(before.players, after.players, strict=True):
        whose = "" if new.name == mover else f"{new.name}: "
        yield from (f"    {whose}{line}" for line in _of_player(after.game, old, new))


def changes_to_tell(before: Position, after: Position, mover: int) -> Iterator[str]:
    """What the turn of a player, by the index, has changed besides what the moves say: lines that begin with a name.

    That is what it has changed of the others; where players have pools alone, whose pieces come and go in a turn, what
    cards each player has won or lost.
    """
    for i, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if after.game.own_place.pool:
            yield from (f"{new.name}: {line}" for line in _of_cards(after.game, old, new))
        elif i != mover:
            yield from (f"{new.name}: {line}" for line in _of_player(after.game, old, new))


def _of_cards(game: Game, before: Player, after: Player) -> Iterator[str]:
    """What differs in the pools of a player that hold cards, and of the counters."""
    cards = game.located.name if game.located else ""
    for place in game.boards:
        if cards in place.holds and place.name in {*before.pools, *after.pools}:
            old, new = (Counter(player.pools.get(place.name, pool_of(())).stacks) for player in (before, after))
            yield from _change_lines(f"{place.name} ", _difference(old, new))
    yield from _change_lines("", _counters(game, before, after))


def _of_player(game: Game, before: Player, after: Player) -> Iterator[str]:
    yield from _change_lines(f"{game.own_place.name} ", _spaces(before.board, after.board))
    for name in dict.fromkeys((*before.pools, *after.pools)) if game.own_place.pool else ():
        old, new = (player.pools.get(name, pool_of(())) for player in (before, after))
        yield from _change_lines(f"{name} ", _spaces(old, new))
    yield from _change_lines("", _counters(game, before, after))


def _is_big(board: Board) -> bool:
    return board.pool and len(board.stacks) > MANY


def _change_lines(what: str, changes: list[str]) -> Iterator[str]:
    if changes:
        yield f"{what}{'; '.join(changes)}"


def _spaces(before: Board, after: Board) -> list[str]:
    """The spaces that are no longer as they were; of a pool all that lies there, or of a big one what differs."""
    if _is_big(before) or _is_big(after):
        old, new = Counter(before.stacks), Counter(after.stacks)
        return _difference(old, new)
    if after.pool:
        return [] if before == after else [f"{before!r} -> {after!r}".replace("  ", " . ").strip()]
    if before.geometry != after.geometry:  # a board that grows: the moves say where
        return _difference(*(Counter(stack for stack in board.stacks if stack.height) for board in (before, after)))
    pairs = enumerate(zip(before.stacks, after.stacks, strict=True))
    return [f"{after.geometry.spoken(space)} {old!r} -> {new!r}" for space, (old, new) in pairs if old != new]


def _difference(old: Counter[Stack], new: Counter[Stack]) -> list[str]:
    """What went and what came, in one text if anything did."""
    gone, come = (pool_of(pieces.elements()) for pieces in (old - new, new - old))
    words = [f"{sign} {counted(pool)}" for sign, pool in (("-", gone), ("+", come)) if pool.stacks]
    return [" ".join(words)] if words else []


def _counters(game: Game, before: Player, after: Player) -> list[str]:
    written = {counter.name: counter.written for counter in game.counters}
    known = before.counters.keys() & after.counters.keys()
    values = {name: (before.counters[name], after.counters[name]) for name in written if name in known}
    return [f"{written[name]} {old} -> {new}" for name, (old, new) in values.items() if old != new]


def _end(record: Record, position: Position) -> Iterator[str]:
    for player in position.players:
        yield f"{player.name}: {player.board!r}"
    if record.result is not None:
        pairs = zip(record.players, record.result.scores, strict=True)
        yield "scores: " + ", ".join(f"{name} {score}" for name, score in pairs)
        yield "winners: " + ", ".join(record.result.winners)
    else:
        yield "the game has not ended"
