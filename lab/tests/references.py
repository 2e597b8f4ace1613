# SPDX-License-Identifier: Apache-2.0
"""Builds object references byte by byte, independent of the decoder under test."""

import struct


def string(text: str, at: int) -> bytes:
    data = text.encode() + b"\0"
    return bytes(-at % 4) + struct.pack("<I", len(data)) + data


def unix_component(path: str, host: str = "box") -> bytes:
    body = b"\1" + string(host, 1)
    return body + string(path, len(body))


def iiop_profile(host: str, port: int, key: bytes, components: list[tuple[int, bytes]]) -> bytes:
    body = b"\1\1\2" + string(host, 3)
    body += bytes(-len(body) % 2) + struct.pack("<H", port)
    body += bytes(-len(body) % 4) + struct.pack("<I", len(key)) + key
    body += bytes(-len(body) % 4) + struct.pack("<I", len(components))
    for tag, data in components:
        body += bytes(-len(body) % 4) + struct.pack("<II", tag, len(data)) + data
    return body


def reference(type_id: str, profiles: list[tuple[int, bytes]]) -> str:
    body = b"\1" + string(type_id, 1)
    body += bytes(-len(body) % 4) + struct.pack("<I", len(profiles))
    for tag, data in profiles:
        body += bytes(-len(body) % 4) + struct.pack("<II", tag, len(data)) + data
    return "IOR:" + body.hex()


def datagram_component(host: str, port: int) -> bytes:
    body = b"\1" + string(host, 1)
    return body + bytes(-len(body) % 2) + struct.pack("<H", port)


def unix_reference(path: str, datagrams: tuple[str, int] | None = None) -> str:
    components = [(0x41545402, unix_component(path))]
    if datagrams:
        components.append((0x4F575501, datagram_component(*datagrams)))
    profile = iiop_profile("127.0.0.1", 4711, b"sink", components)
    return reference("IDL:Lab/PacketSink:1.0", [(0, profile)])
