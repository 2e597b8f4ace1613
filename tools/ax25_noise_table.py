#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Print the noise table of docs/start/ax25.md: how many frames decoders find in the same audio.

./x build && apt-get install direwolf multimon-ng && tools/ax25_noise_table.py build/release/bin
"""

import math
import re
import shutil
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

NOISES = (0.08, 0.10, 0.11, 0.12, 0.13, 0.14)
FRAMES = 100
AMPLITUDE = 0.2
IQ_RATE = 96_000
AUDIO_RATE = 22_050  # that of multimon-ng
CHANNEL_HZ = 16_800  # what the channel filter passes


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Both outputs of a program that succeeds; direwolf's have octets of frames in them."""
    command = [str(word) for word in words]
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace")


def carrier_to_noise_db(noise: float) -> float:
    """In the channel: the noise of I and of Q spreads over the rate of the recording."""
    return 10 * math.log10(AMPLITUDE**2 / (2 * noise**2 * CHANNEL_HZ / IQ_RATE))


def make_audio(bin_folder: Path, folder: Path, noise: float) -> Path:
    """The audio of a recording with this noise, as a receiver would give it."""
    recording, wav = folder / "stations.cf32", folder / "stations.wav"
    run(
        bin_folder / "ax25-generate", "--out", recording, "--frames", str(FRAMES),
        "--sample-rate", str(IQ_RATE), "--noise", str(noise), "--weakest", str(AMPLITUDE),
        "--strongest", str(AMPLITUDE),
    )  # fmt: skip
    run(
        bin_folder / "fm-receive", "--input", recording, "--out", wav, "--band", "narrow",
        "--sample-rate", str(IQ_RATE), "--audio-rate", str(AUDIO_RATE),
        "--gain-db", "-6",
    )  # fmt: skip
    return wav


def by_orbweaver(bin_folder: Path, wav: Path, *options: str) -> int:
    """Frames of ax25-receive; all must have been sent."""
    sent = wav.with_suffix(".sent.jsonl")
    done = run(bin_folder / "ax25-receive", "--audio", wav, "--sent", sent, *options)
    found = re.search(r"(\d+) of (\d+) frames of the channel received, (\d+) others", done.stderr)
    if found is None or found[3] != "0":
        raise RuntimeError(f"ax25-receive found frames that were not sent: {done.stderr}")
    return int(found[1])


def by_direwolf(wav: Path, *options: str) -> int:
    """Frames of atest."""
    found = re.search(r"(\d+) packets decoded", run("atest", *options, wav).stdout)
    if found is None:
        raise RuntimeError("atest printed no count")
    return int(found[1])


def by_multimon(wav: Path) -> int:
    """Frames of multimon-ng: each has a line that begins with its demodulator."""
    raw = wav.with_suffix(".raw")
    with wave.open(str(wav), "rb") as file:
        raw.write_bytes(file.readframes(file.getnframes()))
    lines = run("multimon-ng", "-q", "-t", "raw", "-a", "AFSK1200", raw).stdout.splitlines()
    return sum(line.startswith("AFSK1200:") for line in lines)


def row(bin_folder: Path, noise: float) -> str:
    """A line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        wav = make_audio(bin_folder, Path(folder), noise)
        counts = (
            by_orbweaver(bin_folder, wav),
            by_orbweaver(bin_folder, wav, "--space-gains-db", "0"),
            by_direwolf(wav),
            by_direwolf(wav, "-P", "E+"),
            by_multimon(wav),
        )
    cells = " | ".join(map(str, counts))
    return f"| {noise:.2f} | {carrier_to_noise_db(noise):.1f} dB | {cells} |"


def main() -> int:
    """The exit status: 2 for wrong usage, 1 if a decoder is not installed."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    absent = [name for name in ("atest", "multimon-ng") if shutil.which(name) is None]
    if absent:
        print(f"{', '.join(absent)}: not installed; see above\n{__doc__}", file=sys.stderr)
        return 1
    print("| `--noise` | carrier to noise | `ax25-receive` | one slicer | direwolf | "
          "direwolf `-P E+` | multimon-ng |")  # fmt: skip
    print("|---|---|---|---|---|---|---|")
    for noise in NOISES:
        print(row(Path(sys.argv[1]), noise), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
