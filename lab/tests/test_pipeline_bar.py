# SPDX-License-Identifier: Apache-2.0
"""The bars on a pipeline: over its floor, and less what bare threads lose in the same turns."""

import sys
from pathlib import Path

import pytest

from orbweaver.bench.bars import Effort, Row
from orbweaver.bench.pipeline_bar import experiments, measure_pipeline

NAMES = [
    "pipeline ÷ floor, ordered (exp7), wait work",
    "pipeline less what bare threads lose ÷ floor, ordered (exp7), wait work",
]
QUICK = Effort(3, 0.1)
FLOOR_MS = (200 + 3 - 1) * 5.0


def bare_threads(folder: Path, printed: str) -> None:
    """The program of bare threads, which prints this."""
    program = folder / "raw-stages"
    program.write_text(f"#!{sys.executable}\nprint({printed!r})\n")
    program.chmod(0o755)


def measured(folder: Path) -> list[Row]:
    return measure_pipeline(experiments()[0], QUICK, 3, folder)


def test_what_bare_threads_lose_is_taken_off(fake_bin: Path) -> None:
    bare_threads(fake_bin, f'{{"lasted_ns": {int((FLOOR_MS + 7) * 1e6)}}}')
    whole, rest = measured(fake_bin)
    assert [whole.name, rest.name] == NAMES
    assert whole.ratio and rest.ratio and whole.limit and rest.limit
    assert whole.limit.median == FLOOR_MS
    assert rest.limit.median == FLOOR_MS + 7
    assert whole.ours == rest.ours
    assert whole.ratio.median - rest.ratio.median == pytest.approx(7 / FLOOR_MS)


def test_packets_out_of_order_miss_both_bars(
    fake_bin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_STAGE2", "reorder")
    bare_threads(fake_bin, '{"lasted_ns": 1}')
    assert all("packets reordered" in row.reason and not row.ok for row in measured(fake_bin))


def test_a_missing_program_misses_both_bars_and_says_which(fake_bin: Path) -> None:
    rows = measured(fake_bin)
    assert [row.name for row in rows] == NAMES
    assert all("raw-stages is not in" in row.reason and not row.ok for row in rows)


@pytest.mark.parametrize("printed", ["", '{"lasted_ns": "long"}', '{"lasted_ns": 1}\n{}'])
def test_a_program_that_breaks_its_contract_is_no_measurement(fake_bin: Path, printed: str) -> None:
    bare_threads(fake_bin, printed)
    assert all("raw-stages" in row.reason and not row.ok for row in measured(fake_bin))
