# SPDX-License-Identifier: Apache-2.0
"""References as arguments: they name places that a server must not believe in."""

from collections.abc import Iterator

import giop

from corpus.case import HALF, HUGE, Case, call, encapsulation, octets, string, u32
from corpus.targets import TAG_IIOP, profile, wrong_components, wrong_profiles

TAG_MULTIPLE_COMPONENTS, TAG_ALTERNATE_ADDRESS = 1, 3
KIND = giop.padded(string(b"IDL:Lab/Counter:1.0"), 4)


def cases(key: bytes) -> Iterator[Case]:
    """Types, profiles, components."""

    def echo(argument: bytes) -> bytes:
        return call(key, b"echo_reference", argument)

    good = giop.padded(u32(TAG_IIOP) + octets(profile(key)), 4)
    yield Case("nil", "a reference to nothing is right", echo(string(b"") + bytes(3) + u32(0)),
               "served")  # fmt: skip
    yield Case("a reference without its type", "reads behind the end", echo(b"\1\0"), "exception")
    for length in (100, HALF, HUGE):
        yield Case(
            f"a reference whose type has length {length:#x}", "longer than the message",
            echo(u32(length) + b"IDL"), "exception",
        )  # fmt: skip
    yield Case("a reference whose type has no NUL", "no string",
               echo(octets(b"IDL:X:1.0XXX") + u32(1) + good), "exception")  # fmt: skip
    for count in (2, 1000, HALF, HUGE):
        yield Case(
            f"a reference of {count:#x} profiles with one", "a count that the rest cannot hold",
            echo(KIND + u32(count) + good), "exception",
        )  # fmt: skip
    for length in (0x100000, HALF, HUGE - 3, HUGE):
        yield Case(
            f"a reference whose profile has length {length:#x}", "longer than the message",
            echo(KIND + u32(1) + u32(TAG_IIOP) + u32(length) + profile(key)), "exception",
        )  # fmt: skip
    for name, why, data in (*wrong_profiles(key), *wrong_components(key)):
        yield Case(
            f"a reference with a profile {name}", f"{why}; kept as it is until a call through it",
            echo(KIND + u32(1) + u32(TAG_IIOP) + octets(data)), "served",
        )  # fmt: skip
    yield Case("a reference of 10000 profiles", "kept, and bounded by the size of the message",
               echo(KIND + u32(10_000) + good * 10_000), "served")  # fmt: skip
    yield from _multiplied(key)
    deep = profile(key)
    for _ in range(100):
        deep = profile(key, components=u32(1) + u32(1) + octets(deep))
    yield Case("a reference with components in components, 100 deep", "recursion without a bound",
               echo(KIND + u32(1) + u32(TAG_IIOP) + octets(deep)), "served")  # fmt: skip


def _multiplied(key: bytes) -> Iterator[Case]:
    """Few octets that were many when each profile got what holds for all of them."""

    def of(profiles: int, components: bytes) -> bytes:
        usual = giop.padded(u32(TAG_IIOP) + octets(profile(key)), 4)
        for_all = u32(TAG_MULTIPLE_COMPONENTS) + encapsulation(bytes(3) + components)
        return call(key, b"echo_reference", KIND + u32(profiles + 1) + usual * profiles + for_all)

    empty = u32(0x4711) + u32(0)
    address = giop.padded(
        u32(TAG_ALTERNATE_ADDRESS) + encapsulation(bytes(3) + string(b"127.0.0.1") + b"\0\0\1\0"), 4
    )
    why = "each profile might have a copy of each: 25 million in a reference of 280 KB"
    yield Case("a reference of 5,000 profiles with 5,000 components for all", why,
               of(5000, u32(5000) + empty * 5000), "served")  # fmt: skip
    yield Case("a reference with one address, 10,000 times over", "kept, and tried by a caller",
               of(1, u32(10_000) + address * 10_000), "served")  # fmt: skip
    yield Case("a reference of 1,000 profiles with 1,000 addresses for all", why,
               of(1000, u32(1000) + address * 1000), "served")  # fmt: skip
    yield Case("a reference with 4 G components for all", "a loop without end",
               of(1, u32(HUGE) + empty), "served")  # fmt: skip
