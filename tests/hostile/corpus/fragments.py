# SPDX-License-Identifier: Apache-2.0
"""Messages in pieces that do not belong together, or never end."""

from collections.abc import Iterator

import giop
from giop import LITTLE_ENDIAN, MORE_FRAGMENTS, Kind

from corpus.case import Case, call, u32

MORE = LITTLE_ENDIAN | MORE_FRAGMENTS


def cases(key: bytes) -> Iterator[Case]:
    """Beginnings, middles, ends."""
    whole = call(key, b"echo_octets", u32(8) + bytes(8))
    first = giop.message(Kind.REQUEST, whole[giop.HEADER_SIZE : -8], MORE)
    last = giop.message(Kind.FRAGMENT, u32(1) + bytes(8))
    yield Case("a request in two pieces", "as it should be", first + last, "served")
    yield Case(
        "a fragment in the other byte order", "a message has one",
        first + giop.header(Kind.FRAGMENT, 0, 0)[:8] + b"\0\0\0\x0c" + b"\0\0\0\1" + bytes(8),
        "refused",
    )  # fmt: skip
    yield Case("a fragment of another version", "a message has one",
               first + giop.header(Kind.FRAGMENT, 12, version=(1, 1)) + u32(1) + bytes(8),
               "refused")  # fmt: skip
    yield Case("a second beginning with the same id", "which of them do the pieces belong to?",
               first + first, "refused")  # fmt: skip
    yield Case("a fragment after the last one", "of a message that is over", first + last + last,
               "refused")  # fmt: skip
    yield Case("a fragment of another request", "of a message that never began",
               first + giop.message(Kind.FRAGMENT, u32(2) + bytes(8)), "refused")  # fmt: skip
    for size in (0, 1, 3):
        yield Case(
            f"a fragment of {size} octets", "too short for the id that it must have",
            first + giop.message(Kind.FRAGMENT, bytes(size)), "refused",
        )  # fmt: skip
    yield Case("a beginning without a request id", "too short to know its pieces by",
               giop.message(Kind.REQUEST, b"\1\0", MORE), "refused")  # fmt: skip
    for kind in (Kind.CANCEL_REQUEST, Kind.CLOSE_CONNECTION, Kind.MESSAGE_ERROR):
        yield Case(
            f"a {kind.name} in pieces", "messages without a body that could be cut",
            giop.message(kind, u32(1), MORE), "refused",
        )  # fmt: skip
    cancel = giop.message(Kind.CANCEL_REQUEST, u32(1))
    yield Case("a request cancelled in its middle", "what was kept of it is dropped",
               first + cancel, "served")  # fmt: skip
    beginnings = b"".join(
        giop.message(Kind.REQUEST, u32(number) + whole[16:-8], MORE) for number in range(1000)
    )
    yield Case("a thousand beginnings", "each wants to be kept", beginnings, "refused")
    empty = giop.message(Kind.FRAGMENT, u32(1), MORE)
    yield Case("ten thousand fragments without content", "cheap to send, nothing to keep",
               first + empty * 10_000 + last, "served")  # fmt: skip
    yield Case("pieces that end in the middle of a double", "the whole is cut",
               giop.message(Kind.REQUEST, call(key, b"echo_double", bytes(8))[12:-8], MORE)
               + giop.message(Kind.FRAGMENT, u32(1) + bytes(3)), "exception")  # fmt: skip
    yield Case("two requests whose pieces alternate", "as it should be",
               first + first[:12] + u32(2) + first[16:] + last
               + giop.message(Kind.FRAGMENT, u32(2) + bytes(8)), "served")  # fmt: skip
