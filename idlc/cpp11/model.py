# SPDX-License-Identifier: Apache-2.0
"""What a compiled IDL file says, without the front end: plain values that the emitters read.

Everything in here can be mapped; `read_tree` has already refused the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cpp11.type_code_model import TypeCode

Scoped = tuple[str, ...]
"""A name as IDL writes it, from the outermost module inwards: ("Lab", "Echo")."""

OBJECT: Scoped = ("CORBA", "Object")


@dataclass(frozen=True)
class Basic:
    """A basic type, by its IDL name: "boolean", "unsigned long long", ..."""

    name: str


@dataclass(frozen=True)
class String:
    """A string or wstring."""

    wide: bool = False
    bound: int = 0
    """0: none."""


@dataclass(frozen=True)
class Fixed:
    """A decimal number."""

    digits: int
    scale: int


@dataclass(frozen=True)
class Sequence:
    """A sequence."""

    element: Type
    bound: int = 0
    """0: none."""


@dataclass(frozen=True)
class Array:
    """An array; `sizes` from the outermost dimension inwards."""

    element: Type
    sizes: tuple[int, ...]


@dataclass(frozen=True)
class Named:
    """A struct, a union, an enum, a native type, or an alias of anything but an interface."""

    name: Scoped
    by_value: bool
    """It is an enum, or an alias of an enum or of a basic type."""


@dataclass(frozen=True)
class Reference:
    """A reference to an object or a value; `interface` may be an alias of what it leads to."""

    interface: Scoped


Type = Basic | String | Fixed | Sequence | Array | Named | Reference


@dataclass(frozen=True)
class Member:
    """A member of a struct or exception."""

    name: str
    type: Type


@dataclass(frozen=True)
class Struct:
    """A struct, with the types that are declared inside it."""

    name: Scoped
    nested: tuple[Constructed, ...]
    members: tuple[Member, ...]
    recursive: bool = False


@dataclass(frozen=True)
class Branch:
    """A member of a union. No labels: it is the default alone."""

    member: Member
    labels: tuple[Value, ...]
    is_default: bool


@dataclass(frozen=True)
class Union:
    """A union. `kind` is the basic type behind `discriminator`, or "enum"."""

    name: Scoped
    nested: tuple[Constructed, ...]
    discriminator: Type
    kind: str
    branches: tuple[Branch, ...]
    free: Value | None
    """The least value of the discriminator that no label names; None: there is none."""
    recursive: bool

    @property
    def may_be_empty(self) -> bool:
        """Whether some value of the discriminator selects no member: the implicit default."""
        return self.free is not None and not any(each.is_default for each in self.branches)


@dataclass(frozen=True)
class Exception_:
    """A user exception, with the types that are declared inside it."""

    name: Scoped
    repository_id: str
    nested: tuple[Constructed, ...]
    members: tuple[Member, ...]


@dataclass(frozen=True)
class Enum:
    """An enum; its enumerators count from 0."""

    name: Scoped
    enumerators: tuple[str, ...]


Constructed = Struct | Union | Enum


@dataclass(frozen=True)
class Alias:
    """One declarator of a typedef."""

    name: Scoped
    type: Type


@dataclass(frozen=True)
class Enumerator:
    """A value of an enum type."""

    enum: Scoped
    name: str


Value = bool | int | float | str | tuple[int, ...] | Enumerator
"""What a constant or a label says; a wstring is the numbers of its characters."""


@dataclass(frozen=True)
class Constant:
    """A constant. `kind` is the basic type behind `type`, "string", "wstring", "fixed" or
    "enum"."""

    name: Scoped
    type: Type
    kind: str
    value: Value


Target = Literal["object", "abstract", "value"]
"""What a reference leads to: an object; either an object or a value; a value."""


@dataclass(frozen=True)
class Forward:
    """An interface, struct, union or value type that is declared here and defined elsewhere."""

    name: Scoped
    leads_to: Target | None = None
    """Of an interface or value type that no included file defines."""


@dataclass(frozen=True)
class Native:
    """A type of which IDL knows the name only."""

    name: Scoped


@dataclass(frozen=True)
class Parameter:
    """A parameter; an `inout` one is both `is_in` and `is_out`."""

    name: str
    type: Type
    is_in: bool
    is_out: bool
    viewed: Basic | None = None
    """Only with views: the element of an `in` sequence that a servant may read where it lies."""
    has_values: bool = False
    """Whether it may be, or hold, a value type's."""


@dataclass(frozen=True)
class Operation:
    """An operation, or one half of an attribute: as GIOP sees it, there is no difference."""

    wire_name: str
    """What travels in the request: "add", "_get_label"."""
    name: str
    """The IDL identifier: "add", "label"."""
    oneway: bool
    result: Type | None
    parameters: tuple[Parameter, ...]
    raises: tuple[Scoped, ...]
    has_values: bool = False
    """Whether values may be among what it passes, which may be shared between its parameters."""
    result_has_values: bool = False
    raises_values: bool = False
    """Whether an exception that it raises may hold values."""

    @property
    def has_views(self) -> bool:
        """Whether it has a second form, in which sequences are passed without a copy."""
        return any(p.viewed for p in self.parameters)

    @property
    def is_push(self) -> bool:
        """Whether the policy NoResponse may send it as a one-way: it returns nothing, and has the
        copying form of a one-way within an ORB."""
        returns_nothing = self.result is None and not self.outputs
        is_plain = not (self.oneway or self.has_values or self.raises_values)
        return self.has_views and returns_nothing and is_plain and self.wire_name == self.name

    @property
    def inputs(self) -> list[Parameter]:
        """What the request carries."""
        return [p for p in self.parameters if p.is_in]

    @property
    def outputs(self) -> list[Parameter]:
        """What the reply carries after the result."""
        return [p for p in self.parameters if p.is_out]


@dataclass(frozen=True)
class Ancestor:
    """An interface that another one inherits from, at any distance."""

    name: Scoped
    repository_id: str
    operations: tuple[Operation, ...]
    """Its own."""
    has_views: bool
    """Whether it, or what it inherits from, has operations with views."""


@dataclass(frozen=True)
class Interface:
    """An interface. `ancestors` holds all that it inherits from, each once."""

    name: Scoped
    repository_id: str
    bases: tuple[Scoped, ...]
    ancestors: tuple[Ancestor, ...]
    declarations: tuple[Declaration, ...]
    operations: tuple[Operation, ...]
    is_local: bool = False
    is_abstract: bool = False
    is_async: bool = False
    """Whether it has asynchronous calls."""
    async_bases: tuple[Scoped, ...] = ()
    """Those of `bases` that have a reply handler, too."""

    @property
    def has_views(self) -> bool:
        """Whether there is a second skeleton, which takes views."""
        return any(each.has_views for each in (*self.operations, *self.ancestors))


@dataclass(frozen=True)
class StateMember:
    """A part of a value's state."""

    member: Member
    is_public: bool


@dataclass(frozen=True)
class Factory:
    """An operation that makes values."""

    name: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True)
class ValueType:
    """A value type; an abstract one has neither state nor factories."""

    name: Scoped
    repository_id: str
    base: Scoped | None
    """The one that has state."""
    bases: tuple[Scoped, ...]
    """All of them."""
    abstract_interfaces: tuple[Scoped, ...]
    """Those it supports; the operations of all that it supports are among `operations`."""
    declarations: tuple[Declaration, ...]
    members: tuple[StateMember, ...]
    inherited_members: tuple[Member, ...]
    operations: tuple[Operation, ...]
    factories: tuple[Factory, ...]
    has_operations: bool
    """Whether it, or what it inherits from, leaves operations to be implemented."""
    is_abstract: bool
    is_truncatable: bool


@dataclass(frozen=True)
class ValueBox:
    """Another type as a value."""

    name: Scoped
    repository_id: str
    type: Type


@dataclass(frozen=True)
class Module:
    """A module, or one reopening of it."""

    name: Scoped
    contents: tuple[Declaration, ...]


Declaration = (
    Struct
    | Union
    | Exception_
    | Enum
    | Alias
    | Constant
    | Forward
    | Native
    | Interface
    | ValueType
    | ValueBox
    | Module
)


@dataclass(frozen=True)
class File:
    """The main IDL file: what it declares itself, and the files whose declarations it uses."""

    path: str
    included: tuple[str, ...]
    declarations: tuple[Declaration, ...] = field(default=())
    type_codes: tuple[TypeCode, ...] = field(default=())
    needs: frozenset[str] = field(default=frozenset())
    """Headers of the ORB that only some files need: "fixed", "value"."""
