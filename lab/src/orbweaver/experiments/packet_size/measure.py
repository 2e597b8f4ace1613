# SPDX-License-Identifier: Apache-2.0
"""Latency for sequences of 0 to 4096 elements, for each transport (paper 3, figure 6)."""

from orbweaver.model.peer import peers
from orbweaver.model.published import papers
from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.run.pair import Pinning, Place, open_pair, pinnings
from orbweaver.studies.measurement import Measurement
from orbweaver.studies.packets.push import (
    Amount,
    cpus_of,
    push,
    row_of,
    samples,
    transports_of,
)

FEWEST, MOST = papers().latency_profiling_ossie.sequence_lengths
STEP, QUICK_STEP = 256, 1024
FULL = Amount(10_000, 0.6)
QUICK = Amount(300, 0.1)


def lengths(orb: str, step: int) -> list[int]:
    """The lengths to try; not every peer can carry a packet of none."""
    return [n for n in range(FEWEST, MOST + 1, step) if n or peers()[orb].empty_packets]


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """Each length over each transport, with both sides on one processor and on two."""
    rows = [
        row
        for pinning in pinnings(cpus_of(settings))
        for transport in transports_of(orb)
        for row in _one_way(orb, settings, progress, Place(transport, pinning, settings.bin))
    ]
    amount = QUICK if settings.quick else FULL
    return Measurement({"packets": amount.packets, "most_elements": MOST}, rows)


def _one_way(orb: str, settings: Settings, progress: Progress, place: Place) -> list[StudyRow]:
    amount, step = (QUICK, QUICK_STEP) if settings.quick else (FULL, STEP)
    rows: list[StudyRow] = []
    with open_pair(orb, place) as pair:
        for elements in lengths(orb, step):
            progress(_words(place.transport, place.pinning, elements))
            found = push(pair, samples(elements), amount)
            rows.append({"pinning": place.pinning.name, "transport": place.transport,
                         "elements": elements, **row_of(found)})  # fmt: skip
    return rows


def _words(transport: str, pinning: Pinning, elements: int) -> str:
    return f"{transport}, {pinning.name}, {elements} elements"
