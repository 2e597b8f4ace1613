# SPDX-License-Identifier: Apache-2.0
"""What a case is, and a request whose every field can be made wrong."""

import struct
from dataclasses import dataclass, replace
from typing import Any

import giop
from victim import Fate

HUGE = 0xFFFFFFFF
HALF = 0x80000000


@dataclass(frozen=True)
class Case:
    """Bytes, why a peer might send them, and what the server must do with them."""

    name: str
    why: str
    data: bytes
    fate: Fate


def u16(value: int) -> bytes:
    """An unsigned short."""
    return struct.pack("<H", value)


def u32(value: int) -> bytes:
    """An unsigned long."""
    return struct.pack("<I", value)


def octets(data: bytes) -> bytes:
    """A sequence of octets."""
    return u32(len(data)) + data


def string(text: bytes) -> bytes:
    """A string with its NUL."""
    return octets(text + b"\0")


def encapsulation(data: bytes, order: int = 1) -> bytes:
    """Octets that begin with their byte order, which takes part in their alignment."""
    return octets(bytes([order]) + data)


def context(number: int, data: bytes) -> bytes:
    """A service context, aligned if those before it are."""
    return giop.padded(u32(number) + octets(data), 4)


@dataclass(frozen=True)
class Request:
    """The fields of a request as they go over the wire, padding left out."""

    target: bytes
    magic: bytes = b"GIOP"
    version: bytes = b"\1\2"
    flags: bytes = b"\1"
    kind: bytes = b"\0"
    size: bytes | None = None
    """None: the true one."""
    request_id: bytes = u32(1)
    response: bytes = b"\3"
    reserved: bytes = b"\0\0\0"
    operation: bytes = string(b"nothing")
    contexts: bytes = u32(0)
    arguments: bytes = b""

    def __bytes__(self) -> bytes:
        fields = giop.padded(self.request_id + self.response + self.reserved + self.target, 4)
        fields = giop.padded(fields + self.operation, 4) + self.contexts
        if self.arguments:
            fields = giop.padded(bytes(giop.HEADER_SIZE) + fields, 8)[giop.HEADER_SIZE :]
        body = fields + self.arguments
        size = u32(len(body)) if self.size is None else self.size
        return self.magic + self.version + self.flags + self.kind + size + body

    def but(self, **fields: Any) -> bytes:
        """With other fields."""
        return bytes(replace(self, **fields))


def request(key: bytes) -> Request:
    """A correct one."""
    return Request(giop.target(key))


def call(key: bytes, operation: bytes, arguments: bytes) -> bytes:
    """A request for the operation."""
    return request(key).but(operation=string(operation), arguments=arguments)
