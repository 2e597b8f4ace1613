# SPDX-License-Identifier: Apache-2.0
"""A link between two hosts that loses packets: a pair of tun devices, and a thread that passes on
what comes out of the one into the other, or does not.

It is the network that a kernel without the module of `tc ... netem` can have.
"""

import fcntl
import os
import select
import struct
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Thread

from orbweaver.link.commands import call
from orbweaver.link.namespaces import Link

DEVICE = Path("/dev/net/tun")
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
LARGEST = 65_535
LOOK_S = 0.1
ADDRESSES = ("10.77.1.1", "10.77.1.2")


@dataclass
class LossyLink:
    """Loses `percent` of the packets; 0 at first."""

    ends: tuple[int, int]
    percent: float = 0
    passed: int = 0
    lost: int = 0
    random: Random = field(default_factory=lambda: Random(1))
    ending: Event = field(default_factory=Event)

    def carry(self) -> None:
        """Until `ending`."""
        others = dict(zip(self.ends, reversed(self.ends), strict=True))
        while not self.ending.is_set():
            readable, _, _ = select.select(self.ends, [], [], LOOK_S)
            for end in readable:
                self._carry_one(os.read(end, LARGEST), others[end])

    def _carry_one(self, packet: bytes, to: int) -> None:
        if self.random.uniform(0, 100) < self.percent:
            self.lost += 1
            return
        self.passed += 1
        os.write(to, packet)


def why_not() -> str | None:
    """Why no lossy link can be made here; None: it can."""
    return None if os.access(DEVICE, os.R_OK | os.W_OK) else f"{DEVICE} may not be opened here"


def _end(name: str) -> int:
    end = os.open(DEVICE, os.O_RDWR)
    fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    return end


@contextmanager
def lossy(link: Link) -> Generator[LossyLink]:
    """A second link between the hosts, with ADDRESSES; gone on leaving."""
    with ExitStack() as stack:
        ends: list[int] = []
        for number, host in enumerate(link.hosts):
            name = f"ow{os.getpid()}-{number}"
            ends.append(_end(name))
            stack.callback(os.close, ends[-1])
            call("ip", "link", "set", name, "netns", host.name)
            call("ip", "-n", host.name, "address", "add", ADDRESSES[number],
                 "peer", ADDRESSES[1 - number], "dev", name)  # fmt: skip
            call("ip", "-n", host.name, "link", "set", name, "up")
        lossy_link = LossyLink((ends[0], ends[1]))
        thread = Thread(target=lossy_link.carry, name="lossy-link")
        thread.start()
        try:
            yield lossy_link
        finally:
            lossy_link.ending.set()
            thread.join()
