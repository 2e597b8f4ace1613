# SPDX-License-Identifier: Apache-2.0
"""How late the latest calls are: 1,000 calls a second, beside others and beside cyclictest."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from orbweaver.bench.bars import FULL, Effort, Row
from orbweaver.bench.beside import OMNIORB, open_beside
from orbweaver.bench.ratios import interleave, ratios, spread
from orbweaver.model.events import Summary
from orbweaver.model.peer import LIMIT, OURS
from orbweaver.problems import JobFailed, Problem
from orbweaver.run.cyclictest import cyclictest_missing, longest_wakeup_us
from orbweaver.run.pair import Message, Pair, Pinning, Place
from orbweaver.run.peer_programs import missing_bench
from orbweaver.run.stress import Load, stress_missing, under

Scheduler = Literal["other", "fifo"]

CYCLICTEST = "cyclictest"
BAR_TRANSPORTS = ("tcp", "unix")
EVERY_US = 1000
PRIORITY = 50
SECONDS, BLOCKS = 10, 6
"""A minute of each program in a full run."""
QUICK_SECONDS, QUICK_BLOCKS = 2, 3
WARM_UP = 50
P999_MOST, LATER_US = 1.2, 50.0


@dataclass(frozen=True)
class Condition:
    """Under which calls are made."""

    load: Load
    scheduler: Scheduler

    @property
    def words(self) -> str:
        """As tables show it."""
        return f"{self.load}, SCHED_{self.scheduler.upper()}"


CONDITIONS = (Condition("idle", "other"), Condition("idle", "fifo"),
              Condition("busy", "other"), Condition("busy", "fifo"))  # fmt: skip
BAR_CONDITION = CONDITIONS[3]


@dataclass(frozen=True)
class Tail:
    """The calls of one peer under one condition; microseconds, a value for each block.

    Of cyclictest only `longest_us` has values.
    """

    peer: str
    transport: str
    pinning: str
    condition: Condition
    p50_us: tuple[float, ...]
    p99_us: tuple[float, ...]
    p999_us: tuple[float, ...]
    longest_us: tuple[float, ...]


def measure_tail(
    place: Place, condition: Condition, effort: Effort, others: Sequence[str] = (LIMIT, OMNIORB)
) -> list[Tail]:
    """Ours, each of `others` that is there and has this transport, and cyclictest, all in turns.

    Raises Problem if ours, cyclictest or the load cannot run.
    """
    _refuse_what_is_missing(condition)
    seconds, count = (SECONDS, BLOCKS) if effort is FULL else (QUICK_SECONDS, QUICK_BLOCKS)
    longest = (len(others) + 2) * (seconds + 2.0) * count + 60
    with ExitStack() as stack:
        pairs = open_beside(stack, _scheduled(place, condition), others)
        stack.enter_context(under(condition.load, longest))
        blocks = [_calls(pair, seconds) for pair in pairs]
        results = interleave([*blocks, _wakeups(place.pinning, condition, seconds)], count)
    names = [*(pair.peer for pair in pairs), CYCLICTEST]
    return [_tail(name, place, condition, found)
            for name, found in zip(names, results, strict=True)]  # fmt: skip


def bars_of(tails: Sequence[Tail]) -> Iterator[Row]:
    """The bars, of those that ran under load with SCHED_FIFO."""
    by_kind = {(one.peer, one.transport, one.pinning): one
               for one in tails if one.condition == BAR_CONDITION}  # fmt: skip
    for (peer, transport, pinning), ours in by_kind.items():
        if peer != OURS:
            continue
        raw = by_kind.get((LIMIT, transport, pinning))
        if raw is not None:
            yield Row(name_of_p999(transport), pinning, "at most", P999_MOST,
                      spread(ratios(ours.p999_us, raw.p999_us)), "us", spread(ours.p999_us),
                      spread(raw.p999_us), LIMIT)  # fmt: skip
        machine = by_kind.get((CYCLICTEST, transport, pinning))
        if machine is not None:
            yield _longest_bar(transport, pinning, ours, machine)


def _longest_bar(transport: str, pinning: str, ours: Tail, machine: Tail) -> Row:
    """One value: the longest of the whole run over the machine's longest and 50 µs."""
    own, limit = max(ours.longest_us), max(machine.longest_us) + LATER_US
    return Row(name_of_longest(transport), pinning, "at most", 1.0, spread([own / limit]), "us",
               spread([own]), spread([limit]), CYCLICTEST)  # fmt: skip


def name_of_p999(transport: str) -> str:
    """Of the row in a table of bars."""
    return f"late calls under load, SCHED_FIFO, {transport}: p99.9 ÷ raw's"


def name_of_longest(transport: str) -> str:
    """Of the row in a table of bars."""
    return (f"late calls under load, SCHED_FIFO, {transport}: longest ÷ (cyclictest's + "
            f"{LATER_US:g} µs)")  # fmt: skip


def measure_bars(
    transport: str, pinning: Pinning, effort: Effort, bin_folder: Path | None
) -> list[Row]:
    """Both bars of a transport; what cannot be measured is a missed one with its reason."""
    absent = missing_bench(LIMIT, bin_folder)
    reason = f"the peer {absent.peer} is missing: {absent.reason}" if absent else ""
    try:
        if not reason:
            place = Place(transport, pinning, bin_folder)
            return list(bars_of(measure_tail(place, BAR_CONDITION, effort, [LIMIT])))
    except Problem as problem:
        reason = str(problem)
    return [Row(name, pinning.name, "at most", most, reason=reason)
            for name, most in ((name_of_p999(transport), P999_MOST),
                               (name_of_longest(transport), 1.0))]  # fmt: skip


def _refuse_what_is_missing(condition: Condition) -> None:
    reason = cyclictest_missing() or (stress_missing() if condition.load == "busy" else None)
    if reason:
        raise JobFailed(reason)


def _scheduled(place: Place, condition: Condition) -> Place:
    options = ("--scheduler", condition.scheduler)
    if condition.scheduler == "fifo":
        options += ("--priority", str(PRIORITY))
    return replace(place, client_options=options, server_options=options)


def _calls(pair: Pair, seconds: int) -> Callable[[], Summary]:
    message = Message("twoway", every_us=EVERY_US)

    def run() -> Summary:
        measured = pair.ask(message, seconds * 1_000_000 // EVERY_US, WARM_UP)
        if measured.ns is None:
            raise JobFailed(f"{pair.client.name}: an answer without times of single calls")
        return measured.ns

    return run


def _wakeups(pinning: Pinning, condition: Condition, seconds: int) -> Callable[[], float]:
    return lambda: longest_wakeup_us(seconds, pinning.client or 0, condition.scheduler, PRIORITY)


def _tail(peer: str, place: Place, condition: Condition, found: Sequence[Summary | float]) -> Tail:
    times = [one for one in found if isinstance(one, Summary)]
    longest = [one.max / 1000 if isinstance(one, Summary) else one for one in found]
    return Tail(peer, place.transport, place.pinning.name, condition,
                tuple(one.p50 / 1000 for one in times), tuple(one.p99 / 1000 for one in times),
                tuple(one.p999 / 1000 for one in times), tuple(longest))  # fmt: skip
