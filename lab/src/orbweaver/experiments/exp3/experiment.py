# SPDX-License-Identifier: Apache-2.0
"""Paper 1, experiment 3: one-way calls, worker threads, unpaced."""

from collections.abc import Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.page.blocks import Finding
from orbweaver.page.evidence import Evidence
from orbweaver.pipelines.about import METHOD, THREATS
from orbweaver.pipelines.findings import REORDERS, findings, last_stamps, reorders
from orbweaver.pipelines.layout import pipeline_blocks
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.schedule import last_packet


def _answer(evidence: Evidence) -> Sequence[Finding]:
    return [
        *findings(evidence, "exp3", REORDERS, reorders),
        *last_stamps(evidence, "exp3", one_core=True),
    ]


EXPERIMENT = Experiment(
    name="exp3",
    chapter="messaging",
    order=3,
    title="One-way calls with worker threads, unpaced",
    repeats="tables 6 and 7, figures 11 and 12, the schedule under table 7",
    question="Does a worker thread in each stage keep packets in order?",
    prediction="It keeps the order in which they reached its queue; several threads of the ORB "
    "still fill that queue, so packets change places on the way in, at the first stage above all.",
    method=f"{METHOD} Calls are one-way; the servant queues the packet for its worker and returns.",
    threats=THREATS,
    answer=_answer,
    blocks=lambda evidence: pipeline_blocks(
        evidence, "exp3", last_packet(evidence, "exp3", "The fifteen steps under table 7")
    ),
    tables=(6, 7),
    figures=(11, 12),
    runs=Pipeline(MODES["oneway-worker"]),
)
