# SPDX-License-Identifier: Apache-2.0
"""Arguments that do not fit their types."""

from collections.abc import Iterator

import giop

from corpus.case import HALF, HUGE, Case, call, octets, string, u32

STRUCT = b"\1c\x07\0" + b"\2\0" + b"\3\0" + u32(4) + u32(5) + b"\0" * 4 + bytes(8 + 8 + 4 + 4 + 8)


def cases(key: bytes) -> Iterator[Case]:
    """Numbers, texts, sequences, arrays, structs."""
    yield from _numbers(key)
    yield from _texts(key)
    yield from _sequences(key)
    yield from _aggregates(key)
    yield Case("arguments that are not expected", "the client has another version of the IDL",
               call(key, b"nothing", bytes(64)), "exception")  # fmt: skip
    yield Case("an octet behind the last argument", "the client has another version of the IDL",
               call(key, b"add", u32(1) + u32(2) + b"\0"), "exception")  # fmt: skip


def _numbers(key: bytes) -> Iterator[Case]:
    for value in (2, 0x7F, 0x80, 0xFF):
        yield Case(
            f"boolean {value}", "neither true nor false: two readers decide differently",
            call(key, b"echo_boolean", bytes([value])), "exception",
        )  # fmt: skip
    for value in (3, 0xFF, HALF, HUGE):
        yield Case(
            f"enumerator {value:#x}", "of three there is none with this number",
            call(key, b"echo_enum", u32(value)), "exception",
        )  # fmt: skip
    sizes = {"short": 2, "ushort": 2, "long": 4, "ulong": 4, "longlong": 8, "ulonglong": 8,
             "float": 4, "double": 8}  # fmt: skip
    for name, size in sizes.items():
        yield Case(
            f"{name} one octet short", "reads behind the end",
            call(key, b"echo_" + name.encode(), bytes(size - 1)), "exception",
        )  # fmt: skip
    for name in ("boolean", "char", "octet"):
        yield Case(f"{name} missing", "reads behind the end",
                   call(key, b"echo_" + name.encode(), b""), "exception")  # fmt: skip
    yield Case("the second of two arguments missing", "reads behind the end",
               call(key, b"add", u32(1)), "exception")  # fmt: skip


def _texts(key: bytes) -> Iterator[Case]:
    def echo(argument: bytes) -> bytes:
        return call(key, b"echo_string", argument)

    for length in (4, 100, HALF - 1, HALF, HUGE - 3, HUGE):
        yield Case(
            f"string of length {length:#x} of three", "longer than the message, or overflows",
            echo(u32(length) + b"ab\0"), "exception",
        )  # fmt: skip
    yield Case(
        "string without NUL", "a C string without its end", echo(octets(b"abc")), "exception"
    )
    yield Case("string with a NUL inside", "two readers see two texts", echo(octets(b"a\0c\0")),
               "exception")  # fmt: skip
    yield Case("string of 16 MiB without NUL", "all of it would be searched for one",
               echo(octets(b"a" * (16 << 20))), "exception")  # fmt: skip
    yield Case("string of nothing but NULs", "two readers see two texts", echo(octets(bytes(9))),
               "exception")  # fmt: skip
    yield Case("string without its length", "reads behind the end", echo(b"\1\0"), "exception")
    yield Case("string of length 0", "forbidden, but some send it for the empty one: taken as that",
               echo(u32(0)), "served")  # fmt: skip


def _sequences(key: bytes) -> Iterator[Case]:
    elements = {"shorts": 2, "floats": 4, "doubles": 8, "strings": 5, "colours": 4}
    for name, size in elements.items():
        operation = b"echo_" + name.encode()
        padding = bytes(4) if size == 8 else b""
        for count in (2, HALF, HUGE // size + 2, HUGE):
            yield Case(
                f"{name}: {count:#x} of which one is there",
                "memory in advance, or a size in octets that overflows",
                call(key, operation, u32(count) + padding + bytes(size)), "exception",
            )  # fmt: skip
        yield Case(f"{name}: no count", "reads behind the end", call(key, operation, b"\0\0"),
                   "exception")  # fmt: skip
    for count in (2, 100, HALF - 1, HALF, HUGE - 3, HUGE):
        yield Case(
            f"octets: {count:#x} of which one is there", "memory in advance, or reads on",
            call(key, b"echo_octets", u32(count) + b"x"), "exception",
        )  # fmt: skip
    yield Case("colours: the last is none", "an element does not fit",
               call(key, b"echo_colours", u32(2) + u32(2) + u32(3)), "exception")  # fmt: skip
    yield Case(
        "strings: the second has no NUL", "an element does not fit",
        call(key, b"echo_strings", u32(2) + giop.padded(string(b"a"), 4) + octets(b"bcd")),
        "exception",
    )  # fmt: skip
    yield Case(
        "strings: a million that are empty", "five octets each become 32 in memory",
        call(
            key,
            b"echo_strings",
            u32(1_000_000) + giop.padded(string(b""), 4) * 999_999 + string(b""),
        ),
        "served",
    )  # fmt: skip


def _aggregates(key: bytes) -> Iterator[Case]:
    yield Case("an array of three with two", "reads behind the end",
               call(key, b"echo_array", u32(1) * 2), "exception")  # fmt: skip
    yield Case("an array of nothing", "reads behind the end", call(key, b"echo_grid", b""),
               "exception")  # fmt: skip
    for end in (0, 1, 3, 6, 11, 15, 23, 31):
        yield Case(
            f"a struct of {end} octets", "cut between or in its members",
            call(key, b"echo_struct", STRUCT[:end]), "exception",
        )  # fmt: skip
    yield Case("a struct whose flag is 2", "a member that does not fit",
               call(key, b"echo_struct", b"\2" + STRUCT[1:]), "exception")  # fmt: skip
    yield Case("a struct in a struct, cut", "reads behind the end",
               call(key, b"echo_nested", giop.padded(string(b"n"), 8) + STRUCT[:20]),
               "exception")  # fmt: skip
