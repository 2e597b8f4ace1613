# SPDX-License-Identifier: Apache-2.0
"""Records for tests of what is made from them."""

from typing import Literal

from experiments_by_name import PLANS
from orbweaver.model.floor import Work, Workload, floor_ms
from orbweaver.model.published import table_of
from orbweaver.model.schema import (
    Config,
    Latency,
    Producer,
    Provenance,
    Published,
    Run,
    SendTimes,
    Stage,
    Waveform,
)

SUMMARY: dict[str, object] = {
    "count": 1000, "min": 6, "mean": 8, "stddev": 1, "p50": 7, "p80": 9, "p90": 11, "p99": 20,
    "p999": 30, "max": 40,
}  # fmt: skip


def run(
    experiment: str = "exp6",
    last_ms: float = 5012.0,
    reordered: int = 0,
    lost: int = 0,
    cores: Literal["all"] | int = "all",
    work: Work = "wait",
    packets: int = 1000,
    concurrency: int = 1,
    work_ms: float = 5,
) -> Run:
    """One run of the paper's pipeline whose last stage finished at `last_ms`."""
    about = PLANS[experiment]
    table = table_of(experiment, one_core=cores == 1)
    assert table
    processors = 4 if cores == "all" else cores
    floor = floor_ms(Workload(packets, 3, work_ms, work, processors, about.pace_ms))
    return Run(
        experiment=experiment,
        orb="orbweaver",
        provenance=Provenance(
            version="1", commit="c", date="d", cpu="x", cores=4, kernel="k", compiler="g",
            pinning="none", scheduler="other",
        ),
        config=Config(
            mode=about.mode.name, messaging=about.mode.messaging, sync="transport",
            worker=about.mode.worker, dispatch=about.mode.dispatch, pace_ms=about.pace_ms,
            packets=packets, elements=1024, type="double", work=work, work_ms=work_ms,
            transport="auto", processes="separate", cores=cores,
        ),
        floor_ms=floor,
        producer=Producer(last_sent_ms=4990, send_us=SendTimes.model_validate(SUMMARY)),
        stages=[
            Stage(
                name=f"stage{n}", last_ms=last_ms - (3 - n) * 5, received=packets - lost, lost=lost,
                reordered_previous=reordered, reordered_original=2 * reordered, busy=0.99,
                max_concurrency=concurrency, max_queue=3,
                latency_us=Latency.model_validate(SUMMARY),
            )
            for n in (1, 2, 3)
        ],
        published=Published(**table.model_dump(exclude={"experiment"})),
    )  # fmt: skip


def received(
    mode: Literal["oneway", "oneway-worker", "twoway", "twoway-worker", "ordered"],
    frames: int = 217,
    reordered: int = 0,
    msps: float = 10.0,
    identical: bool = True,
) -> Run:
    """One run of the receiver."""
    base = run(reordered=reordered)
    return base.model_copy(
        update={
            "experiment": "adsb",
            "config": base.config.model_copy(update={"mode": mode, "work": "signal"}),
            "waveform": Waveform(
                frames=frames, frames_reference=217, identical=identical, samples=356_868, msps=msps
            ),
        }
    )
