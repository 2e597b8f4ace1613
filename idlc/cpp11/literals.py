"""Constants as C++ literals that keep the exact value."""

from __future__ import annotations

from cpp11.model import Constant, Enumerator
from cpp11.names import identifier, qualified

_LEAST = {
    "long": -(2**31),
    "long long": -(2**63),
}
_SUFFIX = {"unsigned long": "U", "long long": "LL", "unsigned long long": "ULL"}


def literal(constant: Constant) -> str:
    """The initialiser of a constant."""
    value = constant.value
    if isinstance(value, Enumerator):
        return f"{qualified(value.enum)}::{identifier(value.name)}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return _integer(value, constant.kind)
    if isinstance(value, float):
        return f"{value!r}F" if constant.kind == "float" else repr(value)
    if constant.kind == "char":
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


def _byte(byte: int) -> str:
    # Octal escapes end after three digits, unlike hexadecimal ones; '?' could begin a trigraph.
    if chr(byte) in "\\\"'?":
        return "\\" + chr(byte)
    return chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"
