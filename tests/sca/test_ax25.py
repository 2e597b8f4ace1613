# SPDX-License-Identifier: Apache-2.0
"""The AX.25 receiver as an application: a domain deploys its ten components from the profiles that
the build made of their classes, and they find what the reference finds."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from orbweaver.cli.main import run_command
from orbweaver.waveform import frames
from orbweaver.waveform.description import reference_of
from programs import ROOT, lines_of, path_of

AX25 = reference_of(ROOT / "waveforms/ax25/ax25.sad.xml")
assert AX25
RUN_WITHIN_S = 120
SAMPLE_RATE = 48_000
FRAMES = 4


@dataclass(frozen=True)
class Radio:
    """A root of the SCA file system with the receiver, and a recording."""

    root: Path
    recording: Path
    bin: Path

    @property
    def sad(self) -> Path:
        return self.root / "waveforms/ax25/ax25.sad.xml"


@pytest.fixture(scope="module")
def radio(tmp_path_factory: pytest.TempPathFactory) -> Radio:
    folder = path_of("ax25-generate").parent
    recording = tmp_path_factory.mktemp("ax25") / "stations.cs16"
    command = [folder / "ax25-generate", "--out", recording, "--frames", str(FRAMES),
               "--sample-rate", str(SAMPLE_RATE)]  # fmt: skip
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return Radio(folder.parent / "sdr/dom", recording, folder)


def domain(radio: Radio, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [path_of("orbweaver-run"), "--events", str(radio.sad), "--root", str(radio.root), *options],
        capture_output=True, text=True, timeout=RUN_WITHIN_S, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "placement"),
    [
        ("ordered", "separate"),
        ("twoway", "separate"),
        ("twoway-worker", "separate"),
        ("ordered", "together"),
        ("twoway", "together"),
    ],
)
def test_the_frames_are_the_references_octet_for_octet(
    radio: Radio, tmp_path: Path, mode: str, placement: str
) -> None:
    found, kiss = tmp_path / "run.jsonl", tmp_path / "run.kiss"
    settings = {
        "source.input": radio.recording, "source.sample_rate": SAMPLE_RATE, "*.messaging": mode,
        "monitor.output": found, "kiss.output": kiss,
    }  # fmt: skip
    words = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    done = domain(radio, *words, "--placement", placement)
    assert done.returncode == 0, done.stderr + done.stdout
    wanted = frames.receive(radio.recording, str(SAMPLE_RATE), "0", AX25, radio.bin)
    assert len(wanted) == FRAMES
    assert found.read_text().splitlines() == wanted
    octets = [bytes.fromhex(json.loads(line)["octets"]) for line in wanted]
    assert kiss.read_bytes() == b"".join(b"\xc0\0" + frame + b"\xc0" for frame in octets)


def test_a_run_by_name_says_what_its_frames_are_worth(
    radio: Radio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["run", "ax25", "--set", f"source.frames={FRAMES}", "--set", "*.sample_rate=48000",
             "--json", "r.json", "--bin", str(radio.bin)]  # fmt: skip
    assert run_command(words) == 0
    frames = json.loads(Path("r.json").read_text())["frames"]
    found = tmp_path / "ax25.jsonl"
    assert frames == {
        "path": str(found), "frames": FRAMES, "reference_frames": FRAMES, "identical": True,
        "sent": FRAMES, "received": FRAMES,
    }  # fmt: skip
    out = capfd.readouterr().out
    assert f"{found}: 4 frames, as the reference; 4 of 4 sent" in out
    assert out.count("monitor: QX") == FRAMES
    assert (tmp_path / "ax25.kiss").stat().st_size > 0


def test_what_cannot_be_received_is_one_line_with_component_and_cause(radio: Radio) -> None:
    done = domain(radio, "--set", "source.input=/none.cu8")
    assert done.returncode == 1
    failures = [line["line"] for line in lines_of(done.stdout) if line["event"] == "failure"]
    assert len(failures) == 1, done.stdout
    assert "source:ax25" in failures[0]
    assert "/none.cu8: no such file" in failures[0]


def test_the_profiles_that_the_build_made_have_nothing_that_check_finds(radio: Radio) -> None:
    done = subprocess.run(
        [path_of("orbweaver-check"), radio.sad, "--root", radio.root, "--strict"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "31 profiles: 0 errors, 0 warnings\n", done.stdout + done.stderr
    assert done.returncode == 0
