# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: depth of the queues, and low watermark of a lane."""

from collections.abc import Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.model.schema import Row
from orbweaver.page.claim import Claim, Outcome
from orbweaver.pipelines.about import LANES_THREATS, METHOD, NEAREST
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import Point
from orbweaver.pipelines.sweep import (
    OVER,
    QUEUE,
    Sweep,
    SweptPoint,
    disorder_words,
    over_floor,
    percent_over,
)

ENOUGH = 1.01
LAW = (
    "A lane of depth D that N connections feed holds at most D + N - 1 packets: each connection "
    "that was being read when the lane became full puts its packet in. Queue is the most that "
    "waited in the lane and the most that waited in the stage's own queue, added."
)


CLAIM = Claim(
    "Order does not depend on the depth",
    "a single packet out of order contradicts; enough is the smallest depth within "
    f"{100 * (ENOUGH - 1):.0f} % of the best time",
)


def _label(row: Row) -> str:
    return f"{row.depth}" if row.lane_low is None else f"{row.depth}, low {row.lane_low}"


def _judge(points: Sequence[SweptPoint]) -> tuple[Outcome, str]:
    depths = [p for p in points if p.rows[0].lane_low is None]
    if not depths:
        return "undecided", "no depth was tried by itself."
    best = min(p.estimate(over_floor).value for p in depths)
    enough = next(p for p in depths if p.estimate(over_floor).value <= ENOUGH * best)
    least = (
        f"a depth of {enough.label} is enough to stay within 1 % of the best, "
        f"{percent_over(enough)} over the floor"
    )
    marks = [f"{p.label}: {percent_over(p)}" for p in points if p.rows[0].lane_low is not None]
    kept = not any(p.disorder for p in points)
    status: Outcome = "confirmed" if kept else "counterexample"
    watermarks = f"; watermarks: {'; '.join(marks)}" if marks else ""
    return status, f"{least}; {disorder_words(points)}{watermarks}."


SWEEP = Sweep("exp13", "depth D of a queue, at most D + N - 1", _label, note=LAW)

EXPERIMENT = Experiment(
    name="queue-depth",
    alias="exp13",
    chapter="ours",
    order=13,
    title="How deep a queue must be",
    question="How few packets need to fit into a stage's queue, and when should a full one let its "
    "senders go on?",
    prediction="A few are enough where every packet takes the same work; depth costs memory and "
    "age of the packets, not order.",
    method=f"{METHOD} As ordered-stages (exp7), one run for each depth; "
    "then depth 64 with other low "
    f"watermarks of a lane. {NEAREST}; the depth is that of the queue behind them. {LAW}",
    threats=(*LANES_THREATS, "Work is the same for each packet: varied work needs deeper queues."),
    answer=lambda evidence: SWEEP.findings(evidence, CLAIM, _judge),
    blocks=lambda evidence: SWEEP.blocks(evidence, [OVER, QUEUE]),
    runs=Pipeline(
        MODES["ordered"],
        parallel=1,
        points=(
            *(Point(depth=depth) for depth in (1, 4, 16, 64, 256)),
            *(Point(depth=64, lane_low=low, needs="ordered-lanes") for low in (0, 32, 63)),
        ),
        needs="parallel-stages",
    ),
)
