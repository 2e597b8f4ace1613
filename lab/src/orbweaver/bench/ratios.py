# SPDX-License-Identifier: Apache-2.0
"""Ratios of blocks that ran beside each other: median and spread."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Spread:
    """The middle of some values, the middle half of them, and the outermost."""

    median: float
    low: float
    """a quarter of the values are below"""
    high: float
    """a quarter of the values are above"""
    least: float
    most: float
    count: int


def spread(values: Sequence[float]) -> Spread:
    """Of at least one value."""
    ordered = sorted(values)
    return Spread(
        median=median(ordered),
        low=quantile(ordered, 0.25),
        high=quantile(ordered, 0.75),
        least=ordered[0],
        most=ordered[-1],
        count=len(ordered),
    )


def quantile(ordered: Sequence[float], share: float) -> float:
    """Between neighbours in proportion; of sorted values."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def ratios(ours: Sequence[float], limit: Sequence[float]) -> list[float]:
    """Each of Orbweaver over its neighbour in time."""
    if len(ours) != len(limit):
        raise ValueError(f"{len(ours)} blocks do not pair with {len(limit)}")
    return [one / other for one, other in zip(ours, limit, strict=True)]


def interleave(blocks: Sequence[Callable[[], T]], repetitions: int) -> list[list[T]]:
    """Run every block once in each repetition; gives each block's results in order of repetition.

    Every other repetition goes through them backwards, so that none always comes first.
    """
    results: list[list[T]] = [[] for _ in blocks]
    for repetition in range(repetitions):
        order = range(len(blocks))
        for index in reversed(order) if repetition % 2 else order:
            results[index].append(blocks[index]())
    return results
