# SPDX-License-Identifier: Apache-2.0
"""Ratios of two things that were not measured in turns: two runs, two machines.

Every value of one is held against every value of the other. The estimate is the median of all those
ratios (Hodges and Lehmann), its interval counts as many of them off at both ends as the rank-sum
test of Mann and Whitney allows (Moses), and the effect is how much more often one is above the
other than below it (Cliff's delta).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, exp, log
from statistics import median

from orbweaver.stats.medians import CONFIDENCE, Estimate
from orbweaver.stats.ranks import rank_sum_p


@dataclass(frozen=True)
class SampleRatio:
    """The first divided by the second."""

    ratio: Estimate
    p_rank: float
    """probability of a rank sum as far out if both were the same; 1 if all values are equal"""
    effect: float
    """Cliff's delta: -1 the first is always less, 1 always more"""
    smallest_p: float
    """the least that `p_rank` could have been with so many values"""

    def can_tell(self, level: float = 0.05) -> bool:
        """Whether so few values could ever have shown a change."""
        return self.smallest_p <= level


@dataclass(frozen=True)
class RankSum:
    """Whether one sample tends to be above the other; values may be 0, as counts are."""

    p: float
    effect: float
    smallest_p: float


def rank_sum(first: Sequence[float], second: Sequence[float]) -> RankSum:
    """The test alone, of any numbers."""
    if not first or not second:
        raise ValueError("there is no rank among nothing")
    return RankSum(
        p=rank_sum_p(first, second),
        effect=cliffs_delta(first, second),
        smallest_p=min(1.0, 2 / comb(len(first) + len(second), len(first))),
    )


def sample_ratio(first: Sequence[float], second: Sequence[float]) -> SampleRatio:
    """Hold the first against the second; all values must be above 0."""
    if not first or not second:
        raise ValueError("there is no ratio of nothing")
    if min(*first, *second) <= 0:
        raise ValueError("a ratio needs values above 0")
    ranks = rank_sum(first, second)
    return SampleRatio(_shift(first, second), ranks.p, ranks.effect, ranks.smallest_p)


def cliffs_delta(first: Sequence[float], second: Sequence[float]) -> float:
    """How much more often a value of the first is above one of the second than below it."""
    sides = [(a > b) - (a < b) for a in first for b in second]
    return sum(sides) / len(sides)


def _shift(first: Sequence[float], second: Sequence[float]) -> Estimate:
    logs = sorted(log(a) - log(b) for a in first for b in second)
    skipped, coverage = _skipped(len(first), len(second), CONFIDENCE)
    return Estimate(
        value=exp(median(logs)),
        low=exp(logs[skipped]),
        high=exp(logs[-1 - skipped]),
        coverage=coverage,
        count=min(len(first), len(second)),
    )


def _skipped(first: int, second: int, confidence: float) -> tuple[int, float]:
    """How many ratios may be left out at each end, and how sure the rest is."""
    ways = rank_sum_counts(first, second)
    total, below, skipped = sum(ways), ways[0], 0
    while 1 - 2 * (below + ways[skipped + 1]) / total >= confidence:
        skipped += 1
        below += ways[skipped]
    return skipped, max(0.0, 1 - 2 * below / total)


def rank_sum_counts(first: int, second: int) -> list[int]:
    """In how many orders of all values the statistic of Mann and Whitney is 0, 1, 2, …

    They are the coefficients of a Gaussian binomial: the product of 1 - x^(second + i), divided by
    that of 1 - x^i, for i from 1 to `first`.
    """
    counts = [1] + [0] * (first * second)
    for i in range(1, first + 1):
        for at in range(len(counts) - 1, second + i - 1, -1):
            counts[at] -= counts[at - second - i]
        for at in range(i, len(counts)):
            counts[at] += counts[at - i]
    return counts
