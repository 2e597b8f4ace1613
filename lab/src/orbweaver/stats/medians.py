# SPDX-License-Identifier: Apache-2.0
"""The median and an interval for it that holds whatever the distribution is.

Each value lies below the true median with probability one half, so how many of n do is binomial:
the interval from the k-th smallest to the k-th largest value holds the median with probability

    1 - 2 · P(fewer than k of n tosses are heads)

The largest k is taken that keeps the confidence asked for. Below six values not even the smallest
and the largest reach 95 %: the interval is then their range, and `coverage` says what that is
worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from statistics import median

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A median of `count` values; the true one lies in low … high with probability `coverage`."""

    value: float
    low: float
    high: float
    coverage: float
    count: int

    @property
    def is_sure(self) -> bool:
        """There were enough values for the confidence that is usual."""
        return self.coverage >= CONFIDENCE


def median_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The median with its interval; raises ValueError if there is no value."""
    if not values:
        raise ValueError("there is no median of nothing")
    ordered = sorted(values)
    k = _deepest(len(ordered), confidence)
    return Estimate(
        value=median(ordered),
        low=ordered[k - 1],
        high=ordered[-k],
        coverage=median_coverage(len(ordered), k),
        count=len(ordered),
    )


def median_coverage(count: int, k: int) -> float:
    """How often the k-th smallest and the k-th largest of `count` values enclose the median."""
    below = sum(comb(count, i) for i in range(k))
    return max(0.0, 1 - 2 * below / 2**count)


def _deepest(count: int, confidence: float) -> int:
    k = 1
    while k < (count + 1) // 2 and median_coverage(count, k + 1) >= confidence:
        k += 1
    return k
