#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draw the picture of docs/start/ax25.md: the AX.25 receiver as its SAD connects it.

tools/draw_ax25.py waveforms/ax25/ax25.sad.xml docs/start/ax25.svg
"""

import sys
import xml.etree.ElementTree as ET
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

BOX_W, BOX_H, STEP_X, STEP_Y, LEFT, TOP = 104, 40, 128, 66, 12, 20
INK, FAINT, FILL, ACCENT = "#1f2933", "#6b7785", "#eef3f7", "#2a7f62"


@dataclass(frozen=True)
class Wire:
    """A connection of the SAD."""

    source: str
    port: str
    target: str


def wires(sad: Path) -> list[Wire]:
    """All connections, in the order of the SAD."""
    result: list[Wire] = []
    for entry in ET.parse(sad).getroot().iter("connectinterface"):
        ends = [ref.get("refid", "") for ref in entry.iter("componentinstantiationref")]
        result.append(Wire(ends[0], entry.findtext(".//usesidentifier", ""), ends[1]))
    return result


def columns(of: list[Wire]) -> list[list[str]]:
    """Components by their distance from the source."""
    depth: dict[str, int] = defaultdict(int)
    for _ in of:  # as many rounds as there are connections are enough
        for wire in of:
            depth[wire.target] = max(depth[wire.target], depth[wire.source] + 1)
    names = list(dict.fromkeys(name for wire in of for name in (wire.source, wire.target)))
    return [[name for name in names if depth[name] == at] for at in range(max(depth.values()) + 1)]


def places(of: list[list[str]]) -> dict[str, tuple[float, float]]:
    """Of each component, the upper left corner of its box; columns are centred."""
    most = max(len(column) for column in of)
    return {
        name: (LEFT + STEP_X * x, TOP + STEP_Y * ((most - len(column)) / 2 + y))
        for x, column in enumerate(of)
        for y, name in enumerate(column)
    }


def box(name: str, x: float, y: float) -> str:
    """A component."""
    title, _, kind = name.partition("_")
    lines = [title] if not kind else [title, kind]
    texts = "".join(
        f'<text x="{x + BOX_W / 2:g}" y="{y + BOX_H / 2 + 5 + 14 * (at - (len(lines) - 1) / 2):g}" '
        f'text-anchor="middle" fill="{FAINT if at else INK}" font-size="13">{line}</text>'
        for at, line in enumerate(lines)
    )
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{BOX_W}" height="{BOX_H}" rx="6" fill="{FILL}" '
        f'stroke="{INK}"/>{texts}'
    )


def arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A connection."""
    x1, y1 = start[0] + BOX_W, start[1] + BOX_H / 2
    x2, y2 = end[0] - 2, end[1] + BOX_H / 2
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{ACCENT}" '
        'stroke-width="1.5" marker-end="url(#end)"/>'
    )


def picture(sad: Path) -> str:
    """The SVG file."""
    connections = wires(sad)
    layers = columns(connections)
    at = places(layers)
    width = 2 * LEFT + STEP_X * (len(layers) - 1) + BOX_W
    height = 2 * TOP + STEP_Y * (max(map(len, layers)) - 1) + BOX_H + 24
    parts = [arrow(at[wire.source], at[wire.target]) for wire in connections]
    parts += [box(name, *place) for name, place in at.items()]
    # What goes from a column to the next one.
    signals = {at[wire.source][0]: wire.port.removesuffix("_out") for wire in reversed(connections)}
    parts += [
        f'<text x="{x + (BOX_W + STEP_X) / 2:g}" y="{height - 10:g}" text-anchor="middle" '
        f'fill="{FAINT}" font-size="12">{signal}</text>'
        for x, signal in signals.items()
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif"><rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        '<defs><marker id="end" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" '
        f'markerHeight="5" orient="auto">'
        f'<path d="M0 0L6 3L0 6z" fill="{ACCENT}"/></marker></defs>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def main() -> int:
    """The exit status: 2 for wrong usage."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    Path(sys.argv[2]).write_text(picture(Path(sys.argv[1])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
