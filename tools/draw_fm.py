#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draw the picture of docs/start/fm.md: what two swapped packets of I/Q do to the audio.

./x build && tools/draw_fm.py build/release/bin docs/start/fm.svg
"""

from __future__ import annotations  # array takes no type argument at run time before 3.12

import json
import subprocess
import sys
import tempfile
import wave
from array import array
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, PLOT = 920, 300, 60, 64, 200
GOOD, BAD, INK, FAINT = "#2a7f62", "#b5482f", "#1f2933", "#6b7785"
AUDIO_RATE = 48_000
IQ_RATE = 240_000
PACKET = 1024
SWAPPED = 234  # with the packet behind it: 1 s after the start
SHOWN_MS = 24
SECONDS = 2


def run(program: Path, *words: str | Path) -> str:
    """Standard output of one of the FM programs."""
    command = [str(program), *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def swap(source: Path, target: Path) -> None:
    """Write the recording with two packets in the wrong order."""
    octets = source.read_bytes()
    size = 4 * PACKET
    at = SWAPPED * size
    first, second = octets[at : at + size], octets[at + size : at + 2 * size]
    target.write_bytes(octets[:at] + second + first + octets[at + 2 * size :])


def samples(path: Path) -> array[int]:
    """The audio of a WAV file."""
    with wave.open(str(path), "rb") as file:
        audio = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        audio.byteswap()
    return audio


def receive(bin_folder: Path, folder: Path) -> list[tuple[array[int], float]]:
    """The audio in order, and with two packets swapped; each with its signal to noise in dB."""
    recording, original = folder / "station.cs16", folder / "original.wav"
    result = ("--out", recording, "--original", original, "--seconds", str(SECONDS))
    run(bin_folder / "fm-generate", *result, "--high-hz", "3000")
    swap(recording, folder / "swapped.cs16")
    received: list[tuple[array[int], float]] = []
    for name in ("station", "swapped"):
        wav = folder / f"{name}.wav"
        words = ("--input", folder / f"{name}.cs16", "--sample-rate", str(IQ_RATE), "--out", wav)
        run(bin_folder / "fm-receive", *words)
        verdict = json.loads(run(bin_folder / "fm-compare", wav, original))
        received.append((samples(wav), float(verdict["snr_db"])))
    return received


def text(x: float, y: float, content: str, fill: str = INK, size: int = 14) -> str:
    """A line of text."""
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}" font-size="{size}">{content}</text>'


def line(audio: array[int], colour: str, width: float) -> str:
    """The audio around the swapped packets."""
    middle = (SWAPPED + 1) * PACKET * AUDIO_RATE // IQ_RATE
    count = SHOWN_MS * AUDIO_RATE // 1000
    shown = audio[middle - count // 2 : middle + count // 2]
    step = (WIDTH - LEFT - 20) / len(shown)
    points = " ".join(
        f"{LEFT + step * number:.1f},{TOP + PLOT / 2 - value / 32768 * PLOT / 2:.1f}"
        for number, value in enumerate(shown)
    )
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'


def picture(received: list[tuple[array[int], float]]) -> str:
    """The SVG file."""
    (ordered, ordered_db), (swapped, swapped_db) = received
    parts = [
        text(LEFT, 24, "Two packets of I/Q in the wrong order, of 468 in two seconds", size=16),
        text(LEFT, 46, f"in order: signal to noise {ordered_db:.0f} dB", GOOD),
        text(LEFT + 280, 46, f"two swapped: {swapped_db:.0f} dB", BAD),
        f'<line x1="{LEFT}" y1="{TOP + PLOT / 2:g}" x2="{WIDTH - 20}" y2="{TOP + PLOT / 2:g}" '
        f'stroke="{FAINT}" stroke-width="0.5"/>',
        line(swapped, BAD, 1.4),
        line(ordered, GOOD, 1.4),
        text(LEFT, HEIGHT - 12, f"{SHOWN_MS} ms of audio", FAINT, 12),
        text(14, TOP + 10, "full", FAINT, 12),
        text(14, TOP + 24, "scale", FAINT, 12),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif"><rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def main() -> int:
    """The exit status: 2 for wrong usage."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        received = receive(Path(sys.argv[1]), Path(folder))
    Path(sys.argv[2]).write_text(picture(received))
    return 0


if __name__ == "__main__":
    sys.exit(main())
