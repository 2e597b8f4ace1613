# SPDX-License-Identifier: Apache-2.0
"""Paper 3, section 3: which clock a measurement may rest on."""

from collections.abc import Callable, Sequence

from orbweaver.experiments.clocks.measure import check, measure
from orbweaver.experiments.experiment import Experiment
from orbweaver.model.peer import LIMIT, colour_of
from orbweaver.page.axes import log_axis
from orbweaver.page.blocks import Block, Cell, Chart, Finding, Gap, Row, RowGroup, Table
from orbweaver.page.claim import Claim, Outcome
from orbweaver.page.colours import GREY
from orbweaver.page.evidence import Evidence
from orbweaver.page.limit import less_than
from orbweaver.page.numbers import counted, estimated, ns, plain, whole
from orbweaver.results.studies import StudyGroup, StudyPoint
from orbweaver.stats import Estimate
from orbweaver.studies.study import Study

NAME = "clocks"
LAB_CLOCK = "CLOCK_MONOTONIC"
ENOUGH_NS = 1000.0
"""Paper 3 measures calls of 50 to 100 µs; a percent of the fastest can still be seen."""


FINE = less_than(ENOUGH_NS)
LAB_CLOCK_HOLDS = Claim(
    "The clock that the lab measures with is good enough",
    f"it never goes back, and its steps in ns: {FINE.words}",
)

COUNTERS_GO_BACK = Claim(
    "Counters need not be monotonic across cores",
    "confirmed by one look that saw an earlier time; none seen decides nothing",
)


def _clock(point: StudyPoint) -> str:
    return str(point.at("clock"))


def _total(point: StudyPoint, key: str) -> int:
    return int(sum(point.values(key)))


def _answer(evidence: Evidence) -> Sequence[Finding]:
    return [one for group in evidence.study(NAME) for one in _findings(group)]


def _findings(group: StudyGroup) -> list[Finding]:
    by_name = {_clock(point): point for point in group.points()}
    found = [_kernel(group, by_name[LAB_CLOCK])] if LAB_CLOCK in by_name else []
    counters = [point for name, point in by_name.items() if not name.startswith("CLOCK_")]
    return [*found, *(_counter(group, point) for point in counters)]


def _kernel(group: StudyGroup, point: StudyPoint) -> Finding:
    step, cost = point.estimate("step_ns"), point.estimate("cost_ns", "p50")
    back, looks = _total(point, "backwards_count"), _total(point, "passed_count")
    figures = f"steps of {_shown(step)} ns, {_shown(cost)} ns for a look"
    text = (
        f"The kernel's {LAB_CLOCK}, which the lab measures with: {figures}; {_passed(back, looks)}."
    )
    if not looks or step is None:
        return LAB_CLOCK_HOLDS.finding("undecided", "", text, group)
    outcome: Outcome = "counterexample" if back else FINE.judge([step.value])
    return LAB_CLOCK_HOLDS.finding(outcome, "", text, group)


def _counter(group: StudyGroup, point: StudyPoint) -> Finding:
    """The paper: successive readings on several cores need not be monotonic."""
    back, looks = _total(point, "backwards_count"), _total(point, "passed_count")
    worst = max(point.values("backwards_worst_ns"), default=0.0)
    name = _clock(point)
    if not looks:
        return COUNTERS_GO_BACK.finding("undecided", "", f"{name}: {_passed(0, 0)}.", group)
    if not back:
        text = f"{name} did not go back across cores: {_passed(0, looks)}."
        return COUNTERS_GO_BACK.finding("not seen", "", text, group)
    reason = (
        "the instruction does not wait for what stands before it, so it can be read before the "
        "message of the other core has come"
        if name.endswith("rdtsc")
        else "the counters of the cores differ"
    )
    text = f"{name} went back: {_passed(back, looks)}, by {ns(worst)} ns at worst; {reason}."
    return COUNTERS_GO_BACK.finding("confirmed", "", text, group)


def _passed(back: int, looks: int) -> str:
    if not looks:
        return "with one processor nothing passes from core to core"
    return f"{back:,} of {looks:,} looks on another core saw an earlier time"


def _shown(estimate: Estimate | None) -> str:
    return ns(estimate.value) if estimate else "?"


def _blocks(evidence: Evidence) -> Sequence[Block]:
    groups = evidence.study(NAME)
    return [
        *(_table(group) for group in groups),
        *(_chart(group) for group in groups),
        *_gaps(groups),
    ]


def _table(group: StudyGroup) -> Table:
    invariant = {str(point.at("counter_invariant")) for point in group.points()}
    return Table(
        title=f"Clocks of this machine ({counted(len(group.files), 'repetition')})",
        columns=["Resolution reported, ns", "Smallest step, ns", "A look p50, ns", "p99, ns",
                 "Passed between cores", "Went back", "Worst, ns"],
        groups=[RowGroup("", [Row(_clock(p), _cells(p)) for p in group.points()])],
        note="A look: mean of blocks of 1,000, the median and the 99th percentile of the blocks. "
        "Passed and back are the sums of all repetitions. Counter that ticks alike at every clock "
        f"rate, as the processor says: {', '.join(sorted(invariant))}.",
        corner="clock",
    )  # fmt: skip


def _cells(point: StudyPoint) -> list[Cell]:
    return [
        _cell(point.estimate("promised_ns"), ns),
        _cell(point.estimate("step_ns"), ns),
        _cell(point.estimate("cost_ns", "p50"), ns),
        _cell(point.estimate("cost_ns", "p99"), ns),
        plain(_total(point, "passed_count"), whole),
        plain(_total(point, "backwards_count"), whole),
        plain(max(point.values("backwards_worst_ns"), default=0.0), ns),
    ]


def _cell(estimate: Estimate | None, form: Callable[[float], str]) -> Cell:
    return estimated(estimate, form) if estimate else None


def _chart(group: StudyGroup) -> Chart:
    points = [point for point in group.points() if point.estimate("step_ns")]
    names = [_clock(point) for point in points]
    series = (
        ("A look, p50", [point.estimate("cost_ns", "p50") for point in points], colour_of(LIMIT)),
        ("Smallest step", [point.estimate("step_ns") for point in points], GREY),
    )
    traces: list[dict[str, object]] = [
        {"type": "bar", "name": name, "x": names,
         "y": [one.value if one else None for one in found],
         "marker": {"color": colour}, "hovertemplate": "%{y:,.4~g} ns<extra>" + name + "</extra>"}
        for name, found, colour in series
    ]  # fmt: skip
    rows = [Row(name, [_cell(one, ns) for one in found]) for name, found, _ in series]
    layout: dict[str, object] = {
        "barmode": "group",
        "xaxis": {"type": "category", "automargin": True},
        "yaxis": log_axis("ns", (one.value for _, found, _ in series for one in found if one)),
    }
    return Chart("Cost and steps of the clocks", traces, layout,
                 Table("", names, [RowGroup("ns", rows)]))  # fmt: skip


def _gaps(groups: Sequence[StudyGroup]) -> list[Block]:
    found: list[Block] = []
    if any(not _total(point, "passed_count") for group in groups for point in group.points()):
        found.append(Gap("Monotonicity across cores", "the run could use one processor only"))
    if not any(_clock(p).startswith("TSC") for group in groups for p in group.points()):
        found.append(Gap("TSC", "this processor has none, or the machine does not let it be read"))
    return found


EXPERIMENT = Experiment(
    name=NAME,
    chapter="latency",
    order=50,
    title="Clocks",
    repeats="section 3, which gives no numbers",
    question="Which clock may a measurement rest on: how fine is it, what does a look cost, and "
    "does time ever go back from one core to another?",
    prediction="The paper holds the counter of the processor (TSC) for fine but not monotonic "
    "across cores, and the kernel's clocks, since they have no ticks any more, for the better "
    "choice. Today the counters of all cores tick alike and the kernel's clock is made from them: "
    "its look costs more than the counter's, and never goes back.",
    method="One program looks at each clock in blocks of 1,000; then a reading is handed to and "
    "fro between the first processor and each other. The thread that gets it reads the clock, and "
    "must not see an earlier time.",
    threats=(
        "A virtual machine may shift the counter, or catch the look at it.",
        "That a clock was not seen to go back in millions of looks does not prove that it cannot.",
        "CLOCK_REALTIME goes back when it is set, which was not done here.",
    ),
    answer=_answer,
    blocks=_blocks,
    paper=3,
    runs=Study(
        needs="clocks",
        check=check,
        measure=measure,
        full_seconds=18,
        quick_seconds=0.5,
    ),
)
