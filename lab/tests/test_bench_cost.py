# SPDX-License-Identifier: Apache-2.0
"""Processor time of a call: read from the kernel, divided, held against the bar."""

import json
import os
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from orbweaver.bench import cost
from orbweaver.bench.bars import QUICK, Effort
from orbweaver.bench.cost import Cost, bars_of, measure_bar, measure_cost
from orbweaver.bench.ratios import spread
from orbweaver.cli.main import run_command
from orbweaver.run.pair import Pinning, Place
from orbweaver.run.processor_time import processor_seconds

ALONE = Pinning("none", None, None)


def test_the_time_of_all_threads_counts(tmp_path: Path) -> None:
    for thread, nanoseconds in (("7", "1500000000"), ("8", "500000000")):
        (tmp_path / "7/task" / thread).mkdir(parents=True)
        (tmp_path / "7/task" / thread / "schedstat").write_text(f"{nanoseconds} 12 3\n")
    assert processor_seconds(7, tmp_path) == 2.0


def test_a_process_that_is_gone_has_none(tmp_path: Path) -> None:
    assert processor_seconds(7, tmp_path) == 0.0


def kernel_counts() -> bool:
    """Some kernels have no such file, or zeros in it."""
    own = Path("/proc/self/schedstat")
    return own.exists() and own.read_text().split()[0] != "0"


@pytest.mark.skipif(not kernel_counts(), reason="this kernel counts no processor time of threads")
def test_the_kernel_counts_this_process() -> None:
    before = processor_seconds(os.getpid())
    until = time.thread_time() + 0.01
    while time.thread_time() < until:
        pass
    assert processor_seconds(os.getpid()) > before > 0


def made(peer: str, rate: int, *both_us: float, transport: str = "tcp") -> Cost:
    half = spread([one / 2 for one in both_us])
    return Cost(peer, transport, rate, "same core", half, half, both_us)


def test_the_bar_is_at_a_thousand_a_second_over_sockets() -> None:
    costs = [made(peer, rate, 22.0, 20.0, 24.0, transport=transport)
             for transport in ("tcp", "unix", "shm") for rate in (100, 1_000, 10_000)
             for peer in ("orbweaver", "raw", "omniorb")]  # fmt: skip
    assert [(row.name.rpartition(", ")[2], row.ok) for row in bars_of(costs)] == [
        ("tcp", True), ("unix", True),
    ]  # fmt: skip


def test_more_than_the_limit_misses_it() -> None:
    (row,) = bars_of([made("orbweaver", 1_000, 24.0, 36.0), made("raw", 1_000, 20.0, 30.0)])
    assert row.ratio is not None and row.ratio.median == pytest.approx(1.2)
    assert not row.ok


def test_a_share_of_a_processor_follows_from_the_rate() -> None:
    assert made("orbweaver", 1_000, 30.0).share_of_core == pytest.approx(0.03)


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at a process finds 3 s more: the fake programs take no time."""
    looks: Iterator[int] = count()

    def three_more(_pid: int) -> float:
        return 3.0 * next(looks)

    monkeypatch.setattr(cost, "processor_seconds", three_more)


@pytest.mark.usefixtures("ticking")
def test_time_is_divided_by_the_calls(bench_bin: Path) -> None:
    costs = measure_cost(Place("tcp", ALONE, bench_bin), 1_000, Effort(3, 0.02))
    assert [one.peer for one in costs] == ["orbweaver", "raw", "omniorb"]
    # Looks alternate between client and server, so that each sees 6 s, of 100 calls.
    assert {one.client_us.median for one in costs} == {6e6 / 100}
    assert {one.server_us.median for one in costs} == {6e6 / 100}


@pytest.mark.usefixtures("ticking", "bench_bin")
def test_calls_are_made_on_a_schedule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    status = run_command(["bench", "cost", "--quick", "--only", "unix", "--json",
                          str(tmp_path / "cost.json")])  # fmt: skip
    document = json.loads((tmp_path / "cost.json").read_text())
    assert status == 0
    assert document["schema"] == "orbweaver-cost/1"
    assert {one["rate"] for one in document["costs"]} == {100, 1_000, 10_000}
    given = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert {one["every_us"] for one in given} == {10_000, 1_000, 100}


def test_a_kernel_that_counts_nothing_is_said(bench_bin: Path) -> None:
    row = measure_bar("tcp", ALONE, QUICK, bench_bin)
    assert not row.ok
    assert "schedstat" in row.reason


def test_a_limit_that_is_missing_is_said(bench_bin: Path) -> None:
    (bench_bin / "raw-bench-client").unlink()
    row = measure_bar("tcp", ALONE, Effort(3, 0.02), bench_bin)
    assert not row.ok
    assert "the peer raw is missing" in row.reason


def test_a_transport_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["bench", "cost", "--only", "smoke"]) == 2
    assert "--only is one of tcp, unix, shm, not 'smoke'" in capsys.readouterr().err
