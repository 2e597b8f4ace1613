# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: datagrams over links that lose and delay them."""

from collections.abc import Sequence

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.model.schema import Row
from orbweaver.page.claim import Claim, Outcome
from orbweaver.page.numbers import ms
from orbweaver.pipelines.about import METHOD, OURS_THREATS
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import DELAY_MS, Link, Point
from orbweaver.pipelines.sweep import (
    AGE,
    LOST,
    Sweep,
    SweptPoint,
    in_all,
)

CLAIM = Claim(
    "Each packet that a link loses is missed, no other, and none is overtaken",
    "the counts agree exactly in every repetition, but where the wait is shorter than the "
    "delay; an overtaken packet, or fewer missed than lost, contradicts",
)


def _label(row: Row) -> str:
    words = f"{row.link_loses_percent:g} %"
    if row.link_delays_percent:
        words += f", late {row.link_delays_percent:g} %, wait {row.skip_ms:g} ms"
    return words


def _judge(points: Sequence[SweptPoint]) -> tuple[Outcome, str]:
    counts = "; ".join(f"{p.label}: {p.lost} ({p.link_lost})" for p in points)
    ages = "; ".join(f"{p.label}: {ms(p.age_ms)} ms" for p in points)
    overtaken = sum(p.overtaken for p in points)
    order = f"{overtaken} packets were overtaken" if overtaken else "none was overtaken"
    text = (
        f"packets that stages missed (and links lost){in_all(points)}, by what each link loses: "
        f"{counts}; {order}. Age of a packet at the last stage, 99th percentile: {ages}."
    )
    status, why = _status(points)
    return status, text + why


def _status(points: Sequence[SweptPoint]) -> tuple[Outcome, str]:
    hasty = [p for p in points if _waits_too_little(p)]
    patient = [p for p in points if p not in hasty]
    if any(p.overtaken for p in points) or any(p.lost < p.link_lost for p in points):
        return "counterexample", ""
    if any(p.lost > p.link_lost for p in patient):
        return "undecided", (
            " More was missed than the links lost: a socket was full, or something stalled for "
            "longer than the ORB waits."
        )
    if any(p.link_delayed and p.lost == p.link_lost for p in hasty):
        return "counterexample", " A wait shorter than the delay lost nothing."
    return "confirmed", ""


def _waits_too_little(point: SweptPoint) -> bool:
    row = point.rows[0]
    return bool(row.link_delays_percent) and (row.skip_ms or 0) < DELAY_MS


SWEEP = Sweep(
    "exp19", "each link loses", _label, joined=False, gaps_count=False, losses_expected=True
)

EXPERIMENT = Experiment(
    name="lossy-link",
    alias="exp19",
    chapter="ours",
    order=19,
    title="Datagrams, and links that lose them",
    question="If packets travel as datagrams, is what links lose counted, and does the rest come "
    "in order and in time?",
    prediction="Each packet that a link loses is missed by the stage behind it, no other, and none "
    "is overtaken. Those behind a gap wait as long as the ORB waits for a missing request "
    "(-ORBorderWait): less than a datagram is late by makes a loss of it, more costs time with "
    "each loss.",
    method=f"{METHOD} Calls are one-way, as datagrams (-ORBtransport udp), a packet each 8 ms. "
    "Between each two components a link loses datagrams, or passes them on 10 ms late, by a seed, "
    "the same ones in each repetition. Where none is late the ORB waits 20 ms for a missing one. "
    "The end is announced by a call that the ORB keeps behind all packets.",
    threats=(
        *OURS_THREATS,
        "The links are a program on this machine: it costs a copy and a wake-up for each packet.",
        "Datagrams know no back-pressure: what a full socket drops is missed too.",
        "The floor is that of the whole schedule: if the last packets are lost a run ends sooner.",
    ),
    answer=lambda evidence: SWEEP.findings(evidence, CLAIM, _judge),
    blocks=lambda evidence: SWEEP.blocks(evidence, [LOST, AGE]),
    runs=Pipeline(
        MODES["ordered"],
        pace_ms=8,
        points=(
            *(Point(link=Link(loses), skip_ms=20) for loses in (0, 1, 5)),
            *(Point(link=Link(1, delays=5), skip_ms=skip) for skip in (2, 20, 80)),
        ),
        needs="datagrams",
    ),
)
