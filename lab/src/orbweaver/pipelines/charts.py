# SPDX-License-Identifier: Apache-2.0
"""The same as pictures: published and measured on one pair of axes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from orbweaver.model.published import PublishedSendTimes, paper, send_times_of, table_of
from orbweaver.model.schema import Run
from orbweaver.page.blocks import Beside, Block, Cell, Chart, Row, RowGroup, Table
from orbweaver.page.colours import GREY, shade_of
from orbweaver.page.evidence import Evidence, far_repeats, measured, run_estimate
from orbweaver.page.numbers import estimated, plain, us
from orbweaver.pipelines.tables import (
    cores_words,
    paper_floors,
    ratio_at,
    stage_names,
    times_table,
)
from orbweaver.results.group import Group


@dataclass(frozen=True)
class Mark:
    """What a line is called, and how it looks."""

    name: str
    colour: str
    symbol: str = "circle"


def table_with_charts(evidence: Evidence, experiment: str, one_core: bool) -> list[Block]:
    """A table of the paper and its two pictures; nothing if it was not run."""
    table = times_table(evidence, experiment, one_core)
    if table is None:
        return []
    groups = evidence.groups(experiment, one_core)
    pictures = [
        _over_chart(groups, experiment, one_core, table),
        *_disorder_chart(groups, experiment, one_core, table),
    ]
    return [table, Beside(pictures)]


def _over_chart(groups: Sequence[Group], experiment: str, one_core: bool, table: Table) -> Chart:
    traces: list[dict[str, object]] = []
    published = table_of(experiment, one_core)
    names = stage_names(groups, published)
    if published is not None:
        floors = paper_floors(groups[0].first.config.pace_ms, one_core)
        ratios = [v / f for v, f in zip(published.stage_last_ms, floors, strict=True)]
        hover = [
            f"{v:,.2f} ms, floor {f:,.0f} ms"
            for v, f in zip(published.stage_last_ms, floors, strict=True)
        ]
        traces.append(_line(Mark("Published", GREY, "diamond"), names, ratios, hover))
    for place, group in enumerate(groups):
        traces += _over_traces(group, names, shade_of(groups, place))
    return Chart(
        title=f"Time of the last packet ÷ floor, {cores_words(one_core)}",
        traces=traces,
        layout={
            "yaxis": {"title": {"text": "time ÷ floor"}, **_range(traces)},
            "shapes": [_floor_line()],
        },
        values=Table("", table.columns, table.groups[1:2]),
        note="The line at 1 is the floor; small marks are single repetitions, crosses those far "
        "from the others.",
    )


def _range(traces: Sequence[dict[str, object]]) -> dict[str, object]:
    """From zero where the values differ much; else close up, so that small differences are seen."""
    values = [cast(float, y) for trace in traces for y in cast(list[object], trace["y"])] + [1.0]
    return {"rangemode": "tozero"} if max(values) > 1.3 * min(values) else {}


def _floor_line() -> dict[str, object]:
    return {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": 1, "y1": 1,
            "line": {"color": GREY, "width": 1, "dash": "dot"}}  # fmt: skip


def _line(
    mark: Mark, x: Sequence[object], y: Sequence[float], hover: Sequence[str]
) -> dict[str, object]:
    name = mark.name
    return {
        "type": "scatter", "mode": "lines+markers", "name": name,
        "x": list(x[: len(y)]), "y": list(y),
        "customdata": list(hover), "line": {"color": mark.colour, "width": 2},
        "marker": {"symbol": mark.symbol, "size": 8, "color": mark.colour},
        "hovertemplate": "%{y:.4f} of the floor<br>%{customdata}<extra>" + name + "</extra>",
    }  # fmt: skip


def _over_traces(group: Group, names: Sequence[str], colour: str) -> list[dict[str, object]]:
    estimates = [ratio_at(group, n) for n in range(len(group.first.stages))]
    found = [one for one in estimates if one]
    if len(found) < len(estimates):
        return []
    floors = [measured(group).floor_at(n) for n in range(len(found))]
    hover = [
        f"{one.value * floor:,.2f} ms, floor {floor:,.1f} ms, "
        f"{one.low:.4f} … {one.high:.4f}, n = {one.count}"
        for one, floor in zip(found, floors, strict=True)
    ]
    line = _line(Mark(group.label, colour), names, [one.value for one in found], hover)
    line["error_y"] = {
        "type": "data", "symmetric": False, "thickness": 1.5, "width": 5, "color": colour,
        "array": [one.high - one.value for one in found],
        "arrayminus": [one.value - one.low for one in found],
    }  # fmt: skip
    if len(group.files) < 2:
        return [line]
    return [line, _repeats(group, names, floors, colour)]


def _repeats(
    group: Group, names: Sequence[str], floors: Sequence[float], colour: str
) -> dict[str, object]:
    far = far_repeats(group)
    points = [
        (names[n], stage.last_ms / floors[n], number)
        for number, run in enumerate(group.runs, 1)
        for n, stage in enumerate(run.stages)
    ]
    symbols = ["x" if number in far else "circle-open" for *_, number in points]
    return {
        "type": "scatter", "mode": "markers", "showlegend": False, "name": group.label,
        "x": [x for x, *_ in points], "y": [y for _, y, _ in points],
        "customdata": [number for *_, number in points], "opacity": 0.55,
        "marker": {"symbol": symbols, "size": 5, "color": colour},
        "hovertemplate": "%{y:.4f} of the floor<extra>" + group.label + ", repetition %{customdata}"
        "</extra>",
    }  # fmt: skip


def _disorder_chart(
    groups: Sequence[Group], experiment: str, one_core: bool, table: Table
) -> list[Chart]:
    """Only where there is any disorder to draw, published or measured."""
    published = table_of(experiment, one_core)
    names = stage_names(groups, published)
    traces: list[dict[str, object]] = []
    if published is not None:
        shares = [100 * n / paper().setup.packets for n in published.reordered_previous]
        traces.append(_bars("Published", names, shares, GREY))
    for place, group in enumerate(groups):
        bars = _disorder_bars(group, names, shade_of(groups, place))
        traces.append(bars)
    if not any(any(trace["y"]) for trace in traces):  # pyright: ignore
        return []
    return [
        Chart(
            title=f"Packets out of order, from previous, {cores_words(one_core)}",
            traces=traces,
            layout={"yaxis": {"title": {"text": "% of packets"}, "rangemode": "tozero"},
                    "barmode": "group"},
            values=Table("", table.columns, table.groups[2:3]),
            note="Arrivals whose number is not their predecessor's plus one.",
        )
    ]  # fmt: skip


def _bars(name: str, x: Sequence[str], y: Sequence[float], colour: str) -> dict[str, object]:
    return {
        "type": "bar", "name": name, "x": list(x[: len(y)]), "y": list(y),
        "marker": {"color": colour},
        "hovertemplate": "%{y:.2f} % of packets<extra>" + name + "</extra>",
    }  # fmt: skip


def _disorder_bars(group: Group, names: Sequence[str], colour: str) -> dict[str, object]:
    packets = max(1, group.first.config.packets)
    found = [
        run_estimate(group, lambda run, n=n: 100 * run.stages[n].reordered_previous / packets)
        for n in range(len(group.first.stages))
    ]
    bars = _bars(group.label, names, [one.value for one in found], colour)
    bars["error_y"] = {
        "type": "data", "symmetric": False, "thickness": 1.2, "width": 4,
        "color": GREY,
        "array": [one.high - one.value for one in found],
        "arrayminus": [one.value - one.low for one in found],
    }  # fmt: skip
    return bars


SEND_POINTS = (("min", 0.0), ("p50", 50.0), ("p80", 80.0), ("p90", 90.0), ("p99", 99.0),
               ("p999", 99.9), ("max", 100.0))  # fmt: skip


def send_time_chart(evidence: Evidence, experiment: str, one_core: bool) -> list[Block]:
    """The producer's send times, as a figure of the paper shows them; nothing if not run."""
    groups = evidence.groups(experiment, one_core)
    published = send_times_of(experiment, one_core)
    if not groups or published is None:
        return []
    traces = [_published_trace(published)]
    traces += [_send_trace(group, shade_of(groups, n)) for n, group in enumerate(groups)]
    return [
        Chart(
            title=f"Figure {published.figure}: time that the producer's calls took, "
            f"{cores_words(one_core)}",
            traces=traces,
            layout={
                "xaxis": percentile_axis(), "showlegend": True,
                "yaxis": {"title": {"text": "µs"}, **wide_axis(traces)},
            },
            values=_send_values(groups, published),
            note=_send_note(published),
            height=340,
        )
    ]  # fmt: skip


def percentile_axis() -> dict[str, object]:
    """Percentiles, spread so that each further nine takes as much room as the last."""
    shown = [0, 50, 90, 99, 99.9]
    return {
        "type": "log", "tickvals": [_place(p) for p in shown],
        "ticktext": ["0", "50", "90", "99", "99.9"],
        "tickangle": 0, "title": {"text": "% of calls that took no longer"},
    }  # fmt: skip


def wide_axis(traces: Sequence[dict[str, object]]) -> dict[str, object]:
    """Decades where the values span several, else a plain axis."""
    values = [cast(float, y) for trace in traces for y in cast(list[object], trace["y"])]
    if values and min(values) > 0 and max(values) > 30 * min(values):
        return {"type": "log", "exponentformat": "none", "dtick": 1, "tickformat": ",~r"}
    return {"tickformat": ",~r"}


def _place(percentile: float, count: int = 1000) -> float:
    """Where a percentile stands; the maximum of n values stands half a value from the end."""
    return 1 / (1 - min(percentile / 100, 1 - 0.5 / count))


def _published_trace(published: PublishedSendTimes) -> dict[str, object]:
    points = sorted(published.points)
    known = [(0.0, published.min), *points, (100.0, published.max)]
    drawn = [(percentile, value) for percentile, value in known if value is not None]
    return {
        "type": "scatter", "mode": "lines+markers", "name": "Published",
        "x": [_place(p) for p, _ in drawn], "y": [value for _, value in drawn],
        "customdata": [_percentile_words(p) for p, _ in drawn],
        "line": {"color": GREY, "width": 2}, "marker": {"symbol": "diamond", "size": 8},
        "hovertemplate": "%{customdata}: %{y:,.4~g} µs<extra>Published</extra>",
    }  # fmt: skip


def _percentile_words(percentile: float) -> str:
    return {0.0: "shortest", 100.0: "longest"}.get(percentile, f"{percentile:g} %")


def _send_trace(group: Group, colour: str) -> dict[str, object]:
    count = max(1, min(run.producer.send_us.count for run in group.runs))
    found = [run_estimate(group, _send_value(name)) for name, _ in SEND_POINTS]
    return {
        "type": "scatter", "mode": "lines+markers", "name": group.label,
        "x": [_place(p, count) for _, p in SEND_POINTS], "y": [one.value for one in found],
        "customdata": [f"{_percentile_words(p)}, {us(one.low)} … {us(one.high)} µs, n = {one.count}"
                       for (_, p), one in zip(SEND_POINTS, found, strict=True)],
        "error_y": {"type": "data", "symmetric": False, "thickness": 1.2, "width": 4,
                    "color": colour, "array": [one.high - one.value for one in found],
                    "arrayminus": [one.value - one.low for one in found]},
        "line": {"color": colour, "width": 2}, "marker": {"size": 7},
        "hovertemplate": "%{y:,.4~g} µs at %{customdata}<extra>" + group.label + "</extra>",
    }  # fmt: skip


def _send_value(name: str) -> Callable[[Run], float]:
    def value(run: Run) -> float:
        return getattr(run.producer.send_us, name)

    return value


def _send_values(groups: Sequence[Group], published: PublishedSendTimes) -> Table:
    shares = sorted({p for p, _ in published.points} | {50.0, 80.0, 90.0, 99.0, 99.9})
    theirs = dict(published.points)
    row: list[Cell] = [_optional(published.min)]
    row += [_optional(theirs.get(p)) for p in shares]
    row += [_optional(published.max), _optional(published.mean)]
    names = {percentile: name for name, percentile in SEND_POINTS}
    ours: list[Row] = []
    for group in groups:
        cells: list[Cell] = [_send_cell(group, "min")]
        cells += [_send_cell(group, names[p]) if p in names else None for p in shares]
        cells += [_send_cell(group, "max"), _send_cell(group, "mean")]
        ours.append(Row(group.label, cells))
    columns = ["min", *(f"{p:g} %" for p in shares), "max", "mean"]
    return Table(
        "", columns, [RowGroup("Calls of the producer, µs", [Row("Published", row), *ours])]
    )


def _optional(value: float | None) -> Cell:
    return None if value is None else plain(value, us)


def _send_cell(group: Group, name: str) -> Cell:
    return estimated(run_estimate(group, _send_value(name)), us)


def _send_note(published: PublishedSendTimes) -> str:
    parts = [
        "The paper shows every call as a dot and gives these values in words; a result file holds "
        "percentiles. The last mark of a line is the longest call."
    ]
    if published.mean_below and published.mean_above:
        parts.append(
            f"Published means: {us(published.mean_below[1])} µs of the lowest "
            f"{published.mean_below[0]:g} %, {us(published.mean_above[1])} µs of the rest."
        )
    if published.note:
        parts.append(f"Published besides: {published.note} µs.")
    return " ".join(parts)
