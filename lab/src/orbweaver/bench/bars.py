# SPDX-License-Identifier: Apache-2.0
"""The bars that design 7 sets, as ratios in one run: what each compares, and whether it is met."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from orbweaver.bench.ratios import Spread, interleave, ratios, spread
from orbweaver.model.peer import LIMIT, OURS
from orbweaver.problems import JobFailed, Problem
from orbweaver.run.answer import Measured
from orbweaver.run.giop import key_bytes
from orbweaver.run.pair import Message, Pair, Pinning, Place, open_pair
from orbweaver.run.peer_programs import missing_bench

Sense = Literal["at most", "at least"]
Quantity = Literal["p50_ns", "ns_each", "per_second"]
EIGHT_KIB, ONE_MIB = 8192, 1 << 20
ICEORYX2 = "iceoryx2"


@dataclass(frozen=True)
class Row:
    """One bar in one pinning: the ratio first, then what it is made of."""

    name: str
    pinning: str
    sense: Sense
    bar: float
    ratio: Spread | None = None
    unit: str = ""
    ours: Spread | None = None
    limit: Spread | None = None
    against: str = ""
    reason: str = ""
    """why there is no ratio, or what else broke the bar"""

    @property
    def ok(self) -> bool:
        """The median meets the bar, and nothing else is wrong."""
        if self.ratio is None or self.reason:
            return False
        if self.sense == "at most":
            return self.ratio.median <= self.bar
        return self.ratio.median >= self.bar


@dataclass(frozen=True)
class Effort:
    """How long to look: repetitions, and the size of each block."""

    repetitions: int
    share: float
    """of a block's calls"""

    def calls(self, most: int) -> int:
        """Calls in a block that has `most` in a full run."""
        return max(int(most * self.share), 1)


FULL = Effort(21, 1.0)
QUICK = Effort(7, 0.3)


@dataclass(frozen=True)
class Bar:
    """A bar that compares two programs: ours and what it is held against."""

    name: str
    message: Message
    transport: str
    sense: Sense
    bar: float
    calls: int
    quantity: Quantity = "p50_ns"
    against: str = LIMIT
    against_message: Message | None = None
    """if it is another one than ours"""
    options: tuple[str, ...] = ()
    """of our client"""
    both_options: tuple[str, ...] = ()
    """of our client and our server"""
    server_options: tuple[str, ...] = ()
    """of our server"""
    against_options: tuple[str, ...] = ()
    """of both programs that ours is held against"""
    batch: int = 1
    same_core: bool = True
    """also with both programs on one processor"""
    across_cores: bool = True
    """also with a processor for each"""
    peer: str = OURS
    """whose programs are held against the bar"""

    @property
    def unit(self) -> str:
        """Of the absolute values."""
        return "messages/s" if self.quantity == "per_second" else "ns"

    def runs(self, pinning: Pinning) -> bool:
        """Whether it is measured in this pinning."""
        return self.same_core if pinning.name == "same core" else self.across_cores


def _two_way() -> Iterator[Bar]:
    for transport in ("unix", "tcp"):
        yield Bar(f"two-way null call ÷ raw ping-pong, {transport}", Message("twoway"),
                  transport, "at most", 1.05, calls=1500)  # fmt: skip
    for transport in ("unix", "tcp"):
        yield Bar(f"two-way 8 KiB of doubles ÷ raw ping-pong, {transport}",
                  Message("twoway", EIGHT_KIB, "doubles"), transport, "at most", 1.05,
                  calls=800)  # fmt: skip


def _large() -> Iterator[Bar]:
    for transport in ("unix", "tcp"):
        yield Bar(f"two-way 1 MiB of octets ÷ raw ping-pong, {transport}",
                  Message("twoway", ONE_MIB), transport, "at most", 1.1, calls=60)  # fmt: skip


def _first_calls() -> Iterator[Bar]:
    for transport in ("unix", "tcp"):
        yield Bar(f"first call over a new connection ÷ omniORB's, {transport}", Message("first"),
                  transport, "at most", 1.0, calls=60, against="omniorb")  # fmt: skip


def _one_way() -> Iterator[Bar]:
    for words, message, calls in (
        ("null", Message("oneway"), 20_000),
        ("8 KiB", Message("oneway", EIGHT_KIB, "doubles"), 4_000),
    ):
        for transport in ("unix", "tcp"):
            yield Bar(f"one-way SYNC_WITH_TRANSPORT {words}: rate ÷ raw write stream, {transport}",
                      message, transport, "at least", 0.95, calls, "per_second")  # fmt: skip
    for transport in ("unix", "tcp"):
        yield Bar(f"one-way 1 MiB SYNC_NONE from a loan: rate ÷ SYNC_WITH_TRANSPORT, {transport}",
                  Message("loaned", ONE_MIB), transport, "at least", 1.0, 200, "per_second",
                  against=OURS, against_message=Message("oneway", ONE_MIB),
                  options=("--sync", "none"))  # fmt: skip
    yield Bar("one-way null SYNC_NONE: rate ÷ omniORB's one-way, unix", Message("oneway"), "unix",
              "at least", 5.0, 20_000, "per_second", against="omniorb",
              options=("--sync", "none"))  # fmt: skip


def _shared_memory() -> Iterator[Bar]:
    yield Bar("two-way null ÷ bare spinning ping-pong, shm", Message("twoway"), "shm", "at most",
              2.5, calls=20_000, batch=16, same_core=False)  # fmt: skip
    for words, options in (("", ()), (" with -ORBwaiting block", ("--waiting", "block"))):
        yield Bar(f"two-way null{words} ÷ raw futex ping-pong, shm", Message("twoway"), "shm",
                  "at most", 1.2, calls=3_000, batch=16, both_options=options,
                  against_message=Message("twoway-futex"))  # fmt: skip
    yield Bar("zero-copy delivery, 4 MiB ÷ 64 B, shm", Message("delivery", 4 << 20), "shm",
              "at most", 1.2, calls=300, against=OURS,
              against_message=Message("delivery", 64))  # fmt: skip


def _beside_iceoryx2() -> Iterator[Bar]:
    """Both sides poll, so each has its own processor. Payloads are lent, but for two-way calls."""
    yield Bar("delivery of 8 KiB ÷ iceoryx2's, shm", Message("delivery", EIGHT_KIB), "shm",
              "at most", 1.0, calls=2_000, against=ICEORYX2, same_core=False)  # fmt: skip
    yield Bar("time of a message in a stream of 8 KiB ÷ iceoryx2's, shm",
              Message("loaned", EIGHT_KIB), "shm", "at most", 1.0, calls=20_000,
              quantity="ns_each", against=ICEORYX2, against_message=Message("oneway", EIGHT_KIB),
              same_core=False)  # fmt: skip
    for words, size in (("64 B", 64), ("8 KiB", EIGHT_KIB)):
        yield Bar(f"two-way {words} ÷ iceoryx2's request and response, shm",
                  Message("twoway", size), "shm", "at most", 1.0, calls=20_000, against=ICEORYX2,
                  batch=16, same_core=False)  # fmt: skip


def program_bars() -> list[Bar]:
    """All bars that compare two running programs, in the order of the design's table."""
    return [*_two_way(), *_large(), *_first_calls(), *_one_way(), *_shared_memory(),
            *_beside_iceoryx2()]  # fmt: skip


def measure(bar: Bar, pinning: Pinning, effort: Effort, bin_folder: Path | None) -> Row:
    """Measure one bar; what cannot be measured is a missed bar with its reason."""
    row = Row(bar.name, pinning.name, bar.sense, bar.bar, unit=bar.unit, against=bar.against)
    absent = missing_bench(bar.against, bin_folder)
    if absent:
        return _missed(row, f"the peer {absent.peer} is missing: {absent.reason}")
    try:
        return _measured(bar, pinning, effort, bin_folder)
    except Problem as problem:
        return _missed(row, str(problem))


def _missed(row: Row, reason: str) -> Row:
    return Row(row.name, row.pinning, row.sense, row.bar, unit=row.unit, against=row.against,
               reason=reason)  # fmt: skip


def _measured(bar: Bar, pinning: Pinning, effort: Effort, bin_folder: Path | None) -> Row:
    place = Place(bar.transport, pinning, bin_folder, bar.options + bar.both_options,
                  bar.server_options + bar.both_options)  # fmt: skip
    plain = Place(bar.transport, pinning, bin_folder, bar.against_options, bar.against_options)
    with open_pair(bar.peer, place) as ours:
        if bar.against == bar.peer and place == plain:
            return _compared(bar, pinning, effort, ours, ours)
        size = (
            key_bytes(ours.server.reference)
            if bar.against == LIMIT and bar.transport != "shm"
            else 0
        )
        with open_pair(bar.against, plain, size) as limit:
            return _compared(bar, pinning, effort, ours, limit)


def _compared(bar: Bar, pinning: Pinning, effort: Effort, ours: Pair, limit: Pair) -> Row:
    calls = effort.calls(bar.calls)
    other = bar.against_message or bar.message

    def block(pair: Pair, message: Message) -> Callable[[], float]:
        return lambda: quantity(
            pair.ask(message, calls, warm_up=max(calls // 10, 1), batch=min(bar.batch, calls)),
            bar.quantity,
        )

    blocks = [block(limit, other), block(ours, bar.message)]
    for warm in blocks:
        warm()
    limits, own = interleave(blocks, effort.repetitions)
    return Row(bar.name, pinning.name, bar.sense, bar.bar, spread(ratios(own, limits)), bar.unit,
               spread(own), spread(limits), bar.against)  # fmt: skip


def quantity(measured: Measured, wanted: Quantity) -> float:
    """The number that a bar compares, out of a program's answer."""
    if wanted == "per_second":
        return measured.per_second
    if wanted == "ns_each":
        return measured.elapsed_ns / measured.calls
    if measured.ns is None:
        raise JobFailed(f"{measured.case}: an answer without times of single calls")
    return measured.ns.p50
