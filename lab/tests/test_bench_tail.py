# SPDX-License-Identifier: Apache-2.0
"""Late calls: made on a schedule, beside cyclictest, held against the bars."""

import json
import os
import stat
from pathlib import Path

import pytest

from orbweaver.bench import tail
from orbweaver.bench.bars import QUICK
from orbweaver.bench.tail import BAR_CONDITION, CONDITIONS, Condition, Tail, bars_of, measure_bars
from orbweaver.cli.main import run_command
from orbweaver.problems import JobFailed
from orbweaver.run.cyclictest import longest_wakeup_us
from orbweaver.run.pair import Pinning
from orbweaver.run.tools import find_tool

ALONE = Pinning("none", None, None)


def made(
    peer: str, *p999_us: float, longest: float = 0.0, condition: Condition = BAR_CONDITION
) -> Tail:
    return Tail(peer, "tcp", "same core", condition, p999_us, p999_us, p999_us, (10.0, longest))


def ok_rows(*tails: Tail) -> list[bool]:
    return [row.ok for row in bars_of(tails)]


def test_both_bars_are_met_at_their_limits() -> None:
    assert ok_rows(made("orbweaver", 12.0, 24.0, longest=1050.0), made("raw", 10.0, 20.0),
                   made("cyclictest", longest=1000.0)) == [True, True]  # fmt: skip


def test_a_later_call_misses_its_bar() -> None:
    assert ok_rows(made("orbweaver", 13.0, 26.0, longest=1051.0), made("raw", 10.0, 20.0),
                   made("cyclictest", longest=1000.0)) == [False, False]  # fmt: skip


def test_bars_are_about_load_and_real_time_priority_alone() -> None:
    kinds = [made(peer, 9.0, longest=10.0, condition=condition)
             for condition in CONDITIONS if condition != BAR_CONDITION
             for peer in ("orbweaver", "raw", "cyclictest")]  # fmt: skip
    assert not list(bars_of(kinds))


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """No cyclictest and no load: what was wanted of cyclictest is noted, and it takes 7 µs."""
    wanted: list[tuple[object, ...]] = []

    def wakeup(*how: object) -> float:
        wanted.append(how)
        return 7.0

    monkeypatch.setattr(tail, "longest_wakeup_us", wakeup)
    monkeypatch.setattr(tail, "cyclictest_missing", lambda: None)
    monkeypatch.setattr(tail, "stress_missing", lambda: None)
    monkeypatch.setattr(tail, "CONDITIONS", CONDITIONS[:2])
    monkeypatch.setattr("orbweaver.cli.bench_tail.CONDITIONS", CONDITIONS[:2])
    return wanted


def test_all_take_turns_under_each_condition(
    still: list[tuple[object, ...]],
    bench_bin: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert bench_bin.is_dir()
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    target = tmp_path / "tail.json"
    assert run_command(["bench", "tail", "--quick", "--only", "unix", "--json", str(target)]) == 0
    document = json.loads(target.read_text())
    assert document["schema"] == "orbweaver-tail/1"
    assert {one["peer"] for one in document["tails"]} == {
        "orbweaver", "raw", "omniorb", "cyclictest",
    }  # fmt: skip
    ours = next(one for one in document["tails"] if one["peer"] == "orbweaver")
    assert ours["p999_us"] == [1.0, 1.0, 1.0]
    given = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert {(one["calls"], one["every_us"]) for one in given} == {(2000, 1000)}
    assert {how[2] for how in still} == {"other", "fifo"}


@pytest.mark.usefixtures("still")
def test_a_limit_that_is_missing_is_said(bench_bin: Path) -> None:
    (bench_bin / "raw-bench-client").unlink()
    for row in measure_bars("tcp", ALONE, QUICK, bench_bin):
        assert not row.ok
        assert "the peer raw is missing" in row.reason


def test_a_tool_that_is_missing_is_said(bench_bin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tail, "cyclictest_missing", lambda: "cyclictest is not installed: get it")
    rows = measure_bars("tcp", ALONE, QUICK, bench_bin)
    assert [(row.ok, row.reason) for row in rows] == [
        (False, "cyclictest is not installed: get it")
    ] * 2


def test_a_transport_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["bench", "tail", "--only", "smoke"]) == 2
    assert "--only is one of tcp, unix, shm, not 'smoke'" in capsys.readouterr().err


def program(tmp_path: Path, lines: str) -> str:
    """A cyclictest that runs these lines of shell, its report's name in $report."""
    path = tmp_path / "cyclictest"
    path.write_text('#!/bin/sh\nfor word; do case $word in --json=*) report=${word#--json=};; '
                    f'esac; done\n{lines}\n')  # fmt: skip
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_the_longest_wakeup_is_read_from_the_report(tmp_path: Path) -> None:
    tool = program(tmp_path, """echo '{"thread": {"0": {"max": 153}}}' > $report""")
    assert longest_wakeup_us(1, 0, "other", 0, tool) == 153.0


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("echo 'not permitted' >&2; exit 3", "ended with status 3: not permitted"),
        ("exit 1", "ended with status 1: it said nothing"),
        ("true", "wrote no report"),
        ("echo 7 > $report", "wrote no report"),
        ("echo '{}' > $report", "wrote no report"),
        ("""echo '{"thread": {"0": 7}}' > $report""", "wrote no report"),
        ("""echo '{"thread": {}}' > $report""", "wrote no report"),
    ],
)
def test_a_cyclictest_that_fails_is_said(tmp_path: Path, lines: str, words: str) -> None:
    with pytest.raises(JobFailed, match=words):
        longest_wakeup_us(1, 0, "fifo", 50, program(tmp_path, lines))


@pytest.mark.skipif(find_tool("cyclictest") is None, reason="no cyclictest")
def test_the_real_one_measures(tmp_path: Path) -> None:
    assert tmp_path.is_dir()
    assert longest_wakeup_us(1, min(os.sched_getaffinity(0)), "other", 0) > 0
