#!/usr/bin/env python3
"""Draw the picture of the README from a result file.

./x run --messaging all --json out.json && tools/draw_result.py out.json docs/result.svg
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

WIDTH, ROW, TOP, LEFT = 880, 40, 78, 130
SPEED_WIDTH, LOSS_LEFT = 300, 560
GOOD, BAD, INK, FAINT = "#2a7f62", "#b5482f", "#1f2933", "#6b7785"


@dataclass(frozen=True)
class Row:
    """One messaging mode."""

    mode: str
    msps: float
    frames: int
    reference: int
    reordered: int

    @property
    def keeps_order(self) -> bool:
        """Whether it gave the frames of the one-process decode."""
        return self.reordered == 0 and self.frames == self.reference


def read_rows(path: Path) -> list[Row]:
    """The runs of a result file of `run --messaging all`."""
    document = json.loads(path.read_text())
    return [
        Row(
            run["config"]["mode"],
            run["waveform"]["msps"],
            run["waveform"]["frames"],
            run["waveform"]["frames_reference"],
            max(stage["reordered_previous"] for stage in run["stages"]),
        )
        for run in document["runs"]
    ]


def text(x: float, y: float, content: str, *, fill: str = INK, extra: str = "") -> str:
    """One line of text."""
    return f'<text x="{x:.0f}" y="{y:.0f}" fill="{fill}" {extra}>{content}</text>'


def draw_row(row: Row, y: int, fastest: float) -> list[str]:
    """A bar for the speed, and words for the order."""
    colour = GOOD if row.keeps_order else BAD
    length = SPEED_WIDTH * row.msps / fastest
    lost = row.reference - row.frames
    order = (
        f"every frame, in order ({row.frames})"
        if row.keeps_order
        else f"{lost} of {row.reference} frames lost, {row.reordered} reordered"
    )
    return [
        text(LEFT - 12, y + 16, row.mode, extra='text-anchor="end"'),
        f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="22" rx="3" fill="{colour}"/>',
        text(LEFT + length + 8, y + 16, f"{row.msps:.1f} MS/s", fill=FAINT),
        text(LOSS_LEFT, y + 16, order, fill=colour),
    ]


def draw(rows: list[Row], machine: str) -> str:
    """The whole picture."""
    fastest = max(row.msps for row in rows)
    height = TOP + ROW * len(rows) + 34
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="system-ui, sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#ffffff"/>',
        text(
            24, 32, "An ADS-B receiver of four processes, by messaging mode", extra='font-size="18"'
        ),
        text(LEFT, 60, "throughput", fill=FAINT),
        text(LOSS_LEFT, 60, "frames against a decode in one process", fill=FAINT),
    ]
    for number, row in enumerate(rows):
        parts += draw_row(row, TOP + ROW * number, fastest)
    parts += [text(24, height - 14, machine, fill=FAINT, extra='font-size="12"'), "</svg>"]
    return "\n".join(parts) + "\n"


def main() -> int:
    """Read the result file, write the picture."""
    if len(sys.argv) != 3:
        print("usage: tools/draw_result.py RESULT.json PICTURE.svg", file=sys.stderr)
        return 2
    source, target = map(Path, sys.argv[1:])
    origin = json.loads(source.read_text())["runs"][0]["provenance"]
    machine = f"{origin['cpu']}, {origin['cores']} cores, {origin['kernel']}, {origin['date'][:10]}"
    target.write_text(draw(read_rows(source), machine))
    return 0


if __name__ == "__main__":
    sys.exit(main())
