# SPDX-License-Identifier: Apache-2.0
"""What C++ knows of a type that references lead to once it is declared, and how they travel.

An IDL file may use an interface or a value type that another file defines, and that it does not
include. Then the class is incomplete: the functions that read and write its references are those of
the other file, which instantiates them.
"""

from __future__ import annotations

from cpp11 import model as m
from cpp11.emit_typecode import trait_of
from cpp11.lines import Lines
from cpp11.names import joined, qualified

_MARKERS = {"abstract": "IsAbstract", "value": "IsValue"}


def declared(name: m.Scoped, target: m.Target) -> Lines:
    """What the declaration alone says. Each file that declares the type repeats it, so it is
    guarded. Global scope."""
    guard = _guard(name)
    return [
        f"#ifndef {guard}",
        f"#define {guard}",
        *_marker(name, target),
        *_traits(name, target),
        *trait_of(name),
        "#endif",
    ]


def only_declared(name: m.Scoped, target: m.Target) -> Lines:
    """The same for a type that no included file defines."""
    return [*declared(name, target), *(f"extern {each}" for each in defined(name, target))]


def defined(name: m.Scoped, target: m.Target) -> Lines:
    """The functions themselves, in the source of the file that defines the type. Global scope."""
    codec = "ValueCodec" if target == "value" else "ObjectCodec"
    return [
        f"template struct orbweaver::corba::{each}<{qualified(name)}>;"
        for each in (codec, "ReferenceText")
    ]


def _guard(name: m.Scoped) -> str:
    return f"ORBWEAVER_DECLARED_{joined(name)}"


def _marker(name: m.Scoped, target: m.Target) -> Lines:
    if target not in _MARKERS:
        return []
    marker = f"orbweaver::corba::{_MARKERS[target]}<{qualified(name)}>"
    return ["template <>", f"struct {marker} : std::true_type {{}};"]


def _traits(name: m.Scoped, target: m.Target) -> Lines:
    if target == "value":  # the ORB has them for all that are marked
        return []
    type_ = qualified(name)
    return ["template <>", f"struct IDL::traits<{type_}> : ::IDL::interface_traits<{type_}> {{}};"]
