# SPDX-License-Identifier: Apache-2.0
"""Points of a study, chosen by where they lie."""

from collections.abc import Sequence

from orbweaver.model.schema import StudyValue
from orbweaver.page.blocks import Cell
from orbweaver.page.claim import Outcome
from orbweaver.page.numbers import estimated, us
from orbweaver.results.studies import StudyGroup, StudyPoint

STATISTICS = (
    ("min", "least"), ("mean", "mean"), ("stddev", "deviation"), ("p50", "median"), ("p99", "99 %"),
    ("p999", "99.9 %"), ("max", "most"),
)  # fmt: skip
"""Parts of a summary, and their names."""


MARGIN = 0.05
"""A smaller difference between two values decides nothing."""


AGREED = (
    f"below {1 - MARGIN:g} in every repetition; contradicted if above {1 + MARGIN:g} in every one"
)
"""The rule of `agreed`, for a page that is read."""


def pick(group: StudyGroup, **where: StudyValue) -> list[StudyPoint]:
    """The points at which all of these coordinates are so."""
    return [
        point
        for point in group.points()
        if all(point.at(name) == value for name, value in where.items())
    ]


def places(groups: Sequence[StudyGroup], coordinate: str) -> list[StudyValue]:
    """All values that the coordinate takes, in the order of measuring."""
    found = [point.at(coordinate) for group in groups for point in group.points()]
    return [value for value in dict.fromkeys(found) if value is not None]


def middle(points: Sequence[StudyPoint], key: str, part: str | None = None) -> float | None:
    """The median over the repeats at the first of the points; None if there is none."""
    estimate = points[0].estimate(key, part) if points else None
    return estimate.value if estimate else None


def cell(points: Sequence[StudyPoint], key: str, part: str | None = None) -> Cell:
    """The same with its interval, in microseconds."""
    estimate = points[0].estimate(key, part) if points else None
    return estimated(estimate, us) if estimate else None


def statistics_cells(points: Sequence[StudyPoint], key: str = "taken_us") -> list[Cell]:
    """A cell for each of STATISTICS."""
    return [cell(points, key, part) for part, _ in STATISTICS]


def agreed(ratios: Sequence[float]) -> Outcome:
    """Whether all repeats say that the first is smaller, by more than the margin."""
    if not ratios:
        return "undecided"
    if max(ratios) < 1 - MARGIN:
        return "confirmed"
    return "contradicted" if min(ratios) > 1 + MARGIN else "undecided"


def ratios(
    first: Sequence[StudyPoint], second: Sequence[StudyPoint], key: str, part: str | None = None
) -> list[float]:
    """The first's value over the second's, repeat by repeat."""
    if not first or not second:
        return []
    pairs = zip(first[0].values(key, part), second[0].values(key, part), strict=False)
    return [a / b for a, b in pairs if b > 0]
