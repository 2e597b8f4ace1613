# SPDX-License-Identifier: Apache-2.0
"""`orbweaver try` with the components of both receivers: each alone, between files."""

import json
import os
import select
import shutil
import signal
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from programs import ENDS_WITHIN_S, lines_of, path_of

CANDIDATE_OCTETS = 25
SOURCE = "fm/source/source.spd.xml"


@pytest.fixture(scope="module")
def components() -> Path:
    """The folder of the components that the build made."""
    return path_of("orbweaver-try").parent.parent / "sdr/dom/components"


def attempt(spd: Path, *options: str | Path) -> tuple[int, list[dict[str, Any]], str]:
    """One trial: exit status, lines, and what is on standard error."""
    done = subprocess.run(
        [path_of("orbweaver-try"), spd, "--events", "1", *options],
        capture_output=True, text=True, timeout=ENDS_WITHIN_S, check=False,
    )  # fmt: skip
    return done.returncode, lines_of(done.stdout), done.stderr


def tried(spd: Path, *options: str | Path) -> list[dict[str, Any]]:
    """The lines of a trial that succeeded."""
    status, lines, errors = attempt(spd, *options)
    assert (status, errors) == (0, "")
    assert lines[-1]["program_end"] == "exit status 0"
    return lines


def printed(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The JSON objects that the component printed."""
    return [json.loads(line["line"]) for line in lines if line["event"] == "output"]


def failures(lines: list[dict[str, Any]]) -> list[str]:
    return [line["line"] for line in lines if line["event"] == "failure"]


def test_a_receiver_of_four_components_one_after_the_other_finds_the_frames_of_one_process(
    components: Path, tmp_path: Path
) -> None:
    recording = tmp_path / "air.cu8"
    command = [path_of("adsb-generate"), "--out", recording, "--seconds", "0.5", "--frames", "200"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    adsb = components / "adsb"
    iq, magnitudes, candidates = (tmp_path / name for name in ("iq.cs16", "mag.u16", "cand.u8"))
    tried(adsb / "source/source.spd.xml", "--set", f"input={recording}", "--output", iq)
    tried(adsb / "magnitude/magnitude.spd.xml", "--input", iq, "--output", magnitudes)
    tried(adsb / "slicer/slicer.spd.xml", "--input", magnitudes, "--output", candidates)
    whole = ["--packet", str(40 * CANDIDATE_OCTETS)]
    lines = tried(adsb / "checker/checker.spd.xml", "--input", candidates, *whole)
    assert iq.stat().st_size == 2 * recording.stat().st_size
    assert candidates.stat().st_size % CANDIDATE_OCTETS == 0
    found = [line["frame"] for line in printed(lines) if line["event"] == "frame"]
    decode = [path_of("adsb-decode"), "--input", recording, "--format", "json"]
    decoded = subprocess.run(decode, capture_output=True, text=True, check=True)
    assert found == lines_of(decoded.stdout)
    assert len(found) > 100


def test_what_failed_is_an_event_first_and_then_words(components: Path) -> None:
    done = subprocess.run(
        [path_of("orbweaver-try"), components / "adsb/magnitude/magnitude.spd.xml",
         "--input", "no-such-file", "--events", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    event, words = done.stdout.splitlines()
    assert words == f"orbweaver-try: {json.loads(event)['line']}"


def test_samples_come_from_standard_input_and_go_to_standard_output(components: Path) -> None:
    done = subprocess.run(
        [path_of("orbweaver-try"), components / "adsb/magnitude/magnitude.spd.xml",
         "--input", "-", "--output", "-", "--packet", "3", "--events", "2"],
        input=bytes(4 * 10), capture_output=True, timeout=ENDS_WITHIN_S, check=True,
    )  # fmt: skip
    assert len(done.stdout) == 2 * 10
    last = json.loads(done.stderr.splitlines()[-1])
    assert (last["event"], last["ended"]) == ("result", "end of stream")
    assert [port["packets"] for port in last["inputs"]] == [4]


def test_a_source_ends_after_its_seconds_and_says_what_it_drops(components: Path) -> None:
    lines = tried(components / SOURCE, "--set", "pace=realtime", "--seconds", "0.2")
    assert lines[-1]["ended"] == "time"
    notes = [line["line"] for line in lines if line["event"] == "note"]
    assert notes == ["port 'iq_out': what comes out is counted and dropped; --output keeps it"]


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ([], "port 'iq_in' gets no samples: give --input FILE; provides ports for data: iq_in "
             "(complexShort: short I, short Q)"),
        (["--input", "/none"], "--input iq_in=/none: No such file or directory; name a file of "
                               "whole samples: complexShort (short I, short Q)"),
        (["--input", "x=/dev/null"], "--input x=/dev/null: it has no port 'x'; provides ports for "
                                     "data: iq_in (complexShort: short I, short Q)"),
        (["--input", "/dev/null", "--set", "gain=1"],
         "--set gain=1: no such property; choose from call_timeout_ms, connections, explain, "
         "log_level, messaging, parallel, queue_depth, sync"),
        (["--input", "/dev/null", "--set", "messaging=fast"], "--set messaging: "),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_status_2(
    components: Path, options: list[str], line: str
) -> None:
    status, lines, errors = attempt(components / "adsb/magnitude/magnitude.spd.xml", *options)
    assert status == 2
    assert len(failures(lines)) == 1
    assert failures(lines)[0].startswith(line)
    assert errors == f"orbweaver-try: {failures(lines)[0]}\n"


@pytest.mark.parametrize(
    "options",
    [["--packet", "0"], ["--seconds", "x"], ["--orb", "x"], ["--output", "-"]],
)  # fmt: skip
def test_wrong_options_are_status_2(components: Path, options: list[str]) -> None:
    status, lines, errors = attempt(components / SOURCE, *options)
    assert (status, lines) == (2, [])
    assert errors.startswith("orbweaver-try: ")


def test_events_go_to_no_descriptor_that_is_closed(components: Path) -> None:
    done = subprocess.run(
        [path_of("orbweaver-try"), components / SOURCE, "--events", "77"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "orbweaver-try: --events 77: it is not open; give a descriptor that this program inherits\n"
    )


def test_options_of_the_orb_go_to_the_component(components: Path) -> None:
    status, lines, errors = attempt(components / SOURCE, "--orb", "nonsense=1")
    assert status == 1
    assert "bind: the component ended: exit status 2" in failures(lines)[0]
    assert errors == f"orbweaver-try: {failures(lines)[0]}\n"
    assert any("-ORBnonsense" in line["line"] for line in lines if line["event"] == "output")


def test_a_failure_of_the_component_is_one_line_and_status_1(components: Path) -> None:
    status, lines, _ = attempt(components / SOURCE, "--set", "input=/none.cu8")
    assert status == 1
    assert len(failures(lines)) == 1
    assert failures(lines)[0].startswith("component 'fm_source:try': initialise: failed: ")
    assert "/none.cu8" in failures(lines)[0]
    assert lines[-1]["ran_ms"] is None


def running(components: Path) -> tuple[subprocess.Popen[str], int]:
    """A trial without an end, and the component's process."""
    process = subprocess.Popen(
        [path_of("orbweaver-try"), components / "adsb/magnitude/magnitude.spd.xml", "--input", "-",
         "--messaging", "twoway", "--events", "1"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    for text in process.stdout:
        line: Mapping[str, Any] = json.loads(text)
        if line["event"] == "trial":
            return process, line["process"]
    raise AssertionError("the component was not started")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_order(components: Path, number: signal.Signals) -> None:
    process = subprocess.Popen(
        [path_of("orbweaver-try"), components / "adsb/magnitude/magnitude.spd.xml", "--input", "-",
         "--output", "-", "--packet", "1", "--events", "2"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
    )  # fmt: skip
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(bytes(4))
        assert process.stdout.read(2) == bytes(2)
        process.send_signal(number)
        events = [json.loads(line) for line in process.stderr.readlines() if line.startswith(b"{")]
        assert process.wait(ENDS_WITHIN_S) == 0
    assert (events[-1]["ended"], events[-1]["program_end"]) == ("interrupted", "exit status 0")
    assert not Path(f"/proc/{events[0]['process']}").exists()


def test_a_signal_ends_the_wait_for_the_other_end_of_a_pipe(
    components: Path, tmp_path: Path
) -> None:
    into, out = tmp_path / "into", tmp_path / "out"
    os.mkfifo(into)
    os.mkfifo(out)
    process = subprocess.Popen(
        [path_of("orbweaver-try"), components / "adsb/magnitude/magnitude.spd.xml",
         "--input", into, "--output", out],
        stderr=subprocess.PIPE,
    )  # fmt: skip
    with process, into.open("wb"):  # so it has begun to open its files
        assert process.stderr is not None
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b"orbweaver-try: ended before the component ran\n"
        assert process.wait(ENDS_WITHIN_S) == 1


def test_a_kill_leaves_no_component(components: Path) -> None:
    process, component = running(components)
    handle = os.pidfd_open(component)
    with process:
        process.kill()
    readable, _, _ = select.select([handle], [], [], ENDS_WITHIN_S)
    os.close(handle)
    assert readable, "the component is still there"


FOREIGN_SCD = """<?xml version="1.0"?>
<softwarecomponent><corbaversion>2.2</corbaversion>
  <componentrepid repid="IDL:CF/Resource:1.0"/><componenttype>resource</componenttype>
  <componentfeatures>
    <supportsinterface repid="IDL:CF/Resource:1.0" supportsname="Resource"/>
    <ports>
      <provides repid="IDL:standardInterfaces/realShort:1.0" providesname="in">
        <porttype type="data"/></provides>
      {uses}
    </ports>
  </componentfeatures>
  <interfaces><interface repid="IDL:CF/Resource:1.0" name="Resource"/></interfaces>
</softwarecomponent>
"""
FOREIGN_OUT = """<uses repid="IDL:standardInterfaces/realShort:1.0" usesname="out">
  <porttype type="data"/></uses>"""
FOREIGN_SPD = """<?xml version="1.0"?>
<softpkg id="foreign" name="foreign" version="1"><author><name>test</name></author>
  <descriptor><localfile name="foreign.scd.xml"/></descriptor>
  <implementation id="omniorb">
    <code type="Executable"><localfile name="foreign"/></code><os name="Linux"/>
  </implementation>
</softpkg>
"""


def foreign(folder: Path, uses: str) -> Path:
    """The SPD of a component whose ORB is omniORB's: it negates samples."""
    shutil.copy(path_of("omniorb-foreign-component"), folder / "foreign")
    (folder / "foreign.scd.xml").write_text(FOREIGN_SCD.format(uses=uses))
    (folder / "foreign.spd.xml").write_text(FOREIGN_SPD)
    (folder / "in").write_bytes(struct.pack("<5h", 1, 2, 3, 4, 5))
    return folder / "foreign.spd.xml"


def test_a_component_on_another_orb_is_tried_as_one_on_orbweaver(tmp_path: Path) -> None:
    spd = foreign(tmp_path, FOREIGN_OUT)
    out = tmp_path / "out"
    lines = tried(spd, "--input", tmp_path / "in", "--output", out, "--packet", "2")
    assert lines[-1]["ended"] == "end of stream"
    assert out.read_bytes() == struct.pack("<5h", -1, -2, -3, -4, -5)


def test_a_sink_on_another_orb_is_through_when_it_has_taken_everything(tmp_path: Path) -> None:
    lines = tried(foreign(tmp_path, ""), "--input", tmp_path / "in", "--step-timeout", "0")
    assert lines[-1]["ended"] == "end of stream"
    assert lines[-1]["inputs"][0]["samples"] == 5


def test_what_a_component_on_another_orb_raises_is_one_line(tmp_path: Path) -> None:
    spd = foreign(tmp_path, FOREIGN_OUT)
    (tmp_path / "in").write_bytes(struct.pack("<h", -1))
    status, lines, _ = attempt(spd, "--input", tmp_path / "in")
    assert status == 1
    assert len(failures(lines)) == 1
    begins = "component 'foreign:try': port 'in': pushPacket: it raised "
    assert failures(lines)[0].startswith(begins)
    assert "BAD_PARAM" in failures(lines)[0]
