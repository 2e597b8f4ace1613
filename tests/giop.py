# SPDX-License-Identifier: Apache-2.0
"""GIOP 1.2 messages as bytes, right or wrong as a test wants them; little-endian."""

import struct
from enum import IntEnum

HEADER_SIZE = 12
MORE_FRAGMENTS = 0x02
LITTLE_ENDIAN = 0x01


class Kind(IntEnum):
    """Message types. CORBA 3.3 Part 2, 9.4.1."""

    REQUEST = 0
    REPLY = 1
    CANCEL_REQUEST = 2
    LOCATE_REQUEST = 3
    LOCATE_REPLY = 4
    CLOSE_CONNECTION = 5
    MESSAGE_ERROR = 6
    FRAGMENT = 7


def header(
    kind: int, size: int, flags: int = LITTLE_ENDIAN, version: tuple[int, int] = (1, 2)
) -> bytes:
    """The twelve bytes that start a message whose body has `size` bytes, or says so."""
    return b"GIOP" + bytes([*version, flags, kind]) + struct.pack("<I", size)


def message(kind: int, body: bytes, flags: int = LITTLE_ENDIAN) -> bytes:
    """A message that says its true size."""
    return header(kind, len(body), flags) + body


def padded(data: bytes, boundary: int) -> bytes:
    """With zeros up to the boundary."""
    return data + bytes(-len(data) % boundary)


def target(key: bytes) -> bytes:
    """A target addressed by its object key."""
    return padded(struct.pack("<H", 0), 4) + struct.pack("<I", len(key)) + key


def locate_request(key: bytes, request_id: int = 1) -> bytes:
    """Asks whether the object is there."""
    return message(Kind.LOCATE_REQUEST, struct.pack("<I", request_id) + target(key))


def request(key: bytes, operation: bytes, arguments: bytes, flags: int = LITTLE_ENDIAN) -> bytes:
    """A two-way call; `arguments` start on the boundary of 8 that the standard asks for."""
    start = padded(struct.pack("<IB3x", 1, 3) + target(key), 4)
    named = padded(start + struct.pack("<I", len(operation) + 1) + operation + b"\0", 4)
    complete = padded(bytes(HEADER_SIZE) + named + struct.pack("<I", 0), 8)[HEADER_SIZE:]
    return message(Kind.REQUEST, complete + arguments, flags)
