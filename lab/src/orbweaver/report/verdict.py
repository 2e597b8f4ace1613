# SPDX-License-Identifier: Apache-2.0
"""The top of the page: five sentences, each computed from the data, or that they are missing."""

from collections.abc import Sequence
from functools import cache

from orbweaver.experiments.find import all_experiments, find, shown
from orbweaver.model.peer import OURS, title_of
from orbweaver.model.published import paper, table_of
from orbweaver.page.claim import status_of
from orbweaver.page.evidence import (
    Evidence,
    compared,
    disorder,
    measured,
    over_floor,
    run_estimate,
    worst_disorder,
)
from orbweaver.page.numbers import (
    beyond,
    counted,
    counted_range,
    ms,
    over,
    probability,
    share,
    times,
)
from orbweaver.report.missing import still_missing
from orbweaver.results.group import Group
from orbweaver.stats import Estimate, PairedRatio, median_interval


def verdict(evidence: Evidence) -> list[str]:
    """Speed in order, disorder, the empty pipeline, ORB against ORB, and what to hold of it."""
    return [
        _fastest_in_order(evidence),
        _what_reorders(evidence),
        _empty_pipeline(evidence),
        _rivals(evidence),
        _how_sure(evidence),
    ]


def listed(words: Sequence[str]) -> str:
    """a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _fastest_in_order(evidence: Evidence) -> str:
    found = [group for name in ("exp5", "exp6", "exp7")
             for group in evidence.groups(name, one_core=False) if _is_whole(group)]  # fmt: skip
    if not found:
        return (
            "Nothing can be said of the fastest way that keeps order: there is no whole result of "
            "exp5, exp6 or ordered-stages (exp7) on all processors with every packet in order."
        )
    best = min(found, key=lambda group: run_estimate(group, over_floor).value)
    ratio = run_estimate(best, over_floor)
    published = _published_ratio("exp6")
    floor = ms(best.first.floor_ms or 0)
    span = _interval(ratio.low, ratio.high, len(best.files))
    return (
        f"Of the ways that promise order and kept it, {_way(best)} came nearest to the limit: the "
        f"last packet was through {beyond(ratio.value)} the floor of {floor} ms{span}, where the "
        f"paper's best, two-way calls with worker threads, was {beyond(published)} its own."
    )


def _is_whole(group: Group) -> bool:
    return bool(group.first.floor_ms) and not worst_disorder(group) and not measured(group).lost


def _way(group: Group) -> str:
    mode = {
        "oneway": "one-way calls",
        "oneway-worker": "one-way calls with worker threads",
        "twoway": "two-way calls",
        "twoway-worker": "two-way calls with worker threads",
        "ordered": "ordered one-way calls",
    }[group.first.config.mode]
    paced = " and a paced producer" if group.first.config.pace_ms else ""
    return f"{mode}{paced} ({shown(group.first.experiment)}, {group.label})"


def _spread(ratio: Estimate) -> str:
    """Nothing of a single value, which has none."""
    return f"{times(ratio.low)} … {times(ratio.high)}, " if ratio.count > 1 else ""


def _interval(low: float, high: float, count: int) -> str:
    return f" ({over(low)} … {over(high)}, n = {count})" if count > 1 else " (one repetition)"


@cache
def _published_ratio(experiment: str) -> float:
    table = table_of(experiment, one_core=False)
    assert table
    return table.stage_last_ms[-1] / paper().setup.floor_4_cores_ms


def _what_reorders(evidence: Evidence) -> str:
    pool = [group for group in evidence.groups("exp1", one_core=False)]
    ordered = evidence.main("exp7")
    table = table_of("exp1", one_core=False)
    assert table
    theirs = share(max(table.reordered_previous) / paper().setup.packets)
    if not pool:
        first = "Without exp1 on all processors nothing can be said of how one-way calls reorder"
    else:
        entry = [f"{share(_disorder_share(group))} with {group.label}" for group in pool]
        first = (
            "One-way calls into a pool of threads left this share of packets out of order: "
            f"{listed(entry)} (median; paper: {theirs})"
        )
    if ordered is None:
        return f"{first}; ordered-stages (exp7) was not run."
    packets = sum(run.config.packets for run in ordered.runs)
    wrong = sum(disorder(run) for run in ordered.runs)
    return (
        f"{first}; of {packets:,} packets of ordered one-way calls (ordered-stages, exp7) "
        f"{wrong:,} were."
    )


def _disorder_share(group: Group) -> float:
    packets = max(1, group.first.config.packets)
    return run_estimate(group, lambda run: disorder(run) / packets).value


def _empty_pipeline(evidence: Evidence) -> str:
    groups = evidence.groups("exp5", one_core=False)
    if not groups:
        return (
            "Whether two-way calls on the processing path leave the pipeline empty cannot be said: "
            "exp5 was not run on all processors."
        )
    ratios = [run_estimate(group, over_floor).value for group in groups]
    entry = [f"{r:.2f} times with {g.label}" for r, g in zip(ratios, groups, strict=True)]
    stages = len(groups[0].first.stages)
    empty = all(ratio > 1 + 0.75 * (stages - 1) for ratio in ratios)
    words = f"The empty pipeline is {_seen(empty, groups)}"
    return (
        f"{words}: two-way calls without worker threads took the floor {listed(entry)}, where "
        f"{stages} stages that work one at a time make {stages} times, and the paper found "
        f"{_published_ratio('exp5'):.2f}."
    )


def _seen(empty: bool, groups: Sequence[Group]) -> str:
    if not empty:
        return "not seen here"
    return status_of("confirmed", groups)


def _rivals(evidence: Evidence) -> str:
    others = [orb for orb in evidence.orbs if orb != OURS]
    if OURS not in evidence.orbs or not others:
        return (
            "Nothing can be said of one peer against another: there are results of "
            f"{listed([title_of(orb) for orb in evidence.orbs]) if evidence.orbs else 'none'} only."
        )
    sentences = [_rival(evidence, orb) for orb in others]
    return f"{'. '.join(sentences)}."


def _rival(evidence: Evidence, orb: str) -> str:
    for name in ("exp6", "exp5", "exp1", "exp2", "exp3", "exp4"):
        ours, theirs = evidence.main(name), evidence.main(name, orb)
        if ours is not None and theirs is not None:
            return _against(ours, theirs)
    return f"Orbweaver and {title_of(orb)} have no experiment in common on all processors"


def _against(ours: Group, theirs: Group) -> str:
    held = compared(ours, theirs)
    if held is None:
        return f"{ours.first.experiment} took no time, so it compares nothing"
    found, kind = held
    lead = (
        f"In {ours.first.experiment} ({ours.first.config.mode}) Orbweaver took "
        f"{times(found.ratio.value)} of the time of {theirs.label} "
        f"({_spread(found.ratio)}{kind})"
    )
    if not found.can_tell():
        return f"{lead}, from too few repetitions to tell a difference"
    test = "Wilcoxon" if isinstance(found, PairedRatio) else "Mann-Whitney"
    tested = f"{test} p {_equals(found.p_rank)}"
    seen = "a difference" if found.p_rank <= 0.05 else "no difference"
    return f"{lead}, {seen} beyond noise ({tested})"


def _equals(p: float) -> str:
    text = probability(p)
    return text if text.startswith("<") else f"= {text}"


def _how_sure(evidence: Evidence) -> str:
    every = (*evidence.all_groups, *evidence.all_studies)
    seen = {group.first.experiment for group in every}
    known = all_experiments()
    ran = [name for name in known if name in seen]
    counts = sorted({len(group.files) for group in every})
    if not counts:
        return "There is no result that could be read."
    return (
        f"This rests on {len(ran)} of {len(known)} experiments with "
        f"{counted_range(counts, 'repetition')} each{_sizes(evidence)}, so {_worth(counts[0])}; "
        f"{_trouble(evidence)}.{_left_out(evidence)}"
    )


def _worth(fewest: int) -> str:
    least = median_interval([0.0] * fewest)
    if fewest == 1:
        return "what ran once has no interval"
    if least.is_sure:
        return "every interval holds its median with at least 95 %"
    return f"the weakest interval holds its median with {100 * least.coverage:.0f} % only"


def _left_out(evidence: Evidence) -> str:
    """What a short series had no room for; it does not make the rest wrong."""
    count = sum(
        len(one.experiment.split(", "))
        for one in still_missing(evidence)
        if one.kind in ("quick", "time")
    )
    listed_ = "is listed" if count == 1 else "are listed"
    return f" {counted(count, 'run')} that had no room {listed_} under “not run”." if count else ""


def _sizes(evidence: Evidence) -> str:
    sizes = sorted({group.first.config.packets for group in evidence.all_groups})
    return f", of {listed([f'{size:,}' for size in sizes])} packets" if sizes else ""


def _is_lossy(group: Group) -> bool:
    experiment = find(group.first.experiment)
    return experiment is not None and experiment.expects_losses


def _trouble(evidence: Evidence) -> str:
    failed = sum(one.kind == "failed" for one in evidence.results.not_run)
    lost = sum(_lost(group) for group in evidence.all_groups if not _is_lossy(group))
    meant = sum(_lost(group) for group in evidence.all_groups if _is_lossy(group))
    parts = [
        f"{counted(failed, 'run')} failed" if failed else "",
        f"{counted(len(evidence.results.broken), 'file')} could not be read"
        if evidence.results.broken
        else "",
        f"{counted(lost, 'packet')} {'was' if lost == 1 else 'were'} lost" if lost else "",
    ]
    found = [part for part in parts if part]
    if not found:
        elsewhere = " where none may be" if meant else ""
        found = [f"no run failed, no file was broken and no packet was lost{elsewhere}"]
    return listed(found) + _meant_words(meant)


def _lost(group: Group) -> int:
    """Of a sweep, over all its points."""
    rows = sum(row.lost for run in group.runs for row in run.rows or ())
    return max(rows, measured(group).lost)


def _meant_words(lost: int) -> str:
    """What experiments lost whose links or buffers lose packets on purpose."""
    if not lost:
        return ""
    return f"; experiments in which packets are lost on purpose lost {counted(lost, 'packet')}"
