# SPDX-License-Identifier: Apache-2.0
"""Calls of the bench programs (peers/CONTRACT.md) over each way that a peer has."""

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from orbweaver.model.peer import LIMIT, peers
from orbweaver.model.schema import StudyRow, StudyValue
from orbweaver.model.settings import Settings
from orbweaver.run.answer import Measured
from orbweaver.run.bench_program import Refused
from orbweaver.run.giop import BLOCK, ELEMENT_BYTES, Payload, Shape
from orbweaver.run.pair import (
    Message,
    Pair,
    Pinning,
    Place,
    open_pair,
    pinnings,
)
from orbweaver.run.peer_programs import missing_bench

OUR_KEY_BYTES = 18
"""Of an object key of Orbweaver: `raw` sends as many bytes as one of its messages has."""
ANY_CORE = Pinning("any core", None, None)
PROBE = 20
FEWEST, MOST = 50, 1_000_000


@dataclass(frozen=True)
class Way:
    """From caller to object: a transport, or within the caller's process."""

    name: str
    transport: str
    options: tuple[str, ...] = ()
    batch: int = 1
    """calls between two looks at the clock, where a look costs as much as a call"""


COLLOCATED = Way("collocated", "auto", ("--collocated",), batch=50)
MARSHALLED = Way("marshalled", "auto", ("--collocated", "--marshal"), batch=10)
WITHIN = {one.name: one for one in (COLLOCATED, MARSHALLED)}


def ways(peer: str) -> list[Way]:
    """Those that the peer has."""
    about = peers()[peer]
    outside = (Way(transport, transport) for transport in about.transports)
    return [*(WITHIN[name] for name in about.within), *outside]


def spots(peer: str, way: Way) -> list[Pinning]:
    """Where client and server run.

    A call that stays on its thread needs one processor; two sides that poll would measure the
    scheduler on one.
    """
    about = peers()[peer]
    pinned = pinnings(sorted(os.sched_getaffinity(0)))
    if way.name in about.on_one_thread:
        return pinned[:1]
    if way.name == MARSHALLED.name:
        return [pinned[0], ANY_CORE] if len(pinned) > 1 else pinned
    return pinned[1:] if way.transport in about.polls else pinned


def unavailable(peer: str, settings: Settings) -> str | None:
    """Why the peer's bench programs cannot run here, and how to get them."""
    missing = missing_bench(peer, settings.bin)
    return missing.reason if missing else None


@contextmanager
def opened(orb: str, way: Way, pinning: Pinning, bin_folder: Path | None) -> Generator[Pair]:
    """A server and a client of the peer; raises BadInput, Refused, JobFailed."""
    key_bytes = OUR_KEY_BYTES if orb == LIMIT else 0
    place = Place(way.transport, pinning, bin_folder, way.options)
    with open_pair(orb, place, key_bytes) as pair:
        yield pair


def at_every_spot(
    orb: str,
    settings: Settings,
    measure: Callable[[Pair, Way, str], Sequence[StudyRow]],
    chosen: Sequence[Way] | None = None,
) -> tuple[list[StudyRow], list[str]]:
    """Rows from each way and pinning, and a line for each that the peer refuses.

    `measure` gets the pair, the way and where it runs in words.
    """
    rows: list[StudyRow] = []
    refusals: list[str] = []
    for way in ways(orb) if chosen is None else chosen:
        for pinning in spots(orb, way):
            try:
                with opened(orb, way, pinning, settings.bin) as pair:
                    found = measure(pair, way, f"{way.name}, {pinning.name}")
            except Refused as refusal:
                refusals.append(f"{way.name}, {pinning.name}: {refusal}")
                continue
            rows += [{"way": way.name, "pinning": pinning.name, **row} for row in found]
    return rows, refusals


def timed(pair: Pair, message: Message, seconds: float, batch: int = 1) -> dict[str, StudyValue]:
    """What one call takes, from as many as take about so long."""
    looked = pair.ask(message, PROBE * batch, warm_up=PROBE, batch=batch)
    calls = min(max(int(looked.per_second * seconds), FEWEST * batch), MOST)
    return times(pair.ask(message, calls, warm_up=max(calls // 10, PROBE), batch=batch))


def times(measured: Measured) -> dict[str, StudyValue]:
    """A row's values: of each call, in nanoseconds, and the median in ticks of the counter."""
    assert measured.ns is not None
    row: dict[str, StudyValue] = {"call_ns": measured.ns.model_dump()}
    if measured.ghz:
        row |= {"call_cycles": measured.ns.p50 * measured.ghz, "counter_mhz": 1000 * measured.ghz}
    return row


def message_of(shape: Shape, payload: Payload, elements: int = BLOCK) -> Message:
    """A two-way call that carries so many elements; of a basic one there is one."""
    count = 1 if shape == "basic" else elements
    return Message("twoway", count * ELEMENT_BYTES[payload], payload, shape)
