# SPDX-License-Identifier: Apache-2.0
"""Paper 3, figure 3: real-time scheduling, idle and under load."""

from collections.abc import Sequence
from math import log10

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.scheduling.measure import check, measure
from orbweaver.model.schema import StudyValue
from orbweaver.page.axes import log_axis
from orbweaver.page.blocks import Beside, Block, Chart, Finding, Gap, Row, RowGroup, Table
from orbweaver.page.claim import Claim
from orbweaver.page.evidence import Evidence
from orbweaver.page.limit import less_than
from orbweaver.page.numbers import us
from orbweaver.results.studies import StudyGroup, StudyPoint
from orbweaver.studies.packets.points import (
    AGREED,
    STATISTICS,
    agreed,
    middle,
    pick,
    places,
    ratios,
    statistics_cells,
)
from orbweaver.studies.packets.traces import dots
from orbweaver.studies.study import Study

COLOURS = {"other": "#d98f2b", "fifo": "#2a86ad"}
DRAWN = "same core"
"""What the figures show: the paper's machine had one processor."""
KEPT = ("samples_us", "slowest_us")
NAMES = {"other": "SCHED_OTHER", "fifo": "SCHED_FIFO"}


FIFO_BOUNDS = Claim(
    "Under load the slowest packets are quicker with real time",
    f"the time of 99.9 % of packets over that without is {AGREED}",
)

SLIGHT = less_than(2)
SLIGHT_INCREASE = Claim(
    "With real time a load changes the median slightly",
    f"to how many times that of the idle machine: {SLIGHT.words}",
)


def _table(groups: Sequence[StudyGroup]) -> Table:
    parts = [
        RowGroup(f"{load}, {pinning}", [
            Row(f"{group.label}, {NAMES[str(scheduler)]}", statistics_cells(points))
            for group in groups
            for scheduler in places(groups, "scheduler")
            if (points := pick(group, load=load, pinning=pinning, scheduler=scheduler))
        ])
        for load in places(groups, "load")
        for pinning in places(groups, "pinning")
    ]  # fmt: skip
    return Table("Call to data available, µs", [name for _, name in STATISTICS], parts,
                 note="Of all packets.", corner="scheduling")  # fmt: skip


def _scatter(group: StudyGroup, load: StudyValue) -> Chart:
    points = [(name, pick(group, load=load, pinning=DRAWN, scheduler=name)) for name in NAMES]
    traces = [
        {**dots(NAMES[name], _numbers(found[0], key), found[0].samples(key), COLOURS[name]),
         "showlegend": key == KEPT[0]}
        for name, found in points
        if found
        for key in KEPT
    ]  # fmt: skip
    return Chart(
        f"Figure 3: {group.label}, {load}, {DRAWN}",
        traces,
        {"yaxis": log_axis("µs", _all_drawn(group)) | {"range": _range(group)},
         "xaxis": {"title": {"text": "packet"}}},
        values=Table("", [name for _, name in STATISTICS], [
            RowGroup("", [Row(NAMES[n], statistics_cells(found)) for n, found in points if found])
        ]),
        note="Of each stretch of packets the first and the slowest: no outlier is lost.",
    )  # fmt: skip


def _range(group: StudyGroup) -> list[float]:
    """The same for idle and busy; plotly takes the exponents."""
    values = _all_drawn(group)
    return [log10(min(values) * 0.8), log10(max(values) * 1.25)] if values else [0.0, 4.0]


def _all_drawn(group: StudyGroup) -> list[float]:
    points = pick(group, pinning=DRAWN)
    return [value for point in points for key in KEPT for value in point.samples(key)]


def _numbers(point: StudyPoint, key: str) -> list[float]:
    """Which packet each sample was; repeats follow each other."""
    every = middle([point], "kept_every_count") or 1
    return [every * n for n in range(len(point.samples(key)))]


def _blocks(evidence: Evidence) -> list[Block]:
    groups = evidence.study("scheduling")
    charts = [
        Beside([_scatter(group, load) for load in places([group], "load")]) for group in groups
    ]
    gap = Gap("The values of figure 3", "the paper draws its scatter plots and prints no values")
    return [_table(groups), *charts, gap]


def _answer(evidence: Evidence) -> list[Finding]:
    return [
        finding
        for group in evidence.study("scheduling")
        for pinning in places([group], "pinning")
        for finding in _findings(group, pinning)
    ]


def _findings(group: StudyGroup, pinning: StudyValue) -> list[Finding]:
    other, fifo = (
        pick(group, load="busy", pinning=pinning, scheduler=name) for name in ("other", "fifo")
    )
    idle = pick(group, load="idle", pinning=pinning, scheduler="fifo")
    if not (other and fifo and idle):
        return []
    contestant = f"{group.label}, {pinning}"
    return [
        FIFO_BOUNDS.finding(
            agreed(ratios(fifo, other, "taken_us", "p999")), contestant,
            f"under load the slowest of a thousand packets takes {_us(other, 'p999')} µs without "
            f"real time and {_us(fifo, 'p999')} µs with it (most: {_us(other, 'max')} and "
            f"{_us(fifo, 'max')} µs): without, the others get the processor in turn.", group,
        ),
        SLIGHT_INCREASE.finding(
            SLIGHT.judge(_increase(fifo, idle)), contestant,
            f"with real time the load changes the median from {_us(idle, 'p50')} to "
            f"{_us(fifo, 'p50')} µs; the paper: a slight increase.", group,
        ),
    ]  # fmt: skip


def _increase(busy: Sequence[StudyPoint], idle: Sequence[StudyPoint]) -> list[float]:
    values = middle(busy, "taken_us", "p50"), middle(idle, "taken_us", "p50")
    return [values[0] / values[1]] if values[0] and values[1] else []


def _value(points: Sequence[StudyPoint], part: str) -> float:
    return middle(points, "taken_us", part) or 0.0


def _us(points: Sequence[StudyPoint], part: str) -> str:
    return us(_value(points, part))


EXPERIMENT = Experiment(
    name="scheduling",
    chapter="latency",
    order=2,
    title="Real-time scheduling",
    repeats="figure 3, section 5.1",
    question="What does SCHED_FIFO do for the latency, on an idle machine and on a busy one?",
    prediction="Idle: nothing to see. Busy: without it the largest latencies grow by orders of "
    "magnitude, with it they stay bounded, slightly above those of the idle machine.",
    method="As for the latency of each transport, over unix sockets; both programs on one "
    "processor, as the paper's machine had it, and where the kernel puts them. All their threads "
    "are SCHED_FIFO at priority 20, or SCHED_OTHER. Busy means stress-ng "
    "with two workers for each processor that compute all the time, where the paper compiled a "
    "kernel.",
    threats=(
        "JacORB cannot take part: it has no unix sockets.",
        "Where the kernel places them, real-time threads spread over the processors, and a wake-up "
        "across processors costs more than one on the same.",
        "A virtual machine's own host schedules it like any other program; no priority inside "
        "helps there.",
        "The kernel leaves real-time threads 95 % of each second. A producer that calls without a "
        "pause can use them up on one processor; then all its threads wait for 50 ms, which is the "
        "most that the table may show.",
        "stress-ng computes and does no input or output, which a compiler does too.",
        "Fewer packets are sent where they take long: each point has the same time, not the same "
        "number.",
    ),
    answer=_answer,
    blocks=_blocks,
    paper=3,
    figures=(3,),
    runs=Study(
        needs="unix-packets",
        check=check,
        measure=measure,
        full_seconds=28,
    ),
)
