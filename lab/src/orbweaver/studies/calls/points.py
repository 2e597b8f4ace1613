# SPDX-License-Identifier: Apache-2.0
"""The points of a study of paper 2, as its sections look for them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from orbweaver.page.blocks import Number, Row
from orbweaver.page.numbers import estimated
from orbweaver.page.numbers import us as three_digits
from orbweaver.results.studies import StudyGroup, StudyPoint
from orbweaver.stats import Estimate

PINNINGS = ("same core", "across cores", "any core")


@dataclass(frozen=True)
class Spot:
    """A contestant on one way, with its client and server in one place."""

    group: StudyGroup
    way: str
    pinning: str

    @property
    def orb(self) -> str:
        """The contestant."""
        return self.group.first.orb

    @property
    def name(self) -> str:
        """`Orbweaver, unix`."""
        return f"{self.group.label}, {self.way}"

    def point(self, **place: object) -> StudyPoint | None:
        """The one that lies there."""
        return point_in(self.group, way=self.way, pinning=self.pinning, **place)

    def points(self, **place: object) -> list[StudyPoint]:
        """All that lie there."""
        return points_in(self.group, way=self.way, pinning=self.pinning, **place)


def points_in(group: StudyGroup, **place: object) -> list[StudyPoint]:
    """The points whose coordinates are these."""
    return group.points(lambda row: all(row.get(key) == value for key, value in place.items()))


def point_in(group: StudyGroup, **place: object) -> StudyPoint | None:
    """The first of them."""
    return next(iter(points_in(group, **place)), None)


def spots(groups: Sequence[StudyGroup]) -> list[Spot]:
    """Every way and pinning that was measured, contestant by contestant."""
    found: list[Spot] = []
    for group in groups:
        places = dict.fromkeys((point.at("way"), point.at("pinning")) for point in group.points())
        found += [Spot(group, str(way), str(at)) for way, at in places if at in PINNINGS]
    return found


def by_pinning(groups: Sequence[StudyGroup]) -> Iterator[tuple[str, list[Spot]]]:
    """The spots of each pinning that there is; any core goes with across cores."""
    every = spots(groups)
    for title, members in (("one processor", {"same core"}),
                           ("two processors", {"across cores", "any core"})):  # fmt: skip
        if found := [spot for spot in every if spot.pinning in members]:
            yield title, found


def by_contestant(groups: Sequence[StudyGroup]) -> Iterator[tuple[str, list[Spot]]]:
    """The spots of each contestant in one pinning, with words for both."""
    for title, found in by_pinning(groups):
        labels = dict.fromkeys(spot.group.label for spot in found)
        for label in labels:
            yield f"{label}, {title}", [spot for spot in found if spot.group.label == label]


def median_ns(point: StudyPoint | None) -> Estimate | None:
    """Of one call, over the repeats."""
    return point.estimate("call_ns", "p50") if point else None


def median_cycles(point: StudyPoint | None) -> Estimate | None:
    """The same in ticks of the counter."""
    return point.estimate("call_cycles") if point else None


Reading = Callable[[StudyPoint | None], Estimate | None]


def cell(estimate: Estimate | None) -> Number | None:
    """A median with its interval, three digits; nothing where nothing was measured."""
    return estimated(estimate, three_digits) if estimate else None


def row(head: str, points: Sequence[StudyPoint | None], reading: Reading) -> Row:
    """One cell for each point."""
    return Row(head, [cell(reading(point)) for point in points])


def ratio(first: Estimate | None, second: Estimate | None) -> float | None:
    """One median divided by the other."""
    if first is None or second is None or not second.value:
        return None
    return first.value / second.value


def counter_words(groups: Sequence[StudyGroup]) -> str:
    """At what rate the counters ran."""
    rates = sorted(
        {round(value / 1000, 2) for group in groups for point in group.points()
         for value in point.values("counter_mhz")}
    )  # fmt: skip
    if not rates:
        return "This processor has no time stamp counter that programs may read."
    low, high = rates[0], rates[-1]
    span = f"{low:.2f}" if high - low < 0.02 else f"{low:.2f} to {high:.2f}"
    return f"The time stamp counter ran at {span} GHz here."
