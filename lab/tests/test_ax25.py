# SPDX-License-Identifier: Apache-2.0
import json
import subprocess
from pathlib import Path

import pytest

from orbweaver.problems import BadInput, JobFailed
from orbweaver.run import programs
from orbweaver.waveform import frames
from orbweaver.waveform.description import reference_of

AX25 = reference_of(Path(__file__).parents[2] / "waveforms/ax25/ax25.sad.xml")
assert AX25

needs_programs = pytest.mark.skipif(
    programs.find("ax25-receive") is None, reason="the programs are not built"
)


def line(octets: str) -> str:
    return json.dumps({"time_s": 1.5, "octets": octets})


def test_frames_as_the_reference_are_identical():
    verdict = frames.judge([line("aa"), line("bb")], [line("aa"), line("bb")], None)
    assert verdict == frames.Verdict(2, 2, True)
    assert verdict.describe() == "2 frames, as the reference"


def test_each_frame_that_was_sent_counts_once():
    verdict = frames.judge([line("aa"), line("aa"), line("cc")], [line("aa")], ["aa", "bb"])
    assert (verdict.sent, verdict.received, verdict.is_identical) == (2, 1, False)
    assert verdict.describe() == "3 frames, other than the 1 of the reference; 1 of 2 sent"
    assert verdict.result("x.jsonl").received == 1


@pytest.mark.parametrize("bad", ['{"octets": "a', "[1]", '{"time_s": 1.5}', "x" * 100])
def test_a_line_that_is_no_frame_is_named(bad: str):
    with pytest.raises(JobFailed) as failed:
        frames.judge([line("aa"), bad], [line("aa")], ["aa"])
    assert str(failed.value) == f"a line of frames cannot be read: {bad[:80]!r}"


def test_a_run_without_the_lines_of_its_components_cannot_be_judged():
    assert frames.frames_of([{"event": "traffic"}], AX25) is None
    with pytest.raises(JobFailed, match="printed no line"):
        frames.judge_run([{"event": "traffic"}], AX25)


@needs_programs
def test_a_run_is_judged_by_what_its_components_printed(tmp_path: Path):
    recording, found = tmp_path / "a.cf32", tmp_path / "ax25.jsonl"
    choices = {"frames": 3, "stations": 2, "seed": 4, "noise": 0.02, "overlap": 0.0}
    generate = [programs.locate("ax25-generate"), "--out", recording, "--sample-rate=48000"]
    generate += [f"--{name}={value}" for name, value in choices.items()]
    subprocess.run(generate, check=True, stderr=subprocess.DEVNULL)
    found.write_text(
        "".join(frame + "\n" for frame in frames.receive(recording, "48000", "0", AX25))
    )
    of_source = {"event": "traffic", "sample_rate": 48_000, "offset": 0.0}
    of_monitor = {"event": "ax25", "path": str(found)}
    for played in ({**of_source, **choices}, {**of_source, "input": str(recording)}):
        verdict = frames.judge_run([of_monitor, played], AX25)
        assert verdict == frames.Verdict(3, 3, True, sent=3, received=3)
    found.write_text("")
    assert not frames.judge_run([of_monitor, {**of_source, **choices}], AX25).is_identical


@needs_programs
def test_what_cannot_be_received_is_bad_input_in_one_line(tmp_path: Path):
    recording = tmp_path / "short.cu8"
    recording.write_bytes(bytes(100))
    with pytest.raises(BadInput, match="too low"):
        frames.receive(recording, "8000", "0", AX25)
