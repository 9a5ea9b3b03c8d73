"""The odds of goals in a turn, and the expected number of turns, as text and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from tilewright.expectimax.prospects import GoalChance
from tilewright.expectimax.question import Odds
from tilewright.expectimax.repeated import TurnsNeeded
from tilewright.expectimax.sampling import Estimate
from tilewright.outputs.chances import (
    EstimateOutput,
    MoveOddsOutput,
    OddsOutput,
    OddsWithCard,
    TurnsOutput,
    TurnsWithCard,
)
from tilewright.outputs.output import ABSENT, ExactNumber, exact

SLIGHT = Fraction(1, 1000)
"""Outcomes with a smaller probability are not reported."""
MOST_LISTED = 10
"""The largest number of moves listed."""
SHORT = 10**9
"""Fractions are printed if their denominator is smaller."""


def odds_lines(odds: Odds, more: str | None = None, changed: Odds | None = None) -> Iterator[str]:
    """The answer, the moves, and the effect of an additional card (`more`)."""
    chance = odds.goal.is_chance
    yield f"{odds.goal.text}: {_answer(odds)}"
    if odds.estimate is not None:
        yield f"  {_sampled(odds.estimate, chance)}"
    if odds.low is not None and odds.high is not None and not says_nothing(odds):
        yield f"  certain: {_from_to(odds.low, odds.high)}"
    for move in odds.moves[:MOST_LISTED]:
        worth = value_text(move.value, chance) if move.high in (None, move.value) else _from_to(move.value, move.high)
        yield f"  {worth:>{8 if chance else 9}}  {written(move.line)}"
    if len(odds.moves) > MOST_LISTED:
        yield f"  and {len(odds.moves) - MOST_LISTED} more moves"
    if odds.margin:
        yield f"  the best move is better than the next by {value_text(odds.margin, chance)}"
    if changed is not None:
        difference = _difference(odds, changed)
        signed = (
            "" if difference is None else f", {'+' if difference >= 0 else '-'}{value_text(abs(difference), chance)}"
        )
        yield f"  with {more}: {_answer(changed)}{signed}"


def prospect_lines(found: Sequence[GoalChance]) -> Iterator[str]:
    """The possible goals by probability, with the moves up to the next throw; then the certain ones."""
    open_ = [one for one in found if SLIGHT <= one.chance < 1]
    for one in open_[:MOST_LISTED]:
        chance = value_text(one.chance, True) if one.is_exact else f"at least {value_text(one.chance, True)}"
        yield f"  {chance:>8}  {one.card}: {written(one.line)}" if one.line else f"  {chance:>8}  {one.card}"
    certain = [one.card for one in found if one.chance == 1]
    if certain:
        yield f"  certain: {', '.join(certain)}"


def written(line: Iterable[str]) -> str:
    """Moves in sequence, without repeating the verb: ``move 4 4; done``."""
    found: list[str] = []
    verb = ""
    for text in line:
        words = text.split()
        if len(words) == 2 and words[0] == verb:
            found[-1] += f" {words[1]}"
        else:
            found.append(text)
        verb = words[0] if len(words) == 2 else ""
    return "; ".join(found)


def value_text(value: Fraction, chance: bool) -> str:
    """A probability in percent, or a number, with two decimal places."""
    return f"{float(value) * 100:.2f}%" if chance else f"{float(value):.2f}"


def _answer(odds: Odds) -> str:
    """The value, or a lower bound with its confidence; if that is 0, the upper bound."""
    if says_nothing(odds):
        most = value_text(odds.high or Fraction(1), True)
        return "not known" if most == value_text(Fraction(1), True) else f"not known, at most {most}"
    value = value_text(odds.value, odds.goal.is_chance)
    if odds.is_exact:
        return f"{value}{_fraction(odds.value)}"
    if odds.estimate is None or odds.is_sure:
        return f"at least {value}"
    return f"at least {value} ({100 * odds.estimate.confidence:.0f}% confidence)"


def says_nothing(odds: Odds) -> bool:
    """Whether the lower bound of a probability is printed as 0."""
    return odds.goal.is_chance and not odds.is_exact and value_text(odds.value, True) == value_text(Fraction(0), True)


def _difference(odds: Odds, changed: Odds) -> Fraction | None:
    """The difference of two exact values; None if one is only a bound."""
    return changed.value - odds.value if odds.is_exact and changed.is_exact else None


def _sampled(estimate: Estimate, chance: bool) -> str:
    """The sample behind a lower bound."""
    begins = f" that begins with '{estimate.move}'" if estimate.move else ""
    if chance and not estimate.mean:
        return f"a policy{begins} never reaches it in {estimate.games} games; best play may"
    mean = value_text(estimate.mean, chance)
    return f"a policy{begins} reaches {mean} in {estimate.games} games; best play may reach much more"


def _from_to(low: Fraction, high: Fraction | None) -> str:
    return f"{value_text(low, True)} to {value_text(high or Fraction(0), True)}"


def _fraction(value: Fraction) -> str:
    return f" ({value})" if 1 < value.denominator < SHORT else ""


def odds_output(name: str, odds: Odds, more: str | None = None, changed: Odds | None = None) -> OddsOutput:
    """The odds as JSON."""
    output = OddsOutput(
        game=name,
        goal=odds.goal.text,
        asked="chance" if odds.goal.is_chance else "number",
        exact=odds.is_exact,
        value=exact(odds.value),
        moves=[
            MoveOddsOutput(move=one.move, value=exact(one.value), high=_exact(one.high), line=one.line)
            for one in odds.moves
        ],
        states=odds.states,
        margin=_exact(odds.margin),
    )
    if odds.low is not None and odds.high is not None:
        output.low, output.high = exact(odds.low), exact(odds.high)
    if odds.estimate is not None:
        output.estimate = _estimate(odds.estimate, odds.high)
    if changed is not None:
        difference = _difference(odds, changed)
        output.with_ = OddsWithCard(
            card=more or "",
            value=exact(changed.value),
            difference=None if difference is None else exact(difference),
            exact=False if difference is None else ABSENT,
        )
    return output


def _exact(value: Fraction | None) -> ExactNumber:
    return ABSENT if value is None else exact(value)


def _estimate(estimate: Estimate, high: Fraction | None) -> EstimateOutput:
    return EstimateOutput(
        games=estimate.games,
        mean=exact(estimate.mean),
        confidence=estimate.confidence,
        low=float(estimate.least),
        high=None if high is None else float(high),
        move=estimate.move or ABSENT,
    )


def turns_lines(found: Sequence[TurnsNeeded], more: str | None = None) -> Iterator[str]:
    """The expected number of turns; the second is with an additional card (`more`)."""
    first = found[0]
    yield f"{first.goal.text}: {first.value:.2f} turns expected"
    for changed in found[1:]:
        yield f"  with {more}: {changed.value:.2f} turns, {changed.value - first.value:+.2f}"


def turns_output(name: str, found: Sequence[TurnsNeeded], more: str | None = None) -> TurnsOutput:
    """The expected number of turns as JSON."""
    first = found[0]
    value = round(first.value, 6)
    output = TurnsOutput(game=name, goal=first.goal.text, turns=value, beginnings=first.beginnings)
    for changed in found[1:]:
        difference = round(changed.value - first.value, 6)
        output.with_ = TurnsWithCard(card=more or "", turns=round(changed.value, 6), difference=difference)
    return output
