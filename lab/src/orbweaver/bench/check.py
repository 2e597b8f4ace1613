# SPDX-License-Identifier: Apache-2.0
"""Whether the harness adds anything: each peer's numbers beside those of a hand-written program.

A repetition starts all programs anew, so that what one start happens to lay into the caches is
noise here and no difference. The hand-written program runs twice in each: what it differs from
itself is what no difference is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from orbweaver.bench.by_hand import Case, measure_by_hand
from orbweaver.bench.ratios import Spread, interleave, spread
from orbweaver.model.peer import LIMIT, ROLES, peers, with_programs
from orbweaver.problems import JobFailed, Problem
from orbweaver.run.answer import Measured
from orbweaver.run.pair import (
    Message,
    Place,
    open_pair,
)
from orbweaver.run.peer_programs import Missing, missing_roles
from orbweaver.stats import Estimate, paired_ratio

T = TypeVar("T")

TRANSPORTS = ("unix", "tcp")
CONFIDENCE = 0.99
"""Of each interval: with seventy rows, 95 % would cry wolf three times in a run without a wolf."""
KEY_BYTES = 14
"""Of the object whose messages raw's are as long as; the hand-written raw has it built in."""
EIGHT_KIB = 8192
STREAM = 4
"""One-way messages for each call of the other cases, as the hand-written clients have it."""
MESSAGES = (
    Message("twoway"),
    Message("twoway", EIGHT_KIB, "doubles"),
    Message("oneway", EIGHT_KIB, "doubles"),
)
WORDS: Mapping[Case, str] = {
    ("twoway", 0): "two-way null",
    ("twoway", EIGHT_KIB): "two-way 8 KiB",
    ("oneway", EIGHT_KIB): "one-way 8 KiB",
}


@dataclass(frozen=True)
class Effort:
    """How long to look."""

    repetitions: int
    calls: int
    packets: int
    """through a pipeline"""


LITTLE = 0.03
"""Of a ratio."""
FULL = Effort(15, 2000, 3000)
QUICK = Effort(7, 500, 1000)


@dataclass(frozen=True)
class Comparison:
    """The harness's number, the hand-written program's, and what they differ by."""

    peer: str
    case: str
    transport: str
    pinning: str
    unit: str = ""
    harness: Spread | None = None
    by_hand: Spread | None = None
    ratio: Estimate | None = None
    """harness ÷ by hand, repetition by repetition"""
    itself: Estimate | None = None
    """by hand ÷ by hand, likewise"""
    reason: str = ""
    """why there is no ratio"""
    may_add_ns: float = 0
    """what the harness may add to each packet, of a rate, since it is nothing where it is used"""

    @property
    def unseen(self) -> float:
        """The largest difference that the interval leaves open."""
        return max(abs(self.ratio.low - 1), abs(self.ratio.high - 1)) if self.ratio else 0.0

    @property
    def is_within_noise(self) -> bool:
        """No difference is in the interval. Each repetition starts all programs anew, so what
        differs from start to start is in it."""
        return self.ratio is not None and self.ratio.low <= 1 <= self.ratio.high

    @property
    def is_little(self) -> bool:
        """A difference too small to act on."""
        return self.ratio is not None and abs(self.ratio.value - 1) <= LITTLE

    @property
    def added_ns(self) -> float:
        """By the harness to each packet, at most; 0 where it may add nothing."""
        if self.ratio is None or self.by_hand is None or not self.may_add_ns:
            return 0.0
        return (1 / self.ratio.low - 1) * 1e9 / self.by_hand.median

    @property
    def ok(self) -> bool:
        """The harness adds nothing that matters."""
        is_allowed = 0 < self.added_ns <= self.may_add_ns
        return self.is_within_noise or self.is_little or is_allowed

    @property
    def verdict(self) -> str:
        """In words."""
        if self.ratio is None:
            return "not measured"
        if self.is_within_noise:
            return "within noise"
        difference = f"differs by {100 * (self.ratio.value - 1):+.1f} %"
        if self.is_little:
            return f"{difference}, little"
        if self.ok:
            return f"adds {self.added_ns / 1000:.1f} µs a packet at most"
        return difference


def ways() -> list[tuple[str, str]]:
    """Peers and the transports over which both of their programs go."""
    return [
        (peer, way)
        for peer in with_programs("by-hand")
        for way in TRANSPORTS
        if way in peers()[peer].transports
    ]


def missing_for_check(peer: str, bin_folder: Path | None) -> Missing | None:
    """Why the peer cannot be checked; None if it can."""
    return missing_roles(peer, (*ROLES["bench"], *ROLES["by-hand"]), bin_folder)


def check_calls(peer: str, place: Place, effort: Effort) -> Iterator[Comparison]:
    """All cases of a peer over one transport in one pinning."""
    blocks = [
        lambda: _measure_by_harness(peer, place, effort.calls),
        lambda: measure_by_hand(peer, place, effort.calls),
        lambda: measure_by_hand(peer, place, effort.calls),
    ]
    reason, results = repeat(blocks, effort.repetitions)
    for message in MESSAGES:
        case = (message.case, message.bytes)
        unit = "ns" if message.case == "twoway" else "messages/s"
        row = Comparison(
            peer, WORDS[case], place.transport, place.pinning.name, unit, reason=reason
        )
        yield row if reason else compare(row, [[one[case] for one in result] for result in results])


def repeat(blocks: Sequence[Callable[[], T]], times: int) -> tuple[str, list[list[T]]]:
    """Let them take turns; a failure ends it with its reason."""
    try:
        return "", interleave(blocks, times)
    except Problem as problem:
        return str(problem), []


def compare(row: Comparison, values: Sequence[Sequence[float]]) -> Comparison:
    """Fill in the harness's values, the hand-written program's, and those of its second turn.

    The second list stands in the middle of each repetition, next to both others.
    """
    harness, by_hand, again = values
    return replace(
        row,
        harness=spread(harness),
        by_hand=spread(by_hand),
        ratio=paired_ratio(harness, by_hand, CONFIDENCE).ratio,
        itself=paired_ratio(again, by_hand, CONFIDENCE).ratio,
    )


def _measure_by_harness(peer: str, place: Place, calls: int) -> dict[Case, float]:
    with open_pair(peer, place, KEY_BYTES if peer == LIMIT else 0) as pair:
        found: dict[Case, float] = {}
        for message in MESSAGES:
            count = calls if message.case == "twoway" else STREAM * calls
            measured = pair.ask(message, count, warm_up=count // 10)
            found[message.case, message.bytes] = _number(measured)
    return found


def _number(measured: Measured) -> float:
    """As the bars and the sweep take it: the median call, or the rate of a stream."""
    if measured.case == "oneway":
        return measured.per_second
    if measured.ns is None:
        raise JobFailed(f"{measured.case}: an answer without times of single calls")
    return measured.ns.p50
