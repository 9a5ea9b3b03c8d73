"""What best play of a turn comes to, printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tilewright.expectimax.contest import ContestAnswer, ContestLine


def contest_lines(name: str, players: Sequence[str], found: ContestAnswer, every: bool) -> Iterator[str]:
    """The best line by player, what it is worth to each, and whether another first move is equally good."""
    best = found.best
    yield f"{name}: {_worths(players, best)} with best play"
    for player, moves in _moves_by_player(best):
        yield f"  {players[player]}: {'; '.join(moves)}"
    if every:
        for line in found.firsts:
            yield f"  {line.moves[0]}: {_worths(players, line)}"
    alike = "the only best first move" if found.is_unique else "another first move is equally good"
    counted = "" if found.lines is None else f"; {found.lines} lines in all"
    yield f"  {alike}: {best.moves[0]}{counted}" if found.is_unique else f"  {alike}{counted}"


def _worths(players: Sequence[str], line: ContestLine) -> str:
    return ", ".join(f"{player} {worth}" for player, worth in zip(players, line.worths, strict=True))


def _moves_by_player(line: ContestLine) -> Iterator[tuple[int, list[str]]]:
    """The moves that one player makes in a row."""
    for player, pairs in groupby(zip(line.players, line.moves, strict=True), key=lambda pair: pair[0]):
        yield player, [move for _, move in pairs]


def contest_json(name: str, worth: str, players: Sequence[str], found: ContestAnswer) -> dict[str, object]:
    """The same as a value of the schema ``contest/1``."""
    return {
        "format": "contest/1",
        "file": name,
        "worth": worth,
        "players": list(players),
        "worths": list(found.best.worths),
        "line": _line(players, found.best),
        "unique": found.is_unique,
        "lines": found.lines,
        "states": found.states,
        "firsts": [{"move": line.moves[0], "worths": list(line.worths)} for line in found.firsts],
    }


def _line(players: Sequence[str], line: ContestLine) -> list[dict[str, str]]:
    pairs = zip(line.players, line.moves, strict=True)
    return [{"player": players[player], "move": move} for player, move in pairs]
