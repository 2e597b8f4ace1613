# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: one-way calls, each dispatch that an ORB has."""

from collections.abc import Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.model.schema import Row
from orbweaver.page.claim import Claim, Outcome
from orbweaver.pipelines.about import METHOD, THREATS
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import Point
from orbweaver.pipelines.sweep import (
    OUT_OF_ORDER,
    OVER,
    Sweep,
    SweptPoint,
    at_worst,
    percent_over,
)

CLAIM = Claim(
    "Only a pool reorders",
    "confirmed if packets are out of order with the pool and with nothing else; one with "
    "anything else contradicts",
)


def _label(row: Row) -> str:
    return row.dispatch or ""


def _judge(points: Sequence[SweptPoint]) -> tuple[Outcome, str]:
    entry = ", ".join(f"{p.label} {p.disorder} packets, {percent_over(p)}" for p in points)
    text = f"out of order{at_worst(points)}, and time over the floor: {entry}."
    if any(p.disorder for p in points if p.label != "pool"):
        return "counterexample", text
    if not any(p.disorder for p in points):
        return "not seen", text
    return "confirmed", (
        f"{text} What reorders is the pool, whose threads take up several requests of an object at "
        "once, and not the one-way call."
    )


SWEEP = Sweep("exp20", "dispatch", _label, joined=False)

EXPERIMENT = Experiment(
    name="dispatch",
    alias="exp20",
    chapter="ours",
    order=20,
    title="One-way calls, each dispatch",
    repeats="section 4.2, where the threads of the server are what reorders",
    question="Is it the one-way call that reorders, or how a server hands requests to the object?",
    prediction="Only the pool reorders: a connection's thread and a lane take up one request of an "
    "object at a time, in the order in which they came.",
    method=f"{METHOD} As exp1, one run for each dispatch: a pool of 8 threads; the "
    "connection's own thread (omniORB: one request of a connection at a time; JacORB: an adapter "
    "of a single thread, the nearest that it has); a lane.",
    threats=THREATS[:2],
    answer=lambda evidence: SWEEP.findings(evidence, CLAIM, _judge),
    blocks=lambda evidence: SWEEP.blocks(evidence, [OUT_OF_ORDER, OVER]),
    runs=Pipeline(
        MODES["oneway"],
        points=(
            Point(dispatch="pool"),
            Point(dispatch="connection"),
            Point(dispatch="lane", needs="ordered-lanes"),
        ),
        needs="dispatch-choice",
    ),
)
