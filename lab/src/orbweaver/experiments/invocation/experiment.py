# SPDX-License-Identifier: Apache-2.0
"""Paper 2: the null call."""

from collections.abc import Iterator

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.invocation.measure import measure
from orbweaver.model.peer import LIMIT
from orbweaver.page.blocks import Block, Finding, Row, RowGroup, Table
from orbweaver.page.claim import Claim
from orbweaver.page.evidence import OURS, Evidence
from orbweaver.page.limit import less_than
from orbweaver.page.numbers import plain, times
from orbweaver.page.numbers import us as three_digits
from orbweaver.studies.calls.about import CLOCK_MHZ, PAPER, THREATS, TIMES, WAYS
from orbweaver.studies.calls.measure import unavailable
from orbweaver.studies.calls.points import (
    Spot,
    by_contestant,
    by_pinning,
    cell,
    counter_words,
    median_cycles,
    median_ns,
    ratio,
)
from orbweaver.studies.study import Study

NAME = "invocation"
LOOKS = (
    "Below one: it looks for the answer for a while before it sleeps, and raw sockets sleep at "
    "once, so that two wake-ups are saved."
)
FROM_FORMULA = PAPER.null_invocation_us * CLOCK_MHZ


LITTLE = less_than(2)
ADDS_LITTLE = Claim(
    "A call takes less than twice a bare exchange of its bytes",
    f"the medians' ratio on each way: {LITTLE.words}",
)


def _blocks(evidence: Evidence) -> list[Block]:
    groups = evidence.study(NAME)
    published = RowGroup(
        "Published",
        [Row(f"{PAPER.setup.orb}, {PAPER.setup.transport}",
             [plain(1000 * PAPER.null_invocation_us, three_digits), None, None,
              plain(FROM_FORMULA, three_digits)])],
    )  # fmt: skip
    measured = [
        RowGroup(f"Measured, {title}", [_row(spot, spots) for spot in spots])
        for title, spots in by_pinning(groups)
    ]
    return [
        Table(
            "A null call",
            ("median ns", "99 % ns", "÷ raw", "cycles"),
            [published, *measured],
            note="Published cycles: 10.4 µs at 720 MHz. ÷ raw: the same bytes over the same kind "
            f"of socket or memory without an ORB. {counter_words(groups)}",
        )
    ]


def _row(spot: Spot, others: list[Spot]) -> Row:
    point = spot.point()
    assert point is not None
    against = _over_raw(spot, others)
    return Row(
        spot.name,
        [cell(median_ns(point)), cell(point.estimate("call_ns", "p99")),
         plain(against, times) if against else None, cell(median_cycles(point))],
    )  # fmt: skip


def _over_raw(spot: Spot, others: list[Spot]) -> float | None:
    limit = next((one for one in others if one.orb == LIMIT and one.way == spot.way), None)
    return ratio(median_ns(spot.point()), median_ns(limit.point())) if limit else None


def _answer(evidence: Evidence) -> Iterator[Finding]:
    groups = evidence.study(NAME)
    everyone = dict(by_pinning(groups))
    for contestant, spots in by_contestant(groups):
        others = everyone[contestant.rpartition(", ")[2]]
        found = [(spot.way, over) for spot in spots if (over := _over_raw(spot, others))]
        if not found or spots[0].orb == LIMIT:
            continue
        words = ", ".join(f"{way} {times(over)}" for way, over in found)
        looks = spots[0].orb == OURS and any(over < 0.9 for _, over in found)
        yield ADDS_LITTLE.finding(
            LITTLE.judge([over for _, over in found]),
            contestant,
            f"A null call divided by the same bytes without an ORB: {words}."
            + (f" {LOOKS}" if looks else ""),
            [spot.group for spot in spots],
        )


EXPERIMENT = Experiment(
    name=NAME,
    chapter="marshalling",
    order=1,
    title="A call without arguments",
    repeats="the 10.4 µs of paper 2's results",
    question="What does a call without arguments cost, in one process and between two?",
    prediction="Most of a call between processes is the system's: two sends, two receives, two "
    "switches. The ORB adds less than that again, so a call takes less than twice a bare exchange "
    "of the same bytes; within the process it is a few function calls.",
    method=f"Calls of an empty method, one behind the other. {WAYS} {TIMES}",
    threats=THREATS,
    answer=lambda evidence: list(_answer(evidence)),
    blocks=_blocks,
    paper=2,
    runs=Study(
        needs="calls",
        check=unavailable,
        measure=measure,
        full_seconds=15,
    ),
)
