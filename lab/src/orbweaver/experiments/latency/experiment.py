# SPDX-License-Identifier: Apache-2.0
"""Paper 3, figures 4 and 5: latency for each transport."""

from collections.abc import Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.latency.measure import measure
from orbweaver.model.peer import colour_of
from orbweaver.model.published import papers
from orbweaver.page.axes import log_axis
from orbweaver.page.blocks import Block, Cell, Chart, Finding, Gap, Row, RowGroup, Table
from orbweaver.page.claim import Claim, Outcome
from orbweaver.page.evidence import Evidence
from orbweaver.page.numbers import plain, us
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
from orbweaver.studies.packets.push import programs_missing
from orbweaver.studies.packets.traces import distribution, published_mark
from orbweaver.studies.study import Study

PAPER = papers().latency_profiling_ossie


MATCHES = 0.2
"""How far a ratio may lie from the published one."""

UNIX_IS_QUICKER = Claim(
    "A unix socket is quicker than tcp",
    f"its median over that of tcp is {AGREED}",
)

UNIX_VARIES_LESS = Claim(
    "A unix socket varies less than tcp",
    f"its standard deviation over that of tcp is {AGREED}",
)

UNIX_MATCHES = Claim(
    "A unix socket takes the share of tcp's time that the paper found",
    f"the ratio of the means lies within {100 * MATCHES:.0f} % of the published one in every "
    "repetition; contradicted if outside in every one",
)

SHM_IS_QUICKER = Claim(
    "Shared memory is quicker than a unix socket",
    f"its median over that of the socket is {AGREED}",
)


def _table(groups: Sequence[StudyGroup], pinning: str) -> Table:
    rows = [
        Row(f"{group.label}, {transport}", statistics_cells(points))
        for transport in places(groups, "transport")
        for group in groups
        if (points := pick(group, pinning=pinning, transport=transport))
    ]
    return Table(
        f"Call to data available, µs, {pinning}",
        [name for _, name in STATISTICS],
        [RowGroup("Published: omniORB, Pentium 4", _published_rows()), RowGroup("Measured", rows)],
        note="Of all packets. Published are mean and deviation (section 5.2) and the least (5.3).",
        corner="transport",
    )


def _published_rows() -> list[Row]:
    return [Row(way, [_published(way, part) for part, _ in STATISTICS]) for way in ("unix", "tcp")]


def _published(transport: str, part: str) -> Cell:
    if part == "min":
        return plain(PAPER.minimum_latency_us[transport], us)  # pyright: ignore[reportArgumentType]
    if part in ("mean", "stddev"):
        spread = PAPER.latency_us[transport]  # pyright: ignore[reportArgumentType]
        return plain(getattr(spread, part), us)
    return None


def _histogram(groups: Sequence[StudyGroup], pinning: str, transport: str) -> Chart | None:
    found = [
        (group, points[0])
        for group in groups
        if (points := pick(group, pinning=pinning, transport=transport)) and points[0].samples()
    ]
    if not found:
        return None
    traces = [
        distribution(group.label, point.samples(), colour_of(group.first.orb))
        for group, point in found
    ]
    if transport in ("unix", "tcp"):
        mean = PAPER.latency_us[transport].mean
        traces.append(published_mark("Published mean (omniORB)", mean, _top(traces)))
    figure = {"unix": "Figure 4: ", "tcp": "Figure 5: "}.get(transport, "")
    return Chart(
        f"{figure or 'Beside them: '}latency over {transport}, {pinning}",
        traces,
        {"xaxis": log_axis("µs", (x for _, point in found for x in point.samples())),
         "yaxis": {"title": {"text": "% of packets"}, "rangemode": "tozero"}},
        values=Table("", [name for _, name in STATISTICS],
                     [RowGroup("", [Row(g.label, statistics_cells([p])) for g, p in found])]),
        note="An even choice of the packets; classes grow by a factor.",
    )  # fmt: skip


def _top(traces: Sequence[dict[str, object]]) -> float:
    return max(float(str(y)) for trace in traces for y in _list(trace["y"]))


def _list(values: object) -> list[object]:
    return list(values) if isinstance(values, list) else []  # pyright: ignore


def _blocks(evidence: Evidence) -> list[Block]:
    groups = evidence.study("latency")
    blocks: list[Block] = []
    for pinning in places(groups, "pinning"):
        blocks.append(_table(groups, str(pinning)))
        for transport in places(groups, "transport"):
            chart = _histogram(groups, str(pinning), str(transport))
            if chart:
                blocks.append(chart)
    why = "the paper draws them and prints no values; its means stand for them"
    return [*blocks, Gap("The bars of figures 4 and 5", why)]


def _answer(evidence: Evidence) -> list[Finding]:
    return [
        finding
        for group in evidence.study("latency")
        for pinning in places([group], "pinning")
        for finding in _findings(group, str(pinning))
    ]


def _findings(group: StudyGroup, pinning: str) -> list[Finding]:
    unix = pick(group, pinning=pinning, transport="unix")
    tcp = pick(group, pinning=pinning, transport="tcp")
    shm = pick(group, pinning=pinning, transport="shm")
    found: list[Finding] = []
    if unix and tcp:
        found += _unix_against_tcp(group, pinning, unix, tcp)
    if unix and shm:
        status = agreed(ratios(shm, unix, "taken_us", "p50"))
        found.append(SHM_IS_QUICKER.finding(status, f"{group.label}, {pinning}",
                     f"shared memory takes {_ratio(shm, unix, 'p50'):.2f} of a unix socket's time, "
                     f"medians: {_us(shm, 'p50')} against {_us(unix, 'p50')} µs.",
                     group))  # fmt: skip
    return found


def _unix_against_tcp(
    group: StudyGroup, pinning: str, unix: Sequence[StudyPoint], tcp: Sequence[StudyPoint]
) -> list[Finding]:
    """What the paper says in one sentence, each part by its own numbers."""
    contestant = f"{group.label}, {pinning}"
    paper = {way: PAPER.latency_us[way] for way in ("unix", "tcp")}
    published = paper["unix"].mean / paper["tcp"].mean
    means = ratios(unix, tcp, "taken_us", "mean")
    return [
        UNIX_IS_QUICKER.finding(
            agreed(ratios(unix, tcp, "taken_us", "p50")), contestant,
            f"unix takes {_ratio(unix, tcp, 'p50'):.2f} of tcp's time, medians: "
            f"{_us(unix, 'p50')} against {_us(tcp, 'p50')} µs; 99 %: {_us(unix, 'p99')} against "
            f"{_us(tcp, 'p99')} µs.", group,
        ),
        UNIX_MATCHES.finding(
            near(means, published), contestant,
            f"means: {_ratio(unix, tcp, 'mean'):.2f} of tcp's time (paper: {published:.2f}, as "
            "unix passes no TCP/IP stack).", group,
        ),
        UNIX_VARIES_LESS.finding(
            agreed(ratios(unix, tcp, "taken_us", "stddev")), contestant,
            f"standard deviations: {_us(unix, 'stddev')} against {_us(tcp, 'stddev')} µs (paper: "
            "8 against 14), which a few outliers make.", group,
        ),
    ]  # fmt: skip


def near(found: Sequence[float], published: float) -> Outcome:
    """Whether all repetitions lie within a fifth of the published value."""
    hits = [abs(one / published - 1) <= MATCHES for one in found]
    if not hits or any(hits) != all(hits):
        return "undecided"
    return "confirmed" if all(hits) else "contradicted"


def _ratio(first: Sequence[StudyPoint], second: Sequence[StudyPoint], part: str) -> float:
    return (middle(first, "taken_us", part) or 0) / (middle(second, "taken_us", part) or 1)


def _us(points: Sequence[StudyPoint], part: str) -> str:
    value = middle(points, "taken_us", part)
    return us(value) if value is not None else "?"


EXPERIMENT = Experiment(
    name="latency",
    chapter="latency",
    order=1,
    title="Latency for each transport",
    repeats="figures 4 and 5, section 5.2",
    question="How long until the data of a call are available in the processing thread, and how "
    "much does it vary, over unix, tcp and shared memory?",
    prediction="A unix socket takes about 0.6 of tcp's time and varies less; shared memory takes "
    "less than both. Across processors a wake-up adds to each.",
    method="The paper's interface, complexShort with 512 samples (2048 bytes), and its structure: "
    "the servant puts the packet into a queue of five, a processing thread takes it out and reads "
    "the clock. The producer calls again as soon as the call has returned, up to 500,000 times. "
    "Ours leaves the packet where it arrived; omniORB's and TAO's servants copy it into the "
    "queue, as OSSIE does; of JacORB, which has tcp alone, the queue holds the arrays that it "
    "unmarshalled. Raw sends the same bytes over a socket and is answered with one byte. "
    "CLOCK_MONOTONIC on both sides; 100 packets before the first that counts.",
    threats=(
        "The producer waits for each call: a stall delays the packets behind it and counts once.",
        "One processor or two make more difference than the transport on many machines; both are "
        "shown, the paper's had one.",
        "The answer wakes the producer, the queue wakes the processing thread: on one processor "
        "the kernel chooses which runs first, so that raw is no lower limit there.",
        "JacORB's programs are virtual machines: they make thousands of calls, until they are "
        "compiled, before the first that counts; its collector of memory still stops them now and "
        "then, which the largest values show.",
        "Histograms show an even choice of the packets; the table counts all.",
    ),
    answer=_answer,
    blocks=_blocks,
    paper=3,
    figures=(4, 5),
    runs=Study(
        needs="packets",
        check=programs_missing,
        measure=measure,
        full_seconds=55,
    ),
)
