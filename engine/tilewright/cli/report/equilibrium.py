"""Equilibria, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from tilewright.equilibria.matrix import Real
from tilewright.equilibria.question import Play
from tilewright.outputs.chances import (
    AnswerChance,
    EquilibriumOutput,
    ExploitedStrategy,
    LearnedOutput,
    LearnedTerm,
    MoveWorth,
    PlayerMix,
    RealNumber,
)
from tilewright.outputs.output import ABSENT
from tilewright.sim.stakes import LearnedStake

MOST_LISTED = 30
"""So many answers of a mix, or moves, are listed."""
SHORT = 10**6
"""Fractions are reported where their denominators are smaller."""
PRECISION = 1e-9
"""What another answer gains is reported no more exactly than that; less comes of rounding."""
NEARLY = 1e-6
"""Where another answer gains more than that, mixes are no equilibrium."""


def equilibrium_lines(play: Play, lost: Mapping[str, Real]) -> Iterator[str]:
    """What it is worth, and the mix of each player or the moves; what is `lost` by strategies."""
    two = len(play.players) == 2
    if two:
        first, second = play.players
        yield f"{play.stake.text}, {first} less {second}: {value_text(play.worth[0])}"
    else:
        each = (f"{name} {value_text(worth)}" for name, worth in zip(play.players, play.worth, strict=True))
        yield f"{play.stake.text}: {', '.join(each)}"
    if play.block is not None:
        for player, mix in play.block.mixes.items():
            yield from _mix(play.players[player], mix)
        yield _proof(play)
    for text, worth in play.moves[:MOST_LISTED]:
        yield f"  {value_text(worth):>12}  {text}"
    for name, loss in lost.items():
        if two:
            yield f"{name} as {play.players[0]} loses {value_text(loss)} to a best response"
        else:
            yield f"if everyone plays {name}, {play.players[0]} gains {value_text(loss)} with a best response"


def _mix(name: str, mix: Mapping[str, Real]) -> Iterator[str]:
    yield f"  {name}"
    for text, chance in list(mix.items())[:MOST_LISTED]:
        yield f"    {float(chance) * 100:6.2f} %{_fraction(chance)}  {text}"
    if len(mix) > MOST_LISTED:
        yield f"    and {len(mix) - MOST_LISTED} more answers"


def _proof(play: Play) -> str:
    block = play.block
    assert block is not None
    if block.several:
        kind = "nearly an equilibrium, one of many" if block.gap > NEARLY else "one equilibrium of many"
        kind += ", in which all players use the same mix" if block.alike else ""
        return f"{kind}: no other answer of one player gains more than {max(float(block.gap), PRECISION):.0e}; this is not a guarantee"
    if isinstance(block.gap, Fraction) and isinstance(play.worth[0], Fraction):
        return "exact: neither player can gain with another answer"
    return f"a best response of either player gains at most {float(block.gap):.1e}"


def learned_lines(learned: LearnedStake, bots: Sequence[str]) -> Iterator[str]:
    """What was learned from games to play for: the worth of each number, and the sum in the words of the game."""
    yield f"learned from {learned.games} games of {', '.join(bots)}: the value of one more at the end, in points (95 %)"
    rows = [[term.text, f"{term.worth:.2f}", f"({term.low:.2f} to {term.high:.2f})"] for term in learned.terms]
    width = max(len(row[0]) for row in rows)
    for text, worth, interval in rows:
        yield f"  {text:<{width}}  {worth:>6}  {interval}"
    yield f"this explains {learned.explained * 100:.0f} % of the variance of the results; as a value, in hundredths of a point:"


def learned_output(learned: LearnedStake, bots: Sequence[str]) -> LearnedOutput:
    """The same for JSON."""
    return LearnedOutput(
        games=learned.games,
        bots=bots,
        moments=learned.moments,
        explained=learned.explained,
        terms=[
            LearnedTerm(number=term.text, worth=term.worth, interval=[term.low, term.high]) for term in learned.terms
        ],
        left=learned.left,
    )


def value_text(value: Real) -> str:
    """A whole number, or four digits after the point, as a fraction too where that is short."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return str(value)
    return f"{float(value):.4f}{_fraction(value)}"


def _fraction(value: Real) -> str:
    return f" ({value})" if isinstance(value, Fraction) and 1 < value.denominator < SHORT else ""


def equilibrium_output(name: str, play: Play, lost: Mapping[str, Real]) -> EquilibriumOutput:
    """The same as a line of JSON."""
    block = play.block
    output = EquilibriumOutput(
        game=name,
        value=play.stake.text,
        players=play.players,
        worth=[_number(worth) for worth in play.worth],
        exact=all(isinstance(worth, Fraction) for worth in play.worth),
        secret=block is not None,
        moves=[MoveWorth(move=text, worth=_number(worth)) for text, worth in play.moves],
        states=play.states,
    )
    if block is not None:
        output.mixes = [
            PlayerMix(
                player=play.players[player],
                answers=[AnswerChance(answer=text, chance=_number(chance)) for text, chance in mix.items()],
            )
            for player, mix in block.mixes.items()
        ]
        output.gap, output.symmetric, output.several = float(block.gap), block.alike, block.several
    if lost:
        output.exploited = [ExploitedStrategy(strategy=name, loses=_number(loss)) for name, loss in lost.items()]
    return output


def _number(value: Real) -> RealNumber:
    """A number as a decimal one, and where it is exact as a fraction."""
    return RealNumber(fraction=str(value) if isinstance(value, Fraction) else ABSENT, decimal=float(value))
