# SPDX-License-Identifier: Apache-2.0
"""Table 1 of paper 2: cycles for basic, array and sequence of each type."""

from collections.abc import Iterator, Sequence

from orbweaver.page.blocks import Row, RowGroup, Table
from orbweaver.page.numbers import plain
from orbweaver.page.numbers import us as three_digits
from orbweaver.results.studies import StudyGroup
from orbweaver.studies.calls.about import CLOCK_MHZ, PAPER
from orbweaver.studies.calls.points import (
    Reading,
    Spot,
    by_pinning,
    counter_words,
    median_cycles,
    median_ns,
    row,
)

TYPES = ("octet", "short", "float", "double")
SHAPES = ("basic", "array", "sequence")


def table_1(groups: Sequence[StudyGroup]) -> Iterator[Table]:
    """In cycles and in nanoseconds, for each pinning."""
    for title, spots in by_pinning(groups):
        note = f"{counter_words(groups)} Arrays and sequences have 1024 elements."
        yield Table(f"Table 1: cycles of a call, {title}", TYPES,
                    [_published(1), *_measured(spots, median_cycles)], note, "shape")  # fmt: skip
        yield Table(f"Table 1 in nanoseconds, {title}", TYPES,
                    [_published(1000 / CLOCK_MHZ), *_measured(spots, median_ns)],
                    "Published: cycles at 720 MHz.", "shape")  # fmt: skip


def _published(factor: float) -> RowGroup:
    rows = [
        Row(shape, [plain(factor * cycles[name], three_digits) for name in TYPES])
        for shape, cycles in PAPER.cycles.items()
    ]
    return RowGroup(f"Published: {PAPER.setup.orb}, {PAPER.setup.transport}", rows)


def _measured(spots: Sequence[Spot], reading: Reading) -> list[RowGroup]:
    """Of those that tell it: a virtual machine's programs count no cycles."""
    groups = [
        RowGroup(
            spot.name,
            [row(shape, [spot.point(encoding="wire", shape=shape, type=name) for name in TYPES],
                 reading) for shape in SHAPES],
        )
        for spot in spots
    ]  # fmt: skip
    return [group for group in groups if any(any(one.cells) for one in group.rows)]
