"""What a game is worth where it is, printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from tilewright.outputs.chances import GameValueOutput
from tilewright.outputs.output import PlayedMove
from tilewright.tree.search import GameValue

_STOPPED = {"depth": "the depth limit is reached", "time": "the time limit is reached", "interrupt": "interrupted"}
_RESULTS = {-1: "a loss", 0: "a draw", 1: "a win"}


def value_lines(name: str, players: Sequence[str], found: GameValue) -> Iterator[str]:
    """The value, the line by player, and how large the search was."""
    if found.is_proved:
        yield f"{name}: {_proved(players, found)}, proved"
    else:
        yield f"{name}: not proved; {_bounds(players[found.player], found)}"
    for player, moves in groupby(found.line, key=lambda one: one.player):
        yield f"  {players[player]}: {'; '.join(one.move for one in moves)}"
    if found.line and found.is_proved and not found.to_end:
        yield "  then chance decides"
    ahead = f", {found.depth} choices ahead" if found.depth else ""
    stopped = f" ({_STOPPED[found.stopped]})" if found.stopped else ""
    yield f"  {found.positions} positions{ahead}{stopped}"


def _proved(players: Sequence[str], found: GameValue) -> str:
    player, value = players[found.player], found.low
    assert value is not None
    if found.result:
        other = players[1 - found.player]
        return {"win": f"{player} wins", "draw": "a draw", "loss": f"{other} wins"}[found.result]
    if len(players) == 1:
        return f"{_number(value)} points"
    if len(players) == 2 and found.points:
        return f"{player} is ahead by {_number(value)}" if value >= 0 else f"{player} is behind by {_number(-value)}"
    if len(players) == 2:
        return f"{player} gets {_number(value)} on average (1 is a win, 0 a draw, -1 a loss)"
    return ", ".join(f"{name} {_number(own)}" for name, own in zip(players, found.values, strict=True))


def _bounds(player: str, found: GameValue) -> str:
    low, high = found.low, found.high
    if (low is None and high is None) or (not found.points and (low, high) == (-1, 1)):
        return "nothing is known about the value"
    whole = not found.points and all(isinstance(bound, Fraction) for bound in (low, high))
    if whole:
        results = [text for value, text in _RESULTS.items() if (low or 0) <= value <= (high or 0)]
        return f"for {player} it is {', '.join(results[:-1])} or {results[-1]}"
    least = f"at least {_number(low)}" if low is not None else ""
    most = f"at most {_number(high)}" if high is not None else ""
    return f"{player} gets {' and '.join(filter(None, [least, most]))}"


def _number(value: Fraction | float) -> str:
    """A whole number, or one with six digits."""
    return str(int(value)) if value == int(value) else f"{float(value):.6g}"


def value_output(name: str, players: Sequence[str], found: GameValue) -> GameValueOutput:
    """The same as a line of JSON."""
    return GameValueOutput(
        file=name,
        players=players,
        player=players[found.player],
        payoff="points" if found.points else "win",
        proved=found.is_proved,
        result=found.result or None,
        low=_rounded(found.low),
        high=_rounded(found.high),
        values=[_rounded(value) for value in found.values],
        line=[PlayedMove(player=players[one.player], move=one.move) for one in found.line],
        end=found.to_end,
        depth=found.depth,
        positions=found.positions,
        stored=found.stored,
        stopped=found.stopped or None,
    )


def _rounded(value: Fraction | float | None) -> int | float | None:
    return None if value is None else int(value) if value == int(value) else float(value)
