# SPDX-License-Identifier: Apache-2.0
"""Many connections at once: few threads serve them, and no limit ends more than it must.

Each connection is asked a question, and a thread or a descriptor too many shows as a number.
"""

import resource
import socket
import struct
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import giop
import pytest
from footprint import Footprint, footprint
from giop import Kind
from orbweaver.ior.decode import decode
from programs import Running, running

CONNECTIONS = 2000
THREADS = 4
HELPERS = 2
"""Threads beside the readers that a server may start when it has connections: watch and alarm."""

KIB_PER_CONNECTION = 24
"""What an idle connection may cost; figures are in docs/reference/limits.md."""

WATCHDOG_S = 120
OBJECT_HERE = 1


@dataclass
class Server:
    program: Running
    address: tuple[str, int]
    key: bytes

    def connect(self) -> socket.socket:
        return socket.create_connection(self.address, timeout=WATCHDOG_S)

    def footprint(self) -> Footprint:
        return footprint(self.program.pid)

    def ask(self, connection: socket.socket, question: int) -> None:
        connection.sendall(giop.locate_request(self.key, request_id=question))

    def has_answered(self, connection: socket.socket, question: int) -> bool:
        kind, body = receive(connection)
        return kind == Kind.LOCATE_REPLY and struct.unpack("<II", body) == (question, OBJECT_HERE)

    def serves(self, connections: list[socket.socket], question: int) -> bool:
        for connection in connections:
            self.ask(connection, question)
        return all(self.has_answered(connection, question) for connection in connections)

    def wait_for_descriptors(self, most: int) -> None:
        end = time.monotonic() + WATCHDOG_S
        while self.footprint().descriptors > most:
            assert time.monotonic() < end, f"{self.footprint()}, {most} descriptors expected"


def receive(connection: socket.socket) -> tuple[int, bytes]:
    head = connection.recv(giop.HEADER_SIZE, socket.MSG_WAITALL)
    assert len(head) == giop.HEADER_SIZE, "the server closed the connection"
    (size,) = struct.unpack_from("<I", head, 8)
    return head[7], connection.recv(size, socket.MSG_WAITALL) if size else b""


@contextmanager
def server(*options: str) -> Generator[Server, None, None]:
    with running("orbweaver-echo-server", "--endpoint", "giop:tcp:127.0.0.1:0", "--threads",
                 str(THREADS), *options) as program:  # fmt: skip
        profile = decode(program.ior).profiles[0]
        yield Server(program, (profile.host, profile.port), profile.key)
        assert program.end() == 0


@pytest.fixture
def many_descriptors() -> Generator[None, None, None]:
    """Room for all connections, here and in the programs that are started."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < CONNECTIONS + 200:
        pytest.skip(f"a process may have {hard} descriptors only: ulimit -Hn")
    wanted = max(soft, CONNECTIONS + 200)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_descriptors")
def test_2000_connections_are_served_at_once_by_few_threads() -> None:
    limit = f"ORBmaxConnections={CONNECTIONS}"
    with server("--threading", "pool", "--orb", limit) as victim, ExitStack() as all_open:
        first = all_open.enter_context(victim.connect())
        assert victim.serves([first], 1)
        before = victim.footprint()
        others = [all_open.enter_context(victim.connect()) for _ in range(CONNECTIONS - 1)]
        assert victim.serves([first, *others], 2)
        after = victim.footprint()
        assert after.descriptors == before.descriptors + len(others)
        assert after.threads <= before.threads + HELPERS
        assert after.resident_kib - before.resident_kib <= KIB_PER_CONNECTION * CONNECTIONS
        with victim.connect() as one_more:
            assert receive(one_more)[0] == Kind.CLOSE_CONNECTION
            assert one_more.recv(1) == b""
        assert victim.serves([*others[::-1], first], 3)
        for other in others:
            other.close()
        victim.wait_for_descriptors(before.descriptors)
        assert victim.serves([first], 4)


@pytest.mark.parametrize("threading", ["per-connection", "pool"])
def test_a_server_without_descriptors_serves_those_it_has_and_the_others_later(
    threading: str,
) -> None:
    with server("--threading", threading) as victim, ExitStack() as all_open:
        first = all_open.enter_context(victim.connect())
        assert victim.serves([first], 1)
        soft, hard = resource.prlimit(victim.program.pid, resource.RLIMIT_NOFILE)
        room = victim.footprint().descriptors + 10
        resource.prlimit(victim.program.pid, resource.RLIMIT_NOFILE, (room, hard))
        others = [all_open.enter_context(victim.connect()) for _ in range(30)]
        for other in others:
            victim.ask(other, 2)
        assert victim.has_answered(others[0], 2)
        assert victim.serves([first], 3)
        resource.prlimit(victim.program.pid, resource.RLIMIT_NOFILE, (soft, hard))
        assert all(victim.has_answered(other, 2) for other in others[1:])
        assert victim.serves([first, *others], 4)
