# SPDX-License-Identifier: Apache-2.0
"""The harness beside hand-written programs: the verdict, and what is said of those not there."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import add_by_hand_programs
from orbweaver.bench.by_hand import parse_measured, parse_pipeline, pipeline_by_hand
from orbweaver.bench.check import Comparison, compare, ways
from orbweaver.cli.main import run_command
from orbweaver.model.peer import with_programs
from orbweaver.problems import JobFailed
from orbweaver.run.pair import Pinning, Place

ROW = Comparison("omniorb", "two-way null", "unix", "same core", "ns")
ALONE = Pinning("none", None, None)


def compared(harness: float, by_hand: list[float], again: list[float]) -> Comparison:
    return compare(ROW, [[harness] * len(by_hand), by_hand, again])


def test_an_interval_that_holds_1_is_within_noise() -> None:
    steady = [100.0] * 7
    assert compared(100.0, steady, steady).verdict == "within noise"
    row = compared(100.0, [99.0, 101.0] * 5, steady[:1] * 10)
    assert row.ratio and row.ratio.low < 1 < row.ratio.high
    assert row.ok


def test_a_difference_beyond_the_noise_is_reported_with_its_sign() -> None:
    steady = [100.0] * 7
    slower, faster = compared(104.0, steady, steady), compared(95.0, steady, steady)
    assert (slower.ok, slower.verdict) == (False, "differs by +4.0 %")
    assert (faster.ok, faster.verdict) == (False, "differs by -5.0 %")
    little = compared(102.0, steady, steady)
    assert (little.ok, little.verdict) == (True, "differs by +2.0 %, little")


def test_an_outlier_of_the_program_itself_excuses_nothing() -> None:
    row = compared(140.0, [100.0] * 7, [100.0] * 6 + [160.0])
    assert (row.ok, row.verdict) == (False, "differs by +40.0 %")


def test_what_a_wide_interval_leaves_open_is_reported() -> None:
    row = compared(100.0, [100.0, 80.0, 125.0, 100.0, 100.0, 100.0, 100.0], [100.0] * 7)
    assert row.ok
    assert row.unseen == pytest.approx(0.25)


def test_what_a_pipeline_may_add_is_reported_and_no_difference() -> None:
    row = replace(ROW, unit="packets/s", may_add_ns=5000)
    steady = [100_000.0] * 7
    slower = compare(row, [[80_000.0] * 7, steady, steady])
    assert (slower.ok, slower.verdict) == (True, "adds 2.5 µs a packet at most")
    much_slower = compare(row, [[50_000.0] * 7, steady, steady])
    assert (much_slower.ok, much_slower.verdict) == (False, "differs by -50.0 %")
    assert not compare(row, [[125_000.0] * 7, steady, steady]).ok
    unsteady = compare(row, [[90_000.0] * 6 + [40_000.0], steady, steady])
    assert (unsteady.ok, unsteady.verdict) == (False, "differs by -10.0 %")


def test_what_was_not_measured_is_no_agreement() -> None:
    assert (ROW.ok, ROW.verdict) == (False, "not measured")


def test_every_peer_is_checked_over_its_sockets() -> None:
    found = ways()
    assert found[:4] == [
        ("orbweaver", "unix"), ("orbweaver", "tcp"), ("raw", "unix"), ("raw", "tcp"),
    ]  # fmt: skip
    assert [way for peer, way in found if peer == "jacorb"] == ["tcp"]
    assert {peer for peer, _ in found} == set(with_programs("by-hand"))


def test_what_a_client_prints_is_read() -> None:
    text = "twoway 0: 4656 ns\noneway 8192: 33233.8 messages/s, 4000 arrived\n"
    assert parse_measured("a-client", text) == {("twoway", 0): 4656, ("oneway", 8192): 33233.8}
    with pytest.raises(JobFailed, match="a-client printed no measurement but nothing"):
        parse_measured("a-client", "")


def test_a_pipeline_that_lost_packets_is_no_measurement() -> None:
    began = "began at 1000 ns"
    assert parse_pipeline(began, "4 packets, the last at 3000 ns", 4) == 2e6
    with pytest.raises(JobFailed, match="3 of 4 packets came through"):
        parse_pipeline(began, "3 packets, the last at 3000 ns", 4)
    with pytest.raises(JobFailed, match="printed began at 1000 ns and what"):
        parse_pipeline(began, "what", 4)


@pytest.fixture
def check_bin(bench_bin: Path) -> Path:
    for peer in ("raw", "orbweaver", "omniorb"):
        add_by_hand_programs(bench_bin, peer)
    return bench_bin


def check(target: Path, *words: str) -> tuple[int, dict[str, list[dict[str, object]]]]:
    status = run_command(["bench", "check", "--quick", "--json", str(target), *words])
    return status, json.loads(target.read_text())


@pytest.mark.usefixtures("check_bin")
def test_programs_that_agree_end_with_status_0_and_stand_in_the_document(tmp_path: Path) -> None:
    status, document = check(tmp_path / "check.json", "--only", "omniorb unix")
    assert status == 0
    assert document["schema"] == "orbweaver-check/1"
    assert document["command"] == "orbweaver bench check --quick"
    assert {row["case"] for row in document["rows"]} == {
        "two-way null", "two-way 8 KiB", "one-way 8 KiB"}  # fmt: skip
    for row in document["rows"]:
        assert (row["ok"], row["verdict"], row["unseen"]) == (True, "within noise", 0)
        assert isinstance(row["ratio"], dict)
        assert row["ratio"]["value"] == 1
        assert row["ratio"]["count"] == 7


@pytest.mark.usefixtures("check_bin")
def test_a_harness_that_differs_ends_with_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_RATIO", "1.2")
    status, document = check(tmp_path / "check.json", "--only", "orbweaver tcp")
    assert status == 1
    assert {row["verdict"] for row in document["rows"]} == {"differs by +20.0 %"}
    assert "1.200 (1.200 … 1.200)" in capsys.readouterr().out


@pytest.mark.usefixtures("check_bin")
def test_a_failing_program_is_one_line_and_no_agreement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for failing in ("omniorb-by-hand-client", "omniorb-by-hand-server"):
        monkeypatch.setenv("FAKE_FAILS", failing)
        status, document = check(tmp_path / "check.json", "--only", "omniorb unix")
        assert status == 1
        assert {row["reason"] for row in document["rows"]} == {
            f"{failing} ended with status 1: COMM_FAILURE"}  # fmt: skip
        said = capsys.readouterr().out
        assert said.count(f"{failing} ended with status 1: COMM_FAILURE") == 1


@pytest.mark.usefixtures("check_bin")
def test_a_table_of_markdown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _ = check(tmp_path / "check.json", "--only", "raw unix", "--format", "md")
    assert status == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| raw")]
    assert rows and all(line.count("|") == 10 for line in rows)


def test_a_missing_peer_is_named_with_what_installs_it(
    check_bin: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (check_bin / "omniorb-by-hand-server").unlink()
    status, document = check(tmp_path / "check.json", "--only", "unix")
    assert status == 0
    assert {row["peer"] for row in document["rows"]} == {"raw", "orbweaver"}
    said = capsys.readouterr().out
    assert "half of the rows would not show a difference of 0.0 %" in said
    assert "missing: omniorb: omniorb-by-hand-server is not in" in said
    assert said.count("missing: omniorb: ") == 1
    assert "missing: zeromq: " in said and "apt-get install libzmq3-dev" in said


def test_no_programs_at_all_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["bench", "check", "--quick", "--bin", str(tmp_path)]) == 1
    assert "nothing was checked: the programs are missing" in capsys.readouterr().err


def test_a_pipeline_written_by_hand_is_linked_from_its_end(check_bin: Path) -> None:
    place = Place("unix", ALONE, check_bin)
    assert pipeline_by_hand("omniorb", place, stages=3, packets=1000) == 1e6
