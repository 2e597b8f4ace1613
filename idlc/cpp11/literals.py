# SPDX-License-Identifier: Apache-2.0
"""Constants as C++ literals that keep the exact value."""

from __future__ import annotations

from cpp11.model import Constant, Enumerator, Value
from cpp11.names import identifier, qualified

_LEAST = {
    "long": -(2**31),
    "long long": -(2**63),
}
_FLOAT_SUFFIX = {"float": "F", "long double": "L"}
_SUFFIX = {"unsigned long": "U", "long long": "LL", "unsigned long long": "ULL"}


def literal(constant: Constant) -> str:
    """The initialiser of a constant."""
    return literal_of(constant.value, constant.kind)


def literal_of(value: Value, kind: str) -> str:
    """A value of the basic type `kind`, or of "string", "wstring", "enum"."""
    if isinstance(value, Enumerator):
        return f"{qualified(value.enum)}::{identifier(value.name)}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return _wide_character(value) if kind == "wchar" else _integer(value, kind)
    if isinstance(value, float):
        return f"{value!r}{_FLOAT_SUFFIX.get(kind, '')}"
    if isinstance(value, tuple):
        return f'L"{"".join(map(_wide, value))}"'
    if kind == "char":
        return f"'{_escaped(value)}'"
    return f'"{_escaped(value)}"'


def _integer(value: int, kind: str) -> str:
    # The least value has no literal: its absolute value does not fit.
    suffix = _SUFFIX.get(kind, "")
    if value == _LEAST.get(kind):
        return f"{value + 1}{suffix} - 1"
    return f"{value}{suffix}"


def text(value: str) -> str:
    """A C++ string literal."""
    return f'"{_escaped(value)}"'


def _escaped(value: str) -> str:
    # The front end gives one character for each byte of the IDL source.
    return "".join(_byte(byte) for byte in value.encode("latin-1"))


def _wide_character(code: int) -> str:
    # As a number where the literal of a character would be no character.
    return f"wchar_t{{0x{code:x}}}" if 0xD800 <= code < 0xE000 else f"L'{_wide(code)}'"


def _wide(code: int) -> str:
    if code <= 0xFF:
        return _byte(code)
    if 0xD800 <= code < 0xE000:
        return f'\\x{code:x}" L"'  # what follows must not lengthen the escape
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _byte(byte: int) -> str:
    # Octal escapes end after three digits, unlike hexadecimal ones; '?' could begin a trigraph.
    if chr(byte) in "\\\"'?":
        return "\\" + chr(byte)
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"
