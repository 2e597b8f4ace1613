# SPDX-License-Identifier: Apache-2.0
"""A folder of results as a run would leave it, made from a seed: the same each time."""

from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Literal

from experiments_by_name import EXPERIMENTS, plan_of
from orbweaver.experiments.experiment import Experiment
from orbweaver.model.floor import Workload, floor_ms
from orbweaver.model.published import table_of
from orbweaver.model.schema import (
    Config,
    Latency,
    PacketTimes,
    Producer,
    Provenance,
    Published,
    Row,
    Run,
    SendTimes,
    Stage,
)
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import Point
from orbweaver.record.store import store

START = datetime.fromisoformat("2026-01-02T03:04:05+00:00")
PAPERS_OWN = ("exp1", "exp2", "exp3", "exp4", "exp5", "exp6")


def fill(folder: Path, repeats: int = 7, slower: float = 1.0, packets: int = 1000) -> Path:
    """Every experiment: those of the paper with two ORBs, on all processors and on one."""
    chance = Random(4711)
    minute = 0
    for _ in range(repeats):
        for name, experiment in EXPERIMENTS.items():
            orbs = ("orbweaver", "omniorb") if name in PAPERS_OWN else ("orbweaver",)
            for orb in orbs:
                setups: tuple[Literal["all", 1], ...] = ("all", 1) if len(orbs) > 1 else ("all",)
                for cores in setups:
                    minute += 1
                    store(one(experiment, orb, cores, chance, minute, slower, packets), folder)
    return folder


def one(
    experiment: Experiment,
    orb: str,
    cores: Literal["all", 1],
    chance: Random,
    minute: int = 0,
    slower: float = 1.0,
    packets: int = 1000,
) -> Run:
    """One run, with a shape that its experiment could have."""
    plan = plan_of(experiment)
    work, processors = ("spin", 1) if cores == 1 else ("wait", 2)
    load = Workload(packets, 3, 5.0, work, processors, plan.pace_ms, max(1, plan.parallel))
    floor = floor_ms(load)
    empty = experiment.stored == "exp5" and cores == "all"
    last = floor * (3 if empty else 1) * slower * (1.003 + 0.01 * chance.random())
    wrong = chance.randrange(packets // 4) if experiment.stored in ("exp1", "exp2") else 0
    table = table_of(experiment.stored, one_core=cores == 1)
    rows = [_row(plan, point, orb, chance, packets) for point in plan.points_of(orb)]
    return Run(
        experiment=experiment.stored,
        orb=orb,
        provenance=_provenance(minute, cores),
        config=_config(plan, cores, packets),
        floor_ms=floor,
        producer=Producer(
            last_sent_ms=0.98 * last, send_us=_summary(chance, packets), trace=_trace(0, packets)
        ),
        stages=[_stage(n, last, wrong, packets, chance) for n in (1, 2, 3)],
        published=Published(**table.model_dump(exclude={"experiment"})) if table else None,
        rows=rows or None,
    )


def _provenance(minute: int, cores: Literal["all", 1]) -> Provenance:
    date = START + timedelta(minutes=minute)
    return Provenance(
        version="0.1.0", commit="0123456789ab", date=date.isoformat(timespec="seconds"),
        cpu="A processor", cores=2, kernel="Linux 6", compiler="GNU 12", scheduler="other",
        pinning="none" if cores == "all" else "cpus 0",
    )  # fmt: skip


def _config(plan: Pipeline, cores: Literal["all", 1], packets: int) -> Config:
    mode = plan.mode
    return Config(
        mode=mode.name, messaging=mode.messaging, sync=mode.effective_sync("transport"),
        worker=mode.worker, dispatch=mode.dispatch, pace_ms=plan.pace_ms, packets=packets,
        elements=1024, type="double", work="wait" if cores == "all" else "spin", work_ms=5.0,
        transport="shm", processes=plan.processes, parallel=plan.parallel, cores=cores,
    )  # fmt: skip


def _stage(number: int, last: float, wrong: int, packets: int, chance: Random) -> Stage:
    return Stage(
        name=f"stage{number}", last_ms=last - (3 - number) * 5, received=packets, lost=0,
        reordered_previous=wrong * number // 3, reordered_original=2 * wrong * number // 3,
        busy=0.99, max_concurrency=8 if wrong else 1, max_queue=3,
        latency_us=Latency.model_validate(_summary(chance, packets).model_dump()),
        trace=_trace(number, packets),
    )  # fmt: skip


def _trace(place: int, packets: int) -> list[PacketTimes]:
    """Packets that pass every 5 ms; the producer has no moments but those of its calls."""
    return [_times(place, number) for number in sorted({1, 2, packets} - {0}) if number <= packets]


def _times(place: int, number: int) -> PacketTimes:
    start = 5.0 * (place + number)
    moments = (start, start + 0.1, start + 4.9, start + 4.92, start + 4.95, start + 0.05)
    arrived, begun, worked, sending, handed_on, returned = moments
    own = place > 0
    return PacketTimes(
        packet=number, arrived_ms=arrived if own else None, begun_ms=begun if own else None,
        worked_ms=worked if own else None, sending_ms=sending, handed_on_ms=handed_on,
        returned_ms=returned if own else None,
    )  # fmt: skip


def _summary(chance: Random, count: int) -> SendTimes:
    low = 3 + chance.random()
    shares = {"min": 1, "p50": 1.5, "p80": 2, "p90": 4, "p99": 90, "p999": 900, "max": 4000}
    values = {name: low * factor for name, factor in shares.items()}
    return SendTimes(count=count, mean=3 * low, stddev=low, **values)


def _row(plan: Pipeline, point: Point, orb: str, chance: Random, packets: int) -> Row:
    stages, parallel = point.stages or 3, point.parallel or plan.parallel
    mode = plan.mode_of(orb, point)
    floor = floor_ms(Workload(packets, stages, 5.0, "wait", 2, 0, max(1, parallel)))
    summary = _summary(chance, packets)
    return Row(
        mode=mode.name, sync=point.sync or "transport", depth=point.depth, lane_low=point.lane_low,
        stages=stages, parallel=parallel, processes=point.processes or plan.processes,
        dispatch=mode.dispatch, senders=point.senders or plan.senders,
        skip_ms=point.skip_ms, link_loses_percent=point.link and point.link.loses,
        link_delays_percent=point.link and point.link.delays, link_delayed=point.link and 0,
        link_lost=point.link and 0,
        overtaken=0, transport="shm", floor_ms=floor,
        last_ms=floor * (1.002 + 0.004 * chance.random()),
        producer_last_sent_ms=floor, received=packets, lost=0, reordered_previous=0,
        max_concurrency=1, max_queue=5, send_us=summary,
        latency_us=Latency.model_validate(summary.model_dump()),
    )  # fmt: skip
