# SPDX-License-Identifier: Apache-2.0
"""Holds each series against its counterpart, and all of them against chance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from orbweaver.compare.quantities import Key, Series, counterparts, run_otherwise, series_of
from orbweaver.experiments.find import shown
from orbweaver.model.peer import title_of
from orbweaver.model.schema import Run, StudyRun
from orbweaver.results.group import in_turns
from orbweaver.results.load import Results, natural
from orbweaver.stats import (
    Estimate,
    adjusted,
    median_interval,
    paired_ratio,
    rank_sum,
    sample_ratio,
)

LEVEL = 0.05

Verdict = Literal["changed", "perhaps", "no change seen", "too few"]


@dataclass(frozen=True)
class Change:
    """One quantity in two folders.

    `ratio` is B divided by A; None where a value is 0. `p` is the test's, `p_all` the same held
    against the number of comparisons of this quantity. `effect`: -1 B always less, 1 always more.
    """

    experiment: str
    label: str
    point: str
    quantity: str
    unit: str
    a: Estimate
    b: Estimate
    ratio: Estimate | None
    test: Literal["paired", "unpaired"]
    p: float
    p_all: float
    effect: float
    can_tell: bool
    verdict: Verdict


@dataclass(frozen=True)
class Comparison:
    """All of them, and what only one of the folders has."""

    a: Results
    b: Results
    changes: Sequence[Change]
    only_a: Sequence[str]
    only_b: Sequence[str]
    run_otherwise: Sequence[str]
    """what both have, but not run alike: in what it differs"""
    origins: Sequence[str]
    """in what the machines and programs differ"""
    older: Sequence[str]
    """what was left out, because its folder has newer results of the same setup"""


def compare(a: Results, b: Results, orbs: tuple[str, str] | None = None) -> Comparison:
    """What changed from A to B. Nothing in common gives an empty list.

    With `orbs`: the first one's results in A against the second one's in B.
    """
    first, second = orbs or (None, None)
    (ours, older_a), (theirs, older_b) = series_of(a, first), series_of(b, second)
    pairs = counterparts(ours, theirs)
    alone_a = {key: one for key, one in ours.items() if key not in {mine for mine, _ in pairs}}
    alone_b = {key: one for key, one in theirs.items() if key not in {other for _, other in pairs}}
    found = [_change(ours[mine], theirs[other]) for mine, other in pairs]
    found.sort(key=lambda change: natural(change.experiment))
    return Comparison(
        a=a,
        b=b,
        changes=_judged(found),
        only_a=_names(alone_a),
        only_b=_names(alone_b),
        run_otherwise=_otherwise(alone_a, alone_b),
        origins=_origins(a, b),
        older=[f"A, {name}" for name in older_a] + [f"B, {name}" for name in older_b],
    )


def _names(alone: dict[Key, Series]) -> list[str]:
    return list(
        dict.fromkeys(f"{shown(one.experiment)} with {one.label}" for one in alone.values())
    )


def _otherwise(a: dict[Key, Series], b: dict[Key, Series]) -> list[str]:
    return [
        f"{shown(experiment)}{f' with {title_of(orb)}' if orb else ''}: {'; '.join(traits)}"
        for (experiment, orb), traits in run_otherwise(a, b).items()
    ]


def _change(a: Series, b: Series) -> Change:
    paired = in_turns(a.group, b.group) and len(a.values) == len(b.values)
    ratio, p, effect, least = _tested(a.values, b.values, paired)
    return Change(
        experiment=a.experiment, label=a.label, point=a.point, quantity=a.quantity, unit=a.unit,
        a=median_interval(a.values), b=median_interval(b.values), ratio=ratio,
        test="paired" if paired else "unpaired", p=p, p_all=p, effect=effect,
        can_tell=least <= LEVEL, verdict="too few",
    )  # fmt: skip


def _tested(
    a: Sequence[float], b: Sequence[float], paired: bool
) -> tuple[Estimate | None, float, float, float]:
    """Ratio B to A, p, effect, and the least p that so few values can give."""
    if min(*a, *b, 1) <= 0:
        # Counts, which may be 0 and then have no ratio.
        found = rank_sum(b, a)
        return None, found.p, found.effect, found.smallest_p
    found = paired_ratio(b, a) if paired else sample_ratio(b, a)
    return found.ratio, found.p_rank, found.effect, found.smallest_p


def _judged(changes: Sequence[Change]) -> list[Change]:
    """Of many comparisons some seem to find something: p is held against their number.

    Those of one quantity are a family: what never changes, as packets lost, weakens no other.
    """
    held: dict[int, float] = {}
    for quantity in dict.fromkeys(change.quantity for change in changes):
        family = [c for c in changes if c.can_tell and c.quantity == quantity]
        held |= dict(zip(map(id, family), adjusted([c.p for c in family]), strict=True))
    return [replace(c, p_all=held.get(id(c), 1.0), verdict=_verdict(c, held)) for c in changes]


def _verdict(change: Change, held: dict[int, float]) -> Verdict:
    if not change.can_tell:
        return "too few"
    if held[id(change)] <= LEVEL:
        return "changed"
    return "perhaps" if change.p <= LEVEL else "no change seen"


def _origins(a: Results, b: Results) -> list[str]:
    found: list[str] = []
    for what, value in _ORIGINS:
        here, there = (sorted({value(run) for run in side.all_runs} - {""}) for side in (a, b))
        if here != there:
            found.append(f"{what}: {', '.join(here)} in A, {', '.join(there)} in B")
    return found


_ORIGINS: tuple[tuple[str, Callable[[Run | StudyRun], str]], ...] = (
    ("processor", lambda run: run.provenance.cpu),
    ("processors", lambda run: str(run.provenance.cores)),
    ("kernel", lambda run: run.provenance.kernel),
    ("compiler", lambda run: run.provenance.compiler),
    ("commit", lambda run: run.provenance.commit),
    ("transport", lambda run: run.config.transport if isinstance(run, Run) else ""),
)


def smallest_repeats() -> int:
    """Repetitions of both that an unpaired test needs before it can tell anything."""
    return next(n for n in range(1, 20) if rank_sum([0.0] * n, [1.0] * n).smallest_p <= LEVEL)
