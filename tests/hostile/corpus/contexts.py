# SPDX-License-Identifier: Apache-2.0
"""Service contexts: what travels beside a request, known and unknown."""

from collections.abc import Iterator

from corpus.case import HALF, HUGE, Case, context, request, u32

CODE_SETS, BIDIRECTIONAL, CODEBASE, RT_PRIORITY = 1, 5, 6, 10
ORDER_STAMP = 0x4F575300  # near the one that is used: an id of our range that means nothing


def cases(key: bytes) -> Iterator[Case]:
    """Counts and lengths that lie; contents of contexts that the server reads."""
    right = request(key)
    for count in (1, 2, 1000, HALF, HUGE):
        yield Case(
            f"{count:#x} contexts that are not there", "a count that the rest cannot hold",
            right.but(contexts=u32(count)), "refused",
        )  # fmt: skip
    for length in (1, 100, HALF - 1, HALF, HUGE - 7, HUGE):
        yield Case(
            f"context of length {length:#x} without content", "longer than the rest",
            right.but(contexts=u32(1) + u32(99) + u32(length)), "refused",
        )  # fmt: skip
    yield Case("context cut in its id", "reads behind the end",
               right.but(contexts=u32(1) + b"\1\0"), "refused")  # fmt: skip
    yield Case("context cut in its length", "reads behind the end",
               right.but(contexts=u32(1) + u32(99) + b"\1\0"), "refused")  # fmt: skip
    yield Case("1000 empty contexts", "no client needs so many, and they do no harm",
               right.but(contexts=u32(1000) + context(99, b"") * 1000), "served")  # fmt: skip
    yield Case("the same context twice", "the first counts",
               right.but(contexts=u32(2) + context(99, b"\1") * 2), "served")  # fmt: skip
    yield Case("a context of a mebibyte", "unknown, hence ignored",
               right.but(contexts=u32(1) + context(99, bytes(1 << 20))), "served")  # fmt: skip
    foreign = {
        "bidirectional addresses": BIDIRECTIONAL,
        "a codebase": CODEBASE,
        "an id of our own range": ORDER_STAMP,
        "an id of no range": HUGE,
    }
    for name, number in foreign.items():
        for what, data in (("empty", b""), ("of noise", b"\xa5" * 33)):
            yield Case(
                f"{name}, {what}", "what we do not use we do not read",
                right.but(contexts=u32(1) + context(number, data)), "served",
            )  # fmt: skip
