"""Frames of one TCP port on the loopback device, as tshark reads them."""

import re
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from orbweaver.problems import JobFailed

TOOLS = ("dumpcap", "tshark")
INSTALL = "apt-get install tshark"
FIELDS = ("frame.time_epoch", "tcp.dstport", "tcp.len", "tcp.hdr_len", "ip.hdr_len")
READ_SECONDS = 60
DROPPED = re.compile(r"received/dropped on interface .*: \d+/(\d+)")


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
    """What passes a port, from `capturing` on."""

    def __init__(self, file: Path, port: int) -> None:
        self._file = file
        self._port = port
        self._process = subprocess.Popen(
            ["dumpcap", "-q", "-i", "lo", "-f", f"tcp port {port}", "-B", "16", "-w", str(file)],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, start_new_session=True,
        )  # fmt: skip
        self._await_start()

    def _await_start(self) -> None:
        assert self._process.stderr
        said: list[str] = []
        for line in self._process.stderr:
            if line.startswith("File:"):
                return
            said.append(line.strip())
        self._process.wait()
        raise JobFailed(
            f"dumpcap may not capture here: {' '.join(said)[:200]}; run as root, or give it the "
            "right: setcap cap_net_raw,cap_net_admin+ep $(which dumpcap)"
        )

    def frames(self) -> list[Frame]:
        """End the capture and read it; raises JobFailed if frames were lost."""
        self._process.send_signal(signal.SIGINT)
        _, said = self._process.communicate(timeout=READ_SECONDS)
        lost = DROPPED.search(said)
        if lost is None or int(lost[1]):
            raise JobFailed(f"dumpcap lost frames, or cannot tell: {said.strip()[-200:]}")
        return parse_frames(self._read(), self._port)

    def _read(self) -> str:
        fields = [word for field in FIELDS for word in ("-e", field)]
        done = subprocess.run(
            ["tshark", "-n", "-r", str(self._file), "-T", "fields", *fields],
            capture_output=True, text=True, timeout=READ_SECONDS, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise JobFailed(f"tshark cannot read the capture: {done.stderr.strip()[-200:]}")
        return done.stdout

    def close(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()


def parse_frames(text: str, port: int) -> list[Frame]:
    """The lines of tshark, FIELDS on each."""
    frames: list[Frame] = []
    for line in text.splitlines():
        at, destination, payload, tcp, ip = line.split("\t")
        frames.append(Frame(float(at), int(destination) == port, int(payload), int(tcp), int(ip)))
    return frames


@contextmanager
def capturing(port: int) -> Generator[Capture]:
    """A capture that leaves nothing behind."""
    with TemporaryDirectory(prefix="orbweaver-capture-") as folder:
        capture = Capture(Path(folder) / "loopback.pcapng", port)
        try:
            yield capture
        finally:
            capture.close()
