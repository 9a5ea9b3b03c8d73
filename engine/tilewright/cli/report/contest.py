"""What best play of a turn comes to, printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tilewright.expectimax.contest import ContestAnswer, ContestLine
from tilewright.outputs.output import PlayedMove
from tilewright.outputs.solving import ContestOutput, FirstMove


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


def contest_output(name: str, worth: str, players: Sequence[str], found: ContestAnswer) -> ContestOutput:
    """The same as a line of JSON."""
    best = found.best
    return ContestOutput(
        file=name,
        worth=worth,
        players=players,
        worths=best.worths,
        line=[PlayedMove(player=players[of], move=move) for of, move in zip(best.players, best.moves, strict=True)],
        unique=found.is_unique,
        lines=found.lines,
        states=found.states,
        firsts=[FirstMove(move=line.moves[0], worths=line.worths) for line in found.firsts],
    )
