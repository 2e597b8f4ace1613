# SPDX-License-Identifier: Apache-2.0
"""`orbweaver run X.sad.xml`, with a stand-in for orbweaver-run."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from orbweaver.cli.main import run_command
from orbweaver.model.application import ApplicationRun
from orbweaver.record.application_page import document
from orbweaver.waveform.description import Description, description_of

FAKE = Path(__file__).parent / "fake_domain.py"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program = tmp_path / "bin/orbweaver-run"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {FAKE} "$@"\n')
    program.chmod(0o755)
    noted = tmp_path / "words"
    monkeypatch.setenv("ORBWEAVER_BIN", str(program.parent))
    monkeypatch.setenv("FAKE_WORDS", str(noted))
    monkeypatch.setenv("FAKE_READY", str(tmp_path / "ready"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "radio.sad.xml").write_text("<softwareassembly/>")
    return noted


def result(path: Path) -> ApplicationRun:
    return ApplicationRun.model_validate_json(path.read_text())


def test_an_application_runs_and_its_lines_are_shown_and_kept(
    words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["run", "radio.sad.xml", "--json", "r.json"]) == 0
    assert words.read_text() == "radio.sad.xml"
    shown = capsys.readouterr()
    assert "tuner: tuned to 100.1 MHz\n" in shown.out
    assert "tuner: antenna is weak\n" in shown.out
    assert "tuner: station pi=53857 text=\n" in shown.out
    assert "samples" not in shown.out, "the line `result` is for programs"
    domain, warning = shown.err.splitlines()
    assert domain == (
        "domain 'radio 2' runs radio.sad.xml; operate it: orbweaver apps --domain 'radio 2'"
    )
    assert warning == "a warning"
    run = result(tmp_path / "r.json")
    tuner, sink = run.components
    assert (tuner.name, tuner.process, tuner.device) == ("tuner", 7, "DCE:1")
    assert [event["event"] for event in tuner.events] == ["result", "station"]
    assert tuner.lines == ["tuned to 100.1 MHz", "error: antenna is weak"]
    assert sink.events == [{"event": "end_of_stream"}]
    assert sink.process is None
    assert run.failures == []
    assert run.ran_ms is not None
    assert not run.interrupted


def test_the_result_goes_to_standard_output_alone(
    words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["run", "radio.sad.xml", "--json", "-"]) == 0
    assert ApplicationRun.model_validate_json(capsys.readouterr().out).sad == "radio.sad.xml"
    assert words.exists()


def test_options_are_passed_on_in_the_domain_s_words(words: Path, tmp_path: Path) -> None:
    given = ["--messaging", "twoway", "--depth=8", "--explain", "--root", str(tmp_path),
             "--transport", "unix", "--processes", "collocated"]  # fmt: skip
    setting = ["--set", "a.b=c=d"]
    own = ["--json", "r.json", "--bin", str(tmp_path / "bin")]
    assert run_command(["run", *given[:3], *setting, *own, *given[3:], "radio.sad.xml"]) == 0
    assert words.read_text().split("\n") == ["radio.sad.xml", *given, *setting]
    run = result(tmp_path / "r.json")
    assert run.settings == ["*.explain=true", "*.messaging=twoway", "*.queue_depth=8", "a.b=c=d"]
    assert run.placement == "together"


@pytest.mark.parametrize(
    "given",
    [
        ["--keep"],
        ["--step-timeout", "5", "--name", "mine"],
        ["--orb", "threads=2"],
        ["-ORBendPoint", "giop:tcp::2809"],
        ["--of-a-later-release", "x"],
    ],
)
def test_what_python_does_not_know_is_for_the_program(given: list[str], words: Path) -> None:
    assert run_command(["run", *given, "radio.sad.xml"]) == 0
    assert words.read_text().split("\n") == ["radio.sad.xml", *given]


@pytest.mark.parametrize(
    "given", [["--help"], ["-h"], ["radio.sad.xml", "--events", "--keep"], ["--frob", "fm"], []]
)
def test_its_help_and_its_lines_for_a_program_are_the_program_s(
    given: list[str], words: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = words.parent / "bin/orbweaver-run"
    program.write_text('#!/bin/sh\necho "given: $*"\nexit 3\n')
    assert run_command(["run", "--bin", str(program.parent), *given]) == 3
    assert capfd.readouterr() == (f"given: {' '.join(given)}\n", "")


ADSB = ROOT / "waveforms/adsb/adsb.sad.xml"


@pytest.mark.parametrize(
    ("given", "is_generated"),
    [
        ([], True),
        (["--set", "source.pace=none"], True),
        (["--set", "source.input=my.cu8"], False),
        (["--set", "*.input=my.cu8"], False),
    ],
)
def test_the_ads_b_source_reads_a_generated_recording_unless_it_is_given_one(
    given: list[str], is_generated: bool, words: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = words.parent / "made.cu8"

    @contextmanager
    def generated(words: list[str], name: str, folder: Path | None) -> Generator[Path]:
        assert (words[0], name, folder) == ("adsb-generate", "adsb-3s-seed1.cu8", None)
        yield outcome

    monkeypatch.setattr("orbweaver.waveform.supply.generated", generated)
    assert run_command(["run", str(ADSB), *given]) == 0
    assert (f"source.input={outcome}" in words.read_text().split("\n")) == is_generated


def test_what_a_person_sets_comes_after_what_is_generated(
    words: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last value counts, and the property may be called by its name, which is not read here."""

    @contextmanager
    def generated(*_: object) -> Generator[Path]:
        yield words.parent / "made.cu8"

    monkeypatch.setattr("orbweaver.waveform.supply.generated", generated)
    assert run_command(["run", str(ADSB), "--set", "source.the name=my.cu8"]) == 0
    settings = [word for word in words.read_text().split("\n") if word.startswith("source.")]
    assert settings == [f"source.input={words.parent / 'made.cu8'}", "source.the name=my.cu8"]


def test_a_waveform_says_where_its_speed_is_shown(
    words: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["run", str(ADSB), "--set", "source.input=my.cu8"]) == 0
    assert capsys.readouterr().out.endswith("orbweaver bench receiver\n")
    assert words.exists()


def test_a_sad_without_a_file_beside_it_is_run_as_it_is(words: Path) -> None:
    shutil.copy(ADSB, "mine.sad.xml")
    assert run_command(["run", "mine.sad.xml"]) == 0
    assert words.read_text() == "mine.sad.xml"


def test_a_copy_of_an_installed_sad_is_that_waveform(words: Path) -> None:
    installed = words.parent / "sdr/dom/waveforms/adsb"
    installed.mkdir(parents=True)
    shutil.copy(ADSB, installed)
    assert description_of(ADSB).see
    assert description_of(installed / ADSB.name) == Description()
    shutil.copy(ADSB.with_name("adsb.run.toml"), installed)
    shutil.copy(ADSB, "mine.sad.xml")
    assert description_of(Path("mine.sad.xml")) == description_of(ADSB)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("verdict = 1", [r"verdict: Input should be .*"]),
        ("[recording]\ncomponent = 'a'\nproperty = 'b'\nfile = 1\ngenerate = [1]",
         [r"recording\.file: Input should .*", r"  recording\.generate\.0: Input should .*"]),
        ("= =", [r"Invalid statement .*"]),
        ("see = '\xff'", [r".*can't decode byte .*"]),
    ],
)  # fmt: skip
def test_each_fault_of_a_file_beside_the_sad_is_one_line(
    text: str, faults: list[str], words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("radio.run.toml").write_text(text, encoding="latin-1")
    assert run_command(["run", "radio.sad.xml"]) == 2
    said = capsys.readouterr().err
    expected = "orbweaver: radio.run.toml cannot be read: " + "\n".join(faults) + "\n"
    assert re.fullmatch(expected, said), said
    assert not words.exists()


@pytest.mark.parametrize("name", ["adsb", "fm", "ax25"])
def test_a_waveform_of_this_tree_is_described(name: str) -> None:
    described = description_of(ROOT / f"waveforms/{name}/{name}.sad.xml")
    assert described.is_default == (name == "adsb")
    assert described.verdict or described.recording


def test_a_sad_of_its_own_may_name_the_recording(words: Path) -> None:
    text = ADSB.read_text().replace(
        "<usagename>source</usagename>",
        '<usagename>source</usagename><componentproperties><simpleref refid="input" value="x"/>'
        "</componentproperties>",
    )
    sad = words.parent / "mine.sad.xml"
    sad.write_text(text)
    assert run_command(["run", str(sad)]) == 0
    assert words.read_text() == str(sad)


@pytest.mark.parametrize(
    "given",
    [
        ["radio.sad.xml", "--input", "air.cu8"],
        ["radio.sad.xml", "--messaging", "all"],
        ["radio.sad.xml", "--json"],
        ["radio.sad.xml", "--json", "/none/r.json"],
        ["fm"],
    ],
)
def test_wrong_usage_is_one_line_and_status_2_without_a_run(
    given: list[str], words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["run", *given]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not words.exists()


def test_bad_input_is_the_domain_s_line_and_status_2(
    words: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_DOMAIN", "bad-input")
    assert run_command(["run", "radio.sad.xml"]) == 2
    line = "orbweaver: radio.sad.xml:3: the root element is no softwareassembly\n"
    assert capsys.readouterr().err == line
    assert words.exists()


def test_a_component_s_end_is_a_failure_that_the_result_names(
    words: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_DOMAIN", "component-ends")
    assert run_command(["run", "radio.sad.xml", "--json", "r.json"]) == 1
    run = result(tmp_path / "r.json")
    assert run.components[1].ended == "killed by SIGSEGV"
    assert run.failures[0] == "component 'sink' ended: killed by SIGSEGV"
    assert len(run.failures) == 2
    shown = capsys.readouterr().err.splitlines()
    assert shown[-1] == f"orbweaver: {run.failures[0]}"
    assert shown.count(run.failures[1]) == 1
    assert words.exists()


def test_each_failure_is_one_line_and_shown_once(
    words: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_DOMAIN", "odd-failures")
    assert run_command(["run", "radio.sad.xml", "--json", "r.json"]) == 1
    long, odd = result(tmp_path / "r.json").failures
    assert odd == "component 'sink': café\\x1b[2J"
    shown = capsys.readouterr().err.splitlines()
    assert shown == ["a warning", odd, f"orbweaver: {long}"]
    assert words.exists()


@pytest.mark.parametrize(
    ("how", "line"),
    [
        ("die", "orbweaver: orbweaver-run was killed by SIGKILL\n"),
        ("garbage", "orbweaver: orbweaver-run printed something that is not JSON: hello\n"),
    ],
)
def test_a_domain_that_breaks_its_word_is_a_failure(
    how: str,
    line: str,
    words: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_DOMAIN", how)
    assert run_command(["run", "radio.sad.xml"]) == 1
    assert capsys.readouterr().err.endswith(line)
    assert words.exists()


def test_a_comparison_that_fails_keeps_the_result_and_the_table(
    words: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_DOMAIN", "no-reference")
    shutil.copy(ROOT / "waveforms/ax25/ax25.run.toml", "radio.run.toml")
    assert run_command(["run", "radio.sad.xml", "--json", "r.json"]) == 1
    (failure,) = result(tmp_path / "r.json").failures
    assert failure.startswith("not compared with the reference: the program ax25-receive is not in")
    shown = capsys.readouterr()
    assert "as asked" in shown.out
    assert shown.err.endswith(f"orbweaver: {failure}\n")
    assert words.exists()


LEAVES_LATE = """#!/bin/sh
while kill -0 "$2" 2>/dev/null; do :; done
touch left
"""


def test_a_debugger_is_waited_for_also_after_a_failure(
    words: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    debugger = tmp_path / "debugger"
    debugger.write_text(LEAVES_LATE)
    debugger.chmod(0o755)
    monkeypatch.setenv("FAKE_DOMAIN", "garbage-under-a-debugger")
    command = ["run", "radio.sad.xml", "--debug", "tuner", "--debugger", str(debugger)]
    assert run_command(command) == 1
    assert (tmp_path / "left").exists()
    assert words.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_handed_on_and_the_end_awaited(
    number: signal.Signals, words: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "orbweaver", "run", "radio.sad.xml", "--json", "r.json"]
    ready = tmp_path / "ready"
    with subprocess.Popen(command, env={**os.environ, "FAKE_DOMAIN": "wait"}) as tool:
        while not ready.exists() and tool.poll() is None:
            time.sleep(0.01)
        tool.send_signal(number)
        assert tool.wait() == 0
    run = result(tmp_path / "r.json")
    assert run.interrupted
    assert run.components[1].lines == [f"signal {number.value}"]
    assert words.exists()


def test_bad_input_says_all_that_is_wrong(
    words: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_DOMAIN", "two-faults")
    assert run_command(["run", "radio.sad.xml"]) == 2
    assert capsys.readouterr().err == (
        "radio.sad.xml:2: it has no id\n"
        "orbweaver: radio.sad.xml:3: the root element is no softwareassembly\n"
    )
    assert words.exists()


def test_the_page_is_that_of_the_schema() -> None:
    page = ROOT / "docs" / "reference" / "application-result.md"
    assert page.read_text() == document(), (
        "run: python -m orbweaver.record.application_page docs/reference/application-result.md"
    )
