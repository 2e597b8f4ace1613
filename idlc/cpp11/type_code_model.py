# SPDX-License-Identifier: Apache-2.0
"""The TypeCodes of an IDL file as plain values: what type_codes reads and emit_typecode writes."""

from __future__ import annotations

from dataclasses import dataclass

Scoped = tuple[str, ...]


@dataclass(frozen=True)
class Basic:
    """A type without parts."""

    kind: str


@dataclass(frozen=True)
class Named:
    """A type that has a constant of its own, here or in an included file."""

    name: Scoped


@dataclass(frozen=True)
class Anonymous:
    """A bounded string, a sequence, an array or a fixed."""

    kind: str
    length: int
    content: Part | None = None
    scale: int = 0


Part = Basic | Named | Anonymous


@dataclass(frozen=True)
class Entry:
    """A member, one label of a union's member, or an enumerator."""

    name: str
    type: Part | None = None
    label: int = 0


_REFERRED = ("objref", "local_interface", "abstract_interface", "value", "value_box")


@dataclass(frozen=True)
class TypeCode:
    """What the constant of a named type says."""

    name: Scoped
    kind: str
    repository_id: str
    entries: tuple[Entry, ...] = ()
    content: Part | None = None
    default_index: int = -1
    modifier: int = 0
    """Of a value: 2 abstract, 3 truncatable."""

    @property
    def is_given_by_value(self) -> bool:
        """Whether a C++ type stands for this one alone, and its values are no references. An alias
        is the type behind it."""
        return self.kind not in ("alias", "native", *_REFERRED)
