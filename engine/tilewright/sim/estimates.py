"""Statistics: distributions, 95% confidence intervals of shares and means, and group sequential analysis of growing
samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import NormalDist, fmean, quantiles, stdev, variance

from tilewright.outputs.games import (
    ComparedOutput,
    DifferenceOutput,
    DistributionOutput,
    IntervalOutput,
    MeanOutput,
    ShareOutput,
)
from tilewright.outputs.output import ABSENT

Z = NormalDist().inv_cdf(0.975)
"""The two-sided 95% quantile of the standard normal distribution."""
SLIGHT = 0.2
"""The effect size, in standard deviations, that is hardly noticed: Cohen's small effect."""
LITTLE = 0.5
"""The effect size, in standard deviations, that is visible without statistics: Cohen's medium effect. Anything smaller
is little."""
FEWEST = 3
"""The minimum sample size for the error of a mean."""


def distribution(counts: Mapping[int, int]) -> DistributionOutput:
    """Mean, sample standard deviation, minimum, quartiles and maximum of values, given how often each occurs.

    The quartiles are interpolated (R's type 7).
    """
    values = _expanded(counts)
    q1, median, q3 = quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    sd = stdev(values) if len(values) > 1 else 0.0
    found = {"mean": fmean(values), "sd": sd, "min": values[0], "q1": q1, "median": median, "q3": q3, "max": values[-1]}
    return DistributionOutput(**{name: round(value, 4) for name, value in found.items()})


def mean(counts: Mapping[int, int]) -> float:
    """The mean of values, given how often each occurs; 0 if there are none."""
    number = sum(counts.values())
    return round(sum(value * count for value, count in counts.items()) / number, 4) if number else 0.0


def share(successes: float, number: int, z: float = Z) -> ShareOutput:
    """A share with its Wilson score interval, by default of 95%.

    E. B. Wilson, J. Am. Stat. Assoc. 22 (1927), 209-212. A success may count in part; then the variance is less than
    the method assumes, so the interval is conservative.
    """
    p, n = successes / number, number
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return ShareOutput(share=round(p, 4), low=round(low, 4), high=round(high, 4))


def mean_interval(counts: Mapping[int, int], scale: int = 1) -> IntervalOutput:
    """The mean of values divided by `scale`, with its 95% interval by Student's t; below 3 values without it."""
    values = [value / scale for value in _expanded(counts)]
    found = interval(values)
    return IntervalOutput(mean=found.mean, low=found.low, high=found.high)


def interval(values: Sequence[float], critical: float = Z) -> MeanOutput:
    """The mean of values, its confidence interval and its standard error; below 3 values only the mean.

    `critical` is the half-width of the interval in standard errors for the normal distribution; the corresponding
    quantile of Student's t is used.
    """
    middle = fmean(values)
    if len(values) < FEWEST:
        return MeanOutput(mean=round(middle, 4))
    error = stdev(values) / sqrt(len(values))
    half = _t(len(values) - 1, critical) * error
    low, high = middle - half, middle + half
    return MeanOutput(mean=round(middle, 4), low=round(low, 4), high=round(high, 4), error=round(error, 4))


def difference(pairs: Sequence[tuple[float, float]], critical: float = Z) -> DifferenceOutput:
    """The mean paired difference (second minus first), as in `interval`, and the effect size.

    This is Cohen's d: the mean difference divided by the pooled standard deviation of both sides (J. Cohen, J. Abnorm.
    Soc. Psychol. 65 (1962), 145-153); None if there is no variance.
    """
    found = DifferenceOutput(**vars(interval([second - first for first, second in pairs], critical)))
    if len(pairs) < FEWEST:
        return found
    pooled = _pooled(pairs)
    return replace(found, effect=round(found.mean / pooled, 3) if pooled else None)


def _pooled(pairs: Sequence[tuple[float, float]]) -> float:
    """The pooled standard deviation of both sides of pairs."""
    return sqrt(fmean([variance(side) for side in zip(*pairs, strict=True)]))


def sign(found: MeanOutput | None) -> int:
    """1 if a mean is significantly above 0, -1 if significantly below, else 0."""
    if found is None or found.low is ABSENT:
        return 0
    return 1 if found.low > 0 else -1 if found.high < 0 else 0


def little(found: MeanOutput, games: int) -> float:
    """`LITTLE` standard deviations of the values behind a mean over so many games, in their units."""
    return LITTLE * found.error * sqrt(games)


def is_within(found: MeanOutput, most: float) -> bool:
    """Whether a mean is significantly within a margin around 0: two one-sided tests (Schuirmann, see `margin`)."""
    return -most <= found.low and found.high <= most


def margin(pairs: Sequence[tuple[float, float]], critical: float = Z) -> float | None:
    """The margin within which both sides of pairs are shown to be equivalent, in units of the values; None if that is
    not shown.

    The margin is `SLIGHT` pooled standard deviations. Sides are equivalent if the interval of their difference is
    within it on both sides: two one-sided tests (D. J. Schuirmann, J. Pharmacokinet. Biopharm. 15 (1987), 657-680).
    """
    if len(pairs) < FEWEST:
        return None
    most = SLIGHT * _pooled(pairs)
    return most if is_within(difference(pairs, critical), most) else None


def shares(pairs: Sequence[tuple[float, float]], critical: float = Z) -> ComparedOutput:
    """The shares of successes on both sides, and their difference; intervals as in `share`.

    That of the difference is the adjusted one of D. G. Bonett and R. M. Price (J. Educ. Behav. Stat. 37 (2012),
    479-488): one discordant pair of each kind is added, so that a few identical pairs do not give a narrow interval.
    """
    before, after = zip(*pairs, strict=True)
    gains = [second - first for first, second in pairs] + [-1.0, 1.0]
    middle = fmean(gains)
    error = sqrt((fmean(gain * gain for gain in gains) - middle * middle) / len(gains))
    low, high = max(-1.0, middle - critical * error), min(1.0, middle + critical * error)
    gain = difference(pairs, critical)
    return ComparedOutput(
        without=_mean_share(before, critical),
        with_=_mean_share(after, critical),
        difference=replace(gain, low=round(low, 4), high=round(high, 4), error=round(error, 4)),
    )


def _mean_share(values: Sequence[float], critical: float) -> MeanOutput:
    """The mean of values between 0 and 1, with the interval of a share."""
    found = share(sum(values), len(values), critical)
    return replace(interval(values, critical), low=found.low, high=found.high)


def _t(freedom: int, z: float = Z) -> float:
    """The quantile of Student's t with the same tail probability as `z` has for the normal distribution.

    Within 1% for the 97.5% quantile and 2 degrees of freedom. M. Abramowitz, I. A. Stegun, Handbook of Mathematical
    Functions (1964), 26.7.5.
    """
    v = freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )


def _expanded(counts: Mapping[int, int]) -> list[int]:
    return [value for value in sorted(counts) for _ in range(counts[value])]


CONSTANTS = {1: 1.960, 2: 2.178, 3: 2.312, 4: 2.409, 5: 2.484, 6: 2.546, 7: 2.599}
"""Pocock's constants by the number of analyses, each at twice the sample size of the one before: the critical value in
standard errors for a two-sided overall level of 5%.

Computed by integration over the analyses, one after another (P. Armitage, C. K. McPherson, B. C. Rowe, J. R. Stat. Soc.
A 132 (1969), 235-244).
"""
FIRST = 8
"""The smallest sample size analyzed before the last analysis: the mean of a smaller one is not nearly normal."""


@dataclass(frozen=True)
class InterimAnalyses:
    """A group sequential design: the number of analyses, and the maximum sample size.

    S. J. Pocock, Biometrika 64 (1977), 191-199: the same critical value at all analyses, so that a large effect shows
    after few games. Each analysis has twice the sample of the one before. Without an effect, the critical value is
    exceeded in one of twenty samples. Sample sizes are multiples of `unit`, so small samples have fewer analyses. The
    last one is larger than `most` only if that is below `FEWEST` or `unit`.
    """

    number: int
    most: int
    unit: int = 1

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sample size at each analysis."""
        last = self.unit * max(self.most // self.unit, -(-FEWEST // self.unit))
        before = (last // (self.unit << by) * self.unit for by in range(self.number - 1, 0, -1))
        return (*(size for size in before if size >= FIRST), last)

    @property
    def critical(self) -> float:
        """The critical value in standard errors.

        With this half-width, the intervals at all analyses contain the true value simultaneously in 19 of 20 samples
        (repeated confidence intervals, Jennison and Turnbull, Group Sequential Methods (2000), chapter 9), so also
        where a run stops.
        """
        return CONSTANTS[len(self.sizes)]


QUICK, USUAL, THOROUGH = (3, 60), (5, 200), (7, 1000)
"""The number of analyses, and the maximum number of games of each kind."""
