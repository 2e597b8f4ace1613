"""Paper 2: the null call."""

from collections.abc import Iterator

from orbweaver.page.blocks import Block, Finding, Row, RowGroup, Table
from orbweaver.page.evidence import Evidence
from orbweaver.page.numbers import plain, times
from orbweaver.page.numbers import us as three_digits
from orbweaver.page.section import Section
from orbweaver.sections.profile.about import CLOCK_MHZ, PAPER, THREATS, TIMES, WAYS
from orbweaver.sections.profile.points import (
    Spot,
    by_pinning,
    cell,
    counter_words,
    median_cycles,
    median_ns,
    ratio,
)

NAME = "invocation"
FROM_FORMULA = PAPER.null_invocation_us * CLOCK_MHZ


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
    limit = next((one for one in others if one.orb == "raw" and one.way == spot.way), None)
    return ratio(median_ns(spot.point()), median_ns(limit.point())) if limit else None


def _answer(evidence: Evidence) -> Iterator[Finding]:
    for title, spots in by_pinning(evidence.study(NAME)):
        for spot in spots:
            over = _over_raw(spot, spots)
            if spot.orb == "raw" or over is None:
                continue
            share = 1 - 1 / over
            yield Finding(
                "confirmed" if over < 2 else "contradicted",
                f"{spot.name}, {title}",
                f"A null call takes {times(over)} times what the same bytes take without an ORB, "
                f"so {max(0.0, 100 * share):.0f} % of it is the ORB's own.",
            )


SECTION = Section(
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
)
