"""Call to data available in the processing thread, for each transport (paper 3, figures 4, 5)."""

from orbweaver.bench.peers import Place, open_pair, pinnings
from orbweaver.lab.execute import Settings
from orbweaver.lab.published import papers
from orbweaver.record.schema import StudyRow
from orbweaver.studies.pushing import (
    Amount,
    cpus_of,
    programs_missing,
    push,
    row_of,
    samples,
    transports_of,
)
from orbweaver.studies.study import Measurement, Progress, Study

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


STUDY = Study(
    name="latency",
    paper=3,
    figures=(4, 5),
    question="How long until the data of a call are available in the processing thread, and how "
    "much does it vary, for each transport?",
    orbs=("orbweaver", "omniorb", "jacorb", "tao", "raw"),
    check=programs_missing,
    measure=measure,
    seconds=55,
)
