# SPDX-License-Identifier: Apache-2.0
"""Paper 1, experiment 2: one-way calls, no worker thread, paced."""

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.pipelines.about import METHOD, THREATS
from orbweaver.pipelines.findings import PACING_HELPS, findings, pacing_helps
from orbweaver.pipelines.layout import pipeline_blocks
from orbweaver.pipelines.pipeline import Pipeline

EXPERIMENT = Experiment(
    name="exp2",
    chapter="messaging",
    order=2,
    title="One-way calls, paced",
    repeats="tables 4 and 5",
    question="Does a producer that waits between packets keep them in order?",
    prediction="Fewer packets change places than unpaced, but some still do, because nothing "
    "forbids it.",
    method=f"{METHOD} As exp1, with one packet on a fixed schedule each 5 ms.",
    threats=THREATS[:3],
    answer=lambda evidence: findings(evidence, "exp2", PACING_HELPS, pacing_helps),
    blocks=lambda evidence: pipeline_blocks(evidence, "exp2"),
    tables=(4, 5),
    runs=Pipeline(MODES["oneway"], pace_ms=5),
)
