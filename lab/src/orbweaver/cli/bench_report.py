# SPDX-License-Identifier: Apache-2.0
"""What the sweep shows: tables on the terminal, pictures and a page in a folder."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from orbweaver.bench.chart import charts, draw, page, size_label
from orbweaver.bench.sweep import Point
from orbweaver.model.peer import LIMIT
from orbweaver.record.store import write_whole
from orbweaver.report.table import NONE

TITLES = {
    "twoway": "two-way call",
    "oneway": "one-way stream, each message",
    "delivery": "one-way message, until it is received",
}


def show_points(human: Console, points: Sequence[Point]) -> None:
    """A table for each case and pinning; a cell is the ratio to raw, then the time."""
    for case, pinning in _sections(points):
        own = [p for p in points if (p.case, p.pinning) == (case, pinning)]
        sizes = sorted({p.bytes for p in own})
        table = Table("", *map(size_label, sizes), title=f"{TITLES[case]}, {pinning}")
        for row in _rows(own, sizes):
            table.add_row(*row)
        human.print(table)
    for reason in dict.fromkeys(p.reason for p in points if p.reason):
        names = dict.fromkeys(p.contestant for p in points if p.reason == reason)
        human.print(Text(f"not measured: {', '.join(names)}: {reason}"), soft_wrap=True)


def _sections(points: Sequence[Point]) -> list[tuple[str, str]]:
    return [
        (case, pinning)
        for case in TITLES
        for pinning in dict.fromkeys(p.pinning for p in points if p.case == case)
    ]


def _rows(points: Sequence[Point], sizes: Sequence[int]) -> list[list[str]]:
    rows: list[list[str]] = []
    for name in dict.fromkeys(p.contestant for p in points):
        at = {p.bytes: p for p in points if p.contestant == name}
        rows.append([name, *(_cell(at.get(size)) for size in sizes)])
    return rows


def _cell(point: Point | None) -> str:
    if point is None or point.ns is None:
        return NONE
    ratio = f"{point.to_raw.median:.2f}x " if point.to_raw and point.peer != LIMIT else ""
    return ratio + _time(point.ns.median)


def _time(ns: float) -> str:
    for unit, scale in (("ms", 1e6), ("µs", 1e3)):
        if ns >= scale:
            return f"{ns / scale:.3g} {unit}" if ns < 1000 * scale else f"{ns / scale:.0f} {unit}"
    return f"{ns:.0f} ns"


def write_charts(folder: Path, points: Sequence[Point], note: str) -> str:
    """One page with all charts, and a picture of each; gives the reason if there are none."""
    found = charts(points, note)
    write_whole(folder / "index.html", page(found, "Orbweaver: messages", _tables(points)))
    return draw(found, folder)


def _tables(points: Sequence[Point]) -> str:
    parts: list[str] = []
    for case, pinning in _sections(points):
        own = [p for p in points if (p.case, p.pinning) == (case, pinning)]
        sizes = sorted({p.bytes for p in own})
        head = "".join(f"<th>{size_label(size)}</th>" for size in sizes)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
            for row in _rows(own, sizes)
        )
        parts.append(
            f"<h3>{TITLES[case]}, {pinning}</h3><table><tr><th>ratio to raw on the same transport, "
            f"then the time</th>{head}</tr>{body}</table>"
        )
    return "".join(parts)
