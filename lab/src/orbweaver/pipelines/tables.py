# SPDX-License-Identifier: Apache-2.0
"""The paper's tables, published and measured, in the paper's layout."""

from collections.abc import Sequence

from orbweaver.model.floor import Workload, floor_ms
from orbweaver.model.peer import OURS
from orbweaver.model.published import PublishedTable, paper, table_of
from orbweaver.model.schema import Run, Stage
from orbweaver.page.blocks import Cell, Number, Row, RowGroup, Table
from orbweaver.page.evidence import (
    Evidence,
    compared,
    far_repeats,
    measured,
    run_estimate,
    stage_estimate,
)
from orbweaver.page.numbers import (
    counted,
    counted_range,
    estimated,
    ms,
    over,
    plain,
    probability,
    share,
    times,
    whole,
)
from orbweaver.results.group import Group
from orbweaver.stats import (
    Estimate,
    PairedRatio,
    SampleRatio,
    is_resolved,
    median_interval,
    resolved_percentile,
)


def cores_words(one_core: bool) -> str:
    """How the tables call the two setups."""
    return "one processor" if one_core else "all processors"


def paper_floor(experiment_pace_ms: float, one_core: bool) -> float:
    """The floor of the paper's pipeline on the paper's machine, from the formula of this one."""
    setup = paper().setup
    return floor_ms(Workload(
        setup.packets, setup.stages, setup.work_ms, "spin" if one_core else "wait",
        1 if one_core else 4, experiment_pace_ms,
    ))  # fmt: skip


def paper_floors(pace_ms: float, one_core: bool) -> list[float]:
    """That of each stage: the pipeline's, less the work still to come."""
    setup = paper().setup
    whole_ms = paper_floor(pace_ms, one_core)
    return [whole_ms - (setup.stages - 1 - n) * setup.work_ms for n in range(setup.stages)]


def times_table(evidence: Evidence, experiment: str, one_core: bool) -> Table | None:
    """When the last packet left each stage, and how many came out of order."""
    groups = evidence.groups(experiment, one_core)
    if not groups:
        return None
    published = table_of(experiment, one_core)
    columns = ["Producer", *stage_names(groups, published)]
    absolute = published if has_papers_size(groups) else None
    parts = [
        _last_packet(groups, absolute, one_core),
        _over_floor(groups, published, one_core),
        _disorder("Out of order, from previous", groups, absolute, "reordered_previous"),
        _disorder("Out of order, from original", groups, absolute, "reordered_original"),
        *_lost(groups),
    ]
    return Table(
        title=_title(experiment, one_core, published),
        columns=columns,
        groups=[_widened(part, len(columns)) for part in parts],
        note=_note(groups, published),
    )


def has_papers_size(groups: Sequence[Group]) -> bool:
    """Whether published times and counts may stand beside them: one of them ran what it did."""
    return any(measured(group).comparable for group in groups)


def stage_names(groups: Sequence[Group], published: PublishedTable | None) -> list[str]:
    """As many stages as the longest pipeline has, the paper's among them."""
    lengths = [len(group.first.stages) for group in groups]
    lengths += [len(published.stage_last_ms)] if published else []
    return [f"Stage {n}" for n in range(1, max(lengths) + 1)]


def _widened(part: RowGroup, columns: int) -> RowGroup:
    """With empty cells for the stages that a shorter pipeline has not."""
    rows = [
        Row(row.head, [*row.cells, *([None] * (columns - len(row.cells)))]) for row in part.rows
    ]
    return RowGroup(part.title, rows)


def _title(experiment: str, one_core: bool, published: PublishedTable | None) -> str:
    if published is None:
        return f"Times and order, {cores_words(one_core)}"
    theirs = "1 core" if one_core else "4 cores"
    return (
        f"Table {published.table}, published on {theirs}, and measured on {cores_words(one_core)}"
    )


def _last_packet(
    groups: Sequence[Group], published: PublishedTable | None, one_core: bool
) -> RowGroup:
    rows: list[Row] = []
    if published is not None:
        floors = paper_floors(groups[0].first.config.pace_ms, one_core)
        rows.append(Row("Floor of the paper's machine", [None, *(plain(f, ms) for f in floors)]))
        last = [published.producer_last_ms, *published.stage_last_ms]
        rows.append(Row("Published", [None if v is None else plain(v, ms) for v in last]))
    for floors, names in _distinct_floors(groups):
        head = "Floor here" if len(names) == len(groups) else f"Floor here, {', '.join(names)}"
        rows.append(Row(head, [None, *(plain(f, ms) for f in floors)]))
    rows += [Row(group.label, _last_cells(group)) for group in groups]
    return RowGroup("Last packet, ms", rows)


def _distinct_floors(groups: Sequence[Group]) -> list[tuple[list[float], list[str]]]:
    found: dict[tuple[float, ...], list[str]] = {}
    for group in groups:
        about = measured(group)
        floors = tuple(about.floor_at(n) for n in range(len(group.first.stages)))
        found.setdefault(floors, []).append(group.label)
    return [(list(floors), names) for floors, names in found.items()]


def _last_cells(group: Group) -> list[Cell]:
    producer = run_estimate(group, lambda run: run.producer.last_sent_ms)
    stages = [
        stage_estimate(group, n, lambda stage: stage.last_ms)
        for n in range(len(group.first.stages))
    ]
    return [estimated(one, ms) for one in (producer, *stages)]


def _over_floor(
    groups: Sequence[Group], published: PublishedTable | None, one_core: bool
) -> RowGroup:
    rows: list[Row] = []
    if published is not None:
        floors = paper_floors(groups[0].first.config.pace_ms, one_core)
        ratios = [v / f for v, f in zip(published.stage_last_ms, floors, strict=True)]
        rows.append(Row("Published", [None, *(plain(r, over) for r in ratios)]))
    rows += [Row(group.label, [None, *_over_cells(group)]) for group in groups]
    return RowGroup("Over its own floor", rows)


def _over_cells(group: Group) -> list[Cell]:
    return [
        estimated(ratio, over) if ratio else None
        for ratio in (ratio_at(group, n) for n in range(len(group.first.stages)))
    ]


def ratio_at(group: Group, index: int) -> Estimate | None:
    """Time over floor of one stage; None where no work sets a floor."""
    floor = measured(group).floor_at(index)
    if floor <= 0:
        return None
    return stage_estimate(group, index, lambda stage: stage.last_ms / floor)


def _disorder(
    title: str, groups: Sequence[Group], published: PublishedTable | None, what: str
) -> RowGroup:
    rows: list[Row] = []
    if published is not None:
        counts: list[int] = getattr(published, what)
        cells = [_share_of(count, paper().setup.packets) for count in counts]
        rows.append(Row("Published", [None, *cells]))
    rows += [Row(group.label, [None, *_disorder_cells(group, what)]) for group in groups]
    return RowGroup(title, rows)


def _share_of(count: float, packets: int) -> Number:
    return plain(count, whole, share(count / packets) if packets and count else "")


def _disorder_cells(group: Group, what: str) -> list[Cell]:
    def value(stage: Stage) -> float:
        return getattr(stage, what)

    packets = group.first.config.packets
    found = [stage_estimate(group, n, value) for n in range(len(group.first.stages))]
    return [
        estimated(one, whole, share(one.value / packets) if packets and one.value else "")
        if one.high
        else plain(0, whole)
        for one in found
    ]


def _lost(groups: Sequence[Group]) -> list[RowGroup]:
    losers = [group for group in groups if measured(group).lost]
    if not losers:
        return []
    rows = [
        Row(group.label, [None, *(
            plain(sum(run.stages[n].lost for run in group.runs), whole)
            for n in range(len(group.first.stages))
        )])
        for group in losers
    ]  # fmt: skip
    return [RowGroup("Lost, in all repeats", rows)]


def _note(groups: Sequence[Group], published: PublishedTable | None) -> str:
    parts = [repeats_words(groups)]
    if published is not None:
        parts += _size_words(groups)
    if groups[0].one_core:
        parts.append("On one processor only the floor of the last stage is a bound: earlier stages "
                     "may be ahead.")  # fmt: skip
    parts += [far_words(group) for group in groups if far_repeats(group)]
    return " ".join(parts)


def _size_words(groups: Sequence[Group]) -> list[str]:
    """Which of them are of another size than the paper's, and what that means for the table."""
    others = [group for group in groups if not measured(group).comparable]
    if not others:
        return []
    first = others[0].first
    left_out = "" if has_papers_size(groups) else "Published times and counts are left out. "
    return [
        f"{left_out}{_names(others)}: {first.config.packets:,} packets of {first.config.elements:,}"
        f" doubles, {len(first.stages)} stages, {first.config.work_ms:g} ms of work, where the "
        "paper had 1,000 of 1,024, 3 and 5 ms: compare what is over the floor and the share out of "
        "order, not the times."
    ]


def _names(groups: Sequence[Group]) -> str:
    return ", ".join(dict.fromkeys(group.label for group in groups))


def repeats_words(groups: Sequence[Group]) -> str:
    """How many repetitions a median is of, and what its interval is worth."""
    counts = sorted({len(group.files) for group in groups})
    if counts == [1]:
        return "One repetition: no interval is known."
    least = median_interval([0.0] * counts[0])
    sure = (
        "with a distribution-free interval of at least 95 %"
        if least.is_sure
        else f"with their range, which holds the true median with {100 * least.coverage:.0f} % only"
    )
    return f"Medians of {counted_range(counts, 'repetition')}, {sure}."


def far_words(group: Group) -> str:
    """Which repeats lie far off; they are in the medians all the same."""
    runs = group.runs
    far = ", ".join(f"{n} ({ms(runs[n - 1].stages[-1].last_ms)} ms)" for n in far_repeats(group))
    return f"Far from the others, and counted: {group.label}, repetition {far}."


def rivals_table(evidence: Evidence, experiment: str) -> Table | None:
    """Ours against each other ORB under the same conditions: the ratio of the times first."""
    rows: list[Row] = []
    for one_core in (False, True):
        groups = evidence.groups(experiment, one_core)
        ours = next((group for group in groups if group.first.orb == OURS), None)
        rivals = [group for group in groups if group.first.orb != OURS]
        if ours is not None:
            found = (_rival_row(ours, rival, one_core) for rival in rivals)
            rows += [row for row in found if row]
    if not rows:
        return None
    return Table(
        title="Orbweaver against others, time of the last packet",
        columns=["Ratio", "p", "Effect", "Test", "Repetitions"],
        groups=[RowGroup("", rows)],
        note="A ratio below 1: Orbweaver was faster. Effect: -1 always faster, 0 as often, 1 "
        "always slower. p: probability of such ranks if there were no difference.",
    )


def _rival_row(ours: Group, rival: Group, one_core: bool) -> Row | None:
    held = compared(ours, rival)
    if held is None:
        return None
    found, _ = held
    test = "Wilcoxon, paired" if isinstance(found, PairedRatio) else "Mann-Whitney, unpaired"
    p = plain(found.p_rank, probability, _sign_test(found)) if found.can_tell() else "too few"
    cells: list[Cell] = [
        estimated(found.ratio, times),
        p,
        plain(found.effect, lambda value: f"{value:+.2f}"),
        test,
        plain(min(len(ours.files), len(rival.files)), whole),
    ]
    return Row(f"{ours.label} ÷ {rival.label}, {cores_words(one_core)}", cells)


def _sign_test(found: PairedRatio | SampleRatio) -> str:
    """The test that supposes nothing, beside the one that supposes evenness."""
    return f"sign test {probability(found.p_sign)}" if isinstance(found, PairedRatio) else ""


PERCENTILES = ((50.0, "p50"), (90.0, "p90"), (99.0, "p99"), (99.9, "p999"), (100.0, "max"))


def latency_table(evidence: Evidence, experiment: str) -> Table | None:
    """From the moment a packet was due until the last stage took it up."""
    groups = evidence.groups(experiment)
    if not groups:
        return None
    rows = [
        Row(f"{group.label}, {cores_words(group.one_core)}", _latency_cells(group))
        for group in groups
    ]
    return Table(
        title="Age of a packet when the last stage takes it up, ms",
        columns=["p50", "p90", "p99", "p99.9", "max"],
        groups=[RowGroup("", rows)],
        note="Counted from the moment the packet was due (unpaced: made), so that a stall is in it "
        f"with all that it held up. {_brackets(groups)}The maximum is the largest of all "
        "repetitions.",
    )


def _brackets(groups: Sequence[Group]) -> str:
    """What is said if the tails reach farther than the number of packets allows."""
    count = min(_ages(group) for group in groups)
    if is_resolved(PERCENTILES[-2][0], count):
        return ""
    return (
        "A percentile in brackets has fewer than ten packets beyond it: "
        f"{counted(count, 'packet')} resolve up to {resolved_percentile(count):.4g} %. "
    )


def _ages(group: Group) -> int:
    return min(run.stages[-1].latency_us.count for run in group.runs)


def _latency_cells(group: Group) -> list[Cell]:
    return [_latency_cell(group, percentile, name) for percentile, name in PERCENTILES]


def _latency_cell(group: Group, percentile: float, name: str) -> Number:
    def value(run: Run) -> float:
        return getattr(run.stages[-1].latency_us, name) / 1000

    if name == "max":
        return plain(max(value(run) for run in group.runs), ms)
    resolved = is_resolved(percentile, _ages(group))
    return estimated(run_estimate(group, value), ms if resolved else lambda x: f"({ms(x)})")
