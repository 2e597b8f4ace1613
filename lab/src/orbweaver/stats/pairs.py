# SPDX-License-Identifier: Apache-2.0
"""Ratios of two things that were measured in turns, so that a slow minute hit both alike.

Each repetition gives one ratio, in which what the machine did to both cancels out. Tested is
whether their logarithms lie around 0: by the signed-rank test of Wilcoxon, which supposes that they
lie evenly to both sides, and by the sign test, which supposes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from orbweaver.stats.medians import CONFIDENCE, Estimate, median_interval
from orbweaver.stats.ranks import doubled_ranks, sign_p, signed_rank_p


@dataclass(frozen=True)
class PairedRatio:
    """The first divided by the second."""

    ratio: Estimate
    p_rank: float
    """probability of a signed-rank sum as far out if nothing had changed; 1 if all are equal"""
    p_sign: float
    effect: float
    """matched-pairs rank-biserial correlation: -1 the first is always less, 1 always more"""
    smallest_p: float
    """the least that `p_rank` could have been with so many pairs"""

    def can_tell(self, level: float = 0.05) -> bool:
        """Whether so few pairs could ever have shown a change."""
        return self.smallest_p <= level


def paired_ratio(
    first: Sequence[float], second: Sequence[float], confidence: float = CONFIDENCE
) -> PairedRatio:
    """Hold the first against the second, pair by pair; all values must be above 0."""
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        raise ValueError("there is no ratio of nothing")
    if any(min(pair) <= 0 for pair in pairs):
        raise ValueError("a ratio needs values above 0")
    logs = [log(a) - log(b) for a, b in pairs]
    return PairedRatio(
        ratio=median_interval([a / b for a, b in pairs], confidence),
        p_rank=signed_rank_p(logs),
        p_sign=_sign_test(logs),
        effect=rank_biserial(logs),
        smallest_p=min(1.0, 2.0 ** (1 - len(logs))),
    )


def rank_biserial(differences: Sequence[float]) -> float:
    """The share of ranks of differences above 0, less the share of those below."""
    changed = [d for d in differences if d]
    if not changed:
        return 0.0
    ranks = doubled_ranks([abs(d) for d in changed])
    up = sum(rank for rank, d in zip(ranks, changed, strict=True) if d > 0)
    return (2 * up - sum(ranks)) / sum(ranks)


def _sign_test(logs: Sequence[float]) -> float:
    changed = [value for value in logs if value]
    return sign_p(sum(value > 0 for value in changed), len(changed))
