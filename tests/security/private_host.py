# SPDX-License-Identifier: Apache-2.0
"""A host of a test: a network of its own, with an address that another host reaches.

What a program binds to the loopback differs there from what it binds to that address or to all.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import pytest
from orbweaver.link.namespaces import FOLDER, Host, linked, why_not

NOT_HERE = why_not()
needs_a_host = pytest.mark.skipif(NOT_HERE is not None, reason=str(NOT_HERE))
TABLES = {"tcp": "0A", "tcp6": "0A", "udp": "07", "udp6": "07"}
"""Of /proc/net, and the state of a socket there that takes what any peer sends."""
PROC = Path("/proc")


@dataclass(frozen=True)
class Listener:
    """A socket that other programs can reach. `program` is empty if none has its descriptor."""

    protocol: str
    address: str
    port: int
    program: str

    @property
    def is_loopback(self) -> bool:
        """Whether this host alone reaches it."""
        address = ip_address(self.address)
        inner = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return (inner or address).is_loopback


class PrivateHost:
    """Starts programs there, and says which of them listen."""

    def __init__(self, host: Host) -> None:
        self.wrapper = host.wrapper
        self.address = host.address
        self._namespace = (FOLDER / host.name).stat().st_ino

    def processes(self) -> dict[int, str]:
        """Each process on that host, and the name of its program."""
        found: dict[int, str] = {}
        for folder in PROC.iterdir():
            with suppress(OSError):  # it has ended
                if folder.name.isdecimal() and self._is_there(folder):
                    found[int(folder.name)] = (folder / "exe").readlink().name
        return found

    def listeners(self) -> list[Listener]:
        """All sockets of TCP and UDP that wait for peers."""
        owners = self._owners()
        return [
            Listener(table, str(address), port, owners.get(inode, ""))
            for table in TABLES
            for address, port, inode in self._sockets(table)
        ]

    def end_all(self) -> None:
        """Whatever the programs left."""
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _is_there(self, process: Path) -> bool:
        return (process / "ns/net").stat().st_ino == self._namespace

    def _owners(self) -> dict[int, str]:
        """The program of each socket, by the socket's inode."""
        found: dict[int, str] = {}
        for pid, program in self.processes().items():
            with suppress(OSError):
                for descriptor in (PROC / str(pid) / "fd").iterdir():
                    with suppress(OSError):
                        found[descriptor.stat().st_ino] = program
        return found

    def _sockets(self, table: str) -> Iterator[tuple[IPv4Address | IPv6Address, int, int]]:
        text = subprocess.run(
            [*self.wrapper, "cat", f"/proc/net/{table}"], capture_output=True, text=True, check=True
        ).stdout
        for line in text.splitlines()[1:]:
            fields = line.split()
            if fields[3] == TABLES[table]:
                address, _, port = fields[1].partition(":")
                yield _address_in(address), int(port, 16), int(fields[9])


def _address_in(digits: str) -> IPv4Address | IPv6Address:
    """Each 32 bits are a number of this machine."""
    numbers = [int(digits[i : i + 8], 16) for i in range(0, len(digits), 8)]
    return ip_address(b"".join(number.to_bytes(4, sys.byteorder) for number in numbers))


@contextmanager
def private_host() -> Generator[PrivateHost]:
    """Gone on leaving, with all that runs there."""
    with linked(1000) as link:
        host = PrivateHost(link.near)
        try:
            yield host
        finally:
            host.end_all()
