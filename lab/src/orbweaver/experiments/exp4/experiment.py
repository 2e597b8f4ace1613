# SPDX-License-Identifier: Apache-2.0
"""Paper 1, experiment 4: one-way calls, worker threads, paced."""

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.pipelines.about import METHOD, THREATS
from orbweaver.pipelines.findings import KEEPS_ORDER, findings, keeps_order
from orbweaver.pipelines.layout import pipeline_blocks
from orbweaver.pipelines.pipeline import Pipeline

EXPERIMENT = Experiment(
    name="exp4",
    chapter="messaging",
    order=4,
    title="One-way calls with worker threads, paced",
    repeats="tables 8 and 9",
    question="Do pacing and a worker thread together keep packets in order?",
    prediction="None changes places, as in the paper; but nothing guarantees it: two packets that "
    "a stall puts close together may.",
    method=f"{METHOD} As exp3, with one packet on a fixed schedule each 5 ms.",
    threats=THREATS[:3],
    answer=lambda evidence: findings(evidence, "exp4", KEEPS_ORDER, keeps_order),
    blocks=lambda evidence: pipeline_blocks(evidence, "exp4"),
    tables=(8, 9),
    runs=Pipeline(MODES["oneway-worker"], pace_ms=5),
)
