# SPDX-License-Identifier: Apache-2.0
"""Paper 1 at a glance: all six experiments in one figure, and its closing tables 14 and 15."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.peer import colour_of, peers, title_of
from orbweaver.model.published import paper, table_of
from orbweaver.model.schema import Run
from orbweaver.page.blocks import (
    Beside,
    Block,
    Cell,
    Chart,
    Finding,
    Row,
    RowGroup,
    Table,
)
from orbweaver.page.claim import Claim, Outcome
from orbweaver.page.colours import GREY
from orbweaver.page.evidence import (
    Evidence,
    disorder,
    measured,
    over_floor,
    run_estimate,
    worst_disorder,
)
from orbweaver.page.numbers import counted, estimated, ms, over, plain, share, whole
from orbweaver.pipelines.about import METHOD, THREATS
from orbweaver.pipelines.findings import FULL_TIMES
from orbweaver.pipelines.tables import cores_words, paper_floor
from orbweaver.results.group import Group
from orbweaver.stats import Estimate

NAMES = ("exp1", "exp2", "exp3", "exp4", "exp5", "exp6")
NOTE = (
    "exp1: one-way; exp2: one-way, paced; exp3: one-way, worker thread; exp4: one-way, worker "
    "thread, paced; exp5: two-way; exp6: two-way, worker thread."
)
EACH_DISPATCH = "exp20"
PACES = {"exp2": 5.0, "exp4": 5.0}


DISPATCH_REORDERS = Claim(
    "It is the pool that reorders, and not the one-way call",
    "confirmed if packets are out of order with a pool and with nothing else; one elsewhere "
    "contradicts",
)

TWOWAY_WORKER_DOES_BOTH = Claim(
    "Two-way calls with worker threads keep order and fill the pipeline",
    f"in exp6, the median time over the floor: {FULL_TIMES.words}; a single packet out of "
    "order contradicts",
)


def _has_data(evidence: Evidence) -> bool:
    return any(evidence.groups(name) for name in NAMES)


def _over(group: Group) -> Estimate:
    return run_estimate(group, over_floor)


def _disorder(group: Group) -> Estimate:
    packets = max(1, group.first.config.packets)
    return run_estimate(group, lambda run: disorder(run) / packets)


def _published_over(name: str, one_core: bool) -> float:
    table = table_of(name, one_core)
    assert table
    return table.stage_last_ms[-1] / paper_floor(PACES.get(name, 0.0), one_core)


def _published_disorder(name: str, one_core: bool) -> float:
    table = table_of(name, one_core)
    assert table
    return max(table.reordered_previous) / paper().setup.packets


Published = Callable[[str, bool], float]
Value = Callable[[Group], Estimate]


@dataclass(frozen=True)
class Glance:
    """One figure of all six: what it shows, and where its values come from."""

    title: str
    axis: str
    published: Published
    value: Value
    form: Callable[[float], str]


OVER_FLOOR = Glance("Time ÷ floor", "time ÷ floor", _published_over, _over, over)
OUT_OF_ORDER = Glance(
    "Packets out of order", "share of packets", _published_disorder, _disorder, share
)


def _glance(evidence: Evidence, one_core: bool, glance: Glance) -> Chart:
    form = glance.form
    theirs = [glance.published(name, one_core) for name in NAMES]
    traces = [_trace("Published", NAMES, theirs, GREY, [form(one) for one in theirs])]
    rows = [Row("Published", [plain(one, form) for one in theirs])]
    for orb in evidence.orbs:
        groups = [evidence.main(name, orb, one_core) for name in NAMES]
        found = [glance.value(group) if group else None for group in groups]
        if any(found):
            traces.append(_measured(title_of(orb), NAMES, found, colour_of(orb), form))
            rows.append(
                Row(title_of(orb), [estimated(one, form) if one else None for one in found])
            )
    words = cores_words(one_core)
    layout: dict[str, object] = {"yaxis": {"title": {"text": glance.axis}, "rangemode": "tozero"},
                                 "barmode": "group", "xaxis": {"tickangle": 0}}  # fmt: skip
    return Chart(
        f"{glance.title}, {words}", traces, layout, Table("", NAMES, [RowGroup("", rows)]), NOTE
    )


def _trace(
    name: str, x: Sequence[str], y: Sequence[float | None], colour: str, hover: Sequence[str]
) -> dict[str, object]:
    return {
        "type": "bar", "name": name, "x": list(x), "y": list(y), "marker": {"color": colour},
        "customdata": list(hover), "hovertemplate": "%{customdata}<extra>" + name + "</extra>",
    }  # fmt: skip


def _measured(
    name: str,
    x: Sequence[str],
    found: Sequence[Estimate | None],
    colour: str,
    form: Callable[[float], str],
) -> dict[str, object]:
    hover = [f"{form(one.value)} ({form(one.low)} … {form(one.high)})" if one else ""
             for one in found]  # fmt: skip
    trace = _trace(name, x, [one.value if one else None for one in found], colour, hover)
    trace["error_y"] = {
        "type": "data", "symmetric": False, "thickness": 1.2, "width": 3, "color": GREY,
        "array": [one.high - one.value if one else None for one in found],
        "arrayminus": [one.value - one.low if one else None for one in found],
    }  # fmt: skip
    return trace


def _closing_table(evidence: Evidence, number: int, one_core: bool) -> Table:
    """Table 14 or 15: one-way and two-way calls with worker threads, unpaced, side by side."""
    stages = [f"Stage {n}" for n in (1, 2, 3)]
    ways = (("one-way", "exp3"), ("two-way", "exp6"))
    last = [row for way, name in ways for row in _last_rows(evidence, way, name, one_core)]
    wrong = [row for way, name in ways for row in _wrong_rows(evidence, way, name, one_core)]
    return Table(
        title=f"Table {number}: one-way against two-way calls, unpaced, worker threads, "
        f"{cores_words(one_core)}",
        columns=stages,
        groups=[RowGroup("Last packet, ms", last), RowGroup("Out of order, from previous", wrong)],
        note=" ".join(
            [
                "The same numbers as in the sections of exp3 and exp6.",
                *_left_out(evidence, [name for _, name in ways], one_core),
            ]
        ),
    )


def _last_rows(evidence: Evidence, way: str, name: str, one_core: bool) -> list[Row]:
    table = table_of(name, one_core)
    assert table
    rows = [Row(f"Published, {way}", [plain(value, ms) for value in table.stage_last_ms])]
    for group in _paper_shaped(evidence, name, one_core):
        cells: list[Cell] = [
            estimated(run_estimate(group, lambda run, n=n: run.stages[n].last_ms), ms)
            for n in range(3)
        ]
        rows.append(Row(f"{group.label}, {way}", cells))
    return rows


def _wrong_rows(evidence: Evidence, way: str, name: str, one_core: bool) -> list[Row]:
    table = table_of(name, one_core)
    assert table
    rows = [Row(f"Published, {way}", [plain(value, whole) for value in table.reordered_previous])]
    for group in _paper_shaped(evidence, name, one_core):
        cells: list[Cell] = [
            estimated(run_estimate(group, lambda run, n=n: run.stages[n].reordered_previous), whole)
            for n in range(3)
        ]
        rows.append(Row(f"{group.label}, {way}", cells))
    return rows


def _paper_shaped(evidence: Evidence, name: str, one_core: bool) -> list[Group]:
    return [group for group in evidence.groups(name, one_core) if measured(group).comparable]


def _left_out(evidence: Evidence, names: Sequence[str], one_core: bool) -> list[str]:
    """Times of fewer packets beside those of the paper's would mislead."""
    others = {
        f"{group.label} of {name} ({group.first.config.packets} packets, "
        f"{len(group.first.stages)} stages)"
        for name in names
        for group in evidence.groups(name, one_core)
        if not measured(group).comparable
    }
    if not others:
        return []
    setup = paper().setup
    return [f"Left out, as the paper's runs have {setup.packets:,} packets and {setup.stages} "
            f"stages: {', '.join(sorted(others))}."]  # fmt: skip


def _blocks(evidence: Evidence) -> list[Block]:
    found: list[Block] = []
    for one_core, number in ((False, 15), (True, 14)):
        if not any(evidence.groups(name, one_core) for name in NAMES):
            continue
        found.append(
            Beside(
                [
                    _glance(evidence, one_core, OVER_FLOOR),
                    _glance(evidence, one_core, OUT_OF_ORDER),
                ]
            )
        )  # fmt: skip
        if evidence.groups("exp3", one_core) or evidence.groups("exp6", one_core):
            found.append(_closing_table(evidence, number, one_core))
    return found


def _answer(evidence: Evidence) -> list[Finding]:
    """Which of the six kept order and filled the pipeline; then what it is that reorders."""
    kept = [
        finding
        for one_core in (False, True)
        for orb in evidence.orbs
        for finding in _of(evidence, orb, one_core)
    ]
    return [*kept, *(_what_reorders(evidence, orb) for orb in evidence.orbs)]


DISPATCH = {
    "pool": "into a pool of threads",
    "connection": "on the connection's own thread",
    "lane": "into a lane",
}


def _what_reorders(evidence: Evidence, orb: str) -> Finding:
    """Disorder by how calls are made and dispatched, over all experiments."""
    counts: dict[tuple[str, str], list[bool]] = {}
    for group in evidence.all_groups:
        for run in group.runs:
            if run.orb == orb:
                for way, is_wrong in _ways(run):
                    counts.setdefault(way, []).append(is_wrong)
    seen = [
        f"{'one-way' if messaging == 'oneway' else 'two-way'} calls {_into(orb, dispatch)} came "
        f"out of order in {sum(wrong)} of {counted(len(wrong), 'run')}"
        for (messaging, dispatch), wrong in sorted(counts.items())
    ]
    status, why = _culprit(counts)
    return DISPATCH_REORDERS.finding(
        status, title_of(orb), f"{'; '.join(seen).capitalize()}.{why}", _of_orb(evidence, orb)
    )


def _of_orb(evidence: Evidence, orb: str) -> list[Group]:
    """Those whose runs were counted."""
    return [
        group
        for group in evidence.all_groups
        if group.first.orb == orb
        and (group.first.rows is None or group.first.experiment == EACH_DISPATCH)
    ]


def _into(orb: str, dispatch: str) -> str:
    about = peers().get(orb)
    own = about.dispatch_words.get(dispatch) if about else None
    return own or DISPATCH[dispatch]


def _ways(run: Run) -> Iterator[tuple[tuple[str, str], bool]]:
    """How calls were made and dispatched, and whether packets came out of order.

    Of sweeps the one that is about it alone: in others clients or links reorder.
    """
    if run.rows is None:
        yield (run.config.messaging, run.config.dispatch), disorder(run) > 0
    elif run.experiment == EACH_DISPATCH:
        for row in run.rows:
            yield (run.config.messaging, str(row.dispatch)), row.reordered_previous > 0


def _culprit(counts: dict[tuple[str, str], list[bool]]) -> tuple[Outcome, str]:
    """Whether it is the dispatch; one-way calls without a pool show that it is not the call."""
    pool = [wrong for (_, dispatch), runs in counts.items() if dispatch == "pool" for wrong in runs]
    rest = [wrong for (_, dispatch), runs in counts.items() if dispatch != "pool" for wrong in runs]
    if any(rest):
        return "counterexample", " Not only the pool reorders."
    if not any(pool) or not rest:
        return "undecided", ""
    if any(messaging == "oneway" and dispatch != "pool" for messaging, dispatch in counts):
        return "confirmed", (
            " What reorders is the dispatch and not the one-way call: several threads of a pool "
            "take up requests of one object at once, a lane or a connection's thread one at a time."
        )
    return "undecided", (
        " Here all one-way calls went into a pool, so these runs cannot tell the call from the "
        "dispatch."
    )


def _of(evidence: Evidence, orb: str, one_core: bool) -> list[Finding]:
    groups = [g for name in NAMES if (g := evidence.main(name, orb, one_core)) is not None]
    if not groups:
        return []
    both = [g for g in groups if not worst_disorder(g) and _over(g).value <= FULL_TIMES.confirms]
    wrong = [g for g in groups if worst_disorder(g)]
    text = (
        f"In order and within a tenth of the floor: {_named(both)}; out of order at least once: "
        f"{_named(wrong)}."
    )
    six = next((g for g in groups if g.first.experiment == "exp6"), None)
    contestant = f"{title_of(orb)}, {cores_words(one_core)}"
    return [TWOWAY_WORKER_DOES_BOTH.finding(_does_both(six), contestant, text, six or groups)]


def _does_both(six: Group | None) -> Outcome:
    if six is None:
        return "undecided"
    if worst_disorder(six):
        return "counterexample"
    return "undecided" if measured(six).lost else FULL_TIMES.judge([_over(six).value])


def _named(groups: Sequence[Group]) -> str:
    return ", ".join(group.first.experiment for group in groups) or "none"


EXPERIMENT = Experiment(
    name="overview",
    chapter="messaging",
    order=0,
    title="The six experiments at a glance",
    repeats="table 1, whose six rows these are, and tables 14 and 15",
    question="Which way of messaging keeps packets in order and the pipeline full?",
    prediction="Two-way calls with worker threads do both (the paper's conclusion). One-way calls "
    "are as fast and lose the order; two-way calls alone keep it and leave the pipeline empty.",
    method=METHOD,
    threats=THREATS,
    answer=_answer,
    blocks=_blocks,
    command="orbweaver lab run exp1 exp2 exp3 exp4 exp5 exp6",
    has_data=_has_data,
)
