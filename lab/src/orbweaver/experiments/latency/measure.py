# SPDX-License-Identifier: Apache-2.0
"""Call to data available in the processing thread, for each transport (paper 3, figures 4, 5)."""

from orbweaver.model.published import papers
from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.run.pair import Place, open_pair, pinnings
from orbweaver.studies.measurement import Measurement
from orbweaver.studies.packets.push import (
    Amount,
    cpus_of,
    push,
    row_of,
    samples,
    transports_of,
)

SETUP = papers().latency_profiling_ossie.setup
FULL = Amount(SETUP.samples, 18.0, keep=4000)
QUICK = Amount(5_000, 0.4, keep=1000)


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """Each transport, with both sides on one processor and on two."""
    amount = QUICK if settings.quick else FULL
    rows: list[StudyRow] = []
    for pinning in pinnings(cpus_of(settings)):
        for transport in transports_of(orb):
            progress(f"{transport}, {pinning.name}")
            with open_pair(orb, Place(transport, pinning, settings.bin)) as pair:
                found = push(pair, samples(SETUP.elements), amount)
            rows.append({"pinning": pinning.name, "transport": transport, **row_of(found)})
    return Measurement({"elements": SETUP.elements, "packets": amount.packets}, rows)
