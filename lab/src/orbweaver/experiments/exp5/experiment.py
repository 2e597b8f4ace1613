# SPDX-License-Identifier: Apache-2.0
"""Paper 1, experiment 5: two-way calls on the processing path."""

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.pipelines.about import METHOD, THREATS
from orbweaver.pipelines.findings import EMPTY_PIPELINE, empty_pipeline, findings
from orbweaver.pipelines.layout import pipeline_blocks
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.sequence import sequence

EXPERIMENT = Experiment(
    name="exp5",
    chapter="messaging",
    order=5,
    title="Two-way calls: the empty pipeline",
    repeats="tables 10 and 11, figures 6, 13 and 14",
    question="What does it cost to wait for the answer while a packet is worked on?",
    prediction="Order is kept, but each packet goes through alone: as many times the floor as "
    "there are stages. On one processor that computes, nothing is lost, since only one can "
    "work anyhow.",
    method=f"{METHOD} Calls are two-way; a stage works and hands on before it replies.",
    threats=THREATS,
    answer=lambda evidence: findings(evidence, "exp5", EMPTY_PIPELINE, empty_pipeline),
    blocks=lambda evidence: pipeline_blocks(
        evidence, "exp5", sequence(evidence, "exp5", "Figure 6, the sequence of two-way calls")
    ),
    tables=(10, 11),
    figures=(13, 14),
    runs=Pipeline(MODES["twoway"]),
)
