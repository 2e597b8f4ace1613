# SPDX-License-Identifier: Apache-2.0
"""Beyond paper 1: each sync scope (paper 1, figures 1 to 4)."""

from collections.abc import Sequence
from itertools import combinations

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.modes import MODES
from orbweaver.model.peer import peers
from orbweaver.model.schema import Row
from orbweaver.page.claim import Claim, Outcome
from orbweaver.page.numbers import us
from orbweaver.pipelines.about import LANES_THREATS, METHOD, NEAREST
from orbweaver.pipelines.pipeline import Pipeline
from orbweaver.pipelines.plan import Point
from orbweaver.pipelines.sweep import (
    CALL,
    OVER,
    Sweep,
    SweptPoint,
    disorder_words,
    percent_over,
)
from orbweaver.stats import Estimate

CLAIM = Claim(
    "A call takes longer the more it waits for, and order is the same with each scope",
    "contradicted where the medians stand the other way round and their intervals of 95 % do "
    "not meet, undecided where these meet; a single packet out of order contradicts",
)


def _label(row: Row) -> str:
    return row.sync


def _judge(points: Sequence[SweptPoint]) -> tuple[Outcome, str]:
    times = [p.estimate(lambda row: row.send_us.p50) for p in points]
    calls = [f"{p.label} {us(t.value)} µs" for p, t in zip(points, times, strict=True)]
    over = [f"{p.label} {percent_over(p)}" for p in points]
    status, exceptions = _in_order_of_waiting(points, times)
    text = (
        f"{disorder_words(points)}; a call of the producer takes, median: {', '.join(calls)}"
        f"{exceptions}; over the floor: {', '.join(over)}."
    )
    return "counterexample" if any(p.disorder for p in points) else status, text


def _in_order_of_waiting(
    points: Sequence[SweptPoint], times: Sequence[Estimate]
) -> tuple[Outcome, str]:
    """Whether a call takes longer the more it waits for, in which order the points stand."""
    pairs = [
        (less, more)
        for less, more in combinations(range(len(points)), 2)
        if times[less].value > times[more].value
    ]
    sure = [(a, b) for a, b in pairs if _is_surely_above(times[a], times[b])]
    unsure = [pair for pair in pairs if pair not in sure]
    status: Outcome = "contradicted" if sure else "undecided" if unsure else "confirmed"
    return status, (
        _exceptions(points, sure, "though it waits for less")
        + _exceptions(points, unsure, "which may be noise")
    )


def _is_surely_above(one: Estimate, other: Estimate) -> bool:
    return one.is_sure and other.is_sure and one.low > other.high


def _exceptions(points: Sequence[SweptPoint], pairs: Sequence[tuple[int, int]], why: str) -> str:
    named = " and ".join(f"{points[a].label} above {points[b].label}" for a, b in pairs)
    return f" ({named}, {why})" if named else ""


def _because(orb: str, points: Sequence[SweptPoint]) -> str:
    about = peers().get(orb)
    reasons = about.unordered_scopes if about else {}
    return "".join(f" {reasons[p.label]}" for p in points if p.disorder and p.label in reasons)


SWEEP = Sweep("exp12", "sync scope", _label, joined=False, because=_because)

EXPERIMENT = Experiment(
    name="sync-scope",
    alias="exp12",
    chapter="ours",
    order=12,
    title="What each sync scope costs",
    repeats="the scopes of figures 1 to 4",
    question="What does each promise of a one-way call cost: none, transport, server, target?",
    prediction="The more a call waits for, the longer it takes; order is the same with each, "
    "because the lane, or the connection, keeps it. The target's scope waits for "
    "the servant, which returns here as soon as the packet is queued.",
    method=f"{METHOD} As ordered-stages (exp7), one run for each sync scope. {NEAREST}; "
    "omniORB has one "
    "scope alone.",
    threats=LANES_THREATS,
    answer=lambda evidence: SWEEP.findings(evidence, CLAIM, _judge),
    blocks=lambda evidence: SWEEP.blocks(evidence, [OVER, CALL]),
    runs=Pipeline(
        MODES["ordered"],
        parallel=1,
        points=tuple(Point(sync=sync) for sync in ("none", "transport", "server", "target")),
        needs="sync-scopes",
    ),
)
