# SPDX-License-Identifier: Apache-2.0
"""What encodings cost by themselves, and how many bytes they make."""

from collections.abc import Sequence

from orbweaver.page.axes import log_axis
from orbweaver.page.blocks import Block, Cell, Chart, Gap, Row, RowGroup, Table
from orbweaver.page.numbers import plain, whole
from orbweaver.page.numbers import us as three_digits
from orbweaver.results.studies import StudyGroup, StudyPoint
from orbweaver.studies.calls.points import (
    Reading,
    median_cycles,
    median_ns,
    point_in,
    row,
)
from orbweaver.studies.calls.table1 import SHAPES, TYPES

ENCODINGS = {
    "cdr": "CDR",
    "cdr-foreign": "CDR, other byte order",
    "eight": "units of eight, as ORBexpress DSP",
    "ndr": "NDR",
    "xdr": "XDR",
}
_COLOURS = ("#d1495b", "#e08a95", "#2a86ad", "#5b9a5a", "#d98f2b")


def encoding_point(
    groups: Sequence[StudyGroup], encoding: str, shape: str, name: str
) -> StudyPoint | None:
    """One cell; of the first group that measured it."""
    found = (
        point_in(group, way="memory", encoding=encoding, shape=shape, type=name) for group in groups
    )
    return next((point for point in found if point), None)


def encoding_blocks(groups: Sequence[StudyGroup]) -> list[Block]:
    """A table in nanoseconds and in cycles, one of bytes, a picture of the sequences."""
    if encoding_point(groups, "cdr", "basic", "octet") is None:
        return [
            Gap("Encodings: CDR, units of eight, XDR, NDR",
                "not run: orbweaver lab run marshalling --orb raw")
        ]  # fmt: skip
    return [
        Table("Encode and decode in memory: nanoseconds", TYPES, _times(groups, median_ns),
              "Both sides' work for one message, without the message.", "encoding"),
        Table("Encode and decode in memory: cycles", TYPES, _times(groups, median_cycles),
              corner="encoding"),
        Table("Bytes of the encoded values", TYPES, _sizes(groups), corner="encoding"),
        _chart(groups),
    ]  # fmt: skip


def _times(groups: Sequence[StudyGroup], reading: Reading) -> list[RowGroup]:
    return [
        RowGroup(
            shape,
            [row(words, [encoding_point(groups, one, shape, name) for name in TYPES], reading)
             for one, words in ENCODINGS.items()],
        )
        for shape in SHAPES
    ]  # fmt: skip


def _sizes(groups: Sequence[StudyGroup]) -> list[RowGroup]:
    def cell(one: str, shape: str, name: str) -> Cell:
        point = encoding_point(groups, one, shape, name)
        values = point.values("encoded_bytes") if point else []
        return plain(values[0], whole) if values else None

    return [
        RowGroup(
            shape,
            [Row(words, [cell(one, shape, name) for name in TYPES])
             for one, words in ENCODINGS.items()],
        )
        for shape in SHAPES
    ]  # fmt: skip


def _chart(groups: Sequence[StudyGroup]) -> Chart:
    traces: list[dict[str, object]] = []
    rows: list[Row] = []
    for (one, words), colour in zip(ENCODINGS.items(), _COLOURS, strict=True):
        points = [encoding_point(groups, one, "sequence", name) for name in TYPES]
        found = [median_ns(point) for point in points]
        traces.append(
            {"type": "bar", "name": words, "x": list(TYPES),
             "y": [value.value / 1024 if value else None for value in found],
             "marker": {"color": colour},
             "hovertemplate": "%{x}: %{y:.3~g} ns<extra>" + words + "</extra>"}
        )  # fmt: skip
        rows.append(Row(words, [plain(v.value / 1024, three_digits) if v else None for v in found]))
    return Chart(
        "Encodings: nanoseconds for each element of a sequence",
        traces,
        {"barmode": "group", "yaxis": log_axis("ns for an element")},
        Table("", TYPES, [RowGroup("", rows)]),
        note="Encode and decode together. The axis is logarithmic.",
    )  # fmt: skip
