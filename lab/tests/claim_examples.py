# SPDX-License-Identifier: Apache-2.0
"""For each claim: results that confirm it, that contradict it, and that leave it undecided."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from experiments_by_name import EXPERIMENTS, PLANS
from generated import one
from orbweaver.experiments.clocks import experiment as clocks
from orbweaver.experiments.connect import experiment as connect
from orbweaver.experiments.data_rate import experiment as data_rate
from orbweaver.experiments.dispatch import experiment as exp20
from orbweaver.experiments.invocation import experiment as invocation
from orbweaver.experiments.latency import experiment as latency
from orbweaver.experiments.lossy_link import experiment as exp19
from orbweaver.experiments.one_process_modes import experiment as exp11
from orbweaver.experiments.overhead import experiment as overhead
from orbweaver.experiments.overview import experiment as overview
from orbweaver.experiments.packet_api import deployed_page
from orbweaver.experiments.packet_api import experiment as packet_api
from orbweaver.experiments.packet_size import experiment as packet_size
from orbweaver.experiments.parallel_stage import experiment as exp15
from orbweaver.experiments.pipeline_length import experiment as exp14
from orbweaver.experiments.queue_depth import experiment as exp13
from orbweaver.experiments.reorder_buffer import experiment as exp18
from orbweaver.experiments.scheduling import experiment as scheduling
from orbweaver.experiments.shared_reference import experiment as exp17
from orbweaver.experiments.sync_scope import experiment as exp12
from orbweaver.experiments.threading import experiment as threading
from orbweaver.experiments.varied_work import experiment as exp16
from orbweaver.model.schema import Provenance, Run, StudyRun
from orbweaver.page.claim import Claim
from orbweaver.pipelines import findings
from orbweaver.record.store import store
from orbweaver.studies.calls import marshalling_findings as marshalling

Make = Callable[[Path], None]
Values = Mapping[str, object]

NEVER = None
"""A claim that something happens, which no run without it contradicts."""

Example = tuple[str, Make, Make | None, Make]
"""The section that makes the claim; what confirms, contradicts and leaves undecided."""


def runs(*made: Run, times: int = 2) -> Make:
    """So many equal repetitions of each."""

    def make(folder: Path) -> None:
        for _ in range(times):
            for run in made:
                store(run, folder)

    return make


def piped(
    name: str, over: float = 1.05, disorder: int = 0, lost: int = 0, backwards: bool = False
) -> Run:
    """A run so many times over its floor, with packets out of order or lost."""
    run = one(EXPERIMENTS[name], "orbweaver", "all", Random(1))
    assert run.floor_ms
    stages = [
        stage.model_copy(update={"last_ms": run.floor_ms * over, "lost": lost,
                                 "reordered_previous": disorder})
        for stage in run.stages
    ]  # fmt: skip
    return run.model_copy(update={"stages": stages})


def stamped(*order: float) -> Run:
    """On one processor, with these last time stamps."""
    run = one(EXPERIMENTS["exp3"], "orbweaver", 1, Random(1))
    stages = [stage.model_copy(update={"last_ms": stage.last_ms + later})
              for stage, later in zip(run.stages, order, strict=True)]  # fmt: skip
    return run.model_copy(update={"stages": stages})


def swept(name: str, *changes: Values, over: float | None = None, times: int = 2) -> Make:
    """The n-th point with the n-th change; all so many times over their floor."""
    run = one(EXPERIMENTS[name], "orbweaver", "all", Random(1))
    assert run.rows is not None
    every = [
        row.model_copy(update={
            **({} if over is None else {"last_ms": row.floor_ms * over}),
            **(changes[n] if n < len(changes) else {}),
        })
        for n, row in enumerate(run.rows)
    ]  # fmt: skip
    return runs(run.model_copy(update={"rows": every}), times=times)


def called(*medians: float, disorder: int = 0) -> Make:
    """The points of exp12 with these times of a call."""
    rows = one(EXPERIMENTS["exp12"], "orbweaver", "all", Random(1)).rows
    assert rows
    times = [rows[0].send_us.model_copy(update={"p50": p50}) for p50 in medians]
    return swept("exp12", *({"send_us": time, "reordered_previous": disorder} for time in times),
                 times=7)  # fmt: skip


def studied(name: str, times: int = 2, **rows: Sequence[Values]) -> Make:
    """So many equal repetitions of a study, with the rows of each contestant."""

    def make(folder: Path) -> None:
        for _ in range(times):
            for orb, own in rows.items():
                store(_study(name, orb, own), folder)

    return make


def _study(name: str, orb: str, rows: Sequence[Values], config: Values | None = None) -> StudyRun:
    known = {key for row in rows for key in row}
    places = [key for key in known if key in PLACES]
    return StudyRun.model_validate({
        "experiment": name, "orb": orb, "paper": 3, "config": config or {}, "rows": rows,
        "provenance": Provenance(
            version="1", commit="c", date="2026-01-01T00:00:00+00:00", cpu="x", cores=2,
            kernel="k", compiler="g", pinning="none", scheduler="other",
        ), "coordinates": places,
    })  # fmt: skip


PLACES = ("way", "pinning", "encoding", "shape", "type", "build", "turn", "elements", "message",
          "payload_bytes", "transport", "load", "scheduler", "threading", "connections", "calling",
          "link_mbit", "payload", "sender", "block", "clock")  # fmt: skip
HERE: Values = {"pinning": "same core"}
UNIX: Values = {"way": "unix", **HERE}


def summary(value: float, deviation: float = 1.0) -> dict[str, float]:
    parts = dict.fromkeys(("min", "mean", "p50", "p80", "p90", "p99", "p999", "max"), value)
    return {"count": 100, "stddev": deviation, **parts}


def call(ns: float) -> Values:
    return {"call_ns": {"p50": ns, "p99": 2 * ns}, "call_cycles": 2 * ns, "counter_mhz": 2000.0}


def pushed(value: float, deviation: float = 1.0, /, **place: object) -> Values:
    return {**place, "packets_count": 100, "taken_us": summary(value, deviation),
            "call_us": summary(value), "samples_us": [value, value],
            "slowest_us": [value, value], "kept_every_count": 50}  # fmt: skip


def transports(unix: float, tcp: float, shm: float, deviation: float = 1.0) -> Make:
    return studied("latency", orbweaver=[
        pushed(unix, deviation, **HERE, transport="unix"),
        pushed(tcp, 1.0, **HERE, transport="tcp"), pushed(shm, 1.0, **HERE, transport="shm"),
    ])  # fmt: skip


def sized(transport: str, *values: float) -> Make:
    return studied("packet-size", orbweaver=[
        pushed(value, elements=1024 * n, transport=transport, **HERE)
        for n, value in enumerate(values)
    ])  # fmt: skip


def loaded(idle: float, other: float, fifo: float) -> Make:
    return studied("scheduling", orbweaver=[
        pushed(value, load=load, scheduler=scheduler, **HERE)
        for load, scheduler, value in (("idle", "fifo", idle), ("busy", "other", other),
                                       ("busy", "fifo", fifo))
    ])  # fmt: skip


def connected(few_own: float, few_pool: float, many_own: float, many_pool: float,
              first: float = 500) -> Make:  # fmt: skip
    rows: list[Values] = [
        {"threading": way, "connections": number, "calling": calling, "call_us": summary(value),
         "slowest_call_us": value, "calls_per_second": 1e6 / value}
        for way, number, calling, value in (
            ("per-connection", 1, "one", few_own), ("pool", 1, "one", few_pool),
            ("per-connection", 64, "all", many_own), ("pool", 64, "all", many_pool))
    ]  # fmt: skip
    rows.append({"threading": "per-connection", "calling": "first",
                 "first_call_us": summary(first), "samples_us": [first] * 3})  # fmt: skip
    return studied("threading", omniorb=rows)


def linked(added_small: float, added_large: float) -> Make:
    """Raw, and an ORB that takes so many times as long."""

    def rows(small: float, large: float) -> list[Values]:
        return [
            pushed(100 * (small if size < 1000 else large), link_mbit=mbit, payload=size,
                   sender="own")
            for mbit in (10, 100, 1000) for size in (2, 512, 32768, 262144)
        ]  # fmt: skip

    return studied("packet-api", raw=rows(1, 1), omniorb=rows(added_small, added_large))


def deployed(*ratios: float) -> Make:
    """Blocks of a deployed waveform, which take so many times as long as those beside them."""

    def rows(mbit: int) -> list[Values]:
        place = {"link_mbit": mbit, "payload": 512}
        return [
            row
            for block, ratio in enumerate(ratios, 1)
            for row in (
                pushed(100, **place, block=block, sender="own"),
                {**pushed(100 * ratio, **place, block=block, sender="deployed"),
                 "call_ratio_share": ratio, "taken_ratio_share": ratio},
            )
        ]  # fmt: skip

    def make(folder: Path) -> None:
        every = [row for mbit in (10, 100, 1000) for row in rows(mbit)]
        for _ in range(2):
            store(_study("packet-api", "orbweaver", every, {"deployed": "yes"}), folder)

    return make


def growing(factor: float) -> Make:
    return studied("packet-api", omniorb=[
        pushed(100 * (factor if size > 2 else 1), link_mbit=mbit, payload=size, sender="own")
        for mbit in (10, 100, 1000) for size in (2, 512)
    ])  # fmt: skip


def looked(clock: str, back: float = 0, passed: float = 1000, step: float = 20) -> Make:
    return studied("clocks", raw=[{
        "clock": clock, "step_ns": step, "promised_ns": 1.0, "cost_ns": {"p50": 20.0, "p99": 30.0},
        "passed_count": passed, "backwards_count": back, "backwards_worst_ns": back,
        "counter_invariant": "yes",
    }])  # fmt: skip


def on_the_wire(
    empty: float, block: float, tcp: float = 24, ip: float = 12, times: int = 2
) -> Make:
    return studied("overhead", times, orbweaver=[
        {"message": message, "payload_bytes": payload, "request_bytes": payload + besides,
         "reply_bytes": 24.0, "frames_count": 2.0, "tcp_header_bytes": tcp, "ip_header_bytes": ip,
         "giop_request_bytes": payload + besides}
        for message, payload, besides in (("null call", 0, empty),
                                          ("sequence of 1024 octet", 1024, block))
    ])  # fmt: skip


def made(first: float, size: float) -> Make:
    return studied("connect", orbweaver=[
        {**UNIX, "build": build, "turn": turn, **call(ns)}
        for build, turn, ns in (("speed", "first", first), ("speed", "second", 1000),
                                ("size", "first", first * size), ("size", "second", 1000))
    ])  # fmt: skip


def blocks(single: float, block: float) -> Make:
    return studied("data-rate", orbweaver=[
        {**UNIX, "elements": size, **call(ns)} for size, ns in ((1, single), (1024, block))
    ])  # fmt: skip


def against_raw(over: float) -> Make:
    return studied("invocation", raw=[{**UNIX, **call(1000)}],
                   orbweaver=[{**UNIX, **call(1000 * over)}])  # fmt: skip


TYPES = ("octet", "short", "float", "double")


def shapes(octet: float, float_array: float, sequence: float, double_sequence: float) -> Make:
    """In units of what a double takes; arrays of any other type take as long as each other."""
    values = {"octet": octet, "double": 1.0}

    def value(shape: str, name: str) -> float:
        if shape == "basic":
            return values.get(name, 1.0)
        factor = (double_sequence if name == "double" else sequence) if shape == "sequence" else 1.0
        return float_array * factor

    return studied("marshalling", 3, orbweaver=[
        {"way": "marshalled", **HERE, "encoding": "wire", "shape": shape, "type": name,
         **call(1000 * value(shape, name))}
        for shape in ("basic", "array", "sequence") for name in TYPES
    ])  # fmt: skip


def encoded(**over: float) -> Make:
    """What these encodings take over CDR."""
    return studied("marshalling", 2, orbweaver=[
        {"way": "memory", **HERE, "encoding": encoding, "shape": "sequence", "type": name,
         **call(1000 * factor)}
        for encoding, factor in {"cdr": 1.0, **over}.items()
        for name in TYPES
    ])  # fmt: skip


WRONG: Values = {"reordered_previous": 17, "overtaken": 9}
LOST: Values = {"lost": 3}
BUFFERED: Sequence[Values] = [
    WRONG if point.skip_ms is None else LOST if point.skip_ms == 0 else {}
    for point in PLANS["exp18"].points
]
"""The points of exp18: the shortest skip time gives packets up, the longest none."""

EXAMPLES: Mapping[Claim, Example] = {
    findings.REORDERS: ("exp1", runs(piped("exp1", disorder=3)), NEVER, runs(piped("exp1"))),
    findings.PACING_HELPS: (
        "exp2",
        runs(piped("exp1", disorder=90), piped("exp2", disorder=10)),
        runs(piped("exp1", disorder=10), piped("exp2", disorder=90)),
        runs(piped("exp1", disorder=10), piped("exp2", disorder=10)),
    ),
    findings.KEEPS_ORDER: (
        "exp4", runs(piped("exp4")), runs(piped("exp4", disorder=1)), runs(piped("exp4", lost=1)),
    ),
    findings.EMPTY_PIPELINE: (
        "exp5", runs(piped("exp5", 3.0)), runs(piped("exp5", 2.0)), runs(piped("exp5", 3.5)),
    ),
    findings.FULL_AND_ORDERED: (
        "exp6", runs(piped("exp6", 1.05)), runs(piped("exp6", 1.2)), runs(piped("exp6", 1.12)),
    ),
    findings.LAST_STAMPS: (
        "exp3", runs(stamped(30, 20, 0)), runs(stamped(0, 0, 30)),
        runs(stamped(30, 20, 0), stamped(0, 0, 30), times=1),
    ),
    overview.DISPATCH_REORDERS: (
        "overview", runs(piped("exp1", disorder=3), piped("exp7")),
        runs(piped("exp1", disorder=3), piped("exp7", disorder=3)), runs(piped("exp1")),
    ),
    overview.TWOWAY_WORKER_DOES_BOTH: (
        "overview", runs(piped("exp6")), runs(piped("exp6", 1.2)), runs(piped("exp6", 1.12)),
    ),
    exp11.CLAIM: ("exp11", swept("exp11"), swept("exp11", over=1.2), swept("exp11", over=1.12)),
    exp12.CLAIM: (
        "exp12", called(1, 2, 3, 4), called(1, 2, 3, 4, disorder=1),
        swept("exp12", LOST),
    ),
    exp13.CLAIM: ("exp13", swept("exp13"), swept("exp13", WRONG), swept("exp13", LOST)),
    exp14.CLAIM: ("exp14", swept("exp14"), swept("exp14", over=1.2), swept("exp14", over=1.12)),
    exp15.CLAIM: ("exp15", swept("exp15"), swept("exp15", over=1.2), swept("exp15", over=1.12)),
    exp16.CLAIM: ("exp16", swept("exp16", WRONG), swept("exp16", WRONG, {}, WRONG), swept("exp16")),
    exp17.CLAIM: (
        "exp17", swept("exp17", {}, {}, WRONG, {}, WRONG), swept("exp17", WRONG), swept("exp17"),
    ),
    exp18.CLAIM: (
        "exp18", swept("exp18", *BUFFERED), swept("exp18", *BUFFERED[:-1], LOST), swept("exp18"),
    ),
    exp19.CLAIM: (
        "exp19", swept("exp19", times=2), swept("exp19", {"overtaken": 1}),
        swept("exp19", LOST),
    ),
    exp20.CLAIM: ("exp20", swept("exp20", WRONG), swept("exp20", {}, WRONG), swept("exp20")),
    latency.UNIX_IS_QUICKER: (
        "latency", transports(1, 2, 1), transports(2, 1, 1), transports(1, 1, 1),
    ),
    latency.UNIX_VARIES_LESS: (
        "latency", transports(1, 2, 1, 0.5), transports(1, 2, 1, 2), transports(1, 2, 1, 1),
    ),
    latency.UNIX_MATCHES: (
        "latency", transports(58, 100, 1), transports(90, 100, 1),
        studied("latency", 1, orbweaver=[pushed(90, 1, **HERE, transport="unix"),
                                         pushed(100, 1, **HERE, transport="tcp")]),
    ),
    latency.SHM_IS_QUICKER: (
        "latency", transports(2, 3, 1), transports(1, 3, 2), transports(1, 3, 1),
    ),
    packet_size.LINEAR_OR_NOT: (
        "packet-size", sized("unix", 1, 2, 3), sized("tcp", 1, 2, 3), sized("unix", 5, 1, 9),
    ),
    scheduling.FIFO_BOUNDS: (
        "scheduling", loaded(10, 50, 11), loaded(10, 11, 50), loaded(10, 11, 11),
    ),
    scheduling.SLIGHT_INCREASE: (
        "scheduling", loaded(10, 50, 11), loaded(10, 50, 30), loaded(10, 50, 20),
    ),
    threading.FIRST_CALL: (
        "threading", connected(10, 14, 1, 1), connected(10, 14, 1, 1, first=10),
        connected(10, 14, 1, 1, first=20),
    ),
    threading.OWN_IS_QUICKER: (
        "threading", connected(1, 2, 1, 1), connected(2, 1, 1, 1), connected(1, 1, 1, 1),
    ),
    threading.POOL_IS_QUICKER: (
        "threading", connected(1, 1, 2, 1), connected(1, 1, 1, 2), connected(1, 1, 1, 1),
    ),
    packet_api.SLOWER: ("packet-api", linked(2, 1.5), linked(0.5, 1.5), linked(1, 1)),
    packet_api.DIMINISHES: ("packet-api", linked(2, 1), linked(1, 2), linked(1, 1)),
    deployed_page.EQUAL: (
        "packet-api", deployed(0.9, 1.01, 1.2), deployed(0.9, 1.2, 1.3), deployed(0.9, 1.08, 1.2),
    ),
    packet_api.FLAT: ("packet-api", growing(1.5), growing(3), growing(2)),
    clocks.LAB_CLOCK_HOLDS: (
        "clocks", looked(clocks.LAB_CLOCK), looked(clocks.LAB_CLOCK, step=2000),
        looked(clocks.LAB_CLOCK, step=1000),
    ),
    clocks.COUNTERS_GO_BACK: ("clocks", looked("TSC", 3), NEVER, looked("TSC", 0, 0)),
    overhead.IIOP: (
        "overhead", on_the_wire(50, 70), on_the_wire(10, 70), on_the_wire(10, 70, times=1),
    ),
    overhead.HEADERS: (
        "overhead", on_the_wire(50, 70), on_the_wire(50, 70, tcp=32),
        on_the_wire(50, 70, tcp=32, times=1),
    ),
    overhead.LARGE: (
        "overhead", on_the_wire(50, 70), on_the_wire(1, 2048), on_the_wire(1, 1024),
    ),
    connect.FIRST_IS_LONGER: ("connect", made(9000, 1), made(500, 1), made(1000, 1)),
    connect.SPEED_IS_FASTER: ("connect", made(9000, 1.1), made(9000, 0.9), made(9000, 1)),
    data_rate.BLOCKS_CARRY_MORE: (
        "data-rate", blocks(1000, 1000), blocks(1, 1024), blocks(1, 512),
    ),
    invocation.ADDS_LITTLE: ("invocation", against_raw(1.5), against_raw(3), against_raw(2)),
    marshalling.TYPES: (
        "marshalling", shapes(1.5, 1, 1, 1), shapes(0.5, 1, 1, 1), shapes(1, 1, 1, 1),
    ),
    marshalling.SHAPES: (
        "marshalling", shapes(1, 1, 1.5, 0.5), shapes(1, 1, 0.5, 1.5), shapes(1, 1, 1, 1),
    ),
    marshalling.BLOCKS: (
        "marshalling", shapes(1, 1, 1, 1), shapes(1, 1024, 1, 1), shapes(1, 512, 1, 1),
    ),
    marshalling.ENCODINGS_GAIN: (
        "marshalling", encoded(eight=0.5, ndr=1), encoded(eight=1.5, ndr=0.5), encoded(eight=1),
    ),
}  # fmt: skip
