# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: 1 to 32 stages."""

from collections.abc import Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.model.schema import Row
from orbweaver.page.claim import Claim, Outcome
from orbweaver.pipelines.about import LANES_THREATS, METHOD, NEAREST
from orbweaver.pipelines.findings import FULL_TIMES
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import Point
from orbweaver.pipelines.sweep import (
    OVER,
    TIME,
    Sweep,
    SweptPoint,
    disorder_words,
    over_floor,
    percent_over,
)

CLAIM = Claim(
    "The pipeline stays full and in order with each number of stages",
    f"every median time over the floor: {FULL_TIMES.words}; a single packet out of order "
    "contradicts",
)


def _label(row: Row) -> str:
    return str(row.stages)


def _judge(points: Sequence[SweptPoint]) -> tuple[Outcome, str]:
    first, last = points[0], points[-1]
    kept = not any(p.disorder for p in points)
    full = FULL_TIMES.judge([p.estimate(over_floor).value for p in points])
    status: Outcome = full if kept else "counterexample"
    return status, (
        f"the time over the floor goes from {percent_over(first)} with {first.label} stage to "
        f"{percent_over(last)} with {last.label}; {disorder_words(points)}."
    )


SWEEP = Sweep("exp14", "stages", _label)

EXPERIMENT = Experiment(
    name="pipeline-length",
    alias="exp14",
    chapter="ours",
    order=14,
    title="One to 32 stages",
    question="Does the overhead grow with the length of the pipeline?",
    prediction="Each further stage adds its work once, for the last packet, and the time of one "
    "hand-over; both are little beside the work of all packets.",
    method=f"{METHOD} As ordered-stages (exp7), one run for each number of stages. {NEAREST}, and "
    "JacORB, of which each stage is a virtual machine, with up to 8 stages.",
    threats=(*LANES_THREATS, "With more stages than processors they compete for those that are."),
    answer=lambda evidence: SWEEP.findings(evidence, CLAIM, _judge),
    blocks=lambda evidence: SWEEP.blocks(evidence, [OVER, TIME]),
    runs=Pipeline(
        MODES["ordered"],
        parallel=1,
        points=(
            *(Point(stages=stages) for stages in (1, 2, 4, 8)),
            *(Point(stages=stages, many_programs=True) for stages in (16, 32)),
        ),
        needs="parallel-stages",
    ),
)
