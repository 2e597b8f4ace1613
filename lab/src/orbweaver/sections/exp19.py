"""Ours: datagrams over links that lose and displace them."""

from collections.abc import Sequence

from orbweaver.page.blocks import Status
from orbweaver.page.numbers import ms
from orbweaver.page.section import Section
from orbweaver.record.schema import Row
from orbweaver.sections.pipeline.about import METHOD, OURS_THREATS
from orbweaver.sections.pipeline.sweep import (
    AGE,
    LOST,
    Point,
    sweep_blocks,
    sweep_findings,
)


def _label(row: Row) -> str:
    words = f"{row.link_loses_percent:g} %"
    if row.link_displaces_percent:
        words += f", late {row.link_displaces_percent:g} %, wait {row.skip_ms:g} ms"
    return words


def _judge(points: Sequence[Point]) -> tuple[Status, str]:
    counts = "; ".join(f"{p.label}: {p.lost} ({p.link_lost})" for p in points)
    ages = "; ".join(f"{p.label}: {ms(p.age_ms)} ms" for p in points)
    displaced = any(p.overtaken for p in points)
    uncounted = any(p.lost < p.link_lost for p in points)
    order = "some packets were overtaken" if displaced else "none was overtaken"
    text = (
        f"packets that stages missed (and links lost), by what each link loses: {counts}; {order}. "
        f"Age of a packet at the last stage, 99th percentile: {ages}."
    )
    return ("contradicted" if displaced or uncounted else "confirmed"), text


SECTION = Section(
    name="exp19",
    chapter="ours",
    order=19,
    title="Datagrams, and links that lose them",
    question="If packets travel as datagrams, is what links lose counted, and does the rest come "
    "in order and in time?",
    prediction="Each packet that a link loses is missed by the stage behind it; none is overtaken. "
    "Those behind a gap wait as long as the ORB waits for a missing request (-ORBorderWait): less "
    "than a displaced datagram is late by turns it into a loss, more costs time with each loss.",
    method=f"{METHOD} Calls are one-way, as datagrams (-ORBtransport udp), a packet each 5 ms. "
    "Between each two components a link loses or displaces datagrams by a seed, the same ones in "
    "each repetition; a displaced one comes behind the next. Without displacement the ORB waits "
    "20 ms for a missing one.",
    threats=(
        *OURS_THREATS,
        "The links are a program on this machine: it costs a copy and a wake-up for each packet.",
        "Work takes as long as the pace: what a wait has cost is not made up for.",
        "Datagrams know no back-pressure: what a full socket drops is missed too.",
    ),
    answer=lambda evidence: sweep_findings(evidence, "exp19", _label, _judge, losses_expected=True),
    blocks=lambda evidence: sweep_blocks(
        evidence, "exp19", "each link loses", _label, [LOST, AGE], joined=False, gaps_count=False
    ),
)
