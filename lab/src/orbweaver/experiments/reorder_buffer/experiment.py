# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: reorder buffers with a skip time (paper 1, section 5.1)."""

from collections.abc import Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.model.schema import Row
from orbweaver.page.claim import Claim, Outcome
from orbweaver.page.numbers import ms
from orbweaver.pipelines.about import METHOD, OURS_THREATS
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import Point
from orbweaver.pipelines.sweep import (
    AGE,
    LOST,
    Sweep,
    SweptPoint,
    at_worst,
    in_all,
)

CLAIM = Claim(
    "A buffer that waits as long as a packet can be late gives none up",
    "the longest skip time gives up no packet in any repetition, the shortest at least one; "
    "contradicted if the longest gives some up in every repetition; undecided if in a few, as a "
    "stall does it, or if nothing was overtaken",
)


def _label(row: Row) -> str:
    return "no buffer" if row.skip_ms is None else f"{row.skip_ms:g} ms"


def _judge(points: Sequence[SweptPoint]) -> tuple[Outcome, str]:
    bare = [p for p in points if p.rows[0].skip_ms is None]
    buffers = sorted((p for p in points if p not in bare), key=lambda p: p.rows[0].skip_ms or 0)
    given_up = ", ".join(f"{p.label} {p.lost}" for p in buffers)
    enough = next((p for p in buffers if not p.lost), None)
    least = "none was long enough" if enough is None else f"{enough.label} was enough"
    ages = ", ".join(f"{p.label} {ms(p.age_ms)} ms" for p in points)
    text = (
        f"without a buffer {sum(p.overtaken for p in bare)} packets were overtaken"
        f"{at_worst(points)}; given up{in_all(points)}, by skip time: {given_up}; {least}; age of "
        f"a packet at the last stage, 99th percentile: {ages}."
    )
    return _status(bare, buffers), text


def _status(bare: Sequence[SweptPoint], buffers: Sequence[SweptPoint]) -> Outcome:
    """As predicted: the longest skip time loses nothing, the shortest one does."""
    if not buffers or not any(p.overtaken for p in bare):
        return "undecided"
    if buffers[-1].lost:
        entry = all(row.lost for row in buffers[-1].rows)
        return "contradicted" if entry else "undecided"
    return "confirmed" if buffers[0].lost else "not seen"


SWEEP = Sweep("exp18", "skip time", _label, joined=False, gaps_count=False, losses_expected=True)

EXPERIMENT = Experiment(
    name="reorder-buffer",
    alias="exp18",
    chapter="ours",
    order=18,
    title="A reorder buffer, and how long it waits",
    repeats="section 5.1, the application's own remedy for one-way calls",
    question="How long must a buffer that puts packets in order wait for a missing one?",
    prediction="As long as a packet can be late: by what the longest takes more than the shortest, "
    "less the time between them, 1.5 ms here. 4 ms are enough; without a wait, packets that are "
    "only late are given up.",
    method=f"{METHOD} Calls are one-way. The first stage works on packets in several threads of "
    "the ORB, with the work of varied-work (exp16), so that they leave it in another "
    "order; the stages "
    "behind it put them in order by their numbers and work on one at a time. The producer sends a "
    "packet each 6 ms, so that queues are short: a full queue hides what comes late.",
    threats=(
        *OURS_THREATS,
        "A stall of the machine makes a packet later than its work does: then even the longest "
        "skip time gives some up.",
    ),
    answer=lambda evidence: SWEEP.findings(evidence, CLAIM, _judge),
    blocks=lambda evidence: SWEEP.blocks(evidence, [LOST, AGE]),
    runs=Pipeline(
        MODES["oneway"],
        pace_ms=6,
        points=(Point(), *(Point(skip_ms=skip) for skip in (0, 1, 4, 16))),
        vary=True,
        needs="reorder-buffers",
    ),
)
