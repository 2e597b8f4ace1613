# SPDX-License-Identifier: Apache-2.0
import subprocess
import wave
from dataclasses import replace
from pathlib import Path

import pytest

from orbweaver.problems import BadInput, JobFailed
from orbweaver.run import programs
from orbweaver.waveform import audio
from orbweaver.waveform.description import reference_of

FM = reference_of(Path(__file__).parents[2] / "waveforms/fm/fm.sad.xml")
assert FM

needs_programs = pytest.mark.skipif(
    programs.find("fm-receive") is None, reason="the programs are not built"
)


def write(path: Path, samples: bytes, rate: int = 48_000, channels: int = 1) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples)
    return path


@pytest.mark.parametrize(
    ("one", "other", "difference"),
    [
        (b"abcd", b"abcd", None),
        (b"abcd", b"abxd", 1),
        (b"abcd", b"abcx", 1),
        (b"abcd", b"abcdef", 2),
        (b"", b"ab", 0),
    ],
)
def test_the_first_sample_that_differs_is_named(one: bytes, other: bytes, difference: int | None):
    assert audio.first_difference(audio.Audio(8000, one), audio.Audio(8000, other)) == difference


def test_audio_of_another_rate_differs_from_the_start():
    assert audio.first_difference(audio.Audio(8000, b"ab"), audio.Audio(9000, b"ab")) == 0


def test_a_file_that_is_no_mono_wav_fails_the_job(tmp_path: Path):
    (tmp_path / "text.wav").write_text("no audio")
    for path in (
        tmp_path / "absent.wav",
        tmp_path / "text.wav",
        write(tmp_path / "stereo.wav", bytes(8), channels=2),
    ):
        with pytest.raises(JobFailed, match=path.name):
            audio.read_wav(path)


def test_only_what_was_chosen_becomes_an_option():
    assert audio.Choices().options() == []
    assert audio.Choices(sample_rate=240_000, band="narrow", offset=-5.0).options() == [
        "--sample-rate=240000",
        "--band=narrow",
        "--offset-hz=-5.0",
    ]


def test_a_verdict_says_what_reordering_cost():
    verdict = audio.Verdict(48_000, 10, 10, 3, snr_db=22.5, reference_snr_db=60.0)
    assert verdict.lost_db == pytest.approx(37.5)
    assert "from sample 3 on" in verdict.describe()
    assert "37.5 dB less" in verdict.describe()
    assert audio.Verdict(48_000, 10, 10, None, 60.0, 60.0).lost_db == 0
    assert "as the reference" in audio.Verdict(48_000, 10, 10, None).describe()


@needs_programs
def test_the_generated_station_is_received_at_40_db_and_more(tmp_path: Path):
    with audio.station(None, FM) as station:
        one, other = tmp_path / "one.wav", tmp_path / "other.wav"
        audio.receive(station, audio.Choices(sample_rate=240_000), one, FM)
        audio.receive(station, audio.Choices(sample_rate=240_000, audio_rate=32_000), other, FM)
        same = audio.judge(one, one, station.original, FM)
        assert same.is_identical
        assert same.snr_db is not None and same.snr_db > 40
        slower = audio.judge(other, one, station.original, FM)
        assert slower.rate == 32_000
        assert slower.first_difference == 0


@needs_programs
def test_a_run_is_judged_by_what_its_components_printed(tmp_path: Path):
    choices = audio.Choices(sample_rate=240_000, band="narrow", audio_rate=48_000)
    recording, wav = tmp_path / "station.cf32", tmp_path / "run.wav"
    generate = [programs.locate("fm-generate"), "--out", recording, "--seconds=0.5", "--seed=3"]
    subprocess.run([*generate, *choices.options()], check=True, stderr=subprocess.DEVNULL)
    audio.receive(audio.Station(recording), choices, wav, FM)
    of_source = {
        "event": "station",
        "sample_rate": 240_000,
        "band": "narrow",
        "deviation": 0.0,
        "offset": 0.0,
        "de_emphasis": -1.0,
        "seconds": 0.5,
        "seed": 3,
        "noise": 0.0,
    }
    of_audio = {"event": "station", "audio_rate": 48_000, "gain": 0.0}
    of_wav = {"event": "wav", "path": str(wav)}
    verdict = audio.judge_run([of_source, of_wav, of_audio], FM)
    assert verdict.is_identical, verdict.describe()
    assert verdict.snr_db is not None and verdict.snr_db > 40
    played = audio.judge_run([{**of_source, "input": str(recording)}, of_wav, of_audio], FM)
    assert played.is_identical
    assert played.snr_db is None
    audio.receive(audio.Station(recording), replace(choices, audio_rate=16_000), wav, FM)
    of_another_rate = {**of_audio, "audio_rate": 16_000}
    without_original = audio.judge_run([of_source, of_wav, of_another_rate], FM)
    assert without_original.is_identical, without_original.describe()
    assert without_original.snr_db is None


def test_a_run_without_the_lines_of_its_components_cannot_be_judged():
    with pytest.raises(JobFailed, match="printed no line"):
        audio.judge_run([{"event": "station"}], FM)


@needs_programs
def test_packets_in_the_wrong_order_cost_decibels(tmp_path: Path):
    with audio.station(None, FM) as station:
        wav = tmp_path / "reference.wav"
        audio.receive(station, audio.Choices(sample_rate=240_000), wav, FM)
        heard = audio.read_wav(wav)
        at, packet = 100_000, 410
        first, second = (
            heard.samples[at : at + packet],
            heard.samples[at + packet : at + 2 * packet],
        )
        mixed = heard.samples[:at] + second + first + heard.samples[at + 2 * packet :]
        verdict = audio.judge(write(tmp_path / "run.wav", mixed), wav, station.original, FM)
        assert verdict.first_difference is not None
        assert verdict.first_difference >= at // 2
        assert verdict.lost_db is not None and verdict.lost_db > 10


@needs_programs
def test_what_cannot_be_received_is_bad_input_in_one_line(tmp_path: Path):
    recording = tmp_path / "short.cu8"
    recording.write_bytes(bytes(100))
    with pytest.raises(BadInput, match="does not state its sample rate"):
        audio.receive(audio.Station(recording), audio.Choices(), tmp_path / "out.wav", FM)
