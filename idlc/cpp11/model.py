"""What a compiled IDL file says, without the front end: plain values that the emitters read.

Everything in here can be mapped; `read_tree` has already refused the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Scoped = tuple[str, ...]
"""A name as IDL writes it, from the outermost module inwards: ("Lab", "Echo")."""

OBJECT: Scoped = ("CORBA", "Object")


@dataclass(frozen=True)
class Basic:
    """A basic type, by its IDL name: "boolean", "unsigned long long", ..."""

    name: str


@dataclass(frozen=True)
class String:
    """An unbounded string."""


@dataclass(frozen=True)
class Sequence:
    """An unbounded sequence."""

    element: Type


@dataclass(frozen=True)
class Array:
    """An array; `sizes` from the outermost dimension inwards."""

    element: Type
    sizes: tuple[int, ...]


@dataclass(frozen=True)
class Named:
    """A struct, an enum, or an alias of anything but an interface."""

    name: Scoped
    by_value: bool
    """It is an enum, or an alias of an enum or of a basic type."""


@dataclass(frozen=True)
class Reference:
    """An object reference; `interface` may be an alias of an interface."""

    interface: Scoped


Type = Basic | String | Sequence | Array | Named | Reference


@dataclass(frozen=True)
class Member:
    """A member of a struct or exception."""

    name: str
    type: Type


@dataclass(frozen=True)
class Struct:
    """A struct, with the structs and enums that are declared inside it."""

    name: Scoped
    nested: tuple[Struct | Enum, ...]
    members: tuple[Member, ...]


@dataclass(frozen=True)
class Exception_:
    """A user exception, with the structs and enums that are declared inside it."""

    name: Scoped
    repository_id: str
    nested: tuple[Struct | Enum, ...]
    members: tuple[Member, ...]


@dataclass(frozen=True)
class Enum:
    """An enum; its enumerators count from 0."""

    name: Scoped
    enumerators: tuple[str, ...]


@dataclass(frozen=True)
class Alias:
    """One declarator of a typedef."""

    name: Scoped
    type: Type


@dataclass(frozen=True)
class Enumerator:
    """The value of a constant of an enum type."""

    enum: Scoped
    name: str


Value = bool | int | float | str | Enumerator


@dataclass(frozen=True)
class Constant:
    """A constant. `kind` is the basic type behind `type`, "string" or "enum"."""

    name: Scoped
    type: Type
    kind: str
    value: Value


@dataclass(frozen=True)
class Forward:
    """An interface that is declared here and defined elsewhere."""

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

    @property
    def has_views(self) -> bool:
        """Whether it has a second form, in which sequences are passed without a copy."""
        return any(p.viewed for p in self.parameters)

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
    wire_names: tuple[str, ...]
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

    @property
    def has_views(self) -> bool:
        """Whether there is a second skeleton, which takes views."""
        return any(each.has_views for each in (*self.operations, *self.ancestors))


@dataclass(frozen=True)
class Module:
    """A module, or one reopening of it."""

    name: Scoped
    contents: tuple[Declaration, ...]


Declaration = Struct | Exception_ | Enum | Alias | Constant | Forward | Interface | Module


@dataclass(frozen=True)
class File:
    """The main IDL file: what it declares itself, and the files whose declarations it uses."""

    path: str
    included: tuple[str, ...]
    declarations: tuple[Declaration, ...] = field(default=())
