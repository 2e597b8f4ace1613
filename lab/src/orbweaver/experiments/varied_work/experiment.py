# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: work that follows the data, as a dictionary coder's (section 4.2)."""

from collections.abc import Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.model.schema import Row
from orbweaver.page.claim import Claim, Outcome
from orbweaver.pipelines.about import METHOD, NEAREST, THREATS
from orbweaver.pipelines.findings import FULL
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import Point
from orbweaver.pipelines.sweep import (
    OUT_OF_ORDER,
    OVER,
    Sweep,
    SweptPoint,
    over_floor,
    percent_over,
)

CLAIM = Claim(
    "Only one-way calls into a pool lose the order",
    "confirmed if a packet into the pool is out of order and no other is; one anywhere else "
    "contradicts",
)


def _label(row: Row) -> str:
    name = "by connection" if _is_nearest(row) else row.mode
    return f"{name}, {row.parallel} at once" if row.parallel > 1 else name


def _is_nearest(row: Row) -> bool:
    """What an ORB without lanes does instead."""
    return row.mode == "oneway" and row.dispatch == "connection"


def _judge(points: Sequence[SweptPoint]) -> tuple[Outcome, str]:
    kept = [p for p in points if not p.disorder]
    full = [p for p in kept if p.estimate(over_floor).value <= FULL]
    wrong = [f"{p.label} ({p.disorder} packets)" for p in points if p.disorder]
    times = ", ".join(f"{p.label} {percent_over(p)}" for p in kept)
    into_pool = [p for p in points if p.rows[0].dispatch == "pool"]
    pool = any(p.disorder for p in into_pool if p.rows[0].mode == "oneway")
    held = not any(p.disorder for p in points if p not in into_pool)
    status: Outcome = "counterexample" if not held else "confirmed" if pool else "not seen"
    return status, (
        f"out of order: {', '.join(wrong) or 'none'}; over the floor of those in order: "
        f"{times or 'none'}; in order and within a tenth of it: "
        f"{', '.join(p.label for p in full) or 'none'}."
    )


SWEEP = Sweep("exp16", "messaging", _label, joined=False)

EXPERIMENT = Experiment(
    name="varied-work",
    alias="exp16",
    chapter="ours",
    order=16,
    title="Work that follows the data",
    repeats="section 4.2, where coders with dictionaries are what reorders",
    question="Which ways of messaging keep the order when a packet's work depends on its data?",
    prediction="Where several threads take up packets, a short one overtakes a long one: one-way "
    "calls into a pool lose the order thoroughly. A lane and two-way calls keep it; so does a "
    "parallel stage, where short packets wait behind a long one to be handed on.",
    method=f"{METHOD} Each packet holds random values out of 1 to 64; a coder with a growing "
    "dictionary (LZ78) parses it in each stage, and its work is the usual time (5 ms) times the "
    "phrases found over their usual number: from a seventh to 1.6 times of it. The floor is that "
    f"of the work there was. {NEAREST}.",
    threats=(
        *THREATS[:2],
        "A packet is as much work in each stage; where stages differ the longest decides.",
    ),
    answer=lambda evidence: SWEEP.findings(evidence, CLAIM, _judge),
    blocks=lambda evidence: SWEEP.blocks(evidence, [OVER, OUT_OF_ORDER]),
    runs=Pipeline(
        MODES["ordered"],
        points=(
            Point(mode="oneway"),
            Point(mode="oneway-worker"),
            Point(mode="twoway"),
            Point(mode="twoway-worker"),
            Point(mode="ordered", parallel=1),
            Point(mode="ordered", parallel=4),
        ),
        vary=True,
        needs="varied-work",
    ),
)
