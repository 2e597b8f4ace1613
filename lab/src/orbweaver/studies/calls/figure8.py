# SPDX-License-Identifier: Apache-2.0
"""Figure 8 of paper 2: the profile as a picture."""

from collections.abc import Iterator, Sequence

from orbweaver.model.peer import colour_of
from orbweaver.page.axes import log_axis
from orbweaver.page.blocks import Chart, Row, RowGroup, Table
from orbweaver.page.colours import GREY
from orbweaver.results.studies import StudyGroup
from orbweaver.studies.calls.about import PAPER
from orbweaver.studies.calls.points import Spot, by_pinning, median_cycles, row
from orbweaver.studies.calls.table1 import SHAPES, TYPES
from orbweaver.studies.calls.traces import Style, line

DASHES = {"basic": "dot", "array": "dash", "sequence": "solid"}


def figure_8(groups: Sequence[StudyGroup]) -> Iterator[Chart]:
    """Within the process, as the paper; then each transport."""
    for title, spots in by_pinning(groups):
        for way in dict.fromkeys(spot.way for spot in spots):
            yield _chart(f"Figure 8: {way}, {title}", [one for one in spots if one.way == way])


def _chart(title: str, spots: Sequence[Spot]) -> Chart:
    traces = [
        line(f"Published, {shape}", TYPES, [PAPER.cycles[shape][name] for name in TYPES], 
             Style(GREY, DASHES[shape], "diamond", " cycles"))
        for shape in PAPER.cycles
    ]  # fmt: skip
    rows: list[Row] = []
    for spot in spots:
        for shape in SHAPES:
            points = [spot.point(encoding="wire", shape=shape, type=name) for name in TYPES]
            found = [median_cycles(point) for point in points]
            if not any(found):
                continue  # a virtual machine's programs count none
            traces.append(
                line(f"{spot.group.label}, {shape}", TYPES,
                     [one.value if one else None for one in found], 
                     Style(colour_of(spot.orb), DASHES[shape], unit=" cycles"))
            )  # fmt: skip
            rows.append(row(f"{spot.group.label}, {shape}", points, median_cycles))
    return Chart(
        title,
        traces,
        {"yaxis": log_axis("cycles of a call")},
        Table("", TYPES, [RowGroup("", rows)]),
        note="Grey: published. The axis is logarithmic.",
        height=360,
    )
