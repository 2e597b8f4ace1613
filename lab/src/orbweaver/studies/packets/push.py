# SPDX-License-Identifier: Apache-2.0
"""Packets pushed into a component's port: what the studies of papers 3 and 4 share."""

import os
from dataclasses import dataclass

from orbweaver.model.events import Summary
from orbweaver.model.peer import peers
from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.run.answer import Kept, Measured
from orbweaver.run.pair import Message, Pair
from orbweaver.run.peer_programs import missing_bench

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


def programs_missing(peer: str, settings: Settings) -> str | None:
    """Why a peer cannot take part: its programs are not there; and how to get them."""
    missing = missing_bench(peer, settings.bin)
    return missing.reason if missing else None


def cpus_of(settings: Settings) -> list[int]:
    """The processors that the programs may use."""
    return sorted(os.sched_getaffinity(0))[: settings.cores]


def transports_of(peer: str) -> tuple[str, ...]:
    """The ways over which a peer pushes packets."""
    about = peers()[peer]
    return about.packet_transports or about.transports


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
