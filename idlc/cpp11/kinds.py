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
}
"""The basic types that the mapping knows."""

UNMAPPED = {
    11: "any",
    12: "TypeCode",
    13: "Principal",
    25: "long double",
    26: "wchar",
    27: "wstring",
    28: "fixed",
    29: "valuetype",
    30: "valuetype",
}
"""Kinds that are refused wherever they stand."""

VOID = 1
BOOLEAN = 8
OBJREF = 14
ENUM = 17
STRING = 18
SEQUENCE = 19
