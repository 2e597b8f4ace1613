# SPDX-License-Identifier: Apache-2.0
"""What a second reader, Wireshark's GIOP dissector, makes of messages on the loopback device."""

import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

READ_WITHIN_S = 300
TIMES = 3
TAKEN_WITHIN_S = 30
DROPPED = re.compile(r"received/dropped on interface .*: \d+/(\d+)")
# Ports are ephemeral: what a message starts with shows that it is GIOP, whatever the port is for.
READING = (
    *("-o", "tcp.try_heuristic_first:TRUE", "--enable-heuristic", "giop_tcp"),
    *("-o", "tcp.reassemble_out_of_order:TRUE"),
)
FIELDS = (
    *("frame.number", "tcp.stream", "_ws.malformed", "giop.minor_version", "giop.type"),
    *("giop.request_op", "tcp.payload"),
)
# What a payload ends with, in hexadecimal digits, where the next message's magic begins in it and
# ends in the next frame.
BEGUN_MAGICS = tuple(b"GIO"[:length].hex() for length in (1, 2, 3))


@dataclass(frozen=True)
class Frame:
    """A frame that holds GIOP messages; the lists have an entry for each message."""

    number: int
    stream: int
    is_malformed: bool
    minors: list[int]
    types: list[int]
    ends_in_magic: bool = False
    operations: tuple[str, ...] = ()  # of its requests

    def holds(self, minor: int, *kinds: int) -> bool:
        """Whether one of its messages is of this version and one of these types."""
        messages = set(zip(self.minors, self.types, strict=False))
        return any((minor, kind) in messages for kind in kinds)


def _numbers(text: str) -> list[int]:
    return [int(one, 0) for one in text.split(",") if one]


def _frame(line: str) -> Frame:
    number, stream, wrong, minors, types, operations, payload = line.split("\t")
    return Frame(
        int(number),
        int(stream),
        is_malformed=bool(wrong),
        minors=_numbers(minors),
        types=_numbers(types),
        ends_in_magic=payload.endswith(BEGUN_MAGICS),
        operations=tuple(operations.split(",")) if operations else (),
    )


class Capture:
    """Frames on the loopback device, since it was made.

    `which` is a capture filter: "tcp port 2809". A frame to `port` at `host` must pass it.
    """

    def __init__(self, file: Path, which: str, host: str, port: int) -> None:
        self._file = file
        self._mark = (host, port)
        self._process = subprocess.Popen(
            ["dumpcap", "-q", "-i", "lo", "-f", which, "-B", "64", "-w", str(file)],
            stderr=subprocess.PIPE,
            text=True,
        )
        self.why_not = self._await_start()

    def _await_start(self) -> str:
        """What was wrong; empty once it captures."""
        assert self._process.stderr is not None
        said: list[str] = []
        for line in self._process.stderr:
            if line.startswith("File:"):
                return ""
            said.append(line.strip())
        return " ".join(said)

    def _await_all(self) -> None:
        """Returns when what came until now is in the file.

        dumpcap takes frames a while after they came, and leaves those that it has not taken when it
        ends: so this sends one that it knows, and looks for it.
        """
        with socket.socket() as mark:
            mark.bind((self._mark[0], 0))
            mark.connect_ex(self._mark)
            ports = struct.pack("!HH", mark.getsockname()[1], self._mark[1])
        give_up = time.monotonic() + TAKEN_WITHIN_S
        while ports not in self._file.read_bytes() and time.monotonic() < give_up:
            os.sched_yield()

    def stop(self) -> int:
        """Ends it; what came until then is in its file. Returns how many frames it lost."""
        self._await_all()
        self._process.send_signal(signal.SIGINT)
        _, said = self._process.communicate()
        counts = DROPPED.search(said)
        assert counts, f"dumpcap ended with status {self._process.returncode}: {said}"
        return int(counts[1])

    def octets(self) -> bytes:
        """The frames as they are in its file."""
        return self._file.read_bytes()

    def frames(self) -> list[Frame]:
        """The frames with GIOP messages, as tshark reads them."""
        fields = [word for field in FIELDS for word in ("-e", field)]
        done = subprocess.run(
            ["tshark", "-r", str(self._file), *READING, "-Y", "giop", "-T", "fields", *fields],
            capture_output=True,
            text=True,
            timeout=READ_WITHIN_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return [_frame(line) for line in done.stdout.splitlines()]


@contextmanager
def capturing(which: str, host: str, port: int) -> Generator[Capture, None, None]:
    """A capture from now on; skips the test, saying why, where there can be none."""
    if not (shutil.which("dumpcap") and shutil.which("tshark")):
        pytest.skip("tshark is missing; install it with: apt-get install tshark")
    with TemporaryDirectory(prefix="capture-") as folder:
        capture = Capture(Path(folder) / "loopback.pcapng", which, host, port)
        if capture.why_not:
            pytest.skip(f"dumpcap may not capture here: {capture.why_not}")
        yield capture


def lost_its_place(frames: list[Frame]) -> bool:
    """Whether tshark 4.0 lost its place in a stream, for a fault of its own.

    Where a frame ends within the magic of the next message, which a full window brings about, it
    ends with an exception, and takes the reply that follows for a piece of the request.
    """
    wrong = [frame for frame in frames if frame.is_malformed]
    return bool(wrong) and wrong[0].ends_in_magic


def captured(once: Callable[[], tuple[list[Frame], int]]) -> list[Frame]:
    """A run of which no frame was lost: a stream with a hole looks malformed.

    `once` gives what tshark reads of a run, and how many frames the capture lost. Where dumpcap had
    no turn until the run was over, it has nothing, and counts nothing as lost.
    """
    frames, lost = once()
    for _ in range(TIMES - 1):
        if frames and not lost and not lost_its_place(frames):
            break
        frames, lost = once()
    if lost or not frames:
        pytest.skip(f"this machine is too slow to capture: frames were lost {TIMES} times")
    return frames
