#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draw the picture of the README from the lab's result files.

./x orbweaver lab run exp1 exp3 exp5 exp6 --orb orbweaver,omniorb --repeat 3 --out DIR
./x orbweaver lab run ordered-stages --repeat 3 --out DIR
tools/draw_result.py DIR docs/result.svg
"""

import json
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WIDTH, BAR, ROW, GAP, TOP, LEFT = 920, 20, 24, 16, 92, 250
SPEED_WIDTH, ORDER_LEFT = 290, 650
GOOD, BAD, INK, FAINT = "#2a7f62", "#b5482f", "#1f2933", "#6b7785"
ORBS = {"orbweaver": "Orbweaver", "omniorb": "omniORB"}
MODES = ("twoway", "twoway-worker", "oneway", "oneway-worker", "ordered")


@dataclass(frozen=True)
class Row:
    """One messaging mode on one ORB: the median speed of its runs, and the worst order."""

    mode: str
    orb: str
    packets_per_s: float
    share_of_floor: float
    reordered: int
    lost: int
    packets: int

    @property
    def keeps_order(self) -> bool:
        """Whether every packet came, in order, in every run."""
        return self.reordered == 0 and self.lost == 0

    @property
    def order(self) -> str:
        """What became of the packets, in words."""
        if self.keeps_order:
            return "every packet, in order"
        words = [f"{self.reordered} of {self.packets} out of order"] if self.reordered else []
        return ", ".join(words + ([f"{self.lost} lost"] if self.lost else []))


def row(mode: str, orb: str, runs: list[dict[str, Any]]) -> Row:
    """What the runs of one mode on one ORB say together."""
    packets = runs[0]["config"]["packets"]
    took_ms = statistics.median(run["stages"][-1]["last_ms"] for run in runs)
    return Row(
        mode,
        orb,
        1000 * packets / took_ms,
        statistics.median(run["floor_ms"] for run in runs) / took_ms,
        max(stage["reordered_previous"] for run in runs for stage in run["stages"]),
        max(stage["lost"] for run in runs for stage in run["stages"]),
        packets,
    )


def read_runs(folder: Path) -> list[dict[str, Any]]:
    """Every result file below the folder."""
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*/*/*.json"))]


def rows_of(runs: list[dict[str, Any]]) -> list[Row]:
    """The modes in the order of the papers, the ORBs of each side by side."""
    grouped: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for run in runs:
        grouped[run["config"]["mode"], run["orb"]].append(run)
    wanted = [(mode, orb) for mode in MODES for orb in ORBS]
    return [row(mode, orb, grouped[mode, orb]) for mode, orb in wanted if (mode, orb) in grouped]


def text(x: float, y: float, content: str, *, fill: str = INK, extra: str = "") -> str:
    """One line of text."""
    return f'<text x="{x:.0f}" y="{y:.0f}" fill="{fill}" {extra}>{content}</text>'


def several_at_once(one: Row) -> str:
    """Of a mode whose stages work on several packets at once: the bar ends at the limit."""
    return f"▸ {one.packets_per_s:.0f}/s"


def draw_row(one: Row, y: int) -> Iterator[str]:
    """A bar for the speed, and words for the order."""
    colour = GOOD if one.keeps_order else BAD
    length = SPEED_WIDTH * min(one.share_of_floor, 1.0)
    yield text(LEFT - 12, y + 15, ORBS[one.orb], fill=FAINT, extra='text-anchor="end"')
    yield f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" rx="3" fill="{colour}"/>'
    speed = f"{one.packets_per_s:.1f}/s" if one.share_of_floor <= 1 else several_at_once(one)
    yield text(LEFT + length + 8, y + 15, speed, fill=FAINT)
    yield text(ORDER_LEFT, y + 15, one.order, fill=colour)


def draw_rows(rows: list[Row]) -> tuple[list[str], int]:
    """All rows, and where they end."""
    parts: list[str] = []
    y, mode = TOP, ""
    for one in rows:
        if one.mode != mode:
            y += GAP if mode else 0
            mode = one.mode
            parts.append(text(24, y + 15, mode, extra='font-weight="600"'))
        parts += draw_row(one, y)
        y += ROW
    return parts, y


def draw(rows: list[Row], method: str, machine: str) -> str:
    """The whole picture."""
    parts, end = draw_rows(rows)
    height = end + 40
    limit = LEFT + SPEED_WIDTH
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="system-ui, sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#ffffff"/>',
        text(24, 32, "One-way speed, two-way order", extra='font-size="18"'),
        text(24, 54, method, fill=FAINT),
        text(LEFT, 80, "packets per second", fill=FAINT),
        text(limit, 80, "limit of one thread", fill=FAINT, extra='text-anchor="middle"'),
        text(ORDER_LEFT, 80, "at the last stage, worst run", fill=FAINT),
        f'<path d="M{limit} {TOP - 6}V{end}" stroke="{FAINT}" stroke-dasharray="3 4"/>',
        *parts,
        text(24, height - 14, machine, fill=FAINT, extra='font-size="12"'),
        "</svg>",
        "",
    ])  # fmt: skip


def describe(run: dict[str, Any], repeats: int) -> tuple[str, str]:
    """What was run, and on what."""
    config, origin = run["config"], run["provenance"]
    stages = len(run["stages"])
    method = (
        f"A producer and {stages} stages of {config['work_ms']:g} ms, each a process; "
        f"{config['packets']} packets, median of {repeats} runs or more"
    )
    machine = f"{origin['cpu']}, {origin['cores']} cores, {origin['kernel']}, {origin['date'][:10]}"
    return method, machine


def main() -> int:
    """Read the result files, write the picture."""
    if len(sys.argv) != 3:
        print("usage: tools/draw_result.py DIR PICTURE.svg", file=sys.stderr)
        return 2
    runs = read_runs(Path(sys.argv[1]))
    rows = rows_of(runs)
    if not rows:
        print(f"{sys.argv[1]}: no result files; make them with orbweaver lab run", file=sys.stderr)
        return 2
    repeats = min(len([r for r in runs if r["config"]["mode"] == row.mode and r["orb"] == row.orb])
                  for row in rows)  # fmt: skip
    Path(sys.argv[2]).write_text(draw(rows, *describe(runs[0], repeats)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
