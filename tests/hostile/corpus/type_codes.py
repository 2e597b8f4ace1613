# SPDX-License-Identifier: Apache-2.0
"""TypeCodes, and the Anys that they describe: programs that a server runs over what comes behind.

To a Lab::AnyEcho, which decodes what it gets.
"""

import struct
from collections.abc import Iterator

import giop
from victim import Fate

from corpus.case import HALF, HUGE, Case, call, octets, string, u32

LONG, BOOLEAN, OCTET, ANY, STRUCT, UNION, ENUM, SEQUENCE, EXCEPTION = (
    3,
    8,
    10,
    11,
    15,
    16,
    17,
    19,
    22,
)
INDIRECTION = HUGE
MOST_LABELS, MOST_DEPTH = 4096, 64


def cases(key: bytes) -> Iterator[Case]:
    """Kinds, nesting, indirections, members, labels; values that do not fit them."""
    yield from _kinds(key)
    yield from _exceptions(key)
    yield from _nesting(key)
    yield from _indirections(key)
    yield from _members(key)
    yield from _unions(key)
    yield from _values(key)


def _type(key: bytes, type_code: bytes) -> bytes:
    return call(key, b"echo_type", type_code)


def _any(key: bytes, type_code: bytes, value: bytes) -> bytes:
    return call(key, b"echo", giop.padded(type_code, 4) + value)


def described(kind: int, *parts: bytes) -> bytes:
    """A TypeCode with parameters, each of which is aligned to 4."""
    data = b"\1"
    for part in parts:
        data = giop.padded(data, 4) + part
    return u32(kind) + octets(data)


def aggregate(kind: int, *members: bytes, count: int | None = None) -> bytes:
    """Of a struct or an exception: members called m."""
    named = [part for member in members for part in (string(b"m"), member)]
    number = len(members) if count is None else count
    return described(kind, string(b"IDL:S:1.0"), string(b"S"), u32(number), *named)


def sequence(element: bytes) -> bytes:
    """Without a bound."""
    return described(SEQUENCE, element, u32(0))


def union(labels: list[int]) -> bytes:
    """By a long, with a long at each label."""
    cases = [part for label in labels for part in (u32(label), string(b"m"), u32(LONG))]
    head = (string(b"IDL:U:1.0"), string(b"U"), u32(LONG), u32(HUGE), u32(len(labels)))
    return described(UNION, *head, *cases)


def _kinds(key: bytes) -> Iterator[Case]:
    for kind in (34, 0x100, HALF, HUGE - 1):
        yield Case(f"a TypeCode of kind {kind:#x}", "there is none such: its length is not known",
                   _type(key, u32(kind)), "exception")  # fmt: skip
    yield Case("a TypeCode that is missing", "reads behind the end", _type(key, b"\3\0"),
               "exception")  # fmt: skip
    yield Case("a TypeCode that is right", "a sequence of structs: for comparison",
               _type(key, sequence(aggregate(STRUCT, u32(LONG)))), "served")  # fmt: skip


def _exceptions(key: bytes) -> Iterator[Case]:
    lost = aggregate(EXCEPTION, u32(LONG))
    yield Case("the TypeCode of an exception", "a type of its own: right", _type(key, lost),
               "served")  # fmt: skip
    why = "no type is made of exceptions; each level's repository id was once read for each element"
    holders = {
        "a sequence": sequence(lost),
        "a struct": aggregate(STRUCT, lost),
        "an exception": aggregate(EXCEPTION, lost),
        "a struct behind a long": aggregate(STRUCT, u32(LONG), lost),
    }
    for name, holder in holders.items():
        yield Case(f"an exception in {name}", why, _type(key, holder), "exception")
    yield Case("an exception in the sequence of an Any", why,
               _any(key, sequence(lost), u32(1) + string(b"IDL:S:1.0") + bytes(6)),
               "exception")  # fmt: skip
    nested = lost
    for _ in range(30):
        nested = aggregate(EXCEPTION, nested)
    yield Case("exceptions in each other, 30 deep", why, _type(key, nested), "exception")
    itself = aggregate(EXCEPTION, u32(INDIRECTION) + struct.pack("<i", -48))
    yield Case("an exception that holds itself", why, _type(key, itself), "exception")


def _nesting(key: bytes) -> Iterator[Case]:
    fates: dict[int, Fate] = {MOST_DEPTH // 2: "served", MOST_DEPTH * 2: "exception"}
    for depth, fate in fates.items():
        nested = u32(LONG)
        for _ in range(depth):
            nested = sequence(nested)
        yield Case(f"sequences in each other, {depth} deep", "recursion without a bound",
                   _type(key, nested), fate)  # fmt: skip
    inner = giop.padded(u32(ANY), 4)
    yield Case("Anys in each other, 200 deep", "recursion without a bound",
               call(key, b"echo", inner * 200 + u32(OCTET) + b"\1"), "exception")  # fmt: skip


def _indirections(key: bytes) -> Iterator[Case]:
    for offset in (-4, 0, 4, -1, -3, -0x80000000, 0x7FFFFFFF):
        leads = u32(INDIRECTION) + struct.pack("<i", offset)
        yield Case(f"a member whose TypeCode lies {offset} octets on", "no TypeCode began there",
                   _type(key, aggregate(STRUCT, u32(LONG), leads)), "exception")  # fmt: skip
    yield Case("an indirection that is outermost", "nothing is before it",
               _type(key, u32(INDIRECTION) + struct.pack("<i", -4)), "exception")  # fmt: skip


def _members(key: bytes) -> Iterator[Case]:
    for count in (2, 1000, HALF, HUGE):
        yield Case(f"a struct of {count:#x} members with one", "memory in advance, or reads on",
                   _type(key, aggregate(STRUCT, u32(LONG), count=count)), "exception")  # fmt: skip
    for length in (0, 3, 0x100000, HALF, HUGE):
        yield Case(f"a struct whose parameters have length {length:#x}", "not their length",
                   _type(key, u32(STRUCT) + u32(length) + bytes(8)), "exception")  # fmt: skip
    no_end = described(STRUCT, octets(b"IDL:S:1.0"), string(b"S"), u32(0))
    yield Case("a struct whose id has no NUL", "no string", _type(key, no_end), "exception")


def _unions(key: bytes) -> Iterator[Case]:
    many = union(list(range(4000)))
    yield Case("a union of 4,000 labels", "within what there may be", _type(key, many), "served")
    values = b"".join(u32(3999) + u32(7) for _ in range(100_000))
    yield Case(
        "a union of 4,000 labels, 100,000 times", "each value was once compared with all of them",
        _any(key, sequence(many), u32(100_000) + values), "served",
    )  # fmt: skip
    yield Case(f"a union of {MOST_LABELS + 1} labels", "more than a program needs",
               _type(key, union(list(range(MOST_LABELS + 1)))), "exception")  # fmt: skip
    yield Case("a union with a label twice", "which member is it?", _type(key, union([1, 2, 1])),
               "exception")  # fmt: skip
    yield Case("a union of 4,000 labels that are one", "each compared with each?",
               _type(key, union([1] * 4000)), "exception")  # fmt: skip


def _values(key: bytes) -> Iterator[Case]:
    for count in (2, HALF, HUGE):
        yield Case(
            f"an Any of {count:#x} longs with one", "memory in advance, or reads on",
            _any(key, sequence(u32(LONG)), u32(count) + u32(1)), "exception",
        )  # fmt: skip
    empty = sequence(aggregate(STRUCT))
    yield Case("an Any of 4 G structs without members", "a loop without end, from a few octets",
               _any(key, empty, u32(HUGE)), "exception")  # fmt: skip
    yield Case("an Any without its value", "reads behind the end",
               call(key, b"echo", u32(LONG)), "exception")  # fmt: skip
    yield Case("an Any of a boolean 2", "neither true nor false",
               call(key, b"echo", u32(BOOLEAN) + b"\2"), "exception")  # fmt: skip
    colour = described(ENUM, string(b"IDL:E:1.0"), string(b"E"), u32(1), string(b"red"))
    yield Case("an Any of an enumerator that is none", "of one there is none with this number",
               _any(key, colour, u32(1)), "exception")  # fmt: skip
