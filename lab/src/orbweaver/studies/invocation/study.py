"""What a call costs that carries nothing: over each transport, and within the process."""

from orbweaver.bench.peers import Message, Pair
from orbweaver.lab.execute import Settings
from orbweaver.record.schema import StudyRow
from orbweaver.studies.calls import LIMITS, ORBS, Way, at_every_spot, timed, unavailable
from orbweaver.studies.study import Measurement, Progress, Study

SECONDS, QUICK_SECONDS = 1.0, 0.1
"""At each place."""


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """One row for each way and pinning."""
    seconds = QUICK_SECONDS if settings.quick else SECONDS

    def null_call(pair: Pair, way: Way, words: str) -> list[StudyRow]:
        progress(words)
        return [timed(pair, Message("twoway"), seconds, way.batch)]

    rows, refusals = at_every_spot(orb, settings, null_call)
    return Measurement({"seconds_at_each_place": seconds}, rows, refusals)


STUDY = Study(
    name="invocation",
    paper=2,
    question="What does a call without arguments cost, in one process and between two?",
    orbs=(*ORBS, *LIMITS),
    check=unavailable,
    measure=measure,
    seconds=15,
)
