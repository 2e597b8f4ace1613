"""Ours: each sync scope (paper 1, figures 1 to 4)."""

from collections.abc import Sequence

from orbweaver.page.blocks import Status
from orbweaver.page.numbers import us
from orbweaver.page.section import Section
from orbweaver.record.schema import Row
from orbweaver.sections.pipeline.about import LANES_THREATS, METHOD, NEAREST
from orbweaver.sections.pipeline.sweep import (
    CALL,
    OVER,
    Point,
    disorder_words,
    percent_over,
    sweep_blocks,
    sweep_findings,
)


def _label(row: Row) -> str:
    return row.sync


def _judge(points: Sequence[Point]) -> tuple[Status, str]:
    calls = [f"{p.label} {us(p.estimate(lambda row: row.send_us.p50).value)} µs" for p in points]
    over = [f"{p.label} {percent_over(p)}" for p in points]
    status: Status = "contradicted" if any(p.disorder for p in points) else "confirmed"
    return status, (
        f"{disorder_words(points)}; a call of the producer takes, median: {', '.join(calls)}; over "
        f"the floor: {', '.join(over)}."
    )


def _because(orb: str, points: Sequence[Point]) -> str:
    if orb == "jacorb" and any(p.disorder for p in points if p.label == "none"):
        return " JacORB gives each call of scope none a thread of its own, and these race."
    return ""


SECTION = Section(
    name="exp12",
    chapter="ours",
    order=12,
    title="What each sync scope costs",
    repeats="the scopes of figures 1 to 4",
    question="What does each promise of a one-way call cost: none, transport, server, target?",
    prediction="The more a call waits for, the longer it takes; order is the same with each, "
    "because the lane, or the connection, keeps it. The target's scope waits for "
    "the servant, which returns here as soon as the packet is queued.",
    method=f"{METHOD} As experiment 7, one run for each sync scope. {NEAREST}; omniORB has one "
    "scope alone.",
    threats=LANES_THREATS,
    answer=lambda evidence: sweep_findings(evidence, "exp12", _label, _judge, because=_because),
    blocks=lambda evidence: sweep_blocks(
        evidence, "exp12", "sync scope", _label, [OVER, CALL], joined=False
    ),
)
