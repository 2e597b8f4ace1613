# SPDX-License-Identifier: Apache-2.0
"""Statistics of repeated measurements: plain functions of numbers that know nothing of the lab.

Machines disturb in one direction and by bursts, so nothing here supposes a normal distribution:
medians, order statistics and rank tests hold for any. Nothing drops a value.
"""

from orbweaver.stats.medians import Estimate, median_interval
from orbweaver.stats.outliers import outliers
from orbweaver.stats.pairs import PairedRatio, paired_ratio
from orbweaver.stats.samples import RankSum, SampleRatio, rank_sum, sample_ratio
from orbweaver.stats.series import adjusted
from orbweaver.stats.tails import is_resolved, resolved_percentile

__all__ = [
    "Estimate",
    "PairedRatio",
    "RankSum",
    "SampleRatio",
    "adjusted",
    "is_resolved",
    "median_interval",
    "outliers",
    "paired_ratio",
    "rank_sum",
    "resolved_percentile",
    "sample_ratio",
]
