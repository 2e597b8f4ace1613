# SPDX-License-Identifier: Apache-2.0
"""What the page says of packets that a deployed waveform sends, beside those of bench programs."""

from collections.abc import Sequence
from statistics import quantiles

from orbweaver.page.blocks import Block, Cell, Finding, Row, RowGroup, Table
from orbweaver.page.claim import Claim
from orbweaver.page.limit import Limit
from orbweaver.page.numbers import estimated, over, plain, times
from orbweaver.results.studies import StudyGroup, StudyPoint
from orbweaver.stats import Estimate, median_interval
from orbweaver.studies.packets.points import MARGIN, pick, places

SEEN = {"call_ratio_share": "until the call returns",
        "taken_ratio_share": "until the receiver has the packet"}  # fmt: skip
"""The ratios of a pair of blocks, and what they are about."""
WITHIN = Limit(MARGIN, 2 * MARGIN)
EQUAL = Claim(
    "Deployed by the core framework, packets take the time that they take without it",
    "the distance from 1 of the median over all pairs of blocks, deployed over undeployed, at each "
    f"rate: {WITHIN.words}",
)


def is_deployed(group: StudyGroup) -> bool:
    """Whether it was measured with --deployed."""
    return group.first.config.get("deployed") == "yes"


def ratios(group: StudyGroup, key: str, **where: int) -> list[float]:
    """Of all pairs of blocks there, of all repeats."""
    points = pick(group, sender="deployed", **where)
    return [value for point in points for value in point.values(key)]


def _rates(group: StudyGroup) -> list[int]:
    return [rate for rate in places([group], "link_mbit") if isinstance(rate, int)]


def _sizes(group: StudyGroup) -> list[int]:
    return sorted(size for size in places([group], "payload") if isinstance(size, int))


def _middle(group: StudyGroup, key: str, rate: int) -> Estimate:
    return median_interval(ratios(group, key, link_mbit=rate))


def findings(groups: Sequence[StudyGroup]) -> list[Finding]:
    """One for each group."""
    return [_finding(group) for group in groups]


def _finding(group: StudyGroup) -> Finding:
    middles = {(key, rate): _middle(group, key, rate) for key in SEEN for rate in _rates(group)}
    medians = "; ".join(
        f"{SEEN[key]}, {rate} Mb/s: {over(one.value)} ({over(one.low)} … {over(one.high)})"
        for (key, rate), one in middles.items()
    )
    outcome = WITHIN.judge([abs(one.value - 1) for one in middles.values()])
    return EQUAL.finding(
        outcome, group.label, f"The median of the pairs, and its interval: {medians}.", group
    )


def blocks(groups: Sequence[StudyGroup]) -> list[Block]:
    """Two tables for each group."""
    return [table for group in groups for table in (_by_rate(group), _by_size(group))]


def _by_rate(group: StudyGroup) -> Table:
    return Table(
        f"{group.label}: deployed over undeployed",
        ["median", "of ten pairs eight lie from", "to", "pairs"],
        [
            RowGroup(words, [Row(f"{rate} Mb/s", _spread(group, key, rate))
                             for rate in _rates(group)])
            for key, words in SEEN.items()
        ],
        note="A Resource on one node and a Device on another, deployed by a domain, and the bench "
        "programs send blocks in turns over the same link, with the same pinning. A ratio is the "
        "median of a block over that of the block beside it.",
    )  # fmt: skip


def _spread(group: StudyGroup, key: str, rate: int) -> list[Cell]:
    found = ratios(group, key, link_mbit=rate)
    tenths = quantiles(found, n=10, method="inclusive") if len(found) > 1 else found
    return [
        estimated(median_interval(found), times),
        plain(tenths[0], times),
        plain(tenths[-1], times),
        plain(len(found), "{:.0f}".format),
    ]


def _by_size(group: StudyGroup) -> Table:
    rates = _rates(group)
    return Table(
        f"{group.label}: time until the call returns, ms, and deployed over undeployed",
        [f"{rate} Mb/s{what}" for rate in rates for what in ("", ", deployed", ", ratio")],
        [RowGroup("", [
            Row(f"{size:,}", [cell for rate in rates for cell in _cells(group, rate, size)])
            for size in _sizes(group)
        ])],
        corner="bytes",
    )  # fmt: skip


def _cells(group: StudyGroup, rate: int, size: int) -> list[Cell]:
    where = {"link_mbit": rate, "payload": size}
    return [
        *(_median_ms(pick(group, sender=sender, **where)) for sender in ("own", "deployed")),
        estimated(median_interval(ratios(group, "call_ratio_share", **where)), times),
    ]


def _median_ms(points: Sequence[StudyPoint]) -> Cell:
    values = [value / 1000 for point in points for value in point.values("call_us", "p50")]
    return estimated(median_interval(values), "{:.3g}".format)
