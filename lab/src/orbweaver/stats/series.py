# SPDX-License-Identifier: Apache-2.0
"""Many tests at once: of a hundred that find nothing, five would seem to."""

from collections.abc import Sequence


def adjusted(p_values: Sequence[float]) -> list[float]:
    """The p-values of Benjamini and Hochberg (1995).

    Of those that are kept at or below a level, at most that share is expected to be chance.
    """
    count = len(p_values)
    found = [1.0] * count
    least = 1.0
    by_size = sorted(range(count), key=p_values.__getitem__, reverse=True)
    for place, number in zip(range(count, 0, -1), by_size, strict=True):
        least = min(least, p_values[number] * count / place)
        found[number] = least
    return found
