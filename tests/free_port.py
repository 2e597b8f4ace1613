# SPDX-License-Identifier: Apache-2.0
"""A TCP port for a program that must be given its number before it starts."""

import itertools
import os
import random
import socket
from collections.abc import Iterator
from pathlib import Path

RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
PORTS = 12_000
USUAL_END = 32_768
"""Where the range begins unless it was changed; used if there is too little room below it."""


def _ports() -> Iterator[int]:
    """This test worker's, below those that the system gives to programs that name none."""
    begins = int(RANGE.read_text().split()[0])
    end = begins if begins > 1024 + PORTS else USUAL_END
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    mine = range(end - PORTS + worker, end, workers)
    begin = random.randrange(len(mine))
    return itertools.cycle([*mine[begin:], *mine[:begin]])


_NEXT = _ports()


def free_port() -> int:
    """One of 127.0.0.1 that is free, and that no program gets unless it names it."""
    return next(port for port in itertools.islice(_NEXT, PORTS) if _is_free(port))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("", port))
        except OSError:
            return False
        return True
