# SPDX-License-Identifier: Apache-2.0
"""How an IDL type is spelled in C++, and how a value of it is passed."""

from __future__ import annotations

from cpp11.kinds import CLASSES
from cpp11.model import Array, Basic, Fixed, Named, Reference, Sequence, String, Type
from cpp11.names import qualified

TYPE_CODE = Named(CLASSES[12], by_value=False)

_BASIC = {
    "boolean": "bool",
    "char": "char",
    "octet": "std::uint8_t",
    "short": "std::int16_t",
    "unsigned short": "std::uint16_t",
    "long": "std::int32_t",
    "unsigned long": "std::uint32_t",
    "long long": "std::int64_t",
    "unsigned long long": "std::uint64_t",
    "float": "float",
    "double": "double",
    "long double": "long double",
    "wchar": "wchar_t",
}


def spelled(type_: Type) -> str:
    """The C++ type of a value."""
    match type_:
        case Basic():
            return _BASIC[type_.name]
        case String():
            name = "wstring" if type_.wide else "string"
            return f"::IDL::bounded_{name}<{type_.bound}>" if type_.bound else f"std::{name}"
        case Fixed():
            return f"::IDL::Fixed<{type_.digits}, {type_.scale}>"
        case Sequence():
            element = spelled(type_.element)
            if type_.bound:
                return f"::IDL::bounded_vector<{element}, {type_.bound}>"
            return f"std::vector<{element}>"
        case Array():
            return _array(spelled(type_.element), type_.sizes)
        case Named():
            return qualified(type_.name)
        case Reference():
            return f"::CORBA::object_reference<{qualified(type_.interface)}>"


def _array(element: str, sizes: tuple[int, ...]) -> str:
    for size in reversed(sizes):
        element = f"std::array<{element}, {size}>"
    return element


def by_value(type_: Type) -> bool:
    """Whether a value is copied into a call: basic types and enums are."""
    return isinstance(type_, Basic) or (isinstance(type_, Named) and type_.by_value)


def in_type(type_: Type) -> str:
    """The type of an `in` parameter: references too are passed by value."""
    is_copied = by_value(type_) or isinstance(type_, Reference) or type_ == TYPE_CODE
    return spelled(type_) if is_copied else f"const {spelled(type_)}&"


def result_type(type_: Type | None) -> str:
    """The type of a result; None is void."""
    return "void" if type_ is None else spelled(type_)
