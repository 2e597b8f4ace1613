# SPDX-License-Identifier: Apache-2.0
"""How a request says which object it is for: by key, by profile, by a whole reference."""

from collections.abc import Iterator

import giop

from corpus.case import HALF, HUGE, Case, encapsulation, octets, request, string, u16, u32

KEY, PROFILE, REFERENCE = 0, 1, 2
TAG_IIOP = 0


def cases(key: bytes) -> Iterator[Case]:
    """Each of the three, and what is none of them."""
    yield from _addressing(key)
    yield from _keys(key)
    yield from _profiles(key)
    yield from _references(key)


def _with(key: bytes, target: bytes) -> bytes:
    return request(key).but(target=target)


def _addressing(key: bytes) -> Iterator[Case]:
    for number in (3, 0x100, 0x7FFF, 0xFFFF):
        yield Case(
            f"addressing {number:#x}", "a union without such a branch",
            _with(key, giop.padded(u16(number), 4) + octets(key)), "refused",
        )  # fmt: skip


def _keys(key: bytes) -> Iterator[Case]:
    head = giop.padded(u16(KEY), 4)
    for length in (0x100000, HALF - 1, HALF, HUGE - 3, HUGE):
        yield Case(
            f"key of length {length:#x}", "longer than the message, or overflows",
            _with(key, head + u32(length) + key), "refused",
        )  # fmt: skip
    unknown = {
        "empty": b"",
        "one octet short": key[:-1],
        "one octet longer": key + b"\0",
        "with its first bit changed": bytes([key[0] ^ 1]) + key[1:],
        "of zeros": bytes(len(key)),
        "of as many octets as a connection keeps": b"k" * 1024,
        "of one more": b"k" * 1025,
        "that begins as the object's and has a thousand octets more": key + bytes(1025),
        "of a mebibyte": b"k" * (1 << 20),
    }
    for name, wrong in unknown.items():
        yield Case(
            f"key {name}", "of no object here: OBJECT_NOT_EXIST, never another object",
            _with(key, head + octets(wrong)), "exception",
        )  # fmt: skip


def profile(object_key: bytes, **parts: bytes) -> bytes:
    """An IIOP profile's data, with fields replaced: order, version, host, port, key, components."""
    fields = {
        "order": b"\1",
        "version": b"\1\2",
        "host": string(b"127.0.0.1"),
        "port": u16(2809),
        "key": octets(object_key),
        "components": u32(0),
    } | parts
    start = giop.padded(fields["order"] + fields["version"], 4)
    named = giop.padded(start + fields["host"], 2) + fields["port"]
    return giop.padded(giop.padded(named, 4) + fields["key"], 4) + fields["components"]


def wrong_profiles(key: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Names, reasons, and data of IIOP profiles that cannot be used."""
    yield "empty", "an encapsulation has at least its byte order", b""
    yield "of one octet", "nothing but a byte order", b"\1"
    for order in (2, 0x7F, 0xFF):
        yield f"of byte order {order}", "neither 0 nor 1", profile(key, order=bytes([order]))
    for major, minor in ((0, 0), (2, 0), (255, 255)):
        version = bytes([major, minor])
        yield (
            f"of version {major}.{minor}",
            "its layout is not known",
            profile(key, version=version),
        )
    yield "whose host has no NUL", "no string", profile(key, host=octets(b"127.0.0.1"))
    yield "whose host is longer than it", "reads behind it", profile(key, host=u32(HUGE) + b"h")
    yield "cut in its port", "reads behind it", profile(key)[:20]
    yield "whose key is longer than it", "reads behind it", profile(key, key=u32(HALF) + key)


def wrong_components(key: bytes) -> Iterator[tuple[str, str, bytes]]:
    """The same of profiles whose key can be read."""
    yield "of 4 G components", "a loop without end", profile(key, components=u32(HUGE))
    yield (
        "with a component longer than it", "reads behind it",
        profile(key, components=u32(1) + u32(0) + u32(1000)),
    )  # fmt: skip


def _profiles(key: bytes) -> Iterator[Case]:
    def by(data: bytes, tag: int = TAG_IIOP) -> bytes:
        return _with(key, giop.padded(u16(PROFILE), 4) + u32(tag) + octets(data))

    yield Case("profile that is right", "another way to say the same", by(profile(key)), "served")
    for tag in (1, 3, 0x54414F00, HUGE):
        yield Case(
            f"profile with tag {tag:#x}", "of another protocol: there is no key to be found",
            by(profile(key), tag), "refused",
        )  # fmt: skip
    for name, why, data in wrong_profiles(key):
        yield Case(f"profile {name}", why, by(data), "refused")
    for name, why, data in wrong_components(key):
        yield Case(f"profile {name}", f"{why}; not read for the key", by(data), "served")
    yield Case(
        "profile longer than the message", "reads behind it",
        _with(key, giop.padded(u16(PROFILE), 4) + u32(TAG_IIOP) + u32(HUGE)), "refused",
    )  # fmt: skip


def _references(key: bytes) -> Iterator[Case]:
    kind = giop.padded(string(b"IDL:Lab/Echo:1.0"), 4)
    good = u32(TAG_IIOP) + octets(profile(key))

    def by(index: int, reference: bytes) -> bytes:
        return _with(key, giop.padded(u16(REFERENCE), 4) + u32(index) + reference)

    yield Case("reference that is right", "the third way to say the same",
               by(0, kind + u32(1) + good), "served")  # fmt: skip
    for index in (1, HALF, HUGE):
        yield Case(
            f"reference whose profile {index:#x} is chosen of one", "an index behind the end",
            by(index, kind + u32(1) + good), "refused",
        )  # fmt: skip
    yield Case("reference without profiles", "nothing to choose from", by(0, kind + u32(0)),
               "refused")  # fmt: skip
    yield Case("reference of 4 G profiles", "a loop without end, or memory in advance",
               by(0, kind + u32(HUGE) + good), "refused")  # fmt: skip
    yield Case("reference whose type has no NUL", "no string",
               by(0, octets(b"IDL:X:1.0XXX") + u32(1) + good), "refused")  # fmt: skip
    yield Case(
        "reference whose type is longer than the message", "reads behind it",
        by(0, u32(HUGE) + b"IDL"), "refused",
    )  # fmt: skip
    yield Case(
        "reference whose profile is an encapsulation in itself", "nesting where none belongs",
        by(0, kind + u32(1) + u32(TAG_IIOP) + octets(encapsulation(profile(key)))), "refused",
    )  # fmt: skip
