# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: all components in one process, in each messaging mode."""

from collections.abc import Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.model.schema import Row
from orbweaver.page.claim import Claim, Outcome
from orbweaver.pipelines.about import METHOD, OURS_THREATS
from orbweaver.pipelines.findings import FULL, FULL_TIMES
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import Point
from orbweaver.pipelines.sweep import (
    CALL,
    OVER,
    Sweep,
    SweptPoint,
    over_floor,
)

CLAIM = Claim(
    "Ordered one-way calls keep the pipeline full and its packets in order",
    f"their median time over the floor: {FULL_TIMES.words}; a packet of theirs out of order "
    "contradicts",
)


def _label(row: Row) -> str:
    return row.mode


def _judge(points: Sequence[SweptPoint]) -> tuple[Outcome, str]:
    full = [p for p in points if p.estimate(over_floor).value <= FULL]
    both = [p.label for p in full if not p.disorder]
    disordered = [f"{p.label} ({p.disorder} packets)" for p in points if p.disorder]
    empty = [f"{p.label} ({p.estimate(over_floor).value:.2f} times the floor)"
             for p in points if p not in full]  # fmt: skip
    parts = [
        f"full and ordered: {', '.join(both) or 'none'}",
        f"out of order: {', '.join(disordered) or 'none'}",
        f"empty: {', '.join(empty) or 'none'}",
    ]
    return _outcome(points), "; ".join(parts) + "."


def _outcome(points: Sequence[SweptPoint]) -> Outcome:
    ordered = next((p for p in points if p.label == "ordered"), None)
    if ordered is None:
        return "undecided"
    if ordered.disorder:
        return "counterexample"
    return FULL_TIMES.judge([ordered.estimate(over_floor).value])


SWEEP = Sweep("exp11", "messaging", _label, joined=False)

EXPERIMENT = Experiment(
    name="one-process-modes",
    alias="exp11",
    chapter="ours",
    order=11,
    title="One process, each messaging mode",
    question="Which messaging modes keep the pipeline full and its packets in order when all "
    "components share a process?",
    prediction="Ordered one-way calls do. Two-way calls without a worker are plain calls there and "
    "leave the pipeline empty; one-way calls into a pool may lose the order, as between processes.",
    method=f"{METHOD} All components in one process; one run for each mode.",
    threats=OURS_THREATS,
    answer=lambda evidence: SWEEP.findings(evidence, CLAIM, _judge),
    blocks=lambda evidence: SWEEP.blocks(evidence, [OVER, CALL]),
    runs=Pipeline(
        MODES["ordered"],
        processes="collocated",
        points=tuple(Point(mode=mode) for mode in MODES),
        needs="one-process",
    ),
)
