# SPDX-License-Identifier: Apache-2.0
"""Which types hold themselves, or values. The front end marks only those that do so without an
alias."""

from __future__ import annotations

from cpp11.mappable import Node, class_of

_COMPOSED = ("Struct", "Union")
_NAMED = ("Struct", "Union", "StructForward", "UnionForward")


VALUES = ("Value", "ValueAbs", "ValueBox", "ValueForward")
"""The declarations of value types."""


def holds_values(type_: Node) -> bool:
    """Whether a value of this type may be, or hold, a value type's, or an abstract interface's."""
    seen: set[int] = set()
    waiting = [type_]
    while waiting:
        while class_of(waiting[-1]) == "Sequence":
            waiting.append(waiting.pop().seqType())
        each = waiting.pop()
        declared = each.unalias() if class_of(each) == "Declared" else each
        if class_of(declared) == "Sequence":
            waiting.append(declared)
            continue
        declaration = declared.decl() if class_of(declared) == "Declared" else None
        if class_of(declaration) in VALUES or _is_abstract(declaration):
            return True
        if (
            declaration is not None
            and class_of(declaration) in _NAMED
            and id(declaration) not in seen
        ):
            seen.add(id(declaration))
            waiting += _types_in(declaration.fullDecl())
    return False


def _is_abstract(declaration: Node) -> bool:
    return class_of(declaration) in ("Interface", "Forward") and bool(declaration.abstract())


def _types_in(declaration: Node) -> list[Node]:
    if class_of(declaration) == "Struct":
        return [member.memberType() for member in declaration.members()]
    return [case.caseType() for case in declaration.cases()]


def holds_itself(declaration: Node) -> bool:
    """Whether a value of this struct or union may hold another one, at any depth."""
    seen: set[int] = set()  # by id(): the tree outlives this
    waiting = [*_held(declaration)]
    while waiting:
        each = waiting.pop()
        if each is declaration:
            return True
        if id(each) not in seen:
            seen.add(id(each))
            waiting += _held(each)
    return False


def _held(declaration: Node) -> list[Node]:
    """The structs and unions that are members, element types or behind aliases."""
    found = [_behind(type_) for type_ in _types_in(declaration)]
    return [each for each in found if each is not None and class_of(each) in _COMPOSED]


def _behind(type_: Node) -> Node | None:
    while True:
        match class_of(type_):
            case "Sequence":
                type_ = type_.seqType()
            case "Declared" if class_of(type_.decl()) == "Declarator":
                type_ = type_.decl().alias().aliasType()
            case "Declared" if class_of(type_.decl()) in _NAMED:
                return type_.decl().fullDecl()
            case _:
                return None
