# SPDX-License-Identifier: Apache-2.0
"""Paper 3, section 4.4: a thread for each connection, or a pool."""

from collections.abc import Sequence
from statistics import median
from typing import cast

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.threading.measure import measure
from orbweaver.model.peer import colour_of
from orbweaver.model.schema import StudyValue
from orbweaver.page.axes import log_axis
from orbweaver.page.blocks import Block, Chart, Finding, Row, RowGroup, Table
from orbweaver.page.claim import Claim
from orbweaver.page.evidence import Evidence
from orbweaver.page.limit import more_than
from orbweaver.page.numbers import estimated, plain, us
from orbweaver.results.studies import StudyGroup, StudyPoint
from orbweaver.stats import median_interval
from orbweaver.studies.packets.points import AGREED, agreed, cell, middle, pick, places, ratios
from orbweaver.studies.packets.push import programs_missing
from orbweaver.studies.packets.traces import curve
from orbweaver.studies.study import Study

CALLING = {"one": "one calls, the others rest", "all": "all call at once"}
DASHES = {"per-connection": "solid", "pool": "dash"}


MANY_TIMES = more_than(2)
FIRST_CALL = Claim(
    "The first call takes many times a later one",
    f"how many times, medians: {MANY_TIMES.words}",
)

OWN_IS_QUICKER = Claim(
    "Over one connection a thread of its own is quicker than a pool",
    f"its median over that of a pool is {AGREED}",
)

POOL_IS_QUICKER = Claim(
    "With many connections a pool is quicker than a thread for each",
    f"its median over that of threads is {AGREED}",
)


def _contests(groups: Sequence[StudyGroup]) -> list[tuple[StudyGroup, StudyValue]]:
    return [(group, way) for group in groups for way in places([group], "threading")]


def _chart(groups: Sequence[StudyGroup], calling: str) -> Chart:
    traces: list[dict[str, object]] = []
    for group, way in _contests(groups):
        points = pick(group, threading=way, calling=calling)
        values = [(point.at("connections"), middle([point], "call_us", "p50")) for point in points]
        line = [(x, y) for x, y in values if isinstance(x, int) and y is not None]
        traces.append(curve(f"{group.label}, {way}", [x for x, _ in line], [y for _, y in line],
                            colour_of(group.first.orb), DASHES[str(way)]))  # fmt: skip
    xs, ys = _drawn(traces, "x"), _drawn(traces, "y")
    return Chart(
        f"Call against connections: {CALLING[calling]}",
        traces,
        {"xaxis": log_axis("connections", xs), "yaxis": log_axis("µs, median", ys)},
        values=_values(groups, calling, "call_us", "µs"),
    )  # fmt: skip


def _drawn(traces: Sequence[dict[str, object]], along: str) -> list[float]:
    return [value for trace in traces for value in cast(list[float], trace[along])]


def _values(groups: Sequence[StudyGroup], calling: str, key: str, unit: str) -> Table:
    contests = _contests(groups)
    part = "p50" if key == "call_us" else None
    rows = [
        Row(str(number), [
            cell(pick(group, threading=way, calling=calling, connections=number), key, part)
            for group, way in contests
        ])
        for number in places(groups, "connections")
    ]  # fmt: skip
    columns = [f"{group.label}, {way}" for group, way in contests]
    title = f"{unit}, {CALLING[calling]}"
    return Table(title, columns, [RowGroup("", rows)], corner="connections")


def first_calls(group: StudyGroup, way: StudyValue) -> list[float]:
    """What each new client's first call took, in microseconds."""
    points = pick(group, threading=way, calling="first")
    return points[0].samples() if points else []


def _later(group: StudyGroup, way: StudyValue) -> float | None:
    return middle(pick(group, threading=way, calling="one", connections=1), "call_us", "p50")


def _first_table(groups: Sequence[StudyGroup]) -> Table:
    rows: list[Row] = []
    for group, way in _contests(groups):
        values, later = first_calls(group, way), _later(group, way)
        if values and later:
            first = median_interval(values)
            rows.append(Row(f"{group.label}, {way}", [
                estimated(first, us), plain(max(values), us), plain(later, us),
                plain(first.value / later, lambda ratio: f"{ratio:,.0f}"),
            ]))  # fmt: skip
    return Table(
        "The first call of a client, µs",
        ["median", "most", "a later call, median", "first ÷ later"],
        [RowGroup("", rows)],
        note="The first call makes the connection, on both sides.",
        corner="server",
    )


def _blocks(evidence: Evidence) -> list[Block]:
    groups = evidence.study("threading")
    rates = _values(groups, "all", "calls_per_second", "Calls per second")
    return [_chart(groups, "one"), _chart(groups, "all"), rates, _first_table(groups)]


def _answer(evidence: Evidence) -> list[Finding]:
    return [f for group in evidence.study("threading") for f in _findings(group)]


def _findings(group: StudyGroup) -> list[Finding]:
    found = [_first_finding(group)] if first_calls(group, "per-connection") else []
    numbers = [n for n in places([group], "connections") if isinstance(n, int)]
    if len(places([group], "threading")) < 2 or not numbers:
        return found
    own, pool = (_points(group, way, "one", min(numbers)) for way in DASHES)
    many_own, many_pool = (_points(group, way, "all", max(numbers)) for way in DASHES)
    return [
        *found,
        OWN_IS_QUICKER.finding(
            agreed(ratios(own, pool, "call_us", "p50")), group.label,
            f"over one connection a call takes {_us(own)} µs with a thread of its own and "
            f"{_us(pool)} µs with the pool; the paper: a pool adds a switch of threads to each "
            "call.", group,
        ),
        POOL_IS_QUICKER.finding(
            agreed(ratios(many_pool, many_own, "call_us", "p50")), group.label,
            f"when {max(numbers)} connections call at once, a call takes {_us(many_pool)} µs with "
            f"the pool and {_us(many_own)} µs with a thread each; the paper: the pool is more "
            "efficient where threads become many.", group,
        ),
    ]  # fmt: skip


def _first_finding(group: StudyGroup) -> Finding:
    first = median(first_calls(group, "per-connection"))
    later = _later(group, "per-connection")
    times = f", {first / later:,.0f} times a later one" if later else ""
    return FIRST_CALL.finding(
        MANY_TIMES.judge([first / later] if later else []), group.label,
        f"the first call takes {us(first)} µs{times}: it makes the connection, and the server "
        "starts a thread for it.", group,
    )  # fmt: skip


def _points(group: StudyGroup, way: str, calling: str, number: int) -> list[StudyPoint]:
    return pick(group, threading=way, calling=calling, connections=number)


def _us(points: Sequence[StudyPoint]) -> str:
    return us(middle(points, "call_us", "p50") or 0.0)


EXPERIMENT = Experiment(
    name="threading",
    chapter="latency",
    order=4,
    title="A thread for each connection, or a pool",
    repeats="section 4.4",
    question="Which is quicker, with 1 to 64 connections, and what does the first call cost?",
    prediction="A thread for each connection with few of them, because a pool hands each call on; "
    "the pool where they are many. The first call takes many times a later one.",
    method="One server, and 1 to 64 clients, each a process with one connection over tcp. Calls "
    "with 64 bytes: those of one client while the others rest, then those of all at once; the "
    "client in the middle stands for all. A first call is that of a client that has just started, "
    "the connection included. The programs' processors are not fixed. Raw has a thread for each "
    "connection and shows the limit; JacORB, of which a thread reads each connection and a pool "
    "runs the requests, has no choice.",
    threats=(
        "The clients of one machine take its processors from the server.",
        "JacORB's clients are virtual machines, which take memory and seconds to warm up: there "
        "are at most 16. Their first call loads the code that it needs, too.",
        "Clients that call at once begin one after the other, some microseconds apart.",
        "The paper states this without a measurement; there is nothing published to set beside.",
    ),
    answer=_answer,
    blocks=_blocks,
    paper=3,
    runs=Study(
        needs="packets",
        check=programs_missing,
        measure=measure,
        full_seconds=25,
    ),
)
