"""Module CORBA as IDL sees it after `#include <orb.idl>`: written by hand, not generated."""

from __future__ import annotations

FILES = frozenset(("orb.idl", "corbaidl.idl", "boxes.idl"))
"""The files that every ORB brings along."""

_SEQUENCES = (
    "Any Boolean Char WChar Octet Short UShort Long ULong LongLong ULongLong Float Double "
    "LongDouble String WString EnumMember"
)
WRITTEN = frozenset(
    [
        *(f"{name}Seq" for name in _SEQUENCES.split()),
        *"Identifier RepositoryId VersionSpec Visibility PRIVATE_MEMBER PUBLIC_MEMBER".split(),
    ]
)
"""What orbweaver/corba/orb_idl.hpp has of them."""
