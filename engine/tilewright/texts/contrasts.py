"""Where a text and a rule part, in words: the position, and what becomes of it by either."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.play.contrast import Consequence, Difference
from tilewright.table.position import Position


def contrast_lines(found: Difference, one: str = "the text", other: str = "the rule") -> list[str]:
    """The position, the moves of the turn before the ability is used, and what the two abilities lead to then."""
    return [
        *(_boards_shown(found.position) or ["the table is empty"]),
        *([f"after {', '.join(found.before)}"] if found.before else []),
        f"{one}: {_outcome(found.one, found.position)}",
        f"{other}: {_outcome(found.other, found.position)}",
    ]


def summary(found: Difference, one: str = "the text", other: str = "the rule") -> str:
    """What makes the difference, in a sentence."""
    if found.one is not None and found.other is not None:
        return f"from this position, {one} and {other} lead to different tables"
    able, unable = (one, other) if found.one is not None else (other, one)
    return f"from this position, {able} allows what {unable} does not"


def contrast_sentence(found: Difference, one: str, other: str) -> str:
    """The same in one line: the position, and what becomes of it."""
    start = " and ".join(_boards_shown(found.position)) or "an empty table"
    after = f", after {', '.join(found.before)}" if found.before else ""
    outcomes = [(one, found.one), (other, found.other)]
    led = [f"{name} leads to '{_result(of, found.position)}'{_by(of)}" for name, of in outcomes if of is not None]
    never = [f"{name} does not allow this" for name, of in outcomes if of is None]
    return f"from the position '{start}'{after}, {', and '.join([*led, *never])}"


def _by(outcome: Consequence) -> str:
    return f" by '{', '.join(outcome.moves)}'" if outcome.moves else ""


def boards_in_words(position: Position) -> str:
    """The boards of the players in a sentence, with their owners if there are several."""
    if len(position.players) == 1:
        return repr(position.players[0].board)
    return " and ".join(_boards_shown(position)) or "empty boards"


def _boards_shown(position: Position) -> list[str]:
    found = [f"{player.name}: {player.board!r}" for player in position.players if _any(repr(player.board))]
    return found + [f"{name}: {board!r}" for name, board in position.boards.items() if _any(repr(board))]


def _any(board: str) -> bool:
    return bool(set(board) - set(". |"))


def _outcome(outcome: Consequence | None, before: Position) -> str:
    if outcome is None:
        return "does not allow this"
    moves = ", ".join(outcome.moves) or "at once"
    return f"{moves}: {_result(outcome, before)}"


def _result(outcome: Consequence, before: Position) -> str:
    return "; ".join(_changed(outcome.table, before)) or "nothing has changed"


def _changed(after: Position, before: Position) -> Iterator[str]:
    """The boards and counters that are others than before."""
    for player, was in zip(after.players, before.players, strict=True):
        if player.board != was.board:
            yield f"{player.name} {player.board!r}"
        counted = [f"{name} {n}" for name, n in player.counters.items() if was.counters.get(name, 0) != n]
        if counted:
            yield f"{player.name} {', '.join(counted)}"
    for name, board in after.boards.items():
        if board != before.boards.get(name):
            yield f"{name} {board!r}"
