# SPDX-License-Identifier: Apache-2.0
"""What processor time a call costs its client and its server at a rate, beside others."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from orbweaver.bench.bars import FULL, Effort, Row
from orbweaver.bench.beside import OMNIORB, open_beside
from orbweaver.bench.ratios import Spread, interleave, ratios, spread
from orbweaver.model.peer import LIMIT, OURS
from orbweaver.problems import JobFailed, Problem
from orbweaver.run.pair import Message, Pair, Pinning, Place
from orbweaver.run.peer_programs import missing_bench
from orbweaver.run.processor_time import processor_seconds

RATES = (100, 1_000, 10_000)
"""Calls in a second."""
BAR_RATE, BAR_TRANSPORTS, MOST = 1_000, ("tcp", "unix"), 1.1
SECONDS = 5.0
"""Of a block in a full run."""
REPETITIONS = 5
WARM_UP = 50


@dataclass(frozen=True)
class Cost:
    """A call of one peer at a rate; microseconds."""

    peer: str
    transport: str
    rate: int
    pinning: str
    client_us: Spread
    server_us: Spread
    both_us: tuple[float, ...]
    """client and server together, block by block"""

    @property
    def share_of_core(self) -> float:
        """Of one processor, both sides together."""
        return spread(self.both_us).median * self.rate / 1e6


@dataclass(frozen=True)
class _Block:
    client_us: float
    server_us: float


def measure_cost(
    place: Place, rate: int, effort: Effort, others: Sequence[str] = (LIMIT, OMNIORB)
) -> list[Cost]:
    """Of ours and of those of `others` that are there, in turns; raises Problem."""
    with ExitStack() as stack:
        pairs = open_beside(stack, place, others)
        seconds = SECONDS * effort.share
        blocks = [_block(pair, rate, seconds) for pair in pairs]
        results = interleave(blocks, _repetitions(effort))
    return [_cost(pair.peer, place, rate, found)
            for pair, found in zip(pairs, results, strict=True)]  # fmt: skip


def bars_of(costs: Sequence[Cost]) -> Iterator[Row]:
    """The bar: ours over raw sockets that block, at a thousand calls a second."""
    by_kind = {(one.peer, one.transport, one.rate, one.pinning): one for one in costs}
    for (peer, transport, rate, pinning), ours in by_kind.items():
        limit = by_kind.get((LIMIT, transport, rate, pinning))
        if peer != OURS or rate != BAR_RATE or transport not in BAR_TRANSPORTS or limit is None:
            continue
        own, raw = spread(ours.both_us), spread(limit.both_us)
        yield Row(name_of_bar(transport), pinning, "at most", MOST,
                  spread(ratios(ours.both_us, limit.both_us)), "us", own, raw, LIMIT)  # fmt: skip


def name_of_bar(transport: str) -> str:
    """Of the row in a table of bars."""
    return f"processor time of a call, {BAR_RATE:,} a second, {transport}"


def measure_bar(transport: str, pinning: Pinning, effort: Effort, bin_folder: Path | None) -> Row:
    """One bar by itself; what cannot be measured is a missed one with its reason."""
    absent = missing_bench(LIMIT, bin_folder)
    reason = f"the peer {absent.peer} is missing: {absent.reason}" if absent else ""
    try:
        if not reason:
            place = Place(transport, pinning, bin_folder)
            costs = measure_cost(place, BAR_RATE, effort, [LIMIT])
            return next(bars_of(costs))
    except Problem as problem:
        reason = str(problem)
    return Row(name_of_bar(transport), pinning.name, "at most", MOST, reason=reason)


def _repetitions(effort: Effort) -> int:
    return REPETITIONS if effort is FULL else 3


def _block(pair: Pair, rate: int, seconds: float) -> Callable[[], _Block]:
    calls = max(int(rate * seconds), 1)
    null_call = Message("twoway", every_us=1_000_000 // rate)

    def run() -> _Block:
        _ = pair.ask(null_call, WARM_UP)
        client, server = (processor_seconds(one.pid) for one in (pair.client, pair.server))
        _ = pair.ask(null_call, calls)
        client = processor_seconds(pair.client.pid) - client
        server = processor_seconds(pair.server.pid) - server
        if client <= 0 or server <= 0:
            raise JobFailed("the kernel reports no processor time: /proc/PID/task/*/schedstat")
        return _Block(client / calls * 1e6, server / calls * 1e6)

    return run


def _cost(peer: str, place: Place, rate: int, blocks: Sequence[_Block]) -> Cost:
    return Cost(peer, place.transport, rate, place.pinning.name,
                spread([one.client_us for one in blocks]),
                spread([one.server_us for one in blocks]),
                tuple(one.client_us + one.server_us for one in blocks))  # fmt: skip
