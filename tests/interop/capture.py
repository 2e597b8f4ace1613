"""What a second reader, Wireshark's GIOP dissector, makes of messages on the loopback device."""

import re
import shutil
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

READ_WITHIN_S = 300
DROPPED = re.compile(r"received/dropped on interface .*: \d+/(\d+)")
# Ports are ephemeral: what a message starts with shows that it is GIOP, whatever the port is for.
READING = (
    *("-o", "tcp.try_heuristic_first:TRUE", "--enable-heuristic", "giop_tcp"),
    *("-o", "tcp.reassemble_out_of_order:TRUE"),
)
FIELDS = (
    *("frame.number", "tcp.stream", "_ws.malformed", "giop.minor_version", "giop.type"),
    "tcp.payload",
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

    def holds(self, minor: int, *kinds: int) -> bool:
        """Whether one of its messages is of this version and one of these types."""
        messages = set(zip(self.minors, self.types, strict=False))
        return any((minor, kind) in messages for kind in kinds)


def _numbers(text: str) -> list[int]:
    return [int(one, 0) for one in text.split(",") if one]


def _frame(line: str) -> Frame:
    number, stream, wrong, minors, types, payload = line.split("\t")
    return Frame(
        int(number),
        int(stream),
        is_malformed=bool(wrong),
        minors=_numbers(minors),
        types=_numbers(types),
        ends_in_magic=payload.endswith(BEGUN_MAGICS),
    )


class Capture:
    """Frames of one tcp port on the loopback device, since it was made."""

    def __init__(self, file: Path, port: int) -> None:
        self._file = file
        self._process = subprocess.Popen(
            ["dumpcap", "-q", "-i", "lo", "-f", f"tcp port {port}", "-B", "64", "-w", str(file)],
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

    def stop(self) -> int:
        """Ends it; what came until then is in its file. Returns how many frames it lost."""
        self._process.send_signal(signal.SIGINT)
        _, said = self._process.communicate()
        counts = DROPPED.search(said)
        assert counts, f"dumpcap ended with status {self._process.returncode}: {said}"
        return int(counts[1])

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
def capturing(port: int) -> Generator[Capture, None, None]:
    """A capture of a port from now on; skips the test, saying why, where there can be none."""
    if not (shutil.which("dumpcap") and shutil.which("tshark")):
        pytest.skip("tshark is missing; install it with: apt-get install tshark")
    with TemporaryDirectory(prefix="capture-") as folder:
        capture = Capture(Path(folder) / "loopback.pcapng", port)
        if capture.why_not:
            pytest.skip(f"dumpcap may not capture here: {capture.why_not}")
        yield capture
