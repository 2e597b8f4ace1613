# SPDX-License-Identifier: Apache-2.0
"""The bars of a chain of components: which there are, and what is made of the answers."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from orbweaver.bench.bars import QUICK, Row
from orbweaver.bench.chain_bars import chain_bars, measure_chain, placings

FAKE = Path(__file__).parent / "fake_chain_bench.py"
Measure = Callable[..., list[Row]]


@pytest.fixture
def measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Measure:
    program = tmp_path / "bin" / "orbweaver-chain-bench"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nexec(open({str(FAKE)!r}).read())\n")
    program.chmod(0o755)
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))

    def run(times: dict[str, int], cpus: tuple[int, ...] = (0, 1)) -> list[Row]:
        monkeypatch.setenv("FAKE_TIMES", json.dumps(times))
        bars = [bar for bar in chain_bars() if bar.samples == 8192]
        return list(measure_chain(bars, cpus, QUICK, program.parent))

    return run


def test_each_size_is_held_against_separate_processes_and_the_largest_against_a_plain_loop() -> (
    None
):
    bars = [(bar.samples, bar.other, bar.sense, bar.bar) for bar in chain_bars()]
    rates = [(samples, "separate", "at least", 1.0) for samples in (256, 1024, 4096, 8192)]
    assert bars == [*rates, (8192, "plain", "at most", 1.1)]


def test_a_chain_runs_on_one_processor_and_on_two_if_there_are_two() -> None:
    assert [where for _, where in placings([3])] == ["3"]
    assert [where for _, where in placings([1, 3, 5])] == ["1", "1,3"]


def test_a_chain_that_is_faster_and_cheap_meets_both_bars(measure: Measure) -> None:
    rows = measure({"together": 100, "separate": 150, "plain": 100})
    assert [(row.pinning, row.ok) for row in rows] == [
        ("one processor", True), ("one processor", True),
        ("two processors", True), ("two processors", True),
    ]  # fmt: skip
    assert [row.ratio.median for row in rows if row.ratio] == [1.5, 1.0, 1.5, 1.0]


def test_a_chain_that_is_slower_or_costs_more_misses_its_bar(measure: Measure) -> None:
    rows = measure({"together": 120, "separate": 100, "plain": 100}, (0,))
    assert [row.ok for row in rows] == [False, False]


def test_the_programs_take_turns_with_packets_of_the_same_size(
    measure: Measure, tmp_path: Path
) -> None:
    _ = measure({"together": 100, "separate": 100, "plain": 100}, (0,))
    asked = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    order = [words[-1] for words, _ in asked]
    there = ["together", "separate", "plain"]
    assert order == there + (there + there[::-1]) * 3 + there
    assert len({packets for _, packets in asked}) == 1


def test_a_program_that_is_not_there_is_a_missed_bar_that_says_so(tmp_path: Path) -> None:
    rows = list(measure_chain(chain_bars()[:1], [0], QUICK, tmp_path))
    assert [row.ok for row in rows] == [False]
    assert "orbweaver-chain-bench is not in" in rows[0].reason
