# SPDX-License-Identifier: Apache-2.0
"""Sweeps: one point after the other, each with its repeats, as a table and as curves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from orbweaver.model.schema import Row
from orbweaver.page.blocks import Beside, Block, Cell, Chart, Finding, RowGroup, Table
from orbweaver.page.blocks import Row as TableRow
from orbweaver.page.claim import Claim, Outcome
from orbweaver.page.colours import GREY, shade_of
from orbweaver.page.evidence import Evidence
from orbweaver.page.numbers import estimated, ms, over, plain, us, whole
from orbweaver.pipelines.charts import wide_axis
from orbweaver.pipelines.tables import repeats_words
from orbweaver.results.group import Group
from orbweaver.results.points import rows_by_point
from orbweaver.stats import Estimate, median_interval

Value = Callable[[Row], float]

LETTERS = 48
"""that stand side by side under a chart of half the page's width"""


@dataclass(frozen=True)
class Curve:
    """One figure of a sweep: what is drawn over its points."""

    title: str
    axis: str
    value: Value
    form: Callable[[float], str]
    log: bool = False
    floor: float | None = None


@dataclass(frozen=True)
class SweptPoint:
    """One point with its repeats."""

    label: str
    rows: Sequence[Row]

    def estimate(self, value: Value) -> Estimate:
        """The median over the repeats."""
        return median_interval([value(row) for row in self.rows])

    @property
    def disorder(self) -> int:
        """Packets out of order in the worst repeat."""
        return max(row.reordered_previous for row in self.rows)

    @property
    def lost(self) -> int:
        """Packets lost in all repeats."""
        return sum(row.lost for row in self.rows)

    @property
    def link_lost(self) -> int:
        """Datagrams that the links lost, in all repeats."""
        return sum(row.link_lost or 0 for row in self.rows)

    @property
    def link_delayed(self) -> int:
        """Datagrams that the links delayed, in all repeats."""
        return sum(row.link_delayed or 0 for row in self.rows)

    @property
    def overtaken(self) -> int:
        """Packets that came behind a later one in the worst repeat; gaps do not count."""
        return max(row.overtaken or 0 for row in self.rows)

    @property
    def age_ms(self) -> float:
        """Of a packet when the last stage took it up: 99th percentile, median over the repeats."""
        return self.estimate(age_ms).value


def over_floor(row: Row) -> float:
    """Time over the floor; 1 where no work sets one."""
    return row.last_ms / row.floor_ms if row.floor_ms else 1.0


def age_ms(row: Row) -> float:
    """Of a packet when the last stage took it up: 99th percentile."""
    return row.latency_us.p99 / 1000


OVER = Curve("Time of the last packet ÷ floor", "time ÷ floor", over_floor, over, floor=1.0)
CALL = Curve(
    "Time of a call of the producer, median", "µs", lambda row: row.send_us.p50, us, log=True
)
CALL_TAIL = Curve(
    "Time of a call of the producer, 99th percentile", "µs", lambda row: row.send_us.p99, us,
    log=True,
)  # fmt: skip
TIME = Curve("Time of the last packet", "ms", lambda row: row.last_ms, ms)
QUEUE = Curve("Most packets that waited at a stage", "packets", lambda row: row.max_queue, whole)

OUT_OF_ORDER = Curve("Packets out of order", "packets", lambda row: row.reordered_previous, whole)
LOST = Curve("Packets lost or given up", "packets", lambda row: row.lost, whole)
AGE = Curve("Age of a packet at the last stage, 99th percentile", "ms", age_ms, ms)


def points_of(group: Group, label: Callable[[Row], str]) -> list[SweptPoint]:
    """The points of a sweep by their labels."""
    return [SweptPoint(label(rows[0]), rows) for rows in rows_by_point(group)]


Judge = Callable[[Sequence[SweptPoint]], tuple[Outcome, str]]
"""What the points of a contestant say about a claim."""


def _no_reason(_peer: str, _points: Sequence[SweptPoint]) -> str:
    return ""


@dataclass(frozen=True)
class Sweep:
    """How the sweep of an experiment reads.

    `what` names its points, `label` each of them. Points without an order, as modes, are not
    `joined` by lines. `gaps_count`: as in the paper, a packet behind a missing one is out of order
    too. Lost packets leave a claim undecided, unless `losses_expected`. `note` stands under each
    table. `because`: the reason that is known of a peer for what it did.
    """

    experiment: str
    what: str
    label: Callable[[Row], str]
    joined: bool = True
    gaps_count: bool = True
    losses_expected: bool = False
    note: str = ""
    because: Callable[[str, Sequence[SweptPoint]], str] = _no_reason

    def blocks(self, evidence: Evidence, curves: Sequence[Curve]) -> list[Block]:
        """A table for each contestant, then the curves of all of them."""
        groups = evidence.groups(self.experiment)
        found: list[Block] = [_table(group, self) for group in groups]
        return [*found, Beside([_chart(groups, self, curve) for curve in curves])]

    def findings(self, evidence: Evidence, claim: Claim, judge: Judge) -> list[Finding]:
        """What each contestant's sweep says about the claim."""
        return [self._finding(group, claim, judge) for group in evidence.groups(self.experiment)]

    def _finding(self, group: Group, claim: Claim, judge: Judge) -> Finding:
        points = points_of(group, self.label)
        status, text = judge(points) if points else ("undecided", "the result holds no points.")
        if not self.losses_expected and any(point.lost for point in points):
            status, text = "undecided", f"{sum(p.lost for p in points)} packets were lost; {text}"
        text = f"{text[0].upper()}{text[1:]}{self.because(group.first.orb, points)}"
        return claim.finding(status, group.label, text, group)


def _table(group: Group, sweep: Sweep) -> Table:
    order = (
        ""
        if sweep.gaps_count
        else " Out of order are those that came behind a later one, not gaps."
    )
    return Table(
        title=f"{group.label}: {sweep.what}",
        columns=["Last packet, ms", "Floor, ms", "Over the floor", "Out of order", "Lost",
                 "Queue", "Call p50, µs", "Call p99, µs"],
        groups=[RowGroup("", [TableRow(p.label, _cells(p, sweep.gaps_count))
                              for p in points_of(group, sweep.label)])],
        note=repeats_words([group]) + " Out of order and lost are the worst and the sum of all "
        "repetitions." + order + (f" {sweep.note}" if sweep.note else ""),
        corner=sweep.what,
    )  # fmt: skip


def _cells(point: SweptPoint, gaps_count: bool) -> list[Cell]:
    return [
        estimated(point.estimate(lambda row: row.last_ms), ms),
        plain(point.rows[0].floor_ms, ms),
        estimated(point.estimate(over_floor), over),
        plain(point.disorder if gaps_count else point.overtaken, whole),
        plain(point.lost, whole),
        estimated(point.estimate(lambda row: row.max_queue), whole),
        estimated(point.estimate(lambda row: row.send_us.p50), us),
        estimated(point.estimate(lambda row: row.send_us.p99), us),
    ]


def _chart(groups: Sequence[Group], sweep: Sweep, curve: Curve) -> Chart:
    traces: list[dict[str, object]] = []
    found: list[dict[str, Estimate]] = []
    for place, group in enumerate(groups):
        points = points_of(group, sweep.label)
        found.append({point.label: point.estimate(curve.value) for point in points})
        colour = shade_of(groups, place)
        traces.append(_trace(group.label, found[-1], colour, curve, sweep.joined))
    labels = list(dict.fromkeys(one for values in found for one in values))
    rows = [
        TableRow(group.label, [_cell(values.get(one), curve) for one in labels])
        for group, values in zip(groups, found, strict=True)
    ]
    layout: dict[str, object] = {
        "xaxis": _x_axis(sweep.what, labels),
        "yaxis": _y_axis(curve, traces),
    }
    if curve.floor is not None:
        layout["shapes"] = [_level(curve.floor)]
    values = Table("", labels, [RowGroup(curve.axis, rows)])
    return Chart(curve.title, traces, layout, values, height=390 if _are_wide(labels) else 320)


def _cell(value: Estimate | None, curve: Curve) -> Cell:
    """Not every peer has each point."""
    return None if value is None else estimated(value, curve.form)


def _x_axis(what: str, labels: Sequence[str]) -> dict[str, object]:
    slanted = _are_wide(labels)
    return {
        "type": "category", "title": {"text": what, "standoff": 12}, "automargin": True,
        "tickangle": -45 if slanted else 0, "categoryarray": list(labels), "tickmode": "array",
        "tickvals": list(labels),
        "ticktext": list(labels) if slanted else [_narrow(one) for one in labels],
    }  # fmt: skip


def _are_wide(labels: Sequence[str]) -> bool:
    """Whether labels would run into each other, even on several lines."""
    lines = [line for label in labels for line in _narrow(label).split("<br>")]
    return len(labels) * max(map(len, lines), default=0) > LETTERS


def _y_axis(curve: Curve, traces: Sequence[dict[str, object]]) -> dict[str, object]:
    axis: dict[str, object] = {"title": {"text": curve.axis}}
    if curve.log:
        return axis | wide_axis(traces)
    return axis if curve.floor is not None else axis | {"rangemode": "tozero"}


def _level(value: float) -> dict[str, object]:
    return {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": value, "y1": value,
            "line": {"color": GREY, "width": 1, "dash": "dot"}}  # fmt: skip


def _narrow(label: str) -> str:
    """A label on several lines, so that neighbours have room on a phone."""
    return (
        label.replace(", low ", "<br>low<br>")
        .replace(", ", ",<br>")
        .replace("wait ", "wait<br>")
        .replace("-", "-<br>")
    )


def _trace(
    name: str,
    values: Mapping[str, Estimate],
    colour: str,
    curve: Curve,
    joined: bool,
) -> dict[str, object]:
    found = list(values.values())
    return {
        "type": "scatter", "mode": "lines+markers" if joined else "markers", "name": name,
        "x": list(values),
        "y": [one.value for one in found],
        "customdata": [f"{curve.form(one.low)} … {curve.form(one.high)}, n = {one.count}"
                       for one in found],
        "error_y": {"type": "data", "symmetric": False, "thickness": 1.5, "width": 5,
                    "color": colour, "array": [one.high - one.value for one in found],
                    "arrayminus": [one.value - one.low for one in found]},
        "line": {"color": colour, "width": 2}, "marker": {"size": 8},
        "hovertemplate": f"%{{y:,.5~g}} {curve.axis}<br>%{{customdata}}<extra>{name}</extra>",
    }  # fmt: skip


def percent_over(point: SweptPoint) -> str:
    """Median time over the floor, for a sentence."""
    return over(point.estimate(over_floor).value)


def at_worst(points: Sequence[SweptPoint]) -> str:
    """What a number of packets is that stands for several repetitions."""
    return " in the worst repetition" if any(len(p.rows) > 1 for p in points) else ""


def in_all(points: Sequence[SweptPoint]) -> str:
    """The same of a sum."""
    return " in all repetitions together" if any(len(p.rows) > 1 for p in points) else ""


def disorder_words(points: Sequence[SweptPoint]) -> str:
    """Where packets changed places."""
    found = [f"{p.label} ({p.disorder})" for p in points if p.disorder]
    return f"packets changed places with {', '.join(found)}" if found else "order was kept at each"
