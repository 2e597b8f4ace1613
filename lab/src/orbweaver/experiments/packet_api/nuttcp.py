# SPDX-License-Identifier: Apache-2.0
"""nuttcp, which paper 4 used to see what TCP takes without an ORB."""

import contextlib
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Generator

from orbweaver.link.commands import call
from orbweaver.link.namespaces import Host, Link
from orbweaver.problems import JobFailed

MISSING = "nuttcp is not installed, so only our own sender shows raw TCP: apt-get install nuttcp"
PORT = 5000
START_SECONDS = 10.0


def is_here() -> bool:
    """Whether it is installed."""
    return shutil.which("nuttcp") is not None


@contextlib.contextmanager
def served(host: Host) -> Generator[None]:
    """Its server runs on the host; it ends with us, also if we are killed."""
    process = subprocess.Popen(
        [*host.wrapper, "setpriv", "--pdeathsig", "KILL",
         "nuttcp", "-S", "--nofork", "-P", str(PORT)],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        process_group=0,
    )  # fmt: skip
    try:
        _await_listening(host, process)
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _await_listening(host: Host, process: subprocess.Popen[bytes]) -> None:
    """It says nothing when it listens: the kernel of the host is asked."""
    deadline = time.monotonic() + START_SECONDS
    while not listens(call(*host.wrapper, "cat", "/proc/net/tcp", "/proc/net/tcp6")):
        if process.poll() is not None:
            raise JobFailed(f"nuttcp's server ended with status {process.returncode}")
        if time.monotonic() > deadline:
            raise JobFailed(f"nuttcp's server does not listen within {START_SECONDS:g} s")
        select.select([], [], [], 0.01)


def listens(table: str) -> bool:
    """Whether the kernel's table has a socket in state `0A`, listening, at nuttcp's port."""
    lines = [line.split() for line in table.splitlines()]
    return any(len(w) > 3 and w[3] == "0A" and w[1].endswith(f":{PORT:04X}") for w in lines)


def seconds_of_packet(link: Link, size: int) -> float:
    """How long nuttcp says that one packet took to be received."""
    printed = call(
        *link.near.wrapper, "nuttcp", "-fparse", "-n1", f"-l{size}", "-P", str(PORT),
        link.far.address,
    )  # fmt: skip
    return parse_seconds(printed, size)


def parse_seconds(printed: str, size: int) -> float:
    """Its seconds have two digits after the point, its rate has more: the time follows from it."""
    fields = dict(word.split("=", 1) for word in printed.split() if "=" in word)
    try:
        return size * 8 / (float(fields["rate_Mbps"]) * 1e6)
    except (KeyError, ValueError, ZeroDivisionError):
        raise JobFailed(f"nuttcp printed no rate: {printed.strip()[:60]}") from None
