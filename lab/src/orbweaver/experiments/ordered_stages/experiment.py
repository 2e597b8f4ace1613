# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: ordered one-way calls, processing and handing on overlapped."""

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.pipelines.about import LANE_THREATS, METHOD
from orbweaver.pipelines.findings import FULL_AND_ORDERED, findings, full_and_ordered
from orbweaver.pipelines.layout import pipeline_blocks
from orbweaver.pipelines.pipeline import Pipeline

EXPERIMENT = Experiment(
    name="ordered-stages",
    alias="exp7",
    chapter="ours",
    order=7,
    title="Ordered one-way calls",
    question="Can one-way calls be as fast as they are and keep the order of two-way calls?",
    prediction="Yes: each object's requests wait in one bounded lane and are served in turn, so "
    "nothing can overtake, and the sender waits for nothing but room.",
    method=f"{METHOD} Calls are one-way into a lane; one thread of a stage works while another "
    "hands on.",
    threats=LANE_THREATS,
    answer=lambda evidence: findings(evidence, "exp7", FULL_AND_ORDERED, full_and_ordered),
    blocks=lambda evidence: pipeline_blocks(evidence, "exp7"),
    runs=Pipeline(MODES["ordered"], parallel=1, needs="ordered-lanes"),
)
