# SPDX-License-Identifier: Apache-2.0
"""The distributions behind the rank tests: how often a rank sum is as far out by chance.

Few values: all ways to deal out the ranks are counted, whole numbers only, ties as they are. Many
values: the normal approximation with the correction for ties, which is good to three digits there.
Ranks are doubled throughout, so that the middle rank of an even number of equal values is whole.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb, erfc, sqrt

COUNTED_PAIRS = 50
COUNTED_VALUES = 40
"""Up to so many pairs, and values of both samples together, all ways are counted."""


def doubled_ranks(values: Sequence[float]) -> list[int]:
    """Twice the rank of each value; equal ones share the middle of their ranks."""
    times = Counter(values)
    doubled: dict[float, int] = {}
    below = 0
    for value in sorted(times):
        doubled[value] = 2 * below + times[value] + 1
        below += times[value]
    return [doubled[value] for value in values]


def signed_rank_p(differences: Sequence[float]) -> float:
    """Wilcoxon's signed-rank test, two sides; differences of 0 are left out, alone they give 1."""
    changed = [d for d in differences if d]
    if not changed:
        return 1.0
    ranks = doubled_ranks([abs(d) for d in changed])
    up = sum(rank for rank, d in zip(ranks, changed, strict=True) if d > 0)
    if len(ranks) <= COUNTED_PAIRS:
        return _two_sides(_subset_sums(ranks), up)
    # Each rank is above 0 or not, with probability one half.
    variance = sum(rank * rank for rank in ranks) / 4
    return _normal_two_sides((up - sum(ranks) / 2) / sqrt(variance))


def rank_sum_p(first: Sequence[float], second: Sequence[float]) -> float:
    """The rank-sum test of Mann and Whitney, two sides; 1 if all values are equal."""
    ranks = doubled_ranks([*first, *second])
    if len(set(ranks)) == 1:
        return 1.0
    own = sum(ranks[: len(first)])
    if len(ranks) <= COUNTED_VALUES:
        return _two_sides(_subset_sums_of(len(first), ranks), own)
    mean = len(first) * (len(ranks) + 1)
    variance = _rank_sum_variance(len(first), ranks)
    # Sums move in steps of one rank, which is 2 here: half a step belongs to each side.
    return _normal_two_sides(max(0.0, abs(own - mean) - 1) / sqrt(variance))


def sign_p(above: int, count: int) -> float:
    """How often `count` tosses of a coin are as uneven as `above` heads, two sides."""
    few = min(above, count - above)
    return min(1.0, 2 * sum(comb(count, k) for k in range(few + 1)) / 2**count)


def _subset_sums(ranks: Iterable[int]) -> Counter[int]:
    """How many subsets have each sum."""
    ways = Counter({0: 1})
    for rank in ranks:
        with_it = {total + rank: count for total, count in ways.items()}
        ways.update(with_it)
    return ways


def _subset_sums_of(size: int, ranks: Sequence[int]) -> Counter[int]:
    """How many subsets of that size have each sum."""
    ways: list[Counter[int]] = [Counter({0: 1}), *(Counter() for _ in range(size))]
    for rank in ranks:
        for members in range(size, 0, -1):
            fewer = ways[members - 1]
            ways[members].update({total + rank: count for total, count in fewer.items()})
    return ways[size]


def _two_sides(ways: Counter[int], seen: int) -> float:
    below = sum(count for total, count in ways.items() if total <= seen)
    above = sum(count for total, count in ways.items() if total >= seen)
    return min(1.0, 2 * min(below, above) / ways.total())


def _rank_sum_variance(first: int, ranks: Sequence[int]) -> float:
    """Of the sum of `first` ranks drawn without putting any back."""
    count = len(ranks)
    mean = sum(ranks) / count
    spread = sum((rank - mean) ** 2 for rank in ranks) / (count - 1)
    return spread * first * (count - first) / count


def _normal_two_sides(deviations: float) -> float:
    return erfc(abs(deviations) / sqrt(2))
