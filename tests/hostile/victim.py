# SPDX-License-Identifier: Apache-2.0
"""A server under attack, and what it answers."""

import socket
import struct
from dataclasses import dataclass
from typing import Literal

import giop
from giop import Kind
from programs import Running

WATCHDOG_S = 120
OBJECT_HERE = 1
SYSTEM_EXCEPTION = 2
SENTINEL = b"\x57\x7e\x57\x7e"
"""The request id of the call behind what was sent."""

Fate = Literal["refused", "exception", "served"]
"""What becomes of what was sent: the server ends the connection, maybe after MessageError; it
raises a system exception; or it goes on as if nothing had been, having answered or not."""


@dataclass
class Victim:
    """A server and where it listens."""

    program: Running
    address: tuple[str, int]
    key: bytes

    def connect(self) -> socket.socket:
        """A new connection."""
        return socket.create_connection(self.address, timeout=WATCHDOG_S)

    def serves(self, connection: socket.socket) -> bool:
        """Whether a correct question on this connection gets the correct answer."""
        connection.sendall(giop.locate_request(self.key, request_id=77))
        kind, body = receive_message(connection)
        return kind == Kind.LOCATE_REPLY and struct.unpack_from("<II", body) == (77, OBJECT_HERE)


def receive_exactly(connection: socket.socket, size: int) -> bytes:
    """Fewer bytes only if the peer closed the connection."""
    data = b""
    while len(data) < size:
        try:
            part = connection.recv(size - len(data))
        except ConnectionResetError:
            break
        if not part:
            break
        data += part
    return data


def order_of(header: bytes) -> str:
    """The byte order that a message says it has, as struct names it."""
    return "<" if header[6] & giop.LITTLE_ENDIAN else ">"


def receive_whole(connection: socket.socket) -> bytes | None:
    """The next message with its header; None if the connection was closed."""
    header = receive_exactly(connection, giop.HEADER_SIZE)
    if len(header) < giop.HEADER_SIZE:
        return None
    assert header[:4] == b"GIOP"
    (size,) = struct.unpack_from(f"{order_of(header)}I", header, 8)
    return header + receive_exactly(connection, size)


def receive_message(connection: socket.socket) -> tuple[int | None, bytes]:
    """The kind and body of the next message; None if the connection was closed."""
    whole = receive_whole(connection)
    return (None, b"") if whole is None else (whole[7], whole[giop.HEADER_SIZE :])


def is_system_exception(whole: bytes) -> bool:
    """Whether a message is a reply that raises one, in any version of GIOP."""
    if whole[7] != Kind.REPLY:
        return False
    body = whole[giop.HEADER_SIZE :]
    order = order_of(whole)
    if whole[5] >= 2:  # request id, status
        return bool(struct.unpack_from(f"{order}I", body, 4)[0] == SYSTEM_EXCEPTION)
    (contexts,) = struct.unpack_from(f"{order}I", body, 0)
    assert contexts == 0
    return bool(struct.unpack_from(f"{order}I", body, 8)[0] == SYSTEM_EXCEPTION)


def fate_on(connection: socket.socket, key: bytes) -> Fate:
    """What becomes of what was sent on this connection.

    A correct call of the object behind it shows it,
    as its turn comes after whatever was sent to the same object before.
    """
    call = giop.request(key, b"nothing", b"")
    try:
        connection.sendall(call[: giop.HEADER_SIZE] + SENTINEL + call[giop.HEADER_SIZE + 4 :])
    except (BrokenPipeError, ConnectionResetError):
        return "refused"
    fate: Fate = "served"
    while True:
        whole = receive_whole(connection)
        if whole is None or whole[7] in (Kind.MESSAGE_ERROR, Kind.CLOSE_CONNECTION):
            return "refused"
        if whole[7] == Kind.REPLY and whole[12:16] == SENTINEL:
            return fate
        if is_system_exception(whole):
            fate = "exception"
