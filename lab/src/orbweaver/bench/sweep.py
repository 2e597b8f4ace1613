# SPDX-License-Identifier: Apache-2.0
"""The sweep: every peer over every transport at every size, blocks of all interleaved."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from orbweaver.bench.ratios import Spread, interleave, ratios, spread
from orbweaver.model.peer import LIMIT, OURS, peers
from orbweaver.problems import Problem
from orbweaver.run.answer import Measured
from orbweaver.run.bench_program import Refused
from orbweaver.run.giop import key_bytes
from orbweaver.run.pair import Message, Pair, Pinning, Place, open_pair
from orbweaver.run.peer_programs import missing_bench

CASES = ("twoway", "oneway", "delivery")
SIZES = (0, 64, 1 << 10, 8 << 10, 64 << 10, 512 << 10, 4 << 20, 32 << 20)
QUICK_SIZES = (0, 8 << 10, 1 << 20)
PROBE = 20
FEWEST, MOST = 5, 20_000
SMALLEST_DELIVERY = 64


@dataclass(frozen=True)
class Contestant:
    """A peer over a transport."""

    peer: str
    transport: str
    options: tuple[str, ...] = ()
    note: str = ""

    @property
    def name(self) -> str:
        """In words."""
        return f"{self.peer} {self.transport}" + (f" {self.note}" if self.note else "")


@dataclass(frozen=True)
class Point:
    """One contestant at one size in one pinning."""

    contestant: str
    peer: str
    transport: str
    pinning: str
    case: str
    bytes: int
    ns: Spread | None = None
    """of one message: the median of a block; a stream's is what each took on average"""
    per_second: Spread | None = None
    to_raw: Spread | None = None
    """its time over that of `raw` on the same transport, block by block"""
    reason: str = ""


@dataclass(frozen=True)
class Plan:
    """What to sweep."""

    sizes: Sequence[int]
    repetitions: int
    block_seconds: float


FULL = Plan(SIZES, 11, 0.025)
QUICK = Plan(QUICK_SIZES, 7, 0.01)


def contestants() -> list[Contestant]:
    """All of them; `raw` first."""
    # The limit first: the others' ratios are to it.
    every = sorted(peers().values(), key=lambda peer: peer.name != LIMIT)
    found = [Contestant(peer.name, way) for peer in every for way in peer.transports]
    found.append(Contestant(OURS, "unix", ("--sync", "none"), "SYNC_NONE"))
    return found


def sweep(
    plan: Plan, pinning: Pinning, bin_folder: Path | None, show: Callable[[str], None]
) -> Iterator[Point]:
    """Measure all in one pinning; a peer that cannot take part has a point that says so."""
    with ExitStack() as stack:
        pairs: dict[Contestant, Pair] = {}
        for one in contestants():
            polls = one.transport in peers()[one.peer].polls
            if polls and pinning.client == pinning.server:
                continue
            opened = _opened(one, pinning, bin_folder)
            if isinstance(opened, Pair):
                pairs[one] = stack.enter_context(opened)
            elif not missing_bench(one.peer, bin_folder):
                yield Point(one.name, one.peer, one.transport, pinning.name, "", 0, reason=opened)
        _align_raw(pairs)
        for case in CASES:
            for size in plan.sizes:
                show(f"{case} of {size} B, {pinning.name}")
                yield from _points(case, size, plan, pinning, pairs)


def _opened(one: Contestant, pinning: Pinning, bin_folder: Path | None) -> Pair | str:
    try:
        return open_pair(one.peer, Place(one.transport, pinning, bin_folder, one.options))
    except Problem as problem:
        return str(problem)


def _align_raw(pairs: dict[Contestant, Pair]) -> None:
    """`raw` over sockets carries what a message of Orbweaver has on the wire."""
    sizes = [key_bytes(pair.server.reference) for pair in pairs.values() if pair.peer == OURS]
    for one, pair in pairs.items():
        if one.peer == LIMIT and one.transport != "shm" and sizes:
            pair.key_bytes = sizes[0]


def message_of(case: str, size: int) -> Message:
    """A message that carries a time cannot be empty."""
    return Message(case, max(size, SMALLEST_DELIVERY) if case == "delivery" else size)


def takes_part(one: Contestant, case: str) -> bool:
    """Whether the contestant has anything to say about the case."""
    if case not in peers()[one.peer].cases:
        return False
    if one.options and case != "oneway":
        return False
    if one.peer == LIMIT and one.transport == "shm":
        return case != "oneway"
    return case != "delivery" or one.transport == "shm" or one.peer == OURS


class _Block:
    """One contestant's blocks at one size; a refusal ends its part, not the sweep."""

    def __init__(self, pair: Pair, message: Message, seconds: float) -> None:
        self.reason = ""
        self._pair = pair
        self._message = message
        self._calls = 0
        self._calls = self._enough(seconds)

    def __call__(self) -> Measured | None:
        return self._ask(self._calls, max(self._calls // 10, 1))

    def _enough(self, seconds: float) -> int:
        """As many calls as take about so long, by what a first look says."""
        probe = PROBE if self._message.bytes < 1 << 20 else 3
        self._ask(probe)
        looked = self._ask(probe)
        rate = looked.per_second if looked else 0
        return min(max(int(rate * seconds), FEWEST), MOST)

    def _ask(self, calls: int, warm_up: int = 0) -> Measured | None:
        if self.reason:
            return None
        try:
            return self._pair.ask(self._message, calls, warm_up)
        except Refused as refusal:
            self.reason = str(refusal)
            return None


def _points(
    case: str, size: int, plan: Plan, pinning: Pinning, pairs: dict[Contestant, Pair]
) -> Iterator[Point]:
    message = message_of(case, size)
    ones = [one for one in pairs if takes_part(one, case)]
    blocks = [_Block(pairs[one], message, plan.block_seconds) for one in ones]
    results = interleave(blocks, plan.repetitions)
    whole = {
        one: [m for m in found if m]
        for one, block, found in zip(ones, blocks, results, strict=True)
        if not block.reason
    }
    for one, block in zip(ones, blocks, strict=True):
        place = (one.name, one.peer, one.transport, pinning.name, case, message.bytes)
        if block.reason:
            yield Point(*place, reason=block.reason)
        else:
            raw = whole.get(Contestant(LIMIT, one.transport))
            yield Point(
                *place,
                spread(_times(whole[one])),
                spread([m.per_second for m in whole[one]]),
                spread(ratios(_times(whole[one]), _times(raw))) if raw else None,
            )


def _times(found: Sequence[Measured]) -> list[float]:
    return [m.ns.p50 if m.ns else 1e9 / m.per_second for m in found]
