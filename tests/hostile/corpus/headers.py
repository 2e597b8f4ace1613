# SPDX-License-Identifier: Apache-2.0
"""The twelve bytes that every message starts with."""

from collections.abc import Iterator

import giop

from corpus.case import HALF, HUGE, Case, request, u32


def cases(key: bytes) -> Iterator[Case]:
    """Magic, version, flags, kind, size."""
    yield from _magic(key)
    yield from _version(key)
    yield from _flags(key)
    yield from _kind(key)
    yield from _size(key)


def _magic(key: bytes) -> Iterator[Case]:
    right = request(key)
    for wrong in (b"XIOP", b"GXOP", b"GIXP", b"GIOX", b"giop", b"POIG", bytes(4), b"\xff" * 4):
        yield Case(
            f"magic {wrong!r}", "not GIOP: nothing of it may be believed", right.but(magic=wrong),
            "refused",
        )  # fmt: skip
    yield Case("magic of ZIOP", "compressed GIOP, which we do not speak", right.but(magic=b"ZIOP"),
               "refused")  # fmt: skip


def _version(key: bytes) -> Iterator[Case]:
    right = request(key)
    for major, minor in ((0, 0), (0, 2), (1, 3), (1, 255), (2, 0), (2, 2), (255, 255)):
        yield Case(
            f"version {major}.{minor}", "its layout is not known: a guess may read anything",
            right.but(version=bytes([major, minor])), "refused",
        )  # fmt: skip


def _flags(key: bytes) -> Iterator[Case]:
    right = request(key)
    for bit in range(2, 8):
        yield Case(
            f"flags with bit {bit}", "reserved by the standard: its meaning is not known",
            right.but(flags=bytes([1 | 1 << bit])), "refused",
        )  # fmt: skip
    yield Case("flags of the other byte order", "the size becomes 2 GiB or so: too large",
               right.but(flags=b"\0", size=u32(0x000001F0)), "refused")  # fmt: skip


def _kind(key: bytes) -> Iterator[Case]:
    right = request(key)
    for kind in (8, 9, 0x7F, 0x80, 0xFF):
        yield Case(f"kind {kind}", "no such message", right.but(kind=bytes([kind])), "refused")
    yield Case("kind reply", "a client has nothing to answer here", right.but(kind=b"\1"),
               "refused")  # fmt: skip
    yield Case("kind locate reply", "a client has nothing to answer here", right.but(kind=b"\4"),
               "refused")  # fmt: skip


def _size(key: bytes) -> Iterator[Case]:
    right = request(key)
    true = len(bytes(right)) - giop.HEADER_SIZE
    sizes = {
        "0": 0,
        "1": 1,
        "3": 3,
        "4": 4,
        "half of the true one": true // 2,
        "one less": true - 1,
    }
    for name, size in sizes.items():
        yield Case(
            f"size {name}", "a part of the body is taken for the next header",
            right.but(size=u32(size)), "refused",
        )  # fmt: skip
    for size in (64 << 20, HALF - 1, HALF, HUGE - 12, HUGE):
        yield Case(
            f"size {size:#x}", "memory for it may not be had in advance, or its sum overflows",
            right.but(size=u32(size)), "refused",
        )  # fmt: skip
