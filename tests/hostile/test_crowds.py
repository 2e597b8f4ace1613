# SPDX-License-Identifier: Apache-2.0
"""Many clients that each take a little: together they neither fill memory nor keep others out."""

import resource
import socket
import struct
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress

import giop
import pytest
from footprint import footprint
from giop import Kind
from orbweaver.ior.decode import decode
from programs import running
from victim import Victim, receive_message

MEBIBYTE = 1 << 20
MESSAGE = 5 * MEBIBYTE
CLIENTS = 20
BOUND = 16 * MEBIBYTE
BOUNDS = (f"ORBmaxMessageSize={6 * MEBIBYTE}", f"ORBmaxUnfinishedBytes={BOUND}")
ELSE_KIB = 16 * 1024
PLACES = 200
DESCRIPTORS = 64
THREADINGS = ["per-connection", "pool"]


@contextmanager
def serving(threading: str, *options: str) -> Generator[Victim]:
    words = [word for option in options for word in ("--orb", option)]
    with running("orbweaver-echo-server", "--endpoint", "giop:tcp:127.0.0.1:0", "--threading",
                 threading, *words) as server:  # fmt: skip
        profile = decode(server.ior).profiles[0]
        yield Victim(server, (profile.host, profile.port), profile.key)
        assert server.end() == 0


def large_call(key: bytes, size: int) -> bytes:
    return giop.request(key, b"echo_octets", struct.pack("<I", size) + bytes(size))


def send_until_it_waits(client: socket.socket, data: bytes) -> None:
    """As much as the server takes, and its socket holds."""
    client.settimeout(0.1)
    with suppress(TimeoutError):
        client.sendall(data)


@pytest.mark.parametrize("threading", THREADINGS)
def test_large_messages_in_part_take_bounded_memory_and_others_are_served(threading: str) -> None:
    with serving(threading, "ORBmessageTimeout=500", *BOUNDS) as victim, ExitStack() as all_open:
        bystander = all_open.enter_context(victim.connect())
        assert victim.serves(bystander)
        before = footprint(victim.program.pid)
        part = large_call(victim.key, MESSAGE)[:-1]
        for _ in range(CLIENTS):
            send_until_it_waits(all_open.enter_context(victim.connect()), part)
            assert victim.serves(bystander)
        peak = footprint(victim.program.pid).peak_kib
        assert peak - before.resident_kib < BOUND // 1024 + ELSE_KIB
        bystander.sendall(large_call(victim.key, MEBIBYTE))
        kind, body = receive_message(bystander)
        assert kind == Kind.REPLY
        assert len(body) > MEBIBYTE


@pytest.mark.parametrize("threading", THREADINGS)
def test_fragments_in_part_take_bounded_memory_and_others_are_served(threading: str) -> None:
    more = giop.LITTLE_ENDIAN | giop.MORE_FRAGMENTS
    with serving(threading, *BOUNDS) as victim, ExitStack() as all_open:
        bystander = all_open.enter_context(victim.connect())
        assert victim.serves(bystander)
        before = footprint(victim.program.pid)
        first = giop.request(victim.key, b"echo_octets", struct.pack("<I", MESSAGE), more)
        part = giop.message(Kind.FRAGMENT, struct.pack("<I", 1) + bytes(64 * 1024), more)
        for _ in range(CLIENTS):
            client = all_open.enter_context(victim.connect())
            with suppress(BrokenPipeError, ConnectionResetError):  # the server had enough
                client.sendall(first + part * (MESSAGE // len(part)))
            assert victim.serves(bystander)
        peak = footprint(victim.program.pid).peak_kib
        # The buffer of a message that is put together has up to twice its size. While it is copied
        # into a larger one, the smaller one is there, too.
        assert peak - before.resident_kib < 3 * BOUND // 1024 + ELSE_KIB


@pytest.mark.parametrize("threading", THREADINGS)
def test_silent_connections_shut_nobody_out(threading: str) -> None:
    with serving(threading, f"ORBmaxConnections={PLACES}") as victim, ExitStack() as all_open:
        speaker = all_open.enter_context(victim.connect())
        assert victim.serves(speaker)
        for _ in range(PLACES):
            all_open.enter_context(victim.connect())
        with victim.connect() as newcomer:
            assert victim.serves(newcomer)
        assert victim.serves(speaker)


@pytest.mark.parametrize("threading", THREADINGS)
def test_silent_connections_that_take_all_descriptors_shut_nobody_out(threading: str) -> None:
    with serving(threading) as victim, ExitStack() as all_open:
        speaker = all_open.enter_context(victim.connect())
        assert victim.serves(speaker)
        _, hard = resource.prlimit(victim.program.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(victim.program.pid, resource.RLIMIT_NOFILE, (DESCRIPTORS, hard))
        for _ in range(PLACES):
            all_open.enter_context(victim.connect())
        with victim.connect() as newcomer:
            assert victim.serves(newcomer)
        assert victim.serves(speaker)
