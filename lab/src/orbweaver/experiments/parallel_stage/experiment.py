# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: 0 to 8 threads of a parallel stage."""

from collections.abc import Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.model.schema import Row
from orbweaver.page.claim import Claim, Outcome
from orbweaver.pipelines.about import LANES_THREATS, METHOD, NEAREST
from orbweaver.pipelines.findings import FULL, FULL_TIMES
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import Point
from orbweaver.pipelines.sweep import (
    OVER,
    TIME,
    Sweep,
    SweptPoint,
    disorder_words,
    over_floor,
)

START_MS = 10.0
"""Of a run over its floor that may all be its start; the floor of a short run is little more."""


CLAIM = Claim(
    "A parallel stage of N threads is N times as fast and keeps order",
    f"every median time over the floor of N threads: {FULL_TIMES.words}, and undecided if it is "
    f"less than {START_MS:g} ms over it; a single packet out of order contradicts",
)


def _label(row: Row) -> str:
    return str(row.parallel)


def _judge(points: Sequence[SweptPoint]) -> tuple[Outcome, str]:
    single = next((p for p in points if p.rows[0].parallel == 1), points[0])
    gains = [_gain(p, single) for p in points if p.rows[0].parallel > 1]
    text = f"{', '.join(gains)}; {disorder_words(points)}"
    if any(p.disorder for p in points):
        return "counterexample", f"{text}."
    slow = [p for p in points if p.estimate(over_floor).value > FULL]
    if not slow:
        return "confirmed", f"{text}."
    if all(p.estimate(_behind_floor_ms).value < START_MS for p in slow):
        names = " and ".join(p.label for p in slow)
        return "undecided", f"{text}; with {names} threads the work is too short to tell."
    return FULL_TIMES.judge([p.estimate(over_floor).value for p in slow]), f"{text}."


def _behind_floor_ms(row: Row) -> float:
    return row.last_ms - row.floor_ms


def _gain(point: SweptPoint, single: SweptPoint) -> str:
    times = single.estimate(TIME.value).value / point.estimate(TIME.value).value
    floor = point.rows[0].floor_ms
    most = f" (at most {single.rows[0].floor_ms / floor:.2f})" if floor else ""
    return f"{point.label} threads are {times:.2f} times as fast as one{most}"


SWEEP = Sweep("exp15", "threads of each stage", _label)

EXPERIMENT = Experiment(
    name="parallel-stage",
    alias="exp15",
    chapter="ours",
    order=15,
    title="Threads of a parallel stage",
    question="What does each further thread of a stage gain?",
    prediction="N threads are N times as fast where the work is waited for, but for the first and "
    "the last packets; order is kept with any number. 0: the thread that processes also hands on.",
    method=f"{METHOD} One run for each number of threads in every stage. {NEAREST}; "
    "the parallel stage behind them is the lab's, with the same rules as ours.",
    threats=LANES_THREATS,
    answer=lambda evidence: SWEEP.findings(evidence, CLAIM, _judge),
    blocks=lambda evidence: SWEEP.blocks(evidence, [OVER, TIME]),
    runs=Pipeline(
        MODES["ordered"],
        points=tuple(Point(parallel=parallel) for parallel in (0, 1, 2, 4, 8)),
        needs="parallel-stages",
    ),
)
