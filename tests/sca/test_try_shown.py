# SPDX-License-Identifier: Apache-2.0
"""`orbweaver try` for a person, and the result that --json writes: docs/guides/try.md. It is the
native program that does all of it.
"""

import json
import os
import pty
import signal
import struct
import subprocess
from pathlib import Path

import pytest
from orbweaver.model.trial import TrialRun
from programs import ENDS_WITHIN_S, path_of

MAGNITUDE = "adsb/magnitude/magnitude.spd.xml"
SOURCE = "fm/source/source.spd.xml"
DROPS = "port 'magnitudes_out': what comes out is counted and dropped; --output keeps it"
SAMPLES = 1500


@pytest.fixture(scope="module")
def components() -> Path:
    """The folder of the components that the build made."""
    return path_of("orbweaver-try").parent.parent / "sdr/dom/components"


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Samples in the working folder."""
    monkeypatch.chdir(tmp_path)
    Path("iq.cs16").write_bytes(struct.pack("<hh", 3, 4) * SAMPLES)
    return "iq.cs16"


def command(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """`orbweaver try`, which finds the program beside it, and no Python."""
    return subprocess.run(
        [path_of("orbweaver"), "try", *words, "--bin", path_of("orbweaver-try").parent],
        capture_output=True, text=True, timeout=ENDS_WITHIN_S, check=False,
        env={**os.environ, "PATH": "/nowhere"},
    )  # fmt: skip


def result(path: Path | str) -> TrialRun:
    return TrialRun.model_validate_json(Path(path).read_text())


def test_a_table_says_what_went_through_each_port(components: Path, recording: str) -> None:
    done = command(components / MAGNITUDE, "--input", recording, "--output", "out.u16")
    assert (done.returncode, done.stderr) == (0, "")
    title, headings, into, out = done.stdout.splitlines()
    assert title.startswith("adsb_magnitude: end of stream after 0.")
    assert title.endswith(" s; its program: exit status 0")
    assert headings.split() == ["port", "interface", "packets", "samples", "samples/s", "file"]
    port, direction, interface, packets, samples, rate, file = into.split()
    assert (port, direction, interface) == ("iq_in", "(in)", "standardInterfaces/complexShort")
    assert (packets, samples, file) == ("2", "1,500", recording)
    assert int(rate.replace(",", "")) > 0
    assert out.split()[:2] == ["magnitudes_out", "(out)"]
    assert out.endswith("out.u16")
    assert Path("out.u16").read_bytes() == struct.pack("<H", 5) * SAMPLES


def test_what_is_dropped_is_said_on_standard_error(components: Path, recording: str) -> None:
    done = command(components / MAGNITUDE, "--input", recording)
    assert (done.returncode, done.stderr) == (0, f"orbweaver-try: {DROPS}\n")
    assert done.stdout.splitlines()[-1].endswith("dropped")


def test_options_may_stand_before_the_component(components: Path, recording: str) -> None:
    done = command("--output", "out", "--input", recording, components / MAGNITUDE)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_result_has_what_was_asked_and_what_came_of_it(
    components: Path, recording: str
) -> None:
    spd = components / MAGNITUDE
    done = command(spd, "--input", recording, "--set", "queue_depth=8", "--packet", "1000",
                   "--messaging", "twoway", "--json", "r.json")  # fmt: skip
    assert done.returncode == 0
    assert "magnitudes_out (out)" in done.stdout
    run = result("r.json")
    assert (run.spd, run.settings, run.messaging) == (str(spd), ["queue_depth=8"], "twoway")
    assert (run.packet_samples, run.component, run.ended) == (
        1000,
        "adsb_magnitude",
        "end of stream",
    )
    assert run.program == str(spd.resolve().parent / "adsb_magnitude")
    assert run.implementation
    assert (run.program_end, run.notes, run.failures) == ("exit status 0", [DROPS], [])
    assert run.ran_ms is not None
    into, out = run.ports
    assert (into.port, into.direction, into.file) == ("iq_in", "in", recording)
    assert (into.sample, into.packets, into.samples) == ("short I, short Q", 2, SAMPLES)
    assert into.interface == "IDL:standardInterfaces/complexShort:1.0"
    assert (out.direction, out.file, out.samples) == ("out", None, SAMPLES)
    assert into.samples_per_second == pytest.approx(SAMPLES / run.ran_ms * 1000)
    assert "result" in {event["event"] for event in run.events}
    assert run.provenance.cores >= 1


def test_the_result_has_the_members_of_its_page(components: Path, recording: str) -> None:
    done = command(components / MAGNITUDE, "--input", recording, "--json", "-")
    written = json.loads(done.stdout)
    model = TrialRun.model_validate(written)
    assert list(written) == list(model.model_dump(by_alias=True))
    assert list(written["ports"][0]) == list(model.ports[0].model_dump())


def test_standard_output_has_the_result_alone(components: Path, recording: str) -> None:
    done = command(components / MAGNITUDE, "--input", recording, "--json", "-")
    assert TrialRun.model_validate_json(done.stdout).failures == []
    assert "adsb_magnitude: end of stream" in done.stderr


def test_standard_output_has_samples_alone(components: Path, recording: str) -> None:
    done = subprocess.run(
        [path_of("orbweaver-try"), components / MAGNITUDE, "--input", recording, "--output",
         "magnitudes_out=-", "--json", "r.json"],
        capture_output=True, timeout=ENDS_WITHIN_S, check=True,
    )  # fmt: skip
    assert done.stdout == struct.pack("<H", 5) * SAMPLES
    assert b"adsb_magnitude: end of stream" in done.stderr
    assert result("r.json").ports[1].file == "-"


def test_a_failure_is_in_the_result(components: Path, tmp_path: Path) -> None:
    target = tmp_path / "r.json"
    done = command(components / SOURCE, "--set", "input=/none.cu8", "--json", target)
    assert done.returncode == 1
    run = result(target)
    (failure,) = run.failures
    assert "/none.cu8" in failure
    assert f"orbweaver-try: {failure}\n" in done.stderr
    assert (run.ended, run.ran_ms, run.component) == ("failed", None, "fm_source")
    assert [port.samples_per_second for port in run.ports] == [None]
    row = done.stdout.splitlines()[-1].split()
    assert row[3:] == ["0", "0", "-", "dropped"]


def test_a_component_that_is_made_for_another_machine_is_in_the_result(
    components: Path, tmp_path: Path
) -> None:
    spd = tmp_path / "source.spd.xml"
    for file in (components / SOURCE).parent.glob("*.xml"):
        (tmp_path / file.name).write_text(file.read_text())
    text = spd.read_text()
    spd.write_text(text.replace('<os name="Linux"', '<os name="VxWorks"'))
    assert spd.read_text() != text
    (tmp_path / "fm_source").touch()
    done = command(spd, "--json", tmp_path / "r.json")
    run = result(tmp_path / "r.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert (run.ended, run.component, run.program, run.ports) == ("failed", None, None, [])
    assert [f"orbweaver-try: {line}\n" for line in run.failures] == [done.stderr]


def test_what_a_component_prints_is_shown_under_its_name(components: Path, tmp_path: Path) -> None:
    target = tmp_path / "r.json"
    done = command(components / SOURCE, "--orb", "nonsense=1", "--json", target)
    assert done.returncode == 1
    run = result(target)
    said = [line for line in done.stderr.splitlines() if line.startswith("fm_source: ")]
    assert said
    assert said == [f"fm_source: {line.removeprefix('error: ')}" for line in run.lines]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([], "SPD is required; see --help"),
        (["{spd}", "--root", "/none"], "--root: Directory does not exist: /none; see --help"),
        (["{spd}", "--messaging", "all"], "--messaging: 'all' is none of"),
        (["{spd}", "--packet", "0"], "--packet: '0' is no number from 1 to 1000000"),
        (["{spd}", "--seconds", "nan"], "--seconds: 'nan' is no number"),
        (["{spd}", "--json", "/none/r.json"], "--json: the folder of '/none/r.json' does not"),
        (["{spd}", "--json", ""], "--json: it names no file"),
        (["{spd}", "--json", "r.json", "--events", "1"], "--json excludes --events"),
        (["{spd}", "--input", "x", "--json", "r.json"],
         "--input iq_in=x: No such file or directory; name a file of whole samples"),
        (["none.spd.xml", "--json", "r.json"], "none.spd.xml: the file: there is no such file"),
        (["{spd}", "--set", "x", "--input", "/dev/null", "--json", "r.json"],
         "'x' is no setting; write PROPERTY=VALUE"),
    ],
)  # fmt: skip
def test_what_is_refused_is_one_line_and_no_result(
    components: Path, words: list[str], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command(*(word.format(spd=components / MAGNITUDE) for word in words))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"orbweaver-try: {line}")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", ["--input", "--output"])
def test_no_record_takes_the_place_of_samples(
    components: Path, recording: str, option: str, tmp_path: Path
) -> None:
    words = [option, recording] if option == "--input" else ["--input", "/dev/null", option, "out"]
    file = tmp_path / words[-1]
    done = command(components / MAGNITUDE, *words, "--json", file)
    assert done.returncode == 2
    assert done.stderr.startswith(f"orbweaver-try: --json {words[-1]}: port '")
    assert {path.name for path in tmp_path.iterdir()} == {recording}
    assert Path(recording).stat().st_size == 4 * SAMPLES


def test_the_record_may_go_where_samples_go_if_that_is_a_device(
    components: Path, recording: str
) -> None:
    done = command(components / MAGNITUDE, "--input", recording, "--output", "/dev/null",
                   "--json", "/dev/null")  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [["--input", "x"], ["--input", "/dev/null", "--output", "-"]])
def test_a_refusal_is_json_where_the_result_would_have_been(
    components: Path, words: list[str]
) -> None:
    done = command(components / MAGNITUDE, *words, "--json", "-")
    line = json.loads(done.stdout)["error"]["line"]
    assert (done.returncode, done.stderr) == (2, f"orbweaver-try: {line}\n")


def started(words: list[str | Path], errors: int = subprocess.PIPE) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([path_of("orbweaver-try"), *words], stderr=errors,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)  # fmt: skip


def test_a_result_says_that_it_was_interrupted(components: Path, tmp_path: Path) -> None:
    target = tmp_path / "r.json"
    with started([components / MAGNITUDE, "--input", "-", "--output", "-", "--packet", "1",
                  "--json", target]) as process:  # fmt: skip
        assert process.stdin and process.stdout
        process.stdin.write(bytes(4))
        assert process.stdout.read(2) == bytes(2)
        process.send_signal(signal.SIGINT)
        assert process.wait(ENDS_WITHIN_S) == 0
    assert (result(target).ended, result(target).failures) == ("interrupted", [])


def test_a_result_says_that_it_was_ended_before_the_component_ran(
    components: Path, tmp_path: Path
) -> None:
    into, out, target = tmp_path / "into", tmp_path / "out", tmp_path / "r.json"
    os.mkfifo(into)
    os.mkfifo(out)  # a file that cannot be opened to write while nothing reads it
    with (
        started(
            [components / MAGNITUDE, "--input", into, "--output", out, "--json", target]
        ) as process,
        into.open("wb"),
    ):  # so it has opened the first file, and waits at the second
        process.send_signal(signal.SIGTERM)
        assert process.wait(ENDS_WITHIN_S) == 1
    assert result(target).failures == ["ended before the component ran"]
    assert result(target).component is None


def test_at_a_terminal_it_says_that_the_component_runs(components: Path) -> None:
    near, far = pty.openpty()
    with started([components / MAGNITUDE, "--input", "-"], errors=far) as process:
        os.close(far)
        said = b""
        while b"Ctrl-C" not in said:
            said += os.read(near, 4096)
        assert b"orbweaver-try: adsb_magnitude runs; Ctrl-C ends it\r\n" in said
        assert process.stdin
        process.stdin.close()
        assert process.wait(ENDS_WITHIN_S) == 0
    os.close(near)
