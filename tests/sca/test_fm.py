# SPDX-License-Identifier: Apache-2.0
"""The FM receiver as an application: a domain deploys it from its profiles, and it writes what the
reference writes."""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from orbweaver.cli.main import run_command
from orbweaver.waveform import audio
from orbweaver.waveform.description import reference_of
from programs import ROOT, lines_of, path_of

SAMPLE_RATE = 240_000
ORDERED = ("twoway", "twoway-worker", "ordered")
PLACEMENTS = ("separate", "together")
FM = reference_of(ROOT / "waveforms/fm/fm.sad.xml")
assert FM
SINK = "wav"
RUN_WITHIN_S = 120


@dataclass(frozen=True)
class Radio:
    """A root of the SCA file system with the receiver, and a station to receive."""

    root: Path
    station: audio.Station
    bin: Path

    @property
    def sad(self) -> Path:
        return self.root / "waveforms/fm/fm.sad.xml"

    def of_source(self) -> list[str]:
        """It plays the station. The rate comes to the others with the packets."""
        settings = (f"source.input={self.station.recording}", f"source.sample_rate={SAMPLE_RATE}")
        return [word for setting in settings for word in ("--set", setting)]


@pytest.fixture(scope="module")
def radio(tmp_path_factory: pytest.TempPathFactory) -> Radio:
    folder = path_of("fm-generate").parent
    folder_of_test = tmp_path_factory.mktemp("fm")
    recording, original = folder_of_test / "station.cs16", folder_of_test / "original.wav"
    command = [folder / "fm-generate", "--out", recording, "--original", original, "--seconds", "1"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return Radio(folder.parent / "sdr/dom", audio.Station(recording, original), folder)


def run(
    radio: Radio, wav: Path, *options: str, sad: Path | None = None, generated: bool = False
) -> list[dict[str, Any]]:
    """The lines that the domain printed."""
    source = [] if generated else radio.of_source()
    done = subprocess.run(
        [
            path_of("orbweaver-run"), "--events", str(sad or radio.sad), "--root", str(radio.root),
            *source, "--set", f"wav.output={wav}", *options,
        ],
        capture_output=True, text=True, timeout=RUN_WITHIN_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    return lines_of(done.stdout)


def reference(radio: Radio, wav: Path, **choices: Any) -> Path:
    audio.receive(
        radio.station, audio.Choices(sample_rate=SAMPLE_RATE, **choices), wav, FM, radio.bin
    )
    return wav


@pytest.mark.parametrize(
    ("setting", "component", "cause"),
    [
        ("source.input=/none.cu8", "source:fm", "/none.cu8: no such file"),
        ("tuner.sample_rate=48000", "tuner:fm", "a sample rate of 48000 Hz is too low"),
    ],
)
def test_what_cannot_be_received_is_one_line_with_component_step_and_cause(
    radio: Radio, setting: str, component: str, cause: str
) -> None:
    done = subprocess.run(
        [path_of("orbweaver-run"), "--events", radio.sad, "--root", radio.root, "--set", setting],
        capture_output=True, text=True, timeout=RUN_WITHIN_S, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    failures = [line["line"] for line in lines_of(done.stdout) if line["event"] == "failure"]
    assert len(failures) == 1, done.stdout
    assert component in failures[0]
    assert "initialise: failed" in failures[0]
    assert cause in failures[0]


def test_a_run_says_where_it_writes_without_a_name(radio: Radio, tmp_path: Path) -> None:
    done = subprocess.run(
        [path_of("orbweaver-run"), radio.sad, *radio.of_source()],
        capture_output=True, text=True, timeout=RUN_WITHIN_S, check=False, cwd=tmp_path,
    )  # fmt: skip
    first, *_, last = [line for line in done.stdout.splitlines() if line.startswith("wav: ")]
    assert first == f"wav: info: writes {tmp_path}/fm.wav"
    assert last.startswith("wav: wav ")
    assert f" path={tmp_path}/fm.wav " in last


@pytest.mark.parametrize("placement", PLACEMENTS)
@pytest.mark.parametrize("mode", ORDERED)
def test_the_audio_is_the_references_sample_for_sample(
    radio: Radio, tmp_path: Path, mode: str, placement: str
) -> None:
    run(radio, tmp_path / "run.wav", "--set", f"*.messaging={mode}", "--placement", placement)
    wanted = reference(radio, tmp_path / "reference.wav")
    verdict = audio.judge(tmp_path / "run.wav", wanted, radio.station.original, FM, radio.bin)
    assert verdict.is_identical, verdict.describe()
    assert verdict.snr_db is not None and verdict.snr_db >= 40


def test_without_a_recording_it_receives_what_fm_generate_writes(
    radio: Radio, tmp_path: Path
) -> None:
    run(radio, tmp_path / "run.wav", generated=True)
    with audio.station(None, FM, radio.bin) as station:
        wanted = tmp_path / "reference.wav"
        audio.receive(station, audio.Choices(sample_rate=SAMPLE_RATE), wanted, FM, radio.bin)
        verdict = audio.judge(tmp_path / "run.wav", wanted, station.original, FM, radio.bin)
    assert verdict.is_identical, verdict.describe()
    assert verdict.snr_db is not None and verdict.snr_db >= 40


def test_a_relative_name_counts_from_the_folder_in_which_the_domain_was_started(
    radio: Radio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(radio, Path("here.wav"))
    assert audio.read_wav(tmp_path / "here.wav").rate == 48_000


def test_another_audio_rate_in_a_copy_of_the_sad_is_that_of_the_wav_file(
    radio: Radio, tmp_path: Path
) -> None:
    root = tmp_path / "dom"
    shutil.copytree(radio.root, root)
    copy = root / "waveforms/fm/slow.sad.xml"
    text, changed = re.subn(
        r'(refid="audio_rate" value=)"48000"', r'\1"22050"', radio.sad.read_text()
    )
    assert changed == 2
    copy.write_text(text)
    there = Radio(root, radio.station, radio.bin)
    run(there, tmp_path / "run.wav", sad=copy)
    wanted = reference(radio, tmp_path / "reference.wav", audio_rate=22_050)
    verdict = audio.judge(tmp_path / "run.wav", wanted, None, FM)
    assert verdict.rate == 22_050
    assert verdict.is_identical, verdict.describe()


def test_oneway_loses_no_sample_and_its_cost_is_a_number(radio: Radio, tmp_path: Path) -> None:
    run(radio, tmp_path / "run.wav", "--set", "*.messaging=oneway")
    wanted = reference(radio, tmp_path / "reference.wav")
    verdict = audio.judge(tmp_path / "run.wav", wanted, radio.station.original, FM, radio.bin)
    assert abs(verdict.samples - verdict.reference_samples) <= 1
    assert verdict.lost_db is not None


def test_the_sink_names_its_file_and_ends_last(radio: Radio, tmp_path: Path) -> None:
    lines = run(radio, tmp_path / "run.wav")
    printed = [
        json.loads(line["line"])
        for line in lines
        if line["event"] == "output" and line["component"] == SINK
    ]
    (wav,) = (line for line in printed if line["event"] == "wav")
    everything = (line["line"] for line in lines if line["event"] == "output")
    events = [json.loads(line) for line in everything if line.startswith("{")]
    assert audio.judge_run(events, FM, radio.bin).is_identical
    assert wav["path"] == str(tmp_path / "run.wav")
    assert wav["rate"] == 48_000
    assert printed[-1] == {"event": "end_of_stream"}


def test_the_result_of_a_run_says_what_the_audio_is_worth(
    radio: Radio, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    result, wav = tmp_path / "r.json", tmp_path / "run.wav"
    words = ["run", str(radio.sad), "--set", f"wav.output={wav}", "--set", "source.seconds=1",
             "--json", str(result), "--bin", str(radio.bin)]  # fmt: skip
    assert run_command(words) == 0
    heard = json.loads(result.read_text())["audio"]
    assert (heard["path"], heard["rate"], heard["identical"]) == (str(wav), 48_000, True)
    assert heard["snr_db"] >= 40
    assert heard["lost_db"] == 0
    assert (
        f"{wav}: {heard['samples']} samples at 48000 Hz, as the reference" in capfd.readouterr().out
    )


def test_the_result_of_a_run_at_another_audio_rate_has_no_signal_to_noise(
    radio: Radio, tmp_path: Path
) -> None:
    result = tmp_path / "r.json"
    words = ["run", str(radio.sad), "--set", f"wav.output={tmp_path / 'run.wav'}",
             "--set", "*.audio_rate=16000", "--set", "source.seconds=1", "--json", str(result),
             "--bin", str(radio.bin)]  # fmt: skip
    assert run_command(words) == 0
    heard = json.loads(result.read_text())["audio"]
    assert (heard["rate"], heard["identical"], heard["snr_db"]) == (16_000, True, None)


def test_the_profiles_have_nothing_that_check_finds(radio: Radio) -> None:
    done = subprocess.run(
        [path_of("orbweaver-check"), radio.sad, "--root", radio.root, "--strict"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "16 profiles: 0 errors, 0 warnings\n", done.stdout + done.stderr
    assert done.returncode == 0


def test_a_wav_file_that_cannot_be_written_fails_the_run(
    radio: Radio, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wav = tmp_path / "no-folder/fm.wav"
    options = ["--set", f"wav.output={wav}", *radio.of_source()]
    assert run_command(["run", str(radio.sad), "--root", str(radio.root), *options]) == 1
    line = capsys.readouterr().err.splitlines()[-1]
    assert line.startswith(f"orbweaver: component 'wav': {wav}: cannot be written (")
