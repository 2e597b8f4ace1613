# SPDX-License-Identifier: Apache-2.0
"""Studies of paper 3: what they ask programs to do, and what they make of the answers."""

import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest

from conftest import add_bench_programs
from experiments_by_name import study_of
from orbweaver.experiments.find import all_experiments
from orbweaver.experiments.packet_size.measure import lengths
from orbweaver.experiments.scheduling.measure import real_time_refused
from orbweaver.experiments.threading.measure import connections_of, figures, first_call_row
from orbweaver.model.settings import Settings
from orbweaver.model.task import silent
from orbweaver.run.answer import parse_answer
from orbweaver.run.many_clients import WARM_UP, Together
from orbweaver.run.stress import under
from orbweaver.studies.packets.push import transports_of

QUICK = Settings(quick=True)
PATIENCE_SECONDS = 60
HOLDER = """
import sys
from orbweaver.run.stress import under
with under("busy"):
    print("busy", flush=True)
    sys.stdin.read()
"""
needs_stress = pytest.mark.skipif(
    shutil.which("stress-ng") is None,
    reason="stress-ng is not installed: apt-get install stress-ng",
)


@pytest.fixture
def asked(bench_bin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    log = tmp_path / "asked.jsonl"
    monkeypatch.setenv("FAKE_LOG", str(log))
    return log


def commands(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def rows_of(name: str, orb: str, settings: Settings = QUICK) -> list[Mapping[str, object]]:
    study = study_of(all_experiments()[name])
    return list(study.measure(orb, settings, silent).rows)


def part(row: Mapping[str, object], key: str, name: str) -> float:
    return cast(dict[str, float], row[key])[name]


def test_latency_is_measured_for_each_transport_and_pinning(asked: Path) -> None:
    rows = rows_of("latency", "orbweaver")
    pinnings = list(dict.fromkeys(row["pinning"] for row in rows))
    ways = ["unix", "tcp", "shm"]
    assert [(row["pinning"], row["transport"]) for row in rows] == [
        (pinning, way) for pinning in pinnings for way in ways
    ]
    # 512 elements of 4 bytes; the program says 1000 ns and 2 for each byte.
    assert {part(row, "taken_us", "p50") for row in rows} == {1 + 2 * 2048 / 1000}
    assert {part(row, "call_us", "p50") for row in rows} == {1.0}
    assert rows[0]["samples_us"] == [5.096, 5.096]
    assert rows[0]["slowest_us"] == [5.096, 10.192]


def test_a_probe_tells_how_many_packets_fit_into_the_time(
    asked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_RATIO", "0.001")  # a thousand each second, 0.4 s for them
    rows = rows_of("latency", "orbweaver")
    probe, measured = commands(asked)[:2]
    assert (probe["calls"], measured["calls"]) == (100, 400)
    assert rows[0]["packets_count"] == 400
    monkeypatch.setenv("FAKE_RATIO", "1")
    assert rows_of("latency", "orbweaver")[0]["packets_count"] == 5000


def test_a_shared_memory_without_an_orb_has_no_port() -> None:
    assert transports_of("raw") == ("unix", "tcp")
    assert transports_of("orbweaver") == ("unix", "tcp", "shm")


def test_sizes_go_from_nothing_to_the_papers_most_but_a_socket_carries_something(
    asked: Path,
) -> None:
    assert lengths("orbweaver", 1024) == [0, 1024, 2048, 3072, 4096]
    assert lengths("raw", 1024) == [1024, 2048, 3072, 4096]
    rows = [row for row in rows_of("packet-size", "omniorb") if row["transport"] == "tcp"]
    assert [row["elements"] for row in rows[:5]] == [0, 1024, 2048, 3072, 4096]
    assert part(rows[4], "taken_us", "mean") == 1 + 2 * 4096 * 4 / 1000


@pytest.mark.parametrize("name", ["latency", "packet-size", "threading", "scheduling"])
def test_an_orb_without_programs_is_reported_with_what_installs_it(
    name: str, bench_bin: Path
) -> None:
    (bench_bin / "omniorb-bench-client").unlink()
    reason = all_experiments()[name].why_not("omniorb", QUICK)
    assert reason is not None
    assert "omniorb-bench-client is not in" in reason
    assert "apt-get install omniidl" in reason


def test_scheduling_needs_stress_ng_and_says_how_to_get_it(
    bench_bin: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    reason = all_experiments()["scheduling"].why_not("orbweaver", QUICK)
    assert reason == "stress-ng is not installed: apt-get install stress-ng"


def test_a_user_without_real_time_gets_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chrt = tmp_path / "chrt"
    chrt.write_text("#!/bin/sh\necho 'failed to set policy: Operation not permitted' >&2\nexit 1\n")
    chrt.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    reason = real_time_refused()
    assert reason is not None
    assert reason.startswith("this user may not use SCHED_FIFO: allow it with `ulimit -r 99`")
    assert "\n" not in reason


def stress_of(parent: int) -> list[int]:
    """Processes whose session the load of that process leads."""
    found: list[int] = []
    for process in filter(str.isdecimal, os.listdir("/proc")):
        try:
            status = Path("/proc", process, "stat").read_text()
        except OSError:
            continue
        name, rest = status[status.index("(") + 1 :].rsplit(")", 1)
        if name.startswith("stress-ng") and int(rest.split()[1]) == parent:
            found.append(int(process))
    return found


@needs_stress
def test_the_load_is_there_within_and_gone_afterwards() -> None:
    with under("idle"):
        assert not stress_of(os.getpid())
    with under("busy"):
        pass
    assert not stress_of(os.getpid())


@needs_stress
def test_the_load_ends_with_whoever_is_killed() -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout
    assert holder.stdout.readline() == "busy\n"
    children = _children(holder.pid)
    assert children
    watched = [os.pidfd_open(child) for child in children]
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    for child in watched:
        # Readable when the process has ended.
        assert _ended(child)
        os.close(child)


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _ended(pidfd: int) -> bool:
    return bool(select.select([pidfd], [], [], PATIENCE_SECONDS)[0])


@needs_stress
@pytest.mark.skipif(real_time_refused() is not None, reason=str(real_time_refused()))
def test_scheduling_has_a_row_for_each_load_place_and_class(asked: Path) -> None:
    rows = rows_of("scheduling", "orbweaver")
    assert [(row["load"], row["pinning"], row["scheduler"]) for row in rows] == [
        (load, pinning, scheduler)
        for load in ("idle", "busy")
        for pinning in ("same core", "anywhere")
        for scheduler in ("other", "fifo")
    ]
    assert {command["bytes"] for command in commands(asked)} == {2048}


def test_threading_has_more_and_more_connections_and_their_first_calls(asked: Path) -> None:
    rows = rows_of("threading", "orbweaver")
    places = [(row["threading"], row.get("connections"), row["calling"]) for row in rows]
    assert places[:7] == [
        ("per-connection", 1, "one"), ("per-connection", 1, "all"),
        ("per-connection", 4, "one"), ("per-connection", 4, "all"),
        ("per-connection", 16, "one"), ("per-connection", 16, "all"),
        ("per-connection", None, "first"),
    ]  # fmt: skip
    assert [place[0] for place in places[7:]] == ["pool"] * 7
    first = rows[6]
    assert first["samples_us"] == [300.0] * 16
    assert part(first, "first_call_us", "p50") == 300.0
    # One client calls for all; then sixteen share the calls.
    calls = [command["calls"] for command in commands(asked)]
    assert calls[:2] == [3000, 3000]
    assert calls[8:24] == [187] * 16


def test_without_an_orb_there_is_neither_a_choice_nor_a_first_call(asked: Path) -> None:
    rows = rows_of("threading", "raw")
    assert {str(row["threading"]) for row in rows} == {"per-connection"}
    assert {str(row["calling"]) for row in rows} == {"one", "all"}


def test_jacorb_pushes_over_tcp_and_has_one_way_to_read_connections(
    asked: Path, bench_bin: Path
) -> None:
    add_bench_programs(bench_bin, "jacorb")
    assert {row["transport"] for row in rows_of("latency", "jacorb")} == {"tcp"}
    assert {row["transport"] for row in rows_of("packet-size", "jacorb")} == {"tcp"}
    rows = rows_of("threading", "jacorb")
    assert {row["threading"] for row in rows} == {"per-connection"}
    assert max(int(str(row.get("connections", 0))) for row in rows) == 4


def test_each_client_of_jacorb_is_a_virtual_machine_so_there_are_fewer() -> None:
    full = Settings()
    assert connections_of("jacorb", full) == (1, 2, 4, 8, 16)
    assert connections_of("omniorb", full)[-1] == 64


def test_what_builds_jacorbs_programs_is_reported(bench_bin: Path) -> None:
    reason = all_experiments()["latency"].why_not("jacorb", QUICK)
    assert reason is not None
    assert "apt-get install default-jdk-headless maven" in reason
    assert reason.endswith("--target jacorb_programs")


def test_what_builds_taos_programs_is_reported(bench_bin: Path) -> None:
    for name in ("packet-api", "latency", "packet-size", "scheduling", "threading"):
        reason = all_experiments()[name].why_not("tao", QUICK)
        assert reason is not None
        assert "build TAO (peers/tao/README.md) and set TAO_ROOT" in reason


def test_figures_of_several_clients() -> None:
    def answer(p50: float, most: float) -> dict[str, object]:
        summary = dict.fromkeys(("min", "mean", "stddev", "p80", "p90", "p99", "p999"), p50)
        return {"case": "twoway", "bytes": 0, "calls": 100, "elapsed_ns": 1, "per_second": 1,
                "ns": {**summary, "count": 100, "p50": p50, "max": most}}  # fmt: skip

    three = [parse_answer("x", answer(*pair)) for pair in ((3000, 9e6), (1000, 2e3), (2000, 4e3))]
    row = figures(Together(three, 2.0))
    assert part(row, "call_us", "p50") == 2.0
    assert row["slowest_call_us"] == 9000.0
    assert row["calls_per_second"] == 3 * (100 + WARM_UP) / 2


def test_a_first_call_row_tells_each() -> None:
    row = first_call_row([4.0, 1.0, 2.0])
    assert row["first_call_us"] == {"count": 3, "min": 1.0, "mean": 7 / 3, "p50": 2.0, "max": 4.0}
    assert row["samples_us"] == [4.0, 1.0, 2.0]
