# SPDX-License-Identifier: Apache-2.0
"""The points of sweeps, each with its repeats."""

from collections.abc import Iterator, Sequence

from orbweaver.model.schema import Row
from orbweaver.results.group import Group


def rows_by_point(group: Group) -> Iterator[list[Row]]:
    """The points of a sweep, each with its repeats; a repeat of another shape is left out."""
    swept = [run.rows for run in group.runs if run.rows]
    shape = [coordinates(row) for row in swept[0]] if swept else []
    alike = [rows for rows in swept if [coordinates(row) for row in rows] == shape]
    for place in range(len(shape)):
        yield [rows[place] for rows in alike]


def coordinates(row: Row) -> Sequence[object]:
    """What distinguishes a point from others."""
    return (
        row.mode, row.dispatch, row.sync, row.depth, row.lane_low, row.stages, row.parallel,
        row.processes, row.senders, row.skip_ms, row.link_loses_percent,
        row.link_delays_percent,
    )  # fmt: skip
