# SPDX-License-Identifier: Apache-2.0
"""A back end for omniidl: what an IDL file declares, as JSON, a line for each declaration.

    omniidl -bidl_shape -p<this folder> FILE.idl

A line has the declaration's name, its repository id and its shape: a text in which types have their
whole names. `wire` is the same without what does not travel, so that two declarations that can
call each other have equal ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Node = Any

BASIC = (
    "null, void, short, long, unsigned short, unsigned long, float, double, boolean, char, octet, "
    "any, TypeCode, Principal"
).split(", ")
DIRECTIONS = ("in", "out", "inout")
LATER = {23: "long long", 24: "unsigned long long", 25: "long double", 26: "wchar"}


def run(tree: Node, _: list[str]) -> None:
    """Called by omniidl: prints what the main file declares."""
    for node in declared(tree.declarations()):
        kind = type(node).__name__
        for declaration, shape, wire in SHAPES[kind](node):
            line = {
                "name": scoped(declaration),
                "id": declaration.repoId(),
                "shape": shape,
                "wire": wire,
            }
            print(json.dumps(line))


def declared(nodes: list[Node]) -> Iterator[Node]:
    """Those of the main file that have a shape, also within modules and interfaces."""
    for node in nodes:
        kind = type(node).__name__
        if kind == "Module":
            yield from declared(node.definitions())
        elif node.mainFile() and kind in SHAPES:
            yield node
            if kind == "Interface":
                yield from declared(node.contents())


Shape = tuple[Node, str, str]
"""What is declared, its shape, and the part of it that travels."""


def scoped(node: Node) -> str:
    return "::".join(node.scopedName())


def type_name(type_: Node) -> str:
    """As in IDL, with whole names."""
    match type(type_).__name__:
        case "Declared":
            return "::".join(type_.scopedName())
        case "Sequence":
            return f"sequence<{type_name(type_.seqType())}{bound(type_)}>"
        case "String":
            return f"string{bound(type_)}"
        case "WString":
            return f"wstring{bound(type_)}"
        case _:
            kind: int = type_.kind()
            return LATER[kind] if kind in LATER else BASIC[kind]


def bound(type_: Node) -> str:
    return f", {type_.bound()}" if type_.bound() else ""


def of_interface(node: Node) -> list[Shape]:
    bases = ", ".join(sorted(scoped(base) for base in node.inherits()))
    shape = f"interface : {bases}" if bases else "interface"
    return [(node, shape, shape)]


def of_operation(node: Node) -> list[Shape]:
    raised = ", ".join(sorted(scoped(entry) for entry in node.raises()))
    ending = f" raises ({raised})" if raised else ""
    start = f"{'oneway ' if node.oneway() else ''}{type_name(node.returnType())} "

    def text(*, names: bool) -> str:
        parameters = ", ".join(parameter(entry, names=names) for entry in node.parameters())
        return f"{start}({parameters}){ending}"

    return [(node, text(names=True), text(names=False))]


def parameter(node: Node, *, names: bool) -> str:
    direction = DIRECTIONS[int(node.direction())]
    passed = f"{direction} {type_name(node.paramType())}"
    return f"{passed} {node.identifier()}" if names else passed


def of_attribute(node: Node) -> list[Shape]:
    shape = f"{'readonly ' if node.readonly() else ''}attribute {type_name(node.attrType())}"
    return [(declarator, shape, shape) for declarator in node.declarators()]


def of_members(node: Node) -> list[Shape]:
    members = [
        (type_name(member.memberType()) + dimensions(declarator), declarator.identifier())
        for member in node.members()
        for declarator in member.declarators()
    ]
    kind = type(node).__name__.lower()
    shape = ", ".join(f"{type_} {name}" for type_, name in members)
    wire = ", ".join(type_ for type_, _ in members)
    return [(node, f"{kind} {{{shape}}}", f"{kind} {{{wire}}}")]


def dimensions(declarator: Node) -> str:
    return "".join(f"[{size}]" for size in declarator.sizes())


def of_enum(node: Node) -> list[Shape]:
    shape = ", ".join(enumerator.identifier() for enumerator in node.enumerators())
    # Enumerators travel as numbers; spellings that differ in underscores are the same enumerators.
    return [(node, f"enum {{{shape}}}", f"enum {{{shape.replace('_', '')}}}")]


def of_typedef(node: Node) -> list[Shape]:
    named = type_name(node.aliasType())
    shapes = [
        (declarator, f"typedef {named}{dimensions(declarator)}")
        for declarator in node.declarators()
    ]
    return [(declaration, shape, shape) for declaration, shape in shapes]


def of_constant(node: Node) -> list[Shape]:
    shape = f"const {type_name(node.constType())} = {node.value()!r}"
    return [(node, shape, shape)]


SHAPES = {
    "Interface": of_interface,
    "Operation": of_operation,
    "Attribute": of_attribute,
    "Struct": of_members,
    "Exception": of_members,
    "Enum": of_enum,
    "Typedef": of_typedef,
    "Const": of_constant,
}
"""What is compared. None of these interfaces has unions or value types."""
