# SPDX-License-Identifier: Apache-2.0
"""IDL identifiers in C++: escaped where they mean something else there.

OMG IDL-to-C++11, "Mapping for Identifiers": a keyword gets the prefix `_cxx_`. The same is done to
the few names that generated code must find unchanged or takes for itself, to macros of the C
headers, and outside of all modules to what the C library declares.
"""

from __future__ import annotations

from cpp11 import c_macros, c_names
from cpp11.model import Scoped

_KEYWORDS = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires return
    short signed sizeof static static_assert static_cast struct switch template this thread_local
    throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while
    xor xor_eq
    """.split()
)
# TAOX11 escapes them, too.
_INTEGERS = frozenset(
    f"{sign}int{form}{bits}_t"
    for sign in ("", "u")
    for form in ("", "_fast", "_least")
    for bits in (8, 16, 32, 64)
) | {"intmax_t", "intptr_t", "uintmax_t", "uintptr_t"}
# A type or module of this name would hide the namespace that generated code names; what is neither
# does not: C++ passes it over when it looks up what stands before `::`.
_NAMESPACES = frozenset(("std", "orbweaver", "POA", "POA_views", "OBV", "obv"))
# What stands beside the C library, outside of all modules; IDL is the mapping's namespace.
_GLOBAL = c_names.NAMES | {"IDL"}

SKELETONS = "POA"
"""The namespace of the skeletons, inside the module of their interfaces."""

OBV = "OBV"
"""The namespace of the classes that hold the state of value types, inside their module."""

VIEW_SKELETONS = "POA_views"
"""The namespace of the skeletons whose operations take sequences as views."""


def identifier(name: str) -> str:
    """The C++ spelling of an IDL identifier: a member, an operation, a parameter, an enumerator."""
    escape = name in _KEYWORDS | _INTEGERS or name in c_macros.NAMES
    return f"_cxx_{name}" if escape else name


def _part(name: str) -> str:
    return f"_cxx_{name}" if name in _NAMESPACES else identifier(name)


def parts(scoped: Scoped) -> list[str]:
    """The C++ spelling of each part of a full name."""
    outermost = [f"_cxx_{name}" if name in _GLOBAL else _part(name) for name in scoped[:1]]
    return [*outermost, *map(_part, scoped[1:])]


def local(scoped: Scoped) -> str:
    """The last part of a name, for its declaration."""
    return parts(scoped)[-1]


def qualified(scoped: Scoped) -> str:
    """A name from the global namespace, which nothing can hide: "::Lab::Echo"."""
    return "".join(f"::{part}" for part in parts(scoped))


def skeleton(scoped: Scoped, namespace: str = SKELETONS) -> str:
    """The skeleton of an interface: "::Lab::POA::Echo"."""
    return f"{qualified(scoped[:-1])}::{namespace}::{local(scoped)}"


def joined(scoped: Scoped) -> str:
    """A name as a part of an identifier: with lengths, as A::B_C and A_B::C are two."""
    return "".join(f"{len(each)}{each}" for each in parts(scoped))


def reference_names(type_: str, family: str) -> list[str]:
    """What the class `type_` calls its references; `family` is object or valuetype."""
    return [
        f"using _traits_type = ::IDL::traits<{type_}>;",
        f"using _ref_type = ::CORBA::{family}_reference<{type_}>;",
        f"using _weak_ref_type = ::CORBA::weak_{family}_reference<{type_}>;",
    ]


def readable(scoped: Scoped) -> str:
    """A name as people write it: "Lab::Echo"."""
    return "::".join(scoped)
