# SPDX-License-Identifier: Apache-2.0
"""Values that lie far from the others: named, never dropped."""

from collections.abc import Sequence
from statistics import median

FAR = 3.5
"""Modified z-score of Iglewicz and Hoaglin (1993) beyond which a value is called far."""

_NORMAL = 0.6745
"""Median absolute deviation of a normal distribution whose standard deviation is 1."""


def outliers(values: Sequence[float]) -> list[int]:
    """The places of values that lie far from the median, in units of the median deviation.

    Where more than half of the values are the same, any other one is far. Fewer than five values
    say too little about what is usual, so none of them is called far.
    """
    if len(values) < 5:
        return []
    middle = median(values)
    distances = [abs(value - middle) for value in values]
    usual = median(distances)
    return [place for place, far in enumerate(distances) if _NORMAL * far > FAR * usual]
