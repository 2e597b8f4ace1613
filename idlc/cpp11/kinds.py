# SPDX-License-Identifier: Apache-2.0
"""The type kinds that the front end reports: CORBA's own numbers (TCKind, CORBA 3.3 Part 1)."""

from __future__ import annotations

BASIC = {
    2: "short",
    3: "long",
    4: "unsigned short",
    5: "unsigned long",
    6: "float",
    7: "double",
    8: "boolean",
    9: "char",
    10: "octet",
    23: "long long",
    24: "unsigned long long",
    25: "long double",
    26: "wchar",
}
"""The basic types that the mapping knows."""

CLASSES = {11: ("CORBA", "Any"), 12: ("CORBA", "typecode_reference")}
"""The basic types that are classes."""

UNMAPPED = {
    13: "Principal",
}
"""Kinds that are refused wherever they stand."""

VOID = 1
BOOLEAN = 8
OBJREF = 14
ENUM = 17
FIXED = 28
STRING = 18
SEQUENCE = 19
WSTRING = 27
WITHOUT_VIEWS = frozenset(("boolean", "wchar", "long double"))
"""Basic types that are checked or converted on their way, so that a sequence cannot lie ready."""

MOST_ELEMENTS = 2**31 - 1
"""Of an array, in all its dimensions."""
