# SPDX-License-Identifier: Apache-2.0
"""AX.25 with direwolf, which decodes and sends it, too: each finds the frames of the other."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from programs import path_of

FRAMES = 8

pytestmark = pytest.mark.skipif(
    shutil.which("atest") is None or shutil.which("gen_packets") is None,
    reason="direwolf is not installed: apt-get install direwolf",
)


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words],
        check=True, capture_output=True, text=True, errors="replace", timeout=60,
    )  # fmt: skip


def receive_audio(wav: Path) -> list[str]:
    return run(path_of("ax25-receive"), "--audio", wav).stdout.splitlines()


def test_direwolf_decodes_what_ax25_generate_sends(tmp_path: Path) -> None:
    recording, wav = tmp_path / "stations.cf32", tmp_path / "stations.wav"
    run(path_of("ax25-generate"), "--out", recording, "--sample-rate", "48000",
        "--frames", str(FRAMES), "--twist-db", "2")  # fmt: skip
    run(path_of("fm-receive"), "--input", recording, "--out", wav, "--band", "narrow",
        "--sample-rate", "48000", "--audio-rate", "44100", "--gain-db", "-6")  # fmt: skip
    sent = [
        json.loads(line)["text"]
        for line in (tmp_path / "stations.sent.jsonl").read_text().splitlines()
    ]
    assert len(sent) == FRAMES
    assert re.findall(r"\[0\] (.*)", run("atest", wav).stdout) == sent
    assert receive_audio(wav) == sent


def test_ax25_receive_decodes_what_direwolf_sends(tmp_path: Path) -> None:
    wav, text = tmp_path / "direwolf.wav", tmp_path / "frames.txt"
    frames = [
        "QX1ABC-7>APZ001:>a status",
        "QX2D>APZ001,WIDE1-1,WIDE2-2:!4903.50N/07201.75W-a position",
        "QX3EFG-15>APZ001,QX2D-3*,WIDE2-1::QX1ABC-7 :a message{7",
        "QX4H>QX5I:" + "~" * 255,
    ]
    text.write_text("".join(frame + "\n" for frame in frames))
    run("gen_packets", "-o", wav, text)
    # gen_packets takes the end of a line of its file for a part of the frame.
    assert receive_audio(wav) == [frame + "<0x0a>" for frame in frames]


def test_both_find_as_many_frames_in_direwolfs_noise(tmp_path: Path) -> None:
    """The noise of gen_packets rises from frame to frame, until nobody finds one.

    Its noise is the same each time. Ours may be worse by one frame in twenty.
    """
    wav = tmp_path / "noisy.wav"
    run("gen_packets", "-n", "40", "-o", wav)
    theirs = re.search(r"(\d+) packets decoded", run("atest", wav).stdout)
    assert theirs is not None
    ours = len(receive_audio(wav))
    assert 0 < int(theirs[1]) < 40
    assert ours >= 0.95 * int(theirs[1])
