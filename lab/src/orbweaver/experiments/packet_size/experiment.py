# SPDX-License-Identifier: Apache-2.0
"""Paper 3, figure 6: latency against the size of a packet."""

from collections.abc import Sequence
from statistics import correlation, linear_regression

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.packet_size.measure import measure
from orbweaver.model.peer import colour_of
from orbweaver.model.published import papers
from orbweaver.model.schema import StudyValue
from orbweaver.page.blocks import Block, Chart, Finding, Gap, Row, RowGroup, Table
from orbweaver.page.claim import Claim, Outcome
from orbweaver.page.colours import GREY
from orbweaver.page.evidence import Evidence
from orbweaver.page.numbers import us
from orbweaver.results.studies import StudyGroup
from orbweaver.studies.packets.points import cell, middle, pick, places
from orbweaver.studies.packets.push import programs_missing
from orbweaver.studies.packets.traces import DASHES, curve
from orbweaver.studies.study import Study

MINIMA = papers().latency_profiling_ossie.minimum_latency_us
PART = "p50"
LINEAR = 0.95
"""Share of the variance that a straight line must explain."""


LINEAR_OR_NOT = Claim(
    "The latency grows in a line over unix, and irregularly over tcp",
    f"a line explains at least {100 * LINEAR:.0f} % of the variance; less may be noise, "
    "and decides nothing",
)


def _line(group: StudyGroup, pinning: StudyValue, transport: StudyValue) -> list[tuple[int, float]]:
    """Elements, and the median latency in microseconds."""
    found = pick(group, pinning=pinning, transport=transport)
    values = [(point.at("elements"), middle([point], "taken_us", PART)) for point in found]
    return [(x, y) for x, y in values if isinstance(x, int) and y is not None]


def _chart(groups: Sequence[StudyGroup], pinning: StudyValue) -> Chart:
    traces = [
        curve(f"{group.label}, {way}", [x for x, _ in line], [y for _, y in line],
              colour_of(group.first.orb), DASHES.get(str(way), "solid"))
        for group in groups
        for way in places([group], "transport")
        if (line := _line(group, pinning, way))
    ]  # fmt: skip
    traces += [_minimum(way, value) for way, value in MINIMA.items()]
    return Chart(
        f"Figure 6: latency against packet size, {pinning}",
        traces,
        {"xaxis": {"title": {"text": "elements (4 bytes each)"}},
         "yaxis": {"title": {"text": "µs, median"}, "rangemode": "tozero"}},
        values=_values(groups, pinning),
        height=420,
    )  # fmt: skip


def _minimum(way: str, value: float) -> dict[str, object]:
    name = f"Published least, {way} (omniORB)"
    symbol = "diamond" if way == "unix" else "diamond-open"
    return {"type": "scatter", "mode": "markers", "name": name, "x": [0], "y": [value],
            "marker": {"color": GREY, "size": 10, "symbol": symbol},
            "hovertemplate": f"{value:g} µs<extra>{name}</extra>"}  # fmt: skip


def _values(groups: Sequence[StudyGroup], pinning: StudyValue) -> Table:
    columns = [(group, way) for group in groups for way in places([group], "transport")]
    rows = [
        Row(f"{elements:,}" if isinstance(elements, int) else str(elements), [
            cell(pick(group, pinning=pinning, transport=way, elements=elements), "taken_us", PART)
            for group, way in columns
        ])
        for elements in sorted(places(groups, "elements"), key=lambda n: int(str(n)))
    ]  # fmt: skip
    return Table(
        f"Median latency, µs, {pinning}",
        [f"{group.label}, {way}" for group, way in columns],
        [RowGroup("", rows)],
        corner="elements",
    )


def _blocks(evidence: Evidence) -> list[Block]:
    groups = evidence.study("packet-size")
    charts = [_chart(groups, pinning) for pinning in places(groups, "pinning")]
    gap = Gap("The curves of figure 6", "the paper draws them and prints the least values only")
    return [*charts, gap]


def _answer(evidence: Evidence) -> list[Finding]:
    return [
        _finding(group, pinning, way, line)
        for group in evidence.study("packet-size")
        for pinning in places([group], "pinning")
        for way in places([group], "transport")
        if len(line := _line(group, pinning, way)) > 2
    ]


def _finding(
    group: StudyGroup, pinning: StudyValue, way: StudyValue, line: Sequence[tuple[int, float]]
) -> Finding:
    x, y = [float(n) for n, _ in line], [value for _, value in line]
    slope, base = linear_regression(x, y)
    explained = correlation(x, y) ** 2 if max(y) > min(y) else 0.0
    return LINEAR_OR_NOT.finding(
        _judge(str(way), explained), f"{group.label}, {way}, {pinning}",
        f"{us(y[0])} µs with {line[0][0]:,} elements, {us(y[-1])} µs with {line[-1][0]:,}; a "
        f"line of {us(base)} µs and {1000 * slope:.2g} ns for each element explains "
        f"{100 * explained:.0f} % of the variance.{_paper_says(str(way))}", group,
    )  # fmt: skip


def _judge(way: str, explained: float) -> Outcome:
    """The paper: linear over unix, irregular over tcp. What is not straight may be noise."""
    if explained < LINEAR:
        return "undecided"
    return "contradicted" if way == "tcp" else "confirmed"


def _paper_says(way: str) -> str:
    if way == "tcp":
        return " The paper found tcp irregular, and supposed the sizes of TCP's packets behind it."
    return " The paper found unix linear." if way == "unix" else ""


EXPERIMENT = Experiment(
    name="packet-size",
    chapter="latency",
    order=3,
    title="Latency against packet size",
    repeats="figure 6, section 5.3",
    question="How does the latency grow from 0 to 4096 elements, and what is the least that any "
    "packet takes?",
    prediction="A fixed cost of each call, and a part that grows in proportion to the packet; over "
    "tcp less regular. With shared memory and packets that stay where they arrived, hardly any "
    "growth but for the sender's copy.",
    method="As for the latency of each transport; the sequence grows in steps of 256 elements of 4 "
    "bytes, up to 10,000 packets each, 100 before. Raw begins with the first size above 0.",
    threats=(
        "Loopback has segments of 64 KiB, so tcp's packet sizes matter less than on a network.",
        "The receiver does not read the samples; a component that does pays for them when it does.",
    ),
    answer=_answer,
    blocks=_blocks,
    paper=3,
    figures=(6,),
    runs=Study(
        needs="packets",
        check=programs_missing,
        measure=measure,
        full_seconds=30,
    ),
)
