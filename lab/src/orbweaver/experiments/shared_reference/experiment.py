# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: a client of several threads (paper 1, section 4.2: reordering at the client)."""

from collections.abc import Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.model.schema import Row
from orbweaver.page.claim import Claim, Outcome
from orbweaver.pipelines.about import LANES_THREATS, METHOD, NEAREST
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import Point
from orbweaver.pipelines.sweep import (
    CALL,
    OUT_OF_ORDER,
    Sweep,
    SweptPoint,
    at_worst,
)

CLAIM = Claim(
    "Threads that share a reference overtake each other, unless numbers and a buffer put "
    "packets in order",
    "confirmed if packets are out of order with one-way and with two-way calls; one out of "
    "order with a single thread or a buffer contradicts",
)


def _label(row: Row) -> str:
    words = f"{row.senders}"
    if row.mode.startswith("twoway"):
        words += f", {row.mode}"
    return words if row.skip_ms is None else f"{words}, buffer"


def _judge(points: Sequence[SweptPoint]) -> tuple[Outcome, str]:
    several = [p for p in points if p.rows[0].senders > 1]
    bare = [p for p in several if p.rows[0].skip_ms is None]
    twoway = [p for p in bare if p.rows[0].mode.startswith("twoway")]
    oneway = [p for p in bare if p not in twoway]
    sure = [p for p in points if p not in bare]
    entry = ", ".join(f"{p.label} ({p.disorder})" for p in points)
    text = f"packets out of order by threads of the producer{at_worst(points)}: {entry}."
    if any(p.disorder for p in sure):
        return "counterexample", text
    seen = [any(p.disorder for p in some) for some in (oneway, twoway)]
    if all(seen):
        return "confirmed", text
    unseen = " and ".join(
        name for name, was in zip(("with one-way calls", "with two-way calls"), seen, strict=True)
        if not was
    )  # fmt: skip
    return "not seen", f"{text} No packet changed places {unseen} here, which promises nothing."


SWEEP = Sweep("exp17", "threads of the producer", _label, joined=False)

EXPERIMENT = Experiment(
    name="shared-reference",
    alias="exp17",
    chapter="ours",
    order=17,
    title="A client of several threads",
    repeats="section 4.2, reordering at the client",
    question="How much order is lost when threads of the producer share a reference, and what "
    "brings it back?",
    prediction="Between taking a number and making the call a thread can be overtaken; no ORB can "
    "know of that, so neither lanes nor two-way calls help. An ORB that opens more connections "
    "when several threads call at once, as omniORB does, tears packets further apart: those of two "
    "connections race in the server too. Numbers and a buffer that puts packets in order help.",
    method=f"{METHOD} As ordered-stages (exp7); 1 to 8 threads of the producer take "
    "numbers from one counter and call through one reference; once with two-way calls and workers, "
    f"once with a reorder buffer of 1 s in each stage (ours alone). {NEAREST}.",
    threats=LANES_THREATS,
    answer=lambda evidence: SWEEP.findings(evidence, CLAIM, _judge),
    blocks=lambda evidence: SWEEP.blocks(evidence, [OUT_OF_ORDER, CALL]),
    runs=Pipeline(
        MODES["ordered"],
        parallel=1,
        points=(
            *(Point(senders=senders) for senders in (1, 2, 4, 8)),
            Point(senders=4, mode="twoway-worker", parallel=0),
            Point(senders=4, skip_ms=1000, parallel=0, needs="reorder-buffers"),
        ),
        needs="several-senders",
    ),
)
