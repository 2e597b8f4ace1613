# SPDX-License-Identifier: Apache-2.0
"""Frames of one TCP port on the loopback device, as tshark reads them."""

import os
import re
import select
import signal
import socket
import subprocess
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from orbweaver.problems import JobFailed
from orbweaver.run.lines import LineReader

TOOL = "tshark"
TOLD_BY = f"{TOOL}:"
INSTALL = "apt-get install tshark"
FIELDS = ("frame.time_epoch", "tcp.dstport", "tcp.len", "tcp.hdr_len", "ip.hdr_len", "udp.length")
BEGIN_BYTES, END_BYTES, UDP_HEADER = 5, 7, 8
"""Datagrams to the same port mark where the capture has begun, and that it holds all until then."""
BEGIN_SECONDS, END_SECONDS, MARK_SECONDS = 20.0, 20.0, 0.25
DROPPED = re.compile(r"(\d+) packets? dropped")


@dataclass(frozen=True)
class Frame:
    """One TCP segment; all sizes in bytes."""

    at: float
    """seconds of the system's clock"""
    to_server: bool
    payload: int
    tcp_header: int
    ip_header: int


class Capture:
    """What passes a port, from its making on."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lines: list[bytes] = []
        self._process = subprocess.Popen(
            [TOOL, "-l", "-n", "-i", "lo", "-f", f"port {port}", "-T", "fields",
             *(word for field in FIELDS for word in ("-e", field))],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout
        self._reader = LineReader(os.dup(self._process.stdout.fileno()))
        try:
            self._await(BEGIN_BYTES, BEGIN_SECONDS)
        except BaseException:
            self.close()
            raise

    def frames(self) -> list[Frame]:
        """All until now; ends the capture. Raises JobFailed if frames were lost."""
        self._await(END_BYTES, END_SECONDS)
        self._process.send_signal(signal.SIGINT)
        _, said = self._process.communicate(timeout=END_SECONDS)
        if lost := DROPPED.search(said.decode(errors="replace")):
            raise JobFailed(f"{TOOL} lost {lost[1]} frames: the machine is too busy")
        return parse_frames(self._lines, self._port)

    def close(self) -> None:
        """End it, whatever it does."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.close()
        for stream in (self._process.stdout, self._process.stderr):
            if stream:
                stream.close()

    def _await(self, marker: int, seconds: float) -> None:
        """Mark, until the capture has seen it."""
        deadline = time.monotonic() + seconds
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            while time.monotonic() < deadline:
                sender.sendto(b"m" * marker, ("127.0.0.1", self._port))
                if self._sees(marker, time.monotonic() + MARK_SECONDS):
                    return
        raise JobFailed(f"{TOOL} does not show what it captures within {seconds:.0f} s")

    def _sees(self, marker: int, deadline: float) -> bool:
        wanted = f"\t{marker + UDP_HEADER}".encode()
        for line in self._lines_until(deadline):
            self._lines.append(line)
            if line.endswith(wanted):
                return True
        return False

    def _lines_until(self, deadline: float) -> Iterator[bytes]:
        while (left := deadline - time.monotonic()) > 0:
            if not select.select([self._reader.fd], [], [], left)[0]:
                return
            yield from self._reader.read()
            if not self._reader.open:
                raise self._ended()

    def _ended(self) -> JobFailed:
        _, said = self._process.communicate(timeout=END_SECONDS)
        return JobFailed(
            f"{TOOL} may not capture here: {complaint(said)}; run as root, or give it the right: "
            "setcap cap_net_raw,cap_net_admin+ep $(which dumpcap)"
        )


def complaint(said: bytes) -> str:
    """The line with which tshark gave up: the first in its name; advice stands behind it."""
    lines = [line.strip() for line in said.decode(errors="replace").splitlines() if line.strip()]
    own = [line.removeprefix(TOLD_BY).strip() for line in lines if line.startswith(TOLD_BY)]
    complaint_line = next((line for line in own if line), lines[-1] if lines else "it said nothing")
    return complaint_line.rstrip(".")[:200]


def parse_frames(lines: list[bytes], port: int) -> list[Frame]:
    """The TCP segments among tshark's lines, FIELDS on each."""
    frames: list[Frame] = []
    for line in lines:
        at, destination, payload, tcp, ip, _ = line.decode().split("\t")
        if destination:
            place = float(at), int(destination) == port
            frames.append(Frame(*place, int(payload), int(tcp), int(ip)))
    return frames


@contextmanager
def capturing(port: int) -> Generator[Capture]:
    """A capture that leaves nothing behind; raises JobFailed where there can be none."""
    capture = Capture(port)
    try:
        yield capture
    finally:
        capture.close()
