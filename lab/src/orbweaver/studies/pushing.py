"""Packets pushed into a component's port: what the studies of papers 3 and 4 share."""

import os
from dataclasses import dataclass

from orbweaver.bench.answer import Kept, Measured
from orbweaver.bench.peers import PEERS, Message, Pair, missing
from orbweaver.lab.execute import Settings
from orbweaver.record.schema import StudyRow
from orbweaver.run.events import Summary

BYTES_PER_ELEMENT = 4
"""Of `complexShort`: two bytes of I and two of Q."""
WARM_UP = 100
PROBE = 100


@dataclass(frozen=True)
class Amount:
    """How much to measure: so many packets, or fewer if they take longer than so many seconds."""

    packets: int
    seconds: float
    keep: int = 0


def programs_missing(orb: str, settings: Settings) -> str | None:
    """Why an ORB cannot take part: its programs are not there; with the mend."""
    lacks = missing(PEERS[orb], settings.bin)
    return lacks.reason if lacks else None


def cpus_of(settings: Settings) -> list[int]:
    """The processors that the programs may use."""
    return sorted(os.sched_getaffinity(0))[: settings.cores]


def transports_of(orb: str) -> tuple[str, ...]:
    """The ways over which an ORB pushes packets; shared memory alone has no port in `raw`."""
    return tuple(way for way in PEERS[orb].transports if (orb, way) != ("raw", "shm"))


def samples(elements: int) -> Message:
    """A packet of paper 3."""
    return Message("samples", elements * BYTES_PER_ELEMENT)


def push(pair: Pair, message: Message, amount: Amount) -> Measured:
    """Push as many packets as asked for, or as fit into the time."""
    probe = pair.ask(message, min(PROBE, amount.packets), warm_up=WARM_UP)
    fitting = max(int(amount.seconds * probe.per_second), min(PROBE, amount.packets))
    return pair.ask(message, min(amount.packets, fitting), keep=amount.keep)


def row_of(found: Measured) -> StudyRow:
    """What was measured, in microseconds."""
    assert found.ns
    assert found.taken_ns
    return {
        "packets_count": found.calls,
        "taken_us": summary_us(found.taken_ns),
        "call_us": summary_us(found.ns),
        **(_kept(found.kept) if found.kept else {}),
    }


def _kept(kept: Kept) -> StudyRow:
    return {
        "samples_us": [value / 1000 for value in kept.first_ns],
        "slowest_us": [value / 1000 for value in kept.slowest_ns],
        "kept_every_count": kept.every,
    }


def summary_us(ns: Summary) -> dict[str, float]:
    """A summary of nanoseconds in microseconds."""
    values = ns.model_dump()
    count = values.pop("count")
    return {"count": count, **{name: value / 1000 for name, value in values.items()}}
