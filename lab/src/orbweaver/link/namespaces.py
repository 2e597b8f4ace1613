# SPDX-License-Identifier: Apache-2.0
"""Hosts: network namespaces whose names carry the process that made them.

Whatever ends that process, its hosts differ from those in use: the next that makes hosts
removes those of processes that are gone. A link between two lies within them, and goes with them.
"""

import contextlib
import os
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from orbweaver.link.commands import call, missing_program
from orbweaver.problems import JobFailed

PREFIX = "orbweaver-"
DEVICE = "link0"
"""The name of the link's end in each host."""
ABSENT = "10.77.0.9"
"""An address on the link that no host has: what is sent there loads the link and nothing else."""
FOLDER = Path("/run/netns")
HOW_TO_ALLOW = "run as root; a container needs --cap-add SYS_ADMIN --cap-add NET_ADMIN"


@dataclass(frozen=True)
class Host:
    """A namespace with one network device."""

    name: str
    address: str

    @property
    def wrapper(self) -> tuple[str, ...]:
        """What runs a program there."""
        return ("ip", "netns", "exec", self.name)


@dataclass(frozen=True)
class Link:
    """Two hosts, and what is between them."""

    near: Host
    far: Host

    @property
    def hosts(self) -> tuple[Host, Host]:
        """Both."""
        return self.near, self.far

    def shape(self, mbit: int) -> None:
        """Let no more than that through, in each direction."""
        limits = ("rate", f"{mbit}mbit", "burst", str(burst_bytes(mbit)), "limit", "4mb")
        for host in self.hosts:
            call("tc", "-n", host.name, "qdisc", "replace", "dev", DEVICE, "root", "tbf", *limits)


def burst_bytes(mbit: int) -> int:
    """What may pass at once: one frame, or what the link carries in 100 µs, as timers are late."""
    return max(1540, mbit * 1_000_000 // 8 // 10_000)


@contextlib.contextmanager
def linked(mbit: int) -> Generator[Link]:
    """Two hosts joined by a link of that speed; gone on leaving. Raises JobFailed."""
    remove_leftovers()
    pid = os.getpid()
    link = Link(Host(f"{PREFIX}{pid}-a", "10.77.0.1"), Host(f"{PREFIX}{pid}-b", "10.77.0.2"))
    try:
        _make(link)
        link.shape(mbit)
        yield link
    finally:
        for host in link.hosts:
            remove(host.name)


def why_not() -> str | None:
    """Why no hosts can be made here, and how to allow it; None: they can. It tries."""
    missing = missing_program()
    if missing:
        return missing
    try:
        with linked(10):
            return None
    except JobFailed as problem:
        return f"no network namespaces or no shaped links here: {HOW_TO_ALLOW} ({problem})"


def remove_leftovers() -> None:
    """Remove the hosts of processes that are gone."""
    for name in hosts_here():
        if not _is_alive(maker_of(name)):
            remove(name)


def hosts_here() -> list[str]:
    """The names of all hosts that were made here and not removed."""
    if not FOLDER.is_dir():
        return []
    return sorted(path.name for path in FOLDER.glob(f"{PREFIX}*-*") if maker_of(path.name))


def maker_of(name: str) -> int:
    """The process that made the host; 0 if the name has none."""
    number = name.removeprefix(PREFIX).rpartition("-")[0]
    return int(number) if number.isascii() and number.isdigit() else 0


def _is_alive(pid: int) -> bool:
    return pid == os.getpid() or Path(f"/proc/{pid}").exists()


def _make(link: Link) -> None:
    near, far = link.hosts
    for host in link.hosts:
        call("ip", "netns", "add", host.name)
    call("ip", "link", "add", DEVICE, "netns", near.name, "type", "veth",
         "peer", "name", DEVICE, "netns", far.name)  # fmt: skip
    for host in link.hosts:
        for device in ("lo", DEVICE):
            call("ip", "-n", host.name, "link", "set", device, "up")
        call("ip", "-n", host.name, "address", "add", f"{host.address}/24", "dev", DEVICE)
        call("ip", "-n", host.name, "neighbour", "replace", ABSENT,
             "lladdr", "02:00:00:00:00:09", "dev", DEVICE)  # fmt: skip


def remove(name: str) -> None:
    """What is not there need not be removed."""
    with contextlib.suppress(JobFailed):
        call("ip", "netns", "delete", name)
