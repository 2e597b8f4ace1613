# SPDX-License-Identifier: Apache-2.0
"""How fast data can pass, by the size of the block that a call carries."""

from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.run.pair import Pair
from orbweaver.studies.calls.measure import (
    Way,
    at_every_spot,
    message_of,
    timed,
)
from orbweaver.studies.measurement import Measurement

BLOCKS = (1, 4, 16, 64, 256, 1024, 4096, 16384, 65536)
QUICK_BLOCKS = (1, 32, 1024, 32768)
SECONDS, QUICK_SECONDS = 0.2, 0.02
"""For each block at each place."""


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """A row for each size of a sequence of float."""
    seconds = QUICK_SECONDS if settings.quick else SECONDS
    blocks = QUICK_BLOCKS if settings.quick else BLOCKS

    def every_block(pair: Pair, way: Way, words: str) -> list[StudyRow]:
        progress(words)
        return [
            {"elements": size,
             **timed(pair, message_of("sequence", "floats", size), seconds, way.batch)}
            for size in blocks
        ]  # fmt: skip

    rows, refusals = at_every_spot(orb, settings, every_block)
    return Measurement({"type": "float", "seconds_for_each_block": seconds}, rows, refusals)
