# SPDX-License-Identifier: Apache-2.0
"""`orbweaver try X.spd.xml`, with a stand-in for orbweaver-try."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from orbweaver.cli.main import run_command
from orbweaver.model.trial import TrialRun
from orbweaver.record.trial_page import document

FAKE = Path(__file__).parent / "fake_try.py"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program = tmp_path / "bin/orbweaver-try"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {FAKE} "$@"\n')
    program.chmod(0o755)
    noted = tmp_path / "words"
    monkeypatch.setenv("ORBWEAVER_BIN", str(program.parent))
    monkeypatch.setenv("FAKE_WORDS", str(noted))
    monkeypatch.setenv("FAKE_READY", str(tmp_path / "ready"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gain.spd.xml").write_text("<softpkg/>")
    return noted


def result(path: Path) -> TrialRun:
    return TrialRun.model_validate_json(path.read_text())


def test_a_component_is_tried_and_what_went_through_its_ports_is_shown_and_kept(
    words: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["try", "gain.spd.xml", "--input", "in.f32", "--json", "r.json"]) == 0
    assert words.read_text().split("\n") == [
        "gain.spd.xml", "--input", "in.f32", "--packet", "1024", "--step-timeout", "10",
    ]  # fmt: skip
    shown = capfd.readouterr()
    assert shown.err.splitlines() == [
        "port 'out': what comes out is counted and dropped",
        "gain: tuned to 100.1 MHz",
        "gain: antenna is weak",
        "gain: stage samples=5",
    ]
    assert "gain: end of stream after 0.50 s; its program: exit status 0" in shown.out
    (row,) = (line for line in shown.out.splitlines() if "in (in)" in line)
    assert row.replace("│", " ").split()[2:] == [
        "standardInterfaces/realFloat", "2", "1,500", "3,000", "in.f32",
    ]  # fmt: skip
    run = result(tmp_path / "r.json")
    assert (run.component, run.implementation, run.program) == ("gain", "here", "/sdr/dom/gain")
    assert (run.ended, run.ran_ms, run.program_end) == ("end of stream", 500, "exit status 0")
    into, out = run.ports
    assert (into.direction, into.samples, into.samples_per_second) == ("in", 1500, 3000)
    assert (out.direction, out.file, out.sample) == ("out", None, "octet")
    assert run.events == [{"event": "stage", "samples": 5}]
    assert run.lines == ["tuned to 100.1 MHz", "error: antenna is weak"]
    assert run.notes == ["port 'out': what comes out is counted and dropped"]
    assert run.failures == []


def test_options_are_passed_on(words: Path, tmp_path: Path) -> None:
    given = ["--input", "a=x", "--input", "b=y", "--output", "-", "--set", "gain=2", "--orb",
             "transport=tcp", "--root", str(tmp_path), "--implementation", "here", "--messaging",
             "twoway", "--packet", "64", "--seconds", "2.5", "--step-timeout", "0.5"]  # fmt: skip
    assert run_command(["try", "gain.spd.xml", *given]) == 0
    assert words.read_text().split("\n") == ["gain.spd.xml", *given]


def test_samples_go_to_standard_output_alone(
    words: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["try", "gain.spd.xml", "--output", "out=-"]) == 0
    shown = capfd.readouterr()
    assert shown.out == "samples"
    assert "end of stream" in shown.err
    assert words.exists()


def test_the_result_goes_to_standard_output_without_the_table(
    words: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["try", "gain.spd.xml", "--json", "-"]) == 0
    assert TrialRun.model_validate_json(capfd.readouterr().out.removeprefix("samples"))
    assert words.exists()


@pytest.mark.parametrize(
    "given",
    [
        ["none.spd.xml"],
        ["gain.spd.xml", "--root", "/none"],
        ["gain.spd.xml", "--messaging", "all"],
        ["gain.spd.xml", "--packet", "0"],
        ["gain.spd.xml", "--json", "/none/r.json"],
        ["gain.spd.xml", "--json", "-", "--output", "-"],
        [],
    ],
)
def test_wrong_usage_is_one_line_and_status_2_without_a_run(
    given: list[str], words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["try", *given]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not words.exists()


def test_bad_input_is_every_line_of_the_program_and_status_2(
    words: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_TRY", "bad-input")
    assert run_command(["try", "gain.spd.xml"]) == 2
    assert capfd.readouterr().err.splitlines() == [
        "gain.prf.xml:3: it is wrong",
        "orbweaver: gain.scd.xml:5: it is wrong, too",
    ]
    assert words.exists()


@pytest.mark.parametrize(
    ("how", "status", "lines"),
    [
        ("usage", 2, ["orbweaver: --orb: 'x' is no option; write NAME=VALUE"]),
        ("interrupted-early", 1,
         ["it is slow today", "orbweaver: ended before the component ran"]),
    ],
)  # fmt: skip
def test_what_the_program_says_before_the_component_runs_is_said_once(
    how: str,
    status: int,
    lines: list[str],
    words: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_TRY", how)
    assert run_command(["try", "gain.spd.xml"]) == status
    assert capfd.readouterr().err.splitlines() == lines
    assert words.exists()


def test_a_component_that_was_not_started_ran_for_no_time(
    words: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_TRY", "never-starts")
    assert run_command(["try", "gain.spd.xml", "--json", "r.json"]) == 1
    run = result(tmp_path / "r.json")
    assert run.ran_ms is None
    assert [port.samples_per_second for port in run.ports] == [None, None]
    assert words.exists()


def test_failures_are_in_the_result_and_the_first_is_the_command_s(
    words: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_TRY", "fails")
    assert run_command(["try", "gain.spd.xml", "--json", "r.json"]) == 1
    run = result(tmp_path / "r.json")
    assert run.ended == "failed"
    assert len(run.failures) == 2
    assert capfd.readouterr().err.splitlines()[-2:] == [
        run.failures[1],
        "orbweaver: component 'gain:try' ended: killed by SIGSEGV",
    ]
    assert words.exists()


@pytest.mark.parametrize(
    ("how", "line"),
    [
        ("die", "orbweaver: orbweaver-try was killed by SIGKILL"),
        ("garbage", "orbweaver: orbweaver-try printed something that is not JSON: hello"),
    ],
)
def test_a_program_that_breaks_its_word_is_a_failure(
    how: str,
    line: str,
    words: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_TRY", how)
    assert run_command(["try", "gain.spd.xml"]) == 1
    assert capfd.readouterr().err.splitlines()[-1] == line
    assert words.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_handed_on_and_the_end_awaited(
    number: signal.Signals, words: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "orbweaver", "try", "gain.spd.xml", "--json", "r.json"]
    ready = tmp_path / "ready"
    with subprocess.Popen(command, env={**os.environ, "FAKE_TRY": "wait"}) as tool:
        while not ready.exists() and tool.poll() is None:
            time.sleep(0.01)
        tool.send_signal(number)
        assert tool.wait() == 0
    assert result(tmp_path / "r.json").ended == "interrupted"
    assert words.exists()


def test_the_page_is_that_of_the_schema() -> None:
    page = ROOT / "docs" / "reference" / "trial-result.md"
    assert page.read_text() == document(), (
        "run: python -m orbweaver.record.trial_page docs/reference/trial-result.md"
    )
