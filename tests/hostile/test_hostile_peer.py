# SPDX-License-Identifier: Apache-2.0
"""What an attacker or a broken peer may send to a listening server, and what must not happen.

Each attack is answered with MessageError, or a system exception where the request could be read,
or the connection is closed; calls on other connections go on; memory stays bounded.
"""

import random
import socket
import struct
from collections.abc import Callable, Iterable
from itertools import repeat

import giop
import pytest
from footprint import footprint
from giop import Kind
from victim import OBJECT_HERE, SYSTEM_EXCEPTION, Victim, receive_message

MEBIBYTE = 1 << 20
ENOUGH_BYTES = 1024 * MEBIBYTE
PEAK_MAY_GROW_KIB = 256 * 1024


def refused(connection: socket.socket) -> bool:
    """Whether the server answered with an error or closed; it must not stay silent."""
    kind, body = receive_message(connection)
    if kind == Kind.REPLY:
        (status,) = struct.unpack_from("<I", body, 4)
        return status == SYSTEM_EXCEPTION
    return kind in (None, Kind.MESSAGE_ERROR, Kind.CLOSE_CONNECTION)


def send_as_far_as_it_goes(connection: socket.socket, parts: Iterable[bytes]) -> int:
    """How many bytes went out before the server had enough, up to a limit."""
    sent = 0
    try:
        for part in parts:
            connection.sendall(part)
            sent += len(part)
            if sent >= ENOUGH_BYTES:
                break
    except (BrokenPipeError, ConnectionResetError):
        pass
    return sent


Attack = Callable[[bytes], bytes]
HUGE = 0xFFFFFFFF

ATTACKS: dict[str, Attack] = {
    "noise": lambda _: random.Random(4711).randbytes(4096),
    "zeros": lambda _: bytes(4096),
    "another protocol": lambda _: b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "magic almost right": lambda key: b"GIOX" + giop.locate_request(key)[4:],
    "version 9.9": lambda _: giop.header(Kind.REQUEST, 0, version=(9, 9)),
    "unknown kind of message": lambda _: giop.message(200, b""),
    "a reply to no request": lambda _: giop.message(Kind.REPLY, struct.pack("<III", 5, 0, 0)),
    "a size of 4 GiB": lambda _: giop.header(Kind.REQUEST, HUGE) + bytes(64),
    "a request without content": lambda _: giop.message(Kind.REQUEST, b""),
    "a request cut in its key": lambda key: giop.message(
        Kind.REQUEST, struct.pack("<IB3xHxxI", 1, 3, 0, len(key)) + key[:1]
    ),
    "a key of 4 GiB": lambda _: giop.message(Kind.REQUEST, struct.pack("<IB3xHxxI", 1, 3, 0, HUGE)),
    "an unknown kind of target": lambda _: giop.message(
        Kind.REQUEST, struct.pack("<IB3xHxxI", 1, 3, 99, 0)
    ),
    "an operation name of 4 GiB": lambda key: giop.message(
        Kind.REQUEST,
        giop.padded(struct.pack("<IB3x", 1, 3) + giop.target(key), 4) + struct.pack("<I", HUGE),
    ),
    "a string of 4 GiB": lambda key: giop.request(key, b"echo_string", struct.pack("<I", HUGE)),
    "a string without its end": lambda key: giop.request(
        key, b"echo_string", struct.pack("<I", 3) + b"abc"
    ),
    "a sequence of 4 G elements": lambda key: giop.request(
        key, b"echo_doubles", struct.pack("<I", HUGE)
    ),
    "strings of 4 G elements": lambda key: giop.request(
        key, b"echo_strings", struct.pack("<I", HUGE)
    ),
    "arguments cut short": lambda key: giop.request(key, b"echo_double", bytes(3)),
    "an enumerator that does not exist": lambda key: giop.request(
        key, b"echo_enum", struct.pack("<I", 7)
    ),
    "a reference of 4 G profiles": lambda key: giop.request(
        key, b"echo_reference", struct.pack("<I4xI", 1, HUGE)
    ),
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_wrong_bytes_are_refused_and_others_are_served(victim: Victim, attack: Attack) -> None:
    with victim.connect() as bystander, victim.connect() as attacker:
        assert victim.serves(bystander)
        send_as_far_as_it_goes(attacker, [attack(victim.key)])
        assert refused(attacker)
        assert victim.serves(bystander)
    with victim.connect() as newcomer:
        assert victim.serves(newcomer)


def test_a_fragment_of_no_request_is_refused_or_ignored(victim: Victim) -> None:
    """Fragments may still arrive of a request that was cancelled, so ignoring one is right, too."""
    with victim.connect() as attacker:
        attacker.sendall(giop.message(Kind.FRAGMENT, struct.pack("<I", 5)))
        try:
            attacker.sendall(giop.locate_request(victim.key))
        except (BrokenPipeError, ConnectionResetError):
            return
        kind, _ = receive_message(attacker)
        assert kind in (Kind.LOCATE_REPLY, Kind.MESSAGE_ERROR, Kind.CLOSE_CONNECTION, None)


ENDLESS: dict[str, Callable[[bytes], Iterable[bytes]]] = {
    "noise": lambda _: repeat(b"\xa5" * MEBIBYTE),
    "a body of 4 GiB": lambda _: [giop.header(Kind.REQUEST, HUGE), *[bytes(MEBIBYTE)] * 2000],
    "fragments": lambda key: [
        giop.request(
            key,
            b"echo_octets",
            struct.pack("<I", HUGE),
            giop.LITTLE_ENDIAN | giop.MORE_FRAGMENTS,
        ),
        *[
            giop.message(
                Kind.FRAGMENT,
                struct.pack("<I", 1) + bytes(MEBIBYTE),
                giop.LITTLE_ENDIAN | giop.MORE_FRAGMENTS,
            )
        ]
        * 2000,
    ],
    "requests never completed": lambda key: (
        giop.message(
            Kind.REQUEST,
            struct.pack("<IB3x", number, 3) + giop.target(key) + bytes(MEBIBYTE),
            giop.LITTLE_ENDIAN | giop.MORE_FRAGMENTS,
        )
        for number in range(2000)
    ),
}


@pytest.mark.parametrize("parts", ENDLESS.values(), ids=ENDLESS.keys())
def test_endless_bytes_end_the_connection_and_take_bounded_memory(
    victim: Victim, parts: Callable[[bytes], Iterable[bytes]]
) -> None:
    with victim.connect() as bystander, victim.connect() as attacker:
        assert victim.serves(bystander)
        before = footprint(victim.program.pid)
        assert send_as_far_as_it_goes(attacker, parts(victim.key)) < ENOUGH_BYTES
        assert victim.serves(bystander)
    peak = footprint(victim.program.pid).peak_kib
    assert peak - before.resident_kib < PEAK_MAY_GROW_KIB


@pytest.mark.parametrize("length", [1, 4, 11, 12, 13, 20])
def test_a_peer_that_leaves_in_the_middle_of_a_message_harms_no_other(
    victim: Victim, length: int
) -> None:
    with victim.connect() as bystander:
        with victim.connect() as attacker:
            attacker.sendall(giop.locate_request(victim.key)[:length])
        assert victim.serves(bystander)


@pytest.mark.parametrize("length", [1, 4, 11, 12, 13, 20])
def test_a_peer_that_stops_in_the_middle_of_a_message_holds_up_no_other(
    victim: Victim, length: int
) -> None:
    with victim.connect() as attacker, victim.connect() as bystander:
        attacker.sendall(giop.locate_request(victim.key)[:length])
        assert victim.serves(bystander)


def test_a_message_that_comes_byte_by_byte_is_answered(victim: Victim) -> None:
    with victim.connect() as slow:
        slow.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in giop.locate_request(victim.key, request_id=3):
            slow.sendall(bytes([byte]))
        kind, body = receive_message(slow)
        assert kind == Kind.LOCATE_REPLY
        assert struct.unpack_from("<II", body) == (3, OBJECT_HERE)


def test_a_peer_that_never_reads_its_replies_holds_up_no_other(victim: Victim) -> None:
    call = giop.request(victim.key, b"echo_octets", struct.pack("<I", MEBIBYTE) + bytes(MEBIBYTE))
    before = footprint(victim.program.pid)
    with victim.connect() as deaf, victim.connect() as bystander:
        deaf.settimeout(1)
        try:
            for _ in range(512):
                deaf.sendall(call)
        except TimeoutError:
            pass
        assert victim.serves(bystander)
        peak = footprint(victim.program.pid).peak_kib
        assert peak - before.resident_kib < PEAK_MAY_GROW_KIB


def test_many_idle_connections_are_taken_and_let_go(victim: Victim) -> None:
    crowd = [victim.connect() for _ in range(300)]
    with victim.connect() as bystander:
        assert victim.serves(bystander)
    for connection in crowd:
        connection.close()
    with victim.connect() as newcomer:
        assert victim.serves(newcomer)
