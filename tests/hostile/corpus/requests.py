# SPDX-License-Identifier: Apache-2.0
"""What a request says of itself: id, response flags, operation; and its end in every place."""

from collections.abc import Iterator

import giop
from giop import Kind

from corpus.case import HALF, HUGE, Case, octets, request, string, u32


def cases(key: bytes) -> Iterator[Case]:
    """Cut, flags, operation."""
    yield from _cut(key)
    yield from _response(key)
    yield from _operation(key)


def _cut(key: bytes) -> Iterator[Case]:
    right = request(key)
    body = bytes(right)[giop.HEADER_SIZE :]
    target = giop.padded(right.target, 4)
    ends = {
        "before everything": 0,
        "in the request id": 2,
        "before the response flags": 4,
        "in the reserved octets": 6,
        "before the target": 8,
        "in the addressing": 9,
        "before the length of the key": 12,
        "in the length of the key": 14,
        "before the key": 16,
        "in the key": 17,
        "before the operation": 8 + len(target),
        "in the length of the operation": 8 + len(target) + 2,
        "in the operation": 8 + len(target) + 6,
        "before the contexts": len(body) - 4,
        "in the contexts": len(body) - 1,
    }
    for place, end in ends.items():
        yield Case(
            f"request cut {place}", "reads beyond the end",
            giop.message(Kind.REQUEST, body[:end]), "refused",
        )  # fmt: skip


def _response(key: bytes) -> Iterator[Case]:
    right = request(key)
    for flags in (0x02, 0x04, 0x07, 0x80, 0xFF):
        yield Case(
            f"response flags {flags:#x}", "not defined: is a reply awaited or not?",
            right.but(response=bytes([flags])), "refused",
        )  # fmt: skip
    yield Case("reserved octets that are not zero", "ignored: a later standard may use them",
               right.but(reserved=b"\xff\xff\xff"), "served")  # fmt: skip
    for number in (0, HALF, HUGE):
        yield Case(
            f"request id {number:#x}", "any number is right", right.but(request_id=u32(number)),
            "served",
        )  # fmt: skip
    yield Case("the same request id twice", "the peer cannot tell the replies apart; its own fault",
               bytes(right) * 2, "served")  # fmt: skip


def _operation(key: bytes) -> Iterator[Case]:
    right = request(key)
    text = b"nothing\0"
    for length in (len(text) + 100, HALF - 1, HALF, HUGE - 3, HUGE):
        yield Case(
            f"operation of length {length:#x}", "longer than the message, or overflows",
            right.but(operation=u32(length) + text), "refused",
        )  # fmt: skip
    yield Case("operation without NUL", "a C string without its end",
               right.but(operation=octets(b"nothingX")), "refused")  # fmt: skip
    yield Case("operation with a NUL inside", "two readers see two names",
               right.but(operation=octets(b"not\0ing\0")), "refused")  # fmt: skip
    wrong = {
        "unknown": b"no_such_operation",
        "empty": b"",
        "in capitals": b"NOTHING",
        "with a blank at its end": b"nothing ",
        "of control characters": b"\x1b[2J\r\n",
        "in UTF-8": "größe".encode(),
        "of 64 KiB": b"x" * 65536,
        "of percent signs": b"%s%n%s%n",
        "that is a setter of what cannot be set": b"_set_count",
        "like a private one": b"_dispatch",
    }
    for name, operation in wrong.items():
        yield Case(
            f"operation {name}", "not one of the object's", right.but(operation=string(operation)),
            "exception",
        )  # fmt: skip
    yield Case("operation of length 0", "no string, though some peers send it for the empty one",
               right.but(operation=u32(0)), "exception")  # fmt: skip
