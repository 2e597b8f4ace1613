# SPDX-License-Identifier: Apache-2.0
"""Every declaration of one sort in a file, in the order in which they must be compiled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpp11 import model as m
from cpp11.emit_codec import Encodable


def interfaces(declarations: Iterable[m.Declaration]) -> Iterator[m.Interface]:
    """All interfaces, at any depth of modules."""
    for each in declarations:
        if isinstance(each, m.Module):
            yield from interfaces(each.contents)
        elif isinstance(each, m.Interface):
            yield each


def remote_interfaces(declarations: Iterable[m.Declaration]) -> Iterator[m.Interface]:
    """Those with stubs and skeletons."""
    return (each for each in interfaces(declarations) if not each.is_local)


def values(declarations: Iterable[m.Declaration]) -> Iterator[m.ValueType | m.ValueBox]:
    """All value types, at any depth of modules."""
    for each in declarations:
        if isinstance(each, m.Module):
            yield from values(each.contents)
        elif isinstance(each, m.ValueType | m.ValueBox):
            yield each


def referred(declarations: Iterable[m.Declaration]) -> Iterator[tuple[m.Scoped, m.Target]]:
    """All that references lead to and that is defined here, and to what these lead."""
    for each in interfaces(declarations):
        yield each.name, "abstract" if each.is_abstract else "object"
    for each in values(declarations):
        yield each.name, "value"


def only_declared(declarations: Iterable[m.Declaration]) -> dict[m.Scoped, m.Target]:
    """The same for what is defined in a file that is not included."""
    found: dict[m.Scoped, m.Target] = {}
    for each in declarations:
        if isinstance(each, m.Module):
            found |= only_declared(each.contents)
        elif isinstance(each, m.Forward) and each.leads_to:
            found[each.name] = each.leads_to
    return found


def encodable(declarations: Iterable[m.Declaration]) -> Iterator[Encodable]:
    """All types that need a codec of their own; a nested one before the one around it."""
    for each in declarations:
        match each:
            case m.Module():
                yield from encodable(each.contents)
            case m.Interface() | m.ValueType():
                yield from encodable(each.declarations)
            case m.Struct() | m.Union() | m.Exception_():
                yield from encodable(each.nested)
                yield each
            case m.Enum():
                yield each
            case _:
                pass
