# SPDX-License-Identifier: Apache-2.0
"""Charts of the sweep: each answers one question, as a picture and on a page of its own."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from orbweaver.bench.sweep import Point
from orbweaver.extras import how_to_get
from orbweaver.model.peer import LIMIT, OURS, colour_of

DASHES = {"unix": "solid", "tcp": "dash", "shm": "dot"}


@dataclass(frozen=True)
class Line:
    """One contestant in one panel."""

    name: str
    peer: str
    transport: str
    sizes: list[int]
    values: list[float]
    low: list[float]
    high: list[float]

    @property
    def has_note(self) -> bool:
        """A variant of a contestant: drawn thinner."""
        return self.name != f"{self.peer} {self.transport}"


@dataclass(frozen=True)
class Panel:
    """One pinning."""

    title: str
    lines: list[Line]


@dataclass(frozen=True)
class Chart:
    """A question, and the panels that answer it."""

    name: str
    question: str
    axis: str
    panels: list[Panel]
    note: str


Value = Callable[[Point], tuple[float, float, float] | None]


def _time_us(point: Point) -> tuple[float, float, float] | None:
    if point.ns is None:
        return None
    return point.ns.median / 1000, point.ns.low / 1000, point.ns.high / 1000


def _rate(point: Point) -> tuple[float, float, float] | None:
    if point.per_second is None:
        return None
    return point.per_second.median, point.per_second.low, point.per_second.high


def _to_raw(point: Point) -> tuple[float, float, float] | None:
    if point.to_raw is None or point.peer == LIMIT:
        return None
    return point.to_raw.median, point.to_raw.low, point.to_raw.high


QUESTIONS: tuple[tuple[str, str, str, str, Value], ...] = (
    ("latency", "twoway", "How long does a two-way call take?", "µs, median", _time_us),
    ("ratio", "twoway", "How far is a two-way call from the limit of its transport?",
     "time ÷ raw on the same transport", _to_raw),
    ("rate", "oneway", "How many one-way messages go through in a second?", "messages/s", _rate),
    ("delivery", "delivery", "How long is a one-way message under way?", "µs, median", _time_us),
)  # fmt: skip


def charts(points: Sequence[Point], note: str) -> list[Chart]:
    """The charts for which there is anything to draw."""
    found: list[Chart] = []
    for name, case, question, axis, value in QUESTIONS:
        own = [point for point in points if point.case == case]
        panels = [
            Panel(pinning, lines)
            for pinning in dict.fromkeys(point.pinning for point in own)
            if (lines := list(_lines([p for p in own if p.pinning == pinning], value)))
        ]
        if panels:
            found.append(Chart(name, question, axis, panels, note))
    return found


def _lines(points: Sequence[Point], value: Value) -> Iterator[Line]:
    for name in dict.fromkeys(point.contestant for point in points):
        own = [p for p in points if p.contestant == name and value(p)]
        values = [found for p in own if (found := value(p))]
        if own:
            yield Line(name, own[0].peer, own[0].transport, [p.bytes for p in own],
                       [v[0] for v in values], [v[1] for v in values],
                       [v[2] for v in values])  # fmt: skip


def size_label(size: int) -> str:
    """0, 64 B, 8 KiB, 32 MiB."""
    for unit, scale in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= scale:
            return f"{size // scale} {unit}"
    return f"{size} B" if size else "0"


def positions(chart: Chart) -> dict[int, int]:
    """The place of each size on the axis: evenly, since 0 has no logarithm."""
    sizes = {size for panel in chart.panels for line in panel.lines for size in line.sizes}
    return {size: place for place, size in enumerate(sorted(sizes))}


def draw(found: Sequence[Chart], folder: Path) -> str:
    """A picture of each chart, NAME.png; gives the reason if this machine cannot draw any."""
    import plotly.io  # noqa: PLC0415  # pyright: ignore

    try:
        import kaleido  # noqa: F401, PLC0415  # pyright: ignore
    except ModuleNotFoundError:
        return how_to_get("kaleido")
    plotter: Any = plotly.io
    try:
        plotter.write_images(
            [_picture(chart) for chart in found],
            [folder / f"{chart.name}.png" for chart in found],
            width=[700 * len(chart.panels) for chart in found],
        )
    except (RuntimeError, ValueError, OSError) as problem:
        return str(problem).strip().splitlines()[0]
    return ""


def _picture(chart: Chart) -> dict[str, object]:
    """The figure of the page with what stands around it there."""
    figure = _figure(chart)
    layout = cast(dict[str, object], figure["layout"])
    words = {"text": chart.question, "subtitle": {"text": chart.note, "font": {"size": 9}}}
    return {"data": figure["data"], "layout": {**layout, "title": words, "margin": {"t": 90}}}


def page(found: Sequence[Chart], title: str, rows: str) -> str:
    """All charts on one page, with the library in it: it needs no network."""
    from plotly.offline import get_plotlyjs  # noqa: PLC0415  # pyright: ignore

    library: Any = get_plotlyjs()
    parts = [
        f"<h2>{chart.question}</h2><div id='{chart.name}'></div>"
        f"<script>Plotly.newPlot({json.dumps(chart.name)}, {_for_script(_figure(chart))})</script>"
        for chart in found
    ]
    note = found[0].note if found else ""
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        f"<title>{title}</title><style>{_STYLE}</style><script>{library}</script></head><body>"
        f"<h1>{title}</h1><p>{note}</p>{''.join(parts)}{rows}</body></html>\n"
    )


_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:1180px;margin:2em auto;padding:0 1em;"
    "color:#222}table{border-collapse:collapse;font-size:13px}td,th{padding:.2em .7em;"
    "text-align:right;border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}"
)


def _for_script(figure: dict[str, object]) -> str:
    return json.dumps(figure).replace("</", "<\\/")


def _figure(chart: Chart) -> dict[str, object]:
    places = positions(chart)
    count = len(chart.panels)
    layout: dict[str, object] = {
        "height": 520, "template": "none", "hovermode": "closest",
        "margin": {"t": 40, "l": 80}, "grid": {"rows": 1, "columns": count},
    }  # fmt: skip
    data: list[dict[str, object]] = []
    for number, panel in enumerate(chart.panels, 1):
        suffix = "" if number == 1 else str(number)
        width = 1 / count
        layout[f"xaxis{suffix}"] = {
            "title": {"text": f"payload ({panel.title})"}, "tickvals": list(places.values()),
            "ticktext": [size_label(size) for size in places],
            "domain": [(number - 1) * width + (0.03 if number > 1 else 0), number * width - 0.02],
        }  # fmt: skip
        layout[f"yaxis{suffix}"] = {
            "type": "log", "anchor": f"x{suffix}",
            **({"title": {"text": chart.axis}} if number == 1 else {"matches": "y"}),
        }  # fmt: skip
        data += [_trace(line, suffix, number, places) for line in panel.lines]
    return {"data": data, "layout": layout, "config": {"displaylogo": False, "responsive": True}}


def _trace(line: Line, suffix: str, number: int, places: dict[int, int]) -> dict[str, object]:
    return {
        "type": "scatter", "mode": "lines+markers", "name": line.name,
        "legendgroup": line.name, "showlegend": number == 1 or line.transport == "shm",
        "x": [places[size] for size in line.sizes], "y": line.values,
        "error_y": {
            "type": "data", "symmetric": False, "thickness": 1,
            "array": [h - v for h, v in zip(line.high, line.values, strict=True)],
            "arrayminus": [v - w for v, w in zip(line.values, line.low, strict=True)],
        },
        "xaxis": f"x{suffix}", "yaxis": f"y{suffix}",
        "line": {"color": colour_of(line.peer),
                 "dash": DASHES.get(line.transport, "solid"),
                 "width": 3 if line.peer == OURS and not line.has_note else 1.5},
    }  # fmt: skip
