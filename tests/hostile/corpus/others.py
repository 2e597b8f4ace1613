# SPDX-License-Identifier: Apache-2.0
"""Messages that are no requests, and what is no GIOP at all."""

import random
from collections.abc import Iterator

import giop
from giop import Kind

from corpus.case import HALF, HUGE, Case, octets, u16, u32


def cases(key: bytes) -> Iterator[Case]:
    """Questions, cancellations, ends; other protocols."""
    yield from _locate(key)
    yield from _cancel()
    yield from _replies()
    yield from _ends()
    yield from _other_protocols()


def _locate(key: bytes) -> Iterator[Case]:
    right = giop.locate_request(key)[giop.HEADER_SIZE :]
    ends = {"before its id": 0, "in its id": 3, "before its addressing": 4, "in its addressing": 5,
            "before the length of the key": 8, "in the length of the key": 11, "before the key": 12,
            "in the key": len(right) - 1}  # fmt: skip
    for place, end in ends.items():
        yield Case(
            f"a question cut {place}", "reads behind the end",
            giop.message(Kind.LOCATE_REQUEST, right[:end]), "refused",
        )  # fmt: skip
    for number in (3, 0xFFFF):
        yield Case(
            f"a question with addressing {number:#x}", "a union without such a branch",
            giop.message(Kind.LOCATE_REQUEST, u32(1) + giop.padded(u16(number), 4) + octets(key)),
            "refused",
        )  # fmt: skip
    for length in (0x100000, HALF, HUGE):
        yield Case(
            f"a question for a key of length {length:#x}", "longer than the message",
            giop.message(Kind.LOCATE_REQUEST, u32(1) + bytes(4) + u32(length) + key), "refused",
        )  # fmt: skip
    yield Case("a question for an object that is not there", "an answer, no fault",
               giop.locate_request(b"nobody"), "served")  # fmt: skip
    yield Case("a question with more behind it", "left over: ignored",
               giop.message(Kind.LOCATE_REQUEST, right + bytes(40)), "served")  # fmt: skip


def _cancel() -> Iterator[Case]:
    for size in range(4):
        yield Case(
            f"a cancellation of {size} octets", "too short for the id that it must have",
            giop.message(Kind.CANCEL_REQUEST, bytes(size)), "refused",
        )  # fmt: skip
    yield Case("a cancellation of what never was", "it may have been answered already: ignored",
               giop.message(Kind.CANCEL_REQUEST, u32(12345)), "served")  # fmt: skip
    yield Case("ten thousand cancellations", "nothing may be kept of them",
               giop.message(Kind.CANCEL_REQUEST, u32(5)) * 10_000, "served")  # fmt: skip


def _replies() -> Iterator[Case]:
    for status in (0, 1, 2, 3, 5, HUGE):
        yield Case(
            f"a reply with status {status:#x}", "no request was sent on this connection",
            giop.message(Kind.REPLY, u32(1) + u32(status) + u32(0)), "refused",
        )  # fmt: skip
    yield Case("an answer to no question", "no request was sent on this connection",
               giop.message(Kind.LOCATE_REPLY, u32(1) + u32(1)), "refused")  # fmt: skip


def _ends() -> Iterator[Case]:
    for kind in (Kind.CLOSE_CONNECTION, Kind.MESSAGE_ERROR):
        for what, body in (("", b""), (" with a body", bytes(100))):
            yield Case(f"{kind.name}{what}", "the peer has had enough: the connection ends",
                       giop.message(kind, body), "refused")  # fmt: skip


def _other_protocols() -> Iterator[Case]:
    others = {
        "HTTP": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
        "SSH": b"SSH-2.0-OpenSSH_9.2\r\n",
        "an empty line": b"\r\n" * 8,
        "zeros": bytes(4096),
        "ones": b"\xff" * 4096,
        "noise": random.Random(4711).randbytes(4096),
    }
    for name, data in others.items():
        yield Case(name, "another protocol, or a scanner", data, "refused")
