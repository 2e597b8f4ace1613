# SPDX-License-Identifier: Apache-2.0
"""The TypeCodes of an IDL file, read from the front end's tree: each named type is a constant."""

from __future__ import annotations

from collections.abc import Iterator

from cpp11.mappable import Node, bound, class_of, scoped
from cpp11.type_code_model import Anonymous, Basic, Entry, Named, Part, TypeCode

KINDS = {
    1: "void_",
    2: "short_",
    3: "long_",
    4: "ushort",
    5: "ulong",
    6: "float_",
    7: "double_",
    8: "boolean",
    9: "char_",
    10: "octet",
    11: "any",
    12: "type_code",
    18: "string",
    23: "longlong",
    24: "ulonglong",
    25: "longdouble",
    26: "wchar",
    27: "wstring",
}
"""The front end's numbers of kinds without parts, and what orb/typecode calls them."""


def read(nodes: list[Node]) -> Iterator[TypeCode]:
    """Of everything that these nodes declare, at any depth."""
    for node in nodes:
        match class_of(node):
            case "Module":
                yield from read(node.definitions())
            case "Interface":
                yield _interface(node)
                yield from read(node.contents())
            case "Struct" | "Exception":
                yield from _declared_inside(node.members())
                yield _struct(node)
            case "Union":
                yield from _declared_by(node.switchType() if node.constrType() else None)
                yield from _declared_inside(node.cases(), "caseType")
                yield _union(node)
            case "Enum":
                entries = tuple(Entry(each.identifier()) for each in node.enumerators())
                yield TypeCode(scoped(node), "enum_", node.repoId(), entries)
            case "Typedef":
                yield from _declared_by(node.aliasType() if node.constrType() else None)
                for each in node.declarators():
                    content = _sized(_part(node.aliasType()), each)
                    yield TypeCode(scoped(each), "alias", each.repoId(), content=content)
            case "Native":
                yield TypeCode(scoped(node), "native", node.repoId())
            case _:
                yield from _read_value(node)


def _read_value(node: Node) -> Iterator[TypeCode]:
    match class_of(node):
        case "Value" | "ValueAbs":
            yield _value(node)
            yield from read(node.contents())
        case "StateMember":
            yield from _declared_by(node.memberType() if node.constrType() else None)
        case "ValueBox":
            yield from _declared_by(node.boxedType() if node.constrType() else None)
            content = _part(node.boxedType())
            yield TypeCode(scoped(node), "value_box", node.repoId(), content=content)
        case _:
            pass


def _declared_inside(members: list[Node], type_of: str = "memberType") -> Iterator[TypeCode]:
    for each in members:
        yield from _declared_by(getattr(each, type_of)() if each.constrType() else None)


def _declared_by(type_: Node | None) -> Iterator[TypeCode]:
    while type_ is not None and class_of(type_) == "Sequence":
        type_ = type_.seqType()
    if type_ is not None:
        yield from read([type_.decl()])


def _interface(node: Node) -> TypeCode:
    kind = "objref"
    if node.local():
        kind = "local_interface"
    elif node.abstract():
        kind = "abstract_interface"
    return TypeCode(scoped(node), kind, node.repoId())


_PUBLIC = 1
_ABSTRACT, _TRUNCATABLE = 2, 3


def _value(node: Node) -> TypeCode:
    entries = tuple(
        Entry(
            each.identifier(),
            _sized(_part(member.memberType()), each),
            0 if member.memberAccess() else _PUBLIC,
        )
        for member in node.statemembers()
        for each in member.declarators()
    )
    if class_of(node) == "ValueAbs":
        return TypeCode(scoped(node), "value", node.repoId(), entries, modifier=_ABSTRACT)
    bases = [_without_aliases(each) for each in node.inherits()]
    base = next((Named(scoped(each)) for each in bases if class_of(each) == "Value"), None)
    modifier = _TRUNCATABLE if node.truncatable() else 0
    return TypeCode(scoped(node), "value", node.repoId(), entries, base, modifier=modifier)


def _without_aliases(declaration: Node) -> Node:
    while class_of(declaration) == "Declarator":
        declaration = declaration.alias().aliasType().decl()
    return declaration.fullDecl()


def _struct(node: Node) -> TypeCode:
    entries = tuple(
        Entry(each.identifier(), _sized(_part(member.memberType()), each))
        for member in node.members()
        for each in member.declarators()
    )
    kind = "struct_" if class_of(node) == "Struct" else "except"
    return TypeCode(scoped(node), kind, node.repoId(), entries)


def _union(node: Node) -> TypeCode:
    labels = [(case, label) for case in node.cases() for label in case.labels()]
    entries = tuple(_branch(case, label) for case, label in labels)
    default = next((i for i, (_, label) in enumerate(labels) if label.default()), -1)
    discriminator = _part(node.switchType())
    return TypeCode(scoped(node), "union_", node.repoId(), entries, discriminator, default)


def _branch(case: Node, label: Node) -> Entry:
    declarator = case.declarator()
    value = 0 if label.default() else _number(label.value())
    return Entry(declarator.identifier(), _sized(_part(case.caseType()), declarator), value)


def _number(label: Node) -> int:
    """A label as the 64 bits that stand for it."""
    if class_of(label) == "Enumerator":
        return int(label.value())
    number = ord(label) if isinstance(label, str) else int(label)
    return number - 2**64 if number >= 2**63 else number


def _part(type_: Node) -> Part:
    match class_of(type_):
        case "Sequence":
            return Anonymous("sequence", bound(type_), _part(type_.seqType()))
        case "String" | "WString" if type_.bound():
            return Anonymous(KINDS[type_.kind()], bound(type_))
        case "Fixed":
            return Anonymous("fixed", type_.digits(), scale=type_.scale())
        case "Declared" if type_.kind() not in KINDS:
            return Named(tuple(type_.scopedName()))
        case _:
            return Basic(KINDS[type_.kind()])


def _sized(part: Part, declarator: Node) -> Part:
    for size in reversed(declarator.sizes()):
        part = Anonymous("array", size, part)
    return part
