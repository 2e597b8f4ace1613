# SPDX-License-Identifier: Apache-2.0
"""How far into the tail of a distribution a number of values reaches.

A percentile says something only if some values lie above it: the 99.9th of 1000 is the largest but
one, and moves with a single disturbance. Latencies of the lab count from the moment at which a
packet was due on a schedule that was fixed beforehand, so a stall is in the tail with every packet
that it held up, and no correction for coordinated omission is needed or made.
"""

ABOVE = 10
"""Values that must lie above a percentile for it to be called resolved."""


def is_resolved(percentile: float, count: int, above: int = ABOVE) -> bool:
    """Whether at least `above` of `count` values are expected beyond the percentile."""
    return count * (100 - percentile) / 100 >= above - 1e-9


def resolved_percentile(count: int, above: int = ABOVE) -> float:
    """The farthest percentile that `count` values resolve; 0 if there are fewer than `above`."""
    return max(0.0, 100 * (1 - above / count)) if count else 0.0
