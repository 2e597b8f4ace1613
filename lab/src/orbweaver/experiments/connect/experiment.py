# SPDX-License-Identifier: Apache-2.0
"""Paper 2, table 2: the first call."""

from collections.abc import Iterator, Sequence

from orbweaver.experiments.connect.measure import measure
from orbweaver.experiments.experiment import Experiment
from orbweaver.model.peer import colour_of
from orbweaver.page.axes import log_axis
from orbweaver.page.blocks import Block, Cell, Chart, Finding, Gap, Number, Row, RowGroup, Table
from orbweaver.page.claim import Claim
from orbweaver.page.colours import GREY
from orbweaver.page.evidence import Evidence
from orbweaver.page.limit import more_than
from orbweaver.page.numbers import estimated, plain, times
from orbweaver.page.numbers import us as three_digits
from orbweaver.results.studies import StudyGroup, StudyPoint
from orbweaver.stats import Estimate
from orbweaver.studies.calls.about import (
    CLOCK_MHZ,
    CYCLES_THREAT,
    JAVA_THREAT,
    PAPER,
    PLACE_THREAT,
    WAYS,
)
from orbweaver.studies.calls.measure import unavailable
from orbweaver.studies.calls.points import (
    Spot,
    by_contestant,
    by_pinning,
    cell,
    counter_words,
    median_cycles,
    median_ns,
    point_in,
    ratio,
)
from orbweaver.studies.study import Study

NAME = "connect"
BUILDS = {
    "speed": "built for speed", "size": "built for size", "packaged": "as packaged",
    "installed": "as installed",
}  # fmt: skip
PAPERS_BUILDS = {"small": "small configuration", "fast": "fast configuration"}


LONGER = more_than(1)
FIRST_IS_LONGER = Claim(
    "The first call takes longer than the next",
    f"how many times as long, on each way: {LONGER.words}",
)

SLOWER = more_than(1, 0.02)
SPEED_IS_FASTER = Claim(
    "Built for speed, making a connection is quicker than built for size",
    f"the time when built for size over that for speed, on each way: {SLOWER.words}",
)


def _blocks(evidence: Evidence) -> Iterator[Block]:
    groups = evidence.study(NAME)
    for title, spots in by_pinning(groups):
        yield _table(title, spots, groups)
        yield _chart(title, spots)
    if not any(point_in(group, build="size") for group in groups):
        yield Gap("Table 2 for a build of Orbweaver for size",
                  "./x bench size builds it; then orbweaver lab run connect")  # fmt: skip
    yield Gap("Table 2 for a build of omniORB for size",
              "the distribution packages one build, compiled for speed")  # fmt: skip


def _table(title: str, spots: Sequence[Spot], groups: Sequence[StudyGroup]) -> Table:
    published = [
        Row(f"{PAPER.setup.orb}, {PAPERS_BUILDS[name]}",
            [plain(one.us, three_digits), plain(one.cycles / CLOCK_MHZ, three_digits), None, None,
             plain(one.cycles, three_digits)])
        for name, one in PAPER.connection_establishment.items()
    ]  # fmt: skip
    measured = [
        Row(f"{spot.name}, {BUILDS[build]}", _cells(spot, build))
        for spot in spots
        for build in BUILDS
        if spot.point(build=build, turn="first")
    ]
    return Table(
        f"Table 2: making a connection, {title}",
        ("first call µs", "from cycles µs", "next call µs", "first ÷ next", "first call cycles"),
        [RowGroup("Published", published), RowGroup("Measured", measured)],
        note="From cycles: the published cycles at 720 MHz, which is not what is printed beside "
        f"them. {counter_words(groups)}",
    )


def _cells(spot: Spot, build: str) -> list[Cell]:
    first, second = (spot.point(build=build, turn=turn) for turn in ("first", "second"))
    over = ratio(median_ns(first), median_ns(second))
    return [
        _us(first), None, _us(second), plain(over, times) if over else None,
        cell(median_cycles(first)),
    ]  # fmt: skip


def _us(point: StudyPoint | None) -> Number | None:
    found = median_ns(point)
    if found is None:
        return None
    value, low, high = (ns / 1000 for ns in (found.value, found.low, found.high))
    return estimated(Estimate(value, low, high, found.coverage, found.count), three_digits)


def _chart(title: str, spots: Sequence[Spot]) -> Chart:
    pairs = [
        (spot, build) for spot in spots for build in BUILDS
        if spot.point(build=build, turn="first")
    ]  # fmt: skip
    names = [f"{spot.name}, {BUILDS[build]}" for spot, build in pairs]
    traces: list[dict[str, object]] = []
    rows: list[Row] = []
    for turn, opacity in (("second", 0.45), ("first", 1.0)):
        found = [_us(spot.point(build=build, turn=turn)) for spot, build in pairs]
        colours = [colour_of(spot.orb) for spot, _ in pairs]
        traces.append(_bars(f"{turn} call", names, found, colours, opacity))
        rows += [Row(f"{name}, {turn} call", [one]) for name, one in zip(names, found, strict=True)]
    published = PAPER.connection_establishment
    theirs = [f"Published, {PAPERS_BUILDS[name]}" for name in published]
    numbers = [plain(one.us, three_digits) for one in published.values()]
    traces.append(_bars("first call, published", theirs, numbers, [GREY] * len(theirs), 1.0))
    return Chart(
        f"First and next call, {title}",
        traces,
        {"barmode": "group", "showlegend": False, "yaxis": {"automargin": True},
         "xaxis": log_axis("µs")},
        Table("", ("µs",), [RowGroup("", rows)]),
        note="Full colour: the first call; pale: the next one; grey: published. The axis is "
        "logarithmic.",
        height=120 + 40 * (len(pairs) + len(theirs)),
    )  # fmt: skip


def _bars(
    name: str,
    labels: Sequence[str],
    numbers: Sequence[Number | None],
    colours: Sequence[str],
    opacity: float,
) -> dict[str, object]:
    return {
        "type": "bar", "orientation": "h", "name": name, "y": list(labels),
        "x": [one.value if one else None for one in numbers],
        "marker": {"color": list(colours), "opacity": opacity},
        "hovertemplate": "%{y}: %{x:,.3~g} µs<extra>" + name + "</extra>",
    }  # fmt: skip


def _answer(evidence: Evidence) -> Iterator[Finding]:
    for contestant, spots in by_contestant(evidence.study(NAME)):
        yield from _first_is_longer(spots, contestant)
        yield from _speed_is_faster(spots, contestant)


def _first_is_longer(spots: Sequence[Spot], contestant: str) -> Iterator[Finding]:
    words: list[str] = []
    overs: list[float] = []
    for spot in spots:
        build = next((one for one in BUILDS if spot.point(build=one, turn="first")), None)
        first, second = (_us(spot.point(build=build, turn=turn)) for turn in ("first", "second"))
        if first is None or second is None:
            continue
        overs.append(first.value / second.value)
        words.append(f"{spot.way} {first.text} and {second.text} µs")
    if overs:
        yield FIRST_IS_LONGER.finding(
            LONGER.judge(overs),
            contestant,
            "The first call makes the connection, and takes longer than the next one: "
            f"{', '.join(words)}; {three_digits(min(overs))} to {three_digits(max(overs))} times.",
            spots[0].group,
        )


def _speed_is_faster(spots: Sequence[Spot], contestant: str) -> Iterator[Finding]:
    found = [
        (spot.way, over)
        for spot in spots
        if (over := ratio(*(median_ns(spot.point(build=one, turn="first"))
                            for one in ("size", "speed"))))
    ]  # fmt: skip
    if not found:
        return
    published = PAPER.connection_establishment
    theirs = published["small"].cycles / published["fast"].cycles
    yield SPEED_IS_FASTER.finding(
        SLOWER.judge([over for _, over in found]),
        contestant,
        "Making a connection when built for size, divided by built for speed: "
        f"{', '.join(f'{way} {times(over)}' for way, over in found)}; published: {times(theirs)}.",
        spots[0].group,
    )


EXPERIMENT = Experiment(
    name=NAME,
    chapter="marshalling",
    order=3,
    title="The first call",
    repeats="table 2 of paper 2",
    question="What does the first call over a connection cost more than the next one?",
    prediction="The first call finds the object's address, makes the connection and the threads "
    "that read it; the next ones find all that. A build for size makes it slower by as little as "
    "in the paper, because most of it is the system's.",
    method="The same client opens one connection after the other, those of ORBs with an ORB "
    "of its own each time. Timed is the first call, which connects, or the second; starting the "
    "ORB is not. The first of raw is connecting and an exchange of a few bytes, that of ZeroMQ "
    "connecting and a request. Built for speed is -O2, for size -Os, linked statically. " + WAYS,
    threats=(
        CYCLES_THREAT,
        PLACE_THREAT,
        JAVA_THREAT,
        "The process is warm: the very first call after its start also pays for pages and code "
        "that were not touched before.",
        "The build for size is also linked statically, so not only the compiler's choice differs.",
    ),
    answer=lambda evidence: list(_answer(evidence)),
    blocks=lambda evidence: list(_blocks(evidence)),
    paper=2,
    tables=(2,),
    runs=Study(
        needs="calls",
        check=unavailable,
        measure=measure,
        full_seconds=5,
    ),
)
