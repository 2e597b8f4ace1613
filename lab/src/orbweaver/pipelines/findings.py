# SPDX-License-Identifier: Apache-2.0
"""What the data say about the paper's claims: confirmed, contradicted, or not to be seen here."""

from collections.abc import Callable, Iterator, Sequence

from orbweaver.page.blocks import Finding
from orbweaver.page.claim import Claim, Outcome
from orbweaver.page.evidence import (
    Evidence,
    disorder,
    measured,
    over_floor,
    run_estimate,
    worst_disorder,
)
from orbweaver.page.limit import Limit
from orbweaver.page.numbers import counted, share
from orbweaver.page.sentence import experiment_words
from orbweaver.pipelines.tables import cores_words
from orbweaver.results.group import Group
from orbweaver.stats import Estimate

FULL_TIMES = Limit(1.1, 1.15)
"""Of its floor: a pipeline within a tenth of it counts as full."""
FULL = FULL_TIMES.confirms
ALONE = Limit(0.15, 0.2)
"""How far a pipeline that works one stage at a time may be from as many floors as it has stages."""


Judge = Callable[[Evidence, Group], tuple[Outcome, str]]


REORDERS = Claim(
    "Packets change places",
    "confirmed if one packet or more did not follow its predecessor in any repetition; none "
    "seen decides nothing",
)

PACING_HELPS = Claim(
    "Pacing lessens disorder",
    "confirmed or contradicted if the intervals of the share out of order, paced and unpaced, "
    "do not meet",
)

KEEPS_ORDER = Claim(
    "No packet changes places",
    "contradicted by a single packet out of order in any repetition",
)

EMPTY_PIPELINE = Claim(
    "Order is kept and one stage works at a time",
    "how far the median time over the floor is from the number of stages (from 1, on one "
    f"processor that computes), as a share of it: {ALONE.words}; a single packet out of order "
    "contradicts",
)

FULL_AND_ORDERED = Claim(
    "Order is kept and the pipeline is full",
    f"the median time over the floor: {FULL_TIMES.words}; a single packet out of order contradicts",
)

MOSTLY = Limit(0.75, 0.25)
LAST_STAMPS = Claim(
    "The stages take their last time stamps in reverse order",
    f"the share of repetitions in which they do: {MOSTLY.words}; undecided if packets were lost",
)


def findings(evidence: Evidence, experiment: str, claim: Claim, judge: Judge) -> list[Finding]:
    """One for each contestant and setup: the judgement, then what the numbers are."""
    return list(_each(evidence, experiment, claim, judge))


def _each(evidence: Evidence, experiment: str, claim: Claim, judge: Judge) -> Iterator[Finding]:
    for group in evidence.groups(experiment):
        contestant = f"{group.label}, {cores_words(group.one_core)}"
        status, why = judge(evidence, group)
        if measured(group).lost:
            status = "undecided"
        text = f"{why}{': ' if why else ''}{experiment_words(measured(group))}."
        yield claim.finding(status, contestant, text[0].upper() + text[1:], group)


def disorder_share(group: Group) -> Estimate:
    """Share of packets that did not follow their predecessor, where it was worst."""
    packets = max(1, group.first.config.packets)
    return run_estimate(group, lambda run: disorder(run) / packets)


def reorders(_: Evidence, group: Group) -> tuple[Outcome, str]:
    """Claim: packets come out of order."""
    if worst_disorder(group):
        return "confirmed", _how_often(group)
    return "not seen", "no packet changed places here, which promises nothing"


def _how_often(group: Group) -> str:
    hit = sum(bool(disorder(run)) for run in group.runs)
    total = len(group.runs)
    if total == 1:
        return "packets changed places"
    return f"packets changed places in {hit} of {total} repetitions, {_median_words(group)}"


def _median_words(group: Group) -> str:
    found = run_estimate(group, disorder)
    return f"median {found.value:g} ({share(disorder_share(group).value)})"


def pacing_helps(evidence: Evidence, group: Group) -> tuple[Outcome, str]:
    """Claim: pacing the producer lessens disorder and does not end it."""
    unpaced = evidence.main("exp1", group.first.orb, group.one_core)
    if unpaced is None:
        return "undecided", "without exp1 there is nothing to hold it against"
    before, after = disorder_share(unpaced), disorder_share(group)
    change = f"median {share(before.value)} of the packets out of order unpaced, "
    change += f"{share(after.value)} paced"
    if before.low > after.high:
        rest = "" if worst_disorder(group) else ", and none was left"
        return "confirmed", f"pacing helped: {change}{rest}"
    if before.high < after.low:
        return "contradicted", f"pacing did not help: {change}"
    if before.high == after.high == 0:
        return "undecided", "no disorder with or without it"
    return "undecided", f"no difference beyond the repetitions' own: {change}"


def keeps_order(_: Evidence, group: Group) -> tuple[Outcome, str]:
    """Claim: no packet comes out of order."""
    if worst_disorder(group):
        return "counterexample", _how_often(group)
    return "confirmed", ""


def empty_pipeline(_: Evidence, group: Group) -> tuple[Outcome, str]:
    """Claim: order is kept and only one stage works at a time."""
    stages, config = len(group.first.stages), group.first.config
    if worst_disorder(group):
        return "counterexample", _how_often(group)
    ratio = run_estimate(group, over_floor).value
    alone = config.work == "spin" and config.cores == 1
    expected = 1.0 if alone else float(stages)
    outcome = ALONE.judge([abs(ratio / expected - 1)])
    return (
        outcome,
        ""
        if outcome == "confirmed"
        else f"{ratio:.2f} times the floor, where {expected:.0f} was expected",
    )


def full_and_ordered(_: Evidence, group: Group) -> tuple[Outcome, str]:
    """Claim: order is kept and the pipeline is full."""
    if worst_disorder(group):
        return "counterexample", _how_often(group)
    ratio = run_estimate(group, over_floor).value
    outcome = FULL_TIMES.judge([ratio])
    return (
        outcome,
        "" if outcome == "confirmed" else "order was kept, but the pipeline was not full",
    )


def last_stamps(evidence: Evidence, experiment: str, one_core: bool) -> list[Finding]:
    """The order in which the stages took their last time stamp (the steps under table 7)."""
    found: list[Finding] = []
    for group in evidence.groups(experiment, one_core):
        order = [_stamp_order(group, n) for n in range(len(group.runs))]
        backwards = sum(places == sorted(places, reverse=True) for places in order)
        total = len(order)
        status: Outcome = "undecided" if measured(group).lost else majority(backwards, total)
        first = " before ".join(f"stage {n}" for n in order[-1])
        found.append(
            LAST_STAMPS.finding(
                status,
                f"{group.label}, {cores_words(one_core)}",
                "The stages took their last time stamps in reverse order, as under table 7, in "
                f"{backwards} of {counted(total, 'repetition')}; in the latest one it was {first}.",
                group,
            )
        )
    return found


def majority(count: int, total: int) -> Outcome:
    """Whether something holds in most of the repetitions; about a half decides nothing."""
    return MOSTLY.judge([count / total])


def _stamp_order(group: Group, repeat: int) -> Sequence[int]:
    stages = group.runs[repeat].stages
    return sorted(range(1, len(stages) + 1), key=lambda n: stages[n - 1].last_ms)
