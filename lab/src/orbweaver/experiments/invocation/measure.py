# SPDX-License-Identifier: Apache-2.0
"""What a call costs that carries nothing: over each transport, and within the process."""

from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.run.pair import Message, Pair
from orbweaver.studies.calls.measure import Way, at_every_spot, timed
from orbweaver.studies.measurement import Measurement

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
