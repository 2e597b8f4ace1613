# SPDX-License-Identifier: Apache-2.0
"""What happened to the last packet, step by step, as under table 7 of the paper."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from orbweaver.model.schema import PacketTimes
from orbweaver.page.blocks import Block, Row, RowGroup, Table
from orbweaver.page.evidence import Evidence
from orbweaver.page.numbers import plain, us
from orbweaver.pipelines.tables import cores_words
from orbweaver.pipelines.traced import TracedRun, no_trace, traced_runs

Step = tuple[float, int, str]
"""When, which component, what it did."""

PUBLISHED = (
    "stage 1 received, processed, sent", "stage 2 received, processed, sent",
    "stage 3 received, processed, stamped", "stage 2 stamped", "stage 1 stamped",
)  # fmt: skip
"""The paper's fifteen steps without the four in which the scheduler switches tasks."""


def last_packet(evidence: Evidence, experiment: str, what: str) -> list[Block]:
    """Its steps for each contestant, on one processor as the paper has them, or on all."""
    for one_core in (True, False):
        found = list(traced_runs(evidence, experiment, one_core))
        if found:
            return [_table(one, what, one_core) for one in found]
    return [no_trace(what, experiment, one_core=True)]


def _table(traced: TracedRun, what: str, one_core: bool) -> Table:
    number = max(traced.packets(len(traced.names) - 1))
    steps = sorted(_steps(traced, number))
    rows = list(_rows(steps))
    return Table(
        f"{what}, as packet {number:,} took them: {traced.group.label}, {cores_words(one_core)}",
        ["µs since the first", "step"],
        [RowGroup("", rows)],
        note=f"Published: {'; '.join(PUBLISHED)}. Where the next step is another component's, the "
        "scheduler gave it a processor, or it has one of its own.",
        corner="n",
    )


def _steps(traced: TracedRun, number: int) -> Iterator[Step]:
    last = len(traced.names) - 1
    for component in range(1, last + 1):
        times = traced.packets(component).get(number)
        if times is None:
            continue
        for moment, words in _moments(times, component == last):
            yield moment, component, words


def _moments(times: PacketTimes, is_last: bool) -> Iterator[tuple[float, str]]:
    known = (
        (times.arrived_ms, "received the packet"),
        (times.begun_ms, "began to process it"),
        (times.worked_ms, "had processed it"),
        (None if is_last else times.sending_ms, "introduced it into the transport"),
        (times.handed_on_ms, "obtained the current time (time stamp)"),
    )
    yield from ((at, words) for at, words in known if at is not None)


def _rows(steps: Sequence[Step]) -> Iterator[Row]:
    if not steps:
        return
    start = steps[0][0]
    count = 1
    yield _row(count, steps[0], start)
    for before, step in pairwise(steps):
        if before[1] != step[1]:
            count += 1
            yield Row(str(count), [None, f"on to stage {step[1]}"])
        count += 1
        yield _row(count, step, start)


def _row(number: int, step: Step, start: float) -> Row:
    at, component, words = step
    return Row(str(number), [plain(1000 * (at - start), us), f"stage {component} {words}"])
